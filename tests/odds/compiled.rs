//! Odds by compiled tables are those by the embedded ones.

use paili::analysis::{Question, Unseen};
use paili::odds::{Changes, Graph, Law, Odds, OddsError};
use paili::rules::{ReadyMade, RuleSet, RulesModel, WildcardCopies};
use paili::simulation::{RandomHands, Seed};
use paili::{Counts, Deck, Form, Forms, Hand, Model, Specials, Tile, TileSet};
use rand::RngExt;

use super::properties::check_all;
use super::seed;
use super::twin::near_hand_of;
use crate::length::short_or_long;
use crate::threads;

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
        let random = RandomHands::of(&Deck::full(Specials::Without), Seed(7), tiles).unwrap();
        let near = (0..50_000).map(|number| random.hand(number));
        let near = near.filter(|hand| (1..=farthest).contains(&embedded.distance(hand).get()));
        for hand in near.take(short_or_long(3, 40)) {
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
    assert!(compared > short_or_long(30, 300), "{compared}");
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

/// A wildcard that is worth several tiles can be drawn by a hand all of whose discards then take it away again.
#[test]
fn every_hand_has_odds_where_a_wildcard_is_worth_several_tiles() {
    let sichuan = |wildcards: u8| {
        let rules = ReadyMade::Sichuan.rules().with_wildcards(wildcards).unwrap();
        rules.with_wildcard_copies(WildcardCopies::Beyond)
    };
    let copies = [(Tile::M2, 3), (Tile::M3, 1), (Tile::M4, 4), (Tile::M5, 1)];
    let copies = copies.into_iter().chain([(Tile::EAST, 4), (Tile::WEST, 1), (Tile::WHITE, 4)]);
    let few = RuleSet::new("few", 2).unwrap().with_forms(&[Form::Pairs]).unwrap().with_wildcards(1).unwrap();
    let few = few.with_copies(TileSet::REGULAR, 0).unwrap().with_wildcard_copies(WildcardCopies::Beyond);
    let few = copies.fold(few, |few, (tile, copies)| few.with_copies(TileSet::only(tile), copies).unwrap());
    // Four draws from 11 tiles.
    let four = odds(&few, &few.read_hand("4445m1113z").unwrap(), 4).unwrap();
    assert_close("4445m1113z", &four.win[..1], &[8.0 / 33.0]);
    let known = [(sichuan(1), "166m666p11119999s"), (sichuan(2), "4m22289p1116666s")];
    let known = known.map(|(rules, hand)| (rules.read_hand(hand).unwrap(), rules));
    let random = |piece: u64| {
        let rules = [sichuan(1), sichuan(2), few.clone()][piece as usize % 3].clone();
        (near_hand_of(&rules, 3, &mut seed::rng(950, piece)), rules)
    };
    let random: Vec<_> = threads::results(short_or_long(60, 3_000), random);
    let hands: Vec<(Hand, RuleSet)> = known.into_iter().chain(random).collect();
    threads::each(0..hands.len() as u64, &|piece| {
        let (hand, rules) = &hands[piece as usize];
        let unseen = Unseen::of(rules, hand, &Counts::EMPTY);
        let graph = Graph::of(rules.model(), hand, &unseen, Changes::None).unwrap();
        let draws = seed::rng(951, piece).random_range(1..=18).min(graph.unseen_tiles());
        let of = format!("{}: {} {}* {draws}", rules.name(), hand.counts(), hand.wildcards());
        let odds = graph.odds(draws, Law::Remembering).unwrap();
        check_all(&odds, &of);
        let wins = graph.wins(draws, Law::Remembering).unwrap().into_iter().map(|(_, win)| win);
        assert_close(&of, &odds.win[..1], &[wins.fold(0.0, f64::max)]);
    });
}
