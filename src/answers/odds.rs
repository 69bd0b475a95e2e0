//! How likely a hand wins.

use std::fmt;

use super::hand::reds;
use crate::analysis::{Asked, Kan, Question, QuestionError, Unseen, Useful};
use crate::distance::{Distance, Model};
use crate::forms::Form;
use crate::hand::Hand;
use crate::notation::Notation;
use crate::odds::{Changes, DiscardOdds, Graph, Law, Odds, OddsError, OddsTerms};
use crate::rules::{RuleSet, RulesModel};
use crate::simulation::{Alone, AloneResult, Proportion, TableResult};
use crate::tile::{Suit, Tile};

/// How likely a hand of any rule set wins, with each discard that is worth something.
#[derive(Debug, Clone)]
pub struct OddsAnswer {
    question: Question,
    /// The notation of the answer.
    pub notation: Notation,
    /// The hand.
    pub hand: Hand,
    /// Which of its fives are red, as it was written.
    pub reds: Vec<Tile>,
    /// The tiles that its owner has not seen.
    pub unseen: Unseen,
    /// How many tiles it lacks to win.
    pub distance: Distance,
    /// The form that was not asked for and is nearer, and its distance.
    pub nearer: Option<(Form, Distance)>,
    /// How far it may stray.
    pub changes: Changes,
    /// How many hands follow from it then: those of its [graph](Graph).
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
    /// What comes of each kan of its own tiles, the tile drawn after which is one of the draws.
    pub kans: Vec<(Tile, OddsWay)>,
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
    /// Answers how likely a hand wins. It is yet to be played.
    ///
    /// # Errors
    ///
    /// When the text is no hand of the question's, or as [`Graph::of`] and [`Graph::odds`], but for one that no tiles can complete.
    pub fn read(question: &Question, text: &str, terms: OddsTerms) -> Result<OddsAnswer, OddsAnswerError> {
        let asked = question.ask(text).map_err(OddsAnswerError::Question)?;
        let answer = OddsAnswer::new(&asked, terms).map_err(OddsAnswerError::Odds)?;
        Ok(OddsAnswer { reds: reds(asked.notation, text), ..answer })
    }

    /// The same of a hand that was read.
    ///
    /// # Errors
    ///
    /// As [`Graph::of`] and [`Graph::odds`], but for a hand that no tiles can complete.
    pub fn new(asked: &Asked<'_>, terms: OddsTerms) -> Result<OddsAnswer, OddsError> {
        let OddsTerms { draws, law, .. } = terms;
        let (question, hand, unseen) = (&*asked.question, asked.hand, asked.unseen);
        let model = question.whole_deck_model();
        let distance = model.distance(&hand);
        // What only wildcards complete that are yet to come is not among the hands that a graph has.
        let never = |model: RulesModel| {
            let may_need_wildcards = model.rules().has_wildcards_beyond(hand.wildcards());
            if may_need_wildcards { Err(OddsError::ByWildcards) } else { Odds::never(draws, &unseen) }
        };
        let (odds, changes, hands) = if distance == Distance::NEVER {
            (never(model)?, terms.changes.unwrap_or_default(), 0)
        } else {
            let graph = Graph::asked(model, &hand, &unseen, terms)?;
            (graph.odds(draws, law)?, graph.changes(), graph.hands())
        };
        let acceptance = |hand: &Hand| Useful::of(model, hand, &unseen).acceptance;
        let mut ways: Vec<OddsWay> = odds
            .discards
            .into_iter()
            .map(|odds| {
                let acceptance = hand.without(odds.tile).map_or(0, |after| acceptance(&after));
                OddsWay::of_discard(odds, acceptance)
            })
            .collect();
        if !hand.must_discard() && distance < Distance::NEVER {
            ways.push(OddsWay::of_draw((&odds.win, &odds.ready), distance, acceptance(&hand)));
        }
        let kans = if distance == Distance::WON { Vec::new() } else { asked.kans() };
        let of_kan = |Kan { tile, distance, useful, after }: Kan| {
            let model = after.question.whole_deck_model();
            let odds = if distance == Distance::NEVER {
                never(model)?
            } else {
                let terms = OddsTerms { changes: Some(changes), ..terms };
                Graph::asked(model, &after.hand, &unseen, terms)?.odds(draws, law)?
            };
            Ok((tile, OddsWay::of_draw((&odds.win, &odds.ready), distance, useful.acceptance)))
        };
        Ok(OddsAnswer {
            question: question.clone(),
            notation: asked.notation,
            hand,
            reds: Vec::new(),
            unseen,
            distance,
            nearer: question.model().nearer(question.rules(), &hand),
            changes,
            hands,
            draws,
            law,
            win: odds.win,
            ready: odds.ready,
            ways,
            kans: kans.into_iter().map(of_kan).collect::<Result<_, _>>()?,
        })
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        self.question.rules()
    }

    /// What was asked, with the melds that the hand's text had in brackets.
    pub fn question(&self) -> &Question {
        &self.question
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

    /// Plays the hand alone, by its odds, in these runs, on all threads of rayon's current pool: what really happens. `play` is
    /// handed the player.
    ///
    /// # Errors
    ///
    /// As [`Alone::new`], and when no tiles can complete the hand.
    pub fn play_alone<R>(&self, play: impl FnOnce(&Alone) -> R) -> Result<R, OddsError> {
        let terms = OddsTerms { draws: self.draws, changes: Some(self.changes), law: self.law };
        let graph = Graph::asked(self.question.whole_deck_model(), &self.hand, &self.unseen, terms)?;
        Ok(play(&Alone::new(&graph, terms.draws, terms.law)?))
    }

    /// A tile in the answer's notation.
    pub fn name(&self, tile: Tile) -> &'static str {
        self.notation.name_of(tile)
    }

    /// What comes of a hand that draws before it discards.
    fn only(&self) -> Option<&OddsWay> {
        self.ways.first().filter(|way| way.discard.is_none())
    }

    /// The concealed tiles in the answer's notation, red fives as such.
    pub fn tiles(&self) -> String {
        self.notation.write_hand(&self.hand, &self.reds)
    }
}

// The keys in their published order, those of `paili odds --format json`: of a hand that draws first what comes of it, and else
// the discards.
serialize! { OddsAnswer, |it|
    hand: it.tiles(),
    rules: it.rules().name(),
    aim = it.rules().aim().told(),
    void = it.question().void().map(Suit::letter),
    nearer = it.nearer.map(Nearer),
    unseen: it.unseen.tiles(),
    draws: it.draws,
    changes: it.changes.get(),
    law: it.law.name(),
    distance = it.only().map(|way| way.distance.get()),
    // No way has one of a hand that wins, or of one that is never won: null.
    distance = it.ways.is_empty().then(|| it.distance.tiles()),
    acceptance = it.only().map(|way| way.acceptance),
    win = it.only().map(|way| &way.win),
    ready = it.only().map(|way| &way.ready),
    simulated = it.only().and_then(|way| way.simulated.as_ref()).map(Simulated),
    table = it.only().and_then(|way| way.table.as_ref()).map(AtTable),
    discards = it.only().is_none().then(|| it.ways.iter().map(|way| Named { way, name: way.discard.map(|tile| it.name(tile)) }).collect::<Vec<_>>()),
    kans = (!it.kans.is_empty()).then(|| it.kans.iter().map(|(tile, way)| Named { way, name: Some(it.name(*tile)) }).collect::<Vec<_>>()),
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsAnswerError {
    /// The text is no hand of the question's.
    Question(QuestionError),
    /// It has no odds.
    Odds(OddsError),
}

impl fmt::Display for OddsAnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddsAnswerError::Question(error) => error.fmt(f),
            OddsAnswerError::Odds(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OddsAnswerError {}

/// A form that is nearer than those asked for, and its distance.
struct Nearer((Form, Distance));

serialize! { Nearer, |it|
    form: it.0.0.name(),
    distance: it.0.1.get(),
}

/// A way under its discard's name.
struct Named<'a> {
    way: &'a OddsWay,
    name: Option<&'static str>,
}

serialize! { Named<'_>, |it|
    tile: it.name,
    distance: it.way.distance.get(),
    acceptance: it.way.acceptance,
    win: it.way.win,
    ready: it.way.ready,
    simulated = it.way.simulated.as_ref().map(Simulated),
    table = it.way.table.as_ref().map(AtTable),
}

impl OddsWay {
    /// That of a discard after which these are the odds, and so many tiles are useful.
    fn of_discard(odds: DiscardOdds, acceptance: u32) -> OddsWay {
        let DiscardOdds { tile, distance, win, ready } = odds;
        OddsWay { discard: Some(tile), distance, acceptance, win, ready, simulated: None, table: None }
    }

    /// That of a hand that draws, at this distance, to which so many tiles are useful.
    fn of_draw((win, ready): (&[f64], &[f64]), distance: Distance, acceptance: u32) -> OddsWay {
        let (win, ready) = (win.to_vec(), ready.to_vec());
        OddsWay { discard: None, distance, acceptance, win, ready, simulated: None, table: None }
    }
}

/// The ends are those of the share of wins.
pub(super) struct Simulated<'a>(pub &'a AloneResult);

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
