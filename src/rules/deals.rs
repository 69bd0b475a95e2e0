//! What the deck has of each part, and which parts differ by it.

use paili_tables::cost::Part as Deal;

use super::RuleSet;
use crate::tile_set::Part;

/// What the deck has of each part.
pub(super) struct Deals([Deal; Part::ALL.len()]);

impl Deals {
    pub(super) fn new(rules: &RuleSet) -> Deals {
        Deals(Part::ALL.map(|part| rules.deal(part)))
    }

    /// That of a part.
    pub(super) fn of(&self, part: Part) -> &Deal {
        &self.0[part.index()]
    }

    /// The first part of each deal: suits of which the deck has the same are compiled once.
    pub(super) fn different(&self) -> Vec<Part> {
        let is_new = |part: &Part| !self.0[..part.index()].contains(self.of(*part));
        Part::ALL.into_iter().filter(is_new).collect()
    }

    /// What each part has, given what those of them have that [differ](Deals::different).
    pub(super) fn of_all<T: Clone>(&self, different: &[Part], values: &[T]) -> [T; Part::ALL.len()] {
        let is_alike = |part: Part, other: Part| self.of(part) == self.of(other);
        // Each is like one of them.
        Part::ALL
            .map(|part| values[different.iter().position(|&other| is_alike(part, other)).unwrap_or_default()].clone())
    }
}
