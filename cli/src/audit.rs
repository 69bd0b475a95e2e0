//! `paili audit`: whether another program is right about hands, or games.

mod games;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use paili::answers::page::grouped;
use paili::rules::RuleSet;
use paili::simulation::{HandsAtDistance, Proportion, Seed};
use paili::{Deck, Form, Hand, Notation};
use paili_arena::{Program, Runs, Terms};
use paili_audit::{
    Ask, Audit, Convention, Extent, HandText, ProgramSubject, Protocol, Report, Scale, Speed, Subject, Verdict,
    answer_lines,
};

use crate::arguments::named;
use crate::failure::Failure;
use crate::file::{NewFile, each_its_own};
use crate::interrupt::{finish_when_interrupted, interrupted};
use crate::job_options::{parse_count, parse_seed};
use crate::output::{Format, print};
use crate::players::TermsArguments;
use crate::rules::RulesArguments;

/// Tell whether another program is right about hands: how often it is wrong, on which smallest hand, and how fast it is
///
/// The program reads a hand a line and writes an answer a line, in order, until its input ends: how many tiles the hand lacks, as
/// distance or shanten, or with --ask useful, waits or discards the kinds. It may answer at the end. docs/audit.md has such programs
/// of ten lines, and benches/audit wrappers for packages.
///
/// First it is found out what the program means: distance or shanten, which forms, whether a fifth copy may be waited for, whether four
/// alike are two pairs, and which sizes of hands it takes. Then it is asked about hands that are known to break programs, every hand
/// of few tiles, every hand of one suit, and hands drawn uniformly from each distance, the rare ones too; and if it takes them, about
/// hands beside exposed melds, and whether these use up copies. A hand that is answered wrong is made smaller until no smaller one is,
/// and it is shown why the answer is wrong.
///
/// With --ask game it reads walls and writes transcripts, as paili play does: one wall a run, as the judge of the THUPC 2021 gives it,
/// or any number. Shuffled walls and skewed ones, which bring about what is rare, take turns. The transcript that goes wrong soonest is
/// made shorter, and it is told why the rule plays otherwise.
///
/// The exit status is 0 if all answers are right, 1 if one is not, and 2 if the program can't be asked.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili audit \"exec:python3 my_shanten.py\"
  paili audit exec:./mine --ask useful --seconds 60
  paili audit exec:./mine --notation counts --tiles 13,14 --bench
  paili audit exec:./uva11210 --ask waits --protocol uva --notation uva --tiles 13
  paili audit exec:./mine --rules guobiao --format json --save wrong.tsv
  paili audit exec:./simulator --ask game --save walls.txt")]
pub struct Args {
    /// The program: exec: and a command, such as exec:./mine or "exec:python3 mine.py"
    #[arg(value_name = "PROGRAM", required_unless_present = "answer")]
    program: Option<Program>,

    /// What it is asked of each hand, or game: to play that of a wall
    #[arg(long, value_name = "WHAT", default_value = "distance", value_parser = asked_parser())]
    ask: Asked,

    /// How lines are put: a hand a line and an answer a line, or those of UVa 11210, which end with 0 and answer "Case 1:"
    #[arg(long, value_name = "HOW", default_value_t, value_parser = named::<Protocol>(Protocol::ALL.map(Protocol::name)))]
    protocol: Protocol,

    /// How hands are written: a notation, or counts, 34 numbers with spaces between
    #[arg(long, value_name = "NOTATION", default_value = "mpsz", value_parser = parse_text)]
    notation: HandText,

    #[command(flatten)]
    rules: RulesArguments,

    /// How many tiles the hands have, separated by commas [default: all sizes of the rule set, for useful tiles and waits
    /// those that are to draw, for discards the others; those that the program does not take are found out]
    #[arg(long, value_name = "K", value_delimiter = ',')]
    tiles: Vec<usize>,

    /// For how many seconds it is asked; what fits, and which hand is the smallest, is looked for beside that
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,

    /// Instead ask about all hands that are known beforehand, and N drawn from each distance, or about the games of N walls, however long
    /// that takes: the same on every machine
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = |text: &str| parse_count(text, "hand"))]
    hands: Option<u64>,

    /// The seed of the hands that are drawn, or of the walls
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_seed)]
    seed: u64,

    /// Measure how fast it is, too, beside this program by the same door
    #[arg(long)]
    bench: bool,

    /// Where hands that are answered wrong are kept, a line each: the hand, what is right, and what was answered. Of games the walls
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Answer hands of standard input, as a program that is audited does
    #[arg(long, hide = true)]
    answer: bool,

    #[command(flatten)]
    terms: TermsArguments,
}

/// What a program is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Something about hands.
    Hands(Ask),
    /// The games of walls.
    Game,
}

impl Asked {
    /// What is asked about hands.
    fn of_hands(self) -> Ask {
        match self {
            Asked::Hands(ask) => ask,
            Asked::Game => Ask::default(),
        }
    }
}

const GAME: &str = "game";

fn asked_parser() -> impl TypedValueParser<Value = Asked> {
    PossibleValuesParser::new(Ask::ALL.map(Ask::name).into_iter().chain([GAME])).try_map(|name| match &name[..] {
        GAME => Ok(Asked::Game),
        name => name.parse().map(Asked::Hands),
    })
}

/// Hands by which speed is measured.
const TO_TIME: usize = 500_000;

/// How many of them, or of walls, are timed first. If that takes less than this, more are.
const FIRST_TIMED: usize = 16;
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.bench {
        args.rules.check_file_is_read_again()?;
    }
    let rules = args.rules.get()?;
    let is_usual = rules == *RuleSet::standard() && !args.rules.is_named() && args.rules.named_forms().is_none();
    if args.answer {
        let (input, output) = (io::stdin().lock(), io::BufWriter::new(io::stdout().lock()));
        let convention = Convention::ours(&rules, Scale::Distance);
        return answer_lines(input, output, args.ask.of_hands(), args.notation, &convention).map_err(
            |error| match error.kind() {
                io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
                io::ErrorKind::InvalidData => Failure::BadInput(error.to_string()),
                _ => Failure::Broken(error.to_string()),
            },
        );
    }
    let Some(program) = &args.program else { return Err(Failure::BadInput("no program is named".to_owned())) };
    if rules.wildcards() > 0 && args.notation == HandText::Counts {
        return Err(Failure::BadInput("--notation counts: wildcards have no count".to_owned()));
    }
    let are_plain_lines = args.protocol == Protocol::Lines && args.notation == HandText::In(Notation::Mpsz);
    if args.ask == Asked::Game && !(is_usual && args.tiles.is_empty() && are_plain_lines) {
        return Err(Failure::BadInput(
            "--ask game takes walls: --rules, --forms, --tiles, --notation and --protocol are about hands".to_owned(),
        ));
    }
    let inputs = program.files().chain(args.rules.inputs());
    each_its_own(&inputs.collect::<Vec<_>>(), &[&args.save, &args.terms.player_errors])?;
    let save = args.save.as_deref().map(NewFile::create).transpose()?;
    finish_when_interrupted("audit")?;
    let extent = args.hands.map_or(Extent::Time(Duration::from_secs(args.seconds)), Extent::Drawn);
    let terms = args.terms.get()?;
    if args.ask == Asked::Game {
        return games::run(args, &terms, program, extent, save);
    }
    let mut subject = subject(args, &terms, program, args.protocol)?;
    let audit = Audit {
        ask: args.ask.of_hands(),
        // Which forms of the usual game a program knows is found out.
        rules: (!is_usual).then(|| rules.clone()),
        tiles: args.tiles.clone(),
        extent,
        seed: Seed(args.seed),
    };
    let verdict = audit.run(&mut subject).map_err(|error| Failure::BadInput(format!("--tiles: {error}")))?;
    // Before it is known what the program means, nothing is.
    if interrupted() && verdict.all.of == 0 {
        return Err(Failure::Interrupted);
    }
    let timed = (args.bench && !subject.is_over()).then(|| time(args, &terms, &verdict, &subject));
    let speed = timed.as_ref().and_then(|timed| timed.as_ref().ok().copied());
    let report = Report { verdict: &verdict, notation: args.notation, fault: subject.runs().fault(), speed };
    let told = args.format.render(&report, || report.text(&program.to_string()));
    // First what is known, then what may fail.
    print(told.as_bytes())?;
    if let Some(mut file) = save {
        file.append(verdict.failure_lines(args.notation).as_bytes())?;
        file.finish()?;
    }
    timed.transpose()?;
    let Proportion { hits: wrong, of: asked } = verdict.all;
    if subject.runs().is_interrupted() {
        return Err(Failure::Broken(format!("interrupted after {} hands", grouped(asked))));
    }
    match (wrong, subject.runs().fault().filter(|_| subject.is_over())) {
        (0, Some(fault)) if asked == 0 && verdict.fits.hits == 0 => {
            Err(Failure::BadInput(format!("{program} can't be asked: it {fault}{}", terms.hint(program))))
        }
        (_, Some(fault)) => Err(Failure::Broken(format!("{program} {fault}{}", terms.hint(program)))),
        (0, None) => Ok(()),
        _ => Err(Failure::Broken(format!("{program} is wrong on {wrong} of {asked} hands"))),
    }
}

/// A program that is asked.
fn subject(args: &Args, terms: &Terms, program: &Program, protocol: Protocol) -> Result<ProgramSubject, Failure> {
    let runs = Runs::new(program.clone(), terms.clone())?;
    Ok(ProgramSubject::new(runs, args.ask.of_hands(), args.notation, protocol))
}

/// This program, answering as the one that is audited does.
fn own_command(args: &Args, verdict: &Verdict, audited: &Program) -> io::Result<String> {
    let own = std::env::current_exe()?.to_string_lossy().into_owned();
    let forms: Vec<&str> = verdict.convention.rules().forms().iter().map(Form::name).collect();
    let found = if args.rules.named_forms().is_some() { vec![] } else { vec!["--forms".to_owned(), forms.join(",")] };
    // All options but the program, which it need not find, nor files whose names are no text.
    let options = std::env::args_os().skip(2).map(|option| option.to_string_lossy().into_owned());
    let options =
        options.filter(|option| *option != audited.to_string()).flat_map(|option| match option.split_once('=') {
            // A sandbox shows files that are words of their own.
            Some((name @ "--rules-file", file)) => vec![name.to_owned(), file.to_owned()],
            _ => vec![option],
        });
    // What is added comes first: after -- there are no options.
    Ok(shell_words::join([own, "audit".to_owned(), "--answer".to_owned()].into_iter().chain(found).chain(options)))
}

/// Times hands of all distances, by the program, by this one, and by one that says what it hears.
fn time(args: &Args, terms: &Terms, verdict: &Verdict, audited: &ProgramSubject) -> Result<Speed, Failure> {
    let rules = verdict.convention.rules();
    let tiles = verdict.by_distance.first().map_or(rules.most_tiles(), |row| row.tiles);
    let broken = |error: &dyn std::fmt::Display| Failure::Broken(format!("--bench: {error}"));
    let drawn = HandsAtDistance::of(&Deck::of(rules), tiles).map_err(|error| broken(&error))?;
    let rows = drawn.distribution().distances();
    let of_row = |at: &paili::survey::AtDistance| {
        drawn.draw(at.distance, Seed(args.seed), 1 << 40, TO_TIME / rows.len()).unwrap_or_default()
    };
    let hands: Vec<Hand> = rows.iter().flat_map(of_row).collect();
    let commands =
        [own_command(args, verdict, audited.runs().program()).map_err(|error| broken(&error))?, "cat".to_owned()];
    let others = commands.map(|command| {
        let program = Program::new(&command).map_err(|error| broken(&error))?;
        subject(args, terms, &program, Protocol::Lines)
    });
    let [own, echo] = others;
    let mut nanoseconds = Vec::new();
    for asked in [audited, &own?, &echo?] {
        let time = |some| {
            let sample: Vec<Hand> = (0..some).map(|place| hands[place * hands.len() / some]).collect();
            asked.time(&sample).map_err(|error| broken(&format!("{} {error}", asked.runs().program())))
        };
        nanoseconds.push(nanoseconds_each(hands.len(), time)?);
    }
    Ok(Speed { program: nanoseconds[0], paili: nanoseconds[1], door: Some(nanoseconds[2]) })
}

/// Nanoseconds that each takes after the first, with which a process starts: of slow programs a second or so of them will do.
fn nanoseconds_each(all: usize, mut time: impl FnMut(usize) -> Result<Duration, Failure>) -> Result<f64, Failure> {
    // On a busy machine a process may start late, but hardly three times.
    let begin = time(1)?.min(time(1)?).min(time(1)?);
    let mut some = FIRST_TIMED.min(all);
    loop {
        let mut took = time(some)?.saturating_sub(begin);
        // What held it up once hardly does so twice, nor for long.
        if (some == all || took >= LONG_ENOUGH) && took < 8 * LONG_ENOUGH {
            took = took.min(time(some)?.saturating_sub(begin));
        }
        if some == all && (all == 1 || took.is_zero()) {
            return Err(Failure::Broken(format!("--bench: {some} took no longer than one, which tells no speed")));
        }
        if some == all || took >= LONG_ENOUGH {
            return Ok(took.as_secs_f64() * 1e9 / (some - 1) as f64);
        }
        some = (8 * some).min(all);
    }
}

fn parse_text(text: &str) -> Result<HandText, String> {
    if text == "counts" {
        return Ok(HandText::Counts);
    }
    text.parse::<Notation>().map(HandText::In).map_err(|error| format!("{error}, or counts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_that_of_all_but_the_first() {
        let each = nanoseconds_each(40, |some| Ok(Duration::from_nanos(5 + some as u64)));
        assert!(each.is_ok_and(|each| (each - 1.0).abs() < 1e-9));
        assert!(nanoseconds_each(40, |_| Ok(LONG_ENOUGH)).is_err());
        let mut asked = 0;
        let each = nanoseconds_each(40, |some| {
            asked += 1;
            // The first sample is held up.
            Ok(if asked == 4 { LONG_ENOUGH } else { Duration::from_nanos(some as u64) })
        });
        assert!(each.is_ok_and(|each| (each - 1.0).abs() < 1e-9));
    }
}
