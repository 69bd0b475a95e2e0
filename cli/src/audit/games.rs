//! Whether a program plays the games of walls as the judge does.

use paili::answers::page::grouped;
use paili::game::Wall;
use paili::simulation::Seed;
use paili_arena::{Program, Runs, Terms};
use paili_audit::{Extent, GameAudit, GameReport, GameVerdict, ProgramSimulator, Simulator, Speed, WallsTaken};

use super::{Args, nanoseconds_each};
use crate::failure::Failure;
use crate::file::NewFile;
use crate::interrupt::interrupted;
use crate::output::print;

/// Walls by which speed is measured, at most.
const TO_TIME: u64 = 20_000;

/// Audits a program, and keeps the walls that it plays wrong.
pub fn run(
    args: &Args,
    terms: &Terms,
    program: &Program,
    extent: Extent,
    save: Option<NewFile>,
) -> Result<(), Failure> {
    let mut simulator = simulator(terms, program)?;
    let verdict = GameAudit { extent, seed: Seed(args.seed) }.run(&mut simulator);
    let asked = verdict.all().of;
    if interrupted() && asked == 0 {
        return Err(Failure::Interrupted);
    }
    let (fault, is_over) = (simulator.runs().fault().map(str::to_owned), simulator.is_over());
    let timed = (args.bench && !is_over).then(|| time(args, terms, &mut simulator, &verdict)).transpose();
    let speed = timed.as_ref().ok().copied().flatten();
    let report = GameReport { verdict: &verdict, takes: simulator.takes(), fault: fault.as_deref(), speed };
    let told = args.format.render(&report, || report.text(&program.to_string()));
    // First what is known, then what may fail.
    print(told.as_bytes())?;
    if let Some(mut file) = save {
        let line = |wall: &Wall| wall.tiles().map(paili::Tile::token).join(" ") + "\n";
        file.append(verdict.failures.iter().map(line).collect::<String>().as_bytes())?;
        file.finish()?;
    }
    timed?;
    if simulator.runs().is_interrupted() {
        return Err(Failure::Broken(format!("interrupted after {} games", grouped(asked))));
    }
    let has_answered = simulator.runs().has_answered();
    match (verdict.all().hits, fault.filter(|_| is_over || !has_answered)) {
        (_, Some(fault)) if !has_answered => {
            Err(Failure::BadInput(format!("{program} can't be asked: it {fault}{}", terms.hint(program))))
        }
        (_, Some(fault)) => Err(Failure::Broken(format!("{program} {fault}{}", terms.hint(program)))),
        (0, None) => Ok(()),
        (wrong, None) => Err(Failure::Broken(format!("{program} plays {wrong} of {asked} games wrong"))),
    }
}

fn simulator(terms: &Terms, program: &Program) -> Result<ProgramSimulator, Failure> {
    Ok(ProgramSimulator::new(Runs::new(program.clone(), terms.clone())?))
}

/// Times games on shuffled walls, by the program and by this one, in as many runs.
fn time(args: &Args, terms: &Terms, simulator: &mut ProgramSimulator, verdict: &GameVerdict) -> Result<Speed, Failure> {
    let broken = |error: &dyn std::fmt::Display| Failure::Broken(format!("--bench: {error}"));
    let own = std::env::current_exe().map_err(|error| broken(&error))?;
    let command = shell_words::join([&*own.to_string_lossy(), "play"]);
    let mut own = self::simulator(terms, &Program::new(&command).map_err(|error| broken(&error))?)?;
    // A single game does not show how many walls it takes.
    if simulator.takes().is_none() {
        simulator.play(&[0, 1].map(|game| Seed(args.seed).wall(game)));
    }
    let is_any = simulator.takes() == Some(WallsTaken::Any);
    // One by one as many as were played, but no more than a few.
    let games = if is_any { TO_TIME } else { verdict.all().of.min(50) };
    let walls: Vec<Wall> = (0..games).map(|game| Seed(args.seed).wall(game)).collect();
    own.give(if is_any { WallsTaken::Any } else { WallsTaken::One });
    let nanoseconds = |simulator: &mut ProgramSimulator| {
        if is_any {
            return nanoseconds_each(walls.len(), |some| {
                let took = simulator.time(&walls[..some]);
                if interrupted() { Err(Failure::Interrupted) } else { Ok(took) }
            });
        }
        Ok(simulator.time(&walls).as_secs_f64() * 1e9 / walls.len() as f64)
    };
    let (program, paili) = (nanoseconds(simulator)?, nanoseconds(&mut own)?);
    Ok(Speed { program, paili, door: None })
}
