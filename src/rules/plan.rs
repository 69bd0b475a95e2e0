//! A shortest way for a hand of a rule set to win.

use super::form::{KNITTED_WAYS, knitted};
use super::{RuleHand, RuleSet, RulesQuestion, WinForm};
use crate::distance::Distance;
use crate::hand::Counts;
use crate::meld::{Chow, Meld};
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
            let Some(tile) = kinds.iter().find(stands) else { break };
            now = now.with(tile).without_wildcard();
            wildcards.push(tile);
        }
        let (beyond, groups) = groups_with(rules, now.exposed(), now.counts().regular(), now.wildcards())?;
        wildcards.extend(beyond);
        wildcards.sort_unstable();
        Some(RulePlan { groups, missing, surplus, wildcards })
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

/// Copies of every regular kind, which may be more than the deck has.
type Copies = [u8; Tile::REGULAR_COUNT];

/// The groups of a hand that wins with wildcards that stand for tiles beyond the deck's copies, and these tiles.
fn groups_with(rules: &RuleSet, exposed: usize, copies: Copies, wildcards: u8) -> Option<(Vec<Tile>, Vec<Vec<Tile>>)> {
    let full: Vec<Tile> =
        kinds(&copies).filter(|&tile| wildcards > 0 && copies[tile.index()] >= rules.copies(tile)).collect();
    let mut choices = vec![Vec::new()];
    for _ in 0..wildcards {
        let more = |chosen: &Vec<Tile>| {
            let least = chosen.last().copied();
            let further = full.iter().filter(move |&&tile| Some(tile) >= least);
            further.map(|&tile| [&chosen[..], &[tile]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(more).collect();
    }
    let with = |beyond: &[Tile]| {
        let mut copies = copies;
        for tile in beyond {
            copies[tile.index()] += 1;
        }
        copies
    };
    let parted = |beyond: &Vec<Tile>| Some((beyond.clone(), groups(rules, exposed, &with(beyond))?));
    choices.iter().find_map(parted).or_else(|| {
        // The other forms are of single tiles, one of which may be twice.
        let beyond = choices.first()?;
        let copies = with(beyond);
        let twice: Vec<Tile> = kinds(&copies).filter(|tile| copies[tile.index()] > 1).collect();
        let singles = [kinds(&copies).collect(), twice];
        Some((beyond.clone(), singles.into_iter().filter(|group| !group.is_empty()).collect()))
    })
}

/// The kinds of which there are some.
fn kinds(copies: &Copies) -> impl Iterator<Item = Tile> {
    Tile::regular().filter(|tile| copies[tile.index()] > 0)
}

/// The groups of a hand that wins, if it has a form of groups.
fn groups(rules: &RuleSet, exposed: usize, copies: &Copies) -> Option<Vec<Vec<Tile>>> {
    rules.forms().iter().find_map(|form| match form {
        WinForm::Standard => standard(rules, rules.melds() - exposed, *copies),
        WinForm::Pairs => pairs(rules, copies, |pairs, triplets| pairs + triplets < 2),
        WinForm::RepeatedPairs => pairs(rules, copies, |_, _| true),
        WinForm::KnittedStraight => knitted_straight(rules, exposed, copies),
        WinForm::Orphans | WinForm::Unconnected | WinForm::Knitted => None,
    })
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
    let chow = first.suit().filter(|&suit| rules.has_chows(suit)).and_then(|_| Chow::starting(first));
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
        let melds = (rules.melds() - Suit::ALL.len()).checked_sub(exposed)?;
        let rest = standard(rules, melds, taken(*copies, &straight)?)?;
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
