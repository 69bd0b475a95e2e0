//! One game and its events.

use paili::game::{Event, Game, Observer, Outcome, Position, Seat, Transcript};
use paili::simulation::{NamedPolicy, Seed};
use paili::{Meld, Model, TableModel, Tile};
use paili_arena::Deal;
use pyo3::prelude::*;

use crate::names::mpsz;
use crate::players::Who;
use crate::view::{Tokens, tokens};
use crate::wall::{named, read_wall};

/// An event's kind, seat, tile, tiles, from whom and who is skipped; the package makes its `Event` of it.
type Told = (
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
    Option<Tokens>,
    Option<&'static str>,
    Option<&'static str>,
);

/// A player's concealed tiles and exposed melds at the end of a game.
type Left = (Vec<&'static str>, Vec<Tokens>);

/// A game: its wall, transcript and events, and each player's tiles at its end.
type Played = (Vec<&'static str>, String, Vec<Told>, Vec<Left>);

/// Plays a wall by policies, each a name or an object. Random policies draw as in that game of the seed.
#[pyfunction]
pub fn play<'py>(wall: &Bound<'py, PyAny>, policies: [Bound<'py, PyAny>; 4], seed: u64, game: u64) -> PyResult<Played> {
    let py = wall.py();
    let wall = read_wall(wall)?;
    let (mut transcript, mut recorder) = (Transcript::new(), Recorder::default());
    let observer = &mut (&mut transcript, &mut recorder);
    match Who::seat(py, policies, None, 1)? {
        Who::Named(named) => {
            Game::play(&wall, TableModel, &mut NamedPolicy::players(named, Seed(seed), game), observer);
        }
        Who::Company(mut company) => {
            // It is none of many.
            company.entrants.told = |_| None;
            let deal = Deal { wall: wall.clone(), ..Deal::of_game(Seed(seed), game) };
            for played in company.play(py, vec![deal])? {
                played.play_again(&wall, TableModel, observer);
            }
        }
    }
    let transcript = String::from_utf8_lossy(transcript.as_bytes()).into_owned();
    Ok((named(&wall), transcript, recorder.told, recorder.left))
}

/// Records the events of a game.
#[derive(Debug, Default)]
struct Recorder {
    told: Vec<Told>,
    left: Vec<Left>,
    /// The tile that was drawn or discarded last.
    last: Option<Tile>,
}

impl Observer for Recorder {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        let last = self.last.map(mpsz);
        let told = match event {
            Event::Dealt => return,
            Event::Draw { seat, tile } => ("draw", Some(seat), Some(mpsz(tile)), None, None, None),
            Event::Discard { seat, tile } => ("discard", Some(seat), Some(mpsz(tile)), None, None, None),
            Event::Special { seat, special, skipped } => {
                ("special", Some(seat), Some(mpsz(special)), None, None, skipped)
            }
            Event::Chow { seat, from, chow } => {
                ("chow", Some(seat), last, Some(tokens(chow.tiles())), Some(from), None)
            }
            Event::Pong { seat, from, tile } => {
                ("pong", Some(seat), last, Some(tokens(Meld::Pong(tile).tiles())), Some(from), None)
            }
            Event::End(Outcome::Ron { winner, from, tile }) => {
                ("ron", Some(winner), Some(mpsz(tile)), None, Some(from), None)
            }
            Event::End(Outcome::SelfDrawn { winner }) => ("self_draw", Some(winner), last, None, None, None),
            Event::End(Outcome::WallExhausted) => ("exhausted", None, None, None, None, None),
            Event::End(Outcome::Forfeited { by }) => ("forfeited", Some(by), None, None, None, None),
        };
        let (kind, seat, tile, tiles, from, skipped) = told;
        self.told.push((kind, seat.map(Seat::token), tile, tiles, from.map(Seat::token), skipped.map(Seat::token)));
        match event {
            Event::Draw { tile, .. } | Event::Discard { tile, .. } => self.last = Some(tile),
            Event::End(_) => {
                self.left = Seat::ALL
                    .map(|seat| {
                        let melds = game.melds(seat).iter().map(|meld| tokens(meld.tiles()));
                        (game.hand(seat).counts().tiles().map(mpsz).collect(), melds.collect())
                    })
                    .into();
            }
            _ => {}
        }
    }
}
