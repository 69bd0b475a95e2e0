//! Distances by another rule set, for which many hands are looked up together.

use std::ops::Range;

use paili::rules::Compiled;
use paili::{Distance, Hand, Model};

use super::{COPIED_AT_A_TIME, Rows, Source, Stack};
use crate::counts::Counts;

/// The distance of a row, or why it is none; nothing where it is missing.
type Found = Option<Result<Distance, String>>;

impl Stack<'_> {
    /// The distances of some rows.
    pub fn distances_by_rules(&self, rows: Range<usize>, model: Compiled) -> Vec<Found> {
        let mut found = Vec::with_capacity(rows.len());
        while let Some((column, first)) = self.place(rows.start + found.len()).filter(|_| found.len() < rows.len()) {
            let end = column.len().min(first + rows.len() - found.len()).min(first + COPIED_AT_A_TIME);
            match &column.hands {
                Source::Dense(hands) => column.of_counts_by_rules(first, &hands[first..end], model, &mut found),
                _ => column.of_each_by_rules(first..end, model, &mut found),
            }
        }
        found
    }
}

impl Rows<'_> {
    /// The distances of the rows from a first one on, which are copied, since Python may change them.
    fn of_counts_by_rules(&self, first: usize, hands: &[Counts], model: Compiled, found: &mut Vec<Found>) {
        let hands = hands.to_vec();
        let begin = found.len();
        let mut left = &hands[..];
        while !left.is_empty() {
            let mut distances = [Distance::NEVER; COPIED_AT_A_TIME];
            let bad = model.distances(left, &[], &mut distances[..left.len()]).err();
            let good = bad.as_ref().map_or(left.len(), |bad| bad.row);
            found.extend(distances[..good].iter().map(|&distance| Some(Ok(distance))));
            left = &left[good..];
            if let Some(bad) = bad {
                found.push(Some(Err(bad.fault.to_string())));
                left = &left[1..];
            }
        }
        let rows = (first..).zip(&mut found[begin..]);
        rows.filter(|&(row, _)| self.is_null(row)).for_each(|(_, found)| *found = None);
    }

    /// The distances of rows that are read one by one.
    fn of_each_by_rules(&self, rows: Range<usize>, model: Compiled, found: &mut Vec<Found>) {
        let read: Vec<_> = rows.map(|row| self.rule_hand(row, model.rules())).collect();
        let hands: Vec<Hand> = read.iter().flatten().flatten().copied().collect();
        let mut distances = vec![Distance::NEVER; hands.len()];
        model.distances_of_hands(&hands, &mut distances);
        let mut distances = distances.into_iter();
        found.extend(
            read.into_iter().map(|row| row.map(|hand| hand.map(|_| distances.next().unwrap_or(Distance::NEVER)))),
        );
    }
}
