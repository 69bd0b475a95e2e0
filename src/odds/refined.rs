//! How many changes a graph has where nobody says.

use super::goal::Goal;
use super::{Changes, Graph, Law, OddsError};
use crate::analysis::Unseen;
use crate::distance::{Distance, Model, TableModel};
use crate::forms::{Forms, WithForms};
use crate::hand::Hand;

impl Graph {
    /// The graph of other programs: what counts as getting nearer is measured against the nearest of the forms alone. The
    /// [published law](Law::Published) keeps every draw that stays in the graph, so in a larger one it would tell less.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn of_nearest(hand: &Hand, unseen: &Unseen, forms: Forms, changes: Changes) -> Result<Graph, OddsError> {
        let forms = forms.among(Forms::EMBEDDED).beside(hand.melds());
        if forms.is_empty() {
            return Err(OddsError::Never);
        }
        let goal = Goal::of_nearest(hand, forms, changes);
        Graph::towards(goal, u64::MAX, hand, unseen, changes)
    }

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

    /// The graph with the changes that are asked for; otherwise [refined](Graph::refined). For the published law it is
    /// [that of other programs](Graph::of_nearest), and without changes unless they are asked for.
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
            (Some(changes), Law::Remembering) => Graph::of(hand, unseen, forms, changes),
            (Some(changes), Law::Published) => Graph::of_nearest(hand, unseen, forms, changes),
            (None, Law::Remembering) => Graph::refined(hand, unseen, forms),
            (None, Law::Published) => Graph::of_nearest(hand, unseen, forms, Changes::None),
        }
    }
}
