//! How long a run of the tests takes. Without anything, minutes: every promise is tried, on fewer hands. The environment variable
//! `PAILI_TESTS=long` has all of it, for whoever merges or makes a version.

/// How much to try: in a short run, and in a long one.
pub fn short_or_long<T>(short: T, long: T) -> T {
    match std::env::var("PAILI_TESTS") {
        Ok(length) if length == "long" => long,
        Ok(length) if !length.is_empty() => panic!("PAILI_TESTS={length}: expected long, or nothing"),
        _ => short,
    }
}
