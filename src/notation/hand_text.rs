//! Texts of hands: concealed tiles, and melds in brackets.

use std::ops::Range;

use super::all::Notation;
use super::error::{NotationError, NotationErrorKind};
use super::scan::{Placed, Scan, closes, is_bracket, opens};
use super::{count, in_any_notation, is_red, read_as_meld};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::tile::Tile;

/// The text of a hand: its concealed tiles, and the exposed melds that stand in brackets, in the order in which they are
/// written.
///
/// ```
/// use paili::Notation;
/// use paili::notation::HandText;
///
/// let text = HandText::read("13m456p789s11z [2222m]")?;
/// assert_eq!(Notation::Mpsz.write(text.tiles)?, "13m456p789s11z");
/// assert_eq!(text.melds[0].meld.to_string(), "2M 2M 2M");
/// assert_eq!((text.melds[0].tiles.len(), text.melds[0].place.clone()), (4, 15..22));
///
/// let error = HandText::read("13m456p789s11z [22m]").unwrap_err();
/// let reason = "is not a meld: expected three consecutive tiles of a suit, or three or four identical tiles";
/// assert_eq!(error.to_string(), format!("character 16: \"[22m]\" {reason}"));
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandText {
    /// The notation of all of it.
    pub notation: Notation,
    /// The concealed tiles.
    pub tiles: Vec<Tile>,
    /// Which of them are red fives, as often as they are.
    pub reds: Vec<Tile>,
    /// The melds in brackets.
    pub melds: Vec<MeldText>,
}

/// A meld in the text of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeldText {
    /// The bytes of the text at which it stands, its brackets among them.
    pub place: Range<usize>,
    /// The meld; a kan as the triplet that it counts as.
    pub meld: Meld,
    /// Its tiles as they are written, four of a kan.
    pub tiles: Vec<Tile>,
    /// Which of them are red fives.
    pub reds: Vec<Tile>,
}

impl HandText {
    /// Reads the text of a hand of any size, in whatever notation.
    ///
    /// # Errors
    ///
    /// When no notation can read all of it, or what stands in brackets is no meld.
    pub fn read(text: &str) -> Result<HandText, NotationError> {
        let (notation, ()) =
            in_any_notation(text, |notation| Scan::new(notation, text).try_for_each(|tile| tile.map(drop)))?;
        HandText::read_in(notation, text)
    }

    /// Reads the text of a hand of any size in a notation.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile, or where what stands in brackets is no meld.
    pub fn read_in(notation: Notation, text: &str) -> Result<HandText, NotationError> {
        let placed: Result<Vec<Placed>, _> = Scan::new(notation, text).collect();
        let placed = placed.map_err(|stop| NotationError::stopped(text, notation, stop))?;
        let brackets = brackets(text)?;
        let mut concealed = (Vec::new(), Vec::new());
        let mut groups = vec![(Vec::new(), Vec::new()); brackets.len()];
        for Placed { tile, at } in placed {
            let group = brackets.iter().position(|place| place.contains(&at));
            let (tiles, reds) = match group {
                Some(group) => &mut groups[group],
                None => &mut concealed,
            };
            tiles.push(tile);
            reds.extend(is_red(notation, &text[at..]).then_some(tile));
        }
        let mut read = HandText { notation, tiles: concealed.0, reds: concealed.1, melds: Vec::new() };
        for (place, (tiles, reds)) in brackets.into_iter().zip(groups) {
            let Some((meld, _)) = read_as_meld(&tiles) else {
                return Err(no_meld(text, place));
            };
            read.melds.push(MeldText { place, meld, tiles, reds });
        }
        Ok(read)
    }
}

/// Whether a text has brackets, so that some of its tiles may be those of melds.
pub fn has_brackets(text: &str) -> bool {
    // Most texts are plain letters and digits, which is told at once.
    let may_be = |byte: &u8| matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | 0x80..);
    text.as_bytes().iter().any(may_be) && text.contains(is_bracket)
}

/// The concealed tiles of a hand's text, counted, and its melds.
pub(crate) fn read_counted(
    notation: Option<Notation>,
    text: &str,
) -> Result<(Notation, Counts, Vec<MeldText>), NotationError> {
    let (notation, counted) = match notation {
        Some(notation) => {
            let counted = count(notation, text).map_err(|stop| NotationError::stopped(text, notation, stop))?;
            (notation, counted)
        }
        None => in_any_notation(text, |notation| count(notation, text))?,
    };
    let counts = counted.map_err(|fifth| NotationError::fifth_copy(text, notation, fifth))?;
    if !has_brackets(text) {
        return Ok((notation, counts, Vec::new()));
    }
    let HandText { tiles, melds, .. } = HandText::read_in(notation, text)?;
    // Some of those that were counted.
    let counts = Counts::of(tiles).unwrap_or(Counts::EMPTY);
    Ok((notation, counts, melds))
}

/// The hand of a text in a notation, or in whichever it is.
pub(crate) fn read_usual_hand(notation: Option<Notation>, text: &str) -> Result<(Notation, Hand), NotationError> {
    let (notation, counts, melds) = read_counted(notation, text)?;
    Ok((notation, hand_beside(text, counts, &melds, MeldCount::MOST.get())?))
}

/// The hand of concealed tiles beside those melds of a text; without any, their number follows from its size.
pub(super) fn hand_beside(text: &str, counts: Counts, melds: &[MeldText], most: usize) -> Result<Hand, NotationError> {
    if let Some(beyond) = melds.get(most) {
        return Err(too_many(text, beyond, most));
    }
    match MeldCount::new(melds.len()) {
        Some(exposed) if exposed.get() > 0 => Ok(Hand::new(counts, exposed)?),
        _ => Ok(Hand::of_size(counts)?),
    }
}

/// What stands in brackets is no meld after all.
#[cold]
pub(crate) fn no_meld(text: &str, place: Range<usize>) -> NotationError {
    let kind = |character, text| NotationErrorKind::NotAMeldInBrackets { character, text };
    NotationError::in_brackets(text, place, kind)
}

/// A text has more melds than a hand has.
#[cold]
pub(crate) fn too_many(text: &str, beyond: &MeldText, most: usize) -> NotationError {
    NotationError::in_brackets(text, beyond.place.clone(), |character, text| NotationErrorKind::TooManyMelds {
        character,
        text,
        most,
    })
}

/// Where brackets stand in a text with all between them: those in others are part of them.
fn brackets(text: &str) -> Result<Vec<Range<usize>>, NotationError> {
    let unpaired = |place| {
        let kind = |character, text| NotationErrorKind::Unpaired { character, text };
        Err(NotationError::in_brackets(text, place, kind))
    };
    let mut found = Vec::new();
    let mut open = Vec::new();
    for (at, bracket) in text.char_indices() {
        if opens(bracket) {
            open.push(at);
        } else if closes(bracket) {
            let end = at + bracket.len_utf8();
            match (open.pop(), open.is_empty()) {
                (Some(begin), true) => found.push(begin..end),
                (Some(_), false) => {}
                (None, _) => return unpaired(at..end),
            }
        }
    }
    match open.first() {
        Some(&at) => unpaired(at..text.len()),
        None => Ok(found),
    }
}
