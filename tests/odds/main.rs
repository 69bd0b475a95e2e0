//! Win probabilities are what their definition, exact formulas, a published table and a search of everything say.

mod by_rules;
mod cases;
mod definition;
mod errors;
#[path = "../random/hands.rs"]
#[allow(dead_code, reason = "hands here come from smaller decks too")]
mod hands;
mod near;
mod properties;
mod search;
#[path = "../random/seed.rs"]
mod seed;
mod twin;
