//! What `cargo test` passes on to tests, as far as it matters to a single one.

/// The arguments that choose tests; the others change how results look, and are taken without effect.
#[derive(Default)]
pub struct Arguments {
    filters: Vec<String>,
    skips: Vec<String>,
    exact: bool,
    list: bool,
    ignored: bool,
}

/// What is to be done.
pub enum Wanted {
    /// The name.
    List,
    /// The test was not chosen.
    Nothing,
    /// The test.
    Run,
}

impl Arguments {
    pub fn of_process() -> Arguments {
        Arguments::read(std::env::args().skip(1))
    }

    fn read(mut arguments: impl Iterator<Item = String>) -> Arguments {
        let mut read = Arguments::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--exact" => read.exact = true,
                "--list" => read.list = true,
                "--ignored" => read.ignored = true,
                "--skip" => read.skips.extend(arguments.next()),
                // Those of libtest's that take a value.
                "--test-threads" | "--format" | "--color" | "--logfile" | "--shuffle-seed" | "-Z" => {
                    arguments.next();
                }
                _ => match argument.strip_prefix("--skip=") {
                    Some(skip) => read.skips.push(skip.to_owned()),
                    None if argument.starts_with('-') => {}
                    None => read.filters.push(argument),
                },
            }
        }
        read
    }

    /// What is wanted of the test of this name.
    pub fn wanted(&self, name: &str) -> Wanted {
        let matches = |pattern: &String| if self.exact { name == pattern } else { name.contains(pattern.as_str()) };
        let chosen = self.filters.is_empty() || self.filters.iter().any(matches);
        if !chosen || self.ignored || self.skips.iter().any(matches) {
            Wanted::Nothing
        } else if self.list {
            Wanted::List
        } else {
            Wanted::Run
        }
    }
}
