//! The rules: one game from the deal to its end.
#![allow(clippy::inline_always, reason = "these are the body of the game's one loop: called, they take a tenth longer")]

use super::{Direction, Event, Observer, Outcome, Policy, Seat, View, Wall, wall::Dealer, wall::TileSource};
use crate::analysis::Unseen;
use crate::copies::Copies;
use crate::distance::lookup::Classes;
use crate::distance::{Distance, Model};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A game in progress, from after the deal to its end.
#[derive(Debug, Clone)]
pub struct Game<M: Model> {
    model: M,
    drawn: usize,
    direction: Direction,
    players: [Player; 4],
    /// What completes each player's hand while it waits, kept up to date whenever the hand changes: a win is then a bit
    /// test.
    waits: [TileSet; 4],
    /// What lies open: all discards, and the exposed melds.
    open: Copies,
}

/// What lies before one player.
#[derive(Debug, Clone, Copy)]
struct Player {
    hand: Hand,
    classes: Classes,
    /// As many as the hand has exposed; the rest means nothing.
    melds: [Meld; 4],
}

/// What the game does after a tile is played.
enum Next {
    /// The player draws a tile.
    Draw(Seat),
    /// The player has claimed and plays a tile.
    Play(Seat),
    /// Nothing more.
    End(Outcome),
}

/// A game somewhere in its middle, when it is A's turn. The others have exposed nothing.
#[cfg(feature = "simulation")]
#[derive(Debug, Clone)]
pub(crate) struct Situation {
    pub hands: [Hand; 4],
    /// As many of A as its hand has exposed; the rest means nothing.
    pub melds: [Meld; 4],
    /// What lies open: A's exposed melds, and the discards that nobody claimed.
    pub open: Copies,
    pub tiles_left: usize,
}

/// What A is about to do.
#[cfg(feature = "simulation")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    Draw,
    Play,
}

/// Tiles dealt to a player.
const DEALT: usize = super::DEALT / 4;

impl<M: Model> Game<M> {
    /// Deals a wall (a `&Wall`), one tile to each player in turn, thirteen times, and plays the game to its end.
    ///
    /// # Panics
    ///
    /// When a policy discards a tile that its hand does not hold, or claims a chow that it can't form.
    pub fn play<S: Dealer, P: Policy<M>, O: Observer>(
        mut wall: S,
        model: M,
        policies: &mut [P; 4],
        observer: &mut O,
    ) -> Outcome {
        let dealt = wall.deal();
        let mut game = Game::deal(&dealt, model);
        for (tile, seat) in dealt.into_iter().zip(Seat::ALL.into_iter().cycle()) {
            observer.observe(Event::Draw { seat, tile }, &game);
        }
        observer.dealt(&game);
        let outcome = game.turns(Seat::A, &mut wall, policies, observer);
        observer.observe(Event::End(outcome), &game);
        outcome
    }

    /// Turn after turn, from a seat's draw to the end.
    fn turns<S: TileSource, P: Policy<M>, O: Observer>(
        &mut self,
        mut seat: Seat,
        wall: &mut S,
        policies: &mut [P; 4],
        observer: &mut O,
    ) -> Outcome {
        while self.drawn < Wall::LEN {
            let tile = wall.tile(self.drawn);
            self.draw(seat, tile, observer);
            if self.waits(seat).contains(tile) {
                return Outcome::SelfDrawn { winner: seat };
            }
            let mut drawn = Some(tile);
            loop {
                match self.play_tile(seat, drawn, policies, observer) {
                    Next::Draw(next) => {
                        seat = next;
                        break;
                    }
                    Next::Play(claimer) => (seat, drawn) = (claimer, None),
                    Next::End(outcome) => return outcome,
                }
            }
        }
        Outcome::WallExhausted
    }

    /// Plays a game from a situation to its end.
    ///
    /// # Panics
    ///
    /// As [`play`](Game::play).
    #[cfg(feature = "simulation")]
    pub(crate) fn go_on<S: TileSource, P: Policy<M>, O: Observer>(
        situation: &Situation,
        turn: Turn,
        mut wall: S,
        model: M,
        policies: &mut [P; 4],
        observer: &mut O,
    ) -> Outcome {
        let Situation { hands, melds, open, tiles_left } = *situation;
        let mut players =
            hands.map(|hand| Player { hand, classes: model.classes(&hand), melds: [Meld::Pong(Tile::EAST); 4] });
        players[Seat::A.index()].melds = melds;
        let waits = players.map(|player| model.waits_in(player.classes, &player.hand));
        let (direction, drawn) = (Direction::Forward, Wall::LEN - tiles_left);
        let mut game = Game { model, drawn, direction, players, waits, open };
        let mut next = match turn {
            Turn::Draw => Next::Draw(Seat::A),
            Turn::Play => Next::Play(Seat::A),
        };
        let outcome = loop {
            match next {
                Next::Draw(seat) => break game.turns(seat, &mut wall, policies, observer),
                Next::Play(seat) => next = game.play_tile(seat, None, policies, observer),
                Next::End(outcome) => break outcome,
            }
        };
        observer.observe(Event::End(outcome), &game);
        outcome
    }

    fn deal(dealt: &[Tile; super::DEALT], model: M) -> Self {
        let players = Seat::ALL.map(|seat| {
            let hand = Hand::dealt(std::array::from_fn(|round| dealt[4 * round + seat.index()]));
            Player { hand, classes: model.classes(&hand), melds: [Meld::Pong(Tile::EAST); 4] }
        });
        let waits = players.map(|player| model.waits_in(player.classes, &player.hand));
        let direction = Direction::Forward;
        Game { model, drawn: dealt.len(), direction, players, waits, open: Copies::NONE }
    }

    /// A player's concealed hand.
    #[must_use]
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.players[seat.index()].hand
    }

    /// The classes of a player's hand, for the model.
    #[inline]
    pub(super) fn classes(&self, seat: Seat) -> Classes {
        self.players[seat.index()].classes
    }

    /// A player's exposed melds, in the order in which they were claimed.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        let player = &self.players[seat.index()];
        &player.melds[..player.hand.melds().get()]
    }

    /// How many copies of a kind were discarded, or played as specials, and not claimed.
    #[must_use]
    pub fn discarded(&self, tile: Tile) -> u8 {
        let exposed = Seat::ALL.into_iter().flat_map(|seat| self.melds(seat)).flat_map(|meld| meld.tiles());
        self.open.get(tile) - exposed.filter(|&other| other == tile).count() as u8
    }

    /// The distance of a player's hand, quicker than asking the model anew.
    #[must_use]
    #[inline]
    pub fn distance(&self, seat: Seat) -> Distance {
        let player = &self.players[seat.index()];
        self.model.distance_in(player.classes, &player.hand)
    }

    /// What completes a player's hand; none of it when it is not ready. While the player has a discard due, what
    /// completed the hand before.
    #[must_use]
    #[inline]
    pub fn waits(&self, seat: Seat) -> TileSet {
        self.waits[seat.index()]
    }

    /// What a player has not seen: all but its own hand, the exposed melds and the discards.
    #[must_use]
    pub fn unseen(&self, seat: Seat) -> Unseen {
        Unseen::but(&self.open.plus(self.hand(seat).counts().copies()))
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

    #[inline(always)]
    fn draw<O: Observer>(&mut self, seat: Seat, tile: Tile, observer: &mut O) {
        self.drawn += 1;
        let player = &mut self.players[seat.index()];
        player.hand.draw(tile);
        player.classes = self.model.classes_after(player.classes, &player.hand, tile);
        observer.observe(Event::Draw { seat, tile }, self);
    }

    #[inline(always)]
    fn play_tile<P: Policy<M>, O: Observer>(
        &mut self,
        seat: Seat,
        drawn: Option<Tile>,
        policies: &mut [P; 4],
        observer: &mut O,
    ) -> Next {
        // Specials are numbered in the order in which they are played.
        if let Some(special) = (self.hand(seat).counts().kinds() & TileSet::SPECIAL).first() {
            return self.play_special(seat, drawn, special, observer);
        }
        let tile = policies[seat.index()].discard(&View::new(self, seat));
        if policies[seat.index()].gives_up() {
            return Next::End(Outcome::Forfeited { by: seat });
        }
        assert!(
            self.hand(seat).counts().kinds().contains(tile),
            "player {seat} discards {tile}, which it does not hold"
        );
        self.leave(seat, tile, drawn);
        observer.observe(Event::Discard { seat, tile }, self);

        let others = seat.others(self.direction);
        if let Some(winner) = first_with(tile, others, |other| self.waits(other)) {
            return Next::End(Outcome::Ron { winner, from: seat, tile });
        }
        // At most one of them holds two.
        if let Some(claimer) = first_with(tile, others, |other| self.hand(other).counts().pairs()) {
            let claims = policies[claimer.index()].claims_pong(&View::new(self, claimer), tile);
            if policies[claimer.index()].gives_up() {
                return Next::End(Outcome::Forfeited { by: claimer });
            }
            if claims {
                self.expose(claimer, tile, Meld::Pong(tile));
                observer.observe(Event::Pong { seat: claimer, from: seat, tile }, self);
                return Next::Play(claimer);
            }
        }
        let [next, ..] = others;
        if Chow::any_formed(tile, self.hand(next).counts().kinds()) {
            let chow = policies[next.index()].claims_chow(&View::new(self, next), tile);
            if policies[next.index()].gives_up() {
                return Next::End(Outcome::Forfeited { by: next });
            }
            if let Some(chow) = chow {
                self.expose(next, tile, Meld::Chow(chow));
                observer.observe(Event::Chow { seat: next, from: seat, chow }, self);
                return Next::Play(next);
            }
        }
        Next::Draw(next)
    }

    fn play_special<O: Observer>(&mut self, seat: Seat, drawn: Option<Tile>, special: Tile, observer: &mut O) -> Next {
        self.leave(seat, special, drawn);
        let skipped = (special == Tile::PASS).then(|| seat.next(self.direction));
        // Looked up, since which of the three it is can't be predicted.
        let (direction, drawing) =
            AFTER_SPECIAL[special.index() - Tile::PASS.index()][self.direction as usize][seat.index()];
        self.direction = direction;
        observer.observe(Event::Special { seat, special, skipped }, self);
        Next::Draw(drawing)
    }

    /// A tile leaves a player's hand for the discards.
    #[inline(always)]
    fn leave(&mut self, seat: Seat, tile: Tile, drawn: Option<Tile>) {
        self.open.add(tile);
        let player = &mut self.players[seat.index()];
        player.hand.discard(tile);
        // Specials count for nothing, so the classes stand.
        if !tile.is_special() {
            player.classes = self.model.classes_after(player.classes, &player.hand, tile);
        }
        // A tile that goes as it came leaves the hand as it was. Few hands are ready, which is the better guess.
        let ready = self.model.distance_in(player.classes, &player.hand) == Distance::READY;
        if !ready {
            self.waits[seat.index()] = TileSet::EMPTY;
        } else if drawn != Some(tile) {
            self.waits[seat.index()] = self.model.waits_in(player.classes, &player.hand);
        }
    }

    /// A player claims the last discard for a meld.
    fn expose(&mut self, seat: Seat, claimed: Tile, meld: Meld) {
        let player = &mut self.players[seat.index()];
        let place = player.hand.melds().get();
        // The claimed tile lies open already.
        for tile in player.hand.partners(meld, claimed).into_iter().flatten() {
            self.open.add(tile);
        }
        player.hand = match player.hand.claiming(meld, claimed) {
            Ok(hand) => hand,
            Err(error) => panic!("player {seat} claims {meld}: {error}"),
        };
        // Both tiles that it took are of the claimed tile's part.
        player.classes = self.model.classes_after(player.classes, &player.hand, claimed);
        player.melds[place] = meld;
    }
}

/// Which way turns go round after a special, and who draws next: `[special][direction before][who played it]`.
static AFTER_SPECIAL: [[[(Direction, Seat); 4]; 2]; 3] = {
    let mut after = [[[(Direction::Forward, Seat::A); 4]; 2]; 3];
    let mut place = 0;
    while place < 8 {
        let direction = if place < 4 { Direction::Forward } else { Direction::Backward };
        let seat = Seat::ALL[place % 4];
        let pass = (direction, seat.next(direction).next(direction));
        let reverse = (direction.reversed(), seat.next(direction.reversed()));
        let double = (direction, seat);
        [after[0][place / 4][place % 4], after[1][place / 4][place % 4], after[2][place / 4][place % 4]] =
            [pass, reverse, double];
        place += 1;
    }
    after
};

/// The first seat whose set has a tile. Mostly none has: one question tells.
#[inline]
fn first_with(tile: Tile, seats: [Seat; 3], set_of: impl Fn(Seat) -> TileSet) -> Option<Seat> {
    let [first, second, third] = seats.map(set_of);
    if !(first | second | third).contains(tile) {
        return None;
    }
    let [first_has, second_has] = [first, second].map(|set| set.contains(tile));
    Some(if first_has {
        seats[0]
    } else if second_has {
        seats[1]
    } else {
        seats[2]
    })
}

impl Hand {
    /// Thirteen tiles of a wall.
    pub(crate) fn dealt(tiles: [Tile; DEALT]) -> Hand {
        Hand::new(Counts::dealt(tiles), MeldCount::default()).expect("thirteen tiles are dealt")
    }
}
