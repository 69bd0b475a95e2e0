//! Rates and how sure they are.

use super::student;

/// How often something happened: `hits` of `of` times.
///
/// ```
/// use paili::simulation::Proportion;
///
/// let wins = Proportion { hits: 81, of: 263 };
/// assert!((wins.rate().unwrap() - 0.308).abs() < 1e-3);
/// let interval = wins.interval().unwrap();
/// assert!((interval.low - 0.2553).abs() < 1e-4 && (interval.high - 0.3662).abs() < 1e-4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proportion {
    /// How many are counted.
    pub hits: u64,
    /// Of how many.
    pub of: u64,
}

/// Where something lies with a confidence of 95 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Proportion {
    /// The rate, if there is anything to take it of.
    pub fn rate(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }

    /// Where the probability lies that the rate estimates, after Wilson (1927): an interval that keeps its promise for
    /// small numbers and rates near 0 and 1 too.
    pub fn interval(self) -> Option<Interval> {
        Some(self.interval_of(self.of as f64, self.rate()?))
    }

    /// The same when what was counted says no more than `trials` independent trials would.
    pub(super) fn interval_of(self, trials: f64, rate: f64) -> Interval {
        // A standard normal variable lies within Z of 0 with a probability of 95 %.
        const Z: f64 = student::NORMAL;
        let shrink = 1.0 + Z * Z / trials;
        let middle = (rate + Z * Z / (2.0 * trials)) / shrink;
        let reach = Z / shrink * (rate * (1.0 - rate) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
        // None and all are within their own intervals, whatever rounding says.
        let low = if self.hits == 0 { 0.0 } else { middle - reach };
        let high = if self.hits == self.of { 1.0 } else { middle + reach };
        Interval { low, high }
    }
}

impl Interval {
    /// Whether a value lies in it.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_and_all_are_possible() {
        let none = Proportion { hits: 0, of: 10 }.interval().unwrap();
        assert!(none.contains(0.0) && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        let all = Proportion { hits: 10, of: 10 }.interval().unwrap();
        assert!((all.low - 0.7225).abs() < 1e-4 && all.contains(1.0), "{all:?}");
        assert_eq!(Proportion { hits: 0, of: 0 }.interval(), None);
    }
}
