//! A plan leads to a winning hand in as many tiles as the distance says.

use crate::length::short_or_long;
use crate::random;
use crate::threads;
use paili::analysis::Plan;
use paili::{Counts, Distance, Form, Forms, Hand, Meld, Model, TableModel, Tile, WithForms};
use rand::RngExt;

fn check(hand: &Hand, form: Form) {
    let model = WithForms::new(TableModel, Forms::only(form));
    let distance = model.distance(hand);
    let plan = Plan::of(model, hand, form);
    assert_eq!(Plan::of(WithForms::new(TableModel, Forms::ALL), hand, form), plan, "the form alone decides");
    let plan = plan.unwrap();
    assert_eq!(plan.wildcards, []);
    let at = format!("{}, {} melds, {form}: {plan:?}", hand.counts(), hand.melds().get());

    assert_eq!(plan.missing.len(), usize::from(distance.get()), "{at}");
    let (melds, pair) = plan.groups.split_at(plan.groups.len() - 1);
    match form {
        Form::Standard => {
            assert_eq!(melds.len(), hand.melds().concealed(), "{at}");
            let tiles = |group: &Vec<Tile>| Meld::of(group[..].try_into().expect("three tiles"));
            assert!(melds.iter().all(|group| tiles(group).is_some()), "{at}");
            assert!(melds.is_sorted(), "{at}");
            assert!(pair[0].len() == 2 && pair[0][0] == pair[0][1] && !pair[0][0].is_special(), "{at}");
        }
        Form::Pairs => assert!(plan.groups.iter().all(|group| group.len() == 2 && group[0] == group[1]), "{at}"),
        Form::Orphans => assert!(melds.len() == 1 && melds[0].len() == 13 && pair[0].len() == 1, "{at}"),
        other => panic!("{other}: not of these tables"),
    }

    // Hand + missing − surplus = groups, and that hand wins without a fifth copy of anything.
    let groups = Counts::of(plan.groups.iter().flatten().copied()).unwrap_or_else(|fifth| panic!("{fifth}: {at}"));
    let mut kept = hand.counts().tiles().collect::<Vec<_>>();
    for tile in &plan.surplus {
        let place = kept.iter().position(|other| other == tile).unwrap_or_else(|| panic!("{at}"));
        kept.swap_remove(place);
    }
    assert_eq!(Counts::of(kept.into_iter().chain(plan.missing.iter().copied())), Ok(groups), "{at}");
    let won = Hand::new(groups, hand.melds()).unwrap();
    assert_eq!(model.distance(&won), Distance::WON, "{at}");
    assert!(plan.missing.is_sorted() && plan.surplus.is_sorted(), "{at}");
}

#[test]
fn plans_of_random_hands_lead_to_a_win() {
    threads::each(0..short_or_long(5, 100), &|piece| {
        let mut rng = random::seed::rng(11, piece);
        let mut deck = random::hands::deck();
        for (tiles, melds) in random::hands::sizes() {
            for _ in 0..300 {
                let hand = random::hands::hand(&mut deck, tiles, melds, &mut rng);
                check(&hand, Form::Standard);
                for form in [Form::Pairs, Form::Orphans] {
                    if melds.get() == 0 {
                        check(&hand, form);
                    } else {
                        assert_eq!(Plan::of(WithForms::new(TableModel, Forms::only(form)), &hand, form), None);
                    }
                }
            }
        }
    });
}

/// Hands of few kinds are where a fifth copy tempts.
#[test]
fn plans_of_crowded_hands_use_no_fifth_copy() {
    threads::each(0..short_or_long(5, 100), &|piece| {
        let mut rng = random::seed::rng(12, piece);
        for (tiles, melds) in random::hands::sizes() {
            for _ in 0..300 {
                let first = rng.random_range(0..34);
                let kinds = rng.random_range(4..=8).min(Tile::COUNT - first);
                let mut deck: Vec<Tile> = Tile::ALL[first..first + kinds].iter().flat_map(|&tile| [tile; 4]).collect();
                if deck.len() >= tiles {
                    check(&random::hands::hand(&mut deck, tiles, melds, &mut rng), Form::Standard);
                }
            }
        }
    });
}
