//! The request for a tour: the properties of the tour, and the method of making it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser_board::{MoveOrder, TourSpec};
use courser_engine::DeviceNote;
use courser_engine::EngineError;
use courser_engine::cycle::Cycle;
use courser_engine::grown::{Cover, GrowthPass};
use courser_solve::search::StopReason;

use crate::{DeviceChoice, Method, Progress, Stopped, TourError};

/// A requested tour, and the method of making it.
///
/// All fields except the spec have defaults. [`courser::tour`](crate::tour) answers a request.
///
/// ```
/// use courser::board::TourSpec;
/// use courser::solve::warnsdorff::Rule;
/// use courser::{Method, Request, WalkOptions};
///
/// let spec = TourSpec::open(&"8x8".parse()?);
/// let method = Method::Walk(WalkOptions { rule: Some(Rule::Roth), ..WalkOptions::default() });
/// let request = Request { method, ..Request::new(spec) };
/// assert_eq!(request.device, courser::DeviceChoice::Auto);
/// # Ok::<(), courser::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The tour: its board, its kind, its start and its end.
    pub spec: TourSpec,
    /// The algorithm, with its options.
    pub method: Method,
    /// The seed of the random choices. A different seed gives a different tour.
    pub seed: Option<u64>,
    /// True if all results of a device (states, knights or numbers) are compared with the results of the CPU.
    pub verify: bool,
    /// The device on which the tour is made.
    pub device: DeviceChoice,
    /// The time limit, after which every method stops.
    pub limit: Option<Duration>,
    /// Callbacks for progress and notes, and for stopping the work.
    pub hooks: Hooks<'a>,
}

/// Callbacks that receive the progress of the work and can stop it.
#[derive(Clone, Copy, Default)]
pub struct Hooks<'a> {
    /// A flag that another thread sets to stop the work.
    pub stop: Option<&'a AtomicBool>,
    /// Callback called from time to time with the progress of the work.
    pub progress: Option<&'a dyn Fn(Progress)>,
    /// Callback for notes to the user.
    pub note: Option<&'a dyn Fn(Note)>,
    /// Callback that receives the cycles that cover the board. The callback is called after every growing pass that
    /// changes an edge. With this callback, growing takes much longer.
    pub cover: Option<&'a dyn Fn(GrowthPass, Cover)>,
    /// Callback that observes the decision cycle and can stop the work. The callback is called before the first pass,
    /// and then after every pass at which the schedule can stop. If [`Request::verify`] is true, the callback is not
    /// called. With this callback, the decision cycle takes much longer.
    pub cycle: Option<&'a CycleObserver<'a>>,
}

/// A callback that observes a running decision cycle. `Break` stops the cycle.
pub type CycleObserver<'a> = dyn Fn(&mut dyn Cycle) -> Result<ControlFlow<()>, EngineError> + 'a;

impl std::fmt::Debug for Hooks<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hooks").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Hooks<'_> {
    pub(crate) fn report(&self, progress: Progress) {
        if let Some(reported) = self.progress {
            reported(progress);
        }
    }

    pub(crate) fn note(&self, note: Note) {
        if let Some(reported) = self.note {
            reported(note);
        }
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Reports the progress of the work.
    ///
    /// # Errors
    /// [`TourError::Stopped`] if the work was stopped, or if the deadline has passed and the work is not finished.
    pub(crate) fn go_on(
        &self,
        at: Progress,
        deadline: Option<Instant>,
        limit: Option<Duration>,
    ) -> Result<(), TourError> {
        self.report(at);
        let is_over = matches!(at, Progress::Squares(done, all) if done == all);
        let why = if self.stopped() {
            StopReason::Asked
        } else if !is_over && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            StopReason::Limit
        } else {
            return Ok(());
        };
        Err(TourError::Stopped(Stopped { why, at, limit }))
    }
}

/// A note about a run, for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A note about the opened device.
    Device(DeviceNote),
    /// A GPU was requested, but the method suitable for this board runs on the CPU.
    OnCpu,
    /// A comparison with the CPU was requested, but the method ran only on the CPU.
    Uncompared,
    /// No tour was grown, so another method makes the tour. Contains the reason.
    NotGrown(String),
    /// A walk with backtracking found a tour. Contains the number of undone steps and the total number of steps.
    TakenBack {
        /// Number of undone steps.
        back: u64,
        /// Total number of steps, including the undone steps.
        steps: u64,
    },
    /// A list of the regions of a relay does not fit in memory, so the regions are in a regular order. Contains the
    /// number of regions.
    RegularOrder(u64),
    /// The decision cycle did not find the requested tour, and another method is tried.
    CycleFailed,
    /// A device was compared with the CPU, and both gave the same results.
    Compared {
        /// Kind and number of the compared results.
        what: Compared,
        /// True if the CPU was compared with itself.
        on_cpu: bool,
    },
}

/// The compared results, all of which agree with the CPU reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// States of the decision cycle.
    States {
        /// Number of compared states. All squares of each state were compared.
        states: u64,
        /// Number of squares of the board.
        squares: u64,
    },
    /// The paths of knights. Every move of each path was compared with the reference. Contains the number of knights.
    Knights(u64),
    /// Visit numbers of a tour. Contains the number of compared visit numbers.
    Numbers(u64),
}

impl Request<'_> {
    /// Creates a request for this tour, with the best method for its board and without a time limit.
    pub fn new(spec: TourSpec) -> Self {
        Self {
            spec,
            method: Method::default(),
            seed: None,
            verify: false,
            device: DeviceChoice::Auto,
            limit: None,
            hooks: Hooks { stop: None, progress: None, note: None, cover: None, cycle: None },
        }
    }

    /// Returns the order in which neighbours are examined:
    ///
    /// - the move order of the method, if this order is given;
    /// - otherwise an order shuffled by the seed, if a seed is given, no rule is given, and the method is neither a
    ///   walk nor a depth-first search;
    /// - otherwise the default order, [`MoveOrder::SLIDES`].
    pub fn move_order(&self) -> MoveOrder {
        // If a rule is given, or if the method is a walk or a depth-first search, the seed has another purpose and does
        // not shuffle the move order.
        let is_shuffled =
            self.method.rule().is_none() && !matches!(self.method, Method::Walk(_) | Method::DepthFirst(_));
        let shuffled = || self.seed.filter(|_| is_shuffled).map(shuffled);
        self.method.order().or_else(shuffled).unwrap_or_default()
    }
}

/// Returns one of the 40,320 move orders, selected by the seed. The seed is divided by 8, the quotient by 7, the next
/// quotient by 6, and so on. Each remainder is the index of the next move code among the unused codes.
fn shuffled(seed: u64) -> MoveOrder {
    let mut rest = seed;
    let mut left = vec![1, 2, 3, 4, 5, 6, 7, 8];
    let codes = std::array::from_fn(|_| {
        let choices = left.len() as u64;
        let pick = (rest % choices) as usize;
        rest /= choices;
        left.remove(pick)
    });
    MoveOrder::new(codes).expect("each code was picked once")
}
