//! Whether there is a Java, which Spark runs on.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The oldest Java that Spark 4 runs on.
const OLDEST: u32 = 17;

/// What the tests are told about Java.
pub enum Java {
    Found,
    /// The user said that there is none.
    DoneWithout,
}

impl Java {
    /// Tells pytest, whose tests of Spark fail without a Java unless they are told to do without.
    pub fn tell(&self, pytest: &mut Command) {
        match self {
            Java::Found => pytest.env_remove("PAILI_WITHOUT_JAVA"),
            Java::DoneWithout => pytest.env("PAILI_WITHOUT_JAVA", "1"),
        };
    }
}

/// Looks for one before anything that takes long.
pub fn look() -> Result<Java, String> {
    if std::env::var_os("PAILI_WITHOUT_JAVA").is_some_and(|value| !value.is_empty() && value != "0") {
        eprintln!("PAILI_WITHOUT_JAVA is set: what needs Java (Spark) is left out");
        return Ok(Java::DoneWithout);
    }
    // Spark, too, goes by JAVA_HOME first.
    let home = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
    let program = home.map_or_else(|| PathBuf::from("java"), |home| PathBuf::from(home).join("bin/java"));
    let reason = match Command::new(&program).arg("-version").stdin(Stdio::null()).output() {
        Ok(output) => match version(&String::from_utf8_lossy(&output.stderr)) {
            Some(OLDEST..) => return Ok(Java::Found),
            Some(version) => format!("is Java {version}"),
            None => "does not tell a version".to_owned(),
        },
        Err(error) => error.to_string(),
    };
    Err(format!(
        "Spark, which some tests run on, needs Java {OLDEST} or newer: {}: {reason}. Install one (on Debian and Ubuntu: \
         apt-get install openjdk-17-jre-headless, or a newer one), or do without those tests: PAILI_WITHOUT_JAVA=1",
        program.display()
    ))
}

/// The major version in a message that begins, say, `openjdk version "17.0.15"`. Up to Java 8 it was the second number.
fn version(message: &str) -> Option<u32> {
    let (_, version) = message.split_once("version \"")?;
    let mut numbers = version.split(|letter: char| !letter.is_ascii_digit()).map_while(|number| number.parse().ok());
    match numbers.next()? {
        1 => numbers.next(),
        version => Some(version),
    }
}
