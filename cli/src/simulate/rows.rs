//! `--rows`: one row a game, for other programs to read.

use paili::Model;
use paili::game::{Event, Game, Observer, Outcome, Seat, Wall};

use crate::rows::{Cell, Column, Type};

/// The columns in their published order.
pub const COLUMNS: &[Column] = &[
    Column::new("game", Type::Index),
    Column::new("outcome", Type::Word),
    Column::or_null("winner", Type::Word),
    Column::or_null("from", Type::Word),
    Column::new("turns", Type::U8),
    Column::new("tiles_left", Type::U8),
    Column::new("chows_a", Type::U8),
    Column::new("chows_b", Type::U8),
    Column::new("chows_c", Type::U8),
    Column::new("chows_d", Type::U8),
    Column::new("pongs_a", Type::U8),
    Column::new("pongs_b", Type::U8),
    Column::new("pongs_c", Type::U8),
    Column::new("pongs_d", Type::U8),
    Column::new("start_a", Type::U8),
    Column::new("start_b", Type::U8),
    Column::new("start_c", Type::U8),
    Column::new("start_d", Type::U8),
];

/// One game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub game: u64,
    pub outcome: Outcome,
    /// Tiles drawn after the deal and tiles claimed.
    pub turns: u8,
    pub tiles_left: u8,
    /// Claimed by each seat.
    pub chows: [u8; 4],
    pub pongs: [u8; 4],
    /// The distance of each seat's hand as it was dealt.
    pub start: [u8; 4],
}

impl Row {
    /// The cells, in the order of the columns.
    pub fn cells(&self) -> [Cell<'static>; COLUMNS.len()] {
        let (outcome, winner, from) = match self.outcome {
            Outcome::Ron { winner, from, .. } => ("ron", Some(winner), Some(from)),
            Outcome::SelfDrawn { winner } => ("self-draw", Some(winner), None),
            Outcome::WallExhausted => ("exhausted", None, None),
        };
        let mut cells = [Cell::Null; COLUMNS.len()];
        cells[0] = self.game.into();
        cells[1] = outcome.into();
        cells[2] = winner.map(Seat::token).into();
        cells[3] = from.map(Seat::token).into();
        let counts = [self.turns, self.tiles_left].into_iter().chain(self.chows).chain(self.pongs).chain(self.start);
        cells[4..].iter_mut().zip(counts).for_each(|(cell, count)| *cell = u64::from(count).into());
        cells
    }
}

/// Watches games and makes their rows.
#[derive(Debug, Clone)]
pub struct RowMaker {
    rows: Vec<Row>,
    /// The number of the game that is going on.
    game: u64,
    /// `[seat]`.
    chows: [u8; 4],
    pongs: [u8; 4],
    start: [u8; 4],
}

impl RowMaker {
    /// Is going to watch this game and those that follow it.
    pub fn new(first: u64) -> Self {
        RowMaker { rows: Vec::new(), game: first, chows: [0; 4], pongs: [0; 4], start: [0; 4] }
    }

    /// The rows of the games that have ended.
    pub fn rows(self) -> Vec<Row> {
        self.rows
    }

    #[inline(never)]
    fn end<M: Model>(&mut self, game: &Game<M>, outcome: Outcome) {
        let [chows, pongs] = [&mut self.chows, &mut self.pongs].map(std::mem::take);
        let claimed: u8 = chows.iter().chain(&pongs).sum();
        let left = game.tiles_left();
        let drawn = LEFT_BY_THE_DEAL - left;
        self.rows.push(Row {
            game: self.game,
            outcome,
            turns: drawn as u8 + claimed,
            tiles_left: left as u8,
            chows,
            pongs,
            start: self.start,
        });
        self.game += 1;
    }
}

const LEFT_BY_THE_DEAL: usize = Wall::LEN - 52;

impl Observer for RowMaker {
    #[inline]
    fn observe<M: Model>(&mut self, event: Event, game: &Game<M>) {
        match event {
            Event::Chow { seat, .. } => self.chows[seat.index()] += 1,
            Event::Pong { seat, .. } => self.pongs[seat.index()] += 1,
            Event::End(outcome) => self.end(game, outcome),
            Event::Draw { .. } | Event::Discard { .. } | Event::Special { .. } => {}
        }
    }

    fn dealt<M: Model>(&mut self, game: &Game<M>) {
        self.start = Seat::ALL.map(|seat| game.distance(seat).get());
    }
}

#[cfg(test)]
mod tests {
    use paili::game::Rule;
    use paili::simulation::{Counter, Histogram, Seed, Statistics, play};
    use paili::{TableModel, Tile};

    use super::*;
    use crate::rows::read_back::{FORMATS, read, write, write_text};
    use crate::rows::{RowFormat, Table};

    const SEED: Seed = Seed(4);

    /// What a tally counted, added up.
    fn total(histogram: &Histogram) -> u64 {
        histogram.counts().iter().zip(0..).map(|(count, value)| count * value).sum()
    }

    #[test]
    fn rows_add_up_to_the_tally() {
        let mut watching = (RowMaker::new(1000), Counter::new(Statistics::Plain));
        play(SEED, 1000..3000, TableModel, |_| [Rule; 4], &mut watching);
        let (rows, tally) = (watching.0.rows(), watching.1.tally());
        let sum = |count: &dyn Fn(&Row) -> u8| rows.iter().map(|row| u64::from(count(row))).sum::<u64>();

        assert!(rows.iter().map(|row| row.game).eq(1000..3000));
        assert_eq!(sum(&|row| row.turns), total(tally.turns()));
        assert_eq!(sum(&|row| row.tiles_left), total(tally.tiles_left()));
        for seat in Seat::ALL {
            assert_eq!(sum(&|row| row.chows[seat.index()]), total(tally.chows(seat)));
            assert_eq!(sum(&|row| row.pongs[seat.index()]), total(tally.pongs(seat)));
            let wins = rows.iter().filter(|row| row.outcome.winner() == Some(seat));
            assert_eq!(wins.count() as u64, tally.wins(seat).hits);
        }
        assert_eq!(sum(&|row| row.start.iter().sum()), total(tally.dealt()));
    }

    #[test]
    fn a_row_depends_on_its_game_alone() {
        for row in games(0, 100) {
            assert_eq!(games(row.game, 1), [row]);
        }
    }

    /// One row of each outcome.
    const OUTCOMES: [Row; 3] = [
        Row {
            game: 7,
            outcome: Outcome::Ron { winner: Seat::B, from: Seat::D, tile: Tile::EAST },
            turns: 61,
            tiles_left: 40,
            chows: [1, 2, 0, 0],
            pongs: [0, 1, 0, 1],
            start: [4, 5, 3, 6],
        },
        Row {
            game: 8,
            outcome: Outcome::SelfDrawn { winner: Seat::A },
            turns: 9,
            tiles_left: 87,
            chows: [0; 4],
            pongs: [0; 4],
            start: [1, 7, 6, 5],
        },
        Row {
            game: u64::MAX,
            outcome: Outcome::WallExhausted,
            turns: 96,
            tiles_left: 0,
            chows: [0; 4],
            pongs: [0; 4],
            start: [6, 6, 6, 6],
        },
    ];

    /// What the cells of a row should be.
    fn expected(row: &Row) -> Vec<Option<String>> {
        let (outcome, winner, from) = match row.outcome {
            Outcome::Ron { winner, from, .. } => ("ron", Some(winner), Some(from)),
            Outcome::SelfDrawn { winner } => ("self-draw", Some(winner), None),
            Outcome::WallExhausted => ("exhausted", None, None),
        };
        let letter = |seat: Option<Seat>| seat.map(|seat| seat.to_string());
        let mut cells = vec![Some(row.game.to_string()), Some(outcome.to_owned()), letter(winner), letter(from)];
        let counts = [row.turns, row.tiles_left].into_iter().chain(row.chows).chain(row.pongs).chain(row.start);
        cells.extend(counts.map(|count| Some(count.to_string())));
        cells
    }

    fn assert_read_back(rows: &[Row]) {
        let cells: Vec<_> = rows.iter().map(Row::cells).collect();
        let should: Vec<_> = rows.iter().map(expected).collect();
        for &format in FORMATS {
            let table = Table { format, columns: COLUMNS };
            // In blocks, as simulations come.
            assert!(read(table, write(table, &cells, 37)) == should, "{format:?}");
        }
    }

    fn games(first: u64, games: u64) -> Vec<Row> {
        let mut maker = RowMaker::new(first);
        play(SEED, first..first + games, TableModel, |_| [Rule; 4], &mut maker);
        maker.rows()
    }

    #[test]
    fn rows_of_games_are_read_back() {
        let rows = games(1000, 100);
        for outcome in ["ron", "self-draw"] {
            assert!(rows.iter().any(|row| expected(row)[1].as_deref() == Some(outcome)), "no {outcome}");
        }
        assert_read_back(&rows);
        assert_read_back(&OUTCOMES);
        assert_read_back(&[]);
    }

    #[test]
    fn rows_of_many_batches_are_read_back() {
        assert_read_back(&games(0, 20_000));
    }

    #[test]
    fn csv_has_a_line_of_names_and_leaves_nulls_empty() {
        let names = "game,outcome,winner,from,turns,tiles_left,chows_a,chows_b,chows_c,chows_d,\
                     pongs_a,pongs_b,pongs_c,pongs_d,start_a,start_b,start_c,start_d\n";
        assert_eq!(
            text(RowFormat::Csv, &OUTCOMES),
            format!(
                "{names}\
                 7,ron,B,D,61,40,1,2,0,0,0,1,0,1,4,5,3,6\n\
                 8,self-draw,A,,9,87,0,0,0,0,0,0,0,0,1,7,6,5\n\
                 18446744073709551615,exhausted,,,96,0,0,0,0,0,0,0,0,0,6,6,6,6\n"
            )
        );
        assert_eq!(text(RowFormat::Csv, &[]), names);
    }

    #[test]
    fn ndjson_has_every_key_in_every_row() {
        assert_eq!(
            text(RowFormat::Ndjson, &OUTCOMES[1..]),
            "{\"game\":8,\"outcome\":\"self-draw\",\"winner\":\"A\",\"from\":null,\"turns\":9,\"tiles_left\":87,\
             \"chows_a\":0,\"chows_b\":0,\"chows_c\":0,\"chows_d\":0,\"pongs_a\":0,\"pongs_b\":0,\"pongs_c\":0,\"pongs_d\":0,\
             \"start_a\":1,\"start_b\":7,\"start_c\":6,\"start_d\":5}\n\
             {\"game\":18446744073709551615,\"outcome\":\"exhausted\",\"winner\":null,\"from\":null,\"turns\":96,\
             \"tiles_left\":0,\"chows_a\":0,\"chows_b\":0,\"chows_c\":0,\"chows_d\":0,\"pongs_a\":0,\"pongs_b\":0,\
             \"pongs_c\":0,\"pongs_d\":0,\"start_a\":6,\"start_b\":6,\"start_c\":6,\"start_d\":6}\n"
        );
        assert_eq!(text(RowFormat::Ndjson, &[]), "");
    }

    fn text(format: RowFormat, rows: &[Row]) -> String {
        let cells: Vec<_> = rows.iter().map(Row::cells).collect();
        write_text(Table { format, columns: COLUMNS }, &cells)
    }

    /// The types themselves are looked at whenever Parquet is read back.
    #[test]
    fn columns_have_the_types_that_are_published() {
        for (place, column) in COLUMNS.iter().enumerate() {
            let published = match place {
                0 => Column::new(column.name, Type::Index),
                1 => Column::new(column.name, Type::Word),
                2 | 3 => Column::or_null(column.name, Type::Word),
                _ => Column::new(column.name, Type::U8),
            };
            assert_eq!(*column, published);
        }
    }
}
