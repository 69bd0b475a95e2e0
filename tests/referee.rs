//! The engine against a naive referee: the rules once more, written down from their text with lists of tiles and nothing
//! clever. Only the win distance is shared, which has its own tests.

use crate::length::short_or_long;
use crate::random;
use crate::random::walls::SKEWS;
use paili::game::{Game, Rule, Transcript, Wall};
use paili::{Counts, MeldCount, Model, TableModel, Tile};
use rayon::prelude::*;

/// One game in progress.
struct Referee {
    wall: Vec<Tile>,
    hands: [Vec<Tile>; 4],
    melds: [usize; 4],
    /// 1 forwards, 3 backwards.
    step: usize,
    lines: Vec<String>,
}

const NAMES: [&str; 4] = ["A", "B", "C", "D"];

fn distance(hand: &[Tile], melds: usize) -> u8 {
    let counts = Counts::of(hand.iter().copied()).unwrap();
    TableModel.lacking(&counts, MeldCount::ALL[melds]).get()
}

fn without(hand: &[Tile], tiles: &[Tile]) -> Option<Vec<Tile>> {
    let mut rest = hand.to_vec();
    for tile in tiles {
        let place = rest.iter().position(|other| other == tile)?;
        rest.remove(place);
    }
    Some(rest)
}

impl Referee {
    fn say(&mut self, player: usize, what: &str) {
        self.lines.push(format!("{} {what}", NAMES[player]));
    }

    fn draw(&mut self, player: usize) -> Option<Tile> {
        if self.wall.is_empty() {
            return None;
        }
        let tile = self.wall.remove(0);
        self.hands[player].push(tile);
        self.say(player, &format!("IN {tile}"));
        Some(tile)
    }

    fn win(&mut self, player: usize, how: &str) {
        self.say(player, how);
        self.say(player, "WIN");
    }

    fn play(mut self) -> String {
        for _ in 0..13 {
            for player in 0..4 {
                self.draw(player);
            }
        }
        let mut player = 0;
        let mut draws = true;
        loop {
            if draws {
                if self.draw(player).is_none() {
                    self.lines.push("DRAW".to_owned());
                    break;
                }
                if distance(&self.hands[player], self.melds[player]) == 0 {
                    self.win(player, "SELFDRAWN");
                    break;
                }
            }
            draws = true;
            let next = (player + self.step) % 4;
            if self.play_special(player, Tile::PASS) {
                self.say(player, &format!("OUT PASS {}", NAMES[next]));
                player = (next + self.step) % 4;
                continue;
            }
            if self.play_special(player, Tile::REVERSE) {
                self.say(player, "OUT REVERSE");
                self.step = 4 - self.step;
                player = (player + self.step) % 4;
                continue;
            }
            if self.play_special(player, Tile::DOUBLE) {
                self.say(player, "OUT DOUBLE");
                continue;
            }
            let tile = self.discard(player);
            let others: Vec<usize> = (1..4).map(|turns| (player + turns * self.step) % 4).collect();
            let wins = |&other: &usize| {
                let hand = [&self.hands[other][..], &[tile]].concat();
                distance(&hand, self.melds[other]) == 0
            };
            if let Some(winner) = others.iter().copied().find(wins) {
                self.win(winner, "RON");
                break;
            }
            if let Some(&claimer) = others.iter().find(|&&other| self.helps(other, &[tile, tile])) {
                self.claim(claimer, &[tile, tile]);
                self.say(claimer, &format!("PONG {tile} {tile} {tile}"));
                (player, draws) = (claimer, false);
            } else if let Some(([low, middle, high], partners)) =
                chows(tile).into_iter().find(|(_, two)| self.helps(next, two))
            {
                self.claim(next, &partners);
                self.say(next, &format!("CHOW {low} {middle} {high}"));
                (player, draws) = (next, false);
            } else {
                player = next;
            }
        }
        self.lines.join("\n") + "\n"
    }

    fn play_special(&mut self, player: usize, special: Tile) -> bool {
        let rest = without(&self.hands[player], &[special]);
        let held = rest.is_some();
        self.hands[player] = rest.unwrap_or_else(|| self.hands[player].clone());
        held
    }

    /// Z F B N W S E 9S … 1S 9P … 1P 9M … 1M.
    fn discard(&mut self, player: usize) -> Tile {
        let order = "Z F B N W S E 9S 8S 7S 6S 5S 4S 3S 2S 1S 9P 8P 7P 6P 5P 4P 3P 2P 1P 9M 8M 7M 6M 5M 4M 3M 2M 1M";
        let candidates = order.split(' ').map(|token| token.parse::<Tile>().unwrap());
        let mut best: Option<(u8, Tile, Vec<Tile>)> = None;
        for tile in candidates {
            if let Some(rest) = without(&self.hands[player], &[tile]) {
                let after = distance(&rest, self.melds[player]);
                if best.as_ref().is_none_or(|(smallest, ..)| after < *smallest) {
                    best = Some((after, tile, rest));
                }
            }
        }
        let (_, tile, rest) = best.unwrap();
        self.hands[player] = rest;
        self.say(player, &format!("OUT {tile}"));
        tile
    }

    /// Whether giving two tiles to a claimed meld lowers the distance.
    fn helps(&self, player: usize, two: &[Tile]) -> bool {
        let (hand, melds) = (&self.hands[player], self.melds[player]);
        without(hand, two).is_some_and(|rest| distance(&rest, melds + 1) < distance(hand, melds))
    }

    fn claim(&mut self, player: usize, two: &[Tile]) {
        self.hands[player] = without(&self.hands[player], two).unwrap();
        self.melds[player] += 1;
    }
}

/// The chows with a tile and the two others of each, larger numbers first.
fn chows(tile: Tile) -> Vec<([Tile; 3], Vec<Tile>)> {
    let (Some(suit), Some(rank)) = (tile.suit(), tile.rank()) else { return Vec::new() };
    let first_ranks = (1..=7).rev().filter(|&first| (first..first + 3).contains(&rank));
    let chow = |first: u8| [first, first + 1, first + 2].map(|rank| Tile::suited(suit, rank).unwrap());
    first_ranks.map(chow).map(|chow| (chow, without(&chow, &[tile]).unwrap())).collect()
}

#[test]
fn the_engine_plays_what_the_referee_says() {
    (0..short_or_long(2_000u64, 6_000)).into_par_iter().for_each(|number| {
        let skew = SKEWS[number as usize % SKEWS.len()];
        let wall: Wall = random::walls::wall(skew, &mut random::seed::rng(75, number));
        let referee = Referee {
            wall: wall.tiles().to_vec(),
            hands: Default::default(),
            melds: [0; 4],
            step: 1,
            lines: Vec::new(),
        };
        let mut transcript = Transcript::new();
        Game::play(&wall, TableModel, &mut [Rule; 4], &mut transcript);
        assert_eq!(std::str::from_utf8(transcript.as_bytes()).unwrap(), referee.play(), "wall {number}, {skew:?}");
    });
}
