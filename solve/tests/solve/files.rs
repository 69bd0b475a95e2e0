//! Files of bounds: what they say, of which game they are, what is wrong with them, and how a run goes on.

use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law};
use paili::rules::ReadyMade;
use paili::{Forms, Hand, Suit, TableModel, TileSet, WithForms};
use paili_solve::{AloneGame, DeckParts, Solved, SolvedError, SolvedWriter, Solver};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::definition::{Definition, Held, counts, random_hands, usual, with_forms};

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
    let game = usual(DeckParts::MPSZ, 4).unwrap();
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
    let game = usual(DeckParts::MPSZ, 7).unwrap().with_draws(4).unwrap();
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
    let game = usual(DeckParts::MPSZ, 7).unwrap().with_draws(6).unwrap();
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
    let game = usual(DeckParts::MP, 4).unwrap().with_draws(5).unwrap();
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

/// A file says which rule set it is of, all that is played alone.
#[test]
fn a_file_is_of_one_rule_set() {
    let own = ReadyMade::Sichuan.rules().named("own, 1").unwrap().with_chows(&Suit::ALL[1..]);
    let own = own.with_copies(TileSet::of_suit(Suit::Characters), 0).unwrap();
    for rules in [ReadyMade::Sanma.rules(), ReadyMade::Sichuan.rules(), own] {
        let game = AloneGame::new(&rules, 4).unwrap().with_draws(3).unwrap();
        let (file, solvers) = solved(game);
        let read = Solved::open(file.path()).unwrap();
        assert_eq!((read.game(), read.game().rules().name()), (&game, rules.name()));
        for hand in random_hands(&game, 50) {
            let [expected, found] = [solvers[2].bound(&counts(hand)).unwrap(), read.bound(&counts(hand), 3).unwrap()];
            assert!(found >= expected && found - expected < 1e-3, "{hand:?}: {found} for {expected}");
        }
        assert!(read.game().check_rules(&rules).is_ok());
        let others = [ReadyMade::Riichi.rules(), rules.with_chows(&[])];
        assert!(others.iter().all(|other| matches!(game.check_rules(other), Err(SolvedError::Game { .. }))));
    }
    let standard = usual(DeckParts::MPSZ, 13).unwrap();
    assert!(standard.check_rules(&ReadyMade::Standard.rules()).is_ok());
    assert!(matches!(standard.check_rules(&ReadyMade::Riichi.rules()), Err(SolvedError::Forms { .. })));
    // Guobiao's other forms are not those of the file, and without them it is the usual game.
    let guobiao = ReadyMade::Guobiao.rules();
    assert!(matches!(standard.check_rules(&guobiao), Err(SolvedError::Forms { .. })));
    assert!(standard.check_rules(&guobiao.choosing(Forms::default()).unwrap()).is_ok());
}

/// Wherever a bit is wrong, it is noticed: at once, or when the place is looked at.
#[test]
fn a_file_with_a_wrong_bit_or_none_at_all_is_refused() {
    let (file, _) = solved(usual(DeckParts::M, 13).unwrap().with_draws(3).unwrap());
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
    let game = usual(DeckParts::MZ, 7).unwrap().with_draws(6).unwrap();
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
        let (written, means) = (writer.into_inner(), solver.means().to_vec());

        let mut solver = Solver::new(&game).unwrap();
        let resumed = SolvedWriter::resume(&mut solver, &state[..], written.clone(), &written[..]);
        let (mut writer, len) = resumed.unwrap();
        assert_eq!((len, solver.draws()), (written.len() as u64, stop));
        assert_eq!(solver.means(), means);
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
/// `PAILI_SOLVED=alone.solved cargo test --release -p paili-solve -- --ignored`.
#[test]
#[ignore = "needs a file of the whole deck"]
fn the_whole_deck_is_as_defined_and_above_the_odds() {
    let path = std::env::var("PAILI_SOLVED").expect("PAILI_SOLVED: a file of the whole deck");
    let solved = Solved::open(path).unwrap();
    solved.verify().unwrap();
    let game = *solved.game();
    assert_eq!(game, with_forms(DeckParts::MPSZ, 13, game.forms()));
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
