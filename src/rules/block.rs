//! Many hands looked up at once, way by way: while one hand's look-up waits for memory, those of others go on.

use paili_tables::cost::LOST;

use super::compile::SumsOfParts;
use super::lookup::Lookup;
use super::part_table::VOID;
use super::rule_tables::RuleTables;
use super::sums::FewSums;
use super::{VoidSuit, Voids};
use crate::codes::Codes;
use crate::distance::Distance;
use crate::tile_set::Part;

/// How many hands are looked up at once: few enough to stay in the fastest memory.
pub(crate) const BLOCK: usize = 128;

/// Hands of a block, by their places in it. Places fit a byte, and an array of all places of a byte needs no check.
pub(super) type EachPlace<T> = [T; 1 << u8::BITS];

const _: () = assert!(BLOCK <= 1 << u8::BITS);

/// Scratch to look hands up in.
pub(crate) struct Scratch {
    /// Of each part, the number of each hand's row of classes.
    numbers: [EachPlace<u32>; Part::ALL.len()],
    /// The class of two suits of each hand.
    halves: EachPlace<u16>,
    /// The few sums of each hand.
    sums: EachPlace<u32>,
    /// What each hand lacks by the ways so far, and by one of them.
    least: EachPlace<u8>,
    bounds: EachPlace<u8>,
    /// The hands that another way may be nearer to.
    places: EachPlace<u8>,
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        let nothing = [0; 1 << u8::BITS];
        Scratch {
            numbers: [[0; 1 << u8::BITS]; Part::ALL.len()],
            halves: [0; 1 << u8::BITS],
            sums: [0; 1 << u8::BITS],
            least: nothing,
            bounds: nothing,
            places: nothing,
        }
    }
}

impl RuleTables {
    /// How many tiles the natural tiles of each hand lack beside the same numbers of exposed melds and, if it matters, of
    /// wildcards, if one of some suits is void.
    #[inline]
    pub(crate) fn lacking_of_each<'a>(
        &self,
        codes: impl ExactSizeIterator<Item = &'a Codes>,
        (exposed, wildcards): (usize, u8),
        voids: Voids,
        room: &'a mut Scratch,
    ) -> &'a [u8] {
        let hands = codes.len().min(BLOCK);
        let numbers = Part::each(|part| &self.parts[part].numbers[..]);
        for (place, codes) in codes.take(BLOCK).enumerate() {
            for part in Part::ALL {
                room.numbers[part.index()][place] = numbers[part.index()][codes.digits(part)];
            }
        }
        room.least[..hands].fill(LOST);
        match self.rules().void() {
            VoidSuit::NotAsked => self.lower(hands, (exposed, wildcards), room),
            VoidSuit::Asked => {
                for suit in voids.iter() {
                    let part = suit as usize;
                    let numbers = room.numbers[part];
                    room.numbers[part][..hands].fill(self.part(Part::ALL[part]).number(VOID) as u32);
                    self.lower(hands, (exposed, wildcards), room);
                    room.numbers[part] = numbers;
                }
            }
        }
        &room.least[..hands]
    }

    /// Lowers what hands lack to what they lack for the nearest form.
    fn lower(&self, hands: usize, (exposed, wildcards): (usize, u8), room: &mut Scratch) {
        let Scratch { numbers, halves, sums, least, bounds, places } = room;
        // Apart from the look-ups, so that there is no branch that can't be predicted.
        let nearer = |least: &mut EachPlace<u8>, bounds: &EachPlace<u8>| {
            least[..hands].iter_mut().zip(bounds).for_each(|(least, &bound)| *least = bound.min(*least));
        };
        let (mut forms, mut to_add) = (self.ways(exposed, wildcards), self.sums(exposed));
        if let (Some(standard), [_, others @ ..]) = (&self.packed.standard, forms)
            && let Some(rows) = standard.beside(self, self.place(exposed, wildcards))
        {
            standard.lacking(rows, hands, numbers, sums, bounds);
            nearer(least, bounds);
            if let (Some(few), Some(_)) = (&self.packed.few, to_add) {
                few.lacking_of_each(&sums[..hands.next_multiple_of(FewSums::HANDS)], bounds);
                nearer(least, bounds);
                to_add = None;
            }
            forms = others;
        }
        if let Some(SumsOfParts { sums, shares, .. }) = to_add {
            let [characters, dots, bamboos, honors] = Part::each(|part| &shares[part][..]);
            for (place, bound) in bounds[..hands].iter_mut().enumerate() {
                let [one, other, third, fourth] = Part::each(|part| numbers[part][place] as usize);
                let suits = characters[one].plus(dots[other]);
                *bound = sums.lacking(suits.plus(bamboos[third].plus(honors[fourth])));
            }
            nearer(least, bounds);
        }
        for form in forms.iter().filter(|form| !form.is_summed) {
            self.lacking_by(form.least(), 0..hands, numbers, halves, bounds);
            if form.bound.is_none() {
                nearer(least, bounds);
                continue;
            }
            // Nearly always another form is nearer. Which hands are left is found without a branch.
            let mut left = 0;
            for place in 0..hands {
                places[left % (1 << u8::BITS)] = place as u8;
                left += usize::from(bounds[place] < least[place]);
            }
            for way in &form.ways {
                let places = places[..left].iter().map(|&place| usize::from(place));
                self.lacking_by(way, places.clone(), numbers, halves, bounds);
                places.for_each(|place| least[place] = least[place].min(bounds[place]));
            }
        }
    }

    /// What some hands lack by a way.
    #[inline]
    fn lacking_by(
        &self,
        way: &Lookup,
        places: impl Iterator<Item = usize> + Clone,
        numbers: &[EachPlace<u32>; Part::ALL.len()],
        halves: &mut EachPlace<u16>,
        lacking: &mut EachPlace<u8>,
    ) {
        let (way, in_place) = (self.rows_of(way), |place| place % (1 << u8::BITS));
        let [characters, dots, bamboos, honors] = numbers;
        // A half at a time, for which a processor has registers enough.
        for place in places.clone().map(in_place) {
            halves[place] = way.two_suits(characters[place] as usize, dots[place] as usize);
        }
        for place in places.map(in_place) {
            let suit_honors = way.suit_honors(bamboos[place] as usize, honors[place] as usize);
            lacking[place] = way.of_halves(halves[place], suit_honors);
        }
    }
}

/// How far hands are whose natural tiles lack so many, when wildcards stand for some of these.
#[inline]
pub(crate) fn after_wildcards(lacking: u8, wildcards: u8) -> Distance {
    // Chosen without a branch.
    if lacking < LOST { Distance::known(lacking.saturating_sub(wildcards)) } else { Distance::NEVER }
}
