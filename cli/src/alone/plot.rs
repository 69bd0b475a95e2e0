//! The picture: games won by each draw, and what discards cost at each.

use super::{Answer, Played};
use crate::plot::{Axis, Drawing, Panel};

/// More ways can't be told apart.
pub const MOST_WAYS: usize = 5;

pub fn drawing(answer: &Answer) -> Drawing {
    let won = panel(answer, "Won by a draw", "games (%)", |played| {
        let sums = played.won_by_draw.iter().scan(0, |sum, won| {
            *sum += won;
            Some(*sum as f64 / played.games as f64)
        });
        Some(sums.collect())
    });
    let lost = panel(answer, "What the discards after a draw cost", "percentage points a game", |played| {
        played.mistakes.as_ref().map(|mistakes| mistakes.lost_by_draw.clone())
    });
    let panels = if answer.bound.is_some() { vec![won, lost] } else { vec![won] };
    Drawing {
        size: (600 * panels.len() as u32, 600),
        title: "Games alone".to_owned(),
        caption: answer.game.clone(),
        grid: (1, panels.len()),
        panels,
    }
}

fn panel(answer: &Answer, title: &'static str, y: &'static str, values: impl Fn(&Played) -> Option<Vec<f64>>) -> Panel {
    let curves: Vec<(String, Vec<f64>)> =
        answer.ways.iter().filter_map(|played| Some((played.way.clone(), values(played)?))).collect();
    let highest = curves.iter().flat_map(|(_, values)| values).fold(0.0, |most, &value| f64::max(most, value));
    let y = Axis::percent(y, if highest > 0.0 { (highest * 1.1).min(1.0) } else { 1.0 });
    let curves = curves.iter().map(|(name, values)| (name.clone(), &values[..]));
    Panel::curves(title, (Axis::numbers("draw", answer.draws), 1), y, curves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_axis_goes_beyond_all_games() {
        let (way, games, won_by_draw) = ("rule".to_owned(), 10, vec![4, 6]);
        let played = Played { way, games, won: 10, won_by_draw, ready: 10, mistakes: None };
        let answer = Answer {
            rules: "standard",
            aim: None,
            game: String::new(),
            seed: 1,
            games,
            bound: None,
            ways: vec![played],
            seconds: 0.0,
            draws: 2,
        };
        let panel = &drawing(&answer).panels[0];
        assert_eq!((panel.y.range.end.to_bits(), panel.lines.len()), (1.0_f64.to_bits(), 1));
    }
}
