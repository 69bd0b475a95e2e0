//! Odds are what their definition says.

use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law, Odds};
use paili::rules::{Aim, MeldsWanted, ReadyMade, RuleSet, VoidSuit};
use paili::{Counts, Form, Forms, Hand, MeldCount, Model, Suit, TableModel, Tile, TileSet, WithForms};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::definition::{Answer, Definition};
use super::{hands, near, seed};
use crate::length::short_or_long;
use crate::threads;

/// More hands than that take the definition too long.
const MOST_HANDS: usize = 5_000;

fn forms(rng: &mut impl Rng) -> Forms {
    let choices = [
        Forms::ALL,
        Forms::ALL,
        Forms::only(Form::Standard),
        Forms::of(&[Form::Standard, Form::Pairs]).unwrap(),
        Forms::of(&[Form::Pairs, Form::Orphans]).unwrap(),
    ];
    near::pick(&choices, rng).unwrap()
}

/// What only rounding makes different.
const ROUNDING: f64 = 1e-10;

/// How far what a graph says is from the definition: wins, and having been ready.
#[derive(Debug, Clone, Copy, Default)]
struct Error([f64; 2]);

impl Error {
    fn of(found: [f64; 2], expected: [f64; 2]) -> Error {
        Error([0, 1].map(|at| (found[at] - expected[at]).abs() / expected[at].abs().max(1e-3)))
    }

    fn or(self, other: Error) -> Error {
        Error([0, 1].map(|at| f64::max(self.0[at], other.0[at])))
    }
}

/// Compares rows of what a graph says with those of the definition.
fn error_of_rows(of: &str, [win, ready]: [&[f64]; 2], rows: &[[f64; 2]]) -> Error {
    assert_eq!([win.len(), ready.len()], [rows.len(); 2], "{of}");
    let errors = rows.iter().enumerate().map(|(made, &row)| Error::of([win[made], ready[made]], row));
    errors.fold(Error::default(), Error::or)
}

/// Compares what a graph says with the definition's answer.
fn error(of: &str, odds: &Odds, expected: &Answer) -> Error {
    if let [(None, rows)] = &expected.starts[..] {
        assert!(odds.discards.is_empty(), "{of}");
        return error_of_rows(of, [&odds.win, &odds.ready], rows);
    }
    assert_eq!(odds.discards.len(), expected.starts.len(), "{of}");
    let errors = expected.starts.iter().map(|(tile, rows)| {
        let discard = odds.discards.iter().find(|discard| Some(discard.tile) == *tile).unwrap();
        error_of_rows(of, [&discard.win, &discard.ready], rows)
    });
    assert!(odds.discards.is_sorted_by(|one, other| one.win[0] >= other.win[0]), "{of}");
    for (made, win) in odds.win.iter().enumerate() {
        let best = odds.discards.iter().map(|discard| discard.win[made]).fold(0.0, f64::max);
        assert!(is_same(*win, best), "{of} after {made}: {win}, the best {best}");
        let is_best =
            |ready| odds.discards.iter().any(|best| is_same(best.win[made], *win) && is_same(best.ready[made], ready));
        assert!(is_best(odds.ready[made]), "{of} after {made}: ready {}", odds.ready[made]);
    }
    errors.fold(Error::default(), Error::or)
}

/// Whether two numbers are one.
fn is_same(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}

/// Compares what a graph says of wins alone.
fn error_of_wins(of: &str, graph: &Graph, (draws, law): (u32, Law), expected: &Answer) -> f64 {
    let wins = graph.wins(draws, law).unwrap();
    assert_eq!(wins.len(), expected.starts.len(), "{of}");
    let errors = expected.starts.iter().map(|(tile, rows)| {
        let &(_, win) = wins.iter().find(|(discard, _)| discard == tile).unwrap();
        Error::of([win; 2], [rows[0][0]; 2]).0[0]
    });
    errors.fold(0.0, f64::max)
}

/// What comparing many hands found: how many answers there were, and the largest error.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    compared: usize,
    largest: f64,
}

impl Found {
    fn and(self, other: Found) -> Found {
        Found { compared: self.compared + other.compared, largest: self.largest.max(other.largest) }
    }
}

/// Compares one graph's answers.
fn found(of: &str, graph: &Graph, definition: &Definition, (draws, law): (u32, Law)) -> Found {
    let expected = definition.answer(draws, law);
    if expected.is_beyond {
        return Found::default();
    }
    let [win, ready] = error(of, &graph.odds(draws, law).unwrap(), &expected).0;
    let largest = win.max(ready).max(error_of_wins(of, graph, (draws, law), &expected));
    assert!(largest <= ROUNDING, "{of}: off by {largest}");
    Found { compared: 1, largest }
}

/// Compares so many random hands of each size with the definition.
fn compare(changes: Changes, farthest: u8, hands_of_each_size: u64, expected: usize) {
    let share = short_or_long(10, 1);
    let sizes: Vec<_> = hands::sizes().collect();
    let pieces: Vec<_> =
        (0..hands_of_each_size / share).flat_map(|piece| sizes.iter().map(move |&size| (piece, size))).collect();
    let of_hand = |&(piece, (tiles, melds)): &(u64, (usize, MeldCount))| {
        let mut rng = seed::rng(u64::from(changes.get()) * 100 + tiles as u64, piece);
        // What a hand beside melds can have.
        let forms = Some(forms(&mut rng).beside(melds)).filter(|forms| !forms.is_empty()).unwrap_or_default();
        let distance = rng.random_range(1..=farthest);
        let hand = near::hand(tiles, melds, forms, distance, &mut rng);
        let visible = near::pick(&[0, 0, 5, 20, 45], &mut rng).unwrap();
        let unseen = near::unseen(&hand, visible, &mut rng);
        let graph = Graph::of(WithForms::new(TableModel, forms), &hand, &unseen, changes).unwrap();
        if graph.hands() > MOST_HANDS {
            return Found::default();
        }
        let definition = Definition::of(WithForms::new(TableModel, forms), &hand, &unseen, changes);
        assert!(graph.hands() >= definition.hands(), "{}", hand.counts());
        let short = rng.random_range(1..=18);
        let long = near::pick(&[30, 60, 120], &mut rng).unwrap().min(graph.unseen_tiles());
        let asked = [short, short, long].into_iter().zip([Law::Remembering, Law::Published, Law::Remembering]);
        let found = asked.map(|(draws, law)| {
            let of = format!("{} {visible} visible {forms:?} {changes:?} {law} {draws}", hand.counts());
            found(&of, &graph, &definition, (draws, law))
        });
        found.fold(Found::default(), Found::and)
    };
    let found = threads::results_of(&pieces, of_hand).into_iter().fold(Found::default(), Found::and);
    println!("{changes:?}: {found:?}");
    assert!(found.compared >= expected / share as usize, "only {} compared", found.compared);
}

#[test]
fn without_changes_odds_are_the_definitions() {
    compare(Changes::None, 5, 50, 1_000);
}

#[test]
fn with_one_change_odds_are_the_definitions() {
    compare(Changes::One, 3, 20, 250);
}

#[test]
fn with_two_changes_odds_are_the_definitions() {
    compare(Changes::Two, 2, 20, 200);
}

/// A hand of some rule set that is near to winning: drawn at random, then led by useful tiles.
pub fn near_hand_of(rules: &RuleSet, farthest: u8, rng: &mut impl Rng) -> Hand {
    let deck = rules.kinds().iter().flat_map(|tile| vec![Some(tile); rules.copies(tile).into()]);
    let mut deck: Vec<Option<Tile>> = deck.chain(vec![None; rules.wildcards().into()]).collect();
    let sizes: Vec<usize> = (2..=rules.most_tiles()).filter(|tiles| tiles % 3 > 0).collect();
    loop {
        let tiles = near::pick(&sizes, rng).unwrap();
        deck.shuffle(rng);
        let (held, rest) = deck.split_at(tiles.min(deck.len() - 1));
        let mut held = held.to_vec();
        for next in rest {
            let wildcards = held.iter().filter(|tile| tile.is_none()).count() as u8;
            let Ok(hand) = rules.hand(Counts::of(held.iter().flatten().copied()).unwrap(), wildcards) else { break };
            let distance = rules.model().distance(&hand);
            if (1..=farthest).contains(&distance.get()) {
                return hand;
            }
            // Another tile for one that is of no use.
            let without = |place: usize| {
                let others = held.iter().enumerate().filter(|&(other, _)| other != place).filter_map(|(_, &tile)| tile);
                let more = *next;
                let wildcards = wildcards + u8::from(more.is_none()) - u8::from(held[place].is_none());
                rules.hand(Counts::of(others.chain(more)).ok()?, wildcards).ok()
            };
            let best = (0..held.len()).filter(|&place| held[place].is_some());
            let best = best.filter_map(|place| Some((rules.model().distance(&without(place)?), place))).min();
            if let Some((nearer, place)) = best
                && nearer <= distance
            {
                held[place] = *next;
            }
        }
    }
}

/// By every rule set, wildcards, decks that lack kinds and void suits among them.
#[test]
fn odds_of_every_rule_set_are_the_definitions() {
    let dots = RuleSet::new("dots", 2).unwrap().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let mixed = dots.clone().with_forms(&[Form::Standard, Form::Pairs]).unwrap();
    let wild = mixed.clone().with_wildcards(3).unwrap();
    let small = RuleSet::new("small", 3).unwrap().with_copies(TileSet::HONORS, 2).unwrap();
    let void = small.with_void(VoidSuit::Asked);
    let aim = Aim::read(Some("2-9p"), &["345p"], MeldsWanted::All).unwrap();
    let aiming = dots.clone().named("dots with an aim").unwrap().aiming_at(aim).unwrap();
    let ready_made = ReadyMade::ALL.map(ReadyMade::rules);
    let four = ReadyMade::Riichi.rules().with_wildcards(4).unwrap();
    let rule_sets: Vec<RuleSet> = ready_made.into_iter().chain([dots, aiming, mixed, wild, void, four]).collect();
    let pieces: Vec<(usize, u64)> =
        (0..rule_sets.len()).flat_map(|set| (0..short_or_long(4, 150)).map(move |piece| (set, piece))).collect();
    let of_hand = |&(set, piece): &(usize, u64)| {
        let (rules, mut rng) = (&rule_sets[set], seed::rng(900 + set as u64, piece));
        let changes = Changes::ALL[piece as usize % 2];
        let hand = near_hand_of(rules, 3 - changes.get(), &mut rng);
        let unseen = Unseen::of(rules, &hand, &Counts::EMPTY);
        let Ok(graph) = Graph::of(rules.model(), &hand, &unseen, changes) else { return [0; 2] };
        if graph.hands() > MOST_HANDS {
            return [0; 2];
        }
        let definition = Definition::of(rules.model(), &hand, &unseen, changes);
        assert!(graph.hands() >= definition.hands(), "{}: {}", rules.name(), hand.counts());
        let draws = rng.random_range(1..=18).min(graph.unseen_tiles());
        let mut compared = [0; 2];
        for law in Law::ALL {
            let of = format!("{}: {} {}* {changes:?} {law} {draws}", rules.name(), hand.counts(), hand.wildcards());
            compared[usize::from(changes == Changes::One)] += found(&of, &graph, &definition, (draws, law)).compared;
        }
        compared
    };
    let sum = |one: [usize; 2], other: [usize; 2]| [one[0] + other[0], one[1] + other[1]];
    let compared = threads::results_of(&pieces, of_hand).into_iter().fold([0; 2], sum);
    println!("{compared:?}");
    assert!(compared.into_iter().all(|compared| compared >= pieces.len() / 3), "{compared:?} of {}", pieces.len());
}
