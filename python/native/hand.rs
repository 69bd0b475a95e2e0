//! One hand: how far it is, which tiles help it, and which should go.

mod answers;
mod asked;
mod context;
mod odds;
mod repr;
mod value;

use std::borrow::Cow;

use paili::analysis::{Argument, Asked, Question, QuestionError, Unseen};
use paili::notation::HandText;
use paili::rules::{RuleSet, RulesModel};
use paili::{Counts, Notation, Tile, notation};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

pub use self::answers::{Discard, Plan, Useful};
use self::context::{Beside, Said};
use crate::arguments::{read_notation, read_texts, read_tiles, wrong_type};
use crate::counts::read_counts;
use crate::errors::bad_argument;
use crate::rules::{AskedRules, read_available, read_void};

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
///     notation, ``0m`` and ``r5m`` are red fives. What stands in brackets is an exposed meld:
///     ``"13m456p789s11z[2222m]"``. Of 34 counts :meth:`from_counts` makes a hand.
/// melds : str or iterable of str
///     Its exposed melds, such as ``["123p", "EEE"]`` or ``"123p,EEE"``. Without them, their number follows from the
///     hand's size.
/// visible : str or iterable of str
///     Tiles seen elsewhere, in any notation: no copies to wait for.
/// rules : RuleSet, str or mapping
///     The rule set: ``"standard"``, ``"riichi"``, ``"sanma"``, ``"taiwan"``, ``"guobiao"``, ``"sichuan"``, or one's own. Hands
///     have its sizes and its tiles; ``*`` is a wildcard.
/// forms : str or iterable of str
///     Those of its win forms that count: ``"standard"``, ``"pairs"`` (``"chiitoitsu"``, ``"七对"``), ``"orphans"``
///     (``"kokushi"``, ``"十三幺"``) and so on, some of them separated by commas or in an iterable, or ``"all"``.
/// void : {"m", "p", "s"}, optional
///     The suit that is declared void, for rule sets that ask for one.
/// available : bool, "melds" or "visible"
///     Whether only tiles can be added that are not in ``melds`` and ``visible``; for "melds", not in ``melds``.
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
/// >>> paili.Hand("2344m[123p][111z](7777s)") == paili.Hand("2344m", melds="123p,111z,7777s")
/// True
/// >>> paili.Hand("1M 2M E E") == paili.Hand("🀇🀈🀀🀀")
/// True
/// >>> paili.Hand("147m258p369s1234z", rules="guobiao").waits()
/// ['5z', '6z', '7z']
#[pyclass(frozen, eq, hash, module = "paili")]
#[derive(Debug, Clone)]
pub struct Hand {
    notation: Notation,
    held: paili::Hand,
    unseen: Unseen,
    /// Its red fives, in tile order.
    reds: Vec<Tile>,
    asked: AskedRules,
    /// Melds, visible tiles and rules, if any were given.
    beside: Option<Box<Beside>>,
}

#[pymethods]
impl Hand {
    #[new]
    #[pyo3(
        signature = (tiles, *, **named),
        text_signature = "(tiles, *, melds=(), visible='', rules='standard', forms=None, void=None, available=False, notation=None)"
    )]
    fn new(tiles: &Bound<'_, PyAny>, named: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (asked, said) = Said::read("Hand.__new__", named)?;
        // A text that is a hand, and nothing else but forms: the usual case. Of any other, the long way says what is wrong.
        if said.is_nothing()
            && said.notation.is_none()
            && let Ok(text) = tiles.cast::<PyString>()
            && let Ok(text) = text.to_str()
            && !notation::has_brackets(text)
            && let Some((notation, held)) = asked.read_alone(text)
        {
            return Ok(Hand::alone(notation, held, reds_of(notation, text), asked));
        }
        // Its tiles alone would leave out its melds and all that is known beside it.
        if tiles.is_instance_of::<Hand>() {
            return Err(wrong_type("tiles", "text or an iterable of texts", tiles));
        }
        Self::read(tiles.py(), &read_tiles("tiles", tiles)?, asked, &said)
    }

    /// The hand with these counts of the 34 kinds, a row of an array say.
    ///
    /// Parameters
    /// ----------
    /// counts : sequence of int or array
    ///     34 whole numbers: how many copies of each kind there are, in the order of ``paili.KINDS``.
    /// melds, visible, rules, forms, void, available
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
        signature = (counts, *, **named),
        text_signature = "(counts, *, melds=(), visible='', rules='standard', forms=None, void=None, available=False, notation='mpsz')"
    )]
    fn from_counts(counts: &Bound<'_, PyAny>, named: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (asked, said) = Said::read("Hand.from_counts", named)?;
        let notation = said.notation.unwrap_or(Notation::Mpsz);
        let held = read_counts(counts, asked.rules)?;
        if said.is_nothing() {
            return Ok(Hand::alone(notation, held, Vec::new(), asked));
        }
        // Counts have no specials, so every notation can write them.
        let tiles = notation.write(held.counts().tiles()).unwrap_or_default();
        Self::read(counts.py(), &tiles, asked, &Said { notation: Some(notation), ..said })
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
            hand.reds = Vec::new();
            if let Some(beside) = &mut hand.beside {
                beside.forget_reds();
            }
        }
        Ok(hand)
    }
}

impl Hand {
    /// A hand beside which nothing is known.
    fn alone(notation: Notation, held: paili::Hand, reds: Vec<Tile>, asked: AskedRules) -> Hand {
        let unseen = Unseen::of(asked.rules, &held, &Counts::EMPTY);
        Hand { notation, held, unseen, reds, asked, beside: None }
    }

    fn read(py: Python<'_>, tiles: &str, asked: AskedRules, said: &Said<'_>) -> PyResult<Self> {
        let melds: Vec<String> = read_texts("melds", said.melds.as_ref())?;
        let visible =
            said.visible.as_ref().map(|visible| read_tiles("visible", visible)).transpose()?.unwrap_or_default();
        let (void, available) = (read_void(said.void.as_ref())?, read_available(said.available.as_ref())?);
        let bad = |error: QuestionError| {
            let argument = match error.argument() {
                Argument::Hand => "tiles".to_owned(),
                other => other.to_string(),
            };
            bad_argument(py, &argument, error.reason(""))
        };
        let question = Question::new(asked.rules, &melds, &visible).and_then(|question| question.with_void(void));
        let question = question.map_err(bad)?.with_available(available).in_notation(said.notation);
        let Asked { question, notation, hand: held, unseen } = question.ask(tiles).map_err(bad)?;
        let asked = AskedRules { model: question.model(), ..asked };
        let (reds, in_brackets) = reds_of_hand(notation, tiles);
        let mut beside = Beside {
            question: question.into_owned(),
            void,
            reds_of_melds: melds.iter().map(|meld| reds_of_any(meld)).chain(in_brackets).collect(),
            visible_reds: reds_of_any(&visible),
        };
        if !has_reds(notation) {
            beside.forget_reds();
        }
        Ok(Hand { notation, held, unseen, reds, asked, beside: Some(Box::new(beside)) })
    }

    /// Its concealed tiles and the number of its melds: all that the library has of a hand.
    pub fn concealed(&self) -> paili::Hand {
        self.held
    }

    fn model(&self) -> RulesModel {
        self.asked.model
    }

    /// What is known beside it.
    fn question(&self) -> Question {
        self.beside.as_ref().map_or_else(|| Question::alone(self.asked.rules), |beside| beside.question.clone())
    }

    /// The hand and what is known beside it, as the library asks about it.
    fn asked(&self) -> Asked<'static> {
        let question = Cow::Owned(self.question());
        Asked { question, notation: self.notation, hand: self.held, unseen: self.unseen }
    }

    /// The tiles of each meld that was given, four of a kan, and which are red.
    fn melds_given(&self) -> impl Iterator<Item = (Vec<Tile>, &[Tile])> {
        self.beside.iter().flat_map(|beside| {
            beside.question.melds().iter().zip(&beside.reds_of_melds).map(|(meld, reds)| {
                // No other meld has a tile of a kan's kind: it holds all four.
                let fourth = meld.tiles().first().copied().filter(|&tile| beside.question.kans().contains(tile));
                (meld.tiles().into_iter().chain(fourth).collect(), &reds[..])
            })
        })
    }

    /// The tiles that are visible elsewhere.
    fn seen(&self) -> Counts {
        self.beside.as_ref().map_or(Counts::EMPTY, |beside| *beside.question.visible())
    }

    fn visible_reds(&self) -> &[Tile] {
        self.beside.as_ref().map_or(&[], |beside| &beside.visible_reds)
    }
}

/// The names of tiles in a notation, the first fives as red as `reds` says.
fn names(notation: Notation, tiles: impl IntoIterator<Item = Tile>, reds: &[Tile]) -> Vec<String> {
    tiles.into_iter().map(notation.namer(reds)).map(Cow::into_owned).collect()
}

/// The red fives of a text that was read in this notation, in tile order.
fn reds_of(notation: Notation, text: &str) -> Vec<Tile> {
    // Most texts have none.
    if !text.contains(['0', 'r', '０']) {
        return Vec::new();
    }
    let mut reds = notation.reds(&text.replace(RuleSet::WILDCARD, " ")).unwrap_or_default();
    reds.sort_unstable();
    reds
}

/// The concealed red fives of a hand's text that was read in this notation, in tile order, and those of each meld in its
/// brackets.
fn reds_of_hand(notation: Notation, text: &str) -> (Vec<Tile>, Vec<Vec<Tile>>) {
    let read = HandText::read_in(notation, &text.replace(RuleSet::WILDCARD, " "));
    let Ok(HandText { mut reds, melds, .. }) = read else { return (Vec::new(), Vec::new()) };
    reds.sort_unstable();
    (reds, melds.into_iter().map(|meld| meld.reds).collect())
}

/// The red fives of a text in whatever notation.
fn reds_of_any(text: &str) -> Vec<Tile> {
    notation::read(text).map_or(Vec::new(), |(notation, _)| reds_of(notation, text))
}

/// Whether a notation can tell red fives from others.
fn has_reds(notation: Notation) -> bool {
    notation.red_name(Tile::M5) != notation.name_of(Tile::M5)
}
