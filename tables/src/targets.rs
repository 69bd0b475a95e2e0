//! Targets: what winning takes of a part, and from them the cost rows of its vectors.
//!
//! Whoever asks says what winning takes: a [`Grid`] of numbers of melds and pairs, and for each of these the *targets*,
//! the vectors that are exactly that. The cost of a vector v is the fewest tiles to add until it contains a target. Take
//! a target T, and the vector u of the tiles of v that T uses. Then v lacks |T| − |u| tiles, and all targets of one place
//! in the grid are of one size. Hence, for each place,
//!
//! ```text
//! cost(v) = min over all u within v that lie within some target T: |T| − |u|
//! ```
//!
//! What lies within a target is found a kind after the other: a vector takes over what its neighbour has, with one tile of the
//! kind more. The least over all vectors within one is found from those with one tile less. So all rows together take
//! some million steps, sixteen places each.

use crate::cost::{CostRow, CostRows, Grid, LOST, PLACES, Part};
use crate::counts::{BASE, Vectors, written};

/// The targets of a part: for each vector that the deck has, a bit for each place of the grid that it is a target of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Targets {
    /// In the order of the vectors' codes.
    marks: Vec<u16>,
    sizes: [u8; PLACES],
    /// How many tiles of a target are beyond the copies that it may have, if others can stand for them.
    beyond: u8,
}

impl Targets {
    /// None yet.
    pub(crate) fn none(part: &Part) -> Targets {
        Targets {
            marks: written(part.copies.iter().map(|&copies| usize::from(copies) + 1).product(), 0),
            sizes: [0; PLACES],
            beyond: 0,
        }
    }

    /// None yet, of those that have up to so many tiles beyond the copies that a target may have.
    pub fn beyond(part: &Part, beyond: u8) -> Targets {
        Targets { beyond, ..Targets::none(part) }
    }

    /// Marks a vector, if the part allows it. Tiles beyond a target's copies are no part of any vector, so they always lack.
    ///
    /// # Panics
    ///
    /// When the place has targets of another size.
    pub fn mark(&mut self, part: &Part, counts: &[u8], place: usize) {
        if !part.allows(counts, self.beyond) {
            return;
        }
        let size = counts.iter().sum();
        assert!(matches!(self.sizes[place], 0) || self.sizes[place] == size, "all targets of a place are of one size");
        self.sizes[place] = size;
        let of_deck = counts.iter().zip(&part.most).map(|(&count, &copies)| count.min(copies));
        let vector = of_deck
            .zip(&part.copies)
            .rev()
            .fold(0, |vector, (count, &copies)| (usize::from(copies) + 1) * vector + usize::from(count));
        self.marks[vector] |= 1 << place;
    }

    /// With those that are some tiles of a part, those that it [requires](Part::requiring), and beside them each number of
    /// melds and pairs that a grid has.
    pub fn and_melds(mut self, part: &Part, beside: &[u8], grid: Grid) -> Targets {
        let mut counts: Vec<u8> =
            beside.iter().zip(&part.required).map(|(beside, required)| beside + required).collect();
        if part.allows(&counts, self.beyond) {
            self.add_melds(part, &part.melds(), grid, &mut counts, (0, 0));
        }
        self
    }

    /// Marks `counts`, which holds `done` melds, with and without pairs; then goes on to all that have more melds, from
    /// the meld numbered `first` on.
    fn add_melds(
        &mut self,
        part: &Part,
        melds: &[[usize; 3]],
        grid: Grid,
        counts: &mut [u8],
        (done, first): (usize, usize),
    ) {
        self.mark(part, counts, grid.place(0, done));
        for kind in (0..counts.len()).filter(|_| grid.pairs() > 0) {
            counts[kind] += 2;
            self.mark(part, counts, grid.place(1, done));
            counts[kind] -= 2;
        }
        if done < grid.melds() {
            for (number, tiles) in melds.iter().enumerate().skip(first) {
                for &kind in tiles {
                    counts[kind] += 1;
                }
                if part.allows(counts, self.beyond) {
                    self.add_melds(part, melds, grid, counts, (done + 1, number));
                }
                for &kind in tiles {
                    counts[kind] -= 1;
                }
            }
        }
    }

    /// The cost row of every vector that the deck has of a part, in the order of their codes, of at most `most` tiles. A larger
    /// vector has none.
    pub fn rows(mut self, part: &Part, grid: Grid, most: usize) -> CostRows {
        let lengths: Vec<usize> = part.copies.iter().map(|&copies| usize::from(copies) + 1).collect();
        self.spread(&lengths);
        let mut lost = [0; PLACES];
        lost[..grid.len()].fill(LOST);
        let mut rows = CostRows::none(self.marks.len());
        // Vectors that differ in the first kind alone lie side by side.
        let side_by_side = lengths.first().copied().unwrap_or(1);
        let mut vectors = Vectors::new(&part.copies, most);
        // Only the rows of as many vectors are kept as have the same number of tiles of the last kind: those of one tile less
        // are what the rows are before they are found.
        let kept: usize = lengths.iter().rev().skip(1).product::<usize>().max(side_by_side);
        let mut found = vec![CostRow(lost); kept];
        loop {
            let (first, tiles) = (vectors.number(), vectors.tiles());
            let begin = first / kept * kept;
            let mut own = [CostRow(lost); BASE];
            let own = &mut own[..side_by_side];
            for less in vectors.with_one_less() {
                let less = less.checked_sub(begin).unwrap_or(first - begin);
                own.iter_mut().zip(&found[less..]).for_each(|(own, &less)| *own = own.least(less));
            }
            let mut less = CostRow(lost);
            for (count, (own, &marks)) in own.iter_mut().zip(&self.marks[first..]).enumerate() {
                *own = own.least(less);
                if marks != 0 {
                    *own = own.least(self.lacking(marks, (tiles + count) as u8, lost));
                }
                less = *own;
            }
            let with_row = own.iter().take(most + 1 - tiles);
            with_row.enumerate().for_each(|(count, &row)| rows.set(first + count, row));
            found[first - begin..][..side_by_side].copy_from_slice(own);
            if !vectors.go_on() {
                return rows;
            }
        }
    }

    /// What a vector of so many tiles lacks of the targets that it lies within.
    #[inline]
    fn lacking(&self, marks: u16, tiles: u8, lost: [u8; PLACES]) -> CostRow {
        CostRow(std::array::from_fn(|place| {
            let is_within = marks & 1 << place != 0;
            if is_within { self.sizes[place].wrapping_sub(tiles) } else { lost[place] }
        }))
    }

    /// Marks all vectors that lie within a target, a kind after the other.
    fn spread(&mut self, lengths: &[usize]) {
        let mut step = 1;
        for length in lengths {
            for alike in self.marks.chunks_exact_mut(step * length) {
                if step < BASE * BASE {
                    // Too few to be taken together.
                    (step..alike.len()).rev().for_each(|more| alike[more - step] |= alike[more]);
                    continue;
                }
                for count in (1..*length).rev() {
                    let (less, more) = alike.split_at_mut(count * step);
                    less[(count - 1) * step..].iter_mut().zip(more).for_each(|(less, more)| *less |= *more);
                }
            }
            step *= length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Chows, up_to};
    use crate::counts::code;
    use crate::standard::{GRID, honors, suit};

    fn row(part: &Part, counts: &[u8]) -> CostRow {
        Targets::none(part)
            .and_melds(part, &vec![0; part.kinds()], GRID)
            .rows(part, GRID, 15)
            .get(code(counts))
            .unwrap()
    }

    #[test]
    fn nothing_lacks_every_tile_of_its_targets() {
        assert_eq!(row(&suit(), &[0; 9]).0[..GRID.len()], [0, 3, 6, 9, 12, 2, 5, 8, 11, 14]);
    }

    #[test]
    fn a_fifth_copy_is_no_help() {
        // 1 1 1 1: a pong and nothing else; a pair beside it would need a fifth 1, so it costs two other tiles.
        let row = row(&suit(), &[4, 0, 0, 0, 0, 0, 0, 0, 0]).0;
        assert_eq!([(0, 1), (1, 0), (1, 1)].map(|(pairs, melds)| row[GRID.place(pairs, melds)]), [0, 0, 2]);
    }

    #[test]
    fn honors_form_no_chows() {
        let row = row(&honors(), &[1, 1, 1, 0, 0, 0, 0]).0;
        assert_eq!([(0, 1), (1, 0), (1, 1)].map(|(pairs, melds)| row[GRID.place(pairs, melds)]), [2, 1, 3]);
    }

    #[test]
    fn what_a_deck_lacks_has_no_row_and_is_no_target() {
        // Only the first and the last kind, of which there are three: neither chows nor a second pong.
        let part = Part::new(&[3, 0, 0, 0, 0, 0, 0, 0, 3], Chows::Melds);
        let rows = Targets::none(&part).and_melds(&part, &[0; 9], GRID).rows(&part, GRID, 15);
        assert_eq!(rows.iter().flatten().count(), 16);
        assert_eq!(rows.get(0).unwrap().0[..GRID.len()], [0, 3, 6, LOST, LOST, 2, 5, LOST, LOST, LOST]);
    }

    #[test]
    fn only_what_a_hand_can_hold_has_rows() {
        let part = honors();
        let rows = Targets::none(&part).and_melds(&part, &[0; 7], GRID).rows(&part, GRID, 15);
        let of_hands = up_to(14, &part, &rows);
        assert!(rows.get(code(&[4, 4, 4, 3])).is_some() && rows.get(code(&[4, 4, 4, 4])).is_none());
        assert!(of_hands.get(code(&[4, 4, 4, 2])).is_some() && of_hands.get(code(&[4, 4, 4, 3])).is_none());
    }

    /// The definition, for a deck that has not all vectors.
    #[test]
    fn rows_are_the_fewest_tiles_that_lack_of_any_target() {
        let part = Part::new(&[3, 0, 2, 4], Chows::Melds);
        let grid = Grid::new(2, 1);
        let all = [[0, 0, 0, 0], [1, 0, 0, 1], [2, 0, 0, 0], [3, 0, 1, 0], [0, 0, 2, 2], [1, 0, 1, 2], [0, 0, 1, 4]];
        let place_of = |target: &[u8; 4]| usize::from(target.iter().sum::<u8>());
        let mut targets = Targets::none(&part);
        for target in &all {
            targets.mark(&part, target, place_of(target));
        }
        let (codes, most) = (part.codes(), 6);
        let rows = targets.rows(&part, grid, most);
        assert_eq!(rows.len(), codes.len());
        for (number, &vector) in codes.iter().enumerate() {
            let counts = [0, 1, 2, 3].map(|kind| (vector / 5_u32.pow(kind) % 5) as u8);
            let lacks =
                |target: &[u8; 4]| target.iter().zip(counts).map(|(want, have)| want.saturating_sub(have)).sum();
            let mut expected = [0; PLACES];
            for (place, cost) in expected.iter_mut().enumerate().take(grid.len()) {
                *cost = all.iter().filter(|target| place_of(target) == place).map(lacks).min().unwrap_or(LOST);
            }
            let is_small = usize::from(counts.iter().sum::<u8>()) <= most;
            assert_eq!(rows.get(number), is_small.then_some(CostRow(expected)), "{counts:?}");
        }
    }

    #[test]
    fn the_least_of_two_rows_is_that_of_each_place() {
        let row =
            |first: u8, last: u8| Some(CostRow(std::array::from_fn(|place| if place == 0 { first } else { last })));
        let one: CostRows = [row(1, 4), row(1, 4), None, row(2, 2), None].into_iter().collect();
        let other: CostRows = [row(3, 2), row(3, 2), row(5, 5), None, None].into_iter().collect();
        assert!(one.least(&other).iter().eq([row(1, 2), row(1, 2), row(5, 5), row(2, 2), None]));
    }
}
