//! From the numbers of many hands to their distances.

use super::{PackedHand, forms};
use crate::codes::Codes;
use crate::distance::{Distance, Forms, TableModel};
use crate::hand::MeldCount;

/// Of hands with these codes and exposed melds.
pub(super) fn each(hands: impl Iterator<Item = (Codes, MeldCount)>, answers: &mut [Distance]) {
    let tables = TableModel::new().tables();
    for ((codes, exposed), answer) in hands.zip(answers) {
        *answer = tables.distance_of(&codes, exposed);
    }
}

/// The same for some forms.
pub(super) fn with_forms(
    forms: Forms,
    hands: impl Iterator<Item = (Codes, MeldCount)>,
    answers: &mut [Distance],
) {
    let tables = TableModel::new().tables();
    for ((codes, exposed), answer) in hands.zip(answers) {
        *answer = forms::lacking(forms, tables, &codes, exposed);
    }
}

/// Of hands with these codes, all of which have as many melds exposed.
pub(super) fn alike(hands: &[Codes], exposed: MeldCount, answers: &mut [Distance]) {
    let tables = TableModel::new().tables();
    for (codes, answer) in hands.iter().zip(answers) {
        *answer = tables.distance_of(codes, exposed);
    }
}

/// Of packed hands.
pub(super) fn packed(hands: &[PackedHand], answers: &mut [Distance]) {
    let tables = TableModel::new().tables();
    let (fours, rest) = hands.as_chunks::<4>();
    let (four_answers, rest_answers) = answers.as_chunks_mut::<4>();
    for (hands, answers) in fours.iter().zip(four_answers) {
        if PackedHand::none_exposes(hands) {
            // Not having to take the melds of each hand out of its codes saves a fifth.
            *answers = hands.each_ref().map(|hand| tables.distance_of(hand.bare_codes(), MeldCount::default()));
        } else {
            *answers = hands.each_ref().map(|hand| tables.distance_of(&hand.codes(), hand.melds()));
        }
    }
    for (hand, answer) in rest.iter().zip(rest_answers) {
        *answer = tables.distance_of(&hand.codes(), hand.melds());
    }
}
