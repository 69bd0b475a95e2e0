//! The answer for people.

use std::borrow::Cow;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use paili::analysis::{Available, Discard, Discarder, Plan, Unseen, Useful};
use paili::answers::page::{self, plural};
use paili::answers::{HandAnswer, Planned};
use paili::rules::RuleSet;
use paili::{Distance, Form, Forms, Tile};

/// How the parts of an answer look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Palette {
    pub label: Style,
    pub strong: Style,
    pub best: Style,
    pub missing: Style,
}

impl Palette {
    /// Colours, for a terminal that wants them; [`Palette::default`] is for all else.
    pub fn coloured() -> Self {
        Palette {
            label: Style::new().dimmed(),
            strong: Style::new().bold(),
            best: AnsiColor::Green.on_default(),
            missing: AnsiColor::Red.on_default(),
        }
    }
}

/// The answer on a few lines.
pub fn render(answer: &HandAnswer, palette: Palette, offered: Option<&(String, Discarder)>) -> String {
    let mut page = Page { answer, palette, text: String::new() };
    page.hand();
    page.distance();
    if let Some(plan) = &answer.plan {
        page.plan(plan);
    }
    match &answer.useful {
        Some(useful) => page.useful(useful),
        None => page.discards(),
    }
    page.kans();
    if let Some((tile, from)) = offered {
        page.offers(tile, *from);
    }
    page.prospects();
    page.text
}

pub struct Page<'a> {
    pub answer: &'a HandAnswer<'a>,
    pub palette: Palette,
    pub text: String,
}

impl Page<'_> {
    pub fn line(&mut self, label: &str, value: &str) {
        let style = self.palette.label;
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "{style}{label:<10}{style:#}{value}");
    }

    fn hand(&mut self) {
        let hand = &self.answer.hand;
        let tiles = self.answer.tiles();
        let size = plural(hand.tiles() as u64, "tile");
        let melds = match hand.melds().get() {
            0 => String::new(),
            melds => format!(", {}", plural(melds as u64, "exposed meld")),
        };
        let rules = page::rules(self.answer.rules().name(), self.answer.rules().aim().told().as_deref());
        let rules = rules.map(|rules| format!("; {rules}")).unwrap_or_default();
        let available = match self.answer.available() {
            Available::Any => "",
            Available::Melds => ", without what is in its melds",
            Available::Visible => ", without what is visible",
        };
        let strong = self.palette.strong;
        self.line("hand", &format!("{strong}{tiles}{strong:#}  ({size}{melds}{rules}{available})"));
    }

    fn distance(&mut self) {
        let HandAnswer { distance, forms, .. } = *self.answer;
        let state = match distance {
            Distance::WON => ": wins".to_owned(),
            Distance::READY if self.answer.is_ready() => ": ready".to_owned(),
            Distance::READY => ": ready after the right discard".to_owned(),
            Distance::NEVER if self.answer.may_need_wildcards() => {
                ": no tiles can complete the hand, unless wildcards are drawn".to_owned()
            }
            Distance::NEVER => ": no tiles can complete the hand".to_owned(),
            _ => format!(" (shanten {})", distance.shanten()),
        };
        let void = self.answer.void_letter().map(|suit| format!(", {suit} void")).unwrap_or_default();
        let by = if forms == Forms::only(Form::Standard) || forms.is_empty() {
            String::new()
        } else {
            let names: Vec<&str> = forms.iter().map(Form::name).collect();
            format!(", by {}", names.join(" and "))
        };
        let strong = self.palette.strong;
        self.line("distance", &format!("{strong}{distance}{strong:#}{state}{by}{void}"));
        if let Some((form, nearer)) = self.answer.nearer {
            self.line("", &format!("by {form} {strong}{nearer}{strong:#} (--forms {form} or all)"));
        }
    }

    fn plan(&mut self, plan: &Plan) {
        let missing = self.palette.missing;
        let tile = |(name, planned): (Cow<'static, str>, Planned)| match planned {
            Planned::Held => name,
            Planned::Missing => format!("{missing}[{name}]{missing:#}").into(),
            Planned::Wildcard => format!("{}{name}", RuleSet::WILDCARD).into(),
        };
        let groups: Vec<String> = self
            .answer
            .groups(plan)
            .into_iter()
            .map(|group| group.into_iter().map(tile).collect::<Vec<_>>().join(" "))
            .collect();
        self.line("plan", &groups.join("   "));
        let notation = self.answer.notation;
        let list = |tiles: &[Tile], reds: &[Tile]| match tiles {
            [] => "nothing".to_owned(),
            tiles => notation.write_with_reds(tiles.iter().copied(), reds).unwrap_or_default(),
        };
        let (lacks, gives_up) = (list(&plan.missing, &[]), list(&plan.surplus, &self.answer.reds_given_up(plan)));
        self.line("", &format!("lacks {missing}{lacks}{missing:#}, gives up {gives_up}"));
    }

    fn useful(&mut self, useful: &Useful) {
        let copies = self.copies(useful, self.answer.distance, &self.answer.unseen);
        let left = plural(useful.acceptance.into(), "tile");
        let gone = useful.copies(&self.answer.unseen).filter(|&(_, copies)| copies == 0).map(|(tile, _)| tile);
        let gone: Vec<&str> = gone.map(|tile| self.answer.name(tile)).collect();
        let left = if gone.is_empty() { left } else { format!("{left}; none left of {}", gone.join(" ")) };
        let label = if self.answer.is_ready() { "waits" } else { "useful" };
        self.line(label, &if copies.is_empty() { "nothing".to_owned() } else { format!("{copies}  ({left})") });
        if let Some(win) = self.answer.win(None) {
            self.line("P(win)", &format!("{:.2} %", 100.0 * win));
        }
        self.next_draw();
    }

    /// The useful tiles of a hand of this distance with the copies left, and wildcards.
    pub fn copies(&self, useful: &Useful, distance: Distance, unseen: &Unseen) -> String {
        let copies = useful.copies(unseen);
        let mut copies: Vec<String> =
            copies.map(|(tile, copies)| format!("{}×{copies}", self.answer.name(tile))).collect();
        let wildcards = self.answer.wildcards_left(distance);
        if wildcards > 0 {
            copies.push(format!("{}×{wildcards}", RuleSet::WILDCARD));
        }
        copies.join(" ")
    }

    fn discards(&mut self) {
        let Palette { label, strong, best, .. } = self.palette;
        // The rule knows the standard form alone: what it discards says nothing of other forms.
        let standard = self.answer.forms.contains(Form::Standard);
        if let Some(rule) = self.answer.rule_discard.filter(|_| standard) {
            let name = self.answer.discard_name(rule);
            self.line("rule", &format!("discards {strong}{name}{strong:#} (THUPC 2021)"));
        }
        let heading = if self.answer.wins.is_some() { "    P(win)" } else { "" };
        let next = self.next_headings();
        self.line("discard", &format!("{label}distance  acceptance{next}{heading}  useful{label:#}"));
        let smallest = self.answer.discards.first().map(|discard| discard.distance);
        for &Discard { tile, distance, useful } in &self.answer.discards {
            let style = if Some(distance) == smallest { best } else { label };
            let win = self.answer.win(Some(tile)).map_or("–".to_owned(), |win| format!("{:.2} %", 100.0 * win));
            let win = if self.answer.wins.is_some() { format!("  {win:>8}") } else { String::new() };
            let (name, copies, acceptance) = (
                self.answer.discard_name(tile),
                self.copies(&useful, distance, &self.answer.unseen),
                useful.acceptance,
            );
            let next = self.next_cells(tile);
            let _ =
                writeln!(self.text, "{style}  {name:<8}{distance:>8}  {acceptance:>10}{next}{win}  {copies}{style:#}");
        }
    }
}
