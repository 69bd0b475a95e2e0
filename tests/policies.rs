//! Other policies than the rule's: what they see, what they may do, and that the engine needs no memory of its own.

use paili::game::{Event, Game, Observer, Policy, Position, Rule, Seat, Transcript, View, Wall};
use paili::{Chow, Model, TableModel, Tile, TileSet};

fn wall(stride: usize) -> Wall {
    Wall::new(std::array::from_fn(|place| Tile::ALL[place * stride % Tile::COUNT])).unwrap()
}

/// Claims whatever it can, and discards what `choice` says.
struct Eager(fn(TileSet) -> Tile);

impl<M: Model> Policy<M> for Eager {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let hand = view.hand();
        assert!(hand.must_discard() && (hand.counts().kinds() & TileSet::SPECIAL).is_empty());
        self.0(hand.counts().kinds())
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        assert!(view.hand().counts().get(discarded) >= 2);
        assert!(view.discarded(discarded) > 0, "the discard lies there until it is claimed");
        true
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        assert!(view.tiles_left() < Wall::LEN - 52);
        let chow = view.chows(discarded).last();
        assert!(chow.is_some(), "asked only where there is something to claim");
        chow
    }
}

fn lowest(kinds: TileSet) -> Tile {
    kinds.first().unwrap()
}

#[derive(Default)]
struct Claims {
    of: [usize; 4],
    lowest: bool,
}

impl Observer for Claims {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        if let Event::Pong { seat, .. } | Event::Chow { seat, .. } = event {
            self.of[seat.index()] += 1;
            assert_eq!(self.of[seat.index()], game.melds(seat).len());
        }
        if let Event::Chow { chow, .. } = event {
            self.lowest |= chow.tiles()[0].rank() == Some(1);
        }
    }
}

#[test]
fn every_seat_can_have_a_policy_of_its_own() {
    let mut claims = Claims::default();
    for stride in 1..37 {
        let mut policies: [Box<dyn Policy<TableModel>>; 4] =
            [Box::new(Eager(lowest)), Box::new(Rule), Box::new(Eager(lowest)), Box::new(Rule)];
        let mut fresh = Claims::default();
        let mut transcript = Transcript::new();
        Game::play(&wall(stride), TableModel, &mut policies, &mut (&mut fresh, &mut transcript));
        let text = String::from_utf8(transcript.as_bytes().to_vec()).unwrap();
        let told = text.lines().filter(|line| line.contains(" PONG ") || line.contains(" CHOW ")).count();
        assert_eq!(told, fresh.of.iter().sum::<usize>(), "both observers see the same");
        for seat in Seat::ALL {
            claims.of[seat.index()] += fresh.of[seat.index()];
        }
        claims.lowest |= fresh.lowest;
    }
    assert!(claims.of[0] + claims.of[2] > 20, "the eager ones claim: {:?}", claims.of);
}

#[test]
#[should_panic(expected = "is not allowed: player")]
fn discarding_what_is_not_held_panics() {
    let tiles: Vec<Tile> = Tile::regular().filter(|&tile| tile != Tile::RED).flat_map(|tile| [tile; 4]).collect();
    let last = [Tile::RED, Tile::PASS, Tile::REVERSE, Tile::DOUBLE].into_iter().flat_map(|tile| [tile; 4]);
    let all: Vec<Tile> = tiles.into_iter().chain(last).collect();
    let wall = Wall::new(all.try_into().unwrap()).unwrap();
    let mut policies = [const { Eager(|_| Tile::RED) }; 4];
    Game::play(&wall, TableModel, &mut policies, &mut ());
}

/// Claims a chow that the discard is no part of.
struct Cheat;

impl<M: Model> Policy<M> for Cheat {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        lowest(view.hand().counts().kinds())
    }

    fn claims_pong(&mut self, _: &View<'_, M>, _: Tile) -> bool {
        false
    }

    fn claims_chow(&mut self, _: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let elsewhere = if discarded.index() < 9 { 9 } else { 0 };
        Chow::starting(Tile::ALL[elsewhere])
    }
}

#[test]
#[should_panic(expected = "is not allowed: player")]
fn claiming_a_chow_of_other_tiles_panics() {
    for stride in 1..37 {
        Game::play(&wall(stride), TableModel, &mut [Cheat, Cheat, Cheat, Cheat], &mut ());
    }
}

#[test]
fn a_game_allocates_nothing() {
    let walls: Vec<Wall> = (1..37).map(wall).collect();
    let model = TableModel;
    let allocated = allocation_counter::measure(|| {
        for wall in &walls {
            Game::play(wall, model, &mut [Rule; 4], &mut ());
        }
    });
    assert_eq!(allocated.count_total, 0);
}
