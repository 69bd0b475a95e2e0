//! What a winning hand is to be beside what its rule set asks: of some kinds only, with some melds, of pongs.

use std::borrow::Cow;
use std::fmt;

use super::{RuleSet, WildcardCopies};
use crate::forms::{Form, Forms};
use crate::meld::Meld;
use crate::name::excerpt;
use crate::notation::{self, Notation, NotationError};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// What a winning hand is to be, its exposed melds among it. The hand itself, the deck and what may still be drawn are as they
/// are: who aims at tanyao gives up terminals, and draws them.
///
/// ```
/// use paili::Model;
/// use paili::rules::{Aim, ReadyMade};
///
/// let rules = ReadyMade::Riichi.rules();
/// let hand = rules.read_hand("2345m456p67s99p777z")?;
/// let distances = ["2-8mps", "sz", "m"].map(|only| {
///     let aim = Aim::read(Some(only), &[""; 0], Default::default()).unwrap();
///     rules.clone().aiming_at(aim).unwrap().model().distance(&hand).get()
/// });
/// assert_eq!((rules.model().distance(&hand).get(), distances), (1, [5, 9, 10]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The kinds that it may hold.
    pub only: TileSet,
    /// Melds that it holds, each as often as it stands here. A hand that has seven pairs or the like holds none.
    pub with: Vec<Meld>,
    /// The melds that it may hold.
    pub melds: MeldsWanted,
}

/// Which melds a winning hand may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum MeldsWanted {
    /// All that the rule set has.
    #[default]
    All,
    /// Pongs alone, and a pair: the hand has the standard form (対々和, 碰碰和).
    Pongs,
}

impl Aim {
    /// Whatever wins.
    pub const ANY: Aim = Aim { only: TileSet::REGULAR, with: Vec::new(), melds: MeldsWanted::All };

    /// Reads kinds and melds. Kinds are ranks before letters of suits: `2-8mps` are the simples, `pz` dots and honors, `19m` two
    /// kinds; or tiles in any notation.
    ///
    /// # Errors
    ///
    /// When a text is none.
    pub fn read(only: Option<&str>, with: &[impl AsRef<str>], melds: MeldsWanted) -> Result<Aim, AimError> {
        let no_meld = |reason| AimError::NoMeld { reason };
        let read = |text: &str| Ok(notation::read_meld_or_kan(text).map_err(no_meld)?.1);
        Ok(Aim {
            only: only.map_or(Ok(TileSet::REGULAR), read_kinds)?,
            with: with.iter().map(|text| read(text.as_ref())).collect::<Result<_, _>>()?,
            melds,
        })
    }

    /// What players aim at by a rule set, by its name: `plain`, `tanyao` (断幺九), `half flush m` (混一色) and so on for the suits, or
    /// `flush m` in a deck without honors, `all pongs` (対々和), `pong 5z` (役牌) and so on for the honors. Some of it may be out of
    /// reach in the rule set's deck.
    pub fn usual(rules: &RuleSet) -> Vec<(String, Aim)> {
        let only = |only| Aim { only, ..Aim::ANY };
        let has_honors = !(rules.kinds() & TileSet::HONORS).is_empty();
        let flush = if has_honors { "half flush" } else { "flush" };
        let of_suit =
            |suit: Suit| (format!("{flush} {}", suit.letter()), only(TileSet::of_suit(suit) | TileSet::HONORS));
        let pong = |(place, tile)| (format!("pong {}z", place + 1), Aim { with: vec![Meld::Pong(tile)], ..Aim::ANY });
        let first = [("plain".to_owned(), Aim::ANY), ("tanyao".to_owned(), only(TileSet::REGULAR & !TileSet::ORPHANS))];
        let pongs = ("all pongs".to_owned(), Aim { melds: MeldsWanted::Pongs, ..Aim::ANY });
        let honors = (TileSet::HONORS & rules.kinds()).iter();
        let all = first.into_iter().chain(Suit::ALL.map(of_suit)).chain([pongs]);
        all.chain(honors.map(|tile| pong((tile.index() - Tile::SUITED_COUNT, tile)))).collect()
    }

    /// It in words, unless it is whatever wins: what answers say beside the name of the rule set.
    pub fn told(&self) -> Option<String> {
        (*self != Aim::ANY).then(|| self.to_string())
    }

    /// The first that is said of it: what [`AimError::argument`] tells.
    fn argument(&self) -> &'static str {
        match self {
            Aim { only: TileSet::REGULAR, with, .. } if with.is_empty() => "only-pongs",
            Aim { only: TileSet::REGULAR, .. } => "with",
            Aim { .. } => "only",
        }
    }

    /// Whether an exposed meld is one that it may hold.
    fn allows(&self, meld: Meld) -> bool {
        let is_wanted = self.melds == MeldsWanted::All || matches!(meld, Meld::Pong(_));
        is_wanted && meld.tiles().into_iter().all(|tile| self.only.contains(tile))
    }
}

/// As the options of the program are written: `only 2-8mps, with 777z, only pongs`.
impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.only != Aim::ANY.only {
            parts.push(format!("only {}", written_kinds(self.only)));
        }
        let write = |meld: &Meld| Notation::Mpsz.write(meld.tiles()).unwrap_or_default();
        if !self.with.is_empty() {
            parts.push(format!("with {}", self.with.iter().map(write).collect::<Vec<_>>().join(" and ")));
        }
        if self.melds == MeldsWanted::Pongs {
            parts.push("only pongs".to_owned());
        }
        f.write_str(if parts.is_empty() { "whatever wins" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// Kinds as [`Aim::read`] reads them: whole suits first, since letters after ranks would have these.
fn written_kinds(kinds: TileSet) -> String {
    let parts = [
        TileSet::of_suit(Suit::Characters),
        TileSet::of_suit(Suit::Dots),
        TileSet::of_suit(Suit::Bamboos),
        TileSet::HONORS,
    ];
    let mut groups: Vec<(String, String)> = Vec::new();
    for (part, letter) in parts.into_iter().zip(["m", "p", "s", "z"]) {
        if (part & kinds).is_empty() {
            continue;
        }
        let ranks = if part & kinds == part { String::new() } else { written_ranks(part, kinds) };
        match groups.iter_mut().find(|(other, _)| *other == ranks) {
            Some((_, letters)) => letters.push_str(letter),
            None => groups.push((ranks, letter.to_owned())),
        }
    }
    groups.sort_by_key(|(ranks, _)| !ranks.is_empty());
    groups.into_iter().flat_map(|(ranks, letters)| [ranks, letters]).collect()
}

/// The ranks of kinds of a suit or of the honors, three or more in a row as the first and the last.
fn written_ranks(part: TileSet, kinds: TileSet) -> String {
    let ranks: Vec<usize> =
        part.iter().zip(1..).filter(|&(tile, _)| kinds.contains(tile)).map(|(_, rank)| rank).collect();
    let runs = ranks.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] if run.len() > 2 => format!("{first}-{last}"),
        _ => run.iter().map(ToString::to_string).collect(),
    });
    runs.collect()
}

impl Default for Aim {
    fn default() -> Self {
        Aim::ANY
    }
}

impl RuleSet {
    /// The same for hands that are to be won so. Its name and its deck stay as they are, and so does what can be drawn.
    ///
    /// Tables are compiled for each aim when they are first asked for, and kept. Where the number of a hand's exposed melds is all
    /// that is known of them, they are taken for melds that it may hold, and for none of those that it has to;
    /// [questions](crate::analysis::Question) know them.
    ///
    /// # Errors
    ///
    /// When no hand of the rule set can be won so, or it aims at something already.
    pub fn aiming_at(mut self, aim: Aim) -> Result<RuleSet, AimError> {
        if self.aim != Aim::ANY {
            // Its forms are those of that aim: others could not come back.
            return Err(AimError::Aimed { argument: aim.argument(), aim: self.aim.to_string(), rules: self.name });
        }
        if (aim.only & self.kinds()).is_empty() {
            return Err(AimError::NoKind { rules: self.name });
        }
        if aim.with.len() > self.melds() {
            return Err(AimError::TooMany { melds: aim.with.len(), most: self.melds() });
        }
        let mut needed = [0; Tile::REGULAR_COUNT];
        for &meld in &aim.with {
            let lacks_chows = |suit: Suit| !self.has_chows(suit);
            if !aim.allows(meld) || matches!(meld, Meld::Chow(_)) && meld.tiles()[0].suit().is_some_and(lacks_chows) {
                return Err(AimError::Unwanted { meld });
            }
            meld.tiles().iter().for_each(|tile| needed[tile.index()] += 1);
        }
        for (tile, needed) in Tile::regular().zip(needed) {
            let (rules, copies) = (self.name.clone(), self.copies(tile));
            if needed > copies && (copies == 0 || self.wildcard_copies() == WildcardCopies::Within) {
                return Err(AimError::Copies { tile, needed, rules, copies });
            }
        }
        let before = self.forms;
        self.aim = aim;
        let fits = |form: &Form| form.suits(&self) && self.aim_has(*form);
        let [forms, all_forms] =
            [self.forms, self.all_forms].map(|forms| forms.iter().filter(fits).fold(Forms::NONE, Forms::and));
        if forms.is_empty() {
            return Err(AimError::NoForm { forms: before, melds: self.aim.melds });
        }
        (self.forms, self.all_forms) = (forms, all_forms);
        Ok(self)
    }

    /// What its hands are to be.
    pub fn aim(&self) -> &Aim {
        &self.aim
    }

    /// Whether hands of a form can hold the melds that are asked for.
    pub(super) fn aim_has(&self, form: Form) -> bool {
        self.aim.with.len() <= self.melds()
            && match (self.aim.melds, form) {
                (_, Form::Standard) | (MeldsWanted::All, Form::KnittedStraight) => true,
                (MeldsWanted::All, _) => self.aim.with.is_empty(),
                (MeldsWanted::Pongs, _) => false,
            }
    }

    /// The most copies of a kind that a winning hand may hold, but for those that wildcards stand for beyond these.
    #[inline]
    pub(crate) fn winning_copies(&self, tile: Tile) -> u8 {
        if self.aim.only.contains(tile) { self.copies(tile) } else { 0 }
    }

    /// The kinds that a winning hand may hold.
    pub(crate) fn winning_kinds(&self) -> TileSet {
        self.kinds() & self.aim.only
    }

    /// Whether three in a row of a suit are a meld that a winning hand may hold.
    pub(crate) fn wants_chows(&self, suit: Suit) -> bool {
        self.has_chows(suit) && self.aim.melds == MeldsWanted::All
    }

    /// How many melds a winning hand has beside those that it has to hold.
    pub(crate) fn free_melds(&self) -> usize {
        self.melds().saturating_sub(self.aim.with.len())
    }

    /// How many of each kind are in the melds that a winning hand has to hold.
    pub(crate) fn required(&self) -> [u8; Tile::REGULAR_COUNT] {
        let mut required = [0; Tile::REGULAR_COUNT];
        self.aim.with.iter().flat_map(|meld| meld.tiles()).for_each(|tile| required[tile.index()] += 1);
        required
    }

    /// The same without melds that its hands have to hold.
    pub(crate) fn requiring_nothing(&self) -> RuleSet {
        let mut rules = self.clone();
        rules.aim.with.clear();
        rules
    }

    /// The same for what is concealed beside exposed melds: nothing wins beside one that a winning hand may not hold, and one that it
    /// has to hold is there.
    pub(crate) fn beside(&self, melds: &[Meld]) -> Cow<'_, RuleSet> {
        if melds.is_empty() || self.aim == Aim::ANY {
            return Cow::Borrowed(self);
        }
        let mut rules = self.clone();
        for meld in melds {
            if !self.aim.allows(*meld) {
                rules.forms = Forms::NONE;
            }
            if let Some(place) = rules.aim.with.iter().position(|other| other == meld) {
                rules.aim.with.remove(place);
            }
        }
        Cow::Owned(rules)
    }
}

/// Reads kinds.
fn read_kinds(text: &str) -> Result<TileSet, AimError> {
    if let Some(kinds) = ranked(text).filter(|kinds| !kinds.is_empty()) {
        return Ok(kinds);
    }
    let tiles: TileSet = notation::read(text).map(|(_, tiles)| tiles.into_iter().collect()).unwrap_or_default();
    let kinds = tiles & TileSet::REGULAR;
    if kinds.is_empty() || kinds != tiles {
        Err(AimError::NoKinds { text: excerpt(text.as_bytes()) })
    } else {
        Ok(kinds)
    }
}

/// The kinds of ranks before letters of suits; all ranks without any before them.
fn ranked(text: &str) -> Option<TileSet> {
    let (mut ranks, mut named, mut kinds) = (0_u16, false, TileSet::EMPTY);
    let mut letters = text.chars().filter(|char| !matches!(char, ' ' | ',')).peekable();
    let mut has_suit = true;
    while let Some(char) = letters.next() {
        if let Some(first) = char.to_digit(10).filter(|&rank| rank > 0) {
            if std::mem::take(&mut has_suit) {
                (ranks, named) = (0, true);
            }
            let last = match letters.next_if_eq(&'-') {
                Some(_) => letters.next()?.to_digit(10).filter(|&last| last >= first)?,
                None => first,
            };
            ranks |= (1 << (last + 1)) - (1 << first);
            continue;
        }
        has_suit = true;
        let of_letter = match char {
            'z' => TileSet::HONORS,
            letter => TileSet::of_suit(Suit::of_letter(letter)?),
        };
        let is_named = |place: usize| !named || ranks >> (place + 1) & 1 == 1;
        if char == 'z' && named && ranks >> (of_letter.len() + 1) != 0 {
            return None;
        }
        let of_ranks = of_letter.iter().enumerate().filter(|&(place, _)| is_named(place));
        kinds |= of_ranks.map(|(_, tile)| tile).collect();
    }
    has_suit.then_some(kinds)
}

/// No hand can be won so.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum AimError {
    /// The text, which is quoted, names no kinds.
    NoKinds { text: String },
    /// None of the kinds is in the deck of the rule set of this name.
    NoKind { rules: String },
    /// The text is no meld, for this reason.
    NoMeld { reason: NotationError },
    /// A hand may not hold the meld that it has to hold: it is of other kinds, or a chow where there are none.
    Unwanted { meld: Meld },
    /// The deck of the rule set of this name has fewer copies of a kind than the melds need.
    Copies { tile: Tile, needed: u8, rules: String, copies: u8 },
    /// So many melds are asked for, which are more than the most that a hand has.
    TooMany { melds: usize, most: usize },
    /// The rule set of this name aims at something already, and the argument says what else hands are to be.
    Aimed { argument: &'static str, aim: String, rules: String },
    /// None of the forms has such melds as a hand may hold.
    NoForm { forms: Forms, melds: MeldsWanted },
}

impl AimError {
    /// The option of the program, the argument in Python and the key of a rule set's file that it is about.
    pub fn argument(&self) -> &'static str {
        match self {
            AimError::NoKinds { .. } | AimError::NoKind { .. } => "only",
            AimError::NoForm { melds: MeldsWanted::Pongs, .. } => "only-pongs",
            AimError::Aimed { argument, .. } => argument,
            _ => "with",
        }
    }
}

impl fmt::Display for AimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AimError::NoKinds { text } => {
                write!(
                    f,
                    "{text} names no kinds: expected ranks before letters of suits, such as 2-8mps, pz or 19mps1-7z, or tiles"
                )
            }
            AimError::NoKind { rules } => write!(f, "{rules} has none of these kinds"),
            AimError::NoMeld { reason } => reason.fmt(f),
            AimError::Unwanted { meld } => {
                write!(
                    f,
                    "{meld} is no meld that such a hand may hold: it is of other kinds, or a chow where there are none"
                )
            }
            AimError::Copies { tile, needed, rules, copies } => {
                write!(f, "{needed} of {tile}: {rules} has {copies}")
            }
            AimError::TooMany { melds, most } => write!(f, "{melds} melds: a hand has at most {most}"),
            AimError::Aimed { aim, rules, .. } => {
                write!(f, "{rules} is for hands of another aim already: {aim}")
            }
            AimError::NoForm { forms, .. } => {
                write!(f, "{} has no such melds: expected the standard form among those that win", forms.names())
            }
        }
    }
}

impl std::error::Error for AimError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ReadyMade;

    #[test]
    fn forms_and_melds_after_an_aim_have_to_fit_it() {
        let pongs = Aim::read(None, &[] as &[&str], MeldsWanted::Pongs).unwrap();
        let riichi = ReadyMade::Riichi.rules().aiming_at(pongs).unwrap();
        let error = riichi.with_forms(&[Form::Standard, Form::Pairs]).unwrap_err();
        assert_eq!(error.to_string(), "form pairs, aim only pongs: no hand has both");
        let dragons = Aim::read(None, &["555z", "777z"], MeldsWanted::All).unwrap();
        let standard = RuleSet::standard().clone().aiming_at(dragons).unwrap();
        let error = standard.clone().with_melds(1).unwrap_err();
        assert_eq!(error.to_string(), "form standard, aim with 555z and 777z: no hand has both");
        assert!(standard.with_melds(2).is_ok());
    }

    #[test]
    fn kinds_are_read_as_they_are_meant() {
        let read = |text| read_kinds(text).map(|kinds| kinds.to_string());
        let simples = !TileSet::ORPHANS & TileSet::REGULAR;
        assert_eq!(read("2-8mps"), Ok(simples.to_string()));
        assert_eq!(read("pz"), Ok((TileSet::of_suit(Suit::Dots) | TileSet::HONORS).to_string()));
        assert_eq!(read("19m, 5-7z"), Ok("1M 9M B F Z".to_owned()));
        assert_eq!(read("147m 258p369s"), Ok("1M 4M 7M 2P 5P 8P 3S 6S 9S".to_owned()));
        assert_eq!(read("EEE 2M"), Ok("2M E".to_owned()));
        for text in ["", "2-8", "8-2m", "8z", "2-m", "x", "PASS"] {
            assert!(read(text).is_err(), "{text}");
        }
        for text in ["2-8mps", "pz", "z19p", "s2-46-9m", "1478p", "mpz1-35-7s"] {
            assert_eq!(written_kinds(read_kinds(text).unwrap()), text);
        }
        let aim = Aim::read(Some("2-8mps"), &["234m", "5555p"], MeldsWanted::All).unwrap();
        assert_eq!(aim.told().as_deref(), Some("only 2-8mps, with 234m and 555p"));
    }
}
