//! What the hands of a graph are worth after each number of draws.

/// What hands to draw are worth: how likely each is to win, and maybe to have been ready, in the draws that are left.
#[derive(Debug)]
pub(super) struct Values {
    pub tables: Vec<Vec<f64>>,
    pub order: Order,
    pub goals: usize,
}

/// Which values are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Those of the hands before the first draw that is kept.
    First,
    All,
}

/// How the tables are read.
#[derive(Debug)]
pub(super) enum Order {
    /// A table for each number of new tiles, which begins with the hand of a number; in it one hand after the other, its goals, and
    /// for each a value by draws made, in a row of so many lanes.
    Levels { begins: Vec<usize>, lanes: usize },
    /// A table for each number of draws made; in it one hand after the other, and for each a value by goal.
    Turns,
}

impl Values {
    /// What a hand is worth after `made` draws. It has `new` new tiles, so at least that many draws were made.
    pub fn of(&self, goal: usize, number: usize, new: u8, made: usize) -> f64 {
        let value = match &self.order {
            Order::Levels { begins, lanes } => {
                let level = usize::from(new);
                let lane = made.wrapping_sub(level);
                let row = (number - begins[level]) * self.goals + goal;
                if lane < *lanes { self.tables[level].get(row * lanes + lane) } else { None }
            }
            Order::Turns => self.tables.get(made).and_then(|table| table.get(number * self.goals + goal)),
        };
        // Too few draws are left.
        value.copied().unwrap_or(0.0)
    }
}
