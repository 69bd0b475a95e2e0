//! Comparisons of two policies.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::simulation::{Comparison, Side};

/// Where there are too few matches for an interval, what follows from it is null.
impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let interval = self.interval();
        let mut object = serializer.serialize_struct("Comparison", 9)?;
        object.serialize_field("matches", &self.matches())?;
        object.serialize_field("games", &self.games())?;
        object.serialize_field("wins", &[Side::A, Side::B].map(|side| self.wins(side)))?;
        object.serialize_field("exhausted", &self.exhausted())?;
        object.serialize_field("difference", &self.difference())?;
        object.serialize_field("standard_error", &self.standard_error())?;
        object.serialize_field("low", &interval.map(|interval| interval.low))?;
        object.serialize_field("high", &interval.map(|interval| interval.high))?;
        object.serialize_field("p_value", &self.p_value())?;
        object.end()
    }
}
