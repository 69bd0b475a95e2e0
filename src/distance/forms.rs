//! Win forms: what a winning hand may look like beside melds and a pair.

use super::{Distance, Model};
use crate::copies::Copies;
use crate::hand::{Counts, Hand, MeldCount};
use crate::name::named;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What is wrong with other forms than the standard one beside exposed melds, for messages.
pub const PAIRS_AND_ORPHANS: &str = "pairs and orphans are only for hands without exposed melds";

/// A form that a winning hand can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Four melds and a pair: the only one that the THUPC rules know.
    Standard,
    /// Pairs of seven different kinds, all concealed.
    Pairs,
    /// One of each terminal (`1M 9M 1P 9P 1S 9S`) and honor and one of them twice, all concealed.
    Orphans,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 3] = [Form::Standard, Form::Pairs, Form::Orphans];

    /// Its name on the command line and in answers.
    ///
    /// ```
    /// # use paili::Form;
    /// assert_eq!(Form::ALL.map(Form::name), ["standard", "pairs", "orphans"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Standard => "standard",
            Form::Pairs => "pairs",
            Form::Orphans => "orphans",
        }
    }
}

named!(Form, "is not a win form", "standard, pairs or orphans");

/// Some of the forms, at least one.
///
/// ```
/// use paili::{Form, Forms};
///
/// let forms = Forms::only(Form::Standard).and(Form::Pairs);
/// assert!(forms.contains(Form::Pairs) && !forms.contains(Form::Orphans));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Forms(u8);

impl Forms {
    /// All of them.
    pub const ALL: Forms = Forms(0b111);

    /// Just one.
    #[must_use]
    pub const fn only(form: Form) -> Forms {
        Forms(1 << form as u8)
    }

    /// These forms, if there are any.
    #[must_use]
    pub fn of(forms: &[Form]) -> Option<Forms> {
        let (&first, more) = forms.split_first()?;
        Some(more.iter().copied().fold(Forms::only(first), Forms::and))
    }

    /// These and one more.
    #[must_use]
    pub const fn and(self, form: Form) -> Forms {
        Forms(self.0 | 1 << form as u8)
    }

    /// Whether a form is among them.
    #[must_use]
    pub const fn contains(self, form: Form) -> bool {
        self.0 >> form as u8 & 1 == 1
    }

    /// The forms in order.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.into_iter().filter(move |&form| self.contains(form))
    }

    /// Those of them that a hand with so many exposed melds can have: beside an exposed meld there is only the standard
    /// form, asked for or not.
    ///
    /// Whoever reads what people ask for compares these with what was asked, and refuses a hand that can't have all of it
    /// ([`PAIRS_AND_ORPHANS`]), a single one as well as a row among many.
    #[must_use]
    pub fn beside(self, exposed: MeldCount) -> Forms {
        if exposed.get() == 0 { self } else { Forms::only(Form::Standard) }
    }
}

impl Default for Forms {
    /// The standard form.
    fn default() -> Self {
        Forms::only(Form::Standard)
    }
}

/// A model over several forms: the distance is the smallest of theirs.
///
/// Pairs and orphans need no tables: their distances follow from how many kinds are held once and twice.
///
/// ```
/// use paili::{Distance, Forms, Model, Notation, TableModel, WithForms};
///
/// let hand = Notation::Mpsz.hand("1133557799m1122p")?;
/// let model = TableModel;
/// assert_eq!(model.distance(&hand).get(), 4);
/// assert_eq!(WithForms::new(model, Forms::ALL).distance(&hand), Distance::WON);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WithForms<M> {
    model: M,
    forms: Forms,
}

impl<M: Model> WithForms<M> {
    /// Adds forms to a model of the standard form, or takes that one away.
    #[must_use]
    pub fn new(model: M, forms: Forms) -> Self {
        WithForms { model, forms }
    }

    /// The model of the standard form.
    #[must_use]
    pub fn standard(&self) -> M {
        self.model
    }

    /// The forms.
    #[must_use]
    pub fn forms(&self) -> Forms {
        self.forms
    }

    /// The distance of a hand, and the forms that reach it.
    #[must_use]
    pub fn reached(&self, hand: &Hand) -> (Distance, Forms) {
        let mut reached = (Distance::FARTHEST, Forms(0));
        for form in self.forms.beside(hand.melds()).iter() {
            let lacking = self.lacking_for(form, hand.counts(), hand.melds());
            if lacking < reached.0 {
                reached = (lacking, Forms::only(form));
            } else if lacking == reached.0 {
                reached.1 = reached.1.and(form);
            }
        }
        reached
    }

    #[inline]
    fn lacking_for(&self, form: Form, concealed: &Counts, exposed: MeldCount) -> Distance {
        match form {
            Form::Standard => self.model.lacking(concealed, exposed),
            Form::Pairs => PairsAndOrphans::of(concealed.copies()).pairs_lacking(),
            Form::Orphans => PairsAndOrphans::of(concealed.copies()).orphans_lacking(),
        }
    }
}

impl<M: Model> Model for WithForms<M> {
    #[inline]
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        let forms = self.forms.beside(exposed);
        let tiles = PairsAndOrphans::of(concealed.copies());
        // There is always a form, and none lacks more than a whole hand.
        let mut least = Distance::FARTHEST;
        if forms.contains(Form::Standard) {
            least = self.model.lacking(concealed, exposed);
        }
        if forms.contains(Form::Pairs) {
            least = least.min(tiles.pairs_lacking());
        }
        if forms.contains(Form::Orphans) {
            least = least.min(tiles.orphans_lacking());
        }
        least
    }

    #[inline]
    fn lacking_standard(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        self.model.lacking_standard(concealed, exposed)
    }

    #[inline]
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        let standard = self.model.lacking_and_useful(concealed, exposed);
        self.forms.beside(exposed).nearest(standard, PairsAndOrphans::of(concealed.copies()))
    }

    fn each_discard(&self, hand: &Hand, mut tell: impl FnMut(Tile, Distance, TileSet)) {
        let forms = self.forms.beside(hand.melds());
        self.model.each_discard(hand, |tile, distance, useful| {
            let mut left = *hand.counts().copies();
            left.take(tile);
            let (distance, useful) = forms.nearest((distance, useful), PairsAndOrphans::of(&left));
            tell(tile, distance, useful);
        });
    }
}

impl Forms {
    /// What tiles lack for that of the forms which is nearest, and the kinds that lower it, where these are known for the
    /// standard form.
    ///
    /// A tile lowers the distance when it does so for a form that reaches it: the others are farther and come one nearer
    /// at most.
    #[inline]
    pub(crate) fn nearest(self, standard: (Distance, TileSet), tiles: PairsAndOrphans) -> (Distance, TileSet) {
        let mut nearest = if self.contains(Form::Standard) { standard } else { (Distance::FARTHEST, TileSet::EMPTY) };
        let mut compare = |lacking, useful| match lacking {
            nearer if nearer < nearest.0 => nearest = (nearer, useful),
            equal if equal == nearest.0 => nearest.1 |= useful,
            _ => {}
        };
        if self.contains(Form::Pairs) {
            compare(tiles.pairs_lacking(), tiles.useful_for_pairs());
        }
        if self.contains(Form::Orphans) {
            compare(tiles.orphans_lacking(), tiles.useful_for_orphans());
        }
        nearest
    }
}

/// The regular kinds that tiles hold, and those of which they hold two: all that pairs and orphans ask.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PairsAndOrphans {
    kinds: TileSet,
    pairs: TileSet,
}

/// Pairs in the form of seven.
const PAIRS: usize = 7;

impl PairsAndOrphans {
    #[inline]
    pub(crate) fn new([kinds, pairs]: [TileSet; 2]) -> PairsAndOrphans {
        PairsAndOrphans { kinds, pairs }
    }

    #[inline]
    fn of(copies: &Copies) -> PairsAndOrphans {
        let [kinds, pairs, ..] = copies.at_least().map(|kinds| kinds & TileSet::REGULAR);
        PairsAndOrphans { kinds, pairs }
    }

    #[inline]
    fn pairs_lacking(self) -> Distance {
        pairs_lacking(self.kinds.len(), self.pairs.len())
    }

    #[inline]
    fn useful_for_pairs(self) -> TileSet {
        // With fewer than seven kinds, a new one begins a pair that has to come from somewhere.
        let beginning = if self.kinds.len() < PAIRS { TileSet::REGULAR } else { self.kinds };
        if self.pairs.len() < PAIRS { beginning & !self.pairs } else { TileSet::EMPTY }
    }

    #[inline]
    fn orphans_lacking(self) -> Distance {
        orphans_lacking((self.kinds & TileSet::ORPHANS).len(), !(self.pairs & TileSet::ORPHANS).is_empty())
    }

    #[inline]
    fn useful_for_orphans(self) -> TileSet {
        let paired = !(self.pairs & TileSet::ORPHANS).is_empty();
        TileSet::ORPHANS & if paired { !self.kinds } else { TileSet::ORPHANS }
    }
}

/// What tiles of so many kinds, so many of them held twice, lack for seven pairs: a pair not held lacks one tile if a kind
/// for it is held, two if not.
#[inline]
pub(crate) fn pairs_lacking(kinds: usize, pairs: usize) -> Distance {
    Distance((PAIRS - pairs.min(PAIRS) + PAIRS - kinds.min(PAIRS)) as u8)
}

/// What tiles with so many of the thirteen kinds lack for one of each and one of them twice.
#[inline]
pub(crate) fn orphans_lacking(kinds: usize, any_twice: bool) -> Distance {
    Distance((TileSet::ORPHANS.len() + 1 - kinds - usize::from(any_twice)) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(tokens: &str) -> PairsAndOrphans {
        let counts = Counts::of(tokens.split_whitespace().map(|token| token.parse::<Tile>().unwrap())).unwrap();
        PairsAndOrphans::of(counts.copies())
    }

    #[test]
    fn four_of_a_kind_are_one_pair() {
        // Five kinds, seven pairs of tiles: two kinds are lacking, a pair each.
        let four_of_a_kind = tiles("1M 1M 1M 1M 2P 2P 2P 2P 3S 3S E E Z Z");
        assert_eq!(four_of_a_kind.pairs_lacking().get(), 4);
    }

    #[test]
    fn orphans_lack_kinds_and_a_pair() {
        let thirteen = tiles("1M 9M 1P 9P 1S 9S E S W N B F Z");
        assert_eq!(thirteen.orphans_lacking(), Distance::READY);
        assert_eq!(thirteen.useful_for_orphans(), TileSet::ORPHANS);
        let paired = tiles("1M 9M 1P 9P 1S 9S E S W N B F F");
        assert_eq!(paired.orphans_lacking(), Distance::READY);
        assert_eq!(paired.useful_for_orphans(), TileSet::only(Tile::RED));
    }

    #[test]
    fn forms_read_as_they_are_written() {
        for form in Form::ALL {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert!("pair".parse::<Form>().is_err());
    }
}
