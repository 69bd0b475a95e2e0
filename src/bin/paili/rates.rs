//! Rates with their confidence intervals, and large numbers, as they are written.

use paili::simulation::{Interval, MatchRate, Proportion};
use serde::Serialize;

/// A rate as programs read it.
#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the fields are the keys that programs read")]
pub struct Rate {
    count: u64,
    rate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl Rate {
    /// A rate that estimates nothing but itself.
    pub fn exact(proportion: Proportion) -> Self {
        Rate::new(proportion, None)
    }

    fn new(proportion: Proportion, interval: Option<Interval>) -> Self {
        Rate {
            count: proportion.hits,
            rate: proportion.rate(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

impl From<Proportion> for Rate {
    fn from(proportion: Proportion) -> Self {
        Rate::new(proportion, proportion.interval())
    }
}

impl From<MatchRate> for Rate {
    fn from(MatchRate { hits, of, interval }: MatchRate) -> Self {
        Rate::new(Proportion { hits, of }, interval)
    }
}

/// `21.35 % (21.27–21.43)`, with as many digits as the interval is worth.
pub fn percent(rate: impl Into<Rate>) -> String {
    let Rate { rate: Some(rate), low, high, .. } = rate.into() else {
        return "–".to_owned();
    };
    let (Some(low), Some(high)) = (low, high) else {
        return format!("{:.*} %", digits_of(100.0 * rate), 100.0 * rate);
    };
    let digits = digits_for(100.0 * (high - low));
    let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
    format!("{rate:.digits$} % ({low:.digits$}–{high:.digits$})")
}

/// `+0.42 (+0.31 to +0.53)`: a difference of rates in percentage points.
pub fn points(difference: f64, Interval { low, high }: Interval) -> String {
    let digits = digits_for(100.0 * (high - low));
    let [difference, low, high] = [difference, low, high].map(|share| 100.0 * share);
    format!("{difference:+.digits$} ({low:+.digits$} to {high:+.digits$})")
}

/// Two digits after the point, or as many as a small share takes to show two of its own.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share has at most some twenty zeros")]
fn digits_of(percent: f64) -> usize {
    if percent == 0.0 || percent >= 0.1 { 2 } else { (1.0 - percent.log10().floor()) as usize }
}

/// So many digits after the point that the width of an interval shows with one or two of its own.
fn digits_for(width: f64) -> usize {
    match width {
        width if width >= 2.0 => 1,
        width if width >= 0.2 => 2,
        width if width >= 0.02 => 3,
        _ => 4,
    }
}

/// A number with its thousands apart: `1,234,567`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        for (number, text) in [(0_u64, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn digits_follow_the_interval() {
        assert_eq!(percent(Proportion { hits: 1, of: 4 }), "25.0 % (4.6–69.9)");
        assert_eq!(percent(Proportion { hits: 213_450, of: 1_000_000 }), "21.345 % (21.265–21.425)");
        assert_eq!(percent(Proportion { hits: 0, of: 0 }), "–");
        for (hits, of, text) in
            [(0, 9, "0.00 %"), (1, 3, "33.33 %"), (14, 3_000_000, "0.00047 %"), (5, 10_000, "0.050 %")]
        {
            assert_eq!(percent(Rate::exact(Proportion { hits, of })), text);
        }
    }
}
