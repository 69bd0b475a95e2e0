//! Answers about hands as counts by the crate that is named: how many tiles they lack.

use std::collections::HashMap;
use std::io::{self, BufRead, BufWriter, Write};

use agari::parse::TileCounts;
use agari::tile::{Honor, Suit, Tile};
use shanten_dp::Mode;
use xiangting::PlayerCount;

/// What the crate answers about a hand beside so many melds.
type Answer = fn(&[u8; 34], u8) -> i64;

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let answers: HashMap<&str, Answer> = HashMap::from([
        ("agari", agari as Answer),
        ("riichienv-core", |counts, melds| riichienv_core::shanten::calc_shanten_from_counts(counts, 4 - melds).into()),
        ("shanten-dp", shanten_dp),
        ("xiangting", |counts, _| {
            xiangting::calculate_replacement_number(counts, PlayerCount::Four).map_or(-100, Into::into)
        }),
    ]);
    let answer = answers.get(&name[..]).ok_or_else(|| io::Error::other("name a crate"))?;
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let (line, mut counts) = (line?, [0; 34]);
        for (count, digit) in counts.iter_mut().zip(line.bytes().step_by(2)) {
            *count = digit - b'0';
        }
        let melds = (14 - counts.iter().sum::<u8>()) / 3;
        writeln!(output, "{}", answer(&counts, melds))?;
    }
    output.flush()
}

fn shanten_dp(counts: &[u8; 34], melds: u8) -> i64 {
    let limits = shanten_dp::make_tile_limits(false);
    let mode = if melds == 0 { Mode::all() } else { Mode::STANDARD };
    let shanten = shanten_dp::calc_shanten(counts, &limits, usize::from(4 - melds), mode, false, true);
    shanten.ok().flatten().map_or(-100, Into::into)
}

fn agari(counts: &[u8; 34], melds: u8) -> i64 {
    let suits = [Suit::Man, Suit::Pin, Suit::Sou].into_iter();
    let suited = suits.flat_map(|suit| (1..=9).map(move |rank| Tile::suited(suit, rank)));
    let honors = [Honor::East, Honor::South, Honor::West, Honor::North, Honor::White, Honor::Green, Honor::Red];
    let tiles = suited.chain(honors.map(Tile::honor));
    let held: TileCounts = tiles.zip(*counts).filter(|&(_, count)| count > 0).collect();
    agari::shanten::calculate_shanten_with_melds(&held, melds).shanten.into()
}
