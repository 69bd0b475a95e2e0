//! The crates that decode Parquet panic at some damaged files. That is no fault of the program's, and is not told as one.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use parquet::errors::{ParquetError, Result};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What a decoder says. If it panics, only an error tells of it, and it is of no use afterwards.
pub fn catching_panics<T, E: Into<ParquetError>>(decode: impl FnOnce() -> std::result::Result<T, E>) -> Result<T> {
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
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode));
    QUIET.set(false);
    match decoded {
        Ok(decoded) => decoded.map_err(Into::into),
        Err(_) => Err(ParquetError::General("it can't be decoded".to_owned())),
    }
}
