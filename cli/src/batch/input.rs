//! Where hands come from: the inputs that were asked for, checked.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use paili::simulation::{RandomHands, Seed};

use super::args::{Args, InputFormat};
use super::options::Options;
use crate::failure::{Failure, file_name, say};
use crate::file::extension;
use crate::progress::Progress;
#[cfg(not(feature = "arrow"))]
use crate::rows::UNBUILT;

/// All inputs.
#[derive(Debug)]
pub enum Sources {
    Random { hands: u64, seed: u64, random: Box<RandomHands> },
    Inputs(Vec<Input>),
}

/// One input.
#[derive(Debug, Clone)]
pub struct Input {
    /// None for standard input.
    pub path: Option<PathBuf>,
    /// Fit for a message.
    pub name: String,
    pub format: InputFormat,
    /// The column that was asked for.
    pub column: Option<String>,
    /// How long it is, if it is a file.
    pub bytes: Option<u64>,
}

impl Sources {
    /// The inputs that were asked for. Fails now for files that are not there.
    pub fn new(args: &Args, options: &Options) -> Result<Sources, Failure> {
        if let Some(hands) = args.random {
            return random(args, hands, options);
        }
        let inputs = args.files.iter().map(|path| Input::new(path, args)).collect::<Result<Vec<_>, _>>()?;
        if inputs.iter().any(|input| input.path.is_none()) && io::stdin().is_terminal() {
            say("paili: reading hands from standard input, one a line (paili batch --help tells more)");
        }
        Ok(Sources::Inputs(inputs))
    }

    /// The files that are read, `-` being standard input.
    pub fn paths<'a>(&self, args: &'a Args) -> &'a [PathBuf] {
        if matches!(self, Sources::Random { .. }) { &[] } else { &args.files }
    }

    /// A bar that counts hands, or the bytes of files.
    pub fn progress(&self) -> Progress {
        match self {
            Sources::Random { hands, .. } => Progress::of("hands", 0, *hands),
            Sources::Inputs(inputs) => Progress::of_input(inputs.iter().map(|input| input.bytes).sum()),
        }
    }

    /// The failure of a run without a single row.
    pub fn no_hands(&self) -> Failure {
        let names = match self {
            Sources::Random { .. } => String::new(),
            Sources::Inputs(inputs) => inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>().join(", "),
        };
        Failure::BadInput(format!("{names}: no hands: expected one a row"))
    }
}

fn random(args: &Args, hands: u64, options: &Options) -> Result<Sources, Failure> {
    let seed = args.seed.unwrap_or(1);
    // Without it, clap has said so.
    let tiles = args.tiles.unwrap_or_default();
    let of = if options.rules.embedded().is_some() { "a hand of " } else { "" };
    let random = RandomHands::of(&options.deck, Seed(seed), tiles)
        .map_err(|error| Failure::BadInput(format!("--tiles: {of}{error}")))?;
    if options.forms.beside(random.melds()).is_empty() {
        let (option, forms) = (args.rules.named_forms().map_or("--tiles", |_| "--forms"), options.forms.names());
        let reason = format!("{option}: {forms}: not for hands of {tiles} tiles, which have exposed melds");
        return Err(Failure::BadInput(reason));
    }
    Ok(Sources::Random { hands, seed, random: Box::new(random) })
}

impl Input {
    fn new(path: &Path, args: &Args) -> Result<Input, Failure> {
        let standard_input = path == Path::new("-");
        let name = if standard_input { "standard input".to_owned() } else { file_name(path) };
        let format = args.input_format.unwrap_or_else(|| format_of(path));
        let refused = |why: &str| Failure::BadInput(format!("{name}: {why}"));
        #[cfg(not(feature = "arrow"))]
        if format == InputFormat::Parquet {
            return Err(refused(UNBUILT));
        }
        let column = args.column.clone();
        if format == InputFormat::Text && column.is_some() {
            return Err(refused("--column: text has no columns (--input-format tells how an input is written)"));
        }
        if standard_input {
            if format == InputFormat::Parquet {
                return Err(refused("Parquet is read from both ends, so it has to be a file"));
            }
            return Ok(Input { path: None, name, format, column, bytes: None });
        }
        let there = fs::metadata(path).map_err(|error| Failure::of_opening(&name, &error))?;
        if there.is_dir() {
            return Err(refused(&io::Error::from(io::ErrorKind::IsADirectory).to_string()));
        }
        let bytes = there.is_file().then_some(there.len());
        Ok(Input { path: Some(path.to_owned()), name, format, column, bytes })
    }
}

/// The format that a file's extension promises.
fn format_of(path: &Path) -> InputFormat {
    match extension(path).as_deref() {
        Some("csv") => InputFormat::Csv,
        Some("ndjson" | "jsonl") => InputFormat::Ndjson,
        Some("parquet") => InputFormat::Parquet,
        _ => InputFormat::Text,
    }
}
