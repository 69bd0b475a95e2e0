//! What keeps programs to themselves: [bubblewrap](https://github.com/containers/bubblewrap).

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};

use paili::names;

use super::entrant::Program;
use super::terms::{ErrorsFile, Terms};

names! {
    /// Whether programs are kept to themselves.
    ///
    /// With bubblewrap each has namespaces of its own: it sees no other process, no network and no shared memory. It reads `/usr`, its
    /// own [folders](Terms::allowed) and nothing else, and writes only to `/tmp` and `/dev/shm`, which are its own and empty.
    /// docs/protocol.md says what remains.
    pub enum Sandbox: "is no sandbox" {
        /// By bubblewrap (Linux).
        Bwrap = "bwrap",
        /// They are not: a program may do what whoever started it may.
        None = "none",
    }
}

/// The command of bubblewrap.
const BWRAP: &str = "bwrap";

/// How large `/tmp` and `/dev/shm` may become where there is no limit of memory.
const FILES: u64 = 1 << 30;

/// What of the system a program sees beside `/usr`, if it is there: where links lead to, and where libraries are.
const SYSTEM: [&str; 4] = ["/etc/alternatives", "/etc/ld.so.cache", "/nix/store", "/gnu/store"];

/// Folders that are links into `/usr`, or were before such links.
const ROOTS: [&str; 5] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// The variables that a program sees in the sandbox, beside those that begin with `LC_`.
const VARIABLES: [&str; 4] = ["PATH", "LANG", "LANGUAGE", "TZ"];

impl Sandbox {
    /// Bubblewrap, where it works. Otherwise no sandbox, and why, in words.
    pub fn find() -> (Sandbox, Option<String>) {
        match Sandbox::try_bwrap() {
            Ok(()) => (Sandbox::Bwrap, None),
            Err(why) => (Sandbox::None, Some(format!("programs play unsandboxed, and may do what you may: {why}"))),
        }
    }

    /// Starts a program in bubblewrap that ends at once.
    ///
    /// # Errors
    ///
    /// Why that does not work here, in words.
    pub fn try_bwrap() -> Result<(), String> {
        if cfg!(not(target_os = "linux")) {
            return Err("bubblewrap is there for Linux alone".to_owned());
        }
        if which::which(BWRAP).is_err() {
            return Err(format!(
                "there is no {BWRAP}, which the package bubblewrap brings (apt install bubblewrap, or what your system has instead)"
            ));
        }
        let program = Program::new("true").map_err(|error| error.to_string())?;
        let tried = bwrap(&program, None, &[], &[]).arg("--").arg(program.path()).stdin(Stdio::null()).output();
        let tried = tried.map_err(|error| format!("{BWRAP} cannot be started: {error}"))?;
        let said = String::from_utf8_lossy(&tried.stderr).trim().replace('\n', "; ");
        if tried.status.success() { Ok(()) } else { Err(format!("{BWRAP} (0.7 or later) says {said:?}")) }
    }

    /// The command that starts a program.
    pub(super) fn command(program: &Program, terms: &Terms) -> Command {
        let mut command = match terms.sandbox {
            Sandbox::None => Command::new(program.path()),
            Sandbox::Bwrap => {
                let hidden: Vec<&PathBuf> =
                    terms.hidden.iter().chain(terms.errors.as_ref().and_then(ErrorsFile::path)).collect();
                let mut command = bwrap(program, terms.memory, &terms.allowed, &hidden);
                command.arg("--").arg(program.path());
                command
            }
        };
        command.args(program.arguments());
        command
    }
}

/// Bubblewrap with all that a program sees, which has yet to be named.
fn bwrap(program: &Program, memory: Option<u64>, allowed: &[PathBuf], hidden: &[&PathBuf]) -> Command {
    let mut command = Command::new(BWRAP);
    command.args([
        "--unshare-all",
        "--new-session",
        "--die-with-parent",
        "--cap-drop",
        "ALL",
        "--ro-bind",
        "/usr",
        "/usr",
    ]);
    for root in ROOTS {
        match fs::read_link(root) {
            Ok(target) => command.arg("--symlink").arg(target).arg(root),
            Err(_) => command.args(["--ro-bind-try", root, root]),
        };
    }
    for path in SYSTEM {
        command.args(["--ro-bind-try", path, path]);
    }
    command.args(["--proc", "/proc", "--dev", "/dev"]);
    let size = memory.unwrap_or(FILES).to_string();
    for folder in ["/dev/shm", "/tmp"] {
        command.args(["--size", &size, "--tmpfs", folder]);
    }
    let mut seen = own_paths(program);
    seen.extend(allowed.iter().flat_map(|path| by_all_names(path)).filter(|path| !is_of_system(path)));
    // What is in a folder that is seen is there, and nothing can be put in the place of a link.
    let folders = seen.clone();
    seen.retain(|path| !path.ancestors().skip(1).any(|folder| folders.contains(folder)));
    for path in &seen {
        command.arg("--ro-bind-try").args([path, path]);
    }
    for path in hidden.iter().flat_map(|path| names_among(path, &seen)) {
        command.args(["--ro-bind", "/dev/null"]).arg(path);
    }
    // Keys have descriptions, which all processes of a user would read there. Not all kernels have keys.
    if Path::new("/proc/keys").exists() {
        command.args(["--ro-bind", "/dev/null", "/proc/keys"]);
    }
    // The kernel's settings are root's to change, whatever rights its process has left.
    for folder in ["/proc", "/dev", "/"] {
        command.args(["--remount-ro", folder]);
    }
    command.env_clear().envs(variables()).env("HOME", "/tmp").env("TMPDIR", "/tmp");
    command
}

fn variables() -> impl Iterator<Item = (OsString, OsString)> {
    let is_seen =
        |name: &OsString| name.to_str().is_some_and(|name| name.starts_with("LC_") || VARIABLES.contains(&name));
    env::vars_os().filter(move |(name, _)| is_seen(name))
}

/// A path as it is named, and what it leads to.
fn by_all_names(path: &Path) -> BTreeSet<PathBuf> {
    absolute(path).into_iter().chain(path.canonicalize()).collect()
}

/// A file that is there, by each name that it has in folders that are seen, and where it really is. Terminals and their like have
/// nothing to hide.
fn names_among(file: &Path, seen: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let file = file.canonicalize().ok().filter(|file| file.is_file() || !file.starts_with("/dev"));
    let Some(file) = file else { return BTreeSet::new() };
    let name_in = |folder: &PathBuf| {
        let inside = file.strip_prefix(folder.canonicalize().ok()?).ok()?;
        // Nothing is joined to the name of the file itself.
        Some(if inside.as_os_str().is_empty() { folder.clone() } else { folder.join(inside) })
    };
    seen.iter().filter_map(name_in).chain([file.clone()]).collect()
}

/// What a program is made of, in order, so that folders come before what is in them: the folders of its file and of files among its
/// arguments, or these files alone where the folder is everybody's.
fn own_paths(program: &Program) -> BTreeSet<PathBuf> {
    let files = program.files().flat_map(|file| by_all_names(&file)).filter(|file| !is_of_system(file));
    files.map(|file| own_folder(&file).unwrap_or(file)).collect()
}

fn is_of_system(path: &Path) -> bool {
    path.starts_with("/usr") || ROOTS.iter().any(|root| path.starts_with(root))
}

/// The folder that a file of a program's needs: its own, but the whole installation of `…/bin/python3` and `…/shims/python3`.
fn own_folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let installation = folder.parent().filter(|_| folder.ends_with("bin") || folder.ends_with("shims"));
    installation.into_iter().chain([folder]).find(|folder| !is_everybodys(folder)).map(Path::to_owned)
}

/// Whether a folder has files, and sockets, that are no program's business: the home and all above it, and temporary files.
fn is_everybodys(folder: &Path) -> bool {
    let home = env::home_dir().unwrap_or_default();
    let homes = [home.join(".local"), home].into_iter().flat_map(|home| by_all_names(&home));
    let temporary = [env::temp_dir(), "/tmp".into(), "/var/tmp".into(), "/run".into(), "/dev".into()];
    homes.chain(temporary).any(|everybodys| everybodys.starts_with(folder)) || folder.starts_with("/run")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_sees_its_folder_and_not_the_home() {
        let home = env::home_dir().unwrap();
        for (file, folder) in [
            (PathBuf::from("/work/bots/bot"), Some("/work/bots".into())),
            ("/opt/conda/bin/python3".into(), Some("/opt/conda".into())),
            (home.join(".pyenv/shims/python3"), Some(home.join(".pyenv"))),
            (home.join("bot.py"), None),
            (home.join("bin/bot"), Some(home.join("bin"))),
            (home.join(".local/bin/bot"), Some(home.join(".local/bin"))),
            (home.join("bots/bot.py"), Some(home.join("bots"))),
            ("/tmp/bot.py".into(), None),
            ("/bot".into(), None),
        ] {
            assert_eq!(own_folder(&file), folder, "{}", file.display());
        }
    }
}
