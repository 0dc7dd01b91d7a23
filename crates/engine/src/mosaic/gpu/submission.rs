//! A band on its way through the GPU: handed over with [`launch`](GpuMosaic::launch), waited for and judged with
//! [`land`](GpuMosaic::land).

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use courser_board::proof::Fault;
use courser_gpu::{Device, Pending, Timer, wgpu};
use courser_solve::relay::Tries;

use super::buffers::{NOTES, ReadBack, Slot, TALLY, TIMESTAMPS};
use super::numbering::{Numbering, Source, Work};
use super::numbers::{Width, row_bytes};
use super::passes::{self, CHECK_ROWS};
use crate::mosaic::bands::Band;
use crate::mosaic::layout::{QUAD, RowWindow, Verdict};
use crate::relay::{self, TALLY_BYTES};
use crate::{EngineError, Result};

/// Receives rows, and what was read back of them as bytes.
pub(super) type EachBytes<'a> = &'a mut dyn FnMut(Range<u32>, &[u8]) -> ControlFlow<()>;

/// A band that the GPU is at.
pub(super) struct Submission {
    pub(super) band: Band,
    /// Which of the run's slots it has.
    pub(super) slot: usize,
    /// `true` if the band is as large as a band may be at the time.
    pub(super) is_full: bool,
    pending: Pending,
    times: Times,
}

/// The parts of a band, in their order.
#[derive(Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Part {
    Visits,
    Check,
    Copy,
}

impl Part {
    /// The moment that the GPU notes as the part's pass begins; the next is its end.
    const fn begins(self) -> u32 {
        2 * self as u32
    }
}

type Timestamps = [u64; TIMESTAMPS as usize];

/// The time of each [`Part`].
pub(super) type Times = [Duration; 3];

/// By the timestamps that the GPU wrote for a band of which this was read back. What was not asked for took no time.
fn by_gpu(timer: &Timer, timestamps: &Timestamps, read_back: ReadBack) -> Times {
    let between = |from: u32, to: u32| timer.between(timestamps[from as usize], timestamps[to as usize]);
    let of = |part: Part| between(part.begins(), part.begins() + 1);
    // The copy is not a pass: it lies between the end of the one before and the beginning of one that does nothing.
    let copy = between(Part::Check.begins() + 1, Part::Copy.begins());
    [of(Part::Visits), of(Part::Check), if read_back == ReadBack::Nothing { Duration::ZERO } else { copy }]
}

/// The sums of a run over its bands.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) times: Times,
    pub(super) bands: u64,
    pub(super) seen: u64,
    pub(super) ones: u64,
    pub(super) tries: Tries,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict, times: &Times) {
        for (sum, time) in self.times.iter_mut().zip(times) {
            *sum += *time;
        }
        self.bands += 1;
        self.seen += u64::from(verdict.seen);
        self.ones += u64::from(verdict.ones);
    }
}

impl Submission {
    /// Hands a band to the GPU. `above` is the band before it, which is under way.
    pub(super) async fn launch(
        numbering: &Numbering<'_>,
        slot: &Slot,
        number: usize,
        above: Option<(&Band, &Slot)>,
        band: Band,
        is_full: bool,
        read_back: ReadBack,
    ) -> Result<Self> {
        let row = row_bytes(numbering.cols, numbering.width);
        let window = numbering.window(&band);
        let visits = visits(numbering, slot, &band, &window)?;
        let queue = numbering.device.queue();
        queue.write_buffer(&slot.tally, 0, &[0; TALLY_BYTES as usize]);
        queue.write_buffer(&slot.window, 0, bytemuck::bytes_of(&window));
        queue.write_buffer(&slot.verdict, 0, bytemuck::bytes_of(&Verdict::NONE));
        let mut stage = Stage::new(numbering.device, slot.timer.as_ref());

        // In a buffer of the whole board the rows above are where they belong already.
        if let Some((above, from)) = above.filter(|(_, from)| from.numbers != slot.numbers) {
            let kept = u64::from(band.number.start - band.top) * row;
            let at = u64::from(band.top - above.top) * row;
            stage.encoder.copy_buffer_to_buffer(&from.numbers, at, &slot.numbers, 0, kept);
        }
        stage.pass(Part::Visits, &visits).await?;
        numbering.damages.overwrite(numbering, &mut stage.encoder, slot, &band)?;

        let strips = u64::from((band.check.end - band.check.start).div_ceil(CHECK_ROWS));
        let check = numbering.work(
            &passes::check(numbering.width == Width::Wide),
            &slot.check,
            u64::from(window.quads) * strips,
        )?;
        stage.pass(Part::Check, check.as_slice()).await?;

        let bytes = numbering.read_back_bytes(&band, read_back);
        let staging = slot.staging.as_ref().filter(|_| bytes > 0);
        if let Some(staging) = staging {
            let at = u64::from(band.output.start - band.top) * row;
            stage.encoder.copy_buffer_to_buffer(&slot.numbers, at, staging, 0, bytes);
        }
        stage.pass(Part::Copy, &[]).await?;

        let Stage { mut encoder, times, .. } = stage;
        encoder.copy_buffer_to_buffer(&slot.verdict, 0, &slot.notes, 0, slot.verdict.size());
        encoder.copy_buffer_to_buffer(&slot.tally, 0, &slot.notes, TALLY, slot.tally.size());
        if let Some(timer) = &slot.timer {
            timer.resolve(&mut encoder, &slot.notes, slot.verdict.size());
        }
        let mut maps = vec![(&slot.notes, NOTES)];
        maps.extend(staging.map(|staging| (staging, bytes)));
        let pending = numbering.device.submit_and_map(encoder, &maps)?;
        Ok(Self { band, slot: number, is_full, pending, times })
    }

    /// Waits for a band, judges it, and hands it out. Returns how long the GPU was at it; `None` if `each` ends the run.
    pub(super) async fn land(
        self,
        numbering: &Numbering<'_>,
        slot: &Slot,
        read_back: ReadBack,
        tally: &mut Tally,
        each: EachBytes<'_>,
    ) -> Result<Option<Duration>> {
        let Self { band, pending, times, .. } = self;
        // Without a clock on the GPU each part was waited for by itself.
        let took = numbering.device.finish(pending).await? + times.iter().sum::<Duration>();
        let (verdict, timestamps, tries) = notes(numbering, slot)?;
        if matches!(numbering.source, Source::Knights(_)) {
            tally.tries = tally.tries + relay::tries(band.number.start, tries)?;
        }
        let times = slot.timer.as_ref().map_or(times, |timer| by_gpu(timer, &timestamps, read_back));
        tally.add(&verdict, &times);
        if verdict.faults != 0 {
            return Err(fault(numbering, slot, &band, verdict.first).await?);
        }
        let squares = numbering.checked(&band);
        if u64::from(verdict.seen) != squares {
            return Err(EngineError::Unseen { seen: verdict.seen.into(), squares });
        }
        let goes_on = match &slot.staging {
            _ if band.output.is_empty() => ControlFlow::Continue(()),
            None => each(band.output, &[]),
            Some(staging) => {
                let bytes = numbering.read_back_bytes(&band, read_back);
                numbering.device.mapped(staging, bytes, |view| each(band.output, view))?
            }
        };
        Ok(goes_on.is_continue().then_some(took))
    }
}

/// The dispatches that number the band: one for each span, or each size of regions, that has squares in it.
fn visits<'a>(numbering: &Numbering<'_>, slot: &'a Slot, band: &Band, whole: &RowWindow) -> Result<Vec<Work<'a>>> {
    let queue = numbering.device.queue();
    let mut visits = Vec::with_capacity(slot.spans.len());
    match &numbering.source {
        Source::Tiles { plan, spans, .. } => {
            for (span, (buffer, bind)) in spans.iter().zip(&slot.spans) {
                let Some(window) = span.window(plan, whole) else { continue };
                queue.write_buffer(buffer, 0, bytemuck::bytes_of(&window));
                let kernel = passes::visits(span.kind, numbering.width);
                let invocations = u64::from(window.span_step) * u64::from(window.tile_rows);
                visits.extend(numbering.work(&kernel, bind, invocations)?);
            }
        }
        Source::Knights(lanes) => {
            let kernel = lanes.kernel(numbering.width == Width::Wide);
            for (size, (buffer, bind)) in slot.spans.iter().enumerate() {
                let (words, knights) = lanes.regions(size, band.number.clone(), (band.top, whole.quads * QUAD));
                queue.write_buffer(buffer, 0, bytemuck::cast_slice(&words));
                visits.extend(numbering.work(&kernel, bind, knights)?);
            }
        }
    }
    Ok(visits)
}

/// The verdict of a band, the timestamps that the GPU noted, and the tally of a relay.
fn notes(numbering: &Numbering<'_>, slot: &Slot) -> Result<(Verdict, Timestamps, [u32; 4])> {
    Ok(numbering.device.mapped(&slot.notes, NOTES, |view| {
        let (notes, tally) = view.split_at(TALLY as usize);
        let (verdict, timestamps) = notes.split_at(size_of::<Verdict>());
        let timestamps = bytemuck::pod_read_unaligned(timestamps);
        (bytemuck::pod_read_unaligned(verdict), timestamps, bytemuck::pod_read_unaligned(tally))
    })?)
}

/// The fault of the first faulty square of a band.
async fn fault(numbering: &Numbering<'_>, slot: &Slot, band: &Band, first: u32) -> Result<EngineError> {
    let (row, col) = (band.check.start + first / numbering.cols, first % numbering.cols);
    let bytes = numbering.width.bytes();
    let at = u64::from(row - band.top) * row_bytes(numbering.cols, numbering.width) + u64::from(col) * bytes;
    let mut visit = [0; 8];
    let staging = numbering.device.staging("a number to read", bytes)?;
    numbering.device.read(&slot.numbers, at, &mut visit[..bytes as usize], &staging).await?;
    Ok(EngineError::Proof(Fault::at(row, col, u64::from_le_bytes(visit), numbering.cells())))
}

/// The commands of a band, in one submission if the GPU has a clock, else in one for each part.
struct Stage<'a> {
    device: &'a Device,
    encoder: wgpu::CommandEncoder,
    timer: Option<&'a Timer>,
    /// By the host's clock; nothing where the GPU has its own.
    times: Times,
}

impl<'a> Stage<'a> {
    fn new(device: &'a Device, timer: Option<&'a Timer>) -> Self {
        Self { device, encoder: device.encoder("band"), timer, times: Times::default() }
    }

    /// A pass with these dispatches, or with none. Without a clock on the GPU: waits until it is done, with
    /// what came before it, and notes the time.
    async fn pass(&mut self, part: Part, work: &[Work<'_>]) -> Result<()> {
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
