//! How a picture is drawn, by plotters.

use std::ops::Range;

use epaint_default_fonts::UBUNTU_LIGHT;
use paili::simulation::Interval;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{Drawing, INK};
use super::panel::{Axis, Bar, Key, Label, Panel};

/// For what explains rather than shows.
const FAINT: RGBColor = RGBColor(80, 80, 80);
const GRID: RGBColor = RGBColor(222, 222, 222);

/// Pixels from a panel's left edge to its axes.
const LEFT: u32 = 74;

/// Letters of a size in pixels.
fn letters(size: u32, colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour)
}

/// Draws everything.
pub fn draw<DB: DrawingBackend>(drawing: &Drawing, backend: DB) -> Result<(), String> {
    // Letters are measured with this font in both formats. An SVG's viewer draws them with a sans-serif of its own.
    register_font("sans-serif", FontStyle::Normal, UBUNTU_LIGHT).map_err(|_| "the built-in font cannot be read")?;
    draw_page(drawing, &backend.into_drawing_area()).map_err(|error| error.to_string())
}

fn draw_page<DB: DrawingBackend>(drawing: &Drawing, page: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
    page.fill(&WHITE)?;
    let (head, body) = page.margin(20, 20, 20, 20).split_vertically(80);
    // A letter is about half as wide as it is high, and an SVG's viewer may have wider ones.
    let width = drawing.size.0 / 5 * 4;
    let fitting = 2 * width / (drawing.title.chars().count() as u32).max(1);
    // No character of a title may break the line, or is none of XML's.
    let breaks = |char: char| char.is_control() || matches!(char, '\u{FFFE}' | '\u{FFFF}');
    let title = drawing.title.chars().map(|char| if breaks(char) { ' ' } else { char });
    let title: String =
        if fitting < 22 { title.take((2 * width / 22) as usize).chain(['…']).collect() } else { title.collect() };
    head.draw_text(&title, &letters(fitting.clamp(22, 36), INK), (0, 0))?;
    let fitting = 2 * (drawing.size.0 - 40) / (drawing.caption.chars().count() as u32).max(1);
    head.draw_text(&drawing.caption, &letters(fitting.clamp(14, 22), FAINT), (0, 42))?;
    for (panel, area) in drawing.panels.iter().zip(body.split_evenly(drawing.grid)) {
        draw_panel(panel, &area)?;
    }
    page.present()
}

fn draw_panel<DB: DrawingBackend>(panel: &Panel, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
    let Panel { x, y, .. } = panel;
    area.draw_text(panel.title, &letters(25, INK), (LEFT.cast_signed(), 16))?;
    draw_legend(&panel.keys, area)?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(76)
        .margin_right(24)
        .y_label_area_size(LEFT)
        .x_label_area_size(54)
        .build_cartesian_2d(x.clone(), y.clone())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(FAINT)
        .label_style(letters(18, INK))
        .axis_desc_style(letters(20, INK))
        .x_desc(x.name)
        .y_desc(y.name)
        .draw()?;

    let axes = chart.plotting_area();
    let (width, height) = axes.dim_in_pixel();
    let [x_unit, y_unit] =
        [(width, &x.range), (height, &y.range)].map(|(pixels, range)| f64::from(pixels) / (range.end - range.start));
    for bar in &panel.bars {
        let Bar { x, y, colour, label } = bar;
        axes.draw(&Rectangle::new([(x.start, y.start), (x.end, y.end)], colour.filled()))?;
        let rate = match label {
            Label::Nothing => continue,
            Label::Rate(rate) => rate,
            Label::Middle(text) => {
                let middle = (f64::midpoint(x.start, x.end), f64::midpoint(y.start, y.end));
                // White on dark, as the rows of a table are read.
                let RGBColor(red, green, blue) = *colour;
                let dark = u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue) < 1400;
                let centre = letters(19, if dark { WHITE } else { INK }).pos(Pos::new(HPos::Center, VPos::Center));
                axes.draw(&(EmptyElement::at(middle) + Text::new(text.clone(), (0, 0), centre)))?;
                continue;
            }
        };
        let pixels = (x.end - x.start) * x_unit;
        let mut top = (f64::midpoint(x.start, x.end), y.end);
        if let Some(Interval { low, high }) = rate.interval
            && pixels >= 11.0
            && (high - low) * y_unit >= 5.0
        {
            let (middle, left, right) = (top.0, top.0 - 4.0 / x_unit, top.0 + 4.0 / x_unit);
            for (x, y) in [((middle, middle), (low, high)), ((left, right), (low, low)), ((left, right), (high, high))]
            {
                axes.draw(&PathElement::new([(x.0, y.0), (x.1, y.1)], INK))?;
            }
            top.1 = high;
        }
        if pixels >= 35.0 {
            let above = letters(17, INK).pos(Pos::new(HPos::Center, VPos::Bottom));
            axes.draw(&(EmptyElement::at(top) + Text::new(percent(y.end), (0, -4), above)))?;
        }
    }
    for line in &panel.lines {
        axes.draw(&PathElement::new(line.points.clone(), line.colour.stroke_width(line.width)))?;
    }
    Ok(())
}

/// A row below the title.
fn draw_legend<DB: DrawingBackend>(keys: &[Key], area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
    const MIDDLE: i32 = 58;
    let style = letters(18, INK).pos(Pos::new(HPos::Left, VPos::Center));
    let mut left = LEFT.cast_signed();
    for key in keys {
        let (colour, half, text) = match key {
            Key::Area(colour, text) => (colour, 7, text),
            Key::Line(colour, text) => (colour, 1, text),
        };
        area.draw(&Rectangle::new([(left, MIDDLE - half), (left + 14, MIDDLE + half)], colour.filled()))?;
        area.draw(&Text::new(text.as_str(), (left + 20, MIDDLE), style.clone()))?;
        // An SVG's viewer may have wider letters than we measure with.
        left += 42 + area.estimate_text_size(text, &style)?.0.cast_signed() * 9 / 8;
    }
    Ok(())
}

/// The axis with its own ticks: plotters would put others.
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

/// A share in per cent. Hardly any is not none, and nearly all is not all.
fn percent(share: f64) -> String {
    match share * 100.0 {
        percent if percent < 0.05 => "<0.1".to_owned(),
        percent if percent >= 100.0 => "100".to_owned(),
        percent => format!("{:.1}", percent.min(99.9)),
    }
}
