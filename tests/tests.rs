//! The command line, tried as a user would: table of contents.
//!
//! What belongs to one crate is tested in that crate: the passes on the card
//! beside their mirrors in `crates/engine/tests`, the formats in
//! `crates/board/tests`, the pictures in `crates/view/tests`.

#[cfg(feature = "gpu")]
mod adapters;
mod bench;
mod chains;
mod check;
mod command;
mod devices;
mod errors;
mod files;
mod formats;
mod holes;
#[cfg(unix)]
mod kill;
mod methods;
#[cfg(feature = "gpu")]
mod no_adapter;
mod properties;
mod shell;
mod streams;
mod survey;
mod tour;
