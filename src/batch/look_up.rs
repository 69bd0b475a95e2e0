//! From the numbers of many hands to their distances.
#![allow(unsafe_code)]

use super::encode::RegularCounts;
use super::packed::PackedHand;
use crate::codes::{Code, Codes};
use crate::distance::{Distance, lookup};
use crate::hand::MeldCount;
use crate::prefetch::prefetch;
use crate::tile_set::Part;

/// What a hand lacks, by its codes.
#[allow(private_interfaces, reason = "in public only for a sealed trait")]
pub trait LookUp: Copy {
    /// How many tiles the tiles of these codes, at most 14, lack beside `exposed` melds.
    fn lacking(self, codes: &Codes, exposed: MeldCount) -> Distance;
}

/// For the standard form.
#[derive(Clone, Copy)]
pub(super) struct Standard;

impl LookUp for Standard {
    #[inline]
    fn lacking(self, codes: &Codes, exposed: MeldCount) -> Distance {
        lookup::distance_of(Part::each(|part| class(codes.all()[part])), exposed)
    }
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
pub(super) fn each(hands: impl Iterator<Item = (Codes, MeldCount)>, answers: &mut [Distance], look_up: impl LookUp) {
    for ((codes, exposed), answer) in hands.zip(answers) {
        *answer = look_up.lacking(&codes, exposed);
    }
}

/// Of hands with these codes, all of which expose the same number of melds. `next` come some time after them.
pub(super) fn alike(
    hands: &[Codes],
    exposed: MeldCount,
    next: &[RegularCounts],
    answers: &mut [Distance],
    look_up: impl LookUp,
) {
    each_four(
        hands,
        answers,
        |number, hands, answers| {
            prefetch(next, 4 * number, 4);
            for (codes, answer) in hands.iter().zip(answers) {
                *answer = look_up.lacking(codes, exposed);
            }
        },
        |codes| look_up.lacking(codes, exposed),
    );
}

/// How many times four packed hands are looked up between having some fetched and looking these up.
const AHEAD: usize = 64;

/// Of packed hands.
pub(super) fn packed(hands: &[PackedHand], answers: &mut [Distance], look_up: impl LookUp) {
    let one = |hand: &PackedHand| look_up.lacking(&hand.codes(), hand.melds());
    each_four(
        hands,
        answers,
        |number, four, answers| {
            prefetch(hands, 4 * (number + AHEAD), 4);
            // Not having to take the melds of each hand out of its codes saves a fifth.
            let none_exposes = PackedHand::none_exposes(four);
            for (hand, answer) in four.iter().zip(answers) {
                *answer =
                    if none_exposes { look_up.lacking(hand.bare_codes(), MeldCount::default()) } else { one(hand) };
            }
        },
        one,
    );
}

/// Answers for four hands at a time, which are numbered, since counting hands takes its time; then for those that are left.
#[inline]
fn each_four<H>(
    hands: &[H],
    answers: &mut [Distance],
    four: impl Fn(usize, &[H; 4], &mut [Distance; 4]),
    one: impl Fn(&H) -> Distance,
) {
    let (fours, rest) = hands.as_chunks();
    let (four_answers, rest_answers) = answers.as_chunks_mut();
    for (number, (hands, answers)) in fours.iter().zip(four_answers).enumerate() {
        four(number, hands, answers);
    }
    for (hand, answer) in rest.iter().zip(rest_answers) {
        *answer = one(hand);
    }
}
