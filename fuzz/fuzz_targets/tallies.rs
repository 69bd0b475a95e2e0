//! Bytes are a tally's or a comparison's, or refused, without much memory, even if their checksum is right; and what was taken for a tally
//! can be asked for everything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paili::simulation::{Comparison, Histogram, SavedBytesError, Side, Statistics, Tally};
use paili::{Tile, game::Seat};
use xxhash_rust::xxh3::xxh3_64;

/// Some hundred times a tally.
const MOST_MEMORY: u64 = 4 << 20;

/// Of the label before a tally, and of the checksum behind it.
const LABEL: usize = 8;
const SUM: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    take(bytes);
    take(&sealed(&Tally::new(Statistics::Plain).to_bytes()[..LABEL], bytes));
    take_comparison(&sealed(&Comparison::default().to_bytes_of("")[..LABEL], bytes));
});

/// The bytes between a label and a checksum that are right, whatever theirs were.
fn sealed(label: &[u8], bytes: &[u8]) -> Vec<u8> {
    let body = match bytes.strip_prefix(label) {
        Some(rest) => &rest[..rest.len().saturating_sub(SUM)],
        None => bytes,
    };
    let mut sealed = [label, body].concat();
    sealed.extend(xxh3_64(&sealed).to_le_bytes());
    sealed
}

fn take(bytes: &[u8]) {
    let mut read = Err(SavedBytesError::Damaged);
    let memory = allocation_counter::measure(|| read = Tally::from_bytes_of(bytes));
    assert!(memory.bytes_max < MOST_MEMORY, "{} bytes", memory.bytes_max);
    match read {
        Ok((run, tally)) => {
            assert_eq!(Tally::from_bytes_of(&tally.to_bytes_of(&run)), Ok((run, tally.clone())));
            ask(&tally);
            let mut sum = Tally::default();
            sum += &tally;
            ask(&sum);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn take_comparison(bytes: &[u8]) {
    let Ok((run, comparison)) = Comparison::from_bytes_of(bytes) else { return };
    assert_eq!(Comparison::from_bytes_of(&comparison.to_bytes_of(&run)), Ok((run, comparison)));
    let rates = [comparison.wins(Side::A), comparison.wins(Side::B), comparison.exhausted()];
    for interval in rates.into_iter().filter_map(|rate| rate.interval) {
        assert!(interval.low <= interval.high);
    }
    assert!(comparison.p_value().is_none_or(|p_value| (0.0..=1.0).contains(&p_value)));
    assert!(comparison.interval().is_none_or(|interval| interval.low <= interval.high));
}

/// Asks a tally for all that it knows.
fn ask(tally: &Tally) {
    serde_json::to_string(tally).expect("a tally is JSON");
    for special in [Tile::PASS, Tile::REVERSE, Tile::DOUBLE] {
        ask_histogram(tally.specials(special));
    }
    for seat in Seat::ALL {
        let rates = [tally.wins(seat), tally.dealt_in(seat), tally.self_drawn(seat), tally.rons(seat)];
        assert!(rates.iter().all(|rate| rate.of == tally.games()));
        ask_histogram(tally.chows(seat));
        ask_histogram(tally.pongs(seat));
    }
    let of_games = [tally.turns(), tally.tiles_left(), tally.chows_in_all(), tally.pongs_in_all()];
    of_games.into_iter().chain(tally.after_turn()).chain([tally.dealt()]).for_each(ask_histogram);
    if let Some(detail) = tally.detail() {
        [&detail.first_ready, &detail.wait_kinds, &detail.wait_copies].into_iter().for_each(ask_histogram);
    }
}

fn ask_histogram(seen: &Histogram) {
    let quantile = seen.quantile(0.5);
    assert_eq!(quantile.is_some(), seen.total() > 0);
    assert_eq!(seen.mean().is_some(), seen.total() > 0);
}
