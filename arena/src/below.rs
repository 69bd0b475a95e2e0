//! The processes below a guard.

use std::fs;
use std::io;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, wait, waitpid};

/// A process, and whose child it is.
struct ProcessOf {
    id: u32,
    parent: u32,
}

fn processes() -> Vec<ProcessOf> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let processes = processes.flatten().filter_map(|process| {
        let id = process.file_name().to_str()?.parse().ok()?;
        let stat = text_of(id, "stat").ok()?;
        // `pid (name) state parent`; the name may hold anything.
        let (_, rest) = stat.rsplit_once(')')?;
        let parent = rest.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(ProcessOf { id, parent })
    });
    processes.collect()
}

/// What the system tells of a process. Names in it are of any bytes.
pub(super) fn text_of(id: u32, what: &str) -> io::Result<String> {
    let bytes = fs::read(format!("/proc/{id}/{what}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// All that descends from this process.
pub(super) fn descendants() -> Vec<u32> {
    let all = processes();
    let mut below = vec![std::process::id()];
    let mut place = 0;
    while let Some(&parent) = below.get(place) {
        below.extend(all.iter().filter(|process| process.parent == parent).map(|process| process.id));
        place += 1;
    }
    below.split_off(1)
}

/// Kills all that descends from this process: each round the children, and then those that become children.
pub(super) fn kill_descendants() {
    let own = std::process::id();
    if own == Pid::INIT.as_raw_nonzero().get().cast_unsigned() {
        // The first process of a namespace kills all others there, at once, so that nobody can fork meanwhile: that is what the group
        // of this number means. Elsewhere it would mean everybody.
        let _ = kill_process_group(Pid::INIT, Signal::KILL);
        while wait(WaitOptions::empty()).is_ok_and(|ended| ended.is_some()) {}
        return;
    }
    loop {
        let all = processes();
        let mut children = all.iter().filter(|process| process.parent == own).peekable();
        if children.peek().is_none() {
            return;
        }
        for child in children.filter_map(|child| Pid::from_raw(child.id.cast_signed())) {
            let _ = kill_process(child, Signal::KILL);
            let _ = waitpid(Some(child), WaitOptions::empty());
        }
    }
}
