//! Knight's tours on the GPU and on the CPU: found, checked, counted, measured and shown.
//!
//! This crate is the main interface of the library. It contains the request, which specifies a tour, a method and a
//! device; the answer; and re-exports of courser's crates. Common tasks take a few lines each.
//!
//! # Find a tour
//!
//! If the board has a tour of the requested kind, the answer is such a tour; otherwise it is the reason why none
//! exists. A [`Request`] specifies the tour and the method, and [`tour`] answers it.
//!
//! ```
//! use courser::board::{Kind, TourSpec};
//! use courser::{Answer, Request, tour};
//!
//! let spec = TourSpec::closed(&"20x30".parse()?);
//! let found = tour(&Request::new(spec))?.into_tour()?.expect("a 20x30 board has a closed tour");
//! assert_eq!(found.kind(), Kind::Closed);
//!
//! let Answer::None(why) = tour(&Request::new(TourSpec::closed(&"5x5".parse()?)))? else { panic!() };
//! assert!(why.to_string().contains("25 squares"), "{why}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Check a tour
//!
//! The check implements the definition of a tour, but no method to find one. Only the check can create a
//! [`board::Tour`].
//!
//! ```
//! use courser::board::{Board, Kind, check};
//!
//! let board: Board = "3x4".parse()?;
//! let order = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "a2", "c1", "d3", "b2", "d1"];
//! let squares = order.map(|name| board.square(name).unwrap());
//! assert_eq!(check(&board, squares), Ok(Kind::Open));
//! assert!(check(&board, [squares[0], squares[2]]).is_err(), "a3 to a1 is not a move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Count tours
//!
//! The counts are exact numbers of any size, and are computed without finding any tour.
//!
//! ```
//! use courser::count::{CountOptions, CountTask, Tours, count};
//!
//! let closed = CountTask::new("6x6".parse()?, Tours::Closed)?;
//! assert_eq!(count(&closed, &CountOptions::default())?.to_string(), "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Draw a tour
//!
//! ```
//! use courser::board::{Board, Square};
//! use courser::solve::warnsdorff::{self, Rule};
//! use courser::view::{Style, paint, write_png};
//!
//! let board: Board = "8x8".parse()?;
//! let outcome = warnsdorff::run(&board, Square::new(2, 4), Rule::Roth, Default::default(), 0)?;
//! let picture = paint(&outcome.into_path(&board), None, &Style::default())?;
//! let mut png = Vec::new();
//! write_png(&picture, &mut png)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Run the decision cycle, step by step
//!
//! ```
//! use courser::board::{Board, MoveOrder, Square, Tour};
//! use courser::engine::cycle::{CpuCycle, Cycle, Schedule, Setup, order_of};
//!
//! // The decision cycle on the CPU: a knight tours the chessboard from e6.
//! let board: Board = "8x8".parse()?;
//! let setup = Setup::new(board.clone(), board.square("e6")?, MoveOrder::SLIDES)?;
//! let mut cycle = CpuCycle::new(setup, Schedule::Near)?;
//! cycle.advance(3)?; // rank, decide, pull: the knight is on its second square
//! cycle.finish(&mut |_| true)?;
//!
//! // Only the check makes tours.
//! let tour = Tour::new(board, order_of(&cycle.state()?)?)?;
//! assert_eq!(tour.squares().next(), Some(Square::new(2, 4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The example `on_the_gpu` runs the decision cycle on a GPU, and the example `many_knights` runs thousands of knights
//! in parallel.

mod answer;
mod auto;
mod error;
mod format;
mod found;
mod grown;
mod memory;
mod method;
mod plans;
mod progress;
mod request;
mod run;
pub mod survey;
mod walk;

#[cfg(feature = "bench")]
pub use courser_bench as bench;
pub use courser_board as board;
pub use courser_count as count;
pub use courser_engine as engine;
pub use courser_engine::{Device, DeviceChoice, DeviceNote};
#[cfg(feature = "gpu")]
pub use courser_gpu as gpu;
pub use courser_solve as solve;
pub use courser_view as view;
#[cfg(feature = "window")]
pub use courser_window as window;

pub use answer::{Answer, NoTour};
pub use auto::tour;
pub use error::TourError;
pub use format::{Content, FileFormat};
pub use found::{FoundTour, Provenance, TourReport, VisitNumbers, VisitSink};
pub use memory::band_fits;
pub use method::{CycleOptions, Knights, Method, MethodName, RelayOptions, RelayRun, WalkOptions};
pub use progress::{Progress, Stopped};
pub use request::{Compared, CycleObserver, Hooks, Note, Request};
pub use run::turned;
