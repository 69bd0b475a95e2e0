//! A program as a subject: hands a line in, answers a line out.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use paili::notation::{self, Notation};
use paili::rules::RuleSet;
use paili::{Hand, Tile, TileSet, excerpt, names};
use paili_arena::{Expected, Runs};

use crate::Subject;
use crate::answer::{Answer, Ask};
use crate::beside::HandBeside;
use crate::convention::Convention;
use crate::patience::PatientRuns;

names! {
    /// How lines are put.
    #[derive(Default)]
    pub enum Protocol: "is no protocol" {
        /// A hand a line in, an answer a line out.
        #[default]
        Lines = "lines",
        /// That of UVa 11210: a line `0` ends the hands, and answers begin with `Case 1:`.
        Uva = "uva",
    }
}

/// How hands are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandText {
    /// In a notation.
    In(Notation),
    /// As the number of copies of each of the 34 kinds, with spaces between.
    Counts,
}

impl HandText {
    /// The notation of hands that are shown to people.
    pub(crate) fn notation(self) -> Notation {
        match self {
            HandText::In(notation) => notation,
            HandText::Counts => Notation::Mpsz,
        }
    }

    /// Writes a hand and its melds: these in brackets, or the copies of each kind in all of them.
    pub fn write_beside(self, it: &HandBeside, line: &mut Vec<u8>) {
        self.write(it.hand(), line);
        match self {
            HandText::In(notation) => {
                for meld in it.melds() {
                    // Every notation has these tiles.
                    let tiles = notation.write(meld.tiles()).unwrap_or_default();
                    line.extend_from_slice(format!(" [{tiles}]").as_bytes());
                }
            }
            HandText::Counts => {
                line.extend(it.melded().regular().iter().flat_map(|copies| [b' ', b'0' + copies]));
            }
        }
    }

    /// Writes a hand.
    pub fn write(self, hand: &Hand, line: &mut Vec<u8>) {
        match self {
            HandText::In(Notation::Mpsz) => write_mpsz(hand, line),
            HandText::In(notation) => line.extend_from_slice(notation.write_hand(hand, &[]).as_bytes()),
            HandText::Counts => {
                let counts = hand.counts().regular();
                line.extend(counts.iter().flat_map(|copies| [b'0' + copies, b' ']).take(2 * Tile::REGULAR_COUNT - 1));
            }
        }
    }
}

/// The notation that is asked for most, without a text of its own for each hand.
fn write_mpsz(hand: &Hand, line: &mut Vec<u8>) {
    for (kinds, letter) in hand.counts().regular().chunks(9).zip(*b"mpsz") {
        let before = line.len();
        for (rank, &copies) in (b'1'..).zip(kinds) {
            line.extend(std::iter::repeat_n(rank, copies.into()));
        }
        if line.len() > before {
            line.push(letter);
        }
    }
    line.extend(std::iter::repeat_n(RuleSet::WILDCARD as u8, hand.wildcards().into()));
}

/// A program that is run once for each block of hands.
#[derive(Debug)]
pub struct ProgramSubject {
    runs: PatientRuns,
    ask: Ask,
    text: HandText,
    protocol: Protocol,
    /// Whether it answered the first hands beside melds.
    takes_melds: bool,
}

impl ProgramSubject {
    /// Of the runs of a program.
    pub fn new(runs: Runs, ask: Ask, text: HandText, protocol: Protocol) -> ProgramSubject {
        ProgramSubject { runs: PatientRuns::new(runs), ask, text, protocol, takes_melds: false }
    }

    /// The program's runs, and what went wrong with them.
    pub fn runs(&self) -> &PatientRuns {
        &self.runs
    }

    /// How long it takes for hands, its start included; what it answers is read, and not looked at.
    ///
    /// # Errors
    ///
    /// What it did instead, in words.
    pub fn time(&self, hands: &[Hand]) -> Result<Duration, String> {
        let begun = Instant::now();
        let mut next = hands.iter();
        let write = |lines: &mut Vec<u8>| write_hands(self.text, self.protocol, &mut next, HandText::write, lines);
        match self.runs.runs.run(Expected::Exactly(hands.len()), write, |line| _ = std::hint::black_box(line.len())) {
            Ok(()) => Ok(begun.elapsed()),
            Err(fault) => Err(fault.what),
        }
    }

    /// Asks about hands. Where the program goes wrong the hand that it goes wrong on is looked for by halves.
    fn ask_on<H>(&mut self, hands: &[H], write: WriteHand<H>, answers: &mut Vec<Answer>) {
        if hands.is_empty() || self.runs.is_interrupted() || self.runs.is_over() {
            return;
        }
        let (begin, mut next) = (answers.len(), hands.iter());
        let (ask, text, protocol) = (self.ask, self.text, self.protocol);
        let lines = |lines: &mut Vec<u8>| write_hands(text, protocol, &mut next, write, lines);
        let take = |line: &str| answers.push(read(ask, protocol, answers.len() - begin + 1, line));
        let Err(fault) = self.runs.run(Expected::Exactly(hands.len()), lines, take) else { return };
        if self.runs.is_interrupted() {
            return;
        }
        if fault.answered == hands.len() {
            // It said too much: nobody knows which answer is to which hand.
            answers.truncate(begin);
            answers.extend(hands.iter().map(|_| Answer::Nothing(fault.what.clone())));
            return;
        }
        let rest = &hands[answers.len() - begin..];
        if rest.len() == 1 {
            answers.push(Answer::Nothing(fault.what));
            return;
        }
        let (first, second) = rest.split_at(rest.len() / 2);
        self.ask_on(first, write, answers);
        self.ask_on(second, write, answers);
    }
}

impl Subject for ProgramSubject {
    fn ask(&mut self, hands: &[Hand]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(hands.len());
        self.ask_on(hands, HandText::write, &mut answers);
        answers
    }

    fn ask_beside(&mut self, hands: &[HandBeside]) -> Option<Vec<Answer>> {
        if self.protocol == Protocol::Uva {
            return None;
        }
        let mut answers = Vec::with_capacity(hands.len());
        if self.takes_melds {
            self.ask_on(hands, HandText::write_beside, &mut answers);
            return Some(answers);
        }
        let mut next = hands.iter();
        let lines =
            |lines: &mut Vec<u8>| write_hands(self.text, self.protocol, &mut next, HandText::write_beside, lines);
        let take = |line: &str| answers.push(read(self.ask, self.protocol, answers.len() + 1, line));
        // That it goes wrong on the first ones says only that it does not take them.
        self.runs.runs.run(Expected::Exactly(hands.len()), lines, take).ok()?;
        self.takes_melds = true;
        Some(answers)
    }

    fn is_over(&self) -> bool {
        self.runs.is_over()
    }
}

/// How a hand is written, or one beside melds.
type WriteHand<H> = fn(HandText, &H, &mut Vec<u8>);

/// Writes some more hands.
fn write_hands<H>(
    text: HandText,
    protocol: Protocol,
    next: &mut std::slice::Iter<H>,
    write: WriteHand<H>,
    lines: &mut Vec<u8>,
) {
    let is_over = next.len() == 0;
    for hand in next.by_ref().take(256) {
        write(text, hand, lines);
        lines.push(b'\n');
    }
    if protocol == Protocol::Uva && next.len() == 0 && !is_over {
        lines.extend_from_slice(b"0\n");
    }
}

/// Reads the answer with this number.
fn read(ask: Ask, protocol: Protocol, number: usize, line: &str) -> Answer {
    let nothing = || Answer::Nothing(format!("answered {}", excerpt(line.as_bytes())));
    let line = match protocol {
        Protocol::Lines => line,
        Protocol::Uva => match line.strip_prefix(&format!("Case {number}:")).map(str::trim) {
            Some(tiles) if !tiles.is_empty() => tiles,
            _ => return nothing(),
        },
    };
    match ask {
        Ask::Distance => line.parse().map_or_else(|_| nothing(), Answer::Number),
        Ask::Useful | Ask::Waits | Ask::Discards => match line {
            "" | "-" | "none" | "Not ready" => Answer::Tiles(TileSet::EMPTY),
            tiles => notation::read(tiles)
                .map_or_else(|_| nothing(), |(_, tiles)| Answer::Tiles(tiles.into_iter().collect())),
        },
    }
}

/// Answers as a program that is audited does: for comparisons of speed by the same door, and as an example.
///
/// # Errors
///
/// When lines can't be read or answers not be written, or at a line that is no hand of the rule set.
pub fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    ask: Ask,
    text: HandText,
    convention: &Convention,
) -> io::Result<()> {
    let rules = convention.rules();
    let mut line = String::new();
    while {
        line.clear();
        input.read_line(&mut line)? > 0
    } {
        let line = line.trim();
        let bad = |why: &dyn std::fmt::Display| io::Error::new(io::ErrorKind::InvalidData, format!("{line:?}: {why}"));
        let hand = match text {
            HandText::Counts => {
                let (mut counts, mut digits) = ([0; Tile::REGULAR_COUNT], line.bytes().step_by(2));
                let is_whole =
                    counts.iter_mut().zip(&mut digits).map(|(count, digit)| *count = digit.wrapping_sub(b'0')).count();
                if is_whole < Tile::REGULAR_COUNT || line.len() != 2 * Tile::REGULAR_COUNT - 1 {
                    return Err(bad(&"expected 34 digits with spaces between"));
                }
                let counts = paili::Counts::try_from(counts).map_err(|error| bad(&error))?;
                rules.hand(counts, 0).map_err(|error| bad(&error))?
            }
            HandText::In(_) => rules.read_hand(line).map_err(|error| bad(&error))?,
        };
        match convention.answer(ask, &hand) {
            Answer::Tiles(tiles) if tiles.is_empty() => writeln!(output, "-")?,
            answer => writeln!(output, "{answer}")?,
        }
    }
    output.flush()
}
