//! Problems with a text, shown at their place.

use std::fmt;

use paili::analysis::QuestionError;
use unicode_width::UnicodeWidthChar;

/// A message about a text, and the text with a mark under the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub text: String,
    /// The byte at which it is, unless it is the whole.
    pub at: Option<usize>,
}

/// How much of the text is shown before and after the place.
const CONTEXT_CHARS: usize = 48;

impl Problem {
    pub fn new(message: &impl ToString, text: &str, at: Option<usize>) -> Self {
        Problem { message: message.to_string(), text: text.to_owned(), at }
    }
}

impl From<&QuestionError> for Problem {
    /// Names other arguments as the command line does.
    fn from(error: &QuestionError) -> Self {
        Problem::new(&error.reason("--"), error.text(), error.at())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.text.trim().is_empty() {
            return Ok(());
        }
        let place = self.at.map_or(0, |at| self.text[..at].chars().count());
        let skipped = place.saturating_sub(CONTEXT_CHARS);
        let chars = self.text.chars().skip(skipped).take(2 * CONTEXT_CHARS);
        // What has no width (controls, marks of order and the like) would put the mark in the wrong place, or worse.
        let shown: Vec<char> = chars.map(|char| if width(char) == 0 { '\u{fffd}' } else { char }).collect();
        let before = if skipped > 0 { "…" } else { "" };
        let after = if skipped + 2 * CONTEXT_CHARS < self.text.chars().count() { "…" } else { "" };
        write!(f, "\n  {before}{}{after}", shown.iter().collect::<String>())?;
        if self.at.is_some() {
            let indent = before.chars().chain(shown.into_iter().take(place - skipped)).map(width).sum::<usize>();
            write!(f, "\n  {:indent$}^", "")?;
        }
        Ok(())
    }
}

/// How many columns of a terminal a character takes.
fn width(char: char) -> usize {
    char.width().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_under_the_place() {
        let problem = Problem { message: "no".into(), text: "🀀🀀x".into(), at: Some("🀀🀀".len()) };
        assert_eq!(problem.to_string(), "no\n  🀀🀀x\n    ^");
        let whole = Problem { at: None, ..problem };
        assert_eq!(whole.to_string(), "no\n  🀀🀀x");
    }

    #[test]
    fn wide_and_invisible_characters_are_accounted_for() {
        let text = "\u{3000}1\u{202e}m?".to_owned();
        let problem = Problem { message: "no".into(), at: text.find('?'), text };
        assert_eq!(problem.to_string(), "no\n  \u{3000}1\u{fffd}m?\n       ^");
    }

    #[test]
    fn a_long_text_is_cut_around_the_place() {
        let text = format!("{}?{}", "m".repeat(100), "p".repeat(100));
        let shown = Problem { message: "no".into(), text, at: Some(100) }.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        let mark = lines[2].chars().position(|char| char == '^').unwrap();
        assert_eq!(lines[1].chars().nth(mark), Some('?'));
        assert!(lines[1].chars().count() < 110);
    }
}
