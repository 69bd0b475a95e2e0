//! Hands that are to be won in some way: the models against all winning hands, written down one by one.

use std::collections::BTreeMap;

use paili::analysis::{Plan, Question};
use paili::rules::{Aim, MeldsWanted, PlainRules, ReadyMade, RuleSet, VoidSuit};
use paili::survey::Distribution;
use paili::{Chow, Counts, Deck, Distance, Form, Hand, Meld, Model, Suit, Tile, TileSet};

use crate::length::short_or_long;

/// Copies of every kind.
type Copies = [u8; Tile::REGULAR_COUNT];

/// Every winning hand of the standard form and of pairs with `concealed` melds, as an aim wants it.
fn winning(rules: &RuleSet, aim: &Aim, concealed: usize) -> Vec<Copies> {
    let kinds: Vec<Tile> = rules.kinds().iter().collect();
    let chows = kinds.iter().filter_map(|&tile| Chow::starting(tile)).map(Meld::Chow);
    let has_chow = |meld: &Meld| meld.tiles()[0].suit().is_some_and(|suit| rules.has_chows(suit));
    let melds: Vec<Meld> = chows.filter(has_chow).chain(kinds.iter().copied().map(Meld::Pong)).collect();
    let mut all = Vec::new();
    if rules.forms().contains(Form::Standard) {
        let mut chosen = vec![Vec::new()];
        for _ in 0..concealed {
            let more = |few: &Vec<usize>| {
                let few = few.clone();
                (few.last().copied().unwrap_or(0)..melds.len()).map(move |meld| [&few[..], &[meld]].concat())
            };
            chosen = chosen.iter().flat_map(more).collect();
        }
        for chosen in chosen {
            let chosen: Vec<Meld> = chosen.into_iter().map(|meld| melds[meld]).collect();
            let holds = |meld: &Meld| {
                let number = |melds: &[Meld]| melds.iter().filter(|&other| other == meld).count();
                number(&chosen) >= number(&aim.with)
            };
            let are_pongs = chosen.iter().all(|meld| matches!(meld, Meld::Pong(_)));
            if !aim.with.iter().all(holds) || aim.melds == MeldsWanted::Pongs && !are_pongs {
                continue;
            }
            for &pair in &kinds {
                all.push(chosen.iter().flat_map(|meld| meld.tiles()).chain([pair; 2]).collect::<Vec<Tile>>());
            }
        }
    }
    if rules.forms().contains(Form::Pairs) && aim.with.is_empty() && aim.melds == MeldsWanted::All && concealed == 2 {
        // Four pairs.
        let n = kinds.len();
        for first in 0..n {
            for second in first + 1..n {
                for third in second + 1..n {
                    for fourth in third + 1..n {
                        let pairs = [first, second, third, fourth].map(|kind| kinds[kind]);
                        all.push(pairs.into_iter().flat_map(|tile| [tile; 2]).collect());
                    }
                }
            }
        }
    }
    let copies = |tiles: Vec<Tile>| {
        let mut copies = [0; Tile::REGULAR_COUNT];
        for tile in tiles {
            copies[tile.index()] += 1;
        }
        copies
    };
    let is_there = |won: &Copies| {
        Tile::regular().all(|tile| {
            let held = won[tile.index()];
            held <= rules.copies(tile) && (held == 0 || aim.only.contains(tile))
        })
    };
    let mut won: Vec<Copies> = all.into_iter().map(copies).filter(is_there).collect();
    won.sort_unstable();
    won.dedup();
    won
}

/// The fewest tiles that a hand lacks of a winning one.
fn lacking(winning: &[Copies], hand: &Hand) -> Distance {
    let held = hand.counts();
    let of_won =
        winning.iter().map(|won| Tile::regular().map(|tile| won[tile.index()].saturating_sub(held.get(tile))).sum());
    of_won.min().map_or(Distance::NEVER, |lacking: u8| Distance::new(lacking).unwrap())
}

/// Every hand of a deck's kinds with so many tiles.
fn each_hand(rules: &RuleSet, tiles: usize, check: &mut impl FnMut(&Hand)) {
    fn go_on(rules: &RuleSet, kinds: &[Tile], held: &mut Vec<Tile>, tiles: usize, check: &mut impl FnMut(&Hand)) {
        let Some((&kind, others)) = kinds.split_first() else {
            if held.len() == tiles {
                check(&rules.hand(Counts::of(held.iter().copied()).unwrap(), 0).unwrap());
            }
            return;
        };
        let before = held.len();
        for copies in 0..=rules.copies(kind) {
            if held.len() <= tiles {
                go_on(rules, others, held, tiles, check);
            }
            if copies < rules.copies(kind) {
                held.push(kind);
            }
        }
        held.truncate(before);
    }
    go_on(rules, &rules.kinds().iter().collect::<Vec<_>>(), &mut Vec::new(), tiles, check);
}

fn aims_of_one_suit() -> Vec<Aim> {
    let read = |only: Option<&str>, with: &[&str], melds| Aim::read(only, with, melds).unwrap();
    vec![
        read(Some("2-8p"), &[], MeldsWanted::All),
        read(Some("1-3p"), &[], MeldsWanted::All),
        read(Some("19p"), &[], MeldsWanted::All),
        read(None, &["555p"], MeldsWanted::All),
        read(None, &["234p"], MeldsWanted::All),
        read(None, &["123p", "123p"], MeldsWanted::All),
        read(None, &[], MeldsWanted::Pongs),
        read(Some("1-6p"), &["456p"], MeldsWanted::All),
        read(Some("1-6p"), &["444p"], MeldsWanted::Pongs),
    ]
}

/// All hands of seven and eight tiles of one suit, and of four and five beside an exposed meld, for every aim.
#[test]
fn every_hand_of_one_suit_is_as_far_as_from_the_nearest_winning_one() {
    let one_suit = RuleSet::new("one suit", 2).unwrap();
    let one_suit = one_suit.with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let with_pairs = one_suit.clone().with_forms(&[Form::Standard, Form::Pairs]).unwrap();
    let few = one_suit.clone().with_copies("123p".parse_set(), 2).unwrap();
    let mut seen = 0;
    for rules in [one_suit, with_pairs, few].into_iter().skip(short_or_long(1, 0)) {
        for aim in aims_of_one_suit().into_iter().step_by(short_or_long(4, 1)) {
            let Ok(aiming) = rules.clone().aiming_at(aim.clone()) else { continue };
            let (model, plain) = (aiming.model(), PlainRules::new(&aiming));
            for tiles in [4, 5, 7, 8] {
                let winning = winning(&rules, &aim, (tiles - 1) / Meld::TILES);
                let (mut number, mut counted) = (0, BTreeMap::<Distance, u128>::new());
                each_hand(&rules, tiles, &mut |hand| {
                    number += 1;
                    let distance = lacking(&winning, hand);
                    *counted.entry(distance).or_default() += 1;
                    assert_eq!(model.distance(hand), distance, "{aim:?} {hand:?}");
                    if number % short_or_long(31, 1) == 0 {
                        assert_eq!(plain.distance(hand), distance, "{aim:?} {hand:?}");
                        let useful = plain.distance_and_useful(hand);
                        assert_eq!(model.distance_and_useful(hand), useful, "{aim:?} {hand:?}");
                        assert_eq!(model.unneeded(hand), plain.unneeded(hand), "{aim:?} {hand:?}");
                        seen += usize::from(distance != Distance::NEVER);
                    }
                });
                if let Ok(exact) = Distribution::of(&Deck::of(&aiming), tiles) {
                    let exact = exact.distances().iter().map(|at| (at.distance, at.distinct));
                    assert!(exact.eq(counted), "{aim:?}");
                }
            }
        }
    }
    assert!(seen > 1_000);
}

/// Of whole decks: tables and plans of aims that players have, against the definition; and an exposed meld is what a concealed one
/// would be, or makes winning impossible.
#[test]
fn exposed_melds_are_among_what_is_aimed_at() {
    let aim = |only: Option<&str>, with: &[&str], melds| Aim::read(only, with, melds).unwrap();
    let told = |rules: &RuleSet, melds: &[&str], hand: &str| {
        let question = Question::new(rules, melds, "").unwrap();
        let asked = question.ask(hand).unwrap();
        let model = asked.question.model();
        let plan = Plan::of_nearest(model, &asked.hand, rules.forms());
        assert_eq!(plan.map(|plan| plan.missing.len()), model.distance(&asked.hand).tiles().map(usize::from));
        model.distance(&asked.hand)
    };
    let riichi = ReadyMade::Riichi.rules();
    let tanyao = riichi.clone().aiming_at(aim(Some("2-8mps"), &[], MeldsWanted::All)).unwrap();
    assert_eq!(told(&tanyao, &["345m"], "234p567s66m23s").get(), 1);
    assert_eq!(told(&tanyao, &["777z"], "234p567s66m23s"), Distance::NEVER);
    assert_eq!(told(&tanyao, &[], "234p567s66m23s [999m]"), Distance::NEVER);
    let dragons = riichi.clone().aiming_at(aim(None, &["777z"], MeldsWanted::All)).unwrap();
    assert_eq!(told(&dragons, &["777z"], "234p567s66m23s").get(), 1);
    assert_eq!(told(&dragons, &["7777z"], "234p567s66m23s").get(), 1);
    assert_eq!(told(&dragons, &["234m"], "234p567s66m23s").get(), 3);
    // Four melds are exposed, and none of them is the one.
    assert_eq!(told(&dragons, &["234m", "234p", "234s", "555z"], "7z"), Distance::NEVER);
    assert_eq!(told(&dragons, &["234m", "777z", "234s", "555z"], "6z").get(), 1);
    let pongs = riichi.clone().aiming_at(aim(None, &[], MeldsWanted::Pongs)).unwrap();
    assert_eq!(told(&pongs, &["234m"], "234p567s66m23s"), Distance::NEVER);
    assert_eq!(told(&pongs, &["222m"], "222p555s66m23s").get(), 2);
    // Two of one meld, of which one is exposed.
    let twice = riichi.aiming_at(aim(None, &["234m", "234m"], MeldsWanted::All)).unwrap();
    assert_eq!(told(&twice, &["234m"], "567s66m2345p2m").get(), 2);
    assert_eq!(told(&twice, &["234m"], "567s66m23p234m").get(), 1);
}

#[test]
fn what_no_hand_can_be_is_refused() {
    let why = |rules: ReadyMade, only: Option<&str>, with: &[&str], melds| {
        let error = Aim::read(only, with, melds).and_then(|aim| rules.rules().aiming_at(aim)).unwrap_err();
        format!("{}: {error}", error.argument())
    };
    let all = MeldsWanted::All;
    let kinds = "names no kinds: expected ranks before letters of suits, such as 2-8mps, pz or 19mps1-7z, or tiles";
    assert_eq!(why(ReadyMade::Riichi, Some("2-x"), &[], all), format!("only: \"2-x\" {kinds}"));
    assert_eq!(why(ReadyMade::Sanma, Some("2-8m"), &[], all), "only: sanma has none of these kinds");
    let unwanted = "is no meld that such a hand may hold: it is of other kinds, or a chow where there are none";
    assert_eq!(why(ReadyMade::Riichi, Some("mz"), &["234p"], all), format!("with: 2P 3P 4P {unwanted}"));
    assert_eq!(why(ReadyMade::Riichi, None, &["234p"], MeldsWanted::Pongs), format!("with: 2P 3P 4P {unwanted}"));
    assert_eq!(why(ReadyMade::Riichi, None, &["777z", "777z"], all), "with: 6 of Z: riichi has 4");
    assert_eq!(why(ReadyMade::Riichi, None, &["777z"; 90], all), "with: 90 melds: a hand has at most 4");
    assert_eq!(why(ReadyMade::Sichuan, None, &["777z"], all), "with: 3 of Z: sichuan has 0");
    let five = ["111m", "222m", "333m", "444m", "555m"];
    assert_eq!(why(ReadyMade::Riichi, None, &five, all), "with: 5 melds: a hand has at most 4");
    assert!(why(ReadyMade::Riichi, None, &["22m"], all).starts_with("with: \"22m\" is not a meld"));
    let tanyao = Aim { only: !TileSet::ORPHANS & TileSet::REGULAR, ..Aim::ANY };
    let aiming = ReadyMade::Riichi.rules().aiming_at(tanyao.clone()).unwrap();
    for (other, argument) in [(tanyao, "only"), (Aim { melds: MeldsWanted::Pongs, ..Aim::ANY }, "only-pongs")] {
        let error = aiming.clone().aiming_at(other).unwrap_err();
        assert_eq!(error.to_string(), "riichi is for hands of another aim already: only 2-8mps");
        assert_eq!(error.argument(), argument);
    }
    let pairs = ReadyMade::Riichi.rules().choosing(paili::Forms::only(Form::Pairs)).unwrap();
    let error = pairs.aiming_at(Aim { melds: MeldsWanted::Pongs, ..Aim::ANY }).unwrap_err();
    assert_eq!(error.to_string(), "pairs has no such melds: expected the standard form among those that win");
    assert_eq!(error.argument(), "only-pongs");
}

/// A void suit is the same as all kinds but those of that suit.
#[test]
fn a_void_suit_is_an_aim_at_the_others() {
    let sichuan = ReadyMade::Sichuan.rules();
    let others = sichuan
        .clone()
        .with_void(VoidSuit::NotAsked)
        .aiming_at(Aim { only: !TileSet::of_suit(Suit::Dots), ..Aim::ANY });
    let (others, void) = (others.unwrap(), sichuan.compiled().with_void(Suit::Dots));
    for text in ["123m456p789s1122m", "1122334455667m", "123456789s1123p", "19m19p19s2233m556p"] {
        let hand = sichuan.read_hand(text).unwrap();
        assert_eq!(others.model().distance(&hand), void.distance(&hand), "{text}");
        assert_eq!(others.model().useful(&hand), void.useful(&hand), "{text}");
    }
}

trait ParseSet {
    fn parse_set(&self) -> TileSet;
}

impl ParseSet for str {
    fn parse_set(&self) -> TileSet {
        Aim::read(Some(self), &[""; 0], MeldsWanted::All).unwrap().only
    }
}
