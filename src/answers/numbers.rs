//! Rates and histograms.

use serde::{Serialize, Serializer};

use crate::simulation::{Histogram, MatchRate, Proportion};

// How often, the rate, and the ends of its interval.
serialize! { MatchRate, |it|
    count: it.hits,
    rate: Proportion { hits: it.hits, of: it.of }.rate(),
    low: it.interval.map(|interval| interval.low),
    high: it.interval.map(|interval| interval.high),
}

/// With Wilson's interval.
impl Serialize for Proportion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MatchRate::from(*self).serialize(serializer)
    }
}

// How often each value was seen, from 0 to the largest that was.
serialize! { Histogram, |it|
    total: it.total(),
    mean: it.mean(),
    deviation: it.deviation(),
    counts: it.counts()[..it.counts().iter().rposition(|&count| count > 0).map_or(0, |largest| largest + 1)],
}
