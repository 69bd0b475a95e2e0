//! A player of the THUPC rule, or with the argument "acceptance" one who keeps the most tiles useful: with the library's help.
//!
//! ```text
//! cargo build --release --example player
//! paili compare exec:target/release/examples/player "exec:target/release/examples/player acceptance"
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};

use paili::analysis::{Unseen, discards, rule_discard};
use paili::{Counts, Hand, Meld, MeldCount, TableModel, Tile};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    Rule,
    Acceptance,
}

/// What the player knows of one of its games.
struct Game {
    seat: String,
    hand: Vec<Tile>,
    /// What others have discarded, and what lies in their melds.
    elsewhere: Vec<Tile>,
    melds: usize,
    last: Option<Tile>,
}

impl Game {
    fn new(seat: &str) -> Game {
        Game { seat: seat.to_owned(), hand: Vec::new(), elsewhere: Vec::new(), melds: 0, last: None }
    }

    fn see(&mut self, who: &str, event: &str, tiles: &[Tile]) {
        match (event, tiles) {
            ("IN", &[tile]) => self.hand.push(tile),
            ("OUT", &[tile, ..]) => {
                self.last = Some(tile);
                self.take(who, tile);
                self.elsewhere.push(tile);
            }
            ("CHOW" | "PONG", tiles) => {
                let claimed = tiles.iter().position(|&tile| Some(tile) == self.last);
                for (_, &tile) in tiles.iter().enumerate().filter(|&(place, _)| Some(place) != claimed) {
                    self.take(who, tile);
                    self.elsewhere.push(tile);
                }
                self.melds += usize::from(who == self.seat);
            }
            _ => {}
        }
    }

    /// A tile leaves the hand, if it was this player's.
    fn take(&mut self, who: &str, tile: Tile) {
        let place = self.hand.iter().position(|&other| other == tile).filter(|_| who == self.seat);
        place.map(|place| self.hand.swap_remove(place));
    }

    fn hand(&self) -> Result<Hand, Box<dyn Error>> {
        let melds = MeldCount::new(self.melds).ok_or("five melds")?;
        Ok(Hand::new(Counts::of(self.hand.iter().copied())?, melds)?)
    }

    fn answer(&self, strategy: Strategy, question: &str, tiles: &[Tile]) -> Result<String, Box<dyn Error>> {
        let hand = self.hand()?;
        let claims = |meld: &Meld| {
            let after = self.last.and_then(|claimed| hand.claiming(*meld, claimed).ok());
            after.is_some_and(|after| after.distance() < hand.distance())
        };
        Ok(match question {
            "OUT?" => format!("OUT {}", self.discard(strategy, &hand)?),
            "PONG?" if tiles.iter().any(|&tile| claims(&Meld::Pong(tile))) => "PONG".to_owned(),
            "CHOW?" => {
                let mut chows = tiles.chunks(3).filter_map(|tiles| Meld::of(tiles.try_into().ok()?));
                chows.find(claims).map_or("PASS".to_owned(), |chow| format!("CHOW {chow}"))
            }
            _ => "PASS".to_owned(),
        })
    }

    fn discard(&self, strategy: Strategy, hand: &Hand) -> Result<Tile, Box<dyn Error>> {
        if strategy == Strategy::Rule {
            return rule_discard(TableModel, hand).ok_or_else(|| "no discard".into());
        }
        let unseen = Unseen::beside(hand, &Counts::of(self.elsewhere.iter().copied())?)?;
        let discards = discards(TableModel, hand, &unseen);
        // Of equals the one that the rule prefers: the last in tile order.
        let best = discards.iter().min_by_key(|discard| {
            (discard.distance, u32::MAX - discard.useful.acceptance, usize::MAX - discard.tile.index())
        });
        Ok(best.ok_or("no discard")?.tile)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let acceptance = std::env::args().nth(1).is_some_and(|argument| argument == "acceptance");
    let (strategy, name) =
        if acceptance { (Strategy::Acceptance, "player.rs, acceptance") } else { (Strategy::Rule, "player.rs") };
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut games: HashMap<String, Game> = HashMap::new();
    let mut line = String::new();
    loop {
        // What was said has to be sent before it waits for more.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let tiles = || words[3..].iter().flat_map(|word| word.parse());
        match words[..] {
            ["END"] => return Ok(()),
            ["PAILI", _] => writeln!(output, "PAILI 1 {name}")?,
            [number, "GAME", seat] => _ = games.insert(number.to_owned(), Game::new(seat)),
            [number, .., "WIN" | "DRAW" | "FORFEIT"] => _ = games.remove(number),
            [number, question, ..] if question.ends_with('?') => {
                let tiles: Vec<Tile> = words[2..].iter().flat_map(|word| word.parse()).collect();
                let answer = games.get(number).ok_or("no such game")?.answer(strategy, question, &tiles)?;
                writeln!(output, "{number} {answer}")?;
            }
            [number, who, event, ..] => {
                let tiles: Vec<Tile> = tiles().collect();
                games.get_mut(number).ok_or("no such game")?.see(who, event, &tiles);
            }
            _ => {}
        }
    }
}
