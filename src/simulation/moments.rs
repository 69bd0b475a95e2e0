//! Means and deviations of many small numbers.

/// How many numbers there are, their sum, and the sum of their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moments {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Moments {
    /// Adds a number that was seen so often.
    pub fn add(&mut self, number: i64, times: u64) {
        let (number, seen) = (i128::from(number), i128::from(times));
        self.count += times;
        self.sum += number * seen;
        self.squares += number * number * seen;
    }

    /// Their mean, if there are any.
    pub fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// Their standard deviation as a sample, if there are two.
    pub fn deviation(self) -> Option<f64> {
        let count = u128::from(self.count);
        (count > 1).then(|| (self.spread() / (count * (count - 1)) as f64).sqrt())
    }

    /// The standard error of their sum, if there are two.
    pub(crate) fn error_of_sum(self) -> Option<f64> {
        (self.count > 1).then(|| (self.spread() / (self.count - 1) as f64).sqrt())
    }

    /// The sum of the squared differences from the mean, times the number of values.
    fn spread(self) -> f64 {
        // Exact for every number that anybody counts: no rounded squares cancel. Beyond that, as good as doubles are.
        match i128::from(self.count).checked_mul(self.squares) {
            Some(product) => (product - self.sum * self.sum) as f64,
            None => (self.count as f64 * self.squares as f64 - self.sum as f64 * self.sum as f64).max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_right_at_every_size() {
        for times in [1_u64, 1000, 1 << 30, 1 << 50, 1 << 60, 1 << 63] {
            let mut moments = Moments::default();
            moments.add(-1, times / 2);
            moments.add(3, times - times / 2);
            let expected = (times > 1).then(|| 4.0 * times as f64 / (times - 1) as f64);
            let found = moments.deviation().map(|deviation| deviation * deviation);
            assert_eq!(found.is_some(), expected.is_some());
            assert!(
                found.zip(expected).is_none_or(|(found, expected)| (found / expected - 1.0).abs() < 1e-9),
                "{times}"
            );
        }
    }
}
