//! Bounds of hands from a file.

use std::path::{Path, PathBuf};

use paili::analysis::{Question, QuestionError};
use paili::answers::page::{self, Page, bound, left, plural, right};
use paili::rules::RuleSet;
use paili_solve::{Solved, SolvedAnswer, SolvedError};

use super::text;
use crate::failure::{Failure, file_name};
use crate::output::csv_lines;

/// A file of bounds that was named.
pub struct Bounds {
    path: PathBuf,
    solved: Solved,
}

/// Why a hand has no bound here.
pub enum NoBound {
    /// The text is no hand.
    NoHand(QuestionError),
    /// The file is not for it, as the text says: the law answers.
    NotCovered(String),
    /// The file can't be used.
    Failed(Failure),
}

impl Bounds {
    pub fn open(path: &Path) -> Result<Bounds, Failure> {
        let solved = Solved::open(path).map_err(|error| failed(path, &error))?;
        Ok(Bounds { path: path.to_owned(), solved })
    }

    /// Refuses a rule set that the file is not of. Of other forms, each hand is told.
    pub fn check(&self, rules: &RuleSet) -> Result<(), Failure> {
        match self.solved.game().check_rules(rules) {
            Ok(()) | Err(SolvedError::Forms { .. }) => Ok(()),
            Err(error) => Err(Failure::BadInput(format!("--solved: {}: {error}", file_name(&self.path)))),
        }
    }

    /// The answer for a hand.
    pub fn answer(&self, question: &Question, text: &str, draws: Option<u32>) -> Result<SolvedAnswer, NoBound> {
        let (notation, hand, unseen) = question.read(text).map_err(NoBound::NoHand)?;
        let answer = SolvedAnswer::new(notation, (hand, unseen), question.rules(), draws, &self.solved);
        let mut answer = answer.map_err(|error| match error {
            SolvedError::Damaged | SolvedError::Io(_) => NoBound::Failed(failed(&self.path, &error)),
            error => NoBound::NotCovered(format!("{}: {error}", file_name(&self.path))),
        })?;
        answer.reds = notation.reds(text).unwrap_or_default();
        Ok(answer)
    }
}

fn failed(path: &Path, error: &SolvedError) -> Failure {
    let name = file_name(path);
    match error {
        SolvedError::Io(error) => Failure::of_opening(&name, error),
        error => Failure::BadInput(format!("{name}: {error}")),
    }
}

/// What the CSV has.
pub const HEADER: [&str; 7] = ["hand", "unseen", "draws", "discard", "distance", "acceptance", "bound"];

/// The bounds on a page.
pub fn page(answer: &SolvedAnswer) -> String {
    let mut page = Page::default();
    let size = plural(answer.hand.counts().total() as u64, "tile");
    let rules = page::rules(answer.game.rules().name(), None).map(|rules| format!("; {rules}")).unwrap_or_default();
    page.line(&format!("hand      {}  ({size}{rules})", answer.tiles()));
    page.line(&text::distance(answer.distance));
    let draws = plural(answer.draws.into(), "draw");
    let most = bound(answer.bound, 3);
    // What is solved of a part of the deck is another game than the hand may be of.
    let deck = match answer.game.deck() {
        "mpsz" => String::new(),
        deck => format!(" of the deck {deck}"),
    };
    page.line(&format!(
        "bound     {most} in {draws} from {} unseen tiles{deck}: no way to play wins more often",
        answer.unseen
    ));
    if !answer.ways.is_empty() {
        let columns = [left(8), right(8), right(10).after(2), right(11)];
        page.heading(&columns, &["discard", "distance", "acceptance", "bound"]);
        for way in &answer.ways {
            let name = answer.notation.name_of(way.discard);
            let [distance, acceptance] = [way.distance.to_string(), way.acceptance.to_string()];
            page.row(&columns, &[name, &distance, &acceptance, &bound(way.bound, 3)]);
        }
    }
    page.into_text()
}

pub fn rows(answer: &SolvedAnswer) -> String {
    let head = [answer.tiles(), answer.unseen.to_string(), answer.draws.to_string()];
    if answer.ways.is_empty() {
        let own = [String::new(), answer.distance.to_string(), String::new(), answer.bound.to_string()];
        return csv_lines([head.into_iter().chain(own).collect::<Vec<_>>()]);
    }
    csv_lines(answer.ways.iter().map(|way| {
        let name = answer.notation.name_of(way.discard).to_owned();
        let own = [name, way.distance.to_string(), way.acceptance.to_string(), way.bound.to_string()];
        head.iter().cloned().chain(own).collect::<Vec<_>>()
    }))
}
