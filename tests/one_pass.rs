//! A step that writes what is seen after it is a step, an observation and a mask of games each on its own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::length::short_or_long;
use paili::game::ActionCode;
use paili::simulation::{
    AfterEnd, Features, Games, GamesError, Layout, NamedPolicy, Observation, ObservationBuffer, Seating, Seed, Turn,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const SEED: Seed = Seed(7);

/// More than stay together on one thread.
const PLACES: usize = 300;

fn steps() -> usize {
    short_or_long(120, 250)
}

/// The game of a place that plays by itself: of this number or, where that ends before anybody is waited for, the next of the place.
fn alone(mut number: u64, seating: Seating) -> Games {
    loop {
        let games = Games::new(SEED, number, 1, seating, AfterEnd::Wait).unwrap();
        if games.turns()[0].game == number {
            return games;
        }
        number += PLACES as u64;
    }
}

/// Goes on in each game by itself, writes what is seen then and what is allowed, and tells how they stand.
fn step_alone(
    games: &mut [Games],
    actions: &[i8],
    (layout, seating, after_end): (Layout, Seating, AfterEnd),
    (observations, mask): (&mut [u8], &mut [u8]),
) -> Vec<Turn> {
    let rooms = observations.chunks_mut(layout.len()).zip(mask.chunks_mut(ActionCode::COUNT));
    let all = games.iter_mut().zip(actions).zip(rooms).map(|((games, action), (observation, mask))| {
        games.step(&[*action]).unwrap();
        let ended = games.turns()[0].ended;
        if ended.is_some() && after_end == AfterEnd::Restart {
            *games = alone(games.turns()[0].game + PLACES as u64, seating);
        }
        games.observe(layout, observation);
        games.mask(mask);
        Turn { ended, ..games.turns()[0] }
    });
    all.collect()
}

/// An action for each game, one of those allowed; some stand still.
fn drawn(turns: &[Turn], rng: &mut SmallRng) -> Vec<i8> {
    let one = |turn: &Turn| {
        let allowed: Vec<ActionCode> = turn.actions.iter().collect();
        if allowed.is_empty() || rng.random_ratio(1, 20) {
            return -1;
        }
        allowed[rng.random_range(0..allowed.len())].get().cast_signed()
    };
    turns.iter().map(one).collect()
}

fn compare(layout: Layout, seating: Seating, after_end: AfterEnd) {
    let mut games = Games::new(SEED, 0, PLACES, seating, after_end).unwrap();
    let (mut in_floats, mut scaled) = (games.clone(), games.clone());
    let mut each: Vec<Games> = (0..PLACES as u64).map(|number| alone(number, seating)).collect();
    let mut rng = SmallRng::seed_from_u64(1);
    let (numbers, actions_in_all) = (PLACES * layout.len(), PLACES * ActionCode::COUNT);
    let (mut observations, mut mask) = (vec![9; numbers], vec![9; actions_in_all]);
    let (mut expected, mut expected_mask) = (observations.clone(), mask.clone());
    let mut floats = vec![9.0; numbers];
    let mut for_networks = vec![9.0; PLACES * layout.scaled_len()];
    let mut for_networks_again = for_networks.clone();
    let mut ended = 0;
    for _ in 0..steps() {
        let actions = drawn(games.turns(), &mut rng);
        games.step_and_observe(&actions, ObservationBuffer::Bytes(layout, &mut observations), Some(&mut mask)).unwrap();
        in_floats.step_and_observe(&actions, ObservationBuffer::Floats(layout, &mut floats), None).unwrap();
        let rooms = (&mut *expected, &mut *expected_mask);
        let turns = step_alone(&mut each, &actions, (layout, seating, after_end), rooms);
        assert_eq!(games.turns(), turns, "{layout:?} {after_end:?}");
        assert_eq!(in_floats.turns(), turns);
        assert!(observations == expected && mask == expected_mask, "{layout:?} {after_end:?}");
        mask.fill(9);
        in_floats.observe_into(ObservationBuffer::Nowhere, Some(&mut mask));
        assert!(mask == expected_mask, "{layout:?} {after_end:?}");
        assert!(floats.iter().zip(&expected).all(|(float, &byte)| float.to_bits() == f32::from(byte).to_bits()));
        scaled.step_and_observe(&actions, ObservationBuffer::Scaled(layout, &mut for_networks), None).unwrap();
        games.observe_into(ObservationBuffer::Scaled(layout, &mut for_networks_again), None);
        assert!(for_networks == for_networks_again && for_networks.iter().all(|number| (0.0..=1.0).contains(number)));
        ended += turns.iter().filter(|turn| turn.ended.is_some()).count();
    }
    assert!(ended > PLACES / 2, "{ended} games have ended");
}

#[test]
fn one_pass_writes_what_three_do() {
    let one = [None, Some(NamedPolicy::Rule), Some(NamedPolicy::Acceptance), Some(NamedPolicy::Rule)];
    for threads in [1, 2].into_iter().skip(short_or_long(1, 0)) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let observations = [Observation::Compact, Observation::Planes, Observation::History { events: 40 }];
        let layouts = observations.into_iter().flat_map(|observation| {
            [Features::Without, Features::With].map(|features| Layout { observation, features })
        });
        let all = layouts.flat_map(|layout| [AfterEnd::Restart, AfterEnd::Wait].map(|after_end| (layout, after_end)));
        // A short run has each observation once, with features and without, and both ends.
        for (layout, after_end) in all.step_by(short_or_long(5, 1)) {
            pool.install(|| compare(layout, Seating::NOBODY, after_end));
        }
        let layout = Layout { observation: Observation::Compact, features: Features::With };
        pool.install(|| compare(layout, Seating::Rotating(one), AfterEnd::Restart));
    }
}

#[test]
fn nothing_goes_on_and_nothing_is_written_where_anything_is_wrong() {
    let layout = Layout { observation: Observation::Compact, features: Features::Without };
    let mut games = Games::new(SEED, 0, PLACES, Seating::NOBODY, AfterEnd::Restart).unwrap();
    let before = games.turns().to_vec();
    let mut actions: Vec<u8> = before.iter().map(|turn| turn.actions.bits().trailing_zeros() as u8).collect();
    let good = actions.clone();
    let (mut observations, mut mask) = (vec![9; PLACES * layout.len()], vec![9; PLACES * ActionCode::COUNT]);
    actions[PLACES - 1] = 39;
    let refused =
        games.step_and_observe(&actions, ObservationBuffer::Bytes(layout, &mut observations), Some(&mut mask));
    assert!(matches!(refused, Err(GamesError::NotAllowed { place, action: 39, .. }) if place == PLACES - 1));
    assert!(observations.iter().chain(&mask).all(|&byte| byte == 9));
    let mut floats = vec![0.0; PLACES * layout.len() + 1];
    let (less, less_mask) = (observations.len() - 1, mask.len() - 1);
    let mut wrong = |observations: ObservationBuffer, mask: Option<&mut [u8]>| {
        let step = AssertUnwindSafe(|| games.step_and_observe(&good, observations, mask));
        assert!(catch_unwind(step).is_err(), "there is not the room for it");
        assert_eq!(games.turns(), before);
    };
    wrong(ObservationBuffer::Bytes(layout, &mut observations[..less]), None);
    wrong(ObservationBuffer::Floats(layout, &mut floats), None);
    wrong(ObservationBuffer::Scaled(layout, &mut floats), None);
    wrong(ObservationBuffer::Bytes(layout, &mut observations), Some(&mut mask[..less_mask]));
    games.step_and_observe(&good, ObservationBuffer::Bytes(layout, &mut observations), Some(&mut mask)).unwrap();
    assert!(observations.chunks(layout.len()).all(|seen| seen.iter().any(|&seen| seen != 9)));
    assert!(mask.iter().all(|&allowed| allowed <= 1));
}
