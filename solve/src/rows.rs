//! What is done to whole rows: the look-ups of a layer.
//!
//! A row has all shapes of the largest suit beside fixed others. A tile of another part leads from a row to a row, place by
//! place; a tile of the largest suit leads to other places of one row.

use super::shapes::{Step, Steps};

/// The rows that tiles of the other parts lead to, and how many tiles do.
pub(super) struct NextRows<'a> {
    rows: [(&'a [f32], f32); MOST],
    len: usize,
}

/// The most kinds that a row can lead by: those of two suits and the honors.
const MOST: usize = 32;

impl<'a> NextRows<'a> {
    pub fn new() -> NextRows<'a> {
        NextRows { rows: [(&[], 0.0); MOST], len: 0 }
    }

    pub fn push(&mut self, row: &'a [f32], copies: f32) {
        self.rows[self.len] = (row, copies);
        self.len += 1;
    }

    /// Puts the largest of all rows and this one in its place, place by place.
    pub fn largest(&self, best: &mut [f32]) {
        let (fours, rest) = self.rows[..self.len].as_chunks::<4>();
        let len = best.len();
        for four in fours {
            let [one, two, three, four] = four.map(|(row, _)| &row[..len]);
            for place in 0..len {
                let first = larger(one[place], two[place]);
                best[place] = larger(best[place], larger(first, larger(three[place], four[place])));
            }
        }
        for (row, _) in rest {
            best.iter_mut().zip(*row).for_each(|(best, &other)| *best = larger(*best, other));
        }
    }

    /// Adds what each row has more than `now`, for each of its copies.
    pub fn add_gains(&self, now: &[f32], gains: &mut [f32]) {
        let (fours, rest) = self.rows[..self.len].as_chunks::<4>();
        let len = now.len();
        let gains = &mut gains[..len];
        for four in fours {
            let [one, two, three, four] = four.map(|(row, copies)| (&row[..len], copies));
            for place in 0..len {
                let now = now[place];
                let gain = |(row, copies): (&[f32], f32)| copies * larger(row[place] - now, 0.0);
                gains[place] += (gain(one) + gain(two)) + (gain(three) + gain(four));
            }
        }
        for &(row, copies) in rest {
            let row = &row[..len];
            for place in 0..len {
                gains[place] += copies * larger(row[place] - now[place], 0.0);
            }
        }
    }
}

/// Puts the largest place that a discard of the largest suit leads to, if it is larger, in each place.
pub(super) fn largest_left(left: &Steps, from: &[f32], best: &mut [f32]) {
    for (rank, best) in best.iter_mut().enumerate() {
        *best = left.of(rank).iter().fold(*best, |best, step| larger(best, from[step.to as usize]));
    }
}

/// Adds what each draw of the largest suit has more than `now`, for each of its copies.
pub(super) fn add_drawn_gains(drawn: &Steps, from: &[f32], now: &[f32], gains: &mut [f32]) {
    for ((rank, gain), &now) in gains.iter_mut().enumerate().zip(now) {
        let of = |step: &Step| step.copies * larger(from[step.to as usize] - now, 0.0);
        *gain += drawn.of(rank).iter().map(of).sum::<f32>();
    }
}

/// The larger of two, both numbers, as processors compare them.
pub(super) fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}
