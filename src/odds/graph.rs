//! The hands that follow from a hand.

use std::ops::Range;

use super::goal::{CompiledGoal, EmbeddedGoal, Features, Goal, Limits};
use super::holdings::{Group, Holdings, Move, Next, Pairing, Place};
use super::part::{FirstPart, Ways};
use super::{Changes, OddsError};
use crate::analysis::Unseen;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::{Compiled, RulesModel};
use crate::tile::Tile;
use crate::tile_set::{Part, TileSet};

/// The hands that follow from a hand within its [changes](Changes), and how one becomes another.
///
/// It depends on the rule set and its forms, the hand, on what is unseen and the changes; draws and law come later, so that one graph
/// answers for many of them. Building it takes microseconds to milliseconds, much less than what is asked of it.
#[derive(Debug)]
pub struct Graph {
    hand: Hand,
    unseen: Unseen,
    distance: Distance,
    changes: Changes,
    /// The fewest draws that the first hand needs: its distance, unless a wildcard can be worth several tiles.
    pub(super) draws_needed: u8,
    /// No hand has more new tiles.
    pub(super) most_new: u8,
    /// Whether a ready hand may draw what does not complete it.
    pub(super) has_slack: bool,
    /// What the hands hold of two suits, and of the third and the honors.
    pub(super) left: Holdings,
    pub(super) right: Holdings,
    /// All hands, by how many tiles are new; of the same, those that draw before those that discard.
    pub(super) products: Vec<Product>,
    begins: Begins,
    /// How many hands are to draw, and how many to discard.
    pub(super) to_draw: usize,
    pub(super) to_discard: usize,
}

/// All hands of one group of either half. They are numbered by the place of the left holding, then by that of the right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Product {
    /// The numbers of the groups, and how many holdings each has.
    pub left: usize,
    pub right: usize,
    pub left_len: u32,
    pub right_len: u32,
    /// The number of the product's first hand among all that are to draw, or to discard.
    pub begin: usize,
    pub turn: Next,
    /// How many tiles are new.
    pub new: u8,
    pub distance: Distance,
    /// The fewest draws that its hands need.
    pub draws_needed: u8,
}

impl Product {
    /// How many hands it has.
    pub fn len(&self) -> usize {
        self.left_len as usize * self.right_len as usize
    }

    /// The numbers of its hands.
    pub fn hands(&self) -> Range<usize> {
        self.begin..self.begin + self.len()
    }

    /// The places of its hands in the groups, in the order of their numbers.
    pub fn places(&self) -> impl Iterator<Item = [u32; 2]> {
        let rights = self.right_len;
        (0..self.left_len).flat_map(move |left| (0..rights).map(move |right| [left, right]))
    }
}

/// Where the products begin.
#[derive(Debug)]
struct Begins {
    lefts: usize,
    rights: usize,
    /// By left group, then right group; and the other way round, so that both ways neighbours stand side by side.
    by_left: Vec<u32>,
    by_right: Vec<u32>,
}

/// Where no product begins.
const NOWHERE: u32 = u32::MAX;

impl Begins {
    fn new(lefts: usize, rights: usize) -> Begins {
        Begins { lefts, rights, by_left: vec![NOWHERE; lefts * rights], by_right: vec![NOWHERE; lefts * rights] }
    }

    fn set(&mut self, product: &Product) {
        self.by_left[product.left * self.rights + product.right] = product.begin as u32;
        self.by_right[product.right * self.lefts + product.left] = product.begin as u32;
    }

    /// Of all products of a right group, by left group.
    fn beside_right(&self, right: usize) -> &[u32] {
        &self.by_right[right * self.lefts..][..self.lefts]
    }

    /// Of all products of a left group, by right group.
    fn beside_left(&self, left: usize) -> &[u32] {
        &self.by_left[left * self.rights..][..self.rights]
    }
}

/// A hand of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Position {
    left: Place,
    right: Place,
    turn: Next,
    /// Its number among those to draw, or to discard.
    pub number: usize,
}

impl Graph {
    /// The graph of a hand of a rule set, whose model this is, and whose owner has not seen these tiles. Distances are those of
    /// the whole deck, whatever is gone.
    ///
    /// # Errors
    ///
    /// When the hand holds special tiles, when no tiles can complete it, or when more hands follow from it than memory is
    /// allowed for, of which none has been taken then.
    pub fn of(
        model: impl Into<RulesModel>,
        hand: &Hand,
        unseen: &Unseen,
        changes: Changes,
    ) -> Result<Graph, OddsError> {
        Graph::of_at_most(u64::MAX, model.into(), hand, unseen, changes)
    }

    /// The same, if it has no more than this many hands.
    pub(super) fn of_at_most(
        most_hands: u64,
        model: RulesModel,
        hand: &Hand,
        unseen: &Unseen,
        changes: Changes,
    ) -> Result<Graph, OddsError> {
        /// The most hands of a graph of several forms: its values then fit into memory, and take no seconds.
        const MOST_OF_SEVERAL: u64 = 2_000_000;
        let model = model.of_whole_deck();
        let forms = model.rules().forms().beside(hand.melds());
        let with_behind = |behind| {
            let most = if behind > 0 { most_hands.min(MOST_OF_SEVERAL) } else { most_hands };
            let limits = Limits::of(forms, behind, changes, |form| model.distance_by(form, hand))?;
            Graph::within(limits, most, model, hand, unseen, changes)
        };
        // Where there is no room for all forms in reach, those that are farther are left out.
        let fewer = (0..Limits::FARTHEST_BEHIND).rev();
        fewer.fold(with_behind(Limits::FARTHEST_BEHIND), |graph, behind| graph.or_else(|_| with_behind(behind)))
    }

    pub(super) fn within(
        limits: Limits,
        most_hands: u64,
        model: RulesModel,
        hand: &Hand,
        unseen: &Unseen,
        changes: Changes,
    ) -> Result<Graph, OddsError> {
        if let Some(special) = (hand.counts().kinds() & TileSet::SPECIAL).first() {
            return Err(OddsError::Special(special));
        }
        let compiled = |model: Compiled| {
            let goal = CompiledGoal::new(model, hand, unseen.wildcards().min(limits.limit), limits);
            Graph::towards(&goal, most_hands, hand, unseen, changes)
        };
        match model {
            RulesModel::Embedded(_) => {
                Graph::towards(&EmbeddedGoal::new(hand.melds(), limits), most_hands, hand, unseen, changes)
            }
            RulesModel::Compiled(model) => compiled(model),
            RulesModel::Plain(model) => compiled(model.compiled()),
        }
    }

    fn towards(
        goal: &impl Goal,
        most_hands: u64,
        hand: &Hand,
        unseen: &Unseen,
        changes: Changes,
    ) -> Result<Graph, OddsError> {
        let parts = Parts::of(hand, unseen, goal, changes);
        let (left, right) = parts.halves(goal);
        let mut products = products(left.groups(), right.groups(), goal, i32::from(hand.must_discard()));
        let hands: u64 =
            products.iter().map(|product| u64::from(product.left_len) * u64::from(product.right_len)).sum();
        let bytes = hands * size_of::<f64>() as u64 + left.bytes() + right.bytes();
        OddsError::check(hands, bytes)?;
        if hands > most_hands {
            return Err(OddsError::TooLarge { hands, bytes });
        }
        let (left, right) = (left.linked(), right.linked());
        let mut begins = Begins::new(left.groups.len(), right.groups.len());
        let [mut to_draw, mut to_discard] = [0, 0];
        for product in &mut products {
            let count = if product.turn == Next::Draw { &mut to_draw } else { &mut to_discard };
            product.begin = *count;
            *count += product.len();
            begins.set(product);
        }
        let (one, other) = parts.first();
        let (one, other) = (goal.two_suits(one[0], one[1]), goal.suit_and_honors(other[0], other[1]));
        let distance = goal.lacking(one, other);
        Ok(Graph {
            hand: *hand,
            unseen: *unseen,
            distance,
            changes,
            draws_needed: goal.draws_needed(distance, one, other).get(),
            most_new: goal.limits().limit,
            has_slack: goal.has_slack(),
            left,
            right,
            products,
            begins,
            to_draw,
            to_discard,
        })
    }

    /// The first hand.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The tiles that its owner has not seen.
    pub fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// How many tiles its owner has not seen.
    pub fn unseen_tiles(&self) -> u32 {
        self.unseen.tiles()
    }

    /// Its distance.
    pub fn distance(&self) -> Distance {
        self.distance
    }

    /// The changes allowed.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// How many hands the graph has, of either size.
    pub fn hands(&self) -> usize {
        self.to_draw + self.to_discard
    }

    /// The products of hands with `new` new tiles, first those to draw, then those to discard.
    pub(super) fn level(&self, new: u8) -> [&[Product]; 2] {
        let begin = self.products.partition_point(|product| product.new < new);
        let end = self.products.partition_point(|product| product.new <= new);
        let level = &self.products[begin..end];
        level.split_at(level.partition_point(|product| product.turn == Next::Draw)).into()
    }

    /// What follows from the holdings of a product's left group when the right one stays: for each the moves, and the
    /// numbers of the hands with the first of the right group.
    #[inline]
    pub(super) fn left_moves(&self, product: &Product, place: u32) -> impl Iterator<Item = (&Move, u32)> {
        let begins = self.begins.beside_right(product.right);
        let moves = self.left.moves(product.turn).of(self.left.groups[product.left].begin + place);
        moves.iter().filter_map(|step| {
            let begin = begins[step.to.group as usize];
            (begin != NOWHERE).then(|| (step, begin + step.to.place * product.right_len))
        })
    }

    /// What follows from the holdings of a product's right group when the left one stays: for each the moves, the numbers of
    /// the hands with the first of the left group, and how many hands there are to that with the next.
    #[inline]
    pub(super) fn right_moves(&self, product: &Product, place: u32) -> impl Iterator<Item = (&Move, u32, u32)> {
        let begins = self.begins.beside_left(product.left);
        let moves = self.right.moves(product.turn).of(self.right.groups[product.right].begin + place);
        moves.iter().filter_map(|step| {
            let begin = begins[step.to.group as usize];
            (begin != NOWHERE).then(|| (step, begin + step.to.place, self.right.groups[step.to.group as usize].len))
        })
    }

    /// Calls with every move of a hand of a product and the number of the hand that follows.
    #[inline]
    pub(super) fn each_move(&self, product: &Product, [left, right]: [u32; 2], mut call: impl FnMut(&Move, usize)) {
        self.left_moves(product, left).for_each(|(step, begin)| call(step, (begin + right) as usize));
        self.right_moves(product, right).for_each(|(step, begin, stride)| call(step, (begin + left * stride) as usize));
    }

    /// The hands to draw that the first hand is or becomes at once, with its discard.
    pub(super) fn starts(&self) -> impl Iterator<Item = (Option<Tile>, Position)> {
        let turn = if self.hand.must_discard() { Next::Discard } else { Next::Draw };
        let first = self.position(self.left.first, self.right.first, turn);
        let (waits, discards) = if turn == Next::Discard { (None, first) } else { (first, None) };
        let discards = discards.into_iter().flat_map(|first| self.following(first));
        let discards = discards.map(|(step, next)| (Some(step.tile()), next));
        waits.map(|first| (None, first)).into_iter().chain(discards)
    }

    /// How many tiles of a position's hand are new.
    pub(super) fn new_at(&self, position: &Position) -> u8 {
        let (left, right) = self.groups_of(position);
        left.features.new + right.features.new
    }

    /// The distance of a position's hand.
    pub(super) fn distance_at(&self, position: &Position) -> Distance {
        let products = self.level(self.new_at(position))[usize::from(position.turn == Next::Discard)];
        let after = products.partition_point(|product| product.begin <= position.number);
        products[after - 1].distance
    }

    fn position(&self, left: Place, right: Place, turn: Next) -> Option<Position> {
        let begin = self.begins.beside_left(left.group as usize)[right.group as usize];
        let place = left.place * self.right.groups[right.group as usize].len + right.place;
        (begin != NOWHERE).then(|| Position { left, right, turn, number: (begin + place) as usize })
    }

    fn groups_of(&self, position: &Position) -> (Group, Group) {
        (self.left.groups[position.left.group as usize], self.right.groups[position.right.group as usize])
    }

    /// What follows from a hand.
    pub(super) fn following(&self, from: Position) -> impl Iterator<Item = (&Move, Position)> {
        let (left, right) = self.groups_of(&from);
        let of_left = self.left.moves(from.turn).of(left.begin + from.left.place).iter();
        let of_right = self.right.moves(from.turn).of(right.begin + from.right.place).iter();
        let next = if from.turn == Next::Draw { Next::Discard } else { Next::Draw };
        let of_left = of_left.filter_map(move |step| Some((step, self.position(step.to, from.right, next)?)));
        of_left.chain(of_right.filter_map(move |step| Some((step, self.position(from.left, step.to, next)?))))
    }
}

/// What the hands hold of each part.
struct Parts {
    suits: [Holdings; 3],
    honors: Holdings,
    /// The features of the first hand's.
    first_suits: [Features; 3],
    first_honors: Features,
}

impl Parts {
    /// Each part while the others stay: whatever else changes, no hand comes nearer by it than it costs.
    fn of(hand: &Hand, unseen: &Unseen, goal: &impl Goal, changes: Changes) -> Parts {
        let most_gone = goal.limits().limit + u8::from(hand.must_discard());
        let ways = if changes == Changes::None { Ways::Away } else { Ways::AwayAndBack };
        let part = |part| FirstPart::of(part, hand.counts(), unseen, goal);
        let suits = [Part::Characters, Part::Dots, Part::Bamboos].map(part);
        let (honors, first_suits) = (part(Part::Honors), suits.each_ref().map(FirstPart::features));
        let beside = |features: Features, wildcards: Features| {
            let class = goal.with_wildcards(features.class, hand.wildcards() + wildcards.new);
            features.beside(wildcards, class)
        };
        let first_honors = beside(honors.features(), Features::default());
        let of_suit = |suit: usize| {
            let [one, other] = others(suit).map(|other| first_suits[other]);
            let others = two_suits(goal, one, other);
            suits[suit].holdings(most_gone, ways, |features| {
                goal.allows(others, suit_and_honors(goal, features, first_honors))
            })
        };
        let [characters, dots, bamboos] = first_suits;
        let two = two_suits(goal, characters, dots);
        let is_allowed = |honors: Features| goal.allows(two, suit_and_honors(goal, bamboos, honors));
        let no_more = Features::default();
        let mut honors = honors.holdings(most_gone, ways, |honors| is_allowed(beside(honors, no_more)));
        if hand.wildcards() + unseen.wildcards() > 0 {
            let wildcards = Holdings::of_wildcards(unseen.wildcards(), goal.limits().limit);
            let both = |honors, wildcards| Some(beside(honors, wildcards)).filter(|&both| is_allowed(both));
            honors = honors.beside(&wildcards, both).linked();
        }
        Parts { suits: [0, 1, 2].map(of_suit), honors, first_suits, first_honors }
    }

    /// The classes of the first hand's parts, by halves.
    fn first(&self) -> ([u32; 2], [u32; 2]) {
        let [characters, dots, bamboos] = self.first_suits.map(|suit| suit.class);
        ([characters, dots], [bamboos, self.first_honors.class])
    }

    /// Two suits, and the third and the honors: whichever third suit makes fewest of both.
    fn halves(&self, goal: &impl Goal) -> (Pairing<'_>, Pairing<'_>) {
        let cost = |third: &usize| {
            let [one, other] = others(*third).map(|other| self.suits[other].len());
            one * other + self.suits[*third].len() * self.honors.len()
        };
        let third = (0..self.suits.len()).min_by_key(cost).unwrap_or_default();
        let [one, other] = others(third);
        let first_left = two_suits(goal, self.first_suits[one], self.first_suits[other]);
        let first_right = suit_and_honors(goal, self.first_suits[third], self.first_honors);
        let left = self.suits[one].beside(&self.suits[other], |one, other| {
            Some(two_suits(goal, one, other)).filter(|&both| goal.allows(both, first_right))
        });
        let right = self.suits[third].beside(&self.honors, |suit, honors| {
            Some(suit_and_honors(goal, suit, honors)).filter(|&both| goal.allows(first_left, both))
        });
        (left, right)
    }
}

/// The features of two suits together.
#[inline]
fn two_suits(goal: &impl Goal, one: Features, other: Features) -> Features {
    one.beside(other, goal.two_suits(one.class, other.class))
}

/// The features of a suit and the honors together.
#[inline]
fn suit_and_honors(goal: &impl Goal, suit: Features, honors: Features) -> Features {
    suit.beside(honors, goal.suit_and_honors(suit.class, honors.class))
}

/// The suits beside one.
fn others(suit: usize) -> [usize; 2] {
    [(suit + 1) % 3, (suit + 2) % 3]
}

/// All pairs of groups whose hands are in the graph, in order, not yet numbered. `more` is how many tiles more than a hand
/// to draw the first hand has.
fn products(left: &[Group], right: &[Group], goal: &impl Goal, more: i32) -> Vec<Product> {
    let mut products = Vec::new();
    for (left, of_left) in left.iter().enumerate() {
        for (right, of_right) in right.iter().enumerate() {
            let (one, other) = (of_left.features, of_right.features);
            let (new, gone) = (one.new + other.new, one.gone + other.gone);
            let turn = match i32::from(new) - i32::from(gone) + more {
                0 => Next::Draw,
                1 => Next::Discard,
                _ => continue,
            };
            if !goal.allows(one, other) {
                continue;
            }
            let distance = goal.lacking(one.class, other.class);
            let draws_needed = goal.draws_needed(distance, one.class, other.class);
            let (left_len, right_len, draws_needed) = (of_left.len, of_right.len, draws_needed.get());
            products.push(Product { left, right, left_len, right_len, begin: 0, turn, new, distance, draws_needed });
        }
    }
    products.sort_by_key(|product| (product.new, product.turn));
    products
}
