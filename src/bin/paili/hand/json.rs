//! The answer as a JSON object.

use std::sync::LazyLock;

use paili::analysis::Useful;
use paili::distance::Form;
use paili::notation::Notation;
use paili::tile::Tile;
use serde::Serialize;
use serde_json::value::RawValue;

use super::answer::{Advice, Answer, names};

/// The answer on a line.
pub fn render(answer: &Answer) -> String {
    let mut json = Vec::with_capacity(8 * 1024);
    let object = Object::new(answer);
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    if serde_json::to_writer(&mut json, &object).is_ok() {
        json.push(b'\n');
    }
    String::from_utf8(json).unwrap_or_default()
}

/// The keys in their published order.
#[derive(Serialize)]
struct Object {
    hand: String,
    tiles: usize,
    melds: usize,
    distance: u8,
    shanten: i8,
    forms: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    useful: Option<Vec<Copies>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acceptance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discards: Option<Vec<DiscardObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_discard: Option<&'static str>,
    plan: PlanObject,
}

/// `{"tile":"3M","copies":4}`, written once for each tile and number: most of the output is these.
type Copies = &'static RawValue;

#[derive(Serialize)]
struct CopiesObject<'a> {
    tile: &'a str,
    copies: usize,
}

fn copies_object(notation: Notation, tile: Tile, copies: u8) -> Copies {
    type Written = [Box<RawValue>; Tile::COPIES as usize + 1];
    static WRITTEN: LazyLock<[Vec<Written>; 4]> = LazyLock::new(|| {
        Notation::ALL.map(|notation| {
            let write = |name: &str| std::array::from_fn(|copies| raw(&CopiesObject { tile: name, copies }));
            names(notation).iter().map(|name| write(name)).collect()
        })
    });
    &WRITTEN[notation as usize][tile.index()][usize::from(copies)]
}

fn raw(object: &CopiesObject) -> Box<RawValue> {
    // A string and a number can always be written.
    serde_json::value::to_raw_value(object).unwrap_or_default()
}

#[derive(Serialize)]
struct DiscardObject {
    tile: &'static str,
    distance: u8,
    acceptance: u32,
    useful: Vec<Copies>,
}

#[derive(Serialize)]
struct PlanObject {
    groups: Vec<Vec<&'static str>>,
    missing: Vec<&'static str>,
    surplus: Vec<&'static str>,
}

impl Object {
    fn new(answer: &Answer) -> Self {
        let names = |tiles: &[Tile]| tiles.iter().map(|&tile| answer.name(tile)).collect();
        let copies = |useful: &Useful| -> Vec<Copies> {
            let copies = useful.copies(&answer.unseen);
            copies.map(|(tile, copies)| copies_object(answer.notation, tile, copies)).collect()
        };
        let mut object = Object {
            hand: answer.text(answer.hand.counts().tiles()),
            tiles: answer.hand.counts().total(),
            melds: answer.hand.melds().get(),
            distance: answer.distance.get(),
            shanten: answer.distance.shanten(),
            forms: answer.forms.iter().map(Form::name).collect(),
            useful: None,
            acceptance: None,
            waits: None,
            discards: None,
            rule_discard: None,
            plan: PlanObject {
                groups: answer.plan.groups.iter().map(|group| names(group)).collect(),
                missing: names(&answer.plan.missing),
                surplus: names(&answer.plan.surplus),
            },
        };
        match &answer.advice {
            Advice::Wait { useful, ready } => {
                object.useful = Some(copies(useful));
                object.acceptance = Some(useful.acceptance);
                object.waits = ready.then(|| useful.kinds.iter().map(|tile| answer.name(tile)).collect());
            }
            Advice::Discard { ranked, rule } => {
                let discards = ranked.iter().map(|discard| DiscardObject {
                    tile: answer.name(discard.tile),
                    distance: discard.distance.get(),
                    acceptance: discard.useful.acceptance,
                    useful: copies(&discard.useful),
                });
                object.discards = Some(discards.collect());
                object.rule_discard = rule.map(|tile| answer.name(tile));
            }
        }
        object
    }
}
