//! How long a layer of the game alone takes, and a bound from its file.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::analysis::Unseen;
use paili::rules::RuleSet;
use paili::{Counts, Deck, Hand, Specials, Tile};
use paili_solve::{AloneGame, DeckParts, Solved, SolvedWriter, Solver};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The usual game with so many tiles in hand.
fn usual(tiles: usize) -> AloneGame {
    AloneGame::new(RuleSet::standard(), tiles).expect("a game")
}

fn layers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("layers of the game alone");
    group.sample_size(10);
    for (name, deck, tiles) in
        [("paili, 13 tiles of two suits", DeckParts::MP, 13), ("paili, 7 tiles of the whole deck", DeckParts::MPSZ, 7)]
    {
        let game = usual(tiles).with_parts(deck).expect("a game");
        let size = Solver::size(&game).expect("a game that is solved");
        let mut solver = Solver::new(&game).expect("memory");
        group.throughput(Throughput::Elements(size.before + size.after));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                // From the beginning once all draws are there: a layer is as much work as any other.
                if solver.draws() == game.draws() {
                    solver = Solver::new(&game).expect("memory");
                }
                solver.advance(|_| ());
            });
        });
    }
    group.finish();
}

fn bounds(criterion: &mut Criterion) {
    let game = usual(10).with_draws(2).expect("a game");
    let path = std::env::temp_dir().join(format!("paili-bench-{}.solved", std::process::id()));
    let mut solver = Solver::new(&game).expect("memory");
    let mut writer = SolvedWriter::new(&solver, std::fs::File::create(&path).expect("a file")).expect("room");
    for _ in 0..game.draws() {
        solver.advance(|_| ());
        writer.add(&solver).expect("room");
    }
    writer.finish().expect("room");
    let file = Solved::open(&path).expect("a file of bounds");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let deck = Deck::full(Specials::Without);
    let mut tiles: Vec<Tile> = Tile::regular().flat_map(|tile| vec![tile; deck.left(tile).into()]).collect();
    let mut hands = |size: usize| -> Vec<Counts> {
        let mut hand = |_| {
            tiles.shuffle(&mut random);
            Counts::of(tiles[..size].iter().copied()).expect("a hand")
        };
        (0..10_000).map(&mut hand).collect()
    };
    let (before, after) = (hands(10), hands(11));
    let mut group = criterion.benchmark_group("bounds from a file");
    group.throughput(Throughput::Elements(before.len() as u64));
    group.bench_function("paili, the bound of a hand", |bencher| {
        bencher.iter(|| before.iter().map(|hand| file.bound(hand, 2).expect("a bound")).sum::<f64>());
    });
    group.bench_function("paili, the bounds of all discards", |bencher| {
        bencher.iter(|| {
            for counts in &after {
                let hand = Hand::of_size(*counts).expect("a hand");
                black_box(file.discards(&hand, &Unseen::by(&hand), 1).expect("bounds"));
            }
        });
    });
    group.finish();
    // Whatever is left of it is in the way of nobody.
    let _ = std::fs::remove_file(&path);
}

criterion_group!(benches, layers, bounds);
criterion_main!(benches);
