//! The batch on the card, judged: table of contents.
//!
//! Two judges: the CPU mirror, which rides every knight by itself, and the board's
//! `check`, through which every path has to go.

mod bounds;
#[path = "../common/card.rs"]
mod card;
#[path = "../common/random.rs"]
mod random;
mod shaders;
mod tools;
mod twins;
