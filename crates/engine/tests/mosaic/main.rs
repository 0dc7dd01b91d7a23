//! The mosaic on the card, judged: table of contents.
//!
//! Two judges: the plan's own `fill` on the CPU, number for number, and the proof, which
//! knows numbers only, on the card and on the CPU.

mod bands;
#[path = "../common/card.rs"]
mod card;
mod damage;
mod large;
mod same;
mod shaders;
mod state;
mod tools;
