//! How long does it take to tell what the next draw makes of a hand, and what to do with a tile that another discards?
//! Against the crate `xiangting`, which has no such question: it is asked for the useful tiles after every discard that keeps
//! the distance, after each draw or call, same hands.

mod rivals;
mod workload;

use std::borrow::Cow;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::analysis::{Asked, Discarder, GoodWaits, Improvements, Question, Unseen};
use paili::rules::ReadyMade;
use paili::{Hand, Model, Notation};
use workload::{all_forms, time};

/// Hands of 13 random tiles at some of these distances.
fn hands_at(distances: impl Fn(u8) -> bool) -> Vec<Hand> {
    let hands = workload::random_hands(200_000, 13).into_iter();
    hands.filter(|hand| distances(all_forms().distance(hand).get())).take(1_000).collect()
}

fn improvements(hand: &Hand) -> (u32, u32) {
    let improvements = Improvements::of(all_forms(), black_box(hand), &Unseen::by(hand)).all;
    (improvements.len() as u32, improvements.iter().map(|one| one.acceptance).sum())
}

fn next_draw(criterion: &mut Criterion) {
    let hands = hands_at(|distance| distance == 2);
    let counts = workload::counts(&hands);
    let good = |hand: &Hand| {
        GoodWaits::of(all_forms(), black_box(hand), &Unseen::by(hand), GoodWaits::MORE_THAN)
            .map_or(0, |good| good.copies)
    };
    for (hand, counts) in hands.iter().zip(&counts) {
        assert_eq!(good(hand), rivals::next::good_waits(counts, GoodWaits::MORE_THAN), "{}", hand.counts());
        assert_eq!(improvements(hand), rivals::next::improvements(counts), "{}", hand.counts());
    }

    let mut group = criterion.benchmark_group("good waits, 13 tiles at distance 2");
    group.throughput(Throughput::Elements(hands.len() as u64));
    time(&mut group, "paili, all forms", || hands.iter().map(good).sum::<u32>());
    time(&mut group, "xiangting, useful tiles after each discard", || {
        counts.iter().map(|counts| rivals::next::good_waits(black_box(counts), GoodWaits::MORE_THAN)).sum::<u32>()
    });
    group.finish();

    let mut group = criterion.benchmark_group("improvements, 13 tiles at distance 2");
    group.throughput(Throughput::Elements(hands.len() as u64));
    time(&mut group, "paili, all forms", || hands.iter().map(|hand| improvements(hand).1).sum::<u32>());
    time(&mut group, "xiangting, useful tiles after each discard", || {
        counts.iter().map(|counts| rivals::next::improvements(black_box(counts)).1).sum::<u32>()
    });
    group.finish();
}

/// The first of the tiles that are useful is offered from the left.
fn offered(criterion: &mut Criterion) {
    let question = Question::alone(&ReadyMade::Riichi.rules());
    let hands = hands_at(|distance| (2..=4).contains(&distance));
    let offered: Vec<(Asked<'_>, &str, [u8; 34], usize)> = hands
        .iter()
        .map(|hand| {
            let tile = all_forms().useful(hand).first().expect("a tile that helps");
            let (question, notation) = (Cow::Borrowed(&question), Notation::Mpsz);
            let asked = Asked { question, notation, hand: *hand, unseen: Unseen::by(hand) };
            (asked, notation.name_of(tile), hand.counts().regular(), tile.index())
        })
        .collect();
    let told = |asked: &Asked<'_>, tile: &str| -> Vec<(u8, u32)> {
        let offers = black_box(asked).offers(tile, Discarder::Left).expect("a tile that can be offered");
        offers.iter().map(|offer| (offer.distance.get(), offer.useful.acceptance)).collect()
    };
    for (asked, tile, counts, kind) in &offered {
        assert_eq!(told(asked, tile), rivals::next::offers(counts, *kind), "{tile} for {}", asked.hand.counts());
    }

    let mut group = criterion.benchmark_group("an offered tile, 13 tiles at distance 2 to 4");
    group.throughput(Throughput::Elements(offered.len() as u64));
    time(&mut group, "paili, all forms", || {
        offered.iter().map(|(asked, tile, ..)| told(asked, tile)[0].1).sum::<u32>()
    });
    time(&mut group, "xiangting, useful tiles after each discard", || {
        offered.iter().map(|(.., counts, kind)| rivals::next::offers(black_box(counts), *kind)[0].1).sum::<u32>()
    });
    group.finish();
}

criterion_group! { name = benches; config = workload::steady(); targets = next_draw, offered }
criterion_main!(benches);
