//! Whatever policies answer, no tile is lost and the game ends; an answer that breaks the rules ends it with the promised
//! panic, and no other does.
#![no_main]

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use paili::game::{Event, Game, Observer, Policy, Position, Seat, View, Wall};
use paili::{Chow, Model, TableModel, Tile};

thread_local! {
    /// Whether a policy has broken the rules, so that the game may panic.
    static BROKEN: Cell<bool> = const { Cell::new(false) };
}

fuzz_target!(
    init: {
        // The hook of libFuzzer aborts; a panic that is promised is to be caught.
        let abort = panic::take_hook();
        panic::set_hook(Box::new(move |panic| if !BROKEN.get() { abort(panic) }));
    },
    |bytes: &[u8]| {
        BROKEN.set(false);
        let choices = RefCell::new(Unstructured::new(bytes));
        let wall = shuffled(&mut choices.borrow_mut());
        let played = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut policies = [(); 4].map(|()| Whatever(&choices));
            Game::play(&wall, TableModel, &mut policies, &mut Referee(&wall))
        }));
        let broken = BROKEN.replace(false);
        match played {
            Ok(_) => assert!(!broken, "a broken rule goes unnoticed"),
            Err(panic) => {
                let message = panic.downcast_ref::<String>().map_or("", String::as_str);
                assert!(message.contains(" is not allowed: player "), "{message:?}");
            }
        }
    }
);

/// All tiles, in an order that is chosen.
fn shuffled(choices: &mut Unstructured<'_>) -> Wall {
    let mut tiles: [Tile; Wall::LEN] = std::array::from_fn(|place| Tile::ALL[place / 4]);
    for place in 0..Wall::LEN {
        let other = choices.int_in_range(place..=Wall::LEN - 1).unwrap_or(place);
        tiles.swap(place, other);
    }
    Wall::new(tiles).expect("four of each kind")
}

/// Answers what the bytes say: mostly by the rules, so that games go on.
struct Whatever<'a, 'b>(&'a RefCell<Unstructured<'b>>);

impl Whatever<'_, '_> {
    /// A number below another.
    fn below(&self, end: usize) -> usize {
        self.0.borrow_mut().choose_index(end).unwrap_or(0)
    }

    /// Every sixty-fourth time.
    fn breaks_rules(&self) -> bool {
        self.below(64) == 63
    }
}

impl<M: Model> Policy<M> for Whatever<'_, '_> {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let held = view.hand().counts().kinds();
        let tile = if self.breaks_rules() {
            Tile::ALL[self.below(Tile::COUNT)]
        } else {
            held.iter().nth(self.below(held.len())).expect("a tile to discard")
        };
        BROKEN.set(!held.contains(tile));
        tile
    }

    fn claims_pong(&mut self, _: &View<'_, M>, _: Tile) -> bool {
        self.below(2) == 1
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let chows: Vec<Chow> = view.chows(discarded).collect();
        let chow = if self.breaks_rules() {
            Chow::starting(Tile::ALL[self.below(Tile::COUNT)])
        } else {
            chows.get(self.below(chows.len() + 1)).copied()
        };
        BROKEN.set(chow.is_some_and(|chow| !chows.contains(&chow)));
        chow
    }
}

/// Counts all tiles after every event, and asks the model anew for what the game keeps.
struct Referee<'a>(&'a Wall);

impl Observer for Referee<'_> {
    fn observe<M: Model>(&mut self, event: Event, game: &Position<M>) {
        let mut copies = [0; Tile::COUNT];
        let wall = &self.0.tiles()[Wall::LEN - game.tiles_left()..];
        let hands = Seat::ALL.into_iter().flat_map(|seat| game.hand(seat).counts().tiles());
        let melds = Seat::ALL.into_iter().flat_map(|seat| game.melds(seat)).flat_map(|meld| meld.tiles());
        for tile in hands.chain(melds).chain(wall.iter().copied()) {
            copies[tile.index()] += 1;
        }
        for tile in Tile::ALL {
            assert_eq!(copies[tile.index()] + game.discarded(tile), Tile::COPIES, "{tile} after {event:?}");
        }
        for seat in Seat::ALL {
            let hand = game.hand(seat);
            assert_eq!(game.distance(seat), game.model().distance(hand), "{seat} after {event:?}");
            if !hand.must_discard() {
                assert_eq!(game.waits(seat), game.model().waits(hand), "{seat} after {event:?}");
            }
        }
    }
}
