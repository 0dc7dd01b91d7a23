//! Compares GPU and CPU: times engines in rounds, and evaluates the times.
//!
//! A [`Case`] is one method on one device and one board. The cases of one board are timed in rounds: each case runs
//! once per round, until the spread of every case is known. Other programs slow the computer down more at some times
//! than at others. If two cases were timed one after the other, these programs would change the ratio of the times. In
//! rounds, these programs slow all cases down alike. All engines of a board are in memory at the same time.
//!
//! *Compute* is only the work itself. *Upload* is the preparation of a run (memory, a state on the GPU), and
//! *read-back* is the transfer of the result to the host. The *first* run, in which a driver compiles shaders, is
//! reported separately. Every timed result is checked.
//!
//! A report is saved as JSON with the time of every run. Tables, CSV and plots can be made from this file later.
//!
//! This crate contains no methods: the caller lists the cases and starts each case as a [`Timed`].

mod case;
pub mod layout;
#[cfg_attr(not(feature = "gpu"), path = "no_probe.rs")]
mod probe;
mod report;
mod run;
mod sample;
mod table;
mod verdict;

pub use case::{BenchMethod, Case};
pub use probe::probe;
pub use report::{BenchError, BenchMachine, DeviceInfo, Measured, Probe, ProbeUnit, Probes, Report, SkippedCase};
pub use run::{Begin, PhaseTimes, Spec, TimeLimits, Timed, run};
pub use sample::Sample;
pub use table::{Width, csv, markdown, terminal};
pub use verdict::{distrust, verdict};
