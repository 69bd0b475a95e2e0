//! When a comparison ends before its last game.

use clap::ValueEnum;
use paili::simulation::{Sequential, Side, Verdict};

/// The options of commands that can end once they know who is better.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Stopping early")]
pub struct UntilArguments {
    /// Stop as soon as it is decided who wins more often, by a sequential test
    #[arg(long, value_enum, value_name = "WHEN")]
    until: Option<Until>,

    /// How likely, in per cent, the test may call one of two better that are alike
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = parse_risk, requires = "until")]
    alpha: f64,

    /// How likely, in per cent, it may call two alike of which one is better
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = parse_risk, requires = "until")]
    beta: f64,

    /// The differences between win rates, in percentage points, up to which two are alike, and from which on one is better
    #[arg(long, value_name = "ALIKE,APART", default_value = "0,1", value_parser = parse_differences, requires = "until")]
    differences: (f64, f64),
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Until {
    /// One wins more often, or both are alike
    Decided,
}

impl UntilArguments {
    /// The test, if there is to be one.
    pub fn test(&self) -> Option<Sequential> {
        let (alike, apart) = self.differences;
        let test = Sequential {
            alpha: self.alpha / 100.0,
            beta: self.beta / 100.0,
            alike: alike / 100.0,
            apart: apart / 100.0,
        };
        self.until.map(|Until::Decided| test)
    }

    /// The options in words, for checkpoints.
    pub fn describe(&self) -> String {
        let (alike, apart) = self.differences;
        let (alpha, beta) = (self.alpha, self.beta);
        let of = |_| format!(" --until decided --alpha {alpha} --beta {beta} --differences {alike},{apart}");
        self.until.map(of).unwrap_or_default()
    }

    /// What a test has found, in words.
    pub fn say(&self, verdict: Option<Verdict>, [first, second]: [&str; 2]) -> String {
        let (alike, apart) = self.differences;
        match verdict {
            Some(Verdict::Better(Side::A)) => format!("{first} wins more often than {second}"),
            Some(Verdict::Better(Side::B)) => format!("{second} wins more often than {first}"),
            Some(Verdict::Alike) => format!("alike: no difference of {apart} points or more"),
            None => format!("undecided between a difference of {alike} points and one of {apart}: play more"),
        }
    }
}

fn parse_risk(text: &str) -> Result<f64, String> {
    let risk = text.parse().ok().filter(|risk| (0.0001..=50.0).contains(risk));
    risk.ok_or_else(|| "expected a probability from 0.0001 to 50 per cent".to_owned())
}

fn parse_differences(text: &str) -> Result<(f64, f64), String> {
    let differences = text.split_once(',').and_then(|(alike, apart)| {
        let (alike, apart): (f64, f64) = (alike.trim().parse().ok()?, apart.trim().parse().ok()?);
        (0.0 <= alike && alike + 0.001 <= apart && apart <= 100.0).then_some((alike, apart))
    });
    let expected = "expected two differences in percentage points, the smaller first, such as 0,1 or 0.5,2";
    differences.ok_or_else(|| expected.to_owned())
}
