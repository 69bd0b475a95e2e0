//! Texts that name nothing, made fit for an error message.

use std::fmt;

/// A text is the name of nothing that was asked for.
///
/// ```
/// use paili::{NameKind, Tile};
///
/// let error = "4X".parse::<Tile>().unwrap_err();
/// let expected = "1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE";
/// assert_eq!(error.to_string(), format!("\"4X\" is not a tile: expected {expected}"));
/// assert_eq!((error.kind(), error.text()), (NameKind::Tile, "\"4X\""));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNameError {
    kind: NameKind,
    text: String,
    expected: String,
}

/// What a text should have named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is the type of its name")]
pub enum NameKind {
    Tile,
    Notation,
    Form,
    Law,
    NamedPolicy,
    SimdPath,
    OnFault,
    Sandbox,
    Specials,
    Available,
    ReadyMade,
    DeckParts,
    MistakeKind,
}

impl ParseNameError {
    pub(crate) fn new(kind: NameKind, text: &str, expected: impl Into<String>) -> Self {
        ParseNameError { kind, text: excerpt(text.as_bytes()), expected: expected.into() }
    }

    /// What it should have named.
    #[must_use]
    pub fn kind(&self) -> NameKind {
        self.kind
    }

    /// The text, quoted, and cut short where it is long.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.kind {
            NameKind::Tile => "is not a tile",
            NameKind::Notation => "is not a notation",
            NameKind::Form => "is not a win form",
            NameKind::Law => "is not a law",
            NameKind::NamedPolicy => "is no policy",
            NameKind::SimdPath => "is no SIMD path",
            NameKind::OnFault => "is no way to go on",
            NameKind::Sandbox => "is neither on nor off",
            NameKind::Specials => "is no number of tiles of a deck",
            NameKind::Available => "is nothing that uses up copies",
            NameKind::ReadyMade => "is not a rule set",
            NameKind::DeckParts => "is no deck",
            NameKind::MistakeKind => "is no kind of mistake",
        };
        write!(f, "{} {fault}: expected {}", self.text, self.expected)
    }
}

impl std::error::Error for ParseNameError {}

/// Defines an enum by a line for each variant: its name, and what else it is called by those who name it.
macro_rules! names {
    ($(#[$docs:meta])* pub enum $Named:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal $(| $alias:literal)*,)+ }) => {
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Named { $($(#[$doc])* $Variant,)+ }

        impl $Named {
            /// All there are, in order.
            pub const ALL: [$Named; [$($name),+].len()] = [$($Named::$Variant),+];

            /// The name on the command line, in Python and in answers.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($Named::$Variant => $name),+ }
            }

            /// What else it may be called where its name is read.
            #[must_use]
            pub const fn aliases(self) -> &'static [&'static str] {
                match self { $($Named::$Variant => &[$($alias),*]),+ }
            }

            /// All names, as messages list them: "a, b or c".
            #[must_use]
            pub fn list() -> String {
                crate::name::one_of(&Self::ALL.map(Self::name))
            }
        }

        impl std::fmt::Display for $Named {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $Named {
            type Err = crate::name::ParseNameError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let known = Self::ALL.into_iter().find(|known| known.name() == name || known.aliases().contains(&name));
                known.ok_or_else(|| crate::name::ParseNameError::new(crate::name::NameKind::$Named, name, Self::list()))
            }
        }
    };
}

pub(crate) use names;

/// Names as a list: "a, b or c".
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., before, last] => {
            let before = [first, &[*before]].concat().join(", ");
            format!("{before} or {last}")
        }
        _ => names.concat(),
    }
}

/// The beginning of an offending text, fit for a message: quoted, escaped and short, whatever it was.
pub(crate) fn excerpt(text: &[u8]) -> String {
    // Four bytes a character at most, and a bit more to see that there is more.
    let start = &text[..text.len().min(4 * EXCERPT_CHARS + 4)];
    let mut shown = String::from('"');
    let mut chars = 0;
    'all: for chunk in start.utf8_chunks() {
        let valid = chunk.valid().chars().map(|char| char.escape_debug().to_string());
        let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        for shown_char in valid.chain(invalid) {
            if chars == EXCERPT_CHARS {
                shown.push('…');
                break 'all;
            }
            chars += 1;
            shown.push_str(&shown_char);
        }
    }
    shown.push('"');
    shown
}

/// The most characters of an excerpt.
const EXCERPT_CHARS: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_stay_short_and_printable() {
        assert_eq!(excerpt(b"5X"), r#""5X""#);
        assert_eq!(excerpt(b"a\x00\xff\""), r#""a\0\xff\"""#);
        assert_eq!(excerpt(&[b'x'; 1000]).chars().count(), EXCERPT_CHARS + 3);
        assert_eq!(excerpt("萬".repeat(1000).as_bytes()).chars().count(), EXCERPT_CHARS + 3);
    }
}
