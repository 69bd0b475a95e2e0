//! `paili solve`: the game alone, solved.

mod saved;
mod text;

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use paili::answers::page::grouped;
use paili::rules::RuleSet;
use paili_solve::{AloneGame, DeckParts, SolveError, SolveSize, SolvedWriter, Solver, fits_on_disk};
use rayon::ThreadPool;
use serde::Serialize;

use self::saved::SavedRun;
use crate::arguments::named;
use crate::failure::{Failure, file_name};
use crate::file::{NewFile, each_its_own};
use crate::interrupt::{finish_when_interrupted, interrupted};
use crate::job_options::pool;
use crate::output::{Format, print};
use crate::progress::Progress;
use crate::rules::RulesArguments;

/// Solve the game alone: how much any way to play can win, for every hand there is
///
/// You draw N times, keep or discard, and win or not. Suits are alike, each suit can be mirrored, honors are alike: so the 98.5
/// billion hands of 13 tiles are 322,565,293 classes, and for each of them, and every number of draws to come, an upper bound is
/// computed of what any way to play can win. It is a bound, since a tile that you discard counts as if it could come again;
/// docs/solved.md says how near it is.
///
/// Thirteen tiles of the whole deck take 6.5 GiB of memory, and with --out 10.8 GiB of disk (14 with --checkpoint); on two
/// cores the draws take two minutes. With --out the bounds go to a file, which `paili odds --solved` and `paili alone` read.
///
/// Any rule set is solved without wildcards whose suits are alike, which has at most nine kinds in no chow, and which is won with
/// melds and a pair, with pairs or with orphans.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili solve --deck mp --out two-suits.solved       two suits: some seconds
  paili solve --tiles 10                             beside an exposed meld; only the means
  paili solve --rules sanma --out sanma.solved       three players: half a gigabyte of memory, half a minute
  paili solve --out alone.solved --checkpoint run    a run that was stopped goes on with the same command
  paili solve --out last.solved --keep 17,18         the first draw's bounds, 1.2 GiB")]
pub struct Args {
    /// The tiles in hand before a draw: 13, or beside exposed melds 10, 7, 4 or 1 (the melds' tiles are seen, so --unseen 123 is
    /// what belongs to 18 draws) [default: as many as the rule set's hands have, 13 unless it says otherwise]
    #[arg(long, value_name = "K")]
    tiles: Option<usize>,

    #[command(flatten)]
    game: GameArguments,

    /// How many tiles are unseen before the first draw [default: all but the hand]
    #[arg(long, value_name = "U")]
    unseen: Option<u32>,

    /// The file for the bounds; without it only the mean over all deals is told
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Of which numbers of draws to come the file has the bounds, separated by commas [default: all, which playing takes]
    #[arg(long, value_name = "N", value_delimiter = ',', requires = "out")]
    keep: Vec<u32>,

    /// A folder for what is done, every minute; the same command goes on from there. When the file is there, the folder is removed
    #[arg(long, value_name = "FOLDER", requires = "out")]
    checkpoint: Option<PathBuf>,

    /// Threads to work on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The rule set, the deck and the draws of a game alone.
#[derive(clap::Args)]
pub struct GameArguments {
    /// The parts of the usual deck: suits, of which all are alike, and z for the honors [default: mpsz]
    #[arg(long, value_name = "PARTS", value_parser = named::<DeckParts>(DeckParts::ALL.map(DeckParts::name)))]
    deck: Option<DeckParts>,

    /// How many draws there are [default: 18, or as many as there are tiles]
    #[arg(long, value_name = "N")]
    draws: Option<u32>,

    #[command(flatten)]
    rules: RulesArguments,
}

impl GameArguments {
    /// The game with so many tiles in hand, or as many as hands have.
    pub fn game(&self, tiles: Option<usize>, unseen: Option<u32>) -> Result<AloneGame, Failure> {
        let rules = self.rules.get()?;
        let refused = |error| self.refused(&error);
        let game = AloneGame::new(&rules, tiles.unwrap_or(rules.most_tiles() - 1)).map_err(refused)?;
        let game = game.with_parts(self.deck.unwrap_or_default()).map_err(refused)?;
        game.with_draws_and_unseen(self.draws, unseen).map_err(refused)
    }

    /// The files that it is read from.
    pub fn inputs(&self) -> Vec<PathBuf> {
        self.rules.inputs()
    }

    /// The option that says what hands are to be.
    pub fn aim_option(&self) -> &'static str {
        self.rules.aim_option()
    }

    /// The failure of a game that can't be played or solved.
    fn refused(&self, error: &SolveError) -> Failure {
        Failure::BadInput(match error.argument() {
            "rules" if *error == SolveError::Aim => format!("{}: {error}", self.rules.aim_option()),
            "rules" => format!("{}: {error}", self.rules.option()),
            argument => format!("--{argument}: {error}"),
        })
    }

    /// The game of a file, of which what is asked for here must be true.
    pub fn game_of_file(&self, tiles: Option<usize>, game: AloneGame) -> Result<AloneGame, Failure> {
        let rules = self.rules.get()?;
        let are_chosen = self.rules.named_forms().is_some() || self.rules.is_named();
        let are_others = (are_chosen || rules != *RuleSet::standard()) && game.check_rules(&rules).is_err();
        let others = [
            ("--deck", self.deck.is_some_and(|deck| deck.name() != game.deck())),
            ("--draws", self.draws.is_some_and(|draws| draws != game.draws())),
            ("--tiles", tiles.is_some_and(|tiles| tiles != game.tiles())),
            (self.rules.differing_option(), are_others),
        ];
        let other = others.iter().find(|(_, differs)| *differs);
        other.map_or(Ok(game), |(option, _)| {
            Err(Failure::BadInput(format!("{option}: the file is of another game: {game}")))
        })
    }
}

/// A solved game, as it is told.
#[derive(Serialize)]
struct Answer {
    rules: &'static str,
    deck: &'static str,
    tiles: usize,
    draws: u32,
    unseen: u32,
    forms: Vec<&'static str>,
    classes: u64,
    classes_after_draw: u64,
    layers: Vec<Layer>,
    /// How long the file is.
    bytes: Option<u64>,
    seconds: f64,
    #[serde(skip)]
    game: AloneGame,
}

/// The mean over all deals of the bounds with so many draws to come.
#[derive(Serialize)]
struct Layer {
    draws: u32,
    mean: f64,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let begun = Instant::now();
    let game = args.game.game(args.tiles, args.unseen)?;
    let keep = kept(args, &game)?;
    each_its_own(&args.game.inputs(), &[&args.out, &args.checkpoint])?;
    let size = Solver::size(&game).map_err(|error| args.game.refused(&error))?;
    let no_memory = |error: SolveError| {
        let [before, after] = [size.before, size.after].map(grouped);
        let hint = "fewer --tiles, or a --deck such as mp, take less";
        Failure::Broken(format!("{before} classes of hands before a draw, {after} after it: {error}: {hint}"))
    };
    size.fits_in_memory().map_err(no_memory)?;
    let out = args.out.as_deref().map(|path| Out::begin(path, args.checkpoint.as_deref(), &size, keep.len() as u32));
    let out = out.transpose()?;
    let mut solver = Solver::new(&game).map_err(no_memory)?;
    finish_when_interrupted("layer")?;
    let pool = pool(args.threads)?;
    let mut file = out.map(|out| out.open(&mut solver, &keep)).transpose()?;
    // Some layers may be done.
    let already = solver.draws();
    let progress = Progress::of("hands", u64::from(already) * size.places, u64::from(game.draws()) * size.places);
    while solver.draws() < game.draws() {
        advance(&mut solver, &pool, &progress, &size);
        let draws = solver.draws();
        if let Some(file) = file.as_mut().filter(|_| keep.contains(&draws)) {
            pool.install(|| file.add(&solver))?;
        }
        if interrupted() && draws < game.draws() {
            progress.finish();
            let goes_on = file.map_or(Ok(false), |file| file.stop(&solver))?;
            let hint = if goes_on { ": the same command goes on from there" } else { "" };
            return Err(Failure::Broken(format!("interrupted after {draws} of {} draws{hint}", game.draws())));
        }
        if let Some(file) = &mut file {
            file.save_now_and_then(&solver)?;
        }
    }
    progress.finish();
    let bytes = file.map(Kept::finish).transpose()?;
    let layers = (1..).zip(solver.means()).map(|(draws, &mean)| Layer { draws, mean });
    let answer = Answer {
        rules: game.rules().name(),
        deck: game.deck(),
        tiles: game.tiles(),
        draws: game.draws(),
        unseen: game.unseen(),
        forms: game.forms().iter().map(paili::Form::name).collect(),
        classes: size.before,
        classes_after_draw: size.after,
        layers: layers.collect(),
        bytes,
        seconds: begun.elapsed().as_secs_f64(),
        game,
    };
    print(args.format.render(&answer, || text::render(&answer, already)).as_bytes())
}

/// Makes the next layer, and shows how far it is.
fn advance(solver: &mut Solver, pool: &ThreadPool, progress: &Progress, size: &SolveSize) {
    let done = AtomicU64::new(u64::from(solver.draws()) * size.places);
    pool.install(|| {
        solver.advance(|places| progress.advance(done.fetch_add(places, Ordering::Relaxed) + places, 0));
    });
}

/// The layers that the file will have.
fn kept(args: &Args, game: &AloneGame) -> Result<Vec<u32>, Failure> {
    if args.keep.is_empty() {
        return Ok((1..=game.draws()).collect());
    }
    let mut keep = args.keep.clone();
    keep.sort_unstable();
    keep.dedup();
    match keep.iter().find(|draws| !(1..=game.draws()).contains(draws)) {
        Some(draws) => {
            Err(Failure::BadInput(format!("--keep: {draws}: expected numbers from 1 to {}, the draws", game.draws())))
        }
        None => Ok(keep),
    }
}

/// Says before the work begins that there is too little room for a path's bytes on a folder's disk.
fn has_room(path: &Path, bytes: u64, folder: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::Broken(format!("{}: {error}", file_name(path)));
    fits_on_disk(bytes, folder).map_err(failed)
}

/// The file that will be, and where its parts are until then.
enum Out<'a> {
    New(NewFile),
    Saved(SavedRun<'a>),
}

/// The file as it is being written.
enum Kept<'a> {
    New(SolvedWriter<BufWriter<NewFile>>),
    Saved(SolvedWriter<BufWriter<File>>, SavedRun<'a>),
}

impl<'a> Out<'a> {
    fn begin(path: &'a Path, folder: Option<&'a Path>, size: &SolveSize, layers: u32) -> Result<Out<'a>, Failure> {
        let bytes = SolvedWriter::<File>::bytes(size, layers);
        let Some(folder) = folder else {
            let file = NewFile::create(path)?;
            file.folder().map_or(Ok(()), |folder| has_room(path, bytes, folder))?;
            return Ok(Out::New(file));
        };
        SavedRun::begin(folder, path, size, bytes).map(Out::Saved)
    }

    fn open(self, solver: &mut Solver, keep: &[u32]) -> Result<Kept<'a>, Failure> {
        match self {
            Out::New(file) => {
                let name = file.name();
                let writer = SolvedWriter::new(solver, BufWriter::new(file));
                writer.map(Kept::New).map_err(|error| Failure::Broken(format!("{name}: {error}")))
            }
            Out::Saved(run) => {
                let writer = run.open(solver, keep)?;
                Ok(Kept::Saved(writer, run))
            }
        }
    }
}

impl Kept<'_> {
    fn add(&mut self, solver: &Solver) -> Result<(), Failure> {
        let added = match self {
            Kept::New(writer) => writer.add(solver),
            Kept::Saved(writer, _) => writer.add(solver),
        };
        added.map_err(|error| Failure::Broken(format!("the bounds cannot be written: {error}")))
    }

    fn save_now_and_then(&mut self, solver: &Solver) -> Result<(), Failure> {
        match self {
            Kept::New(_) => Ok(()),
            Kept::Saved(writer, run) => run.save_now_and_then(writer, solver),
        }
    }

    /// Stops, and tells whether the run can go on.
    fn stop(self, solver: &Solver) -> Result<bool, Failure> {
        match self {
            Kept::New(_) => Ok(false),
            Kept::Saved(mut writer, mut run) => run.save(&mut writer, solver).map(|()| true),
        }
    }

    /// Ends the file, puts it in its place, and tells how long it is.
    fn finish(self) -> Result<u64, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::Broken(format!("the bounds cannot be written: {error}"));
        match self {
            Kept::New(writer) => {
                let buffer = writer.finish().map_err(|error| failed(&error))?;
                let file = buffer.into_inner().map_err(|error| failed(error.error()))?;
                let file = file.finish()?;
                Ok(file.metadata().map_or(0, |metadata| metadata.len()))
            }
            Kept::Saved(writer, run) => run.finish(writer),
        }
    }
}
