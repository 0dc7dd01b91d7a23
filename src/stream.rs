//! Tours that need not be in memory: rows of visit numbers, proven on the way to their destination.
//!
//! A mosaic of any size takes this one way, on the CPU and on a graphics adapter: some rows are numbered, proven with
//! the rows before them, and handed to a sink. A picture, a file, a tour in memory and nothing at all are sinks. A
//! grown tour takes the same way from where its squares have their numbers.

use std::cell::Cell;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use courser_board::format::DeviceDetails;
pub use courser_board::proof::Numbers;
use courser_board::proof::order_from_visits;
use courser_board::{Board, Square, Tour, TourSpec};
use courser_engine::grown::{self, Cover, GrownOn, Setup};
pub use courser_engine::mosaic::band_rows;
use courser_engine::numbering::{self, Numbering};
use courser_engine::{Device, DeviceNote, EngineError, memory, mosaic};
use courser_solve::mosaic::Plan;
use courser_solve::relay::Tries;

use crate::TourError;
use crate::answer::How;
use crate::auto::Run;
use crate::request::{Compared, Hooks, Note, Progress, Request};

/// Boards of fewer squares are numbered where it costs no time to begin.
pub const LARGE: u64 = 1 << 24;

/// A tour whose visit numbers are not yet computed.
///
/// ```
/// use courser::board::TourSpec;
/// use courser::{Answer, Numbers, Request, TourError, tour};
///
/// let spec = TourSpec::closed(&"3000x3000".parse()?);
/// let Answer::Stream(stream) = tour(&Request::new(spec))? else { panic!() };
/// let mut rows = 0;
/// let report = stream.run(Some(&mut |numbers: Numbers<'_>| {
///     rows += numbers.len() / 3000; // and write them to a file
///     Ok::<(), TourError>(())
/// }))?;
/// // Whatever the sink was given is a tour only now that the run has ended well.
/// assert_eq!((rows, report.squares), (3000, 9_000_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stream {
    spec: TourSpec,
    source: Source,
    device: Device,
    /// Whether the CPU does the work if the device lacks the memory.
    is_auto: bool,
    how: How,
    /// Whether the numbers are compared with those that the CPU makes.
    verify: bool,
    limit: Option<Duration>,
    deadline: Option<Instant>,
    /// Whether the limit counts only until the sink has its first rows.
    is_whole_once_begun: bool,
}

/// The CPU as a device.
static THE_CPU: Device = Device::CPU;

/// The source of the numbers.
pub(crate) enum Source {
    /// A plan from which they follow.
    Numbered(Box<Numbering>),
    /// A tour of a board without holes that is yet to be grown.
    Grown(Box<Setup>),
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({:?}, {:?})", self.spec, self.how)
    }
}

/// The work of a run, and the time of each part. The parts may overlap.
#[derive(Clone, Debug, Default)]
pub struct StreamReport {
    /// Squares numbered and proven.
    pub squares: u64,
    /// The method, as in [`How::method`].
    pub method: &'static str,
    /// The device that did the work.
    pub device: DeviceDetails,
    /// Time of numbering the squares; of a grown tour all that it takes to grow it.
    pub computed: Duration,
    /// Time of proving the numbers.
    pub checked: Duration,
    /// Time of copying the numbers to where the host can read them.
    pub read_back: Duration,
    /// Time spent in the sink.
    pub written: Duration,
    /// Whether a GPU's own clock measured all but the sink; `None` if the CPU did the work.
    pub by_gpu: Option<bool>,
    /// Time of the whole run.
    pub wall: Duration,
    /// The report of the growing, of a grown tour.
    pub grown: Option<grown::Report>,
    /// Tries of the knights, of a relay.
    pub tries: Option<Tries>,
}

/// Receives the visit numbers, some whole rows at a time from the top.
pub type Sink<'a, E> = &'a mut dyn FnMut(Numbers<'_>) -> Result<(), E>;

impl Stream {
    pub(crate) fn new(run: &Run<'_>, source: Source, device: Device, how: How) -> Self {
        let Request { ref spec, verify, limit, .. } = *run.request;
        Self {
            spec: spec.clone(),
            source,
            device,
            is_auto: run.request.device == crate::DeviceChoice::Auto && !verify,
            how,
            verify,
            limit,
            deadline: run.deadline,
            is_whole_once_begun: false,
        }
    }

    /// Lets the limit count only until the sink has its first rows, for a sink that cannot take rows back.
    #[must_use]
    pub const fn whole_once_begun(mut self) -> Self {
        self.is_whole_once_begun = true;
        self
    }

    /// The board that is toured.
    pub const fn board(&self) -> &Board {
        self.spec.board()
    }

    /// Returns whether the tour is closed.
    pub const fn is_closed(&self) -> bool {
        self.spec.is_closed()
    }

    /// The first square of the tour.
    pub const fn start(&self) -> Square {
        match &self.source {
            Source::Numbered(plan) => plan.start(),
            Source::Grown(setup) => setup.start(),
        }
    }

    /// The plan from which every square's number follows; only a mosaic has one.
    pub fn plan(&self) -> Option<&Plan> {
        match &self.source {
            Source::Numbered(plan) => match &**plan {
                Numbering::Mosaic(plan) => Some(plan),
                _ => None,
            },
            Source::Grown(_) => None,
        }
    }

    /// Bytes of a number: 4 below 2^32 squares, else 8.
    pub fn width(&self) -> u8 {
        if self.board().cells() > u64::from(u32::MAX) { 8 } else { 4 }
    }

    /// Numbers the squares row by row from the top, proves them, and hands them to the sink, if there is one.
    ///
    /// The numbers are proven to be a tour only when this returns.
    ///
    /// # Errors
    /// [`TourError`] as what the sink fails with, and the sink's own.
    pub fn run<E: From<TourError>>(self, sink: Option<Sink<'_, E>>) -> Result<StreamReport, E> {
        self.run_with(&Hooks::default(), sink)
    }

    /// As [`Stream::run`], with calls of the hooks, which may end the run.
    ///
    /// # Errors
    /// As [`Stream::run`], and [`TourError::Stopped`].
    pub fn run_with<E: From<TourError>>(self, hooks: &Hooks<'_>, sink: Option<Sink<'_, E>>) -> Result<StreamReport, E> {
        if !self.verify {
            return self.made(hooks, sink);
        }
        let (cols, on_cpu) = (self.board().cols() as usize, self.device.is_cpu());
        let grown = self.grown_on_cpu(hooks)?;
        let (mut row, mut compared, mut sink) = (0, 0, sink);
        let mut verified = |numbers: Numbers<'_>| {
            let rows = row..row + (numbers.len() / cols) as u32;
            row = rows.end;
            compared += self.compared(&grown, rows, numbers).map_err(TourError::from)?;
            sink.as_mut().map_or(Ok(()), |sink| sink(numbers))
        };
        let report = self.made(hooks, Some(&mut verified))?;
        hooks.note(Note::Compared { what: Compared::Numbers(compared), on_cpu });
        Ok(report)
    }

    /// The numbers of a grown tour as the CPU makes them; none where they follow from a plan.
    fn grown_on_cpu(&self, hooks: &Hooks<'_>) -> Result<Vec<u32>, TourError> {
        let Source::Grown(setup) = &self.source else { return Ok(Vec::new()) };
        fits_in_memory(self.board())?;
        let mut visits = Vec::with_capacity(self.board().cells() as usize);
        let grown = grown::on(&THE_CPU, Setup::clone(setup))?;
        let go_on = |at: Progress| hooks.go_on(at, self.deadline, self.limit);
        self.grow::<TourError>(
            (grown, &THE_CPU),
            Some(&mut |numbers| add(&mut visits, numbers)),
            &Hooks::default(),
            &go_on,
        )?;
        Ok(visits)
    }

    /// Compares the numbers of some rows with those that the CPU makes, of which `grown` has all of a grown tour. Returns
    /// the number of squares.
    fn compared(&self, grown: &[u32], rows: Range<u32>, numbers: Numbers<'_>) -> Result<u64, EngineError> {
        if let Source::Numbered(plan) = &self.source {
            return plan.verify(rows, numbers);
        }
        let cols = self.board().cols() as usize;
        let first = rows.start as usize * cols;
        let mut pairs = (first..).zip(numbers.iter());
        match pairs.find(|&(at, number)| grown.get(at).is_none_or(|&grown| u64::from(grown) != number)) {
            None => Ok(numbers.len() as u64),
            Some((at, _)) => {
                let (row, col) = (at / cols, at % cols);
                Err(EngineError::Differs(format!("row {row}, column {col} is not numbered as on the CPU")))
            }
        }
    }

    /// Computes the numbers on the device, and proves them.
    fn made<E: From<TourError>>(&self, hooks: &Hooks<'_>, sink: Option<Sink<'_, E>>) -> Result<StreamReport, E> {
        let (begun, is_limited) = (Instant::now(), Cell::new(true));
        let go_on = |at: Progress| hooks.go_on(at, self.deadline.filter(|_| is_limited.get()), self.limit);
        let mut watched = sink.map(|sink| {
            |numbers: Numbers<'_>| {
                if self.is_whole_once_begun {
                    go_on(Progress::Squares(0, self.board().cells()))?;
                    is_limited.set(false);
                }
                sink(numbers)
            }
        });
        let sink = watched.as_mut().map(|sink| sink as Sink<'_, E>);
        let report = match &self.source {
            Source::Numbered(plan) => self.numbered(plan, hooks, sink, &go_on),
            Source::Grown(setup) => {
                let grown = self.opened(hooks, |device| grown::on(device, Setup::clone(setup)))?;
                self.grow(grown, sink, hooks, &go_on)
            }
        };
        hooks.report(Progress::Done);
        Ok(StreamReport { wall: begun.elapsed(), ..report? })
    }

    /// Opens an engine on the device; under `auto` on the CPU, where the device has no room.
    fn opened<'a, T>(
        &'a self,
        hooks: &Hooks<'_>,
        open: impl Fn(&'a Device) -> Result<T, EngineError>,
    ) -> Result<(T, &'a Device), TourError> {
        match open(&self.device) {
            Err(error) if self.is_auto && !self.device.is_cpu() => {
                hooks.note(Note::Device(DeviceNote::CpuInstead(error.to_string())));
                Ok((open(&THE_CPU)?, &THE_CPU))
            }
            opened => Ok((opened?, &self.device)),
        }
    }

    /// Numbers that come in bands from the top: on a graphics adapter the next rows are numbered and proven while the sink
    /// has some.
    fn numbered<E: From<TourError>>(
        &self,
        plan: &Numbering,
        hooks: &Hooks<'_>,
        sink: Option<Sink<'_, E>>,
        go_on: GoOn<'_>,
    ) -> Result<StreamReport, E> {
        let (mut numbers, device) = self.opened(hooks, |device| numbering::on(device, plan))?;
        if device.is_cpu() {
            band_fits(self.board(), self.width())?;
        }
        let reads = sink.is_some();
        let (report, written) = self.handed_on(sink, go_on, |each| numbers.run(reads, each))?;
        let report = report.expect("nothing has ended the run");
        Ok(StreamReport {
            squares: self.board().cells(),
            method: plan.method(),
            device: device.details(),
            computed: report.compute,
            checked: report.check,
            read_back: report.read_back,
            written,
            by_gpu: (!device.is_cpu()).then_some(report.by_gpu),
            tries: report.tries,
            ..StreamReport::default()
        })
    }

    /// Hands the bands of a run on to the sink. Returns the result of the run, and the time spent in the sink.
    fn handed_on<T, E: From<TourError>>(
        &self,
        mut sink: Option<Sink<'_, E>>,
        go_on: GoOn<'_>,
        run: impl FnOnce(mosaic::Each<'_>) -> Result<T, EngineError>,
    ) -> Result<(T, Duration), E> {
        let (cols, cells) = (u64::from(self.board().cols()), self.board().cells());
        let (mut written, mut ended) = (Duration::ZERO, Ok(()));
        let done = run(&mut |rows, numbers| {
            let handed = sink.as_mut().zip(numbers).map_or(Ok(()), |(sink, numbers)| {
                let begun = Instant::now();
                let handed = sink(numbers);
                written += begun.elapsed();
                handed
            });
            let squares = u64::from(rows.end) * cols;
            ended = handed.and_then(|()| go_on(Progress::Squares(squares, cells)).map_err(E::from));
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ended?;
        Ok((done.map_err(TourError::from)?, written))
    }

    /// Grows the tour, and hands its numbers on. If cycles remain, the mosaic that it began with is the tour.
    fn grow<E: From<TourError>>(
        &self,
        (mut grown, device): (Box<GrownOn<'_>>, &Device),
        sink: Option<Sink<'_, E>>,
        hooks: &Hooks<'_>,
        go_on: GoOn<'_>,
    ) -> Result<StreamReport, E> {
        let begun = Instant::now();
        match (grow(&mut grown, hooks, go_on), grown.passes().setup().plan().cloned()) {
            (Err(TourError::Engine(error)), Some(plan)) if error.is_unjoined() => {
                hooks.note(Note::NotGrown(error.to_string()));
                drop(grown);
                return self.numbered(&Numbering::Mosaic(plan), hooks, sink, go_on);
            }
            (done, _) => done?,
        }
        let computed = begun.elapsed();
        let ((), written) = self.handed_on(sink, go_on, |each| {
            grown.for_each_band(&mut |rows, numbers| each(rows, Some(Numbers::Narrow(numbers))))
        })?;
        let report = grown.report().clone();
        Ok(StreamReport {
            squares: self.board().cells(),
            method: "grown",
            device: device.details(),
            computed,
            checked: report.proof.saturating_sub(written),
            written,
            grown: Some(report),
            ..StreamReport::default()
        })
    }

    /// The tour in memory.
    ///
    /// # Errors
    /// [`TourError::Memory`] if it does not fit, and as [`Stream::run`].
    pub fn into_tour(self) -> Result<Tour, TourError> {
        self.into_tour_with(&Hooks::default()).map(|(tour, ..)| tour)
    }

    /// As [`Stream::into_tour`], with how the tour was made and what the run did; the hooks are called, and may end
    /// the run.
    ///
    /// # Errors
    /// As [`Stream::into_tour`], and [`TourError::Stopped`].
    pub fn into_tour_with(self, hooks: &Hooks<'_>) -> Result<(Tour, How, StreamReport), TourError> {
        let begun = Instant::now();
        let (spec, mut how) = (self.spec.clone(), self.how.clone());
        let board = spec.board().clone();
        fits_in_memory(&board)?;
        let mut visits: Vec<u32> = Vec::with_capacity(board.cells() as usize);
        let report = self.run_with::<TourError>(hooks, Some(&mut |numbers| add(&mut visits, numbers)))?;
        let order = order_from_visits(&visits).unwrap_or_default();
        drop(visits);
        let tour = Tour::new(board, order)?;
        if !spec.is_met_by(&tour) {
            return Err(EngineError::Damaged("the tour is not the one asked for".into()).into());
        }
        (how.work, how.method, how.device) = (begun.elapsed(), report.method, report.device.clone());
        Ok((tour, how, report))
    }
}

/// A sink into memory, for boards that fit into it: their numbers have 32 bits.
fn add(visits: &mut Vec<u32>, numbers: Numbers<'_>) -> Result<(), TourError> {
    if let Numbers::Narrow(numbers) = numbers {
        visits.extend_from_slice(numbers);
    }
    Ok(())
}

/// Tours in memory take a few numbers a square; a board beyond that can be streamed.
pub(crate) fn fits_in_memory(board: &Board) -> Result<(), TourError> {
    // Any machine has this little.
    if board.cells() < 1 << 21 {
        return Ok(());
    }
    let (needed, there) = (board.cells().saturating_mul(24), memory::available());
    if board.cells() >= u64::from(u32::MAX) || needed > there {
        return Err(TourError::Memory { board: board.clone(), needed, there });
    }
    Ok(())
}

/// Checks that a band and the rows that the proof keeps fit into memory: on boards of very long rows they may not.
///
/// # Errors
/// [`TourError::Band`] if not. `bytes` are those of a number.
pub fn band_fits(board: &Board, bytes: u8) -> Result<(), TourError> {
    let rows = u64::from(band_rows(board.cols()).next_multiple_of(8).min(board.rows()));
    let needed = (2 * rows + 4) * u64::from(board.cols()) * u64::from(bytes);
    // Any machine has this little.
    let there = if needed < 1 << 24 { needed } else { memory::available() };
    if needed > there {
        return Err(TourError::Band { board: board.clone(), needed, there });
    }
    Ok(())
}

/// Called with the progress of the work; an error ends it.
type GoOn<'a> = &'a dyn Fn(Progress) -> Result<(), TourError>;

/// All passes of a growing tour, one after another.
pub(crate) fn grow(grown: &mut GrownOn<'_>, hooks: &Hooks<'_>, go_on: GoOn<'_>) -> Result<(), TourError> {
    while let Some(pass) = if hooks.cover.is_some() { grown.step() } else { grown.advance() }? {
        if let Some(reported) = hooks.cover.filter(|_| pass.changes_edges()) {
            let planes = grown.passes().planes()?;
            reported(pass, Cover::new(&planes, grown.passes().setup()));
        }
        go_on(match grown.progress() {
            grown::Progress::Melting(done, all) => Progress::Melting(done, all),
            grown::Progress::Joining(cycles, _) => Progress::Joining(cycles),
            grown::Progress::Numbering => Progress::Numbering,
        })?;
    }
    Ok(())
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use std::cell::RefCell;

    use courser_gpu::{Adapters, Choice, block_on, wgpu};

    use super::*;

    #[test]
    fn under_auto_the_cpu_does_what_the_device_has_no_room_for() {
        let adapters = Adapters::find();
        let limits = wgpu::Limits { max_storage_buffer_binding_size: 1 << 16, ..wgpu::Limits::defaults() };
        let small =
            || block_on(courser_gpu::Device::open_within(adapters.pick(&Choice::Auto).unwrap(), &limits)).unwrap();
        let boards = [("8x5000", "mosaic"), ("500x500", "grown")];
        for ((board, method), is_auto) in boards.into_iter().flat_map(|board| [(board, true), (board, false)]) {
            let spec = TourSpec::closed(&board.parse().unwrap());
            let request = Request::new(spec.clone());
            let run = Run { request: &request, deadline: None };
            let (device, how) = (Device::from(small()), run.how(method, Instant::now()));
            let source = match method {
                "mosaic" => Source::Numbered(Box::new(Numbering::Mosaic(Plan::new(&spec, None).unwrap()))),
                _ => Source::Grown(Box::new(Setup::new(&spec, 0).unwrap())),
            };
            let stream = Stream::new(&run, source, device, how);
            let notes = RefCell::new(Vec::new());
            let note = |remark| notes.borrow_mut().push(remark);
            let hooks = Hooks { note: Some(&note), ..Hooks::default() };
            let made = Stream { is_auto, ..stream }.into_tour_with(&hooks);
            match is_auto {
                true => {
                    let (_, how, report) = made.unwrap();
                    let cpu = Device::CPU.details();
                    assert_eq!((how.device, report.device, report.method), (cpu.clone(), cpu, method));
                    assert!(matches!(notes.take()[..], [Note::Device(DeviceNote::CpuInstead(_))]), "{board}");
                }
                false => assert!(made.is_err() && notes.take().is_empty(), "{board}"),
            }
        }
    }
}
