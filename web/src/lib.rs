//! The library behind the page in the browser: a request in JSON becomes an answer in JSON.
//!
//! `npm/index.js` calls it, through the few functions of [`memory`]; `npm/index.d.ts` tells what it can be asked.

mod batch;
mod exact;
mod failure;
mod game;
mod hand;
mod json;
pub mod memory;
mod request;
mod rules;
mod tiles;

use failure::Failure;
use request::Request;

/// Answers a request. Every answer is one JSON object: what was asked for, or `{"error":…}`.
///
/// ```
/// let answer = paili_web::ask(r#"{"ask":"parse","text":"1m2p"}"#);
/// assert_eq!(answer, r#"{"notation":"mpsz","tiles":["1M","2P"],"melds":[],"reds":[[]]}"#);
/// let answer = paili_web::ask(r#"{"ask":"parse","text":"1m2"}"#);
/// assert!(answer.starts_with(r#"{"error":{"kind":"unknown","field":"text","start":2,"end":3,"text":"2","#));
/// ```
pub fn ask(request: &str) -> String {
    let answer = serde_json::from_str(request).map_err(|error| Failure::of_request(&error)).and_then(answer);
    answer.unwrap_or_else(|failure| failure.to_json())
}

fn answer(request: Request) -> Result<String, Failure> {
    match request {
        Request::Hand(asked) => hand::answer(&asked),
        Request::Odds(asked) => hand::odds(&asked),
        Request::Offered(asked) => hand::offered(&asked),
        Request::Exact(hands) => hands.count(),
        Request::Rules(rules) => Ok(json::to_json(&rules.facts()?)),
        Request::Parse(text) => tiles::parse(&text),
        Request::Write(text) => tiles::write(&text),
        Request::Shuffle(seeded) => game::shuffle(&seeded),
        Request::Game(seeded) => game::play(&seeded),
    }
}
