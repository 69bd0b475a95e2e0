//! Which win forms count.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use paili::distance::{Form, Forms};

/// Reads names of forms, and lists them to help texts and shells.
pub fn forms_parser() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::name)).try_map(|name| name.parse())
}

/// The forms asked for; clap sees to it that there is one.
pub fn forms(names: &[Form]) -> Forms {
    let mut forms = names.iter().copied();
    let first = forms.next().map_or_else(Forms::default, Forms::only);
    forms.fold(first, Forms::and)
}
