//! The shapes of a part: what its tiles are, up to what makes no difference.

use super::code;
use paili::{Meld, Suit, Tile};

/// What of a winning hand a part can be, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Roles(u8);

impl Roles {
    /// Melds and nothing else.
    pub const MELDS: Roles = Roles(1);
    /// Melds and a pair.
    pub const PAIR: Roles = Roles(2);
    /// Different pairs.
    pub const PAIRS: Roles = Roles(4);
    /// All its terminals and honors, and nothing else.
    pub const ORPHANS: Roles = Roles(8);
    /// What a suit can be that the rules don't know.
    pub const NO_SUIT: Roles = Roles(Roles::MELDS.0 | Roles::PAIRS.0 | Roles::ORPHANS.0);

    /// Whether a role is among these.
    pub const fn has(self, role: Roles) -> bool {
        self.0 & role.0 != 0
    }

    fn with(self, role: Roles, fits: impl FnOnce() -> bool) -> Roles {
        if fits() { Roles(self.0 | role.0) } else { self }
    }
}

/// A tile more or less: the rank of the shape that comes of it, and how many tiles of the deck (or of the hand) do so.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Step {
    pub to: u32,
    pub copies: f32,
}

/// The shapes with a certain number of tiles, in the order of their codes.
#[derive(Debug, Clone, Default)]
pub(super) struct OfSize {
    codes: Vec<u32>,
    pub roles: Vec<Roles>,
    /// In how many ways four copies of each kind give it: of one of the suits, or of the honors.
    pub ways: Vec<f64>,
    /// What drawing a tile makes of it, among the shapes with one more.
    pub drawn: Steps,
    /// What discarding a tile leaves of it, among the shapes with one less.
    pub left: Steps,
}

/// The steps of all shapes of a size, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    begins: Vec<u32>,
    steps: Vec<Step>,
}

impl Steps {
    /// The steps of a shape.
    pub fn of(&self, rank: usize) -> &[Step] {
        &self.steps[self.begins[rank] as usize..self.begins[rank + 1] as usize]
    }

    /// Adds the steps of the next shape.
    fn add(&mut self, steps: &mut Vec<Step>) {
        if self.begins.is_empty() {
            self.begins.push(0);
        }
        steps.sort_by_key(|step| step.to);
        for step in steps.drain(..) {
            let begin = self.begins[self.begins.len() - 1] as usize;
            match self.steps[begin..].last_mut() {
                Some(last) if last.to == step.to => last.copies += step.copies,
                _ => self.steps.push(step),
            }
        }
        self.begins.push(self.steps.len() as u32);
    }
}

impl OfSize {
    /// How many shapes.
    pub fn len(&self) -> usize {
        self.roles.len()
    }

    /// The ranks of the shapes that have a role.
    pub fn with(&self, role: Roles) -> Vec<u32> {
        (0..).zip(&self.roles).filter(|(_, roles)| roles.has(role)).map(|(rank, _)| rank).collect()
    }
}

/// No rank.
const NONE: u32 = u32::MAX;

/// Room for a rank: a suit has 59,500 shapes of 14 tiles.
const RANK_BITS: u32 = 16;

/// The shapes of a suit, which can be mirrored, or of the honors, which can be exchanged.
#[derive(Debug, Clone)]
pub(super) struct Shapes {
    /// By the number of tiles.
    pub sizes: Vec<OfSize>,
    kinds: usize,
    /// By code: tiles and rank in one number; [`NONE`] where there are too many tiles.
    places: Vec<u32>,
}

impl Shapes {
    /// The shapes of a suit with up to this number of tiles.
    pub fn of_suit(most: usize) -> Shapes {
        let mirrored = |code: usize, counts: [u8; Suit::RANKS]| code.min(code::of(counts.iter().rev()));
        Shapes::new(most, mirrored, roles_of_suit)
    }

    /// The shapes of so many honors with up to this number of tiles.
    pub fn of_honors<const HONORS: usize>(most: usize) -> Shapes {
        let sorted = |_, mut counts: [u8; HONORS]| {
            counts.sort_unstable();
            code::of(counts.iter())
        };
        Shapes::new(most, sorted, roles_of_honors::<HONORS>)
    }

    /// How many tiles a part with this code has, and the rank of its shape among those with as many.
    pub fn find(&self, code: usize) -> (usize, usize) {
        let place = self.places[code] as usize;
        (place >> RANK_BITS, place & ((1 << RANK_BITS) - 1))
    }

    fn new<const KINDS: usize>(
        most: usize,
        shape: impl Fn(usize, [u8; KINDS]) -> usize,
        roles: impl Fn([u8; KINDS]) -> Roles,
    ) -> Shapes {
        let mut sizes: Vec<OfSize> = (0..=most).map(|_| OfSize::default()).collect();
        let mut places = vec![NONE; code::end(KINDS)];
        each(most, &mut |code, counts: [u8; KINDS], held| {
            if shape(code, counts) == code {
                let of_size = &mut sizes[held];
                places[code] = (held << RANK_BITS | of_size.codes.len()) as u32;
                of_size.codes.push(code as u32);
                of_size.roles.push(roles(counts));
                of_size.ways.push(0.0);
            }
        });
        each(most, &mut |code, counts, held| {
            let place = places[shape(code, counts)];
            places[code] = place;
            let ways = &mut sizes[held].ways[place as usize & ((1 << RANK_BITS) - 1)];
            *ways += counts.iter().map(|&count| choices(count)).product::<f64>();
        });
        Shapes { sizes, kinds: KINDS, places }
    }

    /// The same with the steps, which only a solver needs.
    pub fn with_steps(mut self) -> Shapes {
        let most = self.sizes.len() - 1;
        for size in 0..=most {
            let (mut drawn, mut left) = (Steps::default(), Steps::default());
            let mut steps = Vec::new();
            for &code in &self.sizes[size].codes {
                let code = code as usize;
                let step = |to: usize, copies: u8| Step { to: self.find(to).1 as u32, copies: f32::from(copies) };
                let kinds = (0..self.kinds).map(|kind| (code::of_kind(kind), code::count(code, kind)));
                if size < most {
                    let not_all = kinds.clone().filter(|&(_, held)| held < Tile::COPIES);
                    steps.extend(not_all.map(|(tile, held)| step(code + tile, Tile::COPIES - held)));
                    drawn.add(&mut steps);
                }
                steps.extend(kinds.filter(|&(_, held)| held > 0).map(|(tile, held)| step(code - tile, held)));
                left.add(&mut steps);
            }
            (self.sizes[size].drawn, self.sizes[size].left) = (drawn, left);
        }
        self
    }
}

/// Visits all counts of so many kinds with no more tiles than this: the code, the counts and their sum, in the order of codes.
fn each<const KINDS: usize>(most: usize, visit: &mut impl FnMut(usize, [u8; KINDS], usize)) {
    /// With these counts of the kinds that are left, the lowest.
    fn on<const KINDS: usize>(
        kinds: usize,
        (code, counts, held): (usize, [u8; KINDS], usize),
        most: usize,
        visit: &mut impl FnMut(usize, [u8; KINDS], usize),
    ) {
        let Some(kind) = kinds.checked_sub(1) else { return visit(code, counts, held) };
        for count in 0..=usize::from(Tile::COPIES).min(most - held) {
            let mut counts = counts;
            counts[kind] = count as u8;
            on(kind, (code + count * code::of_kind(kind), counts, held + count), most, visit);
        }
    }
    on(KINDS, (0, [0; KINDS], 0), most, visit);
}

/// In how many ways four copies give so many.
fn choices(count: u8) -> f64 {
    [1.0, 4.0, 6.0, 4.0, 1.0][usize::from(count)]
}

fn roles_of_suit(counts: [u8; Suit::RANKS]) -> Roles {
    let [first, middle @ .., last] = counts;
    let terminals = [first, last];
    let beside_melds = counts.iter().sum::<u8>() as usize % Meld::TILES;
    Roles::default()
        .with(Roles::MELDS, || beside_melds == 0 && are_melds(counts, 0))
        .with(Roles::PAIR, || {
            let mut ranks = 0..Suit::RANKS;
            beside_melds == 2
                && ranks.any(|rank| {
                    let mut rest = counts;
                    rest[rank] = rest[rank].saturating_sub(2);
                    counts[rank] >= 2 && are_melds(rest, 0)
                })
        })
        .with(Roles::PAIRS, || counts.iter().all(|&count| count == 0 || count == 2))
        .with(Roles::ORPHANS, || middle.iter().all(|&count| count == 0) && terminals.iter().all(|&count| count >= 1))
}

fn roles_of_honors<const HONORS: usize>(counts: [u8; HONORS]) -> Roles {
    let pairs: u8 = counts.iter().map(|&count| u8::from(count == 2)).sum();
    let triplets = counts.iter().all(|&count| matches!(count, 0 | 2 | 3));
    Roles::default()
        .with(Roles::MELDS, || triplets && pairs == 0)
        .with(Roles::PAIR, || triplets && pairs == 1)
        .with(Roles::PAIRS, || counts.iter().all(|&count| count == 0 || count == 2))
        .with(Roles::ORPHANS, || counts.iter().all(|&count| count >= 1))
}

/// Whether the tiles from this rank on are chows and pongs and nothing else.
fn are_melds(mut counts: [u8; Suit::RANKS], rank: usize) -> bool {
    let Some(&count) = counts.get(rank) else { return true };
    // Three chows are three pongs, so no more than two of the lowest tiles begin a chow.
    let chows = count % 3;
    if chows > 0 {
        if rank + 2 >= Suit::RANKS || counts[rank + 1] < chows || counts[rank + 2] < chows {
            return false;
        }
        counts[rank + 1] -= chows;
        counts[rank + 2] -= chows;
    }
    are_melds(counts, rank + 1)
}
