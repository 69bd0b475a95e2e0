//! The functions that C calls. What they are asked, answer and expect of pointers, `paili.h` says.
//!
//! Each ends with a [`Status`], and no panic leaves one.
#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "paili.h says what each pointer has to be")]

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use paili::Distance;

use crate::failure::{Failure, LastError, Status};
use crate::rules::{Analysis, Discard, RegularCounts, Rules};

/// The version, such as `1.2.3`.
#[unsafe(no_mangle)]
pub extern "C" fn paili_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Why the last call of this thread that failed did.
#[unsafe(no_mangle)]
pub extern "C" fn paili_last_error() -> *const LastError {
    LastError::address()
}

/// A ready-made rule set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_rules_named(name: *const c_char, rules: *mut *mut Rules) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (name, rules) = unsafe { (text(name, "name")?, place(rules, "rules")?) };
        rules.write(Box::into_raw(Box::new(Rules::named(name)?)));
        Ok(())
    })
}

/// A rule set that JSON describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_rules_described(json: *const c_char, rules: *mut *mut Rules) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (json, rules) = unsafe { (text(json, "json")?, place(rules, "rules")?) };
        rules.write(Box::into_raw(Box::new(Rules::described(json)?)));
        Ok(())
    })
}

/// Gives a rule set back, or does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_rules_free(rules: *mut Rules) {
    if !rules.is_null() {
        // SAFETY: it came from a box of the functions above, and comes back once.
        drop(unsafe { Box::from_raw(rules) });
    }
}

/// The counts of a hand that is written in any notation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_read_hand(rules: *const Rules, hand: *const c_char, counts: *mut u8) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (rules, hand) = unsafe { (at(rules, "rules")?, text(hand, "hand")?) };
        // SAFETY: the same.
        let counts = unsafe { place(counts.cast::<RegularCounts>(), "counts")? };
        counts.write(rules.read_hand(hand)?);
        Ok(())
    })
}

/// The distance of a hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_distance(rules: *const Rules, counts: *const u8, distance: *mut Distance) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (rules, counts) = unsafe { (at(rules, "rules")?, at(counts.cast(), "counts")?) };
        // SAFETY: the same.
        let distance = unsafe { place(distance, "distance")? };
        distance.write(rules.distance(counts)?);
        Ok(())
    })
}

/// The distance, the useful tiles and the acceptance of a hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_analyse(
    rules: *const Rules,
    counts: *const u8,
    visible: *const u8,
    analysis: *mut Analysis,
) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (rules, counts) = unsafe { (at(rules, "rules")?, at(counts.cast(), "counts")?) };
        // SAFETY: the same.
        let (visible, analysis) = unsafe { (visible.cast::<RegularCounts>().as_ref(), place(analysis, "analysis")?) };
        analysis.write(rules.analyse(counts, visible)?);
        Ok(())
    })
}

/// Every discard of a hand, the best first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_discards(
    rules: *const Rules,
    counts: *const u8,
    visible: *const u8,
    discards: *mut Discard,
    found: *mut usize,
) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (rules, counts) = unsafe { (at(rules, "rules")?, at(counts.cast(), "counts")?) };
        // SAFETY: the same.
        let (visible, found) = unsafe { (visible.cast::<RegularCounts>().as_ref(), place(found, "found")?) };
        // SAFETY: the same.
        let discards = unsafe { places(discards, Rules::MOST_DISCARDS, "discards")? };
        found.write(rules.discards(counts, visible, discards)?);
        Ok(())
    })
}

/// The distance of each of many hands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_distance_batch(
    rules: *const Rules,
    counts: *const u8,
    hands: usize,
    distances: *mut Distance,
) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (rules, counts) = unsafe { (at(rules, "rules")?, rows(counts, hands)?) };
        // SAFETY: the same.
        let out = unsafe { places(distances, hands, "distances")? };
        out.fill(MaybeUninit::new(Distance::NEVER));
        // SAFETY: the same places, which hold distances now.
        let out = unsafe { &mut *(&raw mut *out as *mut [Distance]) };
        rules.distances(counts, out)
    })
}

/// The distance, the useful tiles and the acceptance of each of many hands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn paili_analyse_batch(
    rules: *const Rules,
    counts: *const u8,
    hands: usize,
    analyses: *mut Analysis,
) -> Status {
    answered(|| {
        // SAFETY: as paili.h asks.
        let (rules, counts) = unsafe { (at(rules, "rules")?, rows(counts, hands)?) };
        // SAFETY: the same.
        let out = unsafe { places(analyses, hands, "analyses")? };
        rules.analyses(counts, out)
    })
}

/// Does the work, and keeps why it failed if it did.
fn answered(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    // What a panic leaves half done is nobody's: rule sets don't change, and whoever called knows that answers are not there.
    match catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::panic(&*payload))) {
        Ok(()) => Status::Ok,
        Err(failure) => failure.keep(),
    }
}

/// What is at an address.
unsafe fn at<'a, T>(address: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: whoever calls says that it is there for this long and does not change, unless the address is null.
    unsafe { address.as_ref() }.ok_or_else(|| Failure::null(name))
}

/// Where an answer goes, whatever is there now.
unsafe fn place<'a, T>(address: *mut T, name: &str) -> Result<&'a mut MaybeUninit<T>, Failure> {
    // SAFETY: whoever calls says that nobody else uses it meanwhile, unless the address is null.
    unsafe { address.cast::<MaybeUninit<T>>().as_mut() }.ok_or_else(|| Failure::null(name))
}

/// Where many answers go. Of none, the address may be null.
unsafe fn places<'a, T>(address: *mut T, number: usize, name: &str) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    check_length::<T>(address, number, name)?;
    if number == 0 {
        return Ok(&mut []);
    }
    // SAFETY: as in `place`, and memory can hold so many.
    Ok(unsafe { slice::from_raw_parts_mut(address.cast(), number) })
}

/// The counts of many hands. Of none, the address may be null.
unsafe fn rows<'a>(address: *const u8, hands: usize) -> Result<&'a [RegularCounts], Failure> {
    check_length::<RegularCounts>(address.cast(), hands, "counts")?;
    if hands == 0 {
        return Ok(&[]);
    }
    // SAFETY: as in `at`, and memory can hold so many.
    Ok(unsafe { slice::from_raw_parts(address.cast(), hands) })
}

/// Memory can hold so many, and they are somewhere.
fn check_length<T>(address: *const T, number: usize, name: &str) -> Result<(), Failure> {
    if number > isize::MAX.cast_unsigned() / size_of::<T>() {
        return Err(Failure::new(Status::TooMany, format!("{number} hands: more than memory can hold")));
    }
    if address.is_null() && number > 0 { Err(Failure::null(name)) } else { Ok(()) }
}

/// A text in UTF-8.
unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: whoever calls says that a zero ends it, and that it does not change meanwhile.
    let bytes = unsafe { CStr::from_ptr(text) }.to_bytes();
    str::from_utf8(bytes).map_err(|error| {
        let status = if name == "hand" { Status::BadTiles } else { Status::BadRules };
        Failure::new(
            status,
            format!("{name}: {} at byte {}: expected UTF-8", paili::excerpt(bytes), error.valid_up_to()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_told_as_faults_of_the_library() {
        let status = answered(|| panic!("no {}", "reason"));
        assert_eq!(status, Status::Bug);
        // SAFETY: it is this thread's.
        let message = unsafe { CStr::from_ptr((&raw const (*paili_last_error()).message).cast()) };
        assert_eq!(message.to_str(), Ok("a fault of paili: no reason"));
    }
}
