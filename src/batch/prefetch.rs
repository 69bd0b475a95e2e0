//! Asking for memory before it is needed.
#![allow(unsafe_code)]

use super::encode::RegularCounts;

/// Bytes that memory is fetched in.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Has the counts of some hands fetched, if there are so many. Done while others are looked up, it saves a quarter of the
/// time where the counts of many hands lie further away than the caches (`cargo bench --bench batch`).
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn prefetch<const N: usize>(hands: &[RegularCounts], begin: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    let bytes = hands.as_flattened().as_ptr().wrapping_add(begin * size_of::<RegularCounts>());
    // The last line of these is the first of the next.
    for line in 0..N * size_of::<RegularCounts>() / LINE {
        // SAFETY: this is a hint, which may name any address: nothing is read where nothing is.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.wrapping_add(line * LINE).cast()) };
    }
}

/// Other processors are left to themselves.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn prefetch<const N: usize>(_: &[RegularCounts], _: usize) {}
