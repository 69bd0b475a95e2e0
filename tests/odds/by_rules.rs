//! Odds by rule sets are those of the graph where both tell them, and of the definition on other decks.

use std::collections::HashMap;

use crate::length::short_or_long;
use paili::analysis::{Question, Unseen};
use paili::odds::{Changes, Graph, Law, Odds, OddsError};
use paili::rules::{PlainRules, ReadyMade, RuleSet, RulesModel, WildcardCopies};
use paili::simulation::{RandomHands, Seed};
use paili::{Counts, Distance, Form, Forms, Hand, Model, Specials, Suit, Tile, TileSet};

/// What only rounding makes different.
const ROUNDING: f64 = 1e-10;

/// The odds of a hand whose owner sees nothing else.
fn odds(rules: &RuleSet, hand: &Hand, draws: u32) -> Result<Odds, OddsError> {
    Odds::by_rules(rules.model(), hand, &Unseen::of(rules, hand, &Counts::EMPTY), draws)
}

#[track_caller]
fn assert_close(of: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{of}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < ROUNDING, "{of}: {found}, expected {expected}");
    }
}

#[test]
fn riichi_has_the_odds_of_the_graph() {
    let mut compared = 0;
    let riichi = ReadyMade::Riichi.rules();
    for (tiles, forms) in [(14, Forms::default()), (13, Forms::default()), (14, Forms::ALL), (8, Forms::ALL)] {
        let rules = riichi.clone().choosing(forms).unwrap();
        let [embedded, compiled] = [rules.model(), RulesModel::Compiled(rules.compiled())];
        let random = RandomHands::new(Seed(7), tiles, Specials::Without).unwrap();
        let near = (0..20_000).map(|number| random.hand(number));
        let near = near.filter(|hand| (1..=3).contains(&embedded.distance(hand).get())).take(short_or_long(8, 40));
        for hand in near {
            let of = hand.to_string();
            let unseen = Unseen::by(&hand);
            let graph = Graph::of_nearest(&hand, &unseen, rules.forms(), Changes::None).unwrap();
            let expected = graph.odds(17, Law::Remembering).unwrap();
            // By either tables.
            let model = if compared % 2 == 0 { embedded } else { compiled };
            let found = Odds::by_rules(model, &hand, &unseen, 17).unwrap();
            assert_close(&of, &found.win, &expected.win);
            assert_close(&of, &found.ready, &expected.ready);
            assert_eq!(found.discards.len(), expected.discards.len(), "{of}");
            for (found, expected) in found.discards.iter().zip(&expected.discards) {
                assert_close(&of, &found.win, &expected.win);
                assert_close(&of, &found.ready, &expected.ready);
            }
            compared += 1;
        }
    }
    assert!(compared > short_or_long(20, 100), "{compared}");
}

/// The definition: a draw that lowers the distance is kept if it is worth more than to discard it, and then the best discard
/// that keeps the distance is made. Should all that is kept come to more than 1, it is scaled to 1: what was discarded is not
/// looked at.
struct Definition<'a> {
    rules: &'a RuleSet,
    first: Hand,
    draws: u32,
    known: HashMap<(Counts, u8, u32), f64>,
}

impl Definition<'_> {
    fn distance(&self, counts: Counts, wildcards: u8) -> Distance {
        let hand = self.rules.hand(counts, wildcards).unwrap();
        PlainRules::new(self.rules).distance(&hand)
    }

    /// How likely a hand that draws wins after `made` draws.
    fn win(&mut self, counts: Counts, wildcards: u8, made: u32) -> f64 {
        if made == self.draws {
            return 0.0;
        }
        if let Some(&known) = self.known.get(&(counts, wildcards, made)) {
            return known;
        }
        let stays = self.win(counts, wildcards, made + 1);
        let distance = self.distance(counts, wildcards);
        let unseen = self.rules.tiles() - self.first.tiles() - made as usize;
        let (mut gain, mut kept_copies) = (0.0, 0.0);
        for kind in 0..=Tile::REGULAR_COUNT {
            let (mut drawn, mut wild) = (counts, wildcards);
            // Behind the kinds comes the wildcard.
            let copies = if kind < Tile::REGULAR_COUNT {
                let tile = Tile::ALL[kind];
                if drawn.insert(tile).is_err() || counts.get(tile) < self.first.counts().get(tile) {
                    continue;
                }
                self.rules.copies(tile).saturating_sub(counts.get(tile))
            } else {
                wild += 1;
                self.rules.wildcards() - wildcards
            };
            if copies == 0 {
                continue;
            }
            let near = self.distance(drawn, wild);
            if near < distance {
                let kept = self.discarded(drawn, wild, near, made + 1);
                if kept > stays {
                    kept_copies += f64::from(copies);
                    gain += f64::from(copies) * (kept - stays);
                }
            }
        }
        let win = stays + gain / f64::max(unseen as f64, kept_copies);
        self.known.insert((counts, wildcards, made), win);
        win
    }

    /// How likely a hand of this distance wins with its best discard.
    fn discarded(&mut self, counts: Counts, wildcards: u8, distance: Distance, made: u32) -> f64 {
        if distance == Distance::WON {
            return 1.0;
        }
        let (mut best, first): (f64, _) = (0.0, self.first);
        for tile in counts.kinds().iter().filter(|&tile| counts.get(tile) <= first.counts().get(tile)) {
            let after = Counts::of(without(&counts, tile)).unwrap();
            if self.distance(after, wildcards) == distance {
                best = best.max(self.win(after, wildcards, made));
            }
        }
        best
    }
}

/// The tiles less one.
fn without(counts: &Counts, tile: Tile) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = counts.tiles().collect();
    let place = tiles.iter().position(|&one| one == tile).unwrap();
    tiles.remove(place);
    tiles
}

#[test]
fn other_decks_have_the_odds_of_the_definition() {
    let dots = RuleSet::new("dots", 2).unwrap().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let pairs = dots.clone().with_forms(&[Form::Standard, Form::Pairs]).unwrap().with_wildcards(2).unwrap();
    let fifth = pairs.clone().with_wildcard_copies(WildcardCopies::Beyond);
    let ready_made = |name: ReadyMade| name.rules();
    for (rules, text) in [
        (dots.clone(), "1346799p"),
        (dots, "13467999p"),
        (pairs.clone(), "134679p*"),
        (pairs, "1346799p"),
        (fifth.clone(), "1111579p"),
        (fifth, "111157p*"),
        (ready_made(ReadyMade::Sanma), "19m99p1z"),
        (ready_made(ReadyMade::Taiwan), "2345m6779p"),
        (ready_made(ReadyMade::Guobiao), "147m258p36s12344z"),
        (ready_made(ReadyMade::Sichuan), "1134m5p78s"),
    ] {
        let hand = rules.read_hand(text).unwrap();
        let draws = 4;
        let odds = odds(&rules, &hand, draws).unwrap();
        let mut definition = Definition { rules: &rules, first: hand, draws, known: HashMap::new() };
        let (counts, wildcards) = (*hand.counts(), hand.wildcards());
        let expected = if hand.must_discard() {
            let distance = definition.distance(counts, wildcards);
            definition.discarded(counts, wildcards, distance, 0)
        } else {
            definition.win(counts, wildcards, 0)
        };
        assert!(expected > 0.0, "{text}");
        assert!((odds.win[0] - expected).abs() < ROUNDING, "{text}: {}, expected {expected}", odds.win[0]);
    }
}

#[test]
fn what_is_too_far_or_never_wins_is_told() {
    let sichuan = ReadyMade::Sichuan.rules();
    let never = Question::new(&sichuan, &["111m", "222p", "333s"], "").unwrap();
    let (_, hand, unseen) = never.read("4466m").unwrap();
    assert_eq!(Odds::by_rules(never.model(), &hand, &unseen, 3).unwrap().win, [0.0; 3]);
    let won = sichuan.read_hand("11m").unwrap();
    assert_eq!(odds(&sichuan, &won, 3).unwrap().win, [1.0; 3]);
    let far = ReadyMade::Guobiao.rules();
    let hand = far.read_hand("159m159p159s1357z").unwrap();
    let error = odds(&far, &hand, 17);
    assert!(matches!(error, Ok(_) | Err(OddsError::TooFar { .. })), "{error:?}");
    let none = odds(&sichuan, &won, 0);
    assert_eq!(none, Err(OddsError::Draws { draws: 0, unseen: 106 }));
}
