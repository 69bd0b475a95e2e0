//! The definition of everything that a model answers.

use paili::{Counts, Distance, MeldCount, Model};

/// Asks a model for distances only: everything else follows from them by trying every tile.
#[derive(Debug, Clone, Copy)]
pub struct ByDefinition<M>(pub M);

impl<M: Model> Model for ByDefinition<M> {
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        self.0.lacking(concealed, exposed)
    }
}
