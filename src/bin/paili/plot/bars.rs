//! Bars side by side, with whiskers where a share is uncertain.

use paili::simulation::{Interval, Proportion};
use plotters::coord::Shift;
use plotters::prelude::{DrawResult, DrawingArea, DrawingBackend, RGBColor};

use super::axis::Axis;
use super::chart::{Chart, INK, Key, Panel};

/// A panel of bars: a group of them at each whole number from 0.
pub struct Bars {
    pub title: &'static str,
    pub keys: Vec<Key>,
    pub x: Axis,
    /// What the shares are of.
    pub y: &'static str,
    pub groups: Vec<Vec<Bar>>,
    /// Where to draw a line down, and its colour.
    pub mean: Option<(f64, RGBColor)>,
}

#[derive(Debug, Clone)]
pub struct Bar {
    colour: RGBColor,
    rate: f64,
    /// Where the rate truly lies.
    interval: Option<Interval>,
}

impl Bar {
    /// A share of what know nothing of each other, such as games: the confidence interval holds.
    pub fn independent(colour: RGBColor, share: Proportion) -> Bar {
        Bar { interval: share.interval(), ..Bar::plain(colour, share) }
    }

    /// A share without a confidence interval.
    pub fn plain(colour: RGBColor, share: Proportion) -> Bar {
        Bar { colour, rate: share.rate().unwrap_or_default(), interval: None }
    }

    fn is_seen(&self) -> bool {
        self.rate > 0.0
    }

    fn top(&self) -> f64 {
        self.interval.map_or(self.rate, |interval| interval.high)
    }
}

/// Pixels that a bar must be wide to have a whisker, and to have its rate written above it.
const WIDE: f64 = 12.0;
const WIDE_FOR_TEXT: f64 = 37.0;

impl Bars {
    pub fn draw<DB: DrawingBackend>(self, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
        let Bars { title, keys, x, y, groups, mean } = self;
        let most = groups.iter().map(Vec::len).max().unwrap_or_default().max(1);
        // A distribution of many values looks like one, not like a fence.
        let width = if groups.len() > 30 { 1.0 } else { 0.84 / f64::from(most as u32) };
        let highest = groups.iter().flatten().filter(|bar| bar.is_seen()).map(Bar::top).fold(0.0, f64::max);
        let y = Axis::percent(y, if highest > 0.0 { highest * 1.15 } else { 1.0 });
        let chart = Panel { title, keys, x, y }.open(area)?;
        for (middle, bars) in (0_u32..).map(f64::from).zip(&groups) {
            let mut left = middle - width * f64::from(bars.len() as u32) / 2.0;
            for bar in bars {
                if bar.is_seen() {
                    bar.draw(&chart, left, width)?;
                }
                left += width;
            }
        }
        if let Some((mean, colour)) = mean {
            chart.line(vec![(mean, 0.0), (mean, highest * 1.15)], colour, 2)?;
        }
        Ok(())
    }
}

impl Bar {
    fn draw<DB: DrawingBackend>(&self, chart: &Chart<'_, DB>, left: f64, width: f64) -> DrawResult<(), DB> {
        let pixels = chart.unit() * width;
        // A hair of white between neighbours.
        let gap = if pixels > WIDE { width * 0.03 } else { 0.0 };
        chart.fill([(left + gap, 0.0), (left + width - gap, self.rate)], self.colour)?;
        let middle = left + width / 2.0;
        let mut top = self.rate;
        if let Some(Interval { low, high }) = self.interval
            && pixels >= WIDE
            && chart.visible(low, high)
        {
            top = high;
            chart.line(vec![(middle, low), (middle, high)], INK, 1)?;
            let reach = 4.0 / chart.unit();
            for end in [low, high] {
                chart.line(vec![(middle - reach, end), (middle + reach, end)], INK, 1)?;
            }
        }
        if pixels >= WIDE_FOR_TEXT { chart.above((middle, top), &self.text()) } else { Ok(()) }
    }

    fn text(&self) -> String {
        match self.rate * 100.0 {
            percent if percent < 0.05 => "<0.1".to_owned(),
            percent if percent >= 100.0 => "100".to_owned(),
            // Nearly all is not all.
            percent => format!("{:.1}", percent.min(99.9)),
        }
    }
}
