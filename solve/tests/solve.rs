//! The game alone, solved, against its definition.

use std::collections::HashMap;

use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law};
use paili::rules::{PlainRules, ReadyMade, RuleSet, VoidSuit};
use paili::simulation::Seed;
use paili::{Counts, Form, Forms, Hand, Model, Notation, Suit, TableModel, Tile, TileSet, WithForms};
use paili_solve::{AloneGame, DeckParts, SoloGames, SolveError, Solved, SolvedError, SolvedWriter, Solver, Strategy};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "../../tests/length.rs"]
mod length;
use length::short_or_long;

/// The usual game of these parts of the deck, won by the standard form.
fn usual(parts: DeckParts, tiles: usize) -> Result<AloneGame, SolveError> {
    AloneGame::new(RuleSet::standard(), tiles)?.with_parts(parts)
}

/// The same by some of riichi's forms, or all.
fn with_forms(parts: DeckParts, tiles: usize, forms: Forms) -> AloneGame {
    let rules = ReadyMade::Riichi.rules().choosing(forms).unwrap();
    AloneGame::new(&rules, tiles).unwrap().with_parts(parts).unwrap()
}

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
        let kinds = Tile::regular().filter(|&tile| game.copies(tile) > 0).map(Tile::index).collect();
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
            let copies = self.game.copies(Tile::ALL[kind]);
            if held[kind] < copies {
                let mut more = held;
                more[kind] += 1;
                let gain = (self.worth(more, draws - 1) - without).max(0.0);
                bound += f64::from(copies - held[kind]) / unseen * gain;
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
        let rules = self.game.rules();
        *self.lacking.entry(held).or_insert_with(|| {
            let hand = rules.hand(counts(held), 0).unwrap();
            // The embedded tables' distances are compared with the plain programme's elsewhere.
            rules.embedded().map_or_else(|| PlainRules::new(rules).distance(&hand), |model| model.distance(&hand)).get()
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
    let deck: Vec<Tile> = Tile::regular().filter(|&tile| game.copies(tile) > 0).collect();
    let tiles_of = |kinds: &[Tile]| -> Vec<usize> {
        kinds.iter().flat_map(|&kind| std::iter::repeat_n(kind.index(), game.copies(kind).into())).collect()
    };
    let hand = |number: usize| {
        let few = (deck.len() > 6 && !number.is_multiple_of(2)).then(|| random.random_range(0..deck.len() - 6));
        let few = few.map(|from| tiles_of(&deck[from..from + 6])).filter(|few| few.len() >= game.tiles());
        let mut tiles = few.unwrap_or_else(|| tiles_of(&deck));
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
    for game in [usual(DeckParts::MP, 13).unwrap(), with_forms(DeckParts::MZ, 13, Forms::ALL), sanma] {
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
    while compared < short_or_long(40, 200) {
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
        let [found, expected] = [won.hits as f64, solver.mean() * games as f64];
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
    let forms = "choose among standard, pairs, orphans, repeated-pairs";
    assert_eq!(why(ReadyMade::Guobiao.rules(), 13), ("forms", format!("knitted is not solved: {forms}")));
    assert_eq!(why(ReadyMade::Taiwan.rules(), 16), ("forms", format!("unconnected is not solved: {forms}")));
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
