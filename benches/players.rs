//! How many decisions a second programs take: the rule in C++, in all four seats, on as many threads as there are cores up to
//! two, against the same games by the built-in rule.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use paili::TableModel;
use paili::game::{Game, Rule, Transcript};
use paili::simulation::Seed;
use paili_arena::{Deal, Entrant, OnFault, Players, Program, Sandbox, Terms};
use rayon::prelude::*;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    match compile() {
        Some(program) => decisions(&mut criterion, &program),
        None => eprintln!("no C++ compiler: nothing is measured"),
    }
    criterion.final_summary();
}

/// The C++ example, compiled, if there is a compiler.
fn compile() -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/players/player.cpp");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("player");
    let compiler = Command::new("c++").args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(source).status();
    compiler.ok()?.success().then_some(program)
}

/// Games that a thread plays at once, and blocks of them.
const GAMES: u64 = 32;
const BLOCKS: u64 = 32;

fn decisions(criterion: &mut Criterion, program: &Path) {
    let seed = Seed(2021);
    let program = Program::new(&program.display().to_string()).expect("the example can be run");
    let terms = Terms {
        start_time: Terms::START_TIME,
        move_time: Duration::from_secs(10),
        memory: None,
        sandbox: Sandbox::find().0,
        allowed: Vec::new(),
        interrupted: || false,
        on_fault: OnFault::Stop,
        errors: None,
        hidden: Vec::new(),
    };
    let players = Players::new(vec![Entrant::Program(program)], terms).expect("the example greets");
    let block = |block: u64| {
        let deal = |game| Deal { number: game, of_wall: 0, wall: seed.wall(game), seed, game, seats: [0; 4] };
        let deals: Vec<Deal> = (block * GAMES..(block + 1) * GAMES).map(deal).collect();
        let played = players.play(&deals, TableModel).expect("the example makes no faults").games;
        (deals, played)
    };
    // It plays the rule's games, to the last line.
    for (deal, played) in (0..4).flat_map(|number| {
        let (deals, played) = block(number);
        deals.into_iter().zip(played)
    }) {
        let [mut ours, mut theirs] = [Transcript::new(), Transcript::new()];
        Game::play(&deal.wall, TableModel, &mut [Rule; 4], &mut ours);
        played.play_again(&deal.wall, TableModel, &mut theirs);
        assert_eq!(ours.as_bytes(), theirs.as_bytes(), "game {}", deal.number);
    }

    let count = |number| -> u64 {
        let (_, played) = block(number);
        played.iter().map(|played| played.actions.len() as u64).sum()
    };
    let all: u64 = (0..BLOCKS).into_par_iter().map(count).sum();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(2);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    let mut group = criterion.benchmark_group("decisions of programs");
    group.throughput(Throughput::Elements(all)).sample_size(20).measurement_time(Duration::from_secs(10));
    let mut fastest = Duration::MAX;
    group.bench_function(format!("the rule in C++, {threads} threads"), |bencher| {
        bencher.iter_custom(|times| {
            let begun = std::time::Instant::now();
            for _ in 0..times {
                let decided: u64 = pool.install(|| (0..BLOCKS).into_par_iter().map(count).sum());
                assert_eq!(decided, all);
            }
            let took = begun.elapsed();
            fastest = fastest.min(took / u32::try_from(times).unwrap_or(u32::MAX));
            took
        });
    });
    group.finish();
    let a_second = all as f64 / fastest.as_secs_f64();
    let tested = std::env::args().any(|argument| argument == "--test" || argument == "--list");
    assert!(tested || fastest == Duration::MAX || a_second >= 100_000.0, "{a_second:.0} decisions a second");
}
