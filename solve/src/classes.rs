//! Where each class of hands is kept.
//!
//! Hands with the same honors and the same numbers of tiles in their suits, most first, make a block. In memory it is a box:
//! the shapes of the largest suit are neighbours, then come those of the second, then those of the third, and a row is all
//! shapes of the largest suit beside one of each of the others. Where two suits have as many tiles the box has a hand
//! twice; that costs a third more memory and spares telling which is which. A file has each class once.

use super::shapes::{OfSize, Shapes};

/// How many suits a hand can have.
pub(super) const SUITS: usize = 3;

/// The hands with the same honors and the same numbers of tiles in their suits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// Tiles in the suits, most first.
    pub sizes: [usize; SUITS],
    /// The number of honors, and the rank of their shape.
    pub honors: (usize, usize),
    /// How many shapes each suit has.
    pub shapes: [usize; SUITS],
    /// Where the box begins in memory.
    pub begin: usize,
    /// Where the classes begin in a file.
    pub first_class: u64,
}

impl Block {
    /// How many places the box has.
    pub fn len(&self) -> usize {
        self.shapes.iter().product()
    }

    /// The number of a row, by the ranks of the second and the third suit.
    pub fn row(&self, second: usize, third: usize) -> usize {
        third * self.shapes[1] + second
    }

    /// How many classes it has.
    pub fn classes(&self) -> u64 {
        let [one, two, three] = self.shapes.map(|shapes| shapes as u64);
        match self.alike() {
            [true, true] => one * (one + 1) * (one + 2) / 6,
            [true, false] => one * (one + 1) / 2 * three,
            [false, true] => one * (two * (two + 1) / 2),
            [false, false] => one * two * three,
        }
    }

    /// Whether the first suit has as many tiles as the second, and the second as many as the third.
    pub fn alike(&self) -> [bool; 2] {
        [self.sizes[0] == self.sizes[1], self.sizes[1] == self.sizes[2]]
    }

    /// The number in a file of the class of these shapes, the larger of alike suits first.
    pub fn class(&self, mut ranks: [usize; SUITS]) -> u64 {
        let alike = self.alike();
        let wide = |rank: usize| rank as u64;
        let pairs = |larger: usize, smaller: usize| wide(larger) * (wide(larger) + 1) / 2 + wide(smaller);
        let place = match alike {
            [true, true] => {
                ranks.sort_unstable_by(|one, other| other.cmp(one));
                let [one, two, three] = ranks;
                wide(one) * (wide(one) + 1) * (wide(one) + 2) / 6 + pairs(two, three)
            }
            [true, false] => {
                let [one, two, three] = ranks;
                let all = wide(self.shapes[0]) * (wide(self.shapes[0]) + 1) / 2;
                wide(three) * all + pairs(one.max(two), one.min(two))
            }
            [false, true] => {
                let [one, two, three] = ranks;
                pairs(two.max(three), two.min(three)) * wide(self.shapes[0]) + wide(one)
            }
            [false, false] => self.place(ranks) as u64,
        };
        self.first_class + place
    }

    /// The place of these shapes within the box.
    pub fn place(&self, [one, two, three]: [usize; SUITS]) -> usize {
        self.row(two, three) * self.shapes[0] + one
    }

    /// The parts of rows, one after the other, that have each class once, in the order of a file.
    pub fn once(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let block = *self;
        let [one, two, three] = block.shapes;
        let part = move |second: usize, third: usize, len: usize| {
            let begin = block.row(second, third) * one;
            begin..begin + len
        };
        let [is_second, is_third] = block.alike();
        // Where the second and the third are alike, the larger one comes first.
        let outer = if is_third && !is_second { two } else { three };
        (0..outer).flat_map(move |outer| {
            let inner = if is_third { outer + 1 } else { two };
            (0..inner).map(move |inner| match (is_second, is_third) {
                // By symmetry the box has the same at every order of those that are alike.
                (true, _) => part(inner, outer, inner + 1),
                (false, true) => part(outer, inner, one),
                (false, false) => part(inner, outer, one),
            })
        })
    }
}

/// The blocks of all hands with a number of tiles.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    pub blocks: Vec<Block>,
    /// The number of a block, by the number of honors, the rank of their shape and the tiles of two suits.
    numbers: Vec<Vec<Vec<u32>>>,
    pub tiles: usize,
    /// How many places all boxes have.
    pub len: usize,
    /// How many classes there are.
    pub count: u64,
}

impl Classes {
    /// The hands with `tiles` tiles of this many suits and these honors. Without honors there are only those with none.
    pub fn new(tiles: usize, suits: usize, suit: &Shapes, honors: &[OfSize]) -> Classes {
        let mut classes = Classes { blocks: Vec::new(), numbers: Vec::new(), tiles, len: 0, count: 0 };
        for (held, of_size) in honors.iter().enumerate().take(tiles + 1) {
            let suited = tiles - held;
            let mut of_ranks = Vec::new();
            for rank in 0..of_size.len() {
                let mut numbers = vec![u32::MAX; (suited + 1) * (suited + 1)];
                for sizes in splits(suited, suits) {
                    let shapes = sizes.map(|size| suit.sizes[size].len());
                    // A suit may have too few tiles.
                    if shapes.contains(&0) {
                        continue;
                    }
                    numbers[sizes[0] * (suited + 1) + sizes[1]] = classes.blocks.len() as u32;
                    let (begin, first_class) = (classes.len, classes.count);
                    let block = Block { sizes, honors: (held, rank), shapes, begin, first_class };
                    classes.len += block.len();
                    classes.count += block.classes();
                    classes.blocks.push(block);
                }
                of_ranks.push(numbers);
            }
            classes.numbers.push(of_ranks);
        }
        classes
    }

    /// The block of these numbers of tiles, most first, and these honors.
    pub fn block(&self, sizes: [usize; SUITS], (held, rank): (usize, usize)) -> &Block {
        let suited = self.tiles - held;
        &self.blocks[self.numbers[held][rank][sizes[0] * (suited + 1) + sizes[1]] as usize]
    }
}

/// All ways to split tiles among so many suits, most first.
fn splits(tiles: usize, suits: usize) -> impl Iterator<Item = [usize; SUITS]> {
    let all = (0..=tiles).flat_map(move |one| (0..=one.min(tiles - one)).map(move |two| [one, two, tiles - one - two]));
    all.filter(move |&[_, two, three]| {
        let held = [two > 0, three > 0].into_iter().filter(|&held| held).count();
        three <= two && held < suits
    })
}
