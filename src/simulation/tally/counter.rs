//! Counting what becomes of games while they are played.

use super::{Statistics, Tally, WALL};
use crate::distance::Model;
use crate::game::{Event, Observer, Outcome, PLAYERS, Position, Seat};
use crate::tile::Tile;

/// Watches games and tallies them.
#[derive(Debug, Clone, Default)]
pub struct Counter {
    tally: Tally,
    game: Current,
}

/// What has to be remembered of the game that is going on.
#[derive(Debug, Clone, Copy, Default)]
struct Current {
    /// `[seat]`.
    turns: [u8; PLAYERS],
    chows: [u8; PLAYERS],
    pongs: [u8; PLAYERS],
    specials: [u8; 3],
    /// Who has been ready, if anybody asks.
    ready: [bool; PLAYERS],
}

impl Counter {
    /// Begins with no games.
    pub fn new(statistics: Statistics) -> Self {
        Counter { tally: Tally::new(statistics), game: Current::default() }
    }

    /// The tally of the games that have ended.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The same, when there is nothing more to count.
    pub fn into_tally(self) -> Tally {
        self.tally
    }

    /// A player has played a tile.
    #[inline]
    fn turn<M: Model>(&mut self, game: &Position<M>, seat: Seat) {
        let own = usize::from(self.game.turns[seat.index()]);
        self.game.turns[seat.index()] += 1;
        self.tally.after_turn[own].add(game.distance(seat).get().into());
        if let Some(detail) = &mut self.tally.detail {
            detail.after_turn(game, seat, own + 1, &mut self.game.ready[seat.index()]);
        }
    }

    /// The hands are dealt.
    #[inline(never)]
    fn dealt<M: Model>(&mut self, game: &Position<M>) {
        for seat in Seat::ALL {
            self.tally.dealt.add(game.distance(seat).get().into());
            if let Some(detail) = &mut self.tally.detail {
                detail.after_turn(game, seat, 0, &mut self.game.ready[seat.index()]);
            }
        }
    }

    #[inline]
    fn special<M: Model>(&mut self, game: &Position<M>, seat: Seat, special: Tile) {
        self.game.specials[special.index() - Tile::PASS.index()] += 1;
        self.turn(game, seat);
    }

    #[inline(never)]
    fn end<M: Model>(&mut self, game: &Position<M>, outcome: Outcome) {
        let (tally, current) = (&mut self.tally, std::mem::take(&mut self.game));
        tally.games += 1;
        let left = game.tiles_left();
        let [chows, pongs] = [current.chows, current.pongs].map(|calls| calls.into_iter().map(usize::from).sum());
        let drawn: usize = WALL - left;
        tally.turns.add(drawn + chows + pongs);
        tally.tiles_left.add(left);
        tally.chows_in_all.add(chows);
        tally.pongs_in_all.add(pongs);
        for seat in 0..4 {
            tally.chows[seat].add(current.chows[seat].into());
            tally.pongs[seat].add(current.pongs[seat].into());
        }
        for (counts, count) in tally.specials.iter_mut().zip(current.specials) {
            counts.add(count.into());
        }
        match outcome {
            Outcome::SelfDrawn { winner } => tally.self_drawn[winner.index()] += 1,
            Outcome::Ron { winner, from, tile } => {
                tally.rons[winner.index()][from.index()] += 1;
                let mut others = Seat::ALL.into_iter().filter(|&seat| seat != winner && seat != from);
                tally.head_bumps += u64::from(others.any(|seat| game.waits(seat).contains(tile)));
            }
            Outcome::WallExhausted => {
                tally.exhausted += 1;
                let ready = Seat::ALL.into_iter().filter(|&seat| !game.waits(seat).is_empty());
                tally.ready_when_exhausted.add(ready.count());
            }
            Outcome::Forfeited { by } => tally.forfeited[by.index()] += 1,
        }
        if let Some(winner) = outcome.winner() {
            tally.winner_melds.add(game.melds(winner).len());
        }
    }
}

impl Observer for Counter {
    // The event is known where it is observed, so the match vanishes; behind a call it can't be predicted.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: behind a call it takes a twelfth of a game")]
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        match event {
            Event::Draw { .. } => {}
            Event::Dealt => self.dealt(game),
            Event::Discard { seat, .. } => self.turn(game, seat),
            Event::Special { seat, special, .. } => self.special(game, seat, special),
            Event::Chow { seat, .. } => self.game.chows[seat.index()] += 1,
            Event::Pong { seat, .. } => self.game.pongs[seat.index()] += 1,
            Event::End(outcome) => self.end(game, outcome),
        }
    }
}
