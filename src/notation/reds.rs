//! Names of red fives: fives that are told apart, and nothing more.

use std::borrow::Cow;

use super::all::Notation;
use crate::hand::Counts;
use crate::tile::Tile;

impl Notation {
    /// A five's name if it is red, in a notation that has red fives.
    pub fn red_name(self, five: Tile) -> String {
        let mut name = self.name_of(five).to_owned();
        self.redden(&mut name);
        name
    }

    /// Names tiles one after the other, the first fives as red as `reds` says, where the notation has red fives.
    ///
    /// ```
    /// use paili::{Notation, Tile};
    ///
    /// let name = Notation::Mpsz.namer(&[Tile::M5]);
    /// assert!([Tile::M4, Tile::M5, Tile::M5].map(name).iter().eq(["4m", "0m", "5m"]));
    /// ```
    pub fn namer(self, reds: &[Tile]) -> impl FnMut(Tile) -> Cow<'static, str> + use<> {
        let mut reds = reds.to_vec();
        move |tile| match reds.iter().position(|&red| red == tile) {
            Some(place) => self.red_name(reds.swap_remove(place)).into(),
            None => self.name_of(tile).into(),
        }
    }

    /// What the discard of a kind is called: a red five only goes where no other five is held.
    pub fn name_of_discard(self, tile: Tile, held: &Counts, reds: &[Tile]) -> Cow<'static, str> {
        let red = reds.iter().filter(|&&red| red == tile).count();
        if red > 0 && red == held.get(tile).into() { self.red_name(tile).into() } else { self.name_of(tile).into() }
    }

    /// Makes the five red that a text ends in.
    pub(super) fn redden(self, text: &mut String) {
        match self {
            Notation::Mpsz | Notation::Chinese => {
                let suit = text.pop();
                text.pop();
                text.push('0');
                text.extend(suit);
            }
            Notation::Mjai => text.push('r'),
            Notation::Judge | Notation::Uva | Notation::Unicode => {}
        }
    }
}
