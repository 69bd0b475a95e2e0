//! Runs of a program that may go wrong, until it did so too often.

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
}

/// How often a program is run again after it went wrong, to find the hand that it went wrong on.
const PATIENCE: usize = 60;

/// How often one is that said nothing any more.
const MOST_SILENCES: usize = 4;

impl PatientRuns {
    pub(crate) fn new(runs: Runs) -> PatientRuns {
        PatientRuns { runs, patience: PATIENCE, has_answered: false, fault: None }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        self.runs.program()
    }

    /// What it did when it went wrong last: died, hung, or wrote too much.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Whether nothing more is asked.
    pub fn is_over(&self) -> bool {
        self.patience == 0
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
        let run = self.runs.run(expected, write, take);
        self.has_answered |= run.as_ref().map_or_else(|fault| fault.answered > 0, |()| true);
        run.inspect_err(|fault| {
            // To wait for one that is silent takes long, and to start one that is not to go on is no use.
            self.patience = match fault.kind {
                RunFaultKind::Interrupted => 0,
                RunFaultKind::Silent if self.has_answered => self.patience.saturating_sub(PATIENCE / MOST_SILENCES),
                RunFaultKind::Silent => self.patience.saturating_sub(PATIENCE / 2),
                _ => self.patience.saturating_sub(1),
            };
            self.fault = Some(fault.what.clone());
        })
    }
}
