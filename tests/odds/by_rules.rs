//! Odds by compiled tables are those by the embedded ones, and of the definition on other decks.

use std::collections::HashMap;

use crate::length::short_or_long;
use paili::analysis::{Question, Unseen};
use paili::odds::{Changes, Graph, Law, Odds, OddsError};
use paili::rules::{PlainRules, ReadyMade, RuleSet, RulesModel, WildcardCopies};
use paili::simulation::{RandomHands, Seed};
use paili::{Counts, Distance, Form, Forms, Hand, Model, Specials, Suit, Tile, TileSet};

/// What only rounding makes different.
const ROUNDING: f64 = 1e-10;

/// The odds of a hand whose owner sees nothing else, with one limit for all forms.
fn odds(rules: &RuleSet, hand: &Hand, draws: u32) -> Result<Odds, OddsError> {
    let unseen = Unseen::of(rules, hand, &Counts::EMPTY);
    Graph::of_nearest(rules.model(), hand, &unseen, Changes::None)?.odds(draws, Law::Remembering)
}

#[track_caller]
fn assert_close(of: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{of}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < ROUNDING, "{of}: {found}, expected {expected}");
    }
}

#[test]
fn compiled_tables_have_the_odds_of_the_embedded_ones() {
    let mut compared = 0;
    let riichi = ReadyMade::Riichi.rules();
    for (tiles, forms, changes, farthest) in [
        (14, Forms::default(), Changes::None, 3),
        (13, Forms::default(), Changes::One, 2),
        (14, Forms::ALL, Changes::None, 3),
        (14, Forms::ALL, Changes::One, 2),
        (13, Forms::ALL, Changes::Two, 1),
        (8, Forms::ALL, Changes::None, 3),
    ] {
        let rules = riichi.clone().choosing(forms).unwrap();
        let [embedded, compiled] = [rules.model(), RulesModel::Compiled(rules.compiled())];
        let random = RandomHands::new(Seed(7), tiles, Specials::Without).unwrap();
        let near = (0..50_000).map(|number| random.hand(number));
        let near = near.filter(|hand| (1..=farthest).contains(&embedded.distance(hand).get()));
        for hand in near.take(short_or_long(6, 40)) {
            let unseen = Unseen::by(&hand);
            let graphs = [embedded, compiled].map(|model| Graph::of(model, &hand, &unseen, changes).unwrap());
            assert_eq!(graphs[0].hands(), graphs[1].hands(), "{hand}");
            for law in Law::ALL {
                let of = format!("{hand} {changes:?} {law}");
                let [expected, found] = graphs.each_ref().map(|graph| graph.odds(17, law).unwrap());
                assert_close(&of, &found.win, &expected.win);
                assert_close(&of, &found.ready, &expected.ready);
                assert_eq!(found.discards.len(), expected.discards.len(), "{of}");
                for (found, expected) in found.discards.iter().zip(&expected.discards) {
                    assert_eq!((found.tile, found.distance), (expected.tile, expected.distance), "{of}");
                    assert_close(&of, &found.win, &expected.win);
                    assert_close(&of, &found.ready, &expected.ready);
                }
                compared += 1;
            }
        }
    }
    assert!(compared > short_or_long(50, 300), "{compared}");
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
        (pairs.clone(), "1346799p"),
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
        let found = odds.win[0];
        if rules.wildcards() > 0 && rules != pairs {
            // A wildcard that is worth several tiles leaves room for a draw that lowers nothing.
            assert!(found >= expected - ROUNDING && found < expected + 0.05, "{text}: {found}, expected {expected}");
        } else {
            assert!((found - expected).abs() < ROUNDING, "{text}: {found}, expected {expected}");
        }
    }
}

#[test]
fn what_never_wins_is_told() {
    let sichuan = ReadyMade::Sichuan.rules();
    let never = Question::new(&sichuan, &["111m", "222p", "333s"], "").unwrap();
    let (_, hand, unseen) = never.read("4466m").unwrap();
    assert_eq!(Graph::of(never.model(), &hand, &unseen, Changes::None).unwrap_err(), OddsError::Never);
    assert_eq!(Odds::never(3, &unseen).unwrap().win, [0.0; 3]);
    let won = sichuan.read_hand("11m").unwrap();
    assert_eq!(odds(&sichuan, &won, 3).unwrap().win, [1.0; 3]);
    let none = odds(&sichuan, &won, 0);
    assert_eq!(none, Err(OddsError::Draws { draws: 0, unseen: 106 }));
}
