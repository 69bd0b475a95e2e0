//! The rule sets that have a name.

use std::sync::OnceLock;

use super::{ChowClaims, RuleSet, RuleSetError, VoidSuit};
use crate::forms::{Form, Forms};
use crate::names;
use crate::tile::Tile;
use crate::tile_set::TileSet;

names! {
    /// The rule sets that come ready-made.
    #[derive(Default)]
    pub enum ReadyMade: "is not a rule set" {
        /// Four melds and a pair, of 136 tiles: what THUPC and UVa know. Seven pairs and thirteen orphans can be
        /// [chosen](RuleSet::choosing), too.
        #[default]
        Standard = "standard",
        /// Four melds and a pair, seven pairs or thirteen orphans, of 136 tiles.
        Riichi = "riichi" | "立直",
        /// The same for three players: without `2M`–`8M`, of 108 tiles (三人麻雀, 三麻).
        Sanma = "sanma" | "三麻",
        /// Taiwan's sixteen tiles (台灣麻將): five melds and a pair, seven pairs and a triplet (嚦咕嚦咕, four alike count as
        /// two pairs), or sixteen unconnected tiles one of which is twice (十六不搭).
        Taiwan = "taiwan" | "台灣" | "台湾",
        /// Chinese official rules (國標麻將, MCR): four melds and a pair, seven pairs (four alike count as two), thirteen
        /// orphans, honors and knitted tiles (全不靠 and 七星不靠) and knitted straights (組合龍).
        Guobiao = "guobiao" | "mcr" | "MCR" | "国标" | "國標",
        /// Sichuan's (四川麻将, 血战到底): no honors and a void suit; four melds and a pair, or seven pairs (four alike count
        /// as two), of 108 tiles.
        Sichuan = "sichuan" | "四川" | "血战",
    }
}

impl ReadyMade {
    /// The rule set.
    ///
    /// # Panics
    ///
    /// Never: a test makes all of them.
    pub fn rules(self) -> RuleSet {
        let made = match self {
            ReadyMade::Standard => riichi(self).and_then(|riichi| riichi.choosing(Forms::default())),
            ReadyMade::Riichi => riichi(self),
            ReadyMade::Sanma => riichi(self)
                .and_then(|riichi| riichi.with_copies(middle_characters(), 0))
                .map(|few| few.with_chow_claims(ChowClaims::Never)),
            ReadyMade::Taiwan => RuleSet::new(self.name(), 5)
                .and_then(|five| five.with_forms(&[Form::Standard, Form::RepeatedPairs, Form::Unconnected])),
            ReadyMade::Guobiao => RuleSet::new(self.name(), 4).and_then(|four| {
                four.with_forms(&[
                    Form::Standard,
                    Form::RepeatedPairs,
                    Form::Orphans,
                    Form::Knitted,
                    Form::KnittedStraight,
                ])
            }),
            ReadyMade::Sichuan => RuleSet::new(self.name(), 4)
                .and_then(|four| four.with_copies(TileSet::HONORS, 0))
                .and_then(|suits| suits.with_forms(&[Form::Standard, Form::RepeatedPairs]))
                .map(|suits| suits.with_void(VoidSuit::Asked).with_chow_claims(ChowClaims::Never)),
        };
        made.expect("ready-made rule sets are valid, which a test makes sure of")
    }
}

impl RuleSet {
    /// The rule set of the usual game, [`standard`](ReadyMade::Standard).
    pub fn standard() -> &'static RuleSet {
        RuleSet::of_embedded(Forms::default())
    }

    /// The usual game won with some of the forms that the embedded tables know.
    pub(crate) fn of_embedded(forms: Forms) -> &'static RuleSet {
        static MADE: [OnceLock<RuleSet>; 1 << Form::EMBEDDED] = [const { OnceLock::new() }; 1 << Form::EMBEDDED];
        MADE[forms.number()].get_or_init(|| {
            let rules = ReadyMade::Standard.rules();
            // Without a form, nothing wins, as nothing does beside melds where only pairs are asked for.
            rules.clone().choosing(forms).unwrap_or(rules)
        })
    }
}

impl ReadyMade {
    /// Of each form: how many classes there are of a suit, of the honors, of two suits, of a suit and the honors.
    pub(super) fn census(self) -> &'static [[usize; 4]] {
        const FOUR: [usize; 4] = [126, 55, 180, 165];
        const ORPHANS: [usize; 4] = [5, 15, 9, 19];
        match self {
            ReadyMade::Standard => &[FOUR],
            ReadyMade::Riichi => &[FOUR, [36; 4], ORPHANS],
            // Ten of the classes are those of 1m and 9m, without the others.
            ReadyMade::Sanma => &[[136, 55, 215, 165], [42, 36, 51, 36], ORPHANS],
            ReadyMade::Taiwan => &[[187, 83, 328, 275], [110, 100, 110, 110], [7, 15, 13, 21]],
            ReadyMade::Guobiao => &[FOUR, ORPHANS, [36; 4], [4, 8, 7, 11], [51, 9, 93, 51]],
            // One of the classes is that of the void suit.
            ReadyMade::Sichuan => &[[127, 1, 181, 127], [37, 1, 37, 37]],
        }
    }
}

fn riichi(name: ReadyMade) -> Result<RuleSet, RuleSetError> {
    RuleSet::new(name.name(), 4)?.with_forms(&[Form::Standard, Form::Pairs, Form::Orphans])
}

/// `2M`–`8M`.
fn middle_characters() -> TileSet {
    Tile::regular().filter(|&tile| tile > Tile::M1 && tile < Tile::M9).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_made_rule_sets_are_valid() {
        let tiles = |rules: &RuleSet| Tile::regular().map(|tile| usize::from(rules.copies(tile))).sum::<usize>();
        let told = ReadyMade::ALL.map(|name| {
            let rules = name.rules();
            assert_eq!(rules.name(), name.name());
            (rules.most_tiles(), tiles(&rules), rules.forms().iter().count())
        });
        // Compiling them checks their census.
        for rules in ReadyMade::ALL.map(ReadyMade::rules) {
            assert_eq!(rules.tables().rules(), &rules);
        }
        assert_eq!(told, [(14, 136, 1), (14, 136, 3), (14, 108, 3), (17, 136, 3), (14, 136, 5), (14, 108, 2)]);
    }
}
