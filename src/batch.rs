//! Many hands at once.
//!
//! [`Batch`] finds the distances of a slice of hands, or their useful tiles too, into a slice of answers. Hands come as
//! counts of the 34 regular kinds, as files and arrays have them, as [`PackedHand`]s of sixteen bytes, or as
//! [`Hand`](crate::hand::Hand)s, and are of [any rule set](Batch::of). How long each takes is in `BENCHMARKS.md`.
//!
//! Counts are read with SIMD instructions where the processor has them ([`SimdPath`]); all paths give the same answers.
//! With the feature `parallel` there are methods that use all threads of a rayon pool; the answers do not depend on how
//! many.
//!
//! ```
//! use paili::batch::Batch;
//! use paili::Distance;
//!
//! // 123m 456p 789s EE ZZ, ready, and the same with a third E: it wins.
//! let mut ready = [0; 34];
//! for kind in [0, 1, 2, 12, 13, 14, 24, 25, 26, 27, 27, 33, 33] {
//!     ready[kind] += 1;
//! }
//! let mut won = ready;
//! won[27] += 1;
//!
//! let mut distances = [Distance::WON; 2];
//! Batch::new().distances(&[ready, won], &mut distances)?;
//! assert_eq!(distances, [Distance::READY, Distance::WON]);
//! # Ok::<(), paili::batch::BadHandError<paili::rules::RuleHandError>>(())
//! ```

mod analysis;
mod encode;
mod error;
mod forms;
mod input;
mod look_up;
mod packed;
#[cfg(feature = "parallel")]
mod parallel;
mod path;
mod rules;
mod settings;

pub use analysis::Analysis;
pub use error::BadHandError;
pub use input::BatchHand;
pub use packed::PackedHand;
pub use path::SimdPath;
pub use settings::Batch;

use crate::distance::Distance;
use input::Answered;

impl Batch {
    /// Finds the distance of each hand.
    ///
    /// # Errors
    ///
    /// At the first counts that are no hand; those before them have their answers. Packed hands and
    /// [`Hand`](crate::hand::Hand)s are taken as they are, so of them there is no error: `let Ok(()) = …`.
    ///
    /// # Panics
    ///
    /// When hands and answers differ in number.
    pub fn distances<H: BatchHand>(&self, hands: &[H], answers: &mut [Distance]) -> Answered<H> {
        assert_eq!(hands.len(), answers.len(), "an answer for every hand");
        input::distances(*self, hands, answers)
    }

    /// Finds the distance and the useful tiles of each hand.
    ///
    /// # Errors
    ///
    /// As [`Batch::distances`].
    ///
    /// # Panics
    ///
    /// As [`Batch::distances`].
    pub fn analyses<H: BatchHand>(&self, hands: &[H], answers: &mut [Analysis]) -> Answered<H> {
        assert_eq!(hands.len(), answers.len(), "an answer for every hand");
        input::analyses(*self, hands, answers)
    }
}

#[cfg(feature = "parallel")]
impl Batch {
    /// [`Batch::distances`] on all threads of the rayon pool it is called in; the answers are the same.
    ///
    /// # Errors
    ///
    /// At the first bad hand; those before it have their answers, and those after it may.
    ///
    /// # Panics
    ///
    /// As [`Batch::distances`].
    pub fn par_distances<H: BatchHand>(&self, hands: &[H], answers: &mut [Distance]) -> Answered<H> {
        parallel::each_block(hands, answers, |hands, answers| self.distances(hands, answers))
    }

    /// [`Batch::analyses`] on all threads of the rayon pool it is called in; the answers are the same.
    ///
    /// # Errors
    ///
    /// As [`Batch::par_distances`].
    ///
    /// # Panics
    ///
    /// As [`Batch::distances`].
    pub fn par_analyses<H: BatchHand>(&self, hands: &[H], answers: &mut [Analysis]) -> Answered<H> {
        parallel::each_block(hands, answers, |hands, answers| self.analyses(hands, answers))
    }
}
