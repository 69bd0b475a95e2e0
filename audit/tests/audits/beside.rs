//! Hands beside melds that are shown: programs for which these use up copies, for which they do not, and which do not take them.

use paili::analysis::{Available, Question};
use paili::rules::RuleSet;
use paili::simulation::Seed;
use paili::{Counts, Hand, Model, Tile};
use paili_audit::{Answer, Ask, Audit, Extent, HandBeside, Subject, Verdict};

/// Right about hands alone; asked about others by a function.
struct Shown<F>(F);

impl<F: FnMut(&HandBeside) -> u8> Subject for Shown<F> {
    fn ask(&mut self, hands: &[Hand]) -> Vec<Answer> {
        hands.iter().map(|hand| Answer::Number(RuleSet::standard().model().distance(hand).get().into())).collect()
    }

    fn ask_beside(&mut self, hands: &[HandBeside]) -> Option<Vec<Answer>> {
        Some(hands.iter().map(|it| Answer::Number((self.0)(it).into())).collect())
    }
}

fn audit(subject: impl FnMut(&HandBeside) -> u8) -> Verdict {
    let tiles = vec![1, 4];
    let audit = Audit { ask: Ask::Distance, rules: None, tiles, extent: Extent::Drawn(50), seed: Seed(1) };
    audit.run(&mut Shown(subject)).unwrap()
}

/// As `paili hand --melds` answers.
fn distance(it: &HandBeside, available: Available) -> u8 {
    let melds: Vec<String> = it.melds().iter().map(ToString::to_string).collect();
    let question = Question::new(RuleSet::standard(), &melds, "").unwrap().with_available(available);
    question.model().distance(it.hand()).get()
}

#[test]
fn whether_melds_use_up_copies_is_found_out() {
    for available in [Available::Any, Available::Melds] {
        let verdict = audit(|it| distance(it, available));
        let beside = verdict.beside.unwrap();
        assert_eq!((verdict.convention.available, verdict.all.hits), (Some(available), 0));
        assert!(beside.asked.of > 3000 && beside.smallest.is_none() && beside.failures.is_empty());
    }
}

#[test]
fn a_program_that_does_not_take_melds_is_not_wrong() {
    // The melds are taken for concealed tiles.
    let verdict = audit(|it| {
        let all = Counts::of(it.melded().tiles().chain(it.hand().counts().tiles())).unwrap();
        RuleSet::standard().model().distance(&RuleSet::standard().hand(all, 0).unwrap()).get()
    });
    assert_eq!((verdict.all.hits, verdict.convention.available), (0, None));
    assert!(verdict.beside.is_none());
}

#[test]
fn an_error_beside_melds_is_found() {
    let is_wrong = |it: &HandBeside| it.hand().counts().get(Tile::EAST) == 2 && it.melds().len() == 3;
    let verdict = audit(|it| distance(it, Available::Melds) + u8::from(is_wrong(it)));
    let beside = verdict.beside.unwrap();
    assert_eq!((beside.asked.hits, beside.failures.len() as u64), (verdict.all.hits, verdict.all.hits));
    let (hand, expected, answered) = beside.smallest.unwrap();
    let right = distance(&hand, Available::Melds).into();
    assert_eq!((is_wrong(&hand), expected, answered), (true, Answer::Number(right), Answer::Number(right + 1)));
    // Beside the two there is no tile that could be lower.
    let melded = hand.melded();
    let lowest =
        Tile::regular().flat_map(|tile| std::iter::repeat_n(tile, usize::from(Tile::COPIES - melded.get(tile))));
    assert_eq!(hand.hand().counts().tiles().take(2).collect::<Vec<_>>(), lowest.take(2).collect::<Vec<_>>());
}
