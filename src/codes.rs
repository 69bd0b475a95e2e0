//! Codes: the numbers that the parts of a hand are looked up by.

use paili_tables::blob::{CODES_END, HONORS_BEGIN};
use paili_tables::counts::{BASE, SUIT_KINDS};

use crate::tile::Tile;
use crate::tile_set::Part;

/// The code of one part: its counts as the digits of a number to the base of five, the first kind's the lowest. So adding
/// a tile is adding a power of five. The honors' codes are counted from [`Code::HONORS_BEGIN`], behind all of a suit's, so
/// that one table is looked up in whatever the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Code(u32);

impl Code {
    const NONE: Code = Code(0);

    /// The code of no honors.
    pub(crate) const HONORS_BEGIN: Code = Code(HONORS_BEGIN as u32);

    /// The smallest number that is no part's code.
    pub(crate) const END: usize = CODES_END;

    /// What one tile of each of a part's kinds adds.
    pub(crate) const TILES: [Code; SUIT_KINDS] = {
        let mut tiles = [Code(1); SUIT_KINDS];
        let mut kind = 1;
        while kind < tiles.len() {
            tiles[kind] = Code(BASE as u32 * tiles[kind - 1].0);
            kind += 1;
        }
        tiles
    };

    /// The part that a tile counts in and what it adds to that part's code. Specials count for nothing.
    #[inline]
    pub(crate) fn of(tile: Tile) -> (Part, Code) {
        PLACES[tile.index() % PLACES.len()]
    }

    /// The code with the tiles of another added.
    #[inline]
    pub(crate) const fn plus(self, tiles: Code) -> Code {
        Code(self.0 + tiles.0)
    }

    /// The code with the tiles of another, all of which it holds, removed.
    #[inline]
    pub(crate) const fn minus(self, tiles: Code) -> Code {
        Code(self.0 - tiles.0)
    }

    /// The place in a table.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that the part's digits make: less than this only for the honors.
    #[inline]
    pub(crate) const fn digits(self) -> usize {
        let begin = if self.0 < Code::HONORS_BEGIN.0 { 0 } else { Code::HONORS_BEGIN.0 };
        (self.0 - begin) as usize
    }
}

/// [`Code::of`] every tile, and places behind that spare a check.
static PLACES: [(Part, Code); Tile::COUNT.next_power_of_two()] = {
    let mut places = [(Part::Characters, Code::NONE); Tile::COUNT.next_power_of_two()];
    let mut index = 0;
    while index < Tile::REGULAR_COUNT {
        places[index] = match Part::of(Tile::ALL[index]) {
            Some(Part::Honors) => (Part::Honors, Code::TILES[index - Tile::SUITED_COUNT]),
            Some(suit) => (suit, Code::TILES[index % SUIT_KINDS]),
            None => places[index],
        };
        index += 1;
    }
    places
};

/// The codes of all parts of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Codes([Code; Part::ALL.len()]);

/// Where a number begins that is kept above the code of the honors.
const UPPER_BEGIN: u32 = 24;

const _: () = assert!(Code::END <= 1 << UPPER_BEGIN);

/// What a tile adds to the code of every part.
static CODES: [Codes; Tile::COUNT] = {
    let mut codes = [Codes([Code::NONE; Part::ALL.len()]); Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        let (part, code) = PLACES[index];
        codes[index].0[part.index()] = code;
        index += 1;
    }
    codes
};

impl Codes {
    /// No bit set, which is no hand's.
    pub(crate) const NOTHING: Codes = Codes([Code::NONE; Part::ALL.len()]);

    /// The codes of no tile.
    pub(crate) const EMPTY: Codes = Codes([Code::NONE, Code::NONE, Code::NONE, Code::HONORS_BEGIN]);

    /// The code of a part.
    #[inline]
    pub(crate) const fn of(&self, part: Part) -> Code {
        self.0[part.index()]
    }

    /// The number that the digits of a part make.
    #[inline]
    pub(crate) const fn digits(&self, part: Part) -> usize {
        let begin = if part as usize == Part::Honors as usize { Code::HONORS_BEGIN.0 } else { 0 };
        self.0[part.index()].0.wrapping_sub(begin) as usize
    }

    /// Codes that were worked out elsewhere, the honors' counted from 0.
    #[inline]
    pub(crate) const fn numbered([characters, dots, bamboos]: [u32; 3], honors: u32) -> Self {
        Codes([Code(characters), Code(dots), Code(bamboos), Code(Code::HONORS_BEGIN.0.wrapping_add(honors))])
    }

    /// The same, the honors' counted from [`Code::HONORS_BEGIN`].
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) const fn from_numbers([characters, dots, bamboos, honors]: [u32; Part::ALL.len()]) -> Self {
        Codes([Code(characters), Code(dots), Code(bamboos), Code(honors)])
    }

    /// The codes in the order of [`Part::ALL`].
    #[inline]
    pub(crate) const fn all(&self) -> &[Code; Part::ALL.len()] {
        &self.0
    }

    /// The codes with a small number kept above that of the honors.
    #[inline]
    pub(crate) const fn with_upper(mut self, upper: u8) -> Self {
        self.0[Part::Honors.index()].0 |= (upper as u32) << UPPER_BEGIN;
        self
    }

    /// The number above the code of the honors.
    #[inline]
    pub(crate) const fn upper(&self) -> u8 {
        (self.0[Part::Honors.index()].0 >> UPPER_BEGIN) as u8
    }

    /// The codes without the number above that of the honors.
    #[inline]
    pub(crate) const fn without_upper(mut self) -> Self {
        self.0[Part::Honors.index()].0 &= (1 << UPPER_BEGIN) - 1;
        self
    }

    /// The bits that are set in either.
    #[inline]
    pub(crate) fn or(self, other: Codes) -> Codes {
        Codes(std::array::from_fn(|part| Code(self.0[part].0 | other.0[part].0)))
    }

    /// Adds a tile.
    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        let (part, code) = Code::of(tile);
        self.0[part.index()] = self.of(part).plus(code);
    }

    /// The same, better when several are added one after the other: all four parts at once are one instruction, and none
    /// of them has to wait for another.
    #[inline]
    pub(crate) fn add_blindly(&mut self, tile: Tile) {
        for (code, more) in self.0.iter_mut().zip(CODES[tile.index()].0) {
            *code = code.plus(more);
        }
    }

    /// Removes a tile that is there.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        let (part, code) = Code::of(tile);
        self.0[part.index()] = self.of(part).minus(code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbers_to_the_base_of_five() {
        let mut codes = Codes::EMPTY;
        let mut blindly = Codes::EMPTY;
        for token in ["1M", "1M", "3M", "9P", "Z", "Z", "E", "PASS"] {
            let tile = token.parse().unwrap();
            codes.add(tile);
            blindly.add_blindly(tile);
        }
        let index = |part| codes.of(part).index();
        assert_eq!(Part::ALL.map(index), [2 + 25, 390_625, 0, 1_953_125 + 1 + 2 * 15_625]);
        assert_eq!(codes, blindly);
        codes.take(Tile::RED);
        assert_eq!(codes.of(Part::Honors).index(), 1_953_125 + 1 + 15_625);
        assert_eq!(Code::END, 2_031_250);
    }
}
