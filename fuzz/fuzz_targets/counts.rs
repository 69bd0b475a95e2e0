//! Batches of counts are answered hand by hand as the plain programme answers them, on every path that the machine has;
//! the first that is no hand is refused, with its row.
//!
//! The first byte chooses the forms, the second how often the hands are repeated, and then every line is a hand: a digit
//! for each kind.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paili::analysis::{Unseen, Useful};
use paili::batch::{Analysis, BadHandError, Batch, BatchHand, PackedHand, SimdPath};
use paili::rules::ReadyMade;
use paili::{Counts, Distance, Form, Forms, Hand, HandError, Model, PlainModel, Tile, WithForms};

type RegularCounts = [u8; Tile::REGULAR_COUNT];

fuzz_target!(|bytes: &[u8]| {
    let [forms, times, rows @ ..] = bytes else { return };
    let forms = chosen(*forms);
    let rows: Vec<RegularCounts> = rows.chunks(Tile::REGULAR_COUNT + 1).filter_map(counts).collect();
    let rows: Vec<_> = rows.into_iter().map(|counts| (counts, by_definition(&counts, forms))).collect();
    // The last row is not repeated: if it is bad, many good ones come before it.
    let Some((last, others)) = rows.split_last() else { return };
    let repeated: Vec<_> = std::iter::repeat_n(others, 1 + usize::from(times % 16)).flatten().chain([last]).collect();

    let good: Vec<(Hand, Analysis)> = repeated.iter().map_while(|row| row.1.ok()).collect();
    let fault = repeated.get(good.len()).and_then(|row| row.1.err());
    let refused = fault.map(|fault| BadHandError { row: good.len(), fault }.to_string());
    let answers: Vec<Analysis> = good.iter().map(|&(_, answer)| answer).collect();

    // Exactly as long as they are, so that a sanitizer sees who reads past their ends.
    let hands: Box<[RegularCounts]> = repeated.iter().map(|row| row.0).collect();
    for batch in SimdPath::ALL.into_iter().filter_map(|path| of_forms(forms).on(path)) {
        is_answered(batch, &hands, &answers, refused.as_deref());
    }
    let hands: Box<[Hand]> = good.iter().map(|&(hand, _)| hand).collect();
    let packed: Box<[PackedHand]> = hands.iter().map(PackedHand::from).collect();
    is_answered(of_forms(forms), &hands, &answers, None);
    is_answered(of_forms(forms), &packed, &answers, None);
});

/// Some forms, at least one of them.
fn chosen(bits: u8) -> Forms {
    let forms: Vec<Form> = Forms::EMBEDDED.iter().filter(|&form| bits >> form as u8 & 1 == 1).collect();
    Forms::of(&forms).unwrap_or_default()
}

/// For hands of the usual deck won with these forms.
fn of_forms(forms: Forms) -> Batch {
    let rules = ReadyMade::Riichi.rules().choosing(forms).expect("riichi has them");
    Batch::of(&rules)
}

/// A row of digits, and whatever else the bytes may be.
fn counts(row: &[u8]) -> Option<RegularCounts> {
    row.first_chunk().map(|row| row.map(|digit| digit.wrapping_sub(b'0')))
}

/// Which hand it is and the answer, or what is wrong with it.
fn by_definition(counts: &RegularCounts, forms: Forms) -> Result<(Hand, Analysis), HandError> {
    if let Some((tile, &copies)) = Tile::regular().zip(counts).find(|&(_, &copies)| copies > Tile::COPIES) {
        return Err(HandError::TooMany { tile, copies });
    }
    let tiles = Tile::regular().zip(counts).flat_map(|(tile, &copies)| std::iter::repeat_n(tile, copies.into()));
    let counts = Counts::of(tiles).expect("at most four of each kind");
    let hand = Hand::of_size(counts).map_err(|_| HandError::NoSize { tiles: counts.total() })?;
    let model = WithForms::new(PlainModel, forms);
    let useful = Useful::of(model, &hand, &Unseen::by(&hand));
    Ok((hand, Analysis { distance: model.distance(&hand), useful }))
}

/// A batch gives these answers to the first hands, and refuses the next one with this message if there is one.
fn is_answered<H: BatchHand>(batch: Batch, hands: &[H], answers: &[Analysis], refused: Option<&str>) {
    let mut distances = vec![Distance::FARTHEST; hands.len()].into_boxed_slice();
    let mut analyses = vec![Analysis::WON; hands.len()].into_boxed_slice();
    let told = batch.distances(hands, &mut distances).map_err(|bad| bad.to_string());
    assert_eq!(told.err().as_deref(), refused, "{}", batch.path());
    let told = batch.analyses(hands, &mut analyses).map_err(|bad| bad.to_string());
    assert_eq!(told.err().as_deref(), refused, "{}", batch.path());
    assert_eq!(&analyses[..answers.len()], answers, "{}", batch.path());
    assert!(distances.iter().zip(answers).all(|(distance, answer)| *distance == answer.distance), "{}", batch.path());
}
