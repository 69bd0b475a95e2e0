//! `--rows`: one row a game, for other programs to read.

mod columns;
#[cfg(test)]
mod read_back;

use paili::distance::Model;
use paili::game::{Event, Game, Observer, Outcome, Seat, Wall};

pub use columns::COLUMNS;

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
    use paili::distance::TableModel;
    use paili::game::Rule;
    use paili::simulation::{Counter, Histogram, Seed, Statistics, play};

    use super::*;

    const SEED: Seed = Seed(4);

    /// What a tally counted, added up.
    fn total<const N: usize>(histogram: &Histogram<N>) -> u64 {
        histogram.counts().iter().zip(0..).map(|(count, value)| count * value).sum()
    }

    #[test]
    fn rows_add_up_to_the_tally() {
        let mut watching = (RowMaker::new(1000), Counter::new(Statistics::Plain));
        play(SEED, 1000..3000, TableModel::new(), |_| [Rule; 4], &mut watching);
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
        let games = |games: std::ops::Range<u64>| {
            let mut maker = RowMaker::new(games.start);
            play(SEED, games, TableModel::new(), |_| [Rule; 4], &mut maker);
            maker.rows()
        };
        for row in games(0..100) {
            assert_eq!(games(row.game..row.game + 1), [row]);
        }
    }
}
