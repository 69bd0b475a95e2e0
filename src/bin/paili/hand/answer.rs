//! The answer about one hand, ready to be written down.

use paili::analysis::{Discard, Plan, Unseen, Useful};
use paili::distance::{Distance, Forms};
use paili::hand::Hand;
use paili::notation::{Notation, UnwritableTile};
use paili::tile::Tile;

/// All there is to say about a hand.
pub struct Answer {
    names: &'static [String],
    pub notation: Notation,
    pub hand: Hand,
    pub unseen: Unseen,
    pub distance: Distance,
    /// The forms that reach the distance.
    pub forms: Forms,
    pub advice: Advice,
    pub plan: Plan,
}

/// What to do.
pub enum Advice {
    /// 13−3n tiles: what to hope for.
    Wait { useful: Useful, ready: bool },
    /// 14−3n tiles: what to discard, best first and as many as were asked for, and what the rule would play.
    Discard { ranked: Vec<Discard>, rule: Option<Tile> },
}

impl Answer {
    /// Fails when the notation can't write the hand.
    pub fn new(
        notation: Notation,
        hand: Hand,
        unseen: Unseen,
        distance: Distance,
        forms: Forms,
        advice: Advice,
        plan: Plan,
    ) -> Result<Self, UnwritableTile> {
        if notation != Notation::Judge
            && let Some(tile) = hand.counts().tiles().find(|tile| tile.is_special())
        {
            return Err(UnwritableTile { tile, notation });
        }
        Ok(Answer { names: names(notation), notation, hand, unseen, distance, forms, advice, plan })
    }

    /// A tile in the answer's notation.
    pub fn name(&self, tile: Tile) -> &'static str {
        &self.names[tile.index()]
    }

    /// Tiles in the answer's notation.
    pub fn text(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        // Whether the hand can be written was found out at the start, and only its tiles can be specials.
        self.notation.write(tiles).unwrap_or_default()
    }
}

/// Every tile alone in a notation; specials, which it may not have, as the judge writes them.
pub fn names(notation: Notation) -> &'static [String] {
    use std::sync::LazyLock;
    static NAMES: LazyLock<[Vec<String>; 4]> = LazyLock::new(|| {
        Notation::ALL.map(|notation| Tile::ALL.into_iter().map(|tile| notation.name_of(tile)).collect())
    });
    &NAMES[notation as usize]
}
