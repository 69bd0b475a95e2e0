//! Values without changes: level by level, all draws at once.
//!
//! A draw that is kept adds a new tile, and a discard takes none away. So the hands with most new tiles come first, each is
//! looked at once, and what it is worth after each number of draws is one row of numbers.
//!
//! A hand with n new tiles has drawn at least n times, and has to draw each tile that it lacks. So a hand's row begins with
//! n draws made, rows are equally long whatever n, and what follows after a draw stands at the same place of its row.

use super::competition::Claim;
use super::graph::{Graph, Product};
use super::holdings::Move;
use super::law::{Draws, READY, WIN, is_likelier, is_more};
use super::values::{Keep, Order, Values};
use super::{KINDS, Law, OddsError};
use crate::distance::Distance;

/// What a hand is worth: for each goal, by draws made.
type Row<const K: usize, const LANES: usize> = [[f64; LANES]; K];

/// The values of a graph without changes.
pub(super) fn values<const K: usize>(graph: &Graph, draws: &Draws, keep: Keep) -> Result<Values, OddsError> {
    // One draw less makes a hand ready than makes it win.
    match (draws.count() + K).saturating_sub(usize::from(graph.draws_needed)) {
        0..=8 => solve::<K, 8>(graph, draws, keep),
        9..=12 => solve::<K, 12>(graph, draws, keep),
        13..=16 => solve::<K, 16>(graph, draws, keep),
        17..=20 => solve::<K, 20>(graph, draws, keep),
        21..=40 => solve::<K, 40>(graph, draws, keep),
        _ => solve::<K, 136>(graph, draws, keep),
    }
}

fn solve<const K: usize, const LANES: usize>(graph: &Graph, draws: &Draws, keep: Keep) -> Result<Values, OddsError> {
    let levels = usize::from(graph.most_new) + 1;
    let sizes: Vec<[usize; 2]> = (0..levels).map(|new| graph.level(new as u8).map(hands)).collect();
    check(&sizes, size_of::<Row<K, LANES>>(), keep)?;
    let mut tables: Vec<Vec<f64>> = (0..levels).map(|_| Vec::new()).collect();
    let mut begins = vec![0; levels];
    let mut spare = Vec::new();
    let mut following = Rows::<K, LANES> { begin: 0, rows: Vec::new() };
    for new in (0..levels).rev() {
        let [to_draw, to_discard] = graph.level(new as u8);
        let [draw_count, discard_count] = sizes[new];
        let mut drawing = Rows { begin: begin(to_draw), rows: spare };
        drawing.rows.clear();
        drawing.rows.reserve_exact(draw_count);
        let rates = std::array::from_fn(|lane| draws.rate(new + lane));
        for product in to_draw {
            let rows = &mut drawing.rows;
            match &draws.competition {
                // The same code for both would take a sixth longer.
                None => draw(graph, product, &rates, draws.law, |_| 1.0, &following, rows),
                Some(competition) => {
                    let ron = (product.distance == Distance::READY).then_some(Claim::Ron);
                    let seen = |step: &Move| competition.seen(step.kind, ron.unwrap_or(step.claim));
                    draw(graph, product, &rates, draws.law, seen, &following, rows);
                }
            }
        }
        let mut discarding = Rows { begin: begin(to_discard), rows: following.rows };
        discarding.rows.clear();
        discarding.rows.reserve_exact(discard_count);
        let won = std::array::from_fn(|lane| draws.in_time(new + lane));
        for product in to_discard {
            discard(graph, product, &won, &drawing, &mut discarding.rows);
        }
        following = discarding;
        begins[new] = drawing.begin;
        spare = if keep == Keep::All || new == 0 {
            tables[new] = drawing.rows.into_flattened().into_flattened();
            Vec::new()
        } else {
            // What memory the system has handed out once need not be handed out again.
            drawing.rows
        };
    }
    Ok(Values { tables, order: Order::Levels { begins, lanes: LANES }, goals: K })
}

/// Rows of hands, and the number of the first.
struct Rows<const K: usize, const LANES: usize> {
    begin: usize,
    rows: Vec<Row<K, LANES>>,
}

impl<const K: usize, const LANES: usize> Rows<K, LANES> {
    #[inline]
    fn of(&self, number: usize) -> &Row<K, LANES> {
        &self.rows[number - self.begin]
    }
}

fn hands(products: &[Product]) -> usize {
    products.iter().map(Product::len).sum()
}

fn begin(products: &[Product]) -> usize {
    products.first().map_or(0, |product| product.begin)
}

/// Looks whether rows of levels of these sizes fit into memory.
fn check(sizes: &[[usize; 2]], row: usize, keep: Keep) -> Result<(), OddsError> {
    let all: usize = sizes.iter().map(|[to_draw, _]| to_draw).sum();
    let following = sizes[1..].iter().map(|level| level[1]).chain([0]);
    let level = sizes.iter().zip(following).map(|([to_draw, to_discard], following)| {
        if keep == Keep::All { to_discard + following } else { to_draw + to_discard + following }
    });
    let rows = level.max().unwrap_or(0) + if keep == Keep::All { all } else { 0 };
    OddsError::check(sizes.iter().flatten().sum::<usize>() as u64, (rows * row) as u64)
}

/// Rows that are worked out side by side: each entry waits for the one before.
const AT_A_TIME: usize = 4;

/// Adds the rows of a product of hands to draw; `seen` is how many copies of a kind are seen for each that would be alone.
fn draw<const K: usize, const LANES: usize>(
    graph: &Graph,
    product: &Product,
    rates: &[f64; LANES],
    law: Law,
    seen: impl Fn(&Move) -> f64,
    following: &Rows<K, LANES>,
    rows: &mut Vec<Row<K, LANES>>,
) {
    let (begin, is_ready) = (rows.len(), product.distance == Distance::READY);
    let mut weights = Vec::with_capacity(product.len());
    for places in product.places() {
        let mut sums = [[0.0; LANES]; K];
        let mut weight = 0.0;
        graph.each_move(product, places, |step, number| {
            let copies = seen(step) * f64::from(step.copies);
            weight += copies;
            for (sums, values) in sums.iter_mut().zip(following.of(number)) {
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += copies * value);
            }
        });
        weights.push(weight);
        rows.push(sums);
    }
    // With more than all tiles useful, the published law goes beyond 1.
    let most = |weight: f64| if law == Law::Published { f64::INFINITY } else { 1.0 / weight };
    let (chunks, rest) = rows[begin..].as_chunks_mut::<AT_A_TIME>();
    let (chunks_of_weights, weights_of_rest) = weights.as_chunks::<AT_A_TIME>();
    for (rows, weights) in chunks.iter_mut().zip(chunks_of_weights) {
        keep_all(rows, weights, &weights.map(most), rates);
    }
    for (row, &weight) in rest.iter_mut().zip(weights_of_rest) {
        keep_all(std::array::from_mut(row), &[weight], &[most(weight)], rates);
    }
    // What a ready hand draws completes it, and there is nothing better than to win, unless another form is aimed at too or a
    // wildcard was worth several tiles.
    if law == Law::Remembering && (!is_ready || graph.has_slack) {
        let highest = rates.iter().copied().fold(0.0, f64::max);
        for ((places, row), weight) in product.places().zip(&mut rows[begin..]).zip(weights) {
            let all = if weight * highest > 1.0 { All::MoreThanSure } else { All::Likely };
            keep_better(graph, product, places, (rates, all, &seen), following, row);
        }
    }
    if is_ready {
        rows[begin..].iter_mut().for_each(|row| row[READY..].fill([1.0; LANES]));
    }
}

/// Makes rows of sums over what follows, of these weights in all, values when everything is kept.
#[inline]
fn keep_all<const K: usize, const LANES: usize, const N: usize>(
    rows: &mut [Row<K, LANES>; N],
    weights: &[f64; N],
    most: &[f64; N],
    rates: &[f64; LANES],
) {
    let mut values = [[0.0; K]; N];
    for lane in (0..LANES).rev() {
        for place in 0..N {
            let rate = rates[lane].min(most[place]);
            for goal in 0..K {
                let value = &mut values[place][goal];
                *value = *value * (1.0 - weights[place] * rate) + rows[place][goal][lane] * rate;
                rows[place][goal][lane] = *value;
            }
        }
    }
}

/// How likely all is together that was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum All {
    Likely,
    /// More than 1, so that it matters what is kept that is worth no more than the hand itself.
    MoreThanSure,
}

/// Mends a row for which everything was kept, where something that follows is worth less than the hand itself.
#[inline]
fn keep_better<const K: usize, const LANES: usize>(
    graph: &Graph,
    product: &Product,
    places: [u32; 2],
    (rates, all, seen): (&[f64; LANES], All, impl Fn(&Move) -> f64),
    following: &Rows<K, LANES>,
    row: &mut Row<K, LANES>,
) {
    // No hand has more draws than there are kinds.
    let mut steps = [(0, 0.0); KINDS];
    let mut count = 0;
    graph.each_move(product, places, |step, number| {
        steps[count] = (number, seen(step) * f64::from(step.copies));
        count += 1;
    });
    let steps = &steps[..count];
    let rows = || steps.iter().map(|&(number, _)| following.of(number));
    // A hand is worth no more than all that follows from it.
    if count < 2 || all == All::Likely && !rows().any(|next| any_lane(row, next, is_more)) {
        return;
    }
    // Where only what is as likely to win and less ready is to be left aside, winning is as likely as it was.
    let is_less_likely = rows().any(|next| any_lane(row, next, |one, other| is_likelier(one[WIN], other[WIN])));
    let first = if is_less_likely || all == All::MoreThanSure { WIN } else { READY };
    let mut values = [0.0; K];
    for lane in (0..LANES).rev() {
        let (mut gains, mut weights) = ([0.0; K], [0.0; K]);
        for &(number, copies) in steps {
            let next = at(following.of(number), lane);
            // What is as likely to win and readier is kept, but makes winning no likelier.
            let is_kept = [is_likelier(next[WIN], values[WIN]), is_more(next, values)];
            for goal in first..K {
                let copies = if is_kept[goal] { copies } else { 0.0 };
                weights[goal] += copies;
                gains[goal] += copies * (next[goal] - values[goal]);
            }
        }
        for goal in first..K {
            row[goal][lane] = values[goal] + gains[goal] * rates[lane].min(1.0 / weights[goal]);
        }
        values = at(row, lane);
    }
}

/// What a row is worth at one place.
#[inline]
fn at<const K: usize, const LANES: usize>(row: &Row<K, LANES>, lane: usize) -> [f64; K] {
    std::array::from_fn(|goal| row[goal][lane])
}

/// Whether something is true of two rows at any place.
#[inline]
fn any_lane<const K: usize, const LANES: usize>(
    one: &Row<K, LANES>,
    other: &Row<K, LANES>,
    is_true: impl Fn([f64; K], [f64; K]) -> bool,
) -> bool {
    (0..LANES).fold(false, |any, lane| any | is_true(at(one, lane), at(other, lane)))
}

/// Adds the rows of a product of hands to discard; `won` is what it is worth to win.
fn discard<const K: usize, const LANES: usize>(
    graph: &Graph,
    product: &Product,
    won: &[f64; LANES],
    drawing: &Rows<K, LANES>,
    rows: &mut Vec<Row<K, LANES>>,
) {
    if product.distance == Distance::WON {
        rows.resize(rows.len() + product.len(), [*won; K]);
        return;
    }
    for places in product.places() {
        let mut best = [[f64::NEG_INFINITY; LANES]; K];
        graph.each_move(product, places, |_, number| {
            let next = drawing.of(number);
            for lane in 0..LANES {
                let more = is_more::<K>(
                    std::array::from_fn(|goal| next[goal][lane]),
                    std::array::from_fn(|goal| best[goal][lane]),
                );
                for goal in 0..K {
                    best[goal][lane] = if more { next[goal][lane] } else { best[goal][lane] };
                }
            }
        });
        if best[WIN][0].is_infinite() {
            give_up(best.as_flattened_mut());
        }
        rows.push(best);
    }
}

/// Where a wildcard is worth several tiles, each discard can take a hand away again, which none of these may do: it never wins.
#[cold]
fn give_up(row: &mut [f64]) {
    row.fill(0.0);
}
