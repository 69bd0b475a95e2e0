//! The analysis of a block of rows, on one thread.

use std::borrow::Cow;
use std::fmt;

use paili::analysis::Unseen;
use paili::batch::{Analysis, BatchHand, PackedHand};
use paili::notation;
use paili::odds::{Changes, Graph, Law};
use paili::rules::RulesModel;
use paili::simulation::RandomHands;
use paili::{Distance, Forms, Hand, MeldCount, Notation, Specials, TableModel, Tile, WithForms};

use rayon::prelude::*;

use super::args::OnError;
use super::options::{Options, Wanted};
use super::rules::WaitingHands;
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
    pub(super) tally: Tally,
    /// The rows to be written, and the index of the next.
    rows: Option<RowBlock>,
    index: u64,
    /// Hands that are read and not analysed yet; if rows are written, also their texts one after the other, where each
    /// ends, and its notation.
    waiting: Vec<Hand>,
    texts: String,
    ends: Vec<(usize, Notation)>,
    pub(super) waiting_of_rules: WaitingHands,
    /// Room for answers.
    distances: [Distance; AT_A_TIME],
    analyses: Vec<Analysis>,
}

/// Why a hand has no distance.
pub(super) const NEVER: &str = "no tiles can complete the hand";

/// Hands that are analysed at a time: few enough to stay in fast memory.
pub(super) const AT_A_TIME: usize = 512;

impl<'a> BlockAnalysis<'a> {
    /// Begins with the row of this index.
    pub fn new(options: &'a Options, input: &'a str, index: u64) -> Self {
        BlockAnalysis {
            options,
            input,
            tally: Tally::default(),
            rows: options.layout.map(RowBlock::new),
            index,
            waiting: Vec::with_capacity(AT_A_TIME),
            texts: String::new(),
            ends: Vec::new(),
            waiting_of_rules: WaitingHands::default(),
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
        if let Some(model) = self.options.compiled {
            return self.text_of_rules(model, text, place);
        }
        let read = match self.options.notation {
            Some(notation) => notation.hand(text).map(|hand| (notation, hand)),
            None => notation::read_hand(text),
        };
        match read {
            Ok((_, hand)) if !self.can_win(hand.melds()) => {
                self.refuse(place, text, || Problem::new(&NEVER, text, None).to_string())
            }
            Ok((notation, hand)) => {
                if self.rows.is_some() {
                    self.texts.push_str(text.trim());
                    self.ends.push((self.texts.len(), notation));
                }
                self.waiting.push(hand);
                if self.waiting.len() == AT_A_TIME { self.analyse_waiting() } else { Ok(()) }
            }
            Err(error) => self.refuse(place, text, || Problem::new(&error, text, error.at()).to_string()),
        }
    }

    /// Takes rows with counts.
    pub fn counts(&mut self, hands: &[RegularCounts], place: impl Fn(usize) -> Place) -> Result<(), Failure> {
        if let Some(model) = self.options.compiled {
            return self.counts_of_rules(model, hands, place);
        }
        self.analyse_waiting()?;
        let mut left = hands;
        while !left.is_empty() {
            let some = &left[..left.len().min(AT_A_TIME)];
            let never = |counts| melds(counts).is_some_and(|melds| !self.can_win(melds));
            let some = &some[..some.iter().position(never).unwrap_or(some.len())];
            let mpsz =
                |row: usize| (Notation::Mpsz.write(tiles(&some[row])).unwrap_or_default().into(), Notation::Mpsz);
            let hand = |row: usize| Hand::try_from(some[row]).ok();
            let (analysed, mut fault) = self.analyse(some, hand, mpsz);
            for counts in &some[..analysed] {
                self.tally.add_size(total(counts), 1);
            }
            left = &left[analysed..];
            if analysed == some.len() && left.first().and_then(melds).is_some_and(|melds| !self.can_win(melds)) {
                fault = Some(NEVER.to_owned());
            }
            if let (Some(fault), Some((_, rest))) = (fault, left.split_first()) {
                self.refuse(place(hands.len() - left.len()), "", || fault)?;
                left = rest;
            }
        }
        Ok(())
    }

    /// Takes random hands from one on.
    pub fn random(&mut self, random: &RandomHands, first: u64, hands: usize) -> Result<(), Failure> {
        if let Some(model) = self.options.compiled {
            return self.random_of_rules(model, random, first, hands);
        }
        self.tally.add_size(random.tiles(), hands as u64);
        let begins = (0..hands).step_by(AT_A_TIME);
        if self.options.wanted == Wanted::Distances && self.rows.is_none() {
            let mut packed = [PackedHand::from(random.hand(first)); AT_A_TIME];
            for begin in begins {
                let some = &mut packed[..AT_A_TIME.min(hands - begin)];
                random.deal_packed(first + begin as u64, some);
                // No rows, no texts.
                self.analyse(some, |_| None, |_| ("".into(), Notation::Mpsz));
            }
            return Ok(());
        }
        let notation = if random.specials() == Specials::With { Notation::Judge } else { Notation::Mpsz };
        let mut dealt = vec![random.hand(first); AT_A_TIME];
        for begin in begins {
            let some = &mut dealt[..AT_A_TIME.min(hands - begin)];
            random.deal(first + begin as u64, some);
            let write = |row: usize| notation.write(some[row].counts().tiles()).unwrap_or_default();
            self.analyse(some, |row| Some(some[row]), |row| (write(row).into(), notation));
        }
        Ok(())
    }

    /// Takes a row that is no hand, with its text if it has any.
    pub fn refuse(&mut self, place: Place, text: &str, reason: impl FnOnce() -> String) -> Result<(), Failure> {
        self.analyse_waiting()?;
        match self.options.on_error {
            OnError::Stop => return Err(Failure::BadInput(format!("{}: {place}: {}", self.input, reason()))),
            OnError::Skip => self.index += 1,
            OnError::Mark => self.write(text.trim(), None, None),
        }
        self.tally.bad += 1;
        Ok(())
    }

    /// Whether a hand with this many exposed melds can have one of the forms.
    fn can_win(&self, melds: MeldCount) -> bool {
        !self.options.forms.beside(melds).is_empty()
    }

    pub(super) fn analyse_waiting(&mut self) -> Result<(), Failure> {
        if let Some(model) = self.options.compiled {
            return self.analyse_waiting_of_rules(model);
        }
        if self.waiting.is_empty() {
            return Ok(());
        }
        let (mut hands, texts, ends) =
            (std::mem::take(&mut self.waiting), std::mem::take(&mut self.texts), std::mem::take(&mut self.ends));
        let text = |row: usize| {
            let begin = row.checked_sub(1).map_or(0, |before| ends[before].0);
            let (end, notation) = ends[row];
            (texts[begin..end].into(), notation)
        };
        // Hands are valid, so all of them are analysed.
        self.analyse(&hands, |row| Some(hands[row]), text);
        for hand in &hands {
            self.tally.add_size(hand.counts().total(), 1);
        }
        hands.clear();
        self.waiting = hands;
        Ok(())
    }

    /// Whether rows are written.
    pub(super) fn writes(&self) -> bool {
        self.rows.is_some()
    }

    /// Analyses hands up to the first that is none. Tells how many that are, and the fault of that one. If rows are
    /// written, `hand` tells a hand as such and `text` its text and notation.
    fn analyse<'t, H: BatchHand<Error: ToString>>(
        &mut self,
        hands: &[H],
        hand: impl Fn(usize) -> Option<Hand>,
        text: impl Fn(usize) -> (Cow<'t, str>, Notation),
    ) -> (usize, Option<String>) {
        let result = match self.options.wanted {
            Wanted::Distances => self.options.batch.distances(hands, &mut self.distances[..hands.len()]),
            Wanted::Analyses => self.options.batch.analyses(hands, &mut self.analyses[..hands.len()]),
        };
        let (analysed, fault) = match result {
            Ok(()) => (hands.len(), None),
            Err(bad) => (bad.row, Some(bad.fault.to_string())),
        };
        match self.options.wanted {
            Wanted::Distances => self.tally.add_distances(&self.distances[..analysed]),
            Wanted::Analyses => self.analyses[..analysed].iter().for_each(|&analysis| self.tally.add(analysis)),
        }
        if self.rows.is_some() {
            let wins =
                self.options.draws.map(|draws| wins(draws, self.options.forms, (0..analysed).map(hand).collect()));
            for row in 0..analysed {
                let analysis = match self.options.wanted {
                    Wanted::Distances => Analysis { distance: self.distances[row], ..Analysis::WON },
                    Wanted::Analyses => self.analyses[row],
                };
                let (text, notation) = text(row);
                let win = wins.as_ref().and_then(|wins| wins[row]);
                self.write(&text, Some((analysis, notation)), win);
            }
        }
        (analysed, fault)
    }

    /// Writes a row with its answer, if it has one.
    pub(super) fn write(&mut self, text: &str, answer: Option<(Analysis, Notation)>, win: Option<f64>) {
        let (Some(rows), Some(table)) = (&mut self.rows, self.options.layout) else { return };
        // There are no specials among useful tiles, so every notation has them.
        let useful =
            answer.map(|(analysis, notation)| notation.write(analysis.useful.kinds.iter()).unwrap_or_default());
        let analysis = answer.map(|(analysis, _)| analysis);
        let mut cells: [Cell<'_>; 6] = [
            self.index.into(),
            text.into(),
            analysis.and_then(|analysis| analysis.distance.tiles()).map(u64::from).into(),
            analysis.map(|analysis| u64::from(analysis.useful.acceptance)).into(),
            useful.as_deref().into(),
            win.into(),
        ];
        if self.options.wanted == Wanted::Distances {
            cells[3] = win.into();
        }
        rows.push(&cells[..table.columns.len()]);
        self.index += 1;
    }
}

/// How likely hands win in the draws asked for, each with its best discard; none where the graph would be too large, and for
/// hands with specials. On all threads of the pool that this one belongs to.
fn wins(draws: u32, forms: Forms, hands: Vec<Option<Hand>>) -> Vec<Option<f64>> {
    let model = WithForms::new(TableModel, forms);
    let win = |hand: Option<Hand>| hand.and_then(|hand| win(model, draws, &hand, &Unseen::by(&hand)));
    hands.into_par_iter().map(win).collect()
}

/// The same of one hand of any rule set, given the tiles that its owner has not seen.
pub(super) fn win(model: impl Into<RulesModel>, draws: u32, hand: &Hand, unseen: &Unseen) -> Option<f64> {
    let graph = Graph::of(model, hand, unseen, Changes::None).ok()?;
    graph.likeliest(draws, Law::Remembering).ok().map(|(_, win)| win)
}

pub(super) fn total(counts: &RegularCounts) -> usize {
    counts.iter().map(|&copies| usize::from(copies)).sum()
}

fn melds(counts: &RegularCounts) -> Option<MeldCount> {
    MeldCount::beside(total(counts))
}

pub(super) fn tiles(counts: &RegularCounts) -> impl Iterator<Item = Tile> {
    // More than four are no hand, and are not written.
    Tile::regular().zip(counts).flat_map(|(tile, &copies)| std::iter::repeat_n(tile, copies.min(Tile::COPIES).into()))
}
