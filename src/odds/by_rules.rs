//! Odds of hands of other rule sets: the same law without changes, hand by hand.
//!
//! A [`Graph`](super::Graph) groups its hands by what the standard form asks of four copies of each kind. Here every hand is asked
//! of the rule set's tables instead, whatever its deck, its melds and its forms, and no hand is looked at twice. That takes some
//! microseconds a hand, so that hands from which too many follow are refused.

use std::collections::HashMap;
use std::sync::Arc;

use super::law::{Draws, READY, WINS_AND_READY, is_likelier, is_more};
use super::solution::{DiscardOdds, Odds};
#[cfg(feature = "simulation")]
use super::solution::{Drawn, Playing, Start};
use super::{Law, OddsError};
use crate::analysis::Unseen;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::rules::{RulesModel, WILDCARD};
use crate::tile::Tile;

/// What a hand is worth after each number of draws made, the last one included.
type Row = Arc<[[f64; WINS_AND_READY]]>;

/// The most hands that are looked at: some seconds.
const MOST_HANDS: usize = 200_000;

impl Odds {
    /// The odds of a hand of any rule set in the next `draws` draws, without changes: only draws that lower the distance are
    /// kept, and only discards that keep it are made. A wildcard is drawn as any tile is, and never discarded. The distances
    /// should be those of the whole deck.
    ///
    /// For `standard` it tells what the [graph](super::Graph) without changes tells.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::odds::Odds;
    /// use paili::rules::ReadyMade;
    ///
    /// let question = Question::new(&ReadyMade::Sanma.rules(), &[""; 0], "")?;
    /// let (_, hand, unseen) = question.read("199m99p")?;
    /// let odds = Odds::by_rules(question.model(), &hand, &unseen, 17)?;
    /// assert_eq!((odds.discards[0].tile.to_string(), odds.discards.len()), ("1M".to_owned(), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no draw or there are more than tiles, or when too many hands follow from this one.
    pub fn by_rules(model: RulesModel, hand: &Hand, unseen: &Unseen, draws: u32) -> Result<Odds, OddsError> {
        let draws = Draws::new(Law::Remembering, draws, unseen.tiles())?;
        let count = draws.count();
        let distance = model.distance(hand);
        if distance == Distance::NEVER {
            return Ok(Odds { win: vec![0.0; count], ready: vec![0.0; count], discards: Vec::new() });
        }
        let mut solver = Solver { model, unseen: *unseen, first: *hand, draws, known: HashMap::new() };
        let column = |row: &Row, goal: usize| row[..count].iter().map(|values| values[goal]).collect::<Vec<f64>>();
        if !hand.must_discard() {
            let row = solver.drawing(*hand, distance)?;
            let [win, ready] = [0, READY].map(|goal| column(&row, goal));
            return Ok(Odds { win, ready, discards: Vec::new() });
        }
        let mut discards = Vec::new();
        if distance > Distance::WON {
            for (tile, after) in solver.discards(*hand, distance) {
                let row = solver.drawing(after, distance)?;
                let [win, ready] = [0, READY].map(|goal| column(&row, goal));
                discards.push(DiscardOdds { tile, distance, win, ready });
            }
        }
        Ok(Odds::of_discards(discards, count))
    }
}

#[derive(Debug)]
struct Solver {
    model: RulesModel,
    /// The first hand, and what its owner has not seen.
    first: Hand,
    unseen: Unseen,
    draws: Draws,
    known: HashMap<Hand, Row>,
}

impl Solver {
    /// What a hand of this distance that draws next is worth.
    fn drawing(&mut self, hand: Hand, distance: Distance) -> Result<Row, OddsError> {
        if let Some(known) = self.known.get(&hand) {
            return Ok(Arc::clone(known));
        }
        if self.known.len() >= MOST_HANDS {
            return Err(OddsError::TooFar { hands: MOST_HANDS as u64 });
        }
        let mut steps = Vec::new();
        for (_, copies, next) in self.draws_of(&hand) {
            // A wildcard that may go beyond the copies can be worth several tiles.
            let nearer = self.model.distance(&next);
            steps.push((copies, self.discarding(next, nearer)?));
        }
        let count = self.draws.count();
        let mut values = [0.0; WINS_AND_READY];
        if distance == Distance::READY {
            values[READY] = 1.0;
        }
        let mut row = vec![values; count + 1];
        for made in (0..count).rev() {
            let (mut gains, mut weights) = ([0.0; WINS_AND_READY], [0.0; WINS_AND_READY]);
            for (copies, following) in &steps {
                let next = following[made + 1];
                // What is as likely to win and readier is kept, but makes winning no likelier.
                let is_kept = [is_likelier(next[0], values[0]), is_more(next, values)];
                for goal in 0..WINS_AND_READY {
                    let copies = if is_kept[goal] { *copies } else { 0.0 };
                    weights[goal] += copies;
                    gains[goal] += copies * (next[goal] - values[goal]);
                }
            }
            for goal in 0..WINS_AND_READY {
                values[goal] += gains[goal] * self.draws.rate(made).min(1.0 / weights[goal]);
            }
            if distance == Distance::READY {
                values[READY] = 1.0;
            }
            row[made] = values;
        }
        let row = Row::from(row);
        self.known.insert(hand, Arc::clone(&row));
        Ok(row)
    }

    /// What a hand of this distance that has drawn is worth.
    fn discarding(&mut self, hand: Hand, distance: Distance) -> Result<Row, OddsError> {
        let count = self.draws.count();
        if distance == Distance::WON {
            return Ok(Row::from(vec![[1.0; WINS_AND_READY]; count + 1]));
        }
        let mut best = vec![[0.0; WINS_AND_READY]; count + 1];
        for (_, after) in self.discards(hand, distance) {
            let row = self.drawing(after, distance)?;
            for (best, &next) in best.iter_mut().zip(&*row) {
                if is_more(next, *best) {
                    *best = next;
                }
            }
        }
        Ok(Row::from(best))
    }

    /// What useful draws make of a hand, each with the copies that are left of the kind that is drawn: no tile that the first hand
    /// had is drawn again.
    fn draws_of(&self, hand: &Hand) -> Vec<(Tile, f64, Hand)> {
        let (_, useful) = self.model.distance_and_useful(hand);
        let mut draws = Vec::new();
        for tile in useful.iter() {
            let new = hand.counts().get(tile).checked_sub(self.first.counts().get(tile));
            let copies = new.and_then(|new| self.unseen.copies(tile).checked_sub(new));
            if let Some(copies @ 1..) = copies {
                draws.push((tile, f64::from(copies), hand.and(tile)));
            }
        }
        let wild = hand.wildcards() - self.first.wildcards();
        if let Some(copies @ 1..) = self.unseen.wildcards().checked_sub(wild) {
            draws.push((WILDCARD, f64::from(copies), hand.and_wildcard()));
        }
        draws
    }

    /// The discards that keep the distance of a hand: no tile that is new is discarded.
    fn discards(&self, hand: Hand, distance: Distance) -> Vec<(Tile, Hand)> {
        let is_old = |tile: &Tile| hand.counts().get(*tile) <= self.first.counts().get(*tile);
        let after = |tile| (tile, hand.less(tile));
        let keeps = |(_, after): &(Tile, Hand)| self.model.distance(after) == distance;
        hand.counts().kinds().iter().filter(is_old).map(after).filter(keeps).collect()
    }
}

/// How a hand of a rule set and those that follow it are played by their odds.
#[derive(Debug)]
#[cfg(feature = "simulation")]
pub(crate) struct RulesPlay {
    solver: Solver,
    /// How far the first hand is.
    distance: Distance,
}

#[cfg(feature = "simulation")]
impl RulesPlay {
    /// How it is played in the next `draws` draws.
    ///
    /// # Errors
    ///
    /// As [`Odds::by_rules`].
    pub fn of(model: RulesModel, hand: &Hand, unseen: &Unseen, draws: u32) -> Result<RulesPlay, OddsError> {
        let draws = Draws::new(Law::Remembering, draws, unseen.tiles())?;
        let distance = model.distance(hand);
        let solver = Solver { model, first: *hand, unseen: *unseen, draws, known: HashMap::new() };
        let mut play = RulesPlay { solver, distance };
        for (_, start, distance) in play.starts() {
            play.solver.drawing(start, distance)?;
        }
        Ok(play)
    }
}

#[cfg(feature = "simulation")]
impl Playing for RulesPlay {
    type State = Hand;

    fn starts(&self) -> Vec<Start<Hand>> {
        let (first, distance) = (self.solver.first, self.distance);
        if distance == Distance::WON || distance == Distance::NEVER {
            return Vec::new();
        }
        if !first.must_discard() {
            return vec![(None, first, distance)];
        }
        let discards = self.solver.discards(first, distance).into_iter();
        discards.map(|(tile, after)| (Some(tile), after, distance)).collect()
    }

    fn steps(&self, from: Hand, made: usize) -> Vec<(Tile, Drawn<Hand>)> {
        let solver = &self.solver;
        let worth = |hand: &Hand| solver.known[hand][made + 1];
        let step = |(tile, _, next): (Tile, f64, Hand)| {
            let distance = solver.model.distance(&next);
            if distance == Distance::WON {
                return Some((tile, Drawn::Wins));
            }
            let after = solver.discards(next, distance).into_iter().map(|(_, after)| after);
            let best = after.reduce(|best, after| if is_more(worth(&after), worth(&best)) { after } else { best })?;
            is_more(worth(&best), worth(&from)).then_some((tile, Drawn::Becomes(best, distance)))
        };
        solver.draws_of(&from).into_iter().filter_map(step).collect()
    }
}
