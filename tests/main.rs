//! What the library promises, one file a question, and what their files share. One program, which is compiled and linked once:
//! `cargo test --test main rules` asks the questions with `rules` in their names.

mod analysis;
mod batch_paths;
mod benchmarks;
mod contributing;
mod cost_rows;
mod distribution;
mod golden;
mod kept_classes;
mod laws;
mod many_games;
mod models;
mod named_policies;
mod odds;
mod one_pass;
mod plan;
mod policies;
mod random_hands;
mod referee;
mod rules;
mod rules_exact;
mod seeds;
mod statistics;
mod stepping;
mod unsafe_code;
mod useful_kinds;
mod walls;

mod definition;
mod length;
mod plain;
mod random {
    pub mod hands;
    pub mod seed;
}
mod threads;
mod vectors;
