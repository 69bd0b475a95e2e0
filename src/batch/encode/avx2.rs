//! A hand at a time in registers of 32 bytes, each half of which holds a suit or the honors.
//!
//! Counts are digits to the base of five. Multiplying neighbours by 1 and 5 and adding them up makes digits to the base of
//! 25, doing that with 1 and 25 digits to the base of 625, and so on; there are instructions that do so with eight digits
//! of every part at once.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_unpackhi_epi64, _mm_unpacklo_epi64,
    _mm256_add_epi8, _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_hadd_epi32,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epu8, _mm256_or_si256, _mm256_packs_epi32, _mm256_sad_epu8,
    _mm256_set_m128i, _mm256_set1_epi8, _mm256_setr_epi8, _mm256_setr_epi16, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi64, _mm256_subs_epu8, _mm256_testz_si256,
};

use super::buffer::{Buffer, Copies, RegularCounts};
use super::portable;
use crate::codes::Codes;

/// Hands whose totals are added up together.
const GROUP: usize = 4;

/// Reads hands four at a time, and what is left at the end in the portable way.
#[target_feature(enable = "avx2")]
pub(super) fn encode(hands: &[RegularCounts], room: &mut Buffer) -> Copies {
    let (groups, rest) = hands.as_chunks::<GROUP>();
    let (codes, rest_codes) = room.codes[..hands.len()].as_chunks_mut::<GROUP>();
    let (totals, rest_totals) = room.totals[..hands.len()].as_chunks_mut::<GROUP>();
    let mut highest = _mm256_setzero_si256();
    for ((hands, codes), totals) in groups.iter().zip(codes).zip(totals) {
        let [first, second, third, fourth] = [read(&hands[0]), read(&hands[1]), read(&hands[2]), read(&hands[3])];
        for parts in [first, second, third, fourth] {
            highest = _mm256_max_epu8(highest, _mm256_max_epu8(parts[0], parts[1]));
        }
        let [one, other] = join(first, second);
        (codes[0], codes[1]) = (one, other);
        let [one, other] = join(third, fourth);
        (codes[2], codes[3]) = (one, other);
        *totals = sums([first, second, third, fourth]);
    }
    let rest = portable::encode_each(rest, rest_codes, rest_totals);
    let excess = _mm256_subs_epu8(highest, _mm256_set1_epi8(4));
    if _mm256_testz_si256(excess, excess) == 1 { rest } else { Copies::TooMany }
}

/// A hand's parts, of which each takes half a register: characters and bamboos, dots and honors.
#[inline]
#[target_feature(enable = "avx2")]
fn read(hand: &RegularCounts) -> [__m256i; 2] {
    let [characters, dots, bamboos_honors] = [0, 9, 18].map(|begin| load(&hand[begin..]));
    // The other bytes belong to the next part; honors follow the bamboos. A place below zero is a zero.
    let suit = _mm256_setr_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, //
        -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0,
    );
    let suit_and_honors = _mm256_setr_epi8(
        0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1, -1, -1, -1, -1, //
        9, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    );
    [
        _mm256_and_si256(_mm256_set_m128i(bamboos_honors, characters), suit),
        _mm256_shuffle_epi8(_mm256_set_m128i(bamboos_honors, dots), suit_and_honors),
    ]
}

/// The first sixteen bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8]) -> __m128i {
    let bytes: &[u8; 16] = bytes.first_chunk().unwrap_or(&[0; 16]);
    // SAFETY: there are sixteen bytes, and this load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// The codes of two hands.
#[inline]
#[target_feature(enable = "avx2")]
fn join(one: [__m256i; 2], other: [__m256i; 2]) -> [Codes; 2] {
    // Of each hand: the first nine digits of characters and dots in the lower half, of bamboos and honors in the upper.
    let sums = _mm256_hadd_epi32(digits(one), digits(other));
    let (lower, upper) = (_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    [numbered(_mm_unpacklo_epi64(lower, upper)), numbered(_mm_unpackhi_epi64(lower, upper))]
}

/// Of each part, the number that its first eight digits make, and what the ninth adds to it.
#[inline]
#[target_feature(enable = "avx2")]
fn digits(parts: [__m256i; 2]) -> __m256i {
    let ones_fives = _mm256_setr_epi8(
        1, 5, 1, 5, 1, 5, 1, 5, 1, 0, 0, 0, 0, 0, 0, 0, //
        1, 5, 1, 5, 1, 5, 1, 5, 1, 0, 0, 0, 0, 0, 0, 0,
    );
    let pairs = _mm256_setr_epi16(1, 25, 1, 25, 625, 0, 0, 0, 1, 25, 1, 25, 625, 0, 0, 0);
    let fours = _mm256_setr_epi16(1, 625, 625, 0, 1, 625, 625, 0, 1, 625, 625, 0, 1, 625, 625, 0);
    let one = _mm256_madd_epi16(_mm256_maddubs_epi16(parts[0], ones_fives), pairs);
    let other = _mm256_madd_epi16(_mm256_maddubs_epi16(parts[1], ones_fives), pairs);
    _mm256_madd_epi16(_mm256_packs_epi32(one, other), fours)
}

/// Characters, dots, bamboos and honors in one register.
#[inline]
#[target_feature(enable = "avx2")]
fn numbered(numbers: __m128i) -> Codes {
    // SAFETY: both are sixteen bytes of which any value is one.
    let [characters, dots, bamboos, honors] = unsafe { std::mem::transmute::<__m128i, [u32; 4]>(numbers) };
    Codes::numbered([characters, dots, bamboos], honors)
}

/// How many tiles each of four hands holds.
#[inline]
#[target_feature(enable = "avx2")]
fn sums([first, second, third, fourth]: [[__m256i; 2]; GROUP]) -> [u16; GROUP] {
    // The counts of eight kinds are added up into sixteen bits, and those of four hands put side by side.
    let eights = [first, second, third, fourth].map(|parts| {
        let both = _mm256_add_epi8(parts[0], parts[1]);
        _mm256_sad_epu8(both, _mm256_setzero_si256())
    });
    let lower = _mm256_or_si256(eights[0], _mm256_slli_epi64::<16>(eights[1]));
    let upper = _mm256_or_si256(_mm256_slli_epi64::<32>(eights[2]), _mm256_slli_epi64::<48>(eights[3]));
    let all = _mm256_or_si256(lower, upper);
    let half = _mm_add_epi64(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
    let sums = _mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
    [0, 16, 32, 48].map(|begin| (sums.cast_unsigned() >> begin) as u16)
}
