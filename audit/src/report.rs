//! What an audit found, as text and as JSON.

use std::fmt::Write;

use paili::Hand;
use paili::analysis::Available;
use paili::answers::page::grouped;
use paili::simulation::Proportion;
use serde::Serialize;

use crate::answer::Answer;
use crate::beside::{Beside, HandBeside};
use crate::program::HandText;
use crate::proof::Proof;
use crate::verdict::{AtDistance, Smallest, Verdict};

/// A verdict as JSON has it, and as text.
#[derive(Debug, Serialize)]
pub struct Report {
    asked: &'static str,
    hands: u64,
    wrong: u64,
    convention: ConventionReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused_tiles: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    every_hand: Vec<SizeReport>,
    one_suit: Vec<SizeReport>,
    by_distance: Vec<DistanceReport>,
    rates: Vec<RateReport>,
    smallest: Option<SmallestReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beside_melds: Option<BesideReport>,
    #[serde(flatten)]
    speed: Option<Speed>,
}

#[derive(Debug, Serialize)]
struct ConventionReport {
    rules: String,
    forms: Vec<&'static str>,
    answer: &'static str,
    fifth_copy: &'static str,
    four_alike: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    available: Option<&'static str>,
    agrees: u64,
    of: u64,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct SizeReport {
    tiles: usize,
    hands: u64,
    wrong: u64,
}

#[derive(Debug, Serialize)]
struct DistanceReport {
    tiles: usize,
    distance: Option<u8>,
    hands: u64,
    wrong: u64,
    probability: f64,
}

#[derive(Debug, Serialize)]
struct RateReport {
    tiles: usize,
    rate: f64,
    low: f64,
    high: f64,
}

#[derive(Debug, Serialize)]
struct SmallestReport {
    hand: String,
    expected: String,
    answered: String,
    no_smaller: bool,
    proof: Option<Proof>,
    /// The answer in words.
    #[serde(skip)]
    said: String,
}

#[derive(Debug, Serialize)]
struct BesideReport {
    hands: u64,
    wrong: u64,
    smallest: Option<SmallestBeside>,
}

#[derive(Debug, Serialize)]
struct SmallestBeside {
    hand: String,
    expected: String,
    answered: String,
    /// The answer in words.
    #[serde(skip)]
    said: String,
}

/// Nanoseconds a hand, or a game.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Speed {
    /// Of the program.
    #[serde(rename = "nanoseconds")]
    pub program: f64,
    /// Of paili, by the same door.
    #[serde(rename = "paili_nanoseconds")]
    pub paili: f64,
    /// Of the door alone, where that can be told.
    #[serde(rename = "door_nanoseconds", skip_serializing_if = "Option::is_none")]
    pub door: Option<f64>,
}

/// A hand for people, in a notation where it has one.
fn hand_text(text: HandText, hand: &Hand) -> String {
    text.notation().write_hand(hand, &[])
}

/// The same beside melds.
fn beside_text(text: HandText, it: &HandBeside) -> String {
    let mut line = Vec::new();
    HandText::In(text.notation()).write_beside(it, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}

impl Verdict {
    /// A line for each hand that was answered wrong: the hand, what is right, and what was answered.
    pub fn failure_lines(&self, text: HandText) -> String {
        let line = |(hand, answered): &(Hand, Answer)| {
            let expected = self.convention.answer(self.ask, hand);
            format!("{}\t{expected}\t{answered}\n", hand_text(text, hand))
        };
        let beside = |(it, answered): &(HandBeside, Answer)| {
            format!("{}\t{}\t{answered}\n", beside_text(text, it), self.convention.answer_beside(it))
        };
        let of_beside = self.beside.iter().flat_map(|beside| &beside.failures);
        self.failures.iter().map(line).chain(of_beside.map(beside)).collect()
    }
}

impl Report {
    /// Of a verdict, with hands in a notation, what went wrong with the subject, and its speed.
    pub fn new(verdict: &Verdict, text: HandText, fault: Option<&str>, speed: Option<Speed>) -> Report {
        let convention = &verdict.convention;
        let size = |(&tiles, asked): (&usize, &Proportion)| SizeReport { tiles, hands: asked.of, wrong: asked.hits };
        let row = |row: &AtDistance| DistanceReport {
            tiles: row.tiles,
            distance: (row.distance < i8::MAX.cast_unsigned()).then_some(row.distance),
            hands: row.drawn.of,
            wrong: row.drawn.hits,
            probability: row.probability,
        };
        let mut sizes: Vec<usize> = verdict.by_distance.iter().map(|row| row.tiles).collect();
        sizes.dedup();
        let rate = |tiles: &usize| {
            let (rate, interval) = verdict.rate(*tiles)?;
            Some(RateReport { tiles: *tiles, rate, low: interval.low, high: interval.high })
        };
        let smallest = verdict.smallest.as_ref().map(|smallest: &Smallest| SmallestReport {
            hand: hand_text(text, &smallest.hand),
            expected: smallest.expected.to_string(),
            answered: smallest.answered.to_string(),
            no_smaller: smallest.is_proved,
            proof: smallest.proof.clone(),
            said: said(&smallest.answered),
        });
        let beside_melds = verdict.beside.as_ref().map(|Beside { asked, smallest, .. }| BesideReport {
            hands: asked.of,
            wrong: asked.hits,
            smallest: smallest.as_ref().map(|(it, expected, answered)| SmallestBeside {
                hand: beside_text(text, it),
                expected: expected.to_string(),
                answered: answered.to_string(),
                said: said(answered),
            }),
        });
        Report {
            asked: verdict.ask.name(),
            hands: verdict.all.of,
            wrong: verdict.all.hits,
            convention: ConventionReport {
                rules: convention.rules().name().to_owned(),
                forms: convention.rules().forms().iter().map(paili::Form::name).collect(),
                answer: convention.scale.name(),
                fifth_copy: convention.fifth.name(),
                four_alike: convention.four.name(),
                available: convention.available.map(Available::name),
                agrees: verdict.fits.hits,
                of: verdict.fits.of,
                text: convention.to_string(),
            },
            refused_tiles: verdict.refused.clone(),
            fault: fault.map(str::to_owned),
            every_hand: verdict.every.iter().map(size).collect(),
            one_suit: verdict.one_part.iter().map(size).collect(),
            by_distance: verdict.by_distance.iter().filter(|row| row.drawn.of > 0).map(row).collect(),
            rates: sizes.iter().filter_map(rate).collect(),
            smallest,
            beside_melds,
            speed,
        }
    }

    /// For people, of a subject by its name.
    pub fn text(&self, program: &str) -> String {
        let mut text = String::new();
        let ConventionReport { text: convention, answer, agrees, of, .. } = &self.convention;
        let scale = if self.asked == "distance" { format!("{answer}; ") } else { String::new() };
        let verdict = match self.wrong {
            0 if self.hands == 0 => format!("{program} was asked about no hands beyond the first"),
            0 => format!("{program} agrees on all {} hands", grouped(self.hands)),
            wrong => format!("{program} is wrong on {} of {} hands", grouped(wrong), grouped(self.hands)),
        };
        let _ = writeln!(text, "{verdict}");
        let _ =
            writeln!(text, "  by     {scale}{convention}: fits {} of {} first hands", grouped(*agrees), grouped(*of));
        if !self.refused_tiles.is_empty() {
            let sizes: Vec<String> = self.refused_tiles.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "  left aside  hands of {} tiles, which it does not take", sizes.join(", "));
        }
        if let Some(fault) = &self.fault {
            let _ = writeln!(text, "  once   {fault}");
        }
        for (name, sizes) in [("every hand", &self.every_hand), ("one suit", &self.one_suit)] {
            for SizeReport { tiles, hands, wrong } in sizes {
                let _ = writeln!(
                    text,
                    "  {name:10} of {tiles:2} tiles  {:>12}  wrong {}",
                    grouped(*hands),
                    grouped(*wrong)
                );
            }
        }
        for DistanceReport { tiles, distance, hands, wrong, probability } in &self.by_distance {
            let distance = distance.map_or("never".to_owned(), |distance| distance.to_string());
            let _ = writeln!(
                text,
                "  drawn at {distance:>5}, {tiles:2} tiles  {:>9}  wrong {}  ({:.3e} of all hands)",
                grouped(*hands),
                grouped(*wrong),
                probability
            );
        }
        for RateReport { tiles, rate, low, high } in &self.rates {
            let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
            let _ = writeln!(text, "  wrong on {rate:.4} % of hands of {tiles} tiles ({low:.4}–{high:.4} %)");
        }
        if let Some(smallest) = &self.smallest {
            smallest.write(&mut text);
        }
        if let Some(BesideReport { hands, wrong, smallest }) = &self.beside_melds {
            let _ = writeln!(text, "  beside melds  {:>26}  wrong {}", grouped(*hands), grouped(*wrong));
            if let Some(SmallestBeside { hand, expected, said, .. }) = smallest {
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
fn said(answered: &Answer) -> String {
    match answered {
        Answer::Nothing(what) => format!("it {what}"),
        answer => format!("it says {answer}"),
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

impl SmallestReport {
    fn write(&self, text: &mut String) {
        let which = if self.no_smaller { "the smallest there is" } else { "the smallest found" };
        let _ = writeln!(text, "{}  {which}: right is {}, {}", self.hand, self.expected, self.said);
        match &self.proof {
            Some(Proof::Plan { groups, missing, .. }) => {
                let _ = writeln!(text, "  wins as  {}  with  {missing}", groups.join(" | "));
            }
            Some(Proof::NoPlan { definition, tried: Some([tried, won]) }) => {
                let _ =
                    writeln!(text, "  of {tried} ways to add so few tiles {won} win; the definition says {definition}");
            }
            Some(Proof::NoPlan { definition, tried: None }) => {
                let _ = writeln!(text, "  the definition, which looks nothing up, says {definition} tiles");
            }
            Some(Proof::Kinds { missing, wrong }) => {
                for (what, kinds) in [("left out", missing), ("of no use", wrong)] {
                    for (tile, distance) in kinds {
                        let _ = writeln!(text, "  {what}  {tile}: with it the distance is {distance}");
                    }
                }
            }
            _ => {}
        }
    }
}
