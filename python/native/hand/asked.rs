//! What a hand is asked: how far it is, what helps it, what should go, how likely it wins.

use std::borrow::Cow;

use paili::analysis::{self, rule_discard};
use paili::answers::HandAnswer;
use paili::rules::RulesModel;
use paili::{Form, Model};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::{Discard, Hand, Plan, Useful, names, odds};
use crate::names::Five;

#[pymethods]
impl Hand {
    /// How many tiles it lacks to win: 0 when it wins, 1 when it is ready (tenpai); shanten + 1. 127 if no tiles can complete
    /// it, as where the rule set has no form for such a hand.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133m456789p123s").distance()
    /// 1
    fn distance(&self) -> u8 {
        self.model().distance(&self.held).get()
    }

    /// The distance on the shanten scale, one less: -1 when it wins, 0 when it is ready (tenpai).
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133m456789p123s").shanten()
    /// 0
    fn shanten(&self) -> i8 {
        self.model().distance(&self.held).shanten()
    }

    /// Which of the win forms reach the distance.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133557799m1122p", forms="standard,pairs,orphans").reached()
    /// ['pairs']
    fn reached(&self) -> Vec<&'static str> {
        self.model().reached(&self.held).1.iter().map(Form::name).collect()
    }

    /// The form that was not asked for and is nearer than those that were, and its distance; None when there is none.
    ///
    /// >>> import paili
    /// >>> hand = paili.Hand("19m19p19s1234567z")
    /// >>> hand.distance(), hand.nearer
    /// (9, ('orphans', 1))
    #[getter]
    fn nearer(&self) -> Option<(&'static str, u8)> {
        self.model().nearer(self.asked.rules, &self.held).map(|(form, distance)| (form.name(), distance.get()))
    }

    /// The tiles that complete a ready hand (tenpai); none for a hand that is not ready or has a discard due.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133m456789p123s").waits()
    /// ['1m', '3m']
    fn waits(&self) -> Vec<String> {
        let waits = self.model().waits(&self.held);
        names(self.notation, waits.iter(), &[])
    }

    /// The tiles that lower the distance (ukeire), with the copies left of them. For a hand with a discard due: all
    /// that are useful after one or another of the discards that keep its distance.
    ///
    /// >>> import paili
    /// >>> useful = paili.Hand("34m99p", visible="22225m").useful()
    /// >>> useful.copies, useful.acceptance
    /// ({'2m': 0, '5m': 3}, 3)
    fn useful(&self) -> Useful {
        let useful = analysis::Useful::of(self.model(), &self.held, &self.unseen);
        Useful::new(self.notation, &useful, &self.unseen)
    }

    /// Every tile to discard, best first: smallest distance, then largest acceptance, then as the rule plays equals.
    /// An empty list for a hand that has to draw first.
    ///
    /// Returns
    /// -------
    /// list of Discard
    ///     Their tiles and numbers are made when they are looked at.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> [(discard.tile, discard.distance) for discard in paili.Hand("34m99p1z").discards()]
    /// [('1z', 1), ('4m', 2), ('3m', 2), ('9p', 2)]
    fn discards(&self) -> Vec<Discard> {
        let ranked = analysis::discards(self.model(), &self.held, &self.unseen);
        let discard = |discard: &analysis::Discard| {
            let five = match self.notation.name_of_discard(discard.tile, self.held.counts(), &self.reds) {
                Cow::Owned(_) => Five::Red,
                Cow::Borrowed(_) => Five::Plain,
            };
            Discard::new(self.notation, discard, five, &self.unseen)
        };
        ranked.iter().map(discard).collect()
    }

    /// How likely it wins within the next draws, and with which discard.
    ///
    /// One player draws alone: each of the next draws is any of the unseen tiles, nobody claims, and nobody else wins.
    ///
    /// Parameters
    /// ----------
    /// draws : int
    ///     How many tiles are drawn.
    /// changes : {0, 1, 2}, optional
    ///     How often the hand may be improved without getting nearer, or step back. Each takes tens to hundreds of times as
    ///     long, and as much memory, up to a gigabyte. Unless it is given: 1 where that takes less than about a second, else
    ///     0; by the law "published" always 0. Many hands at once have none (:func:`paili.odds`).
    /// law : {"remembering", "published"}
    ///     By which law: "remembering", by which what was discarded is gone, or "published", by which other programs forget
    ///     it.
    ///
    /// Returns
    /// -------
    /// Odds
    ///     Probabilities by the draws made so far, for the hand and for each of its discards.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     Also when the hand holds specials, or when too many hands follow from it.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> odds = paili.Hand("234578m1689p357s1z", forms="standard,pairs,orphans").odds(changes=0)
    /// >>> odds.discards[0].tile, f"{odds.win[0]:.4f}", f"{odds.ready[0]:.4f}"
    /// ('1z', '0.1543', '0.6468')
    #[pyo3(
        signature = (draws=None, *, changes=None, law=None),
        text_signature = "($self, draws=17, *, changes=None, law='remembering')"
    )]
    fn odds<'py>(
        &self,
        py: Python<'py>,
        draws: Option<&Bound<'py, PyAny>>,
        changes: Option<&Bound<'py, PyAny>>,
        law: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        odds::odds(py, self, draws, changes, law)
    }

    /// What the THUPC rule discards, which knows only the standard form; None for a hand that wins or has to draw
    /// first, and by other rule sets than its game's.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z 9M").rule_discard()
    /// '9M'
    fn rule_discard(&self) -> Option<String> {
        let RulesModel::Embedded(model) = self.model() else { return None };
        let tile = rule_discard(model.standard(), &self.held)?;
        Some(self.notation.name_of_discard(tile, self.held.counts(), &self.reds).into_owned())
    }

    /// One way to split it for its distance; None if no tiles can complete it.
    ///
    /// >>> import paili
    /// >>> plan = paili.Hand("34m99p1z").plan()
    /// >>> plan.groups, plan.missing, plan.surplus
    /// ([['2m', '3m', '4m'], ['9p', '9p']], ['2m'], ['1z'])
    fn plan(&self) -> Option<Plan> {
        let plan = analysis::Plan::of_nearest(self.model(), &self.held, self.model().reached(&self.held).1)?;
        Some(Plan::new(self.notation, &plan, &self.reds))
    }

    /// All answers, under the keys of ``paili hand --format json``.
    ///
    /// >>> import paili
    /// >>> answers = paili.Hand("34m99p").to_dict()
    /// >>> answers["distance"], answers["useful"]
    /// (1, [{'tile': '2m', 'copies': 4}, {'tile': '5m', 'copies': 4}])
    pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let question = self.question();
        let mut answer = HandAnswer::new(&question, self.notation, self.held, self.unseen);
        answer.reds.clone_from(&self.reds);
        let mut json = Vec::new();
        answer.write_json(&mut json);
        Ok(py
            .import(intern!(py, "json"))?
            .call_method1(intern!(py, "loads"), (PyBytes::new(py, &json),))?
            .cast_into()?)
    }
}
