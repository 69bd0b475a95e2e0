//! Where the answers go.

use paili::batch::{BadHand, Batch, BatchHand, Outlook};
use paili::distance::Distance;

/// Columns of answers, or a part of them.
pub trait Columns: Sized + Send {
    /// What is found out about a hand.
    type Answer: Copy;

    /// Any answer: to make room for others.
    const ANY: Self::Answer;

    /// How many places there are.
    fn len(&self) -> usize;

    /// The first so many places, and the others.
    fn split_at(self, places: usize) -> (Self, Self);

    /// Finds the answers.
    fn ask<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Self::Answer]) -> Result<(), BadHand<H::Fault>>;

    /// Writes answers from a place on.
    fn write(&mut self, place: usize, answers: &[Self::Answer]);

    /// Says at a place that there is no answer.
    fn leave_out(&mut self, place: usize);
}

/// Stands for a distance, and for an acceptance, where there is none.
pub const NONE: i8 = -1;

/// Distances.
pub struct Distances<'a>(pub &'a mut [i8]);

impl Columns for Distances<'_> {
    type Answer = Distance;

    const ANY: Distance = Distance::WON;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn split_at(self, places: usize) -> (Self, Self) {
        let (first, others) = self.0.split_at_mut(places);
        (Distances(first), Distances(others))
    }

    fn ask<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Distance]) -> Result<(), BadHand<H::Fault>> {
        batch.distances(hands, answers)
    }

    fn write(&mut self, place: usize, answers: &[Distance]) {
        for (written, answer) in self.0[place..].iter_mut().zip(answers) {
            *written = signed(*answer);
        }
    }

    fn leave_out(&mut self, place: usize) {
        self.0[place] = NONE;
    }
}

/// Distances, masks of useful tiles, and acceptances, of as many hands.
pub struct Outlooks<'a> {
    pub distances: &'a mut [i8],
    pub useful: &'a mut [i64],
    pub acceptance: &'a mut [i16],
}

impl Columns for Outlooks<'_> {
    type Answer = Outlook;

    const ANY: Outlook = Outlook::WON;

    fn len(&self) -> usize {
        self.distances.len()
    }

    fn split_at(self, places: usize) -> (Self, Self) {
        let (distances, useful, acceptance) = (
            self.distances.split_at_mut(places),
            self.useful.split_at_mut(places),
            self.acceptance.split_at_mut(places),
        );
        (
            Outlooks { distances: distances.0, useful: useful.0, acceptance: acceptance.0 },
            Outlooks { distances: distances.1, useful: useful.1, acceptance: acceptance.1 },
        )
    }

    fn ask<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Outlook]) -> Result<(), BadHand<H::Fault>> {
        batch.outlooks(hands, answers)
    }

    fn write(&mut self, place: usize, answers: &[Outlook]) {
        let places = place..place + answers.len();
        let written = self.distances[places.clone()].iter_mut().zip(&mut self.useful[places.clone()]);
        for (((distance, useful), acceptance), answer) in written.zip(&mut self.acceptance[places]).zip(answers) {
            *distance = signed(answer.distance);
            // 34 kinds, and at most 136 copies of them.
            *useful = answer.useful.kinds.bits().cast_signed();
            *acceptance = answer.useful.acceptance as i16;
        }
    }

    fn leave_out(&mut self, place: usize) {
        self.distances[place] = NONE;
        self.useful[place] = 0;
        self.acceptance[place] = NONE.into();
    }
}

/// At most 14, so that a distance less one is a shanten even where that is −1.
fn signed(distance: Distance) -> i8 {
    distance.get().cast_signed()
}
