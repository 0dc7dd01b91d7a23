//! The measured work: tours that the library computes on an open device.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser::bench::{BenchError, BenchMethod, DeviceInfo, PhaseTimes, Timed};
use courser::board::{Board, MoveOrder, Path, Square, Tour, TourSpec};
use courser::engine::EngineError;
use courser::engine::batch::{self, BatchPlan, Cohort, Tally};
use courser::engine::cycle::{self, Schedule, Setup, order_of};
use courser::engine::grown::{self, GrowthStep};
use courser::solve::chain::{Chain, by_search};
use courser::solve::search::SearchOptions;
use courser::solve::warnsdorff::{Rule, Walker, run};
use courser::solve::{factor, mosaic, relay};
use courser::survey::Starts;
use courser::{Answer, Device, DeviceChoice as Choice, Hooks, MethodName, Progress, Request, TourError, VisitNumbers};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A device on which cases are timed: a number of CPU threads, or a GPU.
pub(super) struct BenchDevice {
    pub(super) info: DeviceInfo,
    pub(super) device: Device,
    /// Device choice with which `courser tour` opens this device.
    choice: Choice,
    /// Thread pool of the CPU, or `None` for a GPU.
    pool: Option<ThreadPool>,
}

impl BenchDevice {
    /// Creates the device for the CPU. The device uses `threads` threads.
    pub(super) fn cpu(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let pool = Some(ThreadPoolBuilder::new().num_threads(threads).build()?);
        Ok(Self { info: DeviceInfo::cpu(threads), device: Device::CPU, choice: Choice::Cpu, pool })
    }

    /// Creates the device for the GPU with the index `nth`.
    pub(super) fn gpu(nth: usize, device: Device, choice: Choice) -> Self {
        let label = if nth == 0 { "gpu".into() } else { format!("gpu {}", nth + 1) };
        Self { info: DeviceInfo::gpu(label, &device), device, choice, pool: None }
    }

    /// Runs `work` on the threads of the device.
    fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Runs `work` and adds its time to `total`. Returns the result and, if `metered`, the time measured by the GPU's
    /// clock.
    fn worked<T>(
        &self,
        total: &mut Duration,
        metered: bool,
        work: impl FnOnce() -> T,
    ) -> Result<(T, Option<Duration>), EngineError> {
        let work = || timed(total, work);
        if metered { self.device.metered(work) } else { Ok((work(), None)) }
    }

    /// Returns whether the method supports this device and whether its work on the board ends in reasonable time.
    pub(super) fn serves(&self, method: &BenchMethod, board: &Board) -> bool {
        let side = |most: u64| board.cells() <= most * most;
        // `is_shared` is true if CPU threads can share the work of the method. The lanes of a GPU can then also share
        // this work.
        let (is_shared, takes) = match method.name {
            // Each move takes three passes over the whole board. On boards larger than 512x512, a few moves would take
            // as long as a complete tour of a smaller board.
            "cycle whole" => (false, side(512)),
            "cycle near" | "cycle resident" => (false, side(1024)),
            // On larger boards, these methods do not end in reasonable time.
            "depth-first" => (false, side(8)),
            "search" => (false, side(64)),
            "warnsdorff" => (false, side(8192)),
            "regions" => (false, side(256) && regions(board).is_some()),
            "factor" => (false, side(2048)),
            "relay" => (false, side(16_384) && relay::serves(board).is_ok()),
            "batch" => (true, side(256)),
            "mosaic" => (true, mosaic::serves(board)),
            "grown" => (true, side(16_384) && grown::serves(board).is_ok()),
            _ => (true, side(16_384)),
        };
        let suits = match self.info.threads {
            Some(threads) => threads == 1 || is_shared || method.name == "relay",
            None => is_shared || method.schedule().is_some(),
        };
        suits && takes
    }

    /// Starts a case on this device. [`serves`](Self::serves) must return true for the method and the board.
    pub(super) fn begin<'a>(&'a self, method: &BenchMethod, board: &Board) -> Result<Box<dyn Timed + 'a>, BenchError> {
        let even = board.playable().is_multiple_of(2);
        let built = || if even { TourSpec::closed(board) } else { TourSpec::open(board) };
        let from = |start: Square| TourSpec::open(board).starting_at(start).map_err(BenchError::failed);
        if let Some(schedule) = method.schedule() {
            let schedule = schedule.parse().map_err(BenchError::failed)?;
            let setup = Setup::new(board.clone(), good_start(board)?, MoveOrder::SLIDES).map_err(BenchError::failed)?;
            return Ok(Box::new(CycleMoves::new(self, setup, schedule)));
        }
        let spec = match method.name {
            "factor" => {
                let spec = built();
                let make = move || factor::tour(&spec, 0, ROUNDS).map_err(no_tour);
                return Ok(Box::new(Solved { board: board.clone(), make }));
            }
            "regions" => {
                let chain = rows_of_regions(board)?;
                let tour = move || chain.tour(false, &mut by_search(&SearchOptions::default())).map_err(no_tour);
                return Ok(Box::new(Solved { board: board.clone(), make: move || Ok(tour()?.order().to_vec()) }));
            }
            "batch" => return Ok(Box::new(KnightBatch::new(self, board)?)),
            "warnsdorff" => from(good_start(board)?)?,
            "depth-first" => from(board.squares().next().ok_or_else(|| no_tour("no squares"))?)?,
            "search" => TourSpec::open(board),
            _ => built(),
        };
        let method = method.name.parse().map_err(BenchError::failed)?;
        Ok(Box::new(Requested { place: self, method, spec, steps: Vec::new(), on_gpu: None }))
    }
}

fn no_tour(why: impl ToString) -> BenchError {
    BenchError::NoTour(why.to_string())
}

/// Runs `work` and adds its time to `total`.
fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = std::hint::black_box(work());
    *total += begun.elapsed();
    result
}

/// Maximum number of steps of a depth-first search.
const STEPS: u64 = 1 << 26;

/// Seed of grown tours.
const SEED: u64 = 7;

/// Maximum number of squares of a board whose visit numbers are read back from a GPU. The visit numbers of larger
/// boards stay on the GPU. The GPU checks that they form a tour.
const MAX_READ: u64 = 1 << 28;

/// A tour that is computed and checked in the same way as by `courser tour`. For [`MethodName::Auto`], the measured
/// time extends from the request to the end of the check.
struct Requested<'a> {
    place: &'a BenchDevice,
    method: MethodName,
    spec: TourSpec,
    steps: Vec<(&'static str, Duration)>,
    on_gpu: Option<Duration>,
}

impl Requested<'_> {
    /// Computes the tour and adds the time of each phase to `times`.
    fn answer(&mut self, times: &mut PhaseTimes) -> Result<(), BenchError> {
        let (auto, cells, stop) = (self.method == MethodName::Auto, self.spec.board().cells(), AtomicBool::new(false));
        // Half of the steps visit a square. The other half undo a visit.
        let end = |at| {
            let is_over = matches!(at, Progress::TakenBack(back, _) if back >= STEPS / 2);
            stop.fetch_or(is_over, Ordering::Relaxed);
        };
        let request = Request {
            method: self.method.into(),
            seed: (self.method == MethodName::Grown).then_some(SEED),
            device: if auto { self.place.choice.clone() } else { Choice::Open(self.place.device.clone()) },
            hooks: Hooks { stop: Some(&stop), progress: Some(&end), ..Hooks::default() },
            ..Request::new(self.spec.clone())
        };
        let begun = Instant::now();
        match courser::tour(&request).map_err(BenchError::failed)? {
            Answer::Found(found) => {
                times.upload += begun.elapsed().saturating_sub(found.how().work);
                let mut sink = |_: VisitNumbers<'_>| Ok::<(), TourError>(());
                let report = found.rows(&Hooks::default(), (cells <= MAX_READ).then_some(&mut sink));
                let report = report.map_err(BenchError::failed)?;
                times.compute += if auto { begun.elapsed() } else { report.computed };
                times.read_back += report.read_back;
                self.on_gpu = report.by_gpu.is_some_and(|by_gpu| by_gpu).then_some(report.computed);
                if let Some(grown) = report.grown {
                    times.read_back += report.checked;
                    let steps = GrowthStep::ALL.map(|step| (step.name(), grown.step(step)));
                    self.steps = steps.into_iter().chain([("proven", grown.proof)]).collect();
                }
            }
            Answer::None(why) => return Err(no_tour(why)),
            Answer::Stopped(_) => return Err(no_tour(format!("no tour within {STEPS} steps"))),
            answer => return Err(BenchError::Failed(format!("no tour but {answer:?}"))),
        }
        Ok(())
    }
}

impl Timed for Requested<'_> {
    fn tour(&self) -> u64 {
        self.spec.board().playable()
    }

    fn once(&mut self, times: &mut PhaseTimes, metered: bool) -> Result<Option<Duration>, BenchError> {
        // Every run measures its GPU time. Therefore, if `metered` is true, this method runs nothing and returns the
        // GPU time of the previous run.
        if !metered {
            self.place.install(|| self.answer(times))?;
        }
        Ok(self.on_gpu)
    }

    fn steps(&self) -> Vec<(&'static str, Duration)> {
        self.steps.clone()
    }
}

/// Maximum number of rounds of the method *factor and merge*. On boards without holes, the first round has always been
/// enough.
const ROUNDS: u32 = 8;

/// A tour computed on one core by the function `make`. The benchmark calls this function directly. In contrast,
/// `courser tour` makes a request.
struct Solved<M> {
    board: Board,
    make: M,
}

impl<M: Fn() -> Result<Vec<u32>, BenchError>> Timed for Solved<M> {
    fn tour(&self) -> u64 {
        self.board.playable()
    }

    fn once(&mut self, times: &mut PhaseTimes, metered: bool) -> Result<Option<Duration>, BenchError> {
        if !metered {
            let order = timed(&mut times.compute, &self.make)?;
            Tour::new(self.board.clone(), order).map_err(BenchError::failed)?;
        }
        Ok(None)
    }
}

/// Divides a board into equal regions, and returns the number of rows and the number of columns of one region. Each of
/// the two numbers is the smallest proper divisor, from 5 to 16, of the corresponding side of the board. Returns `None`
/// if a side has no such divisor.
fn regions(board: &Board) -> Option<(u32, u32)> {
    let side = |length: u32| (5..=16).find(|&side| length.is_multiple_of(side) && length > side);
    side(board.rows()).zip(side(board.cols()))
}

/// Returns a chain of equal regions. The chain follows the rows of regions, alternately to the right and to the left,
/// as in "Haskell: knight's move II" for 52x52.
fn rows_of_regions(board: &Board) -> Result<Chain, BenchError> {
    let (rows, cols) = regions(board).ok_or_else(|| no_tour("no equal regions divide the board"))?;
    let (mut text, across) = (String::new(), board.cols() / cols);
    for down in 0..board.rows() / rows {
        for step in 0..across {
            let col = cols * if down % 2 == 0 { step } else { across - 1 - step };
            let _ = writeln!(text, "{rows}x{cols} at {}", Square::new(down * rows, col).name(board.rows()));
        }
    }
    Chain::parse(&text, board).map_err(no_tour)
}

/// Maximum number of start squares from which Warnsdorff's rule is tried.
const STARTS: u32 = 24;

/// Returns a square from which Warnsdorff's rule completes a tour of the board.
fn good_start(board: &Board) -> Result<Square, BenchError> {
    let mut farthest = 0;
    for &start in &*Starts::Spread(STARTS).of(board).map_err(BenchError::failed)? {
        let outcome = run(board, start, Rule::Warnsdorff, MoveOrder::SLIDES, 0).map_err(BenchError::failed)?;
        if outcome.is_complete() {
            return Ok(start);
        }
        farthest = farthest.max(outcome.order.len());
    }
    Err(no_tour(format!(
        "Warnsdorff's rule gets stuck from every start that was tried, at best after {farthest} of {} squares",
        board.playable()
    )))
}

/// Number of passes per move.
const A_MOVE: u64 = 3;

/// Number of squares that the knight has visited before the measurement begins. With every schedule, the first move is
/// decided by passes over the whole board. These passes would dominate the time of a short run.
const OPENING: u64 = 2;

/// Minimum number of squares that a run visits on a board of more than [`SMALL`] squares.
const MIN_MOVES: u64 = 9;

/// Maximum number of squares of a board on which every run is a complete tour. On such a board, a shorter run would
/// measure mainly the first moves.
const SMALL: u64 = 64;

/// A run of the decision cycle. On a board of at most [`SMALL`] squares, the run makes a whole tour. On a larger board,
/// the number of moves is increased only until a run takes long enough.
struct CycleMoves<'a> {
    place: &'a BenchDevice,
    setup: Setup,
    schedule: Schedule,
    /// Number of squares visited per run.
    visits: u64,
}

impl<'a> CycleMoves<'a> {
    fn new(place: &'a BenchDevice, setup: Setup, schedule: Schedule) -> Self {
        let all = setup.board().playable();
        Self { place, setup, schedule, visits: if all <= SMALL { all } else { MIN_MOVES } }
    }

    /// Walks until `visits` squares are visited. Returns the indices of these squares in visiting order and, if
    /// `metered`, the time measured by the GPU's clock.
    fn walked(&self, times: &mut PhaseTimes, metered: bool) -> Result<(Vec<u32>, Option<Duration>), EngineError> {
        let begun = Instant::now();
        let mut cycle = cycle::on(&self.place.device, self.setup.clone(), self.schedule)?;
        cycle.advance((OPENING - 1) * A_MOVE)?;
        times.upload += begun.elapsed();
        let moves = || cycle.advance((self.visits - OPENING) * A_MOVE);
        let (status, spent) = self.place.worked(&mut times.compute, metered, moves)?;
        status?;
        Ok((order_of(&timed(&mut times.read_back, || cycle.state())?)?, spent))
    }
}

impl Timed for CycleMoves<'_> {
    fn visits(&self) -> u64 {
        self.visits - OPENING
    }

    fn tour(&self) -> u64 {
        self.setup.board().playable() - OPENING
    }

    fn fit(&mut self, aim: Duration) -> Result<(), BenchError> {
        let all = self.setup.board().playable();
        loop {
            let took = self.fastest()?;
            if self.visits == all || took >= aim / 2 {
                return Ok(());
            }
            let factor = (aim.as_secs_f64() / took.as_secs_f64().max(1e-9)).clamp(1.5, 16.0);
            self.visits = ((self.visits as f64 * factor) as u64).min(all);
        }
    }

    fn once(&mut self, times: &mut PhaseTimes, metered: bool) -> Result<Option<Duration>, BenchError> {
        if metered && self.place.device.is_cpu() {
            return Ok(None);
        }
        let (order, spent) = self.walked(times, metered).map_err(BenchError::failed)?;
        let (found, visits) = (order.len() as u64, self.visits);
        if found != visits {
            return Err(BenchError::Failed(format!("the cycle visited {found} squares, not {visits}")));
        }
        Path::new(self.setup.board().clone(), order).map_err(BenchError::failed)?;
        Ok(spent)
    }
}

/// Maximum number of moves of a run. A GPU that is a thousand times as fast as a CPU core takes about a second for this
/// number of moves.
const MAX_MOVES: u64 = 1 << 34;

/// Sufficient duration of a run. The number of knights is increased only until a run takes this long.
const MAX_TIME: Duration = Duration::from_secs(1);

/// Minimum speed-up from quadrupling the number of knights. If the speed-up is lower, the number is not quadrupled
/// again.
const FASTER: f64 = 1.25;

/// Many knights that walk at the same time by Warnsdorff's rule. The starts of each round are spread over the whole
/// board.
struct KnightBatch<'a> {
    place: &'a BenchDevice,
    board: Board,
    starts: Arc<[Square]>,
    rounds: u32,
    /// Tally of one round, computed on the CPU.
    round: Tally,
}

impl<'a> KnightBatch<'a> {
    fn new(place: &'a BenchDevice, board: &Board) -> Result<Self, BenchError> {
        let starts = Starts::default().of(board).map_err(BenchError::failed)?;
        let mut knights = Self { place, board: board.clone(), starts, rounds: 1, round: Tally::default() };
        knights.round = knights.tally(&Device::CPU, &mut PhaseTimes::default(), false)?.0;
        if knights.round.complete == 0 {
            return Err(no_tour("every knight gets stuck"));
        }
        Ok(knights)
    }

    /// Lets the knights walk on a device. Returns their tally and, if `metered`, the time measured by the GPU's clock.
    fn tally(
        &self,
        device: &Device,
        times: &mut PhaseTimes,
        metered: bool,
    ) -> Result<(Tally, Option<Duration>), BenchError> {
        let count = self.starts.len() as u32 * self.rounds;
        let cohort = Cohort { walker: Walker::default(), starts: Arc::clone(&self.starts), count };
        let begun = Instant::now();
        let plan = BatchPlan::new(self.board.clone(), vec![cohort]).map_err(BenchError::failed)?;
        let mut batch = batch::on(device, plan).map_err(BenchError::failed)?;
        times.upload += begun.elapsed();
        // Only one tally is read back. On a GPU, the time of this read-back counts as compute time.
        let walk = || self.place.install(|| batch.tallies(&mut |_| {}));
        let (tallies, spent) = self.place.worked(&mut times.compute, metered, walk).map_err(BenchError::failed)?;
        Ok((tallies.map_err(BenchError::failed)?[0], spent))
    }

    /// Multiplies the number of rounds by `factor`, but does not exceed the maximum number of rounds. Returns whether
    /// the number of rounds has increased.
    fn times(&mut self, factor: f64) -> bool {
        let most = (MAX_MOVES / self.round.visited).min(u64::from(u32::MAX) / self.starts.len() as u64).max(1);
        let before = self.rounds;
        self.rounds = ((f64::from(before) * factor) as u64).min(most).max(before.into()) as u32;
        self.rounds > before
    }
}

impl Timed for KnightBatch<'_> {
    /// Returns the number of visits that belong to complete tours. The time of a run, including the time of the stuck
    /// knights, is divided by this number.
    fn visits(&self) -> u64 {
        self.round.complete * self.board.playable() * u64::from(self.rounds)
    }

    fn tour(&self) -> u64 {
        self.board.playable()
    }

    /// Adds rounds until a repetition takes about the time `aim`. Each round adds one knight per start. On a graphics
    /// card, a repetition with few knights leaves most lanes idle. Therefore more rounds are added on a graphics card,
    /// until additional knights no longer increase the speed.
    fn fit(&mut self, aim: Duration) -> Result<(), BenchError> {
        let mut took = self.fastest()?;
        while took < aim / 2 && self.times((aim.as_secs_f64() / took.as_secs_f64().max(1e-9)).clamp(2.0, 64.0)) {
            took = self.fastest()?;
        }
        while self.place.device.is_graphics_card() && took < MAX_TIME {
            let before = self.rounds;
            if !self.times(4.0) {
                break;
            }
            let (more, now) = (f64::from(self.rounds) / f64::from(before), self.fastest()?);
            if took.as_secs_f64() * more < now.as_secs_f64() * FASTER {
                break;
            }
            took = now;
        }
        Ok(())
    }

    /// Runs the knights of all rounds once. All rounds must give the same result: two knights with the same start
    /// differ only in their random bits, which the rule does not use.
    fn once(&mut self, times: &mut PhaseTimes, metered: bool) -> Result<Option<Duration>, BenchError> {
        if metered && self.place.device.is_cpu() {
            return Ok(None);
        }
        let (found, spent) = self.tally(&self.place.device, times, metered)?;
        let rounds = u64::from(self.rounds);
        let expected = Tally {
            tries: self.round.tries * rounds,
            complete: self.round.complete * rounds,
            closed: self.round.closed * rounds,
            visited: self.round.visited * rounds,
            ..self.round
        };
        match found == expected {
            true => Ok(spent),
            false => Err(BenchError::Failed(format!("the knights made {found:?}, not {expected:?}"))),
        }
    }
}
