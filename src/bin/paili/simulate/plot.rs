//! The picture of a tally, for `--plot`.

mod axis;
mod bars;
mod chart;
mod panels;
mod progress;

use std::io::Write;
use std::path::Path;

use epaint_default_fonts::UBUNTU_LIGHT;
use paili::simulation::Tally;
use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, DrawResult, DrawingArea, DrawingBackend, IntoDrawingArea, SVGBackend, WHITE};
use plotters::style::{FontStyle, register_font};

use super::checkpoint::Parameters;
use super::policies::say_policies;
use crate::failure::{Failure, file_name};
use crate::file::NewFile;
use crate::rates::grouped;
use chart::{FAINT, INK, letters};

/// What kind of picture a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlotFormat {
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

/// Width and height in pixels.
const SIZE: (u32, u32) = (1600, 1200);

/// Pixels between the picture's edge and what is drawn.
const MARGIN: u32 = 20;

/// A picture that is going to be drawn, and its file.
pub struct Picture {
    file: NewFile,
    format: PlotFormat,
    title: String,
}

impl Picture {
    /// Begins the file.
    pub fn create(path: &Path, parameters: Parameters) -> Result<Picture, Failure> {
        let format = PlotFormat::of(path)?;
        let title = format!("{} · seed {}", say_policies(parameters.policies), parameters.seed.0);
        Ok(Picture { file: NewFile::create(path)?, format, title })
    }

    /// Draws it and puts it in its place.
    pub fn draw(mut self, tally: &Tally) -> Result<(), Failure> {
        let failed = |error| Failure::Broken(format!("{}: cannot be drawn: {error}", self.file.name()));
        let picture = draw(tally, &self.title, self.format).map_err(failed)?;
        self.file.write_all(&picture).map_err(|error| self.file.failed(&error))?;
        self.file.finish()
    }
}

/// Draws the main distributions of some games: the bytes of the whole file, the same for the same tally and title.
fn draw(tally: &Tally, title: &str, format: PlotFormat) -> Result<Vec<u8>, String> {
    // Letters are measured with this font in both formats. An SVG's viewer draws them with a sans-serif of its own.
    register_font("sans-serif", FontStyle::Normal, UBUNTU_LIGHT).map_err(|_| "the built-in font cannot be read")?;
    match format {
        PlotFormat::Svg => {
            let mut text = String::new();
            page(tally, title, SVGBackend::with_string(&mut text, SIZE))?;
            Ok(text.into_bytes())
        }
        PlotFormat::Png => {
            let mut pixels = vec![0; SIZE.0 as usize * SIZE.1 as usize * 3];
            page(tally, title, BitMapBackend::with_buffer(&mut pixels, SIZE))?;
            encode(&pixels).map_err(|error| error.to_string())
        }
    }
}

/// Draws everything onto a backend.
fn page<DB: DrawingBackend>(tally: &Tally, title: &str, backend: DB) -> Result<(), String> {
    let page = backend.into_drawing_area();
    let draw = || -> DrawResult<(), DB> {
        page.fill(&WHITE)?;
        let (head, body) = page.margin(MARGIN, MARGIN, MARGIN, MARGIN).split_vertically(80);
        heading(tally, title, &head)?;
        panels::draw(tally, &body.split_evenly((3, 2)))?;
        page.present()
    };
    draw().map_err(|error| error.to_string())
}

/// The title and, below it, what everything else is about.
fn heading<DB: DrawingBackend>(tally: &Tally, title: &str, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
    // No character of a title may break the line or the SVG.
    let mut title: String = title.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
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
    let games = match tally.games() {
        0 => "no games".to_owned(),
        1 => "1 game".to_owned(),
        games => format!("{} games", grouped(games)),
    };
    let legend = "numbers in legends: mean ± standard deviation";
    let whiskers = "whiskers, where large enough to be seen: 95 % confidence intervals";
    let caption = format!("{games}  ·  {legend}  ·  {whiskers}");
    area.draw_text(&caption, &letters(22, FAINT), (0, 42))
}

fn encode(pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use paili::distance::TableModel;
    use paili::game::Rule;
    use paili::simulation::{Seed, Statistics, Strategy, tally};

    use super::*;

    fn games(number: u64) -> Tally {
        tally(Seed(1), 0..number, TableModel::new(), |_| [Rule; 4], Statistics::Plain)
    }

    fn svg(tally: &Tally, title: &str) -> String {
        String::from_utf8(draw(tally, title, PlotFormat::Svg).unwrap()).unwrap()
    }

    #[test]
    fn any_number_of_games_is_drawn() {
        let chance = |game| Strategy::players([Strategy::Random; 4], Seed(1), game);
        let random = tally(Seed(1), 0..100, TableModel::new(), chance, Statistics::Plain);
        for tally in [games(0), games(1), games(3), games(1000), random] {
            for format in [PlotFormat::Svg, PlotFormat::Png] {
                let picture = draw(&tally, "Some games", format).unwrap();
                assert!(picture == draw(&tally, "Some games", format).unwrap(), "the same games, the same bytes");
            }
        }
    }

    #[test]
    fn a_png_has_its_size() {
        let picture = draw(&games(10), "Some games", PlotFormat::Png).unwrap();
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        let reader = png::Decoder::new(std::io::Cursor::new(&picture)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), SIZE);
    }

    #[test]
    fn an_svg_says_what_it_shows() {
        let picture = svg(&games(1000), "Rule & \"rule\" <1>\n\u{1b}");
        let texts = [
            "Rule &amp; &quot;rule&quot; &lt;1&gt;  ",
            "1,000 games",
            "share of games (%)",
            "share of hands (%)",
            "share of players (%)",
            "winner (seat)",
            "turns (tiles drawn after the deal, and claimed)",
            "distance (tiles away from winning)",
            "player&apos;s own turns (0: as dealt)",
            "claims (of all players)",
            "copies played (of four)",
            "DOUBLE: ",
            "font-family=\"sans-serif\"",
        ];
        for text in texts {
            assert!(picture.contains(text), "{text}");
        }
    }

    #[test]
    fn a_long_title_is_cut() {
        let picture = svg(&games(1), &"long ".repeat(100));
        assert!(picture.contains("long long") && picture.contains('…') && !picture.contains(&"long ".repeat(50)));
    }

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
