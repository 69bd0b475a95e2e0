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

impl Serialize for SeatTally<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &SeatTally { tally, seat } = self;
        let mut object = serializer.serialize_struct("Seat", 9)?;
        object.serialize_field("seat", seat.token())?;
        object.serialize_field("win", &tally.wins(seat))?;
        object.serialize_field("self_draw", &tally.self_drawn(seat))?;
        object.serialize_field("ron", &tally.rons(seat))?;
        object.serialize_field("dealt_in", &tally.dealt_in(seat))?;
        object.serialize_field("forfeited", &tally.forfeited_by(seat))?;
        object.serialize_field("ron_from", &Seat::ALL.map(|from| tally.rons_from(seat, from).hits))?;
        object.serialize_field("chows", tally.chows(seat))?;
        object.serialize_field("pongs", tally.pongs(seat))?;
        object.end()
    }
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
struct Useful {
    turn: usize,
    kinds: Moments,
    acceptance: Moments,
}

/// A histogram without its counts.
#[derive(Serialize)]
struct Moments {
    total: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl From<&Histogram> for Moments {
    fn from(seen: &Histogram) -> Self {
        Moments { total: seen.total(), mean: seen.mean(), deviation: seen.deviation() }
    }
}

impl Serialize for Detail {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Detail", 4)?;
        let useful = self.useful().iter().enumerate();
        let useful = useful.map(|(turn, (kinds, acceptance))| Useful {
            turn,
            kinds: kinds.into(),
            acceptance: acceptance.into(),
        });
        object.serialize_field("useful", &useful.collect::<Vec<_>>())?;
        object.serialize_field("first_ready", &self.first_ready)?;
        object.serialize_field("wait_kinds", &self.wait_kinds)?;
        object.serialize_field("wait_copies", &self.wait_copies)?;
        object.end()
    }
}
