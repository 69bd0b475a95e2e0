//! The distribution as CSV: a line for each distance.

use std::fmt::Write;

use super::{Columns, Report};

/// A header line, then a line for each distance.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = write(report, &mut text);
    text
}

fn write(report: &Report, text: &mut String) -> std::fmt::Result {
    let more = match report.columns {
        Columns::Counts => "",
        Columns::CountsAndAcceptance => ",acceptance,accepted",
    };
    writeln!(text, "distance,weighted,distinct,probability{more}")?;
    for at in report.distribution.distances() {
        let probability = report.distribution.probability(at);
        write!(text, "{},{},{},{probability}", at.distance(), at.weighted(), at.distinct())?;
        if report.columns == Columns::CountsAndAcceptance {
            write!(text, ",{},{}", at.acceptance(), at.accepted())?;
        }
        writeln!(text)?;
    }
    Ok(())
}
