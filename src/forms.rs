//! Win forms: what a winning hand may look like.
//!
//! A new form is a file in this folder and a line in [`Form`]. The standard form is looked up in the tables. Every other
//! one is a [`OfKinds`]: it tells how far a hand is, which tiles are useful and what a plan looks like, and
//! [`WithForms`](crate::WithForms), batches, exact counts and odds ask it.

mod numbers;
mod of_kinds;
mod orphans;
mod pairs;
pub(crate) mod standard;
mod with_forms;

use std::fmt;

pub(crate) use self::numbers::HeldNumbers;
pub(crate) use self::of_kinds::HeldKinds;
use self::of_kinds::OfKinds;
pub use self::with_forms::WithForms;
use crate::hand::MeldCount;
use crate::name::ParseNameError;
use crate::names;

/// Defines [`Form`], and says which of them are told by kinds.
macro_rules! forms {
    (
        $(#[$docs:meta])* $standard:ident = $name:literal,
        $($(#[$doc:meta])* $form:ident = $of_kinds_name:literal $(| $alias:literal)* in $file:ident,)+
    ) => {
        names! {
            /// A form that a winning hand can have.
            pub enum Form: "is not a win form" {
                $(#[$docs])* $standard = $name,
                $($(#[$doc])* $form = $of_kinds_name $(| $alias)*,)+
            }
        }

        impl Form {
            /// The forms but the standard one, each with what it asks.
            pub(crate) const OF_KINDS: [(Form, OfKinds); Form::ALL.len() - 1] = [$((Form::$form, $file::FORM)),+];
        }
    };
}

forms! {
    /// Four melds and a pair: the only one that the THUPC rules know.
    Standard = "standard",
    /// Seven pairs of different kinds (chiitoitsu, 七對子), all concealed.
    #[doc(alias = "chiitoitsu")]
    Pairs = "pairs" | "chiitoitsu" | "七对" | "七對" in pairs,
    /// Thirteen orphans (kokushi, 十三幺): one of each terminal (`1M 9M 1P 9P 1S 9S`) and honor and one of them twice, all
    /// concealed.
    #[doc(alias = "kokushi")]
    Orphans = "orphans" | "kokushi" | "十三幺" in orphans,
}

impl Form {
    /// What a form asks; `None` for the standard one.
    pub(crate) fn of_kinds(self) -> Option<&'static OfKinds> {
        static OF_KINDS: [(Form, OfKinds); Form::OF_KINDS.len()] = Form::OF_KINDS;
        OF_KINDS.iter().find(|(form, _)| *form == self).map(|(_, of_kinds)| of_kinds)
    }
}

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
    pub const ALL: Forms = Forms((1 << Form::ALL.len()) - 1);

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

    /// Those of them that a hand with `exposed` melds can have: beside an exposed meld only the standard form, asked
    /// for or not.
    #[must_use]
    pub fn beside(self, exposed: MeldCount) -> Forms {
        if exposed.get() == 0 { self } else { Forms::only(Form::Standard) }
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
        let mut forms = Forms(0);
        for name in names {
            forms.0 |= match name.trim() {
                Forms::EVERY => Forms::ALL,
                name => Forms::only(name.parse()?),
            }
            .0;
        }
        Ok((forms.0 != 0).then_some(forms))
    }

    /// The forms that are not among these.
    pub(crate) fn others(self) -> impl Iterator<Item = Form> {
        Form::ALL.into_iter().filter(move |&form| !self.contains(form))
    }

    /// Checks that a hand with `exposed` melds can have all of them.
    ///
    /// # Errors
    ///
    /// When it can't.
    pub fn check_beside(self, exposed: MeldCount) -> Result<(), FormsError> {
        if self.beside(exposed) == self { Ok(()) } else { Err(FormsError { exposed }) }
    }

    /// A number for the forms among these that [kinds](OfKinds) tell, below 2 to how many of those there are.
    #[inline]
    pub(crate) fn number_of_kinds(self) -> usize {
        usize::from(self.0) >> 1
    }
}

impl Default for Forms {
    /// The standard form.
    fn default() -> Self {
        Forms::only(Form::Standard)
    }
}

/// Forms that need a concealed hand were asked for beside exposed melds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormsError {
    /// How many melds are exposed.
    pub exposed: MeldCount,
}

impl fmt::Display for FormsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Form::OF_KINDS.map(|(form, _)| form.name()).join(" and ");
        write!(f, "{names} are only for hands without exposed melds")
    }
}

impl std::error::Error for FormsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_read_as_they_are_written() {
        assert_eq!(Form::ALL.map(Form::name), ["standard", "pairs", "orphans"]);
        for form in Form::ALL {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert!("pair".parse::<Form>().is_err());
    }
}
