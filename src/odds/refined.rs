//! How many changes a graph has where nobody says.

use super::goal::Limits;
use super::{Changes, Graph, Law, OddsError, OddsTerms};
use crate::analysis::Unseen;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::RulesModel;

impl Graph {
    /// The graph of other programs: what counts as getting nearer is measured against the nearest of the forms alone. The
    /// [published law](Law::Published) keeps every draw that stays in the graph, so in a larger one it would tell less.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn of_nearest(
        model: impl Into<RulesModel>,
        hand: &Hand,
        unseen: &Unseen,
        changes: Changes,
    ) -> Result<Graph, OddsError> {
        let model = model.into().of_whole_deck();
        let forms = model.rules().forms().beside(hand.melds());
        let limits = Limits::of_nearest(forms, changes, |form| model.distance_by(form, hand))?;
        Graph::within(limits, u64::MAX, model, hand, unseen, changes)
    }

    /// The graph with one change where its odds take less than about a second, and otherwise without: those without are some
    /// points too low, and come at once. With one change it has no more than a million hands, whatever the machine.
    ///
    /// ```
    /// use paili::analysis::Unseen;
    /// use paili::odds::{Changes, Graph};
    /// use paili::{Hand, TableModel};
    ///
    /// let [near, far] = ["1133m456789p123s", "1479m258p1368s12z"].map(|text| text.parse::<Hand>());
    /// let changes = |hand: Hand| Graph::refined(TableModel, &hand, &Unseen::by(&hand)).map(|graph| graph.changes());
    /// assert_eq!((changes(near?), changes(far?)), (Ok(Changes::One), Ok(Changes::None)));
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn refined(model: impl Into<RulesModel>, hand: &Hand, unseen: &Unseen) -> Result<Graph, OddsError> {
        const MOST_HANDS: u64 = 1_000_000;
        // Of a farther hand it takes long to find out how many hands there are.
        const FARTHEST: Distance = Distance::known(5);
        let model = model.into().of_whole_deck();
        let distance = model.distance(hand);
        if (Distance::READY..=FARTHEST).contains(&distance)
            && let Ok(graph) = Graph::of_at_most(MOST_HANDS, model, hand, unseen, Changes::One)
        {
            return Ok(graph);
        }
        Graph::of(model, hand, unseen, Changes::None)
    }

    /// The graph with the changes that are asked for; otherwise [refined](Graph::refined). For the published law it is
    /// [that of other programs](Graph::of_nearest), and without changes unless they are asked for.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn asked(
        model: impl Into<RulesModel>,
        hand: &Hand,
        unseen: &Unseen,
        OddsTerms { changes, law, .. }: OddsTerms,
    ) -> Result<Graph, OddsError> {
        match (changes, law) {
            (Some(changes), Law::Remembering) => Graph::of(model, hand, unseen, changes),
            (Some(changes), Law::Published) => Graph::of_nearest(model, hand, unseen, changes),
            (None, Law::Remembering) => Graph::refined(model, hand, unseen),
            (None, Law::Published) => Graph::of_nearest(model, hand, unseen, Changes::None),
        }
    }
}
