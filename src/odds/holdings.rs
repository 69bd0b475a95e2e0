//! What the hands of a graph hold of some of their parts, and how one holding becomes another.

use super::competition::Claim;
use super::goal::Features;
use crate::rules::WILDCARD;
use crate::tile::Tile;

/// All holdings of a part or of some parts together, by groups.
#[derive(Debug)]
pub(super) struct Holdings {
    pub groups: Vec<Group>,
    /// What a tile more makes of each, and a tile less.
    draws: Moves,
    discards: Moves,
    /// Group and place of the one that the first hand has.
    pub first: Place,
}

/// What a hand has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Next {
    Draw,
    Discard,
}

/// Holdings with the same features: as far as the rest of a hand is concerned they are one. They are numbered one after
/// the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub features: Features,
    /// The first one's number among all holdings.
    pub begin: u32,
    pub len: u32,
}

/// Where a holding stands: its group and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub group: u32,
    pub place: u32,
}

impl Place {
    /// No place.
    pub const NOWHERE: Place = Place { group: u32::MAX, place: 0 };
}

/// A tile more or less.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// The holding that follows.
    pub to: Place,
    /// The kind, by its index; a [wildcard](WILDCARD) stands behind all kinds.
    pub kind: u8,
    /// Copies of the kind that were unseen at first and are not held.
    pub copies: u8,
    /// Copies of it that were held at first and are not any more.
    pub gone: u8,
    /// What would take the tile, were it discarded by another, unless it completes the hand.
    pub claim: Claim,
}

impl Move {
    /// The kind.
    pub fn tile(&self) -> Tile {
        Tile::ALL[usize::from(self.kind)]
    }
}

/// The moves from each holding, by its number.
#[derive(Debug)]
pub(super) struct Moves {
    ends: Vec<u32>,
    moves: Vec<Move>,
}

/// Most holdings have no more moves.
const EXPECTED_MOVES: usize = 4;

/// What a holding takes with its moves, about.
const BYTES: u64 = 2 * (size_of::<u32>() + EXPECTED_MOVES * size_of::<Move>()) as u64;

impl Moves {
    /// No moves yet, and room for those of `holdings` holdings.
    pub fn with_capacity(holdings: usize) -> Moves {
        let mut ends = Vec::with_capacity(holdings + 1);
        ends.push(0);
        Moves { ends, moves: Vec::with_capacity(EXPECTED_MOVES * holdings) }
    }

    /// Adds the moves of the next holding.
    #[inline]
    pub fn push(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.moves.extend(moves);
        self.ends.push(self.moves.len() as u32);
    }

    /// The moves of a holding.
    #[inline]
    pub fn of(&self, holding: u32) -> &[Move] {
        let holding = holding as usize;
        &self.moves[self.ends[holding] as usize..self.ends[holding + 1] as usize]
    }
}

/// Numbers holdings whose features stand one after the other, in order, group by group.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    groups: Vec<Group>,
    count: u32,
}

impl Numbering {
    /// Adds `more` holdings with these features: the place of the first of them.
    pub fn next(&mut self, features: Features, more: u32) -> Place {
        if self.groups.last().is_none_or(|group| group.features != features) {
            self.groups.push(Group { features, begin: self.count, len: 0 });
        }
        let number = self.groups.len() - 1;
        let group = &mut self.groups[number];
        let place = Place { group: number as u32, place: group.len };
        // Far more than there is memory for is enough to know.
        group.len = group.len.saturating_add(more);
        self.count = self.count.saturating_add(more);
        place
    }
}

impl Holdings {
    /// Holdings of numbered groups, with their moves.
    pub fn new(numbering: Numbering, draws: Moves, discards: Moves, first: Place) -> Holdings {
        Holdings { groups: numbering.groups, draws, discards, first }
    }

    /// The numbers of wildcards that hands may hold: those of the first hand, and `more` of `unseen` ones. None is discarded.
    pub fn of_wildcards(unseen: u8, more: u8) -> Holdings {
        let more = more.min(unseen);
        let (mut numbering, mut draws, mut discards) =
            (Numbering::default(), Moves::with_capacity(0), Moves::with_capacity(0));
        for new in 0..=more {
            numbering.next(Features { new, ..Features::default() }, 1);
            let to = Place { group: u32::from(new) + 1, place: 0 };
            let kind = WILDCARD.index() as u8;
            let draw = Move { to, kind, copies: unseen - new, gone: 0, claim: Claim::Nothing };
            draws.push((new < more).then_some(draw));
            discards.push(None);
        }
        Holdings::new(numbering, draws, discards, Place { group: 0, place: 0 })
    }

    /// What a draw, or a discard, makes of each.
    pub fn moves(&self, turn: Next) -> &Moves {
        if turn == Next::Draw { &self.draws } else { &self.discards }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.groups.last().map_or(0, |group| (group.begin + group.len) as usize)
    }

    /// The groups that these holdings and others make together: those for which `combine` has features.
    pub fn beside<'a>(
        &'a self,
        others: &'a Holdings,
        combine: impl Fn(Features, Features) -> Option<Features>,
    ) -> Pairing<'a> {
        let mut pairs = Vec::with_capacity(self.groups.len() * others.groups.len());
        for (one, of_one) in self.groups.iter().enumerate() {
            for (other, of_other) in others.groups.iter().enumerate() {
                pairs.extend(combine(of_one.features, of_other.features).map(|features| (features, [one, other])));
            }
        }
        pairs.sort_unstable_by_key(|&(features, pair)| (features.key(), pair));
        let mut numbering = Numbering::default();
        let mut places = vec![Place::NOWHERE; self.groups.len() * others.groups.len()];
        for &(features, [one, other]) in &pairs {
            let holdings = self.groups[one].len.saturating_mul(others.groups[other].len);
            places[one * others.groups.len() + other] = numbering.next(features, holdings);
        }
        Pairing { one: self, other: others, pairs, numbering, places }
    }
}

/// Holdings of some parts and of others, in groups together.
pub(super) struct Pairing<'a> {
    one: &'a Holdings,
    other: &'a Holdings,
    /// The groups that belong together, in the order of the groups that they make.
    pairs: Vec<(Features, [usize; 2])>,
    numbering: Numbering,
    /// Where the holdings of two groups begin, by the one's group, then the other's.
    places: Vec<Place>,
}

impl Pairing<'_> {
    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.numbering.groups
    }

    /// What the holdings take with their moves, in bytes, about.
    pub fn bytes(&self) -> u64 {
        u64::from(self.numbering.count) * BYTES
    }

    /// The holdings with their moves.
    pub fn linked(self) -> Holdings {
        let count = self.numbering.count as usize;
        let (mut draws, mut discards) = (Moves::with_capacity(count), Moves::with_capacity(count));
        for &(_, pair) in &self.pairs {
            for place in 0..self.one.groups[pair[0]].len {
                for other_place in 0..self.other.groups[pair[1]].len {
                    draws.push(self.moves(pair, [place, other_place], Next::Draw));
                    discards.push(self.moves(pair, [place, other_place], Next::Discard));
                }
            }
        }
        let (one, other) = (self.one.first, self.other.first);
        let first = self.place([one.group, other.group], [one.place, other.place]).unwrap_or(Place::NOWHERE);
        Holdings::new(self.numbering, draws, discards, first)
    }

    /// Where two holdings stand together: all of one group and another are ordered by the one's place, then the other's.
    #[inline]
    fn place(&self, [one, other]: [u32; 2], [place, other_place]: [u32; 2]) -> Option<Place> {
        let (others, other) = (&self.other.groups, other as usize);
        let begin = self.places[one as usize * others.len() + other];
        let place = begin.place + place * others[other].len + other_place;
        (begin != Place::NOWHERE).then_some(Place { place, ..begin })
    }

    /// The moves of two holdings together: one of them changes.
    #[inline]
    fn moves(
        &self,
        [one, other]: [usize; 2],
        [place, other_place]: [u32; 2],
        turn: Next,
    ) -> impl Iterator<Item = Move> {
        let of_one = self.one.moves(turn).of(self.one.groups[one].begin + place).iter();
        let of_other = self.other.moves(turn).of(self.other.groups[other].begin + other_place).iter();
        let of_one = of_one.filter_map(move |step| {
            let to = self.place([step.to.group, other as u32], [step.to.place, other_place])?;
            Some(Move { to, ..*step })
        });
        of_one.chain(of_other.filter_map(move |step| {
            let to = self.place([one as u32, step.to.group], [place, step.to.place])?;
            Some(Move { to, ..*step })
        }))
    }
}
