//! Text in any notation is read or refused, never worse; what was read is written and read back, and the tables say of it
//! what the plain programme says.
#![no_main]

use std::borrow::Cow;

use libfuzzer_sys::fuzz_target;
use paili::analysis::{Asked, Plan, Question, Useful, discards};
use paili::answers::HandAnswer;
use paili::notation::{NotationError, read, read_hand, read_meld};
use paili::rules::ReadyMade;
use paili::{Form, Forms, Hand, Meld, Model, Notation, PlainModel, Tile, WithForms};

fuzz_target!(|text: &str| {
    for notation in Notation::ALL {
        match notation.read(text) {
            Ok(tiles) => {
                reads_back(notation, &tiles);
                are_among(&notation.reds(text).expect("what is read has red fives or none"), &tiles);
            }
            Err(error) => is_told(text, &error),
        }
    }
    match read(text) {
        Ok((notation, tiles)) => assert_eq!(notation.read(text), Ok(tiles)),
        Err(error) => is_told(text, &error),
    }
    match read_hand(text) {
        Ok((notation, hand)) => {
            assert_eq!(notation.hand(text), Ok(hand));
            assert_eq!(hand.to_string().parse(), Ok(hand));
        }
        Err(error) => is_told(text, &error),
    }
    if let Ok(meld) = read_meld(text) {
        assert_eq!(read_meld(&meld.to_string()), Ok(meld));
        assert_eq!(Meld::of(meld.tiles()), Some(meld));
    }
    ask(text);
});

fn reads_back(notation: Notation, tiles: &[Tile]) {
    let written = notation.write(tiles.iter().copied()).expect("a notation writes what it reads");
    assert_eq!(notation.read(&written).as_deref(), Ok(tiles), "{notation}: {written}");
}

/// Red fives are fives that were read.
fn are_among(reds: &[Tile], tiles: &[Tile]) {
    let copies = |tiles: &[Tile], kind: Tile| tiles.iter().filter(|&&tile| tile == kind).count();
    assert!(reds.iter().all(|&red| red.rank() == Some(5) && copies(reds, red) <= copies(tiles, red)));
}

/// An error has a message, and points into the text.
fn is_told(text: &str, error: &NotationError) {
    assert!(!error.to_string().is_empty());
    assert!(error.at().is_none_or(|at| text.is_char_boundary(at)), "byte {:?} of {text:?}", error.at());
}

/// The lines of the text are the melds, what is visible, the forms and the hand.
fn ask(text: &str) {
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let (melds, visible, forms, hand) = (line(), line(), line(), line());
    let melds: Vec<&str> = melds.split(',').filter(|meld| !meld.is_empty()).collect();
    let forms: Vec<Form> = forms.split(',').filter_map(|form| form.parse().ok()).collect();
    let riichi = ReadyMade::Riichi.rules();
    // Forms that it does not have are refused.
    let rules = riichi.clone().choosing(Forms::of(&forms).unwrap_or_default()).unwrap_or(riichi);
    let asked = Question::new(&rules, &melds, visible).and_then(|question| Ok((question.read(hand)?, question)));
    match asked {
        Ok(((notation, hand, unseen), question)) => {
            let counts = Hand::new(*hand.counts(), hand.melds());
            assert_eq!(counts, Ok(hand));
            let answer = HandAnswer::of(Asked { question: Cow::Borrowed(&question), notation, hand, unseen });
            let plain = WithForms::new(PlainModel, rules.forms());
            assert_eq!(answer.distance, plain.distance(&hand));
            let useful = (!hand.must_discard()).then(|| Useful::of(plain, &hand, &unseen));
            assert_eq!((answer.useful, &answer.discards[..]), (useful, &discards(plain, &hand, &unseen)[..]));
            assert_eq!(answer.plan, answer.forms.iter().next().and_then(|form| Plan::of(plain, &hand, form)));
            let mut json = Vec::new();
            answer.write_json(&mut json);
            serde_json::from_slice::<serde_json::Value>(&json).expect("an answer is JSON");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.reason("--").to_string().is_empty());
            assert!(error.at().is_none_or(|at| error.text().is_char_boundary(at)), "{error:?}");
        }
    }
}
