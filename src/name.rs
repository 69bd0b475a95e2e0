//! Texts that name nothing, made fit for an error message.

use std::fmt;

/// A text is the name of nothing that was asked for.
///
/// ```
/// let error = "4X".parse::<paili::Tile>().unwrap_err();
/// let expected = "1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE";
/// assert_eq!(error.to_string(), format!("\"4X\" is not a tile: expected {expected}"));
/// assert_eq!(error.text(), "\"4X\"");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNameError {
    fault: &'static str,
    text: String,
    expected: String,
}

impl ParseNameError {
    /// The error of a text, with what is wrong (`is not a tile`) and what would be right (`1M-9M or PASS`).
    pub fn new(text: &str, fault: &'static str, expected: impl Into<String>) -> Self {
        ParseNameError { fault, text: excerpt(text.as_bytes()), expected: expected.into() }
    }

    /// The text, quoted, and cut short where it is long.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: expected {}", self.text, self.fault, self.expected)
    }
}

impl std::error::Error for ParseNameError {}

/// Defines an enum by a line for each variant: its name, and what else it is called by those who name it. The text behind the
/// enum is what is wrong with others, for [`ParseNameError`].
///
/// ```
/// paili::names! {
///     /// Who sits at a table.
///     pub enum Seats: "are no seats" {
///         /// Two players.
///         Two = "two" | "2",
///         /// Four.
///         Four = "four",
///     }
/// }
///
/// assert_eq!("2".parse(), Ok(Seats::Two));
/// assert_eq!("3".parse::<Seats>().unwrap_err().to_string(), "\"3\" are no seats: expected two or four");
/// ```
#[macro_export]
macro_rules! names {
    ($(#[$docs:meta])* pub enum $Named:ident: $fault:literal { $($(#[$doc:meta])* $Variant:ident = $name:literal $(| $alias:literal)*,)+ }) => {
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Named { $($(#[$doc])* $Variant,)+ }

        impl $Named {
            /// All there are, in order.
            pub const ALL: [$Named; [$($name),+].len()] = [$($Named::$Variant),+];

            /// The name on the command line, in Python and in answers.
            pub const fn name(self) -> &'static str {
                match self { $($Named::$Variant => $name),+ }
            }

            /// What else it may be called where its name is read.
            pub const fn aliases(self) -> &'static [&'static str] {
                match self { $($Named::$Variant => &[$($alias),*]),+ }
            }

            /// All names, as messages list them: "a, b or c".
            pub fn list() -> String {
                $crate::one_of(&Self::ALL.map(Self::name))
            }
        }

        impl std::fmt::Display for $Named {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $Named {
            type Err = $crate::ParseNameError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let known = Self::ALL.into_iter().find(|known| known.name() == name || known.aliases().contains(&name));
                known.ok_or_else(|| $crate::ParseNameError::new(name, $fault, Self::list()))
            }
        }
    };
}

/// Names as a list: "a, b or c".
pub fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., before, last] => {
            let before = [first, &[*before]].concat().join(", ");
            format!("{before} or {last}")
        }
        _ => names.concat(),
    }
}

/// The beginning of an offending text, fit for a message: quoted, escaped and short, whatever it was.
pub fn excerpt(text: &[u8]) -> String {
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
