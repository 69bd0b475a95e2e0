//! What to do with a tile that another player discards, and what a kan does.

use std::fmt;

use super::discards::best_discard;
use super::{Asked, Discard, Discarder, GoodWaits, Question, QuestionError, Unseen, Useful};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::meld::{Chow, Meld};
use crate::rules::ChowClaims;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What the owner of a hand does about a discard of somebody else's (鸣牌, 副露).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Wins with it.
    Win,
    /// Lets it pass.
    Pass,
    /// Claims it for a chow (吃, chi).
    Chow(Chow),
    /// Claims it for a pong (碰, pon).
    Pong,
    /// Claims it for a kan (杠, kan), and draws a tile.
    Kan,
}

/// A call, and what it leaves of the hand.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The call.
    pub call: Call,
    /// The tile that was offered.
    pub tile: Tile,
    /// The best discard after it, where one is due.
    pub discard: Option<Tile>,
    /// The distance after both.
    pub distance: Distance,
    /// The useful tiles after both, and the acceptance; the tile offered and the discard count as seen.
    pub useful: Useful,
    /// What is asked of after it.
    pub after: AfterCall,
}

/// A hand after a call, before it discards.
#[derive(Debug, Clone)]
pub struct AfterCall {
    /// What is known beside it.
    pub question: Question,
    /// The hand.
    pub hand: Hand,
    /// The tiles that its owner has not seen.
    pub unseen: Unseen,
}

/// A kan of the hand's own tiles, after which it draws: four concealed ones (暗杠), or a fourth that is added to an exposed pong
/// (加杠).
#[derive(Debug, Clone)]
pub struct Kan {
    /// The kind.
    pub tile: Tile,
    /// The distance after it, before the draw.
    pub distance: Distance,
    /// The useful tiles after it, and the acceptance.
    pub useful: Useful,
    /// What is asked of after it.
    pub after: AfterCall,
}

impl Call {
    /// The name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Call::Win => "win",
            Call::Pass => "pass",
            Call::Chow(_) => "chow",
            Call::Pong => "pong",
            Call::Kan => "kan",
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl AfterCall {
    /// How many of the copies that make it ready after a discard, or without one, lead to a wait of more than so many copies; if it
    /// is at distance 2 then.
    pub fn good(&self, discard: Option<Tile>, more_than: u32) -> Option<GoodWaits> {
        let waiting = discard.map_or(self.hand, |tile| self.hand.less(tile));
        GoodWaits::of(self.question.model(), &waiting, &self.unseen, more_than)
    }

    /// The best discard, where one is due, and the distance and the useful tiles after it.
    fn best(&self) -> (Option<Tile>, Distance, Useful) {
        let model = self.question.model();
        if let Some(Discard { tile, distance, useful }) = best_discard(model, &self.hand, &self.unseen) {
            return (Some(tile), distance, useful);
        }
        let (distance, kinds) = model.distance_and_useful(&self.hand);
        (None, distance, Useful::at(distance, kinds, &self.unseen))
    }
}

impl Offer {
    /// The tiles of the meld that a call exposes.
    pub fn meld(&self) -> Vec<Tile> {
        match self.call {
            Call::Win | Call::Pass => Vec::new(),
            Call::Chow(chow) => chow.tiles().to_vec(),
            Call::Pong => vec![self.tile; Meld::TILES],
            Call::Kan => vec![self.tile; Meld::TILES + 1],
        }
    }

    fn new(call: Call, tile: Tile, after: AfterCall) -> Offer {
        let (discard, distance, useful) = after.best();
        Offer { call, tile, discard, distance, useful, after }
    }
}

impl Asked<'_> {
    /// What a hand of 13−3n tiles can do about a tile that is discarded, the best first: a win, then by distance, acceptance, and
    /// passing before calling.
    ///
    /// Chows are claimed from the player before alone, by rule sets [that have it so](ChowClaims), and no meld of a suit that
    /// is declared void.
    ///
    /// ```
    /// use paili::analysis::{Discarder, Question};
    /// use paili::rules::RuleSet;
    ///
    /// let question = Question::alone(RuleSet::standard());
    /// let asked = question.ask("68m123p345s11z59m2z")?;
    /// let offers = asked.offers("7m", Discarder::Left)?;
    /// let told: Vec<String> = offers.iter().map(|offer| format!("{} {}", offer.call, offer.distance)).collect();
    /// assert_eq!(told, ["chow 1", "chow 1", "chow 2", "pass 2"]);
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is not one tile that can be offered, or the hand has to discard.
    pub fn offers(&self, tile: &str, from: Discarder) -> Result<Vec<Offer>, QuestionError> {
        let tile = self.read_offered(tile)?;
        let (question, hand, unseen) = (&*self.question, &self.hand, self.unseen.less(Some(tile)));
        let held = hand.counts().get(tile);
        let mut offers =
            vec![Offer::new(Call::Pass, tile, AfterCall { question: question.seeing(tile), hand: *hand, unseen })];
        if !question.declares_void(tile.suit()) {
            let mut claim = |call, meld| {
                // Wildcards alone are left of some: there is nothing to discard, and nobody wins by such a call.
                let after = hand.claiming(meld, tile).ok().filter(|after| after.counts().total() > 0);
                if let Some(after) = after {
                    offers.push(Offer::new(
                        call,
                        tile,
                        AfterCall { question: question.exposing(meld), hand: after, unseen },
                    ));
                }
            };
            let has_chows = tile.suit().is_some_and(|suit| question.rules().has_chows(suit));
            let may_claim = from == Discarder::Left && question.rules().chow_claims() == ChowClaims::FromLeft;
            if has_chows && may_claim {
                Chow::formed(tile, hand.counts().kinds()).for_each(|chow| claim(Call::Chow(chow), Meld::Chow(chow)));
            }
            claim(Call::Pong, Meld::Pong(tile));
            if held == Tile::COPIES - 1 {
                let after =
                    AfterCall { question: question.exposing_kan(tile), hand: hand.with_kan_of(tile, held), unseen };
                offers.push(Offer::new(Call::Kan, tile, after));
            }
        }
        if held < Tile::COPIES && question.model().distance(&hand.and(tile)) == Distance::WON {
            let after = AfterCall { question: question.clone(), hand: hand.and(tile), unseen };
            let (discard, distance, useful) = (None, Distance::WON, Useful::NONE);
            offers.push(Offer { call: Call::Win, tile, discard, distance, useful, after });
        }
        // Stable, so passing comes before calls that do no better.
        offers.sort_by_key(|offer| (offer.distance, u32::MAX - offer.useful.acceptance));
        Ok(offers)
    }

    /// The kans that a hand of 14−3n tiles can expose of its own tiles, in tile order.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::rules::RuleSet;
    ///
    /// let question = Question::new(RuleSet::standard(), &["EEE"], "")?;
    /// let kans = question.ask("2222m456p89s1z5s")?.kans();
    /// let told: Vec<String> = kans.iter().map(|kan| format!("{} {}", kan.tile, kan.distance)).collect();
    /// assert_eq!(told, ["2M 2", "E 2"]);
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    pub fn kans(&self) -> Vec<Kan> {
        let (question, hand, unseen) = (&*self.question, &self.hand, self.unseen);
        if !hand.must_discard() {
            return Vec::new();
        }
        let concealed = hand.counts().quads() & TileSet::REGULAR;
        let mut kans = Vec::new();
        for tile in (concealed | question.addable_to_pongs(hand)).iter() {
            if question.declares_void(tile.suit()) {
                continue;
            }
            let (question, hand) = if concealed.contains(tile) {
                (question.exposing_kan(tile), hand.with_kan_of(tile, Tile::COPIES))
            } else {
                (question.adding_to_pong(tile), hand.less(tile))
            };
            let after = AfterCall { question, hand, unseen };
            let (_, distance, useful) = after.best();
            kans.push(Kan { tile, distance, useful, after });
        }
        kans
    }
}
