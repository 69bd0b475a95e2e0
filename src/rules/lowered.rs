//! Useful tiles of the forms that most hands are nearest to, looked up: the kinds of which a tile more lowers what a hand lacks.
//!
//! The cheapest ways to share out the melds and the pair give each part some places of its cost row: those that, with what the
//! other three parts (its *rest*) lack for the others, come to what the hand lacks. A tile more lowers a place by one or not
//! at all. So a kind is useful exactly if it lowers one of the places that are given to its part, and a table has, for each
//! vector of a part and each place, the kinds that do.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use paili_tables::cost::{CostRow, Grid, LOST, PLACES};
use paili_tables::counts::{BASE, COPIES, totals};
use paili_tables::merge::merge;

use super::RuleSet;
use crate::tile::Suit;
use crate::tile_set::{Part, TileSet};

/// A cost for each place.
type Costs = [u8; PLACES];

/// The tables of a form.
#[derive(Debug, Clone)]
pub(super) struct Lowered {
    /// The row of each class of a suit, and of the honors.
    suits: Vec<Costs>,
    honors: Vec<Costs>,
    /// The rest of a suit beside the third suit and the honors, `[suit and honors][suit]`, of the honors, `[two suits][suit]`, and
    /// of the third suit, `[two suits][honors]`.
    suit_honors_suit: Vec<u16>,
    three_suits: Vec<u16>,
    two_suits_honors: Vec<u16>,
    /// What each rest lacks for what a part leaves of the goal, by the part's place, `[exposed melds][rest]`.
    left: Vec<Costs>,
    rests: usize,
    kinds: LoweredKinds,
}

/// The kinds of each part that lower each place.
#[derive(Debug, Clone)]
struct LoweredKinds {
    numbers: DenseNumbers,
    /// Where the vectors of each part begin; those of parts of which the deck has the same are one.
    parts: [usize; Part::ALL.len()],
    /// Where the sets of each vector begin, by its number.
    vectors: Vec<u32>,
    /// Sets of kinds, a bit for each, the first kind's the lowest; one for each place of the grid. Equal rows are kept once.
    sets: Vec<u16>,
}

/// A form's tables that are not made before many hands are asked about, since this takes half as long as all others.
#[derive(Debug, Default)]
pub(super) struct Lowering {
    forms: Vec<FormToLower>,
    asked: AtomicU32,
    made: OnceLock<Vec<Lowered>>,
}

/// What the tables of a form are made of.
#[derive(Debug)]
pub(super) struct FormToLower {
    pub grid: Grid,
    /// The places that win, beside each number of exposed melds.
    pub goals: Vec<(usize, usize)>,
    /// The row of each class of a suit, of the honors, of two suits, and of a suit and the honors.
    pub suits: Vec<CostRow>,
    pub honors: Vec<CostRow>,
    pub two_suits: Vec<CostRow>,
    pub suit_honors: Vec<CostRow>,
    /// The class of each vector of each part.
    pub classes: [Arc<Vec<u16>>; Part::ALL.len()],
}

/// How many questions are asked before, one for each reading of a hand: as many as take some hundredths of a second.
const MANY: u32 = 100_000;

impl Lowering {
    pub(super) fn new(forms: Vec<FormToLower>) -> Lowering {
        Lowering { forms, ..Lowering::default() }
    }

    /// The tables of each form, if they are made. One thread makes them while others go on without.
    #[inline]
    pub(super) fn get(&self, rules: &RuleSet) -> &[Lowered] {
        match self.made.get() {
            Some(made) => made,
            None if self.asked.fetch_add(1, Ordering::Relaxed) == MANY => self.make(rules),
            None => &[],
        }
    }

    #[cfg(test)]
    pub(super) fn is_made(&self) -> bool {
        self.made.get().is_some()
    }

    /// The same, made now.
    #[cold]
    pub(super) fn make(&self, rules: &RuleSet) -> &[Lowered] {
        self.made.get_or_init(|| self.forms.iter().map(|form| Lowered::new(rules, form)).collect())
    }
}

/// The classes of a hand's parts and halves.
#[derive(Clone, Copy)]
pub(super) struct ClassesOfHand {
    pub parts: [u16; Part::ALL.len()],
    pub two_suits: u16,
    pub suit_honors: u16,
}

impl Lowered {
    fn new(rules: &RuleSet, form: &FormToLower) -> Lowered {
        let grid = form.grid;
        let merged = |first: &[CostRow], second: &[CostRow]| -> Vec<CostRow> {
            first.iter().flat_map(|&one| second.iter().map(move |&other| merge(grid, one, other))).collect()
        };
        let of_rests = [
            merged(&form.suit_honors, &form.suits),
            merged(&form.two_suits, &form.suits),
            merged(&form.two_suits, &form.honors),
        ];
        let rests: BTreeSet<CostRow> = of_rests.iter().flatten().copied().collect();
        let numbers: HashMap<CostRow, u16> = rests.iter().copied().zip((0..=u16::MAX).cycle()).collect();
        let [suit_honors_suit, three_suits, two_suits_honors] =
            of_rests.map(|rests| rests.iter().map(|row| numbers[row]).collect());
        let left =
            form.goals.iter().flat_map(|&goal| rests.iter().map(move |&rest| left_of(grid, goal, rest))).collect();
        let costs = |rows: &[CostRow]| rows.iter().map(|&CostRow(row)| row).collect();
        Lowered {
            suits: costs(&form.suits),
            honors: costs(&form.honors),
            suit_honors_suit,
            three_suits,
            two_suits_honors,
            left,
            rests: rests.len(),
            kinds: LoweredKinds::new(rules, form),
        }
    }

    /// The kinds that lower what a hand lacks beside exposed melds, which is known.
    #[inline]
    pub(super) fn useful(
        &self,
        vectors: [usize; Part::ALL.len()],
        classes: ClassesOfHand,
        exposed: usize,
        lacking: u8,
    ) -> TileSet {
        let (two_suits, suit_honors) = (usize::from(classes.two_suits), usize::from(classes.suit_honors));
        let [characters, dots, bamboos, honors] = classes.parts.map(usize::from);
        let (suits, of_honors) = (self.suits.len(), self.honors.len());
        let rests = [
            self.suit_honors_suit[suit_honors * suits + dots],
            self.suit_honors_suit[suit_honors * suits + characters],
            self.two_suits_honors[two_suits * of_honors + honors],
            self.three_suits[two_suits * suits + bamboos],
        ];
        let left = &self.left[exposed * self.rests..];
        let rows = [&self.suits[characters], &self.suits[dots], &self.suits[bamboos], &self.honors[honors]];
        let mut useful = 0;
        for (part, (row, rest)) in rows.into_iter().zip(rests).enumerate() {
            let kinds = self.kinds.of(part, vectors[part], row, &left[usize::from(rest)], lacking);
            useful |= u64::from(kinds) << (part * Suit::RANKS);
        }
        TileSet::from_bits(useful)
    }
}

impl LoweredKinds {
    fn new(rules: &RuleSet, form: &FormToLower) -> LoweredKinds {
        let numbers = DenseNumbers::new(Suit::RANKS, rules.most_tiles());
        let mut kinds = LoweredKinds { numbers, parts: [0; Part::ALL.len()], vectors: Vec::new(), sets: Vec::new() };
        let mut known: HashMap<[u16; PLACES], u32> = HashMap::new();
        let mut begins: HashMap<(*const Vec<u16>, Vec<u8>), usize> = HashMap::new();
        for part in Part::ALL {
            let of_vectors = &form.classes[part.index()];
            let copies: Vec<u8> = part.kinds().iter().map(|tile| rules.copies(tile)).collect();
            let begin = *begins.entry((Arc::as_ptr(of_vectors), copies.clone())).or_insert_with(|| {
                let begin = kinds.vectors.len();
                let rows = if part == Part::Honors { &form.honors } else { &form.suits };
                kinds.add(form.grid, rows, of_vectors, &copies, rules.most_tiles(), &mut known);
                begin
            });
            kinds.parts[part.index()] = begin;
        }
        // A row is read as if it had all places.
        kinds.sets.extend([0; PLACES]);
        kinds
    }

    /// Adds those of a part.
    fn add(
        &mut self,
        grid: Grid,
        rows: &[CostRow],
        classes: &[u16],
        copies: &[u8],
        most_tiles: usize,
        known: &mut HashMap<[u16; PLACES], u32>,
    ) {
        let lowered = |CostRow(row): CostRow, CostRow(more): CostRow| {
            (0..grid.len()).fold(0_u16, |places, place| places | u16::from(more[place] < row[place]) << place)
        };
        let changes: Vec<u16> = rows.iter().flat_map(|&row| rows.iter().map(move |&more| lowered(row, more))).collect();
        let powers: Vec<usize> = (0..copies.len() as u32).map(|kind| BASE.pow(kind)).collect();
        let sets_of = |vector: usize| {
            let own = &changes[usize::from(classes[vector]) * rows.len()..];
            let mut sets = [0; PLACES];
            for (kind, (&power, &copies)) in powers.iter().zip(copies).enumerate() {
                if vector / power % BASE >= usize::from(copies).min(COPIES) {
                    continue;
                }
                let mut places = own[usize::from(classes[vector + power])];
                while places > 0 {
                    sets[places.trailing_zeros() as usize] |= 1 << kind;
                    places &= places - 1;
                }
            }
            sets
        };
        let totals = totals(copies.len());
        let mut vectors: Vec<usize> =
            (0..totals.len()).filter(|&vector| usize::from(totals[vector]) <= most_tiles).collect();
        // Those of few tiles, which are the common ones, lie side by side.
        vectors.sort_by_key(|&vector| totals[vector]);
        let begin = self.vectors.len();
        self.vectors.resize(begin + vectors.len(), 0);
        for vector in vectors {
            let sets = sets_of(vector);
            self.vectors[begin + self.numbers.of(vector)] = *known.entry(sets).or_insert_with(|| {
                self.sets.extend(&sets[..grid.len()]);
                (self.sets.len() - grid.len()) as u32
            });
        }
    }

    /// The kinds that lower one of the places that are given to a part.
    #[inline]
    fn of(&self, part: usize, vector: usize, row: &Costs, left: &Costs, lacking: u8) -> u16 {
        let begin = self.vectors.get(self.parts[part] + self.numbers.of(vector)).map_or(0, |&begin| begin as usize);
        let Some(sets) = self.sets.get(begin..).and_then(<[u16]>::first_chunk::<PLACES>) else { return 0 };
        // Without a branch, a register of places at a time.
        let mut kinds = [0; PLACES];
        for place in 0..PLACES {
            let is_given = u16::from(row[place].wrapping_add(left[place]) == lacking);
            kinds[place] = sets[place] & is_given.wrapping_neg();
        }
        kinds.into_iter().fold(0, |all, some| all | some)
    }
}

/// Numbers a part's vectors of at most so many tiles without gaps. The lower digits of codes stand in the order of their tiles, so that those
/// that fit beside some higher digits are the first ones, whatever these are.
#[derive(Debug, Clone)]
struct DenseNumbers {
    begins: Vec<u32>,
    orders: Vec<u16>,
}

/// Where codes are split.
const LOWER: usize = BASE.pow(5);

impl DenseNumbers {
    fn new(kinds: usize, most_tiles: usize) -> DenseNumbers {
        let totals = totals(kinds);
        let lower = &totals[..LOWER.min(totals.len())];
        let mut in_order: Vec<usize> = (0..lower.len()).collect();
        in_order.sort_by_key(|&code| lower[code]);
        let mut orders = vec![0; LOWER];
        in_order.iter().zip(0..).for_each(|(&code, order)| orders[code] = order);
        let mut next = 0;
        let mut begins: Vec<u32> = Vec::new();
        for &higher in totals.iter().step_by(LOWER) {
            begins.push(next);
            next += lower.iter().filter(|&&tiles| usize::from(tiles + higher) <= most_tiles).count() as u32;
        }
        DenseNumbers { begins, orders }
    }

    /// The number of a vector; of a void suit, which is none, that of some other one.
    #[inline]
    fn of(&self, vector: usize) -> usize {
        let begin = self.begins.get(vector / LOWER).map_or(0, |&begin| begin as usize);
        begin + usize::from(self.orders[vector % LOWER])
    }
}

/// What a rest lacks for what each place leaves of a goal.
fn left_of(grid: Grid, (pairs, melds): (usize, usize), CostRow(rest): CostRow) -> Costs {
    let mut left = [LOST; PLACES];
    for (own_pairs, own) in grid.all().filter(|&(own_pairs, own)| own_pairs <= pairs && own <= melds) {
        left[grid.place(own_pairs, own)] = rest[grid.place(pairs - own_pairs, melds - own)];
    }
    left
}
