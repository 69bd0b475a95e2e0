//! Comparisons of two policies.

use crate::simulation::{Comparison, Side};

// Where there are too few matches for an interval, what follows from it is null.
serialize! { Comparison, |it|
    matches: it.matches(),
    games: it.games(),
    wins: [Side::A, Side::B].map(|side| it.wins(side)),
    exhausted: it.exhausted(),
    difference: it.difference(),
    standard_error: it.standard_error(),
    low: it.interval().map(|interval| interval.low),
    high: it.interval().map(|interval| interval.high),
    p_value: it.p_value(),
}
