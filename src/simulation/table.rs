//! A hand at a real table: what becomes of it while three others play for themselves.

use std::error::Error;
use std::fmt;
use std::ops::{AddAssign, Range};

use rayon::prelude::*;

use super::shuffle_steps::{GROUP, PlaceGroup, Places};
use super::{NamedPolicy, Seed};
use crate::distance::TableModel;
#[cfg(test)]
use crate::game::Wall;
use crate::game::{Action, Discarded, Due, Game, Outcome, PLAYERS, RestOfWall, River, Seat};
use crate::hand::{Counts, Hand};
use crate::meld::Meld;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A hand in seat A at its turn. The other three hold thirteen tiles each of those that are unseen, special ones too, and
/// have exposed nothing; the rest is the wall.
///
/// Run i deals an order that depends on the seed and i alone, the same for every discard.
///
/// ```
/// use paili::simulation::{NamedPolicy, Seed, Table};
/// use paili::{Counts, Hand};
///
/// let hand: Hand = "1133m456789p1234s".parse()?;
/// let table = Table::new(&hand, &[], &Counts::EMPTY)?;
/// let results = table.play(Seed(1), 0..1000, NamedPolicy::Rule);
/// let of = |tile: &str| results.iter().find(|result| result.discard == tile.parse().ok()).unwrap();
/// // It stays ready without the 4s, and is torn apart without the 5p.
/// assert!(of("4S").wins() > of("5P").wins());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    hand: Hand,
    /// Those of A; the others have none.
    melds: [Vec<Meld>; PLAYERS],
    /// The visible tiles, as if they were discards of A.
    river: River,
    /// The unseen tiles in order, and how they are shuffled.
    tiles: Places,
    groups: Vec<PlaceGroup>,
    unseen: usize,
}

/// What became of the games of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableResult {
    /// The first discard; none where the hand draws first.
    pub discard: Option<Tile>,
    /// How many were played.
    pub games: u64,
    /// Won by a draw.
    pub self_drawn: u64,
    /// Won by another's discard.
    pub ron: u64,
    /// Lost by a discard of one's own.
    pub dealt_in: u64,
    /// Lost otherwise: another won by a draw or by a third player's discard.
    pub lost: u64,
    /// Nobody won.
    pub exhausted: u64,
}

impl TableResult {
    /// Won in either way.
    pub fn wins(&self) -> u64 {
        self.self_drawn + self.ron
    }

    fn count(&mut self, outcome: Outcome) {
        self.games += 1;
        *match outcome {
            Outcome::SelfDrawn { winner: Seat::A } => &mut self.self_drawn,
            Outcome::Ron { winner: Seat::A, .. } => &mut self.ron,
            Outcome::Ron { from: Seat::A, .. } => &mut self.dealt_in,
            Outcome::SelfDrawn { .. } | Outcome::Ron { .. } => &mut self.lost,
            // Nobody here forfeits.
            Outcome::WallExhausted | Outcome::Forfeited { .. } => &mut self.exhausted,
        } += 1;
    }
}

impl AddAssign for TableResult {
    /// Adds more games with the same discard.
    fn add_assign(&mut self, more: TableResult) {
        self.games += more.games;
        self.self_drawn += more.self_drawn;
        self.ron += more.ron;
        self.dealt_in += more.dealt_in;
        self.lost += more.lost;
        self.exhausted += more.exhausted;
    }
}

/// Why a hand can't sit down at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum TableError {
    /// Its exposed melds are not all told: it has more than were.
    Melds { exposed: usize, told: usize },
    /// Too many tiles are visible for three more hands: so few are unseen.
    Unseen { unseen: usize },
    /// It holds a special tile, which has to go first.
    Special(Tile),
    /// It has wildcards, or a size of another rule set.
    OtherRules,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Melds { exposed, told } => {
                let one = if *exposed == 1 { "meld" } else { "melds" };
                write!(f, "the hand has {exposed} exposed {one}, but {told} were told: a table needs their tiles")
            }
            TableError::Special(tile) => write!(f, "the hand holds {tile}, a special tile: discard it first"),
            TableError::OtherRules => write!(f, "the hand is of another rule set: a table plays by the standard one"),
            TableError::Unseen { unseen } => {
                write!(
                    f,
                    "{unseen} tiles are unseen, too few for three other hands of {} tiles: at least {OTHERS_TILES}",
                    Hand::TILES
                )
            }
        }
    }
}

impl Error for TableError {}

/// What the other three hold.
const OTHERS_TILES: usize = (PLAYERS - 1) * Hand::TILES;

impl Table {
    /// A hand with its exposed melds when these tiles are visible elsewhere: discards, all of them.
    ///
    /// # Errors
    ///
    /// When the hand is of another rule set or holds a special tile, the number of melds is not the hand's, or too few tiles are
    /// unseen.
    pub fn new(hand: &Hand, melds: &[Meld], visible: &Counts) -> Result<Table, TableError> {
        if hand.wildcards() > 0 || Hand::new(*hand.counts(), hand.melds()).is_err() {
            return Err(TableError::OtherRules);
        }
        if let Some(special) = (hand.counts().kinds() & TileSet::SPECIAL).first() {
            return Err(TableError::Special(special));
        }
        let exposed = hand.melds().get();
        if melds.len() != exposed {
            return Err(TableError::Melds { exposed, told: melds.len() });
        }
        let mut seen = [0; Tile::COUNT];
        let of_melds = melds.iter().flat_map(|meld| meld.tiles());
        for tile in hand.counts().tiles().chain(of_melds).chain(visible.tiles()) {
            seen[tile.index()] += 1;
        }
        let copies = |tile: Tile| (seen[tile.index()]..Tile::COPIES).map(move |_| tile);
        let unseen: Vec<Tile> = Tile::ALL.into_iter().flat_map(copies).collect();
        if unseen.len() < OTHERS_TILES {
            return Err(TableError::Unseen { unseen: unseen.len() });
        }
        let mut table = Table {
            hand: *hand,
            melds: [melds.to_vec(), Vec::new(), Vec::new(), Vec::new()],
            river: River::of(visible.tiles().map(|tile| Discarded { seat: Seat::A, tile, is_claimed: false })),
            tiles: [Tile::EAST; 1 << u8::BITS],
            groups: (0..unseen.len())
                .step_by(GROUP)
                .map(|first| PlaceGroup::new(first, unseen.len(), unseen.len()))
                .collect(),
            unseen: unseen.len(),
        };
        table.tiles[..unseen.len()].copy_from_slice(&unseen);
        Ok(table)
    }

    /// Plays these games, with each first discard or for a hand of 13−3n tiles from its draw, on all threads of rayon's
    /// current pool: by a policy after that, the others by the rule.
    pub fn play(&self, seed: Seed, games: Range<u64>, policy: NamedPolicy) -> Vec<TableResult> {
        let with = |discard| TableResult { discard, ..TableResult::default() };
        let none: Vec<TableResult> = if self.hand.must_discard() {
            (self.hand.counts().kinds() & TileSet::REGULAR).iter().map(|tile| with(Some(tile))).collect()
        } else {
            vec![with(None)]
        };
        let count = |mut results: Vec<TableResult>, game: u64| {
            let (mut tiles, mut words) = (self.tiles, seed.words(game));
            self.groups.iter().for_each(|group| group.settle(&mut tiles, &mut words));
            for result in &mut results {
                result.count(self.play_one(&tiles, (seed, game), result.discard, policy));
            }
            results
        };
        games.into_par_iter().fold(|| none.clone(), count).reduce(
            || none.clone(),
            |mut all, more| {
                all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
                all
            },
        )
    }

    fn play_one(
        &self,
        tiles: &Places,
        (seed, number): (Seed, u64),
        discard: Option<Tile>,
        policy: NamedPolicy,
    ) -> Outcome {
        let dealt = |other: usize| Hand::dealt(std::array::from_fn(|place| tiles[3 * place + other]));
        let hands = [self.hand, dealt(0), dealt(1), dealt(2)];
        let rest = RestOfWall::from_checked(&tiles[OTHERS_TILES..self.unseen]);
        let due = match discard {
            Some(_) => Due::Play { seat: Seat::A, drawn: None },
            None => Due::Draw(Seat::A),
        };
        let mut game = Game::from_checked((&hands, &self.melds, self.river), rest, due, TableModel);
        // The first discard is settled.
        if discard.is_some_and(|tile| game.act(Action::Discard(tile)).is_ok()) {
            game.step();
        }
        let policies = [policy, NamedPolicy::Rule, NamedPolicy::Rule, NamedPolicy::Rule];
        game.play_on(&mut NamedPolicy::players(policies, seed, number), &mut ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ReadyMade, RuleSet};

    /// A hand of thirteen tiles that draws first sits at the beginning of a whole game.
    #[test]
    fn a_table_goes_on_as_a_whole_game_does() {
        let hand: Hand = "2344m34599p156s1z".parse().unwrap();
        let (table, seed) = (Table::new(&hand, &[], &Counts::EMPTY).unwrap(), Seed(3));
        let mut whole = TableResult::default();
        for game in 0..500 {
            let (mut tiles, mut words) = (table.tiles, seed.words(game));
            table.groups.iter().for_each(|group| group.settle(&mut tiles, &mut words));
            let own: Vec<Tile> = hand.counts().tiles().collect();
            let dealt =
                (0..13).flat_map(|round| [own[round], tiles[3 * round], tiles[3 * round + 1], tiles[3 * round + 2]]);
            let wall: Vec<Tile> = dealt.chain(tiles[OTHERS_TILES..table.unseen].iter().copied()).collect();
            let wall = Wall::new(wall.try_into().unwrap()).unwrap();
            whole.count(Game::play(&wall, TableModel, &mut [crate::game::Rule; 4], &mut ()));
        }
        assert_eq!(table.play(seed, 0..500, NamedPolicy::Rule), [whole]);
        assert!(whole.wins() > 50 && whole.dealt_in > 50 && whole.lost > 50, "{whole:?}");
    }

    #[test]
    fn claimed_melds_and_visible_tiles_are_out_of_the_wall() {
        let hand: Hand = "2344m".parse().unwrap();
        let melds = ["123p", "EEE", "777s"].map(|meld| crate::notation::read_meld(meld).unwrap());
        let visible = Counts::of([Tile::M5; 3]).unwrap();
        let table = Table::new(&hand, &melds, &visible).unwrap();
        assert_eq!(table.unseen, 148 - 4 - 9 - 3);
        let result = table.play(Seed(1), 0..300, NamedPolicy::Rule)[0];
        let ends = [result.self_drawn, result.ron, result.dealt_in, result.lost, result.exhausted];
        assert_eq!((result.games, ends.iter().sum()), (300, 300));
        let error = Table::new(&hand, &melds[1..], &visible).unwrap_err();
        assert_eq!(error, TableError::Melds { exposed: 3, told: 2 });
    }

    #[test]
    fn hands_that_no_table_knows_are_refused() {
        let refused = |hand: &Hand| Table::new(hand, &[], &Counts::EMPTY).unwrap_err();
        let special: Hand = "1M 1M 3M 3M 4M 5M 6M 7M 8M 9M 1S 2S 3S PASS".parse().unwrap();
        assert_eq!(refused(&special), TableError::Special(Tile::PASS));
        let taiwan = ReadyMade::Taiwan.rules();
        let wildcards = RuleSet::standard().clone().with_wildcards(4).unwrap();
        for (rules, text) in [(&taiwan, "1m"), (&taiwan, "123m456789p123s11222z"), (&wildcards, "123m456m789m123s**")] {
            assert_eq!(refused(&rules.read_hand(text).unwrap()), TableError::OtherRules, "{text}");
        }
    }
}
