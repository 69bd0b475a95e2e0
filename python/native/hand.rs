//! One hand: how far it is, which tiles help it, and which should go.

mod answers;
mod beside;
mod odds;
mod reds;
mod told;
mod value;

use paili::analysis::{self, Question, QuestionError, Unseen, rule_discard};
use paili::answers::HandAnswer;
use paili::{Counts, Form, Forms, Model, Notation, TableModel, Tile, WithForms, notation};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

pub use self::answers::{Discard, Plan, Useful};
use self::beside::{Beside, forms_of_text};
pub use self::reds::{Five, red_name};
use self::reds::{Reds, has_reds};
use crate::arguments::{read_forms, read_notation, read_texts, read_tiles};
use crate::counts::{numbers_of, read_counts};
use crate::errors::bad_argument;

/// A hand: what to do with it.
///
/// Hands don't change. They are equal when they hold the same tiles, beside the same melds and visible tiles, for the
/// same forms; how they were written makes no difference, and a red five is a five, though it is written as a red one.
/// Tiles in answers are texts in the notation of the hand; specials are the judge's.
///
/// Parameters
/// ----------
/// tiles : str or iterable of str
///     Its concealed tiles, in any notation. A hand has 13 or 14 tiles, three less for every exposed meld. In mpsz
///     notation, ``0m`` and ``r5m`` are red fives.
/// melds : str or iterable of str
///     Its exposed melds, such as ``["123p", "EEE"]`` or ``"123p,EEE"``. Without them, their number follows from the
///     hand's size.
/// visible : str or iterable of str
///     Tiles seen elsewhere, in any notation: no copies to wait for.
/// forms : str or iterable of str
///     The win forms that count: ``"standard"``, ``"pairs"`` (``"chiitoitsu"``, ``"七对"``), ``"orphans"`` (``"kokushi"``,
///     ``"十三幺"``), some of them separated by commas or in an iterable, or ``"all"``.
/// notation : {"judge", "uva", "mpsz", "unicode", "chinese", "mjai"}, optional
///     The notation of the tiles, instead of finding it out.
///
/// Raises
/// ------
/// InputError
///     When the tiles are no hand, or anything else is wrong with a text.
/// TypeError
///     When an argument is no text.
///
/// Examples
/// --------
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
    reds: Reds,
    /// The win forms that count.
    asked: Forms,
    /// What was said beside the tiles. Mostly nothing is, and then nothing is made of it.
    beside: Option<Box<Beside>>,
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
        // A text that is a hand, and nothing else but forms: the usual case. Of any other, the long way says what is wrong.
        if [melds, visible, notation].iter().all(Option::is_none)
            && let Ok(text) = tiles.cast::<PyString>()
            && let Ok(text) = text.to_str()
            && let Ok((notation, held)) = notation::read_hand(text)
            && let Some(asked) = forms_of_text(forms, &held)
        {
            return Ok(Hand::alone(notation, held, Reds::of(notation, text), asked));
        }
        Self::read(tiles.py(), &read_tiles("tiles", tiles)?, melds, visible, forms, notation)
    }

    /// The hand with these counts of the 34 kinds, a row of an array say.
    ///
    /// Parameters
    /// ----------
    /// counts : sequence of int or array
    ///     34 whole numbers: how many copies of each kind there are, in the order of ``paili.KINDS``.
    /// melds, visible, forms
    ///     As those of a hand.
    /// notation : {"mpsz", "judge", "uva", "unicode", "chinese", "mjai"}
    ///     The notation of its answers.
    ///
    /// Returns
    /// -------
    /// Hand
    ///     A hand without red fives.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     When the counts are those of no hand.
    /// TypeError
    ///     When they are no whole numbers.
    ///
    /// Examples
    /// --------
    /// >>> import numpy, paili
    /// >>> counts = numpy.zeros(34, numpy.uint8)
    /// >>> counts[[0, 2, 27]] = 2, 1, 1
    /// >>> paili.Hand.from_counts(counts)
    /// Hand('113m1z')
    #[staticmethod]
    #[pyo3(
        signature = (counts, *, melds=None, visible=None, forms=None, notation=None),
        text_signature = "(counts, *, melds=(), visible='', forms='standard', notation='mpsz')"
    )]
    fn from_counts(
        counts: &Bound<'_, PyAny>,
        melds: Option<&Bound<'_, PyAny>>,
        visible: Option<&Bound<'_, PyAny>>,
        forms: Option<&Bound<'_, PyAny>>,
        notation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = counts.py();
        let notation = notation.map_or(Ok(Notation::Mpsz), read_notation)?;
        let held = read_counts(counts)?;
        if [melds, visible].iter().all(Option::is_none)
            && let Some(asked) = forms_of_text(forms, &held)
        {
            return Ok(Hand::alone(notation, held, Reds::default(), asked));
        }
        // Counts have no specials, so every notation can write them.
        let tiles = notation.write(held.counts().tiles()).unwrap_or_default();
        let notation = PyString::new(py, notation.name()).into_any();
        Self::read(py, &tiles, melds, visible, forms, Some(&notation))
    }

    /// How many tiles it lacks to win: 0 when it wins, 1 when it is ready (tenpai); shanten + 1.
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
        self.model().nearer(&self.held).map(|(form, distance)| (form.name(), distance.get()))
    }

    /// The tiles that complete a ready hand (tenpai); none for a hand that is not ready or has a discard due.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1133m456789p123s").waits()
    /// ['1m', '3m']
    fn waits(&self) -> Vec<String> {
        let waits = self.model().waits(&self.held);
        self.names(waits.iter())
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
            let five = self.discarded_five(discard.tile);
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
        let asked =
            odds::Asked { notation: self.notation, held: self.held, unseen: self.unseen, forms: self.forms_asked() };
        odds::odds(py, asked, draws, changes, law)
    }

    /// What the THUPC rule discards, which knows only the standard form; None for a hand that wins or has to draw
    /// first.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z 9M").rule_discard()
    /// '9M'
    fn rule_discard(&self) -> Option<String> {
        let tile = rule_discard(self.model().standard(), &self.held)?;
        Some(match self.discarded_five(tile) {
            Five::Red => red_name(self.notation, tile),
            Five::Plain => self.name(tile),
        })
    }

    /// One way to split it for its distance.
    ///
    /// >>> import paili
    /// >>> plan = paili.Hand("34m99p1z").plan()
    /// >>> plan.groups, plan.missing, plan.surplus
    /// ([['2m', '3m', '4m'], ['9p', '9p']], ['2m'], ['1z'])
    fn plan(&self) -> Plan {
        let form = self.model().reached(&self.held).1.iter().next().unwrap_or(Form::Standard);
        Plan::new(self.notation, &analysis::Plan::of(self.model().standard(), &self.held, form), self.reds)
    }

    /// All answers, under the keys of ``paili hand --format json``.
    ///
    /// >>> import paili
    /// >>> answers = paili.Hand("34m99p").to_dict()
    /// >>> answers["distance"], answers["useful"]
    /// (1, [{'tile': '2m', 'copies': 4}, {'tile': '5m', 'copies': 4}])
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut answer = HandAnswer::new(&self.model(), self.notation, self.held, self.unseen);
        answer.reds = self.reds.tiles().collect();
        told::told(py, &answer, self.reds)
    }

    /// The same hand, answering in another notation: "judge", "uva", "mpsz", "unicode", "chinese" or "mjai". Only mpsz,
    /// "chinese" and "mjai" have red fives: in another they are fives like all others.
    ///
    /// Parameters
    /// ----------
    /// notation : {"judge", "uva", "mpsz", "unicode", "chinese", "mjai"}
    ///     The notation.
    ///
    /// Returns
    /// -------
    /// Hand
    ///     An equal hand.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     When the hand holds specials, which only the judge's notation can write.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> paili.Hand("34m99p").written("unicode").waits()
    /// ['🀈', '🀋']
    #[pyo3(name = "written")]
    fn in_notation(&self, py: Python<'_>, notation: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut hand = self.clone();
        hand.notation = read_notation(notation)?;
        let written = hand.notation.write(self.held.counts().tiles());
        written.map_err(|error| bad_argument(py, "notation", error))?;
        if !has_reds(hand.notation) {
            hand.reds = Reds::default();
            if let Some(beside) = &mut hand.beside {
                beside.forget_reds();
            }
        }
        Ok(hand)
    }

    /// Its concealed tiles by kind, 1m-9m, 1p-9p, 1s-9s and 1z-7z (E S W N B F Z). Specials are not among them.
    ///
    /// >>> import paili
    /// >>> paili.Hand("1122m").counts[:3]
    /// (2, 2, 0)
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, numbers_of(py, self.held.counts().regular()))
    }

    /// Its concealed tiles in tile order, a text each.
    ///
    /// >>> import paili
    /// >>> paili.Hand("21z1m2m").tiles
    /// ['1m', '2m', '1z', '2z']
    #[getter]
    fn tiles(&self) -> Vec<String> {
        self.reds.names(self.notation, self.held.counts().tiles())
    }

    /// The red fives among its concealed tiles, which count as the fives that they are.
    ///
    /// >>> import paili
    /// >>> hand = paili.Hand("340m0p999s")
    /// >>> hand.reds, hand.tiles
    /// (['0m', '0p'], ['3m', '4m', '0m', '0p', '9s', '9s', '9s'])
    #[getter]
    fn reds(&self) -> Vec<String> {
        self.reds.names(self.notation, self.reds.tiles())
    }

    /// The exposed melds that were given, kans with their four tiles.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m", melds="2P1P3P,EEE,7777s").melds
    /// ['123p', '111z', '7777s']
    #[getter]
    fn melds(&self) -> Vec<String> {
        self.melds_given().map(|(meld, reds)| reds.write(self.notation, meld)).collect()
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
        self.visible_reds().names(self.notation, self.seen().tiles())
    }

    /// The win forms that count.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m").forms
    /// ['standard']
    #[getter]
    fn forms(&self) -> Vec<&'static str> {
        self.forms_asked().iter().map(Form::name).collect()
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
        self.reds.write(self.notation, self.held.counts().tiles())
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
        let mut hand = self.clone();
        // What is copied is to be read again, and only the judge's notation has specials.
        let has_specials = self.held.counts().tiles().any(Tile::is_special);
        hand.notation = if has_specials { Notation::Judge } else { Notation::Mpsz };
        let melds: Vec<_> = hand.melds_given().map(|(meld, reds)| reds.names(hand.notation, meld)).collect();
        let page = (hand.to_dict(py)?, hand.tiles(), melds, hand.visible(), hand.forms());
        py.import("paili.display.pages")?.call_method1("hand_page", page)
    }
}

impl Hand {
    /// A hand beside which nothing is known.
    fn alone(notation: Notation, held: paili::Hand, reds: Reds, asked: Forms) -> Hand {
        Hand { notation, held, unseen: Unseen::by(&held), reds, asked, beside: None }
    }

    fn read(
        py: Python<'_>,
        tiles: &str,
        melds: Option<&Bound<'_, PyAny>>,
        visible: Option<&Bound<'_, PyAny>>,
        forms: Option<&Bound<'_, PyAny>>,
        notation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let melds: Vec<String> = read_texts("melds", melds)?;
        let visible = visible.map(|visible| read_tiles("visible", visible)).transpose()?.unwrap_or_default();
        let forms = read_forms(forms)?;
        let notation = notation.map(read_notation).transpose()?;
        let bad = |error: QuestionError| {
            let argument = match error.argument() {
                "hand" => "tiles",
                other => other,
            };
            bad_argument(py, argument, error.reason(""))
        };
        let question = Question::new(&melds, &visible, forms, notation).map_err(bad)?;
        let (notation, held, unseen) = question.read(tiles).map_err(bad)?;
        let mut beside = Beside {
            question,
            reds_of_melds: melds.iter().map(|meld| Reds::of_any(meld)).collect(),
            visible_reds: Reds::of_any(&visible),
        };
        if !has_reds(notation) {
            beside.forget_reds();
        }
        let (reds, asked) = (Reds::of(notation, tiles), forms);
        Ok(Hand { notation, held, unseen, reds, asked, beside: Some(Box::new(beside)) })
    }

    /// Its concealed tiles and the number of its melds: all that the library has of a hand.
    pub fn concealed(&self) -> paili::Hand {
        self.held
    }

    fn model(&self) -> WithForms<TableModel> {
        WithForms::new(TableModel, self.forms_asked())
    }

    fn forms_asked(&self) -> Forms {
        self.asked
    }

    /// The tiles of each meld that was given, four of a kan, and which are red.
    fn melds_given(&self) -> impl Iterator<Item = (Vec<Tile>, Reds)> {
        self.beside.iter().flat_map(|beside| {
            beside.question.melds().iter().zip(&beside.reds_of_melds).map(|(meld, &reds)| {
                // No other meld has a tile of a kan's kind: it holds all four.
                let fourth = meld.tiles().first().copied().filter(|&tile| beside.question.kans().contains(tile));
                (meld.tiles().into_iter().chain(fourth).collect(), reds)
            })
        })
    }

    /// The tiles that are visible elsewhere.
    fn seen(&self) -> Counts {
        self.beside.as_ref().map_or(Counts::EMPTY, |beside| *beside.question.visible())
    }

    fn visible_reds(&self) -> Reds {
        self.beside.as_ref().map_or(Reds::default(), |beside| beside.visible_reds)
    }

    /// Which five goes when this kind is discarded.
    fn discarded_five(&self, tile: Tile) -> Five {
        if self.reds.discard_is_red(tile, self.held.counts()) { Five::Red } else { Five::Plain }
    }

    /// A tile in the hand's notation.
    fn name(&self, tile: Tile) -> String {
        self.notation.name_of(tile).to_owned()
    }

    fn names(&self, tiles: impl IntoIterator<Item = Tile>) -> Vec<String> {
        tiles.into_iter().map(|tile| self.name(tile)).collect()
    }
}
