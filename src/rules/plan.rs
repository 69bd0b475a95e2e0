//! A shortest way for a hand of a rule set to win.

use super::form::{KNITTED_WAYS, knitted};
use super::{RuleHand, RuleSet, RulesQuestion, WinForm};
use crate::distance::Distance;
use crate::hand::Counts;
use crate::meld::Chow;
use crate::tile::{Suit, Tile};

/// One way for a hand to win by a rule set: the groups it aims at, the tiles it lacks for them and those it gives up.
///
/// Tiles are added one after the other, each the first that lowers the distance, and after each the last one that can goes.
///
/// ```
/// use paili::rules::{Asked, ReadyMade, RulesQuestion};
/// use paili::{Notation, Tile};
///
/// let question = RulesQuestion::new(&ReadyMade::Sanma.rules(), &[""; 0], "", None, Asked::Any)?;
/// let plan = question.plan(&question.read("199m99p")?.1).unwrap();
/// let write = |tiles: &[Tile]| Notation::Mpsz.write(tiles.iter().copied());
/// assert_eq!(plan.groups.iter().map(|group| write(group)).collect::<Result<Vec<_>, _>>()?, ["999m", "99p"]);
/// assert_eq!((write(&plan.missing)?, write(&plan.surplus)?), ("9m".to_owned(), "1m".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulePlan {
    /// What the concealed tiles are to become: melds in tile order, then the pair; pairs; or single tiles in one group and then
    /// the one that is twice.
    pub groups: Vec<Vec<Tile>>,
    /// The tiles that must be added, in tile order; their number is the distance.
    pub missing: Vec<Tile>,
    /// The tiles that must leave, in tile order.
    pub surplus: Vec<Tile>,
    /// The tiles that wildcards stand for, in tile order.
    pub wildcards: Vec<Tile>,
}

impl RulesQuestion {
    /// A shortest way to win. `None` if no tiles can complete the hand.
    #[must_use]
    pub fn plan(&self, hand: &RuleHand) -> Option<RulePlan> {
        let rules = self.tables().rules();
        let mut distance = self.distance(hand)?;
        let mut now = *hand;
        loop {
            if now.must_discard(rules) {
                if distance == Distance::WON {
                    break;
                }
                let kinds = now.counts().kinds();
                now = kinds.iter_backwards().map(|tile| now.without(tile)).find(|after| self.is_at(after, distance))?;
            } else {
                let (_, useful) = self.useful(&now);
                now = now.with(useful.kinds.first()?);
                distance = Distance::known(distance.get().checked_sub(1)?);
            }
        }
        let [missing, surplus] = [(&now, hand), (hand, &now)].map(|(one, other)| less(one.counts(), other.counts()));
        let mut wildcards = Vec::new();
        while now.wildcards() > 0 {
            let kinds = rules.addable(now.counts());
            let stands = |tile: &Tile| self.is_at(&now.with(*tile).without_wildcard(), Distance::WON);
            let tile = kinds.iter().find(stands)?;
            now = now.with(tile).without_wildcard();
            wildcards.push(tile);
        }
        wildcards.sort_unstable();
        Some(RulePlan { groups: groups(rules, now.exposed(), now.counts()), missing, surplus, wildcards })
    }

    fn is_at(&self, hand: &RuleHand, distance: Distance) -> bool {
        self.distance(hand) == Some(distance)
    }
}

/// The tiles of one hand that another lacks.
fn less(one: &Counts, other: &Counts) -> Vec<Tile> {
    let more = |tile| one.get(tile).saturating_sub(other.get(tile));
    Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, more(tile).into())).collect()
}

/// The groups of a hand that wins, all of whose tiles are natural.
fn groups(rules: &RuleSet, exposed: usize, counts: &Counts) -> Vec<Vec<Tile>> {
    let found = rules.forms().iter().find_map(|form| match form {
        WinForm::Standard => standard(rules, rules.melds() - exposed, *counts),
        WinForm::Pairs => pairs(counts, 1),
        WinForm::RepeatedPairs => pairs(counts, 2),
        WinForm::KnittedStraight => knitted_straight(rules, exposed, counts),
        WinForm::Orphans | WinForm::Unconnected | WinForm::Knitted => None,
    });
    // The other forms are of single tiles, one of which may be twice.
    found.unwrap_or_else(|| {
        let twice: Vec<Tile> = counts.kinds().iter().filter(|&tile| counts.get(tile) > 1).collect();
        [counts.kinds().iter().collect(), twice].into_iter().filter(|group| !group.is_empty()).collect()
    })
}

/// Melds in tile order and a pair, if the tiles are as many.
fn standard(rules: &RuleSet, melds: usize, counts: Counts) -> Option<Vec<Vec<Tile>>> {
    let pair = |tile| {
        let rest = taken(counts, &[tile; 2])?;
        let mut groups = Vec::new();
        self::melds(rules, rest, &mut groups).then_some(())?;
        groups.push(vec![tile; 2]);
        (groups.len() == melds + 1).then_some(groups)
    };
    counts.kinds().iter().find_map(pair)
}

/// Whether tiles are melds, which are added in tile order.
fn melds(rules: &RuleSet, counts: Counts, groups: &mut Vec<Vec<Tile>>) -> bool {
    let Some(first) = counts.kinds().first() else { return true };
    let chow = first.suit().filter(|&suit| rules.has_chows(suit)).and_then(|_| Chow::starting(first));
    for meld in [chow.map(Chow::tiles), Some([first; 3])].into_iter().flatten() {
        let Some(rest) = taken(counts, &meld) else { continue };
        groups.push(meld.to_vec());
        if melds(rules, rest, groups) {
            return true;
        }
        groups.pop();
    }
    false
}

/// The counts without some tiles, if they hold them.
fn taken(mut counts: Counts, tiles: &[Tile]) -> Option<Counts> {
    for &tile in tiles {
        if counts.get(tile) == 0 {
            return None;
        }
        counts.take(tile);
    }
    Some(counts)
}

/// Pairs, up to so many of a kind, and a triplet; if the tiles are nothing else.
fn pairs(counts: &Counts, most: u8) -> Option<Vec<Vec<Tile>>> {
    let mut groups = Vec::new();
    for tile in counts.kinds().iter() {
        match counts.get(tile) {
            3 => groups.push(vec![tile; 3]),
            copies if copies % 2 == 0 && copies / 2 <= most => {
                groups.extend((0..copies / 2).map(|_| vec![tile; 2]));
            }
            _ => return None,
        }
    }
    Some(groups)
}

/// The nine knitted tiles of some way, and melds and a pair.
fn knitted_straight(rules: &RuleSet, exposed: usize, counts: &Counts) -> Option<Vec<Vec<Tile>>> {
    KNITTED_WAYS.into_iter().find_map(|way| {
        let straight: Vec<Tile> = knitted(way).collect();
        let melds = (rules.melds() - Suit::ALL.len()).checked_sub(exposed)?;
        let rest = standard(rules, melds, taken(*counts, &straight)?)?;
        Some([vec![straight], rest].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Asked, ReadyMade};

    /// A plan lacks as many tiles as the distance says, and what it makes of the hand wins.
    #[test]
    fn plans_win() {
        for (name, text) in [
            (ReadyMade::Sanma, "1m19p19s1234567z5p"),
            (ReadyMade::Sanma, "1111m111122233z"),
            (ReadyMade::Taiwan, "147m258p369s1123446z"),
            (ReadyMade::Taiwan, "1111m33m55m77p99p22z55z"),
            (ReadyMade::Taiwan, "2345m6779p13s"),
            (ReadyMade::Guobiao, "147m258p36s12344z"),
            (ReadyMade::Guobiao, "147m258p369s2257z"),
            (ReadyMade::Guobiao, "147m258p369s1237z"),
            (ReadyMade::Guobiao, "19m19p19s1234566z"),
            (ReadyMade::Sichuan, "123m456m789m11p23s"),
            (ReadyMade::Riichi, "1133m456789p1234s"),
        ] {
            let rules = name.rules().with_wildcards(2).unwrap();
            let question = RulesQuestion::new(&rules, &[""; 0], "", None, Asked::Any).unwrap();
            let (_, natural) = question.read(text).unwrap();
            let tiles: Vec<Tile> = natural.counts().tiles().collect();
            let wild = rules.hand(Counts::of(tiles[2..].iter().copied()).unwrap(), 2).unwrap();
            for hand in [natural, wild] {
                let plan = question.plan(&hand).unwrap();
                let distance = rules.tables().distance(&hand).unwrap();
                assert_eq!(plan.missing.len(), usize::from(distance.get()), "{name} {text}: {plan:?}");
                assert_eq!(plan.wildcards.len(), usize::from(hand.wildcards()), "{name} {text}: {plan:?}");
                let won = rules.hand(Counts::of(plan.groups.concat()).unwrap(), 0).unwrap();
                assert_eq!(rules.tables().distance(&won), Some(Distance::WON), "{name} {text}: {plan:?}");
            }
        }
    }
}
