//! The native half of the Python package `paili`: it reads Python's values, asks the library, and gives plain values
//! back. `_native.pyi` has their types.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "Python's docstrings are written as Python's are"
)]

mod arena;
mod arguments;
mod arrow;
mod arrow_array;
mod audit;
mod batch;
mod compare;
mod counts;
mod env;
mod errors;
mod exact;
mod game_rows;
mod hand;
mod interrupts;
mod memory;
mod names;
mod numpy;
mod outputs;
mod play;
mod players;
mod policy;
mod progress;
mod random;
mod rounds;
mod rules;
mod simulate;
mod solved;
mod tally;
mod threads;
mod view;
mod wall;

use pyo3::prelude::*;

/// The native module. Only the package imports it.
#[pymodule(name = "_native")]
mod native {
    use paili::game::{ActionCode, Wall};
    use paili::odds::Law;
    use paili::rules::ReadyMade;
    use paili::simulation::{self, Layout, NamedPolicy};
    use paili::{Form, Forms, Hand as LibraryHand, Notation};
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use super::{
        arena::arena, arena::fingerprint, arena::league, arrow_array::ArrowArray, audit::audit, batch::counts,
        batch::discards, batch::distances, batch::features, batch::odds, batch::shanten, batch::texts, batch::unneeded,
        batch::useful, compare::Comparison, compare::compare, env::Places, env::action_code, env::action_name,
        exact::exact, game_rows::game_rows, hand::Discard, hand::Hand, hand::Plan, hand::Useful, play::play,
        random::random_hands, rules::Rules, simulate::simulate, solved::Solved, solved::solve, tally::Tally,
        threads::after_fork, view::View, wall::wall,
    };

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The tiles of the largest hand.
    #[pymodule_export]
    const MOST_TILES: usize = LibraryHand::MOST_TILES;

    /// The tiles of a wall that are dealt.
    #[pymodule_export]
    const DEALT: usize = Wall::DEALT;

    /// The ways to seat two players of each of two policies: games of a match.
    #[pymodule_export]
    const SEATINGS: usize = simulation::SEATINGS.len();

    /// How many actions there are by their numbers.
    #[pymodule_export]
    const ACTIONS: usize = ActionCode::COUNT;

    /// Changes when observations do.
    #[pymodule_export]
    const LAYOUT: u32 = Layout::VERSION;

    /// The names of what there is to choose from.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let choices = PyDict::new(module.py());
        let aliases = Form::ALL.into_iter().flat_map(Form::aliases).copied();
        choices.set_item(
            "forms",
            Form::ALL.map(Form::name).into_iter().chain(aliases).chain([Forms::EVERY]).collect::<Vec<_>>(),
        )?;
        choices.set_item("laws", Law::ALL.map(Law::name))?;
        choices.set_item("notations", Notation::ALL.map(Notation::name))?;
        choices.set_item("policies", NamedPolicy::ALL.map(NamedPolicy::name))?;
        choices.set_item("rules", ReadyMade::ALL.map(ReadyMade::name))?;
        module.add("CHOICES", choices)
    }
}
