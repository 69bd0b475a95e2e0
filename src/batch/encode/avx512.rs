//! A hand at a time in registers of 64 bytes.
//!
//! Counts are digits to the base of five. One instruction (`vpermb`) puts the digits of all parts in groups of four, another
//! (`vpdpbusd`) multiplies each of a group by 1, 5, 25 and 125 and adds them up; then the groups of a part are joined.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_add_epi32, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_add_epi64, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm512_castsi512_si256, _mm512_cmpgt_epu8_mask,
    _mm512_dpbusd_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_maskz_loadu_epi8, _mm512_max_epu8,
    _mm512_mullo_epi32, _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_sad_epu8, _mm512_set1_epi8, _mm512_set1_epi32,
    _mm512_setr_epi32, _mm512_setzero_si512, _mm512_slli_epi64,
};

use super::{Copies, RegularCounts, Room, portable};
use crate::codes::Codes;
use crate::tile::Tile;

/// Hands whose totals are added up together.
const GROUP: usize = 4;

/// Reads hands four at a time, and what is left at the end in the portable way.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vnni")]
pub(super) fn encode(hands: &[RegularCounts], room: &mut Room) -> Copies {
    let (groups, rest) = hands.as_chunks::<GROUP>();
    let (codes, rest_codes) = room.codes[..hands.len()].as_chunks_mut::<GROUP>();
    let (totals, rest_totals) = room.totals[..hands.len()].as_chunks_mut::<GROUP>();
    let mut highest = _mm512_setzero_si512();
    for ((hands, codes), totals) in groups.iter().zip(codes).zip(totals) {
        let mut sums = _mm512_setzero_si512();
        for place in (0..GROUP).rev() {
            let counts = load(&hands[place]);
            highest = _mm512_max_epu8(highest, counts);
            codes[place] = code(counts);
            // The counts of eight kinds are added up into sixteen bits, and those of four hands put side by side.
            let eights = _mm512_sad_epu8(counts, _mm512_setzero_si512());
            sums = _mm512_or_si512(_mm512_slli_epi64::<16>(sums), eights);
        }
        *totals = add_up(sums);
    }
    let rest = portable::encode_each(rest, rest_codes, rest_totals);
    if _mm512_cmpgt_epu8_mask(highest, _mm512_set1_epi8(4)) == 0 { rest } else { Copies::TooMany }
}

/// A hand's counts, and zeros behind them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(hand: &RegularCounts) -> __m512i {
    // SAFETY: only the bytes of the hand are read; this load needs no alignment.
    unsafe { _mm512_maskz_loadu_epi8((1 << Tile::REGULAR_COUNT) - 1, hand.as_ptr().cast()) }
}

/// For each byte of a register, which count belongs there: the first four digits of all parts, the next four, the last
/// digit, and nothing.
static PLACES: [u8; 64] = {
    // The first zero behind the counts.
    let mut places = [Tile::REGULAR_COUNT as u8; 64];
    let mut kind = 0;
    while kind < Tile::REGULAR_COUNT {
        let (part, digit) = (kind / 9, kind % 9);
        places[digit / 4 * 16 + part * 4 + digit % 4] = kind as u8;
        kind += 1;
    }
    places
};

/// The codes of a hand.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vnni")]
fn code(counts: __m512i) -> Codes {
    // SAFETY: these are 64 bytes, and this load needs no alignment.
    let places = unsafe { _mm512_loadu_si512(PLACES.as_ptr().cast()) };
    let digits = _mm512_permutexvar_epi8(places, counts);
    let powers = _mm512_set1_epi32(i32::from_le_bytes([1, 5, 25, 125]));
    let fours = _mm512_dpbusd_epi32(_mm512_setzero_si512(), digits, powers);
    let (second, third) = (625, 390_625);
    let places = _mm512_setr_epi32(1, 1, 1, 1, second, second, second, second, third, third, third, third, 0, 0, 0, 0);
    let parts = _mm512_mullo_epi32(fours, places);
    let halves = _mm256_add_epi32(_mm512_castsi512_si256(parts), _mm512_extracti64x4_epi64::<1>(parts));
    let numbers = _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves));
    // SAFETY: both are sixteen bytes of which any value is one.
    let [characters, dots, bamboos, honors] = unsafe { std::mem::transmute::<__m128i, [u32; 4]>(numbers) };
    Codes::numbered([characters, dots, bamboos], honors)
}

/// Adds up eight numbers of sixteen bits for each of four hands.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_up(sums: __m512i) -> [u8; GROUP] {
    let half = _mm256_add_epi64(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64::<1>(sums));
    let quarter = _mm_add_epi64(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
    let sums = _mm_cvtsi128_si64(_mm_add_epi64(quarter, _mm_unpackhi_epi64(quarter, quarter)));
    let [first, _, second, _, third, _, fourth, _] = sums.to_le_bytes();
    [first, second, third, fourth]
}
