//! Games written down: to be saved, or made from their middle.

use std::fmt;

use super::{Direction, Discarded, Due, Game, PLAYERS, Position, RestOfWall, River, Seat, TileSource, Wall};
use crate::distance::Model;
use crate::hand::{Counts, FifthCopyError, Hand, HandError, MeldCount};
use crate::meld::Meld;
use crate::tile::Tile;

/// All that makes a game, as data that anybody may write: a [game](Setup::game) is made of it if it is one.
///
/// With the feature `serde` this is how games are saved and restored.
///
/// ```
/// use paili::TableModel;
/// use paili::game::{Game, Setup, Step, Wall};
///
/// let wall = Wall::new(std::array::from_fn(|place| paili::Tile::ALL[place % 37]))?;
/// let mut game = Game::deal(&wall, TableModel);
/// game.advance(&mut ());
/// let mut restored = game.setup().game(TableModel)?;
/// assert_eq!(restored.step(), game.step());
///
/// let mut setup = game.setup();
/// setup.hands[1].pop();
/// assert_eq!(setup.game(TableModel).unwrap_err().to_string(), "player B holds 12 tiles: expected 13 with no exposed meld");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Setup {
    /// The players' concealed tiles.
    pub hands: [Vec<Tile>; PLAYERS],
    /// Their exposed melds.
    pub melds: [Vec<Meld>; PLAYERS],
    /// What was discarded and played, first to last.
    pub river: Vec<Discarded>,
    /// Which way turns go round.
    pub direction: Direction,
    /// What the game is about to do.
    pub due: Due,
    /// The rest of the wall, front first; all of the wall as long as the deal is told.
    pub wall: Vec<Tile>,
}

impl Setup {
    /// The game.
    ///
    /// # Errors
    ///
    /// When no game can stand so: a hand has too few tiles or too many, a kind has a fifth copy, the wall or the river is
    /// too long, or what is due can't be.
    pub fn game<M: Model>(self, model: M) -> Result<Game<M, RestOfWall<'static>>, SetupError> {
        let mut all = Counts::EMPTY;
        let of_melds = self.melds.iter().flatten().flat_map(|meld| meld.tiles());
        let of_river = self.river.iter().filter(|discard| !discard.is_claimed).map(|discard| discard.tile);
        // During the deal the wall has all tiles; they are in hands already.
        let in_hands = if let Due::Deal(_) = self.due { 0 } else { PLAYERS };
        let mut tiles = self.hands[..in_hands].iter().flatten().copied().chain(of_melds).chain(of_river);
        tiles.by_ref().chain(self.wall.iter().copied()).try_for_each(|tile| all.insert(tile))?;
        if let Due::Deal(_) = self.due {
            return self.deal(model);
        }
        if self.wall.len() > Wall::LEN - Wall::DEALT {
            return Err(SetupError::Wall { tiles: self.wall.len() });
        }
        // A tile for each draw after the deal and each claim; who plays one now still holds it. So the rest of the game fits, too.
        let drawn = Wall::LEN - Wall::DEALT - self.wall.len();
        let claimed: usize = self.melds.iter().map(Vec::len).sum();
        let to_play = usize::from(matches!(self.due, Due::Play { .. }));
        if self.river.len() + to_play > drawn + claimed {
            return Err(SetupError::River { tiles: self.river.len(), most: (drawn + claimed).saturating_sub(to_play) });
        }
        let mut hands = [Hand::NOTHING; PLAYERS];
        for (seat, place) in Seat::ALL.into_iter().zip(&mut hands) {
            *place = self.hand(seat)?;
        }
        let river = River::of(self.river.iter().copied());
        let due_is_possible = match self.due {
            Due::Draw(_) | Due::Over(_) | Due::Deal(_) => true,
            Due::Play { seat, drawn } => drawn.is_none_or(|tile| self.hands[seat.index()].contains(&tile)),
            Due::Claims { from, tile } | Due::Chow { from, tile } => {
                !tile.is_special() && self.river.last() == Some(&Discarded { seat: from, tile, is_claimed: false })
            }
        };
        if !due_is_possible {
            return Err(SetupError::Due { due: self.due });
        }
        let mut game =
            Game::from_checked((&hands, &self.melds, river), RestOfWall::from_checked(self.wall), self.due, model);
        game.position.direction = self.direction;
        if let Due::Play { seat, drawn: Some(tile) } = self.due {
            game.position.drew(seat, tile);
        }
        Ok(game)
    }

    /// A game whose deal is told.
    fn deal<M: Model>(self, model: M) -> Result<Game<M, RestOfWall<'static>>, SetupError> {
        let Ok(wall) = <[Tile; Wall::LEN]>::try_from(&self.wall[..]) else {
            return Err(SetupError::Wall { tiles: self.wall.len() });
        };
        // There was no fifth copy.
        let mut position = Position::new(model);
        position.deal(&Wall::from_checked(wall).deal());
        let as_dealt = Seat::ALL.into_iter().all(|seat| position.hand(seat).counts().tiles().eq(self.sorted(seat)));
        match self.due {
            Due::Deal(place) if usize::from(place) <= Wall::DEALT && as_dealt && self.river.is_empty() => {}
            due => return Err(SetupError::Due { due }),
        }
        Ok(Game { position, wall: RestOfWall::from_checked(self.wall), due: self.due, action: None })
    }

    fn sorted(&self, seat: Seat) -> Vec<Tile> {
        let mut tiles = self.hands[seat.index()].clone();
        tiles.sort();
        tiles
    }

    fn hand(&self, seat: Seat) -> Result<Hand, SetupError> {
        let (tiles, melds) = (&self.hands[seat.index()], &self.melds[seat.index()]);
        let exposed = MeldCount::new(melds.len()).ok_or(SetupError::Melds { seat, melds: melds.len() })?;
        let must_discard = matches!(self.due, Due::Play { seat: playing, .. } if playing == seat);
        let hand = Hand::new(Counts::of(tiles.iter().copied())?, exposed);
        match hand {
            Ok(hand) if hand.must_discard() == must_discard => Ok(hand),
            Ok(_) | Err(HandError::Size { .. }) => {
                let expected = Hand::waiting_tiles(exposed) + usize::from(must_discard);
                Err(SetupError::HandSize { seat, tiles: tiles.len(), expected, melds: exposed })
            }
            Err(error) => Err(SetupError::Hand { seat, error }),
        }
    }
}

impl<'a, M: Model> Game<M, RestOfWall<'a>> {
    /// A game of hands, melds and a river that are known to go together.
    pub(crate) fn from_checked(
        (hands, melds, river): (&[Hand; PLAYERS], &[Vec<Meld>; PLAYERS], River),
        wall: RestOfWall<'a>,
        due: Due,
        model: M,
    ) -> Self {
        let mut position = Position::with(hands, melds, river, model);
        position.drawn = (Wall::LEN - wall.len()) as u8;
        Game { position, wall, due, action: None }
    }
}

impl<M: Model, W: TileSource + Clone> Game<M, W> {
    /// The game written down. An action that was decided and not done yet is not in it.
    pub fn setup(&self) -> Setup {
        let position = self.position();
        let rest = if let Due::Deal(_) = self.due() { 0 } else { position.drawn.into() };
        let mut wall = self.wall.clone();
        Setup {
            hands: Seat::ALL.map(|seat| position.hand(seat).counts().tiles().collect()),
            melds: Seat::ALL.map(|seat| position.melds(seat).to_vec()),
            river: position.river().iter().collect(),
            direction: position.direction(),
            due: self.due(),
            wall: (rest..Wall::LEN).map(|place| wall.tile(place)).collect(),
        }
    }
}

/// No game can stand like a [`Setup`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum SetupError {
    /// A kind has a fifth copy.
    FifthCopy(FifthCopyError),
    /// `seat` has more than four exposed melds: so many.
    Melds { seat: Seat, melds: usize },
    /// The hand of `seat` has so many concealed tiles, and not as many as expected beside its exposed melds.
    HandSize { seat: Seat, tiles: usize, expected: usize, melds: MeldCount },
    /// The hand of `seat` is none.
    Hand { seat: Seat, error: HandError },
    /// More tiles were discarded than the draws and claims so far allow, which is `most`.
    River { tiles: usize, most: usize },
    /// The wall has `tiles` tiles, which are too many; while the deal is told it has to have all.
    Wall { tiles: usize },
    /// What is due can't be: the tile that a player has drawn is not in its hand, the discard that is claimed is not the
    /// last of the river, or the deal is another one.
    Due { due: Due },
}

impl From<FifthCopyError> for SetupError {
    fn from(error: FifthCopyError) -> Self {
        SetupError::FifthCopy(error)
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::FifthCopy(error) => error.fmt(f),
            SetupError::Melds { seat, melds } => write!(f, "player {seat} has {melds} exposed melds: at most 4"),
            SetupError::HandSize { seat, tiles, expected, melds } => {
                let melds = match melds.get() {
                    0 => "no exposed meld".to_owned(),
                    1 => "one exposed meld".to_owned(),
                    many => format!("{many} exposed melds"),
                };
                write!(f, "player {seat} holds {tiles} tiles: expected {expected} with {melds}")
            }
            SetupError::Hand { seat, error } => write!(f, "player {seat}: {error}"),
            SetupError::River { tiles, most } => {
                write!(f, "{tiles} tiles in the river: at most {most} after so many draws and claims")
            }
            SetupError::Wall { tiles } => {
                let (most, all) = (Wall::LEN - Wall::DEALT, Wall::LEN);
                write!(f, "{tiles} tiles left in the wall: at most {most} after the deal, and all {all} during it")
            }
            SetupError::Due { due } => write!(f, "this can't be due: {due:?}"),
        }
    }
}

impl std::error::Error for SetupError {}
