//! What audits of simulators find: a naive referee that is right, and every way in which it misreads the rules.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::length::short_or_long;
use crate::naive::{Misreading, transcript};
use paili::game::Wall;
use paili::rules::{PlainRules, RuleSet};
use paili::simulation::Seed;
use paili::{Counts, Forms, Hand, MeldCount, Model, TableModel, Tile};
use paili_audit::{Convention, Extent, FifthCopy, GameAudit, GameVerdict, Scale};

fn audit(mut simulator: &mut dyn FnMut(&Wall) -> String) -> GameVerdict {
    GameAudit { extent: Extent::Drawn(short_or_long(300, 3000)), seed: Seed(1) }.run(&mut simulator)
}

fn distance(hand: &[Tile], melds: &[[Tile; 3]]) -> u8 {
    TableModel.lacking(&Counts::of(hand.iter().copied()).unwrap(), MeldCount::ALL[melds.len()]).get()
}

#[test]
fn a_simulator_that_is_right_is_said_to_be() {
    let verdict = audit(&mut |wall| transcript(wall, distance, Misreading::Nothing));
    assert_eq!((verdict.all().hits, &verdict.shortest), (0, &None));
    assert!((verdict.all().of - 60) / 6 < verdict.shuffled.of && verdict.shuffled.of < verdict.all().of / 6);
}

#[test]
fn every_misreading_is_found_and_explained() {
    let all = [
        (Misreading::PongWithDiscard, "PONG"),
        (Misreading::EqualDistance, ""),
        (Misreading::ChowFirst, "CHOW"),
        (Misreading::LowestChow, "CHOW"),
        (Misreading::RonBySeat, "RON"),
        (Misreading::LastDiscardUnclaimed, ""),
        (Misreading::PongNextOnly, "PONG"),
        (Misreading::ReverseForgotten, ""),
    ];
    for (misreading, of) in all.into_iter().step_by(short_or_long(3, 1)) {
        let verdict = audit(&mut |wall| transcript(wall, distance, misreading));
        let shortest = verdict.shortest.unwrap_or_else(|| panic!("{misreading:?}: {:?}", verdict.skewed));
        let (expected, answered) = (shortest.expected.unwrap(), shortest.answered.unwrap());
        assert!(format!("{expected} {answered}").contains(of), "{misreading:?}: {expected}, not {answered}");
        assert!(shortest.tiles > Wall::DEALT && shortest.line > shortest.tiles, "{misreading:?}");
        // It is a game that goes wrong there, and no sooner.
        let lines = transcript(&shortest.wall, distance, Misreading::Nothing);
        let wrong = transcript(&shortest.wall, distance, misreading);
        let same = lines.lines().zip(wrong.lines()).take_while(|(right, wrong)| right == wrong).count();
        assert_eq!(same + 1, shortest.line, "{misreading:?}");
        assert!(shortest.wall.tiles()[shortest.tiles..].is_sorted(), "{misreading:?}");
    }
}

#[test]
fn a_distance_that_is_wrong_is_found_by_games_too() {
    // A fifth copy is waited for.
    let waits_for_fifth = |it: &Convention| {
        it.fifth == FifthCopy::Waited && it.rules().forms() == Forms::default() && it.scale == Scale::Distance
    };
    let unbounded = Convention::all(None).into_iter().find(waits_for_fifth).unwrap();
    let lacking = |hand: &[Tile], melds: &[[Tile; 3]]| {
        unbounded.distance(&Hand::new(Counts::of(hand.iter().copied()).unwrap(), MeldCount::ALL[melds.len()]).unwrap())
    };
    let verdict = audit(&mut |wall| transcript(wall, lacking, Misreading::Nothing));
    let shortest = verdict.shortest.expect("fours come together on skewed walls");
    assert!(!shortest.why().is_empty(), "{shortest:?}");

    // Exposed melds use up copies.
    let plain = RefCell::new(HashMap::new());
    let lacking = |hand: &[Tile], melds: &[[Tile; 3]]| {
        let exposed = Counts::of(melds.iter().flatten().copied()).unwrap();
        if exposed.kinds().is_empty() {
            return distance(hand, melds);
        }
        let counts = Counts::of(hand.iter().copied()).unwrap();
        *plain.borrow_mut().entry((counts, exposed)).or_insert_with(|| {
            let left = |rules: RuleSet, tile: Tile| {
                rules.with_copies([tile].into_iter().collect(), Tile::COPIES - exposed.get(tile)).unwrap()
            };
            let rules = exposed.kinds().iter().fold(RuleSet::standard().clone(), left);
            PlainRules::new(&rules).lacking(&counts, MeldCount::ALL[melds.len()]).get()
        })
    };
    let verdict = audit(&mut |wall| transcript(wall, lacking, Misreading::Nothing));
    assert!(verdict.shortest.is_some(), "{verdict:?}");
}
