//! Useful tiles by a rule set.

use paili_tables::cost::LOST;

use super::block::after_wildcards;
use super::lookup::{FormLookups, Lookup};
use super::part_table::VOID;
use super::rule_tables::{Nearness, vectors};
use super::useful_tables::{UsefulTable, of_parts};
use super::{RuleTables, VoidSuit, Voids};
use crate::codes::Code;
use crate::distance::Distance;
use crate::hand::Hand;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

/// What counts of a hand: the digits of its parts' codes, the numbers of their rows, and the kinds of which tiles count.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub vectors: [usize; Part::ALL.len()],
    pub numbers: [usize; Part::ALL.len()],
    pub kinds: TileSet,
}

impl RuleTables {
    /// The distance, and the kinds of which one more lowers it.
    #[inline]
    pub(super) fn distance_and_useful(&self, hand: &Hand, voids: Voids) -> (Distance, TileSet) {
        let reading = &self.reading(hand);
        match self.rules().void() {
            VoidSuit::NotAsked => {
                let near = self.nearness(hand, reading.numbers);
                let tables = self.useful_tables.get(self);
                let (lacking, others) = self.nearest_of_others(hand, reading, &near, tables);
                self.answer(hand, lacking, || self.lowering(hand, reading, &near, tables, lacking) | others)
            }
            VoidSuit::Asked => {
                let of_suits = self.lacking_without(hand, voids, reading.numbers);
                let lacking = of_suits.into_iter().fold(LOST, u8::min);
                let nearest = || voids.iter().filter(|&suit| of_suits[suit as usize] == lacking);
                let lowering = |suit| self.lowering_without(suit, hand, reading);
                self.answer(hand, lacking, || nearest().map(lowering).fold(TileSet::EMPTY, |all, some| all | some))
            }
        }
    }

    /// The kinds that lower what a hand lacks with a suit void.
    #[inline(never)]
    fn lowering_without(&self, suit: Suit, hand: &Hand, reading: &Reading) -> TileSet {
        let reading = &self.reading_without(suit, *reading);
        let near = self.nearness(hand, reading.numbers);
        let tables = self.useful_tables.get(self);
        let (lacking, others) = self.nearest_of_others(hand, reading, &near, tables);
        (self.lowering(hand, reading, &near, tables, lacking) | others) & reading.kinds
    }

    /// Makes tables of useful tiles, if they are not made yet. This takes 0.1 to 0.7 s, and then useful tiles are found in a
    /// quarter to half of the time. Answers do not depend on it. It is worth it for more than some million hands. After a
    /// million questions one thread makes them without being asked.
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
        self.useful_tables.make(self);
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

    /// What a reading lacks for the nearest form, and the kinds that lower that by forms that are neither the standard one nor among
    /// the first few that are added up.
    #[inline]
    fn nearest_of_others(
        &self,
        hand: &Hand,
        reading: &Reading,
        near: &Nearness,
        tables: &[Option<UsefulTable>],
    ) -> (u8, TileSet) {
        let least = near.least();
        if self.are_standard_and_sums()
            || self.packed.are_all && self.packed.are_sums && self.lacking_other(hand, reading.numbers) > least
        {
            return (least, TileSet::EMPTY);
        }
        let others = self.not_standard(hand).iter().filter(|form| !form.is_few);
        self.nearest_of(others, hand, reading, near, tables)
    }

    /// What a reading lacks for the nearest of some forms, if that is no more than for these, and the kinds that lower that.
    #[inline(never)]
    fn nearest_of<'a>(
        &self,
        forms: impl Iterator<Item = &'a FormLookups>,
        hand: &Hand,
        reading: &Reading,
        near: &Nearness,
        tables: &[Option<UsefulTable>],
    ) -> (u8, TileSet) {
        let (mut least, mut useful) = (near.least(), TileSet::EMPTY);
        for form in forms {
            if form.is_summed && near.summed > least
                || form.bound.is_some_and(|bound| bound.lacking(self, reading.numbers) > least)
            {
                continue;
            }
            for (number, way) in form.ways.iter().enumerate() {
                let halves = way.halves(self, reading.numbers);
                let lacking = way.of_halves(self, halves.0, halves.1);
                if lacking > least || lacking == LOST {
                    continue;
                }
                if lacking < least {
                    (least, useful) = (lacking, TileSet::EMPTY);
                }
                useful |= match tables.get(form.number) {
                    Some(Some(table)) => {
                        of_parts(table.in_roles(table.words(number, reading.vectors), halves, hand.melds().get()))
                    }
                    _ => self.all_tried(way, reading, lacking),
                };
            }
        }
        (least, useful)
    }

    /// The kinds that lower what a reading lacks for the standard form, or for the first few that are added up; also kinds of which
    /// the deck has no more.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it takes would be stored, and be read back only after waiting")]
    fn lowering(
        &self,
        hand: &Hand,
        reading: &Reading,
        near: &Nearness,
        tables: &[Option<UsefulTable>],
        lacking: u8,
    ) -> TileSet {
        let Some(Some(first)) = tables.first() else {
            return self.lowering_tried(hand, reading, near, lacking);
        };
        let words = first.words(0, reading.vectors);
        let mut useful = [0; Part::ALL.len()];
        if let Some(sums) = self.sums(hand.melds().get()) {
            useful = first.lowering_sums(words, near.few, sums.sums.few(), lacking);
        }
        if near.standard == lacking {
            let in_roles = first.in_roles(words, near.halves, hand.melds().get());
            useful = Part::each(|part| useful[part] | in_roles[part]);
        }
        of_parts(useful)
    }

    /// The same without tables.
    #[cold]
    fn lowering_tried(&self, hand: &Hand, reading: &Reading, near: &Nearness, lacking: u8) -> TileSet {
        if near.least() > lacking {
            return TileSet::EMPTY;
        }
        let forms = self.ways(hand.melds().get(), hand.wildcards());
        let (standard, others) = forms.split_at(forms.len() - self.not_standard(hand).len());
        let few = others.iter().filter(|form| form.is_few);
        self.nearest_of(standard.iter().chain(few), hand, reading, near, &[]).1
    }

    /// The kinds of which one tile more leaves less lacking than `lacking` by one way: each is tried.
    #[inline(never)]
    fn all_tried(&self, way: &Lookup, reading: &Reading, lacking: u8) -> TileSet {
        let Reading { vectors, numbers: [characters, dots, bamboos, honors], .. } = *reading;
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

    /// All that a hand holds.
    #[inline]
    pub(super) fn reading(&self, hand: &Hand) -> Reading {
        let vectors = vectors(hand);
        Reading { vectors, numbers: self.numbers(vectors), kinds: TileSet::REGULAR }
    }

    /// The same without the tiles of a suit.
    #[inline]
    pub(super) fn reading_without(&self, suit: Suit, reading: Reading) -> Reading {
        Reading {
            vectors: Part::each(|part| if part == suit as usize { VOID } else { reading.vectors[part] }),
            numbers: self.numbers_without(suit, reading.numbers),
            kinds: reading.kinds & !TileSet::of_suit(suit),
        }
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
        let lowers =
            |kind: usize| u64::from(lacks(table.number_or_other(vector + Code::TILES[kind].index())) < lacking) << kind;
        let kinds = if part == Part::Honors { Tile::REGULAR_COUNT - Tile::SUITED_COUNT } else { Suit::RANKS };
        TileSet::from_bits((0..kinds).fold(0, |useful, kind| useful | lowers(kind)) << (part.index() * Suit::RANKS))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use paili_tables::counts::BASE;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::forms::Form;
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
            tables.prepare_useful();
            compare_random_hands(&[&tables, &trying]);
        }
    }

    /// Without melds and a pair, the first form's tables have the sums of few ways alone, or there are none.
    #[test]
    fn useful_tiles_of_other_forms_are_those_that_are_tried() {
        let forms: [&[Form]; 4] = [
            &[Form::Pairs],
            &[Form::Orphans, Form::RepeatedPairs],
            &[Form::RepeatedPairs, Form::Knitted, Form::KnittedStraight],
            &[Form::Standard, Form::Pairs, Form::Orphans, Form::Knitted],
        ];
        for (number, forms) in forms.into_iter().enumerate().skip(short_or_long(2, 0)) {
            let rules = RuleSet::new(format!("forms {number}"), 4).unwrap().with_forms(forms).unwrap();
            let [tables, trying] = both(&rules);
            tables.prepare_useful();
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
        let asked = |_: usize| (0..600_000).for_each(|_| assert_eq!(useful(), first));
        asked(0);
        assert!(!tables.useful_tables.is_made());
        std::thread::scope(|scope| [1, 2].map(|thread| scope.spawn(move || asked(thread))).map(|_| ()));
        assert!(tables.useful_tables.is_made());
    }

    /// What has no room in the tables is tried: here melds and a pair, but not pairs with a triplet.
    #[test]
    fn forms_with_too_many_roles_have_no_tables() {
        let rules = ReadyMade::Taiwan.rules().named("few roles").unwrap();
        let [tables, trying] = both(&rules);
        let made = tables.useful_tables.make_of_at_most(&tables, 100_000);
        assert_eq!(made.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, false]);
        compare_random_hands(&[&tables, &trying]);
    }

    #[test]
    fn useful_tiles_looked_up_are_those_that_are_tried() {
        let ready_made = ReadyMade::ALL.map(ReadyMade::rules);
        let three = RuleSet::new("three copies", 4).unwrap().with_copies(TileSet::REGULAR, 3).unwrap();
        let step = short_or_long(31, 1);
        let mut compared = [0; 2];
        // A short run has many forms, and a void suit.
        for rules in ready_made.into_iter().chain([three]).skip(short_or_long(4, 0)).take(short_or_long(2, 7)) {
            let [tables, trying] = both(&rules);
            assert!(tables.useful_tables.make(&tables)[0].is_some(), "{}", rules.name());
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
