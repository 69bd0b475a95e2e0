//! Random hands, as counts.

use paili::simulation::{RandomHands, Seed};
use paili::{Deck, Hand, Tile};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arguments::{Given, whole};
use crate::counts::Counts;
use crate::errors::bad_argument;
use crate::memory::elements_mut;
use crate::numpy::new_table;
use crate::rules::AskedRules;
use crate::threads::{pool, read_threads};

/// Random hands as an array of counts: the hands of ``paili batch --random`` of the same seed.
///
/// Parameters
/// ----------
/// n : int
///     How many hands.
/// tiles : int
///     How many tiles each has; fewer than 13 stand beside exposed melds.
/// seed : int or None
///     Hand i of a seed is always the same. None draws a seed from the operating system.
/// first : int
///     These are the hands ``first`` to ``first + n - 1`` of the seed.
/// rules : RuleSet, str or mapping
///     The rule set whose deck they are dealt from. Wildcards have no place among the counts, so it has none.
/// threads : int, optional
///     How many threads; all of the machine's processors unless it is given.
///
/// Returns
/// -------
/// numpy.ndarray
///     uint8, (n, 34): how many copies of each kind. A memory view where there is no numpy.
///
/// Raises
/// ------
/// InputError
///     When a number is out of its bounds, or no hand has this number of tiles.
///
/// Examples
/// --------
/// >>> import paili
/// >>> hands = paili.random_hands(1_000_000, tiles=14, seed=1)
/// >>> hands.shape, hands.dtype, hands.sum(axis=1).max()
/// ((1000000, 34), dtype('uint8'), np.uint64(14))
/// >>> bool((paili.random_hands(9, seed=None) == paili.random_hands(9, seed=None)).all())
/// False
#[pyfunction]
#[pyo3(
    signature = (n, *, tiles=None, seed=Given::default(), first=None, rules=None, threads=None),
    text_signature = "(n, *, tiles=13, seed=1, first=0, rules='standard', threads=None)"
)]
pub fn random_hands<'py>(
    n: &Bound<'py, PyAny>,
    tiles: Option<&Bound<'py, PyAny>>,
    seed: Given<'py>,
    first: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = n.py();
    let hands = whole("n", n, 0..=MOST_HANDS, format!("0 to {MOST_HANDS}"))?;
    let tiles = tiles.map_or(Ok(Hand::TILES), |tiles| whole("tiles", tiles, 0..=usize::MAX, "a number of tiles"))?;
    let number = |argument: &str, value: &Bound<'py, PyAny>, or: &str| {
        whole(argument, value, 0..=u64::MAX, format!("{or}0 to {}", u64::MAX))
    };
    let seed = match seed.0 {
        None => 1,
        Some(seed) if seed.is_none() => drawn_seed(py)?,
        Some(seed) => number("seed", &seed, "None, or ")?,
    };
    let first = first.map_or(Ok(0), |first| number("first", first, ""))?;
    let threads = read_threads(threads)?;
    let rules = AskedRules::read(rules, None)?.rules;
    if rules.wildcards() > 0 {
        let reason = format!("{} has wildcards, which have no place among the counts", rules.name());
        return Err(bad_argument(py, "rules", reason));
    }
    let of = if rules.embedded().is_some() { "a hand of " } else { "" };
    let random = RandomHands::of(&Deck::of(rules), Seed(seed), tiles)
        .map_err(|error| bad_argument(py, "tiles", format!("{of}{error}")))?;
    if first.checked_add(hands as u64).is_none() {
        return Err(bad_argument(py, "first", format!("{first}: {hands} hands from there on are more than there are")));
    }
    let array = new_table(py, hands, Tile::REGULAR_COUNT)?;
    let mut buffer = pyo3::buffer::PyBuffer::<u8>::get(&array)?;
    let (counts, _) = elements_mut(&mut buffer).unwrap_or_default().as_chunks_mut::<{ Tile::REGULAR_COUNT }>();
    let pool = pool(threads)?;
    for (round, counts) in counts.chunks_mut(ROUND).enumerate() {
        py.detach(|| pool.install(|| deal(&random, first + (round * ROUND) as u64, counts)));
        py.check_signals()?;
    }
    Ok(array)
}

/// A seed from the operating system, drawn as the package's other functions draw theirs.
fn drawn_seed(py: Python<'_>) -> PyResult<u64> {
    py.import("paili.arguments.numbers")?.call_method0("drawn_seed")?.extract()
}

/// Far more than memory holds.
const MOST_HANDS: usize = 1 << 48;

/// Hands between which Python can be interrupted: some hundredths of a second.
const ROUND: usize = 1 << 20;

/// Hands in a block of work: four times those that share a stream of random words.
const BLOCK: usize = 1 << 10;

fn deal(random: &RandomHands, first: u64, counts: &mut [Counts]) {
    counts.par_chunks_mut(BLOCK).enumerate().for_each(|(block, counts)| {
        let mut hands = vec![random.hand(0); counts.len()];
        random.deal(first + (block * BLOCK) as u64, &mut hands);
        for (counts, hand) in counts.iter_mut().zip(hands) {
            *counts = hand.counts().regular();
        }
    });
}
