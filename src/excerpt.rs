//! Offending texts, made fit for an error message.

use std::fmt;

/// The beginning of an offending text, fit for a message: quoted, escaped and short, whatever it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    const MAX_CHARS: usize = 24;

    /// Quotes a text, or what of it is text.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        // Four bytes a character at most, and a bit more to see that there is more.
        let start = &text[..text.len().min(4 * Excerpt::MAX_CHARS + 4)];
        let mut shown = String::from('"');
        let mut chars = 0;
        'all: for chunk in start.utf8_chunks() {
            let valid = chunk.valid().chars().map(|char| char.escape_debug().to_string());
            let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
            for piece in valid.chain(invalid) {
                if chars == Excerpt::MAX_CHARS {
                    shown.push('…');
                    break 'all;
                }
                chars += 1;
                shown.push_str(&piece);
            }
        }
        shown.push('"');
        Excerpt(shown)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_stay_short_and_printable() {
        assert_eq!(Excerpt::new(b"5X").to_string(), r#""5X""#);
        assert_eq!(Excerpt::new(b"a\x00\xff\"").to_string(), r#""a\0\xff\"""#);
        assert_eq!(Excerpt::new(&[b'x'; 1000]).to_string().chars().count(), Excerpt::MAX_CHARS + 3);
        assert_eq!(Excerpt::new("萬".repeat(1000).as_bytes()).to_string().chars().count(), Excerpt::MAX_CHARS + 3);
    }
}
