//! Why a hand is as far as it is.

use crate::distance::Model;
use crate::forms::{Form, standard};
use crate::hand::Hand;
use crate::tile::Tile;

/// One way to split a hand for its distance: the groups it aims at, the tiles it lacks for them and those it gives up.
///
/// Among plans that are equally near, it is the one found by taking melds one at a time, each time the first that still
/// allows the distance in this order: fewest tiles lacking, then chows before pongs, then tile order; and the pair at
/// last, likewise.
///
/// ```
/// use paili::analysis::Plan;
/// use paili::{Form, Notation, TableModel};
///
/// let hand = Notation::Judge.hand("1M 2M 3M 4P 5P 6P 7S 8S E E Z Z 9M")?;
/// let plan = Plan::of(TableModel, &hand, Form::Standard);
/// let groups: Vec<String> =
///     plan.groups.iter().map(|group| group.iter().map(|tile| tile.token()).collect::<Vec<_>>().join(" ")).collect();
/// assert_eq!(groups, ["1M 2M 3M", "4P 5P 6P", "6S 7S 8S", "E E E", "Z Z"]);
/// assert_eq!(plan.missing, ["6S".parse()?, "E".parse()?]);
/// assert_eq!(plan.surplus, ["9M".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What the concealed tiles are to become: melds in tile order, then the pair; for the other forms, seven pairs, or
    /// the thirteen single tiles in one group and then the one that makes a pair.
    pub groups: Vec<Vec<Tile>>,
    /// The tiles that must be added, in tile order; their number is the distance.
    pub missing: Vec<Tile>,
    /// The tiles that must leave, in tile order.
    pub surplus: Vec<Tile>,
}

impl Plan {
    /// A plan of a hand for a form, which it should be able to reach: beside exposed melds only the standard one.
    pub fn of(model: impl Model, hand: &Hand, form: Form) -> Plan {
        let groups = match form.of_kinds() {
            None => standard::groups(model, hand),
            Some(form) => form.groups(hand.counts()),
        };
        Plan::with_groups(hand, groups)
    }

    fn with_groups(hand: &Hand, groups: Vec<Vec<Tile>>) -> Plan {
        let mut kept = [0_u8; Tile::COUNT];
        let mut missing = Vec::new();
        for &tile in groups.iter().flatten() {
            if kept[tile.index()] < hand.counts().get(tile) {
                kept[tile.index()] += 1;
            } else {
                missing.push(tile);
            }
        }
        missing.sort_unstable();
        let leaving = |tile: Tile| hand.counts().get(tile) - kept[tile.index()];
        let surplus = hand.counts().kinds().iter().flat_map(|tile| std::iter::repeat_n(tile, leaving(tile).into()));
        Plan { surplus: surplus.collect(), groups, missing }
    }
}
