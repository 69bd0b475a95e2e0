//! The referee: is another program right, how often is it wrong, on which smallest hand, and how fast is it?
//!
//! A [`Subject`] answers about hands: a [`ProgramSubject`] by lines of text, or a function of whoever uses this crate. An [`Audit`]
//! finds out which [`Convention`] fits its answers best, asks it about hands that are known to break programs, about every hand of
//! one suit, and about hands drawn uniformly from each distance, and gives a [`Verdict`]. A hand that is answered wrong is made
//! smaller until no smaller one is. A [`Simulator`] plays games, and a [`GameAudit`] finds the shortest that it plays wrong.

mod answer;
mod audit;
mod beside;
mod convention;
mod extent;
mod game_report;
mod games;
mod hands;
mod patience;
mod program;
mod proof;
mod rare;
mod report;
mod shrink;
mod simulator;
mod unbounded;
mod verdict;

pub use answer::{Answer, Ask};
pub use audit::Audit;
pub use beside::{Beside, HandBeside};
pub use convention::{Convention, FifthCopy, FourAlike, Scale};
pub use extent::Extent;
pub use game_report::GameReport;
pub use games::{Difference, GameAudit, GameVerdict, Played, Simulator};
pub use patience::PatientRuns;
pub use program::{HandText, ProgramSubject, Protocol, answer_lines};
pub use proof::Proof;
pub use report::{Report, Speed};
pub use simulator::{ProgramSimulator, WallsTaken};
pub use verdict::{AtDistance, Smallest, Verdict};

use paili::Hand;

/// Somebody who answers about hands.
pub trait Subject {
    /// An answer for each hand, in order; for fewer of them if somebody wants all to end, or it is of no use to ask on.
    fn ask(&mut self, hands: &[Hand]) -> Vec<Answer>;

    /// Distances of hands beside melds that it is shown; none if it takes no such hands.
    fn ask_beside(&mut self, _hands: &[HandBeside]) -> Option<Vec<Answer>> {
        None
    }

    /// Whether it is of no use to ask on.
    fn is_over(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Hand) -> Answer> Subject for F {
    fn ask(&mut self, hands: &[Hand]) -> Vec<Answer> {
        hands.iter().map(self).collect()
    }
}
