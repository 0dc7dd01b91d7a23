//! A tour in memory, or a tour that is made row by row and checked while it is written.
//!
//! Every source computes the visit numbers of several rows at a time. These rows are checked together with the
//! preceding rows, and then passed to a sink. A sink is a picture, a file or a tour in memory. A run without a sink
//! only checks the visit numbers.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use courser_board::format::{DeviceDetails, TourMetadata};
pub use courser_board::proof::VisitNumbers;
use courser_board::proof::order_from_visits;
use courser_board::{Board, Kind, MoveOrder, Path, Square, Tour, TourSpec};
use courser_engine::grown::{self, Cover, GrownOn, GrowthSetup};
use courser_engine::mosaic::band_rows;
use courser_engine::numbering::{self, StreamedTour};
use courser_engine::{Device, DeviceNote, EngineError, mosaic};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::relay::Tries;
use courser_solve::warnsdorff::Rule;

use crate::memory::{band_fits, fits_in_memory};
use crate::request::{Compared, Hooks, Note, Request};
use crate::{DeviceChoice, Progress, TourError};

/// A tour in memory, or a tour whose visit numbers have not been computed yet.
///
/// ```
/// use courser::board::TourSpec;
/// use courser::{Answer, Hooks, VisitNumbers, Request, TourError, tour};
///
/// let spec = TourSpec::closed(&"3000x3000".parse()?);
/// let Answer::Found(found) = tour(&Request::new(spec))? else { panic!() };
/// let mut rows = 0;
/// let report = found.rows(&Hooks::default(), Some(&mut |numbers: VisitNumbers<'_>| {
///     rows += numbers.len() / 3000; // a program can also write the numbers to a file
///     Ok::<(), TourError>(())
/// }))?;
/// // The numbers passed to the closure form a tour only if `rows` returns without an error.
/// assert_eq!((rows, report.squares), (3000, 9_000_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FoundTour {
    spec: TourSpec,
    source: TourSource,
    device: Device,
    /// True if the CPU takes over when the memory of the device does not suffice.
    is_auto: bool,
    how: Provenance,
    /// True if the device's visit numbers are compared with the visit numbers computed by the CPU.
    verify: bool,
    limit: Option<Duration>,
    deadline: Option<Instant>,
    /// True if the time limit applies only until the sink gets its first rows.
    is_whole_once_begun: bool,
}

/// The CPU as a device.
static THE_CPU: Device = Device::CPU;

/// The source of a tour's visit numbers.
pub(crate) enum TourSource {
    /// A tour in memory.
    Memory(Tour),
    /// A plan that determines the visit numbers.
    Numbered(Box<StreamedTour>),
    /// A tour whose growth has not begun.
    Grown(Box<GrowthSetup>),
}

impl fmt::Debug for FoundTour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found({:?}, {:?})", self.spec, self.how)
    }
}

/// The provenance of a tour: its method, its options, the device and the time.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// Name of the method that made the tour, such as `cycle` or `mosaic`. It can be a method that cannot be requested
    /// by name: `narrow` (an automaton along the longer side of boards whose shorter side is at most 4), `factor` (a
    /// cover by cycles, merged into one), `melted-relay` (a relay whose tour is changed by melting) or `chain`.
    pub method: &'static str,
    /// The rule that selects the moves, if the method uses a rule.
    pub rule: Option<Rule>,
    /// The requested number of squares to look ahead. If the number is given, the rule is `pohl` with this depth.
    pub look_ahead: Option<u32>,
    /// The order in which neighbours were examined, if the method has one.
    pub order: Option<MoveOrder>,
    /// The requested seed.
    pub seed: Option<u64>,
    /// The device that did the work.
    pub device: DeviceDetails,
    /// The duration of the work, excluding the opening of the device.
    pub work: Duration,
}

impl Provenance {
    /// Returns the provenance as metadata for file formats.
    pub fn details(&self) -> TourMetadata {
        TourMetadata {
            method: Some(self.method.to_owned()),
            rule: self.rule.map(|rule| self.look_ahead.map_or(rule.to_string(), |levels| format!("pohl-{levels}"))),
            order: self.order.map(|order| order.to_string()),
            seed: self.seed,
            device: Some(self.device.clone()),
            seconds: Some(self.work.as_secs_f64()),
        }
    }
}

/// The provenance of a tour, and the time of each stage of the work. The stages can overlap.
#[derive(Clone, Debug, Default)]
pub struct TourReport {
    /// The method, the device and the time of the whole run.
    pub how: Provenance,
    /// Number of squares of the tour.
    pub squares: u64,
    /// Time spent on computing the visit numbers. For a tour in memory and for a grown tour, this is the total time
    /// spent on making the tour.
    pub computed: Duration,
    /// Time spent on checking the numbers.
    pub checked: Duration,
    /// Time spent on copying the numbers to memory that the host can read.
    pub read_back: Duration,
    /// Time spent in the sink.
    pub written: Duration,
    /// `Some(true)` if the GPU's clock measured `computed`, `checked` and `read_back`. `Some(false)` if the host's
    /// clock measured these times. `None` unless a GPU computed the visit numbers from a plan.
    pub by_gpu: Option<bool>,
    /// The report of the growth, if the tour is grown.
    pub grown: Option<grown::GrowthReport>,
    /// The tries of the knights, if the tour is a relay.
    pub tries: Option<Tries>,
}

impl TourReport {
    /// Returns the report of a tour in memory.
    fn of(tour: &Tour, how: Provenance) -> Self {
        Self { squares: tour.board().playable(), computed: how.work, how, ..Self::default() }
    }
}

/// A callback that receives the visit numbers, in blocks of whole rows from the top.
pub type VisitSink<'a, E> = &'a mut dyn FnMut(VisitNumbers<'_>) -> Result<(), E>;

impl FoundTour {
    pub(crate) fn new(
        request: &Request<'_>,
        deadline: Option<Instant>,
        source: TourSource,
        device: Device,
        how: Provenance,
    ) -> Box<Self> {
        let Request { ref spec, verify, limit, .. } = *request;
        Box::new(Self {
            spec: spec.clone(),
            source,
            device,
            is_auto: request.device == DeviceChoice::Auto && !verify,
            how,
            verify,
            limit,
            deadline,
            is_whole_once_begun: false,
        })
    }

    /// Creates the result of a request whose tour is in memory.
    pub(crate) fn in_memory(request: &Request<'_>, tour: Tour, how: Provenance) -> Box<Self> {
        Box::new(Self { verify: false, ..*Self::new(request, None, TourSource::Memory(tour), Device::CPU, how) })
    }

    /// Returns whether the device's visit numbers are compared with the visit numbers computed by the CPU.
    pub(crate) const fn verifies(&self) -> bool {
        self.verify
    }

    /// Makes the time limit apply only until the sink gets its first rows. This setting is for a sink that cannot undo
    /// the output of rows.
    #[must_use]
    pub const fn whole_once_begun(mut self) -> Self {
        self.is_whole_once_begun = true;
        self
    }

    /// Returns the board of the tour.
    pub const fn board(&self) -> &Board {
        self.spec.board()
    }

    /// Returns the provenance of the tour, or of the planned tour.
    pub const fn how(&self) -> &Provenance {
        &self.how
    }

    /// Returns the kind of the tour. The result can be [`Kind::Closed`] even if an open tour was requested.
    pub fn kind(&self) -> Kind {
        let are_adjacent = |(one, other)| self.board().neighbours(one).any(|there| there == other);
        let is_closed = match &self.source {
            TourSource::Memory(tour) => return tour.kind(),
            TourSource::Numbered(plan) => {
                plan.is_closed() || self.spec.start().zip(self.spec.end()).is_some_and(are_adjacent)
            }
            TourSource::Grown(setup) => setup.end().is_none_or(|end| are_adjacent((setup.start(), end))),
        };
        if is_closed { Kind::Closed } else { Kind::Open }
    }

    /// Returns the first square of the tour.
    pub fn start(&self) -> Square {
        match &self.source {
            TourSource::Memory(tour) => tour.squares().next().expect("a tour has a square"),
            TourSource::Numbered(plan) => plan.start(),
            TourSource::Grown(setup) => setup.start(),
        }
    }

    /// Returns the plan that determines the number of every square, or `None` if the tour is not a mosaic.
    pub fn plan(&self) -> Option<&MosaicPlan> {
        match &self.source {
            TourSource::Numbered(plan) => match &**plan {
                StreamedTour::Mosaic(plan) => Some(plan),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the size of a visit number in bytes: 4 on boards of fewer than 2^32 squares, otherwise 8.
    pub fn width(&self) -> u8 {
        if self.board().cells() > u64::from(u32::MAX) { 8 } else { 4 }
    }

    /// Returns whether the complete tour is in memory before [`rows`](Self::rows) sends the first row to a sink. This
    /// is always so on a board with holes.
    pub fn is_in_memory(&self) -> bool {
        matches!(self.source, TourSource::Memory(_)) || self.board().hole_count() > 0
    }

    /// Sends the visit numbers to the sink, if a sink is given. The rows are sent one after another, from the top. A
    /// hole has the number 0.
    ///
    /// The numbers are proven to form the requested tour only when this function returns `Ok`. The hooks can stop the
    /// run.
    ///
    /// # Errors
    /// [`TourError`] if the device fails or the run is stopped. Returns the error of the sink if the sink fails.
    pub fn rows<E: From<TourError>>(self, hooks: &Hooks<'_>, sink: Option<VisitSink<'_, E>>) -> Result<TourReport, E> {
        // On a board with holes, the visit numbers are not checked row by row. Instead the whole tour is checked before
        // its first row is written.
        if matches!(self.source, TourSource::Grown(_)) && self.board().hole_count() > 0 {
            let (tour, report) = self.tour(hooks)?;
            return Ok(TourReport { written: rows_of(&tour, sink)?, ..report });
        }
        self.proven(hooks, sink)
    }

    /// Returns the tour in memory, and the report of its computation. The hooks can stop the run.
    ///
    /// # Errors
    /// [`TourError::Memory`] if the tour does not fit in memory. Also returns the errors of [`FoundTour::rows`].
    pub fn tour(self, hooks: &Hooks<'_>) -> Result<(Tour, TourReport), TourError> {
        if let TourSource::Memory(tour) = self.source {
            let report = TourReport::of(&tour, self.how);
            return Ok((tour, report));
        }
        let (begun, spec) = (Instant::now(), self.spec.clone());
        let board = spec.board().clone();
        fits_in_memory(&board)?;
        let mut visits: Vec<u32> = Vec::with_capacity(board.cells() as usize);
        let mut report = self.proven::<TourError>(hooks, Some(&mut |numbers| add(&mut visits, numbers)))?;
        let order = order_from_visits(&visits).unwrap_or_default();
        drop(visits);
        let tour = spec.check(Path::new(board, order)?)?;
        report.how.work = begun.elapsed();
        Ok((tour, report))
    }

    /// Computes the visit numbers row by row. If requested, the CPU also runs the mirrors, and the buffers of the
    /// device are compared with the buffers of the mirrors.
    fn proven<E: From<TourError>>(self, hooks: &Hooks<'_>, sink: Option<VisitSink<'_, E>>) -> Result<TourReport, E> {
        let report = self.made(hooks, sink)?;
        if self.verify {
            let what = Compared::Numbers(self.board().playable());
            hooks.note(Note::Compared { what, on_cpu: self.device.is_cpu() });
        }
        Ok(report)
    }

    /// Computes the visit numbers on the device, and proves that they form a tour.
    fn made<E: From<TourError>>(&self, hooks: &Hooks<'_>, sink: Option<VisitSink<'_, E>>) -> Result<TourReport, E> {
        let (begun, is_limited) = (Instant::now(), Cell::new(true));
        let go_on = |at: Progress| hooks.go_on(at, self.deadline.filter(|_| is_limited.get()), self.limit);
        let mut watched = sink.map(|sink| {
            |numbers: VisitNumbers<'_>| {
                if self.is_whole_once_begun {
                    go_on(Progress::Squares(0, self.board().cells()))?;
                    is_limited.set(false);
                }
                sink(numbers)
            }
        });
        let sink = watched.as_mut().map(|sink| sink as VisitSink<'_, E>);
        let report = match &self.source {
            TourSource::Numbered(plan) => self.numbered(plan, hooks, sink, &go_on),
            TourSource::Grown(setup) => {
                let open = if self.verify { grown::beside } else { grown::on };
                let grown = self.opened(hooks, |device| open(device, GrowthSetup::clone(setup)))?;
                self.grow(grown, sink, hooks, &go_on)
            }
            TourSource::Memory(tour) => {
                return Ok(TourReport { written: rows_of(tour, sink)?, ..TourReport::of(tour, self.how.clone()) });
            }
        };
        hooks.report(Progress::Done);
        let mut report = report?;
        report.how.work = begun.elapsed();
        Ok(report)
    }

    /// Opens an engine on the device. If the device was chosen automatically and opening fails, opens the engine on the
    /// CPU.
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

    /// Computes the numbers in bands from the top. On a graphics adapter, the next rows are numbered and checked while
    /// the sink processes a band.
    fn numbered<E: From<TourError>>(
        &self,
        plan: &StreamedTour,
        hooks: &Hooks<'_>,
        sink: Option<VisitSink<'_, E>>,
        go_on: ProgressCallback<'_>,
    ) -> Result<TourReport, E> {
        let open = if self.verify { numbering::beside } else { numbering::on };
        let (mut numbers, device) = self.opened(hooks, |device| open(device, plan))?;
        if device.is_cpu() {
            band_fits(self.board(), self.width())?;
        }
        let reads = sink.is_some();
        let (report, written) = self.handed_on(sink, go_on, |each| numbers.run(reads, each))?;
        let report = report.expect("nothing has ended the run");
        Ok(TourReport {
            squares: self.board().playable(),
            how: Provenance { method: plan.method(), device: device.details(), ..self.how.clone() },
            computed: report.compute,
            checked: report.check,
            read_back: report.read_back,
            written,
            by_gpu: (!device.is_cpu()).then_some(report.by_gpu),
            tries: report.tries,
            ..TourReport::default()
        })
    }

    /// Calls the sink with the bands of a run. Returns two values: the result of the run, and the time spent in the
    /// sink.
    fn handed_on<T, E: From<TourError>>(
        &self,
        mut sink: Option<VisitSink<'_, E>>,
        go_on: ProgressCallback<'_>,
        run: impl FnOnce(mosaic::ProvenRowSink<'_>) -> Result<T, EngineError>,
    ) -> Result<(T, Duration), E> {
        let (cols, cells) = (u64::from(self.board().cols()), self.board().cells());
        let (mut written, mut ended) = (Duration::ZERO, Ok(()));
        let done = run(&mut |rows, numbers| {
            let checked = numbers.map_or(Ok(()), |numbers| self.spec.check_rows(rows.clone(), numbers));
            let handed = sink.as_mut().zip(numbers).map_or(Ok(()), |(sink, numbers)| {
                checked.map_err(TourError::from)?;
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

    /// Grows the tour, and passes its numbers to the sink. If cycles remain, the sink gets the mosaic from which the
    /// growth began.
    fn grow<E: From<TourError>>(
        &self,
        (mut grown, device): (Box<GrownOn<'_>>, &Device),
        sink: Option<VisitSink<'_, E>>,
        hooks: &Hooks<'_>,
        go_on: ProgressCallback<'_>,
    ) -> Result<TourReport, E> {
        let begun = Instant::now();
        match (grow(&mut grown, hooks, go_on), grown.passes().setup().plan().cloned()) {
            (Err(TourError::Engine(error)), Some(plan)) if error.is_unjoined() => {
                hooks.note(Note::NotGrown(error.to_string()));
                drop(grown);
                return self.numbered(&StreamedTour::Mosaic(plan), hooks, sink, go_on);
            }
            (done, _) => done?,
        }
        let computed = begun.elapsed();
        let ((), written) = self.handed_on(sink, go_on, |each| {
            grown.for_each_band(&mut |rows, numbers| each(rows, Some(VisitNumbers::Narrow(numbers))))
        })?;
        let report = grown.report().clone();
        Ok(TourReport {
            squares: self.board().playable(),
            how: Provenance { device: device.details(), ..self.how.clone() },
            computed,
            checked: report.proof.saturating_sub(written),
            written,
            grown: Some(report),
            ..TourReport::default()
        })
    }
}

/// Calls the sink with the rows of a tour in memory. Returns the time spent in the sink.
fn rows_of<E>(tour: &Tour, sink: Option<VisitSink<'_, E>>) -> Result<Duration, E> {
    let (begun, cols) = (Instant::now(), tour.board().cols());
    if let Some(sink) = sink {
        let rows = band_rows(cols) as usize * cols as usize;
        tour.visits().chunks(rows).try_for_each(|numbers| sink(VisitNumbers::Narrow(numbers)))?;
    }
    Ok(begun.elapsed())
}

/// Appends numbers to a tour in memory. Boards that fit in memory have numbers of 32 bits.
fn add(visits: &mut Vec<u32>, numbers: VisitNumbers<'_>) -> Result<(), TourError> {
    if let VisitNumbers::Narrow(numbers) = numbers {
        visits.extend_from_slice(numbers);
    }
    Ok(())
}

/// A callback that gets the progress of the work. An error ends the work.
type ProgressCallback<'a> = &'a dyn Fn(Progress) -> Result<(), TourError>;

/// Runs all passes of a grown tour.
pub(crate) fn grow(grown: &mut GrownOn<'_>, hooks: &Hooks<'_>, go_on: ProgressCallback<'_>) -> Result<(), TourError> {
    while let Some(pass) = if hooks.cover.is_some() { grown.step() } else { grown.advance() }? {
        if let Some(reported) = hooks.cover.filter(|_| pass.changes_edges()) {
            let planes = grown.passes().planes()?;
            reported(pass, Cover::new(&planes, grown.passes().setup()));
        }
        go_on(match grown.progress() {
            grown::GrowthProgress::Melting(done, all) => Progress::Melting(done, all),
            grown::GrowthProgress::Joining(cycles, _) => Progress::Joining(cycles),
            grown::GrowthProgress::Numbering => Progress::Numbering,
        })?;
    }
    Ok(())
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use std::cell::RefCell;

    use courser_gpu::{AdapterChoice, Adapters, block_on, wgpu};

    use super::*;

    #[test]
    fn under_auto_the_cpu_does_what_the_device_has_no_room_for() {
        let adapters = Adapters::find();
        let limits = wgpu::Limits { max_storage_buffer_binding_size: 1 << 16, ..wgpu::Limits::defaults() };
        let small = || {
            block_on(courser_gpu::GpuDevice::open_within(adapters.pick(&AdapterChoice::Auto).unwrap(), &limits))
                .unwrap()
        };
        let boards = [("8x5000", "mosaic"), ("500x500", "grown")];
        for ((board, method), is_auto) in boards.into_iter().flat_map(|board| [(board, true), (board, false)]) {
            let spec = TourSpec::closed(&board.parse().unwrap());
            let request = Request::new(spec.clone());
            let (device, how) = (Device::from(small()), Provenance { method, ..Provenance::default() });
            let source = match method {
                "mosaic" => TourSource::Numbered(Box::new(StreamedTour::Mosaic(MosaicPlan::new(&spec, None).unwrap()))),
                _ => TourSource::Grown(Box::new(GrowthSetup::new(&spec, 0).unwrap())),
            };
            let found = FoundTour::new(&request, None, source, device, how);
            let notes = RefCell::new(Vec::new());
            let note = |remark| notes.borrow_mut().push(remark);
            let hooks = Hooks { note: Some(&note), ..Hooks::default() };
            let made = FoundTour { is_auto, ..*found }.tour(&hooks);
            match is_auto {
                true => {
                    let how = made.unwrap().1.how;
                    assert_eq!((how.device, how.method), (Device::CPU.details(), method));
                    assert!(matches!(notes.take()[..], [Note::Device(DeviceNote::CpuInstead(_))]), "{board}");
                }
                false => assert!(made.is_err() && notes.take().is_empty(), "{board}"),
            }
        }
    }
}
