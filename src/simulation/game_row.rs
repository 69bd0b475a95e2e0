//! A row a game: what became of it in numbers, for tables.

use crate::distance::Model;
use crate::game::{Event, Observer, Outcome, Position, Seat, Wall};

/// What became of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRow {
    /// Its number.
    pub game: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Tiles drawn after the deal and tiles claimed.
    pub turns: u8,
    /// Tiles left in the wall.
    pub tiles_left: u8,
    /// Chows that each seat claimed.
    pub chows: [u8; 4],
    /// Pongs that each seat claimed.
    pub pongs: [u8; 4],
    /// The distance of each seat's hand as it was dealt.
    pub start: [u8; 4],
}

impl GameRow {
    /// The names of the columns of a table of rows, in their published order: after the game's number, what are
    /// [words](GameRow::words).
    pub const WORDS: [&str; 3] = ["outcome", "winner", "from"];
    /// And then what are [counts](GameRow::counts).
    pub const COUNTS: [&str; 14] = [
        "turns",
        "tiles_left",
        "chows_a",
        "chows_b",
        "chows_c",
        "chows_d",
        "pongs_a",
        "pongs_b",
        "pongs_c",
        "pongs_d",
        "start_a",
        "start_b",
        "start_c",
        "start_d",
    ];

    /// How it ended, and by whom: of these only the first is always there.
    pub fn words(&self) -> [Option<&'static str>; 3] {
        let seats = [self.outcome.winner(), self.outcome.dealt_in()];
        let [winner, from] = seats.map(|seat| seat.map(Seat::token));
        [Some(self.outcome.name()), winner, from]
    }

    /// All else.
    pub fn counts(&self) -> [u8; 14] {
        let by_seat = self.chows.into_iter().chain(self.pongs).chain(self.start);
        let mut all = [self.turns, self.tiles_left].into_iter().chain(by_seat);
        [(); 14].map(|()| all.next().unwrap_or_default())
    }
}

/// Watches games and keeps a row of each.
///
/// ```
/// use paili::TableModel;
/// use paili::game::Rule;
/// use paili::simulation::{GameRows, Seed, play};
///
/// let mut rows = GameRows::new(1000);
/// play(Seed(1), 1000..1100, TableModel, |_| [Rule; 4], &mut rows);
/// assert!(rows.into_rows().iter().map(|row| row.game).eq(1000..1100));
/// ```
#[derive(Debug, Clone)]
pub struct GameRows {
    rows: Vec<GameRow>,
    /// The number of the game that is going on.
    game: u64,
    /// `[seat]`.
    chows: [u8; 4],
    pongs: [u8; 4],
    start: [u8; 4],
}

impl GameRows {
    /// Is going to watch this game and those that follow it.
    pub fn new(first: u64) -> Self {
        GameRows { rows: Vec::new(), game: first, chows: [0; 4], pongs: [0; 4], start: [0; 4] }
    }

    /// The rows of the games that have ended.
    pub fn into_rows(self) -> Vec<GameRow> {
        self.rows
    }

    #[inline(never)]
    fn end<M: Model>(&mut self, game: &Position<M>, outcome: Outcome) {
        let [chows, pongs] = [&mut self.chows, &mut self.pongs].map(std::mem::take);
        let claimed: u8 = chows.iter().chain(&pongs).sum();
        let left = game.tiles_left();
        let drawn = LEFT_BY_THE_DEAL - left;
        self.rows.push(GameRow {
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

const LEFT_BY_THE_DEAL: usize = Wall::LEN - Wall::DEALT;

impl Observer for GameRows {
    #[inline]
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        match event {
            Event::Chow { seat, .. } => self.chows[seat.index()] += 1,
            Event::Pong { seat, .. } => self.pongs[seat.index()] += 1,
            Event::Dealt => self.start = Seat::ALL.map(|seat| game.distance(seat).get()),
            Event::End(outcome) => self.end(game, outcome),
            Event::Draw { .. } | Event::Discard { .. } | Event::Special { .. } => {}
        }
    }
}
