//! Tallies of games.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::game::Seat;
use crate::simulation::{Detail, Histogram, Tally};
use crate::tile::Tile;

/// An absent detail is left out.
impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Tally", 15 + usize::from(self.detail().is_some()))?;
        object.serialize_field("games", &self.games())?;
        object.serialize_field("self_draw", &self.all_self_drawn())?;
        object.serialize_field("ron", &self.all_rons())?;
        object.serialize_field("exhausted", &self.exhausted())?;
        object.serialize_field("forfeited", &self.forfeited())?;
        object.serialize_field("head_bump", &self.head_bumps())?;
        object.serialize_field("seats", &Seat::ALL.map(|seat| SeatTally { tally: self, seat }))?;
        object.serialize_field("turns", self.turns())?;
        object.serialize_field("tiles_left", self.tiles_left())?;
        object.serialize_field("chows", self.chows_in_all())?;
        object.serialize_field("pongs", self.pongs_in_all())?;
        object.serialize_field("specials", &Specials(self))?;
        object.serialize_field("winner_melds", self.winner_melds())?;
        object.serialize_field("ready_when_exhausted", self.ready_when_exhausted())?;
        let distances = || std::iter::once(self.dealt()).chain(self.after_turn()).enumerate();
        object
            .serialize_field("distances", &distances().map(|(turn, seen)| Turn { turn, seen }).collect::<Vec<_>>())?;
        if let Some(detail) = self.detail() {
            object.serialize_field("detail", detail)?;
        }
        object.end()
    }
}

struct SeatTally<'a> {
    tally: &'a Tally,
    seat: Seat,
}

serialize! { SeatTally<'_>, |it|
    seat: it.seat.token(),
    win: it.tally.wins(it.seat),
    self_draw: it.tally.self_drawn(it.seat),
    ron: it.tally.rons(it.seat),
    dealt_in: it.tally.dealt_in(it.seat),
    forfeited: it.tally.forfeited_by(it.seat),
    ron_from: Seat::ALL.map(|from| it.tally.rons_from(it.seat, from).hits),
    chows: it.tally.chows(it.seat),
    pongs: it.tally.pongs(it.seat),
}

struct Specials<'a>(&'a Tally);

impl Serialize for Specials<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let specials = [Tile::PASS, Tile::REVERSE, Tile::DOUBLE];
        serializer.collect_map(specials.map(|special| (special.token(), self.0.specials(special))))
    }
}

/// The distances of all players after an own turn; turn 0 is the deal.
#[derive(Serialize)]
struct Turn<'a> {
    turn: usize,
    #[serde(flatten)]
    seen: &'a Histogram,
}

/// The useful tiles of all players after an own turn.
#[derive(Serialize)]
struct Useful<'a> {
    turn: usize,
    kinds: Moments<'a>,
    acceptance: Moments<'a>,
}

impl<'a> Useful<'a> {
    fn after_turn((turn, (kinds, acceptance)): (usize, &'a (Histogram, Histogram))) -> Self {
        Useful { turn, kinds: Moments(kinds), acceptance: Moments(acceptance) }
    }
}

/// A histogram without its counts.
struct Moments<'a>(&'a Histogram);

serialize! { Moments<'_>, |it|
    total: it.0.total(),
    mean: it.0.mean(),
    deviation: it.0.deviation(),
}

serialize! { Detail, |it|
    useful: it.useful().iter().enumerate().map(Useful::after_turn).collect::<Vec<_>>(),
    first_ready: it.first_ready,
    wait_kinds: it.wait_kinds,
    wait_copies: it.wait_copies,
}
