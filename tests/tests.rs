//! Tests the command line from a user's point of view. This file lists the test modules.
//!
//! The crates have their own tests: `crates/engine/tests` compares the passes on the GPU with their mirrors,
//! `crates/board/tests` tests the formats, and `crates/view/tests` tests the pictures.

#[cfg(feature = "gpu")]
mod adapters;
mod all_tours;
mod assets;
mod bench;
mod chains;
mod check;
mod command;
mod count;
mod devices;
#[cfg(feature = "window")]
mod display;
mod draw;
mod drawn;
mod errors;
mod files;
mod formats;
mod graph;
mod holes;
mod hunt;
mod joined;
#[cfg(unix)]
mod kill;
#[cfg(unix)]
mod limits;
mod methods;
#[cfg(feature = "gpu")]
mod no_adapter;
#[cfg(not(feature = "window"))]
mod no_window;
mod options;
mod properties;
mod puzzle;
mod queens;
mod readme;
mod relay;
mod rules;
mod shards;
mod shell;
mod streams;
mod survey;
#[cfg(target_os = "linux")]
mod terminal;
mod total;
mod tour;
#[cfg(feature = "window")]
mod watch;
#[cfg(feature = "window")]
mod window;
