//! How a batch is analysed.

use super::path::SimdPath;
use crate::distance::TableModel;
use crate::forms::{Forms, WithForms};
use crate::rules::{Compiled, RuleSet, RulesModel};

/// Analyses many hands of a rule set at once.
#[derive(Debug, Clone, Copy)]
pub struct Batch {
    path: SimdPath,
    tables: Tables,
}

/// Where hands are looked up.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tables {
    /// In the tables that are part of the program, for some of their forms.
    Embedded(Forms),
    /// In compiled ones.
    Compiled(Compiled<'static>),
}

impl Batch {
    /// On the fastest path that this processor has, for the standard form.
    pub fn new() -> Self {
        Batch::of(RuleSet::standard())
    }

    /// The same for hands of a rule set, whose tables may have to be [compiled](RuleSet::tables) first.
    ///
    /// ```
    /// use paili::Distance;
    /// use paili::batch::Batch;
    /// use paili::rules::ReadyMade;
    ///
    /// let sanma = ReadyMade::Sanma.rules();
    /// let hands = ["1111m111122233z", "1112345678999p"].map(|text| sanma.read_hand(text).map(|hand| hand.counts().regular()));
    /// let hands: Vec<_> = hands.into_iter().collect::<Result<_, _>>()?;
    /// let mut distances = [Distance::WON; 2];
    /// Batch::of(&sanma).distances(&hands, &mut distances)?;
    /// assert_eq!(distances.map(Distance::get), [3, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(rules: &RuleSet) -> Self {
        let tables = match rules.embedded() {
            Some(model) => Tables::Embedded(model.forms()),
            None => Tables::Compiled(rules.compiled()),
        };
        Batch { path: SimdPath::fastest(), tables }
    }

    /// On another path, if this processor has it.
    pub fn on(self, path: SimdPath) -> Option<Self> {
        path.is_available().then_some(Batch { path, ..self })
    }

    /// The path.
    pub fn path(&self) -> SimdPath {
        self.path
    }

    /// The model that answers hand by hand as the batch does.
    pub fn model(&self) -> RulesModel {
        match self.tables {
            Tables::Embedded(forms) => WithForms::new(TableModel, forms).into(),
            Tables::Compiled(model) => model.into(),
        }
    }

    pub(super) fn tables(&self) -> Tables {
        self.tables
    }
}

impl Default for Batch {
    fn default() -> Self {
        Batch::new()
    }
}
