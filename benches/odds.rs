//! How long does it take to tell how likely a hand wins, with each discard? From nothing to the answer: the graph and the
//! values, in one thread.

mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::analysis::Unseen;
use paili::odds::{Changes, Graph, Law, OddsTerms};
use paili::{Forms, Hand, TableModel, Tile, WithForms};
use workload::time;

const DRAWS: u32 = 17;

/// Hands with what their best discard wins by the published law in four decimals, without changes and, of those that are
/// timed with one, with a change.
const CASES: [(&str, &str, Option<&str>); 3] = [
    ("234578m1689p357s1z", "0.1511", Some("0.2203")),
    ("12577m222468p445s", "0.2066", Some("0.2473")),
    ("1469m258p369s1357z", "0.0070", None),
];

fn wins(hand: &Hand, changes: Changes, law: Law) -> Vec<(Option<Tile>, f64)> {
    let terms = OddsTerms { draws: DRAWS, changes: Some(changes), law };
    let graph = Graph::asked(WithForms::new(TableModel, Forms::ALL), black_box(hand), &Unseen::by(hand), terms);
    let graph = graph.expect("a graph that fits");
    graph.wins(DRAWS, law).expect("more tiles are unseen")
}

fn win_probabilities(criterion: &mut Criterion) {
    for (changes, name) in [(Changes::None, "no changes"), (Changes::One, "one change")] {
        let mut group = criterion.benchmark_group(format!("odds of 17 draws, {name}"));
        group.throughput(Throughput::Elements(1));
        for (text, best, best_with_change) in CASES {
            let Some(expected) = (if changes == Changes::None { Some(best) } else { best_with_change }) else {
                continue;
            };
            let hand: Hand = text.parse().expect("a hand");
            let published = wins(&hand, changes, Law::Published);
            let most = published.iter().map(|&(_, win)| win).fold(0.0, f64::max);
            assert_eq!(format!("{most:.4}"), expected, "{text}");
            for law in Law::ALL {
                time(&mut group, format!("paili, {text}, {}", law.name()), || wins(&hand, changes, law));
            }
        }
        group.finish();
    }
}

criterion_group! { name = benches; config = workload::steady(); targets = win_probabilities }
criterion_main!(benches);
