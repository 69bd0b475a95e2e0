//! How the program refuses bad input.

use std::process::Output;

/// Asserts that a run is refused with exit status 2 and one message on standard error, and gives back what it printed.
#[track_caller]
pub fn refused(output: &Output, message: &str) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.trim_end(), format!("error: {message}"));
    String::from_utf8(output.stdout.clone()).unwrap()
}
