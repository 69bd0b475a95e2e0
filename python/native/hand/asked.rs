//! What a hand is asked: how far it is, what helps it, what should go, how likely it wins.

use std::borrow::Cow;

use paili::analysis::{self, Discarder, GoodWaits, rule_discard};
use paili::answers::{HandAnswer, NextDraw};
use paili::rules::{ReadyMade, RulesModel};
use paili::{Form, Model};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::{Discard, Hand, Plan, Useful, names, odds};
use crate::arguments::{read_more_than, read_terms};
use crate::errors::bad_argument;
use crate::names::Five;
use crate::rules::AskedRules;

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

    /// The tiles that it does not need: the kinds whose discard keeps its distance.
    ///
    /// >>> import paili
    /// >>> paili.Hand("123m12399p57s112z").unneeded()
    /// ['2z']
    fn unneeded(&self) -> Vec<String> {
        names(self.notation, self.model().unneeded(&self.held).iter(), &[])
    }

    /// The draws that keep the distance and widen what it accepts, the widest first.
    ///
    /// Returns
    /// -------
    /// dict, or None
    ///     ``improvements``, a list of dicts of ``tile``, ``copies`` (unseen), ``acceptance`` and ``discard``;
    ///     ``mean_acceptance``, after a draw that keeps the distance; and, unless the next draw wins, ``next_acceptance``,
    ///     after one that lowers it: each with the best discard. None for a hand that has a discard due.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> told = paili.Hand("123m12399p57s112z").improvements()
    /// >>> [(one["tile"], one["acceptance"]) for one in told["improvements"]][:3], told["next_acceptance"]
    /// ([('7p', 12), ('8p', 12), ('3s', 12)], 4.0)
    fn improvements<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.held.must_discard() {
            return Ok(None);
        }
        let all = self.told(py, &NextDraw { improvements: true, ..NextDraw::default() })?;
        let told = PyDict::new(py);
        for key in ["improvements", "mean_acceptance", "next_acceptance"] {
            if let Some(value) = all.get_item(key)? {
                told.set_item(key, value)?;
            }
        }
        Ok(Some(told))
    }

    /// How many of the copies that make it ready lead, with the best discard, to a good wait.
    ///
    /// Parameters
    /// ----------
    /// more_than : int
    ///     A wait is good of more than so many copies.
    ///
    /// Returns
    /// -------
    /// dict, or None
    ///     ``copies``, and ``share`` of all that make it ready. None for a hand that is not at distance 2 (1-shanten), or has a
    ///     discard due.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> paili.Hand("45m57p23456799s1z").good_waits()["copies"]
    /// 4
    #[pyo3(signature = (more_than=None), text_signature = "($self, more_than=4)")]
    fn good_waits<'py>(
        &self,
        py: Python<'py>,
        more_than: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let more_than =
            more_than.map_or(Ok(GoodWaits::MORE_THAN), |more_than| read_more_than("more_than", more_than))?;
        let Some(good) = GoodWaits::of(self.model(), &self.held, &self.unseen, more_than) else { return Ok(None) };
        let told = PyDict::new(py);
        told.set_item("copies", good.copies)?;
        told.set_item("share", good.share())?;
        Ok(Some(told))
    }

    /// What it can do about a tile that another player discards, the best first.
    ///
    /// Parameters
    /// ----------
    /// tile : str
    ///     The tile, in any notation.
    /// source : {"left", "across", "right"}
    ///     Who discards it. Chows are claimed from the left alone, and not by all rule sets.
    /// good : int, optional
    ///     Also tell good waits, of more than so many copies.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     Each of ``call`` ("win", "pass", "chow", "pong" or "kan"), the ``meld`` that it exposes, the best ``discard`` after
    ///     it, and the ``distance`` and ``acceptance`` after both.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     When it is not one tile that can be offered, or the hand has to discard first.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> for call in paili.Hand("34m99p").offered("2m"):
    /// ...     print(call)
    /// {'call': 'win', 'distance': 0, 'acceptance': 0}
    /// {'call': 'pass', 'distance': 1, 'acceptance': 7}
    /// {'call': 'chow', 'meld': ['2m', '3m', '4m'], 'discard': '9p', 'distance': 1, 'acceptance': 2}
    #[pyo3(signature = (tile, *, source=None, good=None), text_signature = "($self, tile, *, source='left', good=None)")]
    fn offered<'py>(
        &self,
        py: Python<'py>,
        tile: &str,
        source: Option<&str>,
        good: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let source = read_source(py, source)?;
        let good = good.map(|good| read_more_than("good", good)).transpose()?;
        let asked = NextDraw { good, offered: Some((tile.to_owned(), source)), ..NextDraw::default() };
        self.told(py, &asked)?.as_any().get_item("offers")
    }

    /// The kans of its own tiles that it can expose: four concealed ones, or a fourth added to an exposed pong. Empty for a hand
    /// that has to draw first.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2222m456p89s1z5s", melds="EEE").kans()
    /// [{'tile': '2m', 'distance': 2, 'acceptance': 7}, {'tile': '1z', 'distance': 2, 'acceptance': 7}]
    fn kans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.told(py, &NextDraw::default())?.get_item("kans")?.unwrap_or_else(|| PyList::empty(py).into_any()))
    }

    /// What it could become: how far it is from tanyao, a half flush of each suit, all pongs and a pong of each honor.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     Each of ``name``, the best ``discard`` where one is due, and the ``distance`` and ``acceptance`` after it; nearest
    ///     first. What it can't become is left out. Empty where its rules have an aim already.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> [(of["name"], of["distance"]) for of in paili.Hand("2345m456p67s99p77z").prospects()][:3]
    /// [('plain', 2), ('pong 7z', 2), ('pong 1z', 4)]
    /// >>> paili.Hand("2345m456p67s99p77z").towards(with_="777z").prospects()
    /// []
    fn prospects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.told(py, &NextDraw { prospects: true, ..NextDraw::default() })?.as_any().get_item("towards")
    }

    /// The same hand, asked how far it is from one that is won in some way, exposed melds among it: its rules are those that
    /// :meth:`RuleSet.towards` makes.
    ///
    /// Parameters
    /// ----------
    /// only : str, optional
    ///     The kinds that a winning hand may hold, such as ``"2-8mps"`` or ``"pz"``.
    /// with_ : str or iterable of str
    ///     Melds that it has to hold, such as ``"777z"``.
    /// only_pongs : bool
    ///     Whether it has pongs and a pair, and no chows.
    ///
    /// Returns
    /// -------
    /// Hand
    ///     A hand of the same tiles.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     When no hand can be won so.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> hand = paili.Hand("2345m456p67s99p77z")
    /// >>> hand.towards(only="2-8mps").distance(), hand.towards(with_="777z").useful().tiles
    /// (5, ['5s', '8s', '7z'])
    #[pyo3(signature = (*, only=None, with_=None, only_pongs=false), text_signature = "($self, *, only=None, with_=(), only_pongs=False)")]
    fn towards<'py>(
        slf: &Bound<'py, Self>,
        only: Option<&str>,
        with_: Option<&Bound<'py, PyAny>>,
        only_pongs: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, hand) = (slf.py(), slf.get());
        let (arguments, aim) = (hand.arguments(py)?, PyDict::new(py));
        let given = arguments.get_item("rules")?;
        let given = given.unwrap_or_else(|| PyString::new(py, ReadyMade::default().name()).into_any());
        let rules = py.import("paili.hands.rules")?.getattr("RuleSet")?;
        let rules = if given.is_instance(&rules)? { given } else { rules.call1((given,))? };
        aim.set_item("only", only)?;
        aim.set_item("with_", with_.map_or_else(|| PyTuple::empty(py).into_any(), Clone::clone))?;
        aim.set_item("only_pongs", only_pongs)?;
        let rules = rules.call_method("towards", (), Some(&aim))?;
        if hand.asked.chosen {
            // Those that such hands can have, of those that were chosen.
            let fitting = AskedRules::read(Some(&rules), None)?.rules.all_forms();
            let forms = hand.asked.rules.forms().among(fitting);
            arguments.set_item(
                "forms",
                if forms.is_empty() { hand.asked.rules.forms() } else { forms }.names().replace(' ', ""),
            )?;
        }
        arguments.set_item("rules", rules)?;
        slf.get_type().call((hand.__str__(),), Some(&arguments))
    }

    /// How likely it wins within the next draws, and with which discard.
    ///
    /// One player draws alone: each of the next draws is any of the unseen tiles, nobody claims, and nobody else wins. The
    /// distances by which it plays may ask for any tile, whatever ``available`` says.
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
        odds::odds(py, self, read_terms(draws, (self.unseen.tiles(), UNSEEN), changes, law)?)
    }

    /// How likely it wins within the next draws after each call that it can make about a tile that another player discards, and
    /// if it lets that pass.
    ///
    /// Parameters
    /// ----------
    /// tile : str
    ///     The tile, in any notation.
    /// draws : int
    ///     How many tiles are drawn.
    /// source : {"left", "across", "right"}
    ///     Who discards it. Chows are claimed from the left alone, and not by all rule sets.
    /// changes : {0, 1, 2}, optional
    ///     As for :meth:`odds`, the same after each call. Unless it is given: 1 where that is quick after each, else 0.
    /// law : {"remembering", "published"}
    ///     As for :meth:`odds`.
    ///
    /// Returns
    /// -------
    /// dict
    ///     All of it, under the keys of ``paili odds --offered --format json``: what was asked, and ``offers``, a list of dicts,
    ///     likeliest to win first. Each has ``call`` ("win", "pass", "chow", "pong" or "kan"), the ``meld`` that it exposes, the
    ///     ``discard`` after it that wins most often, the ``distance`` and ``acceptance`` after both, and ``win`` and ``ready``,
    ///     lists by the draws made so far.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     When it is not one tile that can be offered, the hand has to discard first or holds specials, or too many hands follow
    ///     from it.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> told = paili.Hand("68m123p345s11z59m2z").offered_odds("7m")
    /// >>> for call in told["offers"]:
    /// ...     print(call["call"], call.get("meld"), call.get("discard"), f"{call['win'][0]:.2%}")
    /// chow ['7m', '8m', '9m'] 2z 66.02%
    /// chow ['6m', '7m', '8m'] 2z 48.30%
    /// chow ['5m', '6m', '7m'] 2z 39.40%
    /// pass None None 24.25%
    #[pyo3(
        signature = (tile, draws=None, *, source=None, changes=None, law=None),
        text_signature = "($self, tile, draws=17, *, source='left', changes=None, law='remembering')"
    )]
    fn offered_odds<'py>(
        &self,
        py: Python<'py>,
        tile: &str,
        draws: Option<&Bound<'py, PyAny>>,
        source: Option<&str>,
        changes: Option<&Bound<'py, PyAny>>,
        law: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let terms = read_terms(draws, (self.unseen.tiles(), UNSEEN), changes, law)?;
        odds::offered_odds(py, self, (tile, read_source(py, source)?), terms)
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
        self.told(py, &NextDraw::default())
    }
}

impl Hand {
    /// All answers, and those that are asked for.
    fn told<'py>(&self, py: Python<'py>, next: &NextDraw) -> PyResult<Bound<'py, PyDict>> {
        let mut answer = HandAnswer::of(self.asked());
        answer.reds.clone_from(&self.reds);
        answer.add_next(next).map_err(|error| bad_argument(py, "tile", error.reason("")))?;
        let mut json = Vec::new();
        answer.write_json(&mut json);
        odds::read_json(py, &json)
    }
}

/// What a message says of the most draws.
const UNSEEN: &str = ", the tiles that are unseen";

/// Who discards a tile that is offered: the player on the left unless it is said.
fn read_source(py: Python<'_>, source: Option<&str>) -> PyResult<Discarder> {
    let source = source.map_or(Ok(Discarder::default()), str::parse);
    source.map_err(|error| bad_argument(py, "source", error))
}
