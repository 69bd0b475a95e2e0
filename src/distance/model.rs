//! What every way to find distances answers.

use std::fmt;

use super::lookup::Classes;
use super::value::Distance;
use crate::forms::{Form, Forms};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::rules::RuleSet;
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// A way to find win distances.
///
/// Only [`lacking`](Model::lacking) has to be given. The other methods are defined by it and trying every tile; a model may
/// answer them faster, never differently.
///
/// ```
/// use paili::{Counts, Distance, MeldCount, Model, PlainModel};
///
/// /// Takes the honors of a hand for lost.
/// #[derive(Debug, Clone, Copy)]
/// struct SuitsOnly;
///
/// impl Model for SuitsOnly {
///     fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
///         let suited = Counts::of(concealed.tiles().filter(|tile| tile.suit().is_some()));
///         PlainModel.lacking(&suited.expect("no more than there were"), exposed)
///     }
/// }
/// ```
pub trait Model: Copy + fmt::Debug + Send + Sync {
    /// How many tiles concealed tiles lack to win beside `exposed` melds, whatever the number of tiles.
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance;

    /// The rule set whose hands it is about: [standard](crate::rules::ReadyMade::Standard), unless a model says otherwise.
    fn rules(&self) -> &RuleSet {
        RuleSet::standard()
    }

    /// How many tiles a hand lacks for one form. Models that know no others answer for the standard form.
    fn distance_by(&self, form: Form, hand: &Hand) -> Distance {
        if form == Form::Standard { self.distance(hand) } else { Distance::NEVER }
    }

    /// The most copies of a kind that a winning hand may hold, but for those that wildcards stand for beyond these.
    fn most_copies(&self, tile: Tile) -> u8 {
        self.rules().winning_copies(tile)
    }

    /// The suit that is void in a shortest way to win with a form, of several the first; none where no suit has to be.
    fn void(&self, _form: Form, _hand: &Hand) -> Option<Suit> {
        None
    }

    /// The distance of a hand, and the forms of the [rule set](Model::rules) that reach it: none where no tiles can complete it.
    fn reached(&self, hand: &Hand) -> (Distance, Forms) {
        let forms = self.rules().forms().beside(hand.melds());
        let far = |form| self.distance_by(form, hand);
        let nearest = forms.iter().map(far).min().unwrap_or(Distance::NEVER);
        let reaches = |&form: &Form| nearest != Distance::NEVER && far(form) == nearest;
        (nearest, forms.iter().filter(reaches).fold(Forms::NONE, Forms::and))
    }

    /// The win distance of a hand.
    #[inline]
    fn distance(&self, hand: &Hand) -> Distance {
        self.lacking(hand.counts(), hand.melds())
    }

    /// The useful tiles of a hand (ukeire, 進張): the kinds of which one more lowers how many tiles it [lacks](Model::lacking). A kind of
    /// which the hand holds four is never one.
    ///
    /// For a hand of 13−3n tiles these are the tiles to draw. One of 14−3n tiles has to discard before it draws; its useful
    /// tiles are all that are useful after one or another of the discards that keep its distance.
    ///
    /// ```
    /// use paili::{Model, Notation, TableModel};
    ///
    /// let hand = Notation::Mpsz.hand("1133m456789p123s")?;
    /// assert_eq!(TableModel.useful(&hand).to_string(), "1M 3M");
    /// let drawn = Notation::Mpsz.hand("123456789m1223p5z")?;
    /// assert_eq!(TableModel.useful(&drawn).to_string(), "2P B");
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    #[doc(alias = "ukeire")]
    #[doc(alias = "進張")]
    #[inline]
    fn useful(&self, hand: &Hand) -> TileSet {
        self.distance_and_useful(hand).1
    }

    /// The distance of a hand and its [useful](Model::useful) tiles at once.
    #[inline]
    fn distance_and_useful(&self, hand: &Hand) -> (Distance, TileSet) {
        self.lacking_and_useful(hand.counts(), hand.melds())
    }

    /// How many tiles concealed tiles [lack](Model::lacking), and the kinds of which one more lowers that.
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        let lacking = self.lacking(concealed, exposed);
        let lowers = |&tile: &Tile| {
            let mut more = *concealed;
            more.insert(tile).is_ok() && self.lacking(&more, exposed) < lacking
        };
        (lacking, Tile::regular().filter(lowers).collect())
    }

    /// The unneeded tiles of a hand (不要牌): the kinds that it holds and of which one fewer leaves it as far. Of a hand of 14−3n tiles
    /// these are the discards that keep its distance, and none if it wins; of one of 13−3n, what one or another of the
    /// shortest ways to win gives up.
    ///
    /// ```
    /// use paili::{Model, Notation, TableModel};
    ///
    /// let hand = Notation::Mpsz.hand("123m12399p57s112z")?;
    /// assert_eq!(TableModel.unneeded(&hand).to_string(), "S");
    /// let drawn = Notation::Mpsz.hand("123m12399p57s1122z")?;
    /// assert_eq!(TableModel.unneeded(&drawn).to_string(), "9P 5S 7S E S");
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    #[doc(alias = "不要牌")]
    fn unneeded(&self, hand: &Hand) -> TileSet {
        let distance = self.distance(hand);
        hand.counts().kinds().iter().filter(|&tile| self.distance(&hand.less(tile)) == distance).collect()
    }

    /// The waits of a ready (tenpai) hand of 13−3n tiles: the kinds that complete it. Empty for every other hand. A kind of which
    /// the hand holds four is never one.
    #[doc(alias = "machi")]
    fn waits(&self, hand: &Hand) -> TileSet {
        if !hand.must_discard() && self.distance(hand) == Distance::READY { self.useful(hand) } else { TileSet::EMPTY }
    }

    /// The discard that leaves the smallest distance, of equals the last in tile order: what the THUPC rule discards, since
    /// its tie-break order is the tile order backwards. Specials are left aside. `None` for a hand that has no
    /// discard due or holds only specials.
    fn best_discard(&self, hand: &Hand) -> Option<Tile> {
        Tile::regular()
            .rev()
            .filter_map(|tile| Some((tile, self.distance(&hand.without(tile).ok()?))))
            // The first of equals.
            .min_by_key(|&(_, distance)| distance)
            .map(|(tile, _)| tile)
    }

    /// Tells the distance and the useful tiles that every discard leaves: of each kind held, in tile order. Nothing of a hand
    /// that has no discard due.
    fn each_discard(&self, hand: &Hand, mut tell: impl FnMut(Tile, Distance, TileSet)) {
        for tile in hand.counts().kinds().iter() {
            if let Ok(after) = hand.without(tile) {
                let (distance, useful) = self.distance_and_useful(&after);
                tell(tile, distance, useful);
            }
        }
    }

    /// The distance of the hand after it [claims](Hand::claiming) a discard for a meld, if it can.
    fn distance_claiming(&self, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        hand.claiming(meld, claimed).ok().map(|after| self.distance(&after))
    }

    // What a game asks. It keeps the classes of each player's hand, so that the table model looks up only the part that
    // changes; other models know no classes.

    #[doc(hidden)]
    #[inline]
    fn classes(&self, _: &Hand) -> Classes {
        Classes::default()
    }

    /// The classes after a tile, `changed`, was added or removed; `hand` is the hand after that.
    #[doc(hidden)]
    #[inline]
    fn classes_after(&self, classes: Classes, _hand: &Hand, _changed: Tile) -> Classes {
        classes
    }

    #[doc(hidden)]
    #[inline]
    fn distance_in(&self, _: Classes, hand: &Hand) -> Distance {
        self.distance(hand)
    }

    #[doc(hidden)]
    #[inline]
    fn waits_in(&self, _: Classes, hand: &Hand) -> TileSet {
        self.waits(hand)
    }

    /// The best discard of a hand with these classes and this distance, and the classes and the distance that it leaves.
    #[doc(hidden)]
    #[inline]
    fn best_discard_in(&self, classes: Classes, _: Distance, hand: &Hand) -> Option<(Tile, Classes, Distance)> {
        let tile = self.best_discard(hand)?;
        let after = hand.without(tile).ok()?;
        let classes = self.classes_after(classes, &after, tile);
        Some((tile, classes, self.distance_in(classes, &after)))
    }

    #[doc(hidden)]
    #[inline]
    fn distance_claiming_in(&self, _: Classes, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        self.distance_claiming(hand, meld, claimed)
    }
}
