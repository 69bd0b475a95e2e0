//! The policies that have a name.

mod acceptance;
mod odds;
mod random;

use std::ops::Range;

use self::random::Random;
use super::{Seed, Statistics, Tally, tally};
use crate::distance::Model;
use crate::game::{Policy, Rule, Seat, View};
use crate::meld::Chow;
use crate::name::named;
use crate::tile::Tile;

/// A policy by its name.
///
/// ```
/// use paili::simulation::NamedPolicy;
///
/// assert_eq!("acceptance".parse(), Ok(NamedPolicy::Acceptance));
/// assert_eq!(
///     "greedy".parse::<NamedPolicy>().unwrap_err().to_string(),
///     "\"greedy\" is no policy: expected rule, acceptance, odds, concealed or random"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamedPolicy {
    /// The THUPC rule's fixed strategy, [`Rule`].
    Rule,
    /// Of the discards to the smallest distance, the one with the largest acceptance given everything the player has seen;
    /// claims as the rule does.
    Acceptance,
    /// Discards what leaves the hand likeliest to win alone by [`Graph::wins`](crate::odds::Graph::wins), in as many draws as
    /// it may expect, and claims when that makes it likelier. Hands that lack more than four tiles it plays as
    /// [`Acceptance`](NamedPolicy::Acceptance) does. Some thousand times slower than the rule.
    Odds,
    /// Discards as the rule does and never claims a chow or a pong.
    Concealed,
    /// Discards any of its tiles, all equally likely, and never claims a chow or a pong.
    Random,
}

impl NamedPolicy {
    /// All that there are.
    pub const ALL: [NamedPolicy; 5] =
        [NamedPolicy::Rule, NamedPolicy::Acceptance, NamedPolicy::Odds, NamedPolicy::Concealed, NamedPolicy::Random];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            NamedPolicy::Rule => "rule",
            NamedPolicy::Acceptance => "acceptance",
            NamedPolicy::Odds => "odds",
            NamedPolicy::Concealed => "concealed",
            NamedPolicy::Random => "random",
        }
    }

    /// Its player in a seat of a game.
    #[must_use]
    #[inline]
    pub fn player<M: Model>(self, seed: Seed, game: u64, seat: Seat) -> impl Policy<M> {
        match self {
            NamedPolicy::Rule => Player::Rule,
            NamedPolicy::Acceptance => Player::Acceptance,
            NamedPolicy::Odds => Player::Odds,
            NamedPolicy::Concealed => Player::Concealed,
            NamedPolicy::Random => Player::Random(Random::new(seed, game, seat)),
        }
    }

    /// The players of a game, a policy for each seat.
    #[must_use]
    #[inline]
    pub fn players<M: Model>(policies: [NamedPolicy; 4], seed: Seed, game: u64) -> [impl Policy<M>; 4] {
        Seat::ALL.map(|seat| policies[seat.index()].player(seed, game, seat))
    }
}

/// [`tally`] with a policy for each seat.
pub fn tally_named<M: Model>(
    seed: Seed,
    games: Range<u64>,
    model: M,
    policies: [NamedPolicy; 4],
    statistics: Statistics,
) -> Tally {
    if policies == [NamedPolicy::Rule; 4] {
        // What most runs are of: compiled for the one policy they are a fourteenth faster.
        return tally(seed, games, model, |_| [Rule; 4], statistics);
    }
    tally(seed, games, model, |game| NamedPolicy::players(policies, seed, game), statistics)
}

named!(NamedPolicy, "is no policy", "rule, acceptance, odds, concealed or random");

/// A player that follows a [`NamedPolicy`].
#[derive(Debug, Clone)]
enum Player {
    Rule,
    Acceptance,
    Odds,
    Concealed,
    Random(Random),
}

impl<M: Model> Policy<M> for Player {
    #[inline]
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        match self {
            Player::Rule | Player::Concealed => Rule.discard(view),
            Player::Acceptance => acceptance::discard(view),
            Player::Odds => odds::discard(view),
            Player::Random(random) => random.discard(view),
        }
    }

    #[inline]
    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        match self {
            Player::Rule | Player::Acceptance => Rule.claims_pong(view, discarded),
            Player::Odds => odds::claims_pong(view, discarded),
            Player::Concealed | Player::Random(_) => false,
        }
    }

    #[inline]
    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        match self {
            Player::Rule | Player::Acceptance => Rule.claims_chow(view, discarded),
            Player::Odds => odds::claims_chow(view, discarded),
            Player::Concealed | Player::Random(_) => None,
        }
    }
}
