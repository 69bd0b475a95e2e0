//! What is said beside a hand's tiles: melds, visible tiles and forms.

use std::sync::Mutex;

use paili::analysis::Question;
use paili::{Forms, Tile};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// What was said beside a hand's tiles.
#[derive(Debug, Clone)]
pub struct Beside {
    pub question: Question,
    /// The red fives of each meld, and of the visible tiles.
    pub reds_of_melds: Vec<Vec<Tile>>,
    pub visible_reds: Vec<Tile>,
}

impl Beside {
    /// In a notation that has none.
    pub fn forget_reds(&mut self) {
        self.reds_of_melds.iter_mut().for_each(Vec::clear);
        self.visible_reds.clear();
    }
}

/// The forms of a text that names some which such a hand can have; the standard one without a text. `None` where that has to
/// be looked at more closely.
pub fn forms_of_text(forms: Option<&Bound<'_, PyAny>>, held: &paili::Hand) -> Option<Forms> {
    /// The text that was read last: who asks about many hands passes the same each time.
    static LAST: Mutex<Option<(Py<PyString>, Forms)>> = Mutex::new(None);

    let Some(forms) = forms else { return Some(Forms::default()) };
    let text = forms.cast::<PyString>().ok()?;
    let mut last = LAST.try_lock().ok()?;
    let asked = match &*last {
        Some((read, asked)) if read.is(text) => *asked,
        _ => {
            let asked = Forms::read(text.to_str().ok()?.split(',')).ok()??;
            *last = Some((text.clone().unbind(), asked));
            asked
        }
    };
    asked.check_beside(held.melds()).ok()?;
    Some(asked)
}
