//! The shapes of a part: what its tiles are, up to what makes no difference.

use super::code;
use super::parts::{MOST_KINDS, PartKinds};
use paili::Meld;

/// What of a winning hand a part can be, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Roles(u8);

impl Roles {
    /// Melds and nothing else.
    pub const MELDS: Roles = Roles(1);
    /// Melds and a pair.
    pub const PAIR: Roles = Roles(2);
    /// Pairs and nothing else.
    pub const PAIRS: Roles = Roles(4);
    /// Pairs and a triplet.
    pub const TRIPLET: Roles = Roles(8);
    /// All its terminals and honors, and nothing else.
    pub const ORPHANS: Roles = Roles(16);
    /// What a suit can be that the deck does not have.
    pub const NO_SUIT: Roles = Roles(Roles::MELDS.0 | Roles::PAIRS.0 | Roles::ORPHANS.0);

    /// Each of them.
    pub const ALL: [Roles; 5] = [Roles::MELDS, Roles::PAIR, Roles::PAIRS, Roles::TRIPLET, Roles::ORPHANS];

    /// Where a role stands among [all](Roles::ALL).
    pub const fn number(self) -> usize {
        self.0.trailing_zeros() as usize
    }

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
    /// In how many ways the copies of the deck give it: of one of the suits, or of the honors.
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

/// Room for a rank: a suit has 59,500 shapes of 14 tiles, and twice as many where it can't be mirrored.
const RANK_BITS: u32 = 20;

/// Copies of each kind of a part.
type Held = [u8; MOST_KINDS];

/// The shapes of a suit, which can be mirrored, or of the honors, of which those can be exchanged that the deck has alike.
#[derive(Debug, Clone)]
pub(super) struct Shapes {
    /// By the number of tiles.
    pub sizes: Vec<OfSize>,
    kinds: PartKinds,
    /// By code: tiles and rank in one number; [`NONE`] where there are too many tiles.
    places: Vec<u32>,
}

impl Shapes {
    /// The shapes of a part with up to this number of tiles.
    pub fn of(kinds: &PartKinds, most: usize) -> Shapes {
        let mut sizes: Vec<OfSize> = (0..=most).map(|_| OfSize::default()).collect();
        let mut places = vec![NONE; code::of_kind(kinds.copies.len())];
        kinds.each(most, &mut |code, held, tiles| {
            if kinds.shape(code, held) == code {
                let of_size = &mut sizes[tiles];
                places[code] = (tiles << RANK_BITS | of_size.codes.len()) as u32;
                of_size.codes.push(code as u32);
                of_size.roles.push(kinds.roles(&held[..kinds.copies.len()]));
                of_size.ways.push(0.0);
            }
        });
        kinds.each(most, &mut |code, held, tiles| {
            let place = places[kinds.shape(code, held)];
            places[code] = place;
            let ways = &mut sizes[tiles].ways[place as usize & ((1 << RANK_BITS) - 1)];
            *ways += held.iter().zip(&kinds.copies).map(|(&held, &copies)| choices(copies, held)).product::<f64>();
        });
        Shapes { sizes, kinds: kinds.clone(), places }
    }

    /// How many tiles a part with this code has, and the rank of its shape among those with as many.
    pub fn find(&self, code: usize) -> (usize, usize) {
        let place = self.places[code] as usize;
        (place >> RANK_BITS, place & ((1 << RANK_BITS) - 1))
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
                let kinds = self.kinds.copies.iter().enumerate();
                let kinds = kinds.map(|(kind, &copies)| (code::of_kind(kind), code::count(code, kind), copies));
                if size < most {
                    let not_all = kinds.clone().filter(|&(_, held, copies)| held < copies);
                    steps.extend(not_all.map(|(tile, held, copies)| step(code + tile, copies - held)));
                    drawn.add(&mut steps);
                }
                steps.extend(kinds.filter(|&(_, held, _)| held > 0).map(|(tile, held, _)| step(code - tile, held)));
                left.add(&mut steps);
            }
            (self.sizes[size].drawn, self.sizes[size].left) = (drawn, left);
        }
        self
    }
}

impl PartKinds {
    /// Visits all that a part can hold with no more tiles than this: the code, the copies and their sum, in the order of codes.
    fn each(&self, most: usize, visit: &mut impl FnMut(usize, Held, usize)) {
        self.each_below(self.copies.len(), (0, [0; MOST_KINDS], 0), most, visit);
    }

    /// The same with these copies of the kinds from a number on.
    fn each_below(
        &self,
        kinds: usize,
        (code, held, tiles): (usize, Held, usize),
        most: usize,
        visit: &mut impl FnMut(usize, Held, usize),
    ) {
        let Some(kind) = kinds.checked_sub(1) else { return visit(code, held, tiles) };
        for count in 0..=usize::from(self.copies[kind]).min(most - tiles) {
            let mut held = held;
            held[kind] = count as u8;
            self.each_below(kind, (code + count * code::of_kind(kind), held, tiles + count), most, visit);
        }
    }

    /// The code of a part's shape, given its own: one for all that make no difference.
    fn shape(&self, code: usize, mut held: Held) -> usize {
        let kinds = self.copies.len();
        let held = &mut held[..kinds];
        if self.has_chows {
            let is_mirrored = self.copies.iter().eq(self.copies.iter().rev());
            return if is_mirrored { code.min(code::of(held.iter().rev())) } else { code };
        }
        // Kinds that the deck has alike are sorted among themselves.
        let are_alike = |one: usize, other: usize| {
            self.copies[one] == self.copies[other] && self.are_orphans[one] == self.are_orphans[other]
        };
        for one in 0..kinds {
            for other in one + 1..kinds {
                if are_alike(one, other) && held[one] > held[other] {
                    held.swap(one, other);
                }
            }
        }
        code::of(held.iter())
    }

    fn roles(&self, held: &[u8]) -> Roles {
        let beside_melds = held.iter().sum::<u8>() as usize % Meld::TILES;
        let triplets: u8 = held.iter().map(|&count| u8::from(count == 3)).sum();
        let are_pairs = held.iter().all(|&count| matches!(count, 0 | 2 | 3) || count == 4 && self.has_repeated_pairs);
        Roles::default()
            .with(Roles::MELDS, || beside_melds == 0 && self.are_melds(held, 0))
            .with(Roles::PAIR, || {
                let mut kinds = 0..held.len();
                beside_melds == 2
                    && kinds.any(|kind| {
                        let mut rest = held.to_vec();
                        rest[kind] = rest[kind].saturating_sub(2);
                        held[kind] >= 2 && self.are_melds(&rest, 0)
                    })
            })
            .with(Roles::PAIRS, || are_pairs && triplets == 0)
            .with(Roles::TRIPLET, || are_pairs && triplets == 1)
            .with(Roles::ORPHANS, || held.iter().zip(&self.are_orphans).all(|(&count, &orphan)| (count > 0) == orphan))
    }

    /// Whether the tiles from this kind on are pongs, and chows where there are such, and nothing else.
    fn are_melds(&self, held: &[u8], kind: usize) -> bool {
        let Some(&count) = held.get(kind) else { return true };
        // Three chows are three pongs, so no more than two of the lowest tiles begin a chow.
        let chows = count % 3;
        if chows == 0 {
            return self.are_melds(held, kind + 1);
        }
        let mut rest = held.to_vec();
        let Some([second, third]) = rest.get_mut(kind + 1..kind + 3).filter(|_| self.has_chows) else { return false };
        let (Some(fewer), Some(less)) = (second.checked_sub(chows), third.checked_sub(chows)) else { return false };
        (*second, *third) = (fewer, less);
        self.are_melds(&rest, kind + 1)
    }
}

/// In how many ways so many copies give so many.
fn choices(copies: u8, held: u8) -> f64 {
    (0..held).map(|more| f64::from(copies - more) / f64::from(more + 1)).product()
}
