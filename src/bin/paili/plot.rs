//! Pictures, for `--plot`.

mod axis;
mod bars;
mod chart;

use std::io::Write;
use std::path::Path;

use epaint_default_fonts::UBUNTU_LIGHT;
use plotters::coord::Shift;
use plotters::prelude::{
    BitMapBackend, DrawResult, DrawingArea, DrawingBackend, IntoDrawingArea, RGBColor, SVGBackend, WHITE,
};
use plotters::style::{FontStyle, register_font};

use crate::failure::{Failure, file_name};
use crate::file::NewFile;
pub use axis::Axis;
pub use bars::{Bar, Bars};
use chart::{FAINT, letters};
pub use chart::{INK, Key, Mark, Panel};

// Okabe and Ito (2008): colours that colour-blind people can tell apart.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);
pub const SKY: RGBColor = RGBColor(86, 180, 233);
pub const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub const VERMILION: RGBColor = RGBColor(213, 94, 0);
pub const GREEN: RGBColor = RGBColor(0, 158, 115);
pub const GREY: RGBColor = RGBColor(140, 140, 140);

/// What kind of picture a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlotFormat {
    Svg,
    Png,
}

impl PlotFormat {
    /// What a file's extension promises.
    fn of(path: &Path) -> Result<PlotFormat, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if extension.eq_ignore_ascii_case("svg") {
            Ok(PlotFormat::Svg)
        } else if extension.eq_ignore_ascii_case("png") {
            Ok(PlotFormat::Png)
        } else {
            let name = file_name(path);
            Err(Failure::BadInput(format!("{name}: cannot draw this kind of picture: expected .svg or .png")))
        }
    }
}

/// Pixels between the picture's edge and what is drawn.
const MARGIN: u32 = 20;

/// What is drawn.
pub trait Drawing {
    /// Width and height in pixels.
    const SIZE: (u32, u32);

    fn title(&self) -> String;

    /// What everything is about, below the title.
    fn caption(&self) -> String;

    /// Draws the rest.
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB>;
}

/// A picture that is going to be drawn, and its file.
pub struct Picture {
    file: NewFile,
    format: PlotFormat,
}

impl Picture {
    /// Begins the file.
    pub fn create(path: &Path) -> Result<Picture, Failure> {
        let format = PlotFormat::of(path)?;
        Ok(Picture { file: NewFile::create(path)?, format })
    }

    /// Draws it. Putting the file in its place is left to do, when all that belongs with it is written.
    pub fn draw(mut self, drawing: &impl Drawing) -> Result<NewFile, Failure> {
        let failed = |error| Failure::Broken(format!("{}: cannot be drawn: {error}", self.file.name()));
        let picture = render(drawing, self.format).map_err(failed)?;
        self.file.write_all(&picture).map_err(|error| self.file.failed(&error))?;
        Ok(self.file)
    }
}

/// The bytes of the whole file, the same for the same drawing.
pub fn render<D: Drawing>(drawing: &D, format: PlotFormat) -> Result<Vec<u8>, String> {
    // Letters are measured with this font in both formats. An SVG's viewer draws them with a sans-serif of its own.
    register_font("sans-serif", FontStyle::Normal, UBUNTU_LIGHT).map_err(|_| "the built-in font cannot be read")?;
    match format {
        PlotFormat::Svg => {
            let mut text = String::new();
            page(drawing, SVGBackend::with_string(&mut text, D::SIZE))?;
            Ok(text.into_bytes())
        }
        PlotFormat::Png => {
            let mut pixels = vec![0; D::SIZE.0 as usize * D::SIZE.1 as usize * 3];
            page(drawing, BitMapBackend::with_buffer(&mut pixels, D::SIZE))?;
            encode(&pixels, D::SIZE).map_err(|error| error.to_string())
        }
    }
}

/// Draws everything onto a backend.
fn page<DB: DrawingBackend>(drawing: &impl Drawing, backend: DB) -> Result<(), String> {
    let page = backend.into_drawing_area();
    let draw = || -> DrawResult<(), DB> {
        page.fill(&WHITE)?;
        let (head, body) = page.margin(MARGIN, MARGIN, MARGIN, MARGIN).split_vertically(80);
        heading(drawing, &head)?;
        drawing.draw(&body)?;
        page.present()
    };
    draw().map_err(|error| error.to_string())
}

/// The title and, below it, what everything else is about.
fn heading<DB: DrawingBackend>(drawing: &impl Drawing, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
    // No character of a title may break the line or the SVG.
    let mut title: String = drawing.title().chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    // An SVG's viewer may have wider letters than we measure with.
    let width = area.dim_in_pixel().0 / 5 * 4;
    let mut size = 36;
    while area.estimate_text_size(&title, &letters(size, INK))?.0 > width {
        if size > 22 {
            size -= 1;
        } else {
            title.pop();
            title.pop();
            title.push('…');
        }
    }
    area.draw_text(&title, &letters(size, INK), (0, 0))?;
    area.draw_text(&drawing.caption(), &letters(22, FAINT), (0, 42))
}

fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_tell_the_format() {
        for (name, format) in [("a.svg", PlotFormat::Svg), ("b/c.d.png", PlotFormat::Png), ("E.PNG", PlotFormat::Png)] {
            assert_eq!(PlotFormat::of(Path::new(name)).unwrap(), format);
        }
        for name in ["plot.jpg", "plot", ".svg", "svg"] {
            let Err(Failure::BadInput(message)) = PlotFormat::of(Path::new(name)) else { panic!("{name}") };
            assert_eq!(message, format!("{name}: cannot draw this kind of picture: expected .svg or .png"));
        }
    }
}
