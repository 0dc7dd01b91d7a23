//! The decision cycle, judged: table of contents.
//!
//! Two judges: the CPU mirror, which does the same passes, and the board's
//! `check`, which knows only what a tour is.

#[path = "../common/card.rs"]
mod card;
mod golden;
mod lockstep;
#[path = "../common/random.rs"]
mod random;
mod restart;
mod shaders;
mod sizes;
