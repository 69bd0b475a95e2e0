//! What a hand can win at most.

use crate::{AloneGame, Solved, SolvedError};
use paili::analysis::{Unseen, discards};
use paili::distance::{Distance, Model};
use paili::notation::Notation;
use paili::rules::RuleSet;
use paili::{Hand, Tile, serialize};

/// What a hand can win at most when it is played alone, and after which discard, from a file of bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedAnswer {
    /// The notation of the answer.
    pub notation: Notation,
    /// The hand.
    pub hand: Hand,
    /// Which of its fives are red, as it was written.
    pub reds: Vec<Tile>,
    /// How many tiles it lacks to win.
    pub distance: Distance,
    /// The game that is solved, whose deck holds the hand.
    pub game: AloneGame,
    /// How many tiles of the deck its owner has not seen.
    pub unseen: u32,
    /// How many draws are to come.
    pub draws: u32,
    /// The bound: that of the best discard, or 1 of a hand that wins.
    pub bound: f64,
    /// The discards, best first; none of a hand that draws first, or that wins.
    pub ways: Vec<SolvedWay>,
}

/// A discard and what can be won after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolvedWay {
    /// The discard.
    pub discard: Tile,
    /// The distance after it.
    pub distance: Distance,
    /// How many tiles are useful after it.
    pub acceptance: u32,
    /// The most that can be won.
    pub bound: f64,
}

impl SolvedAnswer {
    /// Answers what a hand of a rule set can win at most. Without a number, the draws to come are those that the file has where so
    /// many tiles are unseen.
    ///
    /// # Errors
    ///
    /// When the file does not have such a hand, so many draws, or so many unseen tiles, or when it is damaged.
    pub fn new(
        notation: Notation,
        (hand, unseen): (Hand, Unseen),
        rules: &RuleSet,
        draws: Option<u32>,
        solved: &Solved,
    ) -> Result<SolvedAnswer, SolvedError> {
        let game = *solved.game();
        game.check_rules(rules)?;
        game.check(hand.counts()).map_err(SolvedError::Hand)?;
        let model = game.rules().model();
        let in_deck = Tile::regular().filter(|&tile| game.copies(tile) > 0);
        let unseen_tiles = in_deck.map(|tile| u32::from(unseen.copies(tile))).sum();
        let covered = solved.draws_from(unseen_tiles)?;
        if let Some(asked) = draws.filter(|&asked| asked != covered) {
            return Err(SolvedError::Draws { draws: asked, unseen: unseen_tiles, covered });
        }
        let distance = model.distance(&hand);
        let mut ways = Vec::new();
        let bound = if distance == Distance::WON {
            1.0
        } else if hand.must_discard() {
            let all = discards(model, &hand, &unseen);
            for of in solved.discards(&hand, &unseen, covered)? {
                let Some(discard) = all.iter().find(|discard| discard.tile == of.tile) else { continue };
                let (distance, acceptance) = (discard.distance, discard.useful.acceptance);
                ways.push(SolvedWay { discard: of.tile, distance, acceptance, bound: of.bound });
            }
            ways.first().map_or(0.0, |best| best.bound)
        } else {
            solved.bound(hand.counts(), covered)?
        };
        Ok(SolvedAnswer {
            notation,
            hand,
            reds: Vec::new(),
            distance,
            game,
            unseen: unseen_tiles,
            draws: covered,
            bound,
            ways,
        })
    }

    /// The concealed tiles in the answer's notation, red fives as such.
    pub fn tiles(&self) -> String {
        self.notation.write_counts(self.hand.counts(), &self.reds)
    }
}

// The keys of `paili odds --solved … --format json`.
serialize! { SolvedAnswer, |it|
    hand: it.tiles(),
    rules: it.game.rules().name(),
    distance: it.distance.tiles(),
    unseen: it.unseen,
    draws: it.draws,
    bound: it.bound,
    discards: it.ways.iter().map(|way| Named(it.notation, way)).collect::<Vec<_>>(),
}

/// A way under its discard's name.
struct Named<'a>(Notation, &'a SolvedWay);

serialize! { Named<'_>, |it|
    tile: it.0.name_of(it.1.discard),
    distance: it.1.distance.tiles(),
    acceptance: it.1.acceptance,
    bound: it.1.bound,
}
