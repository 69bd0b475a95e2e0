//! Everything about a hand, as `paili hand` answers it.

use paili::answers::HandAnswer;

use crate::failure::Failure;
use crate::request::Asked;

/// What `paili hand --format json` prints.
pub fn answer(asked: &Asked) -> Result<String, Failure> {
    let question = asked.question()?;
    let (notation, hand, unseen) = question.read(&asked.hand).map_err(|error| Failure::of_question(&error, asked))?;
    let model = question.model();
    let mut answer = HandAnswer::new(&model, notation, hand, unseen);
    if let Some(draws) = asked.draws {
        answer.add_wins(&model, draws).map_err(|error| Failure::of_odds(&error))?;
    }
    let mut json = Vec::new();
    answer.write_json(&mut json);
    Ok(String::from_utf8(json).unwrap_or_default())
}
