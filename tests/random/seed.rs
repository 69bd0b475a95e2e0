//! Generators: the same numbers every time.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The generator of a test's nth piece of work.
pub fn rng(test: u64, piece: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(test);
    rng.set_stream(piece);
    rng
}
