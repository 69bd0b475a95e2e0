//! The audit: what fits, then as many hands as there is time for, then the smallest that is wrong.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use paili::rules::{RuleHandError, RuleSet};
use paili::simulation::{HandsAtDistance, Proportion, Seed};
use paili::survey::Distribution;
use paili::{Deck, Distance, Hand};
use rayon::prelude::*;

use crate::Subject;
use crate::answer::{Answer, Ask};
use crate::convention::Convention;
use crate::hands::{all, by_principle, of_one_part, sizes};
use crate::proof::Proof;
use crate::shrink::{size, smaller};
use crate::verdict::{AtDistance, Smallest, Verdict};

/// What is asked of a subject, and for how long.
#[derive(Debug, Clone)]
pub struct Audit {
    /// What is asked.
    pub ask: Ask,
    /// The rule set, where it is known; otherwise which choice of the usual forms fits is found out.
    pub rules: Option<RuleSet>,
    /// The sizes of hands, or none for all that the rule set has.
    pub tiles: Vec<usize>,
    /// How long new hands are asked about.
    pub time: Duration,
    /// The seed of the hands that are drawn.
    pub seed: Seed,
}

/// Of each size and distance as many are drawn to find out what fits.
const TO_LEARN: usize = 60;

/// Of sizes with no more hands than these all are asked about.
const MOST_OF_A_SIZE: u128 = 100_000;

/// Wrong answers that are kept.
const MOST_FAILURES: usize = 10_000;

/// Hands from which a smaller one is looked for.
const MOST_BEGINNINGS: usize = 12;

/// How long a block of hands should take, and its size at first and at most.
const BLOCK_TIME: Duration = Duration::from_millis(1500);
const FIRST_BLOCK: usize = 4096;
const MOST_BLOCK: usize = 1 << 20;

/// A subject that is asked, and what has come of it.
struct Asking<'a, S> {
    subject: &'a mut S,
    ask: Ask,
    block: usize,
    asked: u64,
    wrong: u64,
    failures: Vec<(Hand, Answer)>,
}

impl<S: Subject> Asking<'_, S> {
    /// Asks about some hands, and tells the places of those that are answered wrong.
    fn ask(&mut self, convention: &Convention, hands: &[Hand]) -> Vec<usize> {
        let begun = Instant::now();
        let answers = self.subject.ask(hands);
        let took = begun.elapsed().as_secs_f64().max(1e-6);
        if hands.len() == self.block {
            let fits = BLOCK_TIME.as_secs_f64() / took * hands.len() as f64;
            self.block = (fits as usize).clamp(self.block / 4, self.block * 8).clamp(64, MOST_BLOCK);
        }
        let mut wrong = Vec::new();
        for (place, (hand, answer)) in hands.iter().zip(answers).enumerate() {
            if answer != convention.answer(self.ask, hand) {
                wrong.push(place);
                if self.failures.len() < MOST_FAILURES {
                    self.failures.push((*hand, answer));
                }
            }
        }
        self.asked += hands.len() as u64;
        self.wrong += wrong.len() as u64;
        wrong
    }

    /// The same block by block, until a moment: how many answers are wrong, if all were asked about.
    fn ask_all(&mut self, convention: &Convention, hands: &[Hand], until: Instant) -> Option<Proportion> {
        let (mut left, mut hits) = (hands, 0);
        while !left.is_empty() {
            if Instant::now() >= until {
                return None;
            }
            let (block, rest) = left.split_at(self.block.min(left.len()));
            hits += self.ask(convention, block).len() as u64;
            left = rest;
        }
        Some(Proportion { hits, of: hands.len() as u64 })
    }
}

impl<S: Subject> Asking<'_, S> {
    /// The smallest hand that is answered wrong, among all that become smaller of one that is: begun from several of those that were found.
    fn find_smallest(
        &mut self,
        convention: &Convention,
        sizes: &[usize],
        every: &BTreeMap<usize, Proportion>,
    ) -> Option<Smallest> {
        let mut found = self.failures.clone();
        found.sort_by_cached_key(|(hand, _)| size(hand));
        let step = (found.len() / MOST_BEGINNINGS).max(1);
        let (mut best, _) = found.first().cloned()?;
        // All smaller ones were asked about already.
        let is_proved = sizes.iter().take_while(|&&tiles| tiles <= best.tiles()).all(|tiles| every.contains_key(tiles));
        if !is_proved {
            for (beginning, _) in found.iter().step_by(step) {
                let mut hand = *beginning;
                loop {
                    let mut hands = smaller(convention.rules(), &hand);
                    hands.retain(|hand| sizes.contains(&hand.tiles()));
                    let Some(&first) = self.ask(convention, &hands).first() else { break };
                    hand = hands[first];
                }
                best = std::cmp::min_by_key(best, hand, size);
            }
        }
        let answered = self.subject.ask(&[best]).pop()?;
        let proof = Proof::of(self.ask, convention, &best, &answered);
        let is_proved = sizes.iter().take_while(|&&tiles| tiles <= best.tiles()).all(|tiles| every.contains_key(tiles));
        Some(Smallest { hand: best, expected: convention.answer(self.ask, &best), answered, proof, is_proved })
    }
}

impl Audit {
    /// Asks a subject.
    ///
    /// # Errors
    ///
    /// When the rule set has no hands of a size that is named.
    pub fn run(&self, subject: &mut impl Subject) -> Result<Verdict, RuleHandError> {
        let rules = self.rules.as_ref().unwrap_or(RuleSet::standard());
        let sizes = if self.tiles.is_empty() { sizes(rules) } else { self.tiles.clone() };
        let drawn_sizes: Vec<usize> = match rules.most_tiles() {
            most if self.tiles.is_empty() => vec![most - 1, most],
            _ => self.tiles.clone(),
        };
        let (convention, fits, refused) = self.learn(subject, rules, &sizes)?;
        let rules = convention.rules().clone();
        let mut asking =
            Asking { subject, ask: self.ask, block: FIRST_BLOCK, asked: 0, wrong: 0, failures: Vec::new() };
        let begun = Instant::now();
        let asked_sizes: Vec<usize> = sizes.iter().copied().filter(|tiles| !refused.contains(tiles)).collect();
        for &tiles in &asked_sizes {
            asking.ask(&convention, &by_principle(&rules, tiles));
        }
        let (mut every, mut one_part) = (BTreeMap::new(), BTreeMap::new());
        for &tiles in &asked_sizes {
            let until = begun + self.time / 2;
            let mut hands = Vec::new();
            if Distribution::of(&Deck::of(&rules), tiles)?.distinct() <= MOST_OF_A_SIZE {
                all(&rules, tiles, &mut |hand| hands.push(hand));
                every.extend(asking.ask_all(&convention, &hands, until).map(|asked| (tiles, asked)));
            } else {
                of_one_part(&rules, tiles, &mut |hand| hands.push(hand));
                one_part.extend(asking.ask_all(&convention, &hands, until).map(|asked| (tiles, asked)));
            }
        }
        let by_distance = self.draw(&mut asking, &convention, &drawn_sizes, begun + self.time)?;
        let smallest = asking.find_smallest(&convention, &asked_sizes, &every);
        let Asking { asked, wrong, failures, .. } = asking;
        let all = Proportion { hits: wrong, of: asked };
        Ok(Verdict { ask: self.ask, convention, fits, refused, all, every, one_part, by_distance, smallest, failures })
    }

    /// Finds out what a subject means: the convention that most answers fit, of several the first. Of a size whose answers hardly ever
    /// fit, while others do, it takes no hands.
    fn learn(
        &self,
        subject: &mut impl Subject,
        rules: &RuleSet,
        sizes: &[usize],
    ) -> Result<(Convention, Proportion, Vec<usize>), RuleHandError> {
        let mut hands: Vec<Hand> = Vec::new();
        for &tiles in sizes {
            let principle = by_principle(rules, tiles);
            hands.extend(principle.iter().step_by((principle.len() / 400).max(1)));
            let drawn = HandsAtDistance::of(&Deck::of(rules), tiles)?;
            for at in drawn.distribution().distances() {
                hands.extend(drawn.draw(at.distance, self.seed, 0, TO_LEARN).unwrap_or_default());
            }
        }
        let answers = subject.ask(&hands);
        let agrees = |convention: &Convention, tiles: Option<usize>| {
            let both = hands.iter().zip(&answers).filter(|(hand, _)| tiles.is_none_or(|tiles| hand.tiles() == tiles));
            let fits: Vec<bool> = both.map(|(hand, answer)| convention.answer(self.ask, hand) == *answer).collect();
            Proportion { hits: fits.iter().filter(|&&fits| fits).count() as u64, of: fits.len() as u64 }
        };
        let mut best: Option<(Convention, Proportion)> = None;
        for convention in Convention::all(self.rules.as_ref()) {
            let fits = agrees(&convention, None);
            if best.as_ref().is_none_or(|(_, most)| fits.hits > most.hits) {
                best = Some((convention, fits));
            }
        }
        let (convention, fits) =
            best.unwrap_or_else(|| (Convention::ours(rules), agrees(&Convention::ours(rules), None)));
        let hardly = |tiles: &usize| agrees(&convention, Some(*tiles)).rate().is_some_and(|rate| rate < 0.4);
        let refused: Vec<usize> = sizes.iter().copied().filter(hardly).collect();
        let refused = if refused.len() == sizes.len() { Vec::new() } else { refused };
        Ok((convention, fits, refused))
    }

    /// Asks about hands that are drawn from each distance, until a moment, and of each at least a block's share.
    fn draw(
        &self,
        asking: &mut Asking<impl Subject>,
        convention: &Convention,
        sizes: &[usize],
        until: Instant,
    ) -> Result<Vec<AtDistance>, RuleHandError> {
        let deck = Deck::of(convention.rules());
        let all = sizes.iter().map(|&tiles| HandsAtDistance::of(&deck, tiles).map(|hands| (tiles, hands)));
        let all: Vec<(usize, HandsAtDistance)> = all.collect::<Result<_, _>>()?;
        let mut rows = Vec::new();
        for (place, (tiles, hands)) in all.iter().enumerate() {
            for at in hands.distribution().distances() {
                let (distance, probability) = (at.distance.get(), hands.distribution().probability(at));
                let drawn = Proportion { hits: 0, of: 0 };
                rows.push((place, at.distance, AtDistance { tiles: *tiles, distance, probability, drawn }));
            }
        }
        while !rows.is_empty() {
            let share = (asking.block / rows.len()).max(8);
            let draw = |(place, distance, row): &(usize, Distance, AtDistance)| {
                let drawn: Vec<Hand> = (0..share.div_ceil(DRAWN_AT_ONCE))
                    .into_par_iter()
                    .flat_map_iter(|block| {
                        let first = block * DRAWN_AT_ONCE;
                        let many = DRAWN_AT_ONCE.min(share - first);
                        let first = row.drawn.of + first as u64;
                        all[*place].1.draw(*distance, self.seed, first, many).unwrap_or_default()
                    })
                    .collect();
                drawn
            };
            let drawn: Vec<Vec<Hand>> = rows.iter().map(draw).collect();
            let wrong = asking.ask(convention, &drawn.concat());
            let mut ends = 0;
            for ((.., row), hands) in rows.iter_mut().zip(&drawn) {
                let here = ends..ends + hands.len();
                ends = here.end;
                row.drawn.of += hands.len() as u64;
                let places = wrong.partition_point(|place| *place < here.start)
                    ..wrong.partition_point(|place| *place < here.end);
                row.drawn.hits += places.len() as u64;
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(rows.into_iter().map(|(.., row)| row).collect())
    }
}

/// Hands that a thread draws at once.
const DRAWN_AT_ONCE: usize = 1024;
