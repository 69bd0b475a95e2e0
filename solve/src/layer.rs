//! A layer from the one before: first what every hand is worth after a draw, then what every hand is worth before one.

use rayon::prelude::*;

use super::SolveError;
use super::classes::{Block, Classes};
use super::game::AloneGame;
use super::parts::Parts;
use super::rows::{NextRows, add_drawn_gains, larger, largest_left};
use super::shapes::{Roles, Shapes};
use paili::{Form, Forms};

/// Everything about a game that does not change from layer to layer.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub suit: Shapes,
    pub honors: Shapes,
    /// The hands before a draw, and those after one.
    pub before: Classes,
    pub after: Classes,
    pub parts: Parts,
    forms: Forms,
    /// The shapes of a suit by size and role.
    with_role: Vec<[Vec<u32>; Roles::ALL.len()]>,
}

/// About how many places one task has.
const PLACES: usize = 1 << 16;

/// Rows of a block that one thread works on.
struct Task<'a, 'b> {
    block: &'a Block,
    first_row: usize,
    places: &'b mut [f32],
}

/// Cuts the boxes of blocks into tasks.
fn tasks<'a, 'b>(blocks: impl Iterator<Item = &'a Block>, mut all: &'b mut [f32]) -> Vec<Task<'a, 'b>> {
    let mut tasks = Vec::new();
    let mut begin = 0;
    for block in blocks {
        // Blocks between are somebody else's.
        let (_, rest) = std::mem::take(&mut all).split_at_mut(block.begin - begin);
        let (mine, rest) = rest.split_at_mut(block.len());
        (all, begin) = (rest, block.begin + block.len());
        let rows = (PLACES / block.shapes[0]).max(1);
        let chunks = mine.chunks_mut(rows * block.shapes[0]).enumerate();
        tasks.extend(chunks.map(|(number, places)| Task { block, first_row: number * rows, places }));
    }
    tasks
}

impl Board {
    /// The board for finding hands. A solver needs it [with steps](Board::with_steps).
    ///
    /// # Errors
    ///
    /// When the game is not one of those that are solved.
    pub fn new(game: &AloneGame) -> Result<Board, SolveError> {
        let (parts, tiles) = (Parts::of(game)?, game.tiles());
        let most = tiles + 1;
        let [suit, honors] = [&parts.suit, &parts.honors].map(|kinds| Shapes::of(kinds, most));
        let classes = |tiles| Classes::new(tiles, parts.suits.max(1), &suit, &honors.sizes);
        let (before, after) = (classes(tiles), classes(most));
        let with_role = suit.sizes.iter().map(|of_size| Roles::ALL.map(|role| of_size.with(role))).collect();
        Ok(Board { suit, honors, before, after, parts, forms: game.forms(), with_role })
    }

    /// The same with what tiles make of shapes.
    pub fn with_steps(self) -> Board {
        Board { suit: self.suit.with_steps(), honors: self.honors.with_steps(), ..self }
    }

    /// What hands are worth after a draw, from what they are worth after the discard: 1 if they win.
    pub fn best_discards(&self, kept: &[f32], worth: &mut [f32], done: &(impl Fn(u64) + Sync)) {
        tasks(self.after.blocks.iter(), worth).into_par_iter().for_each(|task| {
            let Task { block, first_row, places } = task;
            for (row, places) in places.chunks_exact_mut(block.shapes[0]).enumerate() {
                self.best_discards_of_row(block, first_row + row, kept, places);
            }
            done(places.len() as u64);
        });
        // Where the first two suits are alike, the discards of one are those of the other of the mirrored place.
        for block in self.after.blocks.iter().filter(|block| block.alike()[0] && block.sizes[0] > 0) {
            let side = block.shapes[0];
            worth[block.begin..block.begin + block.len()].par_chunks_exact_mut(side * side).for_each(|square| {
                larger_across(square, side);
            });
        }
    }

    fn best_discards_of_row(&self, block: &Block, row: usize, kept: &[f32], best: &mut [f32]) {
        let [most, two, three] = block.sizes;
        let (second, third) = (row % block.shapes[1], row / block.shapes[1]);
        best.fill(0.0);
        let row_of = |sizes, honors, row: &dyn Fn(&Block) -> usize| -> &[f32] {
            let from = self.before.block(sizes, honors);
            let begin = from.begin + row(from) * from.shapes[0];
            &kept[begin..begin + from.shapes[0]]
        };
        let mut next = NextRows::new();
        if two > 0 {
            for step in self.suit.sizes[two].left.of(second) {
                let left = step.to as usize;
                next.push(
                    if two > three {
                        row_of([most, two - 1, three], block.honors, &|from| from.row(left, third))
                    } else {
                        row_of([most, three, two - 1], block.honors, &|from| from.row(third, left))
                    },
                    1.0,
                );
            }
        }
        if three > 0 {
            for step in self.suit.sizes[three].left.of(third) {
                let left = step.to as usize;
                next.push(row_of([most, two, three - 1], block.honors, &|from| from.row(second, left)), 1.0);
            }
        }
        let (held, rank) = block.honors;
        if held > 0 {
            for step in self.honors.sizes[held].left.of(rank) {
                let honors = (held - 1, step.to as usize);
                next.push(row_of(block.sizes, honors, &|from| from.row(second, third)), 1.0);
            }
        }
        next.largest(best);
        if most > two {
            let from = row_of([most - 1, two, three], block.honors, &|from| from.row(second, third));
            largest_left(&self.suit.sizes[most].left, from, best);
        }
        self.mark_wins(block, [second, third], best);
    }

    /// Puts 1 where a hand wins.
    fn mark_wins(&self, block: &Block, [second, third]: [usize; 2], worth: &mut [f32]) {
        let [most, two, three] = block.sizes;
        if self.parts.asks_void && three > 0 {
            return;
        }
        let (held, rank) = block.honors;
        let mut others = [Roles::NO_SUIT, Roles::NO_SUIT, self.honors.sizes[held].roles[rank]];
        if self.parts.suits > 1 {
            others[0] = self.suit.sizes[two].roles[second];
        }
        if self.parts.suits > 2 {
            others[1] = self.suit.sizes[three].roles[third];
        }
        let mut mark = |role: Roles| {
            self.with_role[most][role.number()].iter().for_each(|&rank| worth[rank as usize] = 1.0);
        };
        // All parts are of one role, but for one that has something more.
        let all_but_one = |role: Roles, more: Roles| {
            let with_more = others.iter().filter(|roles| roles.has(more)).count();
            let are_of_it = others.iter().all(|roles| roles.has(role) || roles.has(more));
            (are_of_it && with_more <= 1).then_some(if with_more == 1 { role } else { more })
        };
        if self.forms.contains(Form::Standard)
            && let Some(role) = all_but_one(Roles::MELDS, Roles::PAIR)
        {
            mark(role);
        }
        if self.forms.contains(Form::Pairs) || self.forms.contains(Form::RepeatedPairs) {
            let is_even = self.after.tiles.is_multiple_of(2);
            let role = match all_but_one(Roles::PAIRS, Roles::TRIPLET) {
                Some(Roles::TRIPLET) if is_even => Some(Roles::PAIRS),
                role => role.filter(|_| !is_even),
            };
            role.into_iter().for_each(&mut mark);
        }
        if self.forms.contains(Form::Orphans)
            && self.parts.has_orphans
            && others.iter().all(|roles| roles.has(Roles::ORPHANS))
        {
            mark(Roles::ORPHANS);
        }
    }

    /// What hands are worth with one more draw to come before which so many tiles are unseen, in place of what they were
    /// worth without it.
    pub fn add_draw(&self, unseen: u32, values: &mut [f32], worth: &[f32], done: &(impl Fn(u64) + Sync)) {
        let rate = 1.0 / unseen as f32;
        let is_apart = |block: &&Block| self.alike(block) == 1;
        tasks(self.before.blocks.iter().filter(is_apart), values).into_par_iter().for_each(|task| {
            let Task { block, first_row, places } = task;
            let mut gains = vec![0.0; block.shapes[0]];
            for (row, now) in places.chunks_exact_mut(block.shapes[0]).enumerate() {
                gains.fill(0.0);
                self.add_gains_of_first(block, first_row + row, worth, now, &mut gains);
                self.add_gains_of_others(block, first_row + row, worth, now, &mut gains);
                add(now, &gains, rate);
            }
            done(places.len() as u64);
        });
        // Where suits are alike, what the draws of the first bring is that of the others at exchanged places.
        let most = self.before.blocks.iter().filter(|block| !is_apart(block)).map(Block::len).max().unwrap_or_default();
        let mut of_first = vec![0.0; most];
        for block in self.before.blocks.iter().filter(|block| !is_apart(block)) {
            let now = &mut values[block.begin..block.begin + block.len()];
            let of_first = &mut of_first[..block.len()];
            let side = block.shapes[0];
            of_first.fill(0.0);
            of_first
                .par_chunks_exact_mut(side)
                .zip(now.par_chunks_exact(side))
                .enumerate()
                .for_each(|(row, (gains, now))| self.add_gains_of_first(block, row, worth, now, gains));
            let of_first = &of_first[..];
            now.par_chunks_exact_mut(side).enumerate().for_each(|(row, now)| {
                let (second, third) = (row % block.shapes[1], row / block.shapes[1]);
                let mut gains = of_first[row * side..][..side].to_vec();
                self.add_gains_of_others(block, row, worth, now, &mut gains);
                for (first, gain) in gains.iter_mut().enumerate() {
                    *gain += of_first[block.place([second, first, third])];
                    if self.alike(block) == 3 {
                        *gain += of_first[block.place([third, second, first])];
                    }
                }
                add(now, &gains, rate);
            });
            done(block.len() as u64);
        }
    }

    /// How many suits have as many tiles as the first.
    fn alike(&self, block: &Block) -> usize {
        let alike = block.sizes.iter().take(self.parts.suits).take_while(|&&size| size == block.sizes[0]);
        alike.count()
    }

    /// Adds what draws of the largest suit bring.
    fn add_gains_of_first(&self, block: &Block, row: usize, worth: &[f32], now: &[f32], gains: &mut [f32]) {
        let [most, two, three] = block.sizes;
        if self.suit.sizes[most + 1].len() == 0 {
            return;
        }
        let to = self.after.block([most + 1, two, three], block.honors);
        let from = &worth[to.begin + row * to.shapes[0]..][..to.shapes[0]];
        add_drawn_gains(&self.suit.sizes[most].drawn, from, now, gains);
    }

    /// Adds what draws of smaller suits and of the honors bring.
    fn add_gains_of_others(&self, block: &Block, row: usize, worth: &[f32], now: &[f32], gains: &mut [f32]) {
        let [most, two, three] = block.sizes;
        let (second, third) = (row % block.shapes[1], row / block.shapes[1]);
        let mut next = NextRows::new();
        let row_of = |sizes, honors, row: &dyn Fn(&Block) -> usize| -> &[f32] {
            let to = self.after.block(sizes, honors);
            let begin = to.begin + row(to) * to.shapes[0];
            &worth[begin..begin + to.shapes[0]]
        };
        if self.parts.suits > 1 && most > two {
            for step in self.suit.sizes[two].drawn.of(second) {
                let drawn = step.to as usize;
                next.push(row_of([most, two + 1, three], block.honors, &|to| to.row(drawn, third)), step.copies);
            }
        }
        if self.parts.suits > 2 && most > three {
            for step in self.suit.sizes[three].drawn.of(third) {
                let drawn = step.to as usize;
                next.push(
                    if two > three {
                        row_of([most, two, three + 1], block.honors, &|to| to.row(second, drawn))
                    } else {
                        row_of([most, three + 1, two], block.honors, &|to| to.row(drawn, second))
                    },
                    step.copies,
                );
            }
        }
        let (held, rank) = block.honors;
        for step in self.honors.sizes[held].drawn.of(rank) {
            let honors = (held + 1, step.to as usize);
            next.push(row_of(block.sizes, honors, &|to| to.row(second, third)), step.copies);
        }
        next.add_gains(now, gains);
    }
}

/// Adds gains to what hands are worth. Where more copies count than are unseen they can come to more than a certain win.
fn add(now: &mut [f32], gains: &[f32], rate: f32) {
    now.iter_mut().zip(gains).for_each(|(now, gain)| {
        let then = *now + gain * rate;
        *now = if then < 1.0 { then } else { 1.0 };
    });
}

/// Makes a square symmetric: the larger of both places.
fn larger_across(square: &mut [f32], side: usize) {
    /// Squares of this side stay in the nearest cache, read along or across.
    const TILE: usize = 32;
    for top in (0..side).step_by(TILE) {
        for left in (top..side).step_by(TILE) {
            for row in top..side.min(top + TILE) {
                for place in left.max(row + 1)..side.min(left + TILE) {
                    let [one, other] = [row * side + place, place * side + row];
                    let both = larger(square[one], square[other]);
                    (square[one], square[other]) = (both, both);
                }
            }
        }
    }
}
