//! Pages for people, as the program prints them: lines, rows whose cells stand in columns, and numbers as they are read.

mod numbers;

use std::fmt::{Alignment, Write};

use crate::rules::ReadyMade;

pub use self::numbers::{bound, exact, grouped, number, percent, plural, points, speed, took};

/// A column of a table.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Column {
    /// Blanks before it.
    gap: usize,
    /// How wide its cells are at least.
    width: usize,
    side: Alignment,
}

/// A column of texts.
pub const fn left(width: usize) -> Column {
    Column { gap: 0, width, side: Alignment::Left }
}

/// A column of numbers.
pub const fn right(width: usize) -> Column {
    Column { gap: 0, width, side: Alignment::Right }
}

impl Column {
    /// The column that many blanks after the one before it.
    pub const fn after(self, gap: usize) -> Column {
        Column { gap, ..self }
    }
}

/// The name of a rule set and what its hands are to be, unless it is the usual one and hands are to be whatever wins.
pub fn rules(name: &str, aim: Option<&str>) -> Option<String> {
    let name = Some(name).filter(|&name| name != ReadyMade::default().name());
    let told: Vec<&str> = name.into_iter().chain(aim).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// A page of lines, none of which ends in blanks.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// Adds a line, or some.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Adds an empty line and the headings of columns.
    pub fn heading(&mut self, columns: &[Column], cells: &[&str]) {
        self.line("");
        self.row(columns, cells);
    }

    /// Adds a row of cells in their columns. A cell too wide for its column moves those after it; no two touch.
    pub fn row(&mut self, columns: &[Column], cells: &[&str]) {
        let mut row = String::new();
        for (&Column { gap, width, side }, cell) in columns.iter().zip(cells) {
            let begin = row.len();
            // Writing to a string can't fail.
            let _ = match side {
                Alignment::Right => write!(row, "{:gap$}{cell:>width$}", ""),
                _ => write!(row, "{:gap$}{cell:<width$}", ""),
            };
            let touch = row[..begin].ends_with(|last: char| last != ' ')
                && row[begin..].starts_with(|first: char| first != ' ');
            if touch {
                row.insert(begin, ' ');
            }
        }
        self.line(&row);
    }

    /// The page's text.
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_in_their_columns() {
        let columns = [left(4), right(6), left(3).after(2)];
        let mut page = Page::default();
        page.heading(&columns, &["of", "many", "why"]);
        page.row(&columns, &["a", "1,234", "–"]);
        page.row(&columns, &["too wide", "5", ""]);
        page.row(&columns, &["full", "123456", "7"]);
        assert_eq!(page.into_text(), "\nof    many  why\na    1,234  –\ntoo wide     5\nfull 123456  7\n");
    }
}
