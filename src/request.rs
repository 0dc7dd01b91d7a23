//! The request for a tour: the tour, and the way in which it is made.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser_board::{MoveOrder, TourSpec};
use courser_engine::DeviceNote;
use courser_engine::EngineError;
use courser_engine::cycle::{Agreed, Cycle, Schedule};
use courser_engine::grown::{Cover, Pass};
use courser_solve::chain::Chain;
use courser_solve::search::Why;
use courser_solve::tame::Fewest;
use courser_solve::warnsdorff::Rule;

use crate::{DeviceChoice, Method, Stopped, TourError};

/// A tour that is asked for, and how it is to be made.
///
/// All but the spec has a default; [`courser::tour`](crate::tour) answers.
///
/// ```
/// use courser::board::TourSpec;
/// use courser::{Contradiction, Method, Request};
/// use courser::solve::warnsdorff::Rule;
///
/// let spec = TourSpec::open(&"8x8".parse()?);
/// let request = Request { method: Method::Search, rule: Some(Rule::Roth), ..Request::new(spec) };
/// assert_eq!(request.check(), Err(Contradiction::Rule));
/// # Ok::<(), courser::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The tour: board, open or closed, start and end.
    pub spec: TourSpec,
    /// The algorithm. A rule that is named makes [`Method::Auto`] mean [`Method::Warnsdorff`].
    pub method: Method,
    /// The regions of the board that are toured one after another on the CPU, each by the method that serves it.
    pub chain: Option<Chain>,
    /// The rule that picks the next square; by default [`Rule::Warnsdorff`], with a seed [`Rule::Random`].
    pub rule: Option<Rule>,
    /// The squares that Pohl's rule looks ahead, where no rule has that depth: 4 to [`Rule::MAX_LEVELS`], for one knight
    /// on the CPU.
    pub look_ahead: Option<u32>,
    /// The order in which neighbours are looked at; by default the slides', or as the seed shuffles it.
    pub order: Option<MoveOrder>,
    /// The seed of the random choices: another number gives another tour.
    pub seed: Option<u64>,
    /// The number of knights that walk by the rule; the first that gets through is taken.
    pub tries: Option<u32>,
    /// The squares that each pass of the decision cycle computes.
    pub schedule: Option<Schedule>,
    /// Rows and columns of the regions of a relay, about; by default 8x8.
    pub region: Option<(u32, u32)>,
    /// Passes of melting after a relay, which take the lines between its regions away; none by default.
    pub melts: u32,
    /// Of which a tame tour has few: turns by default, or crossings.
    pub tame: Option<Fewest>,
    /// Whether everything that a device computes is compared with the CPU: states, knights or numbers.
    pub verify: bool,
    /// Whether a path that gets stuck is wanted, so that the method runs even where a theorem rules the tour out.
    pub partial: bool,
    /// The device that is asked for.
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
    /// Called with what the user may want to know.
    pub note: Option<&'a dyn Fn(Note)>,
    /// Called with the cycles that cover the board, after every pass of growing that changes an edge. A grown tour takes much
    /// longer then.
    pub cover: Option<&'a dyn Fn(Pass, Cover)>,
    /// Called with the decision cycle before its first pass and after every pass, until the callback ends the work. The
    /// cycle takes much longer then.
    pub cycle: Option<&'a LookAtCycle<'a>>,
}

/// Looks at a running decision cycle; `Break` ends it.
pub type LookAtCycle<'a> = dyn Fn(&mut dyn Cycle) -> Result<ControlFlow<()>, EngineError> + 'a;

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

    /// Says how far the work is; [`TourError::Stopped`] if it is to be ended and is not at its end anyway.
    pub(crate) fn go_on(
        &self,
        at: Progress,
        deadline: Option<Instant>,
        limit: Option<Duration>,
    ) -> Result<(), TourError> {
        self.report(at);
        let is_over = matches!(at, Progress::Squares(done, all) if done == all);
        let why = if self.stopped() {
            Why::Asked
        } else if !is_over && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Why::Limit
        } else {
            return Ok(());
        };
        Err(TourError::Stopped(Stopped { why, at, limit }))
    }
}

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Squares visited or numbered, and squares in all.
    Squares(u64, u64),
    /// Knights that have walked, and knights in all.
    Knights(u64, u64),
    /// Decisions that the search has made, and the most moves of the tour that were known at once.
    Choices(u64, u64),
    /// Steps that were taken back, and the squares that are visited.
    TakenBack(u64, u64),
    /// Squares that paths and cycles cover, of all.
    Covering(u64, u64),
    /// Passes of melting that are done, of all.
    Melting(u32, u32),
    /// Cycles that are left to be joined.
    Joining(u32),
    /// The one cycle gets its numbers.
    Numbering,
    /// This part of the work is over.
    Done,
}

/// A remark about a run, for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A remark on the device that was opened.
    Device(DeviceNote),
    /// A device was asked for, and what is right for this board runs on the CPU.
    OnCpu,
    /// No tour was grown, for this reason: another method makes it.
    NotGrown(String),
    /// Steps of a depth-first search that found a tour.
    TakenBack {
        /// Steps that were taken back.
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
        /// The kind of things that were compared, and how many.
        what: Compared,
        /// Whether the CPU was compared with itself.
        on_cpu: bool,
    },
}

/// The results that were compared with the CPU reference, and agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// States of the decision cycle.
    States {
        /// How many, and how many of them in every square.
        agreed: Agreed,
        /// Squares of the board.
        squares: u64,
        /// The schedule whose states they are.
        schedule: Schedule,
    },
    /// Knights, each with every move.
    Knights(u64),
    /// Visit numbers of a tour.
    Numbers(u64),
}

/// A contradiction in a request, or an option that the method could only ignore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// A rule is given for a method that walks by none.
    #[error("a rule is for the methods warnsdorff, cycle and relay")]
    Rule,
    /// Tries are given for a method that has one only.
    #[error("tries are for the method warnsdorff")]
    Tries,
    /// A rule is to look farther ahead than any of its names, and it is not one knight's on the CPU, or farther than it can.
    #[error("looking 4 to 10 squares ahead is for one knight by the method warnsdorff")]
    LookAhead,
    /// A GPU is asked for, and the method runs on the CPU alone.
    #[error("this method runs on the CPU")]
    Device,
    /// A comparison with the CPU is asked for, and the method runs on the CPU alone.
    #[error("this method runs on the CPU: there is nothing to compare with it")]
    Verify,
    /// A schedule is given for a method that is not the decision cycle.
    #[error("a schedule is for the decision cycle")]
    Schedule,
    /// A move order is given for a method that looks at moves in none.
    #[error("an order has no meaning for a tour that is built")]
    Order,
    /// A method or a rule is given, and each region of a chain has its own.
    #[error("a chain of regions has no method and no rule")]
    Chain,
    /// A schedule around one knight is given for a relay.
    #[error("the passes of a relay run over the whole board")]
    Passes,
    /// A size of regions is given for a method that has none.
    #[error("a size of regions is for the method relay")]
    Region,
    /// Melting is asked for where no relay is made without passes.
    #[error("melting is for the method relay, without its passes")]
    Melts,
    /// Few turns or crossings are asked for, and not from the method tame.
    #[error("few turns or few crossings are for the method tame")]
    Tame,
    /// A start or an end is given, and the chain of regions has its own.
    #[error("the regions say where the tour starts and ends")]
    RegionEnds,
}

impl Request<'_> {
    /// Asks for this tour, made as is right for its board, without a limit.
    pub const fn new(spec: TourSpec) -> Self {
        Self {
            spec,
            method: Method::Auto,
            chain: None,
            rule: None,
            look_ahead: None,
            order: None,
            seed: None,
            tries: None,
            schedule: None,
            region: None,
            melts: 0,
            tame: None,
            verify: false,
            partial: false,
            device: DeviceChoice::Auto,
            limit: None,
            hooks: Hooks { stop: None, progress: None, note: None, cover: None, cycle: None },
        }
    }

    /// The method, of which a named rule is one.
    pub(crate) fn method(&self) -> Method {
        match self.method {
            Method::Auto if self.rule.is_some() => Method::Warnsdorff,
            method => method,
        }
    }

    /// Validates the request: finds every contradiction in it.
    ///
    /// # Errors
    /// The first [`Contradiction`].
    pub fn check(&self) -> Result<(), Contradiction> {
        let method = self.method();
        let chained = self.chain.is_some();
        let relay = matches!(method, Method::Relay);
        let anywhere = relay || matches!(method, Method::Mosaic | Method::Tame | Method::Grown | Method::Organic);
        let built = anywhere || chained;
        let cycles = matches!(method, Method::Auto | Method::Cycle) && !chained;
        let walks = matches!(method, Method::Warnsdorff);
        let refuse = |wrong: bool, contradiction| if wrong { Err(contradiction) } else { Ok(()) };
        refuse(chained && method != Method::Auto, Contradiction::Chain)?;
        refuse(self.rule.is_some() && !walks && !relay && !matches!(method, Method::Cycle), Contradiction::Rule)?;
        refuse(self.region.is_some() && !relay, Contradiction::Region)?;
        refuse(self.tries.is_some() && !walks, Contradiction::Tries)?;
        let farthest =
            self.look_ahead.is_some_and(|levels| levels > Rule::MAX_LEVELS || !walks || self.tries.is_some());
        refuse(farthest, Contradiction::LookAhead)?;
        let on_cpu = !cycles && !anywhere && self.tries.is_none();
        refuse(on_cpu && self.device.asks_for_gpu(), Contradiction::Device)?;
        refuse(self.verify && on_cpu, Contradiction::Verify)?;
        refuse(self.schedule.is_some() && !cycles && !relay, Contradiction::Schedule)?;
        refuse(relay && self.schedule.is_some_and(|schedule| schedule != Schedule::Whole), Contradiction::Passes)?;
        refuse(self.melts > 0 && (!relay || self.schedule.is_some()), Contradiction::Melts)?;
        refuse(self.tame.is_some() && method != Method::Tame, Contradiction::Tame)?;
        refuse(self.order.is_some() && built, Contradiction::Order)?;
        let ends = self.spec.start().is_some() || self.spec.end().is_some();
        refuse(ends && chained, Contradiction::RegionEnds)
    }

    /// The order in which neighbours are looked at: as named, or as the seed shuffles it for the cycle and the search.
    pub fn move_order(&self) -> MoveOrder {
        match (self.order, self.seed) {
            (Some(order), _) => order,
            // A rule that is named uses the seed itself, or has no use for it, whichever method walks by it.
            (None, Some(seed))
                if self.rule.is_none() && !matches!(self.method(), Method::Warnsdorff | Method::DepthFirst) =>
            {
                shuffled(seed)
            }
            (None, _) => MoveOrder::default(),
        }
    }
}

/// One of the 40,320 orders: the seed's digits in the factorial number system pick the codes one after another.
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
