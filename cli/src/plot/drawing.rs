//! A picture as it will be drawn.

use plotters::prelude::RGBColor;

use super::panel::Panel;

// Okabe and Ito (2008): colours that colour-blind people can tell apart.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);
pub const SKY: RGBColor = RGBColor(86, 180, 233);
pub const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub const VERMILION: RGBColor = RGBColor(213, 94, 0);
pub const GREEN: RGBColor = RGBColor(0, 158, 115);
pub const GREY: RGBColor = RGBColor(140, 140, 140);
pub const INK: RGBColor = RGBColor(30, 30, 30);

/// A page of panels.
pub struct Drawing {
    /// Width and height in pixels.
    pub size: (u32, u32),
    pub title: String,
    /// What everything is about, below the title.
    pub caption: String,
    /// Rows and columns of panels.
    pub grid: (usize, usize),
    pub panels: Vec<Panel>,
}
