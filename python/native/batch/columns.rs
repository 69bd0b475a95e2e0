//! Columns of answers.

use std::ops::Range;

use paili::Distance;
use paili::batch::{Analysis, BadHandError, Batch, BatchHand};

use super::blocks::Places;
use super::melds::Beside;

/// Stands for the distance and the acceptance of a hand without an answer.
pub const NONE: i8 = -1;

/// Columns of answers, a place a hand, and room to work in.
pub struct Columns<'a> {
    distances: &'a mut [i8],
    useful: Option<Useful<'a>>,
    /// Tiles to discard.
    discards: Option<&'a mut [i8]>,
    /// Room for answers as the library gives them.
    found_distances: Vec<Distance>,
    found_outlooks: Vec<Analysis>,
}

/// The answers of a hand.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    pub analysis: Analysis,
    /// The tile to discard that leads there; of no account where there is no column for it.
    pub discard: i8,
}

impl Answer {
    /// An answer without a discard.
    pub fn of(distance: Distance, useful: paili::analysis::Useful) -> Answer {
        Answer { analysis: Analysis { distance, useful }, discard: NONE }
    }
}

/// Masks of useful tiles, and acceptances.
struct Useful<'a> {
    masks: &'a mut [i64],
    acceptance: &'a mut [i16],
}

impl<'a> Columns<'a> {
    /// Distances alone.
    pub fn of_distances(distances: &'a mut [i8]) -> Self {
        Columns { distances, useful: None, discards: None, found_distances: Vec::new(), found_outlooks: Vec::new() }
    }

    /// Distances, masks of useful tiles, and acceptances, one of each a hand.
    pub fn of_outlooks(distances: &'a mut [i8], masks: &'a mut [i64], acceptance: &'a mut [i16]) -> Self {
        Columns { useful: Some(Useful { masks, acceptance }), ..Columns::of_distances(distances) }
    }

    /// The same with the tiles to discard that lead there.
    pub fn with_discards(self, discards: &'a mut [i8]) -> Self {
        Columns { discards: Some(discards), ..self }
    }

    /// Answers hands from a place on, up to the first that is none. Those that no tiles can complete are left out.
    pub fn answer<H: BatchHand>(
        &mut self,
        batch: Batch,
        hands: &[H],
        place: usize,
    ) -> Result<(), BadHandError<H::Error>> {
        let distances = &mut self.distances[place..];
        let Some(useful) = &mut self.useful else {
            let found = room_for(hands.len(), &mut self.found_distances, Distance::WON);
            let asked = batch.distances(hands, found);
            for (to, distance) in distances.iter_mut().zip(answered(found, &asked)) {
                *to = signed(*distance);
            }
            return asked;
        };
        let found = room_for(hands.len(), &mut self.found_outlooks, Analysis::WON);
        let asked = batch.analyses(hands, found);
        let places = distances.iter_mut().zip(&mut useful.masks[place..]).zip(&mut useful.acceptance[place..]);
        for (((distance, mask), acceptance), found) in places.zip(answered(found, &asked)) {
            *distance = signed(found.distance);
            (*mask, *acceptance) = numbers(found);
            if *distance == NONE {
                *acceptance = NONE.into();
            }
        }
        asked
    }

    /// The first of some places without an answer.
    pub fn without_answer(&self, places: Range<usize>) -> Option<usize> {
        let distances = &self.distances[places.clone()];
        // Hardly ever one has none, and the least of all is found many at a time.
        let least = distances.iter().fold(0, |least, &distance| distance.min(least));
        if least == NONE {
            distances.iter().position(|&distance| distance == NONE).map(|row| places.start + row)
        } else {
            None
        }
    }

    /// As much as is written of the answer of a hand beside melds.
    pub fn analysis_of(&self, beside: &Beside) -> Analysis {
        if self.useful.is_some() {
            return beside.analysis();
        }
        Analysis { distance: beside.distance(), ..Analysis::WON }
    }

    /// Writes the answer of a hand at a place.
    pub fn write(&mut self, place: usize, answer: &Answer) {
        self.distances[place] = signed(answer.analysis.distance);
        if let Some(useful) = &mut self.useful {
            (useful.masks[place], useful.acceptance[place]) = numbers(&answer.analysis);
        }
        if let Some(discards) = &mut self.discards {
            discards[place] = answer.discard;
        }
    }

    /// Writes at a place that there is no answer.
    pub fn leave_out(&mut self, place: usize) {
        self.distances[place] = NONE;
        if let Some(useful) = &mut self.useful {
            useful.masks[place] = 0;
            useful.acceptance[place] = NONE.into();
        }
        if let Some(discards) = &mut self.discards {
            discards[place] = NONE;
        }
    }
}

impl Places for Columns<'_> {
    fn split_at(self, rows: usize) -> (Self, Self) {
        let (first, others) = self.distances.split_at_mut(rows);
        let (mut first, mut others) = (Columns::of_distances(first), Columns::of_distances(others));
        if let Some(useful) = self.useful {
            let (first_masks, other_masks) = useful.masks.split_at_mut(rows);
            let (first_acceptance, other_acceptance) = useful.acceptance.split_at_mut(rows);
            first.useful = Some(Useful { masks: first_masks, acceptance: first_acceptance });
            others.useful = Some(Useful { masks: other_masks, acceptance: other_acceptance });
        }
        if let Some(discards) = self.discards {
            let (first_discards, other_discards) = discards.split_at_mut(rows);
            first.discards = Some(first_discards);
            others.discards = Some(other_discards);
        }
        (first, others)
    }
}

/// The mask of useful tiles and the acceptance: 34 kinds, and at most 136 copies of them.
fn numbers(found: &Analysis) -> (i64, i16) {
    (found.useful.kinds.bits().cast_signed(), found.useful.acceptance as i16)
}

/// Room for answers. Old ones in it are written over.
fn room_for<T: Copy>(length: usize, room: &mut Vec<T>, any: T) -> &mut [T] {
    if room.len() < length {
        room.resize(length, any);
    }
    &mut room[..length]
}

/// The answers that were found before a hand that is none.
fn answered<'f, T, F>(found: &'f [T], asked: &Result<(), BadHandError<F>>) -> &'f [T] {
    match asked {
        Ok(()) => found,
        Err(bad) => &found[..bad.row],
    }
}

/// At most 14, so that a distance less one is a shanten even where that is −1; none for a hand that nothing completes.
fn signed(distance: Distance) -> i8 {
    if distance == Distance::NEVER { NONE } else { distance.get().cast_signed() }
}
