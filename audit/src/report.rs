//! What an audit found, as text and as JSON.

use std::collections::HashSet;
use std::fmt::Write;

use paili::analysis::Available;
use paili::answers::page::{grouped, plural};
use paili::simulation::{Interval, Proportion};
use paili::{Form, Hand, Notation, Tile, serialize};

use crate::answer::{Answer, Ask};
use crate::beside::{Beside, HandBeside};
use crate::program::HandText;
use crate::proof::Proof;
use crate::verdict::{AtDistance, Smallest, Verdict};

/// A verdict on a subject as JSON has it, and as text.
#[derive(Debug)]
pub struct Report<'a> {
    /// What was found out.
    pub verdict: &'a Verdict,
    /// How its hands are written.
    pub notation: HandText,
    /// What went wrong with the subject, if anything did.
    pub fault: Option<&'a str>,
    /// How fast it is, if that was measured.
    pub speed: Option<Speed>,
}

serialize! { Report<'_>, |it|
    asked: it.verdict.ask.name(),
    hands: it.verdict.all.of,
    wrong: it.verdict.all.hits,
    convention: Agreed(it.verdict),
    refused_tiles = Some(&it.verdict.refused).filter(|refused| !refused.is_empty()),
    fault = it.fault,
    every_hand: it.verdict.every.iter().map(OfSize).collect::<Vec<_>>(),
    one_suit: it.verdict.one_part.iter().map(OfSize).collect::<Vec<_>>(),
    by_distance: it.verdict.drawn().collect::<Vec<_>>(),
    rates: it.verdict.rates(),
    smallest: it.verdict.smallest.as_ref().map(|smallest| Shown(smallest, it.notation)),
    beside_melds = it.verdict.beside.as_ref().map(|beside| Shown(beside, it.notation)),
    nanoseconds = it.speed.map(|speed| speed.program),
    paili_nanoseconds = it.speed.map(|speed| speed.paili),
    door_nanoseconds = it.speed.and_then(|speed| speed.door),
}

struct Agreed<'a>(&'a Verdict);

serialize! { Agreed<'_>, |it|
    rules: it.0.convention.rules().name(),
    aim = it.0.convention.rules().aim().told(),
    wildcards = Some(it.0.convention.rules().wildcards()).filter(|&wildcards| wildcards > 0),
    forms: it.0.convention.rules().forms().iter().map(Form::name).collect::<Vec<_>>(),
    answer: it.0.convention.scale.name(),
    fifth_copy: it.0.convention.fifth.name(),
    four_alike: it.0.convention.four_alike().name(),
    available = it.0.convention.available.map(Available::name),
    agrees: it.0.fits.hits,
    of: it.0.fits.of,
}

/// Hands of a number of tiles.
struct OfSize<'a>((&'a usize, &'a Proportion));

serialize! { OfSize<'_>, |it|
    tiles: it.0.0,
    hands: it.0.1.of,
    wrong: it.0.1.hits,
}

serialize! { AtDistance, |it|
    tiles: it.tiles,
    distance: it.told(),
    hands: it.drawn.of,
    wrong: it.drawn.hits,
    probability: it.probability,
}

/// How often a hand of so many tiles is answered wrong.
struct Rate(usize, (f64, Interval));

serialize! { Rate, |it|
    tiles: it.0,
    rate: it.1.0,
    low: it.1.1.low,
    high: it.1.1.high,
}

/// What is told in a notation.
struct Shown<'a, T>(&'a T, HandText);

serialize! { Shown<'_, Smallest>, |it|
    hand: hand_text(it.1, &it.0.hand),
    expected: answer_text(it.1, &it.0.expected),
    answered: answer_text(it.1, &it.0.answered),
    no_smaller: it.0.is_proved,
    proof: it.0.proof.as_ref().map(|proof| proof.written(|tile| tiles_text(it.1, &[tile]))),
}

serialize! { Shown<'_, Beside>, |it|
    hands: it.0.asked.of,
    wrong: it.0.asked.hits,
    smallest: it.0.smallest.as_ref().map(|smallest| Shown(smallest, it.1)),
}

serialize! { Shown<'_, (HandBeside, Answer, Answer)>, |it|
    hand: beside_text(it.1, &it.0.0),
    expected: it.0.1.to_string(),
    answered: it.0.2.to_string(),
}

/// Nanoseconds a hand, or a game.
#[derive(Debug, Clone, Copy)]
pub struct Speed {
    /// Of the program.
    pub program: f64,
    /// Of paili, by the same door.
    pub paili: f64,
    /// Of the door alone, where that can be told.
    pub door: Option<f64>,
}

/// A hand for people, in a notation where it has one.
fn hand_text(text: HandText, hand: &Hand) -> String {
    text.notation().write_hand(hand, &[])
}

/// Tiles in that notation. It may lack specials, which no hand has, but an answer may.
fn tiles_text(text: HandText, tiles: &[Tile]) -> String {
    let write = |notation: Notation| notation.write(tiles.iter().copied()).ok();
    [text.notation(), Notation::Judge].into_iter().find_map(write).unwrap_or_default()
}

/// An answer, its tiles in that notation.
fn answer_text(text: HandText, answer: &Answer) -> String {
    match answer {
        Answer::Tiles(tiles) if !tiles.is_empty() => tiles_text(text, &tiles.iter().collect::<Vec<_>>()),
        answer => answer.to_string(),
    }
}

/// A hand beside melds in that notation.
fn beside_text(text: HandText, it: &HandBeside) -> String {
    let mut line = Vec::new();
    HandText::In(text.notation()).write_beside(it, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}

impl Verdict {
    /// A line for each hand that was answered wrong: the hand, what is right, and what was answered.
    pub fn failure_lines(&self, text: HandText) -> String {
        let line = |(hand, answered): &(Hand, Answer)| {
            let [expected, answered] =
                [&self.convention.answer(self.ask, hand), answered].map(|answer| answer_text(text, answer));
            format!("{}\t{expected}\t{answered}\n", hand_text(text, hand))
        };
        let beside = |(it, answered): &(HandBeside, Answer)| {
            format!("{}\t{}\t{answered}\n", beside_text(text, it), self.convention.answer_beside(it))
        };
        let of_beside = self.beside.iter().flat_map(|beside| &beside.failures);
        // Some hands are of more than one group, and asked about with each.
        let mut told = HashSet::new();
        let failures = self.failures.iter().filter(|(hand, _)| told.insert(*hand));
        failures.map(line).chain(of_beside.map(beside)).collect()
    }

    /// The distances from which hands were drawn.
    fn drawn(&self) -> impl Iterator<Item = &AtDistance> {
        self.by_distance.iter().filter(|row| row.drawn.of > 0)
    }

    /// Of each number of tiles of which hands of all distances were drawn.
    fn rates(&self) -> Vec<Rate> {
        let mut sizes: Vec<usize> = self.by_distance.iter().map(|row| row.tiles).collect();
        sizes.dedup();
        sizes.into_iter().filter_map(|tiles| Some(Rate(tiles, self.rate(tiles)?))).collect()
    }
}

impl AtDistance {
    /// The distance, if tiles can complete such a hand.
    fn told(&self) -> Option<u8> {
        (self.distance < i8::MAX.cast_unsigned()).then_some(self.distance)
    }
}

impl Report<'_> {
    /// For people, of a subject by its name.
    pub fn text(&self, program: &str) -> String {
        let mut text = String::new();
        let Verdict { ask, convention, fits, all, .. } = self.verdict;
        let scale = if *ask == Ask::Distance { format!("{}; ", convention.scale.name()) } else { String::new() };
        let verdict = match all.hits {
            0 if all.of == 0 => format!("{program} was asked about no hands beyond the first"),
            0 => format!("{program} agrees on all {} hands", grouped(all.of)),
            wrong => format!("{program} is wrong on {} of {} hands", grouped(wrong), grouped(all.of)),
        };
        let _ = writeln!(text, "{verdict}");
        let [agrees, of] = [fits.hits, fits.of].map(grouped);
        let _ = writeln!(text, "  by     {scale}{convention}: fits {agrees} of {of} first hands");
        if !self.verdict.refused.is_empty() {
            let sizes: Vec<String> = self.verdict.refused.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "  left aside  hands of {} tiles, which it does not take", sizes.join(", "));
        }
        if let Some(fault) = self.fault {
            let _ = writeln!(text, "  once   {fault}");
        }
        for (name, sizes) in [("every hand", &self.verdict.every), ("one suit", &self.verdict.one_part)] {
            for (tiles, asked) in sizes {
                let [hands, wrong] = [asked.of, asked.hits].map(grouped);
                let tiles = plural(*tiles as u64, "tile");
                let _ = writeln!(text, "  {name:10} of {tiles:>8}  {hands:>12}  wrong {wrong}");
            }
        }
        for row in self.verdict.drawn() {
            let distance = row.told().map_or("never".to_owned(), |distance| distance.to_string());
            let AtDistance { tiles, probability, drawn, .. } = row;
            let [hands, wrong] = [drawn.of, drawn.hits].map(grouped);
            let tiles = plural(*tiles as u64, "tile");
            let _ = writeln!(
                text,
                "  drawn at {distance:>5}, {tiles:>8}  {hands:>9}  wrong {wrong}  ({probability:.3e} of all hands)"
            );
        }
        for Rate(tiles, (rate, interval)) in self.verdict.rates() {
            let [rate, low, high] = [rate, interval.low, interval.high].map(|share| 100.0 * share);
            let tiles = plural(tiles as u64, "tile");
            let _ = writeln!(text, "  wrong on {rate:.4} % of hands of {tiles} ({low:.4}–{high:.4} %)");
        }
        if let Some(smallest) = &self.verdict.smallest {
            smallest.write(*ask, self.notation, &mut text);
        }
        if let Some(Beside { asked, smallest, .. }) = &self.verdict.beside {
            let [hands, wrong] = [asked.of, asked.hits].map(grouped);
            let _ = writeln!(text, "  beside melds  {hands:>26}  wrong {wrong}");
            if let Some((it, expected, answered)) = smallest {
                let (hand, said) = (beside_text(self.notation, it), said(self.notation, answered));
                let _ = writeln!(text, "{hand}  the smallest found: right is {expected}, {said}");
            }
        }
        if let Some(speed) = self.speed {
            text += &speed.text("hand");
        }
        text
    }
}

/// What a subject did instead of the right answer, for people.
fn said(text: HandText, answered: &Answer) -> String {
    match answered {
        Answer::Nothing(what) => format!("it {what}"),
        answer => format!("it says {}", answer_text(text, answer)),
    }
}

impl Speed {
    /// A line for people.
    pub(crate) fn text(self, of: &str) -> String {
        let Speed { program, paili, door } = self;
        let ratio = program / paili;
        let door = door.map(|door| format!(", the door alone {door:.0}")).unwrap_or_default();
        format!("  speed  {program:.0} ns a {of}, paili {paili:.0} by the same door ({ratio:.1} times as fast){door}\n")
    }
}

impl Smallest {
    fn write(&self, ask: Ask, notation: HandText, text: &mut String) {
        let which = if self.is_proved { "the smallest there is" } else { "the smallest found" };
        let (hand, said) = (hand_text(notation, &self.hand), said(notation, &self.answered));
        let _ = writeln!(text, "{hand}  {which}: right is {}, {said}", answer_text(notation, &self.expected));
        match &self.proof {
            Some(Proof::Plan { groups, missing, .. }) => {
                let groups: Vec<String> = groups.iter().map(|group| tiles_text(notation, group)).collect();
                let with = match &missing[..] {
                    [] => String::new(),
                    missing => format!("  with  {}", tiles_text(notation, missing)),
                };
                let _ = writeln!(text, "  wins as  {}{with}", groups.join(" | "));
            }
            Some(Proof::NoPlan { definition, tried: Some([tried, won]) }) => {
                let _ =
                    writeln!(text, "  of {tried} ways to add so few tiles {won} win; the definition says {definition}");
            }
            Some(Proof::NoPlan { definition, tried: None }) => {
                let _ = writeln!(text, "  the definition, which looks nothing up, says {definition} tiles");
            }
            Some(Proof::Kinds { missing, wrong }) => {
                let (of_no_use, with) =
                    if ask == Ask::Discards { ("needed", "without") } else { ("of no use", "with") };
                for (what, kinds) in [("left out", missing), (of_no_use, wrong)] {
                    for &(tile, distance) in kinds {
                        let tile = tiles_text(notation, &[tile]);
                        let _ = writeln!(text, "  {what}  {tile}: {with} it the distance is {distance}");
                    }
                }
            }
            _ => {}
        }
    }
}
