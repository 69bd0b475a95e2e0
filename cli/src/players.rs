//! Programs as players: their options, and what is said of their faults.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytesize::ByteSize;
use paili::simulation::NamedPolicy;
use paili_arena::{Deal, Entrant, ErrorsFile, Fault, OnFault, PlayedGames, Players, PlayersError, Sandbox, Terms};
use serde::{Serialize, Serializer};

use crate::arguments::named;
use crate::failure::{Failure, file_name, say};
use crate::interrupt::interrupted;

/// The options of commands in which programs can play.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Programs as players")]
pub struct ProgramArguments {
    #[command(flatten)]
    pub terms: TermsArguments,

    /// What becomes of a game in which a program answers wrong, late or not at all: it forfeits the game, the rule answers
    /// for it, or the run stops [default: forfeit]
    #[arg(long, value_name = "DO", value_parser = named::<OnFault>(OnFault::ALL.map(OnFault::name)))]
    on_fault: Option<OnFault>,
}

/// The options of commands that start programs.
#[derive(Debug, Clone, clap::Args)]
pub struct TermsArguments {
    /// How long a program may take for an answer, such as 500ms, 10s or 2m; 20 s more when it has just been started
    /// [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    move_time: Option<Duration>,

    /// How much memory each process of a program may map, and how much may be in its temporary files, such as 500MB or 2GiB
    /// [default: as much as there is, and 1 GiB of files]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,

    /// What keeps programs from each other, from the network and from files: bwrap (bubblewrap, on Linux), or none, with which they
    /// may do what you may [default: bwrap where it works; a message says so where it does not]
    #[arg(long, value_name = "BY", value_parser = named::<Sandbox>(Sandbox::ALL.map(Sandbox::name)))]
    sandbox: Option<Sandbox>,

    /// A file or folder that programs read in the sandbox, beside /usr and the folders of their own files; as often as there are some
    #[arg(long, value_name = "PATH")]
    allow: Vec<PathBuf>,

    /// The file that programs' standard error goes to, behind what is in it: a megabyte each time one is started [default: nowhere]
    #[arg(long, value_name = "FILE")]
    pub player_errors: Option<PathBuf>,
}

/// The files of the programs and the bounds among some entrants, which no output may be.
pub fn files_of(entrants: &[Entrant]) -> Vec<PathBuf> {
    entrants.iter().flat_map(Entrant::files).collect()
}

impl ProgramArguments {
    /// The options in words, for checkpoints; nothing where no program plays.
    pub fn describe(&self, entrants: &[Entrant]) -> String {
        if !entrants.iter().any(Entrant::is_program) {
            return String::new();
        }
        let TermsArguments { memory, sandbox, .. } = &self.terms;
        let memory = memory.map(|bytes| format!(" --memory {bytes}")).unwrap_or_default();
        let time = humantime::format_duration(self.terms.move_time());
        let sandbox = sandbox.map(|sandbox| format!(" --sandbox {sandbox}")).unwrap_or_default();
        format!(" --move-time {time}{memory}{sandbox} --on-fault {}", self.on_fault.unwrap_or_default())
    }

    /// Seats entrants, and starts the programs among them, which are not to read the hidden files.
    pub fn seat<const N: usize>(&self, entrants: &[Entrant; N], hidden: &[PathBuf]) -> Result<Who<N>, Failure> {
        let policies: Option<Vec<NamedPolicy>> = entrants.iter().map(Entrant::policy).collect();
        match (policies.map(<[NamedPolicy; N]>::try_from), self.gather(entrants, hidden)?) {
            (Some(Ok(policies)), None) => Ok(Who::Policies(policies)),
            (_, Some(company)) => Ok(Who::Company(company)),
            _ => Err(Failure::Broken("nobody plays".to_owned())),
        }
    }

    /// Starts the programs among the entrants, each once. `None` if there are none.
    fn gather(&self, entrants: &[Entrant], hidden: &[PathBuf]) -> Result<Option<Company>, Failure> {
        // A program in two seats is one.
        let mut distinct: Vec<Entrant> = Vec::new();
        let places = entrants.iter().map(|entrant| {
            distinct.iter().position(|other| other == entrant).unwrap_or_else(|| {
                distinct.push(entrant.clone());
                distinct.len() - 1
            })
        });
        let places = places.collect();
        Ok(self.start(distinct, hidden)?.map(|players| Company { players, places }))
    }

    /// Starts the programs among the entrants, which are not to read the hidden files. `None` if there are none.
    pub fn start(&self, entrants: Vec<Entrant>, hidden: &[PathBuf]) -> Result<Option<Arc<Players>>, Failure> {
        let has_program = entrants.iter().any(Entrant::is_program);
        if !has_program {
            self.terms.refuse_unused(self.on_fault)?;
        }
        if entrants.iter().all(|entrant| entrant.policy().is_some()) {
            return Ok(None);
        }
        for entrant in &entrants {
            if let Entrant::Solved(solved) = entrant
                && let Some(game) = solved.other_game()
            {
                say(&format!("{entrant}: the file is of {game}: hands that it lacks are played for acceptance"));
            }
        }
        let terms = if has_program { self.terms.get()? } else { self.terms.in_no_sandbox() };
        let terms = Terms {
            on_fault: self.on_fault.unwrap_or_default(),
            // What standard input is read from may have a path as well.
            hidden: hidden
                .iter()
                .map(|path| if path.as_os_str() == "-" { "/dev/stdin".into() } else { path.clone() })
                .collect(),
            ..terms
        };
        let players = Players::new(entrants, terms).map_err(|error| match error {
            PlayersError::Start { .. } => Failure::BadInput(error.to_string()),
            PlayersError::Interrupted => Failure::Interrupted,
            other => Failure::Broken(other.to_string()),
        })?;
        Ok(Some(Arc::new(players)))
    }
}

impl TermsArguments {
    /// The terms of programs that answer by themselves.
    pub fn get(&self) -> Result<Terms, Failure> {
        let sandbox = self.find_sandbox()?;
        let errors = self
            .player_errors
            .as_ref()
            .map(|path| ErrorsFile::open(path).map_err(|error| Failure::of_opening(&file_name(path), &error)));
        Ok(Terms { sandbox, errors: errors.transpose()?, ..self.in_no_sandbox() })
    }

    /// Refuses options about programs where none plays.
    fn refuse_unused(&self, on_fault: Option<OnFault>) -> Result<(), Failure> {
        let given = [
            ("--move-time", self.move_time.is_some()),
            ("--on-fault", on_fault.is_some()),
            ("--player-errors", self.player_errors.is_some()),
            ("--allow", !self.allow.is_empty()),
            ("--memory", self.memory.is_some()),
            ("--sandbox", self.sandbox.is_some()),
        ];
        let unused = given.iter().find(|(_, is_given)| *is_given);
        unused.map_or(Ok(()), |(option, _)| {
            Err(Failure::BadInput(format!(
                "{option}: no program plays: one is named exec: and its command, such as exec:./bot"
            )))
        })
    }

    fn move_time(&self) -> Duration {
        self.move_time.unwrap_or(Duration::from_secs(10))
    }

    fn in_no_sandbox(&self) -> Terms {
        Terms {
            start_time: Terms::START_TIME,
            move_time: self.move_time(),
            memory: self.memory,
            sandbox: Sandbox::None,
            allowed: self.allow.clone(),
            on_fault: OnFault::default(),
            errors: None,
            hidden: Vec::new(),
            interrupted,
        }
    }

    /// The sandbox that was asked for, or the one that there is.
    fn find_sandbox(&self) -> Result<Sandbox, Failure> {
        if let Some(path) = self.allow.iter().find(|path| !path.exists()) {
            return Err(Failure::BadInput(format!("--allow {}: there is no such file or folder", path.display())));
        }
        let (sandbox, lacking) = match self.sandbox {
            Some(Sandbox::Bwrap) => {
                Sandbox::try_bwrap().map_err(|why| Failure::BadInput(format!("--sandbox bwrap: {why}")))?;
                (Sandbox::Bwrap, None)
            }
            Some(Sandbox::None) if !self.allow.is_empty() => {
                let why = "--allow: with --sandbox none programs read whatever you may";
                return Err(Failure::BadInput(why.to_owned()));
            }
            Some(Sandbox::None) => {
                (Sandbox::None, Some("programs play unsandboxed, and may do what you may".to_owned()))
            }
            None => Sandbox::find(),
        };
        if let Some(lacking) = lacking {
            say(&format!("{lacking} (--sandbox)"));
        }
        Ok(sandbox)
    }
}

/// The entrants of a run with programs among them.
#[derive(Debug, Clone)]
pub struct Company {
    players: Arc<Players>,
    /// Which of the players each entrant is.
    places: Vec<usize>,
}

impl Company {
    /// The name of an entrant.
    pub fn name(&self, entrant: usize) -> &str {
        &self.players.names()[self.places[entrant]]
    }

    /// Plays games, in which seats are numbers of entrants.
    pub fn play(&self, mut deals: Vec<Deal>, model: impl paili::Model + 'static) -> Result<PlayedGames, Failure> {
        for seat in deals.iter_mut().flat_map(|deal| &mut deal.seats) {
            *seat = self.places[*seat];
        }
        Ok(self.players.play(&deals, model)?)
    }
}

/// Once programs are started, nothing that goes wrong is the input's fault.
impl From<PlayersError> for Failure {
    fn from(error: PlayersError) -> Self {
        match error {
            PlayersError::Interrupted => Failure::Interrupted,
            error => Failure::Broken(error.to_string()),
        }
    }
}

/// Who plays: policies alone, or programs among them.
#[derive(Debug, Clone)]
pub enum Who<const N: usize> {
    Policies([NamedPolicy; N]),
    Company(Company),
}

impl<const N: usize> Who<N> {
    /// What everybody is called.
    pub fn names(&self) -> [String; N] {
        std::array::from_fn(|entrant| match self {
            Who::Policies(policies) => policies[entrant].to_string(),
            Who::Company(company) => company.name(entrant).to_owned(),
        })
    }

    /// The programs, if there are any.
    pub fn players(&self) -> Option<&Players> {
        match self {
            Who::Policies(_) => None,
            Who::Company(company) => Some(&company.players),
        }
    }
}

/// Tells what programs do wrong: the first times in full. As JSON it is how many faults of this run are whose.
#[derive(Debug)]
pub struct Faults {
    /// What everybody is called.
    names: Vec<String>,
    /// How many each has done.
    counts: Vec<u64>,
}

/// How many faults of a program are told.
const TOLD: u64 = 3;

impl Faults {
    pub fn of(company: Option<&Players>) -> Faults {
        let names = company.map(|players| players.names().to_vec()).unwrap_or_default();
        Faults { counts: vec![0; names.len()], names }
    }

    /// Tells some, each with the number of its player.
    pub fn tell(&mut self, faults: &[(usize, Fault)]) {
        for (player, fault) in faults {
            let (count, name) = (&mut self.counts[*player], &self.names[*player]);
            *count += 1;
            if *count <= TOLD {
                say(&format!("{name}: {fault}"));
            }
            if *count == TOLD {
                say(&format!(
                    "{name}: further faults are only counted (--player-errors keeps what it writes to standard error)"
                ));
            }
        }
    }

    /// Says how many there were in this run, where not all were told.
    pub fn sum_up(&self) {
        for (name, count) in self.names.iter().zip(&self.counts).filter(|(_, count)| **count > TOLD) {
            say(&format!("{name}: {count} faults in all"));
        }
    }

    /// Them, if programs play.
    pub fn of_programs(&self) -> Option<&Faults> {
        (!self.names.is_empty()).then_some(self)
    }
}

impl Serialize for Faults {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.names.iter().zip(&self.counts))
    }
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let expected = "expected a time such as 500ms, 10s or 2m";
    let time = humantime::parse_duration(text).map_err(|_| expected.to_owned())?;
    if time.is_zero() || time > Duration::from_secs(24 * 3600) {
        return Err(format!("{expected}, of at most a day"));
    }
    Ok(time)
}

fn parse_size(text: &str) -> Result<u64, String> {
    let expected = "expected a size such as 500MB or 2GiB, of at least a megabyte";
    let size: ByteSize = text.parse().map_err(|_| expected.to_owned())?;
    if size < ByteSize::mb(1) {
        return Err(expected.to_owned());
    }
    // The sandbox is given no larger file system.
    if size.as_u64() > i64::MAX.cast_unsigned() { Err("larger than any memory".to_owned()) } else { Ok(size.as_u64()) }
}
