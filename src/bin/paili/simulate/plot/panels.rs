//! What is drawn of a tally.

use paili::game::Seat;
use paili::simulation::{Histogram, Proportion, Tally};
use paili::tile::Tile;
use plotters::coord::Shift;
use plotters::prelude::{DrawResult, DrawingArea, DrawingBackend, RGBColor};

use super::progress;
use crate::plot::{Axis, BLUE, Bar, Bars, GREEN, GREY, Key, Mark, ORANGE, SKY, VERMILION};

/// Draws each panel on an area of its own, six in all.
pub fn draw<DB: DrawingBackend>(tally: &Tally, areas: &[DrawingArea<DB, Shift>]) -> DrawResult<(), DB> {
    if let [ends, turns, dealt, distances, calls, specials] = areas {
        outcomes(tally).draw(ends)?;
        length(tally).draw(turns)?;
        hands(tally).draw(dealt)?;
        progress::draw(tally, distances)?;
        claims(tally).draw(calls)?;
        special_tiles(tally).draw(specials)?;
    }
    Ok(())
}

const OF_GAMES: &str = "share of games (%)";

fn outcomes(tally: &Tally) -> Bars {
    let seats = Seat::ALL
        .map(|seat| vec![Bar::independent(BLUE, tally.self_drawn(seat)), Bar::independent(ORANGE, tally.rons(seat))]);
    let nobody = vec![Bar::independent(GREY, tally.exhausted())];
    let names = Seat::ALL.iter().map(ToString::to_string).chain(["nobody".to_owned()]);
    Bars {
        title: "How games end",
        keys: vec![area(BLUE, "self-draw"), area(ORANGE, "ron"), area(GREY, "wall exhausted")],
        x: Axis::names("winner (seat)", names),
        y: OF_GAMES,
        groups: seats.into_iter().chain([nobody]).collect(),
        mean: None,
    }
}

fn length(tally: &Tally) -> Bars {
    let turns = tally.turns();
    let last = last([turns.quantile(1.0)]).next_multiple_of(10);
    Bars {
        title: "Length of a game",
        keys: vec![Key { mark: Mark::Line(VERMILION), text: format!("mean: {}", moments(turns)) }],
        x: Axis::numbers("turns (tiles drawn after the deal, and claimed)", last),
        y: OF_GAMES,
        groups: shares(turns, last).map(|share| vec![Bar::plain(SKY, share)]).collect(),
        mean: turns.mean().map(|mean| (mean, VERMILION)),
    }
}

fn hands(tally: &Tally) -> Bars {
    let dealt = tally.dealt();
    let last = last([dealt.quantile(1.0)]);
    Bars {
        title: "Hands as they are dealt",
        keys: vec![area(SKY, &format!("hands: {}", moments(dealt)))],
        x: Axis::numbers("distance (tiles away from winning)", last),
        y: "share of hands (%)",
        groups: shares(dealt, last).map(|share| vec![Bar::plain(SKY, share)]).collect(),
        mean: None,
    }
}

fn claims(tally: &Tally) -> Bars {
    let (chows, pongs) = (tally.chows_in_all(), tally.pongs_in_all());
    let end = last([chows.quantile(1.0), pongs.quantile(1.0)]);
    let last = last([chows.quantile(NEARLY_ALL), pongs.quantile(NEARLY_ALL)]);
    let x = Axis::numbers("claims (of all players)", last);
    let pairs = shares(chows, last).zip(shares(pongs, last));
    Bars {
        title: "Claims in a game",
        keys: vec![
            area(BLUE, &format!("chows: {}", moments(chows))),
            area(ORANGE, &format!("pongs: {}", moments(pongs))),
        ],
        x: if end > last { x.and_more() } else { x },
        y: OF_GAMES,
        groups: pairs.map(|(chow, pong)| vec![Bar::independent(BLUE, chow), Bar::independent(ORANGE, pong)]).collect(),
        mean: None,
    }
}

fn special_tiles(tally: &Tally) -> Bars {
    let specials = [(Tile::PASS, BLUE), (Tile::REVERSE, ORANGE), (Tile::DOUBLE, GREEN)];
    let counts = || specials.into_iter().map(|(tile, colour)| (tile, colour, tally.specials(tile)));
    let key = |(tile, colour, counts): (Tile, _, _)| area(colour, &format!("{tile}: {}", moments(counts)));
    let mut groups = vec![Vec::new(); 5];
    for (_, colour, counts) in counts() {
        for (group, share) in groups.iter_mut().zip(shares(counts, 4)) {
            group.push(Bar::independent(colour, share));
        }
    }
    Bars {
        title: "Special tiles in a game",
        keys: counts().map(key).collect(),
        x: Axis::numbers("copies played (of four)", 4),
        y: OF_GAMES,
        groups,
        mean: None,
    }
}

/// What is beyond it shares the last bar.
const NEARLY_ALL: f64 = 0.999;

/// Where an axis may end that shows some distributions; not so early that their bars become blocks.
fn last<const N: usize>(ends: [Option<usize>; N]) -> u32 {
    ends.into_iter().flatten().max().unwrap_or_default().max(3) as u32
}

/// How often each value up to a last one was seen, and with the last whatever lies beyond.
fn shares<const N: usize>(seen: &Histogram<N>, last: u32) -> impl Iterator<Item = Proportion> {
    let of = seen.total();
    let (each, beyond) = seen.counts().split_at(N.min(last as usize));
    each.iter().copied().chain([beyond.iter().sum()]).map(move |hits| Proportion { hits, of })
}

/// The mean, and the standard deviation if there is one.
fn moments<const N: usize>(seen: &Histogram<N>) -> String {
    match (seen.mean(), seen.deviation()) {
        (Some(mean), Some(deviation)) => format!("{mean:.2} ± {deviation:.2}"),
        (Some(mean), None) => format!("{mean:.2}"),
        (None, _) => "none".to_owned(),
    }
}

fn area(colour: RGBColor, text: &str) -> Key {
    Key { mark: Mark::Area(colour), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_share_takes_the_rest() {
        let mut seen = Histogram::<5>::new();
        for value in [0, 1, 1, 3, 4, 4] {
            seen.add(value);
        }
        let hits = |last| shares(&seen, last).map(|share| share.hits).collect::<Vec<_>>();
        assert_eq!(hits(3), [1, 2, 0, 3]);
        assert_eq!(hits(4), [1, 2, 0, 1, 2]);
        assert_eq!(hits(7).iter().sum::<u64>(), 6, "an axis may go on beyond what can be seen");
    }
}
