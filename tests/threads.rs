//! Work on all threads. What shares it out is compiled once for all tests: rayon's own calls are compiled anew for each loop,
//! which was a third of the program.

use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

/// Works on pieces, by number.
pub fn each(pieces: Range<u64>, work: &(dyn Fn(u64) + Sync)) {
    pieces.into_par_iter().for_each(work);
}

/// Works on what lies in memory.
pub fn each_of<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    each(0..all.len() as u64, &|number| work(&all[number as usize]));
}

/// What comes of so many pieces, in their order.
pub fn results<T: Send>(pieces: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..pieces).map(|_| Mutex::default()).collect();
    each(0..pieces, &|piece| *results[piece as usize].lock().unwrap() = Some(work(piece)));
    results.into_iter().map(|result| result.into_inner().unwrap().unwrap()).collect()
}

/// The same of what lies in memory.
pub fn results_of<I: Sync, T: Send>(all: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    results(all.len() as u64, |number| work(&all[number as usize]))
}
