//! The published transcripts, on both distance models.

use std::fs;
use std::path::Path;

use crate::length::short_or_long;
use paili::game::{Game, Rule, Transcript, Wall};
use paili::{Model, PlainModel, TableModel};

fn replay(model: impl Model, apart: usize) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for case in (1..=75).step_by(apart) {
        let wall: Wall = fs::read_to_string(data.join(format!("{case:02}.in"))).unwrap().parse().unwrap();
        let expected = fs::read_to_string(data.join(format!("{case:02}.ans"))).unwrap();
        let mut transcript = Transcript::new();
        Game::play(&wall, model, &mut [Rule; 4], &mut transcript);
        let played = std::str::from_utf8(transcript.as_bytes()).unwrap();
        for (line, (played, expected)) in played.lines().zip(expected.lines()).enumerate() {
            assert_eq!(played, expected, "case {case}, line {}", line + 1);
        }
        assert_eq!(played.len(), expected.len(), "case {case}");
    }
}

#[test]
fn tables_replay_the_published_transcripts() {
    replay(TableModel, 1);
}

#[test]
fn the_plain_model_replays_the_published_transcripts() {
    replay(PlainModel, short_or_long(4, 1));
}
