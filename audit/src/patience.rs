//! Runs of a program that may go wrong, until it did so too often.

use std::time::{Duration, Instant};

use paili_arena::{Expected, Program, RunFault, RunFaultKind, Runs};

/// Runs of a program until it went wrong too often.
#[derive(Debug)]
pub struct PatientRuns {
    pub(crate) runs: Runs,
    /// How often it may still go wrong before nothing more is asked.
    patience: usize,
    /// Whether it ever answered anything.
    has_answered: bool,
    /// What it did when it went wrong last.
    fault: Option<String>,
    /// Whether somebody wants all to end.
    is_interrupted: bool,
}

/// How often a program is run again after it went wrong, to find the hand that it went wrong on. A run counts once more for each
/// second that it took.
const PATIENCE: usize = 60;

/// How often one is that said nothing any more.
const MOST_SILENCES: usize = 4;

impl PatientRuns {
    pub(crate) fn new(runs: Runs) -> PatientRuns {
        PatientRuns { runs, patience: PATIENCE, has_answered: false, fault: None, is_interrupted: false }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        self.runs.program()
    }

    /// What it did when it went wrong last: died, hung, or wrote too much.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Whether it ever answered anything.
    pub fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Whether nothing more is asked.
    pub fn is_over(&self) -> bool {
        self.patience == 0
    }

    /// Whether somebody wanted all to end before a run did.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Forgets what it did once, unless it was to be silent.
    pub(crate) fn forgive(&mut self) {
        if self.patience + 1 == PATIENCE {
            (self.patience, self.fault) = (PATIENCE, None);
        }
    }

    /// Runs it once.
    pub(crate) fn run(
        &mut self,
        expected: Expected,
        write: impl FnMut(&mut Vec<u8>),
        take: impl FnMut(&str),
    ) -> Result<(), RunFault> {
        let begun = Instant::now();
        let run = self.runs.run(expected, write, take);
        self.has_answered |= run.as_ref().map_or_else(|fault| fault.answered > 0, |()| true);
        run.inspect_err(|fault| {
            self.is_interrupted = fault.kind == RunFaultKind::Interrupted;
            self.patience = self.patience.saturating_sub(cost(fault.kind, self.has_answered, begun.elapsed()));
            if !self.is_interrupted {
                self.fault = Some(fault.what.clone());
            }
        })
    }
}

/// How much patience a run takes that went wrong: to wait for a program that is silent takes long, and to start one that is not to
/// go on is no use.
fn cost(kind: RunFaultKind, has_answered: bool, took: Duration) -> usize {
    match kind {
        RunFaultKind::Interrupted => PATIENCE,
        RunFaultKind::Silent if has_answered => PATIENCE / MOST_SILENCES,
        RunFaultKind::Silent => PATIENCE / 2,
        _ => usize::try_from(took.as_secs()).unwrap_or(PATIENCE).saturating_add(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a program may go wrong that takes so long to do so.
    fn runs(kind: RunFaultKind, has_answered: bool, took: f64) -> usize {
        PATIENCE.div_ceil(cost(kind, has_answered, Duration::from_secs_f64(took)))
    }

    #[test]
    fn a_slow_program_that_goes_wrong_is_not_run_for_minutes() {
        assert_eq!(runs(RunFaultKind::Ended, true, 0.1), 60);
        for took in [0.9, 1.0, 1.9, 5.0, 19.9, 600.0] {
            let times = runs(RunFaultKind::Rubbish, false, took);
            assert!(times == 1 || (times - 1) as f64 * took < 60.0, "{times} runs of {took} s");
        }
        assert_eq!([true, false].map(|has_answered| runs(RunFaultKind::Silent, has_answered, 21.0)), [4, 2]);
        assert_eq!(runs(RunFaultKind::Interrupted, true, 0.0), 1);
    }
}
