//! What a hand holds, and how Python shows, copies and pickles it.

use paili::{Form, Notation, Tile};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};

use super::{Hand, names};
use crate::counts::numbers_of;

#[pymethods]
impl Hand {
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
        names(self.notation, self.held.counts().tiles(), &self.reds)
    }

    /// Its concealed tiles one by one, as :attr:`tiles` has them; wildcards are not among them.
    ///
    /// >>> import paili
    /// >>> list(paili.Hand("340m9p9p")) == paili.Hand("340m9p9p").tiles
    /// True
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.tiles())?.try_iter()
    }

    /// How many concealed tiles it iterates over.
    fn __len__(&self) -> usize {
        self.held.counts().tiles().count()
    }

    /// The red fives among its concealed tiles, which count as the fives that they are.
    ///
    /// >>> import paili
    /// >>> hand = paili.Hand("340m0p999s")
    /// >>> hand.reds, hand.tiles
    /// (['0m', '0p'], ['3m', '4m', '0m', '0p', '9s', '9s', '9s'])
    #[getter]
    fn reds(&self) -> Vec<String> {
        names(self.notation, self.reds.iter().copied(), &self.reds)
    }

    /// The exposed melds that were given, kans with their four tiles.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m", melds="2P1P3P,EEE,7777s").melds
    /// ['123p', '111z', '7777s']
    #[getter]
    pub(super) fn melds(&self) -> Vec<String> {
        self.melds_given().map(|(meld, reds)| self.written_with(meld, reds)).collect()
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
        names(self.notation, self.seen().tiles(), self.visible_reds())
    }

    /// The win forms that count.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m").forms
    /// ['standard']
    #[getter]
    pub(super) fn forms(&self) -> Vec<&'static str> {
        self.asked.rules.forms().iter().map(Form::name).collect()
    }

    /// The name of the rule set.
    ///
    /// >>> import paili
    /// >>> paili.Hand("2344m").rules
    /// 'standard'
    #[getter]
    pub(super) fn rules(&self) -> &'static str {
        self.asked.rules.name()
    }

    /// How many wildcards are among its concealed tiles.
    ///
    /// >>> import paili
    /// >>> paili.Hand("12m3m*", rules=paili.RuleSet("riichi", wildcards=4)).wildcards
    /// 1
    #[getter]
    fn wildcards(&self) -> u8 {
        self.held.wildcards()
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

    pub(super) fn __str__(&self) -> String {
        self.notation.write_hand(&self.held, &self.reds)
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
        let melds: Vec<_> = hand.melds_given().map(|(meld, reds)| names(hand.notation, meld, reds)).collect();
        let page = (hand.to_dict(py)?, hand.tiles(), melds, hand.visible(), hand.forms());
        py.import("paili.display.pages")?.call_method1("hand_page", page)
    }
}

impl Hand {
    /// Tiles in the hand's notation as a text, the first fives as red as `reds` says.
    fn written_with(&self, tiles: impl IntoIterator<Item = Tile>, reds: &[Tile]) -> String {
        // Only specials can't be written, and a hand that holds some is in the judge's notation.
        self.notation.write_with_reds(tiles, reds).unwrap_or_default()
    }
}
