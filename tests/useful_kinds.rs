//! Every count vector of a suit and of the honors: its useful kinds in the tables are those that lower the distance, beside
//! rests of every class and any number of exposed melds.

use crate::length::short_or_long;
use crate::threads;
use paili::distance::cost_row;
use paili::{Counts, Tile};
use paili_tables::Tables;
use paili_tables::class::Classes;
use paili_tables::cost::{CostRow, PLACES};
use paili_tables::counts::{BASE, MAX_TILES, totals};
use paili_tables::standard::GRID;

/// How far apart the rests are that a vector is compared beside; the next vector takes the next ones.
const STEP: usize = 23;

struct Part<'a> {
    classes: &'a Classes,
    begins: &'a [u32],
    roles: &'a [u8],
    /// The part's kinds, from this tile on.
    first: usize,
    kinds: u32,
}

impl Part<'_> {
    /// The row of a vector of up to a tile more than a hand has: of that one by the plain programme.
    fn row(&self, code: usize, total: u8) -> CostRow {
        if usize::from(total) <= MAX_TILES {
            return self.classes.rows[usize::from(self.classes.of[code])];
        }
        let tiles = (0..self.kinds).flat_map(|kind| {
            let tile = Tile::ALL[self.first + kind as usize];
            std::iter::repeat_n(tile, code / BASE.pow(kind) % BASE)
        });
        let plain = cost_row(&Counts::of(tiles).unwrap()).concat();
        let mut row = [0; PLACES];
        row.iter_mut().zip(plain).for_each(|(cost, lacking)| *cost = lacking.get());
        CostRow(row)
    }

    /// Compares a vector, and tells beside how many rests.
    fn compare(&self, tables: &Tables, code: usize, totals: &[u8]) -> usize {
        let row = self.row(code, totals[code]);
        let more: Vec<Option<CostRow>> = (0..self.kinds)
            .map(|kind| {
                let more = code + BASE.pow(kind);
                (code / BASE.pow(kind) % BASE < 4).then(|| self.row(more, totals[code] + 1))
            })
            .collect();
        let class = usize::from(self.classes.of[code]);
        let mut compared = 0;
        for (rest, &beside) in tables.two_suits.rows.iter().enumerate().skip(code % STEP).step_by(STEP) {
            for exposed in 0..=GRID.melds() {
                let place = (exposed * tables.two_suits.rows.len() + rest) * self.classes.rows.len() + class;
                let useful = tables.useful.kinds[self.begins[code] as usize + usize::from(self.roles[place])];
                let lacking = least(row, beside, GRID.melds() - exposed);
                for (kind, more) in more.iter().enumerate() {
                    let lowers = more.is_some_and(|more| least(more, beside, GRID.melds() - exposed) < lacking);
                    assert_eq!(useful >> kind & 1 == 1, lowers, "{code}, kind {kind}, rest {rest}, {exposed} exposed");
                }
                assert_eq!(useful >> self.kinds, 0);
                compared += 1;
            }
        }
        compared
    }
}

/// What a row says of a number of pairs and melds.
fn cost(row: CostRow, pairs: usize, melds: usize) -> u8 {
    row.0[GRID.place(pairs, melds)]
}

/// What a part and its rest lack for a number of melds and a pair.
fn least(part: CostRow, rest: CostRow, melds: usize) -> u8 {
    let ways = (0..=1).flat_map(|pairs| (0..=melds).map(move |own| (pairs, own)));
    ways.map(|(pairs, own)| cost(part, pairs, own) + cost(rest, 1 - pairs, melds - own)).min().unwrap()
}

#[test]
fn useful_kinds_are_those_that_lower_the_distance() {
    let tables = Tables::build();
    let suits = Part {
        classes: &tables.suits,
        begins: &tables.useful.suits,
        roles: &tables.useful.suit_roles,
        first: 0,
        kinds: 9,
    };
    let honors = Part {
        classes: &tables.honors,
        begins: &tables.useful.honors,
        roles: &tables.useful.honor_roles,
        first: 27,
        kinds: 7,
    };
    for (part, vectors) in [(suits, 405_350), (honors, 43_130)] {
        let totals = totals(part.kinds as usize);
        let codes: Vec<usize> = (0..totals.len()).filter(|&code| usize::from(totals[code]) <= MAX_TILES).collect();
        assert_eq!(codes.len(), vectors);
        let some: Vec<usize> = codes.into_iter().step_by(short_or_long(67, 1)).collect();
        let compared = threads::results_of(&some, |&code| part.compare(&tables, code, &totals));
        // Of 180 rests seven or eight, beside none to four melds.
        assert!(compared.iter().all(|&rests| rests >= 35));
    }
}

/// Every rest that a hand can have costs what two suits cost.
#[test]
fn three_parts_are_merged_right() {
    let tables = Tables::build();
    let (suits, honors) = (&tables.suits.rows, &tables.honors.rows);
    let merged = |classes: &[u8], first: &[CostRow], second: &[CostRow]| {
        for (place, &class) in classes.iter().enumerate() {
            let (first, second) = (first[place / second.len()], second[place % second.len()]);
            let row = tables.two_suits.rows[usize::from(class)];
            for melds in 0..=GRID.melds() {
                let none = (0..=melds).map(|own| cost(first, 0, own) + cost(second, 0, melds - own)).min().unwrap();
                let expected = (none, least(first, second, melds));
                assert_eq!((cost(row, 0, melds), cost(row, 1, melds)), expected, "{place}");
            }
        }
        assert_eq!(classes.len(), first.len() * second.len());
    };
    merged(&tables.rests.three_suits, &tables.two_suits.rows, suits);
    merged(&tables.rests.two_suits_honors, &tables.two_suits.rows, honors);
    merged(&tables.rests.suit_honors_suit, &tables.suit_honors.rows, suits);
}
