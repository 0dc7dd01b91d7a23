//! Queens on a graphics card: the host's side.

use std::time::{Duration, Instant};

use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Binding, Device, Kernel};

use super::layout::{HEAD, LEVEL, NOBODY, Params};
use super::{MAX_SIDE, Plan, Prefix};
use crate::EngineError;

/// The kernel's WGSL.
pub const COUNT_WGSL: &str = include_str!("../../../../shaders/queens/count.wgsl");

/// Mesa's software adapter ends every loop of an invocation that has gone round this often in all its loops
/// together (`LP_MAX_TGSI_LOOP_ITERATIONS`): a dispatch makes a quarter as many steps at most, and loads and
/// stores the stack besides.
const MOST_STEPS: u32 = (1 << 16) / 4;

/// A submission should take about this long: long enough to be worth its overhead, short enough for the watchdog
/// of a desktop's card.
const SUBMIT: Duration = Duration::from_millis(25);

/// The most dispatches in a submission.
const MOST_DISPATCHES: u32 = 256;

/// Levels of the stack: all rows but the two that a prefix fills and the last two.
const LEVELS: u32 = MAX_SIDE - 4;

/// Where `busy` is in the status, in bytes.
const BUSY_AT: u64 = 8;

/// A result that nobody has written.
const UNWRITTEN: u64 = u64::MAX;

/// How the work is divided. Whatever the bounds are, the results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Lanes of a workgroup.
    pub width: u32,
    /// Workgroups.
    pub groups: u32,
    /// Steps of a lane in one dispatch, at most 16,384.
    pub steps: u32,
}

/// A device with the kernel that counts queens.
pub struct GpuQueens<'device> {
    device: &'device Device,
    bounds: Bounds,
    layout: wgpu::BindGroupLayout,
    kernel: Kernel,
}

impl<'device> GpuQueens<'device> {
    /// Builds the kernel, which takes a driver tenths of a second; the bounds are those that suit the adapter.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the device refuses.
    pub fn new(device: &'device Device) -> Result<Self, EngineError> {
        let groups = if device.adapter().kind().is_real() { 2048 } else { 32 };
        Self::with(device, Bounds { width: 32, groups, steps: MOST_STEPS })
    }

    /// The same with bounds of one's own.
    ///
    /// # Errors
    /// As [`GpuQueens::new`].
    pub fn with(device: &'device Device, bounds: Bounds) -> Result<Self, EngineError> {
        let limits = device.raw().limits();
        let stack = LEVELS * LEVEL * 4;
        let widest =
            limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_storage_size / stack);
        let width = bounds.width.clamp(1, widest.min(limits.max_compute_workgroup_size_x));
        let groups = bounds.groups.clamp(1, device.max_groups());
        let bounds = Bounds { width, groups, steps: bounds.steps.clamp(1, MOST_STEPS) };
        let both = Binding::ReadWrite;
        let layout = device.layout("queens", &[Binding::Uniform, Binding::Read, both, both, both]);
        let module = device.module("queens", COUNT_WGSL)?;
        let constants = [("WIDTH", f64::from(width)), ("STACK", f64::from(width * LEVELS * LEVEL))];
        let kernel = device.kernel(&module, "count", &layout, &constants)?;
        Ok(Self { device, bounds, layout, kernel })
    }

    /// How many prefixes keep the lanes busy to the end: some for each.
    pub const fn wanted(&self) -> usize {
        4 * (self.bounds.width * self.bounds.groups) as usize
    }

    /// The ways to fill the rows below each prefix.
    ///
    /// `progress` is told how many prefixes are done.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the device fails or has no room, [`EngineError::Damaged`] if a prefix was left out.
    pub fn count(&self, plan: &Plan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>, EngineError> {
        let device = self.device;
        let Bounds { width, groups, steps } = self.bounds;
        let (lanes, prefixes) = (width * groups, plan.prefixes().len() as u64);
        let count = u32::try_from(prefixes).map_err(|_| EngineError::Damaged(format!("{prefixes} prefixes")))?;
        let params = Params {
            all: plan.all(),
            last: plan.n() - 1,
            prefixes: count,
            lanes,
            budget: steps,
            unused1: 0,
            unused2: 0,
            unused3: 0,
        };
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let read = storage | BufferUsages::COPY_SRC;
        let saved_words = u64::from(lanes) * u64::from(HEAD + LEVEL * LEVELS);
        let uniform =
            device.buffer("queens", size_of::<Params>() as u64, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let given = device.buffer("prefixes", prefixes * size_of::<Prefix>() as u64, storage)?;
        let status = device.buffer("status", size_of::<[u32; 3]>() as u64, read)?;
        let saved = device.buffer("lanes", saved_words * 4, storage)?;
        let results = device.buffer("results", prefixes * 8, read)?;
        let staging = device.buffer(
            "read-back",
            (prefixes * 8).clamp(64, 1 << 24),
            BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        )?;
        let queue = device.queue();
        queue.write_buffer(&uniform, 0, bytemuck::bytes_of(&params));
        queue.write_buffer(&given, 0, bytemuck::cast_slice(plan.prefixes()));
        // Nobody has a prefix yet; everything else of a lane begins with 0.
        queue.write_buffer(&saved, 0, bytemuck::cast_slice(&vec![NOBODY; lanes as usize]));
        queue.write_buffer(&results, 0, bytemuck::cast_slice(&vec![UNWRITTEN; plan.prefixes().len()]));
        let bind = device.bind("queens", &self.layout, &[&uniform, &given, &status, &saved, &results]);

        let mut dispatches = 1;
        loop {
            let begun = Instant::now();
            let mut encoder = device.encoder("queens");
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(&self.kernel.pipeline);
                pass.set_bind_group(0, &bind, &[]);
                for _ in 0..dispatches {
                    pass.dispatch_workgroups(groups, 1, 1);
                }
            }
            queue.write_buffer(&status, BUSY_AT, bytemuck::bytes_of(&0_u32));
            device.submit(encoder)?;
            let took = begun.elapsed();
            let mut words = [0_u32; 3];
            device.read(&status, 0, bytemuck::cast_slice_mut(&mut words), &staging)?;
            let [_, finished, busy] = words;
            progress(finished.into());
            if finished >= count {
                break;
            }
            if busy == 0 {
                return Err(EngineError::Damaged(format!(
                    "{finished} of {count} prefixes are done, and no lane goes on"
                )));
            }
            if took < SUBMIT / 2 {
                dispatches = (dispatches * 2).min(MOST_DISPATCHES);
            } else if took > SUBMIT * 2 {
                dispatches = (dispatches / 2).max(1);
            }
        }
        let mut ways = vec![0_u64; plan.prefixes().len()];
        device.read(&results, 0, bytemuck::cast_slice_mut(&mut ways), &staging)?;
        match ways.iter().position(|&ways| ways == UNWRITTEN) {
            Some(left) => Err(EngineError::Damaged(format!("prefix {left} of {count} has no result"))),
            None => Ok(ways),
        }
    }
}
