//! The view of a game that a policy written in Python gets.

use std::sync::{Mutex, PoisonError};

use paili::game::{self, Decision, Policy, Position, Rule, Seat};
use paili::{Chow, Distance, Hand, Meld, Model, Notation, TableModel, Tile};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple};

use crate::arguments::{each_text, read_text, shown};
use crate::errors::bad_argument;
use crate::names::{all_mpsz, mpsz, tile_of};

/// Three tiles as Python has them.
pub type Tokens = (&'static str, &'static str, &'static str);

/// What a player sees when it has to decide: its own hand and all that lies open.
///
/// A game makes one for each decision, and it can be asked until the policy has answered it; later it raises
/// `RuntimeError`. Tiles are written 1m-9m 1p-9p 1s-9s 1z-7z (E S W N B F Z), PASS REVERSE DOUBLE.
///
/// >>> import paili
/// >>> class Watching(paili.Policy):
/// ...     "The rule, which tells what it sees when 92 tiles are left."
/// ...
/// ...     def discard(self, view):
/// ...         if view.tiles_left == 92:
/// ...             print(view.seat, view.hand, view.distance(), view.best_discard())
/// ...         return view.best_discard()
/// >>> game = paili.play(paili.wall(seed=1, game=0), [Watching(), "rule", "rule", "rule"])
/// A 1258m45667p259s66z 4 9s
#[pyclass(frozen, module = "paili")]
#[derive(Debug)]
pub struct View {
    seen: Mutex<Option<Seen>>,
}

#[derive(Debug)]
struct Seen {
    position: Position<TableModel>,
    seat: Seat,
    /// The discard that can be claimed.
    offered: Option<Tile>,
    game: Option<u64>,
}

impl View {
    /// What is seen by whose decision it is, in a game of this number.
    pub fn new(position: Position<TableModel>, decision: &Decision, game: Option<u64>) -> View {
        let (seat, offered) = (decision.seat(), decision.offered());
        View { seen: Mutex::new(Some(Seen { position, seat, offered, game })) }
    }

    /// The policy has answered.
    pub fn close(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Asks the view. `question` must not call Python, which might ask the view again and wait for itself.
    fn ask<T>(&self, question: impl FnOnce(&game::View<'_, TableModel>, &Seen) -> T) -> PyResult<T> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = seen.as_ref().ok_or_else(|| {
            PyRuntimeError::new_err("the view can't be asked any more: it is of a decision that is made")
        })?;
        Ok(question(&game::View::new(&seen.position, seen.seat), seen))
    }

    /// The hand as it is, or after a discard.
    fn hand_after(&self, discarding: Option<&Bound<'_, PyAny>>) -> PyResult<(Hand, TableModel)> {
        let (hand, model) = self.ask(|view, _| (*view.hand(), view.model()))?;
        let Some(discarding) = discarding else { return Ok((hand, model)) };
        let py = discarding.py();
        let tile = tile_of(&read_text("discarding", discarding)?);
        let tile = tile.map_err(|error| bad_argument(py, "discarding", error))?;
        let after = hand.without(tile).map_err(|error| {
            let missing = hand.must_discard() && hand.counts().get(tile) == 0;
            let reason = if missing { format!("the hand does not hold {}", mpsz(tile)) } else { error.to_string() };
            bad_argument(py, "discarding", reason)
        })?;
        Ok((after, model))
    }
}

#[pymethods]
impl View {
    /// Who is asked: A, B, C or D.
    #[getter]
    fn seat(&self) -> PyResult<&'static str> {
        self.ask(|view, _| view.seat().token())
    }

    /// The number of the game in `paili.simulate`, None in `paili.play`: what a policy that is random should draw on,
    /// so that a game depends on nothing but the seed and its number.
    #[getter]
    fn game(&self) -> PyResult<Option<u64>> {
        self.ask(|_, seen| seen.game)
    }

    /// The player's concealed tiles as a text, such as "11m3p1z"; with specials among them in the judge's notation.
    #[getter]
    fn hand(&self) -> PyResult<String> {
        self.ask(|view, _| text(view.hand()))
    }

    /// The player's concealed tiles in tile order.
    #[getter]
    fn tiles(&self) -> PyResult<Vec<&'static str>> {
        self.ask(|view, _| view.hand().counts().tiles().map(mpsz).collect())
    }

    /// How many copies of each of the 34 regular kinds the player holds concealed, in tile order.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let counts = self.ask(|view, _| view.hand().counts().regular())?;
        PyTuple::new(py, counts)
    }

    /// A player's exposed melds in the order in which they were claimed.
    ///
    /// Parameters
    /// ----------
    /// seat : {"A", "B", "C", "D"}, optional
    ///     Whose melds; the player's own if no seat is given.
    ///
    /// Returns
    /// -------
    /// list of tuple of str
    ///     Three tiles each.
    #[pyo3(signature = (seat=None))]
    fn melds(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Tokens>> {
        let seat = seat.map(read_seat).transpose()?;
        self.ask(|view, _| {
            let melds = view.melds(seat.unwrap_or(view.seat()));
            melds.iter().map(|meld| tokens(meld.tiles())).collect()
        })
    }

    /// The tiles that a player has discarded, in the order in which that happened, with those that others claimed
    /// afterwards.
    ///
    /// Parameters
    /// ----------
    /// seat : {"A", "B", "C", "D"}, optional
    ///     Whose discards; the player's own if no seat is given.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     Specials that were played are among them, and so is, as the last of its player's, a discard that is offered.
    ///
    /// Examples
    /// --------
    /// >>> import paili
    /// >>> class Follower(paili.Policy):
    /// ...     "Discards what the player before discarded last, if it can."
    /// ...
    /// ...     def discard(self, view):
    /// ...         before = view.discards("DABC"["ABCD".index(view.seat)])
    /// ...         return before[-1] if before and before[-1] in view.tiles else view.best_discard()
    /// >>> paili.simulate(100, policies=Follower()).games
    /// 100
    #[pyo3(signature = (seat=None))]
    fn discards(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<&'static str>> {
        let seat = seat.map(read_seat).transpose()?;
        self.ask(|view, _| {
            let seat = seat.unwrap_or(view.seat());
            view.river().iter().filter(|discard| discard.seat == seat).map(|discard| mpsz(discard.tile)).collect()
        })
    }

    /// How many copies of each of the 37 kinds lie discarded, in tile order, by whomever, without those that were claimed.
    /// An offered discard is among them.
    #[getter]
    fn discarded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.ask(|view, _| Tile::ALL.map(|tile| (mpsz(tile), view.discarded(tile))))?.into_py_dict(py)
    }

    /// How many copies of each of the 34 regular kinds the player has not seen, in tile order: they are in the wall or
    /// in others' hands.
    #[getter]
    fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let unseen = self.ask(|view, _| view.unseen())?;
        Tile::regular().map(|tile| (mpsz(tile), unseen.copies(tile))).into_py_dict(py)
    }

    /// Which way turns go round: "forward" (A B C D) or "backward".
    #[getter]
    fn direction(&self) -> PyResult<&'static str> {
        self.ask(|view, _| view.direction().name())
    }

    /// How many tiles are left in the wall.
    #[getter]
    fn tiles_left(&self) -> PyResult<usize> {
        self.ask(|view, _| view.tiles_left())
    }

    /// The chows that the hand can form with the discard that is offered, the one with the larger numbers first; none
    /// when no discard is offered.
    #[getter]
    fn chows(&self) -> PyResult<Vec<Tokens>> {
        self.ask(|view, seen| {
            let chows = seen.offered.into_iter().flat_map(|tile| view.chows(tile));
            chows.map(|chow| tokens(chow.tiles())).collect()
        })
    }

    /// The win distance of the hand, or of what is left of it after a discard.
    ///
    /// Parameters
    /// ----------
    /// discarding : str, optional
    ///     One of the tiles of the hand; the hand as it is if none is given.
    ///
    /// Returns
    /// -------
    /// int
    ///     The distance: 0 when it wins, 1 when it is ready.
    #[pyo3(signature = (discarding=None))]
    fn distance(&self, discarding: Option<&Bound<'_, PyAny>>) -> PyResult<u8> {
        if discarding.is_none() {
            return self.ask(|view, _| view.distance().get());
        }
        let (hand, model) = self.hand_after(discarding)?;
        Ok(model.distance(&hand).get())
    }

    /// The useful tiles of the hand, or of what is left of it after a discard: the kinds of which one more lowers the
    /// distance.
    ///
    /// Parameters
    /// ----------
    /// discarding : str, optional
    ///     One of the tiles of the hand; the hand as it is if none is given.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     The kinds, in tile order.
    #[pyo3(signature = (discarding=None))]
    fn useful(&self, discarding: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<&'static str>> {
        let (hand, model) = self.hand_after(discarding)?;
        Ok(model.useful(&hand).iter().map(mpsz).collect())
    }

    /// What the rule discards. While a claim is decided no discard is due, and it raises `RuntimeError`.
    fn best_discard(&self) -> PyResult<&'static str> {
        let best = self.ask(|view, _| view.best_discard().map(mpsz))?;
        best.ok_or_else(|| PyRuntimeError::new_err("no discard is due: a claim is decided"))
    }

    /// The distance of the hand after it claims the discard that is offered for a meld.
    ///
    /// Parameters
    /// ----------
    /// meld : iterable of str
    ///     Three tiles, such as ``("1m", "2m", "3m")``.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     None if the hand can't claim it for that, or no discard is offered.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     When the tiles are no meld.
    fn distance_claiming(&self, meld: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        let meld = read_meld(meld)?;
        self.ask(|view, seen| view.distance_claiming(meld, seen.offered?).map(Distance::get))
    }

    /// Whether the rule claims the discard that is offered for a pong.
    fn rule_claims_pong(&self) -> PyResult<bool> {
        self.ask(|view, seen| seen.offered.is_some_and(|tile| Rule.claims_pong(view, tile)))
    }

    /// The chow for which the rule claims the discard that is offered, if any, whoever's turn is next.
    fn rule_claims_chow(&self) -> PyResult<Option<Tokens>> {
        self.ask(|view, seen| Rule.claims_chow(view, seen.offered?).map(|chow: Chow| tokens(chow.tiles())))
    }

    fn __repr__(&self) -> String {
        self.ask(|view, _| format!("<View of player {}: {}>", view.seat(), text(view.hand())))
            .unwrap_or_else(|_| "<View of a decision that is made>".to_owned())
    }
}

/// A hand's concealed tiles as a text.
fn text(hand: &Hand) -> String {
    // Of specials, which are played before anything is decided, only the judge's notation knows.
    let tiles = hand.counts();
    Notation::Mpsz.write(tiles.tiles()).unwrap_or_else(|_| tiles.to_string())
}

/// Three tiles as Python has them.
pub fn tokens(tiles: [Tile; 3]) -> Tokens {
    let [first, second, third] = tiles.map(mpsz);
    (first, second, third)
}

fn read_seat(argument: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let text = read_text("seat", argument)?;
    let seat = Seat::ALL.into_iter().find(|seat| seat.token() == text);
    seat.ok_or_else(|| bad_argument(argument.py(), "seat", format!("{text:?} is no seat: expected A, B, C or D")))
}

/// The meld of three texts.
fn read_meld(argument: &Bound<'_, PyAny>) -> PyResult<Meld> {
    let bad = |reason: String| bad_argument(argument.py(), "meld", reason);
    let three = "three tiles, such as (\"1m\", \"2m\", \"3m\")";
    // A text is an iterable of texts as well, each of a character.
    if argument.is_instance_of::<PyString>() {
        return Err(bad(format!("{} is one text: expected {three}", shown(argument))));
    }
    let texts = each_text("meld", "an iterable of texts", argument)?;
    let tiles: Result<Vec<Tile>, _> = texts.iter().map(|tile| tile_of(tile)).collect();
    let tiles = tiles.map_err(bad)?;
    let tiles =
        <[Tile; 3]>::try_from(tiles).map_err(|tiles| bad(format!("{} tiles: expected {three}", tiles.len())))?;
    Meld::of(tiles).ok_or_else(|| {
        bad(format!(
            "{} is neither a chow nor a pong: expected three consecutive tiles of a suit or three identical tiles",
            all_mpsz(tiles)
        ))
    })
}
