//! How many changes a graph has where nobody says.

use super::{Changes, Graph, Law, OddsError};
use crate::analysis::Unseen;
use crate::distance::{Distance, Model, TableModel};
use crate::forms::{Forms, WithForms};
use crate::hand::Hand;

impl Graph {
    /// The graph with one change where its odds take less than about a second, and otherwise without: those without are some
    /// points too low, and come at once. With one change it has no more than a million hands, whatever the machine.
    ///
    /// ```
    /// use paili::analysis::Unseen;
    /// use paili::odds::{Changes, Graph};
    /// use paili::{Forms, Hand};
    ///
    /// let [near, far] = ["1133m456789p123s", "1479m258p1368s12z"].map(|text| text.parse::<Hand>());
    /// let changes = |hand: Hand| Graph::refined(&hand, &Unseen::by(&hand), Forms::default()).map(|graph| graph.changes());
    /// assert_eq!((changes(near?), changes(far?)), (Ok(Changes::One), Ok(Changes::None)));
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn refined(hand: &Hand, unseen: &Unseen, forms: Forms) -> Result<Graph, OddsError> {
        const MOST_HANDS: u64 = 1_000_000;
        // Of a farther hand it takes long to find out how many hands there are.
        const FARTHEST: Distance = Distance::known(5);
        let distance = WithForms::new(TableModel, forms).distance(hand);
        if (Distance::READY..=FARTHEST).contains(&distance)
            && let Ok(graph) = Graph::of_at_most(MOST_HANDS, hand, unseen, forms, Changes::One)
        {
            return Ok(graph);
        }
        Graph::of(hand, unseen, forms, Changes::None)
    }

    /// The graph with the changes that are asked for; otherwise [refined](Graph::refined), and without changes by the
    /// published law.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn asked(
        hand: &Hand,
        unseen: &Unseen,
        forms: Forms,
        changes: Option<Changes>,
        law: Law,
    ) -> Result<Graph, OddsError> {
        match (changes, law) {
            (Some(changes), _) => Graph::of(hand, unseen, forms, changes),
            (None, Law::Remembering) => Graph::refined(hand, unseen, forms),
            (None, Law::Published) => Graph::of(hand, unseen, forms, Changes::None),
        }
    }
}
