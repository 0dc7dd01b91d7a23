//! The submission of a band to the GPU. [`launch`](GpuMosaic::launch) submits a band, and [`land`](GpuMosaic::land)
//! waits for it and checks it.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use bytemuck::Zeroable;
use courser_board::Board;
use courser_board::proof::NumberingViolation;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{GpuDevice, Kernel, KernelSpec, Pending, Timer};

use super::GpuMosaic;
use super::buffers::{NOTES, Slot, TALLY, TIMESTAMPS};
use super::lanes::{self as relay, TALLY_BYTES};
use super::passes::{self, CHECK_ROWS, WIDTH};
use super::source::NumberSource;
use crate::machine::parts::groups;
use crate::mosaic::MosaicReport;
use crate::mosaic::bands::BandStep;
use crate::mosaic::layout::{QUAD, RowWindow, Verdict};
use crate::{EngineError, Result};

/// Callback that receives rows and their read-back bytes. Its result determines whether to continue.
pub(super) type EachBytes<'a> = &'a mut dyn FnMut(Range<u32>, &[u8]) -> ControlFlow<()>;

/// A submitted band that the GPU processes.
pub(super) struct Submission {
    pub(super) band: BandStep,
    /// Index of the band's slot.
    pub(super) slot: usize,
    /// True if the band has the maximum size that is currently allowed.
    pub(super) is_full: bool,
    pending: Pending,
    times: PartTimes,
}

/// The parts of a band's work, in their order.
#[derive(Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
enum BandPart {
    Visits,
    Check,
    Copy,
}

impl BandPart {
    /// Returns the index of the timestamp at the beginning of the part's pass. The timestamp at the end of the pass has
    /// the next index.
    const fn begins(self) -> u32 {
        2 * self as u32
    }
}

type Timestamps = [u64; TIMESTAMPS as usize];

/// Time of each [`BandPart`].
type PartTimes = [Duration; 3];

/// Computes the time of each part from the timestamps of a band. Without a read-back, the time of the copy is zero.
fn by_gpu(timer: &Timer, timestamps: &Timestamps, reads: bool) -> PartTimes {
    let between = |from: u32, to: u32| timer.between(timestamps[from as usize], timestamps[to as usize]);
    let of = |part: BandPart| between(part.begins(), part.begins() + 1);
    // The copy is not a pass. It runs between the end of the check and the beginning of an empty pass.
    let copy = between(BandPart::Check.begins() + 1, BandPart::Copy.begins());
    [of(BandPart::Visits), of(BandPart::Check), if reads { copy } else { Duration::ZERO }]
}

/// A kernel with its bind group, and the size of its grid in workgroups.
type KernelDispatch<'a> = (Kernel, &'a wgpu::BindGroup, (u32, u32));

impl GpuMosaic<'_> {
    /// Submits a band to the GPU. `above` is the previous band, which can still be running.
    pub(super) async fn launch(
        &self,
        slot: &Slot,
        number: usize,
        above: Option<(&BandStep, &Slot)>,
        band: BandStep,
        is_full: bool,
    ) -> Result<Submission> {
        let row = self.row_bytes();
        let window = self.window(&band);
        let visits = self.visits(slot, &band, &window)?;
        let queue = self.device.queue();
        queue.write_buffer(&slot.tally, 0, &[0; TALLY_BYTES as usize]);
        queue.write_buffer(&slot.window, 0, bytemuck::bytes_of(&window));
        queue.write_buffer(&slot.verdict, 0, bytemuck::bytes_of(&Verdict::NONE));
        let mut stage = BandCommands::new(self.device, slot.timer.as_ref());

        // In a buffer of the whole board, the rows above are already in the right position.
        if let Some((above, from)) = above.filter(|(_, from)| from.numbers != slot.numbers) {
            let kept = u64::from(band.number.start - band.top) * row;
            let at = u64::from(band.top - above.top) * row;
            stage.encoder.copy_buffer_to_buffer(&from.numbers, at, &slot.numbers, 0, kept);
        }
        if let NumberSource::Cells { parts, buffers, .. } = &self.source {
            let cells = |row: u32| u64::from(row) * u64::from(window.quads * QUAD);
            let mut at = u64::from(band.number.start - band.top) * row;
            for (part, place, count) in parts.within(cells(band.number.start)..cells(band.number.end)) {
                stage.encoder.copy_buffer_to_buffer(&buffers[part], place * 4, &slot.numbers, at, count * 4);
                at += count * 4;
            }
        }
        stage.pass(BandPart::Visits, &visits).await?;
        self.overwrite(&mut stage.encoder, slot, &band)?;

        let strips = u64::from((band.check.end - band.check.start).div_ceil(CHECK_ROWS));
        let check = passes::check(self.is_wide);
        let check = self.work(&check, &slot.check, u64::from(window.quads) * strips)?;
        stage.pass(BandPart::Check, check.as_slice()).await?;

        let bytes = band.output.len() as u64 * row;
        let staging = slot.staging.as_ref().filter(|_| bytes > 0);
        if let Some(staging) = staging {
            let at = u64::from(band.output.start - band.top) * row;
            stage.encoder.copy_buffer_to_buffer(&slot.numbers, at, staging, 0, bytes);
        }
        stage.pass(BandPart::Copy, &[]).await?;

        let BandCommands { mut encoder, times, .. } = stage;
        encoder.copy_buffer_to_buffer(&slot.verdict, 0, &slot.notes, 0, slot.verdict.size());
        encoder.copy_buffer_to_buffer(&slot.tally, 0, &slot.notes, TALLY, slot.tally.size());
        if let Some(timer) = &slot.timer {
            timer.resolve(&mut encoder, &slot.notes, slot.verdict.size());
        }
        let mut maps = vec![(&slot.notes, NOTES)];
        maps.extend(staging.map(|staging| (staging, bytes)));
        let pending = self.device.submit_and_map(encoder, &maps)?;
        Ok(Submission { band, slot: number, is_full, pending, times })
    }

    /// Waits for a band and checks its verdict. Adds the band to the report, adds the verdict's number of ones to
    /// `ones`, and passes the rows of the band to `each`. Returns the time on the GPU, or `None` if `each` ends the run.
    pub(super) async fn land(
        &self,
        submission: Submission,
        slot: &Slot,
        report: &mut MosaicReport,
        ones: &mut u64,
        each: EachBytes<'_>,
    ) -> Result<Option<Duration>> {
        let Submission { band, pending, times, .. } = submission;
        // Without a clock on the GPU, the host has waited for each part separately.
        let took = self.device.finish(pending).await? + times.iter().sum::<Duration>();
        let (verdict, timestamps, tries) = self.notes(slot)?;
        if let NumberSource::Knights(lanes) = &self.source {
            let tries = relay::tries(band.number.start, tries)? + lanes.given_tries(band.number.clone());
            report.tries = Some(report.tries.unwrap_or_default() + tries);
        }
        let by_gpu = |timer| by_gpu(timer, &timestamps, slot.staging.is_some());
        let [visits, check, copy] = slot.timer.as_ref().map_or(times, by_gpu);
        report.compute += visits;
        report.check += check;
        report.read_back += copy;
        report.bands += 1;
        report.squares += u64::from(verdict.seen);
        *ones += u64::from(verdict.ones);
        if verdict.first != Verdict::NO_FAULT {
            return Err(self.fault(slot, &band, verdict.first).await?);
        }
        let squares = band.check.len() as u64 * u64::from(self.cols);
        if u64::from(verdict.seen) != squares {
            return Err(EngineError::Unseen { seen: verdict.seen.into(), squares });
        }
        let goes_on = match &slot.staging {
            _ if band.output.is_empty() => ControlFlow::Continue(()),
            None => each(band.output, &[]),
            Some(staging) => {
                let bytes = band.output.len() as u64 * self.row_bytes();
                self.device.mapped(staging, bytes, |view| each(band.output, view))?
            }
        };
        Ok(goes_on.is_continue().then_some(took))
    }

    /// Returns the window of a band for the passes over all quads.
    fn window(&self, band: &BandStep) -> RowWindow {
        let quads = self.cols.div_ceil(QUAD);
        RowWindow {
            rows: self.rows,
            cols: self.cols,
            cells: self.cells(),
            quads,
            top: band.top,
            number_first: band.number.start,
            number_end: band.number.end,
            check_first: band.check.start,
            check_end: band.check.end,
            closed: self.closed.into(),
            span_quads: quads,
            span_step: quads,
            ..RowWindow::zeroed()
        }
    }

    /// Returns a dispatch of at least `invocations` invocations. Returns `None` if `invocations` is 0.
    fn work<'a>(
        &self,
        kernel: &KernelSpec,
        bind: &'a wgpu::BindGroup,
        invocations: u64,
    ) -> Result<Option<KernelDispatch<'a>>> {
        let needed = invocations.div_ceil(WIDTH);
        if needed == 0 {
            return Ok(None);
        }
        let board = || Board::new(self.rows, self.cols).expect("a plan is of a board");
        let groups = groups(needed, self.limits.groups, board)?;
        Ok(Some((self.device.kernel(kernel)?, bind, groups)))
    }

    /// Returns the dispatches that compute the visit numbers of the band: one for each span of quads, or each size of
    /// regions, that has squares in the band.
    fn visits<'a>(&self, slot: &'a Slot, band: &BandStep, whole: &RowWindow) -> Result<Vec<KernelDispatch<'a>>> {
        let queue = self.device.queue();
        let mut visits = Vec::with_capacity(slot.spans.len());
        match &self.source {
            NumberSource::Tiles { plan, spans, .. } => {
                for (span, (buffer, bind)) in spans.iter().zip(&slot.spans) {
                    let Some(window) = span.window(plan, whole) else { continue };
                    queue.write_buffer(buffer, 0, bytemuck::bytes_of(&window));
                    let kernel = passes::visits(span.kind, self.is_wide);
                    let invocations = u64::from(window.span_step) * u64::from(window.tile_rows);
                    visits.extend(self.work(&kernel, bind, invocations)?);
                }
            }
            NumberSource::Knights(lanes) => {
                let kernel = relay::kernel(lanes.plan.rule(), self.is_wide);
                for (size, (buffer, bind)) in slot.spans.iter().enumerate() {
                    let (words, knights) = lanes.regions(size, band.number.clone(), (band.top, whole.quads * QUAD));
                    queue.write_buffer(buffer, 0, bytemuck::cast_slice(&words));
                    visits.extend(self.work(&kernel, bind, knights)?);
                }
                for (square, number) in lanes.given(band.number.clone()) {
                    let (at, bytes) = (self.place_of(band, square.row, square.col), self.number_bytes() as usize);
                    queue.write_buffer(&slot.numbers, at, &number.to_le_bytes()[..bytes]);
                }
            }
            NumberSource::Cells { .. } => {}
        }
        Ok(visits)
    }

    /// Overwrites some numbers of the band, for tests with damaged numbers.
    fn overwrite(&self, encoder: &mut wgpu::CommandEncoder, slot: &Slot, band: &BandStep) -> Result<()> {
        for (square, number) in self.damages.iter().filter(|(square, _)| band.number.contains(&square.row)) {
            let wrong = self.device.upload("damage", &number.to_le_bytes(), BufferUsages::COPY_SRC)?;
            let at = self.place_of(band, square.row, square.col);
            encoder.copy_buffer_to_buffer(&wrong, 0, &slot.numbers, at, self.number_bytes());
        }
        Ok(())
    }

    /// Returns the offset in bytes of a square's number in the buffer of a band.
    fn place_of(&self, band: &BandStep, row: u32, col: u32) -> u64 {
        u64::from(row - band.top) * self.row_bytes() + u64::from(col) * self.number_bytes()
    }

    /// Returns the verdict of a band, the timestamps of the GPU, and the tally of a relay.
    fn notes(&self, slot: &Slot) -> Result<(Verdict, Timestamps, [u32; 4])> {
        Ok(self.device.mapped(&slot.notes, NOTES, |view| {
            let (notes, tally) = view.split_at(TALLY as usize);
            let (verdict, timestamps) = notes.split_at(size_of::<Verdict>());
            let timestamps = bytemuck::pod_read_unaligned(timestamps);
            (bytemuck::pod_read_unaligned(verdict), timestamps, bytemuck::pod_read_unaligned(tally))
        })?)
    }

    /// Returns the violation at the first wrong square of a band.
    async fn fault(&self, slot: &Slot, band: &BandStep, first: u32) -> Result<EngineError> {
        let (row, col) = (band.check.start + first / self.cols, first % self.cols);
        let bytes = self.number_bytes();
        let mut visit = [0; 8];
        let staging = self.device.staging("a number to read", bytes)?;
        let at = self.place_of(band, row, col);
        self.device.read(&slot.numbers, at, &mut visit[..bytes as usize], &staging).await?;
        Ok(EngineError::Proof(NumberingViolation::at(row, col, u64::from_le_bytes(visit), self.cells())))
    }
}

/// The commands of a band. If the GPU has a clock, they form one submission, otherwise one submission per part.
struct BandCommands<'a> {
    device: &'a GpuDevice,
    encoder: wgpu::CommandEncoder,
    timer: Option<&'a Timer>,
    /// Times measured by the host's clock; zero if the GPU has a clock.
    times: PartTimes,
}

impl<'a> BandCommands<'a> {
    fn new(device: &'a GpuDevice, timer: Option<&'a Timer>) -> Self {
        Self { device, encoder: device.encoder("band"), timer, times: PartTimes::default() }
    }

    /// Runs a pass with these dispatches. The list may be empty. If the GPU has no clock, waits until the pass and all
    /// earlier work are completed, and records the time.
    async fn pass(&mut self, part: BandPart, work: &[KernelDispatch<'_>]) -> Result<()> {
        let timestamp_writes = self.timer.map(|timer| timer.around(part.begins()));
        let descriptor = wgpu::ComputePassDescriptor { label: Some(part.into()), timestamp_writes };
        let mut pass = self.encoder.begin_compute_pass(&descriptor);
        for (kernel, bind, groups) in work {
            kernel.dispatch(&mut pass, bind, *groups);
        }
        if let (Some(timer), []) = (self.timer, work) {
            timer.nothing(&mut pass);
        }
        drop(pass);
        if self.timer.is_none() {
            let encoder = std::mem::replace(&mut self.encoder, self.device.encoder("band"));
            self.times[part as usize] = self.device.submit(encoder).await?;
        }
        Ok(())
    }
}
