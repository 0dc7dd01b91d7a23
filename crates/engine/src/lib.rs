//! The decision cycle of "Knight's Tour in Cg" (Kurapati, 2007), on the graphics card and on the CPU.
//!
//! Every square of the board is a [`Cell`](cycle::Cell); three passes move the
//! knight. The main decision of this crate: a pass is one pure function of one
//! square, written twice, as a WGSL shader and as its mirror in Rust, and the
//! two are compared state for state. The mirror needs no card; built without
//! the feature `gpu`, this crate has no wgpu in it. The price is that every
//! pass is written twice.

pub mod batch;
pub mod cycle;
mod error;

pub use error::EngineError;
