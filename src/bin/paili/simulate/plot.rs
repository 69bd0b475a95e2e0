//! The picture of a tally.

mod panels;
mod progress;

use paili::simulation::Tally;
use plotters::coord::Shift;
use plotters::prelude::{DrawResult, DrawingArea, DrawingBackend};

use crate::plot::Drawing;
use crate::rates::grouped;

/// The main distributions of some games.
pub struct TallyDrawing<'a> {
    pub tally: &'a Tally,
    pub title: String,
}

impl Drawing for TallyDrawing<'_> {
    const SIZE: (u32, u32) = (1600, 1200);

    fn title(&self) -> String {
        self.title.clone()
    }

    fn caption(&self) -> String {
        let games = match self.tally.games() {
            0 => "no games".to_owned(),
            1 => "1 game".to_owned(),
            games => format!("{} games", grouped(games)),
        };
        let legend = "numbers in legends: mean ± standard deviation";
        let whiskers = "whiskers, where large enough to be seen: 95 % confidence intervals";
        format!("{games}  ·  {legend}  ·  {whiskers}")
    }

    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> DrawResult<(), DB> {
        panels::draw(self.tally, &area.split_evenly((3, 2)))
    }
}

#[cfg(test)]
mod tests {
    use paili::distance::TableModel;
    use paili::game::Rule;
    use paili::simulation::{Seed, Statistics, Strategy, tally};

    use super::*;
    use crate::plot::{PlotFormat, render};

    fn draw(tally: &Tally, title: &str, format: PlotFormat) -> Result<Vec<u8>, String> {
        render(&TallyDrawing { tally, title: title.to_owned() }, format)
    }

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
        assert_eq!((reader.info().width, reader.info().height), TallyDrawing::SIZE);
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
}
