//! Tables of useful tiles, for the forms that most hands are nearest to.
//!
//! A hand shares the melds and the pair of a form out among its parts. Say a part takes some place of its cost row, such as two
//! melds and no pair, and the other three parts, its *rest*, take what is left. The shares that come to what the hand lacks are
//! the best ones. One tile more lowers a place of a row by one or not at all. So a kind is useful exactly if it lowers a place
//! that its part takes in one of the best shares. A table has the kinds that lower each place, for each vector of a part.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use paili_tables::cost::{CostRow, Grid, LOST, PLACES};
use paili_tables::counts::{BASE, COPIES, totals};
use paili_tables::merge::Merger;

use super::RuleSet;
use crate::tile::Suit;
use crate::tile_set::{Part, TileSet};

/// A cost for each place.
type Costs = [u8; PLACES];

/// The tables of a form.
#[derive(Debug, Clone)]
pub(super) struct UsefulTable {
    /// The row of each class of a suit, and of the honors.
    suits: Vec<Costs>,
    honors: Vec<Costs>,
    /// The number of a rest, by the half that a part is not in and the other part of its own half: for the first two suits
    /// `[suit and honors][suit]`, for the honors `[two suits][suit]`, for the third suit `[two suits][honors]`.
    suit_honors_suit: Vec<u16>,
    three_suits: Vec<u16>,
    two_suits_honors: Vec<u16>,
    /// What each rest lacks when a part takes each place, `[exposed melds][rest]`.
    left: Vec<Costs>,
    rests: usize,
    kinds: UsefulKinds,
}

/// The kinds of each part that lower each place.
#[derive(Debug, Clone)]
struct UsefulKinds {
    /// Of each part, the number of each vector's row, by its code. Parts of which the deck has the same share them.
    rows: [RowNumbers; Part::ALL.len()],
    /// Equal rows are kept once.
    sets: Vec<Sets>,
}

/// Numbers of rows of sets, by the code of a vector.
type RowNumbers = Arc<Vec<u32>>;

/// For each place of the grid the kinds that lower it: a bit for each kind, the first kind's the lowest. Aligned, so that none
/// lies in two lines of a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(32))]
struct Sets([u16; PLACES]);

/// The tables of the forms. They are made for those who ask about many hands; who asks about few is answered sooner without.
#[derive(Debug, Default)]
pub(super) struct UsefulTables {
    forms: Vec<FormToTabulate>,
    asked: AtomicU32,
    made: OnceLock<Vec<Option<UsefulTable>>>,
}

/// What the tables of a form are made of.
#[derive(Debug)]
pub(super) struct FormToTabulate {
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

/// How many questions are asked before the tables are made without being asked for: as many as take some hundredths of a second.
/// Each reading of a hand is a question.
const MANY: u32 = 100_000;

/// The most rests that are numbered.
const MOST_RESTS: usize = 1 << u16::BITS;

impl UsefulTables {
    pub(super) fn new(forms: Vec<FormToTabulate>) -> UsefulTables {
        UsefulTables { forms, ..UsefulTables::default() }
    }

    /// The tables of each form, if they are made. A form with too many rests has none. One thread makes them while others go on
    /// without.
    #[inline]
    pub(super) fn get(&self, rules: &RuleSet) -> &[Option<UsefulTable>] {
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
    pub(super) fn make(&self, rules: &RuleSet) -> &[Option<UsefulTable>] {
        self.make_of_at_most(rules, MOST_RESTS)
    }

    /// The same for forms of at most so many rests.
    pub(super) fn make_of_at_most(&self, rules: &RuleSet, rests: usize) -> &[Option<UsefulTable>] {
        self.made.get_or_init(|| self.forms.iter().map(|form| UsefulTable::new(rules, form, rests)).collect())
    }
}

/// The classes of a hand's parts and halves.
#[derive(Clone, Copy)]
pub(super) struct ClassesOfHand {
    pub parts: [u16; Part::ALL.len()],
    pub two_suits: u16,
    pub suit_honors: u16,
}

impl UsefulTable {
    /// If the form has at most so many rests.
    fn new(rules: &RuleSet, form: &FormToTabulate, most_rests: usize) -> Option<UsefulTable> {
        let grid = form.grid;
        let merger = &Merger::new(grid);
        let side_by_side = |first: &[CostRow], second: &[CostRow]| -> Vec<CostRow> {
            first.iter().flat_map(|&one| second.iter().map(move |&other| merger.merge(one, other))).collect()
        };
        let of_rests = [
            side_by_side(&form.suit_honors, &form.suits),
            side_by_side(&form.two_suits, &form.suits),
            side_by_side(&form.two_suits, &form.honors),
        ];
        let rests: BTreeSet<CostRow> = of_rests.iter().flatten().copied().collect();
        if rests.len() > most_rests {
            return None;
        }
        let numbers: HashMap<CostRow, u16> = rests.iter().copied().zip(0..=u16::MAX).collect();
        let [suit_honors_suit, three_suits, two_suits_honors] =
            of_rests.map(|rests| rests.iter().map(|row| numbers[row]).collect());
        let left =
            form.goals.iter().flat_map(|&goal| rests.iter().map(move |&rest| left_of(grid, goal, rest))).collect();
        let costs = |rows: &[CostRow]| rows.iter().map(|&CostRow(row)| row).collect();
        Some(UsefulTable {
            suits: costs(&form.suits),
            honors: costs(&form.honors),
            suit_honors_suit,
            three_suits,
            two_suits_honors,
            left,
            rests: rests.len(),
            kinds: UsefulKinds::new(rules, form),
        })
    }

    /// The kinds that lower what a hand lacks beside exposed melds, which is known.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "classes would be stored, and be read back only after waiting")]
    pub(super) fn useful(
        &self,
        vectors: [usize; Part::ALL.len()],
        classes: ClassesOfHand,
        exposed: usize,
        lacking: u8,
    ) -> TileSet {
        let (two_suits, suit_honors) = (usize::from(classes.two_suits), usize::from(classes.suit_honors));
        let [characters, dots, bamboos, honors] = Part::each(|part| usize::from(classes.parts[part]));
        let (suits, of_honors) = (self.suits.len(), self.honors.len());
        let rests = [
            self.suit_honors_suit[suit_honors * suits + dots],
            self.suit_honors_suit[suit_honors * suits + characters],
            self.two_suits_honors[two_suits * of_honors + honors],
            self.three_suits[two_suits * suits + bamboos],
        ];
        let left = &self.left[exposed * self.rests..];
        let [one, other, third, fourth] = Part::each(|part| &left[usize::from(rests[part])]);
        let of_parts = [
            self.kinds.of(0, vectors[0], &self.suits[characters], one, lacking),
            self.kinds.of(1, vectors[1], &self.suits[dots], other, lacking),
            self.kinds.of(2, vectors[2], &self.suits[bamboos], third, lacking),
            self.kinds.of(3, vectors[3], &self.honors[honors], fourth, lacking),
        ];
        let kinds = |part: usize| u64::from(of_parts[part]) << (part * Suit::RANKS);
        TileSet::from_bits(kinds(0) | kinds(1) | kinds(2) | kinds(3))
    }
}

impl UsefulKinds {
    fn new(rules: &RuleSet, form: &FormToTabulate) -> UsefulKinds {
        let mut sets = Vec::new();
        let mut known: HashMap<Sets, u32> = HashMap::new();
        // Parts with the same classes and copies are alike.
        let mut made: HashMap<(*const Vec<u16>, Vec<u8>), RowNumbers> = HashMap::new();
        let rows = Part::ALL.map(|part| {
            let classes = &form.classes[part.index()];
            let copies: Vec<u8> = part.kinds().iter().map(|tile| rules.copies(tile)).collect();
            let rows = made.entry((Arc::as_ptr(classes), copies.clone())).or_insert_with(|| {
                let changes = changes(form.grid, if part == Part::Honors { &form.honors } else { &form.suits });
                let totals = totals(copies.len());
                let mut rows = vec![0; totals.len()];
                let fits = |&vector: &usize| usize::from(totals[vector]) <= rules.most_tiles();
                for vector in (0..rows.len()).filter(fits) {
                    let of_vector = sets_of(vector, classes, &copies, &changes);
                    rows[vector] = *known.entry(of_vector).or_insert_with(|| {
                        sets.push(of_vector);
                        (sets.len() - 1) as u32
                    });
                }
                Arc::new(rows)
            });
            Arc::clone(rows)
        });
        UsefulKinds { rows, sets }
    }

    /// The kinds that lower one of the places that are given to a part; none of a void suit.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "four of them side by side take half the time of four calls")]
    fn of(&self, part: usize, vector: usize, row: &Costs, left: &Costs, lacking: u8) -> u16 {
        let Some(&number) = self.rows[part].get(vector) else { return 0 };
        let Sets(sets) = &self.sets[number as usize];
        // Without a branch, a register of places at a time.
        let mut kinds = [0; PLACES];
        for place in 0..PLACES {
            let is_given = u16::from(row[place].wrapping_add(left[place]) == lacking);
            kinds[place] = sets[place] & is_given.wrapping_neg();
        }
        kinds.into_iter().fold(0, |all, some| all | some)
    }
}

/// The places that are lower in a class's row than in another's, `[class][other]`: a bit for each.
fn changes(grid: Grid, rows: &[CostRow]) -> Vec<Vec<u16>> {
    let lowered = |CostRow(row): CostRow, CostRow(more): CostRow| {
        (0..grid.len()).fold(0, |places, place| places | u16::from(more[place] < row[place]) << place)
    };
    rows.iter().map(|&row| rows.iter().map(|&more| lowered(row, more)).collect()).collect()
}

/// The kinds of which one tile more lowers each place of a vector, if the deck has more of them.
fn sets_of(vector: usize, classes: &[u16], copies: &[u8], changes: &[Vec<u16>]) -> Sets {
    let own = &changes[usize::from(classes[vector])];
    let mut sets = Sets::default();
    for (kind, &copies) in copies.iter().enumerate() {
        let power = BASE.pow(kind as u32);
        if vector / power % BASE >= usize::from(copies).min(COPIES) {
            continue;
        }
        let mut places = own[usize::from(classes[vector + power])];
        while places > 0 {
            sets.0[places.trailing_zeros() as usize] |= 1 << kind;
            places &= places - 1;
        }
    }
    sets
}

/// What a rest lacks for what each place leaves of a goal.
fn left_of(grid: Grid, (pairs, melds): (usize, usize), CostRow(rest): CostRow) -> Costs {
    let mut left = [LOST; PLACES];
    for (own_pairs, own) in grid.all().filter(|&(own_pairs, own)| own_pairs <= pairs && own <= melds) {
        left[grid.place(own_pairs, own)] = rest[grid.place(pairs - own_pairs, melds - own)];
    }
    left
}
