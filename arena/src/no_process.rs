//! Where there is no Unix, programs can't play: they are [refused](super::EntrantError) where they are named, and none of this
//! is ever reached.

use std::io;
use std::time::Instant;

use super::entrant::Program;
use super::gone::{Gone, StartError};
use super::terms::Terms;

/// A program that was started: there is none.
#[derive(Debug)]
pub(super) enum Process {}

impl Process {
    pub fn start(_: &Program, _: &Terms) -> Result<Process, StartError> {
        Err(StartError::System("programs can play on Unix only".to_owned()))
    }

    pub fn name(&self) -> &str {
        match *self {}
    }

    pub fn send(&mut self, _: &[u8]) {
        match *self {}
    }

    pub fn heed(&mut self) {
        match *self {}
    }

    pub fn is_deaf(&self) -> bool {
        match *self {}
    }

    pub fn receive(&mut self, _: impl FnMut(&str)) -> Result<(), Gone> {
        match *self {}
    }

    pub fn how_it_ended(&mut self, _: &str) -> String {
        match *self {}
    }

    pub fn kill(&mut self) {
        match *self {}
    }
}

pub(super) fn lacks(_: &Terms) -> io::Result<Vec<String>> {
    Ok(Vec::new())
}

pub(super) fn wait(_: &mut [&mut Process], _: Option<Instant>) -> io::Result<()> {
    Ok(())
}
