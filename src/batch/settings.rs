//! How a batch is analysed.

use super::path::SimdPath;
use crate::forms::Forms;

/// Analyses many hands at once.
#[derive(Debug, Clone, Copy)]
pub struct Batch {
    path: SimdPath,
    forms: Forms,
}

impl Batch {
    /// On the fastest path that this processor has, for the standard form.
    #[must_use]
    pub fn new() -> Self {
        Batch { path: SimdPath::fastest(), forms: Forms::default() }
    }

    /// On a path, if this processor has it.
    #[must_use]
    pub fn on(path: SimdPath) -> Option<Self> {
        path.is_available().then_some(Batch { path, ..Batch::new() })
    }

    /// For other win forms, of those that the [embedded tables](Forms::EMBEDDED) answer for: the distance is the smallest of
    /// theirs, and [never](crate::distance::Distance::NEVER) where a hand beside exposed melds can have none of them.
    #[must_use]
    pub fn with_forms(self, forms: Forms) -> Self {
        Batch { forms: forms.among(Forms::EMBEDDED), ..self }
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> SimdPath {
        self.path
    }

    /// The forms.
    #[must_use]
    pub fn forms(&self) -> Forms {
        self.forms
    }
}

impl Default for Batch {
    fn default() -> Self {
        Batch::new()
    }
}
