//! The crates that decode Parquet panic at some damaged files. That is no fault of the program's, and is not told as one.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What a decoder says, or none if it panics, which nobody hears of. It is of no use afterwards.
pub fn quietly<T>(decode: impl FnOnce() -> T) -> Option<T> {
    static HUSH: Once = Once::new();
    HUSH.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                tell(panic);
            }
        }));
    });
    QUIET.set(true);
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode)).ok();
    QUIET.set(false);
    decoded
}
