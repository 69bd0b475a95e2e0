//! The policies that have a name: a file in this folder and a line here for each.

mod acceptance;
mod concealed;
mod odds;
mod outlook;
mod race;
mod random;

use std::ops::Range;

use self::acceptance::Acceptance;
use self::concealed::Concealed;
use self::odds::Odds;
use self::race::Race;
use self::random::Random;
use super::{Seed, Statistics, Tally, tally};
use crate::distance::Model;
use crate::game::{PLAYERS, Policy, Rule, Seat, View};
use crate::meld::Chow;
use crate::names;
use crate::tile::Tile;

/// Defines [`NamedPolicy`] and the player that follows one, given how each is made for a seed, a game and a seat.
macro_rules! policies {
    ($($(#[$doc:meta])* $Named:ident = $name:literal: $new:expr,)+) => {
        names! {
            /// A policy by its name.
            ///
            /// ```
            /// use paili::simulation::NamedPolicy;
            ///
            /// assert_eq!("acceptance".parse(), Ok(NamedPolicy::Acceptance));
            /// let error = "greedy".parse::<NamedPolicy>().unwrap_err();
            /// assert_eq!(error.to_string(), format!("\"greedy\" is no policy: expected {}", NamedPolicy::list()));
            /// ```
            pub enum NamedPolicy: "is no policy" { $($(#[$doc])* $Named = $name,)+ }
        }

        #[derive(Debug, Clone)]
        pub(super) enum Player { $($Named($Named),)+ }

        impl NamedPolicy {
            /// The player in a seat of a game.
            #[inline]
            pub fn player<M: Model>(self, seed: Seed, game: u64, seat: Seat) -> impl Policy<M> {
                self.in_seat(seed, game, seat)
            }

            #[inline]
            pub(super) fn in_seat(self, seed: Seed, game: u64, seat: Seat) -> Player {
                match self {
                    $(NamedPolicy::$Named => {
                        let new: fn(Seed, u64, Seat) -> $Named = $new;
                        Player::$Named(new(seed, game, seat))
                    })+
                }
            }
        }

        impl<M: Model> Policy<M> for Player {
            #[inline]
            fn discard(&mut self, view: &View<'_, M>) -> Tile {
                match self { $(Player::$Named(player) => player.discard(view),)+ }
            }

            #[inline]
            fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
                match self { $(Player::$Named(player) => player.claims_pong(view, discarded),)+ }
            }

            #[inline]
            fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
                match self { $(Player::$Named(player) => player.claims_chow(view, discarded),)+ }
            }
        }
    };
}

policies! {
    /// The THUPC rule's fixed strategy, [`Rule`](crate::game::Rule).
    Rule = "rule": |_, _, _| Rule,
    /// Of the discards to the smallest distance, the one with the largest acceptance given everything the player has seen;
    /// claims as the rule does.
    Acceptance = "acceptance": |_, _, _| Acceptance,
    /// Discards what leaves the hand likeliest to win alone by [`Graph::wins`](crate::odds::Graph::wins), in the draws
    /// that it may expect, and claims when that makes it likelier. Hands that lack more than four tiles it plays as
    /// [`Acceptance`](NamedPolicy::Acceptance) does. Some thousand times slower than the rule.
    Odds = "odds": |_, _, _| Odds,
    /// Plays for the largest probability to win before anybody else does: it reckons with its claims, with the discards that
    /// it may expect of each kind, and with how soon the others win by the look of their melds. It looks at hands that lack at
    /// most three tiles, and plays others as [`Acceptance`](NamedPolicy::Acceptance) does.
    Race = "race": |_, _, _| Race,
    /// Discards as the rule does and never claims a chow or a pong.
    Concealed = "concealed": |_, _, _| Concealed,
    /// Discards any of its tiles, all equally likely, and never claims a chow or a pong.
    Random = "random": Random::new,
}

impl NamedPolicy {
    /// The players of a game, a policy for each seat.
    #[inline]
    pub fn players<M: Model>(policies: [NamedPolicy; PLAYERS], seed: Seed, game: u64) -> [impl Policy<M>; PLAYERS] {
        Seat::ALL.map(|seat| policies[seat.index()].player(seed, game, seat))
    }
}

/// [`tally`] with a policy for each seat.
pub fn tally_named<M: Model>(
    seed: Seed,
    games: Range<u64>,
    model: M,
    policies: [NamedPolicy; PLAYERS],
    statistics: Statistics,
) -> Tally {
    if policies == [NamedPolicy::Rule; PLAYERS] {
        // What most runs are of: compiled for the one policy they are a fourteenth faster.
        return tally(seed, games, model, |_| [Rule; PLAYERS], statistics);
    }
    tally(seed, games, model, |game| NamedPolicy::players(policies, seed, game), statistics)
}
