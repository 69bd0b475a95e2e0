//! How likely a hand wins.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::analysis::{Unseen, Useful};
use crate::distance::{Distance, Model, TableModel};
use crate::forms::{Form, Forms, WithForms};
use crate::hand::Hand;
use crate::notation::Notation;
use crate::odds::{Changes, DiscardOdds, Graph, Law, OddsError};
use crate::simulation::{AloneResult, Proportion, TableResult};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How likely a hand wins, with each discard that is worth something.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsAnswer {
    /// The notation of the answer.
    pub notation: Notation,
    /// The hand.
    pub hand: Hand,
    /// Which of its fives are red, as it was written: none, unless somebody says so.
    pub reds: Vec<Tile>,
    /// The tiles that its owner has not seen.
    pub unseen: Unseen,
    /// The forms that count.
    pub forms: Forms,
    /// How many tiles it lacks to win.
    pub distance: Distance,
    /// The form that was not asked for and is nearer, and its distance.
    pub nearer: Option<(Form, Distance)>,
    /// How far it may stray.
    pub changes: Changes,
    /// How many hands follow from it then.
    pub hands: usize,
    /// How many draws are to come.
    pub draws: u32,
    /// The law.
    pub law: Law,
    /// How likely the hand wins in the draws that are left, by draws made, played at its best.
    pub win: Vec<f64>,
    /// How likely it is, or has been, ready at the end then.
    pub ready: Vec<f64>,
    /// A way to play for each discard, best first; one for a hand of 13−3n tiles; none for a hand that wins.
    pub ways: Vec<OddsWay>,
}

/// A first discard, or none, and what comes of it.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsWay {
    /// The discard; of a hand of 14−3n tiles.
    pub discard: Option<Tile>,
    /// The distance after it.
    pub distance: Distance,
    /// How many tiles are useful after it.
    pub acceptance: u32,
    /// How likely the hand wins in the draws that are left, by draws made.
    pub win: Vec<f64>,
    /// How likely it is, or has been, ready at the end.
    pub ready: Vec<f64>,
    /// What really happened when it was played alone, if it was.
    pub simulated: Option<AloneResult>,
    /// What became of it at a table, if it was played there.
    pub table: Option<TableResult>,
}

impl OddsAnswer {
    /// Answers how likely a hand wins in a number of draws, given the tiles that its owner has not seen. It is yet to
    /// be played. Without a number of changes there is one where that is [quick](Graph::refined), and none by the published
    /// law.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`] and [`Graph::odds`].
    pub fn new(
        model: WithForms<TableModel>,
        notation: Notation,
        (hand, unseen): (Hand, Unseen),
        draws: u32,
        changes: Option<Changes>,
        law: Law,
    ) -> Result<OddsAnswer, OddsError> {
        let graph = Graph::asked(&hand, &unseen, model.forms(), changes, law)?;
        let odds = graph.odds(draws, law)?;
        let acceptance = |hand: &Hand| Useful::of(model, hand, &unseen).acceptance;
        let mut ways: Vec<OddsWay> = odds
            .discards
            .into_iter()
            .map(|odds| {
                let acceptance = hand.without(odds.tile).map_or(0, |after| acceptance(&after));
                OddsWay::of_discard(odds, acceptance)
            })
            .collect();
        if !hand.must_discard() {
            let (distance, acceptance) = (model.distance(&hand), acceptance(&hand));
            let (win, ready) = (odds.win.clone(), odds.ready.clone());
            ways.push(OddsWay { discard: None, distance, acceptance, win, ready, simulated: None, table: None });
        }
        let (forms, distance, hands) = (model.forms(), graph.distance(), graph.hands());
        let (changes, nearer) = (graph.changes(), model.nearer(&hand));
        Ok(OddsAnswer {
            notation,
            hand,
            reds: Vec::new(),
            unseen,
            forms,
            distance,
            nearer,
            changes,
            hands,
            draws,
            law,
            win: odds.win,
            ready: odds.ready,
            ways,
        })
    }

    /// Adds what happened when the hand was played alone.
    pub fn add_simulated(&mut self, results: &[AloneResult]) {
        for way in &mut self.ways {
            way.simulated = results.iter().copied().find(|result| result.discard == way.discard);
        }
    }

    /// Adds what became of the hand at a table.
    pub fn add_table(&mut self, results: &[TableResult]) {
        for way in &mut self.ways {
            way.table = results.iter().copied().find(|result| result.discard == way.discard);
        }
    }

    /// How many tiles the hand's owner has not seen.
    #[must_use]
    pub fn unseen_tiles(&self) -> u32 {
        self.unseen.total(TileSet::REGULAR)
    }

    /// The hands that follow from the hand, once more: an answer does not keep them.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`].
    pub fn graph(&self) -> Result<Graph, OddsError> {
        Graph::asked(&self.hand, &self.unseen, self.forms, Some(self.changes), self.law)
    }

    /// A tile in the answer's notation.
    #[must_use]
    pub fn name(&self, tile: Tile) -> &'static str {
        self.notation.name_of(tile)
    }

    /// The concealed tiles in the answer's notation, red fives as such.
    #[must_use]
    pub fn tiles(&self) -> String {
        self.notation.write_counts(self.hand.counts(), &self.reds)
    }
}

/// The keys in their published order, those of `paili odds --format json`.
impl Serialize for OddsAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Odds", 12)?;
        object.serialize_field("hand", &self.tiles())?;
        if let Some(nearer) = self.nearer {
            object.serialize_field("nearer", &Nearer(nearer))?;
        }
        object.serialize_field("unseen", &self.unseen_tiles())?;
        object.serialize_field("draws", &self.draws)?;
        object.serialize_field("changes", &self.changes.get())?;
        object.serialize_field("law", self.law.name())?;
        match &self.ways[..] {
            [way] if way.discard.is_none() => way.add_fields(&mut object)?,
            ways => {
                let named = |way| Named { way, name: way.discard.map(|tile| self.name(tile)) };
                object.serialize_field("discards", &ways.iter().map(named).collect::<Vec<_>>())?;
            }
        }
        object.end()
    }
}

/// A form that is nearer than those asked for, and its distance.
struct Nearer((Form, Distance));

serialize! { Nearer, |it|
    form: it.0.0.name(),
    distance: it.0.1.get(),
}

/// A way under its discard's name.
pub(super) struct Named<'a> {
    pub way: &'a OddsWay,
    pub name: Option<&'static str>,
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Way", 7)?;
        object.serialize_field("tile", &self.name)?;
        self.way.add_fields(&mut object)?;
        object.end()
    }
}

impl OddsWay {
    /// That of a discard after which these are the odds, and so many tiles are useful.
    pub(super) fn of_discard(odds: DiscardOdds, acceptance: u32) -> OddsWay {
        let DiscardOdds { tile, distance, win, ready } = odds;
        OddsWay { discard: Some(tile), distance, acceptance, win, ready, simulated: None, table: None }
    }

    pub(super) fn add_fields<O: SerializeStruct>(&self, object: &mut O) -> Result<(), O::Error> {
        object.serialize_field("distance", &self.distance.get())?;
        object.serialize_field("acceptance", &self.acceptance)?;
        object.serialize_field("win", &self.win)?;
        object.serialize_field("ready", &self.ready)?;
        if let Some(simulated) = &self.simulated {
            object.serialize_field("simulated", &Simulated(simulated))?;
        }
        if let Some(table) = &self.table {
            object.serialize_field("table", &AtTable(table))?;
        }
        Ok(())
    }
}

/// The ends are those of the share of wins.
struct Simulated<'a>(&'a AloneResult);

serialize! { Simulated<'_>, |it|
    runs: it.0.win.of,
    wins: it.0.win.hits,
    low: it.0.win.interval().map(|interval| interval.low),
    high: it.0.win.interval().map(|interval| interval.high),
    ready: it.0.ready,
}

/// Each way a game can end, as a rate.
struct AtTable<'a>(&'a TableResult);

impl AtTable<'_> {
    fn rate(&self, hits: u64) -> Proportion {
        Proportion { hits, of: self.0.games }
    }
}

serialize! { AtTable<'_>, |it|
    games: it.0.games,
    self_drawn: it.rate(it.0.self_drawn),
    ron: it.rate(it.0.ron),
    dealt_in: it.rate(it.0.dealt_in),
    lost: it.rate(it.0.lost),
    exhausted: it.rate(it.0.exhausted),
}
