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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Call, Discarder, Question};
    use crate::answers::{OddsAnswer, OfferedAnswer, OfferedCall};
    use crate::game::Game;
    use crate::hand::Counts;
    use crate::odds::{Law, OddsTerms};
    use crate::rules::RuleSet;
    use crate::simulation::Seed;
    use crate::tile_set::TileSet;

    const CHANGES: Changes = Changes::One;

    /// Farther hands take longer.
    const FARTHEST: u8 = 2;

    /// Plays as if nobody else won or discarded what it needs, and holds its decisions against the odds of the hand and of the
    /// tile that it is offered.
    #[derive(Default)]
    struct Alone {
        discards: usize,
        claims: usize,
        passes: usize,
    }

    fn outlook<'a, M: Model>(view: &'a View<'a, M>) -> Outlook<'a, M> {
        if view.distance().get() > FARTHEST {
            return Outlook::unknown(view);
        }
        Outlook::new(view, 5, CHANGES, &Competition::seeing_when_ready(1.0))
    }

    /// What the player knows as one would tell it the program, and its hand; if nothing but the odds decides.
    fn told<M: Model>(view: &View<'_, M>, offered: Option<Tile>) -> Option<(Question, String, OddsTerms)> {
        let Outlook { chances: Some(chances), .. } = outlook(view) else { return None };
        if !(view.hand().counts().kinds() & TileSet::SPECIAL).is_empty() || chances.draws == 0 {
            return None;
        }
        let discarded = Tile::ALL.into_iter().flat_map(|tile| vec![tile; view.discarded(tile).into()]);
        let others = view.seat().others(view.direction());
        let melded = others.into_iter().flat_map(|seat| view.melds(seat)).flat_map(|meld| meld.tiles());
        let mut visible: Vec<Tile> = discarded.chain(melded).collect();
        if let Some(tile) = offered {
            visible.swap_remove(visible.iter().position(|&seen| seen == tile).unwrap());
        }
        let visible = Counts::of(visible).unwrap();
        let melds: Vec<String> = view.melds(view.seat()).iter().map(ToString::to_string).collect();
        let question = Question::new(RuleSet::standard(), &melds, &visible.to_string()).unwrap();
        let terms = OddsTerms { draws: chances.draws, changes: Some(CHANGES), law: Law::Remembering };
        Some((question, view.hand().counts().to_string(), terms))
    }

    /// The likeliest of the calls that take the hand no farther away, if it is likelier than passing.
    fn likeliest(answer: &OfferedAnswer, of: impl Fn(Call) -> bool) -> Option<&OfferedCall> {
        let pass = answer.calls.iter().find(|call| call.offer.call == Call::Pass).unwrap();
        let nearest = pass.offer.distance;
        let mut calls = answer.calls.iter().filter(|call| of(call.offer.call) && call.offer.distance <= nearest);
        calls.next().filter(|call| call.win() > pass.win() + ROUNDING)
    }

    /// Neither goes by less.
    const ROUNDING: f64 = 1e-12;

    impl Alone {
        fn count(&mut self, claims: bool) {
            if claims { self.claims += 1 } else { self.passes += 1 }
        }
    }

    impl<M: Model> Policy<M> for Alone {
        fn discard(&mut self, view: &View<'_, M>) -> Tile {
            let discard = outlook(view).discard();
            if let Some((question, hand, terms)) = told(view, None) {
                let answer = OddsAnswer::read(&question, &hand, terms).unwrap();
                assert_eq!(answer.unseen, view.unseen());
                let best = answer.ways[0].win[0];
                let way = answer.ways.iter().find(|way| way.discard == Some(discard));
                assert!(best == 0.0 || way.unwrap().win[0] > best - ROUNDING, "{discard} of {hand}");
                self.discards += 1;
            }
            discard
        }

        fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
            let claims = outlook(view).claims_pong(discarded);
            if let Some((question, hand, terms)) = told(view, Some(discarded)) {
                let offered = (&*discarded.to_string(), Discarder::Across);
                let answer = OfferedAnswer::read(&question, &hand, offered, terms).unwrap();
                assert_eq!(claims, likeliest(&answer, |call| call == Call::Pong).is_some(), "{discarded} for {hand}");
                self.count(claims);
            }
            claims
        }

        fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
            let claims = outlook(view).claims_chow(discarded);
            if let Some((question, hand, terms)) = told(view, Some(discarded)) {
                let offered = (&*discarded.to_string(), Discarder::Left);
                let answer = OfferedAnswer::read(&question, &hand, offered, terms).unwrap();
                let best = likeliest(&answer, |call| matches!(call, Call::Chow(_)));
                assert_eq!(claims.is_some(), best.is_some(), "{discarded} for {hand}");
                if let (Some(chow), Some(best)) = (claims, best) {
                    let claimed = answer.calls.iter().find(|call| call.offer.call == Call::Chow(chow)).unwrap();
                    assert!(claimed.win() > best.win() - ROUNDING, "{chow} for {hand}");
                }
                self.count(claims.is_some());
            }
            claims
        }
    }

    #[test]
    fn who_plays_among_nobody_decides_by_the_odds_that_are_told() {
        let (mut discards, mut claims, mut passes) = (0, 0, 0);
        for game in 0..20 {
            let mut players = Seat::ALL.map(|_| Alone::default());
            Game::play(&Seed(3).wall(game), TableModel, &mut players, &mut ());
            for player in &players {
                discards += player.discards;
                claims += player.claims;
                passes += player.passes;
            }
        }
        assert!(discards > 200 && claims > 30 && passes > 5, "{discards}, {claims}, {passes}");
    }
}
