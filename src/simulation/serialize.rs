//! Tallies as programs read them.

use serde::ser::{Serialize, Serializer};

use super::{Detail, Histogram, Moments, Proportion, Tally};
use crate::game::Seat;
use crate::tile::Tile;

/// The keys in their published order; an absent `detail` is left out.
#[derive(serde::Serialize)]
struct TallyObject {
    games: u64,
    self_draw: Rate,
    ron: Rate,
    exhausted: Rate,
    head_bump: Rate,
    seats: [SeatObject; 4],
    turns: Distribution,
    tiles_left: Distribution,
    chows: Distribution,
    pongs: Distribution,
    specials: Specials,
    winner_melds: Distribution,
    ready_when_exhausted: Distribution,
    /// Of the hands dealt, then after each own turn.
    distances: Vec<TurnObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<DetailObject>,
}

/// A rate and where the probability lies that it estimates.
#[derive(serde::Serialize)]
#[allow(clippy::struct_field_names, reason = "the fields are the keys that programs read")]
struct Rate {
    count: u64,
    rate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Proportion> for Rate {
    fn from(proportion: Proportion) -> Self {
        let interval = proportion.interval();
        Rate {
            count: proportion.hits,
            rate: proportion.rate(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

#[derive(serde::Serialize)]
struct SeatObject {
    seat: &'static str,
    win: Rate,
    self_draw: Rate,
    ron: Rate,
    dealt_in: Rate,
    /// Games won with each player's discard, A to D.
    ron_from: [u64; 4],
    chows: Distribution,
    pongs: Distribution,
}

#[derive(serde::Serialize)]
struct Specials {
    #[serde(rename = "PASS")]
    pass: Distribution,
    #[serde(rename = "REVERSE")]
    reverse: Distribution,
    #[serde(rename = "DOUBLE")]
    double: Distribution,
}

#[derive(serde::Serialize)]
struct TurnObject {
    turn: usize,
    #[serde(flatten)]
    distance: Distribution,
}

/// How often each value was seen, from 0 on.
#[derive(serde::Serialize)]
struct Distribution {
    total: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
    counts: Vec<u64>,
}

impl<const N: usize> From<&Histogram<N>> for Distribution {
    fn from(seen: &Histogram<N>) -> Self {
        let used = seen.counts().iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let counts = seen.counts()[..used].to_vec();
        Distribution { total: seen.total(), mean: seen.mean(), deviation: seen.deviation(), counts }
    }
}

#[derive(serde::Serialize)]
struct DetailObject {
    /// Of the hands dealt, then after each own turn.
    useful: Vec<UsefulObject>,
    first_ready: Distribution,
    wait_kinds: Distribution,
    wait_copies: Distribution,
}

#[derive(serde::Serialize)]
struct UsefulObject {
    turn: usize,
    kinds: Spread,
    acceptance: Spread,
}

#[derive(serde::Serialize)]
struct Spread {
    total: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl From<&Moments> for Spread {
    fn from(moments: &Moments) -> Self {
        Spread { total: moments.total(), mean: moments.mean(), deviation: moments.deviation() }
    }
}

impl From<&Tally> for TallyObject {
    fn from(tally: &Tally) -> Self {
        let special = |special| tally.specials(special).into();
        TallyObject {
            games: tally.games(),
            self_draw: tally.all_self_drawn().into(),
            ron: tally.all_rons().into(),
            exhausted: tally.exhausted().into(),
            head_bump: tally.head_bumps().into(),
            seats: Seat::ALL.map(|seat| seat_object(tally, seat)),
            turns: tally.turns().into(),
            tiles_left: tally.tiles_left().into(),
            chows: tally.chows_in_all().into(),
            pongs: tally.pongs_in_all().into(),
            specials: Specials {
                pass: special(Tile::PASS),
                reverse: special(Tile::REVERSE),
                double: special(Tile::DOUBLE),
            },
            winner_melds: tally.winner_melds().into(),
            ready_when_exhausted: tally.ready_when_exhausted().into(),
            distances: distances(tally),
            detail: tally.detail().map(detail_object),
        }
    }
}

fn seat_object(tally: &Tally, seat: Seat) -> SeatObject {
    SeatObject {
        seat: seat.token(),
        win: tally.wins(seat).into(),
        self_draw: tally.self_drawn(seat).into(),
        ron: tally.rons(seat).into(),
        dealt_in: tally.dealt_in(seat).into(),
        ron_from: Seat::ALL.map(|from| tally.rons_from(seat, from).hits),
        chows: tally.chows(seat).into(),
        pongs: tally.pongs(seat).into(),
    }
}

fn distances(tally: &Tally) -> Vec<TurnObject> {
    let all = std::iter::once(tally.dealt()).chain(tally.after_turn());
    all.enumerate().map(|(turn, distances)| TurnObject { turn, distance: distances.into() }).collect()
}

fn detail_object(detail: &Detail) -> DetailObject {
    let useful = detail.useful().iter().enumerate();
    let useful = useful.map(|(turn, useful)| UsefulObject {
        turn,
        kinds: (&useful.kinds).into(),
        acceptance: (&useful.acceptance).into(),
    });
    DetailObject {
        useful: useful.collect(),
        first_ready: detail.first_ready().into(),
        wait_kinds: detail.wait_kinds().into(),
        wait_copies: detail.wait_copies().into(),
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TallyObject::from(self).serialize(serializer)
    }
}
