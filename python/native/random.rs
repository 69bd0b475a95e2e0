//! Random hands, as counts.

use paili::simulation::{RandomHands, Seed};
use paili::{Specials, Tile};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arguments::whole;
use crate::batch::new_table;
use crate::counts::Counts;
use crate::errors::bad_argument;
use crate::memory::elements_mut;
use crate::threads::{pool, read_threads};

/// Random hands as an (n, 34) uint8 array of counts (a memory view where there is no numpy): the hands of ``paili batch
/// --random`` of the same seed.
///
/// ``hands``
///     how many.
/// ``tiles``
///     how many tiles each has; fewer than 13 stand beside exposed melds.
/// ``seed``, ``first``
///     hand i of a seed is always the same; these are ``first`` to ``first + hands - 1``.
///
/// >>> import paili
/// >>> hands = paili.random_hands(1_000_000, tiles=14, seed=1)
/// >>> hands.shape, hands.dtype, hands.sum(axis=1).max()
/// ((1000000, 34), dtype('uint8'), np.uint64(14))
#[pyfunction]
#[pyo3(
    signature = (hands, *, tiles=None, seed=None, first=None, threads=None),
    text_signature = "(hands, *, tiles=13, seed=1, first=0, threads=None)"
)]
pub fn random_hands<'py>(
    hands: &Bound<'py, PyAny>,
    tiles: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    first: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let hands = whole("hands", hands, 0..=MOST_HANDS, format!("0 to {MOST_HANDS}"))?;
    let tiles = tiles.map_or(Ok(13), |tiles| whole("tiles", tiles, 0..=usize::MAX, "a number of tiles"))?;
    let number = |argument: &str, value: Option<&Bound<'py, PyAny>>, usual: u64| {
        value.map_or(Ok(usual), |value| whole(argument, value, 0..=u64::MAX, format!("0 to {}", u64::MAX)))
    };
    let (seed, first) = (number("seed", seed, 1)?, number("first", first, 0)?);
    let threads = read_threads(threads)?;
    let random = RandomHands::new(Seed(seed), tiles, Specials::Without);
    let random = random.map_err(|error| bad_argument(py, "tiles", format!("a hand of {error}")))?;
    if first.checked_add(hands as u64).is_none() {
        return Err(bad_argument(py, "first", format!("{first}: {hands} hands from there on are more than there are")));
    }
    let array = new_table(py, hands, Tile::REGULAR_COUNT)?;
    let mut buffer = pyo3::buffer::PyBuffer::<u8>::get(&array)?;
    let (counts, _) = elements_mut(&mut buffer).unwrap_or_default().as_chunks_mut::<{ Tile::REGULAR_COUNT }>();
    let pool = pool(threads)?;
    for (round, counts) in counts.chunks_mut(ROUND).enumerate() {
        py.detach(|| pool.install(|| deal(random, first + (round * ROUND) as u64, counts)));
        py.check_signals()?;
    }
    Ok(array)
}

/// Far more than memory holds.
const MOST_HANDS: usize = 1 << 48;

/// Hands between which Python can be interrupted: some hundredths of a second.
const ROUND: usize = 1 << 20;

/// Hands in a block of work: four times as many as share a stream of random words.
const BLOCK: usize = 1 << 10;

fn deal(random: RandomHands, first: u64, counts: &mut [Counts]) {
    counts.par_chunks_mut(BLOCK).enumerate().for_each(|(block, counts)| {
        let mut hands = vec![random.hand(0); counts.len()];
        random.deal(first + (block * BLOCK) as u64, &mut hands);
        for (counts, hand) in counts.iter_mut().zip(hands) {
            *counts = hand.counts().regular();
        }
    });
}
