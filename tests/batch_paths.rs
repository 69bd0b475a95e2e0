//! Batches answer as the models do, hand by hand, whatever the hands come as, the path and the threads.

use crate::length::short_or_long;
use crate::random;
use crate::threads;
use paili::analysis::{Unseen, Useful};
use paili::batch::{Analysis, BadHandError, Batch, BatchHand, PackedHand, SimdPath};
use paili::rules::{ReadyMade, RuleHandError, RuleHandErrorKind};
use paili::simulation::{RandomHands, Seed};
use paili::{
    Counts, Deck, Distance, FifthCopyError, Form, Forms, Hand, HandError, MeldCount, Model, PlainModel, TableModel,
    Tile, TileSet, WithForms,
};
use rand::RngExt;
use rand::seq::SliceRandom;

/// Every choice of forms.
fn choices() -> Vec<Forms> {
    let [standard, pairs, orphans] = [Form::Standard, Form::Pairs, Form::Orphans].map(Forms::only);
    let some = [standard.and(Form::Pairs), standard.and(Form::Orphans), pairs.and(Form::Orphans), Forms::ALL];
    [standard, pairs, orphans].into_iter().chain(some).collect()
}

/// The paths of this machine; without AVX2 the tests would compare the portable path with itself.
fn paths() -> Vec<Batch> {
    SimdPath::ALL.into_iter().filter_map(|path| Batch::new().on(path)).collect()
}

/// Random hands of all sizes in any order, every other one crowded into few kinds, without specials.
fn mixed(test: u64, piece: u64, hands: usize) -> Vec<Hand> {
    let mut rng = random::seed::rng(test, piece);
    let mut deck: Vec<Tile> = Tile::regular().flat_map(|tile| [tile; 4]).collect();
    (0..hands)
        .map(|_| {
            let (tiles, melds) = random::hands::sizes().nth(rng.random_range(0..10)).unwrap();
            if rng.random() {
                return random::hands::hand(&mut deck, tiles, melds, &mut rng);
            }
            let first = rng.random_range(0..31);
            let mut crowd: Vec<Tile> = Tile::ALL[first..first + 4].iter().flat_map(|&tile| [tile; 4]).collect();
            crowd.retain(|tile| !tile.is_special());
            let (drawn, _) = crowd.partial_shuffle(&mut rng, tiles);
            Hand::of_size(Counts::of(drawn.iter().copied()).unwrap())
                .unwrap_or_else(|_| random::hands::hand(&mut deck, tiles, melds, &mut rng))
        })
        .collect()
}

fn distances<H: BatchHand>(batch: Batch, hands: &[H]) -> Vec<Distance> {
    // Answers are overwritten whatever they were.
    let mut answers = vec![Distance::FARTHEST; hands.len()];
    assert!(batch.distances(hands, &mut answers).is_ok());
    answers
}

fn analyses<H: BatchHand>(batch: Batch, hands: &[H]) -> Vec<Analysis> {
    let mut answers = vec![Analysis::WON; hands.len()];
    assert!(batch.analyses(hands, &mut answers).is_ok());
    answers
}

/// What is wrong with counts that are no hand of the usual game.
fn usual(asked: Result<(), BadHandError<RuleHandError>>) -> Result<(), BadHandError<HandError>> {
    asked.map_err(|BadHandError { row, fault }| match fault.kind() {
        RuleHandErrorKind::Usual(fault) => BadHandError { row, fault: *fault },
        other => panic!("{other:?}"),
    })
}

/// What one hand after the other is answered.
fn expected(hands: &[Hand], forms: Forms) -> Vec<Analysis> {
    let model = WithForms::new(TableModel, forms);
    let of =
        |hand: &Hand| Analysis { distance: model.distance(hand), useful: Useful::of(model, hand, &Unseen::by(hand)) };
    hands.iter().map(of).collect()
}

fn compare(hands: &[Hand], forms: Forms) {
    let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
    let packed: Vec<PackedHand> = hands.iter().map(PackedHand::from).collect();
    for (hand, packed) in hands.iter().zip(&packed) {
        assert_eq!((packed.counts(), packed.melds()), (*hand.counts(), hand.melds()));
        assert_eq!(Counts::try_from(hand.counts().regular()), Ok(*hand.counts()));
    }
    let expected = expected(hands, forms);
    let expected_distances: Vec<Distance> = expected.iter().map(|analysis| analysis.distance).collect();
    let batch = Batch::of(&ReadyMade::Riichi.rules().choosing(forms).unwrap());
    for batch in SimdPath::ALL.into_iter().filter_map(|path| batch.on(path)) {
        assert_eq!(distances(batch, &counts), expected_distances, "{batch:?}");
        assert_eq!(analyses(batch, &counts), expected, "{batch:?}");
    }
    assert_eq!(distances(batch, &packed), expected_distances, "packed, {forms:?}");
    assert_eq!(distances(batch, hands), expected_distances, "hands, {forms:?}");
    assert_eq!(analyses(batch, &packed), expected, "packed, {forms:?}");
    assert_eq!(analyses(batch, hands), expected, "hands, {forms:?}");
}

#[test]
fn every_path_answers_as_one_hand_after_the_other() {
    for forms in choices() {
        // Whole blocks, and everything that can be left behind them.
        threads::each(0..short_or_long(8, 200), &|piece| {
            let hands = mixed(31, piece, 900 + piece as usize);
            compare(&hands, forms);
            // Blocks of hands that are all of one size are answered in a way of their own.
            for tiles in [11, 13, 14] {
                let alike: Vec<Hand> = hands.iter().filter(|hand| hand.counts().total() == tiles).copied().collect();
                compare(&alike, forms);
            }
        });
    }
    (0..300).for_each(|hands| compare(&mixed(32, hands, hands as usize), Forms::default()));
}

#[test]
fn random_hands_have_the_distances_of_the_plain_programme() {
    for batch in paths() {
        threads::each(0..short_or_long(2, 100), &|piece| {
            let hands = mixed(33, piece, 4_000);
            let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
            for (hand, distance) in hands.iter().zip(distances(batch, &counts)) {
                assert_eq!(distance, PlainModel.distance(hand), "{}", hand.counts());
            }
        });
    }
}

/// Exhaustively for one part: every count vector of a suit or of the honors that is a hand. A short run compares some of them.
#[test]
fn every_path_reads_every_part() {
    for (first, kinds) in [(0, 9), (9, 9), (18, 9), (27, 7)] {
        let mut vectors = vec![[0_u8; 34]];
        for kind in first..first + kinds {
            let grown = vectors.iter().flat_map(|vector| {
                let room = 14 - vector.iter().sum::<u8>();
                (0..=room.min(4)).map(move |copies| {
                    let mut grown = *vector;
                    grown[kind] = copies;
                    grown
                })
            });
            vectors = grown.collect();
        }
        vectors.retain(|vector| vector.iter().sum::<u8>() % 3 != 0);
        let by_path: Vec<Vec<Distance>> = paths().into_iter().map(|batch| distances(batch, &vectors)).collect();
        let tables = TableModel;
        for (place, vector) in vectors.iter().enumerate().step_by(short_or_long(7, 1)) {
            let tiles = Tile::regular().zip(vector).flat_map(|(tile, &copies)| vec![tile; copies.into()]);
            let hand = Hand::of_size(Counts::of(tiles).unwrap()).unwrap();
            for answers in &by_path {
                assert_eq!(answers[place], tables.distance(&hand), "{vector:?}");
            }
        }
    }
}

#[test]
fn specials_are_left_out_of_packed_hands() {
    let mut rng = random::seed::rng(34, 0);
    let mut deck = random::hands::deck();
    for (tiles, melds) in random::hands::sizes() {
        let hands: Vec<Hand> = (0..1000).map(|_| random::hands::hand(&mut deck, tiles, melds, &mut rng)).collect();
        let packed: Vec<PackedHand> = hands.iter().map(PackedHand::from).collect();
        let expected: Vec<Distance> = hands.iter().map(|hand| TableModel.distance(hand)).collect();
        assert_eq!(distances(Batch::new(), &packed), expected);
        assert_eq!(distances(Batch::new(), &hands), expected);
        assert_eq!(analyses(Batch::new(), &packed), analyses(Batch::new(), &hands));
        for (hand, packed) in hands.iter().zip(&packed) {
            assert!((packed.counts().kinds() & TileSet::SPECIAL).is_empty());
            assert_eq!((packed.counts().regular(), packed.melds()), (hand.counts().regular(), hand.melds()));
        }
    }
}

#[test]
fn batches_of_every_rule_set_answer_as_its_model() {
    for name in ReadyMade::ALL {
        let rules = &name.rules();
        let (batch, model) = (Batch::of(rules), rules.model());
        for tiles in [1, 7, rules.most_tiles() - 1, rules.most_tiles()] {
            let random = RandomHands::of(&Deck::of(rules), Seed(37), tiles).unwrap();
            let hands: Vec<Hand> = (0..short_or_long(300, 20_000)).map(|number| random.hand(number)).collect();
            let of = |hand: &Hand| Analysis {
                distance: model.distance(hand),
                useful: Useful::of(model, hand, &Unseen::of(rules, hand, &Counts::EMPTY)),
            };
            let expected: Vec<Analysis> = hands.iter().map(of).collect();
            let expected_distances: Vec<Distance> = expected.iter().map(|analysis| analysis.distance).collect();
            let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
            let packed: Vec<PackedHand> = hands.iter().map(PackedHand::from).collect();
            assert_eq!(distances(batch, &hands), expected_distances, "hands of {name}");
            assert_eq!(distances(batch, &counts), expected_distances, "counts of {name}");
            assert_eq!(distances(batch, &packed), expected_distances, "packed, of {name}");
            assert_eq!(analyses(batch, &hands), expected, "hands of {name}");
            assert_eq!(analyses(batch, &counts), expected, "counts of {name}");
            assert_eq!(analyses(batch, &packed), expected, "packed, of {name}");
        }
    }
    let one = std::array::from_fn(|kind| u8::from(kind == 0));
    let mut bad = [one; 3];
    bad[2][1] = 1;
    let asked = Batch::of(&ReadyMade::Sanma.rules()).distances(&bad, &mut [Distance::WON; 3]);
    assert_eq!(asked.unwrap_err().to_string(), "row 2: sanma has no 2M");
}

/// Every kind too often, and every wrong size, at every place of a block.
#[test]
fn the_first_that_is_no_hand_is_told_and_those_before_it_are_answered() {
    let good: Vec<[u8; 34]> = mixed(35, 0, 150).iter().map(|hand| hand.counts().regular()).collect();
    for batch in paths() {
        let expected = distances(batch, &good);
        for row in 0..good.len() {
            let mut hands = good.clone();
            let tile = Tile::ALL[row % Tile::REGULAR_COUNT];
            let copies = [5, 6, 8, 127, 128, 133, 255][row % 7];
            let fault = if row % 3 == 0 {
                hands[row] = [0; 34];
                hands[row][..row % 5].fill(3);
                HandError::NoSize { tiles: 3 * (row % 5) }
            } else {
                hands[row][tile.index()] = copies;
                assert_eq!(Counts::try_from(hands[row]), Err(FifthCopyError { tile }));
                let at_fault = HandError::TooMany { tile, copies };
                // What comes after the first does not matter.
                hands.get_mut(row + 1).into_iter().for_each(|next| next[0] = 9);
                at_fault
            };
            let mut answers = vec![Distance::FARTHEST; hands.len()];
            assert_eq!(usual(batch.distances(&hands, &mut answers)), Err(BadHandError { row, fault }), "{batch:?}");
            assert_eq!(answers[..row], expected[..row], "{batch:?}");
            let mut answers = vec![Analysis::WON; hands.len()];
            assert_eq!(usual(batch.analyses(&hands, &mut answers)), Err(BadHandError { row, fault }), "{batch:?}");
        }
    }
}

#[test]
fn no_size_but_a_hands_is_one() {
    for tiles in 0..=136 {
        let mut left = tiles as u8;
        let hand: [u8; 34] = std::array::from_fn(|_| {
            let copies = left.min(4);
            left -= copies;
            copies
        });
        let expected = if tiles > 14 || tiles % 3 == 0 {
            Err(BadHandError { row: 0, fault: HandError::NoSize { tiles } })
        } else {
            Ok(())
        };
        for batch in paths() {
            // Alone and among others, alike and not.
            for hands in [vec![hand], vec![hand; 70]] {
                let mut answers = vec![Distance::WON; hands.len()];
                assert_eq!(usual(batch.distances(&hands, &mut answers)), expected, "{batch:?}");
            }
        }
    }
}

#[test]
fn faults_say_what_was_expected() {
    let bad = |row, fault| BadHandError { row, fault }.to_string();
    assert_eq!(
        bad(7, HandError::TooMany { tile: Tile::EAST, copies: 5 }),
        "row 7: 5 of E (count 27 of 0-33): expected at most four of each kind"
    );
    assert_eq!(
        bad(0, HandError::NoSize { tiles: 1 + 11 }),
        "row 0: 12 tiles: expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2"
    );
}

#[test]
fn threads_change_nothing() {
    let hands = mixed(36, 0, 100_000);
    let mut counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
    let packed: Vec<PackedHand> = hands.iter().map(PackedHand::from).collect();
    let batch = Batch::new();
    let expected = analyses(batch, &hands);
    let expected_distances: Vec<Distance> = expected.iter().map(|analysis| analysis.distance).collect();
    for threads in [1, 2, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut answers = vec![Distance::FARTHEST; hands.len()];
            batch.par_distances(&counts, &mut answers).unwrap();
            assert_eq!(answers, expected_distances);
            answers.fill(Distance::FARTHEST);
            let Ok(()) = batch.par_distances(&packed, &mut answers);
            assert_eq!(answers, expected_distances);
            let mut answers = vec![Analysis::WON; hands.len()];
            batch.par_analyses(&counts, &mut answers).unwrap();
            assert_eq!(answers, expected);
        });
    }
    // Of two that are none the first, whichever thread meets its own first.
    for row in [99_000, 70_000, 3] {
        counts[row] = [0; 34];
        let mut answers = vec![Distance::FARTHEST; counts.len()];
        let fault = HandError::NoSize { tiles: 0 };
        assert_eq!(usual(batch.par_distances(&counts, &mut answers)), Err(BadHandError { row, fault }));
        assert_eq!(answers[..row], expected_distances[..row]);
    }
}

#[test]
#[should_panic(expected = "an answer for every hand")]
fn answers_have_to_be_as_many_as_hands() {
    let hand = PackedHand::from(Hand::new(Counts::of([Tile::EAST]).unwrap(), MeldCount::ALL[4]).unwrap());
    let Ok(()) = Batch::new().distances(&[hand], &mut []);
}
