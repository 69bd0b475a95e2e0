//! Batches on many threads.

use rayon::prelude::*;

use super::BadHand;

/// Hands that one thread takes at a time: some fifty microseconds' work at the least, of which handing them out takes a
/// hundredth.
const PIECE: usize = 1 << 15;

/// Answers piece by piece. Of several hands that are none, the first is told.
pub(super) fn each_piece<H: Sync, A: Send, F: Send>(
    hands: &[H],
    answers: &mut [A],
    answer: impl Fn(&[H], &mut [A]) -> Result<(), BadHand<F>> + Sync,
) -> Result<(), BadHand<F>> {
    assert_eq!(hands.len(), answers.len(), "an answer for every hand");
    let pieces = hands.par_chunks(PIECE).zip(answers.par_chunks_mut(PIECE)).enumerate();
    let first = pieces.find_map_first(|(number, (hands, answers))| {
        answer(hands, answers).err().map(|bad| BadHand { row: number * PIECE + bad.row, ..bad })
    });
    first.map_or(Ok(()), Err)
}
