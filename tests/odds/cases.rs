//! Odds that are known.

use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law};
use paili::{Distance, Form, Forms, Hand, Model, TableModel, Tile, WithForms};
use rand::RngExt;
use statrs::distribution::{Discrete, Hypergeometric};

use super::{near, seed};

fn graph(hand: &str, changes: Changes) -> Graph {
    let hand: Hand = hand.parse().unwrap();
    Graph::of(WithForms::new(TableModel, Forms::ALL), &hand, &Unseen::by(&hand), changes).unwrap()
}

/// tomohxx, mahjong-win-prob, README of 2025-01-21, `main1`: by discard, after 0, 1, 2 … draws of 17.
#[test]
fn the_table_of_mahjong_win_prob_is_the_published_law() {
    let table = [
        ("5m", "1387 1208 1035 0870 0715 0572 0442 0328 0230 0150 0089 0045 0018 0004 0000 0000 0000"),
        ("2m", "1387 1208 1035 0870 0715 0572 0442 0328 0230 0150 0089 0045 0018 0004 0000 0000 0000"),
        ("8m", "0879 0754 0637 0527 0426 0335 0255 0186 0128 0082 0047 0024 0009 0002 0000 0000 0000"),
        ("1p", "1511 1326 1146 0973 0808 0654 0512 0385 0274 0182 0110 0057 0023 0006 0000 0000 0000"),
        ("6p", "1432 1252 1077 0910 0752 0605 0471 0351 0249 0164 0098 0050 0020 0005 0000 0000 0000"),
        ("9p", "1432 1252 1077 0910 0752 0605 0471 0351 0249 0164 0098 0050 0020 0005 0000 0000 0000"),
        ("3s", "1114 0966 0824 0689 0564 0449 0346 0255 0178 0116 0068 0035 0014 0003 0000 0000 0000"),
        ("7s", "1114 0966 0824 0689 0564 0449 0346 0255 0178 0116 0068 0035 0014 0003 0000 0000 0000"),
        ("1z", "1511 1326 1146 0973 0808 0654 0512 0385 0274 0182 0110 0057 0023 0006 0000 0000 0000"),
    ];
    let odds = graph("234578m1689p357s1z", Changes::None).odds(17, Law::Published).unwrap();
    assert_eq!(odds.discards.len(), table.len());
    for (tile, row) in table {
        let tile = tiles(tile).next().unwrap();
        let discard = odds.discards.iter().find(|discard| discard.tile == tile).unwrap();
        let wins: Vec<String> = discard.win.iter().map(|win| format!("{win:.4}")[2..].to_owned()).collect();
        assert_eq!(wins.join(" "), row, "{tile}");
    }
}

/// The tiles of a text, each written with its suit.
fn tiles(text: &str) -> impl Iterator<Item = Tile> {
    (0..text.len()).step_by(2).map(|at| {
        let hand: Hand = text[at..at + 2].parse().unwrap();
        hand.counts().tiles().next().unwrap()
    })
}

/// How likely one of some tiles is among the draws from all that are unseen.
fn any_of(winning: u32, unseen: u32, draws: u32) -> f64 {
    let none = Hypergeometric::new(u64::from(unseen), u64::from(winning), u64::from(draws)).unwrap().pmf(0);
    1.0 - none
}

#[test]
fn a_ready_hand_wins_as_often_as_a_wait_is_among_the_draws() {
    let (mut alone, mut after_discards) = (0, 0);
    for piece in 0..600 {
        let mut rng = seed::rng(41, piece);
        let (tiles, melds) = super::hands::sizes().nth(piece as usize % 10).unwrap();
        // Of one form: a hand that is ready in one may go on to another.
        let known: Vec<Form> = Forms::EMBEDDED.beside(melds).iter().collect();
        let forms = Forms::only(near::pick(&known, &mut rng).unwrap());
        let model = WithForms::new(TableModel, forms);
        let hand = near::hand(tiles, melds, forms, 1, &mut rng);
        let visible = rng.random_range(0..60);
        let unseen = near::unseen(&hand, visible, &mut rng);
        let graph = Graph::of(WithForms::new(TableModel, forms), &hand, &unseen, Changes::None).unwrap();
        let draws = rng.random_range(1..=18);
        let odds = graph.odds(draws, Law::Remembering).unwrap();
        let check = |ready: &Hand, win: &[f64]| {
            let winning = unseen.total(model.waits(ready));
            for (made, &win) in (0..draws).zip(win) {
                let expected = any_of(winning, graph.unseen_tiles() - made, draws - made);
                assert!((win - expected).abs() < 1e-9, "{} after {made}: {win}, not {expected}", ready.counts());
            }
        };
        if hand.must_discard() {
            for discard in &odds.discards {
                assert_eq!(discard.distance, Distance::READY);
                check(&hand.without(discard.tile).unwrap(), &discard.win);
                after_discards += 1;
            }
        } else {
            check(&hand, &odds.win);
            alone += 1;
        }
        assert!(odds.ready.iter().all(|ready| (ready - 1.0).abs() < 1e-12));
    }
    assert!(alone >= 250 && after_discards >= 400, "{alone} and {after_discards}");
}

#[test]
fn seven_winning_tiles_of_122_in_14_draws() {
    assert!((any_of(7, 122, 14) - 0.583_730_907).abs() < 1e-9);
}

/// By hand: what each first draw leaves to wait for, of 123 × 122 orders.
#[test]
fn a_pair_of_which_all_copies_are_held_is_no_wait() {
    let odds = graph("123m123p333z4444z", Changes::Two).odds(2, Law::Remembering).unwrap();
    assert!((odds.win[0] - 396.0 / 15006.0).abs() < 1e-3, "{}", odds.win[0]);
}

/// Every draw and every discard searched, own discards remembered, nothing visible.
#[test]
fn two_changes_are_as_good_as_a_search_of_everything() {
    type Case = (&'static str, u32, &'static [(&'static str, f64)]);
    let cases: [Case; 3] = [
        (
            "123m123p333z4444z5z",
            2,
            &[
                ("4z", 0.051_619_022),
                ("5z", 0.026_419_184),
                ("1m1p", 0.002_845_143),
                ("2m3m2p3p", 0.001_219_347),
                ("3z", 0.000_812_898),
            ],
        ),
        ("123m456p78s11z2235z", 2, &[("3z5z", 0.004_335_456)]),
        (
            "123m456p78s11z2235z",
            3,
            &[
                ("3z5z", 0.012_491_532),
                ("1m4p6p", 0.000_758_705),
                ("8s", 0.000_731_608),
                ("7s", 0.000_514_835),
                ("1z2z", 0.000_487_739),
                ("2m3m5p", 0.000_325_159),
            ],
        ),
    ];
    for (hand, draws, expected) in cases {
        let odds = graph(hand, Changes::Two).odds(draws, Law::Remembering).unwrap();
        assert!((odds.win[0] - expected[0].1).abs() < 1e-3, "{hand}: {}", odds.win[0]);
        let best = tiles(expected[0].0).any(|tile| tile == odds.discards[0].tile);
        assert!(best, "{hand}: {} is not best", odds.discards[0].tile);
        for &(listed, expected) in expected {
            for tile in tiles(listed) {
                // Discards that are not in the graph are worth nothing there.
                let found = odds.discards.iter().find(|discard| discard.tile == tile);
                let found = found.map_or(0.0, |discard| discard.win[0]);
                println!("{hand} {draws}: {tile} {found:.9}, by search {expected:.9}");
                assert!((found - expected).abs() < 1e-3, "{hand}, {draws} draws, {tile}: {found}, not {expected}");
            }
        }
    }
}
