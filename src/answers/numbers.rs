//! Rates and histograms.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::simulation::{Histogram, MatchRate, Proportion};

/// How often, the rate, and the ends of its interval.
impl Serialize for MatchRate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Rate", 4)?;
        object.serialize_field("count", &self.hits)?;
        object.serialize_field("rate", &Proportion { hits: self.hits, of: self.of }.rate())?;
        object.serialize_field("low", &self.interval.map(|interval| interval.low))?;
        object.serialize_field("high", &self.interval.map(|interval| interval.high))?;
        object.end()
    }
}

impl From<Proportion> for MatchRate {
    /// With Wilson's interval.
    fn from(proportion: Proportion) -> Self {
        MatchRate { hits: proportion.hits, of: proportion.of, interval: proportion.interval() }
    }
}

impl Serialize for Proportion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MatchRate::from(*self).serialize(serializer)
    }
}

/// How often each value was seen, from 0 to the largest that was.
impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seen = self.counts().iter().rposition(|&count| count > 0).map_or(0, |largest| largest + 1);
        let mut object = serializer.serialize_struct("Histogram", 4)?;
        object.serialize_field("total", &self.total())?;
        object.serialize_field("mean", &self.mean())?;
        object.serialize_field("deviation", &self.deviation())?;
        object.serialize_field("counts", &self.counts()[..seen])?;
        object.end()
    }
}
