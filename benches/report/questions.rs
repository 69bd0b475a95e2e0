//! The questions that the benches answer.

/// What a bench is about.
#[derive(Debug)]
pub struct Bench {
    pub name: &'static str,
    pub asks: &'static str,
    pub compares: &'static str,
    /// What one time is of: a hand, a game.
    pub unit: &'static str,
}

/// Every other bench. A new one is added here too, or the page would lack it.
pub const BENCHES: [Bench; 6] = [
    Bench {
        name: "distance",
        asks: "How long does a win distance take?",
        compares: "\
            *paili* looks up a hand, in which the tables' codes are kept as tiles come and go; *the hand made first* \
            makes it of 34 counts (for whoever has those of many hands there are batches, below). The crates take \
            34 counts. They answer for the nearest of the standard form, seven pairs and thirteen orphans, so \
            *paili, all forms* is their like; with fewer than 13 tiles there is only the standard form. The plain \
            programmes (`benches/programmes/`) answer for the standard form, as *paili* does, and are timed on the \
            first 200 of the 10,000 hands.",
        unit: "hand",
    },
    Bench {
        name: "batch",
        asks: "How fast are many hands at once?",
        compares: "\
            Random hands of 14 tiles (of 13 for useful tiles) and their answers lie in memory; all is done on one \
            thread unless the table says otherwise. *From counts* reads 34 bytes a hand and checks them, *packed* \
            sixteen. The crates take 34 counts, a hand at a time, and always answer for all three forms.",
        unit: "hand",
    },
    Bench {
        name: "useful",
        asks: "How long does it take to find the useful tiles of a hand?",
        compares: "\
            *paili* counts the copies that are left of them as well. `xiangting` finds the kinds, for the nearest of \
            the three forms as *paili, all forms* does; `riichienv-core` and the plain programme know distances \
            only, and are asked for that of every draw.",
        unit: "hand",
    },
    Bench {
        name: "discards",
        asks: "How long does it take to rank the discards of a hand?",
        compares: "\
            Every kind held, with the distance and the useful tiles it leaves, the best first. `xiangting` has no \
            such question, so it is asked for the useful tiles after each discard, and beside that for what it does \
            offer in one step, which says less. It answers for all three forms.",
        unit: "hand",
    },
    Bench {
        name: "games",
        asks: "How long does a game take?",
        compares: "\
            Four players by the THUPC rule, on the same walls; the second table is the simulation, on walls that it \
            shuffles itself.",
        unit: "game",
    },
    Bench {
        name: "tables",
        asks: "What do the tables cost?",
        compares: "\
            Building is done once, by the build script; decoding in every process that looks a hand up. The first \
            distance is timed inside new processes that make one each, from no table in memory to the answer; the \
            other crates' tables need no laying out.",
        unit: "time",
    },
];
