//! A model over several forms.

use super::of_kinds::HeldKinds;
use super::{Form, Forms};
use crate::distance::{Distance, Model};
use crate::hand::{Counts, Hand, MeldCount};
use crate::rules::RuleSet;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A model over several forms: the distance is the smallest of theirs.
///
/// Forms but the standard one need no tables: how many kinds are held once and twice tells their distances.
///
/// ```
/// use paili::{Distance, Forms, Model, Notation, TableModel, WithForms};
///
/// let hand = Notation::Mpsz.hand("1133557799m1122p")?;
/// let model = TableModel;
/// assert_eq!(model.distance(&hand).get(), 4);
/// assert_eq!(WithForms::new(model, Forms::ALL).distance(&hand), Distance::WON);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WithForms<M> {
    model: M,
    forms: Forms,
}

impl<M: Model> WithForms<M> {
    /// Adds pairs and orphans to a model of the standard form, or takes that one away. It knows no other forms.
    pub fn new(model: M, forms: Forms) -> Self {
        WithForms { model, forms: forms.among(Forms::EMBEDDED) }
    }

    /// The model of the standard form.
    pub fn standard(&self) -> M {
        self.model
    }

    /// The forms.
    pub fn forms(&self) -> Forms {
        self.forms
    }
}

impl<M: Model> Model for WithForms<M> {
    fn rules(&self) -> &RuleSet {
        RuleSet::of_embedded(self.forms)
    }

    fn distance_by(&self, form: Form, hand: &Hand) -> Distance {
        WithForms::new(self.model, Forms::only(form)).distance(hand)
    }

    #[inline]
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        let forms = self.forms.beside(exposed);
        let others = forms.nearest_of_kinds(HeldKinds::of(concealed.copies()));
        if forms.contains(Form::Standard) { others.min(self.model.lacking(concealed, exposed)) } else { others }
    }

    #[inline]
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        let standard = self.model.lacking_and_useful(concealed, exposed);
        self.forms.beside(exposed).nearest(standard, HeldKinds::of(concealed.copies()))
    }

    /// What a form that is nearest does not need: the others are as far or farther.
    #[inline]
    fn unneeded(&self, hand: &Hand) -> TileSet {
        let forms = self.forms.beside(hand.melds());
        let distance = self.distance(hand);
        if distance == Distance::NEVER {
            return hand.counts().kinds();
        }
        let mut unneeded = TileSet::EMPTY;
        if forms.contains(Form::Standard) && self.model.distance(hand) == distance {
            unneeded = self.model.unneeded(hand);
        }
        let held = HeldKinds::of(hand.counts().copies());
        for (form, of_kinds) in &Form::OF_KINDS {
            if forms.contains(*form) && held.lacking(of_kinds) == distance {
                unneeded |= held.unneeded(of_kinds, hand.counts());
            }
        }
        unneeded
    }

    fn each_discard(&self, hand: &Hand, mut tell: impl FnMut(Tile, Distance, TileSet)) {
        let forms = self.forms.beside(hand.melds());
        self.model.each_discard(hand, |tile, distance, useful| {
            let mut left = *hand.counts().copies();
            left.take(tile);
            let (distance, useful) = forms.nearest((distance, useful), HeldKinds::of(&left));
            tell(tile, distance, useful);
        });
    }
}

impl Forms {
    /// How far a hand is from the nearest of the forms but the standard one: never when there is none.
    #[inline]
    fn nearest_of_kinds(self, held: HeldKinds) -> Distance {
        let mut nearest = Distance::NEVER;
        for (form, of_kinds) in &Form::OF_KINDS {
            if self.contains(*form) {
                nearest = nearest.min(held.lacking(of_kinds));
            }
        }
        nearest
    }

    /// How far a hand is from the nearest of the forms, and the useful tiles, given both for the standard form.
    ///
    /// A tile is useful when it is for a form that is nearest: the others are farther and come one nearer at most.
    #[inline]
    pub(crate) fn nearest(self, standard: (Distance, TileSet), held: HeldKinds) -> (Distance, TileSet) {
        let mut nearest = if self.contains(Form::Standard) { standard } else { (Distance::NEVER, TileSet::EMPTY) };
        for (form, of_kinds) in &Form::OF_KINDS {
            if self.contains(*form) {
                match held.lacking(of_kinds) {
                    nearer if nearer < nearest.0 => nearest = (nearer, held.useful(of_kinds)),
                    equal if equal == nearest.0 => nearest.1 |= held.useful(of_kinds),
                    _ => {}
                }
            }
        }
        nearest
    }
}
