//! The rules: one game from the deal to its end.

use super::{Direction, Event, Observer, Outcome, Policy, Seat, View, Wall};
use crate::distance::Model;
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::tile::{Tile, TileSet};

/// A game in progress, from after the deal to its end.
#[derive(Debug, Clone)]
pub struct Game<'w, M> {
    model: M,
    wall: &'w Wall,
    drawn: usize,
    direction: Direction,
    players: [Player; 4],
    discarded: Counts,
}

/// What lies before one player.
#[derive(Debug, Clone, Copy)]
struct Player {
    hand: Hand,
    /// What completes the hand while it waits, kept up to date whenever the hand changes: a win is then a bit test.
    waits: TileSet,
    /// As many as the hand has exposed; the rest means nothing.
    melds: [Meld; 4],
}

/// What the game does next.
enum Step {
    /// The player draws a tile.
    Draw(Seat),
    /// The player, who has drawn this tile or claimed, plays a tile.
    Play(Seat, Option<Tile>),
    /// Nothing more.
    End(Outcome),
}

/// Tiles dealt to a player.
const DEALT: usize = 13;

impl<'w, M: Model> Game<'w, M> {
    /// Deals a wall: one tile to each player in turn, thirteen times.
    #[must_use]
    pub fn new(wall: &'w Wall, model: M) -> Self {
        let players = Seat::ALL.map(|seat| {
            let mut counts = Counts::EMPTY;
            wall.tiles()[seat.index()..4 * DEALT].iter().step_by(4).for_each(|&tile| counts.add(tile));
            let hand = Hand::dealt(counts);
            Player { hand, waits: model.waits(&hand), melds: [Meld::Pong(Tile::EAST); 4] }
        });
        Game { model, wall, drawn: 4 * DEALT, direction: Direction::Forward, players, discarded: Counts::EMPTY }
    }

    /// Plays the game to its end.
    ///
    /// # Panics
    ///
    /// When a policy discards a tile that its hand does not hold, or claims a chow that it can't form.
    pub fn play<P: Policy<M>, O: Observer>(mut self, policies: &mut [P; 4], observer: &mut O) -> Outcome {
        for (&tile, seat) in self.wall.tiles()[..4 * DEALT].iter().zip(Seat::ALL.into_iter().cycle()) {
            observer.observe(Event::Draw { seat, tile }, &self);
        }
        let mut step = Step::Draw(Seat::A);
        loop {
            step = match step {
                Step::Draw(seat) => self.draw(seat, observer),
                Step::Play(seat, drawn) => self.play_tile(seat, drawn, policies, observer),
                Step::End(outcome) => {
                    observer.observe(Event::End(outcome), &self);
                    return outcome;
                }
            }
        }
    }

    /// A player's concealed hand.
    #[must_use]
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.players[seat.index()].hand
    }

    /// A player's exposed melds, in the order in which they were claimed.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        let player = &self.players[seat.index()];
        &player.melds[..player.hand.melds().get()]
    }

    /// All discards, specials included, that nobody claimed.
    #[must_use]
    pub fn discarded(&self) -> &Counts {
        &self.discarded
    }

    /// How many tiles are left in the wall.
    #[must_use]
    pub fn tiles_left(&self) -> usize {
        Wall::LEN - self.drawn
    }

    /// Which way turns go round.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The distance model that the game is played with.
    #[must_use]
    pub fn model(&self) -> M {
        self.model
    }

    fn draw<O: Observer>(&mut self, seat: Seat, observer: &mut O) -> Step {
        let Some(&tile) = self.wall.tiles().get(self.drawn) else {
            return Step::End(Outcome::WallExhausted);
        };
        self.drawn += 1;
        let player = &mut self.players[seat.index()];
        player.hand.draw(tile);
        let wins = player.waits.contains(tile);
        observer.observe(Event::Draw { seat, tile }, self);
        if wins { Step::End(Outcome::SelfDrawn { winner: seat }) } else { Step::Play(seat, Some(tile)) }
    }

    fn play_tile<P: Policy<M>, O: Observer>(
        &mut self,
        seat: Seat,
        drawn: Option<Tile>,
        policies: &mut [P; 4],
        observer: &mut O,
    ) -> Step {
        // Specials are numbered in the order in which they are played.
        if let Some(special) = (self.hand(seat).counts().kinds() & TileSet::SPECIAL).first() {
            return self.play_special(seat, drawn, special, observer);
        }
        let tile = policies[seat.index()].discard(&View::new(self, seat));
        assert!(
            self.hand(seat).counts().kinds().contains(tile),
            "player {seat} discards {tile}, which it does not hold"
        );
        self.leave(seat, tile, drawn);
        observer.observe(Event::Discard { seat, tile }, self);

        let others = seat.others(self.direction);
        if let Some(winner) = others.into_iter().find(|&other| self.players[other.index()].waits.contains(tile)) {
            return Step::End(Outcome::Ron { winner, from: seat });
        }
        // At most one of them holds two.
        if let Some(claimer) = others.into_iter().find(|&other| self.hand(other).counts().pairs().contains(tile))
            && policies[claimer.index()].claims_pong(&View::new(self, claimer), tile)
        {
            self.expose(claimer, tile, Meld::Pong(tile));
            observer.observe(Event::Pong { seat: claimer, from: seat, tile }, self);
            return Step::Play(claimer, None);
        }
        let [next, ..] = others;
        let view = View::new(self, next);
        if view.chows(tile).next().is_some()
            && let Some(chow) = policies[next.index()].claims_chow(&view, tile)
        {
            self.expose(next, tile, Meld::Chow(chow));
            observer.observe(Event::Chow { seat: next, from: seat, chow }, self);
            return Step::Play(next, None);
        }
        Step::Draw(next)
    }

    fn play_special<O: Observer>(&mut self, seat: Seat, drawn: Option<Tile>, special: Tile, observer: &mut O) -> Step {
        self.leave(seat, special, drawn);
        let (event, drawing) = if special == Tile::PASS {
            let skipped = seat.next(self.direction);
            (Event::Pass { seat, skipped }, skipped.next(self.direction))
        } else if special == Tile::REVERSE {
            self.direction = self.direction.reversed();
            (Event::Reverse { seat }, seat.next(self.direction))
        } else {
            (Event::Double { seat }, seat)
        };
        observer.observe(event, self);
        Step::Draw(drawing)
    }

    /// A tile leaves a player's hand for the discards.
    fn leave(&mut self, seat: Seat, tile: Tile, drawn: Option<Tile>) {
        self.discarded.add(tile);
        let player = &mut self.players[seat.index()];
        player.hand.discard(tile);
        // A tile that goes as it came leaves the hand as it was.
        if drawn != Some(tile) {
            player.waits = self.model.waits(&player.hand);
        }
    }

    /// A player claims the last discard for a meld.
    fn expose(&mut self, seat: Seat, claimed: Tile, meld: Meld) {
        self.discarded.take(claimed);
        let player = &mut self.players[seat.index()];
        let place = player.hand.melds().get();
        player.hand = match player.hand.claiming(meld, claimed) {
            Ok(hand) => hand,
            Err(error) => panic!("player {seat} claims {meld}: {error}"),
        };
        player.melds[place] = meld;
    }
}

impl Hand {
    /// Thirteen tiles of a wall.
    fn dealt(counts: Counts) -> Hand {
        Hand::new(counts, MeldCount::default()).expect("thirteen tiles are dealt")
    }
}
