//! What the page lets players aim at is what the library knows by those names.

use std::collections::BTreeMap;
use std::process::Command;

use paili::rules::{Aim, MeldsWanted, ReadyMade};
use serde::Deserialize;

/// What a request says of an aim.
#[derive(Deserialize)]
struct Asked {
    only: Option<String>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    only_pongs: bool,
}

/// Prints each aim of the page with what a request says of it by a rule set that has it.
const TELL: &str = "import { AIMS, askAim } from './page/aims.js';
    const rules = (aim) => (aim.startsWith('flush') ? 'sichuan' : 'riichi');
    console.log(JSON.stringify(Object.fromEntries(AIMS.map((aim) => [aim, askAim({ aim, rules: rules(aim) })]))));";

#[test]
fn aims_of_the_page_are_the_usual_ones() {
    let told = Command::new("node")
        .args(["--input-type=module", "--eval", TELL])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let Ok(told) = told else {
        // The page's own test says so where there is no Node.
        return;
    };
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let asked: BTreeMap<String, Asked> = serde_json::from_slice(&told.stdout).unwrap();
    let of_page: BTreeMap<String, Aim> = asked
        .into_iter()
        .map(|(name, asked)| {
            let melds = if asked.only_pongs { MeldsWanted::Pongs } else { MeldsWanted::default() };
            let aim = Aim::read(asked.only.as_deref(), &asked.with, melds).unwrap();
            (name, aim)
        })
        .collect();
    // Whatever wins is the page's own first chip.
    let usual = ReadyMade::ALL.into_iter().flat_map(|name| Aim::usual(&name.rules()));
    let usual: BTreeMap<String, Aim> = usual.filter(|(_, aim)| *aim != Aim::ANY).collect();
    assert_eq!(of_page, usual);
}
