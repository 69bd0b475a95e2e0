//! Ways to play alone, and at a table by what is best alone.

use std::fmt;
use std::sync::Arc;

use super::{Solved, SolvedError};
use paili::analysis::{Discard, Unseen, discards};
use paili::distance::Model;
use paili::game::{PLAYERS, Policy, Rule, View};
use paili::odds::{Changes, Graph, Law};
use paili::rules::RulesModel;
use paili::{Chow, Hand, Tile};

/// A way to discard when playing [alone](super::SoloGames).
#[derive(Debug, Clone)]
pub enum Strategy {
    /// As the THUPC rule: what leaves the smallest distance.
    Rule,
    /// Of those, the discard with the largest acceptance, given what the player has discarded.
    Acceptance,
    /// What leaves the hand likeliest to win by [`Graph::likeliest`](paili::odds::Graph::likeliest), without changes; hands
    /// that lack more than five tiles are played for the largest acceptance.
    Odds,
    /// The discard with the largest bound, of equals the one with the larger acceptance.
    Solved(Arc<Solved>),
}

/// Of hands that lack more, the odds take long and hardly differ.
const FARTHEST: u8 = 5;

impl Strategy {
    /// The discard of a hand that does not win, of which `discards` are all, best by acceptance first.
    ///
    /// # Errors
    ///
    /// When a file of bounds is damaged, or not of this game.
    pub(super) fn discard<M: Model + Copy + Into<RulesModel>>(
        &self,
        model: M,
        hand: &Hand,
        unseen: &Unseen,
        draws: u32,
        discards: &[Discard],
    ) -> Result<Option<Tile>, SolvedError> {
        let by_acceptance = discards.first().map(|best| best.tile);
        Ok(match self {
            Strategy::Rule => model.best_discard(hand),
            Strategy::Acceptance => by_acceptance,
            Strategy::Odds if draws == 0 || model.distance(hand).get() > FARTHEST => by_acceptance,
            Strategy::Odds => likeliest(model, hand, unseen, draws).or(by_acceptance),
            Strategy::Solved(solved) => solved.discards(hand, unseen, draws)?.first().map(|best| best.tile),
        })
    }
}

fn likeliest(model: impl Into<RulesModel>, hand: &Hand, unseen: &Unseen, draws: u32) -> Option<Tile> {
    let graph = Graph::of(model, hand, unseen, Changes::None).ok()?;
    let (discard, win) = graph.likeliest(draws, Law::Remembering).ok()?;
    discard.filter(|_| win > 0.0)
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Strategy::Rule => "rule",
            Strategy::Acceptance => "acceptance",
            Strategy::Odds => "odds",
            Strategy::Solved(_) => "solved",
        })
    }
}

/// A [policy](Policy) for the table that discards what leaves the largest bound in as many draws as it may expect, and claims
/// as the rule does. Hands that the file does not have, for example beside exposed melds, it plays for the largest acceptance.
#[derive(Debug, Clone)]
pub struct SolvedPolicy(Arc<Solved>);

impl SolvedPolicy {
    /// The policy that plays by a file.
    pub fn new(solved: Arc<Solved>) -> SolvedPolicy {
        SolvedPolicy(solved)
    }
}

impl<M: Model> Policy<M> for SolvedPolicy {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let (hand, unseen) = (view.hand(), view.unseen());
        let expected = (view.tiles_left().div_ceil(PLAYERS) as u32).min(self.0.game().draws());
        // At a table the unseen tiles never are those of a layer: the one of as many draws is the nearest.
        let solved = || self.0.discards(hand, &unseen, expected).ok()?.first().map(|best| best.tile);
        let best = solved().or_else(|| discards(view.model(), hand, &unseen).first().map(|best| best.tile));
        // The game asks for a discard only of a hand that has one due.
        best.expect("a hand to discard from")
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        Rule.claims_pong(view, discarded)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        Rule.claims_chow(view, discarded)
    }
}
