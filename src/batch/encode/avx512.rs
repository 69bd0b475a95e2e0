//! A hand at a time in registers of 32 bytes, with the instructions that AVX-512 brought.
//!
//! Counts are digits to the base of five. One instruction (`vpermb`) puts the first four digits of all parts side by side,
//! and so the next four; another (`vpdpbusd`) multiplies each of four by its power of five and adds them up.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_add_epi64, _mm_cvtsi128_si64, _mm_dpbusd_epi32, _mm_mullo_epi32,
    _mm_set1_epi32, _mm_unpackhi_epi64, _mm256_add_epi8, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_cmpgt_epu8_mask, _mm256_dpbusd_epi32, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_or_si256, _mm256_permutexvar_epi8, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_setr_epi32,
    _mm256_setzero_si256, _mm256_slli_epi64,
};

use super::buffer::{Buffer, Copies, RegularCounts};
use super::portable;
use crate::codes::{Code, Codes};
use crate::tile::Tile;

/// Hands whose totals are added up together.
const GROUP: usize = 4;

/// Reads hands four at a time, and what is left at the end in the portable way.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni")]
pub(super) fn encode(hands: &[RegularCounts], room: &mut Buffer) -> Copies {
    let (groups, rest) = hands.as_chunks::<GROUP>();
    let (codes, rest_codes) = room.codes[..hands.len()].as_chunks_mut::<GROUP>();
    let (totals, rest_totals) = room.totals[..hands.len()].as_chunks_mut::<GROUP>();
    let mut highest = _mm256_setzero_si256();
    let last_two = _mm256_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0xffff << 16);
    for ((hands, codes), totals) in groups.iter().zip(codes).zip(totals) {
        let mut sums = _mm256_setzero_si256();
        for place in (0..GROUP).rev() {
            let (front, back) = load(&hands[place]);
            highest = _mm256_max_epu8(highest, _mm256_max_epu8(front, back));
            codes[place] = code(front, back);
            // The last two counts are only at the back. Those of eight kinds are added up into sixteen bits, and those of
            // four hands put side by side.
            let all = _mm256_add_epi8(front, _mm256_and_si256(back, last_two));
            let eights = _mm256_sad_epu8(all, _mm256_setzero_si256());
            sums = _mm256_or_si256(_mm256_slli_epi64::<16>(sums), eights);
        }
        *totals = add_up(sums);
    }
    let rest = portable::encode_each(rest, rest_codes, rest_totals);
    if _mm256_cmpgt_epu8_mask(highest, _mm256_set1_epi8(4)) == 0 { rest } else { Copies::TooMany }
}

/// How many counts lie before the back of a hand.
const BACK: usize = Tile::REGULAR_COUNT - size_of::<__m256i>();

/// The first and the last 32 counts of a hand.
#[inline]
#[target_feature(enable = "avx2")]
fn load(hand: &RegularCounts) -> (__m256i, __m256i) {
    let [front, back] = [0, BACK].map(|begin| hand[begin..].as_ptr().cast());
    // SAFETY: there are 32 counts from either place on, and this load needs no alignment.
    unsafe { (_mm256_loadu_si256(front), _mm256_loadu_si256(back)) }
}

/// Which counts go where, by their places at the front and at the back. From the front: the first four digits of all parts,
/// and then each suit's last digit three times, since its power does not fit a byte. From the back: the next four.
static PLACES: [[u8; 32]; 2] = {
    let mut places = [[0; 32]; 2];
    let mut kind = 0;
    while kind < Tile::REGULAR_COUNT {
        let (part, digit) = (kind / 9, kind % 9);
        match digit {
            0..4 => places[0][part * 4 + digit] = kind as u8,
            4..8 => places[1][part * 4 + digit - 4] = (kind - BACK) as u8,
            _ => {
                let mut copy = 0;
                while copy < 3 {
                    places[0][16 + part * 4 + copy] = kind as u8;
                    copy += 1;
                }
            }
        }
        kind += 1;
    }
    places
};

/// The codes of a hand.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni")]
fn code(front: __m256i, back: __m256i) -> Codes {
    // SAFETY: each is 32 bytes, and this load needs no alignment.
    let [for_front, for_back] = PLACES.each_ref().map(|places| unsafe { _mm256_loadu_si256(places.as_ptr().cast()) });
    let [four, ninth] = [[1, 5, 25, 125], [255, 255, 115, 0]].map(i32::from_le_bytes);
    let honors_begin = (Code::HONORS_BEGIN.index() as u32).cast_signed();
    // What a part has nothing of is multiplied by zero.
    let three = i32::from_le_bytes([1, 5, 25, 0]);
    let powers = _mm256_setr_epi32(four, four, four, four, ninth, ninth, ninth, 0);
    let begins = _mm256_setr_epi32(0, 0, 0, honors_begin, 0, 0, 0, 0);
    let first = _mm256_dpbusd_epi32(begins, powers, _mm256_permutexvar_epi8(for_front, front));
    let (first, ninth) = (_mm256_castsi256_si128(first), _mm256_extracti128_si256::<1>(first));
    let powers = _mm256_castsi256_si128(_mm256_setr_epi32(four, four, four, three, 0, 0, 0, 0));
    let next = _mm256_castsi256_si128(_mm256_permutexvar_epi8(for_back, back));
    let upper = _mm_mullo_epi32(_mm_dpbusd_epi32(ninth, powers, next), _mm_set1_epi32(625));
    // SAFETY: both are sixteen bytes of which any value is one.
    Codes::from_numbers(unsafe { std::mem::transmute::<__m128i, [u32; 4]>(_mm_add_epi32(first, upper)) })
}

/// Adds up four numbers of sixteen bits for each of four hands.
#[inline]
#[target_feature(enable = "avx2")]
fn add_up(sums: __m256i) -> [u16; GROUP] {
    let half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let sums = _mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
    [0, 16, 32, 48].map(|begin| (sums.cast_unsigned() >> begin) as u16)
}
