//! Win probabilities by their definition: every hand by itself, every tile tried, turn by turn.

use std::collections::HashMap;

use paili::analysis::Unseen;
use paili::odds::{Changes, Law};
use paili::rules::RulesModel;
use paili::{Counts, Distance, Form, Hand, Model, Tile};

/// A wildcard comes behind all kinds, as `PASS` does.
const KINDS: usize = Tile::REGULAR_COUNT + 1;
const WILDCARD: usize = Tile::REGULAR_COUNT;

type Held = [u8; KINDS];

/// How likely a hand is to win, and to have been ready.
pub type Value = [f64; 2];

/// Whether one probability is larger than another, and not by rounding alone.
fn is_likelier(one: f64, other: f64) -> bool {
    one > other * (1.0 + 1e-12)
}

/// Whether a value is likelier to win, or as likely and likelier to have been ready.
fn is_more(one: Value, other: Value) -> bool {
    is_likelier(one[0], other[0]) || !is_likelier(other[0], one[0]) && is_likelier(one[1], other[1])
}

/// All hands that draws and discards lead to and that are worth something.
pub struct Definition {
    model: RulesModel,
    changes: Changes,
    /// The forms that are aimed at, each with what new tiles and the distance from it may come to.
    aims: Vec<(Form, u8)>,
    first: Held,
    unseen: Held,
    hands: Vec<Node>,
    numbers: HashMap<Held, usize>,
}

struct Node {
    held: Held,
    distance: Distance,
    must_discard: bool,
    /// The kinds drawn or discarded, and the numbers of the hands that follow.
    next: Vec<(usize, usize)>,
}

/// What follows from a first hand.
pub struct Answer {
    /// By discard, if the hand has one to make: values by draws made.
    pub starts: Vec<(Option<Tile>, Vec<Value>)>,
    /// Whether the published law saw more useful copies than there are tiles: then it says nothing.
    pub is_beyond: bool,
}

impl Definition {
    pub fn of(model: impl Into<RulesModel>, hand: &Hand, unseen: &Unseen, changes: Changes) -> Definition {
        let model = model.into();
        // A form that is farther than the nearest by more than two is not aimed at.
        let forms = model.rules().forms().beside(hand.melds());
        let far = forms.iter().map(|form| (form, model.distance_by(form, hand).get()));
        let near = far.filter(|&(_, far)| far <= model.distance(hand).get() + 2);
        let with_wildcards = |regular: [u8; Tile::REGULAR_COUNT], wildcards| -> Held {
            std::array::from_fn(|kind| regular.get(kind).copied().unwrap_or(wildcards))
        };
        let first = with_wildcards(hand.counts().regular(), hand.wildcards());
        let mut all = Definition {
            model,
            changes,
            aims: near.map(|(form, far)| (form, far + changes.get())).collect(),
            first,
            unseen: with_wildcards(std::array::from_fn(|kind| unseen.copies(Tile::ALL[kind])), unseen.wildcards()),
            hands: Vec::new(),
            numbers: HashMap::new(),
        };
        all.add(first, model.distance(hand), hand.must_discard());
        let mut number = 0;
        while number < all.hands.len() {
            all.hands[number].next = all.following(number);
            number += 1;
        }
        all
    }

    /// How many hands there are.
    pub fn hands(&self) -> usize {
        self.hands.len()
    }

    fn add(&mut self, held: Held, distance: Distance, must_discard: bool) -> usize {
        let number = self.hands.len();
        self.hands.push(Node { held, distance, must_discard, next: Vec::new() });
        self.numbers.insert(held, number);
        number
    }

    fn following(&mut self, number: usize) -> Vec<(usize, usize)> {
        let Node { held, distance, must_discard, .. } = self.hands[number];
        if must_discard && distance == Distance::WON {
            return Vec::new();
        }
        let mut following = Vec::new();
        for kind in 0..KINDS {
            let mut next = held;
            if must_discard {
                if held[kind] == 0 || kind == WILDCARD {
                    continue;
                }
                next[kind] -= 1;
            } else {
                if held[kind] == self.first[kind] + self.unseen[kind] {
                    continue;
                }
                next[kind] += 1;
            }
            let known = self.numbers.get(&next).copied();
            let new_distance =
                known.map_or_else(|| self.model.distance(&self.hand(&next)), |known| self.hands[known].distance);
            let is_in = self.aims.iter().any(|&(form, limit)| {
                let far = |held: &Held| self.model.distance_by(form, &self.hand(held)).get();
                let is_within = |held: &Held| self.new_tiles(held) + far(held) <= limit;
                match (self.changes, must_discard) {
                    (Changes::None, true) => is_within(&held) && is_within(&next) && far(&next) == far(&held),
                    (Changes::None, false) => is_within(&held) && is_within(&next) && far(&next) < far(&held),
                    _ => is_within(&next),
                }
            });
            if is_in {
                following.push((kind, known.unwrap_or_else(|| self.add(next, new_distance, !must_discard))));
            }
        }
        following
    }

    /// The hand of these tiles: its size tells how many melds are beside it.
    fn hand(&self, held: &Held) -> Hand {
        let (&wildcards, regular) = held.split_last().unwrap();
        let regular: [u8; Tile::REGULAR_COUNT] = regular.try_into().unwrap();
        self.model.rules().hand(Counts::try_from(regular).unwrap(), wildcards).unwrap()
    }

    /// How many tiles the first hand had not.
    fn new_tiles(&self, held: &Held) -> u8 {
        held.iter().zip(self.first).map(|(now, first)| now.saturating_sub(first)).sum()
    }

    /// The copies of a kind that a hand may draw.
    fn copies(&self, held: &Held, kind: usize, law: Law) -> u8 {
        match law {
            Law::Published => self.first[kind] + self.unseen[kind] - held[kind],
            Law::Remembering => self.unseen[kind].saturating_sub(held[kind].saturating_sub(self.first[kind])),
        }
    }

    /// What each discard of the first hand leaves, or the hand itself when it has none to make.
    pub fn answer(&self, draws: u32, law: Law) -> Answer {
        let starts: Vec<(Option<Tile>, usize)> = if self.hands[0].must_discard {
            self.hands[0].next.iter().map(|&(kind, number)| (Some(Tile::ALL[kind]), number)).collect()
        } else {
            vec![(None, 0)]
        };
        let unseen = self.unseen.iter().map(|&copies| u32::from(copies)).sum::<u32>();
        let mut values: Vec<Value> =
            self.hands.iter().map(|node| [0.0, f64::from(node.distance == Distance::READY)]).collect();
        let rows = starts.iter().map(|&(tile, _)| (tile, Vec::new())).collect();
        let mut answer = Answer { starts: rows, is_beyond: false };
        for made in (0..draws).rev() {
            self.after_discards(&mut values);
            let is_first = |node: &Node| made < u32::from(self.new_tiles(&node.held));
            let worth_keeping = if law == Law::Remembering && self.changes != Changes::None {
                self.worth_keeping(&starts, &values)
            } else {
                [true; KINDS]
            };
            let others: u32 =
                (0..KINDS).filter(|&kind| !worth_keeping[kind]).map(|kind| u32::from(self.unseen[kind])).sum();
            let before: Vec<Value> = values.clone();
            for (node, value) in self.hands.iter().zip(&mut values) {
                if node.must_discard || is_first(node) {
                    continue;
                }
                let now = *value;
                let (mut gains, mut all) = ([0.0; 2], [0.0; 2]);
                for &(kind, number) in &node.next {
                    let next = before[number];
                    let left = if worth_keeping[kind] {
                        1.0
                    } else {
                        left_of_others(made, self.new_tiles(&node.held), others)
                    };
                    let likely = f64::from(self.copies(&node.held, kind, law)) * left / f64::from(unseen - made);
                    let is_kept = [is_likelier(next[0], now[0]), is_more(next, now)];
                    for goal in [0, 1] {
                        if law == Law::Published || is_kept[goal] {
                            all[goal] += likely;
                            gains[goal] += likely * (next[goal] - now[goal]);
                        }
                    }
                }
                answer.is_beyond |= law == Law::Published && all[0] > 1.0;
                let scale = |all: f64| if law == Law::Remembering { all.max(1.0) } else { 1.0 };
                *value = [0, 1].map(|at| now[at] + gains[at] / scale(all[at]));
                if node.distance == Distance::READY {
                    value[1] = 1.0;
                }
            }
            for (&(_, number), (_, rows)) in starts.iter().zip(&mut answer.starts) {
                rows.push(values[number]);
            }
        }
        answer.starts.iter_mut().for_each(|(_, rows)| rows.reverse());
        answer
    }

    /// Gives hands to discard what their best discards leave.
    fn after_discards(&self, values: &mut [Value]) {
        for (number, node) in self.hands.iter().enumerate().filter(|(_, node)| node.must_discard) {
            let following = node.next.iter().map(|&(_, next)| values[next]);
            let best = following.reduce(|best, next| if is_more(next, best) { next } else { best });
            values[number] = if node.distance == Distance::WON { [1.0; 2] } else { best.unwrap_or_default() };
        }
    }

    /// The kinds that the best hands to start with keep: they make one nearer, or worth more.
    fn worth_keeping(&self, starts: &[(Option<Tile>, usize)], values: &[Value]) -> [bool; KINDS] {
        let most = starts.iter().map(|&(_, start)| values[start][0]).fold(0.0, f64::max);
        let mut kinds = [false; KINDS];
        for &(_, start) in starts.iter().filter(|&&(_, start)| !is_likelier(most, values[start][0])) {
            for &(kind, next) in &self.hands[start].next {
                let is_nearer = self.hands[next].distance < self.hands[start].distance;
                kinds[kind] |= is_nearer || is_likelier(values[next][0], values[start][0]);
            }
        }
        kinds
    }
}

/// The part that is left of kinds that were of no use from the start. If a of j draws were kept, the last one kept was on
/// average draw number a·(j+1)/(a+1), and all others until then were discarded.
fn left_of_others(made: u32, kept: u8, others: u32) -> f64 {
    let (made, kept) = (f64::from(made), f64::from(kept));
    let discarded = kept * (made + 1.0) / (kept + 1.0) - kept;
    1.0 - (discarded.max(0.0) / f64::from(others.max(1))).min(1.0)
}
