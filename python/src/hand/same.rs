//! When two hands are the same.

use std::hash::{Hash, Hasher};

use paili::distance::Forms;
use paili::tile::Tile;

use super::Hand;

impl Hand {
    /// What makes two hands equal.
    fn known(&self) -> (usize, Vec<Tile>, Vec<[Tile; 3]>, Vec<Tile>, Forms) {
        let mut melds: Vec<[Tile; 3]> = self.question.melds().iter().map(|meld| meld.tiles()).collect();
        melds.sort_unstable();
        let tiles = self.asked.hand.counts().tiles().collect();
        (self.exposed(), tiles, melds, self.question.visible().tiles().collect(), self.question.forms())
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        self.known() == other.known()
    }
}

impl Hash for Hand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.known().hash(state);
    }
}
