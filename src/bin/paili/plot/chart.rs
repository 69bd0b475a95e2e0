//! One panel: a title, a legend in a row below it, and two labelled axes.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::{
    Color, DrawResult, DrawingArea, DrawingBackend, IntoFont, PathElement, RGBColor, Rectangle, TRANSPARENT, Text,
    TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;

pub const INK: RGBColor = RGBColor(30, 30, 30);
/// For what explains rather than shows.
pub const FAINT: RGBColor = RGBColor(80, 80, 80);
const GRID: RGBColor = RGBColor(222, 222, 222);

/// Letters of a size in pixels.
pub fn letters(size: u32, colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour)
}

/// Pixels above the axes for the title and the legend.
const HEAD: u32 = 76;

/// What a panel shows and in what units.
pub struct Panel {
    pub title: &'static str,
    pub keys: Vec<Key>,
    pub x: Axis,
    pub y: Axis,
}

/// An entry of the legend.
pub struct Key {
    pub mark: Mark,
    pub text: String,
}

/// How the legend shows what it explains.
#[derive(Debug, Clone, Copy)]
pub enum Mark {
    Area(RGBColor),
    Line(RGBColor),
}

/// A panel's axes, to draw on.
pub struct Chart<'a, DB: DrawingBackend>(ChartContext<'a, DB, Cartesian2d<Axis, Axis>>);

impl Panel {
    /// Draws everything but the data.
    pub fn open<'a, DB: DrawingBackend>(&self, area: &'a DrawingArea<DB, Shift>) -> DrawResult<Chart<'a, DB>, DB> {
        let tick = letters(18, INK);
        let mut chart = ChartBuilder::on(area)
            .margin_top(HEAD)
            .margin_right(24)
            .y_label_area_size(74)
            .x_label_area_size(54)
            .build_cartesian_2d(self.x.clone(), self.y.clone())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(FAINT)
            .label_style(tick)
            .axis_desc_style(letters(20, INK))
            .x_desc(self.x.name())
            .y_desc(self.y.name())
            .draw()?;
        area.draw_text(self.title, &letters(25, INK), (74, 16))?;
        self.legend(area)?;
        Ok(Chart(chart))
    }

    fn legend<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
        const MIDDLE: i32 = 58;
        let style = letters(18, INK);
        let mut left = 74;
        for Key { mark, text } in &self.keys {
            match *mark {
                Mark::Area(colour) => {
                    area.draw(&Rectangle::new([(left, MIDDLE - 7), (left + 14, MIDDLE + 7)], colour.filled()))?;
                }
                Mark::Line(colour) => {
                    area.draw(&PathElement::new([(left, MIDDLE), (left + 14, MIDDLE)], colour.stroke_width(3)))?;
                }
            }
            let at = (left + 20, MIDDLE);
            area.draw(&Text::new(text.as_str(), at, style.pos(Pos::new(HPos::Left, VPos::Center))))?;
            // An SVG's viewer may have wider letters than we measure with.
            let width = area.estimate_text_size(text, &style)?.0.cast_signed();
            left += 20 + width * 9 / 8 + 22;
        }
        Ok(())
    }
}

impl<DB: DrawingBackend> Chart<'_, DB> {
    /// How many pixels a unit of the x axis is wide.
    pub fn unit(&self) -> f64 {
        let (range, pixels) = (self.0.x_range(), self.0.plotting_area().dim_in_pixel().0);
        f64::from(pixels) / (range.end - range.start)
    }

    /// Fills what lies between two corners.
    pub fn fill(&self, corners: [(f64, f64); 2], colour: RGBColor) -> DrawResult<(), DB> {
        self.0.plotting_area().draw(&Rectangle::new(corners, colour.filled()))
    }

    /// Joins points.
    pub fn line(&self, points: Vec<(f64, f64)>, colour: RGBColor, width: u32) -> DrawResult<(), DB> {
        self.0.plotting_area().draw(&PathElement::new(points, colour.stroke_width(width)))
    }

    /// Writes centred above a point.
    pub fn above(&self, point: (f64, f64), text: &str) -> DrawResult<(), DB> {
        let style = letters(17, INK).pos(Pos::new(HPos::Center, VPos::Bottom));
        let (x, y) = self.0.backend_coord(&point);
        let (left, top) = self.0.plotting_area().get_base_pixel();
        let pixels = self.0.plotting_area().strip_coord_spec();
        pixels.draw(&Text::new(text, (x - left, y - top - 4), style))
    }

    /// Whether the ends of a range of shares can be told apart.
    pub fn visible(&self, low: f64, high: f64) -> bool {
        let (_, bottom) = self.0.backend_coord(&(0.0, low));
        let (_, top) = self.0.backend_coord(&(0.0, high));
        bottom - top >= 5
    }
}
