//! GPU against CPU: what is timed, how often, and what it comes to.
//!
//! A [`Case`] is one method on one device and one board. The main decision: cases
//! of one board are timed in rounds, each once and then all again, until the
//! spread of each is known. On a machine that other people use as well, minutes
//! are not alike, and two figures that are taken one after the other differ for
//! reasons of their own; taken in rounds they share their minutes, and their ratio
//! means something. The price is that all engines of a board are in memory at once.
//!
//! Only the work itself is timed as *compute*: what a run needs before it (memory,
//! a state on the GPU) is *upload*, bringing the answer to the host *read-back*,
//! and the *first* run, in which a driver compiles what the later ones find
//! ready, is kept apart. Every answer that was timed is judged.
//!
//! A report is kept whole, with each single time, as JSON; tables, CSV and plots
//! are made from it at any later time.
//!
//! This crate knows no method of making tours: the caller lists the cases and begins each of them, as a [`Timed`].

mod case;
#[cfg_attr(not(feature = "gpu"), path = "no_probe.rs")]
mod probe;
mod report;
mod run;
mod sample;
mod table;
mod verdict;

pub use case::{Case, Method};
pub use probe::probe;
pub use report::{BenchError, DeviceInfo, Machine, Measured, Probe, Probes, Report, Unit, Untimed};
pub use run::{Begin, Effort, Spec, Timed, Times, run};
pub use sample::Sample;
pub use table::{Width, csv, markdown, terminal};
pub use verdict::{distrust, verdict};
