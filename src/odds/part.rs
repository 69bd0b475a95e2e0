//! What the hands of a graph hold of one part.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::competition::Claim;
use super::goal::{Features, Goal};
use super::holdings::{Holdings, Move, Moves, Numbering, Place};
use crate::analysis::Unseen;
use crate::codes::{Code, Codes};
use crate::hand::Counts;
use crate::tile::Suit;
use crate::tile_set::Part;

/// A suit's; the honors have fewer.
const RANKS: usize = Suit::RANKS;

/// One part of the first hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstPart<'a, G> {
    goal: &'a G,
    part: Part,
    /// How many of each kind it holds.
    held: [u8; RANKS],
    /// How many more of each kind are unseen.
    unseen: [u8; RANKS],
}

/// Which moves there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    /// Only away from the first hand: no tile that it had is drawn again, and none that is new is discarded.
    Away,
    /// Away from it and back.
    AwayAndBack,
}

/// What a hand may hold of the part.
#[derive(Debug, Clone, Copy)]
struct Holding {
    counts: [u8; RANKS],
    tiles: u8,
    code: Code,
    features: Features,
    /// The first rank that is still to be changed.
    rank: usize,
}

impl<'a, G: Goal> FirstPart<'a, G> {
    /// The part of a hand whose owner has not seen these tiles.
    pub fn of(part: Part, hand: &Counts, unseen: &Unseen, goal: &'a G) -> FirstPart<'a, G> {
        let mut first = FirstPart { goal, part, held: [0; RANKS], unseen: [0; RANKS] };
        for (rank, tile) in part.kinds().iter().enumerate() {
            (first.held[rank], first.unseen[rank]) = (hand.get(tile), unseen.copies(tile));
        }
        first
    }

    /// The features of the part as the first hand holds it.
    pub fn features(&self) -> Features {
        self.first().features
    }

    fn first(&self) -> Holding {
        let of_kind = |code: Code, (&count, tile): (&u8, Code)| (0..count).fold(code, |code, _| code.plus(tile));
        let code = self.held.iter().zip(Code::TILES).fold(Codes::EMPTY.of(self.part), of_kind);
        let features = self.features_of(&self.held, code, 0, 0);
        Holding { counts: self.held, tiles: self.held.iter().sum(), code, features, rank: 0 }
    }

    fn features_of(&self, counts: &[u8; RANKS], code: Code, new: u8, gone: u8) -> Features {
        Features { new, gone, class: self.goal.class_of(self.part, counts, code) }
    }

    /// All holdings of the part with allowed features, at most `most_gone` of the first hand's tiles gone.
    ///
    /// Whatever becomes of an allowed holding by taking changes of the first hand's back has to be allowed too: then each is
    /// found by changing one rank after the other.
    pub fn holdings(&self, most_gone: u8, ways: Ways, is_allowed: impl Fn(Features) -> bool) -> Holdings {
        // What has more tiles than a hand has no class. It is none itself, but others are found by it.
        let is_too_large = |holding: &Holding| holding.tiles > self.goal.most_tiles();
        let mut all = vec![self.first()];
        let mut next = 0;
        while let Some(&from) = all.get(next) {
            for rank in from.rank..self.part.kinds().len() {
                let same = Holding { rank: rank + 1, ..from };
                let mut more = self.with(&same, rank);
                while let Some(holding) = more.filter(|holding| is_too_large(holding) || is_allowed(holding.features)) {
                    all.push(holding);
                    more = self.with(&holding, rank);
                }
                let mut less = self.without(&same, rank).filter(|_| from.features.gone < most_gone);
                while let Some(holding) = less.filter(|holding| is_too_large(holding) || is_allowed(holding.features)) {
                    all.push(holding);
                    less = self.without(&holding, rank).filter(|_| holding.features.gone < most_gone);
                }
            }
            next += 1;
        }
        all.retain(|holding| !is_too_large(holding));
        all.sort_unstable_by_key(|holding| (holding.features.key(), holding.code.index()));
        self.linked(&all, ways)
    }

    fn with(&self, holding: &Holding, rank: usize) -> Option<Holding> {
        if holding.counts[rank] >= self.held[rank] + self.unseen[rank] {
            return None;
        }
        let mut more = *holding;
        more.counts[rank] += 1;
        more.tiles += 1;
        more.code = more.code.plus(Code::TILES[rank]);
        more.features = self.features_of(&more.counts, more.code, more.features.new + 1, more.features.gone);
        Some(more)
    }

    fn without(&self, holding: &Holding, rank: usize) -> Option<Holding> {
        let mut less = *holding;
        less.counts[rank] = less.counts[rank].checked_sub(1)?;
        less.tiles -= 1;
        less.code = less.code.minus(Code::TILES[rank]);
        less.features = self.features_of(&less.counts, less.code, less.features.new, less.features.gone + 1);
        Some(less)
    }

    /// What takes a tile of a rank that another discards, given what is held of each.
    fn claim(&self, counts: &[u8; RANKS], rank: usize) -> Claim {
        let holds =
            |step: isize| rank.checked_add_signed(step).and_then(|rank| counts.get(rank)).is_some_and(|&n| n > 0);
        let forms_chow = self.part != Part::Honors && (holds(-1) && (holds(-2) || holds(1)) || holds(1) && holds(2));
        match counts[rank] {
            2.. => Claim::Pong,
            _ if forms_chow => Claim::Chow,
            _ => Claim::Nothing,
        }
    }

    /// Holdings in order, with their groups and moves.
    fn linked(&self, all: &[Holding], ways: Ways) -> Holdings {
        let mut numbering = Numbering::default();
        let mut places = Places::with_capacity_and_hasher(all.len(), BuildHasherDefault::default());
        places.extend(all.iter().map(|holding| (holding.code, numbering.next(holding.features, 1))));
        let place_of = |code: Code| places.get(&code).copied();
        let ranks = self.part.kinds().len();
        let kind = |rank: usize| (RANKS * self.part.index() + rank) as u8;
        let mut draws = Moves::with_capacity(all.len());
        let mut discards = Moves::with_capacity(all.len());
        for Holding { counts, code, .. } in all {
            draws.push((0..ranks).filter_map(|rank| {
                let (now, first) = (counts[rank], self.held[rank]);
                let is_way = ways == Ways::AwayAndBack || now >= first;
                let copies = self.unseen[rank].checked_sub(now.saturating_sub(first))?;
                let to = (is_way && (copies > 0 || now < first)).then(|| place_of(code.plus(Code::TILES[rank])))??;
                let claim = self.claim(counts, rank);
                Some(Move { to, kind: kind(rank), copies, gone: first.saturating_sub(now), claim })
            }));
            discards.push((0..ranks).filter_map(|rank| {
                let (now, first) = (counts[rank], self.held[rank]);
                let is_way = now > 0 && (ways == Ways::AwayAndBack || now <= first);
                let to = is_way.then(|| place_of(code.minus(Code::TILES[rank])))??;
                Some(Move { to, kind: kind(rank), copies: 0, gone: 0, claim: Claim::Nothing })
            }));
        }
        let first = place_of(self.first().code).unwrap_or(Place::NOWHERE);
        Holdings::new(numbering, draws, discards, first)
    }
}

/// Where each holding stands, by its code.
type Places = HashMap<Code, Place, BuildHasherDefault<CodeHasher>>;

/// Spreads codes: they are small numbers, and nobody chooses them to collide.
#[derive(Debug, Default)]
struct CodeHasher(u64);

impl Hasher for CodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        // 2⁶⁴ over the golden ratio, as Knuth has it.
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
