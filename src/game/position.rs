//! How a game stands.
#![allow(clippy::inline_always, reason = "part of the game's one loop: called, it takes a tenth longer")]

use std::cell::Cell;

use super::{Direction, PLAYERS, River, Seat, Wall};
use crate::analysis::Unseen;
use crate::copies::Copies;
use crate::distance::lookup::Classes;
use crate::distance::{Distance, Model};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::{Chow, Meld};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How a game stands: the hands, what lies open and the order of turns. Everything but the rest of the wall.
#[derive(Debug, Clone)]
pub struct Position<M: Model> {
    pub(super) model: M,
    players: [KnownHand; PLAYERS],
    /// What completes each player's hand while it waits, kept up to date whenever the hand changes: a win is then a bit
    /// test.
    waits: [TileSet; PLAYERS],
    /// Of each player first the melds that its hand has exposed; the rest means nothing.
    melds: [[Meld; MeldCount::MOST.get()]; PLAYERS],
    /// Every tile that was discarded or played.
    pub(super) river: River,
    pub(super) drawn: u8,
    pub(super) direction: Direction,
    /// What lies open. Mostly nobody asks, so tiles of the river are added when somebody does.
    open: Cell<Open>,
}

/// One player's hand, and what the tables say of it.
#[derive(Debug, Clone, Copy)]
struct KnownHand {
    hand: Hand,
    classes: Classes,
    distance: Distance,
}

/// Discards and exposed melds.
#[derive(Debug, Clone, Copy)]
struct Open {
    copies: Copies,
    /// How many tiles of the river are among them.
    of_river: u8,
}

/// A discard that was found by looking hands up: what the hand without it is worth is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    tile: Tile,
    classes: Classes,
    distance: Distance,
}

impl<M: Model> Position<M> {
    /// Before the deal: nobody holds anything, and nothing is in the river.
    #[inline]
    pub(super) fn new(model: M) -> Self {
        let player = KnownHand { hand: Hand::NOTHING, classes: Classes::default(), distance: Distance::FARTHEST };
        Position {
            model,
            players: [player; PLAYERS],
            waits: [TileSet::EMPTY; PLAYERS],
            melds: [[Meld::Pong(Tile::EAST); MeldCount::MOST.get()]; PLAYERS],
            river: River::EMPTY,
            drawn: Wall::DEALT as u8,
            direction: Direction::Forward,
            open: Cell::new(Open { copies: Copies::NONE, of_river: 0 }),
        }
    }

    /// Deals these tiles.
    pub(super) fn deal(&mut self, dealt: &[Tile; Wall::DEALT]) {
        for seat in Seat::ALL {
            self.hold(seat, Hand::dealt(std::array::from_fn(|round| dealt[PLAYERS * round + seat.index()])));
        }
    }

    /// A player holds a hand.
    #[inline]
    fn hold(&mut self, seat: Seat, hand: Hand) {
        let player = KnownHand::of(hand, self.model);
        self.waits[seat.index()] = self.model.waits_in(player.classes, &player.hand);
        self.players[seat.index()] = player;
    }

    /// With these hands, melds (of each player first those that its hand has exposed) and river.
    pub(super) fn with(hands: &[Hand; PLAYERS], melds: &[Vec<Meld>; PLAYERS], river: River, model: M) -> Self {
        let mut position = Position::new(model);
        Seat::ALL.into_iter().zip(hands).for_each(|(seat, &hand)| position.hold(seat, hand));
        let mut copies = Copies::NONE;
        for (places, melds) in position.melds.iter_mut().zip(melds) {
            places[..melds.len()].copy_from_slice(melds);
            melds.iter().flat_map(|meld| meld.tiles()).for_each(|tile| copies.add(tile));
        }
        river.iter().filter(|discard| !discard.is_claimed).for_each(|discard| copies.add(discard.tile));
        position.open = Cell::new(Open { copies, of_river: river.len() as u8 });
        position.river = river;
        position
    }

    /// A player holds the tile that it drew last: its waits are those from before.
    pub(super) fn drew(&mut self, seat: Seat, tile: Tile) {
        if let Ok(before) = self.hand(seat).without(tile) {
            self.waits[seat.index()] = self.model.waits(&before);
        }
    }

    /// A player's concealed hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.players[seat.index()].hand
    }

    /// A player's exposed melds (furo), in the order in which they were claimed.
    #[doc(alias = "furo")]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        &self.melds[seat.index()][..self.hand(seat).melds().get()]
    }

    /// What was discarded, and played as specials, in the order in which that happened.
    pub fn river(&self) -> &River {
        &self.river
    }

    /// How many copies of a kind were discarded, or played as specials, and not claimed.
    pub fn discarded(&self, tile: Tile) -> u8 {
        self.river.iter().filter(|discard| discard.tile == tile && !discard.is_claimed).count() as u8
    }

    /// The distance of a player's hand, quicker than asking the model anew.
    #[inline]
    pub fn distance(&self, seat: Seat) -> Distance {
        self.players[seat.index()].distance
    }

    /// What completes a player's hand; none of it when it is not ready. While the player has a discard due, what
    /// completed the hand before.
    #[inline]
    pub fn waits(&self, seat: Seat) -> TileSet {
        self.waits[seat.index()]
    }

    /// The kinds that anybody but a player waits for or holds two of.
    #[inline(always)]
    pub(super) fn wanted_beside(&self, seat: Seat) -> TileSet {
        let wanted = |steps: usize| {
            let other = (seat.index() + steps) % PLAYERS;
            self.waits[other] | self.players[other].hand.counts().pairs()
        };
        wanted(1) | wanted(2) | wanted(3)
    }

    /// What a player has not seen: all but its own hand, the exposed melds and the discards.
    pub fn unseen(&self, seat: Seat) -> Unseen {
        let mut open = self.open.get();
        for discard in self.river.iter_from(open.of_river.into()) {
            open.copies.add(discard.tile);
        }
        open.of_river = self.river.len() as u8;
        self.open.set(open);
        Unseen::but(&open.copies.plus(self.hand(seat).counts().copies()))
    }

    /// How many tiles are left in the wall.
    pub fn tiles_left(&self) -> usize {
        Wall::LEN - usize::from(self.drawn)
    }

    /// Which way turns go round.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The distance model that the game is played with.
    pub fn model(&self) -> M {
        self.model
    }

    /// [`Model::best_discard`] of a player's hand, with what the search for it found out.
    #[inline(always)]
    pub(super) fn best_discard(&self, seat: Seat) -> Option<Found> {
        let KnownHand { hand, classes, distance } = &self.players[seat.index()];
        let (tile, classes, distance) = self.model.best_discard_in(*classes, *distance, hand)?;
        Some(Found { tile, classes, distance })
    }

    /// The distance of a player's hand after it claims a discard for a meld, if it can.
    #[inline(always)]
    pub(super) fn distance_claiming(&self, seat: Seat, meld: Meld, discarded: Tile) -> Option<Distance> {
        let player = &self.players[seat.index()];
        self.model.distance_claiming_in(player.classes, &player.hand, meld, discarded)
    }

    /// A player draws a tile.
    #[inline(always)]
    pub(super) fn draw(&mut self, seat: Seat, tile: Tile) {
        self.drawn += 1;
        let player = &mut self.players[seat.index()];
        player.hand.draw(tile);
        player.classes = self.model.classes_after(player.classes, &player.hand, tile);
        player.distance = self.model.distance_in(player.classes, &player.hand);
    }

    /// A tile leaves a player's hand for the river. `drawn` is what the player drew, if it did.
    #[inline(always)]
    pub(super) fn leave(&mut self, seat: Seat, tile: Tile, drawn: Option<Tile>, found: Option<Found>) {
        self.river.add(seat, tile);
        let player = &mut self.players[seat.index()];
        player.hand.discard(tile);
        match found {
            // What the search for a discard found.
            Some(found) if found.tile == tile => (player.classes, player.distance) = (found.classes, found.distance),
            _ => {
                player.classes = self.model.classes_after(player.classes, &player.hand, tile);
                player.distance = self.model.distance_in(player.classes, &player.hand);
            }
        }
        // A tile that goes as it came leaves the hand as it was. Few hands are ready, which is the better guess.
        if player.distance != Distance::READY {
            self.waits[seat.index()] = TileSet::EMPTY;
        } else if drawn != Some(tile) {
            self.wait(seat);
        }
    }

    /// A player's hand is ready: its useful tiles are its waits.
    //
    // Apart from the game's loop: most hands are not.
    #[inline(never)]
    fn wait(&mut self, seat: Seat) {
        self.waits[seat.index()] = self.model.useful(&self.players[seat.index()].hand);
    }

    /// A player claims the last discard for a meld, which its hand can form.
    pub(super) fn expose(&mut self, seat: Seat, claimed: Tile, meld: Meld) {
        self.river.claim_last();
        let player = &mut self.players[seat.index()];
        let partners = match player.hand.partners(meld, claimed) {
            Ok(partners) => partners,
            Err(error) => panic!("player {seat} claims {meld}: {error}"),
        };
        self.melds[seat.index()][player.hand.melds().get()] = meld;
        player.hand.expose(partners);
        // The claimed tile lies open already.
        for tile in partners {
            self.open.get_mut().copies.add(tile);
        }
        // Both tiles that it took are of the claimed tile's part.
        player.classes = self.model.classes_after(player.classes, &player.hand, claimed);
        player.distance = self.model.distance_in(player.classes, &player.hand);
    }

    /// The chows that a player's hand can form with a discard, the one with the larger numbers first.
    #[inline]
    pub(super) fn chows(&self, seat: Seat, discarded: Tile) -> [Option<Chow>; 3] {
        Chow::each_formed(discarded, self.hand(seat).counts().kinds())
    }
}

impl Found {
    #[inline]
    pub(super) fn tile(self) -> Tile {
        self.tile
    }
}

impl KnownHand {
    #[inline]
    fn of<M: Model>(hand: Hand, model: M) -> KnownHand {
        let classes = model.classes(&hand);
        KnownHand { hand, classes, distance: model.distance_in(classes, &hand) }
    }
}

impl Hand {
    /// Thirteen tiles of a wall.
    pub(crate) fn dealt(tiles: [Tile; Hand::TILES]) -> Hand {
        Hand::new(Counts::dealt(tiles), MeldCount::default()).expect("thirteen tiles are dealt")
    }
}
