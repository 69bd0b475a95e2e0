//! Random and skewed walls: both models play the same games, and every game keeps the laws.

use crate::length::short_or_long;
use crate::plain::PlainByParts;
use crate::threads;
use paili::game::{Direction, Event, Game, Observer, Outcome, Position, Rule, Seat, Transcript, Wall};
use paili::simulation::{Seed, Skew};
use paili::{Counts, Distance, Model, PlainModel, TableModel, Tile};

fn walls() -> u64 {
    short_or_long(400, 10_000)
}

/// Walls that the plain programme itself plays; the others it plays part by part.
fn few() -> u64 {
    short_or_long(6, 500)
}

fn wall(number: u64) -> Wall {
    let skew = Skew::ALL[number as usize % Skew::ALL.len()];
    Seed(148).skewed_wall(skew, number)
}

fn play(wall: &Wall, model: impl Model) -> (Outcome, Transcript) {
    let mut transcript = Transcript::new();
    let outcome = Game::play(wall, model, &mut [Rule; 4], &mut transcript);
    (outcome, transcript)
}

#[test]
fn both_models_play_the_same_games() {
    let claims = threads::results(walls(), |number| {
        let wall = wall(number);
        let (outcome, by_tables) = play(&wall, TableModel);
        let (same, plainly) = if number < few() { play(&wall, PlainModel) } else { play(&wall, PlainByParts) };
        assert_eq!(outcome, same, "wall {number}");
        assert_eq!(by_tables.as_bytes(), plainly.as_bytes(), "wall {number}");
        let text = std::str::from_utf8(by_tables.as_bytes()).unwrap();
        text.lines().filter(|line| line.contains(" PONG ") || line.contains(" CHOW ")).count()
    });
    let claims: usize = claims.into_iter().sum();
    assert!(claims as u64 > walls(), "the walls are worth playing: {claims} claims");
}

/// Checks the game after every event, against what the events so far say.
struct Auditor {
    wall: Wall,
    drawn: usize,
    direction: Direction,
    last: Option<Event>,
}

impl Observer for Auditor {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        assert!(!matches!(self.last, Some(Event::End(_))), "nothing happens after the end");
        match event {
            Event::Draw { tile, .. } => {
                assert_eq!(tile, self.wall.tiles()[self.drawn], "tiles are drawn from the front");
                self.drawn += 1;
            }
            Event::Special { special: Tile::REVERSE, .. } => self.direction = self.direction.reversed(),
            Event::Pong { from, tile, .. } => {
                assert_eq!(self.last, Some(Event::Discard { seat: from, tile }), "a pong claims the last discard");
            }
            Event::Chow { seat, from, chow } => {
                let Some(Event::Discard { seat: discarder, tile }) = self.last else { panic!("a chow of no discard") };
                assert_eq!((from, chow.kinds().contains(tile)), (discarder, true));
                assert_eq!(seat, from.next(self.direction), "only the next player claims a chow");
            }
            Event::End(Outcome::WallExhausted) => assert_eq!(game.tiles_left(), 0),
            _ => {}
        }
        assert_eq!(game.direction(), self.direction);
        let dealing = self.drawn < 52 || (self.drawn == 52 && matches!(event, Event::Draw { .. }));
        assert!(event != Event::Dealt || self.drawn == 52);
        if !dealing {
            assert_eq!(game.tiles_left(), Wall::LEN - self.drawn);
        }

        // Every tile is somewhere, and only there: wall + hands + melds + discards = 148, kind by kind.
        let hands = Seat::ALL.into_iter().flat_map(|seat| game.hand(seat).counts().tiles());
        let melds = Seat::ALL.into_iter().flat_map(|seat| game.melds(seat)).flat_map(|meld| meld.tiles());
        let wall = self.wall.tiles()[Wall::LEN - game.tiles_left()..].iter().copied();
        let discards = Tile::ALL.into_iter().flat_map(|tile| vec![tile; game.discarded(tile).into()]);
        let everywhere = Counts::of(hands.chain(melds).chain(discards).chain(wall));
        assert_eq!(everywhere.map(|counts| counts.total()), Ok(Wall::LEN));

        for seat in Seat::ALL {
            let hand = game.hand(seat);
            assert_eq!(hand.melds().get(), game.melds(seat).len());
            let size = hand.counts().total() + 3 * hand.melds().get();
            assert_eq!(size, if hand.must_discard() { 14 } else { 13 });
        }
        match event {
            Event::End(Outcome::SelfDrawn { winner }) => {
                assert_eq!(game.model().distance(game.hand(winner)), Distance::WON);
            }
            Event::End(Outcome::Ron { winner, from, tile }) => {
                assert_eq!(self.last, Some(Event::Discard { seat: from, tile }), "a ron claims the last discard");
                let hand = game.hand(winner).with(tile).unwrap();
                assert_eq!(game.model().distance(&hand), Distance::WON);
            }
            _ => {}
        }
        self.last = Some(event);
    }
}

#[test]
fn tiles_are_conserved_after_every_event() {
    threads::each(0..walls(), &|number| {
        let wall = wall(number);
        let mut auditor = Auditor { wall: wall.clone(), drawn: 0, direction: Direction::Forward, last: None };
        let outcome = Game::play(&wall, TableModel, &mut [Rule; 4], &mut auditor);
        assert_eq!(auditor.last, Some(Event::End(outcome)), "every game ends");
    });
}

#[test]
fn skewed_walls_are_what_they_say() {
    let places = |skew, is: fn(Tile) -> bool| {
        let wall = Seed(1).skewed_wall(skew, 1);
        let places: Vec<usize> = (0..Wall::LEN).filter(|&place| is(wall.tiles()[place])).collect();
        places.iter().sum::<usize>() / places.len()
    };
    let middle = Wall::LEN / 2;
    assert!(places(Skew::SpecialsEarly, Tile::is_special) < middle / 2);
    assert!(places(Skew::SpecialsLate, Tile::is_special) > middle + middle / 2);
    let apart = |skew| {
        let wall = Seed(1).skewed_wall(skew, 1);
        wall.tiles().windows(2).filter(|pair| pair[0] == pair[1]).count()
    };
    assert!(apart(Skew::ClusteredCopies) > apart(Skew::None));
}
