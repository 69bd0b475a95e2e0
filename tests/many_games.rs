//! Many games side by side are the games that are played one after the other.

use std::collections::HashMap;

use crate::length::short_or_long;
use paili::TableModel;
use paili::game::{ActionCode, Event, Game, Observer, Outcome, PLAYERS, Policy, Rule, Seat, Step, Transcript, View};
use paili::simulation::{
    AfterEnd, Ended, Features, Games, GamesError, Layout, NamedPolicy, Observation, ObservationBuffer, Seating, Seed,
    Turn,
};

const SEED: Seed = Seed(28);

/// Plays until so many games have ended, and tells what was done in each, and how it ended.
fn play(
    games: &mut Games,
    enough: usize,
    mut decide: impl FnMut(&Games, usize, &Turn) -> Option<ActionCode>,
) -> HashMap<u64, (Vec<ActionCode>, Ended)> {
    let (mut done, mut ended) = (HashMap::<u64, Vec<ActionCode>>::new(), HashMap::new());
    while ended.len() < enough {
        let actions: Vec<i8> = (0..games.turns().len())
            .map(|place| {
                let turn = games.turns()[place];
                let Some(code) = decide(games, place, &turn) else { return -1 };
                done.entry(turn.game).or_default().push(code);
                code.get().cast_signed()
            })
            .collect();
        games.step(&actions).unwrap();
        for end in games.turns().iter().filter_map(|turn| turn.ended) {
            ended.insert(end.game, (done.remove(&end.game).unwrap_or_default(), end));
        }
    }
    ended
}

/// A game's transcript and outcome by what was done in it, in order.
fn again(game: u64, done: &[ActionCode]) -> (Transcript, Outcome) {
    let (mut transcript, mut steps) = (Transcript::new(), done.iter());
    let mut playing = Game::deal(SEED.shuffle(game), TableModel);
    let outcome = loop {
        match playing.advance(&mut transcript) {
            Step::Decision(decision) => {
                let code = steps.next().expect("an action for each decision");
                playing.act(code.action(decision.offered()).unwrap()).unwrap();
            }
            Step::End(outcome) => break outcome,
            Step::Event(_) => {}
        }
    };
    assert!(steps.next().is_none(), "game {game}: nobody was asked after its end");
    transcript.observe(Event::End(outcome), playing.position());
    (transcript, outcome)
}

#[test]
fn games_side_by_side_by_the_rule_are_the_transcripts() {
    let mut games = Games::new(SEED, 0, short_or_long(2_000, 10_000), Seating::NOBODY, AfterEnd::Wait).unwrap();
    let by_rule = |games: &Games, place: usize, _: &Turn| {
        let decision = games.decision(place)?;
        let view = View::new(games.position(place), decision.seat());
        ActionCode::of(Rule.decide(&view, &decision), decision.offered())
    };
    for (game, (done, end)) in play(&mut games, short_or_long(2_000, 10_000), by_rule) {
        let mut transcript = Transcript::new();
        let outcome = Game::play(SEED.shuffle(game), TableModel, &mut [Rule; PLAYERS], &mut transcript);
        assert_eq!(again(game, &done).0.as_bytes(), transcript.as_bytes(), "game {game}");
        assert_eq!(end.outcome, outcome);
    }
}

#[test]
fn any_actions_end_as_the_engine_ends_them() {
    let mut games = Games::new(SEED, 0, 50, Seating::NOBODY, AfterEnd::Restart).unwrap();
    let mut word = 1_u64;
    let ended = play(&mut games, 1000, |_, _, turn| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let allowed: Vec<ActionCode> = turn.actions.iter().collect();
        Some(allowed[(word >> 33) as usize % allowed.len()])
    });
    let mut wins = 0;
    for (game, (done, end)) in &ended {
        assert_eq!(again(*game, done).1, end.outcome, "game {game}");
        wins += usize::from(end.outcome.winner().is_some());
    }
    assert!((1..ended.len()).contains(&wins), "{wins} of them are won");
}

#[test]
fn games_are_written_down_to_their_ends() {
    let mut games = Games::new(SEED, 0, 20, Seating::NOBODY, AfterEnd::Restart).unwrap().with_transcripts();
    let (mut done, mut ended) = (HashMap::<u64, Vec<ActionCode>>::new(), 0);
    while ended < 100 {
        let first: Vec<ActionCode> = games.turns().iter().filter_map(|turn| turn.actions.iter().next()).collect();
        for (turn, &code) in games.turns().iter().zip(&first) {
            done.entry(turn.game).or_default().push(code);
        }
        games.step(&first.iter().map(|code| code.get()).collect::<Vec<u8>>()).unwrap();
        for (place, end) in games.turns().iter().enumerate().filter_map(|(place, turn)| Some((place, turn.ended?))) {
            let (written, _) = again(end.game, &done[&end.game]);
            assert_eq!(games.transcript_before(place), Some((end.game, written.as_bytes())));
            assert!(games.transcript(place).starts_with(b"A IN "), "and the next has begun");
            ended += 1;
        }
    }
    let (game, by) = (games.turns()[3].game, games.turns()[3].seat.unwrap());
    let given_up = [games.transcript(3), format!("{by} FORFEIT\n").as_bytes()].concat();
    games.restart(|place| place == 3).unwrap();
    assert_eq!(games.transcript_before(3), Some((game, given_up.as_slice())));
}

#[test]
fn who_only_answered_is_not_seen_in_the_end() {
    let layout = Layout { observation: Observation::Compact, features: Features::Without };
    let mut games = Games::new(SEED, 0, 1, Seating::NOBODY, AfterEnd::Wait).unwrap();
    let (mut seen, mut own) = (vec![0; layout.len()], vec![0; layout.len()]);
    // A's actions are told, the others look for themselves.
    while let Some(seat) = games.turns()[0].seat {
        let code = games.turns()[0].actions.iter().next().unwrap();
        if seat == Seat::A { games.step(&[code.get()]) } else { games.answer(0, code) }.unwrap();
    }
    games.observe(layout, &mut seen);
    games.observe_seat(0, Seat::A, ObservationBuffer::Bytes(layout, &mut own));
    assert_eq!(seen, own);
}

/// After the last number there is no game, and never game 0 again.
#[test]
fn numbers_come_to_an_end() {
    let before_last = |games: &Games| games.turns().iter().map(|turn| u64::MAX - turn.game).collect::<Vec<_>>();
    let begin = |first, places, after_end| Games::new(SEED, first, places, Seating::NOBODY, after_end);
    let none_after = |place, game| GamesError::NoGameAfter { place, game };
    assert_eq!(begin(u64::MAX - 1, 3, AfterEnd::Wait).unwrap_err(), none_after(2, u64::MAX));

    let mut games = begin(u64::MAX - 4, 3, AfterEnd::Wait).unwrap();
    assert_eq!(games.restart(|_| true), Err(none_after(2, u64::MAX - 2)));
    assert_eq!(before_last(&games), [1, 0, 2]);
    assert_eq!(games.restart(|place| place < 2), Err(none_after(0, u64::MAX - 1)));
    games.restart(|_| false).unwrap();

    // The last game of a place stays ended, whatever the others do, and takes no action.
    let mut games = begin(u64::MAX - 4, 3, AfterEnd::Restart).unwrap();
    let mut ended = Vec::new();
    while games.turns().iter().any(|turn| turn.seat.is_some()) {
        let first = |turn: &Turn| turn.actions.iter().next().map_or(-1, |code| code.get().into());
        let actions: Vec<i64> = games.turns().iter().map(first).collect();
        games.step(&actions).unwrap();
        ended.extend(games.turns().iter().filter_map(|turn| turn.ended).map(|ended| u64::MAX - ended.game));
    }
    ended.sort_unstable();
    assert_eq!(ended, [0, 1, 2, 3, 4]);
    assert_eq!(before_last(&games), [1, 0, 2]);
    let refused = games.step(&[0, -1, -1]).unwrap_err();
    assert_eq!(refused, none_after(0, u64::MAX - 1));
    assert!(refused.to_string().ends_with("expected -1, or games that begin at a smaller number or with another seed"));
    games.step(&[-1; 3]).unwrap();
    assert!(games.turns().iter().all(|turn| turn.ended.is_none()));
}

#[test]
fn games_depend_on_neither_places_nor_threads_nor_restarts() {
    let first = |_: &Games, _: usize, turn: &Turn| turn.actions.iter().next();
    let run = |places, after_end| {
        let mut games = Games::new(SEED, 5, places, Seating::NOBODY, after_end).unwrap();
        play(&mut games, places.min(300), first)
    };
    let alone = run(1, AfterEnd::Restart);
    let many = run(600, AfterEnd::Wait);
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    assert_eq!(two.install(|| run(600, AfterEnd::Wait)), many);
    for (game, (done, end)) in alone {
        assert_eq!(game, 5);
        assert!(many.get(&game).is_none_or(|(other, their_end)| (other, their_end) == (&done, &end)));
    }
    // Whichever places begin anew, place p plays the games p, p + n and so on.
    let mut games = Games::new(SEED, 0, 3, Seating::NOBODY, AfterEnd::Wait).unwrap();
    games.restart(|place| place == 1).unwrap();
    games.restart(|place| place > 0).unwrap();
    assert_eq!(games.turns().iter().map(|turn| turn.game).collect::<Vec<_>>(), [0, 7, 5]);
}

/// Policies play in the other seats as they play in `simulate`.
#[test]
fn seats_with_policies_are_played_by_them() {
    let others = [None, Some(NamedPolicy::Acceptance), Some(NamedPolicy::Random), Some(NamedPolicy::Concealed)];
    for seating in [Seating::Fixed(others), Seating::Rotating(others)] {
        let mut games = Games::new(SEED, 0, 40, seating, AfterEnd::Restart).unwrap();
        let by_rule = |games: &Games, place: usize, turn: &Turn| {
            let decision = games.decision(place)?;
            assert_eq!(seating.of_game(turn.game)[decision.seat().index()], None);
            let view = View::new(games.position(place), decision.seat());
            ActionCode::of(Rule.decide(&view, &decision), decision.offered())
        };
        for (game, (_, end)) in play(&mut games, 300, by_rule) {
            let named = seating.of_game(game).map(|policy| policy.unwrap_or(NamedPolicy::Rule));
            let mut players = NamedPolicy::players(named, SEED, game);
            let outcome = Game::play(SEED.shuffle(game), TableModel, &mut players, &mut ());
            assert_eq!(end.outcome, outcome, "game {game}");
        }
    }
    let all = Games::new(SEED, 0, 1, Seating::Fixed([Some(NamedPolicy::Rule); 4]), AfterEnd::Wait);
    assert_eq!(all.unwrap_err(), GamesError::NothingToDecide);
}

#[test]
fn what_is_not_allowed_names_the_game_and_nothing_goes_on() {
    let mut games = Games::new(SEED, 7, 3, Seating::NOBODY, AfterEnd::Wait).unwrap();
    let first = |games: &Games| -> Vec<i64> {
        let code = |turn: &Turn| turn.actions.iter().next().map_or(-1, |code| code.get().into());
        games.turns().iter().map(code).collect()
    };
    let good = first(&games);
    let before = games.turns().to_vec();
    for (wrong, message) in [
        (34, "34 (PASS) is not allowed: player A may "),
        (39, "39 is no action: player A may "),
        (-2, "-2 is no action: player A may "),
        (i64::MAX, "9223372036854775807 is no action: player A may "),
    ] {
        let mut actions = good.clone();
        actions[1] = wrong;
        let error = games.step(&actions).unwrap_err().to_string();
        assert!(error.starts_with(&format!("place 1, game 8: {message}")), "{error}");
        assert_eq!(games.turns(), before);
    }
    assert_eq!(games.step(&good[..2]).unwrap_err().to_string(), "2 actions for 3 games: expected one for each");
    games.step(&good).unwrap();
    while games.turns().iter().any(|turn| turn.seat.is_some()) {
        games.step(&first(&games)).unwrap();
    }
    let error = games.step(&[-1, 0, -1]).unwrap_err().to_string();
    assert_eq!(error, "place 1, game 8: 0 for a game that has ended: expected -1");
    games.step(&[-1; 3]).unwrap();
    games.restart(|place| place == 1).unwrap();
    assert_eq!(games.turns().iter().map(|turn| turn.seat.is_some()).collect::<Vec<_>>(), [false, true, false]);
    games.forfeit(1);
    let by = Seat::A;
    assert_eq!(games.turns()[1].ended.map(|end| (end.game, end.outcome)), Some((11, Outcome::Forfeited { by })));
}

#[test]
fn nothing_is_allocated_in_a_step() {
    let layout = Layout { observation: Observation::Planes, features: Features::With };
    let mut games = Games::new(SEED, 0, 100, Seating::NOBODY, AfterEnd::Restart).unwrap();
    let mut room = vec![0; 100 * layout.len()];
    let mut mask = vec![0; 100 * ActionCode::COUNT];
    let (mut actions, mut ended) = ([0_u8; 100], 0);
    let allocated = allocation_counter::measure(|| {
        for _ in 0..500 {
            for (action, turn) in actions.iter_mut().zip(games.turns()) {
                *action = turn.actions.bits().trailing_zeros() as u8;
            }
            games.step_and_observe(&actions, ObservationBuffer::Bytes(layout, &mut room), Some(&mut mask)).unwrap();
            ended += games.turns().iter().filter(|turn| turn.ended.is_some()).count();
        }
    });
    assert_eq!(allocated.count_total, 0);
    assert!(ended > 100, "{ended} games began anew");
}
