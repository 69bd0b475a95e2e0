//! Tallies of games.

use crate::game::Seat;
use crate::simulation::{Detail, Histogram, Tally};
use crate::tile::Tile;

serialize! { Tally, |it|
    games: it.games(),
    self_draw: it.all_self_drawn(),
    ron: it.all_rons(),
    exhausted: it.exhausted(),
    forfeited: it.forfeited(),
    head_bump: it.head_bumps(),
    seats: Seat::ALL.map(|seat| SeatTally { tally: it, seat }),
    turns: it.turns(),
    tiles_left: it.tiles_left(),
    chows: it.chows_in_all(),
    pongs: it.pongs_in_all(),
    specials: Specials(it),
    winner_melds: it.winner_melds(),
    ready_when_exhausted: it.ready_when_exhausted(),
    distances: std::iter::once(it.dealt()).chain(it.after_turn()).enumerate().map(|(turn, seen)| Turn(turn, seen)).collect::<Vec<_>>(),
    detail = it.detail(),
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

serialize! { Specials<'_>, |it|
    PASS: it.0.specials(Tile::PASS),
    REVERSE: it.0.specials(Tile::REVERSE),
    DOUBLE: it.0.specials(Tile::DOUBLE),
}

/// The distances of all players after an own turn; turn 0 is the deal.
struct Turn<'a>(usize, &'a Histogram);

serialize! { Turn<'_>, |it|
    turn: it.0,
    seen .. it.1,
}

/// The useful tiles of all players after an own turn.
struct Useful<'a>(usize, &'a (Histogram, Histogram));

serialize! { Useful<'_>, |it|
    turn: it.0,
    kinds: Moments(&it.1.0),
    acceptance: Moments(&it.1.1),
}

/// A histogram without its counts.
struct Moments<'a>(&'a Histogram);

serialize! { Moments<'_>, |it|
    total: it.0.total(),
    mean: it.0.mean(),
    deviation: it.0.deviation(),
}

serialize! { Detail, |it|
    useful: it.useful().iter().enumerate().map(|(turn, seen)| Useful(turn, seen)).collect::<Vec<_>>(),
    first_ready: it.first_ready,
    wait_kinds: it.wait_kinds,
    wait_copies: it.wait_copies,
}
