//! Why a hand is as far as it is.

mod standard;
mod step_by_step;

use crate::distance::Model;
use crate::forms::{Form, Forms, OfKinds};
use crate::hand::Hand;
use crate::rules::WildcardCopies;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// One way to split a hand for its distance: the groups it aims at, the tiles it lacks for them and those it gives up.
///
/// Among plans of the standard form that are equally near, it is the one found by taking melds one at a time, each time the
/// first that still allows the distance in this order: fewest tiles lacking, then chows before pongs, then tile order; and
/// the pair at last, likewise. Wildcards stand for the tiles that the deck does not have, and then for the last ones lacking.
///
/// ```
/// use paili::analysis::Plan;
/// use paili::{Form, Notation, TableModel};
///
/// let hand = Notation::Judge.hand("1M 2M 3M 4P 5P 6P 7S 8S E E Z Z 9M")?;
/// let plan = Plan::of(TableModel, &hand, Form::Standard).unwrap();
/// let groups: Vec<String> =
///     plan.groups.iter().map(|group| group.iter().map(|tile| tile.token()).collect::<Vec<_>>().join(" ")).collect();
/// assert_eq!(groups, ["1M 2M 3M", "4P 5P 6P", "6S 7S 8S", "E E E", "Z Z"]);
/// assert_eq!(plan.missing, ["6S".parse()?, "E".parse()?]);
/// assert_eq!(plan.surplus, ["9M".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What the concealed tiles are to become: melds in tile order, then the pair; for the other forms pairs, or the single
    /// tiles in one group and then the one that is twice.
    pub groups: Vec<Vec<Tile>>,
    /// The tiles that must be added, in tile order; their number is the distance.
    pub missing: Vec<Tile>,
    /// The tiles that must leave, in tile order.
    pub surplus: Vec<Tile>,
    /// The tiles that wildcards stand for, in tile order.
    pub wildcards: Vec<Tile>,
}

impl Plan {
    /// A plan of a hand for a form; `None` if no tiles can complete the hand in it.
    pub fn of(model: impl Model, hand: &Hand, form: Form) -> Option<Plan> {
        let distance = model.distance_by(form, hand);
        distance.tiles()?;
        let void = model.void(form, hand).map_or(TileSet::EMPTY, TileSet::of_suit);
        let groups = match Form::OF_KINDS.iter().find(|(of_kinds, _)| *of_kinds == form) {
            _ if form == Form::Standard => standard::groups(&model, hand, void, distance)?,
            Some((_, of_kinds)) if is_told_by_kinds(&model, hand) => of_kinds_groups(&model, hand, void, of_kinds),
            _ => step_by_step::groups(&model, hand, form, distance)?,
        };
        Some(Plan::with_groups(model, hand, groups))
    }

    /// The plan of the first of some forms in which the hand is nearest.
    pub fn of_nearest(model: impl Model, hand: &Hand, forms: Forms) -> Option<Plan> {
        let nearest = forms.iter().min_by_key(|&form| model.distance_by(form, hand))?;
        Plan::of(model, hand, nearest)
    }

    fn with_groups(model: impl Model, hand: &Hand, groups: Vec<Vec<Tile>>) -> Plan {
        let mut used = [0_u8; Tile::COUNT];
        let (mut missing, mut wildcards) = (Vec::new(), Vec::new());
        for &tile in groups.iter().flatten() {
            let used = &mut used[tile.index()];
            *used += 1;
            if *used > model.most_copies(tile) {
                wildcards.push(tile);
            } else if *used > hand.counts().get(tile) {
                missing.push(tile);
            }
        }
        missing.sort_unstable();
        let wild = usize::from(hand.wildcards()).saturating_sub(wildcards.len());
        wildcards.extend(missing.split_off(missing.len().saturating_sub(wild)));
        wildcards.sort_unstable();
        let leaving = |tile: Tile| hand.counts().get(tile).saturating_sub(used[tile.index()]);
        let surplus = hand.counts().kinds().iter().flat_map(|tile| std::iter::repeat_n(tile, leaving(tile).into()));
        Plan { surplus: surplus.collect(), groups, missing, wildcards }
    }
}

/// Whether seven pairs and thirteen orphans are what the embedded tables mean by them: of fourteen tiles, and of copies that the
/// deck has.
fn is_told_by_kinds(model: &impl Model, hand: &Hand) -> bool {
    let rules = model.rules();
    let is_within = hand.wildcards() == 0 || rules.wildcard_copies() == WildcardCopies::Within;
    rules.most_tiles() == Hand::MOST_TILES && is_within
}

fn of_kinds_groups(model: &impl Model, hand: &Hand, void: TileSet, form: &OfKinds) -> Vec<Vec<Tile>> {
    let [once, twice] = [1, 2].map(|least| {
        let has = |tile: &Tile| model.most_copies(*tile) >= least;
        Tile::regular().filter(has).collect::<TileSet>() & !void
    });
    form.groups(hand.counts(), [once, twice])
}
