//! Reachability over tiles added and removed.
//!
//! The problem (THUPC 2021, Luogu P7147) defines the distance by both numbers: the smallest x such that adding x tiles
//! and removing x−1 of them, or x, gives a winning hand. Taken at its word, that asks which pairs (added, removed) can
//! be had. No write-up is cited: none was at hand, and the definition says it all.
//!
//! *State*: the melds and the pair so far, the chows that began at each of the last two ranks, the tiles added so far
//! and the tiles removed so far. A state is reachable or not; nothing is minimised on the way.
//!
//! *Why it is right*: a winning hand is a choice, kind by kind, of the chows that begin there, a pong or none, the pair
//! or not. The choice says how many copies the winning hand has of the kind, so the hand in question adds the
//! difference or removes it. All choices are tried, so the reachable ends are the winning hands there are, and the
//! smallest number added among them is the distance. How many are removed follows from it: winning hands are all of one
//! size.

/// Chows beginning at one rank: of three equal ones one makes three pongs.
const CHOWS: usize = 3;

/// 0–4 melds.
const MELDS: usize = 5;

/// A winning hand has 14 tiles, and so at most as many are added or removed.
const TILES: usize = 14;

/// The reachable totals: bit r of entry a, whether a tiles added and r removed can be had.
type Totals = [u16; TILES + 1];

const NONE: Totals = [0; TILES + 1];

/// `[chows begun at the rank before the last][at the last][pairs][melds]`.
type States = [[[[Totals; MELDS]; 2]; CHOWS]; CHOWS];

/// The win distance in the standard form of tiles that have to form `melds` melds and a pair.
pub fn distance(counts: &[u8; 34], melds: usize) -> u8 {
    let mut states = [[[[NONE; MELDS]; 2]; CHOWS]; CHOWS];
    states[0][0][0][0][0] = 1;
    for (kind, &held) in counts.iter().enumerate() {
        // The last rank where a chow can begin is the seventh; honors have none.
        let most = if kind < 27 && kind % 9 < 7 { CHOWS } else { 1 };
        states = step(&states, held, most, melds);
    }
    let added = states[0][0][1][melds].iter().position(|&removed| removed != 0);
    added.expect("some winning hand can be had from every hand") as u8
}

/// Goes on by one kind, of which `held` are there. Fewer than `most` chows begin here.
fn step(states: &States, held: u8, most: usize, melds: usize) -> States {
    let mut after = [[[[NONE; MELDS]; 2]; CHOWS]; CHOWS];
    for (before_last, states) in states.iter().enumerate() {
        for (last, states) in states.iter().enumerate() {
            for begun in 0..most {
                for (pongs, pair) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let used = before_last + last + begun + 3 * pongs + 2 * pair;
                    if used > 4 {
                        continue;
                    }
                    for pairs in 0..2 - pair {
                        for formed in (begun + pongs)..=melds {
                            let to = &mut after[last][begun][pairs + pair][formed];
                            reach(to, &states[pairs][formed - begun - pongs], used, usize::from(held));
                        }
                    }
                }
            }
        }
    }
    after
}

/// Makes of one kind with `held` copies one with `used`.
fn reach(to: &mut Totals, from: &Totals, used: usize, held: usize) {
    let added = used.saturating_sub(held);
    let removed = held.saturating_sub(used);
    for (to, from) in to[added..].iter_mut().zip(from) {
        *to |= from << removed;
    }
}
