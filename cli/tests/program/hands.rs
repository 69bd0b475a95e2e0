//! Runs `paili batch` on hands of which it is known what it should find.

use std::process::Output;

use paili::analysis::{Unseen, Useful};
use paili::notation::read_hand;
use paili::simulation::{RandomHands, Seed};
use paili::{Deck, Hand, Model, Notation, PlainModel, Specials};
use serde_json::Value;

use crate::run::{printed, run, without_speed};

pub fn batch(arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["batch"], arguments].concat(), input)
}

/// A run's JSON without what differs from run to run.
#[track_caller]
pub fn report(arguments: &[&str], input: &[u8]) -> Value {
    without_speed(printed(&[&["batch", "--format", "json"], arguments].concat(), input).as_bytes())
}

/// Random hands of several sizes.
pub fn hands(number: u64) -> Vec<Hand> {
    let sizes = [13, 14, 10, 11, 7, 5, 2];
    let random = sizes.map(|tiles| RandomHands::of(&Deck::full(Specials::Without), Seed(9), tiles).unwrap());
    (0..number).map(|hand| random[(hand % 7) as usize].hand(hand)).collect()
}

pub fn mpsz(hand: &Hand) -> String {
    Notation::Mpsz.write(hand.counts().tiles()).unwrap()
}

/// What the rows about some hands should be: `index,hand,distance,acceptance,useful`.
pub fn rows(hands: &[(String, Hand)]) -> String {
    let row = |(index, (text, hand)): (usize, &(String, Hand))| {
        let useful = Useful::of(PlainModel, hand, &Unseen::by(hand));
        let notation = read_hand(text).unwrap().0;
        let kinds = notation.write(useful.kinds.iter()).unwrap();
        format!("{index},{text},{},{},{kinds}\n", PlainModel.distance(hand), useful.acceptance)
    };
    let rows: String = hands.iter().enumerate().map(row).collect();
    format!("index,hand,distance,acceptance,useful\n{rows}")
}
