//! Answers about the rows of a block, one block a thread.

use std::ops::ControlFlow;

use paili::batch::{BatchHand, Outlook, PackedHand};
use paili::distance::{Distance, Forms, PAIRS_AND_ORPHANS};
use paili::hand::{Hand, MeldCount};
use paili::notation::{self, Notation};
use paili::simulation::{FullDeck, RandomHands};
use paili::tile::Tile;

use super::kept::KeptRows;
use super::question::{Answers, OnError, Question, Wanted};
use super::tally::Tally;
use crate::problem::Problem;

/// Counts of the 34 regular kinds.
pub type RegularCounts = [u8; Tile::REGULAR_COUNT];

/// Where a row stands in its input, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A line of the block.
    LineOfBlock(u64),
    /// A row of the input, below the names of its columns.
    Row(u64),
}

/// A row that is no hand, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRow {
    pub place: Place,
    pub reason: String,
}

/// What became of a block.
#[derive(Debug, Default)]
pub struct Answered {
    pub tally: Tally,
    pub rows: KeptRows,
    /// The row to stop at.
    pub bad: Option<BadRow>,
    /// Lines of text, by which those of the next block are numbered.
    pub lines: u64,
}

/// Answers row by row, in order. It breaks off after a row to stop at.
pub struct Answering<'a> {
    question: &'a Question,
    answered: Answered,
    /// Hands that are read and not answered yet. If rows are kept, the last of these are theirs.
    waiting: Vec<Hand>,
}

/// Hands that are answered at a time: few enough to stay in fast memory.
const AT_A_TIME: usize = 512;

impl<'a> Answering<'a> {
    pub fn new(question: &'a Question) -> Self {
        Answering { question, answered: Answered::default(), waiting: Vec::with_capacity(AT_A_TIME) }
    }

    /// Answers the rest.
    pub fn finish(mut self, lines: u64) -> Answered {
        self.answer_waiting();
        self.answered.lines = lines;
        self.answered
    }

    /// Whether there was a row to stop at.
    #[cfg(feature = "arrow")]
    pub fn is_broken_off(&self) -> bool {
        self.answered.bad.is_some()
    }

    /// A row with a hand in some notation.
    pub fn text(&mut self, text: &str, place: Place) -> ControlFlow<()> {
        let read = match self.question.notation {
            Some(notation) => notation.hand(text).map(|hand| (notation, hand)),
            None => notation::read_hand(text),
        };
        let (notation, hand) = match read {
            Ok(read) => read,
            Err(error) => {
                let problem =
                    || Problem { message: error.to_string(), text: text.to_owned(), at: error.at() }.to_string();
                return self.refuse(place, text, problem);
            }
        };
        if !self.fits(hand.melds()) {
            return self.refuse(place, text, || misfit(hand.melds()));
        }
        if self.question.answers == Answers::Kept {
            self.answered.rows.push(text.trim(), notation);
        }
        self.waiting.push(hand);
        if self.waiting.len() == AT_A_TIME {
            self.answer_waiting();
        }
        ControlFlow::Continue(())
    }

    /// Rows with counts.
    pub fn counts(&mut self, hands: &[RegularCounts], place: impl Fn(usize) -> Place) -> ControlFlow<()> {
        self.answer_waiting();
        let mut left = hands;
        while !left.is_empty() {
            let some = &left[..left.len().min(AT_A_TIME)];
            let misfit_at = if self.question.forms == Forms::default() {
                None
            } else {
                some.iter().position(|counts| melds(counts).is_some_and(|melds| !self.fits(melds)))
            };
            let (answered, reason) = self.answer_counts(&some[..misfit_at.unwrap_or(some.len())]);
            left = &left[answered..];
            let reason = reason.or_else(|| {
                let melds = left.first().filter(|_| misfit_at == Some(answered)).and_then(melds)?;
                Some(misfit(melds))
            });
            if let (Some(reason), Some((_, rest))) = (reason, left.split_first()) {
                self.refuse(place(hands.len() - left.len()), "", || reason)?;
                left = rest;
            }
        }
        ControlFlow::Continue(())
    }

    /// Random hands from one on.
    pub fn random(&mut self, random: &RandomHands, first: u64, hands: usize) {
        if (self.question.wanted, self.question.answers) == (Wanted::Distances, Answers::Tallied) {
            let mut packed = [PackedHand::from(random.hand(first)); AT_A_TIME];
            for begin in (0..hands).step_by(AT_A_TIME) {
                let some = &mut packed[..AT_A_TIME.min(hands - begin)];
                random.deal_packed(first + begin as u64, some);
                self.distances(some, written);
            }
            self.answered.tally.add_size(random.tiles(), hands as u64);
            return;
        }
        let notation = if random.deck() == FullDeck::WithSpecials { Notation::Judge } else { Notation::Mpsz };
        let mut dealt = vec![random.hand(first); AT_A_TIME];
        for begin in (0..hands).step_by(AT_A_TIME) {
            let some = &mut dealt[..AT_A_TIME.min(hands - begin)];
            random.deal(first + begin as u64, some);
            if self.question.answers == Answers::Kept {
                for hand in &*some {
                    self.answered.rows.push_tiles(hand.counts().tiles(), notation);
                }
            }
            self.waiting.extend_from_slice(some);
            self.answer_waiting();
        }
    }

    /// A row that is no hand, with what of it is text.
    pub fn refuse(&mut self, place: Place, text: &str, reason: impl FnOnce() -> String) -> ControlFlow<()> {
        self.answer_waiting();
        match self.question.on_error {
            OnError::Stop => {
                self.answered.bad = Some(BadRow { place, reason: reason() });
                return ControlFlow::Break(());
            }
            OnError::Skip => self.answered.rows.leave_out(),
            OnError::Mark => {
                if self.question.answers == Answers::Kept {
                    self.answered.rows.push(text.trim(), Notation::Mpsz);
                }
            }
        }
        self.answered.tally.bad += 1;
        ControlFlow::Continue(())
    }

    /// Whether a hand with so many exposed melds can have all the forms that are asked for.
    fn fits(&self, melds: MeldCount) -> bool {
        self.question.forms.beside(melds) == self.question.forms
    }

    /// Answers hands up to the first that is none. Says how many that were, and why that one is none.
    fn answer_counts(&mut self, hands: &[RegularCounts]) -> (usize, Option<String>) {
        // Only hands are written: where most rows are bad, those behind them come here again and again.
        let write = |rows: &mut KeptRows, answered: usize| {
            for counts in &hands[..answered] {
                rows.push_tiles(tiles(counts), Notation::Mpsz);
            }
        };
        let bad = match self.question.wanted {
            Wanted::Distances => self.distances(hands, write),
            Wanted::Outlooks => self.outlooks(hands, write),
        };
        let answered = bad.as_ref().map_or(hands.len(), |(row, _)| *row);
        for counts in &hands[..answered] {
            self.answered.tally.add_size(total(counts), 1);
        }
        (answered, bad.map(|(_, reason)| reason))
    }

    fn answer_waiting(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        // Hands are valid, so none of them is bad.
        match self.question.wanted {
            Wanted::Distances => drop(self.distances(&waiting, written)),
            Wanted::Outlooks => drop(self.outlooks(&waiting, written)),
        }
        for hand in &waiting {
            self.answered.tally.add_size(hand.counts().total(), 1);
        }
        self.waiting = waiting;
        self.waiting.clear();
    }

    /// Finds and tallies the distances of some hands, up to the first that is none: its place and what is wrong with it.
    /// If rows are kept, `write` adds those of so many hands from the first on.
    fn distances<H: BatchHand<Fault: ToString>>(
        &mut self,
        hands: &[H],
        write: impl FnOnce(&mut KeptRows, usize),
    ) -> Option<(usize, String)> {
        let mut room = [Distance::WON; AT_A_TIME];
        let distances = &mut room[..hands.len()];
        let bad = self.question.batch.distances(hands, distances).err();
        let bad = bad.map(|bad| (bad.row, bad.fault.to_string()));
        let distances = &distances[..bad.as_ref().map_or(hands.len(), |(row, _)| *row)];
        self.answered.tally.add_distances(distances);
        if self.question.answers == Answers::Kept {
            write(&mut self.answered.rows, distances.len());
            let outlooks = distances.iter().map(|&distance| Outlook { distance, ..Outlook::WON });
            self.answered.rows.answer(distances.len(), outlooks);
        }
        bad
    }

    /// The same with the useful tiles.
    fn outlooks<H: BatchHand<Fault: ToString>>(
        &mut self,
        hands: &[H],
        write: impl FnOnce(&mut KeptRows, usize),
    ) -> Option<(usize, String)> {
        let mut room = [Outlook::WON; AT_A_TIME];
        let outlooks = &mut room[..hands.len()];
        let bad = self.question.batch.outlooks(hands, outlooks).err();
        let bad = bad.map(|bad| (bad.row, bad.fault.to_string()));
        let outlooks = &outlooks[..bad.as_ref().map_or(hands.len(), |(row, _)| *row)];
        for &outlook in outlooks {
            self.answered.tally.add(outlook);
        }
        if self.question.answers == Answers::Kept {
            write(&mut self.answered.rows, outlooks.len());
            self.answered.rows.answer(outlooks.len(), outlooks.iter().copied());
        }
        bad
    }
}

/// Adds no rows: they were added as the hands were read.
fn written(_: &mut KeptRows, _: usize) {}

fn total(counts: &RegularCounts) -> usize {
    counts.iter().map(|&copies| usize::from(copies)).sum()
}

fn melds(counts: &RegularCounts) -> Option<MeldCount> {
    MeldCount::beside(total(counts))
}

fn tiles(counts: &RegularCounts) -> impl Iterator<Item = Tile> {
    // More than four are no hand, and are not kept.
    Tile::regular().zip(counts).flat_map(|(tile, &copies)| std::iter::repeat_n(tile, copies.min(Tile::COPIES).into()))
}

fn misfit(melds: MeldCount) -> String {
    format!("{PAIRS_AND_ORPHANS}; this hand has {}", melds.get())
}
