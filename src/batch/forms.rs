//! Pairs and orphans by look-up: how many kinds and pairs a part holds follows from the number that it is looked up by.

use std::sync::LazyLock;

use super::look_up::distance_of;
use crate::codes::{Code, Codes};
use crate::distance::{Distance, Form, Forms, orphans_lacking, pairs_lacking};
use crate::hand::MeldCount;

/// How many tiles of such codes lack beside so many exposed melds, by the form that lacks least.
#[inline]
pub(super) fn lacking(forms: Forms, holdings: &Holdings, codes: &Codes, exposed: MeldCount) -> Distance {
    let forms = forms.beside(exposed);
    let holding = holdings.of(codes);
    let mut lacking = Distance::FARTHEST;
    if forms.contains(Form::Standard) {
        lacking = distance_of(codes, exposed);
    }
    if forms.contains(Form::Pairs) {
        lacking = lacking.min(pairs_lacking(holding.kinds(), holding.pairs()));
    }
    if forms.contains(Form::Orphans) {
        lacking = lacking.min(orphans_lacking(holding.orphans(), holding.orphan_pairs() > 0));
    }
    lacking
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

/// What each part can hold, by its code: 4 MB, of which common hands touch a little.
pub(super) struct Holdings(Box<[u16]>);

impl Holdings {
    /// The only ones there are, made in less than a millisecond when they are first asked for.
    pub(super) fn get() -> &'static Holdings {
        static HOLDINGS: LazyLock<Holdings> = LazyLock::new(Holdings::new);
        &HOLDINGS
    }

    fn new() -> Holdings {
        let first_five_of_suit = of_digits(5, 0b0_0001);
        let others_of_suit = of_digits(4, 0b1000);
        let first_five_honors = of_digits(5, 0b1_1111);
        let other_honors = of_digits(2, 0b11);
        let mut holdings = Vec::with_capacity(Code::END);
        for (first, others) in [(first_five_of_suit, others_of_suit), (first_five_honors, other_honors)] {
            for other in others {
                holdings.extend(first.iter().map(|first| first + other));
            }
        }
        Holdings(holdings.into_boxed_slice())
    }

    /// What a hand holds.
    #[inline]
    fn of(&self, codes: &Codes) -> Holding {
        Holding(codes.all().iter().map(|code| self.0[code.index()]).sum())
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
