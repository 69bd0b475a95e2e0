//! Pairs and orphans by look-up: how many kinds and pairs a part holds follows from the number that it is looked up by.

use std::sync::LazyLock;

use super::look_up::{LookUp, Standard};
use crate::codes::{Code, Codes};
use crate::distance::{Distance, Form, Forms, orphans_lacking, pairs_lacking};
use crate::hand::MeldCount;
use crate::tile_set::TileSet;

/// For some forms.
#[derive(Clone, Copy)]
pub(super) struct FormsByCode {
    forms: Forms,
    tables: &'static Tables,
    /// What [`Holding`]s lack for pairs or orphans, if these are among the forms.
    lacking: &'static [Distance; HOLDINGS],
}

impl FormsByCode {
    /// The first ever takes a few milliseconds, to make the tables.
    pub(super) fn new(forms: Forms) -> FormsByCode {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        let tables = &*TABLES;
        let others = usize::from(forms.contains(Form::Pairs)) + 2 * usize::from(forms.contains(Form::Orphans));
        FormsByCode { forms, tables, lacking: &tables.lacking[others] }
    }

    /// Whether no form is as near to tiles of such codes as the standard one, of such a distance.
    #[inline]
    pub(super) fn are_standard(self, codes: &Codes, exposed: MeldCount, distance: Distance) -> bool {
        let forms = self.forms.beside(exposed);
        forms == Forms::default() || forms.contains(Form::Standard) && distance < self.lacking_others(codes)
    }

    /// How many tiles of such codes, beside which no meld is exposed, lack for pairs or orphans.
    #[inline]
    fn lacking_others(self, codes: &Codes) -> Distance {
        let held = codes.all().iter().map(|code| self.tables.held[code.index()]).fold(0, u16::wrapping_add);
        self.lacking[usize::from(held) % HOLDINGS]
    }
}

impl LookUp for FormsByCode {
    #[inline]
    fn lacking(self, codes: &Codes, exposed: MeldCount) -> Distance {
        if exposed != MeldCount::default() {
            return Standard.lacking(codes, exposed);
        }
        let others = self.lacking_others(codes);
        if self.forms.contains(Form::Standard) { others.min(Standard.lacking(codes, exposed)) } else { others }
    }
}

/// What pairs and orphans ask of some tiles, a few bits for each number, so that the numbers of several parts are added
/// up at once.
#[derive(Debug, Clone, Copy)]
struct Holding(u16);

/// Where the numbers begin: kinds held (at most 14), of these with a pair (7), orphans (13), of these with a pair (7).
const PAIRS: u32 = 4;
const ORPHANS: u32 = PAIRS + 3;
const ORPHAN_PAIRS: u32 = ORPHANS + 4;

impl Holding {
    fn kinds(self) -> usize {
        usize::from(self.0) % (1 << PAIRS)
    }

    fn pairs(self) -> usize {
        usize::from(self.0 >> PAIRS) % (1 << (ORPHANS - PAIRS))
    }

    fn orphans(self) -> usize {
        usize::from(self.0 >> ORPHANS) % (1 << (ORPHAN_PAIRS - ORPHANS))
    }

    fn orphan_pairs(self) -> usize {
        usize::from(self.0 >> ORPHAN_PAIRS)
    }
}

/// How many numbers make a [`Holding`].
const HOLDINGS: usize = 1 << (ORPHAN_PAIRS + 3);

/// What pairs and orphans are looked up in.
struct Tables {
    /// What each part holds, by its code: 4 MB, of which common hands touch a little.
    held: Box<[u16]>,
    /// What is lacking for neither, for pairs, for orphans, and for the nearer of both, by what a hand holds.
    lacking: Box<[[Distance; HOLDINGS]]>,
}

impl Tables {
    fn new() -> Tables {
        let first_five_of_suit = of_digits(5, 0b0_0001);
        let others_of_suit = of_digits(4, 0b1000);
        let first_five_honors = of_digits(5, 0b1_1111);
        let other_honors = of_digits(2, 0b11);
        let mut held = vec![0; Code::END].into_boxed_slice();
        let groups = [(&first_five_of_suit, &others_of_suit), (&first_five_honors, &other_honors)];
        let pairs = groups.into_iter().flat_map(|(first, others)| others.iter().map(move |other| (first, other)));
        for ((first, other), codes) in pairs.zip(held.chunks_exact_mut(first_five_of_suit.len())) {
            for (held, first) in codes.iter_mut().zip(first) {
                *held = first + other;
            }
        }
        let mut lacking = vec![[Distance::FARTHEST; HOLDINGS]; 4].into_boxed_slice();
        for held in 0..HOLDINGS {
            let holding = Holding(held as u16);
            let pairs = pairs_lacking(holding.kinds(), holding.pairs());
            let orphans = orphans_lacking(holding.orphans().min(TileSet::ORPHANS.len()), holding.orphan_pairs() > 0);
            for (lacking, nearest) in lacking.iter_mut().zip([Distance::FARTHEST, pairs, orphans, pairs.min(orphans)]) {
                lacking[held] = nearest;
            }
        }
        Tables { held, lacking }
    }
}

/// What a group of so many kinds holds, some of which are orphans, by the number that its counts make.
fn of_digits(kinds: u32, orphans: usize) -> Vec<u16> {
    let of = |digits: usize| {
        let of_kind = |kind: u32| {
            let copies = digits / 5_usize.pow(kind) % 5;
            let orphan = u16::from(orphans >> kind & 1 == 1);
            let [one, two] = [1, 2].map(|enough| u16::from(copies >= enough));
            one | two << PAIRS | (one & orphan) << ORPHANS | (two & orphan) << ORPHAN_PAIRS
        };
        (0..kinds).map(of_kind).fold(0, u16::wrapping_add)
    };
    (0..5_usize.pow(kinds)).map(of).collect()
}
