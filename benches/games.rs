//! How long does a game take? Whole games on the table model against the plain dynamic programme, same walls; and
//! simulations, which shuffle the walls and tally what happens, by threads.

mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::game::{Game, Outcome, Rule, Transcript, Wall};
use paili::simulation::{NamedPolicy, Seed, Statistics, tally, tally_named};
use paili::{Model, PlainModel, TableModel};
use rayon::{ThreadPool, ThreadPoolBuilder};
use workload::time;

fn play(walls: &[Wall], model: impl Model) -> Vec<Outcome> {
    walls.iter().map(|wall| Game::play(black_box(wall), model, &mut [Rule; 4], &mut ())).collect()
}

/// Games of a simulation.
const GAMES: u64 = 20_000;

fn games(criterion: &mut Criterion) {
    let walls = workload::walls(1000);
    let few = &walls[..20];
    assert_eq!(play(few, TableModel), play(few, PlainModel), "the models play the same games");

    let mut group = criterion.benchmark_group("games");
    group.throughput(Throughput::Elements(walls.len() as u64));
    time(&mut group, "paili", || play(&walls, TableModel));
    group.bench_function("paili, with transcript", |bencher| {
        let mut transcript = Transcript::new();
        bencher.iter(|| {
            transcript.clear();
            for wall in &walls {
                Game::play(black_box(wall), TableModel, &mut [Rule; 4], &mut transcript);
            }
        });
    });
    group.throughput(Throughput::Elements(few.len() as u64));
    group.sample_size(20);
    time(&mut group, "plain, fewest tiles added", || play(few, PlainModel));
    group.finish();
}

fn simulations(criterion: &mut Criterion) {
    let seed = Seed(2021);
    let alone = tally(seed, 0..GAMES, TableModel, |_| [Rule; 4], Statistics::Plain);
    let mut group = criterion.benchmark_group("games, shuffled and tallied");
    group.throughput(Throughput::Elements(GAMES));
    for (name, threads) in [("paili, 1 thread", 1), ("paili, 2 threads", 2)] {
        let pool = pool(threads);
        let play = || pool.install(|| tally(seed, 0..GAMES, TableModel, |_| [Rule; 4], Statistics::Plain));
        assert!(play() == alone, "threads change nothing");
        time(&mut group, name, play);
    }
    group.throughput(Throughput::Elements(GAMES / 10));
    let pool = pool(2);
    let named = |policy, statistics| tally_named(seed, 0..GAMES / 10, TableModel, [policy; 4], statistics);
    for (name, policy, statistics) in [
        ("paili, 2 threads, in detail", NamedPolicy::Rule, Statistics::Detailed),
        ("paili, 2 threads, by acceptance", NamedPolicy::Acceptance, Statistics::Plain),
    ] {
        time(&mut group, name, || pool.install(|| named(policy, statistics)));
    }
    group.finish();
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")
}

criterion_group! { name = benches; config = workload::steady(); targets = games, simulations }
criterion_main!(benches);
