//! Forms that need no merging: what a hand lacks for them is added up part by part.
//!
//! Say a part lacks r[m] tiles for m things that a form asks for, g of them in all, such as seven pairs. Each price λ of a thing
//! bounds what the hand lacks from below: it is no less than λg + Σ min over m of (r[m] − λm), a sum over the parts. Where all rows
//! are convex, one of the prices reaches it; two whole prices are enough for pairs, for orphans and for knitted tiles. Whether they
//! are is found out by comparing all that classes can merge to, so nothing here depends on knowing the form.
//!
//! Sixteen bytes have room for two prices of eight ways to win, which a processor adds up at once.

use paili_tables::cost::{CostRow, Grid, LOST};
use paili_tables::merge::{Merger, Turned};

/// Ways that have room.
pub(super) const WAYS: usize = 8;

/// Prices of a way.
const PRICES: usize = 2;

/// The shares of a part.
pub(super) const SHARES: usize = PRICES * WAYS;

/// The most combinations of classes that are compared.
const COMPARED: usize = 1 << 22;

/// A part's shares of the sums: a byte for each way at the first price, and then at the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(16))]
pub(super) struct Shares(pub [u8; SHARES]);

/// The kinds of each part that lower what a hand lacks by the nearest of few ways, of the sums of these, what is taken off them, and
/// the kinds that lower each share. A way lacks as much as at the higher price, so all prices that are as high have to come down.
#[inline]
pub(super) fn lowering<const PARTS: usize>(
    sums: u32,
    less: u32,
    lacking: u8,
    kinds: [&[u16; FEW_SHARES]; PARTS],
) -> [u16; PARTS] {
    // Each share has sixteen bits. The highest one is set first, and stays set unless a difference is negative.
    const ONES: u64 = 0x0001_0001_0001_0001;
    const HIGHEST: u64 = ONES << 15;
    let bytes = |number: u32| {
        let halves = (u64::from(number) | u64::from(number) << 16) & 0x0000_ffff_0000_ffff;
        (halves | halves << 8) & 0x00ff_00ff_00ff_00ff
    };
    let all = |highest: u64| (highest & HIGHEST) / (1 << 15) * u64::from(u16::MAX);
    let most = bytes(less) + ONES * u64::from(lacking);
    let left = (most | HIGHEST) - bytes(sums);
    let (is_low, is_lower) = (all(left), all(left - ONES));
    let is_nearest = is_low & is_low.rotate_left(u32::BITS);
    kinds.map(|kinds| {
        let kinds = kinds.iter().rev().fold(0, |kinds, &share| kinds << u16::BITS | u64::from(share));
        let at_prices = (kinds | is_lower) & is_nearest;
        let of_ways = at_prices & at_prices >> u32::BITS;
        (of_ways | of_ways >> u16::BITS) as u16
    })
}

/// What is taken off the sums, in which no share is negative.
#[derive(Debug, Clone)]
pub(super) struct Sums(Shares);

/// A form that is added up: the shares of each class.
#[derive(Debug)]
pub(super) struct Summed {
    pub suits: Vec<[u8; PRICES]>,
    pub honors: Vec<[u8; PRICES]>,
    less: [u8; PRICES],
}

impl Shares {
    /// The shares of two parts together.
    #[inline]
    pub(super) fn plus(self, other: Shares) -> Shares {
        Shares(std::array::from_fn(|byte| self.0[byte].wrapping_add(other.0[byte])))
    }

    /// The same with other shares of a way.
    pub(super) fn with(mut self, way: usize, shares: [u8; PRICES]) -> Shares {
        shares.into_iter().enumerate().for_each(|(price, share)| self.0[price * WAYS + way] = share);
        self
    }

    /// Those of the first few ways, as bytes of a number that adds up like them.
    #[inline]
    pub(super) fn few(&self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|share| self.0[share / FEW * WAYS + share % FEW]))
    }

    /// Those of a part of whose ways only the first count: it lacks more than any hand for the others.
    pub(super) fn of_ways(ways: usize) -> Shares {
        (ways..WAYS).fold(Shares::default(), |shares, way| shares.with(way, [LOST; PRICES]))
    }
}

/// What is taken off the sums of few ways, whose shares are the bytes of a number: four hands have the room of one.
#[derive(Debug, Clone)]
pub(super) struct FewSums([u8; SHARES]);

/// How many ways are few.
pub(super) const FEW: usize = 2;

/// The shares of a part by few ways.
pub(super) const FEW_SHARES: usize = PRICES * FEW;

impl FewSums {
    /// Hands that are looked up at once.
    pub(super) const HANDS: usize = PRICES * WAYS / FEW_SHARES;

    /// If ways are few.
    pub(super) fn new(Sums(less): &Sums, ways: usize) -> Option<FewSums> {
        let less = less.few().to_le_bytes();
        (ways <= FEW).then(|| FewSums(std::array::from_fn(|byte| less[byte % FEW_SHARES])))
    }

    /// What each hand lacks by the nearest way, for whole fours of hands.
    #[inline]
    pub(super) fn lacking_of_each(&self, sums: &[u32], lacking: &mut [u8]) {
        let (fours, _) = lacking.as_chunks_mut();
        fours.iter_mut().zip(sums.as_chunks().0).for_each(|(lacking, &sums)| *lacking = self.lacking(sums));
    }

    /// What one hand lacks by the nearest way, byte by byte: sums of one hand would be stored to be read back as sixteen bytes.
    #[inline]
    pub(super) fn lacking_of_one(&self, sums: u32) -> u8 {
        let sums = sums.to_le_bytes();
        let at_price = |byte: usize| sums[byte].saturating_sub(self.0[byte]);
        let of_way = |way: usize| at_price(way).max(at_price(FEW + way));
        of_way(0).min(of_way(1))
    }

    /// What four hands lack by the nearest way.
    #[inline]
    fn lacking(&self, sums: [u32; FewSums::HANDS]) -> [u8; FewSums::HANDS] {
        // Of the bytes of a number, the least significant one has the answer at the end; the others are of no use then.
        let byte_of = |byte: usize| sums[byte / FEW_SHARES].to_le_bytes()[byte % FEW_SHARES];
        let at_prices: [u8; SHARES] = std::array::from_fn(|byte| byte_of(byte).saturating_sub(self.0[byte]));
        let next = |byte: usize, by: usize| (byte + by) % (PRICES * WAYS);
        let of_ways: [u8; SHARES] = std::array::from_fn(|byte| at_prices[byte].max(at_prices[next(byte, FEW)]));
        let least: [u8; SHARES] = std::array::from_fn(|byte| of_ways[byte].min(of_ways[next(byte, 1)]));
        std::array::from_fn(|hand| least[hand * FEW_SHARES])
    }
}

impl Sums {
    /// Of the forms of each way.
    pub(super) fn new<'a>(forms: impl Iterator<Item = &'a Summed>) -> Sums {
        Sums(forms.enumerate().fold(Shares::default(), |sums, (way, form)| sums.with(way, form.less)))
    }

    /// What is taken off the sums of the first few ways.
    #[inline]
    pub(super) fn few(&self) -> u32 {
        self.0.few()
    }

    /// What a hand lacks by the nearest way.
    #[inline]
    pub(super) fn lacking(&self, sums: Shares) -> u8 {
        // Halved again and again, which takes an instruction each.
        let at_prices: [u8; SHARES] = std::array::from_fn(|byte| sums.0[byte].saturating_sub(self.0.0[byte]));
        let of_ways: [u8; WAYS] = std::array::from_fn(|way| at_prices[way].max(at_prices[WAYS + way]));
        let of_four: [u8; WAYS / 2] = std::array::from_fn(|way| of_ways[way].min(of_ways[WAYS / 2 + way]));
        let of_two: [u8; WAYS / 4] = std::array::from_fn(|way| of_four[way].min(of_four[WAYS / 4 + way]));
        of_two[0].min(of_two[1])
    }
}

impl Summed {
    /// If the sums of some two prices are what the classes of suits and honors lack when they are merged. Of classes that stand for
    /// a void suit, if any do, each hand has just one.
    #[inline(never)] // Measured: as a part of the compiler's loop it takes half as long again.
    pub(super) fn new(
        grid: Grid,
        goal: (usize, usize),
        suits: &[CostRow],
        honors: &[CostRow],
        is_void: impl Fn(usize) -> bool,
    ) -> Option<Summed> {
        let things = goal.0 + goal.1;
        let all_things = i32::from(things as u8);
        if grid.len() != things + 1 || suits.len().pow(3) * honors.len() > COMPARED {
            return None;
        }
        let voids: Vec<bool> = (0..suits.len()).map(is_void).collect();
        let asks_void = voids.contains(&true);
        let merger = Merger::new(grid);
        let two_suits = merger.merge_all(suits, suits);
        let suit_honors = merger.merge_all(suits, honors);
        let others: Vec<Turned> = suit_honors.into_iter().map(|row| merger.turned(goal, row)).collect();
        [[0, 1], [1, 2]].into_iter().find_map(|prices| {
            let of = |rows: &[CostRow]| -> Vec<[i32; PRICES]> {
                rows.iter().map(|row| prices.map(|price| at_price(row, grid, price))).collect()
            };
            let (of_suits, of_honors) = (of(suits), of(honors));
            let sum = |parts: [[i32; PRICES]; 4]| {
                let lacking =
                    |price: usize| prices[price] * all_things + parts.iter().map(|shares| shares[price]).sum::<i32>();
                lacking(0).max(lacking(1)).clamp(0, LOST.into())
            };
            for one in 0..suits.len() {
                // Two suits are alike.
                for other in 0..=one {
                    for third in 0..suits.len() {
                        let void = [one, other, third].into_iter().filter(|&suit| voids[suit]).count();
                        if asks_void && void != 1 {
                            continue;
                        }
                        for (honor, &of_honors) in of_honors.iter().enumerate() {
                            let lacking =
                                others[third * honors.len() + honor].lacks(two_suits[one * suits.len() + other]);
                            let parts = [of_suits[one], of_suits[other], of_suits[third], of_honors];
                            if sum(parts) != i32::from(lacking) {
                                return None;
                            }
                        }
                    }
                }
            }
            let least = |of: &[[i32; PRICES]], price: usize| of.iter().map(|shares| shares[price]).min().unwrap_or(0);
            let raised = |of: &[[i32; PRICES]]| -> Vec<[u8; PRICES]> {
                of.iter()
                    .map(|shares| [0, 1].map(|price| (shares[price] - least(of, price)).cast_unsigned() as u8))
                    .collect()
            };
            let less = [0, 1]
                .map(|price| -(prices[price] * all_things + 3 * least(&of_suits, price) + least(&of_honors, price)));
            let less = [u8::try_from(less[0]).ok()?, u8::try_from(less[1]).ok()?];
            let summed = Summed { suits: raised(&of_suits), honors: raised(&of_honors), less };
            // Sums of a byte each, of at most one void suit.
            let fits = |price: usize| {
                let most = |shares: &mut dyn Iterator<Item = &[u8; PRICES]>| {
                    shares.map(|shares| usize::from(shares[price])).max().unwrap_or(0)
                };
                let not_void = summed.suits.iter().zip(&voids).filter(|&(_, void)| !void).map(|(shares, _)| shares);
                most(&mut summed.suits.iter()) + 2 * most(&mut not_void.clone()) + most(&mut summed.honors.iter())
                    <= u8::MAX.into()
            };
            (fits(0) && fits(1)).then_some(summed)
        })
    }
}

/// What a part lacks at best for any number of things, each of which is worth the price.
fn at_price(CostRow(row): &CostRow, grid: Grid, price: i32) -> i32 {
    let reached = row[..grid.len()].iter().enumerate().filter(|&(_, &cost)| cost < LOST);
    reached.map(|(things, &cost)| i32::from(cost) - price * i32::from(things as u8)).min().unwrap_or(LOST.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Of one way, a kind lowers what a hand lacks if it lowers each price that is as high.
        #[test]
        fn kinds_lower_the_nearest_way(
            sums: [u8; FEW_SHARES],
            less in prop::array::uniform4(0..40_u8),
            kinds: [u16; FEW_SHARES],
        ) {
            let at_price = |share: usize| sums[share].saturating_sub(less[share]);
            let of_way = |way: usize| at_price(way).max(at_price(way + FEW));
            let lacking = (0..FEW).map(of_way).min().unwrap_or(LOST);
            prop_assume!((1..LOST).contains(&lacking));
            let price_falls = |share: usize| if at_price(share) < lacking { u16::MAX } else { kinds[share] };
            let nearest = (0..FEW).filter(|&way| of_way(way) == lacking);
            let expected = nearest.fold(0, |all, way| all | price_falls(way) & price_falls(way + FEW));
            let [sums, less] = [sums, less].map(u32::from_le_bytes);
            prop_assert_eq!(lowering(sums, less, lacking, [&kinds]), [expected]);
            prop_assert_eq!(lowering(sums, less, lacking - 1, [&kinds]), [0]);
        }
    }
}
