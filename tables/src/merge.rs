//! Merging: the cost row of two parts side by side.

use crate::class::Classes;
use crate::cost::{CostRow, CostRows, Grid, LOST, PLACES};

/// Merges the rows of a grid.
///
/// Places add up as the numbers of melds and pairs do, so a row beside a place of another is the row moved on by that place:
/// sixteen costs at once, of which some lie outside.
#[derive(Debug, Clone)]
pub struct Merger {
    grid: Grid,
    /// For each place, the lanes that a row moved on by it can't have: all bits of them are set.
    outside: [u128; PLACES],
    /// For each place, the lanes of a row that are no part of it.
    beside: [u128; PLACES],
}

/// How many bits a cost has.
const BITS: usize = u8::BITS as usize;

impl Merger {
    /// That of a grid.
    pub fn new(grid: Grid) -> Merger {
        let melds = |place: usize| place % (grid.melds() + 1);
        // Of two places with sums of melds in range, the pairs are in range if the places are.
        let is_within = |part: usize, all: usize| part <= all && all < grid.len() && melds(part) <= melds(all);
        let lanes = |is_out: &dyn Fn(usize) -> bool| {
            let out = (0..PLACES).filter(|&lane| is_out(lane));
            out.fold(0, |lanes, lane| lanes | u128::from(u8::MAX) << (BITS * lane))
        };
        let of_places =
            |is_out: &dyn Fn(usize, usize) -> bool| std::array::from_fn(|place| lanes(&|lane| is_out(place, lane)));
        Merger {
            grid,
            outside: of_places(&|place, lane| !is_within(place, lane)),
            beside: of_places(&|place, lane| !is_within(lane, place)),
        }
    }

    /// The row of two parts side by side: the cheapest way to share out the melds and the pairs.
    ///
    /// `r[p][m] = min over q, k of a[q][k] + b[p − q][m − k]`, a min-plus convolution, which is associative and
    /// commutative.
    #[inline]
    pub fn merge(&self, one: CostRow, other: CostRow) -> CostRow {
        self.merge_moved(one, &self.moved(other))
    }

    /// A row that others are merged with.
    #[inline]
    pub fn moved(&self, CostRow(row): CostRow) -> Moved {
        let row = u128::from_le_bytes(row);
        Moved(std::array::from_fn(|place| (row << (BITS * place) | self.outside[place]).to_le_bytes()))
    }

    /// The [row of two parts](Merger::merge), of which one is merged with many.
    #[inline]
    pub fn merge_moved(&self, CostRow(row): CostRow, Moved(moved): &Moved) -> CostRow {
        let places = self.grid.len();
        let mut merged = [LOST; PLACES];
        for (cost, moved) in row.into_iter().zip(moved).take(places) {
            for (best, other) in merged.iter_mut().zip(moved) {
                *best = (*best).min(other.saturating_add(cost));
            }
        }
        merged[places..].fill(0);
        CostRow(merged)
    }

    /// Every row of `first` merged with every row of `second`, `[first][second]`.
    pub fn merge_all(&self, first: &[CostRow], second: &[CostRow]) -> Vec<CostRow> {
        first.iter().flat_map(|&one| second.iter().map(move |&other| self.merge(one, other))).collect()
    }

    /// What two halves of a hand lack for one place of the grid.
    ///
    /// # Panics
    ///
    /// When the grid has no such place.
    #[inline]
    pub fn lacks(&self, goal: (usize, usize), one: CostRow, other: CostRow) -> u8 {
        self.turned(goal, other).lacks(one)
    }

    /// The row of a half, turned so that what it lacks stands beside what another takes of a place of the grid.
    ///
    /// # Panics
    ///
    /// When the grid has no such place.
    #[inline]
    pub fn turned(&self, (pairs, melds): (usize, usize), CostRow(row): CostRow) -> Turned {
        let place = self.grid.place(pairs, melds);
        let turned = u128::from_le_bytes(row).swap_bytes() >> (BITS * (PLACES - 1 - place));
        Turned((turned | self.beside[place]).to_le_bytes())
    }
}

/// A row beside each place of another: the row moved on by it.
#[derive(Debug, Clone)]
pub struct Moved([[u8; PLACES]; PLACES]);

/// What the half of a hand lacks when another takes each place of a grid, for one place that both have to reach.
#[derive(Debug, Clone, Copy)]
pub struct Turned([u8; PLACES]);

impl Turned {
    /// What both halves lack.
    #[inline]
    pub fn lacks(self, CostRow(row): CostRow) -> u8 {
        row.into_iter().zip(self.0).fold(LOST, |best, (one, other)| best.min(other.saturating_add(one)))
    }

    /// The places that the other takes where both lack as little as they can, a bit for each; none where they lack too much.
    #[inline]
    pub fn cheapest(self, CostRow(row): CostRow) -> u16 {
        let costs: [u8; PLACES] = std::array::from_fn(|place| self.0[place].saturating_add(row[place]));
        let least = costs.into_iter().fold(LOST, u8::min);
        let is_least = |cost: u8| u16::from(cost == least && cost < LOST);
        (0..PLACES).fold(0, |places, place| places | is_least(costs[place]) << place)
    }
}

/// Merges every row of `first` with every row of `second`; items are `[first][second]`.
pub(crate) fn merge_all(grid: Grid, first: &[CostRow], second: &[CostRow]) -> Classes {
    let rows: CostRows = Merger::new(grid).merge_all(first, second).into_iter().map(Some).collect();
    Classes::group(&rows)
}

/// The class of every row of `first` merged with every row of `second`, `[first][second]`, among classes that have it.
///
/// # Panics
///
/// When they don't.
pub(crate) fn merge_within(grid: Grid, first: &[CostRow], second: &[CostRow], classes: &Classes) -> Vec<u8> {
    let class =
        |row: CostRow| classes.rows.binary_search(&row).expect("three parts cost what some two suits cost") as u8;
    Merger::new(grid).merge_all(first, second).into_iter().map(class).collect()
}

/// What every two halves of a hand lack for one place of the grid, `[first][second]`.
pub fn lacking(grid: Grid, goal: (usize, usize), first: &[CostRow], second: &[CostRow]) -> Vec<u8> {
    let merger = &Merger::new(grid);
    let turned: &Vec<Turned> = &second.iter().map(|&row| merger.turned(goal, row)).collect();
    first.iter().flat_map(|&row| turned.iter().map(move |turned| turned.lacks(row))).collect()
}

/// Halves of hands turned by [`Merger::turned`], place by place: what all of them lack beside another is found at once.
#[derive(Debug)]
pub struct TurnedRows {
    /// A place that the other can take, and what each of the halves lacks then.
    places: Vec<(usize, Vec<u8>)>,
}

impl TurnedRows {
    /// Those of some halves, for one place of the grid.
    ///
    /// # Panics
    ///
    /// When the grid has no such place.
    pub fn new(merger: &Merger, goal: (usize, usize), halves: impl Iterator<Item = CostRow>) -> TurnedRows {
        let turned: Vec<Turned> = halves.map(|row| merger.turned(goal, row)).collect();
        let costs = |place: usize| turned.iter().map(|&Turned(costs)| costs[place]).collect::<Vec<_>>();
        let places = (0..PLACES).map(|place| (place, costs(place)));
        TurnedRows { places: places.filter(|(_, costs)| costs.iter().any(|&cost| cost < LOST)).collect() }
    }

    /// Lowers what is lacking to what another half and each of these lack together.
    #[inline]
    pub fn lower(&self, CostRow(row): CostRow, lacking: &mut [u8]) {
        for (place, costs) in self.places.iter().filter(|&&(place, _)| row[place] < LOST) {
            let cost = row[*place];
            for (lacking, other) in lacking.iter_mut().zip(costs) {
                *lacking = (*lacking).min(other.saturating_add(cost));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::GRID;

    const EMPTY: CostRow = CostRow([0, 3, 6, 9, 12, 2, 5, 8, 11, 14, 0, 0, 0, 0, 0, 0]);
    /// 1 2 3 of a suit.
    const CHOW: CostRow = CostRow([0, 0, 3, 6, 9, 1, 2, 5, 8, 11, 0, 0, 0, 0, 0, 0]);

    #[test]
    fn an_empty_part_changes_nothing() {
        let merger = Merger::new(GRID);
        assert_eq!(merger.merge(CHOW, EMPTY), CHOW);
        assert_eq!(merger.merge(EMPTY, CHOW), CHOW);
    }

    #[test]
    fn melds_add_up() {
        let two = Merger::new(GRID).merge(CHOW, CHOW).0;
        let costs = [(0, 2), (0, 3), (1, 1), (1, 2)].map(|(pairs, melds)| two[GRID.place(pairs, melds)]);
        assert_eq!(costs, [0, 3, 1, 2]);
    }

    /// The definition, place by place, for every grid there is.
    #[test]
    fn rows_merge_as_defined() {
        let grids = (0..PLACES).flat_map(|melds| (0..PLACES).map(move |pairs| (melds, pairs)));
        let mut random = 1_u32;
        let mut row = |grid: Grid| {
            let mut cost = || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 24) as u8 % (LOST + 1)
            };
            CostRow(std::array::from_fn(|place| if place < grid.len() { cost() } else { 0 }))
        };
        let mut compared = 0;
        for (melds, pairs) in grids.filter(|(melds, pairs)| (melds + 1) * (pairs + 1) <= PLACES) {
            let grid = Grid::new(melds, pairs);
            let merger = Merger::new(grid);
            for _ in 0..100 {
                let (a, b) = (row(grid), row(grid));
                let both = merger.merge(a, b);
                for (pairs, melds) in grid.all() {
                    let ways = (0..=pairs).flat_map(|q| (0..=melds).map(move |k| (q, k)));
                    let cost = |(q, k)| a.0[grid.place(q, k)] + b.0[grid.place(pairs - q, melds - k)];
                    let least = ways.clone().map(cost).fold(LOST, u8::min);
                    assert_eq!(both.0[grid.place(pairs, melds)], least, "{grid:?} {a:?} {b:?}");
                    assert_eq!(merger.lacks((pairs, melds), a, b), least, "{grid:?} {a:?} {b:?}");
                    let cheapest = ways.filter(|&way| cost(way) == least && least < LOST);
                    let cheapest = cheapest.fold(0, |places, (q, k)| places | 1 << grid.place(q, k));
                    assert_eq!(merger.turned((pairs, melds), b).cheapest(a), cheapest, "{grid:?} {a:?} {b:?}");
                    let mut lacking = [LOST, least.saturating_sub(1)];
                    TurnedRows::new(&merger, (pairs, melds), [b, b].into_iter()).lower(a, &mut lacking);
                    assert_eq!(lacking, [least, least.saturating_sub(1)], "{grid:?} {a:?} {b:?}");
                    compared += 1;
                }
                assert!(both.0[grid.len()..].iter().all(|&cost| cost == 0));
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
