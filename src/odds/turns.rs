//! Values with changes: turn by turn, since hands follow from one another in circles.

use std::ops::Range;

use super::competition::Claim;
use super::graph::{Graph, Product};
use super::holdings::Next;
use super::law::{Draws, READY, WIN, is_likelier, is_more};
use super::values::{Keep, Order, Values};
use super::{KINDS, Law, OddsError};
use crate::distance::Distance;
use crate::rules::{RuleSet, WILDCARD};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The values of a graph.
pub(super) fn values<const K: usize>(graph: &Graph, draws: &Draws, keep: Keep) -> Result<Values, OddsError> {
    // The hands without a new tile are the first.
    let [first, _] = graph.level(0);
    let kept = if keep == Keep::First { first.iter().map(Product::len).sum() } else { graph.to_draw };
    check::<K>(graph, draws, kept)?;
    let moves = HandMoves::of(graph, draws);
    let starts = Start::all(graph);
    // What hands to draw and hands to discard are worth after the draws made.
    let mut drawing = vec![[0.0; K]; graph.to_draw];
    let mut discarding = vec![[0.0; K]; graph.to_discard];
    let mut ready = [0.0; K];
    ready[READY..].fill(1.0);
    for product in &graph.products {
        if (product.turn, product.distance) == (Next::Draw, Distance::READY) {
            drawing[product.hands()].fill(ready);
        }
    }
    // Hands that there can be after `made` draws, and that are worth anything then.
    let due = |turn: Next, made: usize| -> Vec<&Product> {
        let is_due = |product: &&Product| {
            // One draw less makes a hand ready than makes it win.
            let nearest = (usize::from(product.draws_needed) + 1).saturating_sub(K);
            product.turn == turn && usize::from(product.new) <= made && made + nearest <= draws.count()
        };
        graph.products.iter().filter(is_due).collect()
    };
    let mut tables = vec![drawing[..kept].as_flattened().to_vec()];
    for made in (0..draws.count()).rev() {
        won_hands(graph).for_each(|hands| discarding[hands].fill([draws.in_time(made + 1); K]));
        moves.discard(&due(Next::Discard, made + 1), &drawing, &mut discarding);
        let likely = Likely::of(graph, draws, made, &starts, (&drawing, &discarding));
        let copies: Vec<_> = (0..=graph.most_new).map(|new| likely.of_copies(new)).collect();
        moves.draw(&due(Next::Draw, made), &copies, &discarding, &mut drawing);
        tables.push(drawing[..kept].as_flattened().to_vec());
    }
    tables.reverse();
    Ok(Values { tables, order: Order::Turns, goals: K })
}

/// The numbers of the hands that win.
fn won_hands(graph: &Graph) -> impl Iterator<Item = Range<usize>> {
    let won =
        graph.products.iter().filter(|product| (product.turn, product.distance) == (Next::Discard, Distance::WON));
    won.map(Product::hands)
}

/// Looks whether the values of a graph fit into memory, when those of `kept` hands are kept for each draw.
fn check<const K: usize>(graph: &Graph, draws: &Draws, kept: usize) -> Result<(), OddsError> {
    let values = K * (graph.to_draw + graph.to_discard + kept * (draws.count() + 1));
    let moves = EXPECTED_MOVES * (graph.to_draw * size_of::<Draw>() + graph.to_discard * size_of::<u32>());
    OddsError::check(graph.hands() as u64, (values * size_of::<f64>() + moves) as u64)
}

/// What follows from each hand.
struct HandMoves {
    law: Law,
    draws: Vec<Draw>,
    draw_ends: Vec<usize>,
    /// The numbers of the hands that follow from a discard; of a hand that wins, none.
    discards: Vec<u32>,
    discard_ends: Vec<usize>,
}

/// A draw and the number of the hand that follows.
#[derive(Debug, Clone, Copy)]
struct Draw {
    number: u32,
    kind: u8,
    /// Its copies, and what takes them: a place among those of a kind.
    place: u8,
}

/// Most hands have no more moves.
const EXPECTED_MOVES: usize = 8;

impl HandMoves {
    fn of(graph: &Graph, draws: &Draws) -> HandMoves {
        let (law, is_alone) = (draws.law, draws.competition.is_none());
        let mut moves = HandMoves {
            law,
            draws: Vec::with_capacity(EXPECTED_MOVES * graph.to_draw),
            draw_ends: Vec::with_capacity(graph.to_draw),
            discards: Vec::with_capacity(EXPECTED_MOVES * graph.to_discard),
            discard_ends: Vec::with_capacity(graph.to_discard),
        };
        let mut won = vec![false; graph.to_discard];
        won_hands(graph).for_each(|hands| won[hands].fill(true));
        for product in &graph.products {
            for places in product.places() {
                match (product.turn, product.distance) {
                    (Next::Draw, _) => {
                        graph.each_move(product, places, |step, number| {
                            let copies = step.copies + if law == Law::Published { step.gone } else { 0 };
                            let claim = match (is_alone, won[number]) {
                                (true, _) => Claim::Nothing,
                                (false, true) => Claim::Ron,
                                (false, false) => step.claim,
                            };
                            let place = COPIES as u8 * claim as u8 + copies;
                            moves.draws.push(Draw { number: number as u32, kind: step.kind, place });
                        });
                        moves.draw_ends.push(moves.draws.len());
                    }
                    (Next::Discard, distance) => {
                        if distance > Distance::WON {
                            graph.each_move(product, places, |_, number| moves.discards.push(number as u32));
                        }
                        moves.discard_ends.push(moves.discards.len());
                    }
                }
            }
        }
        moves
    }

    /// Gives hands to discard what their best discards leave.
    fn discard<const K: usize>(&self, products: &[&Product], drawing: &[[f64; K]], discarding: &mut [[f64; K]]) {
        for product in products {
            for hand in product.hands() {
                let following = self.discards[span(&self.discard_ends, hand)].iter();
                let following = following.map(|&number| drawing[number as usize]);
                if let Some(best) = following.reduce(|best, next| if is_more(next, best) { next } else { best }) {
                    discarding[hand] = best;
                }
            }
        }
    }

    /// Gives hands to draw what they are worth before the next draw, given how likely copies are by new tiles.
    fn draw<const K: usize>(
        &self,
        products: &[&Product],
        copies: &[OfCopies],
        discarding: &[[f64; K]],
        drawing: &mut [[f64; K]],
    ) {
        for product in products {
            let copies = &copies[usize::from(product.new)];
            // A hand that is ready has been so.
            let goals = if product.distance == Distance::READY { 1 } else { K };
            for hand in product.hands() {
                let now = drawing[hand];
                let (mut gains, mut all) = ([0.0; K], [0.0; K]);
                for draw in &self.draws[span(&self.draw_ends, hand)] {
                    let next = discarding[draw.number as usize];
                    let weight = copies[usize::from(draw.kind)][usize::from(draw.place)];
                    // What is as likely to win and readier is kept, but makes winning no likelier.
                    let is_kept = [is_likelier(next[WIN], now[WIN]), is_more(next, now)];
                    for goal in 0..K {
                        let weight = if is_kept[goal] || self.law == Law::Published { weight } else { 0.0 };
                        all[goal] += weight;
                        gains[goal] += weight * (next[goal] - now[goal]);
                    }
                }
                for goal in 0..goals {
                    // Only the published law goes beyond 1.
                    let scale = if all[goal] > 1.0 && self.law == Law::Remembering { 1.0 / all[goal] } else { 1.0 };
                    drawing[hand][goal] += gains[goal] * scale;
                }
            }
        }
    }
}

/// Where the moves of a hand are, given where each hand's end.
#[inline]
fn span(ends: &[usize], hand: usize) -> Range<usize> {
    hand.checked_sub(1).map_or(0, |before| ends[before])..ends[hand]
}

/// A hand to draw that the first hand is or becomes at once, and what follows when it draws.
struct Start {
    number: usize,
    /// The kind, the number of the hand that follows, and whether it is nearer.
    draws: Vec<(Tile, usize, bool)>,
}

impl Start {
    fn all(graph: &Graph) -> Vec<Start> {
        graph
            .starts()
            .map(|(_, start)| {
                let distance = graph.distance_at(&start);
                let draws = graph.following(start);
                let draws = draws.map(|(step, next)| (step.tile(), next.number, graph.distance_at(&next) < distance));
                Start { number: start.number, draws: draws.collect() }
            })
            .collect()
    }
}

/// How likely each kind is drawn next.
struct Likely<'a> {
    draws: &'a Draws,
    made: usize,
    /// The kinds that have lost nothing to discards, and how many tiles the others are.
    kept: TileSet,
    others: u32,
}

impl<'a> Likely<'a> {
    /// Before a draw, given what hands are worth after it. Worth keeping from the start is what is nearer or worth more than
    /// the best hand to start with; of equally good ones, any.
    fn of<const K: usize>(
        graph: &Graph,
        draws: &'a Draws,
        made: usize,
        starts: &[Start],
        (drawing, discarding): (&[[f64; K]], &[[f64; K]]),
    ) -> Likely<'a> {
        let win = |start: &Start| drawing[start.number][WIN];
        let most = starts.iter().map(win).fold(0.0, f64::max);
        let best = starts.iter().filter(|start| !is_likelier(most, win(start)));
        let kept = best.flat_map(|start| {
            let is_kept = |next: usize| is_likelier(discarding[next][WIN], win(start));
            start.draws.iter().filter(move |&&(_, next, nearer)| nearer || is_kept(next)).map(|&(tile, ..)| tile)
        });
        let kept: TileSet = kept.collect();
        let unseen = graph.unseen();
        let wildcards = if kept.contains(WILDCARD) { 0 } else { unseen.wildcards() };
        Likely { draws, made, kept, others: unseen.total(TileSet::REGULAR & !kept) + u32::from(wildcards) }
    }

    /// How likely each number of copies of each kind is with each claim, for hands with `new` new tiles.
    fn of_copies(&self, new: u8) -> OfCopies {
        let rate = self.draws.rate(self.made);
        let of_others = match self.draws.law {
            Law::Published => rate,
            Law::Remembering => rate * Draws::left_of_others(self.made, new, self.others),
        };
        std::array::from_fn(|kind| {
            let of_one = if self.kept.contains(Tile::ALL[kind]) { rate } else { of_others };
            let seen = self.draws.competition.as_ref().and_then(|competition| competition.seen.get(kind));
            let seen = seen.unwrap_or(&[1.0; Claim::COUNT]);
            std::array::from_fn(|place| seen[place / COPIES] * (of_one * (place % COPIES) as f64))
        })
    }
}

/// How likely each number of copies of each kind is with each claim.
type OfCopies = [[f64; COPIES * Claim::COUNT]; KINDS];

/// No copy to all of them; there are more wildcards than copies of a kind.
const COPIES: usize = RuleSet::MOST_WILDCARDS as usize + 1;
