//! A long run's folder: the layers that are written, and the state to go on from.

use std::fs::{self, File, TryLockError};
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paili_solve::{SolveError, SolveSize, SolvedError, SolvedWriter, Solver};

use super::has_room;
use crate::failure::{Failure, file_name};
use crate::file::{NewFile, folder_of, is_still, is_unfinished, put, sweep};

/// What the two files are called.
const LAYERS: &str = "layers";
const STATE: &str = "state";

/// How often the state is saved that takes seconds to write. A smaller one is after every layer.
const SAVE_EVERY: Duration = Duration::from_secs(60);
const SMALL: u64 = 1 << 26;

/// The folder of a run. As long as there is one, no other run can have it.
pub struct SavedRun<'a> {
    folder: &'a Path,
    out: &'a Path,
    /// The layers, locked.
    layers: File,
    /// Whether the state is saved in no time.
    is_small: bool,
    saved: Instant,
}

impl<'a> SavedRun<'a> {
    /// Begins or finds a folder. That there is no room, or that it is somebody else's, is said now.
    pub fn begin(folder: &'a Path, out: &'a Path, size: &SolveSize, bytes: u64) -> Result<SavedRun<'a>, Failure> {
        let bad = |error: &std::io::Error| Failure::of_opening(&file_name(folder), error);
        // Better to hear now that it can't be written.
        let whole = NewFile::create(out)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(bad(&error)),
            _ => {}
        }
        // Its files are replaced and removed: what is put there must be none of them.
        let same = |one: &Path, other: &Path| fs::canonicalize(one).ok().zip(fs::canonicalize(other).ok());
        if same(folder, folder_of(out)).is_some_and(|(folder, other)| folder == other) {
            return Err(Failure::BadInput(format!(
                "--out: {}: expected a file outside of the checkpoint's folder",
                file_name(out)
            )));
        }
        for entry in fs::read_dir(folder).map_err(|error| bad(&error))? {
            let entry = entry.map_err(|error| bad(&error))?;
            let name = entry.file_name();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if !(is_file && (name == LAYERS || name == STATE) || is_unfinished(&entry)) {
                let why = "the folder holds files that are none of a run: name another one";
                return Err(Failure::of_file(folder, format_args!("{} is in it: {why}", file_name(name.as_ref()))));
            }
        }
        let path = folder.join(LAYERS);
        let layers = loop {
            let layers = File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let layers = layers.map_err(|error| Failure::of_opening(&file_name(&path), &error))?;
            if let Err(TryLockError::WouldBlock) = layers.try_lock() {
                let why = "another run goes on from this folder: wait for its end, or name another one";
                return Err(Failure::of_file(folder, why));
            }
            // The other run may have ended between the two steps, and this be its result.
            if is_still(&path, &layers) {
                break layers;
            }
        };
        // What a run left that was killed while it saved takes as much room as the state.
        sweep(folder);
        let there = layers.metadata().map_or(0, |metadata| metadata.len());
        let state = fs::metadata(folder.join(STATE)).map_or(0, |metadata| metadata.len());
        let mut begin = Vec::new();
        (&layers).take(64).read_to_end(&mut begin).map_err(|error| bad(&error))?;
        if state == 0 && there > 0 && !SolvedWriter::<File>::begins(&begin) {
            let why = "layers is a file of somebody else's: name another folder";
            return Err(Failure::of_file(folder, why));
        }
        // The state is there twice while it is replaced.
        has_room(&path, (bytes + 2 * size.saved).saturating_sub(there + state), folder)?;
        if let Some(place) = whole.folder().filter(|place| !on_one_disk(folder, place)) {
            has_room(out, bytes, place)?;
        }
        Ok(SavedRun { folder, out, layers, is_small: size.saved < SMALL, saved: Instant::now() })
    }

    /// Goes on from the state, if there is one: the solver is then at its layer.
    pub fn open(&self, solver: &mut Solver, keep: &[u32]) -> Result<SolvedWriter<BufWriter<File>>, Failure> {
        let name = file_name(&self.path(LAYERS));
        let failed = |error: &std::io::Error| Failure::of_writing(&name, error);
        let again = || self.layers.try_clone().map_err(|error| failed(&error));
        (&self.layers).rewind().map_err(|error| failed(&error))?;
        // A run that was killed at its very end has put the layers in their place, and left the state.
        let has_layers = self.layers.metadata().is_ok_and(|metadata| metadata.len() > 0);
        let state = match File::open(self.path(STATE)) {
            Ok(state) if has_layers => state,
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failure::of_opening(&file_name(&self.path(STATE)), &error));
            }
            _ => {
                self.layers.set_len(0).map_err(|error| failed(&error))?;
                return SolvedWriter::new(solver, BufWriter::new(again()?)).map_err(|error| failed(&error));
            }
        };
        let buffer = BufWriter::new(again()?);
        let resumed = SolvedWriter::resume(solver, BufReader::new(state), buffer, BufReader::new(again()?));
        let (writer, len) = resumed.map_err(|error| self.refused(&error))?;
        let done = keep.iter().copied().filter(|&draws| draws <= solver.draws());
        if !writer.layers().eq(done) {
            return Err(self.refuse("this run keeps other layers"));
        }
        self.layers
            .set_len(len)
            .and_then(|()| (&self.layers).seek(std::io::SeekFrom::End(0)))
            .map_err(|error| failed(&error))?;
        Ok(writer)
    }

    /// Saves the state if that was not done of late, or is quick.
    pub fn save_now_and_then(
        &mut self,
        writer: &mut SolvedWriter<BufWriter<File>>,
        solver: &Solver,
    ) -> Result<(), Failure> {
        if self.is_small || self.saved.elapsed() > SAVE_EVERY { self.save(writer, solver) } else { Ok(()) }
    }

    /// Saves the state.
    pub fn save(&mut self, writer: &mut SolvedWriter<BufWriter<File>>, solver: &Solver) -> Result<(), Failure> {
        let failed = |error: &std::io::Error| Failure::of_writing(&file_name(self.folder), error);
        // The layers are on the disk before a state says that they are.
        writer.get_mut().flush().and_then(|()| self.layers.sync_data()).map_err(|error| failed(&error))?;
        let mut state = BufWriter::new(NewFile::create(&self.path(STATE)).map_err(Failure::into_broken)?);
        writer.save(solver, &mut state).map_err(|error| failed(&error))?;
        let state = state.into_inner().map_err(|error| failed(error.error()))?;
        state.finish()?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Ends the file, puts it in its place and removes the folder. Tells how long the file is.
    pub fn finish(self, writer: SolvedWriter<BufWriter<File>>) -> Result<u64, Failure> {
        let failed = |error: &std::io::Error| Failure::of_writing(&file_name(self.folder), error);
        let buffer = writer.finish().map_err(|error| failed(&error))?;
        let file = buffer.into_inner().map_err(|error| failed(error.error()))?;
        file.sync_all().map_err(|error| failed(&error))?;
        let len = file.metadata().map_err(|error| failed(&error))?.len();
        put(&self.path(LAYERS), self.out)?;
        // The work is done: a folder that can't be removed is no failure. A short run has saved no state.
        let _ = fs::remove_file(self.path(STATE));
        let _ = fs::remove_dir(self.folder);
        Ok(len)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn refused(&self, error: &SolvedError) -> Failure {
        let why = match error {
            SolvedError::Hand(SolveError::Saved) => "this run is of another game".to_owned(),
            SolvedError::Damaged => "what was saved is damaged".to_owned(),
            error => error.to_string(),
        };
        self.refuse(&why)
    }

    fn refuse(&self, why: &str) -> Failure {
        let hint = "it is left as it is: name another folder, or remove it to start anew";
        Failure::of_file(self.folder, format_args!("{why}; {hint}"))
    }
}

/// Whether what is complete in a folder can be moved to the other without a copy.
#[cfg(unix)]
fn on_one_disk(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let disk = |folder: &Path| fs::metadata(folder).map(|folder| folder.dev()).ok();
    disk(one) == disk(other)
}

#[cfg(not(unix))]
fn on_one_disk(_: &Path, _: &Path) -> bool {
    true
}
