//! The dynamic programmes that are published for the win distance, beside the library's own
//! [`PlainModel`](paili::distance::PlainModel).
//!
//! All three walk the kinds in tile order and decide what a winning hand has of each. They differ in what they carry
//! along:
//!
//! - `PlainModel` the fewest tiles added, over the melds, the pair and the chows begun at the last two ranks. So do
//!   Daniel Yuan, "麻将相关" (2021, <https://daniel-yuan.github.io/2021/01/19/麻将相关>) and solutions of Luogu P7147 such as
//!   <https://www.luogu.com.cn/article/408pj66x>.
//! - [`reachability`] which numbers of tiles added and removed can be had at all.
//! - [`borrowed`] the fewest tiles borrowed, over how many tiles of the last two ranks are in use.
//!
//! Each is written here anew from its idea, plainly, in the way one would hand it in; none calls another.

pub mod borrowed;
pub mod reachability;
