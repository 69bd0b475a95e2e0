//! Win probabilities are what their definition, exact formulas, a published table and a search of everything say.

mod cases;
mod compiled;
mod definition;
mod errors;
mod near;
mod properties;
mod search;
mod twin;

use crate::random::{hands, seed};
