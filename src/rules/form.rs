//! What a hand of a rule set can be won with.
//!
//! A form is a grid of cost rows and, for each part of a hand, the targets of the grid's places: vectors that are exactly
//! what a place asks of the part. Some forms have several *ways*, which give each suit other targets, the knitted ones
//! six: a hand is as near as by the nearest way.

use paili_tables::cost::{Grid, Part as Deal, Targets};

use super::RuleSet;
use crate::names;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

names! {
    /// A form that a winning hand of some rule set can have. All but [`Standard`](WinForm::Standard) and
    /// [`KnittedStraight`](WinForm::KnittedStraight) are for hands without exposed melds.
    pub enum WinForm: "is not a form" {
        /// Melds and a pair.
        Standard = "standard",
        /// Pairs of different kinds, seven of fourteen tiles (七對子); with one triplet where a hand is of an odd number of
        /// tiles.
        Pairs = "pairs" | "chiitoitsu" | "七对" | "七對",
        /// The same, but pairs may be alike: four are two pairs (龙七对, 嚦咕嚦咕).
        RepeatedPairs = "repeated-pairs",
        /// Thirteen orphans (十三幺): one of each terminal and honor, one of them twice. Of fourteen tiles.
        Orphans = "orphans" | "kokushi" | "十三幺",
        /// Sixteen unconnected (十六不搭): of each suit three kinds that are at least three apart, the seven honors, and one of
        /// the sixteen twice. Of seventeen tiles.
        Unconnected = "unconnected" | "十六不搭",
        /// Honors and knitted tiles (全不靠, and 七星不靠 among them): fourteen different ones of the seven honors and of 1-4-7,
        /// 2-5-8 and 3-6-9 in three suits, in any of the six ways. Of fourteen tiles.
        Knitted = "knitted" | "全不靠" | "七星不靠",
        /// A knitted straight (組合龍): 1-4-7, 2-5-8 and 3-6-9 in three suits, in any of the six ways, and beside these nine
        /// tiles melds and a pair.
        KnittedStraight = "knitted-straight" | "组合龙" | "組合龍",
    }
}

/// How many tiles of each kind a suit holds, or the honors.
type Vector = [u8; Suit::RANKS];

/// The suits of one way to win: which of a form's variants each has.
pub(super) type Way = [usize; Suit::ALL.len()];

/// The kinds of knitted tiles, by their ranks from 0: 1-4-7, 2-5-8 and 3-6-9.
pub(super) const KNITTED: [[usize; 3]; 3] = [[0, 3, 6], [1, 4, 7], [2, 5, 8]];

/// Every suit has another of the three.
pub(super) const KNITTED_WAYS: [Way; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// How many tiles honors and knitted tiles are, all of them different.
pub(super) const KNITTED_TILES: usize = 14;

impl WinForm {
    /// What the form takes, for a message.
    pub(super) fn takes(self) -> &'static str {
        match self {
            WinForm::Standard | WinForm::Pairs | WinForm::RepeatedPairs => "any hand",
            WinForm::Orphans => "fourteen, and each terminal and honor in the deck",
            WinForm::Unconnected => "seventeen, and each kind in the deck",
            WinForm::Knitted => "fourteen, and each kind in the deck",
            WinForm::KnittedStraight => "at least three melds, and each suited kind in the deck",
        }
    }

    /// Whether hands of a rule set can have the form.
    pub(super) fn suits(self, rules: &RuleSet) -> bool {
        let has = |kinds: TileSet| kinds & !rules.kinds() == TileSet::EMPTY;
        match self {
            WinForm::Standard | WinForm::Pairs | WinForm::RepeatedPairs => true,
            WinForm::Orphans => rules.most_tiles() == 14 && has(TileSet::ORPHANS),
            WinForm::Unconnected => rules.most_tiles() == 17 && has(TileSet::REGULAR),
            WinForm::Knitted => rules.most_tiles() == KNITTED_TILES && has(TileSet::REGULAR),
            WinForm::KnittedStraight => rules.melds() >= Suit::ALL.len() && has(TileSet::REGULAR & !TileSet::HONORS),
        }
    }

    /// What its cost rows answer.
    pub(super) fn grid(self, rules: &RuleSet) -> Grid {
        match self {
            WinForm::Standard => Grid::new(rules.melds(), 1),
            // Pairs, and one triplet where the number of tiles is odd.
            WinForm::Pairs | WinForm::RepeatedPairs => {
                let triplets = rules.most_tiles() % 2;
                Grid::new((rules.most_tiles() - 3 * triplets) / 2, triplets)
            }
            // All kinds, and one of them twice.
            WinForm::Orphans | WinForm::Unconnected => Grid::new(0, 1),
            // Different kinds.
            WinForm::Knitted => Grid::new(KNITTED_TILES, 0),
            WinForm::KnittedStraight => Grid::new(rules.melds() - Suit::ALL.len(), 1),
        }
    }

    /// The pairs and melds of its grid that win beside a number of exposed melds; `None` when such a hand can't have it.
    pub(super) fn goal(self, rules: &RuleSet, exposed: usize) -> Option<(usize, usize)> {
        let grid = self.grid(rules);
        match self {
            WinForm::Standard | WinForm::KnittedStraight => Some((1, grid.melds().checked_sub(exposed)?)),
            _ => (exposed == 0).then_some((grid.pairs(), grid.melds())),
        }
    }

    /// Whether many hands are nearest to it.
    pub(super) fn is_common(self) -> bool {
        matches!(self, WinForm::Standard | WinForm::Pairs | WinForm::RepeatedPairs)
    }

    /// Its ways to win.
    pub(super) fn ways(self) -> &'static [Way] {
        match self {
            WinForm::Knitted | WinForm::KnittedStraight => &KNITTED_WAYS,
            _ => &[[0; Suit::ALL.len()]],
        }
    }

    /// How many variants a suit has in its ways.
    pub(super) fn variants(self) -> usize {
        match self {
            WinForm::Knitted | WinForm::KnittedStraight => KNITTED.len(),
            _ => 1,
        }
    }

    /// The targets of a part in one of the variants, in which honors do not differ, with up to so many tiles beyond the deck's
    /// copies.
    pub(super) fn targets(self, rules: &RuleSet, part: Part, deal: &Deal, (variant, beyond): (usize, u8)) -> Targets {
        let (grid, kinds) = (self.grid(rules), deal.kinds());
        let mut targets = Targets::beyond(deal, beyond);
        match self {
            WinForm::Standard => return targets.and_melds(deal, &vec![0; kinds], grid),
            WinForm::KnittedStraight => {
                let mut beside = vec![0; kinds];
                if part != Part::Honors {
                    KNITTED[variant].iter().for_each(|&rank| beside[rank] = 1);
                }
                return targets.and_melds(deal, &beside, grid);
            }
            WinForm::Pairs => add_pairs(&mut targets, deal, grid, &[(0, 0, 0), (2, 1, 0), (3, 0, 1)]),
            WinForm::RepeatedPairs => {
                let all = grid.all().map(|(triplets, pairs)| ((2 * pairs + 3 * triplets) as u8, pairs, triplets));
                let options: Vec<_> = all.filter(|&(copies, ..)| copies <= Tile::COPIES + beyond).collect();
                add_pairs(&mut targets, deal, grid, &options);
            }
            WinForm::Orphans => add_singles(&mut targets, deal, grid, &orphans(part)[..kinds]),
            WinForm::Unconnected => {
                for singles in unconnected(part) {
                    add_singles(&mut targets, deal, grid, &singles[..kinds]);
                }
            }
            WinForm::Knitted => {
                let kinds: Vec<usize> = match part {
                    Part::Honors => (0..kinds).collect(),
                    _ => KNITTED[variant].to_vec(),
                };
                for chosen in 0_usize..1 << kinds.len() {
                    let mut counts = vec![0; deal.kinds()];
                    kinds.iter().enumerate().for_each(|(bit, &kind)| counts[kind] = (chosen >> bit & 1) as u8);
                    targets.mark(deal, &counts, grid.place(0, chosen.count_ones() as usize));
                }
            }
        }
        targets
    }
}

/// Marks all vectors of pairs and triplets. An option is a number of copies of a kind, and the pairs and triplets that they
/// are.
fn add_pairs(targets: &mut Targets, deal: &Deal, grid: Grid, options: &[(u8, usize, usize)]) {
    let mut vectors = vec![(Vec::new(), 0, 0)];
    for _ in 0..deal.kinds() {
        let more = vectors.iter().flat_map(|(counts, pairs, triplets)| {
            options.iter().map(move |&(copies, more_pairs, more_triplets)| {
                ([&counts[..], &[copies]].concat(), pairs + more_pairs, triplets + more_triplets)
            })
        });
        vectors = more.filter(|&(_, pairs, triplets)| pairs <= grid.melds() && triplets <= grid.pairs()).collect();
    }
    for (counts, pairs, triplets) in vectors {
        targets.mark(deal, &counts, grid.place(triplets, pairs));
    }
}

/// Marks one of each kind of a set, and the same with one of them twice.
fn add_singles(targets: &mut Targets, deal: &Deal, grid: Grid, singles: &[u8]) {
    targets.mark(deal, singles, grid.place(0, 0));
    for twice in (0..singles.len()).filter(|&kind| singles[kind] > 0) {
        let mut counts = singles.to_vec();
        counts[twice] += 1;
        targets.mark(deal, &counts, grid.place(1, 0));
    }
}

/// One of each orphan of a part.
fn orphans(part: Part) -> Vector {
    let mut singles = [0; Suit::RANKS];
    let kinds = part.kinds().iter().enumerate();
    kinds.filter(|&(_, tile)| TileSet::ORPHANS.contains(tile)).for_each(|(kind, _)| singles[kind] = 1);
    singles
}

/// How far apart unconnected kinds are at least.
pub(super) const APART: usize = 3;

/// Every choice of unconnected kinds of a part: three of a suit, all honors.
fn unconnected(part: Part) -> Vec<Vector> {
    if part == Part::Honors {
        return vec![[1; Suit::RANKS]];
    }
    let mut choices = Vec::new();
    for first in 0..Suit::RANKS {
        for second in first + APART..Suit::RANKS {
            for third in second + APART..Suit::RANKS {
                choices.push(std::array::from_fn(|rank| u8::from([first, second, third].contains(&rank))));
            }
        }
    }
    choices
}

/// The kinds of knitted tiles of one way.
pub(super) fn knitted(way: Way) -> impl Iterator<Item = Tile> {
    let ranks = way.into_iter().enumerate().flat_map(|(suit, variant)| KNITTED[variant].map(|rank| (suit, rank)));
    ranks.map(|(suit, rank)| Tile::ALL[suit * Suit::RANKS + rank])
}
