//! What a rule set says of hands.

use std::fmt;

use paili_tables::cost::{Chows, Part as Deal};

use super::Aim;
use crate::forms::{Form, Forms};
use crate::hand::Counts;
use crate::meld::Meld;
use crate::tile::{Suit, Tile};
use crate::tile_set::{Part, TileSet};

/// A rule set: everything that the distance of a hand depends on.
///
/// ```
/// use paili::rules::RuleSet;
/// use paili::{Distance, Model, Suit, TileSet};
///
/// // A deck to teach with: one suit, two melds and a pair.
/// let small = RuleSet::new("small", 2)?.with_copies(!TileSet::of_suit(Suit::Dots), 0)?;
/// let hand = small.read_hand("1123455p")?;
/// assert_eq!(small.model().distance(&hand), Distance::READY);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct RuleSet {
    pub(super) name: String,
    melds: u8,
    copies: [u8; Tile::REGULAR_COUNT],
    /// The same: the kinds with at least one copy, two, three and four.
    at_least: [TileSet; Tile::COPIES as usize],
    chows: [bool; Suit::ALL.len()],
    /// The forms that win, and all among which these were chosen.
    pub(super) forms: Forms,
    pub(super) all_forms: Forms,
    pub(super) aim: Aim,
    wildcards: u8,
    wildcard_copies: WildcardCopies,
    void: VoidSuit,
    chow_claims: ChowClaims,
}

/// Whether a player may claim a discard for a chow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChowClaims {
    /// From the player before.
    FromLeft,
    /// From nobody: chows are of tiles that were drawn alone.
    Never,
}

/// Whether a winning hand may hold tiles of all three suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VoidSuit {
    /// It may.
    NotAsked,
    /// One suit has to be void (缺一门): the player chooses which, or has declared it.
    Asked,
}

/// Whether wildcards may stand for more copies of a kind than the deck has, such as a fifth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WildcardCopies {
    /// They may not.
    Within,
    /// They may, for every kind that the deck has: its copies bind only the tiles that are held or still to be drawn.
    Beyond,
}

impl RuleSet {
    /// The most melds of a hand.
    pub const MOST_MELDS: usize = 5;

    /// The most characters of a name.
    const LONGEST_NAME: usize = 40;

    /// The most wildcards of a deck.
    pub const MOST_WILDCARDS: u8 = 8;

    /// A rule set of a number of melds, from one to [five](RuleSet::MOST_MELDS), and a pair, with four copies of each regular
    /// kind, chows in all suits, and no other form.
    ///
    /// # Errors
    ///
    /// With another number of melds, or a name that is empty, longer than 40 characters or not to be printed.
    pub fn new(name: impl Into<String>, melds: usize) -> Result<RuleSet, RuleSetError> {
        let name = checked_name(name.into())?;
        match u8::try_from(melds) {
            Ok(few @ 1..=5) => Ok(RuleSet {
                name,
                melds: few,
                copies: [Tile::COPIES; Tile::REGULAR_COUNT],
                at_least: [TileSet::REGULAR; Tile::COPIES as usize],
                chows: [true; Suit::ALL.len()],
                forms: Forms::default(),
                all_forms: Forms::default(),
                aim: Aim::ANY,
                wildcards: 0,
                wildcard_copies: WildcardCopies::Within,
                void: VoidSuit::NotAsked,
                chow_claims: ChowClaims::FromLeft,
            }),
            _ => Err(RuleSetError::Melds { melds }),
        }
    }

    /// The same under another name.
    ///
    /// # Errors
    ///
    /// With a name that is empty, longer than 40 characters or not to be printed.
    pub fn named(self, name: impl Into<String>) -> Result<RuleSet, RuleSetError> {
        Ok(RuleSet { name: checked_name(name.into())?, ..self })
    }

    /// The same with another number of melds, and the forms that hands of that size can have.
    ///
    /// # Errors
    ///
    /// With a number of melds that no hand has, or fewer than are aimed at, or when no form is left.
    pub fn with_melds(self, melds: usize) -> Result<RuleSet, RuleSetError> {
        let RuleSet { melds, .. } = RuleSet::new(&self.name[..], melds)?;
        let mut rules = RuleSet { melds, ..self };
        rules.forms = rules.forms.iter().filter(|form| form.suits(&rules)).fold(Forms::NONE, Forms::and);
        rules.checked()
    }

    /// The same with another number of copies of some kinds, 0 to 4.
    ///
    /// # Errors
    ///
    /// With more copies, for special tiles, or where a form that it is won with lacks kinds: one that it could be won with can't be
    /// [chosen](RuleSet::choosing) any more.
    pub fn with_copies(mut self, kinds: TileSet, copies: u8) -> Result<RuleSet, RuleSetError> {
        if let Some(tile) = (kinds & TileSet::SPECIAL).first().filter(|_| copies > 0) {
            return Err(RuleSetError::Special { tile });
        }
        for tile in (kinds & TileSet::REGULAR).iter() {
            if copies > Tile::COPIES {
                return Err(RuleSetError::Copies { tile, copies });
            }
            self.copies[tile.index()] = copies;
        }
        self.at_least =
            [1, 2, 3, 4].map(|least| Tile::regular().filter(|tile| self.copies[tile.index()] >= least).collect());
        self.checked()
    }

    /// The same with chows in these suits only.
    pub fn with_chows(mut self, suits: &[Suit]) -> RuleSet {
        self.chows = Suit::ALL.map(|suit| suits.contains(&suit));
        self
    }

    /// The same won with these forms.
    ///
    /// # Errors
    ///
    /// Without a form, or with one that hands of this size, this deck or this aim can't have.
    pub fn with_forms(mut self, forms: &[Form]) -> Result<RuleSet, RuleSetError> {
        self.forms = Forms::of(forms).ok_or(RuleSetError::NoForm)?;
        self.all_forms = self.forms;
        self.checked()
    }

    /// The same won with some of the forms that it has, or with [all](Forms::ALL) of them.
    ///
    /// ```
    /// use paili::rules::ReadyMade;
    /// use paili::{Form, Forms};
    ///
    /// let guobiao = ReadyMade::Guobiao.rules();
    /// assert_eq!(guobiao.clone().choosing(Forms::only(Form::Standard))?.forms().names(), "standard");
    /// let error = ReadyMade::Sichuan.rules().choosing(Forms::only(Form::Orphans)).unwrap_err();
    /// assert_eq!(error.to_string(), "sichuan has no form orphans: expected standard, repeated-pairs or all");
    /// # Ok::<(), paili::rules::RuleSetError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When it has one of them not.
    pub fn choosing(self, forms: Forms) -> Result<RuleSet, RuleSetError> {
        if forms == Forms::ALL {
            return Ok(RuleSet { forms: self.all_forms, ..self });
        }
        match forms.without(self.all_forms).iter().next() {
            Some(form) => Err(RuleSetError::NotAmong { form, rules: self.name, among: self.all_forms }),
            None if forms.is_empty() => Err(RuleSetError::NoForm),
            None => Ok(RuleSet { forms, ..self }),
        }
    }

    /// The same with wildcards (癞子) in the deck, up to [eight](RuleSet::MOST_WILDCARDS): each stands for any kind, of which
    /// there are no more copies for it, unless they may go [beyond](WildcardCopies::Beyond) these.
    ///
    /// # Errors
    ///
    /// With more wildcards.
    pub fn with_wildcards(mut self, wildcards: u8) -> Result<RuleSet, RuleSetError> {
        self.wildcards = wildcards;
        self.checked()
    }

    /// The same with wildcards that stand for a fifth copy of a kind, or with such as don't.
    ///
    /// ```
    /// use paili::Model;
    /// use paili::rules::{ReadyMade, WildcardCopies};
    ///
    /// // A wildcard as the fifth 1z: 111z, and a pair of 1z.
    /// let within = ReadyMade::Riichi.rules().with_wildcards(1)?;
    /// let beyond = within.clone().with_wildcard_copies(WildcardCopies::Beyond);
    /// let lacking = [within, beyond].map(|rules| {
    ///     let hand = rules.read_hand("1111z*").unwrap();
    ///     rules.model().distance(&hand).get()
    /// });
    /// assert_eq!(lacking, [1, 0]);
    /// # Ok::<(), paili::rules::RuleSetError>(())
    /// ```
    pub fn with_wildcard_copies(mut self, copies: WildcardCopies) -> RuleSet {
        self.wildcard_copies = copies;
        self
    }

    /// The same where discards may be claimed for chows, or not. It changes no distance.
    pub fn with_chow_claims(self, chow_claims: ChowClaims) -> RuleSet {
        RuleSet { chow_claims, ..self }
    }

    /// Whether a player may claim a discard for a chow.
    pub fn chow_claims(&self) -> ChowClaims {
        self.chow_claims
    }

    /// The same with or without a void suit.
    pub fn with_void(mut self, void: VoidSuit) -> RuleSet {
        self.void = void;
        self
    }

    /// The same won with some forms, instead of which those of others can be chosen that its hands can have.
    #[cfg(feature = "serde")]
    pub(super) fn with_forms_among(self, forms: Forms, all_forms: Forms) -> Result<RuleSet, RuleSetError> {
        RuleSet { forms, all_forms, ..self }.checked()
    }

    fn checked(mut self) -> Result<RuleSet, RuleSetError> {
        if self.forms.is_empty() {
            return Err(RuleSetError::NoForm);
        }
        let unfit = self.all_forms.iter().filter(|form| !form.suits(&self)).fold(Forms::NONE, Forms::and);
        if let Some(form) = unfit.among(self.forms).iter().next() {
            return Err(RuleSetError::Form { form, tiles: self.most_tiles() });
        }
        if let Some(form) = self.forms.iter().find(|&form| !self.aim_has(form)) {
            return Err(RuleSetError::Aim { form, aim: self.aim().to_string() });
        }
        self.all_forms = self.all_forms.without(unfit);
        if self.wildcards > RuleSet::MOST_WILDCARDS {
            return Err(RuleSetError::Wildcards { wildcards: self.wildcards });
        }
        Ok(self)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many melds a winning hand has beside its pair.
    pub fn melds(&self) -> usize {
        self.melds.into()
    }

    /// How many tiles a winning hand has: three a meld and a pair.
    pub fn most_tiles(&self) -> usize {
        Meld::TILES * self.melds() + 2
    }

    /// Copies of a kind in the deck; 0 of special tiles.
    pub fn copies(&self, tile: Tile) -> u8 {
        self.copies.get(tile.index()).copied().unwrap_or(0)
    }

    /// How many tiles the deck has, wildcards among them.
    pub fn tiles(&self) -> usize {
        self.copies.iter().map(|&copies| usize::from(copies)).sum::<usize>() + usize::from(self.wildcards)
    }

    /// The kinds in the deck.
    pub fn kinds(&self) -> TileSet {
        Tile::regular().filter(|&tile| self.copies(tile) > 0).collect()
    }

    /// Whether three in a row of a suit are a meld.
    pub fn has_chows(&self, suit: Suit) -> bool {
        self.chows[suit as usize]
    }

    /// What a hand can be won with.
    pub fn forms(&self) -> Forms {
        self.forms
    }

    /// All forms that can be [chosen](RuleSet::choosing).
    pub fn all_forms(&self) -> Forms {
        self.all_forms
    }

    /// How many wildcards are in the deck.
    pub fn wildcards(&self) -> u8 {
        self.wildcards
    }

    /// Whether wildcards may stand for more copies than the deck has.
    pub fn wildcard_copies(&self) -> WildcardCopies {
        self.wildcard_copies
    }

    /// How many tiles of a winning hand wildcards stand for that the deck does not have, at most.
    pub(super) fn most_beyond_copies(&self) -> usize {
        match self.wildcard_copies {
            WildcardCopies::Within => 0,
            WildcardCopies::Beyond => self.most_tiles().min(self.wildcards.into()),
        }
    }

    /// Whether wildcards may be drawn yet, beside so many held ones, that stand for more copies than the deck has: these alone could
    /// complete a hand that no tiles can, unless what is exposed beside it is none of what hands are to be.
    pub fn has_wildcards_beyond(&self, held: u8) -> bool {
        usize::from(held) < self.most_beyond_copies() && !self.forms.is_empty()
    }

    /// Whether a suit has to be void.
    pub fn void(&self) -> VoidSuit {
        self.void
    }

    /// Whether a suit has to be void, which a hand can declare.
    pub fn asks_void(&self) -> bool {
        self.void == VoidSuit::Asked
    }

    /// Whether a rule set is this one but for the wildcards, which do not go beyond the copies.
    pub(super) fn differs_in_wildcards_alone(&self, other: &RuleSet) -> bool {
        self.wildcard_copies == WildcardCopies::Within
            && RuleSet { wildcards: other.wildcards, ..self.clone() } == *other
    }

    /// The kinds of which there are more copies than these.
    #[inline]
    pub(super) fn addable(&self, held: &Counts) -> TileSet {
        let [one, two, three, four] = held.copies().at_least();
        let [has_one, has_two, has_three, has_four] = self.at_least;
        has_one & !one | has_two & !two | has_three & !three | has_four & !four
    }

    /// The kinds with at least one copy, two, three and four.
    #[inline]
    pub(crate) fn at_least(&self) -> [TileSet; Tile::COPIES as usize] {
        self.at_least
    }

    /// A part as the compiler of tables takes it.
    pub(super) fn deal(&self, part: Part) -> Deal {
        let kinds: Vec<Tile> = part.kinds().iter().collect();
        let copies: Vec<u8> = kinds.iter().map(|&tile| self.copies(tile)).collect();
        let has_chows = kinds.first().and_then(|tile| tile.suit()).is_some_and(|suit| self.wants_chows(suit));
        let most: Vec<u8> = kinds.iter().map(|&tile| self.winning_copies(tile)).collect();
        let all_required = self.required();
        let required: Vec<u8> = kinds.iter().map(|tile| all_required[tile.index()]).collect();
        let chows = if has_chows { Chows::Melds } else { Chows::Nothing };
        Deal::new(&copies, chows).of_at_most(&most).requiring(&required)
    }
}

/// A name that messages can have.
fn checked_name(name: String) -> Result<String, RuleSetError> {
    let fits = |char: char| char.is_alphanumeric() || " -_.,:()+'/".contains(char);
    let is_fit =
        (1..=RuleSet::LONGEST_NAME).contains(&name.chars().count()) && name.chars().all(fits) && name.trim() == name;
    if is_fit { Ok(name) } else { Err(RuleSetError::Name) }
}

/// There is no such rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum RuleSetError {
    /// The name is empty, too long or not to be printed.
    Name,
    /// No hand has this number of melds.
    Melds { melds: usize },
    /// No kind has this number of copies.
    Copies { tile: Tile, copies: u8 },
    /// The tile is special: no hand is won with it.
    Special { tile: Tile },
    /// No deck has this number of wildcards.
    Wildcards { wildcards: u8 },
    /// Nothing wins.
    NoForm,
    /// The form is not one of those that the rule set of this name has.
    NotAmong { form: Form, rules: String, among: Forms },
    /// The form is not one of winning hands of so many tiles, or the deck lacks tiles for it.
    Form { form: Form, tiles: usize },
    /// No hand of the form can be won as the rule set aims at.
    Aim { form: Form, aim: String },
}

impl fmt::Display for RuleSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleSetError::Name => {
                write!(
                    f,
                    "name: expected 1 to {} letters, digits, spaces or signs of -_.,:()+'/",
                    RuleSet::LONGEST_NAME
                )
            }
            RuleSetError::NotAmong { form, rules, among } => {
                write!(f, "{rules} has no form {form}: expected {} or {}", among.names(), Forms::EVERY)
            }
            RuleSetError::Melds { melds } => {
                write!(f, "{melds} melds: expected 1 to {} beside the pair", RuleSet::MOST_MELDS)
            }
            RuleSetError::Copies { tile, copies } => {
                write!(f, "{copies} copies of {tile}: expected at most {}", Tile::COPIES)
            }
            RuleSetError::Special { tile } => {
                write!(f, "{tile} is a special tile: expected tiles that hands are won with")
            }
            RuleSetError::Wildcards { wildcards } => {
                write!(f, "{wildcards} wildcards: expected at most {}", RuleSet::MOST_WILDCARDS)
            }
            RuleSetError::NoForm => write!(f, "no form: expected at least one of {}", Form::list()),
            RuleSetError::Aim { form, aim } => write!(f, "form {form}, aim {aim}: no hand has both"),
            RuleSetError::Form { form, tiles } => {
                write!(f, "form {form}, hands of {tiles} tiles: expected {}", form.takes(*tiles))
            }
        }
    }
}

impl std::error::Error for RuleSetError {}
