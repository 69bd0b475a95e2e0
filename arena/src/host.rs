//! Who starts programs, and on what terms they play.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::terms::Terms;

/// The terms, and a thread that starts processes: the kernel ends a process when the thread ends that started it, and those that play
/// may end before the run does.
#[derive(Debug)]
pub(super) struct Host {
    pub terms: Terms,
    orders: Sender<Order>,
}

type Order = (Command, Sender<io::Result<Child>>);

impl Host {
    pub fn new(terms: Terms) -> io::Result<Host> {
        let (orders, inbox) = channel::<Order>();
        let start = move || {
            for (mut command, answer) in inbox {
                // Whoever asked waits.
                let _ = answer.send(command.spawn());
            }
        };
        thread::Builder::new().name("host".to_owned()).spawn(start)?;
        Ok(Host { terms, orders })
    }

    /// Starts a process.
    pub fn spawn(&self, command: Command) -> io::Result<Child> {
        let (answer, told) = channel();
        let lost = || io::Error::other("nobody starts processes any more");
        self.orders.send((command, answer)).map_err(|_| lost())?;
        told.recv().unwrap_or_else(|_| Err(lost()))
    }
}
