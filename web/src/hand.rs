//! Everything about a hand, and how likely it wins.

use paili::answers::{HandAnswer, OddsAnswer, RulesAnswer};
use paili::rules::RulesQuestion;

use crate::failure::Failure;
use crate::json::to_json;
use crate::request::Asked;

/// As the program has it.
const DRAWS: u32 = 17;

/// What `paili hand --format json` prints.
pub fn answer(asked: &Asked) -> Result<String, Failure> {
    if let Some(question) = asked.rules_question()? {
        return answer_by_rules(asked, &question);
    }
    let question = asked.question()?;
    let (notation, hand, unseen) =
        question.read(&asked.hand).map_err(|error| Failure::of_question(&error, asked.field_of(&error)))?;
    let model = question.model();
    let mut answer = HandAnswer::new(&model, notation, hand, unseen);
    if let Some(draws) = asked.draws {
        answer.add_wins(&model, draws).map_err(|error| Failure::of_odds(&error))?;
    }
    let mut json = Vec::new();
    answer.write_json(&mut json);
    Ok(String::from_utf8(json).unwrap_or_default())
}

/// What `paili hand --rules … --format json` prints, with `--void` and `--wildcards-beyond-copies` if they are asked for.
fn answer_by_rules(asked: &Asked, question: &RulesQuestion) -> Result<String, Failure> {
    let answer = RulesAnswer::read(question, &asked.hand);
    Ok(to_json(&answer.map_err(|error| Failure::of_rule_hand(&error, &asked.hand))?))
}

/// What `paili odds --format json` prints.
pub fn odds(asked: &Asked) -> Result<String, Failure> {
    let question = asked.question()?;
    let (notation, hand, unseen) =
        question.read(&asked.hand).map_err(|error| Failure::of_question(&error, asked.field_of(&error)))?;
    let (draws, changes, law) = (asked.draws.unwrap_or(DRAWS), asked.changes()?, asked.law()?);
    let answer = OddsAnswer::new(question.model(), notation, (hand, unseen), draws, Some(changes), law);
    Ok(to_json(&answer.map_err(|error| Failure::of_odds(&error))?))
}
