//! A naive referee of the simulator: the rules once more, written down from their text with lists of tiles and nothing clever. Only the
//! win distance is its caller's. It can be told to misread the rules.

use paili::Tile;
use paili::game::Wall;

/// A way to misread the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misreading {
    /// None.
    Nothing,
    /// A pong is judged with the discard added to the hand.
    PongWithDiscard,
    /// Pongs and chows are claimed on an equal distance, too.
    EqualDistance,
    /// A chow goes before a pong.
    ChowFirst,
    /// The lowest chow is tried first.
    LowestChow,
    /// Of several who could win with a discard the first by seat does.
    RonBySeat,
    /// Nobody claims or wins with what is discarded when the wall is empty.
    LastDiscardUnclaimed,
    /// A pong may be claimed by nobody but the next player.
    PongNextOnly,
    /// Reverse is forgotten after a claim.
    ReverseForgotten,
}

/// One game in progress.
struct Referee<D> {
    distance: D,
    misreading: Misreading,
    wall: Vec<Tile>,
    hands: [Vec<Tile>; 4],
    melds: [Vec<[Tile; 3]>; 4],
    /// 1 forwards, 3 backwards.
    step: usize,
    lines: Vec<String>,
}

const NAMES: [&str; 4] = ["A", "B", "C", "D"];

fn without(hand: &[Tile], tiles: &[Tile]) -> Option<Vec<Tile>> {
    let mut rest = hand.to_vec();
    for tile in tiles {
        let place = rest.iter().position(|other| other == tile)?;
        rest.remove(place);
    }
    Some(rest)
}

/// The transcript of a game by a win distance of concealed tiles beside so many melds, told of the exposed tiles, too.
pub fn transcript(wall: &Wall, distance: impl Fn(&[Tile], &[[Tile; 3]]) -> u8, misreading: Misreading) -> String {
    let referee = Referee {
        distance,
        misreading,
        wall: wall.tiles().to_vec(),
        hands: Default::default(),
        melds: Default::default(),
        step: 1,
        lines: Vec::new(),
    };
    referee.play()
}

impl<D: Fn(&[Tile], &[[Tile; 3]]) -> u8> Referee<D> {
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
                if (self.distance)(&self.hands[player], &self.melds[player]) == 0 {
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
            let mut others: Vec<usize> = (1..4).map(|turns| (player + turns * self.step) % 4).collect();
            if self.misreading == Misreading::LastDiscardUnclaimed && self.wall.is_empty() {
                others.clear();
            }
            let mut asked = others.clone();
            if self.misreading == Misreading::RonBySeat {
                asked.sort_unstable();
            }
            let wins = |&other: &usize| {
                let hand = [&self.hands[other][..], &[tile]].concat();
                (self.distance)(&hand, &self.melds[other]) == 0
            };
            if let Some(winner) = asked.into_iter().find(wins) {
                self.win(winner, "RON");
                break;
            }
            let mut chows = chows(tile);
            if self.misreading == Misreading::LowestChow {
                chows.reverse();
            }
            let chow =
                chows.into_iter().find(|(meld, two)| others.contains(&next) && self.helps(next, two, *meld, None));
            let added = (self.misreading == Misreading::PongWithDiscard).then_some(tile);
            let may = if self.misreading == Misreading::PongNextOnly { 1 } else { 3 };
            let pong =
                others.iter().take(may).copied().find(|&other| self.helps(other, &[tile, tile], [tile; 3], added));
            let is_chow_first = self.misreading == Misreading::ChowFirst && chow.is_some();
            if let Some(claimer) = pong.filter(|_| !is_chow_first) {
                self.claim(claimer, &[tile, tile], [tile; 3]);
                self.say(claimer, &format!("PONG {tile} {tile} {tile}"));
                (player, draws) = (claimer, false);
            } else if let Some((meld, partners)) = chow {
                self.claim(next, &partners, meld);
                self.say(next, &format!("CHOW {} {} {}", meld[0], meld[1], meld[2]));
                (player, draws) = (next, false);
            } else {
                player = next;
            }
            if !draws && self.misreading == Misreading::ReverseForgotten {
                self.step = 1;
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
                let after = (self.distance)(&rest, &self.melds[player]);
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

    /// Whether giving two tiles to a meld lowers the distance, of the hand with a tile that is added by mistake.
    fn helps(&self, player: usize, two: &[Tile], meld: [Tile; 3], added: Option<Tile>) -> bool {
        let (hand, melds) = (&self.hands[player], &self.melds[player]);
        let Some(rest) = without(hand, two) else { return false };
        let before = (self.distance)(&[hand, added.as_slice()].concat(), melds);
        let after = (self.distance)(&rest, &[&melds[..], &[meld]].concat());
        after < before || after == before && self.misreading == Misreading::EqualDistance
    }

    fn claim(&mut self, player: usize, two: &[Tile], meld: [Tile; 3]) {
        self.hands[player] = without(&self.hands[player], two).unwrap();
        self.melds[player].push(meld);
    }
}

/// The chows with a tile and the two others of each, larger numbers first.
fn chows(tile: Tile) -> Vec<([Tile; 3], Vec<Tile>)> {
    let (Some(suit), Some(rank)) = (tile.suit(), tile.rank()) else { return Vec::new() };
    let first_ranks = (1..=7).rev().filter(|&first| (first..first + 3).contains(&rank));
    let chow = |first: u8| [first, first + 1, first + 2].map(|rank| Tile::suited(suit, rank).unwrap());
    first_ranks.map(chow).map(|chow| (chow, without(&chow, &[tile]).unwrap())).collect()
}
