//! Random hands.

use paili::simulation::RandomHands;

use super::{Answered, Answering, BlockSize, Failure, Piece, Reader, Rows};

/// Counts what is to be dealt.
pub struct RandomReader {
    random: RandomHands,
    next: u64,
    hands: u64,
    /// Hands in a block, so many that those who share a stream of random words stay together.
    block: u64,
}

struct RandomRows {
    random: RandomHands,
    first: u64,
    hands: usize,
}

impl RandomReader {
    pub fn new(random: RandomHands, hands: u64, size: BlockSize) -> Self {
        let block = match size {
            BlockSize::Small => 1 << 13,
            BlockSize::Large => 1 << 16,
        };
        RandomReader { random, next: 0, hands, block }
    }
}

impl Reader for RandomReader {
    fn next_piece(&mut self) -> Result<Option<Piece>, Failure> {
        let first = self.next;
        let hands = self.block.min(self.hands - first);
        self.next += hands;
        Ok((hands > 0).then(|| Piece::new(RandomRows { random: self.random, first, hands: hands as usize }, 0)))
    }
}

impl Rows for RandomRows {
    fn answer(self: Box<Self>, mut answering: Answering<'_>) -> Result<Answered, Failure> {
        answering.random(&self.random, self.first, self.hands);
        Ok(answering.finish(0))
    }
}
