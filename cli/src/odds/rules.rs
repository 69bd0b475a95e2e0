//! Odds of hands of other rule sets.

use std::path::Path;

use paili::answers::page::{Page, plural};
use paili::answers::{RulesAnswer, RulesOddsAnswer};
use paili::odds::{Changes, Law, OddsError};
use paili::rules::{Asked, RulesQuestion};

use super::playing::Playing;
use super::text::{self, Ways};
use super::{Args, Fault, HEADER, HINT, NO_HANDS, rows};
use crate::failure::Failure;
use crate::file::open;
use crate::interrupt::finish_when_interrupted;
use crate::lines::{LONGEST_HAND, LineBlocks, too_long};
use crate::output::{FormatOrRows, csv_lines, json_line, print};
use crate::problem::Problem;

/// Answers the hand, or those of standard input.
pub fn run(args: &Args, question: &RulesQuestion, playing: &Playing) -> Result<(), Failure> {
    refuse(args, question)?;
    if args.format == FormatOrRows::Csv {
        print(csv_lines([HEADER]).as_bytes())?;
    }
    if let Some(text) = args.hand.text() {
        let mut answer = answer(args, question, &text).map_err(|fault| fault.at(None))?;
        finish_when_interrupted("runs")?;
        let end = playing.play_by_rules(question, &mut answer);
        if let Err(Failure::BadInput(_)) = end {
            return end;
        }
        let printed = print(told(args, &answer).as_bytes());
        end?;
        return printed;
    }
    let (input, name) = open(Path::new("-"), HINT)?;
    let mut read = 0_u64;
    for lines in LineBlocks::new(input, &name, LONGEST_HAND) {
        for (number, line) in lines?.iter() {
            let mut answer = answer(args, question, &line).map_err(|fault| fault.at(Some(number)))?;
            playing.play_by_rules(question, &mut answer)?;
            let gap = if args.format == FormatOrRows::Text && read > 0 { "\n" } else { "" };
            print((gap.to_owned() + &told(args, &answer)).as_bytes())?;
            read += 1;
        }
    }
    if read == 0 {
        return Err(Failure::BadInput(NO_HANDS.to_owned()));
    }
    Ok(())
}

/// Refuses what is told of the usual game alone.
fn refuse(args: &Args, question: &RulesQuestion) -> Result<(), Failure> {
    let refused = [
        (args.plot.is_some(), "--plot"),
        (args.law == Law::Published, "--law published"),
        (args.changes.0.is_some_and(|changes| changes != Changes::None), "--changes"),
    ];
    if let Some((_, option)) = refused.iter().find(|(is_asked, _)| *is_asked) {
        return Err(Failure::BadInput(format!("{option}: not with other rule sets or wildcards")));
    }
    if args.table.is_some() {
        let reason =
            "--table: not with other rule sets or wildcards: the table's game is THUPC's (--simulate plays alone)";
        return Err(Failure::BadInput(reason.to_owned()));
    }
    if question.asked() != Asked::Any {
        return Err(Failure::BadInput("--available: odds know which tiles are gone without it".to_owned()));
    }
    Ok(())
}

fn answer<'a>(args: &Args, question: &'a RulesQuestion, text: &str) -> Result<RulesOddsAnswer<'a>, Fault> {
    if text.len() > LONGEST_HAND {
        return Err(Fault::Hand(too_long("a line", text, LONGEST_HAND, "a hand")));
    }
    let hand = RulesAnswer::read(question, text);
    let hand = hand.map_err(|error| Fault::Hand(Problem::new(&error, text, error.at())))?;
    RulesOddsAnswer::new(hand, question, args.draws()).map_err(|error| match error {
        OddsError::Draws { .. } => Fault::Draws(error),
        error => Fault::Hand(Problem::new(&error, text, None)),
    })
}

fn told(args: &Args, answer: &RulesOddsAnswer) -> String {
    let ways = Ways { all: &answer.ways, notation: answer.hand.notation, draws: answer.draws };
    match args.format {
        FormatOrRows::Text => render(answer, &ways),
        FormatOrRows::Json => json_line(answer),
        FormatOrRows::Csv => rows(&answer.hand.tiles(), &ways),
    }
}

fn render(answer: &RulesOddsAnswer, ways: &Ways) -> String {
    let mut page = Page::default();
    let hand = &answer.hand;
    let size = plural(hand.hand.tiles() as u64, "tile");
    page.line(&format!("hand      {}  ({size}; {})", hand.tiles(), hand.rules().name()));
    match hand.distance {
        None => page.line("distance  none: no tiles can complete the hand"),
        Some(distance) => page.line(&text::distance(distance)),
    }
    let draws = plural(answer.draws.into(), "draw");
    page.line(&format!(
        "odds      of {draws} from {} unseen tiles; no changes, law {}",
        answer.unseen,
        Law::Remembering
    ));
    match (ways.all, hand.distance) {
        ([], Some(_)) => page.line("It wins as it is."),
        ([], None) => {}
        _ => {
            text::ways(&mut page, ways);
            text::simulated(&mut page, ways);
        }
    }
    page.into_text()
}
