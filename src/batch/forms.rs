//! Pairs and orphans by look-up: how many kinds and pairs a hand holds follows from the numbers that it is looked up by.

use crate::codes::Codes;
use crate::distance::lookup::Tables;
use crate::distance::{Distance, Form, Forms, orphans_lacking, pairs_lacking};
use crate::hand::MeldCount;
use crate::tile::Part;

/// What pairs and orphans ask of some tiles, a byte for each number, so that the numbers of several groups are added up
/// at once: kinds, kinds with a pair, orphans, orphans with a pair.
type Holding = u32;

/// How many tiles of such codes lack beside so many exposed melds, by the form that lacks least.
#[inline]
pub(super) fn lacking(forms: Forms, tables: &Tables, codes: &Codes, exposed: MeldCount) -> Distance {
    let forms = forms.beside(exposed);
    let [kinds, pairs, orphans, orphan_pairs] = holding(codes).to_le_bytes().map(usize::from);
    let mut lacking = Distance::FARTHEST;
    if forms.contains(Form::Standard) {
        lacking = tables.distance_of(codes, exposed);
    }
    if forms.contains(Form::Pairs) {
        lacking = lacking.min(pairs_lacking(kinds, pairs));
    }
    if forms.contains(Form::Orphans) {
        lacking = lacking.min(orphans_lacking(orphans, orphan_pairs > 0));
    }
    lacking
}

/// What a hand holds.
#[inline]
fn holding(codes: &Codes) -> Holding {
    let suits = [Part::Characters, Part::Dots, Part::Bamboos].map(|suit| SUIT.of(codes.of(suit).digits()));
    let honors = HONORS.of(codes.of(Part::Honors).digits());
    suits.into_iter().sum::<Holding>() + honors
}

/// What each group of kinds of a part holds, by the digits of the part's code: its first five kinds, and the others.
struct Groups<const OTHERS: usize> {
    first: [Holding; FIRST],
    others: [Holding; OTHERS],
}

/// Numbers of five digits to the base of five.
const FIRST: usize = 5_usize.pow(5);

static SUIT: Groups<{ 5_usize.pow(4) }> = Groups { first: holdings(5, 0b0_0001), others: holdings(4, 0b1000) };
static HONORS: Groups<{ 5_usize.pow(2) }> = Groups { first: holdings(5, 0b1_1111), others: holdings(2, 0b11) };

impl<const OTHERS: usize> Groups<OTHERS> {
    #[inline]
    fn of(&self, digits: usize) -> Holding {
        self.first[digits % FIRST] + self.others[digits / FIRST]
    }
}

/// What a group of so many kinds holds, of which these are orphans, by its digits.
const fn holdings<const N: usize>(kinds: u32, orphans: usize) -> [Holding; N] {
    let mut holdings = [0; N];
    let mut digits = 0;
    while digits < N {
        let mut kind = 0;
        while kind < kinds {
            let copies = digits / 5_usize.pow(kind) % 5;
            let orphan = (orphans >> kind & 1) as Holding;
            let [one, two] = [(copies >= 1) as Holding, (copies >= 2) as Holding];
            holdings[digits] += one | two << 8 | (one & orphan) << 16 | (two & orphan) << 24;
            kind += 1;
        }
        digits += 1;
    }
    holdings
}
