//! One question: which hands of so many tiles lack fewer than so many by a form of several ways, and by no other.

use super::context::Context;
use super::{
    Classes, FormOf, KnittedCount, PLACES, SHEETS, SUIT_HONORS, Sets, TWO_SUITS, WASTED, WAYS, WayOf, Ways, place_of,
};
use crate::set_count::Wide;
use crate::tile_set::Part;

/// Which hands of so many tiles lack fewer than so many of them.
pub(super) struct Question<'a> {
    pub all: &'a KnittedCount<'a>,
    pub tiles: usize,
    pub lacking: u8,
    /// For each form which classes stand for those that are [alike](super::alike).
    pub alike: Vec<[Vec<u16>; PLACES]>,
}

/// A set of one of the first two suits.
struct Candidate {
    tiles: usize,
    classes: Classes,
    /// How many of them are wasted in each way of several.
    wasted: [u8; WAYS],
    /// The number of its classes for the forms of one way.
    others: usize,
    count: Wide,
}

/// Which sets of the first two suits, by the numbers of their classes for the forms of one way, lack fewer by none of these alone.
struct FarPairs {
    are_far: Vec<bool>,
    row: usize,
}

impl FarPairs {
    fn are_far(&self, one: &Candidate, other: &Candidate) -> bool {
        self.are_far[one.others * self.row + other.others]
    }
}

impl Question<'_> {
    /// How many of a number of tiles are wasted that lack so many alone, if no more than may be.
    fn wasted(&self, form: usize, tiles: usize, alone: u8) -> Option<u8> {
        let form = &self.all.forms[form];
        // A class that stands for another may be of more tiles, and lack fewer alone than these can.
        let wasted = (tiles + usize::from(alone)).saturating_sub(form.tiles);
        (wasted + form.tiles < self.tiles + usize::from(self.lacking)).then_some(wasted as u8)
    }

    /// The classes of a set for the form of each sheet, alike ones as the same; `None` if no hand that holds it is asked for.
    fn classes(&self, place: usize, tiles: usize, of_sheets: impl Iterator<Item = (usize, u16)>) -> Option<Classes> {
        let mut classes = [0; SHEETS];
        let mut can_be_nearer = false;
        for (kept, (form, class)) in classes.iter_mut().zip(of_sheets) {
            *kept = WASTED;
            if class == WASTED {
                continue;
            }
            let FormOf { ways, alone, .. } = &self.all.forms[form];
            let class = self.alike[form][place][usize::from(class)];
            let alone = alone[place][usize::from(class)];
            if *ways == Ways::One && alone < self.lacking {
                return None;
            }
            if self.wasted(form, tiles, alone).is_some() {
                *kept = class;
                can_be_nearer |= *ways == Ways::Several;
            }
        }
        can_be_nearer.then_some(classes)
    }

    fn of_part(&self, part: Part) -> Sets {
        let mut sets = Sets::new();
        let sheets = &self.all.sheets[part.index()];
        for &((tiles, classes), count) in &self.all.parts[part.index()] {
            let of_sheets = sheets.iter().zip(classes).map(|(&(form, _), class)| (form, class));
            if tiles <= self.tiles
                && let Some(classes) = self.classes(part.index(), tiles, of_sheets)
            {
                sets.entry((tiles, classes)).or_default().add(count);
            }
        }
        sets
    }

    /// The sets of one of the first two suits, those of few tiles first.
    fn candidates(&self, part: Part) -> Vec<Candidate> {
        let candidate = |((tiles, classes), count): ((usize, Classes), Wide)| {
            let mut wasted = [u8::MAX; WAYS];
            for (wasted, &WayOf { form, sheets, .. }) in wasted.iter_mut().zip(&self.all.ways) {
                let class = classes[sheets[part.index()]];
                let FormOf { ways, alone, .. } = &self.all.forms[form];
                if *ways == Ways::Several && class != WASTED {
                    let alone = alone[part.index()][usize::from(class)];
                    *wasted = self.wasted(form, tiles, alone).unwrap_or(u8::MAX);
                }
            }
            Candidate { tiles, classes, wasted, others: 0, count }
        };
        let mut candidates: Vec<_> = self.of_part(part).into_iter().map(candidate).collect();
        candidates.sort_unstable_by_key(|candidate| (candidate.tiles, candidate.classes));
        candidates
    }

    /// The sets of the third suit and the honors, by their number of tiles.
    fn besides(&self) -> Vec<Context> {
        let sheets = &self.all.sheets[Part::Bamboos.index()];
        let honors = self.of_part(Part::Honors);
        let mut sets = Sets::new();
        for ((few, suit), count) in self.of_part(Part::Bamboos) {
            for (&(more, of_honors), &ways) in &honors {
                let tiles = few + more;
                let of_sheets = sheets.iter().zip(suit).map(|(&(form, _), suit)| {
                    // A form has one sheet of the honors.
                    let honors = of_honors[form];
                    let is_wasted = suit == WASTED || honors == WASTED;
                    let class = || self.all.forms[form].way.suit_honors(self.all.tables, suit, honors);
                    (form, if is_wasted { WASTED } else { class() })
                });
                if tiles <= self.tiles
                    && let Some(classes) = self.classes(SUIT_HONORS, tiles, of_sheets)
                {
                    sets.entry((tiles, classes)).or_default().add(count.times(ways));
                }
            }
        }
        let mut besides: Vec<Vec<(Classes, Wide)>> = vec![Vec::new(); self.tiles + 1];
        for ((tiles, classes), count) in sets {
            besides[tiles].push((classes, count));
        }
        let of_two_suits = || sheets.iter().map(|&(form, _)| self.all.forms[form].alone[TWO_SUITS].len());
        besides.into_iter().map(|sets| Context::new(&sets, of_two_suits())).collect()
    }

    /// Counts them.
    pub(super) fn hands(&self) -> Wide {
        let (mut first, mut second) = (self.candidates(Part::Characters), self.candidates(Part::Dots));
        let far = self.far_pairs([&mut first, &mut second]);
        let is_same = |(one, other): (&Candidate, &Candidate)| {
            (one.tiles, one.classes, one.count) == (other.tiles, other.classes, other.count)
        };
        let are_same = first.len() == second.len() && first.iter().zip(&second).all(is_same);
        let is_symmetric = are_same && self.all.can_exchange_suits();
        let (mut besides, may_waste) = (self.besides(), self.may_waste());
        let mut all = Wide::default();
        for (number, one) in first.iter().enumerate() {
            let others = if is_symmetric { &second[number..] } else { &second };
            for alike in others.chunk_by(|one, other| one.others == other.others) {
                if !far.are_far(one, &alike[0]) {
                    continue;
                }
                for other in alike.iter().take_while(|other| one.tiles + other.tiles <= self.tiles) {
                    let mut can_be_nearer = false;
                    for (way, most) in may_waste.iter().enumerate() {
                        can_be_nearer |= one.wasted[way].saturating_add(other.wasted[way]) <= *most;
                    }
                    if can_be_nearer {
                        let beside = &mut besides[self.tiles - one.tiles - other.tiles];
                        let suits = one.count.times(other.count);
                        let hands = self.beside_two_suits(one, other, beside).times(suits);
                        all.add(hands);
                        if is_symmetric && !std::ptr::eq(other, &raw const second[number]) {
                            all.add(hands);
                        }
                    }
                }
            }
        }
        all
    }

    /// How many tiles may be wasted in each way.
    fn may_waste(&self) -> [u8; WAYS] {
        let mut may_waste = [0; WAYS];
        for (most, way) in may_waste.iter_mut().zip(&self.all.ways) {
            let tiles = self.all.forms[way.form].tiles;
            *most = (self.tiles + usize::from(self.lacking)).saturating_sub(tiles + 1) as u8;
        }
        may_waste
    }

    /// The class of two suits for a way, if neither is wasted, and what it lacks alone.
    #[inline]
    fn two_suits(&self, of: &WayOf, characters: u16, dots: u16) -> Option<(u16, u8)> {
        (characters != WASTED && dots != WASTED).then(|| {
            let class = of.way.two_suits(self.all.tables, characters, dots);
            let class = self.alike[of.form][TWO_SUITS][usize::from(class)];
            (class, self.all.forms[of.form].alone[TWO_SUITS][usize::from(class)])
        })
    }

    /// Numbers the classes of candidates for the forms of one way, puts those of the same number together, and finds out which
    /// lack fewer together.
    fn far_pairs(&self, [first, second]: [&mut [Candidate]; 2]) -> FarPairs {
        let forms = &self.all.forms;
        let ways: Vec<&WayOf> = self.all.ways.iter().filter(|way| forms[way.form].ways == Ways::One).collect();
        let numbered = |candidates: &mut [Candidate], part: Part| -> Vec<Vec<u16>> {
            let mut known = Vec::new();
            for candidate in &mut *candidates {
                let classes = ways.iter().map(|way| candidate.classes[way.sheets[part.index()]]).collect();
                candidate.others = place_of(&mut known, classes);
            }
            candidates.sort_by_key(|candidate| candidate.others);
            known
        };
        let (first, second) = (numbered(first, Part::Characters), numbered(second, Part::Dots));
        let are_far = |one: &[u16], other: &[u16]| {
            ways.iter().zip(one.iter().zip(other)).all(|(way, (&one, &other))| {
                let alone = |(_, alone)| alone >= self.lacking;
                self.two_suits(way, one, other).is_none_or(alone)
            })
        };
        let pairs = first.iter().flat_map(|one| second.iter().map(move |other| are_far(one, other)));
        FarPairs { are_far: pairs.collect(), row: second.len() }
    }

    /// How many of the sets beside these of two suits are asked for.
    fn beside_two_suits(&self, one: &Candidate, other: &Candidate, beside: &mut Context) -> Wide {
        let tiles = one.tiles + other.tiles;
        beside.begin();
        for of @ &WayOf { way, form, sheets: [characters, dots, bamboos, _] } in &self.all.ways {
            let both = self.two_suits(of, one.classes[characters], other.classes[dots]);
            let Some((class, alone)) = both else { continue };
            if self.wasted(form, tiles, alone).is_some() {
                let is_fewer = |other| way.of_halves(self.all.tables, class, other) < self.lacking;
                beside.add(self.all.forms[form].ways, bamboos, class, is_fewer);
            }
        }
        beside.count()
    }
}
