//! The picture of a distribution: how many hands are at each distance.

use super::input::Sources;
use super::report::Report;
use super::text::{rules_and_forms, title};
use crate::plot::{Axis, BLUE, Drawing, Key, Panel, VERMILION};

pub fn drawing(report: &Report) -> Drawing {
    let distances = &report.tally.distances;
    let whiskers = match report.sources {
        Sources::Random { .. } => "  ·  whiskers, where large enough to be seen: 95 % confidence intervals",
        Sources::Inputs(_) => "",
    };
    let moments = match (distances.mean(), distances.deviation()) {
        (Some(mean), Some(deviation)) => format!("mean: {mean:.3} ± {deviation:.3}"),
        (mean, _) => mean.map_or("no hands".to_owned(), |mean| format!("mean: {mean:.3}")),
    };
    let of: String = rules_and_forms(report).map(|of| of + "  ·  ").collect();
    let last = distances.quantile(1.0).unwrap_or_default().max(3);
    let panel = Panel::shares(
        "Distances",
        vec![Key::Line(VERMILION, moments)],
        Axis::numbers("distance (tiles away from winning)", last as u32),
        "share of hands (%)",
        (0..=last).map(|distance| vec![(BLUE, report.share(distance))]).collect(),
    );
    Drawing {
        size: (1200, 800),
        title: title(report),
        caption: format!("{of}mean ± standard deviation{whiskers}"),
        grid: (1, 1),
        panels: vec![panel.with_line_at(distances.mean(), VERMILION)],
    }
}
