//! A mosaic on any machine. The board is processed from the top, band by band. While the host processes one band, the
//! machine computes the next.

use std::collections::VecDeque;
use std::fmt;
use std::ops::{ControlFlow, Range};

use bytemuck::Zeroable;
use courser_board::proof::{NumberingViolation, VisitNumbers};
use courser_board::{Board, Square};
use pollster::block_on;
use web_time::Instant;

use super::bands::{BandStep, KEPT, height};
use super::kernels::{CHECK, KERNELS, LANES, build};
use super::layout::{GpuPlan, QUAD, RowWindow, Verdict};
use super::memory::{
    BAND_NUMBERS, CELLS, MosaicJob, MosaicMemory, TALLY, TALLY_WORDS, VERDICT, VERDICT_WORDS, bound, regions,
};
use super::mirrors::CHECK_ROWS;
use super::source::NumberSource;
use super::streamed::StreamedTour;
use super::{Limits, Mosaic, MosaicReport, ProvenRowSink, lanes};
use crate::machine::throttle::{SUBMIT, Throttle};
use crate::machine::{Dispatch, Landed, Lockstep, Machine, Mirror};
use crate::{EngineError, Result, memory};

/// Approximate number of squares per band if the buffers are compared with the mirrors.
const SQUARES_COMPARED: u64 = 1 << 22;

/// Description of the comparison with the mirrors, for the error message about insufficient memory.
const WORK: &str = "comparing the numbers of";

/// Indices of the parts of a band's work.
const VISITS_PART: usize = 0;
const CHECK_PART: usize = 1;

/// Buffers to read after each band: the verdict of the check, and the tally of a relay's knights. Each entry contains a
/// buffer and its number of words.
const WATCHED: [(usize, usize); 2] = [(VERDICT, VERDICT_WORDS), (TALLY, TALLY_WORDS)];

/// Callback that receives a range of rows and the words of these rows. Without read-back, the words are empty. The
/// result of the callback determines whether the run continues.
pub(super) type EachWords<'a> = &'a mut dyn FnMut(Range<u32>, &[u32]) -> ControlFlow<()>;

/// A plan that runs on a machine. The machine computes and checks the visit numbers band by band.
///
/// Only checked numbers are returned. If the check fails, [`EngineError::Proof`] contains the violation.
pub struct MosaicRun<M> {
    pub(super) machine: M,
    /// Name of the machine's adapter, for errors.
    name: String,
    pub(super) rows: u32,
    pub(super) cols: u32,
    closed: bool,
    plan: GpuPlan,
    source: NumberSource,
    /// True if numbers have 64 bits. Otherwise, they have 32 bits.
    pub(super) is_wide: bool,
    pub(super) limits: Limits,
    /// Maximum number of new rows in each buffer of numbers.
    room: [u32; 2],
    /// Squares whose numbers are overwritten before the check, each with the wrong number to write.
    damages: Vec<(Square, u64)>,
}

/// A plan whose visit numbers are computed and checked by the mirrors of the kernels.
pub type MirrorMosaic = MosaicRun<Mirror<MosaicMemory>>;

impl<M> fmt::Debug for MosaicRun<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mosaic({}x{}, {} bits)", self.rows, self.cols, 32 * self.number_words())
    }
}

/// A band after its submission and before its acceptance.
struct Flight {
    band: BandStep,
    /// Index of the band's buffer of numbers.
    turn: usize,
}

/// The sums over all accepted bands.
#[derive(Default)]
struct Accepted {
    report: MosaicReport,
    /// Number of invocations of the check that have found a square with the number 1.
    ones: u64,
}

impl MirrorMosaic {
    /// Creates a run that computes and checks the visit numbers of `plan` with the mirrors.
    ///
    /// # Errors
    /// See [`MosaicRun::begin`].
    pub fn new(plan: &StreamedTour, limits: Limits) -> Result<Self> {
        Self::begin(Mirror::new(MosaicMemory::new(plan.clone())), plan, limits)
    }
}

impl<M> MosaicRun<M> {
    /// Returns the number of 32-bit words per visit number: 1 or 2.
    const fn number_words(&self) -> u64 {
        if self.is_wide { 2 } else { 1 }
    }
}

impl<M: Machine<MirrorMemory = MosaicMemory>> MosaicRun<M> {
    /// Creates the mosaic of a plan on a machine, within `limits`.
    ///
    /// # Errors
    /// [`EngineError::LongRows`] if five rows do not fit into one binding. For a relay, four rows and one row of regions
    /// must fit.
    pub fn begin(machine: M, plan: &StreamedTour, limits: Limits) -> Result<Self> {
        let (source, data) = NumberSource::new(plan)?;
        Self::with_source(machine, plan.shape(), (source, data), limits, "the CPU".to_owned())
    }

    pub(super) fn with_source(
        machine: M,
        (rows, cols, closed): (u32, u32, bool),
        (source, plan): (NumberSource, GpuPlan),
        limits: Limits,
        name: String,
    ) -> Result<Self> {
        let is_wide = limits.wide || u64::from(rows) * u64::from(cols) > u64::from(u32::MAX);
        let (room, damages) = ([0; 2], Vec::new());
        let mut mosaic = Self { machine, name, rows, cols, closed, plan, source, is_wide, limits, room, damages };
        mosaic.band_rows(false, false)?;
        mosaic.machine.rebuild(build(is_wide, mosaic.source.rule()));
        Ok(mosaic)
    }

    /// Returns the same mosaic on two machines: its current machine and the mirrors. After every submission, the
    /// buffers of the two machines are compared. `plan` must be the plan of the mosaic. The mosaic must not have run
    /// yet.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if too little main memory is available for the mirrors' buffers.
    pub fn beside_mirrors(self, plan: &StreamedTour) -> Result<MosaicRun<Lockstep<M, Mirror<MosaicMemory>>>> {
        let pace = (SQUARES_COMPARED / u64::from(self.cols)).max(1);
        let height = pace.min(self.band_rows(true, false)?.max) + u64::from(KEPT + self.source.min_rows());
        let board = Board::new(self.rows, self.cols)?;
        memory::check(WORK, &board, 8 * self.row_words() * height.min(self.rows.into()))?;
        let Self { machine, name, rows, cols, closed, plan: data, source, is_wide, limits, room, damages } = self;
        let machine = Lockstep::new(machine, Mirror::new(MosaicMemory::new(plan.clone())), pace);
        Ok(MosaicRun { machine, name, rows, cols, closed, plan: data, source, is_wide, limits, room, damages })
    }

    /// Returns the machine, for tests that examine its dispatches.
    #[doc(hidden)]
    pub fn into_machine(self) -> M {
        self.machine
    }

    /// Returns the indices of the kernels that the plan needs.
    #[cfg(feature = "gpu")]
    pub(super) fn kernels(&self) -> Vec<usize> {
        let mut kernels: Vec<usize> = match &self.source {
            NumberSource::Tiles { spans, .. } => spans.iter().map(|span| span.kind as usize).collect(),
            NumberSource::Knights(_) => vec![LANES],
            NumberSource::Cells { .. } => Vec::new(),
        };
        kernels.sort_unstable();
        kernels.dedup();
        kernels.extend(self.source.is_checked().then_some(CHECK));
        kernels
    }

    /// Returns whether visit numbers have 64 bits. Otherwise, they have 32 bits.
    pub const fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Computes and checks the visit numbers of the whole board, band by band. Only the verdicts are read back.
    /// `progress` receives the number of squares checked so far.
    ///
    /// # Errors
    /// See [`Mosaic::run`].
    pub fn prove(&mut self, progress: &mut dyn FnMut(u64)) -> Result<MosaicReport> {
        let (rows, cols) = (self.rows, self.cols);
        let report = block_on(self.rows(0..rows, false, &mut |rows, _| {
            progress(u64::from(rows.end) * u64::from(cols));
            ControlFlow::Continue(())
        }));
        Ok(report?.expect("nothing has ended the run"))
    }

    /// Does the same as [`Mosaic::run`], but only for these rows of the board. The whole board can be too large for a
    /// run. The successor of a square is checked if all moves of the square lead to these rows or off the board.
    ///
    /// The machine processes the next rows while `each` receives the current rows. The host needs memory for three
    /// bands.
    ///
    /// # Errors
    /// See [`Mosaic::run`].
    ///
    /// # Panics
    /// Panics if `rows` is empty or ends beyond the board.
    pub async fn rows(
        &mut self,
        rows: Range<u32>,
        reads: bool,
        each: ProvenRowSink<'_>,
    ) -> Result<Option<MosaicReport>> {
        assert!(rows.start < rows.end && rows.end <= self.rows, "rows {rows:?} of {}", self.rows);
        if !reads {
            return self.go_down(false, rows, false, &mut |rows, _| each(rows, None)).await;
        }
        let (row, padded) = ((self.cols as u64 * self.number_words()) as usize, self.row_words() as usize);
        let is_wide = self.is_wide;
        // The elements have eight bytes, so that numbers of both widths are aligned.
        let mut packed: Vec<u64> = Vec::new();
        let mut unpadded = |rows: Range<u32>, words: &[u32]| {
            let words = if row == padded && words.as_ptr().cast::<u64>().is_aligned() {
                words
            } else {
                packed.resize((rows.len() * row).div_ceil(2), 0);
                let into: &mut [u32] = bytemuck::cast_slice_mut(&mut packed);
                for (into, line) in into.chunks_exact_mut(row).zip(words.chunks_exact(padded)) {
                    into.copy_from_slice(&line[..row]);
                }
                &into[..rows.len() * row]
            };
            let numbers =
                if is_wide { VisitNumbers::Wide(bytemuck::cast_slice(words)) } else { VisitNumbers::Narrow(words) };
            each(rows, Some(numbers))
        };
        self.go_down(true, rows, false, &mut unpadded).await
    }

    /// Makes every following run overwrite the visit number of `square` with `number`. A run does this after the pass
    /// that computes the visit numbers, and before the pass that checks them. This function is for tests of the check.
    ///
    /// # Panics
    /// Panics if the square is not on the board.
    #[doc(hidden)]
    pub fn damage(&mut self, square: Square, number: u64) {
        assert!(square.row < self.rows && square.col < self.cols, "{square:?} is not on the board");
        self.damages.push((square, number));
    }

    /// Processes the given rows of the board once, from the top. `each` receives the rows of each band. If `reads` is
    /// true, `each` also receives the visit numbers in these rows, as words. Returns `None` if `each` ends the run. If
    /// `whole` is true, all bands use the first buffer of `BAND_NUMBERS`, which contains the whole board.
    pub(super) async fn go_down(
        &mut self,
        reads: bool,
        rows: Range<u32>,
        whole: bool,
        each: EachWords<'_>,
    ) -> Result<Option<MosaicReport>> {
        // If a previous run ended early, one of its submissions can still be running.
        self.machine.land().await?;
        self.machine.take_times();
        self.write_arrays().await?;
        let height = self.band_rows(reads, whole)?;
        self.machine.set_pace(height);
        let begun = Instant::now();
        let mut accepted = Accepted::default();
        let mut flying: VecDeque<Flight> = VecDeque::new();
        let mut above: Option<(BandStep, usize)> = None;
        let (mut first, mut turn, mut most) = (rows.start, 0, height.max);
        while first < rows.end {
            let pace = self.machine.pace().clamp(1, most);
            let wanted = pace.min(u64::from(rows.end - first)) as u32;
            let is_full = u64::from(wanted) == pace;
            let mut end = self.source.end(first, wanted);
            if !whole {
                let room = self.fit(turn, end - first)?;
                if room < end - first {
                    most = room.into();
                    end = self.source.end(first, room);
                }
                if end - first > room {
                    return Err(self.long_rows());
                }
            }
            let mut band = BandStep::new(self.rows, &rows, first..end);
            if whole {
                band.top = 0;
            }
            if !self.source.is_checked() {
                band.check = 0..0;
            }
            let landed = self.launch(&band, turn, above.as_ref(), (reads, is_full)).await?;
            flying.push_back(Flight { band: band.clone(), turn });
            if let Some(landed) = landed
                && !self.accept(flying.pop_front(), &landed, reads, &mut accepted, each).await?
            {
                return Ok(None);
            }
            above = Some((band, turn));
            (first, turn) = (end, if whole { 0 } else { 1 - turn });
        }
        while let Some(landed) = self.machine.land().await? {
            if !self.accept(flying.pop_front(), &landed, reads, &mut accepted, each).await? {
                return Ok(None);
            }
        }
        let Accepted { report, ones } = accepted;
        if ones == 0 && self.source.is_checked() && rows == (0..self.rows) {
            return Err(EngineError::Proof(NumberingViolation::NoFirst));
        }
        let times = self.machine.take_times();
        let [compute, check] = times.parts;
        let (read_back, by_gpu) = (times.fetch, times.by_gpu);
        Ok(Some(MosaicReport { compute, check, read_back, by_gpu, wall: begun.elapsed(), ..report }))
    }

    /// Writes the arrays of the plan, unless they are already written.
    async fn write_arrays(&mut self) -> Result<()> {
        let NumberSource::Tiles { arrays, .. } = &mut self.source else { return Ok(()) };
        for (buffer, words) in std::mem::take(arrays) {
            self.machine.resize(buffer, words.len() as u64)?;
            self.machine.write(buffer, 0, &words).await?;
        }
        Ok(())
    }

    /// Submits a band. `above` contains the previous band and the index of that band's buffer of numbers. The previous
    /// band can still be running.
    async fn launch(
        &mut self,
        band: &BandStep,
        turn: usize,
        above: Option<&(BandStep, usize)>,
        (reads, is_full): (bool, bool),
    ) -> Result<Option<Landed>> {
        let (row, numbers) = (self.row_words(), BAND_NUMBERS[turn]);
        let job = MosaicJob::new(self.window(band), self.number_words());
        let new = u64::from(band.number.start - band.top) * row;
        self.machine.write(VERDICT, 0, bytemuck::cast_slice(&[Verdict::NONE])).await?;
        let visits = self.visits(band, turn, &job).await?;
        // If the buffer contains the whole board, the rows above the band are already in the right position.
        if let Some((above, from)) = above.filter(|(_, from)| *from != turn) {
            let at = u64::from(band.top - above.top) * row;
            self.machine.copy((BAND_NUMBERS[*from], at), (numbers, 0), new)?;
        }
        if let NumberSource::Cells { .. } = self.source {
            let at = |line: u32| u64::from(line) * row;
            let count = at(band.number.end) - at(band.number.start);
            self.machine.copy((CELLS, at(band.number.start)), (numbers, new), count)?;
        }
        self.machine.begin_part(VISITS_PART).await?;
        for (kernel, size, job, invocations) in visits {
            self.dispatch(kernel, (turn, size), &job, invocations)?;
        }
        let damages: Vec<_> = self.damages.iter().filter(|(square, _)| band.number.contains(&square.row)).collect();
        if !damages.is_empty() {
            self.machine.submit(false).await?;
            for (square, number) in damages {
                let words = [*number as u32, (number >> 32) as u32];
                let at = self.place_of(band, *square);
                self.machine.write(numbers, at, &words[..self.number_words() as usize]).await?;
            }
        }
        self.machine.begin_part(CHECK_PART).await?;
        let strips = (band.check.end - band.check.start).div_ceil(CHECK_ROWS);
        self.dispatch(CHECK, (turn, 0), &job, u64::from(job.window.quads) * u64::from(strips))?;
        if reads {
            self.machine.fetch(numbers, self.words_of(band));
        }
        self.machine.submit_ahead(is_full, &WATCHED, 0).await
    }

    /// Prepares the dispatches that compute the visit numbers of a band. For a mosaic or a tame tour, each span of
    /// quads that has squares in the band needs one dispatch. For a relay, all regions of the same size share one
    /// dispatch. Numbers that already exist need no dispatch.
    ///
    /// A dispatch consists of the index of the kernel, the index of the region size, the parameters and the number of
    /// invocations.
    async fn visits(
        &mut self,
        band: &BandStep,
        turn: usize,
        job: &MosaicJob,
    ) -> Result<Vec<(usize, usize, MosaicJob, u64)>> {
        let mut dispatches = Vec::new();
        match &self.source {
            NumberSource::Tiles { row_zones, spans, .. } => {
                for span in spans {
                    let Some(window) = span.window(row_zones, &job.window) else { continue };
                    let invocations = u64::from(window.span_step) * u64::from(window.tile_rows);
                    let job = MosaicJob::new(window, job.number_words);
                    dispatches.push((span.kind as usize, 0, job, invocations));
                }
            }
            NumberSource::Knights(lanes) => {
                self.machine.write(TALLY, 0, &[0; TALLY_WORDS]).await?;
                for (square, number) in lanes.given(band.number.clone()) {
                    let words = [number as u32, (number >> 32) as u32];
                    let at = self.place_of(band, square);
                    self.machine.write(BAND_NUMBERS[turn], at, &words[..self.number_words() as usize]).await?;
                }
                for (size, of_size) in lanes.sizes.iter().enumerate() {
                    let place = (band.top, job.window.quads * QUAD);
                    let (words, knights) = lanes.regions(size, band.number.clone(), place);
                    self.machine.resize(regions(size), words.len() as u64)?;
                    self.machine.write(regions(size), 0, &words).await?;
                    dispatches.push((LANES, size, job.of_regions(&of_size.params), knights));
                }
            }
            NumberSource::Cells { .. } => {}
        }
        Ok(dispatches)
    }

    /// Records a dispatch of the kernel with index `kernel`. If `invocations` is 0, records nothing. `turn` is the
    /// index of the buffer of visit numbers that the dispatch uses. Each region size has its own buffer of regions.
    /// `size` is the index of the region size whose buffer the dispatch uses.
    fn dispatch(
        &mut self,
        kernel: usize,
        (turn, size): (usize, usize),
        job: &MosaicJob,
        invocations: u64,
    ) -> Result<()> {
        if invocations == 0 {
            return Ok(());
        }
        let invocations = 0..u32::try_from(invocations).expect("a band has fewer quads");
        self.machine.run(&KERNELS[kernel], Dispatch { job, bound: bound(turn, size), invocations })
    }

    /// Checks the verdict of a band. Adds the band to the report, and passes the rows of the band to `each`. Returns
    /// whether the run continues.
    async fn accept(
        &mut self,
        flight: Option<Flight>,
        (_, words): &Landed,
        reads: bool,
        Accepted { report, ones }: &mut Accepted,
        each: EachWords<'_>,
    ) -> Result<bool> {
        let Flight { band, turn } = flight.expect("every submission is a band");
        let (verdict, tally) = words.split_at(VERDICT_WORDS);
        let verdict: Verdict = bytemuck::pod_read_unaligned(bytemuck::cast_slice(verdict));
        if let NumberSource::Knights(lanes) = &self.source {
            let tally = tally.try_into().expect("the tally was read");
            let tries = lanes::tries(band.number.start, tally)? + lanes.given_tries(band.number.clone());
            report.tries = Some(report.tries.unwrap_or_default() + tries);
        }
        report.bands += 1;
        report.squares += u64::from(verdict.seen);
        *ones += u64::from(verdict.ones);
        if verdict.first != Verdict::NO_FAULT {
            return Err(self.fault(&band, turn, verdict.first).await?);
        }
        let squares = band.check.len() as u64 * u64::from(self.cols);
        if u64::from(verdict.seen) != squares {
            return Err(EngineError::Unseen { seen: verdict.seen.into(), squares });
        }
        let mut goes_on = ControlFlow::Continue(());
        if !reads {
            if !band.output.is_empty() {
                goes_on = each(band.output, &[]);
            }
        } else if !band.output.is_empty() {
            let mut look = |words: &[u32]| goes_on = each(band.output.clone(), words);
            self.machine.fetched(BAND_NUMBERS[turn], self.words_of(&band), &mut look).await?;
        }
        Ok(goes_on.is_continue())
    }

    /// Returns the violation at the first wrong square of a band.
    async fn fault(&mut self, band: &BandStep, turn: usize, first: u32) -> Result<EngineError> {
        let square = Square::new(band.check.start + first / self.cols, first % self.cols);
        let mut words = [0; 2];
        let (at, count) = (self.place_of(band, square), self.number_words() as usize);
        self.machine.read(BAND_NUMBERS[turn], at, &mut words[..count]).await?;
        let visit = u64::from(words[1]) << 32 | u64::from(words[0]);
        let cells = u64::from(self.rows) * u64::from(self.cols);
        Ok(EngineError::Proof(NumberingViolation::at(square.row, square.col, visit, cells)))
    }

    /// Returns the length of a row of visit numbers, in 32-bit words. A row is padded to whole quads.
    pub(super) const fn row_words(&self) -> u64 {
        self.cols.next_multiple_of(QUAD) as u64 * self.number_words()
    }

    /// Returns a range of words in the band's buffer of numbers. The range contains the numbers of the rows in
    /// `band.output`.
    fn words_of(&self, band: &BandStep) -> Range<u64> {
        let [first, end] = [band.output.start, band.output.end].map(|row| u64::from(row - band.top) * self.row_words());
        first..end
    }

    /// Returns the offset of the square's visit number in the band's buffer, in words.
    fn place_of(&self, band: &BandStep, square: Square) -> u64 {
        u64::from(square.row - band.top) * self.row_words() + u64::from(square.col) * self.number_words()
    }

    /// Returns the [`RowWindow`] of a band for passes that process all quads. A quad consists of four adjacent squares
    /// in a row.
    fn window(&self, band: &BandStep) -> RowWindow {
        let quads = self.cols.div_ceil(QUAD);
        RowWindow {
            rows: self.rows,
            cols: self.cols,
            cells: u64::from(self.rows) * u64::from(self.cols),
            quads,
            top: band.top,
            number_first: band.number.start,
            number_end: band.number.end,
            check_first: band.check.start,
            check_end: band.check.end,
            closed: self.closed.into(),
            span_quads: quads,
            span_step: quads,
            plan: self.plan,
            ..RowWindow::zeroed()
        }
    }

    /// Returns the initial, minimum and maximum number of rows per band. If `whole` is true, the bands need no buffer
    /// of their own.
    fn band_rows(&self, reads: bool, whole: bool) -> Result<Throttle> {
        let limits = &self.limits;
        // With read-back, the host needs at least as much time as the GPU, so larger bands would not be faster.
        let [least, first, most] = match reads {
            false => [limits.min_squares, limits.first_squares, limits.max_squares],
            true => [limits.first_squares; 3],
        };
        let max_rows = if whole { u64::MAX } else { limits.binding / (4 * self.row_words()) };
        let is_long = max_rows < u64::from(self.rows.min(KEPT + self.source.min_rows()));
        let rows_of = |squares| {
            let height = height(self.rows, self.cols, squares, max_rows).filter(|_| !is_long);
            height.map(u64::from).ok_or_else(|| self.long_rows())
        };
        Ok(Throttle { amount: rows_of(first)?, min: rows_of(least)?, max: rows_of(most)?, aim: SUBMIT })
    }

    /// Returns the error for rows so long that even the shortest band does not fit.
    fn long_rows(&self) -> EngineError {
        EngineError::LongRows {
            rows: self.rows,
            cols: self.cols,
            needed: u64::from(KEPT + self.source.min_rows()) * 4 * self.row_words(),
            adapter: self.name.clone(),
            there: self.limits.binding,
        }
    }

    /// Resizes a buffer of visit numbers, so that `wanted` new rows fit in the buffer. Returns the number of new rows
    /// that fit. This number is smaller than `wanted` if the machine lacks memory for a larger buffer.
    fn fit(&mut self, turn: usize, wanted: u32) -> Result<u32> {
        let words = |rows: u32| u64::from(rows.saturating_add(KEPT).min(self.rows)) * self.row_words();
        let (wanted_words, there_words) = (words(wanted), words(self.room[turn]));
        match self.machine.resize(BAND_NUMBERS[turn], wanted_words) {
            Err(error) if error.is_out_of_memory() && self.room[turn] > 0 => {
                self.machine.resize(BAND_NUMBERS[turn], there_words)?;
            }
            done => {
                done?;
                self.room[turn] = wanted;
            }
        }
        Ok(self.room[turn].min(wanted))
    }
}

impl<M: Machine<MirrorMemory = MosaicMemory>> Mosaic for MosaicRun<M> {
    fn run(&mut self, reads: bool, each: ProvenRowSink<'_>) -> Result<Option<MosaicReport>> {
        block_on(self.rows(0..self.rows, reads, each))
    }
}
