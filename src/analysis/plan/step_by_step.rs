//! The plan of a form that is neither looked up nor told by kinds: tiles are added one after the other, each the first that
//! lowers the distance, and after each the last one that can goes. What is reached is split into its groups.

use crate::distance::{Distance, Model};
use crate::forms::Form;
use crate::hand::{Counts, Hand};
use crate::meld::{Chow, Meld};
use crate::rules::{KNITTED_WAYS, RuleSet, WildcardCopies, knitted};
use crate::tile::{Suit, Tile};

/// Copies of every regular kind, which may be more than the deck has.
type Copies = [u8; Tile::REGULAR_COUNT];

/// The groups that a hand of this distance aims at.
pub(super) fn groups(model: &impl Model, hand: &Hand, form: Form, distance: Distance) -> Option<Vec<Vec<Tile>>> {
    let mut now = *hand;
    let mut lacking = distance.tiles()?;
    let is_at = |hand: &Hand, lacking: u8| model.distance_by(form, hand).tiles() == Some(lacking);
    let has_more = |hand: &Hand, tile: Tile| hand.counts().get(tile) < model.most_copies(tile);
    while lacking > 0 || !now.must_discard() {
        if now.must_discard() {
            let after = |tile| now.less(tile);
            now = now.counts().kinds().iter_backwards().map(after).find(|after| is_at(after, lacking))?;
        } else {
            lacking = lacking.checked_sub(1)?;
            let lowers = |&tile: &Tile| has_more(&now, tile) && is_at(&now.and(tile), lacking);
            now = now.and(Tile::regular().find(lowers)?);
        }
    }
    // Each wildcard becomes a tile that the deck has, where one does.
    let (mut counts, mut wildcards) = (*now.counts(), now.wildcards());
    while wildcards > 0 {
        let next = |counts: Counts, wildcards| Hand::of_any_size(counts, wildcards, now.melds());
        let stands = |&tile: &Tile| {
            has_more(&next(counts, 0), tile) && is_at(&next(counts, wildcards).and(tile).less_wildcard(), 0)
        };
        let Some(tile) = Tile::regular().find(stands) else { break };
        counts.add(tile);
        wildcards -= 1;
    }
    groups_with(model, form, now.melds().get(), counts.regular(), wildcards)
}

/// The groups of a hand that wins with wildcards that stand for tiles beyond the deck's copies.
fn groups_with(
    model: &impl Model,
    form: Form,
    exposed: usize,
    copies: Copies,
    wildcards: u8,
) -> Option<Vec<Vec<Tile>>> {
    let rules = model.rules();
    let may_go_beyond = wildcards > 0 && rules.wildcard_copies() == WildcardCopies::Beyond;
    let is_full = |tile: &Tile| may_go_beyond && copies[tile.index()] >= model.most_copies(*tile);
    let full: Vec<Tile> = rules.winning_kinds().iter().filter(is_full).collect();
    let mut choices = vec![Vec::new()];
    for _ in 0..wildcards {
        let more = |chosen: &Vec<Tile>| {
            let least = chosen.last().copied();
            let further = full.iter().filter(move |&&tile| Some(tile) >= least);
            further.map(|&tile| [&chosen[..], &[tile]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(more).collect();
    }
    choices.iter().find_map(|beyond| {
        let mut copies = copies;
        for tile in beyond {
            copies[tile.index()] += 1;
        }
        split(rules, form, exposed, &copies)
    })
}

/// The kinds of which there are some.
fn kinds(copies: &Copies) -> impl Iterator<Item = Tile> {
    Tile::regular().filter(|tile| copies[tile.index()] > 0)
}

/// The groups of a hand that wins with a form.
fn split(rules: &RuleSet, form: Form, exposed: usize, copies: &Copies) -> Option<Vec<Vec<Tile>>> {
    match form {
        Form::Standard => standard(rules, rules.melds() - exposed, *copies),
        Form::Pairs => pairs(rules, copies, |pairs, triplets| pairs + triplets < 2),
        Form::RepeatedPairs => pairs(rules, copies, |_, _| true),
        Form::KnittedStraight => knitted_straight(rules, exposed, copies),
        Form::Orphans | Form::Unconnected | Form::Knitted => Some(singles(copies)),
    }
}

/// Single tiles, and the one that is twice.
fn singles(copies: &Copies) -> Vec<Vec<Tile>> {
    let twice = kinds(copies).filter(|tile| copies[tile.index()] > 1).collect();
    [kinds(copies).collect(), twice].into_iter().filter(|group: &Vec<Tile>| !group.is_empty()).collect()
}

/// Melds in tile order and a pair, if the tiles are as many.
fn standard(rules: &RuleSet, melds: usize, copies: Copies) -> Option<Vec<Vec<Tile>>> {
    let pair = |tile| {
        let rest = taken(copies, &[tile; 2])?;
        let mut groups = Vec::new();
        self::melds(rules, rest, &mut groups).then_some(())?;
        groups.push(vec![tile; 2]);
        (groups.len() == melds + 1).then_some(groups)
    };
    kinds(&copies).find_map(pair)
}

/// Whether tiles are melds, which are added in tile order.
fn melds(rules: &RuleSet, copies: Copies, groups: &mut Vec<Vec<Tile>>) -> bool {
    let Some(first) = kinds(&copies).next() else { return true };
    let chow = first.suit().filter(|&suit| rules.wants_chows(suit)).and_then(|_| Chow::starting(first));
    for meld in [chow.map(Chow::tiles), Some([first; 3])].into_iter().flatten() {
        let Some(rest) = taken(copies, &meld) else { continue };
        groups.push(meld.to_vec());
        if melds(rules, rest, groups) {
            return true;
        }
        groups.pop();
    }
    false
}

/// The copies without some tiles, if they are there.
fn taken(mut copies: Copies, tiles: &[Tile]) -> Option<Copies> {
    for &tile in tiles {
        copies[tile.index()] = copies[tile.index()].checked_sub(1)?;
    }
    Some(copies)
}

/// Pairs and as many triplets as a hand has, if the tiles are nothing else. A kind can have those that `fit`.
fn pairs(rules: &RuleSet, copies: &Copies, fit: impl Fn(u8, u8) -> bool) -> Option<Vec<Vec<Tile>>> {
    let mut groups = Vec::new();
    for tile in kinds(copies) {
        let copies = copies[tile.index()];
        let triplets = copies % 2;
        let pairs = copies.checked_sub(3 * triplets)? / 2;
        if !fit(pairs, triplets) {
            return None;
        }
        groups.extend((0..triplets).map(|_| vec![tile; 3]));
        groups.extend((0..pairs).map(|_| vec![tile; 2]));
    }
    let triplets = groups.iter().filter(|group| group.len() == Meld::TILES).count();
    (triplets <= rules.most_tiles() % 2).then_some(groups)
}

/// The nine knitted tiles of some way, and melds and a pair.
fn knitted_straight(rules: &RuleSet, exposed: usize, copies: &Copies) -> Option<Vec<Vec<Tile>>> {
    KNITTED_WAYS.into_iter().find_map(|way| {
        let straight: Vec<Tile> = knitted(way).collect();
        let required: Vec<Vec<Tile>> = rules.aim().with.iter().map(|meld| meld.tiles().to_vec()).collect();
        let melds = (rules.free_melds() - Suit::ALL.len()).checked_sub(exposed)?;
        let rest = standard(rules, melds, taken(*copies, &[straight.clone(), required.concat()].concat())?)?;
        Some([vec![straight], required, rest].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Plan;
    use crate::length::short_or_long;
    use crate::rules::ReadyMade;

    /// A plan lacks as many tiles as the distance says, and what it makes of the hand wins.
    #[test]
    fn plans_win() {
        let all = [
            (ReadyMade::Riichi, "1133m456789p1234s"),
            (ReadyMade::Sanma, "1m19p19s1234567z5p"),
            (ReadyMade::Sanma, "1111m111122233z"),
            (ReadyMade::Sanma, "19m1133p5577s1122z"),
            (ReadyMade::Taiwan, "147m258p369s1123446z"),
            (ReadyMade::Taiwan, "1111m33m55m77p99p22z55z"),
            (ReadyMade::Taiwan, "2345m6779p13s"),
            (ReadyMade::Guobiao, "147m258p36s12344z"),
            (ReadyMade::Guobiao, "147m258p369s2257z"),
            (ReadyMade::Guobiao, "147m258p369s1237z"),
            (ReadyMade::Guobiao, "19m19p19s1234566z"),
            (ReadyMade::Sichuan, "123m456m789m11p23s"),
            (ReadyMade::Sichuan, "1122m33p4455s6677s"),
        ];
        // A short run has the rule sets with most forms, and the one with a void suit.
        for (name, text) in all.into_iter().skip(short_or_long(4, 0)) {
            let rules = name.rules().with_wildcards(2).unwrap();
            let beyond = rules.clone().with_wildcard_copies(WildcardCopies::Beyond);
            // Compiled, most of them take as long as all else together.
            let is_quick = name == ReadyMade::Sichuan;
            for rules in [rules, beyond].into_iter().take(if is_quick { 2 } else { short_or_long(1, 2) }) {
                let natural = rules.read_hand(text).unwrap();
                let tiles: Vec<Tile> = natural.counts().tiles().collect();
                let wild = rules.hand(Counts::of(tiles[2..].iter().copied()).unwrap(), 2).unwrap();
                let model = rules.model();
                for hand in [natural, wild] {
                    let plan = Plan::of_nearest(model, &hand, rules.forms()).unwrap();
                    let distance = model.distance(&hand);
                    assert_eq!(plan.missing.len(), usize::from(distance.get()), "{name} {text}: {plan:?}");
                    assert_eq!(plan.wildcards.len(), usize::from(hand.wildcards()), "{name} {text}: {plan:?}");
                    if let Ok(won) = Counts::of(plan.groups.concat()) {
                        let won = rules.hand(won, 0).unwrap();
                        assert_eq!(model.distance(&won), Distance::WON, "{name} {text}: {plan:?}");
                    }
                }
            }
        }
    }
}
