//! From packed tables back to those that hands are looked up in.

use super::{LABEL, VERSION, Vector, all_vectors};
use crate::blob::{CLASS_BITS, CODES, DISTANCES, HONORS_BEGIN, MERGES, RESTS, ROLES, USEFUL};
use crate::counts::{BASE, HONOR_KINDS, MAX_TILES, SUIT_KINDS};

/// The tables of a [`Blob`](crate::blob::Blob), each in memory of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are those of a blob")]
pub struct Unpacked {
    pub classes: Box<[u8; CODES]>,
    pub two_suits: Box<[u16; MERGES]>,
    pub honors_suit: &'static [u8; MERGES],
    pub distances: &'static [u8; DISTANCES],
    pub vectors: Box<[[u8; 4]; CODES]>,
    pub three_suits: &'static [u8; RESTS],
    pub two_suits_honors: &'static [u8; RESTS],
    pub suit_honors_suit: &'static [u8; RESTS],
    pub suit_roles: &'static [u8; ROLES],
    pub honor_roles: &'static [u8; ROLES],
    pub useful: Box<[[u8; 2]; USEFUL]>,
}

/// Unpacks tables.
///
/// # Panics
///
/// When the bytes are no packed tables of this version.
#[must_use]
pub fn unpack(packed: &'static [u8]) -> Unpacked {
    let mut rest = Rest(packed);
    assert!(*rest.first() == LABEL, "these are no packed tables of paili");
    assert!(*rest.first() == VERSION.to_le_bytes(), "these tables are of another version");
    let mut two_suits = zeros::<u16, MERGES>();
    for (number, &bytes) in two_suits.iter_mut().zip(rest.pairs(MERGES)) {
        *number = u16::from_le_bytes(bytes);
    }
    let (honors_suit, distances) = (rest.first(), rest.first());
    let [three_suits, two_suits_honors, suit_honors_suit] = [rest.first(), rest.first(), rest.first()];
    let [suit_roles, honor_roles] = [rest.first(), rest.first()];
    let parts =
        [(SUIT_KINDS, 0), (HONOR_KINDS, HONORS_BEGIN)].map(|(kinds, begin)| Part::read(&mut rest, kinds, begin));

    let vectors = all_vectors();
    let mut classes = zeros();
    each(&parts, &vectors, |part, vector| classes[part.begin + vector.code()] = rest.byte());
    let (vectors_of_hands, vectors_with_more) = vectors.split_at(MAX_TILES + 1);
    let Useful { vectors, kinds: useful, .. } = Useful::of(&parts, vectors_of_hands, &classes);
    // These were only needed to tell what is useful.
    each(&parts, vectors_with_more, |part, vector| classes[part.begin + vector.code()] = 0);
    Unpacked {
        classes,
        two_suits,
        honors_suit,
        distances,
        vectors,
        three_suits,
        two_suits_honors,
        suit_honors_suit,
        suit_roles,
        honor_roles,
        useful,
    }
}

/// A table of zeros.
#[allow(clippy::unnecessary_box_returns, reason = "it never stands on the stack, which it would overflow")]
fn zeros<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(zeros) => zeros,
        Err(_) => unreachable!("there are so many"),
    }
}

/// What is not read yet.
struct Rest(&'static [u8]);

impl Rest {
    fn bytes(&mut self, count: usize) -> &'static [u8] {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first
    }

    fn first<const N: usize>(&mut self) -> &'static [u8; N] {
        self.bytes(N).first_chunk().expect("there are so many")
    }

    fn pairs(&mut self, count: usize) -> &'static [[u8; 2]] {
        self.bytes(2 * count).as_chunks().0
    }

    fn byte(&mut self) -> u8 {
        let [byte] = self.first();
        *byte
    }
}

/// A sort of parts.
struct Part {
    kinds: usize,
    /// Where its codes begin.
    begin: usize,
    /// How many roles each class has.
    roles: &'static [u8],
    /// The roles in which a tile is useful, `[class][class with the tile]`.
    lowered: Vec<[u16; 1 << u8::BITS]>,
}

impl Part {
    fn read(rest: &mut Rest, kinds: usize, begin: usize) -> Part {
        let [classes, with_more] = [rest.byte(), rest.byte()].map(usize::from);
        let roles = rest.bytes(classes);
        let lowered = (0..classes).map(|_| {
            let mut row = [0; 1 << u8::BITS];
            for (roles, &bytes) in row.iter_mut().zip(rest.pairs(with_more)) {
                *roles = u16::from_le_bytes(bytes);
            }
            row
        });
        Part { kinds, begin, roles, lowered: lowered.collect() }
    }
}

/// Visits vectors in their order.
fn each(parts: &[Part; 2], vectors: &[[Vec<Vector>; 2]], mut visit: impl FnMut(&Part, Vector)) {
    for vectors in vectors {
        for (part, vectors) in parts.iter().zip(vectors) {
            for &vector in vectors {
                visit(part, vector);
            }
        }
    }
}

/// How many bits the roles of a class take.
const ROLE_BITS: usize = 10;

/// For each kind the roles in which it is useful: six kinds in the first number, and the others in the second. Above them is
/// how many roles the class has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Row([u64; 2]);

/// Kinds in the first number of a row.
const FIRST_KINDS: usize = 6;

/// Where the number of roles begins in the second number of a row, and where the row ends.
const ROLES_BEGIN: usize = ROLE_BITS * (SUIT_KINDS - FIRST_KINDS);
const ROW_END: usize = ROLES_BEGIN + 4;

impl Row {
    fn new(roles: u8) -> Row {
        Row([0, u64::from(roles) << ROLES_BEGIN])
    }

    fn roles(self) -> usize {
        (self.0[1] >> ROLES_BEGIN) as usize
    }

    fn add(&mut self, kind: usize, roles: u16) {
        self.0[kind / FIRST_KINDS] |= u64::from(roles) << (ROLE_BITS * (kind % FIRST_KINDS));
    }

    /// The kinds that are useful in a role, a bit for each.
    fn kinds(self, role: usize) -> u16 {
        let is_useful = |kind: usize| self.0[kind / FIRST_KINDS] >> (ROLE_BITS * (kind % FIRST_KINDS) + role) & 1;
        (0..SUIT_KINDS).fold(0, |kinds, kind| kinds | (is_useful(kind) as u16) << kind)
    }

    /// The best bits of a product are its upper ones.
    fn hash(self) -> usize {
        let mixed = self.0[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.0[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> u32::BITS) as usize
    }
}

/// A row that is known, and above it where its useful kinds begin; or zeros.
#[derive(Debug, Clone, Copy, Default)]
struct Known(Row);

impl Known {
    fn new(Row([first, second]): Row, begin: u32) -> Known {
        Known(Row([first, second | u64::from(begin) << ROW_END]))
    }

    fn row(self) -> Row {
        let Row([first, second]) = self.0;
        Row([first, second % (1 << ROW_END)])
    }

    fn begin(self) -> u32 {
        (self.0.0[1] >> ROW_END) as u32
    }
}

/// Useful kinds as they are gathered: equal rows once, in the order in which vectors have them first.
struct Useful {
    /// The class of each vector, and where its useful kinds begin.
    vectors: Box<[[u8; 4]; CODES]>,
    kinds: Box<[[u8; 2]; USEFUL]>,
    /// Where the next row begins.
    end: usize,
    /// Each row at the place that its hash tells, or behind it.
    known: Box<[Known; PLACES]>,
}

/// Places for rows, nearly twice as many as there are.
const PLACES: usize = 1 << 17;

impl Useful {
    fn of(parts: &[Part; 2], vectors: &[[Vec<Vector>; 2]], classes: &[u8; CODES]) -> Useful {
        let mut useful = Useful { vectors: zeros(), kinds: zeros(), end: 0, known: zeros() };
        each(parts, vectors, |part, vector| {
            let class = classes[part.begin + vector.code()];
            let begin = useful.begin_of(part, vector, class, classes);
            let place = part.begin + vector.code();
            useful.vectors[place] = (begin << CLASS_BITS | u32::from(class)).to_le_bytes();
        });
        useful
    }

    /// Where the useful kinds of a vector begin.
    //
    // Called half a million times: a browser, which first runs the code as it comes, soon makes such a function faster.
    #[inline(never)]
    fn begin_of(&mut self, part: &Part, vector: Vector, class: u8, classes: &[u8; CODES]) -> u32 {
        let row = row_of(part, vector, class, classes);
        let mut place = row.hash() % PLACES;
        while self.known[place].row() != row {
            if self.known[place].row() == Row::default() {
                self.known[place] = Known::new(row, self.add(row));
            } else {
                place = (place + 1) % PLACES;
            }
        }
        self.known[place].begin()
    }

    /// Adds the useful kinds of a row, and tells where they begin.
    fn add(&mut self, row: Row) -> u32 {
        let begin = self.end;
        for role in 0..row.roles() {
            self.kinds[self.end] = row.kinds(role).to_le_bytes();
            self.end += 1;
        }
        begin as u32
    }
}

/// The useful kinds of a vector in each role of its class.
#[inline]
fn row_of(part: &Part, vector: Vector, class: u8, classes: &[u8; CODES]) -> Row {
    let lowered = &part.lowered[usize::from(class)];
    let mut row = Row::new(part.roles[usize::from(class)]);
    let mut tile = 1;
    for kind in 0..part.kinds {
        if vector.has_room(kind) {
            let more = classes[(part.begin + vector.code() + tile) % CODES];
            row.add(kind, lowered[usize::from(more)]);
        }
        tile *= BASE;
    }
    row
}
