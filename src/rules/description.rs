//! Rule sets written down: the file of `--rules-file`, the dict of Python, the object of npm and the JSON of C.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Aim, AimError, ChowClaims, MeldsWanted, ReadyMade, RuleSet, RuleSetError, VoidSuit, WildcardCopies};
use crate::forms::{Form, Forms};
use crate::name::{ParseNameError, excerpt};
use crate::notation::{self, Notation, NotationError};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// A rule set as a file has it. What is left out is as in `like`, or else as in [`RuleSet::new`].
///
/// ```
/// use paili::rules::{RuleSet, RuleSetDescription};
///
/// let text = r#"{
///     "name": "one suit", "melds": 2, "chows": "p", "forms": ["standard", "pairs"], "wildcards": 4,
///     "copies": {"123456789m123456789s1234567z": 0, "19p": 3}
/// }"#;
/// let description: RuleSetDescription = serde_json::from_str(text)?;
/// let rules = RuleSet::try_from(description)?;
/// assert_eq!((rules.name(), rules.most_tiles(), rules.copies("1P".parse()?)), ("one suit", 8, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys of a rule set and their values", rename_all = "kebab-case")]
pub struct RuleSetDescription {
    /// What messages call it.
    pub name: String,
    /// The name of a ready-made rule set.
    pub like: Option<String>,
    /// How many melds a winning hand has beside its pair.
    #[serde(default, deserialize_with = "number")]
    pub melds: Option<usize>,
    /// Names of forms.
    pub forms: Option<Vec<String>>,
    /// Letters of the suits that form chows, `mps`.
    pub chows: Option<String>,
    /// How many copies the deck has of some tiles, which are written in any notation. The order does not matter, so no tile may
    /// be named twice.
    #[serde(default, deserialize_with = "numbers")]
    pub copies: BTreeMap<String, u8>,
    /// How many wildcards the deck has.
    #[serde(default, deserialize_with = "number")]
    pub wildcards: Option<u8>,
    /// Whether these may stand for more copies of a kind than the deck has.
    pub wildcards_beyond_copies: Option<bool>,
    /// Whether a suit has to be void.
    pub void: Option<bool>,
    /// Whether a discard may be claimed for a chow.
    pub claimed_chows: Option<bool>,
    /// The kinds that a winning hand may hold, as [`Aim::read`] reads them.
    pub only: Option<String>,
    /// Melds that it has to hold, in any notation.
    #[serde(default)]
    pub with: Vec<String>,
    /// Whether it may have no melds but pongs.
    #[serde(default)]
    pub only_pongs: bool,
}

/// A whole number. Serde's own messages would name the type that holds it, which nobody who writes a file knows.
struct Whole<N>(N);

impl<'de, N: TryFrom<u64>> Deserialize<'de> for Whole<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor(PhantomData)).map(Whole)
    }
}

struct WholeVisitor<N>(PhantomData<N>);

impl<N: TryFrom<u64>> Visitor<'_> for WholeVisitor<N> {
    type Value = N;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a small whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<N, E> {
        N::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<N, E> {
        let whole = u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
        self.visit_u64(whole)
    }

    /// What sixty-four bits do not hold.
    fn visit_i128<E: Error>(self, number: i128) -> Result<N, E> {
        Err(E::invalid_value(Unexpected::Other(&format!("integer `{number}`")), &self))
    }
}

fn number<'de, N: TryFrom<u64>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<N>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(|Whole(number)| number))
}

fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, u8>, D::Error> {
    deserializer.deserialize_map(NumbersVisitor)
}

/// Numbers by texts, none of which may come twice: TOML refuses that by itself, JSON takes the last.
struct NumbersVisitor;

impl<'de> Visitor<'de> for NumbersVisitor {
    type Value = BTreeMap<String, u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbers of copies by tiles")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut numbers = BTreeMap::new();
        while let Some((text, Whole(number))) = map.next_entry::<String, _>()? {
            if numbers.insert(text.clone(), number).is_some() {
                return Err(A::Error::custom(format_args!("duplicate key {}", excerpt(text.as_bytes()))));
            }
        }
        Ok(numbers)
    }
}

impl TryFrom<RuleSetDescription> for RuleSet {
    type Error = RuleSetDescriptionError;

    fn try_from(description: RuleSetDescription) -> Result<RuleSet, RuleSetDescriptionError> {
        let RuleSetDescription { name, like, melds, forms, chows, copies, wildcards, .. } = description;
        let RuleSetDescription { wildcards_beyond_copies, void, claimed_chows, only, with, only_pongs, .. } =
            description;
        let ready_made = |name: &str| name.parse::<ReadyMade>();
        // What the name stands for stays as it is, but for what may be asked of any rule set.
        let is_like_it =
            like.as_ref() == Some(&name) && melds.is_none() && chows.is_none() && copies.is_empty() && void.is_none();
        if ready_made(&name).is_ok() && !is_like_it {
            return Err(RuleSetDescriptionError::Taken { name });
        }
        let like = like.as_deref().map(ready_made).transpose().map_err(RuleSetDescriptionError::Like)?;
        let mut rules = match (like, melds) {
            (None, None) => return Err(RuleSetDescriptionError::NoMelds),
            (None, Some(melds)) => RuleSet::new(name, melds)?,
            (Some(like), None) => like.rules().named(name)?,
            (Some(like), Some(melds)) => like.rules().named(name)?.with_melds(melds)?,
        };
        // Forms come last, since they may not be of the deck that was there before.
        let wanted = match forms {
            None => (rules.all_forms(), rules.forms()),
            Some(forms) => {
                let forms = Forms::read(forms.iter().map(String::as_str)).map_err(RuleSetDescriptionError::Form)?;
                let forms = forms.ok_or(RuleSetError::NoForm)?;
                if forms == Forms::ALL { (rules.all_forms(), rules.all_forms()) } else { (forms, forms) }
            }
        };
        rules = rules.with_forms(&[Form::Standard])?;
        let mut named = TileSet::EMPTY;
        for (text, number) in copies {
            let (_, read) = notation::read(&text).map_err(RuleSetDescriptionError::Tiles)?;
            let tiles: TileSet = read.iter().copied().collect();
            if read.is_empty() {
                return Err(RuleSetDescriptionError::NoTiles { text });
            }
            for tile in read {
                if named.contains(tile) {
                    return Err(RuleSetDescriptionError::Twice { tile, text });
                }
                named |= TileSet::only(tile);
            }
            rules = rules.with_copies(tiles, number)?;
        }
        if rules.kinds().is_empty() {
            return Err(RuleSetDescriptionError::Empty);
        }
        if let Some(letters) = chows {
            let suit = |letter| Suit::of_letter(letter).ok_or(RuleSetDescriptionError::Suit { letter });
            rules = rules.with_chows(&letters.chars().map(suit).collect::<Result<Vec<_>, _>>()?);
        }
        if let Some(wildcards) = wildcards {
            rules = rules.with_wildcards(wildcards)?;
        }
        if let Some(beyond) = wildcards_beyond_copies {
            rules = rules.with_wildcard_copies(if beyond { WildcardCopies::Beyond } else { WildcardCopies::Within });
        }
        if let Some(void) = void {
            rules = rules.with_void(if void { VoidSuit::Asked } else { VoidSuit::NotAsked });
        }
        if let Some(claimed) = claimed_chows {
            rules = rules.with_chow_claims(if claimed { ChowClaims::FromLeft } else { ChowClaims::Never });
        }
        let (all, chosen) = wanted;
        let rules = rules.with_forms_among(chosen, all)?;
        let melds = if only_pongs { MeldsWanted::Pongs } else { MeldsWanted::All };
        let aim = Aim::read(only.as_deref(), &with, melds).and_then(|aim| rules.aiming_at(aim));
        aim.map_err(RuleSetDescriptionError::Aim)
    }
}

/// What is written down is no rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum RuleSetDescriptionError {
    /// `like` names no ready-made rule set.
    Like(ParseNameError),
    /// Neither `melds` nor `like` is there.
    NoMelds,
    /// `forms` names no form.
    Form(ParseNameError),
    /// `copies` names no tiles.
    Tiles(NotationError),
    /// `copies` has a key without a tile, this.
    NoTiles { text: String },
    /// `copies` leaves no tile.
    Empty,
    /// The name is that of a ready-made rule set.
    Taken { name: String },
    /// `copies` names a tile twice, the second time here.
    Twice { tile: Tile, text: String },
    /// `chows` has another letter than those of the suits.
    Suit { letter: char },
    /// No hand can be won as `only`, `with` and `only-pongs` say.
    Aim(AimError),
    /// It is written well, and no rule set.
    Rules(RuleSetError),
}

impl From<RuleSetError> for RuleSetDescriptionError {
    fn from(error: RuleSetError) -> Self {
        RuleSetDescriptionError::Rules(error)
    }
}

impl fmt::Display for RuleSetDescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleSetDescriptionError::Like(error) => write!(f, "like: {error}"),
            RuleSetDescriptionError::NoMelds => {
                write!(f, "melds: missing: expected 1 to {}, or a rule set in like", RuleSet::MOST_MELDS)
            }
            RuleSetDescriptionError::Form(error) => write!(f, "forms: {error}"),
            RuleSetDescriptionError::Tiles(error) => write!(f, "copies: {error}"),
            RuleSetDescriptionError::NoTiles { text } => {
                write!(f, "copies: {}: expected some tiles", excerpt(text.as_bytes()))
            }
            RuleSetDescriptionError::Empty => write!(f, "copies: no tile is left: expected some"),
            RuleSetDescriptionError::Taken { name } => {
                write!(f, "name: {name} is a ready-made rule set: expected another name")
            }
            RuleSetDescriptionError::Twice { tile, text } => {
                let (text, tile) = (excerpt(text.as_bytes()), Notation::Mpsz.name_of(*tile));
                write!(f, "copies: {text} has {tile}, which was named before: expected each tile once")
            }
            RuleSetDescriptionError::Suit { letter } => {
                write!(f, "chows: {letter:?} is no suit: expected the letters m, p and s")
            }
            RuleSetDescriptionError::Aim(error) => write!(f, "{}: {error}", error.argument()),
            RuleSetDescriptionError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RuleSetDescriptionError {}
