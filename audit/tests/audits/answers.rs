//! What audits find: programs that are right by one convention or another, and planted errors down to the smallest hand.

use crate::length::short_or_long;
use paili::rules::{ReadyMade, RuleSet};
use paili::simulation::Seed;
use paili::survey::Distribution;
use paili::{Counts, Deck, Distance, Form, Forms, Hand, Model, Notation, Suit, Tile, TileSet};
use paili_audit::{
    Answer, Ask, Audit, Convention, Extent, FifthCopy, FourAlike, HandText, Proof, Report, Scale, Verdict,
};

fn audit(tiles: &[usize], subject: &mut dyn FnMut(&Hand) -> Answer) -> Verdict {
    audit_of(Ask::Distance, None, tiles, subject)
}

fn audit_of(
    ask: Ask,
    rules: Option<RuleSet>,
    tiles: &[usize],
    mut subject: &mut dyn FnMut(&Hand) -> Answer,
) -> Verdict {
    let audit = Audit { ask, rules, tiles: tiles.to_vec(), extent: Extent::Drawn(300), seed: Seed(1) };
    audit.run(&mut subject).unwrap()
}

fn number(distance: impl Into<i64>) -> Answer {
    Answer::Number(distance.into())
}

fn right(hand: &Hand) -> u8 {
    RuleSet::standard().model().distance(hand).get()
}

#[test]
fn what_a_program_means_is_found_out() {
    let riichi = ReadyMade::Riichi.rules();
    let verdict = audit(&[13, 14], &mut |hand: &Hand| number(riichi.model().distance(hand).shanten()));
    assert_eq!((verdict.all.hits, verdict.convention.scale), (0, Scale::Shanten));
    assert_eq!(verdict.convention.rules().forms(), riichi.forms());
    assert!(verdict.convention.is_ours() && verdict.smallest.is_none() && verdict.refused.is_empty());
    assert_eq!(verdict.rate(13).unwrap().0.to_bits(), 0.0_f64.to_bits());
}

/// Every convention is told from all others.
fn conventions_are_told_apart(which: impl Fn(&Convention) -> bool) {
    let all = Convention::all(None).into_iter().filter(|it| it.is_ours() || it.fifth != FifthCopy::Never);
    for convention in all.filter(which).step_by(short_or_long(24, 1)) {
        let mut subject = |hand: &Hand| convention.answer(Ask::Distance, hand);
        // Which forms there are shows in whole hands, fifth copies in small ones.
        let tiles: &[usize] = match convention.fifth {
            FifthCopy::Never => &[13],
            FifthCopy::Waited => &[4, 5],
            // It takes two sets of four alike at least to tell this one from the others.
            FifthCopy::Far => &[7, 8, 10],
        };
        let verdict = audit(tiles, &mut subject);
        assert_eq!(
            (verdict.convention.scale, verdict.convention.fifth),
            (convention.scale, convention.fifth),
            "{convention}"
        );
        assert_eq!(verdict.all.hits, 0, "{convention}");
        assert!(!convention.is_ours() || verdict.convention.rules() == convention.rules(), "{convention}");
    }
}

#[test]
fn conventions_about_fifth_copies_of_far_hands_are_told_apart() {
    conventions_are_told_apart(|convention| convention.fifth == FifthCopy::Far);
}

#[test]
fn all_other_conventions_are_told_apart() {
    conventions_are_told_apart(|convention| convention.fifth != FifthCopy::Far);
}

#[test]
fn sizes_that_are_not_taken_are_no_errors() {
    let mut subject = |hand: &Hand| match hand.tiles() {
        13 | 14 => number(right(hand)),
        _ => Answer::Nothing("answered \"error\"".to_owned()),
    };
    let verdict = audit(&[4, 5, 13, 14], &mut subject);
    assert_eq!((verdict.refused, verdict.all.hits), (vec![4, 5], 0));

    // However many these are.
    let mut subject = |hand: &Hand| number(if hand.tiles() == 13 { i64::from(right(hand)) - 1 } else { 12 });
    let verdict = audit(&[1, 4, 7, 8, 13], &mut subject);
    assert_eq!((verdict.refused, verdict.all.hits), (vec![1, 4, 7, 8], 0));
    assert_eq!(verdict.convention.scale, Scale::Shanten);

    // One that answers anything is asked about all.
    let verdict = audit(&[1, 4, 13], &mut |hand: &Hand| number(20 + i64::from(right(hand))));
    assert_eq!((verdict.refused.len(), verdict.all.hits), (0, verdict.all.of));
}

/// An error: its name, by how much it changes a hand's distance, and the smallest hand that it changes.
type Error<'a> = (&'a str, Box<dyn Fn(&Hand) -> i64 + 'a>, &'a str);

/// Planted errors, each with the smallest hands that they are in.
#[test]
fn planted_errors_are_made_as_small_as_they_are() {
    let held = |hand: &Hand, text: &str| {
        let tiles = Counts::of(paili::notation::read(text).unwrap().1).unwrap();
        Tile::regular().all(|tile| hand.counts().get(tile) >= tiles.get(tile))
    };
    let errors: [Error; 6] = [
        ("a chow over 9", Box::new(|hand| -i64::from(held(hand, "89m1p") && right(hand) > 0)), "1189m1p"),
        ("honors in chows", Box::new(|hand| -i64::from(held(hand, "123z") && right(hand) > 0)), "1m123z"),
        ("no pair to be had", Box::new(|hand| i64::from(hand.counts().pairs().is_empty())), "1m"),
        ("four of a kind", Box::new(|hand| i64::from(!hand.counts().quads().is_empty())), "1111m"),
        ("far hands", Box::new(|hand| i64::from(right(hand) >= 5)), "147m147p14s"),
        ("one hand", Box::new(|hand| i64::from(held(hand, "5556z") && hand.tiles() == 4)), "5556z"),
    ];
    for (name, error, smallest) in errors {
        let mut subject = |hand: &Hand| number(i64::from(right(hand)) + error(hand));
        let verdict = audit(&[1, 2, 4, 5, 7, 8], &mut subject);
        let found = verdict.smallest.unwrap_or_else(|| panic!("{name} is not found"));
        let size = |hand: &Hand| (hand.tiles(), hand.counts().tiles().collect::<Vec<_>>());
        // Of what is asked about whole nothing is overlooked.
        let expected: Hand = smallest.parse().unwrap();
        assert!(size(&found.hand) <= size(&expected), "{name}: {:?}", found.hand);
        assert!(error(&found.hand) != 0, "{name}");
        let is_more = error(&found.hand) > 0;
        match found.proof {
            Some(Proof::Plan { missing, .. }) if is_more => {
                assert_eq!(missing.len(), right(&found.hand).into());
            }
            Some(Proof::NoPlan { definition, tried }) if !is_more => {
                assert_eq!(definition, right(&found.hand));
                assert!(tried.is_none_or(|[tried, won]| tried > 0 && won == 0));
            }
            proof => panic!("{name}: {proof:?}"),
        }
    }
}

#[test]
fn rare_distances_are_asked_about_as_well() {
    let mut subject = |hand: &Hand| number(i64::from(right(hand)) - i64::from(right(hand) == 9));
    let verdict = audit(&[13], &mut subject);
    let wrong: Vec<u8> = verdict.by_distance.iter().filter(|row| row.drawn.hits > 0).map(|row| row.distance).collect();
    assert_eq!(wrong, [9]);
    let (rate, interval) = verdict.rate(13).unwrap();
    assert!((rate - 4.158e-5).abs() < 1e-8 && interval.contains(rate), "{rate}");
}

#[test]
fn useful_tiles_and_waits_are_asked_for() {
    let model = RuleSet::standard().model();
    let tiles = short_or_long(4, 13);
    for ask in [Ask::Useful, Ask::Waits] {
        let of = |hand: &Hand| if ask == Ask::Waits { model.waits(hand) } else { model.useful(hand) };
        assert_eq!(audit_of(ask, None, &[tiles], &mut |hand: &Hand| Answer::Tiles(of(hand))).all.hits, 0);
        let less = |hand: &Hand| Answer::Tiles(of(hand) & ![Tile::EAST].into_iter().collect::<TileSet>());
        let verdict = audit_of(ask, None, &[4], &mut { less });
        let page =
            Report { verdict: &verdict, notation: HandText::In(Notation::Mpsz), fault: None, speed: None }.text("it");
        assert!(page.contains("  left out  1z: "), "{page}");
        let smallest = verdict.smallest.unwrap();
        let Some(Proof::Kinds { missing, wrong }) = smallest.proof else { panic!("{ask}") };
        assert_eq!((missing.len(), missing[0].0, wrong.len()), (1, Tile::EAST, 0));
    }
}

/// Of a discard that is needed, the distance is told that the hand has without it.
#[test]
fn what_shows_that_a_discard_is_wrong() {
    let verdict = audit_of(Ask::Discards, None, &[2], &mut |hand: &Hand| Answer::Tiles(hand.counts().kinds()));
    let page =
        Report { verdict: &verdict, notation: HandText::In(Notation::Mpsz), fault: None, speed: None }.text("it");
    assert!(
        page.contains(
            "11m  the smallest there is: right is none, it says 1m\n  needed  1m: without it the distance is 1\n"
        ),
        "{page}"
    );
}

/// A program that answers nothing about the hands of one size is judged by what it says of the others.
#[test]
fn sizes_of_which_nothing_is_told_are_left_aside() {
    let model = RuleSet::standard().model();
    for (ask, refused) in [(Ask::Useful, 8), (Ask::Discards, 7)] {
        let of = |hand: &Hand| if ask == Ask::Useful { model.useful(hand) } else { model.unneeded(hand) };
        let mut subject = |hand: &Hand| Answer::Tiles(if hand.tiles() == refused { TileSet::EMPTY } else { of(hand) });
        let verdict = audit_of(ask, None, &[7, 8], &mut subject);
        assert!(verdict.convention.is_ours() && verdict.all.hits == 0, "{ask}: {}", verdict.convention);
        assert_eq!(verdict.refused, [refused], "{ask}");
    }
}

/// Useful tiles are those of hands that are to draw, and discards those of hands with one due, unless sizes are named.
#[test]
fn sizes_follow_from_the_question() {
    let rules = RuleSet::new("one", 1).unwrap();
    let model = rules.model();
    for (ask, sizes) in [(Ask::Useful, [4].as_slice()), (Ask::Discards, &[5]), (Ask::Distance, &[4, 5])] {
        let mut subject = |hand: &Hand| match ask {
            Ask::Useful => Answer::Tiles(model.useful(hand)),
            Ask::Discards => Answer::Tiles(model.unneeded(hand)),
            _ => number(model.distance(hand).get()),
        };
        let verdict = audit_of(ask, Some(rules.clone()), &[], &mut subject);
        let mut asked: Vec<usize> = verdict.by_distance.iter().map(|row| row.tiles).collect();
        asked.dedup();
        assert_eq!((asked.as_slice(), verdict.all.hits), (sizes, 0), "{ask}");
    }
}

/// Useful tiles with a discard due, and discards with none, are the same by every convention.
#[test]
fn conventions_know_hands_of_every_size() {
    let whole = Convention::all(None).into_iter().find(|it| it.four == FourAlike::TwoPairs).unwrap();
    // Without four alike, nothing depends on how they are counted.
    for text in ["147m258p369s1234z", "147m258p369s12345z", "1133m456789p123s", "1133m456789p1234s", "2344m", "23447m"]
    {
        let hand: Hand = text.parse().unwrap();
        for ask in [Ask::Useful, Ask::Discards] {
            let ours = Convention::ours(whole.rules(), whole.scale).answer(ask, &hand);
            assert_eq!(whole.answer(ask, &hand), ours, "{ask} of {text}");
        }
    }
}

#[test]
fn other_rule_sets_have_their_own_sizes() {
    let rules = ReadyMade::Taiwan.rules();
    let model = rules.model();
    let verdict =
        audit_of(Ask::Distance, Some(rules.clone()), &[16], &mut |hand: &Hand| number(model.distance(hand).get()));
    assert_eq!((verdict.all.hits, verdict.convention.fifth), (0, FifthCopy::Never));
    let error =
        Audit { ask: Ask::Distance, rules: Some(rules), tiles: vec![15], extent: Extent::Drawn(1), seed: Seed(1) };
    assert!(error.run(&mut |_: &Hand| number(0)).unwrap_err().to_string().contains("15 tiles"));
}

/// However much too large a number is, a plan shows it.
#[test]
fn the_largest_number_is_too_large() {
    let is_wrong = |hand: &Hand| hand.tiles() == 4 && hand.counts().get(Tile::EAST) == 3;
    let mut subject = |hand: &Hand| number(if is_wrong(hand) { i64::MAX } else { i64::from(right(hand)) - 1 });
    let verdict = audit(&[1, 4], &mut subject);
    assert_eq!(verdict.convention.scale, Scale::Shanten);
    assert!(matches!(verdict.smallest.unwrap().proof, Some(Proof::Plan { .. })));
}

/// A plan with the copies that there are shows an error by any convention.
#[test]
fn an_error_beside_a_convention_has_its_proof() {
    let convention = Convention::all(None).into_iter().find(|it| it.fifth == FifthCopy::Waited).unwrap();
    let mut subject = |hand: &Hand| {
        number(
            i64::from(convention.distance(hand)) + i64::from(hand.counts().get(Tile::EAST) == 3 && hand.tiles() == 4),
        )
    };
    let verdict = audit(&[1, 4], &mut subject);
    assert_eq!(verdict.convention.fifth, FifthCopy::Waited);
    let Some(Proof::Plan { groups, missing, .. }) = verdict.smallest.unwrap().proof else { panic!("no plan") };
    assert_eq!((groups.len(), &missing[..]), (2, &[Tile::M1][..]));
}

/// Four alike as two pairs is a convention, not an error.
#[test]
fn four_alike_may_be_two_pairs() {
    let pairs = RuleSet::standard().clone().choosing(Forms::default().and(Form::Pairs)).unwrap();
    let mut subject = |hand: &Hand| {
        let pairs_lacking = match hand.melds().get() {
            0 => 7_u8.saturating_sub(hand.counts().regular().iter().map(|copies| copies / 2).sum()),
            _ => Distance::NEVER.get(),
        };
        number(pairs.model().distance(hand).get().min(pairs_lacking))
    };
    let verdict = audit(&[13, 14], &mut subject);
    assert_eq!((verdict.all.hits, verdict.convention.four), (0, FourAlike::TwoPairs));
}

/// Every hand is one with wildcards, too, and these are given up for tiles.
#[test]
fn no_smaller_hand_with_wildcards_is_wrong() {
    let rules = RuleSet::standard().clone().with_wildcards(2).unwrap();
    let (model, deck) = (rules.model(), Deck::of(&rules));
    for (tiles, least, smallest) in [(&[1, 2, 4][..], 2, "**"), (&[7], 1, "111122m*")] {
        let mut subject = |hand: &Hand| number(model.distance(hand).get() + u8::from(hand.wildcards() >= least));
        let verdict = audit_of(Ask::Distance, Some(rules.clone()), tiles, &mut subject);
        assert_eq!(verdict.smallest.unwrap().hand, rules.read_hand(smallest).unwrap());
        for (&tiles, asked) in &verdict.every {
            assert_eq!(u128::from(asked.of), Distribution::of(&deck, tiles).unwrap().distinct());
        }
    }
}

/// A tile that the deck does not have can't be added.
#[test]
fn ways_to_add_tiles_are_those_of_the_deck() {
    let rules = RuleSet::standard().clone().with_copies(!TileSet::of_suit(Suit::Dots), 0).unwrap();
    let model = rules.model();
    let has_four = |hand: &Hand| !hand.counts().quads().is_empty();
    let mut subject = |hand: &Hand| number(i64::from(model.distance(hand).get()) - i64::from(has_four(hand)));
    let verdict = audit_of(Ask::Distance, Some(rules.clone()), &[4], &mut subject);
    let Some(Proof::NoPlan { tried, .. }) = verdict.smallest.unwrap().proof else { panic!("no proof") };
    // Of the dots but the first, of which there are no more.
    assert_eq!(tried, Some([8, 0]));
}
