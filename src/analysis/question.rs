//! Hands as people ask about them: a text in any notation, with what is known of the table beside it.

mod error;

pub use error::{Argument, NotInRules, QuestionError, QuestionErrorKind};

use super::Unseen;
use crate::distance::TableModel;
use crate::forms::{Forms, WithForms};
use crate::hand::{Counts, FifthCopyError, Hand, MeldCount};
use crate::meld::Meld;
use crate::notation::{self, Notation, NotationError, Placed};
use crate::tile_set::TileSet;

/// What is known beside a hand, read from texts and checked: its exposed melds, tiles seen elsewhere and the win forms.
///
/// ```
/// use paili::Forms;
/// use paili::analysis::{Question, Useful};
///
/// let question = Question::new(&["222m", "5M 6M 7M", "EEE"], "5m", Forms::default(), None)?;
/// let (_, hand, unseen) = question.read("34m99p")?;
/// let useful = Useful::of(question.model(), &hand, &unseen);
/// assert_eq!((useful.kinds.to_string(), useful.acceptance), ("2M 5M".to_owned(), 3));
///
/// let error = question.read("5555m").unwrap_err();
/// let reason = "a fifth 5m: 4 in the hand, 2 in melds and visible, but there are four of each kind";
/// assert_eq!(error.to_string(), format!("hand: {reason}"));
/// # Ok::<(), paili::analysis::QuestionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    melds: Vec<Meld>,
    kans: TileSet,
    visible: Counts,
    /// The tiles of the melds and those visible.
    elsewhere: Counts,
    forms: Forms,
    notation: Option<Notation>,
}

impl Question {
    /// What is known: exposed melds, one a text, or none where their number follows from the hand's size; tiles visible
    /// elsewhere; the forms that count; and the notation of the hand, or `None` to find it out.
    ///
    /// # Errors
    ///
    /// When a text can't be read, there are more than four melds or of one kind, or other forms beside melds.
    pub fn new(
        melds: &[impl AsRef<str>],
        visible: &str,
        forms: Forms,
        notation: Option<Notation>,
    ) -> Result<Question, QuestionError> {
        let mut question = Question::of_melds(melds, MeldCount::MOST.get())?;
        if let Some(exposed) = MeldCount::new(melds.len()) {
            let check = forms.check_beside(exposed);
            check.map_err(|error| QuestionError::new(Argument::Forms, "", QuestionErrorKind::FormsWithMelds(error)))?;
        }
        question.see(visible)?;
        Ok(Question { forms, notation, ..question })
    }

    /// Exposed melds, up to a number of them, and nothing else.
    pub(crate) fn of_melds(melds: &[impl AsRef<str>], most: usize) -> Result<Question, QuestionError> {
        let (melds, kans, elsewhere) = read_melds(melds, most)?;
        Ok(Question { melds, kans, visible: Counts::EMPTY, elsewhere, forms: Forms::default(), notation: None })
    }

    /// Sees tiles elsewhere.
    pub(crate) fn see(&mut self, text: &str) -> Result<(), QuestionError> {
        let bad = |kind| QuestionError::new(Argument::Visible, text, kind);
        let (notation, tiles) = notation::read_placed(text).map_err(|error| bad(QuestionErrorKind::Text(error)))?;
        for Placed { tile, at } in tiles {
            self.elsewhere.insert(tile).map_err(|_| bad(QuestionErrorKind::FifthVisible { at, tile, notation }))?;
            // It is no fifth copy in all, so nor of these.
            let _ = self.visible.insert(tile);
        }
        Ok(())
    }

    /// Reads a hand: its notation, the hand, and the tiles that its owner has not seen.
    ///
    /// # Errors
    ///
    /// When the text is no hand beside these melds, or a kind has a fifth copy, or the forms are not for such a hand.
    pub fn read(&self, text: &str) -> Result<(Notation, Hand, Unseen), QuestionError> {
        let bad = |kind| QuestionError::new(Argument::Hand, text, kind);
        let (notation, hand) = self.read_alone(text).map_err(|error| bad(QuestionErrorKind::Text(error)))?;
        let unseen = Unseen::beside(&hand, &self.elsewhere).map_err(|FifthCopyError { tile }| {
            let (copies, elsewhere) = (hand.counts().get(tile), self.elsewhere.get(tile));
            let at = notation.places(text, tile).last();
            bad(QuestionErrorKind::FifthInAll { at, tile, notation, copies, elsewhere })
        })?;
        self.forms.check_beside(hand.melds()).map_err(|error| bad(QuestionErrorKind::FormsBeside(error)))?;
        Ok((notation, hand, unseen))
    }

    fn read_alone(&self, text: &str) -> Result<(Notation, Hand), NotationError> {
        let (notation, counts) = match self.notation {
            Some(notation) => (notation, notation.counts(text)?),
            None => notation::read_counts(text)?,
        };
        let hand = match MeldCount::new(self.melds.len()) {
            Some(exposed) if exposed.get() > 0 => Hand::new(counts, exposed)?,
            _ => Hand::of_size(counts)?,
        };
        Ok((notation, hand))
    }

    /// The model that answers: tables, with the forms.
    #[must_use]
    pub fn model(&self) -> WithForms<TableModel> {
        WithForms::new(TableModel, self.forms)
    }

    /// The forms that count.
    #[must_use]
    pub fn forms(&self) -> Forms {
        self.forms
    }

    /// The exposed melds that were given, in the order in which they were, kans as the triplets that they count as.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// The kinds of those of the melds that are kans.
    ///
    /// ```
    /// use paili::Forms;
    /// use paili::analysis::Question;
    ///
    /// let question = Question::new(&["EEE", "2222z"], "", Forms::default(), None)?;
    /// assert_eq!((question.melds().len(), question.kans().to_string()), (2, "S".to_owned()));
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    #[must_use]
    pub fn kans(&self) -> TileSet {
        self.kans
    }

    /// The tiles of the melds and those visible.
    pub(crate) fn elsewhere(&self) -> &Counts {
        &self.elsewhere
    }

    /// The tiles visible elsewhere, without those of the melds.
    #[must_use]
    pub fn visible(&self) -> &Counts {
        &self.visible
    }
}

/// The melds, which of them are kans, and the tiles of all.
fn read_melds(texts: &[impl AsRef<str>], most: usize) -> Result<(Vec<Meld>, TileSet, Counts), QuestionError> {
    let bad = |kind| {
        let all: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        QuestionError::new(Argument::Melds, &all.join(","), kind)
    };
    let mut melds = Vec::with_capacity(texts.len().min(MeldCount::ALL.len()));
    let mut kans = TileSet::EMPTY;
    let mut tiles = Counts::EMPTY;
    for text in texts.iter().map(AsRef::as_ref) {
        let meld = notation::read_meld_or_kan(text);
        let (meld, fourth) =
            meld.map_err(|error| QuestionError::new(Argument::Melds, text, QuestionErrorKind::Text(error)))?;
        for tile in meld.tiles().into_iter().chain(fourth) {
            tiles.insert(tile).map_err(|fifth| bad(QuestionErrorKind::FifthInMelds(fifth)))?;
        }
        kans |= fourth.map_or(TileSet::EMPTY, TileSet::only);
        melds.push(meld);
    }
    if melds.len() > most {
        return Err(bad(QuestionErrorKind::TooManyMelds { melds: melds.len(), most }));
    }
    Ok((melds, kans, tiles))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::Form;

    #[test]
    fn a_question_keeps_what_it_was_given() {
        let question = Question::new(&["EEE", "1W2W3W"], "PASS 1M", Forms::default(), None).unwrap();
        let melds: Vec<String> = question.melds().iter().map(Meld::to_string).collect();
        assert_eq!(melds, ["E E E", "1M 2M 3M"]);
        assert_eq!((question.visible().to_string(), question.forms()), ("1M PASS".to_owned(), Forms::default()));
        let (notation, hand, unseen) = question.read("1m123456p").unwrap();
        assert_eq!((notation, hand.melds().get()), (Notation::Mpsz, 2));
        let left = ["1M", "2M", "E", "1P", "9P", "PASS"].map(|tile| unseen.copies(tile.parse().unwrap()));
        assert_eq!(left, [1, 3, 1, 3, 4, 0]);
    }

    #[test]
    fn faults_name_their_argument_and_place() {
        let none: [&str; 0] = [];
        let standard = Forms::default();
        let pairs = Forms::only(Form::Pairs);
        let visible = |text| Question::new(&["EEE"], text, standard, None).unwrap_err();
        let read = |forms, text| Question::new(&none, "", forms, None).unwrap().read(text).unwrap_err();
        for (error, argument, at, text) in [
            (Question::new(&["EEE", "12m"], "", standard, None).unwrap_err(), Argument::Melds, None, "12m"),
            (Question::new(&["EEE", "EEE"], "", standard, None).unwrap_err(), Argument::Melds, None, "EEE,EEE"),
            (Question::new(&["EEE"], "", pairs, None).unwrap_err(), Argument::Forms, None, ""),
            (visible("E E"), Argument::Visible, Some(2), "E E"),
            (visible("1m?"), Argument::Visible, Some(2), "1m?"),
            (read(standard, "11m1"), Argument::Hand, Some(3), "11m1"),
            (read(pairs, "11m"), Argument::Hand, None, "11m"),
        ] {
            assert_eq!((error.argument(), error.at(), error.text()), (argument, at, text), "{error}");
            assert!(error.to_string().starts_with(&argument.to_string()), "{error}");
        }
    }
}
