//! The parts of a deck that the solver tells apart: suits, which have to be alike, and all kinds that are in no chow.

use super::{AloneGame, SolveError};
use paili::rules::{Aim, RuleSet};
use paili::{Form, Forms, Suit, Tile, TileSet};

/// The most kinds of a part.
pub(super) const MOST_KINDS: usize = Suit::RANKS;

/// How a deck is taken apart.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    /// How many suits there are.
    pub suits: usize,
    /// What each of them has.
    pub suit: PartKinds,
    /// The honors, and what is as good as honors: kinds of suits without chows.
    pub honors: PartKinds,
    /// Whether the deck has what orphans take.
    pub has_orphans: bool,
    /// Whether a winning hand may not hold all three suits, which the deck has.
    pub asks_void: bool,
    places: [Option<Place>; Tile::REGULAR_COUNT],
}

/// The kinds of a part.
#[derive(Debug, Clone, Default)]
pub(super) struct PartKinds {
    /// Copies of each.
    pub copies: Vec<u8>,
    /// Whether each is an orphan, if these win.
    pub are_orphans: Vec<bool>,
    /// Whether three in a row are a meld.
    pub has_chows: bool,
    /// Whether four alike are two pairs.
    pub has_repeated_pairs: bool,
}

/// Where a deck has a kind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// In the suit of this number, of this rank from 0.
    Suit(usize, usize),
    /// Among the honors.
    Honor(usize),
}

/// The forms that are solved.
pub(super) const SOLVED: [Form; 4] = [Form::Standard, Form::Pairs, Form::RepeatedPairs, Form::Orphans];

impl Parts {
    /// The parts of a game's deck.
    ///
    /// # Errors
    ///
    /// When they are not of the kind that is solved, or one of the forms is not.
    pub fn of(game: &AloneGame) -> Result<Parts, SolveError> {
        let rules = game.rules();
        if let Some(form) = game.forms().iter().find(|form| !SOLVED.contains(form)) {
            let solved = Forms::of(&SOLVED).unwrap_or_default();
            let others = rules.forms().among(solved);
            return Err(SolveError::Unsolved { form, others: if others.is_empty() { solved } else { others } });
        }
        if rules.wildcards() > 0 {
            return Err(SolveError::Wildcards);
        }
        if *rules.aim() != Aim::ANY {
            return Err(SolveError::Aim);
        }
        let mut parts = Parts {
            suits: 0,
            suit: PartKinds::new(rules),
            honors: PartKinds::new(rules),
            asks_void: rules.asks_void()
                && Suit::ALL.into_iter().all(|suit| of_suit(suit).any(|tile| game.copies(tile) > 0)),
            has_orphans: TileSet::ORPHANS.iter().all(|tile| game.copies(tile) > 0),
            places: [None; Tile::REGULAR_COUNT],
        };
        let mut first = None;
        for suit in Suit::ALL.into_iter().filter(|&suit| has_chow(game, suit)) {
            let mut kinds = PartKinds { has_chows: true, ..PartKinds::new(rules) };
            for (rank, tile) in of_suit(suit).enumerate() {
                kinds.add(game, tile);
                parts.places[tile.index()] = Some(Place::Suit(parts.suits, rank)).filter(|_| game.copies(tile) > 0);
            }
            if let Some(first) = first.filter(|_| kinds.copies != parts.suit.copies) {
                return Err(SolveError::Suits { suits: [first, suit] });
            }
            first = first.or(Some(suit));
            parts.suit = kinds;
            parts.suits += 1;
        }
        if parts.asks_void && parts.suits < Suit::ALL.len() {
            return Err(SolveError::Void);
        }
        let apart = Tile::regular().filter(|&tile| game.copies(tile) > 0 && parts.places[tile.index()].is_none());
        for tile in apart.collect::<Vec<_>>() {
            parts.places[tile.index()] = Some(Place::Honor(parts.honors.copies.len()));
            parts.honors.add(game, tile);
        }
        let kinds = parts.honors.copies.len();
        if kinds > MOST_KINDS { Err(SolveError::Kinds { kinds, most: MOST_KINDS }) } else { Ok(parts) }
    }

    /// Where the deck has this kind.
    pub fn place(&self, tile: Tile) -> Option<Place> {
        self.places.get(tile.index()).copied().flatten()
    }

    /// How many copies it has there.
    pub fn copies(&self, place: Place) -> u8 {
        match place {
            Place::Suit(_, rank) => self.suit.copies[rank],
            Place::Honor(kind) => self.honors.copies[kind],
        }
    }
}

impl PartKinds {
    fn new(rules: &RuleSet) -> PartKinds {
        let has_repeated_pairs = rules.forms().contains(Form::RepeatedPairs);
        PartKinds { has_repeated_pairs, ..PartKinds::default() }
    }

    fn add(&mut self, game: &AloneGame, tile: Tile) {
        self.copies.push(game.copies(tile));
        self.are_orphans.push(game.forms().contains(Form::Orphans) && TileSet::ORPHANS.contains(tile));
    }
}

/// Whether the tiles of a suit can make a chow.
fn has_chow(game: &AloneGame, suit: Suit) -> bool {
    let copies: Vec<u8> = of_suit(suit).map(|tile| game.copies(tile)).collect();
    game.rules().has_chows(suit) && copies.windows(3).any(|three| three.iter().all(|&copies| copies > 0))
}

fn of_suit(suit: Suit) -> impl Iterator<Item = Tile> {
    Tile::regular().filter(move |tile| tile.suit() == Some(suit))
}
