//! How many decisions a second: many games side by side, random actions, with observation and mask at each.
//!
//! `cargo run --release --example many_games -- [compact|planes|history] [with|without] [places]`

use std::error::Error;
use std::time::Instant;

use paili::game::ActionCode;
use paili::simulation::{AfterEnd, Features, Games, Layout, Observation, ObservationBuffer, Seating, Seed};

const STEPS: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize| arguments.get(place).map(String::as_str);
    let observation = match argument(0) {
        None | Some("compact") => Observation::Compact,
        Some("planes") => Observation::Planes,
        Some("history") => Observation::History { events: 64 },
        Some(other) => return Err(format!("{other:?}: expected compact, planes or history").into()),
    };
    let features = if argument(1) == Some("with") { Features::With } else { Features::Without };
    let places = argument(2).map_or(Ok(1000), str::parse)?;
    let layout = Layout { observation, features };
    let mut games = Games::new(Seed(1), 0, places, Seating::NOBODY, AfterEnd::Restart)?;
    let (mut observations, mut mask) = (vec![0; places * layout.len()], vec![0; places * ActionCode::COUNT]);
    let (mut actions, mut ended, mut words) = (vec![0_u8; places], 0, 1_u64);
    let begun = Instant::now();
    for _ in 0..STEPS {
        for (action, turn) in actions.iter_mut().zip(games.turns()) {
            words = words.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *action = chosen(turn.actions.bits(), (words >> 32) as u32);
        }
        games.step_and_observe(&actions, ObservationBuffer::Bytes(layout, &mut observations), Some(&mut mask))?;
        ended += games.turns().iter().filter(|turn| turn.ended.is_some()).count();
    }
    let decisions = (STEPS * places) as f64;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{decisions} decisions, {ended} games ended, {:.2} million decisions a second", decisions / seconds / 1e6);
    Ok(())
}

/// One of the actions whose bits are set.
fn chosen(mut bits: u64, word: u32) -> u8 {
    for _ in 0..(u64::from(word) * u64::from(bits.count_ones())) >> 32 {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}
