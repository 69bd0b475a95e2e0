//! Useful tiles by a rule set.

use paili_tables::counts::{BASE, SUIT_KINDS};

use super::block::after_wildcards;
use super::lookup::{FormLookups, Lookup};
use super::part_table::VOID;
use super::rule_tables::vectors;
use super::useful_tables::{ClassesOfHand, UsefulTable};
use super::{RuleTables, VoidSuit, Voids};
use crate::distance::Distance;
use crate::hand::Hand;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

/// What counts of a hand: the digits of its parts' codes, and the kinds of which tiles count.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub vectors: [usize; Part::ALL.len()],
    pub kinds: TileSet,
}

/// What a reading of a hand lacks.
struct Nearness {
    /// The number of each part's classes.
    numbers: [usize; Part::ALL.len()],
    /// For the nearest of the forms that are added up.
    summed: u8,
    /// The classes for the first form, if it has one way and is not added up, and what is lacking for it.
    first: Option<(ClassesOfHand, u8)>,
    /// For the nearest form.
    lacking: u8,
}

/// What a tile more of each kind of a part adds to its vector's code.
const POWERS: [usize; SUIT_KINDS] = {
    let mut powers = [1; SUIT_KINDS];
    let mut kind = 1;
    while kind < powers.len() {
        powers[kind] = powers[kind - 1] * BASE;
        kind += 1;
    }
    powers
};

impl RuleTables {
    /// The distance, and the kinds of which one more lowers it.
    #[inline]
    pub(super) fn distance_and_useful(&self, hand: &Hand, voids: Voids) -> (Distance, TileSet) {
        let reading = Reading::of(hand);
        match self.rules().void() {
            VoidSuit::NotAsked => {
                let nearness = self.nearness(hand, reading);
                self.answer(hand, nearness.lacking, || self.lowering(hand, reading, &nearness, nearness.lacking))
            }
            VoidSuit::Asked => {
                let lacking = self.lacking(hand, voids);
                let lowering = |suit| self.lowering_without(hand, reading.without(suit), lacking);
                self.answer(hand, lacking, || voids.iter().map(lowering).fold(TileSet::EMPTY, |all, some| all | some))
            }
        }
    }

    /// Makes tables of useful tiles, if they are not made yet. This takes about 0.2 s, and then useful tiles are found in about
    /// half the time. Answers do not depend on it. It is worth it for more than some hundred thousand hands. After 100,000
    /// questions one thread makes them without being asked.
    ///
    /// ```
    /// use paili::Model;
    /// use paili::rules::ReadyMade;
    ///
    /// let sanma = ReadyMade::Sanma.rules();
    /// sanma.tables().prepare_useful();
    /// assert_eq!(sanma.model().waits(&sanma.read_hand("1112345678999p")?).len(), 9);
    /// # Ok::<(), paili::rules::RuleHandError>(())
    /// ```
    pub fn prepare_useful(&self) {
        self.useful_tables.make(self.rules());
    }

    /// The distance of a hand that lacks so much, and the useful tiles among the kinds that lower it.
    #[inline]
    fn answer(&self, hand: &Hand, lacking: u8, lowering: impl FnOnce() -> TileSet) -> (Distance, TileSet) {
        let distance = after_wildcards(lacking, hand.wildcards());
        match distance {
            Distance::NEVER | Distance::WON => (distance, TileSet::EMPTY),
            _ => (distance, lowering() & self.rules().addable(hand.counts())),
        }
    }

    /// The kinds that lower what a reading of a hand lacks, if that is what the hand lacks.
    #[inline(never)]
    fn lowering_without(&self, hand: &Hand, reading: Reading, lacking: u8) -> TileSet {
        let nearness = self.nearness(hand, reading);
        if nearness.lacking > lacking { TileSet::EMPTY } else { self.lowering(hand, reading, &nearness, lacking) }
    }

    /// What a reading of a hand lacks, and what its useful tiles need of that, too.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it returns would be stored, and be read back only after waiting")]
    fn nearness(&self, hand: &Hand, reading: Reading) -> Nearness {
        let numbers = self.numbers(reading.vectors);
        let summed = self.nearest_summed(hand.melds().get(), numbers);
        let mut nearness = Nearness { numbers, summed, first: None, lacking: summed };
        let mut forms = self.ways(hand.melds().get(), hand.wildcards());
        if let [FormLookups { is_summed: false, bound: None, ways, .. }, others @ ..] = forms {
            if let [way] = &ways[..] {
                let classes = way.classes_of_hand(self, numbers);
                let lacking = way.of_halves(self, classes.two_suits, classes.suit_honors);
                nearness.first = Some((classes, lacking));
                nearness.lacking = lacking.min(nearness.lacking);
            }
            forms = others;
        }
        for form in forms {
            if form.is_summed || form.bound.is_some_and(|bound| bound.lacking(self, numbers) >= nearness.lacking) {
                continue;
            }
            for way in &form.ways {
                nearness.lacking = nearness.lacking.min(way.lacking(self, numbers));
            }
        }
        nearness
    }

    /// The kinds that lower what a reading lacks; also kinds of which the deck has no more.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for what it takes")]
    fn lowering(&self, hand: &Hand, reading: Reading, nearness: &Nearness, lacking: u8) -> TileSet {
        let &Nearness { numbers, summed, first, .. } = nearness;
        let (tables, mut forms) =
            (self.useful_tables.get(self.rules()), self.ways(hand.melds().get(), hand.wildcards()));
        let mut useful = TileSet::EMPTY;
        if let (Some((classes, of_first)), [form, others @ ..]) = (first, forms) {
            if of_first == lacking {
                useful = match form.lowered.and_then(|place| tables.get(place)) {
                    Some(Some(lowered)) => lowered.useful(reading.vectors, classes, hand.melds().get(), lacking),
                    _ => self.lowering_by(&form.ways[0], reading.vectors, numbers, lacking),
                };
            }
            forms = others;
        }
        if summed == lacking || forms.iter().any(|form| !form.is_summed) {
            useful |= self.lowering_of(forms, tables, hand, reading.vectors, numbers, (summed, lacking));
        }
        useful & reading.kinds
    }

    /// The same for some forms, whichever of them is as near.
    fn lowering_of(
        &self,
        forms: &[FormLookups],
        tables: &[Option<UsefulTable>],
        hand: &Hand,
        vectors: [usize; Part::ALL.len()],
        numbers: [usize; Part::ALL.len()],
        (summed, lacking): (u8, u8),
    ) -> TileSet {
        let mut useful = TileSet::EMPTY;
        for FormLookups { is_summed, bound, ways, lowered, .. } in forms {
            if *is_summed && summed > lacking || bound.is_some_and(|bound| bound.lacking(self, numbers) > lacking) {
                continue;
            }
            for way in ways {
                let classes = way.classes_of_hand(self, numbers);
                if way.of_halves(self, classes.two_suits, classes.suit_honors) != lacking {
                    continue;
                }
                useful |= match lowered.and_then(|place| tables.get(place)) {
                    Some(Some(lowered)) => lowered.useful(vectors, classes, hand.melds().get(), lacking),
                    _ => self.lowering_by(way, vectors, numbers, lacking),
                };
            }
        }
        useful
    }

    /// The kinds of which one tile more leaves less lacking than `lacking` by one way: each is tried.
    #[inline(never)]
    fn lowering_by(
        &self,
        way: &Lookup,
        vectors: [usize; Part::ALL.len()],
        numbers: [usize; Part::ALL.len()],
        lacking: u8,
    ) -> TileSet {
        let [characters, dots, bamboos, honors] = numbers;
        let way = self.rows_of(way);
        let (two_suits, suit_honors) = (way.two_suits(characters, dots), way.suit_honors(bamboos, honors));
        let useful = [
            self.tried(Part::Characters, vectors, lacking, |number| {
                way.of_halves(way.two_suits(number, dots), suit_honors)
            }),
            self.tried(Part::Dots, vectors, lacking, |number| {
                way.of_halves(way.two_suits(characters, number), suit_honors)
            }),
            self.tried(Part::Bamboos, vectors, lacking, |number| {
                way.of_halves(two_suits, way.suit_honors(number, honors))
            }),
            self.tried(Part::Honors, vectors, lacking, |number| {
                way.of_halves(two_suits, way.suit_honors(bamboos, number))
            }),
        ];
        useful[0] | useful[1] | useful[2] | useful[3]
    }

    /// The kinds of a part with which less is lacking than there was. Every kind is tried, even where the deck has no more, since that
    /// takes less time than to tell.
    #[inline]
    fn tried(
        &self,
        part: Part,
        vectors: [usize; Part::ALL.len()],
        lacking: u8,
        lacks: impl Fn(usize) -> u8,
    ) -> TileSet {
        let (table, vector) = (&self.parts[part.index()], vectors[part.index()]);
        let lowers = |kind: usize| u64::from(lacks(table.number_or_other(vector + POWERS[kind])) < lacking) << kind;
        let kinds = if part == Part::Honors { Tile::REGULAR_COUNT - Tile::SUITED_COUNT } else { Suit::RANKS };
        TileSet::from_bits((0..kinds).fold(0, |useful, kind| useful | lowers(kind)) << (part.index() * Suit::RANKS))
    }
}

impl Reading {
    #[inline]
    pub fn of(hand: &Hand) -> Reading {
        Reading { vectors: vectors(hand), kinds: TileSet::REGULAR }
    }

    #[inline]
    pub fn without(mut self, suit: Suit) -> Reading {
        self.vectors[suit as usize] = VOID;
        Reading { kinds: self.kinds & !TileSet::of_suit(suit), ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::hand::Counts;
    use crate::length::short_or_long;
    use crate::rules::{ReadyMade, RuleSet};

    /// The tables of a rule set, and the same that try every kind of every form.
    fn both(rules: &RuleSet) -> [RuleTables; 2] {
        let tables = rules.tables().clone();
        let mut trying = tables.clone();
        trying.useful_tables = Arc::default();
        [tables, trying]
    }

    /// All hands of bamboos, or of honors, of which some kinds are no hand's.
    fn hands_of(rules: &RuleSet, part: Part) -> impl Iterator<Item = Hand> {
        let kinds: Vec<Tile> = part.kinds().iter().collect();
        (0..BASE.pow(kinds.len() as u32)).filter_map(move |code| {
            let copies = |kind| (code / BASE.pow(kind)) % BASE;
            let held = kinds.iter().zip(0..).flat_map(|(&tile, kind)| std::iter::repeat_n(tile, copies(kind)));
            rules.hand(Counts::of(held).ok()?, 0).ok()
        })
    }

    fn compare_random_hands([tables, trying]: &[&RuleTables; 2]) {
        let rules = tables.rules();
        let deck: Vec<Tile> =
            rules.kinds().iter().flat_map(|tile| std::iter::repeat_n(tile, rules.copies(tile).into())).collect();
        let random = &mut ChaCha8Rng::seed_from_u64(1);
        for _ in 0..short_or_long(1_000, 200_000) {
            let mut deck = deck.clone();
            let exposed = random.random_range(0..=rules.melds());
            let tiles = rules.most_tiles() - 3 * exposed - random.random_range(0..=1);
            // Of few kinds, so that all distances occur.
            deck.drain(random.random_range(tiles..=deck.len())..);
            for tile in 0..tiles {
                let other = random.random_range(tile..deck.len());
                deck.swap(tile, other);
            }
            let hand = rules.hand(Counts::of(deck[..tiles].iter().copied()).unwrap(), 0).unwrap();
            assert_eq!(
                tables.distance_and_useful(&hand, Voids::ANY),
                trying.distance_and_useful(&hand, Voids::ANY),
                "{hand:?}"
            );
        }
    }

    /// Decks whose suits differ, of a size of their own, with wildcards and with a void suit.
    #[test]
    fn useful_tiles_of_uneven_decks_are_those_that_are_tried() {
        let uneven =
            RuleSet::new("uneven", 3).unwrap().with_chows(&[Suit::Dots]).with_copies(TileSet::HONORS, 2).unwrap();
        let uneven = uneven.with_copies(TileSet::of_suit(Suit::Bamboos), 1).unwrap();
        let uneven =
            uneven.with_copies(TileSet::only(Tile::M1), 0).unwrap().with_copies(TileSet::only(Tile::P5), 3).unwrap();
        let small = RuleSet::new("small", 1).unwrap().with_copies(TileSet::of_suit(Suit::Characters), 0).unwrap();
        let void = uneven.clone().with_void(VoidSuit::Asked).named("uneven and void").unwrap();
        for rules in [uneven, small, void] {
            let [tables, trying] = both(&rules);
            tables.useful_tables.make(&rules);
            compare_random_hands(&[&tables, &trying]);
        }
    }

    /// The tables are made by one of many threads, while the others go on without.
    #[test]
    fn the_question_after_many_makes_the_tables() {
        let rules = RuleSet::new("asked often", 2).unwrap();
        let tables = RuleTables::compile(&rules);
        let hand = rules.read_hand("123m45p").unwrap();
        let useful = || tables.distance_and_useful(&hand, Voids::ANY);
        let first = useful();
        let asked = |_: usize| (0..60_000).for_each(|_| assert_eq!(useful(), first));
        asked(0);
        assert!(!tables.useful_tables.is_made());
        std::thread::scope(|scope| [1, 2].map(|thread| scope.spawn(move || asked(thread))).map(|_| ()));
        assert!(tables.useful_tables.is_made());
    }

    /// What has no room in the tables is tried: here melds and a pair, but not pairs.
    #[test]
    fn forms_with_too_many_rests_have_no_tables() {
        let rules = ReadyMade::Riichi.rules().named("few rests").unwrap();
        let [tables, trying] = both(&rules);
        let made = tables.useful_tables.make_of_at_most(&rules, 100);
        assert_eq!(made.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
        compare_random_hands(&[&tables, &trying]);
    }

    #[test]
    fn useful_tiles_looked_up_are_those_that_are_tried() {
        let ready_made = ReadyMade::ALL.map(ReadyMade::rules);
        let three = RuleSet::new("three copies", 4).unwrap().with_copies(TileSet::REGULAR, 3).unwrap();
        let step = short_or_long(31, 1);
        let mut compared = [0; 2];
        // A short run has the usual rules, five melds, and a void suit.
        for rules in ready_made.into_iter().chain([three]).skip(short_or_long(1, 0)).step_by(short_or_long(2, 1)) {
            let [tables, trying] = both(&rules);
            assert!(tables.useful_tables.make(&rules).iter().all(Option::is_some), "{}", rules.name());
            for (part, compared) in [Part::Bamboos, Part::Honors].into_iter().zip(&mut compared) {
                for hand in hands_of(&rules, part).step_by(step) {
                    assert_eq!(
                        tables.distance_and_useful(&hand, Voids::ANY),
                        trying.distance_and_useful(&hand, Voids::ANY),
                        "{hand:?}"
                    );
                    *compared += 1;
                }
            }
            compare_random_hands(&[&tables, &trying]);
        }
        if step == 1 {
            assert_eq!(compared, [2_332_359, 180_941]);
        }
    }
}
