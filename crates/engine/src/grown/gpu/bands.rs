//! The numbers on their way to the host, proven by the pass that proves a mosaic.

use std::ops::Range;

use bytemuck::Zeroable;
use courser_board::proof::Fault;
use courser_gpu::wgpu::BufferUsages;

use super::Gpu;
use crate::grown::job::Job;
use crate::grown::label::NO_LABEL;
use crate::grown::passes::Bands;
use crate::grown::setup::Setup;
use crate::grown::task::Buffer;
use crate::mosaic::{QUAD, RowWindow, Verdict};
use crate::parts::groups;
use crate::{EngineError, Result};

/// Squares of a band.
const BAND: u32 = 1 << 22;

/// Rows above and below a band that its squares may move to.
const REACH: u32 = 2;

/// Invocations of a workgroup, and rows of an invocation, as in `shaders/mosaic/check.wgsl`.
const WIDTH: u32 = 64;
const ROWS: u32 = 32;

impl Gpu<'_> {
    pub(super) async fn hand_out(&mut self, setup: &Setup, job: &Job, each: Bands<'_>) -> Result<()> {
        let layout = setup.layout;
        let (device, row) = (self.device, u64::from(layout.pitch()) * 4);
        let rows_bound = (device.max_binding() / row).saturating_sub(2 * u64::from(REACH));
        let height = (BAND / layout.pitch()).min(rows_bound as u32).clamp(1, layout.rows);
        let checked = setup.board.hole_count() == 0;
        let usages = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let rows_held = u64::from((height + 2 * REACH).min(layout.rows));
        let band = device.buffer("band", rows_held * row, usages)?;
        let verdict = device.buffer("verdict", size_of::<Verdict>() as u64, usages)?;
        let uniform = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let window = device.buffer("window", size_of::<RowWindow>() as u64, uniform)?;
        let staging = device.staging("band to read", u64::from(height) * row)?;
        let notes = device.staging("verdict to read", size_of::<Verdict>() as u64)?;
        let check = self.kernels.last().and_then(Option::as_ref).expect("the check is there");
        let bind = device.bind("grown check", check.layout(), &[&window, &band, &verdict])?;
        let (mut ones, mut packed) = (0, Vec::new());
        for top in (0..layout.rows).step_by(height as usize) {
            let bottom = (top + height).min(layout.rows);
            let held = top.saturating_sub(REACH)..(bottom + REACH).min(layout.rows);
            let view = window_of(setup, job, &held, top..bottom);
            device.queue().write_buffer(&window, 0, bytemuck::bytes_of(&view));
            device.queue().write_buffer(&verdict, 0, bytemuck::bytes_of(&Verdict::NONE));
            let mut encoder = device.encoder("band");
            let cells = u64::from(held.start * layout.pitch())..u64::from(held.end * layout.pitch());
            let mut at = 0;
            for (part, place, count) in self.within(Buffer::Cells, cells) {
                encoder.copy_buffer_to_buffer(part, place * 4, &band, at * 4, count * 4);
                at += count;
            }
            let count = u64::from((view.quads * (bottom - top).div_ceil(ROWS)).div_ceil(WIDTH));
            let groups = groups(count, device.max_groups(), || setup.board.clone())?;
            check.dispatch(&mut device.pass(&mut encoder, "check"), &bind, groups);
            let bytes = u64::from(bottom - top) * row;
            encoder.copy_buffer_to_buffer(&band, u64::from(top - held.start) * row, &staging, 0, bytes);
            encoder.copy_buffer_to_buffer(&verdict, 0, &notes, 0, verdict.size());
            let maps = [(&staging, bytes), (&notes, notes.size())];
            let pending = device.submit_and_map(encoder, &maps)?;
            device.finish(pending).await?;
            let found: Verdict = device.mapped(&notes, notes.size(), bytemuck::pod_read_unaligned)?;
            device.mapped(&staging, bytes, |bytes| {
                packed.clear();
                for line in bytes.chunks_exact(row as usize) {
                    let numbers = line.chunks_exact(4).take(layout.cols as usize);
                    packed.extend(numbers.map(|number| match bytemuck::pod_read_unaligned(number) {
                        NO_LABEL => 0,
                        number => number,
                    }));
                }
            })?;
            if checked {
                judge(setup, &found, top..bottom, &packed)?;
                ones += found.ones;
            }
            if each(top..bottom, &packed).is_break() {
                return Ok(());
            }
        }
        match ones {
            0 if checked => Err(EngineError::Proof(Fault::NoFirst)),
            _ => Ok(()),
        }
    }
}

/// The window of the check for a band of rows, with the rows `held` in the buffer.
fn window_of(setup: &Setup, job: &Job, held: &Range<u32>, band: Range<u32>) -> RowWindow {
    let layout = setup.layout;
    RowWindow {
        rows: layout.rows,
        cols: layout.cols,
        cells: [job.squares, 0],
        quads: layout.pitch() / QUAD,
        top: held.start,
        number_first: held.start,
        number_end: held.end,
        check_first: band.start,
        check_end: band.end,
        closed: setup.end.is_none().into(),
        ..RowWindow::zeroed()
    }
}

/// Judges a band with these numbers by the report of the check.
fn judge(setup: &Setup, found: &Verdict, band: Range<u32>, numbers: &[u32]) -> Result<()> {
    if found.faults != 0 {
        let cols = setup.layout.cols;
        let (row, col) = (band.start + found.first / cols, found.first % cols);
        let visit = u64::from(numbers[found.first as usize]);
        return Err(EngineError::Proof(Fault::at(row, col, visit, setup.board.playable())));
    }
    let expected = numbers.len() as u64;
    if u64::from(found.seen) != expected {
        return Err(EngineError::Unseen { seen: found.seen.into(), squares: expected });
    }
    Ok(())
}
