//! The module's memory, through which requests and answers go: JavaScript asks for [`paili_room`], writes the request
//! there, calls [`paili_ask`] and reads the answer from [`paili_answer`] on. Of many hands, it writes the counts there and calls
//! [`paili_distances`] or [`paili_useful`], which take no detour through JSON.
//!
//! Numbers and addresses are all that goes through a function's arguments, so no generated code has to stand between.
// Only for the names of the functions: each `no_mangle` has a name that nothing else has. No memory is touched by hand.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::batch::Hands;
use crate::failure::Failure;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static HANDS: RefCell<Hands> = RefCell::new(Hands::default());
}

/// Makes room for a request of this number of bytes of UTF-8, and tells where. It lasts until the next call.
// SAFETY: no other function of the module, or of what it is linked with, begins with `paili_`.
#[unsafe(no_mangle)]
pub extern "C" fn paili_room(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request that was written into its room, and tells how many bytes of UTF-8 the answer has.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn paili_ask() -> usize {
    let request = REQUEST.with_borrow_mut(std::mem::take);
    let answer = crate::ask(&String::from_utf8_lossy(&request)).into_bytes();
    let bytes = answer.len();
    ANSWER.set(answer);
    bytes
}

/// Where the last answer begins. It lasts until the next is asked for.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn paili_answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// Has the counts of later calls be of hands of the rule set that the request in its room names. Without an answer; what the
/// number means is told at [`paili_distances`].
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn paili_choose() -> isize {
    write_answer(|request, _| {
        HANDS.set(Hands::read(request)?);
        Ok(())
    })
}

/// Finds the distances of the hands whose counts are in the room, and tells how many bytes the answer has. A
/// number below 0 means so many bytes of JSON that tell what is wrong.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn paili_distances() -> isize {
    write_answer(|counts, answer| HANDS.with_borrow(|hands| hands.distances(counts, answer)))
}

/// The same of their useful tiles.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn paili_useful() -> isize {
    write_answer(|counts, answer| HANDS.with_borrow(|hands| hands.useful(counts, answer)))
}

fn write_answer(write: impl FnOnce(&[u8], &mut Vec<u8>) -> Result<(), Failure>) -> isize {
    REQUEST.with_borrow(|request| {
        ANSWER.with_borrow_mut(|answer| {
            answer.clear();
            let Err(failure) = write(request, answer) else { return answer.len().cast_signed() };
            *answer = failure.to_json().into_bytes();
            -answer.len().cast_signed()
        })
    })
}
