//! Borrowed tiles over the last two ranks' use.
//!
//! Replacing a tile is taken apart into throwing one away and borrowing one from the wall, as in the commentary on
//! PKUSC 2022, "雀圣" (<https://xsc062.github.io/20240125>). Throwing away is free; borrowed tiles are counted.
//!
//! *State*: how many tiles of the rank before the last are in use, how many of the last, the melds and the pair so far.
//! What is kept is the fewest tiles borrowed.
//!
//! At each rank it is decided how many chows *end* there. Those take a tile here and one more of each of the last two
//! ranks, which is why their use is in the state: a tile is borrowed the moment the use of a kind goes beyond what is
//! held. (The programme of the library looks the other way, at chows that begin.)
//!
//! *Why it is right*: every winning hand is reached by the chows that end at each kind, its pong and its pair. The use
//! of a kind only grows, and each step pays what the borrowed part of it grows by, so that in the end it has paid the
//! use beyond what is held, once, whichever melds came first. No kind is used more than four times at any step. Uses
//! older than two ranks cannot change any more, and so need not be remembered.

/// A kind is used 0–4 times.
const USES: usize = 5;

/// Chows that end at one rank: of three equal ones one makes three pongs.
const CHOWS: usize = 3;

/// 0–4 melds.
const MELDS: usize = 5;

/// More than any hand borrows, and small enough to be added to.
const NEVER: u8 = 100;

/// The fewest tiles borrowed, `[pairs][melds]`.
type Row = [[u8; MELDS]; 2];

const UNREACHED: Row = [[NEVER; MELDS]; 2];

/// `[use of the rank before the last][use of the last]`.
type Rows = [[Row; USES]; USES];

/// The win distance in the standard form of tiles that have to form `melds` melds and a pair.
pub fn distance(counts: &[u8; 34], melds: usize) -> u8 {
    let mut best = UNREACHED;
    best[0][0] = 0;
    for suit in counts[..27].chunks_exact(9) {
        let mut rows = [[UNREACHED; USES]; USES];
        rows[0][0] = best;
        let mut held = [0; 3];
        for (rank, &here) in suit.iter().enumerate() {
            held = [held[1], held[2], here];
            rows = step(&rows, held, if rank < 2 { 1 } else { CHOWS }, melds);
        }
        best = forget(&rows);
    }
    for &here in &counts[27..] {
        let mut rows = [[UNREACHED; USES]; USES];
        rows[0][0] = best;
        best = forget(&step(&rows, [0, 0, here], 1, melds));
    }
    best[1][melds]
}

/// Goes on by one kind, of which the last of `held` are there and the others of the two ranks before it. Fewer than
/// `most` chows end here.
fn step(rows: &Rows, held: [u8; 3], most: usize, melds: usize) -> Rows {
    let mut after = [[UNREACHED; USES]; USES];
    for (before_last, rows) in rows.iter().enumerate() {
        for (last, row) in rows.iter().enumerate().filter(|(_, row)| **row != UNREACHED) {
            let room = USES - before_last.max(last);
            for ending in 0..most.min(room) {
                let chow = more(before_last, ending, held[0]) + more(last, ending, held[1]);
                for (pongs, pair) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let used = ending + 3 * pongs + 2 * pair;
                    if used >= USES {
                        continue;
                    }
                    let borrowed = chow + more(0, used, held[2]);
                    let to = &mut after[last + ending][used];
                    for pairs in 0..2 - pair {
                        for formed in (ending + pongs)..=melds {
                            let to = &mut to[pairs + pair][formed];
                            *to = (*to).min(row[pairs][formed - ending - pongs] + borrowed);
                        }
                    }
                }
            }
        }
    }
    after
}

/// The tiles borrowed when the use of a kind with `held` copies grows by `tiles`.
fn more(used: usize, tiles: usize, held: u8) -> u8 {
    ((used + tiles) as u8).saturating_sub(held) - (used as u8).saturating_sub(held)
}

/// The best row, whatever is in use.
fn forget(rows: &Rows) -> Row {
    let mut best = UNREACHED;
    for row in rows.iter().flatten() {
        for (best, row) in best.iter_mut().flatten().zip(row.iter().flatten()) {
            *best = (*best).min(*row);
        }
    }
    best
}
