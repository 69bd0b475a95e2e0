//! The game alone, solved, against its definition.

use std::collections::HashMap;

use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law};
use paili::{Counts, Form, Forms, Hand, Model, Notation, TableModel, Tile, WithForms};
use paili_solve::{AloneGame, DeckParts, Solved, SolvedError, SolvedWriter, Solver};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "../../tests/length.rs"]
mod length;
use length::short_or_long;

/// Copies of each kind.
type Held = [u8; Tile::REGULAR_COUNT];

/// The bounds of hands, as they are defined: draw by draw, and each hand for itself.
struct Definition {
    game: AloneGame,
    kinds: Vec<usize>,
    /// By draws to come.
    known: Vec<HashMap<Held, f64>>,
    lacking: HashMap<Held, u8>,
}

impl Definition {
    fn of(game: AloneGame) -> Definition {
        let kinds = Tile::regular().filter(|&tile| game.deck().has(tile)).map(Tile::index).collect();
        let known = vec![HashMap::new(); game.draws() as usize + 1];
        Definition { game, kinds, known, lacking: HashMap::new() }
    }

    /// The bound of a hand before a draw.
    fn bound(&mut self, held: Held, draws: u32) -> f64 {
        // Each draw brings it nearer by one tile at most.
        if draws == 0 || u32::from(self.lacking(held)) > draws {
            return 0.0;
        }
        if let Some(&known) = self.known[draws as usize].get(&held) {
            return known;
        }
        let without = self.bound(held, draws - 1);
        let unseen = f64::from(self.game.unseen() - (self.game.draws() - draws));
        let mut bound = without;
        for kind in self.kinds.clone() {
            if held[kind] < Tile::COPIES {
                let mut more = held;
                more[kind] += 1;
                let gain = (self.worth(more, draws - 1) - without).max(0.0);
                bound += f64::from(Tile::COPIES - held[kind]) / unseen * gain;
            }
        }
        self.known[draws as usize].insert(held, bound.min(1.0));
        bound.min(1.0)
    }

    /// What a hand is worth after a draw.
    fn worth(&mut self, held: Held, draws: u32) -> f64 {
        if self.lacking(held) == 0 {
            return 1.0;
        }
        let mut worth = 0.0_f64;
        for kind in self.kinds.clone() {
            if held[kind] > 0 {
                let mut left = held;
                left[kind] -= 1;
                worth = worth.max(self.bound(left, draws));
            }
        }
        worth
    }

    fn lacking(&mut self, held: Held) -> u8 {
        let forms = self.game.forms();
        *self.lacking.entry(held).or_insert_with(|| {
            let hand = Hand::of_size(counts(held)).unwrap();
            // The tables' distances are compared with the plain programme's elsewhere.
            let distance = |form| WithForms::new(TableModel, Forms::only(form)).distance(&hand).get();
            forms.iter().map(distance).min().unwrap()
        })
    }
}

fn counts(held: Held) -> Counts {
    Counts::of(Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, held[tile.index()].into()))).unwrap()
}

/// All hands with so many tiles of these kinds.
fn all_hands(kinds: &[usize], tiles: u8) -> Vec<Held> {
    let mut all = vec![([0; Tile::REGULAR_COUNT], tiles)];
    for &kind in kinds {
        let more = |(held, left): (Held, u8)| {
            (0..=left.min(Tile::COPIES)).map(move |count| {
                let mut held = held;
                held[kind] = count;
                (held, left - count)
            })
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all.into_iter().filter(|&(_, left)| left == 0).map(|(held, _)| held).collect()
}

/// Random hands of a deck: half of them of few kinds, so that they are near.
fn random_hands(game: &AloneGame, number: usize) -> Vec<Held> {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let deck: Vec<usize> = Tile::regular().filter(|&tile| game.deck().has(tile)).map(Tile::index).collect();
    let hand = |number: usize| {
        let all = number.is_multiple_of(2);
        let from = if all { 0 } else { random.random_range(0..deck.len() - 6) };
        let kinds = if all { &deck[..] } else { &deck[from..from + 6] };
        let mut tiles: Vec<usize> = kinds.iter().flat_map(|&kind| [kind; Tile::COPIES as usize]).collect();
        tiles.shuffle(&mut random);
        let mut held = [0; Tile::REGULAR_COUNT];
        tiles[..game.tiles()].iter().for_each(|&kind| held[kind] += 1);
        held
    };
    (0..number).map(hand).collect()
}

/// Compares the layers of a game with the definition. Hands whose definition takes too long have fewer draws.
fn compare(game: AloneGame, hands: &[Held], most_draws: u32) {
    let mut definition = Definition::of(game);
    let mut solver = Solver::new(&game).unwrap();
    let mut above = 0;
    for draws in 1..=game.draws().min(most_draws) {
        solver.advance(|_| ());
        for &hand in hands {
            let expected = definition.bound(hand, draws);
            let found = solver.bound(&counts(hand)).unwrap();
            assert!(
                (found - expected).abs() < 1e-6,
                "{} with {draws}: {found}, not {expected}",
                counts(hand).tiles().map(|tile| tile.to_string()).collect::<String>()
            );
            above += u32::from(expected > 0.0);
        }
    }
    assert!(above > 0, "no hand can win");
}

#[test]
fn every_hand_of_one_suit_has_its_bound() {
    let tiles = short_or_long(4, 13);
    let game = AloneGame::of(DeckParts::M, tiles.into()).unwrap();
    compare(game, &all_hands(&(0..9).collect::<Vec<_>>(), tiles), 18);
    let game = AloneGame::of(DeckParts::M, 13).unwrap();
    let hands: Vec<Held> = all_hands(&(0..9).collect::<Vec<_>>(), 13);
    let hands: Vec<Held> = hands.into_iter().step_by(short_or_long(997, 1)).collect();
    compare(game, &hands, short_or_long(2, 1));
    let pairs = Forms::only(Form::Standard).and(Form::Pairs);
    let game = game.with_forms(pairs).unwrap().with_draws(4).unwrap().with_unseen(11).unwrap();
    compare(game, &hands, short_or_long(2, 4));
}

#[test]
fn small_hands_of_all_decks_have_their_bounds() {
    for deck in DeckParts::ALL {
        for tiles in [1, 4] {
            let game = AloneGame::of(deck, tiles).unwrap();
            let hands = random_hands(&game, short_or_long(30, 200));
            compare(game, &hands, if tiles == 1 { 18 } else { short_or_long(3, 5) });
        }
        let game = AloneGame::of(deck, 7).unwrap();
        compare(game, &random_hands(&game, short_or_long(10, 60)), short_or_long(2, 3));
    }
}

#[test]
fn random_hands_of_two_suits_have_their_bounds() {
    for (deck, forms) in
        [(DeckParts::MP, Forms::default()), (DeckParts::MZ, Forms::ALL), (DeckParts::SANMA, Forms::ALL)]
    {
        let game = AloneGame::of(deck, 13).unwrap().with_forms(forms).unwrap();
        compare(game, &random_hands(&game, short_or_long(25, 200)), short_or_long(2, 3));
    }
}

/// Among three players orphans hold 1 and 9 of the characters, which the deck has, and no suit is missing.
#[test]
fn hands_near_to_orphans_of_three_players_have_their_bounds() {
    let game = AloneGame::of(DeckParts::SANMA, 13).unwrap().with_forms(Forms::ALL).unwrap();
    let hands =
        ["19m19p19s1234567z", "19m19p199s123456z", "199m19p19s112345z", "1m19p19s12345677z", "1m119p19s1234567z"];
    let held = |text: &str| Notation::Mpsz.hand(text).unwrap().counts().regular();
    compare(game, &hands.map(held), short_or_long(2, 3));
    let mut solver = Solver::new(&game.with_draws(1).unwrap()).unwrap();
    solver.advance(|_| ());
    // Thirteen kinds of three copies, of 95 unseen tiles; a pair waits for the fourteenth kind alone.
    let bounds = [0, 1].map(|hand| solver.bound(&counts(held(hands[hand]))).unwrap() * 95.0);
    assert!((bounds[0] - 39.0).abs() < 1e-4 && (bounds[1] - 4.0).abs() < 1e-4, "{bounds:?}");
}

/// The numbers of classes that were worked out by hand, so to say: by counting shapes that are equal when mirrored.
#[test]
fn the_census_is_right() {
    let census = |deck, tiles| {
        let size = Solver::size(&AloneGame::of(deck, tiles).unwrap());
        [size.before, size.after]
    };
    assert_eq!(census(DeckParts::MPSZ, 13), [322_565_293, 923_597_122]);
    assert_eq!(census(DeckParts::MPSZ, 10), [10_187_475, 34_006_368]);
    assert_eq!(census(DeckParts::M, 13), [46_860, 59_500]);
}

/// Every hand is dealt as often as the deck has ways to give it.
#[test]
fn the_mean_is_over_all_deals() {
    let game = AloneGame::of(DeckParts::MZ, 4).unwrap().with_draws(3).unwrap();
    let mut solver = Solver::new(&game).unwrap();
    (0..3).for_each(|_| solver.advance(|_| ()));
    let kinds: Vec<usize> = Tile::regular().filter(|&tile| game.deck().has(tile)).map(Tile::index).collect();
    let choices = |count: u8| [1.0, 4.0, 6.0, 4.0, 1.0][usize::from(count)];
    let (mut sum, mut all) = (0.0, 0.0);
    for hand in all_hands(&kinds, 4) {
        let ways: f64 = hand.iter().map(|&count| choices(count)).product();
        sum += ways * solver.bound(&counts(hand)).unwrap();
        all += ways;
    }
    assert!(
        (solver.mean() / (1.0 + solver.margin()) - sum / all).abs() < 1e-9,
        "{} is not {}",
        solver.mean(),
        sum / all
    );
}

/// A file of a game, and the game solved to its end.
fn solved(game: AloneGame) -> (tempfile::NamedTempFile, Vec<Solver>) {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut solver = Solver::new(&game).unwrap();
    let mut writer = SolvedWriter::new(&solver, file.reopen().unwrap()).unwrap();
    let mut layers = Vec::new();
    for _ in 0..game.draws() {
        solver.advance(|_| ());
        writer.add(&solver).unwrap();
        layers.push(solver.clone());
    }
    writer.finish().unwrap();
    (file, layers)
}

#[test]
fn a_file_answers_as_the_solver_does_rounded_up() {
    let game = AloneGame::of(DeckParts::MPSZ, 4).unwrap();
    let (file, layers) = solved(game);
    let solved = Solved::open(file.path()).unwrap();
    solved.verify().unwrap();
    assert_eq!((*solved.game(), solved.layers().count()), (game, 18));
    for hand in random_hands(&game, 2000) {
        for (draws, layer) in (1..).zip(&layers) {
            let [found, exact] = [solved.bound(&counts(hand), draws).unwrap(), layer.bound(&counts(hand)).unwrap()];
            assert!(
                found >= exact && found - exact <= 2.0 * found.sqrt() / 65535.0 + layer.margin() * exact + 1e-9,
                "{found} for {exact}"
            );
        }
    }
}

#[test]
fn hands_that_are_alike_have_the_same_bytes() {
    let game = AloneGame::of(DeckParts::MPSZ, 7).unwrap().with_draws(4).unwrap();
    let (file, _) = solved(game);
    let solved = Solved::open(file.path()).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for hand in random_hands(&game, 1000) {
        let bound = solved.bound(&counts(hand), 4).unwrap();
        let mut parts: Vec<Vec<u8>> = hand.chunks(9).map(<[u8]>::to_vec).collect();
        parts[..3].shuffle(&mut random);
        parts[3].shuffle(&mut random);
        parts[..3].iter_mut().for_each(|suit| {
            if random.random() {
                suit.reverse();
            }
        });
        let alike: Held = parts.concat().try_into().unwrap();
        assert_eq!(solved.bound(&counts(alike), 4).unwrap().to_bits(), bound.to_bits());
    }
}

#[test]
fn discards_are_the_hands_that_they_leave() {
    let game = AloneGame::of(DeckParts::MPSZ, 7).unwrap().with_draws(6).unwrap();
    let (file, _) = solved(game);
    let solved = Solved::open(file.path()).unwrap();
    let hand: Hand = "1123m45p67s".parse().unwrap();
    let all = solved.discards(&hand, &Unseen::by(&hand), 5).unwrap();
    assert_eq!(all.len(), hand.counts().kinds().iter().count());
    for (one, next) in all.iter().zip(&all[1..]) {
        assert!(one.bound >= next.bound);
    }
    for discard in &all {
        let left = hand.without(discard.tile).unwrap();
        assert_eq!(solved.bound(left.counts(), 5).unwrap().to_bits(), discard.bound.to_bits());
    }
    // Where discarding is all that is left to do, nothing can be won.
    assert!(solved.discards(&hand, &Unseen::by(&hand), 0).unwrap().iter().all(|discard| discard.bound == 0.0));
}

#[test]
fn what_a_file_is_not_for_is_told() {
    let game = AloneGame::of(DeckParts::MP, 4).unwrap().with_draws(5).unwrap();
    let (file, _) = solved(game);
    let solved = Solved::open(file.path()).unwrap();
    let refused = |hand: &str, draws| {
        let hand: Hand = hand.parse().unwrap();
        solved.bound(hand.counts(), draws).unwrap_err().to_string()
    };
    assert_eq!(refused("123m4s", 5), "the deck has no 4S");
    assert_eq!(refused("123m4p", 6), "the file has no layer for 6 draws to come");
    assert_eq!(refused("123m4567p", 5), "the hand has 7 tiles: expected 4, or 5 after a draw");
    let won: Hand = "123m456p789s11222z".parse().unwrap();
    assert!(solved.bound_after(won.counts(), 5).is_err(), "another size");
    assert_eq!(solved.draws_from(67).unwrap(), 4);
    let message = "123 tiles are unseen: the file is for 68 before the first of 5 draws, one less before each next one";
    assert_eq!(solved.draws_from(123).unwrap_err().to_string(), message);
}

/// Wherever a bit is wrong, it is noticed: at once, or when the place is looked at.
#[test]
fn a_file_with_a_wrong_bit_or_none_at_all_is_refused() {
    let (file, _) = solved(AloneGame::of(DeckParts::M, 13).unwrap().with_draws(3).unwrap());
    let bytes = std::fs::read(file.path()).unwrap();
    let of = |bytes: &[u8]| {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        Solved::open(file.path()).and_then(|solved| solved.verify())
    };
    of(&bytes).unwrap();
    let end = bytes.len();
    let places = [0, 7, 100, 1 << 16, (1 << 16) + 70_000, end - 200, end - 20, end - 10, end - 1];
    for place in places {
        let mut wrong = bytes.clone();
        wrong[place] ^= 4;
        let error = of(&wrong).unwrap_err();
        assert!(matches!(error, SolvedError::Damaged | SolvedError::Foreign), "{place}: {error}");
    }
    for len in [0, 1, 8, 65_535, 65_560, bytes.len() / 2, bytes.len() - 1] {
        let error = of(&bytes[..len]).unwrap_err();
        assert!(matches!(error, SolvedError::Damaged | SolvedError::Foreign), "{len}: {error}");
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Solved::open(folder.path()), Err(SolvedError::Io(_))));
    assert!(matches!(Solved::open(folder.path().join("none")), Err(SolvedError::Io(_))));
}

#[test]
fn a_run_goes_on_from_what_was_saved() {
    let game = AloneGame::of(DeckParts::MZ, 7).unwrap().with_draws(6).unwrap();
    let whole = std::fs::read(solved(game).0.path()).unwrap();
    for stop in [0, 1, 4, 6] {
        let mut solver = Solver::new(&game).unwrap();
        let mut writer = SolvedWriter::new(&solver, Vec::new()).unwrap();
        for _ in 0..stop {
            solver.advance(|_| ());
            writer.add(&solver).unwrap();
        }
        let mut state = Vec::new();
        writer.save(&solver, &mut state).unwrap();
        let written = writer.into_inner();

        let mut solver = Solver::new(&game).unwrap();
        let resumed = SolvedWriter::resume(&mut solver, &state[..], written.clone(), &written[..]);
        let (mut writer, len) = resumed.unwrap();
        assert_eq!((len, solver.draws()), (written.len() as u64, stop));
        while solver.draws() < game.draws() {
            solver.advance(|_| ());
            writer.add(&solver).unwrap();
        }
        assert!(writer.finish().unwrap() == whole, "{stop} layers");

        // Damaged, or of another game.
        let fails = |game: &AloneGame, state: &[u8], written: &[u8]| {
            let mut solver = Solver::new(game).unwrap();
            SolvedWriter::resume(&mut solver, state, Vec::new(), written).is_err()
        };
        for place in [0, 9, 20, state.len() / 2, state.len() - 1] {
            let mut wrong = state.clone();
            wrong[place] ^= 1;
            assert!(fails(&game, &wrong, &written), "{place}");
            assert!(fails(&game, &state[..place], &written), "{place}");
        }
        assert!(fails(&game.with_draws(5).unwrap(), &state, &written));
        assert!(fails(&game, &state, &written[..written.len() - 1]));
    }
}

/// A file of the whole deck with all 18 layers takes minutes to make and gigabytes to keep, so this runs when it is asked to:
/// `PAILI_SOLVED=alone.solved cargo test --release --test main solve -- --ignored`.
#[test]
#[ignore = "needs a file of the whole deck"]
fn the_whole_deck_is_as_defined_and_above_the_odds() {
    let path = std::env::var("PAILI_SOLVED").expect("PAILI_SOLVED: a file of the whole deck");
    let solved = Solved::open(path).unwrap();
    solved.verify().unwrap();
    let game = *solved.game();
    assert_eq!(game, AloneGame::of(DeckParts::MPSZ, 13).unwrap().with_forms(game.forms()).unwrap());
    assert_eq!(solved.classes(), 322_565_293);
    let mut above = 0;
    for hand in random_hands(&game, 1000) {
        // A definition for each: what it knows of one hand is of no use for the next.
        let mut definition = Definition::of(game);
        // Of a hand that is near, the definition goes through millions.
        let most = if definition.lacking(hand) < 2 { 3 } else { 4 };
        for draws in 1..=most {
            let [expected, found] = [definition.bound(hand, draws), solved.bound(&counts(hand), draws).unwrap()];
            let most = expected * (1.0 + 1e-5) + 2.0 * found.sqrt() / 65535.0 + 1e-6;
            assert!(found >= expected - 1e-12 && found <= most, "{hand:?}, {draws}: {found} for {expected}");
            above += u32::from(expected > 0.0);
        }
    }
    assert!(above > 100, "{above}");
    // The published law lets discards come again too, and keeps to fewer ways to play.
    for (number, hand) in random_hands(&game, 300).into_iter().enumerate() {
        let hand = Hand::of_size(counts(hand)).unwrap();
        let unseen = Unseen::by(&hand);
        let changes = if number % 2 == 1 && hand.distance().get() < 4 { Changes::One } else { Changes::None };
        for law in Law::ALL {
            let Ok(graph) = Graph::of(WithForms::new(TableModel, game.forms()), &hand, &unseen, changes) else {
                continue;
            };
            let Ok(odds) = graph.odds(18, law) else { continue };
            let bound = solved.bound(hand.counts(), 18).unwrap();
            assert!(bound >= odds.win[0] - 1e-9, "{} {law} {changes:?}: {bound} below {}", hand.counts(), odds.win[0]);
        }
    }
}
