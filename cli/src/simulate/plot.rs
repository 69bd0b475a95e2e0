//! The picture of a tally.

use paili::Tile;
use paili::answers::page::{exact, plural};
use paili::game::Seat;
use paili::simulation::{Histogram, MatchRate, Proportion, Tally};
use plotters::prelude::{RGBColor, WHITE};

use crate::plot::{Axis, BLUE, Bar, Drawing, GREEN, GREY, INK, Key, Label, Line, ORANGE, Panel, SKY, VERMILION};

const OF_GAMES: &str = "share of games (%)";

/// The main distributions of some games.
pub fn drawing(tally: &Tally, title: String) -> Drawing {
    let games = if tally.games() == 0 { "no games".to_owned() } else { plural(tally.games(), "game") };
    let legend = "numbers in legends: mean ± standard deviation";
    let whiskers = "whiskers, where large enough to be seen: 95 % confidence intervals";
    Drawing {
        size: (1600, 1200),
        title,
        caption: format!("{games}  ·  {legend}  ·  {whiskers}"),
        grid: (3, 2),
        panels: vec![endings(tally), turns(tally), dealt(tally), progress(tally), claims(tally), specials(tally)],
    }
}

fn endings(tally: &Tally) -> Panel {
    let seats = Seat::ALL.map(|seat| vec![(BLUE, tally.self_drawn(seat).into()), (ORANGE, tally.rons(seat).into())]);
    let mut nobody = vec![(GREY, tally.exhausted().into())];
    let mut keys = vec![(BLUE, "self-draw"), (ORANGE, "ron"), (GREY, "wall exhausted")];
    // Only programs forfeit games.
    if tally.forfeited().hits > 0 {
        nobody.push((VERMILION, tally.forfeited().into()));
        keys.push((VERMILION, "forfeited"));
    }
    let names = Seat::ALL.iter().map(ToString::to_string).chain(["nobody".to_owned()]);
    Panel::shares(
        "How games end",
        keys.into_iter().map(|(colour, text)| Key::Area(colour, text.to_owned())).collect(),
        Axis::names("winner (seat)", names),
        OF_GAMES,
        seats.into_iter().chain([nobody]).collect(),
    )
}

fn turns(tally: &Tally) -> Panel {
    let turns = tally.turns();
    let x = Axis::numbers("turns (tiles drawn after the deal, and claimed)", last([turns]).next_multiple_of(10));
    let mut panel = distributions("Length of a game", x, OF_GAMES, &[(SKY, "", turns)], exact);
    panel.keys = vec![Key::Line(VERMILION, moments("mean", turns))];
    panel.with_line_at(turns.mean(), VERMILION)
}

fn dealt(tally: &Tally) -> Panel {
    let x = Axis::numbers("distance (tiles away from winning)", last([tally.dealt()]));
    let hands = [(SKY, "hands", tally.dealt())];
    distributions("Hands as they are dealt", x, "share of hands (%)", &hands, exact)
}

fn claims(tally: &Tally) -> Panel {
    let claims = [(BLUE, "chows", tally.chows_in_all()), (ORANGE, "pongs", tally.pongs_in_all())];
    // All but one in a thousand; those share the last bar.
    let seen = claims.map(|(_, _, seen)| seen);
    let nearly = end(0.999, seen);
    let mut x = Axis::numbers("claims (of all players)", nearly);
    if let Some((_, label)) = x.ticks.last_mut()
        && last(seen) > nearly
    {
        label.push('+');
    }
    distributions("Claims in a game", x, OF_GAMES, &claims, MatchRate::from)
}

fn specials(tally: &Tally) -> Panel {
    let specials = [(BLUE, Tile::PASS), (ORANGE, Tile::REVERSE), (GREEN, Tile::DOUBLE)];
    let specials = specials.map(|(colour, tile)| (colour, tile.token(), tally.specials(tile)));
    let x = Axis::numbers("copies played (of four)", 4);
    distributions("Special tiles in a game", x, OF_GAMES, &specials, MatchRate::from)
}

/// How players come nearer to winning, turn by turn: the shares of those at each distance, one above the other.
fn progress(tally: &Tally) -> Panel {
    /// The distances 1, 2 and so on, the last with all that are larger, dark to light along viridis: the order shows in
    /// grey and to colour-blind people too.
    const NEAR_TO_FAR: [(&str, RGBColor); 6] = [
        ("1 (ready)", RGBColor(68, 1, 84)),
        ("2", RGBColor(65, 68, 135)),
        ("3", RGBColor(42, 120, 142)),
        ("4", RGBColor(34, 168, 132)),
        ("5", RGBColor(122, 209, 81)),
        ("6 or more", RGBColor(253, 231, 37)),
    ];
    let players = tally.dealt().total();
    // Turns that fewer than one player in a hundred reaches say little and are left out.
    let reached = |distances: &&Histogram| distances.total() > 0 && distances.total() * 100 >= players;
    let (mut bars, mut points) = (Vec::new(), Vec::new());
    let turns = std::iter::once(tally.dealt()).chain(tally.after_turn()).take_while(reached);
    for (turn, distances) in (0_u32..).map(f64::from).zip(turns) {
        let (mut bottom, mut within) = (0.0, distances.counts()[0]);
        for (place, (_, colour)) in NEAR_TO_FAR.into_iter().enumerate() {
            let last = place + 1 == NEAR_TO_FAR.len();
            within = if last { distances.total() } else { within + distances.counts()[place + 1] };
            let top = within as f64 / distances.total() as f64;
            bars.push(Bar { x: turn - 0.5..turn + 0.5, y: bottom..top, colour, label: Label::Nothing });
            bottom = top;
        }
        points.push((turn, distances.total() as f64 / players as f64));
    }
    let keys = NEAR_TO_FAR.iter().map(|&(text, colour)| Key::Area(colour, text.to_owned()));
    let last = (points.len() as u32).saturating_sub(1).max(3);
    // White below black is seen on light and dark.
    let lines = [(WHITE, 5), (INK, 2)].map(|(colour, width)| Line { points: points.clone(), colour, width });
    Panel {
        title: "Distance from winning, turn by turn",
        keys: keys.chain([Key::Line(INK, "players that got this far".to_owned())]).collect(),
        x: Axis::numbers("player's own turns (0: as dealt)", last),
        y: Axis::percent("share of players (%)", 1.0),
        bars,
        lines: lines.into(),
    }
}

/// A panel of distributions, each with its colour and name. `rate` says whether they have confidence intervals.
#[allow(clippy::cast_sign_loss, reason = "an axis of numbers ends above 0")]
fn distributions(
    title: &'static str,
    x: Axis,
    y: &'static str,
    seen: &[(RGBColor, &str, &Histogram)],
    rate: fn(Proportion) -> MatchRate,
) -> Panel {
    let keys = seen.iter().map(|&(colour, name, seen)| Key::Area(colour, moments(name, seen)));
    let last = x.range.end as usize;
    let mut groups = vec![Vec::new(); last + 1];
    for &(colour, _, seen) in seen {
        for (group, share) in groups.iter_mut().zip(shares(seen, last)) {
            group.push((colour, rate(share)));
        }
    }
    Panel::shares(title, keys.collect(), x, y, groups)
}

/// The largest value seen.
fn last<const K: usize>(seen: [&Histogram; K]) -> u32 {
    end(1.0, seen)
}

/// Where an axis may end that shows at least this share of each distribution; not so early that bars become blocks.
fn end<const K: usize>(share: f64, seen: [&Histogram; K]) -> u32 {
    seen.into_iter().filter_map(|seen| seen.quantile(share)).max().unwrap_or_default().max(3) as u32
}

/// How often each value up to a last one was seen; the last takes those beyond too.
fn shares(seen: &Histogram, last: usize) -> impl Iterator<Item = Proportion> {
    let of = seen.total();
    let (each, beyond) = seen.counts().split_at(seen.counts().len().min(last));
    each.iter().copied().chain([beyond.iter().sum()]).map(move |hits| Proportion { hits, of })
}

/// The mean, and the standard deviation if there is one.
fn moments(name: &str, seen: &Histogram) -> String {
    match (seen.mean(), seen.deviation()) {
        (Some(mean), Some(deviation)) => format!("{name}: {mean:.2} ± {deviation:.2}"),
        (Some(mean), None) => format!("{name}: {mean:.2}"),
        (None, _) => format!("{name}: none"),
    }
}

#[cfg(test)]
mod tests {
    use paili::TableModel;
    use paili::game::{Event, Game, Observer, Outcome, Rule, Step};
    use paili::simulation::{Counter, NamedPolicy, Seed, Statistics, tally};

    use super::*;
    use crate::plot::PlotFormat;

    fn games(number: u64) -> Tally {
        tally(Seed(1), 0..number, TableModel, |_| [Rule; 4], Statistics::Plain)
    }

    fn svg(tally: &Tally, title: &str) -> String {
        String::from_utf8(drawing(tally, title.to_owned()).render(PlotFormat::Svg).unwrap()).unwrap()
    }

    fn png(tally: &Tally) -> (png::OutputInfo, Vec<u8>) {
        let picture = drawing(tally, "Some games".to_owned()).render(PlotFormat::Png).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        (reader.next_frame(&mut pixels).unwrap(), pixels)
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    /// The shares of some colour in a panel, in per cent.
    fn heights(panel: &Panel, colour: RGBColor) -> Vec<String> {
        let bars = panel.bars.iter().filter(|bar| bar.colour == colour);
        bars.map(|bar| format!("{:.2}", 100.0 * (bar.y.end - bar.y.start))).collect()
    }

    #[test]
    fn any_number_of_games_is_drawn() {
        let chance = |game| NamedPolicy::players([NamedPolicy::Random; 4], Seed(1), game);
        let random = tally(Seed(1), 0..100, TableModel, chance, Statistics::Plain);
        for tally in [games(0), games(1), games(3), games(1000), random] {
            assert!(svg(&tally, "Some games").ends_with("</svg>\n"));
            assert!(svg(&tally, "Some games") == svg(&tally, "Some games"), "the same games, the same bytes");
        }
    }

    #[test]
    fn bars_are_as_high_as_shares() {
        let tally = games(1000);
        let percent = |share: Proportion| format!("{:.2}", share.hits as f64 / 10.0);
        let endings = endings(&tally);
        assert_eq!(heights(&endings, BLUE), Seat::ALL.map(|seat| percent(tally.self_drawn(seat))));
        assert_eq!(heights(&endings, ORANGE), Seat::ALL.map(|seat| percent(tally.rons(seat))));
        assert_eq!(heights(&endings, GREY), [percent(tally.exhausted())]);
        let intervals = endings.bars.iter().filter_map(|bar| match &bar.label {
            Label::Rate(rate) => rate.interval,
            _ => None,
        });
        let most = intervals.map(|ends| ends.high).fold(0.0, f64::max);
        assert!(most > 0.0 && most < endings.y.range.end, "intervals have room");
        for panel in [turns(&tally), dealt(&tally)] {
            let all: f64 = panel.bars.iter().map(|bar| bar.y.end).sum();
            assert!(near(all, 1.0), "{}", panel.title);
        }
        let progress = progress(&tally);
        for turn in progress.bars.chunks(6) {
            assert!(near(turn[0].y.start, 0.0) && near(turn[5].y.end, 1.0));
            assert!(turn.windows(2).all(|bars| near(bars[0].y.end, bars[1].y.start)), "one above the other");
        }
        let ready = tally.dealt().counts()[..2].iter().sum::<u64>() as f64 / 4000.0;
        assert!(near(progress.bars[0].y.end, ready));
    }

    #[test]
    fn all_ways_to_end_add_up_where_games_are_forfeited() {
        let mut counter = Counter::new(Statistics::Plain);
        let mut game = Game::deal(Seed(1).wall(0), TableModel);
        while !matches!(game.advance(&mut counter), Step::Decision(_)) {}
        counter.observe(Event::End(Outcome::Forfeited { by: Seat::C }), game.position());
        let mut tally = games(3);
        tally += counter.tally();
        let endings = endings(&tally);
        let all: f64 = endings.bars.iter().map(|bar| bar.y.end).sum();
        assert!(near(all, 1.0), "{all}");
        assert_eq!(heights(&endings, VERMILION), ["25.00"]);
        assert!(svg(&tally, "").contains("forfeited") && !svg(&games(3), "").contains("forfeited"));
    }

    #[test]
    fn the_axes_of_a_picture_have_its_bars() {
        let picture = svg(&games(1000), "Some games");
        let bars = drawing(&games(1000), String::new()).panels.iter().map(|panel| panel.bars.len()).sum::<usize>();
        assert!(picture.matches("<rect").count() > bars, "each bar is a rectangle, and the page is one");
        let (info, pixels) = png(&games(1000));
        assert_eq!((info.width, info.height), (1600, 1200));
        for RGBColor(red, green, blue) in [BLUE, ORANGE, SKY, GREEN, VERMILION] {
            assert!(pixels.chunks(3).any(|pixel| pixel == [red, green, blue]), "{red} {green} {blue}");
        }
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
    fn the_last_share_takes_the_rest() {
        let mut seen = Histogram::new(5);
        for value in [0, 1, 1, 3, 4, 4] {
            seen.add(value);
        }
        let hits = |last| shares(&seen, last).map(|share| share.hits).collect::<Vec<_>>();
        assert_eq!(hits(3), [1, 2, 0, 3]);
        assert_eq!(hits(4), [1, 2, 0, 1, 2]);
        assert_eq!(hits(7).iter().sum::<u64>(), 6, "an axis may go on beyond what can be seen");
    }
}
