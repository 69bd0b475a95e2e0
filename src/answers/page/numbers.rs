//! Numbers as people read them.

use std::time::Duration;

use crate::simulation::{Interval, MatchRate, Proportion};

/// A share without a confidence interval: it estimates nothing but itself.
pub fn exact(share: Proportion) -> MatchRate {
    MatchRate { hits: share.hits, of: share.of, interval: None }
}

/// `21.35 % (21.27–21.43)`, with the digits that the interval is worth.
pub fn percent(rate: impl Into<MatchRate>) -> String {
    let MatchRate { hits, of, interval } = rate.into();
    let Some(rate) = Proportion { hits, of }.rate() else {
        return number(None, 0);
    };
    let percent = 100.0 * rate;
    let Some(interval) = interval else {
        return format!("{percent:.*} %", digits_of(percent));
    };
    let (low, high, digits) = ends(interval);
    format!("{percent:.digits$} % ({low:.digits$}–{high:.digits$})")
}

/// `+0.42 (+0.31 to +0.53)`: a difference of rates in percentage points.
pub fn points(difference: f64, interval: Interval) -> String {
    let (low, high, digits) = ends(interval);
    format!("{:+.digits$} ({low:+.digits$} to {high:+.digits$})", 100.0 * difference)
}

/// Two digits after the point; of a small share, enough to show two that are not zero.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share has at most some twenty zeros")]
fn digits_of(percent: f64) -> usize {
    if percent == 0.0 || percent >= 0.1 { 2 } else { (1.0 - percent.log10().floor()) as usize }
}

/// The ends of an interval in per cent, with enough digits after the point that its width shows one or two of its own.
fn ends(Interval { low, high }: Interval) -> (f64, f64, usize) {
    let digits = match 100.0 * (high - low) {
        width if width >= 2.0 => 1,
        width if width >= 0.2 => 2,
        width if width >= 0.02 => 3,
        _ => 4,
    };
    (100.0 * low, 100.0 * high, digits)
}

/// An upper bound of a probability in per cent, with so many digits after the point, rounded up: `22.674 %`.
pub fn bound(probability: f64, digits: u8) -> String {
    let scale = 10_f64.powi(digits.into());
    // What a double has too much is not worth a digit.
    let up = (100.0 * probability * scale - 1e-9).ceil().max(0.0) / scale;
    format!("{up:.*} %", usize::from(digits))
}

/// A number with this many digits after the point, or a dash if there is none.
pub fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
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

/// `1 hand` or `1,234 hands`.
pub fn plural(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// How many a second.
pub fn speed(done: u64, took: Duration) -> f64 {
    done as f64 / took.as_secs_f64().max(f64::MIN_POSITIVE)
}

/// `in 0.25 s: 4,000 games a second`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number")]
pub fn took(done: u64, noun: &str, took: Duration) -> String {
    format!("in {:.2} s: {} {noun} a second", took.as_secs_f64(), grouped(speed(done, took).round() as u64))
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
    fn bounds_are_rounded_up() {
        for (probability, text) in
            [(0.226_732_3, "22.674 %"), (0.25, "25.000 %"), (0.0, "0.000 %"), (1.0, "100.000 %"), (1e-7, "0.001 %")]
        {
            assert_eq!(bound(probability, 3), text);
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
            assert_eq!(percent(exact(Proportion { hits, of })), text);
        }
    }
}
