//! Why an answer is wrong, for somebody with tiles on a table.

use paili::analysis::Plan;
use paili::rules::PlainRules;
use paili::{Counts, Distance, Hand, MeldCount, Model, Tile};
use serde::Serialize;

use crate::answer::{Answer, Ask};
use crate::convention::{Convention, Scale};

/// What shows that an answer is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Proof<T = Tile> {
    /// It says too many: these groups are a winning hand, and so few tiles are missing.
    Plan {
        /// The melds and the pair, or what the form has instead.
        groups: Vec<Vec<T>>,
        /// What is to be added.
        missing: Vec<T>,
        /// What is to go.
        surplus: Vec<T>,
    },
    /// It says too few: the definition, which looks nothing up, says this, and so many ways to add as many tiles as the answer has were
    /// tried where they are not too many; none wins.
    NoPlan {
        /// The distance by the definition.
        definition: u8,
        /// How many ways were tried, and how many of them won: none.
        tried: Option<[u64; 2]>,
    },
    /// These kinds are missing from the answer, or should not be in it: the distance after each is drawn, or discarded, is told.
    Kinds {
        /// Kinds that bring the hand nearer, or that it does not need, and were not named.
        missing: Vec<(T, u8)>,
        /// Kinds that do not, or that it does, and were. Those that it does not hold can't be discarded.
        wrong: Vec<(T, u8)>,
    },
}

/// The most tiles that all ways to add are tried of.
const MOST_TRIED: i64 = 3;

impl Proof {
    /// Of an answer that is wrong, unless it is none or no number that a hand can have.
    pub(crate) fn of(ask: Ask, convention: &Convention, hand: &Hand, answered: &Answer) -> Option<Proof> {
        let model = convention.model();
        match (ask, answered) {
            (Ask::Distance, &Answer::Number(number)) => {
                let answered = number.saturating_add(i64::from(convention.scale == Scale::Shanten));
                // With the copies that there are: a plan that asks for no fifth shows the same by every convention.
                if answered > i64::from(model.distance(hand).get()) {
                    let Plan { groups, missing, surplus, .. } =
                        Plan::of_nearest(model, hand, convention.rules().forms().beside(hand.melds()))?;
                    return Some(Proof::Plan { groups, missing, surplus });
                }
                if !convention.is_ours() {
                    return None;
                }
                let plain = PlainRules::new(convention.rules());
                // Where there are wildcards, these could be added, too.
                let is_short = (0..=MOST_TRIED).contains(&answered) && convention.rules().wildcards() == 0;
                let tried = is_short.then(|| ways(&plain, &mut hand.counts().regular(), hand.melds(), 0, answered));
                Some(Proof::NoPlan { definition: plain.distance(hand).get(), tried })
            }
            (_, &Answer::Tiles(answered)) => {
                let Answer::Tiles(expected) = convention.answer(ask, hand) else { return None };
                let after = |tile: Tile| {
                    let far = |hand: Hand| convention.distance(&hand);
                    let next = if ask == Ask::Discards {
                        far(hand.without(tile).ok()?)
                    } else {
                        hand.with(tile).map_or(convention.distance(hand), far)
                    };
                    Some((tile, next))
                };
                let missing = (expected & !answered).iter().filter_map(after).collect();
                Some(Proof::Kinds { missing, wrong: (answered & !expected).iter().filter_map(after).collect() })
            }
            _ => None,
        }
    }

    /// The same with its tiles written in some way.
    pub(crate) fn written(&self, write: impl Fn(Tile) -> String) -> Proof<String> {
        let all = |tiles: &[Tile]| tiles.iter().map(|&tile| write(tile)).collect();
        let kinds = |kinds: &[(Tile, u8)]| kinds.iter().map(|&(tile, distance)| (write(tile), distance)).collect();
        match self {
            Proof::Plan { groups, missing, surplus } => Proof::Plan {
                groups: groups.iter().map(|group| all(group)).collect(),
                missing: all(missing),
                surplus: all(surplus),
            },
            &Proof::NoPlan { definition, tried } => Proof::NoPlan { definition, tried },
            Proof::Kinds { missing, wrong } => Proof::Kinds { missing: kinds(missing), wrong: kinds(wrong) },
        }
    }
}

/// How many ways there are to add so many tiles of the deck, and how many of them win.
fn ways(
    plain: &PlainRules,
    counts: &mut [u8; Tile::REGULAR_COUNT],
    melds: MeldCount,
    from: usize,
    more: i64,
) -> [u64; 2] {
    let Ok(tiles) = Counts::try_from(*counts) else { return [0, 0] };
    if more == 0 {
        return [1, u64::from(plain.lacking(&tiles, melds) == Distance::WON)];
    }
    let mut all = [0, 0];
    for (kind, tile) in Tile::regular().enumerate().skip(from) {
        if counts[kind] < plain.rules().copies(tile) {
            counts[kind] += 1;
            let [tried, won] = ways(plain, counts, melds, kind, more - 1);
            all = [all[0] + tried, all[1] + won];
            counts[kind] -= 1;
        }
    }
    all
}
