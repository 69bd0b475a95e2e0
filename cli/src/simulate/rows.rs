//! `--rows`: one row a game, for other programs to read.

use paili::simulation::GameRow;

use crate::rows::{Cell, Column, Type};

/// The columns in their published order.
pub const COLUMNS: &[Column] = &{
    let ([outcome, winner, from], mut place) = (GameRow::WORDS, 0);
    let mut columns = [Column::new("game", Type::Index); 4 + GameRow::COUNTS.len()];
    columns[1] = Column::new(outcome, Type::Word);
    columns[2] = Column::or_null(winner, Type::Word);
    columns[3] = Column::or_null(from, Type::Word);
    while place < GameRow::COUNTS.len() {
        columns[4 + place] = Column::new(GameRow::COUNTS[place], Type::Count);
        place += 1;
    }
    columns
};

/// The cells of a game, in the order of the columns.
pub fn cells(row: &GameRow) -> [Cell<'static>; COLUMNS.len()] {
    let mut cells = [row.game.into(); COLUMNS.len()];
    let others = row.words().into_iter().map(Cell::from).chain(row.counts().map(|count| u64::from(count).into()));
    cells[1..].iter_mut().zip(others).for_each(|(cell, value)| *cell = value);
    cells
}

#[cfg(test)]
mod tests {
    use paili::game::{Outcome, Rule, Seat};
    use paili::simulation::{Counter, GameRows, Histogram, Seed, Statistics, play};
    use paili::{TableModel, Tile};

    use super::*;
    use crate::rows::Layout;
    use crate::rows::read_back::{FORMATS, RowFormat, read, write, write_text};

    const SEED: Seed = Seed(4);

    /// What a tally counted, added up.
    fn total(histogram: &Histogram) -> u64 {
        histogram.counts().iter().zip(0..).map(|(count, value)| count * value).sum()
    }

    #[test]
    fn rows_add_up_to_the_tally() {
        let mut watching = (GameRows::new(1000), Counter::new(Statistics::Plain));
        play(SEED, 1000..3000, TableModel, |_| [Rule; 4], &mut watching);
        let (rows, tally) = (watching.0.into_rows(), watching.1.tally());
        let sum = |count: &dyn Fn(&GameRow) -> u8| rows.iter().map(|row| u64::from(count(row))).sum::<u64>();

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
    const OUTCOMES: [GameRow; 3] = [
        GameRow {
            game: 7,
            outcome: Outcome::Ron { winner: Seat::B, from: Seat::D, tile: Tile::EAST },
            turns: 61,
            tiles_left: 40,
            chows: [1, 2, 0, 0],
            pongs: [0, 1, 0, 1],
            start: [4, 5, 3, 6],
        },
        GameRow {
            game: 8,
            outcome: Outcome::SelfDrawn { winner: Seat::A },
            turns: 9,
            tiles_left: 87,
            chows: [0; 4],
            pongs: [0; 4],
            start: [1, 7, 6, 5],
        },
        GameRow {
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
    fn expected(row: &GameRow) -> Vec<Option<String>> {
        let (outcome, winner, from) = match row.outcome {
            Outcome::Ron { winner, from, .. } => ("ron", Some(winner), Some(from)),
            Outcome::SelfDrawn { winner } => ("self-draw", Some(winner), None),
            Outcome::WallExhausted => ("exhausted", None, None),
            Outcome::Forfeited { .. } => ("forfeited", None, None),
        };
        let letter = |seat: Option<Seat>| seat.map(|seat| seat.to_string());
        let mut cells = vec![Some(row.game.to_string()), Some(outcome.to_owned()), letter(winner), letter(from)];
        let counts = [row.turns, row.tiles_left].into_iter().chain(row.chows).chain(row.pongs).chain(row.start);
        cells.extend(counts.map(|count| Some(count.to_string())));
        cells
    }

    fn assert_read_back(rows: &[GameRow]) {
        let cells: Vec<_> = rows.iter().map(cells).collect();
        let should: Vec<_> = rows.iter().map(expected).collect();
        for &format in FORMATS {
            let table = Layout { format, columns: COLUMNS };
            // In blocks, as simulations come.
            assert!(read(table, write(table, &cells, 37)) == should, "{format:?}");
        }
    }

    fn games(first: u64, games: u64) -> Vec<GameRow> {
        let mut maker = GameRows::new(first);
        play(SEED, first..first + games, TableModel, |_| [Rule; 4], &mut maker);
        maker.into_rows()
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

    fn text(format: RowFormat, rows: &[GameRow]) -> String {
        let cells: Vec<_> = rows.iter().map(cells).collect();
        write_text(Layout { format, columns: COLUMNS }, &cells)
    }

    /// The types themselves are looked at whenever Parquet is read back.
    #[test]
    fn columns_have_the_types_that_are_published() {
        for (place, column) in COLUMNS.iter().enumerate() {
            let published = match place {
                0 => Column::new(column.name, Type::Index),
                1 => Column::new(column.name, Type::Word),
                2 | 3 => Column::or_null(column.name, Type::Word),
                _ => Column::new(column.name, Type::Count),
            };
            assert_eq!(*column, published);
        }
    }
}
