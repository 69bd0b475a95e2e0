//! Who plays in which seat of many games.

use crate::game::{PLAYERS, Seat};
use crate::simulation::named_policy::Player;
use crate::simulation::{NamedPolicy, Seed};

/// Which seats are decided for from outside, and by which policies the others play.
///
/// ```
/// use paili::game::Seat;
/// use paili::simulation::{NamedPolicy, Seating};
///
/// let one = [None, Some(NamedPolicy::Rule), Some(NamedPolicy::Rule), Some(NamedPolicy::Rule)];
/// assert_eq!(Seating::Fixed(one).of_game(6)[Seat::A.index()], None);
/// assert_eq!(Seating::Rotating(one).of_game(6)[Seat::C.index()], None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seating {
    /// The same in every game; none where it is decided from outside.
    Fixed([Option<NamedPolicy>; PLAYERS]),
    /// These in game 0, and in game i each i seats further on, so that nobody has the better seat.
    Rotating([Option<NamedPolicy>; PLAYERS]),
}

impl Seating {
    /// All four are decided for from outside.
    pub const NOBODY: Seating = Seating::Fixed([None; PLAYERS]);

    /// Who sits where in a game.
    pub fn of_game(self, game: u64) -> [Option<NamedPolicy>; PLAYERS] {
        match self {
            Seating::Fixed(policies) => policies,
            Seating::Rotating(mut policies) => {
                policies.rotate_right((game % PLAYERS as u64) as usize);
                policies
            }
        }
    }

    /// Whether anybody is decided for from outside.
    pub(super) fn has_room(self) -> bool {
        self.of_game(0).contains(&None)
    }

    pub(super) fn players(self, seed: Seed, game: u64) -> [Option<Player>; PLAYERS] {
        let policies = self.of_game(game);
        Seat::ALL.map(|seat| policies[seat.index()].map(|policy| policy.in_seat(seed, game, seat)))
    }
}
