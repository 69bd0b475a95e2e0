//! From the numbers of many hands to their distances.
#![allow(unsafe_code)]

use super::PackedHand;
use super::encode::RegularCounts;
use super::forms::{self, Holdings};
use super::prefetch::prefetch;
use crate::codes::{Code, Codes};
use crate::distance::{Distance, Forms, lookup};
use crate::hand::MeldCount;

/// The distance beside so many exposed melds of tiles with these codes, of which there may be at most 14.
#[inline]
pub(super) fn distance_of(codes: &Codes, exposed: MeldCount) -> Distance {
    lookup::distance_of(codes.all().map(class), exposed)
}

/// [`lookup::class`] without its mask: four of these take a fifth of a packed hand's time (`cargo bench --bench batch`).
#[inline]
fn class(code: Code) -> u8 {
    debug_assert!(code.index() < Code::END);
    // SAFETY: hands hold at most four of each kind, so the digits of their codes are below five, and each such code has a
    // place. Hands that were not counted yet are checked before their codes are looked up.
    unsafe { *lookup::TABLES.classes.get_unchecked(code.index()) }
}

/// Of hands with these codes and exposed melds.
pub(super) fn each(hands: impl Iterator<Item = (Codes, MeldCount)>, answers: &mut [Distance]) {
    for ((codes, exposed), answer) in hands.zip(answers) {
        *answer = distance_of(&codes, exposed);
    }
}

/// The same for some forms.
pub(super) fn with_forms(forms: Forms, hands: impl Iterator<Item = (Codes, MeldCount)>, answers: &mut [Distance]) {
    let holdings = Holdings::get();
    for ((codes, exposed), answer) in hands.zip(answers) {
        *answer = forms::lacking(forms, holdings, &codes, exposed);
    }
}

/// Of hands with these codes, all of which have as many melds exposed. `next` come some time after them.
pub(super) fn alike(hands: &[Codes], exposed: MeldCount, next: &[RegularCounts], answers: &mut [Distance]) {
    each_four(
        hands,
        answers,
        |number, hands| {
            prefetch::<_, 4>(next, 4 * number);
            hands.each_ref().map(|codes| distance_of(codes, exposed))
        },
        |codes| distance_of(codes, exposed),
    );
}

/// How many times four packed hands are looked up between having some fetched and looking these up.
const AHEAD: usize = 64;

/// Of packed hands.
pub(super) fn packed(hands: &[PackedHand], answers: &mut [Distance]) {
    let look_up = |hand: &PackedHand| distance_of(&hand.codes(), hand.melds());
    each_four(
        hands,
        answers,
        |number, four| {
            prefetch::<_, 4>(hands, 4 * (number + AHEAD));
            let hands = four;
            if PackedHand::none_exposes(hands) {
                // Not having to take the melds of each hand out of its codes saves a fifth.
                hands.each_ref().map(|hand| distance_of(hand.bare_codes(), MeldCount::default()))
            } else {
                hands.each_ref().map(look_up)
            }
        },
        look_up,
    );
}

/// Answers for four hands at a time, which are numbered, since counting hands takes its time; then for those that are left.
#[inline]
fn each_four<H>(
    hands: &[H],
    answers: &mut [Distance],
    four: impl Fn(usize, &[H; 4]) -> [Distance; 4],
    one: impl Fn(&H) -> Distance,
) {
    let (fours, rest) = hands.as_chunks();
    let (four_answers, rest_answers) = answers.as_chunks_mut();
    for (number, (hands, answers)) in fours.iter().zip(four_answers).enumerate() {
        *answers = four(number, hands);
    }
    for (hand, answer) in rest.iter().zip(rest_answers) {
        *answer = one(hand);
    }
}
