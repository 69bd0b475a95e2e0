//! A game that steps is the game that is played; it waits, is cloned and saved wherever it stands, and refuses what is not
//! allowed.

use crate::length::short_or_long;
use crate::random;
use crate::threads;
use paili::TableModel;
use paili::game::{
    Action, ActionError, Decision, Discarded, Due, Event, Game, Observer, Outcome, Policy, RestOfWall, Rule, Seat,
    Setup, SetupError, Step, TileSource, Transcript, Wall,
};
use paili::simulation::{NamedPolicy, Seed, Skew};
use paili::{Meld, Tile};
use rand::RngExt;

fn wall(number: u64) -> Wall {
    let skew = Skew::ALL[number as usize % Skew::ALL.len()];
    Seed(25).skewed_wall(skew, number)
}

/// Plays a game by steps, and writes it down.
fn play<W: TileSource>(
    mut game: Game<TableModel, W>,
    mut decide: impl FnMut(&Game<TableModel, W>, &Decision) -> Action,
) -> (Outcome, String) {
    let mut transcript = Transcript::new();
    loop {
        match game.advance(&mut transcript) {
            Step::Event(_) => unreachable!("told to the transcript"),
            Step::Decision(decision) => {
                assert_eq!(game.decision(), Some(decision));
                assert_eq!(game.step(), Step::Decision(decision), "it waits");
                let action = decide(&game, &decision);
                game.act(action).unwrap();
                assert_eq!(game.decision(), None);
            }
            Step::End(outcome) => {
                assert_eq!((game.due(), game.step()), (Due::Over(outcome), Step::End(outcome)));
                transcript.observe(Event::End(outcome), game.position());
                return (outcome, String::from_utf8(transcript.as_bytes().to_vec()).unwrap());
            }
        }
    }
}

fn by_rule<W: TileSource>(game: &Game<TableModel, W>, decision: &Decision) -> Action {
    Rule.decide(&game.view(decision.seat()), decision)
}

#[test]
fn steps_make_the_game_that_is_played() {
    threads::each(0..short_or_long(2_000, 20_000), &|number| {
        let wall = wall(number);
        let mut transcript = Transcript::new();
        let outcome = Game::play(&wall, TableModel, &mut [Rule; 4], &mut transcript);
        let stepped = play(Game::deal(&wall, TableModel), by_rule);
        assert_eq!(stepped, (outcome, String::from_utf8(transcript.as_bytes().to_vec()).unwrap()), "{wall}");
    });
}

#[test]
fn lots_are_drawn_alike_by_steps() {
    (0..500).for_each(|game| {
        let policies = [NamedPolicy::Random, NamedPolicy::Acceptance, NamedPolicy::Concealed, NamedPolicy::Random];
        let seed = Seed(5);
        let played =
            Game::play(seed.shuffle(game), TableModel, &mut NamedPolicy::players(policies, seed, game), &mut ());
        let mut players = NamedPolicy::players(policies, seed, game);
        let stepped = play(Game::deal(seed.shuffle(game), TableModel), |game, decision| {
            players[decision.seat().index()].decide(&game.view(decision.seat()), decision)
        });
        assert_eq!(stepped.0, played);
    });
}

/// Decides anything that is allowed.
fn anything(number: u64) -> impl FnMut(&Decision) -> Action {
    let mut lots = random::seed::rng(26, number);
    move |decision| {
        let actions: Vec<Action> = decision.actions().collect();
        actions[lots.random_range(0..actions.len())]
    }
}

/// What is written down is the game: it goes on from there as it does itself, wherever it is written down.
#[test]
fn games_are_saved_and_restored_wherever_they_stand() {
    threads::each(0..short_or_long(30, 300), &|number| {
        let wall = wall(number);
        let mut decide = anything(number);
        let mut game = Game::deal(&wall, TableModel);
        loop {
            let saved = serde_json::to_string(&game.setup()).unwrap();
            let setup: Setup = serde_json::from_str(&saved).unwrap();
            assert_eq!(setup, game.setup());
            let restored = setup.game(TableModel).unwrap();
            assert_eq!(restored.setup(), game.setup());
            for seat in Seat::ALL {
                let (was, is) = (game.position(), restored.position());
                assert_eq!(was.unseen(seat), is.unseen(seat));
                assert_eq!((was.distance(seat), was.melds(seat)), (is.distance(seat), is.melds(seat)));
                assert!(Tile::ALL.iter().all(|&tile| was.discarded(tile) == is.discarded(tile)));
            }
            assert_eq!(play(restored, by_rule), play(game.clone(), by_rule), "{saved}");
            match game.step() {
                Step::Event(_) => {}
                Step::Decision(decision) => {
                    game.act(decide(&decision)).unwrap();
                    // What was decided is done, unless nobody hears of it.
                    game.step();
                }
                Step::End(_) => break,
            }
        }
    });
}

#[test]
fn what_is_not_allowed_is_refused_and_changes_nothing() {
    for number in 0..200 {
        let wall = wall(number);
        let mut decide = anything(number);
        let mut game = Game::deal(&wall, TableModel);
        assert_eq!(game.act(Action::Pass), Err(ActionError::NothingToDecide { action: Action::Pass }));
        while let Step::Decision(decision) = game.advance(&mut ()) {
            let before = game.setup();
            let all = Tile::ALL.into_iter().map(Action::Discard).chain([Action::Pong, Action::Pass]);
            for action in all.filter(|&action| !decision.allows(action)) {
                assert_eq!(game.act(action), Err(ActionError::NotAllowed { action, decision }));
            }
            assert_eq!(game.setup(), before);
            let action = decide(&decision);
            game.act(action).unwrap();
            assert_eq!(game.act(action), Err(ActionError::NothingToDecide { action }), "once");
        }
    }
}

#[test]
fn a_player_may_forfeit() {
    let mut game = Game::deal(wall(1), TableModel);
    game.advance(&mut ());
    game.forfeit(Seat::C);
    assert_eq!(game.step(), Step::End(Outcome::Forfeited { by: Seat::C }));
}

/// A game that has come to its first decision.
fn setup() -> Setup {
    let mut game = Game::deal(wall(3), TableModel);
    while !matches!(game.step(), Step::Decision(_)) {}
    game.setup()
}

#[test]
fn setups_that_are_no_games_are_refused() {
    let refused = |change: &dyn Fn(&mut Setup)| {
        let mut setup = setup();
        change(&mut setup);
        setup.game(TableModel).map(|_: Game<_, RestOfWall<'_>>| ()).unwrap_err()
    };
    let seat = |due| if let Due::Play { seat, .. } = due { seat.index() } else { unreachable!() };
    assert!(matches!(refused(&|setup| setup.wall[0] = setup.wall[1]), SetupError::FifthCopy(_)));
    assert!(matches!(
        refused(&|setup| _ = setup.hands[3].pop()),
        SetupError::HandSize { seat: Seat::D, expected: 13, .. }
    ));
    // More than were drawn: the rest of the game would not fit.
    let discarded = Discarded { seat: Seat::A, tile: Tile::EAST, is_claimed: true };
    assert!(matches!(refused(&|setup| setup.river = vec![discarded; 112]), SetupError::River { tiles: 112, .. }));
    assert!(matches!(
        refused(&|setup| {
            let most = 96 - setup.wall.len() + setup.melds.iter().map(Vec::len).sum::<usize>();
            setup.river = vec![discarded; most];
        }),
        SetupError::River { .. }
    ));
    assert!(matches!(refused(&|setup| setup.due = Due::Draw(Seat::A)), SetupError::HandSize { tiles: 14, .. }));
    assert!(matches!(refused(&|setup| setup.due = Due::Deal(0)), SetupError::Wall { .. }));
    assert!(matches!(refused(&|setup| setup.melds[0] = vec![Meld::Pong(Tile::EAST); 5]), SetupError::FifthCopy(_)));
    let all: Vec<Meld> = [Tile::M1, Tile::M2, Tile::M3, Tile::M4, Tile::M5].map(Meld::Pong).into();
    let bare = |setup: &mut Setup| {
        setup.wall.clear();
        setup.river.clear();
        setup.hands.iter_mut().for_each(Vec::clear);
        setup.melds[2].clone_from(&all);
        setup.due = Due::Draw(Seat::A);
    };
    assert_eq!(
        refused(&bare),
        SetupError::HandSize { seat: Seat::A, tiles: 0, expected: 13, melds: paili::MeldCount::default() }
    );
    let not_drawn = refused(&|setup| {
        let seat = seat(setup.due);
        let missing = Tile::ALL.into_iter().find(|tile| !setup.hands[seat].contains(tile));
        setup.due = Due::Play { seat: Seat::ALL[seat], drawn: missing };
    });
    assert!(matches!(not_drawn, SetupError::Due { .. }));
    let nobody_discarded = refused(&|setup| {
        let seat = seat(setup.due);
        setup.hands[seat].pop();
        setup.due = Due::Claims { from: Seat::ALL[seat], tile: Tile::EAST };
    });
    assert!(matches!(nobody_discarded, SetupError::Due { .. }));
}

/// A cache line or two a player, the wall's reference included.
#[test]
fn a_game_is_small() {
    assert!(size_of::<Game<TableModel, &Wall>>() <= 4 * 2 * 64 + 192, "{}", size_of::<Game<TableModel, &Wall>>());
}
