//! The module's memory, through which requests and answers go: JavaScript asks for [`paili_room`], writes the request
//! there, calls [`paili_ask`] and reads the answer from [`paili_answer`] on.
//!
//! Numbers and addresses are all that goes through a function's arguments, so no generated code has to stand between.
// Only for the names of the functions: each `no_mangle` has a name that nothing else has. No memory is touched by hand.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
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
