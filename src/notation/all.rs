//! All notations, in the order in which they are tried.

use crate::names;

names! {
    /// A way to write tiles. They are tried in this order: a text that two of them could have written, such as
    /// `1S 2S 3S`, is taken for the first.
    pub enum Notation: "is not a notation" {
        /// The tokens of the THUPC judge; the only one that knows the specials.
        Judge = "judge",
        /// The tokens of UVa 11210.
        Uva = "uva",
        /// Compact: digits, then the letter of their suit.
        Mpsz = "mpsz",
        /// Unicode's mahjong tiles.
        Unicode = "unicode",
        /// Chinese characters.
        Chinese = "chinese",
        /// The tokens of mjai.
        Mjai = "mjai",
    }
}

impl Notation {
    /// What tiles it knows, for messages.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Notation::Judge => crate::tile::EXPECTED_TOKENS,
            Notation::Uva => "1T-9T, 1S-9S, 1W-9W, DONG, NAN, XI, BEI, ZHONG, FA or BAI",
            Notation::Mpsz => "digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c",
            Notation::Unicode => "🀀-🀡",
            Notation::Chinese => "numbers followed by 萬, 筒 or 索, or 東 南 西 北 白 發 中",
            Notation::Mjai => "1m-9m, 1p-9p, 1s-9s, 5mr, 5pr, 5sr or E S W N P F C",
        }
    }
}
