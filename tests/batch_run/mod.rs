//! Runs `paili batch` on files of hands.
#![allow(dead_code, reason = "no test needs all of it")]

use std::fs;
use std::process::Output;

use paili::analysis::{Unseen, Useful};
use paili::distance::{Model, PlainModel};
use paili::hand::Hand;
use paili::notation::{Notation, read_hand};
use paili::simulation::{FullDeck, RandomHands, Seed};
use serde_json::Value;

use crate::program::run;

pub fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn batch(arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["batch"], arguments].concat(), input)
}

/// A run's JSON without what differs from run to run.
#[track_caller]
pub fn report(arguments: &[&str], input: &[u8]) -> Value {
    let output = batch(&[&["--format", "json"], arguments].concat(), input);
    assert!(output.status.success(), "{}", error(&output));
    assert_eq!(error(&output), "", "nothing is said when nobody watches");
    without_speed(&output.stdout)
}

pub fn without_speed(json: &[u8]) -> Value {
    let mut report: Value = serde_json::from_slice(json).unwrap();
    let object = report.as_object_mut().unwrap();
    assert!(object.remove("seconds").is_some() && object.remove("hands_per_second").is_some());
    report
}

/// A folder, and the names of files in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Random hands of several sizes.
pub fn hands(number: u64) -> Vec<Hand> {
    let sizes = [13, 14, 10, 11, 7, 5, 2];
    let random = sizes.map(|tiles| RandomHands::new(Seed(9), tiles, FullDeck::WithoutSpecials).unwrap());
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
