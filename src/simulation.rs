//! Many games: their walls from a seed, their players, and what becomes of them; many hands from a seed
//! ([`RandomHands`]); and one hand played many times, [alone](Alone) and at a [table](Table).

mod alone;
mod comparison;
mod detail;
mod game_row;
mod games;
mod hands_at_distance;
mod histogram;
mod moments;
mod named_policy;
mod proportion;
mod random_hands;
mod run;
mod saved;
mod score_differences;
mod sequential;
mod shuffle;
mod shuffle_steps;
mod skew;
mod student;
mod table;
mod tally;

pub use alone::{Alone, AloneResult};
pub use comparison::{Comparison, MatchRate, SEATINGS, Side, compare};
pub use detail::Detail;
pub use game_row::{GameRow, GameRows};
pub use games::{
    AfterEnd, Ended, Features, Games, GamesError, HAND_FEATURES, Layout, Observation, ObservationBuffer, Seating,
    Threads, Turn, hand_features,
};
pub use hands_at_distance::HandsAtDistance;
pub use histogram::Histogram;
pub use moments::Moments;
pub use named_policy::{NamedPolicy, tally_named};
pub use proportion::{Interval, Proportion};
pub use random_hands::RandomHands;
pub use run::{play, tally};
pub use saved::{SavedBytesError, load_counts, save_counts};
pub use score_differences::ScoreDifferences;
pub use sequential::{Sequential, Verdict};
pub use shuffle::{Seed, Shuffle};
pub use skew::Skew;
pub use table::{Table, TableError, TableResult};
pub use tally::{Counter, Statistics, Tally};
