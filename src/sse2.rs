//! Sixteen bytes at once, by instructions that every x86-64 processor has.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cvtsi128_si64, _mm_max_epu8,
    _mm_movemask_epi8, _mm_sad_epu8, _mm_set_epi64x, _mm_set1_epi8, _mm_setzero_si128, _mm_srli_epi64, _mm_sub_epi64,
    _mm_unpackhi_epi64,
};

/// Bytes in words of eight.
type Words = [u64; 5];

/// Whether no byte is above four.
#[inline]
pub(crate) fn are_at_most_four(words: Words) -> bool {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { at_most_four(registers(words)) }
}

/// The bytes, a bit each, that are above 0, 1, 2 and 3, of bytes of at most four.
#[inline]
pub(crate) fn above_each(words: Words) -> [u64; 4] {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let registers = registers(words);
        [above(registers, 0), above(registers, 1), above(registers, 2), above(registers, 3)]
    }
}

/// How many bits are set in each of two words. An instruction that counts them came later.
#[inline]
pub(crate) fn bits_set(words: [u64; 2]) -> [u8; 2] {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { count(words) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn registers([first, second, third, fourth, last]: Words) -> [__m128i; 3] {
    [register([first, second]), register([third, fourth]), register([last, 0])]
}

#[inline]
#[target_feature(enable = "sse2")]
fn register([lower, upper]: [u64; 2]) -> __m128i {
    _mm_set_epi64x(upper.cast_signed(), lower.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn at_most_four([front, middle, back]: [__m128i; 3]) -> bool {
    let four = _mm_set1_epi8(4);
    let most = _mm_max_epu8(_mm_max_epu8(front, middle), _mm_max_epu8(back, four));
    _mm_movemask_epi8(_mm_cmpeq_epi8(most, four)) == 0xffff
}

#[inline]
#[target_feature(enable = "sse2")]
fn above([front, middle, back]: [__m128i; 3], number: i8) -> u64 {
    let number = _mm_set1_epi8(number);
    let front = _mm_movemask_epi8(_mm_cmpgt_epi8(front, number)).cast_unsigned();
    let middle = _mm_movemask_epi8(_mm_cmpgt_epi8(middle, number)).cast_unsigned();
    let back = _mm_movemask_epi8(_mm_cmpgt_epi8(back, number)).cast_unsigned();
    u64::from(front) | u64::from(middle) << 16 | u64::from(back) << 32
}

#[inline]
#[target_feature(enable = "sse2")]
fn count(words: [u64; 2]) -> [u8; 2] {
    let (every_other, twos, fours) = (_mm_set1_epi8(0x55), _mm_set1_epi8(0x33), _mm_set1_epi8(0x0f));
    let words = register(words);
    // Sums of two bits, of four, of eight, and of all.
    let sums = _mm_sub_epi64(words, _mm_and_si128(_mm_srli_epi64::<1>(words), every_other));
    let sums = _mm_add_epi64(_mm_and_si128(sums, twos), _mm_and_si128(_mm_srli_epi64::<2>(sums), twos));
    let sums = _mm_and_si128(_mm_add_epi64(sums, _mm_srli_epi64::<4>(sums)), fours);
    let sums = _mm_sad_epu8(sums, _mm_setzero_si128());
    let [one, other] = [_mm_cvtsi128_si64(sums), _mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums))];
    [one.cast_unsigned() as u8, other.cast_unsigned() as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some words, of which many bytes are small.
    fn words() -> impl Iterator<Item = Words> {
        let mut random = 1_u64;
        let mut word = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random ^ random >> 31
        };
        (0..10_000_u32).map(move |number| {
            let mask = if number % 2 == 0 { 0x0303_0303_0303_0303 } else { u64::MAX };
            std::array::from_fn(|place| word() & if place == 4 { mask & 0xffff } else { mask })
        })
    }

    #[test]
    fn bytes_are_compared_as_one_by_one() {
        let mut above_four = 0;
        for words in words() {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let are_small = bytes.iter().all(|&byte| byte <= 4);
            assert_eq!(are_at_most_four(words), are_small, "{words:x?}");
            above_four += u32::from(!are_small);
            if are_small {
                let above = |number: u8| (0..40).fold(0, |set, place| set | u64::from(bytes[place] > number) << place);
                assert_eq!(above_each(words), [0, 1, 2, 3].map(above), "{words:x?}");
            }
        }
        assert!(0 < above_four && above_four < 10_000);
        // One byte too many, wherever it stands.
        for place in 0..34 {
            for byte in [4, 5, 127, 128, 255] {
                let mut words = [0_u64; 5];
                words[place / 8] = byte << (8 * (place % 8));
                assert_eq!(are_at_most_four(words), byte == 4, "{place}: {byte}");
            }
        }
    }

    #[test]
    fn bits_are_counted() {
        let all = words().flatten().chain([0, u64::MAX]).collect::<Vec<_>>();
        for pair in all.windows(2) {
            assert_eq!(bits_set([pair[0], pair[1]]), [pair[0], pair[1]].map(|word| word.count_ones() as u8));
        }
    }
}
