//! The exact distribution is that of all hands there are.

use std::collections::HashMap;

use crate::length::short_or_long;
use crate::plain::PlainByParts;
use crate::random;
use crate::threads;
use paili::rules::{ReadyMade, RuleHandError, RuleHandErrorKind};
use paili::survey::Distribution;
use paili::{
    Counts, Deck, DeckError, Distance, Form, Forms, Hand, MeldCount, Model, Specials, Suit, TableModel, Tile, TileSet,
    WithForms,
};
use rand::RngExt;
use rand::seq::SliceRandom;

fn melds(tiles: usize) -> MeldCount {
    MeldCount::new((14 - tiles) / 3).unwrap()
}

fn without(mut deck: Deck, tiles: impl IntoIterator<Item = Tile>) -> Deck {
    tiles.into_iter().for_each(|tile| deck.take(tile).unwrap());
    deck
}

/// Only the copies of some kinds: all others are out.
fn only(kinds: TileSet) -> Deck {
    without(Deck::full(Specials::Without), (TileSet::REGULAR & !kinds).iter().flat_map(|kind| [kind; 4]))
}

/// The same won with these forms.
fn distribution(deck: &Deck, tiles: usize, forms: Forms) -> Result<Distribution, RuleHandError> {
    let mut of_forms = Deck::of(&ReadyMade::Riichi.rules().choosing(forms).unwrap()).with(deck.specials()).unwrap();
    for tile in Tile::ALL {
        (deck.left(tile)..of_forms.left(tile)).for_each(|_| of_forms.take(tile).unwrap());
    }
    Distribution::of(&of_forms, tiles)
}

fn choose(all: u128, some: u128) -> u128 {
    (0..some).fold(1, |ways, taken| ways * (all - taken) / (taken + 1))
}

/// All hands of so many tiles, whatever their distance, and the ways to draw each.
fn all_hands(deck: &Deck, tiles: usize) -> Vec<(Counts, u128)> {
    let mut hands = vec![(Counts::EMPTY, 1)];
    for kind in Tile::ALL {
        let grown = hands.into_iter().flat_map(|(counts, ways)| {
            let most = usize::from(deck.left(kind)).min(tiles - counts.total());
            (0..=most).map(move |copies| {
                let mut grown = counts;
                (0..copies).for_each(|_| grown.insert(kind).unwrap());
                (grown, ways * choose(deck.left(kind).into(), copies as u128))
            })
        });
        hands = grown.collect();
    }
    hands.retain(|(counts, _)| counts.total() == tiles);
    hands
}

/// The distance of a hand, and the tiles that lower it.
type Look = (Distance, TileSet);

/// The definition: every tile is tried of some kinds.
fn look(hand: &Counts, kinds: TileSet, lacking: impl Fn(&Counts) -> Distance) -> Look {
    let distance = lacking(hand);
    let lowers = |&tile: &Tile| {
        let mut more = *hand;
        more.insert(tile).is_ok() && lacking(&more) < distance
    };
    (distance, kinds.iter().filter(lowers).collect())
}

/// Copies of useful tiles left in the deck, once the hand is drawn.
fn acceptance(deck: &Deck, hand: &Counts, useful: TileSet) -> u128 {
    useful.iter().map(|tile| u128::from(deck.left(tile) - hand.get(tile))).sum()
}

/// Weighted, distinct and accepted, at each distance.
type Rows = [[u128; 3]; 15];

fn rows(distribution: &Distribution) -> Rows {
    let mut rows = Rows::default();
    for at in distribution.distances() {
        rows[usize::from(at.distance.get())] = [at.weighted, at.distinct, at.accepted];
    }
    rows
}

/// Compares with looking at every hand.
fn compare_with_all(deck: &Deck, tiles: usize, forms: Forms, look: impl Fn(&Counts) -> Look + Sync) {
    let hands = all_hands(deck, tiles);
    let looks = threads::results_of(&hands, |(hand, _)| {
        let (distance, useful) = look(hand);
        (distance, acceptance(deck, hand, useful))
    });
    let mut expected = Rows::default();
    for ((_, ways), (distance, acceptance)) in hands.into_iter().zip(looks) {
        let row = &mut expected[usize::from(distance.get())];
        row.iter_mut().zip([ways, 1, ways * acceptance]).for_each(|(sum, more)| *sum += more);
    }
    let distribution = distribution(deck, tiles, forms).unwrap();
    assert_eq!(rows(&distribution), expected, "{tiles} tiles of {deck:?}");
    let distances: Vec<u8> = distribution.distances().iter().map(|at| at.distance.get()).collect();
    assert!(distances.windows(2).all(|pair| pair[0] + 1 == pair[1]), "a gap in {distances:?}");
    assert!(distribution.distances().iter().all(|at| at.weighted > 0));
}

/// Looks at hands with the plain programme; kinds that are all out are of no use.
fn plain(deck: &Deck, forms: Forms, tiles: usize) -> impl Fn(&Counts) -> Look + Sync {
    let kinds: TileSet = Tile::regular().filter(|&kind| deck.left(kind) > 0).collect();
    move |hand| look(hand, kinds, |counts| WithForms::new(PlainByParts, forms).lacking(counts, melds(tiles)))
}

/// The regular tiles of a small set in one word.
fn key(counts: &Counts) -> u64 {
    counts.tiles().filter(|tile| !tile.is_special()).fold(0, |key, tile| key << 6 | (tile.index() as u64 + 1))
}

/// What the plain programme says of all hands of up to so many regular tiles. No set is asked for twice.
fn all_looks(most: usize, exposed: MeldCount) -> HashMap<u64, Look> {
    let hands: Vec<Counts> = (0..=most)
        .flat_map(|tiles| all_hands(&Deck::full(Specials::Without), tiles).into_iter().map(|(counts, _)| counts))
        .collect();
    // Every set but the empty one is a smaller set and a tile that comes last in it.
    let larger = |counts: &Counts| {
        let counts = *counts;
        Tile::regular().filter(move |&tile| counts.kinds().last().is_none_or(|last| last <= tile)).filter_map(
            move |tile| {
                let mut larger = counts;
                larger.insert(tile).is_ok().then_some(larger)
            },
        )
    };
    let all: Vec<Counts> = hands.iter().flat_map(larger).chain([Counts::EMPTY]).collect();
    let lacking = threads::results_of(&all, |counts| (key(counts), PlainByParts.lacking(counts, exposed)));
    let lacking: HashMap<u64, Distance> = lacking.into_iter().collect();
    let look = |hand: &Counts| (key(hand), look(hand, TileSet::REGULAR, |counts| lacking[&key(counts)]));
    threads::results_of(&hands, look).into_iter().collect()
}

#[test]
fn all_hands_of_up_to_five_tiles_are_counted_right() {
    let visible = "2M 2M 2M 3M 5P 5P 5P 5P 9S E E E E Z Z Z".split(' ').map(|token| token.parse().unwrap());
    let visible: Vec<Tile> = visible.collect();
    let decks = [
        Deck::full(Specials::Without),
        Deck::full(Specials::With),
        without(Deck::full(Specials::Without), visible.iter().copied()),
        without(Deck::full(Specials::With), visible.into_iter().chain([Tile::PASS, Tile::PASS, Tile::DOUBLE])),
    ];
    // Those of five tiles are ten times as many as all others.
    for exposed in short_or_long(4, 3)..=4 {
        let exposed = MeldCount::new(exposed).unwrap();
        let largest = 14 - 3 * exposed.get();
        let looks = all_looks(largest, exposed);
        for deck in &decks {
            for tiles in [largest - 1, largest] {
                compare_with_all(deck, tiles, Forms::default(), |hand| looks[&key(hand)]);
            }
        }
    }
}

/// Every choice of forms.
fn all_forms() -> Vec<Forms> {
    let with = |forms: Option<Forms>, form| forms.map_or(Forms::only(form), |forms| forms.and(form));
    let choices = (1..8_u32).map(|bits| {
        let chosen = Forms::EMBEDDED.iter().filter(|&form| bits >> form as u32 & 1 == 1);
        chosen.fold(None, |forms, form| Some(with(forms, form)))
    });
    choices.flatten().collect()
}

/// Of decks with few tiles, all hands of thirteen and fourteen can be looked at.
#[test]
fn all_hands_of_tiny_decks_are_counted_right() {
    let mut rng = random::seed::rng(70, 0);
    let orphans = TileSet::ORPHANS;
    for (number, forms) in all_forms().into_iter().cycle().take(short_or_long(7, 42)).enumerate() {
        // Of few kinds, of orphans, and of all; with specials or without.
        let mut kinds: Vec<Tile> = match number % 3 {
            0 => Tile::regular().skip(rng.random_range(0..20)).take(9).collect(),
            1 => orphans.iter().chain(Tile::ALL.into_iter().take(2)).collect(),
            _ => Tile::regular().collect(),
        };
        if number % 2 == 0 {
            kinds.extend(TileSet::SPECIAL.iter());
        }
        let mut left: Vec<Tile> = kinds.iter().flat_map(|&kind| [kind; 4]).collect();
        left.shuffle(&mut rng);
        left.truncate(rng.random_range(14..=17));
        let mut deck = if number % 2 == 0 { Deck::full(Specials::With) } else { Deck::full(Specials::Without) };
        for kind in Tile::ALL {
            let keep = left.iter().filter(|&&tile| tile == kind).count();
            while usize::from(deck.left(kind)) > keep {
                deck.take(kind).unwrap();
            }
        }
        assert_eq!(deck.total(), left.len());
        for tiles in [13, 14] {
            compare_with_all(&deck, tiles, forms, plain(&deck, forms, tiles));
        }
    }
}

/// Fourteen tiles of one part, and one more, are what the tables of a part end at.
#[test]
fn all_hands_of_one_part_are_counted_right() {
    let parts = [(TileSet::HONORS, Forms::ALL), (TileSet::of_suit(Suit::Dots), Forms::default())];
    for &(part, forms) in &parts[..short_or_long(1, 2)] {
        let deck = only(part);
        compare_with_all(&deck, 14, forms, plain(&deck, forms, 14));
    }
}

#[test]
fn totals_are_those_of_drawing_tiles() {
    let few: Vec<Tile> = "1M 1M 5S 5S 5S 5S E PASS PASS".split(' ').map(|token| token.parse().unwrap()).collect();
    for deck in [Deck::full(Specials::Without), Deck::full(Specials::With), without(Deck::full(Specials::With), few)] {
        // distinct[n]: sets of n tiles, kind by kind.
        let mut distinct = [0_u128; 15];
        distinct[0] = 1;
        for kind in Tile::ALL {
            for tiles in (1..distinct.len()).rev() {
                let copies = usize::from(deck.left(kind)).min(tiles);
                distinct[tiles] += (1..=copies).map(|copies| distinct[tiles - copies]).sum::<u128>();
            }
        }
        for (tiles, melds) in random::hands::sizes() {
            for forms in all_forms() {
                if forms.beside(melds).is_empty() {
                    let never = distribution(&deck, tiles, forms).unwrap_err();
                    assert_eq!(never.kind(), &RuleHandErrorKind::NeverWon { tiles, aim: None });
                    continue;
                }
                let all = distribution(&deck, tiles, forms).unwrap();
                assert_eq!(all.weighted(), choose(deck.total() as u128, tiles as u128));
                assert_eq!(all.distinct(), distinct[tiles]);
                let names: Vec<&str> = forms.beside(melds).iter().map(Form::name).collect();
                assert_eq!((all.tiles(), all.melds(), all.forms()), (tiles, melds.get(), &names[..]));
                let sum: f64 = all.distances().iter().map(|at| all.probability(at)).sum();
                assert!((sum - 1.0).abs() < 1e-12);
            }
        }
    }
}

/// Counts that others published.
#[test]
fn published_counts_are_met() {
    let counts = |deck: &Deck, tiles, forms| rows(&distribution(deck, tiles, forms).unwrap());

    // https://tomohxx.github.io/mahjong-algorithm-book/shanten/: fourteen tiles in all forms, weighted.
    let published = [
        12_859_078_207_674,
        2_966_241_795_738_948,
        99_154_452_630_748_356,
        828_714_358_375_292_670,
        1_867_404_976_243_926_528,
        1_211_948_980_271_480_832,
        233_501_763_289_743_360,
        6_601_397_483_077_632,
    ];
    let all = counts(&Deck::full(Specials::Without), 14, Forms::ALL);
    assert_eq!(all.map(|[weighted, ..]| weighted)[..8], published);

    // Winning hands: the standard form with honors (widely quoted), without them, and in one suit (both Euler's Plan,
    // problem 696, "Mahjong"). One-suit hands of thirteen tiles that are ready:
    // http://endlessriichi.blogspot.com/2016/08/computing-all-chinitsu-possibilities.html.
    let suits = only(!TileSet::HONORS);
    let suit = only(TileSet::of_suit(Suit::Bamboos));
    let distinct = |deck: &Deck, tiles, distance: usize| counts(deck, tiles, Forms::default())[distance][1];
    assert_eq!(distinct(&Deck::full(Specials::Without), 14, 0), 11_498_658);
    assert_eq!(distinct(&suits, 14, 0), 5_237_550);
    assert_eq!(distinct(&suit, 14, 0), 13_259);
    assert_eq!(distinct(&suit, 13, 1), 40_070);
}

/// Fails when a share or mean of a sample is farther from what it should be than chance allows.
#[track_caller]
fn assert_near(found: f64, expected: f64, standard_error: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 5.0 * standard_error,
        "{what}: {found}, expected {expected} ± {standard_error}"
    );
}

#[test]
fn large_samples_agree() {
    for (number, (tiles, _)) in random::hands::sizes().filter(|&(tiles, _)| tiles >= 7).enumerate() {
        for (deck, with) in
            [(Deck::full(Specials::Without), Tile::REGULAR_COUNT), (Deck::full(Specials::With), Tile::COUNT)]
        {
            for forms in if tiles >= 13 { vec![Forms::default(), Forms::ALL] } else { vec![Forms::default()] } {
                let piece = (number * 4 + with % 2 * 2) as u64 + u64::from(forms == Forms::ALL);
                compare_with_sample(&deck, tiles, forms, with, piece);
            }
        }
    }
}

fn compare_with_sample(deck: &Deck, tiles: usize, forms: Forms, kinds: usize, piece: u64) {
    // Of fifteen tiles only the plain programme knows what they lack.
    let hands = if tiles < 14 { short_or_long(3_000, 100_000) } else { short_or_long(300, 10_000) };
    let mut rng = random::seed::rng(71, piece);
    let mut wall: Vec<Tile> = random::hands::deck().into_iter().take(4 * kinds).collect();
    let sample: Vec<Hand> = (0..hands).map(|_| random::hands::hand(&mut wall, tiles, melds(tiles), &mut rng)).collect();
    let model = WithForms::new(TableModel, forms);
    let seen: Vec<(Distance, f64)> = threads::results_of(&sample, |hand| {
        let (distance, useful) = look(hand.counts(), TileSet::REGULAR, |counts| model.lacking(counts, melds(tiles)));
        (distance, acceptance(deck, hand.counts(), useful) as f64)
    });

    let all = distribution(deck, tiles, forms).unwrap();
    for at in all.distances() {
        let here = seen.iter().filter(|(distance, _)| *distance == at.distance).map(|(_, acceptance)| *acceptance);
        let here: Vec<f64> = here.collect();
        let what = format!("{tiles} tiles, distance {}", at.distance);
        let (count, expected) = (here.len() as f64, all.probability(at) * f64::from(hands));
        if expected < 10.0 {
            assert!(count < 40.0, "{what}: {count}, expected {expected}");
            continue;
        }
        assert_near(count, expected, (expected * (1.0 - expected / f64::from(hands))).sqrt(), &what);
        let mean = here.iter().sum::<f64>() / count;
        let squares: f64 = here.iter().map(|acceptance| (acceptance - mean).powi(2)).sum();
        // Of a few hands the spread is not known well enough.
        if count >= 100.0 {
            assert_near(mean, at.acceptance(), (squares / (count - 1.0) / count).sqrt(), &what);
        }
    }
}

#[test]
fn means_are_those_of_their_sums() {
    let all = distribution(&Deck::full(Specials::Without), 1, Forms::default()).unwrap();
    // Whichever the tile, the other three copies make it a pair.
    let [ready] = all.distances() else { panic!("{all:?}") };
    assert_eq!((ready.weighted, ready.distinct, ready.accepted), (136, 34, 408));
    assert_eq!((all.probability(ready), all.mean()), (1.0, 1.0));
    assert_eq!((ready.acceptance(), all.acceptance()), (3.0, 3.0));
}

#[test]
fn hands_that_there_are_not_are_refused() {
    for tiles in [0, 3, 6, 9, 12, 15, 17, usize::MAX - 1] {
        let refused = distribution(&Deck::full(Specials::With), tiles, Forms::default()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("{tiles} tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2")
        );
    }
    let few =
        without(only(TileSet::of_suit(Suit::Dots)), TileSet::of_suit(Suit::Dots).iter().flat_map(|kind| [kind; 3]));
    assert!(distribution(&few, 8, Forms::default()).is_ok());
    let refused = distribution(&few, 10, Forms::default()).unwrap_err();
    assert_eq!(refused.to_string(), "10 tiles: the deck has only 9 left");

    let mut deck = only(TileSet::only(Tile::EAST));
    assert!(matches!(deck.take(Tile::PASS), Err(DeckError::Special { tile: Tile::PASS, .. })));
    (0..4).for_each(|_| deck.take(Tile::EAST).unwrap());
    assert_eq!(deck.take(Tile::EAST).unwrap_err().to_string(), "a fifth E: there are four of each kind");
}
