//! Measures the limits of a GPU, and how closely the kernels approach them.
//!
//! A kernel that writes a number to every square cannot be faster than a kernel that fills a buffer with one constant
//! word. A move of three dispatches cannot be faster than three empty dispatches. Therefore the speed of these simple
//! operations is measured first. The speed of courser's kernels is reported as a fraction of the speed of the simple
//! operations. Every timed result is checked, or compared with the result of the CPU.

use std::time::{Duration, Instant};

use courser_board::words::printable;
use courser_board::{Board, MoveOrder, Square, TourSpec};
use courser_engine::batch::{Batch, BatchLimits, BatchPlan, Cohort, CpuBatch, GpuBatch, KernelKind};
use courser_engine::cycle::{Cycle, GpuCycle, Schedule, Setup};
use courser_engine::mosaic::{GpuMosaic, Limits};
use courser_engine::queens::{GpuQueens, Queens, QueensPlan, count_prefix};
use courser_gpu::wgpu::BufferUsages;
use courser_gpu::{Binding, GpuDevice, KernelSpec, block_on, grid};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::warnsdorff::Walker;
use rayon::prelude::*;

use crate::Sample;
use crate::report::{Probe, ProbeUnit, Probes};

/// The reason why a measurement failed.
type Failed = Box<dyn std::error::Error>;

/// Returns two values: the number of bytes to fill and copy, and the number of repetitions per submission. The caller
/// reduces the number of bytes if buffers cannot be that large.
///
/// For a graphics card (`is_real`), the number of bytes exceeds the size of the caches, so that filling the memory
/// takes much longer than the submission.
const fn filled(is_real: bool) -> (u64, u32) {
    if is_real { (1 << 30, 16) } else { (1 << 27, 1) }
}

/// Number of bytes that one workgroup fills, as in the shader.
const GROUP: u64 = 64 * 8 * 16;

/// Number of dispatches or submissions per measurement. The result of a measurement is the mean duration of one
/// dispatch or submission.
const MANY: u32 = 256;

/// Number of measurements. The reported value is the median of the measurements.
const RUNS: usize = 3;

/// Measures the limits of the GPU `device`. Returns `None` if `device` is the CPU. `label` is the label of the device
/// in the result.
///
/// Calls `go_on` with the name of each group of probes, and stops when `go_on` returns `false`. If a kernel fails, or
/// if its result differs from the result of the CPU, the returned probes contain the error.
pub fn probe(label: &str, device: &courser_engine::Device, go_on: &mut dyn FnMut(&str) -> bool) -> Option<Probes> {
    let device = device.gpu()?;
    let is_real = device.adapter().kind().is_real();
    let parts: [(&str, ProbeGroup); 5] = [
        ("memory and dispatches", plain),
        ("the cycle", cycle),
        ("the mosaic", mosaic),
        ("the batch", batch),
        ("the queens", queens),
    ];
    let mut probes = Vec::new();
    let mut done = parts.into_iter().take_while(|(name, _)| go_on(name));
    let failed = done.find_map(|(_, part)| part(device, is_real, &mut probes).err());
    Some(Probes { device: label.to_owned(), probes, failed: failed.map(|error| printable(&error.to_string())) })
}

impl Probe {
    fn new(name: &str, value: f64, unit: ProbeUnit) -> Self {
        Self { name: name.into(), value, unit, beside: None }
    }

    fn beside(self, what: &str, part: f64) -> Self {
        Self { beside: part.is_finite().then(|| (what.into(), part)), ..self }
    }
}

/// Function that measures a group of probes and appends the results to the list.
type ProbeGroup = fn(&GpuDevice, bool, &mut Vec<Probe>) -> Result<(), Failed>;

/// Returns the median of [`RUNS`] measurements after a warm-up, in seconds.
fn median(mut run: impl FnMut() -> Result<Duration, Failed>) -> Result<f64, Failed> {
    run()?;
    let times: Vec<f64> = (0..RUNS).map(|_| Ok(run()?.as_secs_f64())).collect::<Result<_, Failed>>()?;
    Ok(Sample::of(&times).map_or(0.0, |sample| sample.median).max(1e-9))
}

/// Measures the speed of filling and copying memory, and the duration of one dispatch and one submission.
fn plain(device: &GpuDevice, is_real: bool, probes: &mut Vec<Probe>) -> Result<(), Failed> {
    let (bytes, times) = filled(is_real);
    let bytes = bytes.min(device.max_binding()) & !255;
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
    let [from, to] = [device.buffer("filled", bytes, usage)?, device.buffer("copied", bytes, usage)?];
    let spec = KernelSpec::new("fill", "fill", &[courser_shaders::probe::FILL], &[Binding::ReadWrite]);
    let kernel = device.kernel(&spec)?;
    let bind = device.bind("fill", kernel.layout(), &[&from])?;
    let groups = grid(bytes.div_ceil(GROUP), device.max_groups()).unwrap_or((1, 1));
    let dispatched = |groups, count| {
        let encoder = device.record("probe", |pass| (0..count).for_each(|_| kernel.dispatch(pass, &bind, groups)));
        Ok(block_on(device.submit(encoder))?)
    };
    let rate = |seconds: f64| bytes as f64 * f64::from(times) / seconds;
    let fill = median(|| dispatched(groups, times))?;
    let copy = median(|| {
        let mut encoder = device.encoder("probe");
        (0..times).for_each(|_| encoder.copy_buffer_to_buffer(&from, 0, &to, 0, bytes));
        Ok(block_on(device.submit(encoder))?)
    })?;
    let dispatch = median(|| dispatched((1, 1), MANY))? / f64::from(MANY);
    let submission = median(|| (0..MANY).map(|_| dispatched((1, 1), 1)).sum())? / f64::from(MANY);
    probes.push(Probe::new("fill, by a kernel", rate(fill), ProbeUnit::BytesPerSecond));
    probes.push(Probe::new("copy, by the driver", rate(copy), ProbeUnit::BytesPerSecond));
    probes.push(Probe::new("one dispatch of one workgroup", dispatch, ProbeUnit::Seconds));
    probes.push(Probe::new("one submission, waited for", submission, ProbeUnit::Seconds));
    Ok(())
}

/// Returns the value of the probe with this name, or NaN if the probe is missing.
fn known(probes: &[Probe], name: &str) -> f64 {
    probes.iter().find(|probe| probe.name == name).map_or(f64::NAN, |probe| probe.value)
}

/// Measures the duration of one move of one knight, for every schedule.
fn cycle(device: &GpuDevice, _: bool, probes: &mut Vec<Probe>) -> Result<(), Failed> {
    const MOVES: u64 = 200;
    let board = Board::new(32, 32)?;
    let setup = Setup::new(board, Square::new(9, 15), MoveOrder::SLIDES)?;
    let dispatch = known(probes, "one dispatch of one workgroup");
    for schedule in Schedule::ALL {
        let mut cycle = GpuCycle::new(device, setup.clone(), schedule)?;
        let seconds = median(|| {
            cycle.restart()?;
            cycle.advance(2)?;
            let begun = Instant::now();
            cycle.advance(3 * MOVES)?;
            Ok(begun.elapsed())
        })? / MOVES as f64;
        let name = format!("one move on 32x32, {schedule}");
        // If every pass is a dispatch, a move takes at least as long as three dispatches.
        let probe = Probe::new(&name, seconds, ProbeUnit::Seconds);
        let bound = schedule != Schedule::Resident;
        probes.push(if bound { probe.beside("three dispatches", 3.0 * dispatch / seconds) } else { probe });
    }
    Ok(())
}

/// Measures two speeds for a mosaic: the speed of computing its visit numbers, and the speed of checking these numbers.
/// Measures both speeds with 32-bit numbers, then with 64-bit numbers. Compares both speeds with the speed of filling
/// memory.
fn mosaic(device: &GpuDevice, is_real: bool, probes: &mut Vec<Probe>) -> Result<(), Failed> {
    let side = if is_real { 16_384 } else { 2048 };
    let board = Board::new(side, side)?;
    let spec = TourSpec::closed(&board);
    let plan = MosaicPlan::new(&spec, None)?;
    let fill = known(probes, "fill, by a kernel");
    for (wide, bytes) in [(false, 4.0), (true, 8.0)] {
        let limits = Limits { wide, ..Limits::of(device) };
        let mut mosaic = GpuMosaic::with_limits(device, &plan, limits)?;
        let [mut visits, mut check] = [Vec::new(), Vec::new()];
        for _ in 0..=RUNS {
            let report = mosaic.prove(&mut |_| {})?;
            visits.push(report.compute.as_secs_f64());
            check.push(report.check.as_secs_f64());
        }
        let bits = if wide { 64 } else { 32 };
        for (what, times) in [("numbering", &visits[1..]), ("proving", &check[1..])] {
            let seconds = Sample::of(times).map_or(0.0, |sample| sample.median).max(1e-9);
            let rate = board.cells() as f64 / seconds;
            let name = format!("{what} {board}, {bits} bits");
            probes.push(Probe::new(&name, rate, ProbeUnit::SquaresPerSecond).beside("the fill", rate * bytes / fill));
        }
    }
    Ok(())
}

/// Measures the speed of many knights, for every kernel and workgroup width.
fn batch(device: &GpuDevice, is_real: bool, probes: &mut Vec<Probe>) -> Result<(), Failed> {
    for (side, knights) in [(8, 1 << 13), (32, 1 << 9)] {
        let board = Board::new(side, side)?;
        let plan = || {
            let starts = board.squares().collect();
            let count = if is_real { knights * 256 } else { knights };
            BatchPlan::new(board.clone(), vec![Cohort { walker: Walker::default(), starts, count }])
        };
        let expected = CpuBatch::new(plan()?).tallies(&mut |_| {})?[0];
        for kind in KernelKind::ALL.into_iter().filter(|kind| kind.takes(&board)) {
            for width in [32, 64, 128] {
                let mut batch = GpuBatch::with(device, plan()?, kind, Some(width), BatchLimits::default())?;
                let seconds = median(|| {
                    let begun = Instant::now();
                    let tally = batch.tallies(&mut |_| {})?[0];
                    match tally == expected {
                        true => Ok(begun.elapsed()),
                        false => Err(format!("{kind}: {tally:?}, not {expected:?}").into()),
                    }
                })?;
                let name = format!("many knights on {board}, {kind}, {width} lanes");
                probes.push(Probe::new(&name, expected.visited as f64 / seconds, ProbeUnit::SquaresPerSecond));
            }
        }
    }
    Ok(())
}

/// Measures how fast the GPU counts placements of queens. Compares this speed with the speed of the same algorithm on
/// all cores of the CPU.
fn queens(device: &GpuDevice, is_real: bool, probes: &mut Vec<Probe>) -> Result<(), Failed> {
    let n = if is_real { 16 } else { 12 };
    let mut queens = GpuQueens::new(device)?;
    let plan = QueensPlan::new(n, queens.wanted());
    let begun = Instant::now();
    let expected: u64 = plan.prefixes().par_iter().map(|&prefix| count_prefix(n, prefix)).sum();
    let on_cpu = begun.elapsed().as_secs_f64();
    let seconds = median(|| {
        let begun = Instant::now();
        let counted = plan.total(&queens.count(&plan, &mut |_| {})?);
        match counted == u128::from(expected) * 2 {
            true => Ok(begun.elapsed()),
            false => Err(format!("{counted} placements of {n} queens, not {}", 2 * expected).into()),
        }
    })?;
    probes.push(Probe::new(&format!("{n} queens"), seconds, ProbeUnit::Seconds));
    probes.push(Probe::new(&format!("{n} queens, on all cores of the CPU"), on_cpu, ProbeUnit::Seconds));
    Ok(())
}
