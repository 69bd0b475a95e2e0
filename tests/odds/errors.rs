//! What can't be asked, and what need not be.

use paili::analysis::{Available, Question, Unseen};
use paili::odds::{Changes, Graph, Law, OddsError};
use paili::rules::RuleSet;
use paili::{Counts, Forms, Hand, MeldCount, TableModel, Tile, WithForms};

fn graph(hand: &Hand, changes: Changes) -> Result<Graph, OddsError> {
    Graph::of(WithForms::new(TableModel, Forms::ALL), hand, &Unseen::by(hand), changes)
}

#[test]
fn special_tiles_are_named() {
    let special = Tile::ALL[Tile::REGULAR_COUNT];
    let hand = Hand::new(Counts::of([Tile::M1, special]).unwrap(), MeldCount::ALL[4]).unwrap();
    let error = graph(&hand, Changes::None).unwrap_err();
    assert_eq!(error, OddsError::Special(special));
    assert_eq!(error.to_string(), format!("the hand holds {special}, a special tile: discard it first"));
}

#[test]
fn there_are_as_many_draws_as_unseen_tiles() {
    let hand: Hand = "12577m222468p445s".parse().unwrap();
    let graph = graph(&hand, Changes::None).unwrap();
    assert_eq!(graph.unseen_tiles(), 122);
    for law in Law::ALL {
        for draws in [0, 123, u32::MAX] {
            let expected = OddsError::Draws { draws, unseen: 122 };
            assert_eq!(graph.odds(draws, law).unwrap_err(), expected);
            assert_eq!(graph.wins(draws, law).unwrap_err(), expected);
        }
        match law {
            Law::Remembering => assert_eq!(graph.odds(122, law).unwrap().win.len(), 122),
            // It counts what was discarded as unseen, which in the end is more than there is.
            Law::Published => {
                assert_eq!(graph.odds(122, law).unwrap_err(), OddsError::NoProbability { draws: 122 });
            }
        }
        assert_eq!(graph.odds(1, law).unwrap().win.len(), 1);
    }
}

#[test]
fn a_graph_too_large_is_refused_without_its_memory() {
    let hand: Hand = "1469m258p369s1357z".parse().unwrap();
    let mut refused = None;
    let taken = allocation_counter::measure(|| refused = graph(&hand, Changes::Two).err());
    let Some(OddsError::TooLarge { hands, bytes }) = refused else { panic!("{refused:?}") };
    assert!(bytes > 1 << 30 && hands > 0);
    // What two suits hold, and the third with the honors, is found first.
    assert!(taken.bytes_max < 3 << 29, "{} bytes taken", taken.bytes_max);
}

#[test]
fn a_hand_that_wins_has_won() {
    let hand: Hand = "123m456p789s11122z".parse().unwrap();
    for changes in Changes::ALL {
        let graph = graph(&hand, changes).unwrap();
        for law in Law::ALL {
            let odds = graph.odds(9, law).unwrap();
            assert_eq!((odds.win, odds.ready, odds.discards), (vec![1.0; 9], vec![1.0; 9], Vec::new()));
            assert_eq!(graph.wins(9, law).unwrap(), Vec::new());
        }
    }
}

/// Odds are of the whole deck, so it is all one which model of a rule set is asked.
#[test]
fn what_is_gone_leaves_the_graph_as_it_is() {
    let melds = ["444z", "111z", "555z", "777z"];
    let [whole, known] = [Available::Any, Available::Melds]
        .map(|available| Question::new(RuleSet::standard(), &melds, "").unwrap().with_available(available));
    let hand = whole.ask("45z").unwrap();
    for changes in Changes::ALL {
        let graph = |question: &Question| Graph::of(question.model(), &hand.hand, &hand.unseen, changes).unwrap();
        let [whole, known] = [&whole, &known].map(graph);
        assert_eq!((known.hands(), known.distance()), (whole.hands(), whole.distance()));
        assert_eq!(known.odds(10, Law::Remembering).unwrap().win, whole.odds(10, Law::Remembering).unwrap().win);
    }
}

/// Nobody has seen more copies than there are, whatever is told.
#[test]
fn more_unseen_copies_than_there_are_change_nothing() {
    let hand: Hand = "1111m222p33s4567z9p".parse().unwrap();
    let of_other = Unseen::by(&"5z".parse().unwrap());
    let model = WithForms::new(TableModel, Forms::ALL);
    for changes in [Changes::None, Changes::One] {
        let graphs = [Unseen::by(&hand), of_other].map(|unseen| Graph::of(model, &hand, &unseen, changes).unwrap());
        assert_eq!(graphs[0].hands(), graphs[1].hands());
    }
}
