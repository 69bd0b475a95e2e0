//! Axes with ticks where we want them.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// An axis, its name and its ticks, which plotters would rather put where it pleases.
#[derive(Clone)]
pub struct Axis {
    /// What it measures, and the unit.
    name: &'static str,
    range: Range<f64>,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// The whole numbers up to one, with a tick at each, or at some if they are many; half a unit is left at both ends.
    pub fn numbers(name: &'static str, last: u32) -> Axis {
        let step = [1, 2, 5].into_iter().find(|step| last / step <= 16).unwrap_or(10);
        let ticks = (0..=last).step_by(step as usize).map(|number| (f64::from(number), number.to_string()));
        Axis { name, range: -0.5..f64::from(last) + 0.5, ticks: ticks.collect() }
    }

    /// Names at the whole numbers from 0.
    pub fn names(name: &'static str, names: impl Iterator<Item = String>) -> Axis {
        let ticks: Vec<_> = (0_u32..).map(f64::from).zip(names).collect();
        Axis { name, range: -0.5..f64::from(ticks.len() as u32) - 0.5, ticks }
    }

    /// The last number stands for larger ones too.
    pub fn and_more(mut self) -> Axis {
        if let Some((_, label)) = self.ticks.last_mut() {
            label.push('+');
        }
        self
    }

    /// Per cent from 0 to a share.
    pub fn percent(name: &'static str, highest: f64) -> Axis {
        const STEPS: [(f64, usize); 7] = [(0.1, 1), (0.2, 1), (0.5, 1), (1.0, 0), (2.0, 0), (5.0, 0), (10.0, 0)];
        let top = highest * 100.0;
        let (step, decimals) = STEPS.into_iter().find(|(step, _)| top / step < 6.0).unwrap_or((20.0, 0));
        let ticks = (0..).map(|number| f64::from(number) * step).take_while(|&percent| percent <= top);
        let ticks = ticks.map(|percent| (percent / 100.0, format!("{percent:.decimals$}"))).collect();
        Axis { name, range: 0.0..highest, ticks }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let Range { start, end } = self.range;
        first + (f64::from(last - first) * (value - start) / (end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.iter().map(|&(at, _)| at).collect()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at.total_cmp(value).is_eq());
        tick.map(|(_, label)| label.clone()).unwrap_or_default()
    }
}
