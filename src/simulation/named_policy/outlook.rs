//! What a hand may expect of the rest of a game: the odds that policies play for.

use super::acceptance;
use crate::analysis::Unseen;
use crate::distance::{Model, TableModel};
use crate::game::{PLAYERS, Policy, Rule, Seat, View};
use crate::hand::Hand;
use crate::meld::{Chow, Meld};
use crate::odds::{Changes, Competition, Graph};
use crate::tile::Tile;

/// What a player expects of its hand.
pub(super) struct Outlook<'a, M: Model> {
    view: &'a View<'a, M>,
    /// None if the hand lacks too much to tell: then it is played for acceptance, and claims are the rule's.
    chances: Option<Chances>,
}

/// What a player reckons with when it looks for what makes its hand likeliest to win.
struct Chances {
    unseen: Unseen,
    draws: u32,
    changes: Changes,
    competition: Competition,
}

impl<'a, M: Model> Outlook<'a, M> {
    /// Of a hand that lacks too much.
    pub fn unknown(view: &'a View<'a, M>) -> Outlook<'a, M> {
        Outlook { view, chances: None }
    }

    /// Of a player who expects a quarter of the tiles that are left, but no more than so many draws.
    pub fn new(
        view: &'a View<'a, M>,
        most_draws: usize,
        changes: Changes,
        competition: &Competition,
    ) -> Outlook<'a, M> {
        let draws = view.tiles_left().div_ceil(PLAYERS).min(most_draws) as u32;
        Outlook { view, chances: Some(Chances { unseen: view.unseen(), draws, changes, competition: *competition }) }
    }

    /// The discard after which the hand is likeliest to win, of equals the one that the rule plays first.
    pub fn discard(&self) -> Tile {
        let best = self.chances.as_ref().and_then(|chances| chances.likeliest(self.view.hand()));
        let best = best.and_then(|(discard, win)| discard.filter(|_| win > 0.0));
        best.unwrap_or_else(|| acceptance::discard(self.view))
    }

    /// Whether the hand is likelier to win if it claims a discard for a pong.
    pub fn claims_pong(&self, discarded: Tile) -> bool {
        let Some(chances) = &self.chances else { return Rule.claims_pong(self.view, discarded) };
        let with = self.win_claiming(chances, Meld::Pong(discarded), discarded);
        with.is_some_and(|with| with > self.win_passing(chances))
    }

    /// The chow that makes the hand likeliest to win, if it is likelier than without; the first of equals, as the rule has
    /// it.
    pub fn claims_chow(&self, discarded: Tile) -> Option<Chow> {
        let Some(chances) = &self.chances else { return Rule.claims_chow(self.view, discarded) };
        let wins = self.view.chows(discarded);
        let wins = wins.filter_map(|chow| Some((chow, self.win_claiming(chances, Meld::Chow(chow), discarded)?)));
        let (chow, with) = wins.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (with > self.win_passing(chances)).then_some(chow)
    }

    /// How likely the hand wins after a claim that does not take it farther away.
    fn win_claiming(&self, chances: &Chances, meld: Meld, discarded: Tile) -> Option<f64> {
        let after = self.view.hand().claiming(meld, discarded).ok()?;
        let is_as_near = self.view.distance_claiming(meld, discarded)? <= self.view.distance();
        is_as_near.then(|| chances.win(&after))
    }

    /// How likely the hand wins without a claim. After one all others play before its next draw; without it only those do
    /// who sit between.
    fn win_passing(&self, chances: &Chances) -> f64 {
        let seat = self.view.seat();
        let others = |last: Seat| last.others(self.view.direction());
        let between =
            self.view.river().iter().last().and_then(|last| others(last.seat).iter().position(|&s| s == seat));
        let spared = (PLAYERS - 1 - between.unwrap_or(0)) as f64 / (PLAYERS - 1) as f64;
        chances.win(self.view.hand()) * chances.competition.in_time(1).powf(-spared)
    }
}

impl Chances {
    fn win(&self, hand: &Hand) -> f64 {
        self.likeliest(hand).map_or(0.0, |(_, win)| win)
    }

    /// The discard after which a hand is likeliest to win, if it has to discard, and how likely.
    fn likeliest(&self, hand: &Hand) -> Option<(Option<Tile>, f64)> {
        let graph = Graph::of(TableModel, hand, &self.unseen, self.changes).ok()?;
        graph.likeliest_among(self.draws.min(graph.unseen_tiles()).max(1), &self.competition).ok()
    }
}
