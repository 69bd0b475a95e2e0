//! How much is asked.

use std::time::{Duration, Instant};

/// How much a subject is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// As many hands as there is time for: half of it at most for those that are known beforehand. What is meant, and which hand is
    /// the smallest, may take as long each, hands beside melds a tenth of it.
    Time(Duration),
    /// All hands that are known beforehand, and of each distance so many that are drawn, or so many walls: the same on every machine.
    Drawn(u64),
}

impl Extent {
    /// The moment until which a share of it is asked, one of so many.
    pub(crate) fn until(self, shares: u32) -> Instant {
        /// Ten years: whoever is asked for longer is asked again.
        const FOR_EVER: Duration = Duration::from_secs(315_360_000);
        Instant::now() + if let Extent::Time(time) = self { time / shares } else { FOR_EVER }
    }

    /// How many are drawn at most.
    pub(crate) fn drawn(self) -> u64 {
        if let Extent::Drawn(most) = self { most } else { u64::MAX }
    }
}
