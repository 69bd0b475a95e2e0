//! Hands as people ask about them: a text in any notation, with what is known of the table beside it.

mod calls;
mod error;
mod known;

pub use calls::{Discarder, OfferFault};
pub use error::{Argument, NotInRules, QuestionError, QuestionErrorKind};

use std::borrow::Cow;

use known::{Known, joined};

use super::Unseen;
use crate::hand::{Counts, Hand};
use crate::meld::Meld;
use crate::names;
use crate::notation::{self, MeldText, Notation};
use crate::rules::{
    Aim, AimError, Discarded, PlainRules, RuleHandError, RuleHandErrorKind, RuleSet, RulesModel, Voids,
};
use crate::tile::{Suit, Tile};
use crate::tile_set::TileSet;

/// What is known beside hands of a rule set, read from texts and checked: exposed melds, tiles seen elsewhere, a suit that is
/// declared void; and which tiles a distance may ask for.
///
/// ```
/// use paili::analysis::{Question, Useful};
/// use paili::rules::RuleSet;
///
/// let question = Question::new(RuleSet::standard(), &["222m", "5M 6M 7M", "EEE"], "5m")?;
/// let (_, hand, unseen) = question.read("34m99p")?;
/// let useful = Useful::of(question.model(), &hand, &unseen);
/// assert_eq!((useful.kinds.to_string(), useful.acceptance), ("2M 5M".to_owned(), 3));
///
/// let error = question.read("5555m").unwrap_err();
/// let reason = "a fifth 5m: 4 in the hand, 2 in melds and visible, but there are four of each kind";
/// assert_eq!(error.to_string(), format!("hand: {reason}"));
/// # Ok::<(), paili::analysis::QuestionError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Question {
    rules: RuleSet,
    model: RulesModel,
    known: Known,
    void: Option<Suit>,
    available: Available,
    notation: Option<Notation>,
}

/// A hand that was read, and what is asked of it.
#[derive(Debug, Clone)]
pub struct Asked<'q> {
    /// The question, with the melds that the text has in brackets.
    pub question: Cow<'q, Question>,
    /// The notation of the text.
    pub notation: Notation,
    /// The hand.
    pub hand: Hand,
    /// The tiles that its owner has not seen.
    pub unseen: Unseen,
}

names! {
    /// Which tiles a distance may ask for.
    #[derive(Default)]
    pub enum Available: "is nothing that uses up copies" {
        /// Every tile of the deck that the hand does not hold.
        #[default]
        Any = "any",
        /// Only those that are not in exposed melds of the hand's own.
        Melds = "melds",
        /// Only those that are not in exposed melds and not visible.
        Visible = "visible",
    }
}

impl Question {
    /// What is known: exposed melds, one a text, or none where their number follows from the hand's size; and tiles visible
    /// elsewhere. Tables of the rule set may have to be [compiled](RuleSet::tables) first.
    ///
    /// # Errors
    ///
    /// When a text can't be read, there are more melds than a hand has or the deck has fewer copies of a kind, or melds that the
    /// rule set does not have.
    pub fn new(rules: &RuleSet, melds: &[impl AsRef<str>], visible: &str) -> Result<Question, QuestionError> {
        let mut known = Known::of_melds(melds, rules.melds())?;
        let in_deck = |known: &Known, texts: &[&str]| {
            let tile = rules.missing(&known.elsewhere)?;
            let named =
                texts.iter().filter_map(|text| notation::read(text).ok()).find(|(_, read)| read.contains(&tile));
            let notation = named.map_or(Notation::Judge, |(notation, _)| notation);
            Some(NotInRules::Tile { tile, copies: rules.copies(tile), notation })
        };
        let texts: Vec<&str> = melds.iter().map(AsRef::as_ref).collect();
        let no_chow = known.melds.iter().find_map(|meld| {
            let suit = meld.tiles()[0].suit()?;
            (matches!(meld, Meld::Chow(_)) && !rules.has_chows(suit)).then_some(NotInRules::Chow)
        });
        // Specials, which the usual decks may have, are visible as others are.
        let is_checked = !rules.has_usual_deck();
        if let Some(reason) = in_deck(&known, &texts).filter(|_| is_checked).or(no_chow) {
            return Err(not_in_rules(rules, Argument::Melds, &joined(melds), reason));
        }
        known.see(visible)?;
        if let Some(reason) = in_deck(&known, &[visible]).filter(|_| is_checked) {
            return Err(not_in_rules(rules, Argument::Visible, visible, reason));
        }
        Ok(Question { known, ..Question::alone(rules) }.with_model())
    }

    /// Nothing is known beside the hands.
    pub fn alone(rules: &RuleSet) -> Question {
        let (void, available, notation) = (None, Available::Any, None);
        Question { rules: rules.clone(), model: rules.model(), known: Known::NOTHING, void, available, notation }
    }

    /// The same with a suit that the hand's owner has declared void.
    ///
    /// # Errors
    ///
    /// When the rule set asks for no void suit, or a meld is of that suit.
    pub fn with_void(mut self, void: Option<Suit>) -> Result<Question, QuestionError> {
        if void.is_some() && !self.rules.asks_void() {
            return Err(not_in_rules(&self.rules, Argument::Void, "", NotInRules::NoVoid));
        }
        if void.is_some() && self.known.melds.iter().any(|meld| meld.tiles()[0].suit() == void) {
            return Err(not_in_rules(&self.rules, Argument::Melds, &self.known.joined_melds(), NotInRules::Void));
        }
        self.void = void;
        Ok(self.with_model())
    }

    /// The same where a distance may ask only for these tiles.
    ///
    /// ```
    /// use paili::Model;
    /// use paili::analysis::{Available, Question};
    /// use paili::rules::RuleSet;
    ///
    /// // Beside 444z, 111z, 555z and 777z, a pair can be neither of 4z nor of 5z.
    /// let question = Question::new(RuleSet::standard(), &["444z", "111z", "555z", "777z"], "")?;
    /// let (_, hand, _) = question.read("45z")?;
    /// let distances = Available::ALL.map(|available| question.clone().with_available(available).model().distance(&hand).get());
    /// assert_eq!(distances, [1, 2, 2]);
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    pub fn with_available(self, available: Available) -> Question {
        Question { available, ..self }.with_model()
    }

    /// The same about hands that are to be won so.
    ///
    /// # Errors
    ///
    /// As [`RuleSet::aiming_at`].
    pub fn aiming_at(&self, aim: Aim) -> Result<Question, AimError> {
        Ok(Question { rules: self.rules.clone().aiming_at(aim)?, ..self.clone() }.with_model())
    }

    /// The same about hands in this notation, or in whichever it is.
    pub fn in_notation(self, notation: Option<Notation>) -> Question {
        Question { notation, ..self }
    }

    /// With the model that answers it.
    fn with_model(mut self) -> Question {
        self.model = match self.available {
            Available::Any => self.rules.beside(&self.known.melds).model().with_voids(self.voids()),
            _ => RulesModel::Plain(self.plain_model(&self.rules)),
        };
        self
    }

    /// The suit that the hand's owner has declared void.
    pub fn void(&self) -> Option<Suit> {
        self.void
    }

    /// The suits that can be void.
    fn voids(&self) -> Voids {
        self.void.map_or(Voids::ANY, Voids::only).beside(&self.known.melds)
    }

    /// The definition that answers it by these rules, which are its own but for the aim.
    pub(in crate::analysis) fn plain_model(&self, rules: &RuleSet) -> PlainRules<'static> {
        let (gone, discards) = match self.available {
            Available::Any => (Counts::EMPTY, Discarded::Returns),
            Available::Melds => (self.known.melded, Discarded::Returns),
            Available::Visible => (self.known.elsewhere, Discarded::IsGone),
        };
        let rules = rules.beside(&self.known.melds);
        PlainRules::without(rules.kept(), &gone).with_discards(discards).with_voids(self.voids())
    }

    /// The model that answers.
    #[inline]
    pub fn model(&self) -> RulesModel {
        self.model
    }

    /// The model of distances that may ask for every tile of the deck, whatever this question [asks for](Available).
    #[cfg(feature = "serde")]
    pub(crate) fn whole_deck_model(&self) -> RulesModel {
        if self.available == Available::Any { self.model } else { self.clone().with_available(Available::Any).model }
    }

    /// The rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Which tiles a distance may ask for.
    pub fn available(&self) -> Available {
        self.available
    }

    /// Reads a hand: its notation, the hand, and the tiles that its owner has not seen. Melds in [brackets](notation::HandText)
    /// are beside it as those of the question are.
    ///
    /// # Errors
    ///
    /// When the text is no hand of the rule set beside these melds, or the deck has fewer copies of a kind.
    pub fn read(&self, text: &str) -> Result<(Notation, Hand, Unseen), QuestionError> {
        let Asked { notation, hand, unseen, .. } = self.ask(text)?;
        Ok((notation, hand, unseen))
    }

    /// Reads a hand and asks this question of it, with the melds that its text has in [brackets](notation::HandText) beside it.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::rules::RuleSet;
    ///
    /// let question = Question::new(RuleSet::standard(), &["EEE"], "")?;
    /// let asked = question.ask("13m456p99s [2222m]")?;
    /// assert_eq!((asked.question.melds().len(), asked.hand.tiles()), (2, 7));
    /// assert_eq!(asked.unseen.copies("2M".parse().unwrap()), 0);
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read`](Question::read).
    pub fn ask(&self, text: &str) -> Result<Asked<'_>, QuestionError> {
        let Known { melds, elsewhere, .. } = &self.known;
        let read = self.rules.read_beside(text, self.notation, melds.len(), elsewhere);
        let (notation, hand, melds) = read.map_err(|error| self.refused(text, error))?;
        let question = self.beside(text, &melds)?;
        let unseen = Unseen::of(&self.rules, &hand, &question.known.elsewhere);
        Ok(Asked { question, notation, hand, unseen })
    }

    /// Why a text is no hand.
    #[cold]
    fn refused(&self, text: &str, error: RuleHandError) -> QuestionError {
        // Of the usual deck a wildcard is no tile.
        let unread = notation::read_counted(self.notation, text).err().filter(|_| self.rules.has_usual_deck());
        let kind = match (unread, error.kind()) {
            (Some(error), _) => QuestionErrorKind::Text(error),
            (None, RuleHandErrorKind::Text(error)) => QuestionErrorKind::Text(error.clone()),
            (None, &RuleHandErrorKind::Usual(error)) => QuestionErrorKind::Text(error.into()),
            (None, &RuleHandErrorKind::CopiesInAll { tile, notation, held, elsewhere, copies: Tile::COPIES }) => {
                let at = notation.places(&RuleSet::without_wildcards(text), tile).last();
                QuestionErrorKind::FifthInAll { at, tile, notation, copies: held, elsewhere }
            }
            _ => QuestionErrorKind::NoHand(Box::new(error)),
        };
        QuestionError::new(Argument::Hand, text, kind)
    }

    /// The same beside the melds that a hand's text has in brackets, too.
    fn beside(&self, text: &str, melds: &[MeldText]) -> Result<Cow<'_, Question>, QuestionError> {
        if melds.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut known = self.known.clone();
        for MeldText { place, meld, tiles, .. } in melds {
            let suit = meld.tiles()[0].suit();
            if suit.is_some() && suit == self.void {
                return Err(not_in_rules(&self.rules, Argument::Hand, &text[place.clone()], NotInRules::Void));
            }
            if tiles.len() > Meld::TILES {
                known.kans |= TileSet::only(meld.tiles()[0]);
            }
            known.melds.push(*meld);
            for &tile in tiles {
                known.add_melded(tile);
            }
        }
        Ok(Cow::Owned(Question { known, ..self.clone() }.with_model()))
    }

    /// The exposed melds that were given, in the order in which they were, kans as the triplets that they count as.
    pub fn melds(&self) -> &[Meld] {
        &self.known.melds
    }

    /// The kinds of those of the melds that are kans.
    ///
    /// ```
    /// use paili::analysis::Question;
    /// use paili::rules::RuleSet;
    ///
    /// let question = Question::new(RuleSet::standard(), &["EEE", "2222z"], "")?;
    /// assert_eq!((question.melds().len(), question.kans().to_string()), (2, "S".to_owned()));
    /// # Ok::<(), paili::analysis::QuestionError>(())
    /// ```
    pub fn kans(&self) -> TileSet {
        self.known.kans
    }

    /// The tiles visible elsewhere, without those of the melds.
    pub fn visible(&self) -> &Counts {
        &self.known.visible
    }
}

fn not_in_rules(rules: &RuleSet, argument: Argument, text: &str, reason: NotInRules) -> QuestionError {
    let kind = QuestionErrorKind::NotInRules { rules: rules.name().to_owned(), reason };
    QuestionError::new(argument, text, kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::{Distance, Model};
    use crate::forms::{Form, Forms};
    use crate::length::short_or_long;
    use crate::rules::ReadyMade;

    #[test]
    fn a_question_keeps_what_it_was_given() {
        let question = Question::new(RuleSet::standard(), &["EEE", "1W2W3W"], "PASS 1M").unwrap();
        let melds: Vec<String> = question.melds().iter().map(Meld::to_string).collect();
        assert_eq!(melds, ["E E E", "1M 2M 3M"]);
        assert_eq!((question.visible().to_string(), question.rules()), ("1M PASS".to_owned(), RuleSet::standard()));
        let (notation, hand, unseen) = question.read("1m123456p").unwrap();
        assert_eq!((notation, hand.melds().get()), (Notation::Mpsz, 2));
        let left = ["1M", "2M", "E", "1P", "9P", "PASS"].map(|tile| unseen.copies(tile.parse().unwrap()));
        assert_eq!(left, [1, 3, 1, 3, 4, 0]);
    }

    /// Melds in brackets are what melds of the question are, in all that is asked.
    #[test]
    fn melds_in_brackets_are_melds() {
        for rules in [ReadyMade::Standard, ReadyMade::Riichi, ReadyMade::Sanma, ReadyMade::Sichuan, ReadyMade::Taiwan] {
            let rules = rules.rules();
            let beside = Question::new(&rules, &["999m", "1111p"], "9s").unwrap();
            let alone = Question::new(&rules, &["999m"], "9s").unwrap();
            let tiles = if rules.melds() == 5 { "234456p78s99p" } else { "456p78s99p" };
            let bracketed = format!("{tiles} (1111p)");
            for available in Available::ALL {
                let (beside, alone) =
                    (beside.clone().with_available(available), alone.clone().with_available(available));
                let (first, second) = (
                    beside.ask(tiles).map(|asked| {
                        (asked.hand, asked.unseen, asked.question.model().distance_and_useful(&asked.hand))
                    }),
                    alone.ask(&bracketed).map(|asked| {
                        (asked.hand, asked.unseen, asked.question.model().distance_and_useful(&asked.hand))
                    }),
                );
                assert_eq!(first.as_ref().ok(), second.as_ref().ok());
                assert!(first.is_ok(), "{first:?}");
                let asked = alone.ask(&bracketed).unwrap();
                assert_eq!((asked.question.melds(), asked.question.kans()), (beside.melds(), beside.kans()));
            }
        }
    }

    #[test]
    fn faults_of_melds_in_brackets_are_told() {
        let told = |rules: ReadyMade, melds: &[&str], visible, text| {
            let question = Question::new(&rules.rules(), melds, visible).unwrap();
            let error = question.read(text).unwrap_err();
            (error.reason("--").to_string(), error.at())
        };
        let fifth = "a fifth 2m: 4 in the hand, 1 in --melds and --visible, but there are four of each kind";
        assert_eq!(told(ReadyMade::Standard, &[], "2m", "13456m44p[2222m]"), (fifth.to_owned(), Some(13)));
        let many = "character 13: \"[123p]\" is one meld too many: a hand has at most 4";
        let melds = &["111z", "222z", "333z"];
        assert_eq!(told(ReadyMade::Standard, melds, "", "11m [789s]  [123p]"), (many.to_owned(), Some(12)));
        assert_eq!(told(ReadyMade::Sanma, melds, "", "11m [789s]  [123p]"), (many.to_owned(), Some(12)));
        let size = "8 tiles: a hand of sanma has 10 or 11 beside 1 exposed meld";
        assert_eq!(told(ReadyMade::Sanma, &[], "", "12345678p[111z]"), (size.to_owned(), None));
        let copies = "a fifth 1p: 2 in the hand, 3 in --melds and --visible, but there are four of each kind";
        assert_eq!(
            told(ReadyMade::Sanma, &[], "1p", "1145678999p[11p 1p]").0,
            "character 17: a fifth 1p: there are four of each kind"
        );
        assert_eq!(told(ReadyMade::Sanma, &[], "111p", "1145678999p[999s]"), (copies.to_owned(), Some(1)));
        let few = RuleSet::new("few", 4).and_then(|few| few.with_copies(TileSet::only(Tile::M1), 3)).unwrap();
        let error = Question::new(&few, &[""; 0], "111m").unwrap().read("11m23456m123456z").unwrap_err();
        let copies = "hand: 2 of 1m in the hand and 3 in melds and visible: few has 3 copies";
        assert_eq!((error.to_string(), error.at()), (copies.to_owned(), None));
        let error = Question::alone(&few).read("1m456m2345z456p[111m]").unwrap_err();
        assert_eq!(error.to_string(), "hand: 4 of 1m: few has 3 copies");
    }

    /// A form that a hand can't have is left aside; asked for alone, it has no distance.
    #[test]
    fn open_hands_have_the_forms_that_they_can_have() {
        for name in [ReadyMade::Riichi, ReadyMade::Sanma, ReadyMade::Guobiao].into_iter().take(short_or_long(2, 3)) {
            let rules = name.rules();
            let question = Question::new(&rules, &["EEE"], "").unwrap();
            let (_, hand, _) = question.read("11p22p33p44p55p").unwrap();
            assert_eq!(question.model().reached(&hand), (Distance::READY, Forms::default()), "{name}");
            let orphans = Question::new(&rules.choosing(Forms::only(Form::Orphans)).unwrap(), &["EEE"], "").unwrap();
            assert_eq!(orphans.model().reached(&hand), (Distance::NEVER, Forms::NONE), "{name}");
            assert_eq!(orphans.model().distance(&hand), Distance::NEVER, "{name}");
        }
    }

    #[test]
    fn faults_name_their_argument_and_place() {
        let standard = RuleSet::standard();
        let question = |melds: &[&str], visible| Question::new(standard, melds, visible);
        let visible = |text| question(&["EEE"], text).unwrap_err();
        let read = |text| question(&[], "").unwrap().read(text).unwrap_err();
        for (error, argument, at, text) in [
            (question(&["EEE", "12m"], "").unwrap_err(), Argument::Melds, None, "12m"),
            (question(&["EEE", "EEE"], "").unwrap_err(), Argument::Melds, None, "EEE,EEE"),
            (visible("E E"), Argument::Visible, Some(2), "E E"),
            (visible("1m?"), Argument::Visible, Some(2), "1m?"),
            (read("11m1"), Argument::Hand, Some(3), "11m1"),
        ] {
            assert_eq!((error.argument(), error.at(), error.text()), (argument, at, text), "{error}");
            assert!(error.to_string().starts_with(&argument.to_string()), "{error}");
        }
    }
}
