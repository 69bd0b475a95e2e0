//! The picture of a distribution.

use plotters::coord::Shift;
use plotters::prelude::{DrawResult, DrawingArea, DrawingBackend};

use super::input::Sources;
use super::report::Report;
use super::text::title;
use crate::plot::{Axis, BLUE, Bar, Bars, Drawing, Key, Mark, VERMILION};

/// How many hands are at each distance.
pub struct HandsDrawing<'a>(pub &'a Report<'a>);

impl Drawing for HandsDrawing<'_> {
    const SIZE: (u32, u32) = (1200, 800);

    fn title(&self) -> String {
        title(self.0)
    }

    fn caption(&self) -> String {
        let legend = "mean ± standard deviation";
        match self.0.sources {
            Sources::Random { .. } => {
                format!("{legend}  ·  whiskers, where large enough to be seen: 95 % confidence intervals")
            }
            Sources::Inputs(_) => legend.to_owned(),
        }
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
        let distances = &self.0.tally.distances;
        let last = distances.quantile(1.0).unwrap_or_default().max(3);
        let bar = |distance| {
            let share = self.0.proportion(distance);
            match self.0.sources {
                Sources::Random { .. } => Bar::independent(BLUE, share),
                Sources::Inputs(_) => Bar::plain(BLUE, share),
            }
        };
        let moments = match (distances.mean(), distances.deviation()) {
            (Some(mean), Some(deviation)) => format!("mean: {mean:.3} ± {deviation:.3}"),
            (mean, _) => mean.map_or("no hands".to_owned(), |mean| format!("mean: {mean:.3}")),
        };
        let bars = Bars {
            title: "Distances",
            keys: vec![Key { mark: Mark::Line(VERMILION), text: moments }],
            x: Axis::numbers("distance (tiles away from winning)", last as u32),
            y: "share of hands (%)",
            groups: (0..=last).map(|distance| vec![bar(distance)]).collect(),
            mean: distances.mean().map(|mean| (mean, VERMILION)),
        };
        bars.draw(area)
    }
}
