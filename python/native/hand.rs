//! One hand: how far it is, which tiles help it, and which should go.

mod odds;
mod value;

use paili::analysis::{self, Plan, Question, QuestionError, Unseen, Useful, rule_discard};
use paili::answers::HandAnswer;
use paili::{Form, Model, Notation, TableModel, Tile, WithForms};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::arguments::{read_forms, read_text, read_texts, read_tiles};
use crate::counts::read_counts;
use crate::errors::bad_argument;

/// A hand: what to do with it.
///
/// tiles: its concealed tiles, a text in any notation or an iterable of texts. A hand has 13 or 14 tiles, three less
///     for every exposed meld.
/// melds: its exposed melds, such as ``["123p", "EEE"]`` or ``"123p,EEE"``. Without them, their number follows from the
///     hand's size.
/// visible: tiles seen elsewhere, in any notation: no copies to wait for.
/// forms: the win forms that count: "standard", "pairs", "orphans", or some of them separated by commas or in an
///     iterable.
/// notation: the notation of the tiles, "judge", "uva", "mpsz" or "unicode", instead of finding it out.
///
/// Whatever is wrong is told by :class:`paili.InputError`. Tiles in answers are texts in the notation of the hand;
/// specials are the judge's.
///
/// Hands don't change. They are equal when they hold the same tiles, beside the same melds and visible tiles, for the
/// same forms; how they were written makes no difference.
///
/// >>> import paili
/// >>> hand = paili.Hand("1133m456789p1234s")
/// >>> hand.distance(), hand.discards()[0].tile
/// (1, '4s')
/// >>> paili.Hand("2344m", melds=["123p", "EEE", "777s"]).waits()
/// ['1m', '4m']
/// >>> paili.Hand("1M 2M E E") == paili.Hand("🀇🀈🀀🀀")
/// True
#[pyclass(frozen, eq, hash, module = "paili")]
#[derive(Debug, Clone)]
pub struct Hand {
    notation: Notation,
    held: paili::Hand,
    unseen: Unseen,
    question: Question,
}

#[pymethods]
impl Hand {
    #[new]
    #[pyo3(
        signature = (tiles, *, melds=None, visible=None, forms=None, notation=None),
        text_signature = "(tiles, *, melds=(), visible='', forms='standard', notation=None)"
    )]
    fn new(
        tiles: &Bound<'_, PyAny>,
        melds: Option<&Bound<'_, PyAny>>,
        visible: Option<&Bound<'_, PyAny>>,
        forms: Option<&Bound<'_, PyAny>>,
        notation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Self::read(tiles.py(), &read_tiles("tiles", tiles)?, melds, visible, forms, notation)
    }

    /// The hand with these counts of the 34 kinds, a row of an array say. The other arguments are those of a hand.
    ///
    /// >>> import numpy, paili
    /// >>> counts = numpy.zeros(34, numpy.uint8)
    /// >>> counts[[0, 2, 27]] = 2, 1, 1
    /// >>> paili.Hand.of_counts(counts)
    /// Hand('113m1z')
    #[staticmethod]
    #[pyo3(
        signature = (counts, *, melds=None, visible=None, forms=None, notation=None),
        text_signature = "(counts, *, melds=(), visible='', forms='standard', notation='mpsz')"
    )]
    fn of_counts(
        counts: &Bound<'_, PyAny>,
        melds: Option<&Bound<'_, PyAny>>,
        visible: Option<&Bound<'_, PyAny>>,
        forms: Option<&Bound<'_, PyAny>>,
        notation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = counts.py();
        let notation = notation.map_or(Ok(Notation::Mpsz), |notation| read_notation(py, notation))?;
        let hand = read_counts(counts)?.map_err(|reason| bad_argument(py, "counts", reason))?;
        // Counts have no specials, so every notation can write them.
        let tiles = notation.write(hand.counts().tiles()).unwrap_or_default();
        let notation = PyString::new(py, notation.name()).into_any();
        Self::read(py, &tiles, melds, visible, forms, Some(&notation))
    }

    /// How many tiles it lacks to win: 0 when it wins, 1 when it is ready; shanten + 1.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133m456789p123s").distance()
    /// 1
    fn distance(&self) -> u8 {
        self.model().distance(&self.held).get()
    }

    /// The distance on the shanten scale: -1 when it wins, 0 when it is ready.
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

    /// The tiles that complete a ready hand; none for a hand that is not ready or has a discard due.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133m456789p123s").waits()
    /// ['1m', '3m']
    fn waits(&self) -> Vec<String> {
        let waits = self.model().waits(&self.held);
        self.names(waits.iter())
    }

    /// The tiles that lower the distance, with the copies left of them. Those of a hand that has a discard due are all
    /// that are useful after one or another of the discards that keep its distance.
    ///
    /// >>> import paili
    /// >>> useful = paili.Hand("34m99p", visible="22225m").useful()
    /// >>> useful.copies, useful.acceptance
    /// ({'2m': 0, '5m': 3}, 3)
    fn useful<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.useful_answer(py, &Useful::of(self.model(), &self.held, &self.unseen))
    }

    /// Every tile to discard, best first: smallest distance, then largest acceptance, then as the rule plays equals.
    /// An empty list for a hand that has to draw first.
    ///
    /// >>> import paili
    /// >>> [(discard.tile, discard.distance) for discard in paili.Hand("34m99p1z").discards()]
    /// [('1z', 1), ('4m', 2), ('3m', 2), ('9p', 2)]
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        static DISCARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let ranked = analysis::discards(self.model(), &self.held, &self.unseen);
        let answers = ranked.iter().map(|ranked| {
            let useful = self.useful_answer(py, &ranked.useful)?;
            DISCARD.import(py, ANSWERS, "Discard")?.call1((self.name(ranked.tile), ranked.distance.get(), useful))
        });
        answers.collect()
    }

    /// How likely it wins within the next draws, and with which discard.
    ///
    /// One player draws alone: each of the next draws is any of the unseen tiles, nobody claims, and nobody else wins.
    ///
    /// draws: how many tiles are drawn.
    /// changes: 0, 1 or 2: how often the hand may be improved without getting nearer, or step back. Each takes tens to
    ///     hundreds of times as long, and as much memory, up to a gigabyte.
    /// law: "remembering", by which what was discarded is gone, or "published", by which other programs forget it.
    ///
    /// Returns :class:`paili.Odds`. Raises :class:`paili.InputError` also when the hand holds specials, or when too many
    /// hands follow from it.
    ///
    /// >>> import paili
    /// >>> odds = paili.Hand("234578m1689p357s1z", forms="standard,pairs,orphans").odds()
    /// >>> odds.discards[0].tile, f"{odds.win[0]:.4f}", f"{odds.ready[0]:.4f}"
    /// ('1z', '0.1543', '0.6468')
    #[pyo3(
        signature = (draws=None, *, changes=None, law=None),
        text_signature = "($self, draws=17, *, changes=0, law='remembering')"
    )]
    fn odds<'py>(
        slf: &Bound<'py, Self>,
        draws: Option<&Bound<'py, PyAny>>,
        changes: Option<&Bound<'py, PyAny>>,
        law: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        odds::odds(slf, draws, changes, law)
    }

    /// What the THUPC rule discards, which knows only the standard form; None for a hand that wins or has to draw
    /// first.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z 9M").rule_discard()
    /// '9M'
    fn rule_discard(&self) -> Option<String> {
        rule_discard(self.model().standard(), &self.held).map(|tile| self.name(tile))
    }

    /// One way to split it for its distance.
    ///
    /// >>> import paili
    /// >>> plan = paili.Hand("34m99p1z").plan()
    /// >>> plan.groups, plan.missing, plan.surplus
    /// ([['2m', '3m', '4m'], ['9p', '9p']], ['2m'], ['1z'])
    fn plan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static PLAN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let form = self.model().reached(&self.held).1.iter().next().unwrap_or(Form::Standard);
        let plan = Plan::of(self.model().standard(), &self.held, form);
        let groups: Vec<Vec<String>> = plan.groups.into_iter().map(|group| self.names(group)).collect();
        let answer = (groups, self.names(plan.missing), self.names(plan.surplus));
        PLAN.import(py, ANSWERS, "Plan")?.call1(answer)
    }

    /// All answers, under the keys of ``paili hand --format json``.
    ///
    /// >>> import paili
    /// >>> answers = paili.Hand("34m99p").to_dict()
    /// >>> answers["distance"], answers["useful"]
    /// (1, [{'tile': '2m', 'copies': 4}, {'tile': '5m', 'copies': 4}])
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = HandAnswer::new(&self.model(), self.notation, self.held, self.unseen).to_json();
        py.import("json")?.call_method1("loads", (json,))
    }

    /// The same hand, answering in another notation: "judge", "uva", "mpsz" or "unicode".
    ///
    /// >>> import paili
    /// >>> paili.Hand("34m99p").written("unicode").waits()
    /// ['🀈', '🀋']
    #[pyo3(name = "written")]
    fn in_notation(&self, py: Python<'_>, notation: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut hand = self.clone();
        hand.notation = read_notation(py, notation)?;
        let written = hand.notation.write(self.held.counts().tiles());
        written.map_err(|error| bad_argument(py, "notation", error))?;
        Ok(hand)
    }

    /// Its concealed tiles by kind, 1m-9m, 1p-9p, 1s-9s and 1z-7z (E S W N B F Z). Specials are not among them.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1122m").counts[:3]
    /// (2, 2, 0)
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.held.counts().regular())
    }

    /// Its concealed tiles in tile order, a text each.
    ///
    /// >>> import paili
    /// >>> paili.Hand("21z1m2m").tiles
    /// ['1m', '2m', '1z', '2z']
    #[getter]
    fn tiles(&self) -> Vec<String> {
        self.names(self.held.counts().tiles())
    }

    /// The exposed melds that were given.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m", melds="2P1P3P,EEE,777s").melds
    /// ['123p', '111z', '777s']
    #[getter]
    fn melds(&self) -> Vec<String> {
        self.question.melds().iter().map(|meld| self.text(meld.tiles())).collect()
    }

    /// How many melds are exposed, given or not.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m").exposed
    /// 3
    #[getter]
    fn exposed(&self) -> usize {
        self.held.melds().get()
    }

    /// The tiles seen elsewhere in tile order, without those of the melds.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m", visible="Z 1M").visible
    /// ['1m', '7z']
    #[getter]
    fn visible(&self) -> Vec<String> {
        self.names(self.question.visible().tiles())
    }

    /// The win forms that count.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m").forms
    /// ['standard']
    #[getter]
    fn forms(&self) -> Vec<&'static str> {
        self.question.forms().iter().map(Form::name).collect()
    }

    /// The notation of its answers.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m").notation
    /// 'mpsz'
    #[getter]
    fn notation(&self) -> &'static str {
        self.notation.name()
    }

    fn __str__(&self) -> String {
        self.text(self.held.counts().tiles())
    }

    /// The call that makes the hand. What is left out goes without saying.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut call = format!("Hand('{}'", self.__str__());
        for (name, value) in self.arguments(py)? {
            call = format!("{call}, {name}={}", value.repr()?);
        }
        Ok(call + ")")
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        Ok(((self.__str__(),), self.arguments(py)?))
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // The judge's is the only notation that knows all tiles.
        let mut hand = self.clone();
        hand.notation = Notation::Judge;
        let page = (hand.to_dict(py)?, hand.melds(), hand.visible(), hand.forms());
        py.import("paili.pages")?.call_method1("hand_page", page)
    }
}

/// The module of the answers' classes.
const ANSWERS: &str = "paili.answers";

impl Hand {
    fn read(
        py: Python<'_>,
        tiles: &str,
        melds: Option<&Bound<'_, PyAny>>,
        visible: Option<&Bound<'_, PyAny>>,
        forms: Option<&Bound<'_, PyAny>>,
        notation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let melds = read_texts("melds", melds)?;
        let visible = visible.map(|visible| read_tiles("visible", visible)).transpose()?.unwrap_or_default();
        let forms = read_forms(forms)?;
        let notation = notation.map(|notation| read_notation(py, notation)).transpose()?;
        let bad = |error: QuestionError| {
            let argument = match error.argument() {
                "hand" => "tiles",
                other => other,
            };
            bad_argument(py, argument, error.reason(""))
        };
        let question = Question::new(&melds, &visible, forms, notation).map_err(bad)?;
        let (notation, held, unseen) = question.read(tiles).map_err(bad)?;
        Ok(Hand { notation, held, unseen, question })
    }

    /// Its concealed tiles and the number of its melds: all that the library has of a hand.
    pub fn concealed(&self) -> paili::Hand {
        self.held
    }

    fn model(&self) -> WithForms<TableModel> {
        self.question.model()
    }

    /// Python's `Useful`.
    fn useful_answer<'py>(&self, py: Python<'py>, useful: &Useful) -> PyResult<Bound<'py, PyAny>> {
        static USEFUL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let copies = PyDict::new(py);
        for (tile, left) in useful.copies(&self.unseen) {
            copies.set_item(self.name(tile), left)?;
        }
        USEFUL.import(py, ANSWERS, "Useful")?.call1((copies.keys(), copies, useful.acceptance))
    }

    /// A tile in the hand's notation.
    fn name(&self, tile: Tile) -> String {
        self.notation.name_of(tile)
    }

    fn names(&self, tiles: impl IntoIterator<Item = Tile>) -> Vec<String> {
        tiles.into_iter().map(|tile| self.name(tile)).collect()
    }

    /// Tiles of the hand or of melds, which its notation can write.
    fn text(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        self.notation.write(tiles).unwrap_or_default()
    }
}

fn read_notation(py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<Notation> {
    read_text("notation", name)?.parse().map_err(|error| bad_argument(py, "notation", error))
}
