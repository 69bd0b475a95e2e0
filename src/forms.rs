//! Win forms: what a winning hand may look like.
//!
//! [`Form`] has all that some rule set knows. The embedded tables answer for three of them: the standard form is looked up,
//! and the other two are an [`OfKinds`], which tells how far a hand is, which tiles are useful and what a plan looks like;
//! [`WithForms`](crate::WithForms), batches, exact counts and odds ask it. The compiled tables of rule sets answer for all.

mod numbers;
mod of_kinds;
mod orphans;
mod pairs;
mod with_forms;

pub(crate) use self::numbers::HeldNumbers;
pub(crate) use self::of_kinds::{HeldKinds, OfKinds};
pub use self::with_forms::WithForms;
use crate::hand::MeldCount;
use crate::name::ParseNameError;
use crate::names;

names! {
    /// A form that a winning hand can have. All but [`Standard`](Form::Standard) and [`KnittedStraight`](Form::KnittedStraight)
    /// are for hands without exposed melds.
    pub enum Form: "is not a win form" {
        /// Melds and a pair: the only one that the THUPC rules know.
        Standard = "standard",
        /// Pairs of different kinds, seven of fourteen tiles (chiitoitsu, 七對子); with one triplet where a hand is of an odd
        /// number of tiles.
        #[doc(alias = "chiitoitsu")]
        Pairs = "pairs" | "chiitoitsu" | "七对" | "七對",
        /// Thirteen orphans (kokushi, 十三幺): one of each terminal (`1M 9M 1P 9P 1S 9S`) and honor and one of them twice. Of
        /// fourteen tiles.
        #[doc(alias = "kokushi")]
        Orphans = "orphans" | "kokushi" | "十三幺",
        /// As [`Pairs`](Form::Pairs), but pairs may be alike: four are two pairs (龙七对, 嚦咕嚦咕).
        RepeatedPairs = "repeated-pairs",
        /// Sixteen unconnected (十六不搭): of each suit three kinds that are at least three apart, the seven honors, and one of
        /// the sixteen twice. Of seventeen tiles.
        Unconnected = "unconnected" | "十六不搭",
        /// Honors and knitted tiles (全不靠, and 七星不靠 among them): fourteen different ones of the seven honors and of 1-4-7,
        /// 2-5-8 and 3-6-9 in three suits, in any of the six ways. Of fourteen tiles.
        Knitted = "knitted" | "全不靠" | "七星不靠",
        /// A knitted straight (組合龍): 1-4-7, 2-5-8 and 3-6-9 in three suits, in any of the six ways, and beside these nine
        /// tiles melds and a pair.
        KnittedStraight = "knitted-straight" | "组合龙" | "組合龍",
    }
}

impl Form {
    /// The forms of fourteen tiles that kinds tell, each with what it asks: with the standard one, all that the embedded tables
    /// answer for.
    pub(crate) const OF_KINDS: [(Form, OfKinds); 2] = [(Form::Pairs, pairs::FORM), (Form::Orphans, orphans::FORM)];

    /// How many forms the embedded tables answer for. They are the first ones.
    pub(crate) const EMBEDDED: usize = Form::OF_KINDS.len() + 1;
}

/// Some of the forms.
///
/// ```
/// use paili::{Form, Forms};
///
/// let forms = Forms::only(Form::Standard).and(Form::Pairs);
/// assert!(forms.contains(Form::Pairs) && !forms.contains(Form::Orphans));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct Forms(u8);

impl Forms {
    /// All there are. A rule set has some of them.
    pub const ALL: Forms = Forms(u8::MAX >> (u8::BITS as usize - Form::ALL.len()));

    /// Those that the embedded tables answer for: the standard form, seven pairs and thirteen orphans.
    pub const EMBEDDED: Forms = Forms((1 << Form::EMBEDDED) - 1);

    /// Those that a hand beside exposed melds can have.
    const OF_OPEN_HANDS: Forms = Forms::only(Form::Standard).and(Form::KnittedStraight);

    /// None of them.
    pub const NONE: Forms = Forms(0);

    /// Just one.
    pub const fn only(form: Form) -> Forms {
        Forms(1 << form as u8)
    }

    /// These forms, if there are any.
    pub fn of(forms: &[Form]) -> Option<Forms> {
        let (&first, more) = forms.split_first()?;
        Some(more.iter().copied().fold(Forms::only(first), Forms::and))
    }

    /// These and one more.
    pub const fn and(self, form: Form) -> Forms {
        Forms(self.0 | 1 << form as u8)
    }

    /// Whether a form is among them.
    pub const fn contains(self, form: Form) -> bool {
        self.0 >> form as u8 & 1 == 1
    }

    /// The forms in order.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.into_iter().filter(move |&form| self.contains(form))
    }

    /// Those of them that a hand with `exposed` melds can have: pairs, orphans and their like need a concealed hand.
    #[inline]
    pub fn beside(self, exposed: MeldCount) -> Forms {
        if exposed.get() == 0 { self } else { self.among(Forms::OF_OPEN_HANDS) }
    }

    /// Those that are among others, too.
    #[inline]
    pub const fn among(self, others: Forms) -> Forms {
        Forms(self.0 & others.0)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The name of all of them, where names of forms are read.
    pub const EVERY: &str = "all";

    /// Reads names of forms; [`Forms::EVERY`] among them is all of them. `None` when there is no name.
    ///
    /// ```
    /// use paili::{Form, Forms};
    ///
    /// assert_eq!(Forms::read(["all"])?, Some(Forms::ALL));
    /// assert_eq!(Forms::read(["kokushi"])?, Some(Forms::only(Form::Orphans)));
    /// # Ok::<(), paili::ParseNameError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When one is no name of a form.
    pub fn read<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Option<Forms>, ParseNameError> {
        let mut forms = Forms::NONE;
        for name in names {
            forms.0 |= match name.trim() {
                Forms::EVERY => Forms::ALL,
                name => Forms::only(name.parse()?),
            }
            .0;
        }
        Ok((forms.0 != 0).then_some(forms))
    }

    /// These without others.
    pub const fn without(self, others: Forms) -> Forms {
        Forms(self.0 & !others.0)
    }

    /// Their names, as messages list them.
    pub fn names(self) -> String {
        self.iter().map(Form::name).collect::<Vec<_>>().join(", ")
    }

    /// A number for those that the embedded tables answer for, below 2 to how many of these there are.
    pub(crate) fn number(self) -> usize {
        usize::from(self.among(Forms::EMBEDDED).0)
    }

    /// A number for the forms among these that [kinds](OfKinds) tell, below 2 to how many of those there are.
    #[inline]
    pub(crate) fn number_of_kinds(self) -> usize {
        usize::from(self.among(Forms::EMBEDDED).0) >> 1
    }
}

impl Default for Forms {
    /// The standard form.
    fn default() -> Self {
        Forms::only(Form::Standard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_read_as_they_are_written() {
        assert_eq!(Forms::EMBEDDED.names(), "standard, pairs, orphans");
        for form in Form::ALL {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert!("pair".parse::<Form>().is_err());
    }
}
