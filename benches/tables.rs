//! What do the tables cost, when they are built and when they are first used?
//!
//! Building is what paili's build script does, once a build; there it runs as cargo compiles build scripts, here
//! optimised. Nothing is left to do when a program starts.
//!
//! The first look-up of a process is timed in processes of their own, each of which makes one: the bench starts itself
//! again, and the new process times its first distance, from no table in its memory to the answer, and reports it. The
//! crates' first distances are timed in the same way. The program's file is in the system's cache, since it was just
//! started before; what a process takes to start is not in the figure.

mod rivals;
mod workload;

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode};
use paili::{Model, TableModel};
use paili_tables::{Tables, blob};
use workload::time;

fn tables(criterion: &mut Criterion) {
    let built = Tables::build();
    let bytes = blob::encode(&built);
    assert_eq!(bytes.len(), blob::BYTES, "as many bytes as the library embeds");

    let mut group = criterion.benchmark_group("tables");
    group.sample_size(20);
    time(&mut group, "build and check the census", Tables::build);
    time(&mut group, "encode", || blob::encode(black_box(&built)));
    group.finish();
}

/// Set for a process that is to time its first distance: whose.
const WHOSE: &str = "PAILI_BENCH_FIRST_DISTANCE";

const NAMES: [&str; 3] = ["paili", "xiangting", "riichienv-core"];

fn first_distance(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first distance of a process");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    for name in NAMES {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|processes| (0..processes).map(|_| in_a_new_process(name)).sum());
        });
    }
    group.finish();
}

fn in_a_new_process(name: &str) -> Duration {
    let bench = std::env::current_exe().expect("this bench is a program");
    let output = Command::new(bench).env(WHOSE, name).output().expect("a process can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    let nanoseconds = text.trim().parse().unwrap_or_else(|_| panic!("{name} should report nanoseconds: {output:?}"));
    Duration::from_nanos(nanoseconds)
}

/// The other side of [`in_a_new_process`].
fn report_first_distance(name: &str) {
    // Making the hand asks no tables.
    let hand = workload::random_hands(1, 14)[0];
    let counts = hand.counts().regular();
    let begin = Instant::now();
    let distance = match name {
        "paili" => TableModel.distance(black_box(&hand)).get(),
        "xiangting" => rivals::xiangting_distance(black_box(&counts)),
        "riichienv-core" => rivals::riichienv_distance(black_box(&counts), 4),
        _ => panic!("{WHOSE} is {name}: expected one of {NAMES:?}"),
    };
    let took = begin.elapsed();
    assert_eq!(distance, paili::distance::PlainModel.distance(&hand).get(), "the first answer is right");
    println!("{}", took.as_nanos());
}

fn main() {
    if let Ok(name) = std::env::var(WHOSE) {
        report_first_distance(&name);
        return;
    }
    let mut criterion = workload::steady().configure_from_args();
    tables(&mut criterion);
    first_distance(&mut criterion);
    criterion.final_summary();
}
