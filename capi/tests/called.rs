//! The functions, called as C calls them.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char};
use std::ptr;

use paili::Distance;
use paili_capi::border::{
    paili_analyse, paili_analyse_batch, paili_discards, paili_distance, paili_distance_batch, paili_last_error,
    paili_read_hand, paili_rules_described, paili_rules_free, paili_rules_named,
};
use paili_capi::{Analysis, Discard, RegularCounts, Rules, Status};

/// A rule set, which is given back when this is dropped.
#[derive(Debug)]
pub struct Called(*mut Rules);

// SAFETY: paili.h says that threads may share one.
unsafe impl Sync for Called {}

/// What `paili_last_error` tells.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    pub status: Status,
    pub row: usize,
    pub kind: i32,
    pub message: String,
}

const NOTHING: Analysis = Analysis { useful: u64::MAX, acceptance: u32::MAX, distance: u8::MAX };

impl Called {
    pub fn named(name: &str) -> Result<Called, Told> {
        Called::make(paili_rules_named, name)
    }

    pub fn described(json: &str) -> Result<Called, Told> {
        Called::make(paili_rules_described, json)
    }

    /// What C holds.
    pub fn address(&self) -> *const Rules {
        self.0
    }

    fn make(make: unsafe extern "C" fn(*const c_char, *mut *mut Rules) -> Status, text: &str) -> Result<Called, Told> {
        let (text, mut rules) = (CString::new(text).unwrap(), ptr::null_mut());
        // SAFETY: both are there until the call has ended; so they are below.
        answered(unsafe { make(text.as_ptr(), &raw mut rules) })?;
        Ok(Called(rules))
    }

    pub fn read_hand(&self, hand: &CStr) -> Result<RegularCounts, Told> {
        let mut counts = [u8::MAX; 34];
        // SAFETY: as above.
        answered(unsafe { paili_read_hand(self.0, hand.as_ptr(), counts.as_mut_ptr()) })?;
        Ok(counts)
    }

    pub fn distance(&self, counts: &RegularCounts) -> Result<u8, Told> {
        let mut distance = Distance::NEVER;
        // SAFETY: as above.
        answered(unsafe { paili_distance(self.0, counts.as_ptr(), &raw mut distance) })?;
        Ok(distance.get())
    }

    pub fn analyse(&self, counts: &RegularCounts, visible: Option<&RegularCounts>) -> Result<Analysis, Told> {
        let visible = visible.map_or(ptr::null(), |visible| visible.as_ptr());
        let mut analysis = NOTHING;
        // SAFETY: as above.
        answered(unsafe { paili_analyse(self.0, counts.as_ptr(), visible, &raw mut analysis) })?;
        Ok(analysis)
    }

    pub fn discards(&self, counts: &RegularCounts, visible: Option<&RegularCounts>) -> Result<Vec<Discard>, Told> {
        let visible = visible.map_or(ptr::null(), |visible| visible.as_ptr());
        let mut discards = vec![Discard { after: NOTHING, kind: u8::MAX }; Rules::MOST_DISCARDS];
        let mut found = usize::MAX;
        // SAFETY: as above.
        answered(unsafe { paili_discards(self.0, counts.as_ptr(), visible, discards.as_mut_ptr(), &raw mut found) })?;
        discards.truncate(found);
        Ok(discards)
    }

    /// With the error, the answers before it.
    pub fn distances(&self, hands: &[RegularCounts]) -> (Result<(), Told>, Vec<u8>) {
        let mut distances = vec![Distance::WON; hands.len()];
        // SAFETY: as above.
        let status =
            unsafe { paili_distance_batch(self.0, hands.as_ptr().cast(), hands.len(), distances.as_mut_ptr()) };
        (answered(status), distances.into_iter().map(Distance::get).collect())
    }

    /// The same.
    pub fn analyses(&self, hands: &[RegularCounts]) -> (Result<(), Told>, Vec<Analysis>) {
        let mut analyses = vec![NOTHING; hands.len()];
        // SAFETY: as above.
        let status = unsafe { paili_analyse_batch(self.0, hands.as_ptr().cast(), hands.len(), analyses.as_mut_ptr()) };
        (answered(status), analyses)
    }
}

impl Drop for Called {
    fn drop(&mut self) {
        // SAFETY: nobody asks it any more.
        unsafe { paili_rules_free(self.0) };
    }
}

pub fn answered(status: Status) -> Result<(), Told> {
    let told = last_error();
    if status == Status::Ok {
        return Ok(());
    }
    assert_eq!(told.status, status);
    Err(told)
}

pub fn last_error() -> Told {
    // SAFETY: it is this thread's, and stays while nothing else fails.
    let error = unsafe { &*paili_last_error() };
    let message = CStr::from_bytes_until_nul(&error.message).unwrap().to_str().unwrap().to_owned();
    Told { status: error.status, row: error.row, kind: error.kind, message }
}
