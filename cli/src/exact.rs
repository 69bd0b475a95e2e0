//! `paili exact`: how far all hands are that there are.

mod text;

use paili::answers::ExactAnswer;
use paili::rules::{RuleHandError, RuleHandErrorKind};
use paili::survey::Distribution;
use paili::{Counts, Deck, DeckError, Specials};

use crate::arguments::named;
use crate::failure::Failure;
use crate::output::{FormatOrRows, csv_lines, print};
use crate::problem::Problem;
use crate::rules::{RulesArguments, deck_of};

/// Count all hands there are by distance, exactly
///
/// Tells for every distance (distance 3 is 2-shanten) how many ways there are to draw a hand of this size from the deck,
/// how many different hands that is, and how likely it is. The numbers are exact: hands are not sampled, nor looked at one
/// by one, but counted by what their suits and honors lack, which takes some milliseconds.
///
/// The number of tiles tells how many melds are exposed: none with 13 or 14 tiles, one with 10 or 11, and so on.
/// Distances that are nearer or farther than any hand are left out. The tiles of exposed melds can be taken out of the
/// deck with --visible.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili exact --tiles 14
  paili exact --tiles 13 --deck 148 --acceptance
  paili exact --tiles 14 --forms standard,pairs,orphans --format json
  paili exact --tiles 10 --visible 123m111z --format csv
  paili exact --rules taiwan --tiles 17")]
pub struct Args {
    /// How many concealed tiles the hands have: 13 or 14, or beside exposed melds 10, 11, 7, 8, 4, 5, 1 or 2; with --rules taiwan
    /// also 16 or 17
    #[arg(long, value_name = "K")]
    tiles: usize,

    /// The deck: 136 tiles, or 148 with the special ones, which fill places and help nobody [default: 136]
    #[arg(long, value_name = "TILES", value_parser = named::<Specials>(Specials::ALL.map(Specials::name)))]
    deck: Option<Specials>,

    /// Tiles that are seen elsewhere, in any notation: they are out of the deck
    #[arg(long, value_name = "TILES")]
    visible: Option<String>,

    #[command(flatten)]
    rules: RulesArguments,

    /// Tell the mean acceptance too: how many tiles left in the deck would lower the distance
    #[arg(long)]
    acceptance: bool,

    /// For people, one JSON object for programs, or one CSV row a distance
    #[arg(long, value_enum, default_value_t = FormatOrRows::Text)]
    format: FormatOrRows,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = args.rules.get()?;
    let mut deck = deck_of(&rules, args.deck)?;
    let visible = args.visible.as_deref().map(|text| take_out(&mut deck, text)).transpose();
    let visible = visible.map_err(|problem| bad("--visible", &problem))?;
    let never_won = |error: &RuleHandError| matches!(error.kind(), RuleHandErrorKind::NeverWon { aim: Some(_), .. });
    let distribution = Distribution::of(&deck, args.tiles)
        .map_err(|error| bad(if never_won(&error) { args.rules.aim_option() } else { "--tiles" }, &error))?;
    let answer = ExactAnswer { distribution, deck: deck.whole(), visible, acceptance: args.acceptance };
    print(args.format.render(&answer, text::render, csv_rows).as_bytes())
}

fn bad(option: &str, problem: &dyn std::fmt::Display) -> Failure {
    Failure::BadInput(format!("{option}: {problem}"))
}

/// Takes the tiles that a text names out of a deck.
fn take_out(deck: &mut Deck, text: &str) -> Result<Counts, Problem> {
    deck.take_all(text).map_err(|error| {
        let more = if matches!(error, DeckError::Special { .. }) { " (--deck 148)" } else { "" };
        Problem::new(&format!("{error}{more}"), text, error.at())
    })
}

/// A header line, then a line for each distance.
fn csv_rows(answer: &ExactAnswer) -> String {
    let all = &answer.distribution;
    let shown = if answer.acceptance { 6 } else { 4 };
    let header = ["distance", "weighted", "distinct", "probability", "acceptance", "accepted"];
    let rows = all.distances().iter().map(|at| {
        let counts = [at.distance.to_string(), at.weighted.to_string(), at.distinct.to_string()];
        let rates = [all.probability(at).to_string(), at.acceptance().to_string(), at.accepted.to_string()];
        counts.into_iter().chain(rates).take(shown).collect::<Vec<_>>()
    });
    csv_lines([header.map(str::to_owned)[..shown].to_vec()].into_iter().chain(rows))
}
