//! Planted errors against an exhaustive search: no hand of one suit, or of honors, that is answered wrong is smaller than the one found.

use crate::length::short_or_long;
use paili::rules::RuleSet;
use paili::simulation::Seed;
use paili::{Counts, Hand, Model, Tile};
use paili_audit::{Answer, Ask, Audit, Convention, Extent, FifthCopy, Scale, Verdict};

const SIZES: [usize; 7] = [1, 2, 4, 5, 7, 8, 13];

fn audit(drawn: u64, mut subject: &mut dyn FnMut(&Hand) -> Answer) -> Verdict {
    let audit =
        Audit { ask: Ask::Distance, rules: None, tiles: SIZES.to_vec(), extent: Extent::Drawn(drawn), seed: Seed(1) };
    audit.run(&mut subject).unwrap()
}

fn right(hand: &Hand) -> i64 {
    RuleSet::standard().model().distance(hand).get().into()
}

/// Fewer tiles first, then lower kinds.
fn size(hand: &Hand) -> (usize, Vec<Tile>) {
    (hand.tiles(), hand.counts().tiles().collect())
}

/// The first hand of some kinds, in that order, for which something holds.
fn first(kinds: &[Tile], held: &mut Vec<Tile>, tiles: usize, holds: &dyn Fn(&Hand) -> bool) -> Option<Hand> {
    if held.len() == tiles {
        let hand = RuleSet::standard().hand(Counts::of(held.iter().copied()).ok()?, 0).ok()?;
        return holds(&hand).then_some(hand);
    }
    for (place, &tile) in kinds.iter().enumerate() {
        if held.iter().filter(|&&other| other == tile).count() < usize::from(Tile::COPIES) {
            held.push(tile);
            let found = first(&kinds[place..], held, tiles, holds);
            held.pop();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// An error's name, and by how much it changes a hand's distance.
type Error<'a> = (&'a str, Box<dyn Fn(&Hand) -> i64 + 'a>);

#[test]
fn nothing_smaller_is_wrong() {
    let is_waited = |it: &Convention| it.fifth == FifthCopy::Waited && it.scale == Scale::Distance;
    let waited = Convention::all(None).into_iter().find(is_waited).unwrap();
    let copies = |hand: &Hand, index: usize| hand.counts().regular()[index];
    let has = |hand: &Hand, kinds: [usize; 3]| kinds.into_iter().all(|kind| copies(hand, kind) > 0);
    let errors: [Error; 6] = [
        (
            "a fifth 5m",
            Box::new(|hand| if copies(hand, 4) == 4 { i64::from(waited.distance(hand)) - right(hand) } else { 0 }),
        ),
        ("a chow over 9", Box::new(|hand| -i64::from(has(hand, [7, 8, 9]) && right(hand) > 1))),
        ("honors in chows", Box::new(|hand| -i64::from(has(hand, [28, 29, 30]) && right(hand) > 1))),
        ("a missing pair", Box::new(|hand| i64::from(hand.counts().pairs().is_empty() && right(hand) == 2))),
        ("far hands", Box::new(|hand| i64::from(right(hand) >= 6))),
        ("a wrong entry", Box::new(|hand| i64::from(hand.counts().regular()[..9] == [0, 1, 0, 2, 0, 1, 0, 0, 0]))),
    ];
    let [characters, honors] = [0..9, 27..34].map(|kinds| Tile::regular().collect::<Vec<_>>()[kinds].to_vec());
    for (name, error) in errors {
        let verdict = audit(300, &mut |hand: &Hand| Answer::Number(right(hand) + error(hand)));
        assert_eq!(verdict.convention.to_string(), "standard (standard)", "{name}");
        let found = verdict.smallest.unwrap_or_else(|| panic!("{name} is not found")).hand;
        assert!(error(&found) != 0, "{name}: {found:?}");
        let of_part = |kinds: &[Tile]| {
            SIZES.into_iter().find_map(|tiles| first(kinds, &mut Vec::new(), tiles, &|hand| error(hand) != 0))
        };
        let searched = [of_part(&characters), of_part(&honors)].into_iter().flatten().min_by_key(size);
        assert!(searched.is_none_or(|hand| size(&found) <= size(&hand)), "{name}: {found:?}");
    }
}

/// One hand in a million, or in a short run in a hundred thousand, that no pattern tells from the others.
#[test]
fn one_hand_in_a_million_is_found() {
    let one_in = short_or_long(100_000, 1_000_000);
    let is_wrong = |hand: &Hand| {
        let mixed =
            hand.counts().regular().iter().fold(7, |sum: u64, &copies| {
                (sum ^ u64::from(copies)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            });
        hand.tiles() == 13 && mixed % one_in == 0
    };
    let drawn = short_or_long(50_000, 500_000);
    let verdict = audit(drawn, &mut |hand: &Hand| Answer::Number(right(hand) + i64::from(is_wrong(hand))));
    assert!(verdict.smallest.is_some_and(|smallest| is_wrong(&smallest.hand)));
    // About as many as there should be.
    let expected = verdict.all.of as f64 / one_in as f64;
    assert!((verdict.all.hits as f64) < 5.0 * expected, "{:?}", verdict.all);
}
