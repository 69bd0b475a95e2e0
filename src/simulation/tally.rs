//! What became of many games.

mod counter;

use std::ops::AddAssign;

pub use self::counter::Counter;
use super::detail::{Detail, MOST_OWN_TURNS};
use super::{Histogram, Proportion};
use crate::distance::Distance;
use crate::game::{PLAYERS, Seat, Wall};
use crate::tile::Tile;

/// What became of some games, in numbers that add up: the tally of two sets of games is the sum of theirs, in whatever
/// order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    /// `[winner]`.
    self_drawn: [u64; PLAYERS],
    /// `[winner][who discarded]`.
    rons: [[u64; PLAYERS]; PLAYERS],
    exhausted: u64,
    /// `[who gave the game up]`.
    forfeited: [u64; PLAYERS],
    head_bumps: u64,
    turns: Histogram,
    tiles_left: Histogram,
    /// `[seat]`.
    chows: [Histogram; PLAYERS],
    pongs: [Histogram; PLAYERS],
    chows_in_all: Histogram,
    pongs_in_all: Histogram,
    /// `[PASS, REVERSE, DOUBLE]`.
    specials: [Histogram; 3],
    winner_melds: Histogram,
    ready_when_exhausted: Histogram,
    dealt: Histogram,
    /// After each of a player's turns.
    after_turn: Box<[Histogram]>,
    detail: Option<Box<Detail>>,
}

/// Tiles that are left after the deal.
const WALL: usize = Wall::LEN - Wall::DEALT;

/// Melds that four players can claim.
const MOST_CALLS: usize = 16;

/// Every turn draws a tile or claims one.
const MOST_TURNS: usize = WALL + MOST_CALLS;

/// Distances that a hand can have.
const DISTANCES: usize = Distance::FARTHEST.get() as usize + 1;

/// The statistics that a tally keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Statistics {
    /// Those that cost next to nothing.
    #[default]
    Plain,
    /// Useful tiles and waits after every turn as well, which takes several times as long.
    Detailed,
}

impl Tally {
    /// No games.
    pub fn new(statistics: Statistics) -> Self {
        let detail = (statistics == Statistics::Detailed).then(Box::default);
        let histogram = Histogram::new;
        let of_seats = || [5; PLAYERS].map(histogram);
        Tally {
            games: 0,
            self_drawn: [0; PLAYERS],
            rons: [[0; PLAYERS]; PLAYERS],
            exhausted: 0,
            forfeited: [0; PLAYERS],
            head_bumps: 0,
            turns: histogram(MOST_TURNS + 1),
            tiles_left: histogram(WALL + 1),
            chows: of_seats(),
            pongs: of_seats(),
            chows_in_all: histogram(MOST_CALLS + 1),
            pongs_in_all: histogram(MOST_CALLS + 1),
            specials: [5; 3].map(histogram),
            winner_melds: histogram(5),
            ready_when_exhausted: histogram(5),
            dealt: histogram(DISTANCES),
            after_turn: vec![histogram(DISTANCES); MOST_OWN_TURNS].into(),
            detail,
        }
    }

    /// All counts, in an order that is the same for all tallies of the same statistics.
    pub(super) fn counts_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        let numbers = [&mut self.games, &mut self.exhausted, &mut self.head_bumps];
        let ends = self.self_drawn.iter_mut().chain(self.rons.iter_mut().flatten()).chain(&mut self.forfeited);
        let numbers = numbers.into_iter().chain(ends);
        let of_all = [&mut self.turns, &mut self.tiles_left, &mut self.chows_in_all, &mut self.pongs_in_all];
        let of_ends = [&mut self.winner_melds, &mut self.ready_when_exhausted, &mut self.dealt];
        let histograms = of_all.into_iter().chain(of_ends).chain(&mut self.chows).chain(&mut self.pongs);
        let histograms = histograms.chain(&mut self.specials).chain(&mut self.after_turn);
        let detail = self.detail.iter_mut().flat_map(|detail| detail.counts_mut());
        numbers.chain(histograms.flat_map(Histogram::counts_mut)).chain(detail)
    }

    /// Whether its counts fit together, as those of games do.
    pub(super) fn is_consistent(&self) -> bool {
        let wins = self.self_drawn.iter().chain(self.rons.iter().flatten());
        let wins: i128 = wins.map(|&games| i128::from(games)).sum();
        let games = i128::from(self.games);
        let of_games = [&self.turns, &self.tiles_left, &self.chows_in_all, &self.pongs_in_all].into_iter();
        let mut of_games = of_games.chain(&self.chows).chain(&self.pongs).chain(&self.specials);
        let of_seats = |seats: &[Histogram; PLAYERS]| seats.iter().map(Histogram::sum).sum::<i128>();
        // Every player has as many turns at most as it had before, or was dealt hands.
        let turns = || std::iter::once(&self.dealt).chain(&self.after_turn).map(Histogram::total);
        let forfeited: i128 = self.forfeited.iter().map(|&games| i128::from(games)).sum();
        wins + i128::from(self.exhausted) + forfeited == games
            && (0..4).all(|seat| self.rons[seat][seat] == 0)
            && self.head_bumps <= self.all_rons().hits
            && of_games.all(|of_games| of_games.total() == self.games)
            && i128::from(self.winner_melds.total()) == wins
            && self.ready_when_exhausted.total() == self.exhausted
            && i128::from(self.dealt.total()) == 4 * games
            && of_seats(&self.chows) == self.chows_in_all.sum()
            && of_seats(&self.pongs) == self.pongs_in_all.sum()
            && self.turns.sum() + self.tiles_left.sum()
                == games * WALL as i128 + self.chows_in_all.sum() + self.pongs_in_all.sum()
            && turns().is_sorted_by(|had, have| had >= have)
            && self.detail.as_ref().is_none_or(|detail| detail.fits(turns()))
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.games
    }

    fn of_games(&self, hits: u64) -> Proportion {
        Proportion { hits, of: self.games }
    }

    /// Games that a player won with a tile drawn.
    pub fn self_drawn(&self, winner: Seat) -> Proportion {
        self.of_games(self.self_drawn[winner.index()])
    }

    /// Games that a player won with another's discard.
    pub fn rons(&self, winner: Seat) -> Proportion {
        self.of_games(self.rons[winner.index()].iter().sum())
    }

    /// Games that a player won with a certain other's discard.
    pub fn rons_from(&self, winner: Seat, from: Seat) -> Proportion {
        self.of_games(self.rons[winner.index()][from.index()])
    }

    /// Games that a player won.
    pub fn wins(&self, winner: Seat) -> Proportion {
        self.of_games(self.self_drawn(winner).hits + self.rons(winner).hits)
    }

    /// Games in which a player discarded another's winning tile.
    pub fn dealt_in(&self, from: Seat) -> Proportion {
        self.of_games(self.rons.iter().map(|rons| rons[from.index()]).sum())
    }

    /// Games that ended with a tile drawn.
    pub fn all_self_drawn(&self) -> Proportion {
        self.of_games(self.self_drawn.iter().sum())
    }

    /// Games that ended with a discard.
    pub fn all_rons(&self) -> Proportion {
        self.of_games(self.rons.iter().flatten().sum())
    }

    /// Games that nobody won: the wall ran out.
    pub fn exhausted(&self) -> Proportion {
        self.of_games(self.exhausted)
    }

    /// Games that nobody won because a player [gave up](crate::game::Game::forfeit).
    pub fn forfeited(&self) -> Proportion {
        self.of_games(self.forfeited.iter().sum())
    }

    /// Games that the player in a seat gave up.
    pub fn forfeited_by(&self, seat: Seat) -> Proportion {
        self.of_games(self.forfeited[seat.index()])
    }

    /// Games won with a discard that would have made another player win too, who came later in turn order.
    pub fn head_bumps(&self) -> Proportion {
        self.of_games(self.head_bumps)
    }

    /// Turns in a game: tiles drawn after the deal and tiles claimed.
    pub fn turns(&self) -> &Histogram {
        &self.turns
    }

    /// Tiles left in the wall at the end of a game.
    pub fn tiles_left(&self) -> &Histogram {
        &self.tiles_left
    }

    /// Chows that a player claimed in a game.
    pub fn chows(&self, seat: Seat) -> &Histogram {
        &self.chows[seat.index()]
    }

    /// Pongs that a player claimed in a game.
    pub fn pongs(&self, seat: Seat) -> &Histogram {
        &self.pongs[seat.index()]
    }

    /// Chows that all players claimed in a game.
    pub fn chows_in_all(&self) -> &Histogram {
        &self.chows_in_all
    }

    /// Pongs that all players claimed in a game.
    pub fn pongs_in_all(&self) -> &Histogram {
        &self.pongs_in_all
    }

    /// How many copies of a special were played in a game.
    ///
    /// # Panics
    ///
    /// When the tile is no special.
    pub fn specials(&self, special: Tile) -> &Histogram {
        assert!(special.is_special(), "{special} is no special tile");
        &self.specials[special.index() - Tile::PASS.index()]
    }

    /// Exposed melds of the winning hands.
    pub fn winner_melds(&self) -> &Histogram {
        &self.winner_melds
    }

    /// Players that were ready when the wall ran out.
    pub fn ready_when_exhausted(&self) -> &Histogram {
        &self.ready_when_exhausted
    }

    /// The distances of the hands that were dealt.
    pub fn dealt(&self) -> &Histogram {
        &self.dealt
    }

    /// The distances after each player's first turn that played a tile, second and so on, of those players that had one.
    pub fn after_turn(&self) -> &[Histogram] {
        let had = self.after_turn.iter().position(|distances| distances.total() == 0);
        &self.after_turn[..had.unwrap_or(MOST_OWN_TURNS)]
    }

    /// Useful tiles and waits, if they were asked for.
    pub fn detail(&self) -> Option<&Detail> {
        self.detail.as_deref()
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        let mut more = other.clone();
        if let (None, Some(_)) = (&self.detail, &more.detail) {
            self.detail = Some(Box::default());
        }
        // Details are counted last, so that they need not be in both.
        self.counts_mut().zip(more.counts_mut()).for_each(|(count, more)| *count += *more);
    }
}

impl Default for Tally {
    /// No games, and only the statistics that cost next to nothing.
    fn default() -> Self {
        Tally::new(Statistics::Plain)
    }
}
