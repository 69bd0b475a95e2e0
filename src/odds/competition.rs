//! A hand among others: which of their discards it can claim, and how long they let it play.

use crate::tile::Tile;

/// What takes a tile that another discards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nothing: the hand has to draw it.
    Nothing,
    /// A chow, from the player before.
    Chow,
    /// A pong.
    Pong,
    /// The hand wins with it.
    Ron,
}

impl Claim {
    /// How many there are.
    pub const COUNT: usize = 4;
}

/// How a hand does among others who play, too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Competition {
    /// How many copies of a kind the hand sees for each that it would draw alone, by the kind and what takes it.
    pub seen: [[f64; Claim::COUNT]; Tile::REGULAR_COUNT],
    /// How likely nobody else has won before a draw, by the number of draws up to it; the last stands for all that follow.
    pub in_time: [f64; Competition::DRAWS],
}

impl Competition {
    /// How many draws are told apart, that after none included.
    pub const DRAWS: usize = 16;

    /// Nobody else wins, and a ready hand sees this many tiles for each draw.
    #[cfg(any(test, feature = "simulation"))]
    pub const fn seeing_when_ready(tiles: f64) -> Competition {
        Competition { seen: [[1.0, 1.0, 1.0, tiles]; Tile::REGULAR_COUNT], in_time: [1.0; Competition::DRAWS] }
    }

    /// How many copies of a kind the hand sees for each that it would draw alone.
    #[inline]
    pub fn seen(&self, kind: u8, claim: Claim) -> f64 {
        self.seen[usize::from(kind)][claim as usize]
    }

    /// What it is worth to win with draw number `draw`, from 1.
    pub fn in_time(&self, draw: usize) -> f64 {
        self.in_time[draw.min(Competition::DRAWS - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Unseen;
    use crate::distance::{Distance, Model, TableModel};
    use crate::hand::Hand;
    use crate::meld::Chow;
    use crate::odds::{Changes, Graph};
    use crate::tile_set::TileSet;

    /// A competition of numbers that all differ.
    fn competition() -> Competition {
        let seen = std::array::from_fn(|kind| [1.0, 1.5, 2.5, 3.5].map(|seen| seen * (1.0 + kind as f64 / 100.0)));
        Competition { seen, in_time: std::array::from_fn(|draw| 1.0 / (1.0 + 0.1 * draw as f64)) }
    }

    fn hands() -> impl Iterator<Item = Hand> {
        let texts =
            ["34m99p", "4578m55p1z", "123m4558p222s677s", "345m11223467p", "1133m45789p12z", "5m", "59m", "1357m"];
        texts.into_iter().map(|text| text.parse().unwrap())
    }

    /// The slow twin: what a hand is worth, tile by tile, where each draw lowers the distance and each discard keeps it.
    struct Twin<'a> {
        first: Hand,
        unseen: Unseen,
        competition: &'a Competition,
        draws: usize,
    }

    impl Twin<'_> {
        fn to_draw(&self, hand: &Hand, made: usize) -> f64 {
            if made == self.draws {
                return 0.0;
            }
            let (now, distance) = (self.to_draw(hand, made + 1), TableModel.distance(hand));
            let (mut gains, mut weights) = (0.0, 0.0);
            for tile in TileSet::REGULAR.iter() {
                let new = hand.counts().get(tile).saturating_sub(self.first.counts().get(tile));
                let copies = self.unseen.copies(tile).saturating_sub(new);
                let Ok(after) = hand.with(tile) else { continue };
                if copies == 0 || TableModel.distance(&after) >= distance {
                    continue;
                }
                let next = self.to_discard(&after, made + 1);
                if next > now {
                    let weight =
                        f64::from(copies) * self.competition.seen(tile.index() as u8, claim(hand, tile, distance));
                    weights += weight;
                    gains += weight * (next - now);
                }
            }
            let rate = 1.0 / (f64::from(self.unseen.total(TileSet::REGULAR)) - made as f64);
            now + gains * rate.min(1.0 / weights)
        }

        fn to_discard(&self, hand: &Hand, made: usize) -> f64 {
            if TableModel.distance(hand) == Distance::WON {
                return self.competition.in_time(made);
            }
            let old = |&tile: &Tile| hand.counts().get(tile) <= self.first.counts().get(tile);
            let discards = hand.counts().kinds().iter().filter(old).filter_map(|tile| hand.without(tile).ok());
            let kept = discards.filter(|after| TableModel.distance(after) == TableModel.distance(hand));
            kept.map(|after| self.to_draw(&after, made)).fold(0.0, f64::max)
        }
    }

    fn claim(hand: &Hand, tile: Tile, distance: Distance) -> Claim {
        if distance == Distance::READY {
            Claim::Ron
        } else if hand.counts().get(tile) >= 2 {
            Claim::Pong
        } else if Chow::any_formed(tile, hand.counts().kinds()) {
            Claim::Chow
        } else {
            Claim::Nothing
        }
    }

    #[test]
    fn hands_are_worth_what_the_slow_twin_finds() {
        let mut looked_at = 0;
        for (hand, competition) in hands().flat_map(|hand| {
            [competition(), Competition::seeing_when_ready(1.0)].map(|competition| (hand, competition))
        }) {
            for draws in 1..=5 {
                let unseen = Unseen::by(&hand);
                let graph = Graph::of(TableModel, &hand, &unseen, Changes::None).unwrap();
                let twin = Twin { first: hand, unseen, competition: &competition, draws: draws as usize };
                let slow = if hand.must_discard() { twin.to_discard(&hand, 0) } else { twin.to_draw(&hand, 0) };
                let (_, win) = graph.likeliest_among(draws, &competition).unwrap();
                assert!((win - slow).abs() < 1e-12, "{} in {draws}: {win}, not {slow}", hand.counts());
                looked_at += usize::from(win > 0.0);
            }
        }
        assert!(looked_at > 50, "{looked_at}");
    }

    /// With no more draws than tiles are missing, there is no time for a change.
    #[test]
    fn changes_find_the_same_where_there_is_no_time_for_one() {
        for hand in hands() {
            let (unseen, draws) = (Unseen::by(&hand), u32::from(TableModel.distance(&hand).get()));
            let win = |changes, draws| {
                let graph = Graph::of(TableModel, &hand, &unseen, changes).unwrap();
                graph.likeliest_among(draws, &competition()).unwrap().1
            };
            if (1..=2).contains(&draws) {
                let (without, with) = (win(Changes::None, draws), win(Changes::One, draws));
                assert!(without > 0.0 && (without - with).abs() < 1e-12, "{}: {without}, {with}", hand.counts());
            }
            assert!(win(Changes::One, 8) > win(Changes::None, 8) * (1.0 - 1e-9), "{}", hand.counts());
        }
    }
}
