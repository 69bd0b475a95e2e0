//! Bounds are what their definition says, and what cannot be solved is refused.

use paili::rules::{ReadyMade, RuleSet, VoidSuit};
use paili::simulation::Seed;
use paili::{Form, Forms, Notation, Suit, Tile, TileSet};
use paili_solve::{AloneGame, DeckParts, SoloGames, Solver, Strategy};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::definition::{Definition, Held, all_hands, counts, random_hands, usual, with_forms};
use crate::length::short_or_long;

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
    let game = usual(DeckParts::M, tiles.into()).unwrap();
    compare(game, &all_hands(&(0..9).collect::<Vec<_>>(), tiles), 18);
    let game = usual(DeckParts::M, 13).unwrap();
    let hands: Vec<Held> = all_hands(&(0..9).collect::<Vec<_>>(), 13);
    let hands: Vec<Held> = hands.into_iter().step_by(short_or_long(997, 1)).collect();
    compare(game, &hands, short_or_long(2, 1));
    let pairs = Forms::only(Form::Standard).and(Form::Pairs);
    let game = with_forms(DeckParts::M, 13, pairs).with_draws(4).unwrap().with_unseen(11).unwrap();
    compare(game, &hands, short_or_long(2, 4));
}

#[test]
fn small_hands_of_all_decks_have_their_bounds() {
    for deck in DeckParts::ALL {
        for tiles in [1, 4] {
            let game = usual(deck, tiles).unwrap();
            let hands = random_hands(&game, short_or_long(30, 200));
            compare(game, &hands, if tiles == 1 { 18 } else { short_or_long(3, 5) });
        }
        let game = usual(deck, 7).unwrap();
        compare(game, &random_hands(&game, short_or_long(10, 60)), short_or_long(2, 3));
    }
}

#[test]
fn random_hands_of_two_suits_have_their_bounds() {
    let sanma = AloneGame::new(&ReadyMade::Sanma.rules(), 13).unwrap();
    let games = [usual(DeckParts::MP, 13).unwrap(), with_forms(DeckParts::MZ, 13, Forms::ALL), sanma];
    // Hands of three players are asked about in a short run, too: those near to orphans.
    for game in games.into_iter().take(short_or_long(2, 3)) {
        compare(game, &random_hands(&game, short_or_long(25, 200)), short_or_long(2, 3));
    }
}

/// Among three players orphans hold 1 and 9 of the characters, which the deck has, and no suit is missing.
#[test]
fn hands_near_to_orphans_of_three_players_have_their_bounds() {
    let game = AloneGame::new(&ReadyMade::Sanma.rules(), 13).unwrap();
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

/// A rule set of one to three melds, whose suits are alike or have no chows, and whose kinds have any number of copies.
fn random_rules(random: &mut ChaCha8Rng) -> RuleSet {
    let mut rules = RuleSet::new("random", random.random_range(1..=3)).unwrap();
    let most = random.random_range(1..=Tile::COPIES);
    let mut copies: [u8; 9] = std::array::from_fn(|_| random.random_range(0..=most));
    if random.random_range(0..2) == 0 {
        // One that can be mirrored.
        copies = std::array::from_fn(|rank| copies[rank.min(8 - rank)]);
    }
    let chosen: Vec<Suit> = Suit::ALL.into_iter().filter(|_| random.random_range(0..3) > 0).collect();
    for tile in Tile::regular() {
        let held = match tile.suit() {
            Some(suit) if chosen.contains(&suit) => copies[tile.index() % 9],
            // Some kinds of the others, and some honors.
            _ if random.random_range(0..5) == 0 => random.random_range(0..=Tile::COPIES),
            _ => 0,
        };
        rules = rules.with_copies(TileSet::only(tile), held).unwrap();
    }
    let pairs = [Form::Pairs, Form::RepeatedPairs][random.random_range(0..2)];
    let forms = [vec![Form::Standard], vec![Form::Standard, pairs], vec![pairs]];
    let rules = rules.with_chows(&chosen).with_forms(&forms[random.random_range(0..3)]).unwrap();
    if random.random_range(0..3) == 0 { rules.with_void(VoidSuit::Asked) } else { rules }
}

#[test]
fn own_rule_sets_have_their_bounds() {
    let mut random = ChaCha8Rng::seed_from_u64(36);
    let (mut compared, mut refused) = (0, 0);
    while compared < short_or_long(15, 200) {
        let rules = random_rules(&mut random);
        let Ok(game) = AloneGame::new(&rules, rules.most_tiles() - 1) else { continue };
        let Ok(mut solver) = Solver::new(&game) else {
            refused += 1;
            continue;
        };
        let mut definition = Definition::of(game);
        let hands = random_hands(&game, 8);
        for draws in 1..=game.draws().min(if rules.melds() == 1 { 6 } else { 2 }) {
            solver.advance(|_| ());
            for &hand in &hands {
                let [expected, found] = [definition.bound(hand, draws), solver.bound(&counts(hand)).unwrap()];
                assert!((found - expected).abs() < 1e-6, "{rules:?}: {hand:?}, {draws}: {found}, not {expected}");
            }
        }
        compared += 1;
    }
    assert!(refused > 0, "no set whose suits differ");
}

/// One draw is no choice, so the bound's mean is how many games are won; and a kind of fewer copies comes no sooner than others.
#[test]
fn games_with_one_draw_are_won_as_often_as_their_bound_says() {
    let suit: [u8; 9] = [1, 2, 3, 4, 1, 2, 3, 4, 2];
    let mut own = RuleSet::new("own", 2).unwrap();
    for tile in Tile::regular() {
        let copies = if tile.suit() == Some(Suit::Bamboos) { 0 } else { suit[tile.index() % 9] };
        own = own.with_copies(TileSet::only(tile), copies).unwrap();
    }
    for rules in [own, ReadyMade::Sanma.rules(), ReadyMade::Sichuan.rules()] {
        let game = AloneGame::new(&rules, 4).unwrap().with_draws(1).unwrap();
        let mut solver = Solver::new(&game).unwrap();
        solver.advance(|_| ());
        let games = short_or_long(300_000, 4_000_000);
        let won = SoloGames::new(game, None).unwrap().play(Seed(36), 0..games, &Strategy::Rule).unwrap().won();
        let [found, expected] = [won.hits as f64, solver.means().last().unwrap() * games as f64];
        // Four standard errors.
        assert!((found - expected).abs() < 4.0 * expected.sqrt(), "{game}: {found}, not {expected}");
    }
}

/// Taiwan's pairs have a triplet beside them, and four alike are two pairs; Sichuan's hands have no more than two suits.
#[test]
fn hands_of_other_rule_sets_have_their_bounds() {
    // Of the whole deck, sixteen tiles have too many classes.
    let few = RuleSet::new("honors", 5).unwrap().with_copies(TileSet::REGULAR & !TileSet::HONORS, 0).unwrap();
    let few = few.with_forms(&[Form::Standard, Form::RepeatedPairs]).unwrap();
    let game = AloneGame::new(&few, 16).unwrap();
    compare(game, &random_hands(&game, short_or_long(20, 200)), 4);

    let sichuan = ReadyMade::Sichuan.rules();
    for tiles in [4, 7] {
        let game = AloneGame::new(&sichuan, tiles).unwrap();
        compare(game, &random_hands(&game, short_or_long(20, 100)), short_or_long(2, 3));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let why = |rules: RuleSet, tiles| {
        let error = AloneGame::new(&rules, tiles).and_then(|game| Solver::size(&game).map(drop)).unwrap_err();
        (error.argument(), error.to_string())
    };
    let forms = |unsolved: &str, others: &str| ("forms", format!("{unsolved} is not solved: choose among {others}"));
    let guobiao = forms("knitted", "standard, orphans, repeated-pairs");
    assert_eq!(why(ReadyMade::Guobiao.rules(), 13), guobiao);
    assert_eq!(why(ReadyMade::Taiwan.rules(), 16), forms("unconnected", "standard, repeated-pairs"));
    assert_eq!(
        why(ReadyMade::Taiwan.rules(), 14),
        ("tiles", "14 tiles in hand: expected 16, 13, 10, 7, 4 or 1, a hand before its draw".to_owned())
    );
    let riichi = || ReadyMade::Riichi.rules();
    assert_eq!(why(riichi().with_wildcards(2).unwrap(), 13).0, "wildcards");
    let pairs = riichi().choosing(Forms::only(Form::Pairs)).unwrap();
    let message = "pairs: not for hands of 10 tiles, which have exposed melds";
    assert_eq!(why(pairs, 10), ("forms", message.to_owned()));
    let void = ReadyMade::Sichuan.rules().with_chows(&Suit::ALL[1..]);
    let message = "where a suit has to be void, only games are solved whose three suits have chows";
    assert_eq!(why(void, 13), ("rules", message.to_owned()));
    let one = TileSet::only(Tile::P1);
    let message = "only suits that are alike are solved, and p has other copies than m";
    assert_eq!(why(riichi().with_copies(one, 3).unwrap(), 13), ("rules", message.to_owned()));
    let message = "16 kinds are in no chow: no more than 9 are solved";
    assert_eq!(why(riichi().with_chows(&Suit::ALL[..2]), 13), ("rules", message.to_owned()));
    let tiny = RuleSet::new("tiny", 4).unwrap().with_copies(TileSet::REGULAR & !TileSet::HONORS, 0).unwrap();
    let tiny = tiny.with_copies(TileSet::HONORS, 1).unwrap();
    let message = "13 tiles in hand: the deck has 7, and one has to be left to draw";
    assert_eq!(why(tiny, 13), ("tiles", message.to_owned()));
}

/// The numbers of classes that were worked out by hand, so to say: by counting shapes that are equal when mirrored.
#[test]
fn the_census_is_right() {
    let census = |deck, tiles| {
        let size = Solver::size(&usual(deck, tiles).unwrap()).unwrap();
        [size.before, size.after]
    };
    assert_eq!(census(DeckParts::MPSZ, 13), [322_565_293, 923_597_122]);
    assert_eq!(census(DeckParts::MPSZ, 10), [10_187_475, 34_006_368]);
    assert_eq!(census(DeckParts::M, 13), [46_860, 59_500]);
}

/// Every hand is dealt as often as the deck has ways to give it.
#[test]
fn the_mean_is_over_all_deals() {
    let game = usual(DeckParts::MZ, 4).unwrap().with_draws(3).unwrap();
    let mut solver = Solver::new(&game).unwrap();
    (0..3).for_each(|_| solver.advance(|_| ()));
    let kinds: Vec<usize> = Tile::regular().filter(|&tile| game.copies(tile) > 0).map(Tile::index).collect();
    let choices = |count: u8| [1.0, 4.0, 6.0, 4.0, 1.0][usize::from(count)];
    let (mut sum, mut all) = (0.0, 0.0);
    for hand in all_hands(&kinds, 4) {
        let ways: f64 = hand.iter().map(|&count| choices(count)).product();
        sum += ways * solver.bound(&counts(hand)).unwrap();
        all += ways;
    }
    assert!(
        (solver.means().last().unwrap() / (1.0 + solver.margin()) - sum / all).abs() < 1e-9,
        "{} is not {}",
        solver.means().last().unwrap(),
        sum / all
    );
}
