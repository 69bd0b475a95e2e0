//! The policies with a name do what they say.

use crate::length::short_or_long;
use crate::threads;
use paili::analysis::{Unseen, discards};
use paili::game::{Event, Game, Observer, Policy, Position, Rule, Seat, Setup, Step, View};
use paili::simulation::{NamedPolicy, Seed, Side, compare, play};
use paili::{Chow, Counts, Model, PlainModel, TableModel, Tile, TileSet};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The policy in question, which remembers nothing.
fn acceptance<M: Model>(view: &View<'_, M>) -> impl Policy<M> + use<M> {
    NamedPolicy::Acceptance.player(Seed(1), 0, view.seat())
}

/// Follows the acceptance policy and holds it against the whole ranking of discards, with what the player has seen
/// counted from what lies on the table.
struct Ranked;

impl<M: Model> Policy<M> for Ranked {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let discarded = Tile::ALL.into_iter().flat_map(|tile| vec![tile; view.discarded(tile).into()]);
        let melds = Seat::ALL.into_iter().flat_map(|seat| view.melds(seat)).flat_map(|meld| meld.tiles());
        let seen = Counts::of(discarded.chain(melds)).unwrap();
        let unseen = Unseen::beside(view.hand(), &seen).unwrap();
        assert_eq!(view.unseen(), unseen);
        let best = discards(view.model(), view.hand(), &unseen)[0].tile;
        assert_eq!(acceptance(view).discard(view), best, "{}", view.hand().counts());
        best
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        let claims = acceptance(view).claims_pong(view, discarded);
        assert_eq!(claims, Rule.claims_pong(view, discarded));
        claims
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        let claims = acceptance(view).claims_chow(view, discarded);
        assert_eq!(claims, Rule.claims_chow(view, discarded));
        claims
    }
}

#[test]
fn acceptance_discards_the_best_of_the_ranking() {
    threads::each(0..short_or_long(15, 300), &|number| {
        let players = |_| [const { Ranked }; 4];
        play(Seed(7), number..number + 1, TableModel, players, &mut ());
    });
    play(Seed(7), 300..301, PlainModel, |_| [const { Ranked }; 4], &mut ());
}

/// What a seat did in some games.
#[derive(Default)]
struct Deeds {
    claims: [u64; 4],
    discards: [u64; 4],
}

impl Observer for Deeds {
    fn observe<M: Model>(&mut self, event: Event, _: &Position<M>) {
        match event {
            Event::Chow { seat, .. } | Event::Pong { seat, .. } => self.claims[seat.index()] += 1,
            Event::Discard { seat, .. } => self.discards[seat.index()] += 1,
            _ => {}
        }
    }
}

#[test]
fn concealed_and_random_never_claim() {
    let policies = [NamedPolicy::Concealed, NamedPolicy::Rule, NamedPolicy::Random, NamedPolicy::Acceptance];
    let mut deeds = Deeds::default();
    let seed = Seed(3);
    play(seed, 0..2000, TableModel, |game| NamedPolicy::players(policies, seed, game), &mut deeds);
    assert!(deeds.claims[0] == 0 && deeds.claims[2] == 0, "{:?}", deeds.claims);
    assert!(deeds.claims[1] > 1000 && deeds.claims[3] > 1000, "{:?}", deeds.claims);
}

/// Discards as the rule does, and checks that the concealed policy would too.
struct Same;

impl<M: Model> Policy<M> for Same {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let tile = Rule.discard(view);
        assert_eq!(NamedPolicy::Concealed.player::<M>(Seed(1), 0, view.seat()).discard(view), tile);
        assert_eq!(Some(tile), view.model().best_discard(view.hand()));
        tile
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        Rule.claims_pong(view, discarded)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        Rule.claims_chow(view, discarded)
    }
}

#[test]
fn concealed_discards_as_the_rule_does() {
    play(Seed(5), 0..1000, TableModel, |_| [const { Same }; 4], &mut ());
}

/// Lets a player discard that plays by the odds, and checks that no discard steps back.
struct Checked<P>(P);

impl<M: Model, P: Policy<M>> Policy<M> for Checked<P> {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let tile = self.0.discard(view);
        assert_eq!(view.model().distance(&view.hand().without(tile).unwrap()), view.distance());
        tile
    }

    fn claims_pong(&mut self, view: &View<'_, M>, discarded: Tile) -> bool {
        self.0.claims_pong(view, discarded)
    }

    fn claims_chow(&mut self, view: &View<'_, M>, discarded: Tile) -> Option<Chow> {
        self.0.claims_chow(view, discarded)
    }
}

#[test]
fn odds_never_steps_back_and_wins_more_often_than_the_rule() {
    let seed = Seed(7);
    let players = |game| Seat::ALL.map(|seat| Checked(NamedPolicy::Odds.player(seed, game, seat)));
    let mut deeds = Deeds::default();
    play(seed, 0..short_or_long(10, 50), TableModel, players, &mut deeds);
    assert!(deeds.claims.iter().sum::<u64>() > short_or_long(20, 100), "{:?}", deeds.claims);

    let policies = [NamedPolicy::Odds, NamedPolicy::Rule];
    let player = |side: Side, game, seat| policies[side as usize].player(seed, game, seat);
    let comparison = compare(seed, 0..short_or_long(50, 100), TableModel, player);
    assert!(comparison.interval().unwrap().low > 0.0, "{comparison:?}");
}

#[test]
fn race_wins_more_often_than_acceptance() {
    let policies = [NamedPolicy::Race, NamedPolicy::Acceptance];
    let player = |side: Side, game, seat| policies[side as usize].player(Seed(2), game, seat);
    let comparison = compare(Seed(2), 0..short_or_long(200, 400), TableModel, player);
    assert!(comparison.interval().unwrap().low > 0.0, "{comparison:?}");
}

/// The tiles that a player cannot see.
fn hidden(setup: &mut Setup, seat: Seat) -> Vec<&mut Tile> {
    let others = setup.hands.iter_mut().enumerate().filter(|(other, _)| *other != seat.index());
    others.flat_map(|(_, hand)| hand).chain(&mut setup.wall).collect()
}

/// The same for who has to decide: what the others hold and the rest of the wall are dealt anew.
fn dealt_anew(mut setup: Setup, seat: Seat, random: &mut ChaCha8Rng) -> Setup {
    let mut tiles: Vec<Tile> = hidden(&mut setup, seat).into_iter().map(|tile| *tile).collect();
    tiles.shuffle(random);
    hidden(&mut setup, seat).into_iter().zip(tiles).for_each(|(place, tile)| *place = tile);
    setup
}

#[test]
fn no_policy_decides_by_what_it_cannot_see() {
    let (seed, mut random) = (Seed(13), ChaCha8Rng::seed_from_u64(1));
    let mut differing = 0;
    for number in 0..short_or_long(8, 20) {
        let mut game = Game::deal(seed.wall(number), TableModel);
        while let Step::Decision(decision) = game.advance(&mut ()) {
            let seat = decision.seat();
            let other = dealt_anew(game.setup(), seat, &mut random).game(TableModel).unwrap();
            differing += usize::from(Seat::ALL.iter().any(|&seat| game.view(seat).hand() != other.view(seat).hand()));
            for policy in NamedPolicy::ALL {
                let [here, there] = [game.view(seat), other.view(seat)]
                    .map(|view| policy.player(seed, number, seat).decide(&view, &decision));
                assert_eq!(here, there, "{policy} in game {number}");
            }
            game.act(Rule.decide(&game.view(seat), &decision)).unwrap();
        }
    }
    assert!(differing > short_or_long(200, 500), "{differing}");
}

/// Lets a random player discard, and notes which of its tiles in order it was.
struct Noted<P> {
    random: P,
    /// By place in a hand of fourteen tiles; a hand with pairs is left out.
    places: Vec<usize>,
}

impl<M: Model, P: Policy<M>> Policy<M> for Noted<P> {
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        let tile = self.random.discard(view);
        let kinds = view.hand().counts().kinds();
        assert!(kinds.contains(tile) && TileSet::REGULAR.contains(tile));
        if kinds.len() == 14 {
            self.places.extend(kinds.iter().position(|kind| kind == tile));
        }
        tile
    }
}

#[test]
fn random_discards_are_uniform_and_of_the_seed() {
    let seed = Seed(11);
    let mut places = [0_u64; 14];
    for game in 0..short_or_long(4_000, 20_000) {
        let mut players =
            Seat::ALL.map(|seat| Noted { random: NamedPolicy::Random.player(seed, game, seat), places: Vec::new() });
        Game::play(&seed.wall(game), TableModel, &mut players, &mut ());
        players.iter().flat_map(|player| &player.places).for_each(|&place| places[place] += 1);
    }
    let total: u64 = places.iter().sum();
    let expected = total as f64 / 14.0;
    let chi_square: f64 = places.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    assert!(total > short_or_long(6_000, 30_000), "{total}");
    assert!(chi_square < 34.5, "13 degrees of freedom exceed that once in a thousand: {chi_square}, {places:?}");

    let outcome = |seed: Seed| {
        let mut players = NamedPolicy::players([NamedPolicy::Random; 4], seed, 8);
        let mut transcript = paili::game::Transcript::new();
        Game::play(&Seed(1).wall(8), TableModel, &mut players, &mut transcript);
        transcript.as_bytes().to_vec()
    };
    assert_eq!(outcome(seed), outcome(seed));
    assert_ne!(outcome(seed), outcome(Seed(12)));
}
