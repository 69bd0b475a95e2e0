//! Batches on many threads.

use rayon::prelude::*;

use super::BadHandError;

/// Hands that one thread takes at a time: some fifty microseconds' work at the least, of which handing them out takes a
/// hundredth.
const BLOCK: usize = 1 << 15;

/// Answers block by block. Of several bad hands, the first is told.
pub(super) fn each_block<H: Sync, A: Send, F: Send>(
    hands: &[H],
    answers: &mut [A],
    answer: impl Fn(&[H], &mut [A]) -> Result<(), BadHandError<F>> + Sync,
) -> Result<(), BadHandError<F>> {
    assert_eq!(hands.len(), answers.len(), "an answer for every hand");
    let blocks = hands.par_chunks(BLOCK).zip(answers.par_chunks_mut(BLOCK)).enumerate();
    let first = blocks.find_map_first(|(number, (hands, answers))| {
        answer(hands, answers).err().map(|bad| BadHandError { row: number * BLOCK + bad.row, ..bad })
    });
    first.map_or(Ok(()), Err)
}
