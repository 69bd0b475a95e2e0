//! The audit: what fits, then as many hands as there is time for, then the smallest that is wrong, then hands beside melds.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

use paili::rules::{RuleHandError, RuleSet};
use paili::simulation::{HandsAtDistance, Proportion, Seed};
use paili::survey::Distribution;
use paili::{Deck, Distance, Hand, Meld};
use rayon::prelude::*;

use crate::Subject;
use crate::answer::{Answer, Ask};
use crate::beside::{self, ask_beside};
use crate::convention::{Convention, Scale, has_whole_deck};
use crate::extent::Extent;
use crate::hands::{self, all, by_principle, of_one_part};
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
    /// The sizes of hands. Without any: for useful tiles and waits hands that are to draw, for discards hands with one due, for
    /// distances both.
    pub tiles: Vec<usize>,
    /// How much is asked.
    pub extent: Extent,
    /// The seed of the hands that are drawn.
    pub seed: Seed,
}

/// Of each size and distance as many are drawn to find out what fits.
const TO_LEARN: usize = 60;

/// Hands by which the conventions that may fit are chosen, and how many of these are tried on all hands.
const TO_CHOOSE: usize = 1000;
const MOST_LIKELY: usize = 6;

/// The shares of answers from which a size of hands fits well, and below which it hardly does.
const FITS_WELL: f64 = 0.8;
const FITS_HARDLY: f64 = 0.4;

/// Of sizes with no more hands than these all are asked about.
const MOST_OF_A_SIZE: u128 = 100_000;

/// Wrong answers that are kept.
const MOST_FAILURES: usize = 10_000;

/// Hands from which a smaller one is looked for.
const MOST_BEGINNINGS: usize = 12;

/// How long a block of hands should take beyond what one hand takes, which is mostly the start of a program.
const BLOCK_TIME: Duration = Duration::from_millis(1500);

/// The most hands of a block.
const MOST_BLOCK: usize = 1 << 20;

/// A subject that is asked, and what has come of it.
struct Asking<'a, S> {
    subject: &'a mut S,
    ask: Ask,
    block: usize,
    /// The shortest time that a block took.
    shortest: Duration,
    asked: u64,
    wrong: u64,
    failures: Vec<(Hand, Answer)>,
}

impl<S: Subject> Asking<'_, S> {
    /// Answers about as many hands as there is time for, block by block, and at least one block.
    fn answers(&mut self, hands: &[Hand], until: Instant) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(hands.len());
        while answers.len() < hands.len() {
            let left = &hands[answers.len()..];
            let (block, begun) = (&left[..self.block.min(left.len())], Instant::now());
            answers.extend(self.subject.ask(block));
            if block.len() == self.block {
                let took = begun.elapsed();
                self.shortest = self.shortest.min(took);
                let fits =
                    BLOCK_TIME.as_nanos() * block.len() as u128 / took.saturating_sub(self.shortest).as_nanos().max(1);
                self.block = usize::try_from(fits)
                    .unwrap_or(MOST_BLOCK)
                    .clamp(self.block / 8, self.block * 8)
                    .clamp(1, MOST_BLOCK);
            }
            if self.is_over(until) {
                break;
            }
        }
        answers
    }

    /// Whether nothing more is asked.
    fn is_over(&self, until: Instant) -> bool {
        self.subject.is_over() || Instant::now() >= until
    }

    /// Asks about as many hands as there is time for: how many that were, and the places of those that are answered wrong.
    fn ask(&mut self, convention: &Convention, hands: &[Hand], until: Instant) -> (usize, Vec<usize>) {
        let answers = self.answers(hands, until);
        (answers.len(), self.judge(convention, hands.iter().copied().zip(answers)))
    }

    /// Counts answers, and tells the places of those that are wrong.
    fn judge(&mut self, convention: &Convention, answers: impl IntoIterator<Item = (Hand, Answer)>) -> Vec<usize> {
        let mut wrong = Vec::new();
        for (place, (hand, answer)) in answers.into_iter().enumerate() {
            self.asked += 1;
            if answer != convention.answer(self.ask, &hand) {
                wrong.push(place);
                if self.failures.len() < MOST_FAILURES {
                    self.failures.push((hand, answer));
                }
            }
        }
        self.wrong += wrong.len() as u64;
        wrong
    }

    /// The smallest hand that is answered wrong, among all that become smaller of one that is: begun from several of those that were found.
    fn find_smallest(
        &mut self,
        convention: &Convention,
        sizes: &[usize],
        every: &BTreeMap<usize, Proportion>,
        until: Instant,
    ) -> Option<Smallest> {
        let mut found = self.failures.clone();
        found.sort_by_cached_key(|(hand, _)| size(hand));
        let step = (found.len() / MOST_BEGINNINGS).max(1);
        let (mut best, _) = found.first().cloned()?;
        let all_up_to =
            |most: usize| sizes.iter().filter(|&&tiles| tiles <= most).all(|tiles| every.contains_key(tiles));
        // Else all smaller ones were asked about already.
        if !all_up_to(best.tiles()) {
            for (beginning, _) in found.iter().step_by(step) {
                let mut hand = *beginning;
                while !self.is_over(until) {
                    let mut hands = smaller(convention.rules(), &hand);
                    hands.retain(|hand| sizes.contains(&hand.tiles()));
                    let (_, wrong) = self.ask(convention, &hands, until);
                    let Some(&first) = wrong.first() else { break };
                    hand = hands[first];
                }
                best = std::cmp::min_by_key(best, hand, size);
            }
        }
        let found = self.failures.iter().find(|(hand, _)| *hand == best).map(|(_, answer)| answer.clone());
        let answered = found.or_else(|| self.subject.ask(&[best]).pop())?;
        let proof = Proof::of(self.ask, convention, &best, &answered);
        let is_proved = all_up_to(best.tiles());
        Some(Smallest { hand: best, expected: convention.answer(self.ask, &best), answered, proof, is_proved })
    }
}

/// What the first hands tell of a subject.
struct Learned {
    convention: Convention,
    /// How many of its answers fit that.
    fits: Proportion,
    /// The sizes of which it takes no hands.
    refused: Vec<usize>,
    /// Those of the first hands whose answers count.
    hands: HashSet<Hand>,
}

impl Audit {
    /// Asks a subject.
    ///
    /// # Errors
    ///
    /// When the rule set has no hands of a size that is named.
    pub fn run(&self, subject: &mut impl Subject) -> Result<Verdict, RuleHandError> {
        let rules = self.rules.as_ref().unwrap_or(RuleSet::standard());
        // One that is named twice is asked once.
        let named: Vec<usize> = self.tiles.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let mut drawn_sizes = named.clone();
        let sizes = if named.is_empty() { hands::sizes(rules, self.ask) } else { named };
        if drawn_sizes.is_empty() {
            drawn_sizes = sizes.iter().copied().filter(|&tiles| tiles + 1 >= rules.most_tiles()).collect();
        }
        let mut asking = Asking {
            subject,
            ask: self.ask,
            block: 1,
            shortest: Duration::MAX,
            asked: 0,
            wrong: 0,
            failures: Vec::new(),
        };
        let Learned { mut convention, fits, refused, hands: learned } = self.learn(&mut asking, rules, &sizes)?;
        drawn_sizes.retain(|tiles| !refused.contains(tiles));
        let rules = convention.rules().clone();
        // Of the time for small hands and those of one part, and of that for drawn ones.
        let [until, end] = [2, 1].map(|shares| self.extent.until(shares));
        let asked_sizes: Vec<usize> = sizes.iter().copied().filter(|tiles| !refused.contains(tiles)).collect();
        let mut principle = in_turn(&asked_sizes.iter().map(|&tiles| by_principle(&rules, tiles)).collect::<Vec<_>>());
        principle.retain(|hand| !learned.contains(hand));
        if !asking.is_over(until) {
            asking.ask(&convention, &principle, until);
        }
        let (mut every, mut one_part) = (BTreeMap::new(), BTreeMap::new());
        for &tiles in &asked_sizes {
            let mut hands = Vec::new();
            let is_small = Distribution::of(&Deck::of(&rules), tiles)?.distinct() <= MOST_OF_A_SIZE;
            if is_small {
                all(&rules, tiles, &mut |hand| hands.push(hand));
            } else {
                of_one_part(&rules, tiles, &mut |hand| hands.push(hand));
            }
            if asking.is_over(until) {
                break;
            }
            let (asked, wrong) = asking.ask(&convention, &hands, until);
            if asked == hands.len() {
                let whole = if is_small { &mut every } else { &mut one_part };
                whole.insert(tiles, Proportion { hits: wrong.len() as u64, of: asked as u64 });
            }
        }
        let by_distance = self.draw(&mut asking, &convention, &drawn_sizes, end)?;
        let mut smallest = asking.find_smallest(&convention, &asked_sizes, &every, self.extent.until(1));
        if let Some(smallest) = &mut smallest {
            // Hands of a size that was not to be asked about may be smaller.
            let found = smallest.hand.tiles();
            let is_asked = |tiles: usize| tiles >= found || sizes.contains(&tiles);
            let alike = (found % Meld::TILES..found).step_by(Meld::TILES);
            smallest.is_proved &= hands::sizes(&rules, self.ask).into_iter().chain(alike).all(is_asked);
        }
        let Asking { subject, block, asked, wrong, failures, .. } = asking;
        // Last, and for a share of the time: what a program may not know is not to spoil the rest.
        let end = self.extent.until(10);
        let has_time = Instant::now() + BLOCK_TIME.mul_f64(beside::AT_ONCE as f64 / block as f64) <= end;
        let has_melds = self.ask == Ask::Distance && has_whole_deck(&rules) && has_time && !subject.is_over();
        let beside = has_melds.then(|| ask_beside(subject, &mut convention, &asked_sizes, self.seed, end)).flatten();
        let of_beside = beside.as_ref().map_or(Proportion { hits: 0, of: 0 }, |beside| beside.asked);
        let all = Proportion { hits: wrong + of_beside.hits, of: asked + of_beside.of };
        Ok(Verdict {
            ask: self.ask,
            convention,
            fits,
            refused,
            all,
            every,
            one_part,
            by_distance,
            smallest,
            beside,
            failures,
        })
    }

    /// Finds out what a subject means: the convention that most answers fit, of several the first. Of a size whose answers hardly ever
    /// fit, while others do, it takes no hands; all other answers count.
    fn learn(
        &self,
        asking: &mut Asking<impl Subject>,
        rules: &RuleSet,
        sizes: &[usize],
    ) -> Result<Learned, RuleHandError> {
        let mut groups = Vec::new();
        for &tiles in sizes {
            let principle = by_principle(rules, tiles);
            groups.push(principle.iter().step_by((principle.len() / 1500).max(1)).copied().collect());
            let drawn = HandsAtDistance::of(&Deck::of(rules), tiles)?;
            for at in drawn.distribution().distances() {
                groups.push(drawn.draw(at.distance, self.seed, 0, TO_LEARN).unwrap_or_default());
            }
        }
        let hands = in_turn(&groups);
        let answers = asking.answers(&hands, self.extent.until(1));
        let hands = &hands[..answers.len()];
        let both: Vec<(&Hand, &Answer)> = hands.iter().zip(&answers).collect();
        let agreeing = |convention: &Convention, both: &[(&Hand, &Answer)]| {
            let fits = both.iter().filter(|(hand, answer)| convention.answer(self.ask, hand) == **answer);
            Proportion { hits: fits.count() as u64, of: both.len() as u64 }
        };
        let by_size = |convention: &Convention, both: &[(&Hand, &Answer)]| -> Vec<Proportion> {
            let of_size = |tiles: usize| both.iter().filter(move |(hand, _)| hand.tiles() == tiles).copied();
            sizes.iter().map(|&tiles| agreeing(convention, &of_size(tiles).collect::<Vec<_>>())).collect()
        };
        // First what fits at sizes where nearly all does, since a program may not take the others; then what fits at all.
        let fit = |convention: &Convention, both: &[(&Hand, &Answer)]| {
            let fits = by_size(convention, both);
            let hits = |least| fits.iter().filter(|fits| fits.rate() >= Some(least)).map(|fits| fits.hits).sum::<u64>();
            (hits(FITS_WELL), hits(0.0))
        };
        // Most are out of the question by a few hands; only those that fit well are asked about all.
        let mut likely = Convention::all(self.rules.as_ref());
        likely.sort_by_cached_key(|it| std::cmp::Reverse(fit(it, &both[..both.len().min(TO_CHOOSE)])));
        likely.truncate(MOST_LIKELY);
        let of_ours = Scale::ALL.map(|scale| Convention::ours(rules, scale));
        let mut best = of_ours[0].clone();
        let mut most = fit(&best, &both);
        for convention in of_ours.into_iter().chain(likely) {
            let fits = fit(&convention, &both);
            // Where nothing fits well, nothing says what it means, but for the scale.
            if fits > most && (fits.0 > 0 || convention.is_ours() && convention.rules() == rules) {
                (best, most) = (convention, fits);
            }
        }
        let convention = best;
        let fits = by_size(&convention, &both);
        let is_hardly = |fits: &Proportion| fits.rate().is_some_and(|rate| rate < FITS_HARDLY);
        let is_well = |fits: &Proportion| fits.rate().is_some_and(|rate| rate >= FITS_WELL);
        let is_asked = |fits: &&Proportion| fits.of > 0;
        // It takes some sizes and not the others if all are one or the other.
        let takes_some =
            fits.iter().any(is_well) && fits.iter().filter(is_asked).all(|it| is_well(it) || is_hardly(it));
        let refused = sizes.iter().zip(&fits).filter(|(_, fits)| takes_some && is_hardly(fits));
        let refused: Vec<usize> = refused.map(|(&tiles, _)| tiles).collect();
        let fits = agreeing(&convention, &both);
        let mut learned: Vec<(Hand, Answer)> = hands.iter().copied().zip(answers).collect();
        // One that is right about none can't be asked.
        learned.retain(|(hand, _)| fits.hits > 0 && !refused.contains(&hand.tiles()));
        let hands = learned.iter().map(|(hand, _)| *hand).collect();
        asking.judge(&convention, learned);
        Ok(Learned { convention, fits, refused, hands })
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
        let mut groups = Vec::new();
        for (tiles, hands) in &all {
            for at in hands.distribution().distances() {
                let (distance, probability) = (at.distance.get(), hands.distribution().probability(at));
                rows.push(AtDistance { tiles: *tiles, distance, probability, drawn: Proportion { hits: 0, of: 0 } });
                groups.push((hands, at.distance));
            }
        }
        let share = |block: usize, first: u64| {
            let left = usize::try_from(self.extent.drawn() - first).unwrap_or(usize::MAX);
            (block / groups.len().max(1)).max(8).min(left)
        };
        // In turn, so that of each distance as many are asked about, if time runs out.
        let draw = |first: u64, share: usize| {
            let blocks = |&(hands, distance): &(&HandsAtDistance, Distance)| {
                let block = move |begin: usize| {
                    let many = DRAWN_AT_ONCE.min(share - begin);
                    hands.draw(distance, self.seed, first + begin as u64, many).unwrap_or_default()
                };
                (0..share).into_par_iter().step_by(DRAWN_AT_ONCE).flat_map_iter(block).collect()
            };
            in_turn(&groups.iter().map(blocks).collect::<Vec<_>>())
        };
        let mut first = 0;
        let mut hands = draw(first, share(asking.block, first));
        while !hands.is_empty() && !asking.subject.is_over() {
            first += (hands.len() / groups.len()) as u64;
            let (mut next, more) = (Vec::new(), share(asking.block, first));
            // The next are drawn while it answers.
            let (asked, wrong) = rayon::in_place_scope(|scope| {
                scope.spawn(|_| next = draw(first, more));
                asking.ask(convention, &hands, until)
            });
            for (place, row) in rows.iter_mut().enumerate() {
                row.drawn.of += (asked + groups.len() - 1 - place) as u64 / groups.len() as u64;
                row.drawn.hits += wrong.iter().filter(|&&wrong| wrong % groups.len() == place).count() as u64;
            }
            if asking.is_over(until) {
                break;
            }
            hands = next;
        }
        Ok(rows)
    }
}

/// All hands of some groups, the first of each, then the second, and so on: those that are asked about first are of all groups.
fn in_turn(groups: &[Vec<Hand>]) -> Vec<Hand> {
    let longest = groups.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|place| groups.iter().filter_map(move |group| group.get(place)).copied()).collect()
}

/// Hands that a thread draws at once.
const DRAWN_AT_ONCE: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    /// Of most sizes hands of all suits are asked about only while it is found out what the answers mean.
    #[test]
    fn all_wrong_answers_count() {
        let ours = Convention::ours(RuleSet::standard(), Scale::Distance);
        let mut wrong = 0;
        let mut subject = |hand: &Hand| {
            let is_odd = hand.tiles() == 7 && hand.counts().regular().chunks(9).all(|kinds| kinds.contains(&1));
            wrong += u64::from(is_odd);
            if is_odd { Answer::Nothing("nothing".to_owned()) } else { ours.answer(Ask::Distance, hand) }
        };
        let audit = Audit { ask: Ask::Distance, rules: None, tiles: vec![], extent: Extent::Drawn(1), seed: Seed(1) };
        let verdict = audit.run(&mut subject).unwrap();
        assert_eq!((verdict.all.hits > 0, verdict.all.hits), (true, wrong));
        assert_eq!(verdict.smallest.map(|smallest| smallest.hand.tiles()), Some(7));
    }
}
