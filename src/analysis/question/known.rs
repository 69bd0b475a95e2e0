//! What is known of the table beside a hand, read from texts: exposed melds, and tiles seen elsewhere.

use super::{Argument, QuestionError, QuestionErrorKind};
use crate::hand::{Counts, FifthCopyError, MeldCount};
use crate::meld::Meld;
use crate::notation::{self, Placed};
use crate::tile_set::TileSet;

/// The exposed melds and the tiles seen elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Known {
    pub melds: Vec<Meld>,
    pub kans: TileSet,
    /// The tiles of the melds.
    pub melded: Counts,
    pub visible: Counts,
    /// Both.
    pub elsewhere: Counts,
}

impl Known {
    pub const NOTHING: Known = Known {
        melds: Vec::new(),
        kans: TileSet::EMPTY,
        melded: Counts::EMPTY,
        visible: Counts::EMPTY,
        elsewhere: Counts::EMPTY,
    };

    /// Exposed melds, up to a number of them, and nothing else.
    pub fn of_melds(texts: &[impl AsRef<str>], most: usize) -> Result<Known, QuestionError> {
        let bad = |kind| QuestionError::new(Argument::Melds, &joined(texts), kind);
        let mut melds = Vec::with_capacity(texts.len().min(MeldCount::ALL.len()));
        let mut kans = TileSet::EMPTY;
        let mut melded = Counts::EMPTY;
        for text in texts.iter().map(AsRef::as_ref) {
            let (notation, meld, fourth) = notation::read_meld_or_kan(text)
                .map_err(|error| QuestionError::new(Argument::Melds, text, QuestionErrorKind::Text(error)))?;
            for tile in meld.tiles().into_iter().chain(fourth) {
                let fifth = |FifthCopyError { tile }| bad(QuestionErrorKind::FifthInMelds { tile, notation });
                melded.insert(tile).map_err(fifth)?;
            }
            kans |= fourth.map_or(TileSet::EMPTY, TileSet::only);
            melds.push(meld);
        }
        if melds.len() > most {
            return Err(bad(QuestionErrorKind::TooManyMelds { melds: melds.len(), most }));
        }
        Ok(Known { melds, kans, melded, visible: Counts::EMPTY, elsewhere: melded })
    }

    /// Sees tiles elsewhere.
    pub fn see(&mut self, text: &str) -> Result<(), QuestionError> {
        let bad = |kind| QuestionError::new(Argument::Visible, text, kind);
        let (notation, tiles) = notation::read_placed(text).map_err(|error| bad(QuestionErrorKind::Text(error)))?;
        for Placed { tile, at } in tiles {
            self.elsewhere.insert(tile).map_err(|_| bad(QuestionErrorKind::FifthVisible { at, tile, notation }))?;
            // It is no fifth copy in all, so nor of these.
            let _ = self.visible.insert(tile);
        }
        Ok(())
    }

    pub fn joined_melds(&self) -> String {
        self.melds.iter().map(Meld::to_string).collect::<Vec<_>>().join(",")
    }
}

pub(super) fn joined(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(",")
}
