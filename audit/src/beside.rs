//! Hands beside exposed melds that are shown: whether these use up copies is a matter of taste, too.

use std::time::Instant;

use paili::analysis::Available;
use paili::rules::RuleSet;
use paili::simulation::{Proportion, Seed};
use paili::{Chow, Counts, Hand, Meld, Tile, TileSet};

use crate::Subject;
use crate::answer::{Answer, Ask};
use crate::convention::Convention;
use crate::shrink::{size, smaller};

/// A hand and the melds beside it, as many as its size tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandBeside {
    hand: Hand,
    melds: Vec<Meld>,
    melded: Counts,
}

/// What came of hands beside melds.
#[derive(Debug, Clone)]
pub struct Beside {
    /// How many hands were asked about, and how many of the answers are wrong.
    pub asked: Proportion,
    /// The smallest hand found that is answered wrong, what is right, and what was answered.
    pub smallest: Option<(HandBeside, Answer, Answer)>,
    /// Hands that were answered wrong, and what was answered.
    pub failures: Vec<(HandBeside, Answer)>,
}

/// So many hands are asked about at once; by the first of them it is found out what a subject means, and whether it takes melds at
/// all: nearly all its answers fit.
pub(crate) const AT_ONCE: usize = 400;
const FITS: f64 = 0.95;

/// The most hands that are asked about.
const MOST: u64 = 4000;

impl HandBeside {
    /// A hand and its melds, if the deck has as many copies.
    pub fn new(hand: Hand, melds: Vec<Meld>) -> Option<HandBeside> {
        let melded = || melds.iter().flat_map(|meld| meld.tiles());
        Counts::of(melded().chain(hand.counts().tiles())).ok()?;
        Some(HandBeside { melded: Counts::of(melded()).ok()?, hand, melds })
    }

    /// The concealed tiles.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The exposed melds.
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// The tiles of the melds.
    pub fn melded(&self) -> &Counts {
        &self.melded
    }

    /// All of it in the hand.
    fn concealed(&self, rules: &RuleSet) -> Option<Hand> {
        rules.hand(Counts::of(self.melded.tiles().chain(self.hand.counts().tiles())).ok()?, 0).ok()
    }

    /// One of so many tiles from a shuffled wall: first the melds, then, of half the games, tiles that stand near these.
    fn drawn(rules: &RuleSet, tiles: usize, seed: Seed, game: u64) -> Option<HandBeside> {
        let wall = seed.wall(game);
        let mut left = wall.tiles().iter().copied().filter(|&tile| TileSet::REGULAR.contains(tile));
        let (mut melds, mut all) = (Vec::new(), Vec::new());
        let mut take = |tiles: &[Tile]| {
            let is_there = Counts::of(all.iter().chain(tiles).copied()).is_ok();
            all.extend(tiles.iter().filter(|_| is_there));
            is_there
        };
        while melds.len() < (rules.most_tiles() - tiles) / Meld::TILES {
            let tile = left.next()?;
            let chow = Chow::starting(tile).filter(|_| melds.len() % 2 == 1);
            let meld = chow.map_or(Meld::Pong(tile), Meld::Chow);
            if take(&meld.tiles()) {
                melds.push(meld);
            }
        }
        let mut left: Vec<Tile> = left.collect();
        let beside =
            |tile| Chow::all_with(tile).fold([tile].into_iter().collect(), |kinds: TileSet, chow| kinds | chow.kinds());
        let near = melds.iter().flat_map(|meld| meld.tiles()).fold(TileSet::EMPTY, |kinds, tile| kinds | beside(tile));
        left.sort_by_key(|&tile| game / 16 % 2 == 1 && !near.contains(tile));
        let mut concealed = Vec::new();
        for tile in left {
            if concealed.len() < tiles && take(&[tile]) {
                concealed.push(tile);
            }
        }
        HandBeside::new(rules.hand(Counts::of(concealed).ok()?, 0).ok()?, melds)
    }
}

/// Asks a subject about hands of some sizes beside melds, and finds out whether these use up copies for it; nothing if it takes none.
pub(crate) fn ask_beside(
    subject: &mut impl Subject,
    convention: &mut Convention,
    sizes: &[usize],
    seed: Seed,
    until: Instant,
) -> Option<Beside> {
    let rules = convention.rules().clone();
    let sizes: Vec<usize> = sizes.iter().copied().filter(|tiles| tiles + Meld::TILES <= rules.most_tiles()).collect();
    let tiles = |game: u64| sizes.get(game as usize % sizes.len().max(1));
    let mut drawn = (0..MOST).filter_map(|game| HandBeside::drawn(&rules, *tiles(game)?, seed, game));
    let mut hands: Vec<HandBeside> = drawn.by_ref().take(AT_ONCE).collect();
    let mut answers = if hands.len() == AT_ONCE { subject.ask_beside(&hands)? } else { return None };
    let fit = |expected: &dyn Fn(&HandBeside) -> Option<Answer>| {
        hands.iter().zip(&answers).filter(|(hand, answer)| expected(hand).as_ref() == Some(*answer)).count()
    };
    let [any, melds] = [Available::Any, Available::Melds].map(|available| {
        convention.available = Some(available);
        fit(&|it| Some(convention.answer_beside(it)))
    });
    convention.available = None;
    // Who takes the melds for concealed tiles is right about most hands, too.
    let concealed = fit(&|it| Some(convention.answer(Ask::Distance, &it.concealed(&rules)?)));
    let most = any.max(melds);
    if (most as f64) < FITS * AT_ONCE as f64 || concealed > most {
        return None;
    }
    convention.available = Some(if any >= melds { Available::Any } else { Available::Melds });
    while Instant::now() < until && !subject.is_over() {
        let block: Vec<HandBeside> = drawn.by_ref().take(AT_ONCE).collect();
        let more = if block.is_empty() { None } else { subject.ask_beside(&block) };
        let Some(more) = more else { break };
        hands.extend(block);
        answers.extend(more);
    }
    let asked = answers.len() as u64;
    let mut failures: Vec<(HandBeside, Answer)> = hands.into_iter().zip(answers).collect();
    failures.retain(|(hand, answer)| *answer != convention.answer_beside(hand));
    failures.sort_by_cached_key(|(it, _)| size(&it.hand));
    let smallest = failures.first().map(|failure| shrunk(subject, convention, failure.clone(), until));
    Some(Beside { asked: Proportion { hits: failures.len() as u64, of: asked }, smallest, failures })
}

/// A hand that is answered wrong, of lower tiles beside the same melds.
fn shrunk(
    subject: &mut impl Subject,
    convention: &Convention,
    failure: (HandBeside, Answer),
    until: Instant,
) -> (HandBeside, Answer, Answer) {
    let (mut best, mut answered) = failure;
    while Instant::now() < until {
        let mut lower = smaller(convention.rules(), &best.hand);
        lower.retain(|hand| hand.tiles() == best.hand.tiles());
        let lower: Vec<HandBeside> =
            lower.into_iter().filter_map(|hand| HandBeside::new(hand, best.melds.clone())).collect();
        let answers = subject.ask_beside(&lower).unwrap_or_default();
        let wrong = lower.into_iter().zip(answers).find(|(hand, answer)| *answer != convention.answer_beside(hand));
        let Some(wrong) = wrong else { break };
        (best, answered) = wrong;
    }
    let expected = convention.answer_beside(&best);
    (best, expected, answered)
}
