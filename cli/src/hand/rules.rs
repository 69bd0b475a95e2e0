//! The answer about a hand of another rule set, for people.

use std::borrow::Cow;
use std::fmt::Write;

use paili::analysis::Useful;
use paili::answers::page::plural;
use paili::answers::{Planned, RulesAnswer};
use paili::rules::{Asked, RuleDiscard, RulePlan, RuleSet};
use paili::{Distance, Tile};

use super::text::Palette;

/// The answer on a few lines.
pub fn render(answer: &RulesAnswer, palette: Palette) -> String {
    let Palette { label, strong, best, .. } = palette;
    let mut text = String::new();
    // Writing to a string can't fail.
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{label}{name:<10}{label:#}{value}");
    };
    let size = plural(answer.hand.tiles() as u64, "tile");
    let melds = match answer.hand.exposed() {
        0 => String::new(),
        melds => format!(", {}", plural(melds as u64, "exposed meld")),
    };
    let (tiles, rules) = (answer.tiles(), answer.rules().name());
    let available = match answer.asked() {
        Asked::Any => "",
        Asked::BesideMelds => ", without what is in its melds",
        Asked::Available => ", without what is visible",
    };
    line("hand", &format!("{strong}{tiles}{strong:#}  ({size}{melds}; {rules}{available})"));
    line(
        "distance",
        &match answer.distance {
            None => "none: no tiles can complete the hand".to_owned(),
            Some(distance) => {
                let void = answer.void_letter().map(|suit| format!(", {suit} void")).unwrap_or_default();
                format!("{strong}{distance}{strong:#}{}{void}", state(answer, distance))
            }
        },
    );
    if let Some(plan) = &answer.plan {
        let [groups, rest] = self::plan(answer, plan, palette);
        line("plan", &groups);
        line("", &rest);
    }
    if let Some(useful) = &answer.useful {
        let (copies, left) = (copies(answer, useful, answer.distance), plural(useful.acceptance.into(), "tile"));
        let found = if copies.is_empty() { "nothing".to_owned() } else { format!("{copies}  ({left})") };
        line(if answer.is_ready() { "waits" } else { "useful" }, &found);
        return text;
    }
    line("discard", &format!("{label}distance  acceptance  useful{label:#}"));
    let smallest = answer.discards.first().and_then(|discard| discard.distance);
    for &RuleDiscard { tile, distance, useful } in &answer.discards {
        let style = if distance == smallest { best } else { label };
        let (name, copies, acceptance) =
            (answer.discard_name(tile), copies(answer, &useful, distance), useful.acceptance);
        let distance = distance.map_or("–".to_owned(), |distance| distance.to_string());
        let _ = writeln!(text, "{style}  {name:<8}{distance:>8}  {acceptance:>10}  {copies}{style:#}");
    }
    text
}

fn state(answer: &RulesAnswer, distance: Distance) -> String {
    match distance {
        Distance::WON => ": wins".to_owned(),
        Distance::READY if answer.is_ready() => ": ready".to_owned(),
        Distance::READY => ": ready after the right discard".to_owned(),
        _ => format!(" (shanten {})", distance.shanten()),
    }
}

/// The groups of a plan, and what it lacks and gives up.
fn plan(answer: &RulesAnswer, plan: &RulePlan, palette: Palette) -> [String; 2] {
    let missing = palette.missing;
    let tile = |(name, planned): (Cow<'static, str>, Planned)| match planned {
        Planned::Held => name,
        Planned::Missing => format!("{missing}[{name}]{missing:#}").into(),
        Planned::Wildcard => format!("{}{name}", RuleSet::WILDCARD).into(),
    };
    let groups = answer.groups(plan).into_iter();
    let groups: Vec<String> = groups.map(|group| group.into_iter().map(tile).collect::<Vec<_>>().join(" ")).collect();
    let list = |tiles: &[Tile], reds: &[Tile]| match tiles {
        [] => "nothing".to_owned(),
        tiles => answer.notation.write_with_reds(tiles.iter().copied(), reds).unwrap_or_default(),
    };
    let (lacks, gives_up) = (list(&plan.missing, &[]), list(&plan.surplus, &answer.reds_given_up(plan)));
    [groups.join("   "), format!("lacks {missing}{lacks}{missing:#}, gives up {gives_up}")]
}

/// The useful tiles of a hand of this distance with the copies left, and wildcards.
fn copies(answer: &RulesAnswer, useful: &Useful, distance: Option<Distance>) -> String {
    let mut copies: Vec<String> = answer.copies(useful).map(|(tile, copies)| format!("{tile}×{copies}")).collect();
    let wildcards = answer.wildcards_left(distance);
    if wildcards > 0 {
        copies.push(format!("{}×{wildcards}", RuleSet::WILDCARD));
    }
    copies.join(" ")
}
