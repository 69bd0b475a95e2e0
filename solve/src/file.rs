//! The file of bounds.
//!
//! It begins with a page that only has a label. Then come the layers, each a 16-bit number for every class in the order of the
//! [blocks](super::classes), filled up to whole chunks; then what the file is of, with a checksum of every chunk; then the
//! length of that, its checksum, and the label again. So layers are written as they are made, and a file without an end is no file.

use std::io::{self, Read, Write};
use std::ops::Range;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::game::DeckParts;
use super::{AloneGame, SolveError, SolveSize, SolvedError, Solver};
use paili::rules::{RuleSet, VoidSuit};
use paili::{Form, Suit, Tile, TileSet};

/// What a file begins and ends with; the last byte is the version.
pub(super) const LABEL: [u8; 8] = *b"paisolv\x02";

/// What a saved run begins with.
const SAVED: [u8; 8] = *b"paisolr\x03";

/// How many bytes have a checksum together.
pub(super) const CHUNK: usize = 1 << 16;

/// Where the first layer begins.
pub(super) const FIRST: usize = CHUNK;

/// How many bytes a class takes in a layer.
pub(super) const CLASS: usize = 2;

/// What the end of a file is long: a length, a checksum and the label.
pub(super) const END: usize = 24;

/// What a file is of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Contents {
    pub game: AloneGame,
    pub classes: u64,
    pub layers: Vec<Layer>,
    /// The checksums of all chunks of all layers.
    pub sums: Vec<u64>,
}

/// A layer: how many draws are to come, and the mean over all deals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layer {
    pub draws: u32,
    pub mean: f64,
}

impl Contents {
    /// How many chunks a layer takes.
    pub fn chunks(&self) -> usize {
        chunks(self.classes)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let game = &self.game;
        let mut bytes = rules_bytes(game.rules());
        bytes.extend([game.parts() as u8, game.tiles() as u8, self.layers.len() as u8]);
        bytes.extend(game.draws().to_le_bytes().into_iter().chain(game.unseen().to_le_bytes()));
        bytes.extend(self.classes.to_le_bytes());
        for layer in &self.layers {
            bytes.extend(layer.draws.to_le_bytes().into_iter().chain(layer.mean.to_le_bytes()));
        }
        bytes.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        bytes
    }

    /// Reads what [`Contents::to_bytes`] made, if it can be.
    pub fn read(mut bytes: &[u8]) -> Option<Contents> {
        let rules = read_rules(&mut bytes)?;
        let [parts, tiles, layers] = take(&mut bytes)?;
        let parts = *DeckParts::ALL.get(usize::from(parts))?;
        let [draws, unseen] = [u32::from_le_bytes(take(&mut bytes)?), u32::from_le_bytes(take(&mut bytes)?)];
        let game = AloneGame::new(&rules, usize::from(tiles)).ok()?.with_parts(parts).ok()?;
        let game = game.with_draws(1).ok()?.with_unseen(unseen).ok()?.with_draws(draws).ok()?;
        let classes = u64::from_le_bytes(take(&mut bytes)?);
        let layers = (0..layers).map(|_| {
            let draws = u32::from_le_bytes(take(&mut bytes)?);
            let mean = f64::from_le_bytes(take(&mut bytes)?);
            ((1..=game.draws()).contains(&draws) && (0.0..=1.0).contains(&mean)).then_some(Layer { draws, mean })
        });
        let layers = layers.collect::<Option<Vec<Layer>>>()?;
        let (sums, rest) = bytes.as_chunks();
        let sums: Vec<u64> = sums.iter().map(|&sum| u64::from_le_bytes(sum)).collect();
        let all = classes.checked_mul(CLASS as u64).filter(|&bytes| bytes < u64::MAX / 256)?.div_ceil(CHUNK as u64);
        (rest.is_empty() && all * layers.len() as u64 == sums.len() as u64).then_some(Contents {
            game,
            classes,
            layers,
            sums,
        })
    }
}

/// What of a rule set is played alone: its name, melds, forms, chows and void suit, and the copies of each kind.
fn rules_bytes(rules: &RuleSet) -> Vec<u8> {
    let forms = Form::ALL.iter().filter(|&&form| rules.forms().contains(form)).map(|&form| 1 << form as u8).sum();
    let chows = Suit::ALL.iter().filter(|&&suit| rules.has_chows(suit)).map(|&suit| 1 << suit as u8).sum();
    let name = rules.name().as_bytes();
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name);
    bytes.extend([rules.melds() as u8, forms, chows, rules.void() as u8]);
    bytes.extend(Tile::regular().map(|tile| rules.copies(tile)));
    bytes
}

/// Takes what [`rules_bytes`] made, if it can be.
fn read_rules(bytes: &mut &[u8]) -> Option<RuleSet> {
    let [len] = take(bytes)?;
    let (name, rest) = bytes.split_at_checked(len.into())?;
    *bytes = rest;
    let [melds, forms, chows, void] = take(bytes)?;
    let chosen = |bits: u8, bit: u8| bits >> bit & 1 == 1;
    let forms: Vec<Form> = Form::ALL.into_iter().filter(|&form| chosen(forms, form as u8)).collect();
    let chows: Vec<Suit> = Suit::ALL.into_iter().filter(|&suit| chosen(chows, suit as u8)).collect();
    let mut rules = RuleSet::new(std::str::from_utf8(name).ok()?, melds.into()).ok()?.with_chows(&chows);
    for (tile, copies) in Tile::regular().zip(take::<{ Tile::REGULAR_COUNT }>(bytes)?) {
        rules = rules.with_copies(TileSet::only(tile), copies).ok()?;
    }
    let void = [VoidSuit::NotAsked, VoidSuit::Asked].into_iter().find(|&other| other as u8 == void)?;
    rules.with_void(void).with_forms(&forms).ok()
}

/// How many chunks the layer of so many classes takes.
fn chunks(classes: u64) -> usize {
    (classes as usize * CLASS).div_ceil(CHUNK)
}

/// Takes bytes from the front.
fn take<const LEN: usize>(bytes: &mut &[u8]) -> Option<[u8; LEN]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// The value of a number in a file: its square, as a part of the largest.
pub(super) fn decoded(number: u16) -> f64 {
    let root = f64::from(number) / f64::from(u16::MAX);
    root * root
}

/// The smallest number whose value is no less than one may be that was rounded.
#[allow(clippy::cast_sign_loss, reason = "a root is positive")]
fn encoded(value: f32, margin: f64) -> u16 {
    let most = (f64::from(value) * (1.0 + margin)).min(1.0);
    let mut number = (most.sqrt() * f64::from(u16::MAX)).ceil() as u16;
    while decoded(number) < most {
        number += 1;
    }
    number
}

/// Writes a file of bounds, layer by layer.
#[derive(Debug)]
pub struct SolvedWriter<W> {
    out: W,
    contents: Contents,
}

impl<W: Write> SolvedWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When it can't be written.
    pub fn new(solver: &Solver, mut out: W) -> io::Result<SolvedWriter<W>> {
        let mut page = vec![0; FIRST];
        page[..LABEL.len()].copy_from_slice(&LABEL);
        out.write_all(&page)?;
        let contents =
            Contents { game: *solver.game(), classes: solver.board.before.count, layers: Vec::new(), sums: Vec::new() };
        Ok(SolvedWriter { out, contents })
    }

    /// How many bytes the file of so many layers takes.
    pub fn bytes(size: &SolveSize, layers: u32) -> u64 {
        (FIRST + layers as usize * chunks(size.before) * (CHUNK + 8)) as u64
    }

    /// The layers that are written, by draws to come.
    pub fn layers(&self) -> impl Iterator<Item = u32> {
        self.contents.layers.iter().map(|layer| layer.draws)
    }

    /// Whether bytes begin as a file of bounds does.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&LABEL)
    }

    /// What is written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Adds the layer that a solver has made.
    ///
    /// # Errors
    ///
    /// When it can't be written.
    pub fn add(&mut self, solver: &Solver) -> io::Result<()> {
        let mut left = Vec::new();
        for block in &solver.board.before.blocks {
            left.extend(block_bytes(solver, block));
            let whole = left.len() / CHUNK * CHUNK;
            self.write(&left[..whole])?;
            left.drain(..whole);
        }
        if !left.is_empty() {
            left.resize(CHUNK, 0);
            self.write(&left)?;
        }
        let mean = solver.means().last().copied().unwrap_or_default();
        self.contents.layers.push(Layer { draws: solver.draws(), mean });
        Ok(())
    }

    fn write(&mut self, chunks: &[u8]) -> io::Result<()> {
        self.contents.sums.extend(chunks.chunks_exact(CHUNK).map(xxh3_64));
        self.out.write_all(chunks)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// When it can't be written.
    pub fn finish(mut self) -> io::Result<W> {
        let bytes = self.contents.to_bytes();
        self.out.write_all(&bytes)?;
        self.out.write_all(&(bytes.len() as u64).to_le_bytes())?;
        self.out.write_all(&xxh3_64(&bytes).to_le_bytes())?;
        self.out.write_all(&LABEL)?;
        Ok(self.out)
    }

    /// What is written so far, without an end.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Saves where the run is: the solver's layer, and what was written. [`SolvedWriter::resume`] goes on from there.
    ///
    /// # Errors
    ///
    /// When it can't be written.
    pub fn save(&self, solver: &Solver, mut state: impl Write) -> io::Result<()> {
        let mut sum = Xxh3::new();
        let mut write = |bytes: &[u8]| {
            sum.update(bytes);
            state.write_all(bytes)
        };
        let contents = self.contents.to_bytes();
        write(&SAVED)?;
        write(&(contents.len() as u64).to_le_bytes())?;
        write(&contents)?;
        write(&solver.draws().to_le_bytes())?;
        write(solver.means().iter().flat_map(|mean| mean.to_le_bytes()).collect::<Vec<u8>>().as_slice())?;
        for values in solver.values.chunks(CHUNK) {
            write(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
        }
        let sum = sum.digest();
        state.write_all(&sum.to_le_bytes())
    }

    /// Goes on where [`SolvedWriter::save`] was: `solver` is a new one of the same game, and `out` is written on behind the
    /// layers that it has, of which every byte is checked. Returns the writer and how long the part of the file is that was
    /// written then; anything behind that has to be cut off before the next layer.
    ///
    /// # Errors
    ///
    /// When what was saved is damaged, or of another game, or when the layers are not those that were written.
    pub fn resume(
        solver: &mut Solver,
        mut state: impl Read,
        mut out: W,
        mut written: impl Read,
    ) -> Result<(SolvedWriter<W>, u64), SolvedError> {
        let mut sum = Xxh3::new();
        let mut read = |len: usize| -> Result<Vec<u8>, SolvedError> {
            let mut bytes = Vec::new();
            state.by_ref().take(len as u64).read_to_end(&mut bytes)?;
            sum.update(&bytes);
            if bytes.len() == len { Ok(bytes) } else { Err(SolvedError::Damaged) }
        };
        if read(SAVED.len())? != SAVED {
            return Err(SolvedError::Foreign);
        }
        let len = number(&read(8)?);
        // A forged length ends here: a byte a class is far more than checksums take.
        if len > (solver.board.before.count + 4096) as usize {
            return Err(SolvedError::Damaged);
        }
        let contents = Contents::read(&read(len)?).ok_or(SolvedError::Damaged)?;
        if contents.game != *solver.game() || contents.classes != solver.board.before.count {
            return Err(SolvedError::Hand(SolveError::Saved));
        }
        let draws = number(&read(4)?) as u32;
        if draws > contents.game.draws() {
            return Err(SolvedError::Damaged);
        }
        let means = read(draws as usize * size_of::<f64>())?;
        for values in solver.values.chunks_mut(CHUNK) {
            let bytes = read(size_of_val(values))?;
            let (floats, _) = bytes.as_chunks();
            values.iter_mut().zip(floats).for_each(|(value, &bytes)| *value = f32::from_le_bytes(bytes));
        }
        let digest = sum.digest();
        let mut end = Vec::new();
        state.take(9).read_to_end(&mut end)?;
        if end != digest.to_le_bytes() {
            return Err(SolvedError::Damaged);
        }
        solver.set_means(means.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect());
        let mut chunk = vec![0; CHUNK];
        written.read_exact(&mut chunk).map_err(|_| SolvedError::Damaged)?;
        for sum in &contents.sums {
            written.read_exact(&mut chunk).map_err(|_| SolvedError::Damaged)?;
            if xxh3_64(&chunk) != *sum {
                return Err(SolvedError::Damaged);
            }
        }
        out.flush()?;
        let len = (FIRST + contents.sums.len() * CHUNK) as u64;
        Ok((SolvedWriter { out, contents }, len))
    }
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// The classes of a block as a file has them.
fn block_bytes(solver: &Solver, block: &super::classes::Block) -> Vec<u8> {
    let margin = solver.margin();
    let values = &solver.values[block.begin..block.begin + block.len()];
    let mut bytes = vec![0; block.classes() as usize * CLASS];
    let mut rest = &mut bytes[..];
    let mut parts: Vec<(Range<usize>, &mut [u8])> = Vec::new();
    for part in block.once() {
        let (mine, others) = std::mem::take(&mut rest).split_at_mut(part.len() * CLASS);
        rest = others;
        parts.push((part, mine));
    }
    parts.into_par_iter().with_min_len(64).for_each(|(part, bytes)| {
        for (value, bytes) in values[part].iter().zip(bytes.as_chunks_mut::<CLASS>().0) {
            *bytes = encoded(*value, margin).to_le_bytes();
        }
    });
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_less_than_values_and_hardly_more() {
        for step in 0..=1_000_000_u32 {
            let value = step as f32 / 1e6;
            let back = decoded(encoded(value, 0.0));
            let value = f64::from(value);
            assert!(back >= value && back - value <= 2.0 * back.sqrt() / 65535.0, "{value} is {back}");
        }
        assert_eq!((decoded(0), decoded(u16::MAX)), (0.0, 1.0));
    }
}
