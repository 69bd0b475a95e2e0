//! C is told what the definition says, of hands of every rule set.

use paili::analysis::{Unseen, Useful, discards};
use paili::rules::{PlainRules, ReadyMade, RuleSet};
use paili::{Counts, Distance, Model, Tile};
use paili_capi::{Analysis, Discard, RegularCounts};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::called::Called;

/// Counts of so many tiles from a deck, and of some that are visible.
fn draw(deck: &mut [Tile], tiles: usize, rng: &mut impl Rng) -> (RegularCounts, RegularCounts) {
    let visible = rng.random_range(0..30);
    let (drawn, _) = deck.partial_shuffle(rng, tiles + visible);
    let (hand, visible) = drawn.split_at(tiles);
    [hand, visible].map(|tiles| Counts::of(tiles.iter().copied()).unwrap().regular()).into()
}

fn analysis(distance: Distance, useful: Useful) -> Analysis {
    Analysis { useful: useful.kinds.bits(), acceptance: useful.acceptance, distance: distance.get() }
}

/// By the definition: of a hand, and of its discards.
fn expected(rules: &RuleSet, hand: &RegularCounts, visible: &RegularCounts) -> (Analysis, Vec<Discard>) {
    let model = PlainRules::new(rules);
    let hand = rules.hand_of_counts(hand).unwrap();
    let unseen = Unseen::of(rules, &hand, &Counts::try_from(*visible).unwrap());
    let (distance, kinds) = model.distance_and_useful(&hand);
    let ranked = discards(model, &hand, &unseen);
    let discards = ranked.iter().map(|discard| {
        let after = analysis(discard.distance, discard.useful);
        Discard { after, kind: discard.tile.index() as u8 }
    });
    (analysis(distance, Useful::at(distance, kinds, &unseen)), discards.collect())
}

#[test]
fn answers_are_those_of_the_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(40);
    for rules in ReadyMade::ALL.map(ReadyMade::rules) {
        let called = Called::named(rules.name()).unwrap();
        let mut deck: Vec<Tile> = Tile::regular().flat_map(|tile| (0..rules.copies(tile)).map(move |_| tile)).collect();
        let sizes = (1..=rules.most_tiles()).filter(|tiles| !tiles.is_multiple_of(3));
        for tiles in sizes.flat_map(|tiles| [tiles; 6]) {
            let (hand, visible) = draw(&mut deck, tiles, &mut rng);
            let (here, discards) = expected(&rules, &hand, &visible);
            let of = |error| format!("{}, {hand:?}, {visible:?}: {error:?}", rules.name());
            assert_eq!(called.distance(&hand).map_err(of), Ok(here.distance));
            assert_eq!(called.analyse(&hand, Some(&visible)).map_err(of), Ok(here));
            assert_eq!(called.discards(&hand, Some(&visible)).map_err(of), Ok(discards));
            assert_eq!(called.analyse(&hand, None), called.analyse(&hand, Some(&[0; 34])));
            assert_eq!(called.discards(&hand, None), called.discards(&hand, Some(&[0; 34])));
        }
    }
}

#[test]
fn batches_answer_as_hands_that_come_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    for rules in ReadyMade::ALL.map(ReadyMade::rules) {
        let called = Called::named(rules.name()).unwrap();
        let mut deck: Vec<Tile> = Tile::regular().flat_map(|tile| (0..rules.copies(tile)).map(move |_| tile)).collect();
        let hands: Vec<RegularCounts> = (0..1000)
            .map(|row| draw(&mut deck, if row < 600 { 14 } else { 1 + row % 3 % 2 + row % 4 * 3 }, &mut rng).0)
            .collect();
        let alone: Vec<Analysis> = hands.iter().map(|hand| called.analyse(hand, None).unwrap()).collect();
        assert_eq!(called.analyses(&hands), (Ok(()), alone.clone()));
        assert_eq!(called.distances(&hands), (Ok(()), alone.iter().map(|answer| answer.distance).collect()));
    }
}

#[test]
fn described_rule_sets_are_what_they_say() {
    let described =
        r#"{"name": "no honors", "like": "riichi", "forms": ["standard", "pairs"], "copies": {"1234567z": 0}}"#;
    let called = Called::described(described).unwrap();
    let counts = called.read_hand(c"1133557799m1122p").unwrap();
    assert_eq!(called.distance(&counts), Ok(0));
    assert_eq!(called.read_hand(c"1z").unwrap_err().kind, 27);
}

#[test]
fn hands_are_read_with_their_melds() {
    let called = Called::named("riichi").unwrap();
    let read = called.read_hand(c"123m4p [111z] [789s] [111p]").unwrap();
    assert_eq!(read, called.read_hand(c"1M 2M 3M 4P").unwrap());
    assert_eq!(called.distance(&read), Ok(1));
}
