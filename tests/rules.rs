//! The tables of every rule set tell what the plain definition tells.

use std::ops::Range;

use crate::length::short_or_long;
use crate::threads;
use crate::vectors::vectors;
use paili::rules::{Aim, Compiled, MeldsWanted, PlainRules, ReadyMade, RuleSet, RuleTables, VoidSuit, WildcardCopies};
use paili::{Counts, Distance, Form, Forms, Hand, Model, Suit, Tile, TileSet};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "rules/aims.rs"]
mod aims;
#[path = "rules/drawn.rs"]
mod drawn;
#[path = "rules/next_draw.rs"]
mod next_draw;

/// How many hands of bamboos and of honors each ready-made rule set has.
const HANDS_OF_ONE_PART: [[usize; 2]; 6] =
    [[312_732, 31_495], [312_732, 31_495], [312_732, 31_495], [651_042, 44_690], [312_732, 31_495], [312_732, 0]];

/// Ready-made rule sets, and some of our own that have what these have not; in a short run, those that are compiled soon.
fn rule_sets() -> Vec<RuleSet> {
    let made = ReadyMade::ALL.map(ReadyMade::rules).into_iter();
    let small = RuleSet::new("small", 2).unwrap().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let pongs = RuleSet::new("pongs", 3).unwrap().with_chows(&[Suit::Bamboos]);
    let pongs = pongs.with_forms(&[Form::Standard, Form::Pairs, Form::KnittedStraight]).unwrap();
    let three = RuleSet::new("three copies", 4).unwrap().with_copies(TileSet::REGULAR, 3).unwrap();
    let wild = ReadyMade::Guobiao.rules().with_wildcards(8).unwrap().named("guobiao with wildcards").unwrap();
    let void =
        ReadyMade::Taiwan.rules().with_void(VoidSuit::Asked).with_wildcards(4).unwrap().named("void taiwan").unwrap();
    let beyond = |rules: RuleSet, wildcards, name| {
        let rules = rules.with_wildcards(wildcards).unwrap().named(name).unwrap();
        rules.with_wildcard_copies(WildcardCopies::Beyond)
    };
    let fifth = beyond(ReadyMade::Guobiao.rules(), 4, "guobiao with fifth copies");
    let fifth_void = beyond(ReadyMade::Taiwan.rules().with_void(VoidSuit::Asked), 8, "void taiwan with fifth copies");
    let one = ReadyMade::Riichi.rules().with_copies(TileSet::REGULAR, 1).unwrap();
    let second = beyond(one, short_or_long(2, 8), "second copies");
    let more_than_tiles = beyond(RuleSet::new("one meld", 1).unwrap(), 8, "more wildcards than a hand has tiles");
    let aim = Aim::read(Some("1-8p"), &["345p"], MeldsWanted::All).unwrap();
    let aiming = small.clone().named("small with an aim").unwrap().aiming_at(aim).unwrap();
    let quick = [small, aiming, pongs, three, void, second, more_than_tiles];
    // To compile these takes as long as all others together; what they put together, the others have one by one.
    let slow = short_or_long(vec![], vec![wild, fifth, fifth_void]);
    made.chain(quick).chain(slow).collect()
}

/// A random hand of some size, of which many tiles come from few kinds, so that all distances occur.
fn random_hand(rules: &RuleSet, random: &mut ChaCha8Rng) -> Hand {
    let kinds: Vec<Tile> = rules.kinds().iter().collect();
    let mut some = kinds.clone();
    some.shuffle(random);
    some.truncate(random.random_range(kinds.len().min(4)..=kinds.len()));
    let mut deck: Vec<Tile> =
        some.iter().flat_map(|&tile| std::iter::repeat_n(tile, rules.copies(tile).into())).collect();
    deck.shuffle(random);
    let exposed = random.random_range(0..=rules.melds());
    let most = rules.most_tiles() - 3 * exposed - random.random_range(0..=1);
    // Few of them are common.
    let mut held = || random.random_range(0..=rules.wildcards().min(most as u8));
    let wildcards = held().min(held());
    deck.truncate(most - usize::from(wildcards));
    if deck.len() + usize::from(wildcards) < most {
        return random_hand(rules, random);
    }
    rules.hand(Counts::of(deck).unwrap(), wildcards).unwrap()
}

/// The compiled tables and the definition, one time in six with a suit that is declared void.
fn with_some_void<'a>(
    (compiled, plain): (Compiled<'a>, PlainRules<'a>),
    random: &mut ChaCha8Rng,
) -> (Compiled<'a>, PlainRules<'a>) {
    match random.random_range(0..6) {
        0 => {
            let void = Suit::ALL[random.random_range(0..Suit::ALL.len())];
            (compiled.with_void(void), plain.with_void(void))
        }
        _ => (compiled, plain),
    }
}

/// So many random hands of each rule set.
fn random_hands(seeds: Range<u64>) {
    for rules in rule_sets() {
        let models = (rules.compiled(), PlainRules::new(&rules));
        threads::each(seeds.clone(), &|seed| {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let hand = random_hand(&rules, random);
            let (tables, plain) = with_some_void(models, random);
            let distance = plain.distance(&hand);
            assert_eq!(tables.distance(&hand), distance, "{}: {hand:?}", rules.name());
            let by_forms = rules.forms().iter().map(|form| tables.distance_by(form, &hand));
            assert_eq!(by_forms.min(), Some(distance), "{}: {hand:?}", rules.name());
            // Another form each time.
            let form = rules.forms().iter().nth(seed as usize % rules.forms().iter().count()).unwrap();
            let by_form = plain.distance_by(form, &hand);
            assert_eq!(tables.distance_by(form, &hand), by_form, "{}, {form}: {hand:?}", rules.name());
        });
    }
}

#[test]
fn random_hands_are_as_far_as_by_definition() {
    random_hands(0..short_or_long(200, 250_000));
}

#[test]
#[ignore = "minutes"]
fn ten_million_more_are_as_far_as_by_definition() {
    random_hands(250_000..1_050_000);
}

/// By blocks of hands of one size, which are looked up together, and in any order, in which few follow each other.
#[test]
fn many_hands_at_once_are_as_far_as_each() {
    for rules in rule_sets() {
        let models = (rules.compiled(), PlainRules::new(&rules));
        threads::each(0..short_or_long(2_u64, 400), &|seed| {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let (tables, _) = with_some_void(models, random);
            let mut hands: Vec<Hand> = (0..1000).map(|_| random_hand(&rules, random)).collect();
            if seed % 4 > 0 {
                hands.sort_by_key(Hand::tiles);
            }
            let right: Vec<Distance> = hands.iter().map(|hand| tables.distance(hand)).collect();
            let mut answers = vec![Distance::WON; hands.len()];
            tables.distances_of_hands(&hands, &mut answers);
            assert_eq!(answers, right, "{}, seed {seed}", rules.name());
            let (counts, right): (Vec<[u8; 34]>, Vec<Distance>) = std::iter::zip(&hands, right)
                .filter(|(hand, _)| hand.wildcards() == 0)
                .map(|(hand, right)| (hand.counts().regular(), right))
                .unzip();
            let mut answers = vec![Distance::WON; counts.len()];
            tables.distances(&counts, &mut answers).unwrap();
            assert_eq!(answers, right, "{}, seed {seed}", rules.name());
        });
    }
}

/// Those before it have their answers, wherever it stands in a block.
#[test]
fn the_first_of_many_counts_that_is_no_hand_is_named() {
    let rules = ReadyMade::Sanma.rules().with_wildcards(2).unwrap().named("wild sanma").unwrap();
    let hand = rules.read_hand("19m99p").unwrap().counts().regular();
    let with = |kind: usize, copies: u8| {
        let mut counts = hand;
        counts[kind] = copies;
        counts
    };
    for place in [0, 1, 127, 128, 300] {
        for (counts, message) in [
            (with(4, 1), "wild sanma has no 5M"),
            (with(9, 5), "5 of 1P (count 9 of 0-33): expected at most four of each kind"),
            (
                with(9, 2),
                "6 tiles: a hand of wild sanma has 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2",
            ),
        ] {
            let mut hands = vec![hand; 400];
            hands[place] = counts;
            let mut answers = vec![Distance::WON; hands.len()];
            let bad = rules.compiled().distances(&hands, &mut answers).unwrap_err();
            assert_eq!(bad.to_string(), format!("row {place}: {message}"));
            assert!(answers[..place].iter().all(|answer| answer.get() == 2));
        }
    }
}

/// All hands of tiles of some kinds that are of a legal size.
fn hands_of(rules: &RuleSet, kinds: TileSet) -> Vec<Hand> {
    let vectors = vectors(kinds.iter().map(|tile| (tile, rules.copies(tile))), rules.most_tiles());
    vectors.into_iter().filter_map(|counts| rules.hand(counts, 0).ok()).collect()
}

#[test]
fn every_hand_of_one_part_is_as_far_as_by_definition() {
    let mut compared = Vec::new();
    for name in ReadyMade::ALL {
        let rules = name.rules();
        let (tables, plain) = (rules.compiled(), PlainRules::new(&rules));
        let mut of_parts = [0; 2];
        for (compared, kinds) in of_parts.iter_mut().zip([TileSet::of_suit(Suit::Bamboos), TileSet::HONORS]) {
            let hands = hands_of(&rules, kinds);
            let some: Vec<&Hand> = hands.iter().step_by(short_or_long(290, 1)).collect();
            threads::each_of(&some, |&hand| {
                assert_eq!(tables.distance(hand), plain.distance(hand), "{}: {hand:?}", rules.name());
            });
            *compared = hands.len();
        }
        compared.push(of_parts);
    }
    // Two of three sizes are legal.
    assert_eq!(compared, HANDS_OF_ONE_PART);
}

/// A deck whose only suit is dots: each of the others may be void, and honors are few.
#[test]
fn a_suit_that_the_deck_lacks_may_be_void() {
    let rules = RuleSet::new("few dots", 4).unwrap().with_copies(TileSet::REGULAR, 0).unwrap();
    let rules = rules.with_copies([Tile::P1, Tile::P4, Tile::P7, Tile::P9].into_iter().collect(), 4).unwrap();
    let rules = rules.with_copies([Tile::EAST, Tile::SOUTH].into_iter().collect(), 2).unwrap();
    let rules = rules.with_forms(&[Form::Standard, Form::Pairs]).unwrap().with_void(VoidSuit::Asked);
    let models = (rules.compiled(), PlainRules::new(&rules));
    let (distance, useful) = rules.compiled().distance_and_useful(&rules.read_hand("111447799p1122z").unwrap());
    assert_eq!((distance.get(), useful.to_string()), (3, "4P 7P 9P".to_owned()));
    threads::each(0..2_000, &|seed| {
        let random = &mut ChaCha8Rng::seed_from_u64(seed);
        let hand = random_hand(&rules, random);
        let (tables, plain) = with_some_void(models, random);
        assert_eq!(tables.distance_and_useful(&hand), plain.distance_and_useful(&hand), "{hand:?}");
    });
}

/// Two melds of dots, two copies of each kind, and wildcards that stand for more.
fn beyond_two_copies() -> RuleSet {
    let dots = RuleSet::new("beyond two copies", 2).unwrap().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let few = dots.with_copies(TileSet::of_suit(Suit::Dots), 2).unwrap().with_wildcards(3).unwrap();
    let forms = [Form::Standard, Form::Pairs, Form::RepeatedPairs];
    few.with_forms(&forms).unwrap().with_wildcard_copies(WildcardCopies::Beyond)
}

/// All hands, against the nearest by all decks that have some copies more, as many as the hand has wildcards.
#[test]
fn a_wildcard_beyond_the_copies_is_one_copy_more_in_the_deck() {
    let rules = beyond_two_copies();
    let within = rules.clone().with_wildcard_copies(WildcardCopies::Within);
    let with_more = |rules: &RuleSet, tile| rules.clone().with_copies(TileSet::only(tile), rules.copies(tile) + 1);
    let (tables, mut decks) = (rules.compiled(), vec![within]);
    for wildcards in 0..=short_or_long(1, 2) {
        for tiles in [1, 2, 4, 5, 7, 8] {
            let tiles = usize::saturating_sub(tiles, wildcards.into());
            let hands = vectors(rules.kinds().iter().map(|tile| (tile, rules.copies(tile))), tiles);
            let hands = hands.into_iter().filter(|counts| counts.total() == tiles);
            let hands: Vec<Hand> = hands.filter_map(|counts| rules.hand(counts, wildcards).ok()).collect();
            threads::each_of(&hands, |&hand| {
                let nearest = decks.iter().map(|rules| PlainRules::new(rules).distance(&hand));
                assert_eq!(Some(tables.distance(&hand)), nearest.min(), "{hand:?}");
                assert_eq!(PlainRules::new(&rules).distance(&hand), tables.distance(&hand), "{hand:?}");
            });
        }
        decks =
            decks.iter().flat_map(|deck| deck.kinds().iter().filter_map(|tile| with_more(deck, tile).ok())).collect();
    }
}

#[test]
fn useful_tiles_are_those_that_lower_the_distance() {
    for rules in rule_sets() {
        let models = (rules.compiled(), PlainRules::new(&rules));
        threads::each(0..short_or_long(400, 20_000), &|seed| {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let hand = random_hand(&rules, random);
            let (tables, plain) = with_some_void(models, random);
            let (distance, useful) = tables.distance_and_useful(&hand);
            assert_eq!(tables.unneeded(&hand), plain.unneeded(&hand), "{}: {hand:?}", rules.name());
            if hand.must_discard() {
                return;
            }
            let lowers =
                |tile: Tile| drawing(&rules, &hand, tile).is_some_and(|drawn| tables.distance(&drawn) < distance);
            let expected: TileSet = Tile::regular().filter(|&tile| lowers(tile)).collect();
            assert_eq!(useful, expected, "{}: {hand:?}", rules.name());
            let waits = if distance == Distance::READY { expected } else { TileSet::EMPTY };
            assert_eq!(tables.waits(&hand), waits);
        });
    }
}

/// A hand with one tile more, if the deck has it.
fn drawing(rules: &RuleSet, hand: &Hand, tile: Tile) -> Option<Hand> {
    let mut more = *hand.counts();
    more.insert(tile).ok()?;
    rules.hand(more, hand.wildcards()).ok()
}

#[test]
fn a_wildcard_is_the_best_tile_there_is() {
    let natural = ReadyMade::Guobiao.rules();
    let rules = natural.clone().with_wildcards(1).unwrap();
    let (tables, wild) = (natural.compiled(), rules.compiled());
    threads::each(0..short_or_long(1_000, 20_000), &|seed| {
        let hand = random_hand(&natural, &mut ChaCha8Rng::seed_from_u64(seed));
        if hand.must_discard() {
            return;
        }
        let with = rules.hand(*hand.counts(), 1).unwrap();
        let drawn = |tile| Some(tables.distance(&drawing(&natural, &hand, tile)?));
        assert_eq!(Some(wild.distance(&with)), Tile::regular().filter_map(drawn).min(), "{hand:?}");
    });
}

/// Whatever is chosen among their forms; beside exposed melds pairs and orphans alone have no distance.
#[test]
fn the_usual_rules_are_those_of_the_embedded_tables() {
    let some = [&[Form::Pairs][..], &[Form::Orphans], &[Form::Standard, Form::Orphans], &[Form::Pairs, Form::Orphans]];
    let chosen = some.map(|forms| ReadyMade::Riichi.rules().choosing(Forms::of(forms).unwrap()).unwrap());
    let hands = |rules: &RuleSet| {
        if rules.forms().iter().count() == 3 { short_or_long(5_000, 200_000) } else { short_or_long(1_000, 40_000) }
    };
    for rules in [ReadyMade::Standard.rules(), ReadyMade::Riichi.rules()].into_iter().chain(chosen) {
        let (tables, embedded) = (rules.compiled(), rules.embedded().unwrap());
        threads::each(0..hands(&rules), &|seed| {
            let hand = random_hand(&rules, &mut ChaCha8Rng::seed_from_u64(seed));
            assert_eq!(Hand::of_size(*hand.counts()), Ok(hand));
            let answer = embedded.distance_and_useful(&hand);
            assert_eq!(tables.distance_and_useful(&hand), answer, "{}: {hand:?}", rules.forms().names());
            assert_eq!(tables.unneeded(&hand), embedded.unneeded(&hand), "{}: {hand:?}", rules.forms().names());
            for form in Forms::EMBEDDED.iter().filter(|&form| rules.forms().contains(form)) {
                assert_eq!(tables.distance_by(form, &hand), embedded.distance_by(form, &hand), "{form}: {hand:?}");
            }
        });
    }
}

#[test]
fn what_is_gone_is_not_waited_for() {
    for rules in rule_sets() {
        let tables = rules.compiled();
        threads::each(0..short_or_long(20, 5_000), &|seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let hand = random_hand(&rules, &mut random);
            // Most of what is left of some kinds is gone.
            let left = |tile: Tile| rules.copies(tile) - hand.counts().get(tile);
            let gone = rules
                .kinds()
                .iter()
                .flat_map(|tile| std::iter::repeat_n(tile, random.random_range(0..=left(tile)).into()));
            let gone = Counts::of(gone.collect::<Vec<_>>()).unwrap();
            let without = PlainRules::without(&rules, &gone);
            let (distance, useful) = without.distance_and_useful(&hand);
            assert_eq!(distance, without.distance(&hand));
            assert!(distance >= tables.distance(&hand), "{}: {hand:?} {gone:?}", rules.name());
            assert!(useful.iter().all(|tile| left(tile) > gone.get(tile)));
            let wanted = (rules.kinds() & rules.aim().only).iter();
            assert!(wanted.into_iter().all(|tile| without.most_copies(tile) == rules.copies(tile) - gone.get(tile)));
            // A deck that never had them says the same.
            if rules.forms() == Forms::default() && seed < short_or_long(1, 3) {
                let poorer = |poor: RuleSet, tile| {
                    poor.with_copies(TileSet::only(tile), rules.copies(tile) - gone.get(tile)).unwrap()
                };
                let poor = rules.kinds().iter().fold(rules.clone(), poorer);
                let answer = RuleTables::compile(&poor).model().distance_and_useful(&hand);
                assert_eq!(answer, (distance, useful), "{}: {hand:?} {gone:?}", rules.name());
            }
        });
    }
}

#[test]
fn all_threads_share_the_tables_of_a_rule_set() {
    let sets = [2, 3].map(|melds| RuleSet::new("shared", melds).unwrap());
    let asked = threads::results(8, |thread| sets[thread as usize % 2].tables());
    for (thread, tables) in asked.iter().enumerate() {
        assert_eq!(tables.rules(), &sets[thread % 2]);
        assert!(std::ptr::eq(*tables, asked[thread % 2]));
    }
}

#[test]
fn hands_of_other_rules_are_refused_by_name() {
    let errors = [
        (ReadyMade::Sanma, "19m5m", "sanma has no 5m"),
        (ReadyMade::Sichuan, "12m4z", "sichuan has no 4z"),
        (
            ReadyMade::Riichi,
            "11122233344455566m",
            "17 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2",
        ),
        (
            ReadyMade::Taiwan,
            "123m",
            "3 tiles: a hand of taiwan has 16 or 17, or with exposed melds 13 or 14, 10 or 11, 7 or 8, 4 or 5, 1 or 2",
        ),
        (ReadyMade::Taiwan, "1m*", "1 wildcard: taiwan has none"),
        (ReadyMade::Guobiao, "1m*?", "\"?\" is not"),
    ];
    for (name, text, message) in errors {
        let error = name.rules().read_hand(text).unwrap_err();
        assert!(error.to_string().contains(message.split("character 4: ").last().unwrap()), "{error}");
        assert_eq!(error.text(), Some(text));
    }
    assert_eq!(ReadyMade::Guobiao.rules().read_hand("1m*?").unwrap_err().at(), Some(3));
}
