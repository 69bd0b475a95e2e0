//! Pictures, for `--plot`.

mod draw;
mod drawing;
mod panel;

use std::path::Path;

use plotters::prelude::{BitMapBackend, SVGBackend};

use crate::failure::Failure;
use crate::file::{NewFile, extension};
pub use drawing::{BLUE, Drawing, GREEN, GREY, INK, ORANGE, SKY, VERMILION};
pub use panel::{Axis, Bar, Key, Label, Line, Panel};

/// What kind of picture a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlotFormat {
    Svg,
    Png,
}

impl PlotFormat {
    /// What a file's extension promises.
    fn of(path: &Path) -> Result<PlotFormat, Failure> {
        match extension(path).as_deref() {
            Some("svg") => Ok(PlotFormat::Svg),
            Some("png") => Ok(PlotFormat::Png),
            _ => Err(Failure::of_file(path, "cannot draw this kind of picture: expected .svg or .png")),
        }
    }
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
    pub fn draw(mut self, drawing: &Drawing) -> Result<NewFile, Failure> {
        let failed = |error| Failure::Broken(format!("{}: cannot be drawn: {error}", self.file.name()));
        let picture = drawing.render(self.format).map_err(failed)?;
        self.file.append(&picture)?;
        Ok(self.file)
    }
}

impl Drawing {
    /// The bytes of the whole file, the same for the same drawing.
    pub fn render(&self, format: PlotFormat) -> Result<Vec<u8>, String> {
        match format {
            PlotFormat::Svg => {
                let mut text = String::new();
                draw::draw(self, SVGBackend::with_string(&mut text, self.size))?;
                Ok(text.into_bytes())
            }
            PlotFormat::Png => {
                let (width, height) = self.size;
                let mut pixels = vec![0; (width * height * 3) as usize];
                draw::draw(self, BitMapBackend::with_buffer(&mut pixels, self.size))?;
                encode_png(&pixels, self.size).map_err(|error| error.to_string())
            }
        }
    }
}

fn encode_png(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
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

    #[test]
    fn titles_are_xml_whatever_files_are_called() {
        let (title, caption) = ("a\u{FFFE}b\u{FFFF}c\u{1}d<&>".to_owned(), String::new());
        let drawing = Drawing { size: (400, 300), title, caption, grid: (1, 1), panels: Vec::new() };
        let svg = String::from_utf8(drawing.render(PlotFormat::Svg).unwrap()).unwrap();
        assert!(svg.contains("a b c d&lt;&amp;&gt;"), "{svg}");
        assert!(!svg.contains(['\u{FFFE}', '\u{FFFF}', '\u{1}']));
    }
}
