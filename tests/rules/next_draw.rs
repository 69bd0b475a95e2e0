//! What a hand becomes with its next draw, with a tile that is offered or with a kan: by trying everything, for every rule set.

use std::cmp::Reverse;

use paili::analysis::{Call, Discarder, GoodWaits, Improvements, Question, Unseen, Useful, discards};
use paili::rules::RuleSet;
use paili::{Counts, Distance, Hand, Meld, Model, Notation, Tile, TileSet};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{drawing, random_hand, rule_sets};
use crate::length::short_or_long;
use crate::threads;

/// What is asked, and how many copies of each kind are seen, and how many wildcards.
#[derive(Clone, Copy)]
struct Known<'a, M> {
    rules: &'a RuleSet,
    model: M,
    seen: [u8; Tile::REGULAR_COUNT],
    wildcards: u8,
}

impl<M: Model> Known<'_, M> {
    fn left(&self, tile: Tile) -> u32 {
        u32::from(self.rules.copies(tile) - self.seen[tile.index()])
    }

    fn wildcards_left(&self) -> u32 {
        u32::from(self.rules.wildcards() - self.wildcards)
    }

    fn with_wildcard(&self, hand: &Hand) -> Hand {
        self.rules.hand(*hand.counts(), hand.wildcards() + 1).unwrap()
    }

    /// All copies that lower the distance of a hand.
    fn acceptance(&self, hand: &Hand) -> u32 {
        let distance = self.model.distance(hand);
        let lowers = |drawn: Hand| self.model.distance(&drawn) < distance;
        let natural = Tile::regular().filter(|&tile| drawing(self.rules, hand, tile).is_some_and(lowers));
        let wildcards = self.wildcards_left();
        let wild = if wildcards > 0 && lowers(self.with_wildcard(hand)) { wildcards } else { 0 };
        natural.map(|tile| self.left(tile)).sum::<u32>() + wild
    }

    /// The best discard of a hand, the distance and the acceptance after it.
    fn best(&self, hand: &Hand) -> (Tile, Distance, u32) {
        let each = hand.counts().kinds().iter().map(|tile| {
            let after = hand.without(tile).unwrap();
            (tile, self.model.distance(&after), self.acceptance(&after))
        });
        each.min_by_key(|&(tile, distance, acceptance)| (distance, Reverse(acceptance), Reverse(tile))).unwrap()
    }

    /// All draws: what is drawn, how many copies are left, and the hand and what is known after it.
    fn draws(&self, hand: &Hand) -> Vec<(Option<Tile>, u32, Hand, Self)> {
        let mut draws = Vec::new();
        for tile in Tile::regular() {
            if self.left(tile) > 0 {
                let mut after = *self;
                after.seen[tile.index()] += 1;
                draws.push((Some(tile), self.left(tile), drawing(self.rules, hand, tile).unwrap(), after));
            }
        }
        if self.wildcards_left() > 0 {
            let after = Known { wildcards: self.wildcards + 1, ..*self };
            draws.push((None, self.wildcards_left(), self.with_wildcard(hand), after));
        }
        draws
    }
}

/// Random hands of every rule set that draw, or that discard, each with some of what is left visible.
fn each_hand(hands: u64, check: impl Fn(&RuleSet, &Hand, &Counts, &mut ChaCha8Rng) + Sync) {
    for rules in rule_sets() {
        threads::each(0..hands, &|seed| {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let hand = random_hand(&rules, random);
            let left = |tile: Tile| rules.copies(tile) - hand.counts().get(tile);
            let visible = rules.kinds().iter().flat_map(|tile| {
                let most = if random.random_bool(0.2) { left(tile) } else { 0 };
                std::iter::repeat_n(tile, random.random_range(0..=most).into())
            });
            let visible = Counts::of(visible.collect::<Vec<_>>()).unwrap();
            check(&rules, &hand, &visible, random);
        });
    }
}

fn mean(of: &[(u32, u32)]) -> Option<f64> {
    let copies: u32 = of.iter().map(|&(copies, _)| copies).sum();
    let sum: u32 = of.iter().map(|&(copies, worth)| copies * worth).sum();
    (copies > 0).then(|| f64::from(sum) / f64::from(copies))
}

#[test]
fn improvements_and_good_waits_are_found_by_trying_every_draw() {
    each_hand(short_or_long(40, 3_000), |rules, hand, visible, _| {
        let (model, unseen) = (rules.compiled(), Unseen::of(rules, hand, visible));
        let improvements = Improvements::of(model, hand, &unseen);
        let good = GoodWaits::of(model, hand, &unseen, 3);
        let distance = model.distance(hand);
        if hand.must_discard() || matches!(distance, Distance::WON | Distance::NEVER) {
            assert_eq!((improvements.all.len(), improvements.next_acceptance, good), (0, None, None));
            return;
        }
        let seen = std::array::from_fn(|kind| hand.counts().get(Tile::ALL[kind]) + visible.get(Tile::ALL[kind]));
        let known = Known { rules, model, seen, wildcards: hand.wildcards() };
        let own = known.acceptance(hand);
        let (mut kept, mut lowered, mut told) = (Vec::new(), Vec::new(), Vec::new());
        let mut copies_to_good = 0;
        for (tile, copies, drawn, known) in known.draws(hand) {
            if model.distance(&drawn) == Distance::WON {
                continue;
            }
            let (discard, after, acceptance) = known.best(&drawn);
            if after < distance {
                lowered.push((copies, acceptance));
                copies_to_good += if acceptance > 3 { copies } else { 0 };
            } else {
                kept.push((copies, acceptance.max(own)));
                if acceptance > own {
                    told.push((Reverse(acceptance), tile.unwrap(), copies, discard));
                }
            }
        }
        told.sort_unstable();
        let all = improvements.all.iter();
        let all = all.map(|one| (Reverse(one.acceptance), one.tile, u32::from(one.copies), one.discard));
        let at = format!("{}: {hand:?} beside {visible}", rules.name());
        assert_eq!(all.collect::<Vec<_>>(), told, "{at}");
        let means = (Some(improvements.mean_acceptance), improvements.next_acceptance);
        assert_eq!(means, (mean(&kept).or(Some(own.into())), mean(&lowered)), "{at}");
        assert_eq!(good.is_some(), distance.get() == 2, "{at}");
        if let Some(good) = good {
            assert_eq!((good.copies, good.accepted), (copies_to_good, own), "{at}");
        }
    });
}

/// The call's name, the tiles of its meld, the discard, and the distance and acceptance after both.
type Told = (&'static str, Vec<Tile>, Option<Tile>, Distance, u32);

/// What a question tells of a hand: its best discard, if one is due, and the distance and the acceptance after it.
fn told(question: &Question, hand: &Hand) -> Option<(Option<Tile>, Distance, u32)> {
    let (_, hand, unseen) = question.read(&hand.to_string()).ok()?;
    let model = question.model();
    Some(if let Some(best) = discards(model, &hand, &unseen).first() {
        (Some(best.tile), best.distance, best.useful.acceptance)
    } else {
        (None, model.distance(&hand), Useful::of(model, &hand, &unseen).acceptance)
    })
}

fn text(tiles: impl IntoIterator<Item = Tile>) -> String {
    Notation::Mpsz.write(tiles).unwrap()
}

/// Every call is what a question says that has the meld that it exposes.
#[test]
fn calls_and_kans_are_what_questions_with_their_melds_say() {
    each_hand(short_or_long(60, 5_000), |rules, hand, visible, random| {
        // Melds of kinds that the hand does not hold.
        let mut elsewhere = *visible;
        let mut melds = Vec::new();
        let free: Vec<Tile> = rules.kinds().iter().filter(|&tile| rules.copies(tile) >= 3).collect();
        while melds.len() < hand.melds().get() {
            let tile = *free.choose(random).unwrap_or(&Tile::P1);
            let used = elsewhere.get(tile) + hand.counts().get(tile);
            if rules.copies(tile) < used + 3 {
                if random.random_bool(0.05) {
                    return;
                }
                continue;
            }
            (0..3).for_each(|_| elsewhere.insert(tile).unwrap());
            melds.push(text([tile; 3]));
        }
        let visible = text(visible.tiles());
        let Ok(question) = Question::new(rules, &melds, &visible) else { return };
        let Ok(asked) = question.ask(&hand.to_string()) else { return };
        let at = format!("{}: {hand:?} beside {melds:?} and {visible}", rules.name());
        let exposing =
            |more: &[Tile], seen: &str| Question::new(rules, &[&melds[..], &[text(more.to_vec())]].concat(), seen);
        let without = |hand: &Hand, tiles: &[Tile]| {
            let mut left: Vec<Tile> = hand.counts().tiles().collect();
            for tile in tiles {
                left.remove(left.iter().position(|held| held == tile)?);
            }
            Some((Counts::of(left).unwrap(), hand.wildcards()))
        };
        let after = |question: &Question, (counts, wildcards): (Counts, u8)| {
            let stars = "*".repeat(wildcards.into());
            let (_, hand, _) = question.read(&(text(counts.tiles()) + &stars)).ok()?;
            told(question, &hand)
        };

        let mut kans = Vec::new();
        for tile in Tile::regular().filter(|_| hand.must_discard()) {
            if let Some(left) = without(hand, &[tile; 4]) {
                let question = exposing(&[tile; 4], &visible).unwrap();
                kans.extend(after(&question, left).map(|(_, distance, acceptance)| (tile, distance, acceptance)));
            }
            if let (Some(place), Some(left)) =
                (melds.iter().position(|meld| *meld == text([tile; 3])), without(hand, &[tile]))
            {
                let mut melds = melds.clone();
                melds[place] = text([tile; 4]);
                let question = Question::new(rules, &melds, &visible).unwrap();
                kans.extend(after(&question, left).map(|(_, distance, acceptance)| (tile, distance, acceptance)));
            }
        }
        let found = asked.kans();
        let found: Vec<_> = found.iter().map(|kan| (kan.tile, kan.distance, kan.useful.acceptance)).collect();
        assert_eq!(found, kans, "{at}");

        let left: TileSet = rules.kinds().iter().filter(|&tile| asked.unseen.copies(tile) > 0).collect();
        let Some(&tile) = left.iter().collect::<Vec<_>>().choose(random) else { return };
        let offered = asked.offers(&text([tile]), Discarder::Left);
        if hand.must_discard() {
            assert!(offered.is_err(), "{at}");
            return;
        }
        let seeing = format!("{visible} {}", text([tile]));
        let mut expected: Vec<Told> = Vec::new();
        let passed = Question::new(rules, &melds, seeing.trim()).unwrap();
        expected.extend(
            told(&passed, hand).map(|(discard, distance, acceptance)| ("pass", vec![], discard, distance, acceptance)),
        );
        if drawing(rules, hand, tile).is_some_and(|drawn| question.model().distance(&drawn) == Distance::WON) {
            expected.push(("win", vec![], None, Distance::WON, 0));
        }
        for one in Tile::regular() {
            for other in Tile::regular().filter(|&other| other >= one) {
                let Some(meld) = Meld::of([one, other, tile]) else { continue };
                if matches!(meld, Meld::Chow(_)) && ["sanma", "sichuan"].contains(&rules.name()) {
                    continue;
                }
                let name = if matches!(meld, Meld::Pong(_)) { "pong" } else { "chow" };
                let Ok(question) = exposing(&meld.tiles(), &visible) else { continue };
                // Where wildcards alone are left, there is nothing to discard.
                let left = without(hand, &[one, other]).filter(|(counts, _)| counts.total() > 0);
                let Some(told) = left.and_then(|left| after(&question, left)) else { continue };
                expected.push((name, meld.tiles().to_vec(), told.0, told.1, told.2));
            }
        }
        if let (Some(left), Ok(question)) = (without(hand, &[tile; 3]), exposing(&[tile; 4], &visible)) {
            expected.extend(after(&question, left).map(|told| ("kan", vec![tile; 4], told.0, told.1, told.2)));
        }
        let offers = offered.unwrap();
        let keys: Vec<_> = offers.iter().map(|offer| (offer.distance, Reverse(offer.useful.acceptance))).collect();
        assert!(keys.is_sorted(), "{at}");
        assert!(offers.iter().all(|offer| offer.tile == tile));
        let mut found: Vec<Told> = offers
            .iter()
            .map(|offer| (offer.call.name(), offer.meld(), offer.discard, offer.distance, offer.useful.acceptance))
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{at}, offered {tile}");
        let across = asked.offers(&text([tile]), Discarder::Across).unwrap();
        assert!(across.iter().all(|offer| !matches!(offer.call, Call::Chow(_))));
    });
}

#[test]
fn no_call_leaves_wildcards_alone() {
    let rules = RuleSet::standard().clone().with_wildcards(4).unwrap();
    let question = Question::new(&rules, &["789s", "678p", "555m"], "").unwrap();
    for (hand, tile) in [("77z**", "7z"), ("23m**", "1m")] {
        let offers = question.ask(hand).unwrap().offers(tile, Discarder::Left).unwrap();
        let calls: Vec<Call> = offers.iter().map(|offer| offer.call).collect();
        assert_eq!(calls, [Call::Win, Call::Pass], "{hand}, offered {tile}");
    }
}

#[test]
fn what_is_no_offer_is_refused() {
    let question = Question::new(RuleSet::standard(), &["111z"], "44z").unwrap();
    let refused = |hand: &str, tile: &str| {
        let asked = question.ask(hand).unwrap();
        asked.offers(tile, Discarder::Left).unwrap_err().to_string()
    };
    let waiting = "123m456p44z57s";
    assert_eq!(refused(waiting, "4z"), "offered: no 4z is left: the hand, melds and visible have all of them");
    assert_eq!(refused(waiting, "PASS"), "offered: PASS is no tile that a hand of this rule set holds");
    assert_eq!(refused(waiting, "12m"), "offered: expected one tile");
    assert_eq!(refused(waiting, ""), "offered: expected one tile");
    assert!(refused(waiting, "8q").starts_with("offered: character 2: \"q\" is not a tile"));
    assert_eq!(refused("123m456p44z57s8s", "6s"), "offered: the hand has to discard first: nothing is offered to it");
}
