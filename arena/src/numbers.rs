//! What follows from a seed and does not tell it.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use paili::game::PLAYERS;
use paili::simulation::Seed;

/// The numbers by which the seats of a game are known to programs.
///
/// They must tell nothing of the seed, which tells every wall, nor of the game's number, nor of each other. So they come from a cipher:
/// `ChaCha20`, its key made of the seed, its stream the number of the game. A hash with a seed, such as xxh3, would not do: it can be
/// run backwards, and a few numbers of games give the seed away. Nobody is known who could do that to `ChaCha`, except by trying all
/// seeds. The key has more than the seed, so that these are other streams than those that walls are drawn from.
///
/// The same games have the same numbers in every run, for programs that draw lots from them. Two games that a process plays at once
/// share a number about once in 10¹¹ blocks of games.
pub(super) fn numbers(seed: Seed, game: u64) -> [u64; PLAYERS] {
    let mut words = cipher(seed, *b"paili, numbers of games.");
    words.set_stream(game);
    std::array::from_fn(|_| words.next_u64() >> SPARE_BITS)
}

/// What is left fits 53 bits, which programs in any language can read.
const SPARE_BITS: u32 = 11;

/// What tells a seed from others where programs may look, such as in a checkpoint, and does not tell it.
pub fn fingerprint(seed: Seed) -> u64 {
    cipher(seed, *b"paili, seed fingerprints").next_u64()
}

/// `ChaCha20` with a key of a seed and what it is for.
fn cipher(seed: Seed, purpose: [u8; 24]) -> ChaCha20Rng {
    let mut key = [0; 32];
    let (first, rest) = key.split_at_mut(size_of::<u64>());
    first.copy_from_slice(&seed.0.to_le_bytes());
    rest.copy_from_slice(&purpose);
    ChaCha20Rng::from_seed(key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use xxhash_rust::xxh3::xxh3_64_with_seed;

    use super::*;

    /// They are those of every version, since players may draw lots from them.
    #[test]
    fn numbers_stay_what_they_are() {
        assert_eq!(
            numbers(Seed(1), 0),
            [7_528_540_433_368_495, 3_558_490_405_208_775, 1_378_786_988_996_949, 6_431_210_070_909_252]
        );
        assert_eq!(fingerprint(Seed(1)), 0x5be3_80a4_18ed_a8e6);
    }

    /// Numbers of xxh3 gave the seed away after a dozen games: the hash of eight bytes can be run backwards. So can every hash that is no
    /// cipher; this one is, and what such an attack starts from is not there.
    #[test]
    fn numbers_are_no_hash_that_can_be_run_backwards() {
        for (seed, game) in (0..100).flat_map(|seed| (0..100).map(move |game| (seed, game))) {
            let hash = xxh3_64_with_seed(&u64::to_le_bytes(game), seed);
            let told = numbers(Seed(seed), game);
            assert!(told.iter().all(|number| number >> 2 != hash >> 13 && *number != hash >> 11), "{seed} {game}");
        }
    }

    /// Nothing of one number is in another: neighbours in game, seed or seat differ in half of their bits, none of them more often than
    /// chance has it.
    #[test]
    fn neighbours_have_nothing_in_common() {
        let all = |near: fn(u64) -> [u64; 2]| {
            let mut differ = [0_u32; 53];
            for game in 0..4000 {
                let [one, other] = near(game);
                differ.iter_mut().enumerate().for_each(|(bit, count)| *count += ((one ^ other) >> bit & 1) as u32);
            }
            // Of 4,000 tosses, six standard deviations.
            assert!(differ.iter().all(|count| count.abs_diff(2000) < 190), "{differ:?}");
        };
        all(|game| [numbers(Seed(7), game)[0], numbers(Seed(7), game + 1)[0]]);
        all(|game| [numbers(Seed(game), 3)[0], numbers(Seed(game + 1), 3)[0]]);
        all(|game| [numbers(Seed(7), game)[0], numbers(Seed(7), game)[2]]);
    }

    #[test]
    fn games_are_told_apart() {
        let all: BTreeSet<u64> = (0..25_000).flat_map(|game| numbers(Seed(1), game)).collect();
        assert_eq!(all.len(), 100_000);
        assert!(all.iter().all(|&number| number < 1 << 53));
    }
}
