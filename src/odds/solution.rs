//! What a graph tells about its first hand.

#[cfg(feature = "simulation")]
use super::competition::Competition;
use super::graph::{Graph, Position};
use super::law::{Draws, READY, WIN, WINS, WINS_AND_READY};
use super::values::{Keep, Values};
use super::{Changes, Law, OddsError, levels, turns};
use crate::analysis::Unseen;
use crate::distance::Distance;
use crate::tile::Tile;

/// How likely a hand wins (和了率), and how likely it has been ready.
#[doc(alias = "和了率")]
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// How likely it wins in the draws that are left if it is still this hand after 0, 1, 2 … draws: an entry a draw. Of a
    /// hand to discard, this is what its best discard leaves.
    pub win: Vec<f64>,
    /// How likely it is, or has been, ready (tenpai, 听牌) at the end, played to win.
    #[doc(alias = "tenpai")]
    pub ready: Vec<f64>,
    /// Of a hand of 14−3n tiles that does not win: the discards that stay in the graph, likeliest to win first.
    pub discards: Vec<DiscardOdds>,
}

/// A discard and how likely the hand wins then.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscardOdds {
    /// The tile.
    pub tile: Tile,
    /// The distance after it.
    pub distance: Distance,
    /// How likely the hand wins if it is still the one before this discard after 0, 1, 2 … draws.
    pub win: Vec<f64>,
    /// How likely it is, or has been, ready at the end, played to win.
    pub ready: Vec<f64>,
}

impl Odds {
    /// Those of a hand that no tiles can complete.
    ///
    /// # Errors
    ///
    /// When there is no draw or there are more than unseen tiles.
    pub fn never(draws: u32, unseen: &Unseen) -> Result<Odds, OddsError> {
        let none = vec![0.0; Draws::new(Law::default(), draws, unseen.tiles())?.count()];
        Ok(Odds { win: none.clone(), ready: none, discards: Vec::new() })
    }

    /// Those of a hand with a discard due: of its best discard, which may be another after some draws. Without discards it has
    /// won.
    pub(super) fn of_discards(mut discards: Vec<DiscardOdds>, draws: usize) -> Odds {
        // The likeliest to win first, of equals the likeliest to be ready, and then the tile that the rule discards first.
        discards.sort_by(|one, other| {
            let by_win = other.win[0].total_cmp(&one.win[0]);
            by_win.then(other.ready[0].total_cmp(&one.ready[0])).then(other.tile.cmp(&one.tile))
        });
        let best = |made: usize| {
            let of_all = discards.iter().map(|discard| (discard.win[made], discard.ready[made]));
            of_all.max_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))).unwrap_or((1.0, 1.0))
        };
        let (win, ready) = (0..draws).map(best).unzip();
        Odds { win, ready, discards }
    }
}

impl Graph {
    /// The odds of the first hand in the next `draws` draws.
    ///
    /// Takes about twice as long as [`wins`](Graph::wins), up to a gigabyte, and one thread.
    ///
    /// # Errors
    ///
    /// When there is no draw or there are more than tiles, when the values take more memory than is allowed, or when the
    /// published law comes to what is no probability.
    pub fn odds(&self, draws: u32, law: Law) -> Result<Odds, OddsError> {
        let draws = Draws::new(law, draws, self.unseen_tiles())?;
        if self.hand().must_discard() && self.distance() == Distance::WON {
            return Ok(Odds::of_discards(Vec::new(), draws.count()));
        }
        let values = self.values::<WINS_AND_READY>(&draws, Keep::First)?;
        let row = |start: &Position, goal: usize| -> Vec<f64> {
            (0..draws.count()).map(|made| values.of(goal, start.number, 0, made)).collect()
        };
        let mut discards = Vec::new();
        for (tile, start) in self.starts() {
            let (win, ready) = (row(&start, WIN), row(&start, READY));
            match tile {
                None => {
                    draws.check(win.iter().chain(&ready))?;
                    return Ok(Odds { win, ready, discards });
                }
                Some(tile) => discards.push(DiscardOdds { tile, distance: self.distance_at(&start), win, ready }),
            }
        }
        discards.iter().try_for_each(|discard| draws.check(discard.win.iter().chain(&discard.ready)))?;
        Ok(Odds::of_discards(discards, draws.count()))
    }

    /// How likely the first hand wins in `draws` draws: with each discard that stays in the graph, in no order, or for a
    /// hand of 13−3n tiles without one. Empty for a hand of 14−3n tiles that wins.
    ///
    /// # Errors
    ///
    /// As [`odds`](Graph::odds).
    pub fn wins(&self, draws: u32, law: Law) -> Result<Vec<(Option<Tile>, f64)>, OddsError> {
        self.wins_of(&Draws::new(law, draws, self.unseen_tiles())?)
    }

    fn wins_of(&self, draws: &Draws) -> Result<Vec<(Option<Tile>, f64)>, OddsError> {
        if self.distance() == Distance::WON {
            return Ok(Vec::new());
        }
        let values = self.values::<WINS>(draws, Keep::First)?;
        let wins: Vec<_> = self.starts().map(|(tile, start)| (tile, values.of(WIN, start.number, 0, 0))).collect();
        draws.check(wins.iter().map(|(_, win)| win))?;
        Ok(wins)
    }

    /// The discard after which the first hand is likeliest to win in `draws` draws, of equals the one that the rule discards
    /// first, and how likely it is then; without a discard for a hand of 13−3n tiles, and for one that wins.
    ///
    /// # Errors
    ///
    /// As [`odds`](Graph::odds).
    pub fn likeliest(&self, draws: u32, law: Law) -> Result<(Option<Tile>, f64), OddsError> {
        Ok(Self::best_of(self.wins(draws, law)?))
    }

    /// The same among others, by the law remembering: how likely the hand wins before they do.
    ///
    /// # Errors
    ///
    /// As [`odds`](Graph::odds).
    #[cfg(feature = "simulation")]
    pub(crate) fn likeliest_among(
        &self,
        draws: u32,
        competition: &Competition,
    ) -> Result<(Option<Tile>, f64), OddsError> {
        let draws = Draws::new(Law::Remembering, draws, self.unseen_tiles())?.among(competition);
        Ok(Self::best_of(self.wins_of(&draws)?))
    }

    fn best_of(wins: Vec<(Option<Tile>, f64)>) -> (Option<Tile>, f64) {
        let best = wins.into_iter().reduce(|best, next| if (next.1, next.0) > (best.1, best.0) { next } else { best });
        best.unwrap_or((None, 1.0))
    }

    fn values<const K: usize>(&self, draws: &Draws, keep: Keep) -> Result<Values, OddsError> {
        match self.changes() {
            Changes::None => levels::values::<K>(self, draws, keep),
            Changes::One | Changes::Two => turns::values::<K>(self, draws, keep),
        }
    }
}

/// How a graph's hands are played by its values: what is kept and what is discarded.
#[derive(Debug)]
#[cfg(feature = "simulation")]
pub(crate) struct Play<'a> {
    graph: &'a Graph,
    draws: Draws,
    values: Values,
}

/// A hand to draw, at some point of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg(feature = "simulation")]
pub(crate) struct State {
    position: Position,
    new: u8,
}

/// What a draw makes of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg(feature = "simulation")]
pub(crate) enum Drawn {
    Wins,
    /// Another hand, of this distance.
    Becomes(State, Distance),
}

/// A hand to begin with: the discard that leads to it, if one does, and how far it is.
#[cfg(feature = "simulation")]
pub(crate) type Start = (Option<Tile>, State, Distance);

#[cfg(feature = "simulation")]
impl<'a> Play<'a> {
    /// How a graph is played in the next `draws` draws.
    ///
    /// # Errors
    ///
    /// As [`Graph::odds`]; it takes more memory than that.
    pub fn of(graph: &'a Graph, draws: u32, law: Law) -> Result<Play<'a>, OddsError> {
        let draws = Draws::new(law, draws, graph.unseen_tiles())?;
        let values = graph.values::<WINS_AND_READY>(&draws, Keep::All)?;
        Ok(Play { graph, draws, values })
    }

    /// The hands to begin with.
    pub fn starts(&self) -> Vec<Start> {
        let state = |position| State { position, new: self.graph.new_at(&position) };
        let start = |(tile, start)| (tile, state(start), self.graph.distance_at(&start));
        self.graph.starts().map(start).collect()
    }

    /// The kinds that a hand keeps or wins with, and what each makes of it, for the draw after `made` draws.
    pub fn steps(&self, from: State, made: usize) -> Vec<(Tile, Drawn)> {
        let worth =
            |state: &State| [WIN, READY].map(|goal| self.values.of(goal, state.position.number, state.new, made + 1));
        let steps = self.graph.following(from.position).filter_map(|(step, drawn)| {
            if self.graph.distance_at(&drawn) == Distance::WON {
                return Some((step.tile(), Drawn::Wins));
            }
            let states = self.graph.following(drawn);
            let states = states.map(|(_, position)| State { position, new: self.graph.new_at(&position) });
            let best = states.reduce(|best, state| if worth(&state) > worth(&best) { state } else { best })?;
            let is_kept = self.draws.law == Law::Published || worth(&best) > worth(&from);
            is_kept.then(|| (step.tile(), Drawn::Becomes(best, self.graph.distance_at(&best.position))))
        });
        steps.collect()
    }
}
