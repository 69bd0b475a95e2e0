//! The Rust side of `benches/python.py`: times the batch on the bytes that Python has, at its command.
//!
//! Arguments: a file of hands, 34 counts each, and a file for the answers, a byte each. For every line of standard input,
//! `one` (thread) or `all` (threads), it finds all distances and writes how many nanoseconds that took.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use paili::Distance;
use paili::batch::Batch;

fn main() -> Result<(), Box<dyn Error>> {
    let [hands, answers] = &env::args_os().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected two arguments: a file of hands and a file for the answers".into());
    };
    let bytes = fs::read(hands)?;
    let (hands, []) = bytes.as_chunks::<34>() else { return Err("a hand is cut short".into()) };
    let mut distances = vec![Distance::WON; hands.len()];
    Batch::new().distances(hands, &mut distances)?;
    fs::write(answers, distances.iter().map(|distance| distance.get()).collect::<Vec<u8>>())?;

    println!("{}", Batch::new().path());
    for line in io::stdin().lines() {
        let begun = Instant::now();
        match line?.as_str() {
            "one" => Batch::new().distances(hands, &mut distances)?,
            "all" => Batch::new().par_distances(hands, &mut distances)?,
            other => return Err(format!("{other:?}: expected one or all").into()),
        }
        println!("{}", begun.elapsed().as_nanos());
        io::stdout().flush()?;
    }
    Ok(())
}
