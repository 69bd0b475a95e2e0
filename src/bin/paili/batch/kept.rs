//! Rows of answers on their way to a file.

use paili::batch::Outlook;
use paili::notation::Notation;
use paili::tile::{Part, Tile};

use super::question::Wanted;
use crate::rows::{Cell, Column, RowBlock, Table, Type};

/// The columns of a file of answers.
pub fn columns(wanted: Wanted) -> &'static [Column] {
    match wanted {
        Wanted::Distances => &COLUMNS[..3],
        Wanted::Outlooks => &COLUMNS,
    }
}

static COLUMNS: [Column; 5] = [
    Column::new("index", Type::Index),
    Column::new("hand", Type::Text),
    Column::or_null("distance", Type::U8),
    Column::or_null("acceptance", Type::U32),
    Column::or_null("useful", Type::Text),
];

/// The rows of a block, with their answers or without.
#[derive(Debug, Default)]
pub struct KeptRows {
    rows: Vec<KeptRow>,
    /// What the hands are written as, one after the other.
    texts: String,
    /// Rows of the block so far, those that are left out included.
    seen: u32,
}

#[derive(Debug)]
struct KeptRow {
    /// Its place in the block.
    place: u32,
    /// Where its text ends.
    end: usize,
    notation: Notation,
    answer: Option<Outlook>,
}

impl KeptRows {
    /// Adds a row that has no answer yet.
    pub fn push(&mut self, text: &str, notation: Notation) {
        self.texts.push_str(text);
        self.push_last(notation);
    }

    /// The same of a hand that has to be written.
    pub fn push_tiles(&mut self, tiles: impl Iterator<Item = Tile>, notation: Notation) {
        write_tiles(&mut self.texts, notation, tiles);
        self.push_last(notation);
    }

    fn push_last(&mut self, notation: Notation) {
        self.rows.push(KeptRow { place: self.seen, end: self.texts.len(), notation, answer: None });
        self.seen += 1;
    }

    /// Counts a row that is not kept.
    pub fn leave_out(&mut self) {
        self.seen += 1;
    }

    /// Answers the last so many rows, from the first of them on.
    pub fn answer(&mut self, last: usize, answers: impl Iterator<Item = Outlook>) {
        let begin = self.rows.len() - last;
        self.rows[begin..].iter_mut().zip(answers).for_each(|(row, answer)| row.answer = Some(answer));
    }

    /// Makes them ready to be appended, the first row of the block having this index.
    pub fn into_block(self, table: Table, first: u64) -> RowBlock {
        let mut block = table.block();
        let mut begin = 0;
        let mut useful = String::new();
        for row in self.rows {
            let end = row.end;
            useful.clear();
            if let Some(answer) = row.answer {
                write_tiles(&mut useful, row.notation, answer.useful.kinds.iter());
            }
            let cells: [Cell<'_>; COLUMNS.len()] = [
                (first + u64::from(row.place)).into(),
                self.texts[begin..end].into(),
                row.answer.map(|answer| answer.distance.get()).into(),
                row.answer.map(|answer| answer.useful.acceptance).into(),
                row.answer.map(|_| useful.as_str()).into(),
            ];
            block.push(&cells[..table.columns.len()]);
            begin = end;
        }
        block
    }
}

/// Writes tiles in tile order. In mpsz and the judge's notation, in which hands are written that were not read as text,
/// without a detour.
fn write_tiles(text: &mut String, notation: Notation, tiles: impl Iterator<Item = Tile>) {
    let begin = text.len();
    match notation {
        Notation::Judge => {
            for tile in tiles {
                if text.len() > begin {
                    text.push(' ');
                }
                text.push_str(tile.token());
            }
        }
        Notation::Mpsz => {
            let mut last = None;
            for tile in tiles {
                let part = tile.part();
                if last.is_some() && last != part {
                    text.extend(last.map(letter));
                }
                last = part;
                let rank = tile.rank().unwrap_or_else(|| (tile.index() + 1 - Tile::EAST.index()) as u8);
                text.push(char::from(b'0' + rank));
            }
            text.extend(last.map(letter));
        }
        // Only the judge's notation has specials, and only its hands.
        Notation::Uva | Notation::Unicode => text.push_str(&notation.write(tiles).unwrap_or_default()),
    }
}

fn letter(part: Part) -> char {
    match part {
        Part::Characters => 'm',
        Part::Dots => 'p',
        Part::Bamboos => 's',
        Part::Honors => 'z',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_written_as_their_notation_does() {
        let all: Vec<Tile> = Tile::regular().collect();
        for notation in Notation::ALL {
            for tiles in [&all[..], &all[3..5], &all[8..10], &all[26..], &all[30..], &[]] {
                let mut text = String::from("before ");
                write_tiles(&mut text, notation, tiles.iter().copied());
                assert_eq!(text, format!("before {}", notation.write(tiles.iter().copied()).unwrap()));
            }
        }
    }
}
