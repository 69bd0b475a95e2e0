//! A panel of a picture: two axes, bars and lines.

use std::ops::Range;

use paili::simulation::MatchRate;
use plotters::prelude::RGBColor;

use super::drawing::{BLUE, GREEN, GREY, INK, ORANGE, SKY, VERMILION};

/// A panel, drawn from the bars to the lines.
pub struct Panel {
    pub title: &'static str,
    /// The legend.
    pub keys: Vec<Key>,
    pub x: Axis,
    pub y: Axis,
    pub bars: Vec<Bar>,
    pub lines: Vec<Line>,
}

/// An entry of the legend. It is marked by an area or a line.
pub enum Key {
    Area(RGBColor, String),
    Line(RGBColor, String),
}

/// A filled rectangle.
pub struct Bar {
    pub x: Range<f64>,
    pub y: Range<f64>,
    pub colour: RGBColor,
    pub label: Label,
}

/// What a bar says beside its size.
pub enum Label {
    Nothing,
    /// The rate that it shows, where it is wide enough, and the confidence interval.
    Rate(MatchRate),
    /// A text in its middle.
    Middle(String),
}

/// Joined points.
pub struct Line {
    pub points: Vec<(f64, f64)>,
    pub colour: RGBColor,
    pub width: u32,
}

/// An axis, its name and its ticks.
#[derive(Clone)]
pub struct Axis {
    /// What it measures, and the unit.
    pub name: &'static str,
    pub range: Range<f64>,
    pub ticks: Vec<(f64, String)>,
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

    /// Values in a range, with ticks at round ones.
    pub fn values(name: &'static str, range: Range<f64>) -> Axis {
        let rough = (range.end - range.start) / 8.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(rough);
        let decimals = usize::from(step < 1.0);
        let first = (range.start / step).ceil();
        let ticks = (0..).map(|number| (first + f64::from(number)) * step).take_while(|&value| value <= range.end);
        let ticks =
            ticks.map(|value| (value, if value == 0.0 { "0".to_owned() } else { format!("{value:+.decimals$}") }));
        let ticks = ticks.collect();
        Axis { name, range, ticks }
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
}

impl Panel {
    /// A group of bars side by side at each whole number from 0.
    pub fn shares(
        title: &'static str,
        keys: Vec<Key>,
        x: Axis,
        y: &'static str,
        groups: Vec<Vec<(RGBColor, MatchRate)>>,
    ) -> Panel {
        let most = groups.iter().map(Vec::len).max().unwrap_or_default().max(1);
        // A distribution of many values looks like one, not like a fence; bars of few have a hair of white between them.
        let (width, gap) = if groups.len() > 30 { (1.0, 0.0) } else { (0.84 / most as f64, 0.03) };
        let mut bars = Vec::new();
        let mut highest = 0.0_f64;
        for (middle, group) in (0_u32..).map(f64::from).zip(groups) {
            let first = middle - width * group.len() as f64 / 2.0;
            for (place, (colour, rate)) in (0_u32..).map(f64::from).zip(group) {
                if rate.hits > 0 {
                    let share = rate.hits as f64 / rate.of as f64;
                    let left = first + width * place;
                    let x = left + width * gap..left + width * (1.0 - gap);
                    highest = highest.max(rate.interval.map_or(share, |interval| interval.high));
                    bars.push(Bar { x, y: 0.0..share, colour, label: Label::Rate(rate) });
                }
            }
        }
        let y = Axis::percent(y, if highest > 0.0 { highest * 1.15 } else { 1.0 });
        Panel { title, keys, x, y, bars, lines: Vec::new() }
    }

    /// A line for each named curve, whose values stand at the whole numbers from one on: the axis has none before. Curves that look
    /// alike are one with all their names. More than there are colours can't be told apart, and are left out.
    pub fn curves<'a>(
        title: &'static str,
        (mut x, first): (Axis, u32),
        y: Axis,
        curves: impl Iterator<Item = (String, &'a [f64])>,
    ) -> Panel {
        /// Half as long as the line of a single value.
        const DASH: f64 = 0.1;
        x.ticks.retain(|&(at, _)| at >= f64::from(first));
        let mut apart: Vec<(String, &[f64])> = Vec::new();
        for (name, values) in curves {
            match apart.iter_mut().find(|(_, others)| are_alike(others, values, y.range.end)) {
                // One would hide the other.
                Some((names, _)) => {
                    names.push(' ');
                    names.push_str(&name);
                }
                None => apart.push((name, values)),
            }
        }
        let each = || apart.iter().zip([BLUE, VERMILION, GREEN, ORANGE, SKY, INK, GREY]);
        let named = each().filter(|((name, _), _)| !name.is_empty());
        let keys = named.map(|((name, _), colour)| Key::Line(colour, name.clone())).collect();
        let line = |((_, values), colour): (&(String, &[f64]), RGBColor)| {
            let points = match *values {
                // A line through a single point is not seen.
                [value] => [-DASH, DASH].map(|aside| (f64::from(first) + aside, *value)).into(),
                values => (first..).map(f64::from).zip(values.iter().copied()).collect(),
            };
            Line { points, colour, width: 2 }
        };
        Panel { title, keys, x, y, bars: Vec::new(), lines: each().map(line).collect() }
    }

    /// Draws a line down at a value too, such as the mean.
    pub fn with_line_at(mut self, value: Option<f64>, colour: RGBColor) -> Panel {
        let top = self.y.range.end;
        self.lines.extend(value.map(|value| Line { points: vec![(value, 0.0), (value, top)], colour, width: 2 }));
        self
    }
}

/// Whether two curves look like one on an axis that ends at `highest`: they are nowhere a pixel apart.
fn are_alike(one: &[f64], other: &[f64], highest: f64) -> bool {
    const PIXELS: f64 = 350.0;
    one.iter().zip(other).all(|(one, other)| (one - other).abs() * PIXELS <= highest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_that_look_alike_are_one() {
        let curves = [[0.1, 0.2, 0.3], [0.1, 0.2, 0.302], [0.1, 0.2003, 0.3]];
        let each = ["one", "two", "three"].map(str::to_owned).into_iter().zip(curves.iter().map(|curve| &curve[..]));
        let panel = Panel::curves("", (Axis::numbers("draw", 3), 1), Axis::percent("games (%)", 0.5), each);
        let names: Vec<&str> = panel
            .keys
            .iter()
            .map(|key| match key {
                Key::Line(_, name) | Key::Area(_, name) => name.as_str(),
            })
            .collect();
        assert_eq!((names, panel.lines.len()), (vec!["one three", "two"], 2));
    }
}
