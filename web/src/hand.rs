//! Everything about a hand, and how likely it wins.

use paili::answers::{HandAnswer, NextDraw, OddsAnswer, OddsAnswerError, OfferedAnswer};
use paili::odds::{Changes, OddsTerms};

use crate::failure::Failure;
use crate::json::to_json;
use crate::request::Asked;

/// What `paili hand --format json` prints.
pub fn answer(asked: &Asked) -> Result<String, Failure> {
    // What is said is right, whether or not it is used.
    let (question, terms, from) = (asked.question()?, asked.terms()?, asked.from()?);
    if let (Some(_), Some(aim)) = (asked.towards, question.rules().aim().told()) {
        return Err(Failure::whole("aim", "towards", &format_args!("not with another aim: {aim}")));
    }
    let mut answer = HandAnswer::read(&question, &asked.hand).map_err(|error| asked.refused(&error))?;
    if asked.draws.is_some() {
        answer.add_wins(terms).map_err(|error| Failure::of_odds(&error))?;
    }
    let offered = asked.offered.clone().map(|tile| (tile, from));
    let next = NextDraw { offered, prospects: asked.towards.is_some(), ..asked.next };
    answer.add_next(&next).map_err(|error| asked.refused(&error))?;
    let mut json = Vec::new();
    answer.write_json(&mut json);
    Ok(String::from_utf8(json).unwrap_or_default())
}

/// What `paili odds --format json` prints.
pub fn odds(asked: &Asked) -> Result<String, Failure> {
    let question = asked.question()?;
    let terms = asked.terms()?;
    let terms = OddsTerms { changes: terms.changes.or(Some(Changes::None)), ..terms };
    let answer = OddsAnswer::read(&question, &asked.hand, terms);
    Ok(to_json(&answer.map_err(|error| refused(asked, error))?))
}

/// What `paili odds --offered --format json` prints.
pub fn offered(asked: &Asked) -> Result<String, Failure> {
    let question = asked.question()?;
    let tile = asked.offered.as_deref().unwrap_or_default();
    let answer = OfferedAnswer::read(&question, &asked.hand, (tile, asked.from()?), asked.terms()?);
    Ok(to_json(&answer.map_err(|error| refused(asked, error))?))
}

fn refused(asked: &Asked, error: OddsAnswerError) -> Failure {
    match error {
        OddsAnswerError::Question(error) => asked.refused(&error),
        OddsAnswerError::Odds(error) => Failure::of_odds(&error),
    }
}
