//! Distributions of small numbers.

use std::ops::AddAssign;

use super::moments::Moments;

/// How often each of the values 0, 1, 2, … was seen.
///
/// ```
/// use paili::simulation::Histogram;
///
/// let mut chows = Histogram::new(5);
/// [0, 0, 1, 3].into_iter().for_each(|value| chows.add(value));
/// assert_eq!(chows.counts(), &[2, 1, 0, 1, 0]);
/// assert_eq!((chows.total(), chows.mean()), (4, Some(1.0)));
/// assert_eq!(chows.deviation(), Some(2_f64.sqrt()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram(Box<[u64]>);

impl Histogram {
    /// For the values below `values`, none of which was seen yet.
    pub fn new(values: usize) -> Self {
        Histogram(vec![0; values].into())
    }

    /// Counts a value.
    ///
    /// # Panics
    ///
    /// When the value is too large.
    #[inline]
    pub fn add(&mut self, value: usize) {
        self.0[value] += 1;
    }

    /// How often each value was seen.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// How many values were seen.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Their mean, if there are any.
    pub fn mean(&self) -> Option<f64> {
        self.moments().mean()
    }

    /// Their standard deviation as a sample, if there are two.
    pub fn deviation(&self) -> Option<f64> {
        self.moments().deviation()
    }

    /// The smallest value that at least this share of them does not exceed, if there are any.
    ///
    /// ```
    /// # use paili::simulation::Histogram;
    /// let mut seen = Histogram::new(9);
    /// (1..=8).for_each(|value| seen.add(value));
    /// assert_eq!((seen.quantile(0.5), seen.quantile(1.0)), (Some(4), Some(8)));
    /// ```
    pub fn quantile(&self, share: f64) -> Option<usize> {
        let total = self.total();
        let mut below = 0;
        self.0.iter().position(|&count| {
            below += count;
            count > 0 && below as f64 >= share * total as f64
        })
    }

    fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        (0..).zip(self.0.iter()).for_each(|(value, &count)| moments.add(value, count));
        moments
    }

    /// What [`Histogram::counts`] gives, to be filled in.
    pub(super) fn counts_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    /// The sum of the values.
    pub(super) fn sum(&self) -> i128 {
        self.moments().sum
    }
}

impl AddAssign<&Histogram> for Histogram {
    fn add_assign(&mut self, other: &Histogram) {
        self.0.iter_mut().zip(&other.0).for_each(|(count, more)| *count += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_mean() {
        let mut seen = Histogram::new(3);
        assert_eq!((seen.mean(), seen.deviation(), seen.quantile(0.5)), (None, None, None));
        seen.add(2);
        assert_eq!((seen.mean(), seen.deviation(), seen.quantile(0.0)), (Some(2.0), None, Some(2)));
    }

    #[test]
    fn adding_up_is_seeing_all() {
        let mut all = Histogram::new(7);
        let [mut some, mut others] = [all.clone(), all.clone()];
        for value in [3, 1, 4, 1, 5, 2, 6] {
            all.add(value);
            if value % 2 == 0 { some.add(value) } else { others.add(value) }
        }
        some += &others;
        assert_eq!(some, all);
        assert_eq!((all.total(), all.mean()), (7, Some(22.0 / 7.0)));
    }
}
