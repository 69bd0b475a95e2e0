//! The analysis of a block of rows, on one thread.

use std::borrow::Cow;
use std::fmt;

use paili::analysis::{Asked, Unseen};
use paili::batch::{Analysis, BatchHand, PackedHand};
use paili::notation;
use paili::odds::{Graph, OddsTerms};
use paili::rules::RulesModel;
use paili::simulation::RandomHands;
use paili::{Counts, Distance, Form, Hand, Model, Notation, Specials, Tile, TileSet};

use rayon::prelude::*;

use super::args::OnError;
use super::options::{Options, Wanted};
use super::tally::Tally;
use crate::failure::Failure;
use crate::problem::Problem;
use crate::rows::{Cell, RowBlock};

/// Counts of the 34 regular kinds.
pub type RegularCounts = [u8; Tile::REGULAR_COUNT];

/// Where a row stands in its input, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Line(u64),
    /// A row below the names of the columns.
    Row(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(number) => write!(f, "line {number}"),
            Place::Row(number) => write!(f, "row {number}"),
        }
    }
}

/// Takes a block's rows in order. It fails at a row to stop at.
pub struct BlockAnalysis<'a> {
    pub(super) options: &'a Options,
    /// The name of the input.
    input: &'a str,
    tally: Tally,
    /// The rows to be written, and the index of the next.
    rows: Option<RowBlock>,
    index: u64,
    waiting: Waiting,
    /// Whether somebody will ask for the texts of hands that wait: nobody does where they are only counted, and all can win.
    keeps_texts: bool,
    /// Room for answers.
    distances: [Distance; AT_A_TIME],
    analyses: Vec<Analysis>,
}

/// Hands that are read and not analysed yet; where somebody will ask for them, also their texts one after the other, and where each
/// ends, its notation and its place.
#[derive(Default)]
struct Waiting {
    hands: Vec<Hand>,
    texts: String,
    ends: Vec<(usize, Notation, Place)>,
}

/// What a row tells of a hand.
#[derive(Clone, Copy)]
pub(super) struct Answered {
    pub analysis: Analysis,
    pub notation: Notation,
    /// What was found of it besides, where it is asked for.
    pub more: More,
    pub win: Option<f64>,
}

/// What else may be asked of a hand.
#[derive(Clone, Copy)]
pub(super) struct More {
    pub unneeded: TileSet,
    /// How far it is from what it could become, in the order of the options.
    pub towards: [Distance; MOST_AIMS],
}

/// The most that hands could become: what players aim at in a deck with all honors.
const MOST_AIMS: usize = 13;

/// Why a hand has no distance.
pub(super) const NEVER: &str = "no tiles can complete the hand";

/// Hands that are analysed at a time: few enough to stay in fast memory.
const AT_A_TIME: usize = 512;

impl<'a> BlockAnalysis<'a> {
    /// Begins with the row of this index.
    pub fn new(options: &'a Options, input: &'a str, index: u64) -> Self {
        let all_can_win = options.rules.embedded().is_some() && options.forms.contains(Form::Standard);
        BlockAnalysis {
            options,
            input,
            tally: Tally::default(),
            rows: options.layout.map(RowBlock::new),
            index,
            waiting: Waiting::default(),
            keeps_texts: options.layout.is_some() || !all_can_win,
            distances: [Distance::WON; AT_A_TIME],
            analyses: vec![Analysis::WON; AT_A_TIME],
        }
    }

    /// Ends the block: its tally, and the rows to be written.
    pub fn finish(mut self) -> Result<(Tally, Option<RowBlock>), Failure> {
        self.analyse_waiting()?;
        Ok((self.tally, self.rows))
    }

    /// Takes a row with a hand in some notation.
    pub fn text(&mut self, text: &str, place: Place) -> Result<(), Failure> {
        if notation::has_brackets(text) {
            return self.text_with_melds(text, place);
        }
        match self.options.rules.read_hand_as(text, self.options.notation) {
            Ok((notation, hand)) => {
                if self.keeps_texts {
                    self.waiting.texts.push_str(text.trim());
                    self.waiting.ends.push((self.waiting.texts.len(), notation, place));
                }
                self.waiting.hands.push(hand);
                if self.waiting.hands.len() == AT_A_TIME { self.analyse_waiting() } else { Ok(()) }
            }
            Err(error) => self.refuse(place, text, || Problem::new(&error, text, error.at()).to_string()),
        }
    }

    /// Takes rows with counts, which know no wildcards.
    pub fn counts(&mut self, hands: &[RegularCounts], place: impl Fn(usize) -> Place) -> Result<(), Failure> {
        self.analyse_waiting()?;
        let write = |row: usize| {
            // More than four are no hand, and are not written.
            if hands[row].iter().any(|&copies| copies > Tile::COPIES) {
                return String::new();
            }
            let tiles =
                Tile::regular().zip(hands[row]).flat_map(|(tile, copies)| std::iter::repeat_n(tile, copies.into()));
            Notation::Mpsz.write(tiles).unwrap_or_default()
        };
        let text = |row: usize| (write(row).into(), Notation::Mpsz);
        self.analyse(hands, text, |row| (place(row), write(row), NEVER.to_owned()))
    }

    /// Takes random hands from one on.
    pub fn random(&mut self, random: &RandomHands, first: u64, hands: usize) -> Result<(), Failure> {
        let begins = (0..hands).step_by(AT_A_TIME);
        let nothing_but_distances = self.options.wanted == Wanted::Distances && !self.writes();
        if nothing_but_distances && self.options.rules.embedded().is_some() {
            self.tally.add_size(random.tiles(), hands as u64);
            let mut packed = [PackedHand::from(random.hand(first)); AT_A_TIME];
            for begin in begins {
                let some = &mut packed[..AT_A_TIME.min(hands - begin)];
                random.deal_packed(first + begin as u64, some);
                let distances = &mut self.distances[..some.len()];
                let Ok(()) = self.options.batch.distances(some, distances);
                self.tally.add_distances(distances);
            }
            return Ok(());
        }
        let notation = if random.deck().specials() == Specials::With { Notation::Judge } else { Notation::Mpsz };
        let mut dealt = vec![random.hand(first); AT_A_TIME];
        for begin in begins {
            let begins = first + begin as u64;
            let some = &mut dealt[..AT_A_TIME.min(hands - begin)];
            random.deal(begins, some);
            // Wildcards are no tiles.
            let write = |row: usize| match some[row].wildcards() {
                0 => notation.write(some[row].counts().tiles()).unwrap_or_default(),
                _ => some[row].to_string(),
            };
            let refused = |row: usize| (Place::Row(begins + row as u64 + 1), write(row), NEVER.to_owned());
            self.analyse(some, |row| (write(row).into(), notation), refused)?;
        }
        Ok(())
    }

    /// Takes a row that is no hand, with its text if it has any.
    pub fn refuse(&mut self, place: Place, text: &str, reason: impl FnOnce() -> String) -> Result<(), Failure> {
        self.analyse_waiting()?;
        match self.options.on_error {
            OnError::Stop => return Err(Failure::BadInput(format!("{}: {place}: {}", self.input, reason()))),
            OnError::Skip => self.index += 1,
            OnError::Mark => self.write(text.trim(), None),
        }
        self.tally.bad += 1;
        Ok(())
    }

    pub(super) fn analyse_waiting(&mut self) -> Result<(), Failure> {
        if self.waiting.hands.is_empty() {
            return Ok(());
        }
        let Waiting { hands, texts, ends } = std::mem::take(&mut self.waiting);
        let text = |row: usize| {
            let begin = row.checked_sub(1).map_or(0, |before| ends[before].0);
            &texts[begin..ends[row].0]
        };
        let refused =
            |row: usize| (ends[row].2, text(row).to_owned(), Problem::new(&NEVER, text(row), None).to_string());
        self.analyse(&hands, |row| (text(row).into(), ends[row].1), refused)
    }

    /// Whether rows are written.
    pub(super) fn writes(&self) -> bool {
        self.rows.is_some()
    }

    /// Analyses hands one after the other. `text` tells the text of a hand that is written and its notation, `refused` the place and
    /// the text of one that is none, and why if nothing else is wrong than that no tiles complete it.
    fn analyse<'t, H: BatchHand>(
        &mut self,
        hands: &[H],
        text: impl Fn(usize) -> (Cow<'t, str>, Notation),
        refused: impl Fn(usize) -> (Place, String, String),
    ) -> Result<(), Failure> {
        let mut begin = 0;
        while begin < hands.len() {
            let some = &hands[begin..hands.len().min(begin + AT_A_TIME)];
            let (analysed, fault) = self.look_up(some);
            let wins = self.options.odds.filter(|_| self.writes()).map(|terms| self.wins(terms, &some[..analysed]));
            let mut row = 0;
            while row < analysed {
                let never = (row..analysed).find(|&row| self.answer(row).distance == Distance::NEVER);
                let answered = row..never.unwrap_or(analysed);
                self.count(&some[answered.clone()], answered.start);
                if self.writes() {
                    for row in answered {
                        let (text, notation) = text(begin + row);
                        let win = wins.as_ref().and_then(|wins| wins[row]);
                        let more = self.more(self.options.batch.model(), || some[row].hand(self.options.rules).ok());
                        self.write(&text, Some(Answered { analysis: self.answer(row), notation, more, win }));
                    }
                }
                if let Some(never) = never {
                    let (place, text, reason) = refused(begin + never);
                    self.refuse(place, &text, || reason)?;
                }
                row = never.map_or(analysed, |never| never + 1);
            }
            begin += analysed;
            if let Some(fault) = fault {
                let (place, text, _) = refused(begin);
                self.refuse(place, &text, || fault)?;
                begin += 1;
            }
        }
        Ok(())
    }

    /// Looks hands up, as far as the first that is none. Tells how many that are, and the fault of that one.
    fn look_up<H: BatchHand>(&mut self, hands: &[H]) -> (usize, Option<String>) {
        let Options { batch, wanted, .. } = self.options;
        let looked_up = match wanted {
            Wanted::Distances => batch.distances(hands, &mut self.distances[..hands.len()]),
            Wanted::Analyses => batch.analyses(hands, &mut self.analyses[..hands.len()]),
        };
        looked_up.map_or_else(|bad| (bad.row, Some(bad.fault.to_string())), |()| (hands.len(), None))
    }

    /// What was found of a hand, by its row.
    #[inline]
    fn answer(&self, row: usize) -> Analysis {
        match self.options.wanted {
            Wanted::Distances => Analysis { distance: self.distances[row], ..Analysis::WON },
            Wanted::Analyses => self.analyses[row],
        }
    }

    /// Counts hands whose answers begin with a row.
    fn count<H: BatchHand>(&mut self, hands: &[H], begin: usize) {
        for alike in hands.chunk_by(|one, other| one.tiles() == other.tiles()) {
            self.tally.add_size(alike[0].tiles(), alike.len() as u64);
        }
        let rows = begin..begin + hands.len();
        match self.options.wanted {
            Wanted::Distances => self.tally.add_distances(&self.distances[rows]),
            Wanted::Analyses => self.analyses[rows].iter().for_each(|&analysis| self.tally.add(analysis)),
        }
    }

    /// How likely hands win by these terms, each with its best discard; none where the graph would be too large, and for
    /// hands with specials. On all threads of the pool that this one belongs to.
    fn wins<H: BatchHand>(&self, terms: OddsTerms, hands: &[H]) -> Vec<Option<f64>> {
        let (rules, model) = (self.options.rules, self.options.batch.model());
        let win = |hand: &H| {
            let hand = hand.hand(rules).ok()?;
            win(model, terms, &hand, &Unseen::of(rules, &hand, &Counts::EMPTY))
        };
        hands.par_iter().map(win).collect()
    }

    /// Counts a hand and writes its row.
    pub(super) fn add(&mut self, text: &str, hand: &Hand, answered: Answered) {
        self.distances[0] = answered.analysis.distance;
        self.analyses[0] = answered.analysis;
        self.count(&[*hand], 0);
        self.write(text.trim(), Some(answered));
    }

    /// What else is asked of a hand beside which no melds are known.
    fn more(&self, model: RulesModel, hand: impl FnOnce() -> Option<Hand>) -> More {
        let Options { unneeded, towards, .. } = *self.options;
        let mut more = More { unneeded: TileSet::EMPTY, towards: [Distance::NEVER; MOST_AIMS] };
        let Some(hand) = (unneeded || !towards.is_empty()).then(hand).flatten() else { return more };
        if unneeded {
            more.unneeded = model.unneeded(&hand);
        }
        for (distance, (_, _, model)) in more.towards.iter_mut().zip(towards) {
            *distance = model.distance(&hand);
        }
        more
    }

    /// The same beside melds, which a question knows.
    pub(super) fn more_of(&self, Asked { question, hand, .. }: &Asked<'_>) -> More {
        let mut more = self.more(question.model(), || Some(*hand));
        for (distance, (_, aim, _)) in more.towards.iter_mut().zip(self.options.towards) {
            let aiming = question.aiming_at(aim.clone());
            *distance = aiming.map_or(Distance::NEVER, |question| question.model().distance(hand));
        }
        more
    }

    /// Writes a row with its answer, if it has one.
    fn write(&mut self, text: &str, answered: Option<Answered>) {
        let Some(rows) = &mut self.rows else { return };
        // There are no specials among useful tiles, and a hand with some is in a notation that has them.
        let list = |of: fn(&Answered) -> TileSet| {
            answered.map(|answered| answered.notation.write(of(&answered).iter()).unwrap_or_default())
        };
        let analysis = answered.map(|answered| answered.analysis);
        let has_useful = self.options.wanted == Wanted::Analyses;
        let useful = if has_useful { list(|answered| answered.analysis.useful.kinds) } else { None };
        let unneeded = if self.options.unneeded { list(|answered| answered.more.unneeded) } else { None };
        let mut cells = [Cell::Null; 7 + MOST_AIMS];
        let mut end = 0;
        let mut add = |cell| {
            cells[end] = cell;
            end += 1;
        };
        add(self.index.into());
        add(text.into());
        add(analysis.and_then(|analysis| analysis.distance.tiles()).map(u64::from).into());
        if has_useful {
            add(analysis.map(|analysis| u64::from(analysis.useful.acceptance)).into());
            add(useful.as_deref().into());
        }
        if self.options.unneeded {
            add(unneeded.as_deref().into());
        }
        for (place, _) in self.options.towards.iter().enumerate() {
            let distance = answered.and_then(|answered| answered.more.towards[place].tiles());
            add(distance.map(u64::from).into());
        }
        if self.options.odds.is_some() {
            add(answered.and_then(|answered| answered.win).into());
        }
        rows.push(&cells[..end]);
        self.index += 1;
    }
}

/// How likely a hand wins by these terms, with its best discard, given the tiles that its owner has not seen.
pub(super) fn win(model: RulesModel, terms: OddsTerms, hand: &Hand, unseen: &Unseen) -> Option<f64> {
    let graph = Graph::asked(model, hand, unseen, terms).ok()?;
    graph.likeliest(terms.draws, terms.law).ok().map(|(_, win)| win)
}
