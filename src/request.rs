//! The request for a tour: the tour, and the way in which it is made.

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

/// A requested tour, and how it is made.
///
/// All but the spec has a default; [`courser::tour`](crate::tour) answers.
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
    /// The tour: board, open or closed, start and end.
    pub spec: TourSpec,
    /// The algorithm, with its options.
    pub method: Method,
    /// The seed of the random choices: another number gives another tour.
    pub seed: Option<u64>,
    /// True if all results of a device are compared with the CPU: states, knights or numbers.
    pub verify: bool,
    /// The requested device.
    pub device: DeviceChoice,
    /// The time limit, after which every method ends.
    pub limit: Option<Duration>,
    /// Callbacks for progress and notes, and for ending the work.
    pub hooks: Hooks<'a>,
}

/// Callbacks: who hears of the progress, and who may end the work.
#[derive(Clone, Copy, Default)]
pub struct Hooks<'a> {
    /// Set by another thread to end the work.
    pub stop: Option<&'a AtomicBool>,
    /// Called with how far the work is, now and then.
    pub progress: Option<&'a dyn Fn(Progress)>,
    /// Called with notes for the user.
    pub note: Option<&'a dyn Fn(Note)>,
    /// Called with the cycles that cover the board, after every pass of growing that changes an edge. A grown tour takes much
    /// longer then.
    pub cover: Option<&'a dyn Fn(GrowthPass, Cover)>,
    /// Called with the decision cycle before its first pass and after every pass, until the callback ends the work. The
    /// cycle takes much longer then.
    pub cycle: Option<&'a CycleObserver<'a>>,
}

/// Looks at a running decision cycle; `Break` ends it.
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

    /// Reports the progress of the work. Returns [`TourError::Stopped`] if it must stop and is not finished anyway.
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

/// A remark about a run, for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A note about the opened device.
    Device(DeviceNote),
    /// A device was requested, but the suitable method for this board runs on the CPU.
    OnCpu,
    /// A comparison with the CPU is requested, and the method has run only on the CPU.
    Uncompared,
    /// No tour was grown, for this reason: another method makes it.
    NotGrown(String),
    /// Steps of a depth-first search that found a tour.
    TakenBack {
        /// Number of undone steps.
        back: u64,
        /// All steps.
        steps: u64,
    },
    /// A list of the regions of a relay, which are this many, does not fit into memory: they follow each other in a regular
    /// order.
    RegularOrder(u64),
    /// The cycle finds no such tour; another method is tried.
    CycleFailed,
    /// The results of a device agree with those of the CPU.
    Compared {
        /// The kind of compared results, and their number.
        what: Compared,
        /// True if the CPU was compared with itself.
        on_cpu: bool,
    },
}

/// The results that agree with the CPU reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// States of the decision cycle.
    States {
        /// How many, each in every square.
        states: u64,
        /// Squares of the board.
        squares: u64,
    },
    /// Knights, each with every move.
    Knights(u64),
    /// Visit numbers of a tour.
    Numbers(u64),
}

impl Request<'_> {
    /// Returns a request for this tour, by the method that suits its board, without a limit.
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

    /// Returns the order in which neighbours are examined: the method's, or the one that the seed shuffles for the cycle and
    /// the searches.
    pub fn move_order(&self) -> MoveOrder {
        // A given rule, a walk and a depth-first search use the seed in another way.
        let is_shuffled =
            self.method.rule().is_none() && !matches!(self.method, Method::Walk(_) | Method::DepthFirst(_));
        let shuffled = || self.seed.filter(|_| is_shuffled).map(shuffled);
        self.method.order().or_else(shuffled).unwrap_or_default()
    }
}

/// Returns one of the 40,320 orders: the seed's digits in the factorial number system select the codes one after
/// another.
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
