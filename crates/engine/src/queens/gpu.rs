//! Queens on a graphics card: the host's side.

use std::time::Instant;

use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Binding, Device, Kernel, MAX_LOOPS};

use super::layout::{HEAD, LEVEL, NOBODY, Params};
use super::{MAX_SIDE, Plan};
use crate::EngineError;
use crate::pace::{Pace, SUBMIT};

/// The most steps of a lane in a dispatch: a loop goes round in each, and a lane loads and stores its stack besides.
const MOST_STEPS: u32 = MAX_LOOPS / 4;

/// The most dispatches in a submission.
const MOST_DISPATCHES: u64 = 256;

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
    /// Steps of a lane in one dispatch, at most 16,383.
    pub steps: u32,
}

/// A device with the kernel that counts queens.
pub struct GpuQueens<'device> {
    device: &'device Device,
    bounds: Bounds,
    layout: wgpu::BindGroupLayout,
    kernel: Kernel,
}

/// The buffers of one count that the host reads, and what the kernel is bound to.
struct Buffers {
    status: wgpu::Buffer,
    results: wgpu::Buffer,
    staging: wgpu::Buffer,
    bind: wgpu::BindGroup,
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
        let module = device.module("queens", courser_shaders::queens::COUNT)?;
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
    /// `progress` gets the number of prefixes that are done.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the device fails or has no room, [`EngineError::Damaged`] if a prefix was left out.
    pub fn count(&self, plan: &Plan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>, EngineError> {
        let device = self.device;
        let prefixes = plan.prefixes().len();
        let count = u32::try_from(prefixes).expect("that many prefixes would take 64 GiB: far fewer are wanted");
        let buffers = self.buffers(plan, count)?;
        let mut pace = Pace { amount: 1, least: 1, most: MOST_DISPATCHES, aim: SUBMIT };
        loop {
            let begun = Instant::now();
            let mut encoder = device.encoder("queens");
            let mut pass = device.pass(&mut encoder, "queens");
            for _ in 0..pace.amount {
                self.kernel.dispatch(&mut pass, &buffers.bind, (self.bounds.groups, 1));
            }
            drop(pass);
            device.queue().write_buffer(&buffers.status, BUSY_AT, bytemuck::bytes_of(&0_u32));
            device.submit(encoder)?;
            pace.learn(begun.elapsed(), true);
            let mut words = [0_u32; 3];
            device.read(&buffers.status, 0, bytemuck::cast_slice_mut(&mut words), &buffers.staging)?;
            let [_, finished, busy] = words;
            progress(finished.into());
            if finished >= count {
                break;
            }
            if busy == 0 {
                let text = format!("{finished} of {count} prefixes are done, and no lane goes on");
                return Err(EngineError::Damaged(text));
            }
        }
        let mut ways = vec![0_u64; prefixes];
        device.read(&buffers.results, 0, bytemuck::cast_slice_mut(&mut ways), &buffers.staging)?;
        match ways.iter().position(|&ways| ways == UNWRITTEN) {
            Some(left) => Err(EngineError::Damaged(format!("prefix {left} of {count} has no result"))),
            None => Ok(ways),
        }
    }

    /// The buffers of one count, before its first dispatch.
    fn buffers(&self, plan: &Plan, prefixes: u32) -> Result<Buffers, EngineError> {
        let device = self.device;
        let lanes = self.bounds.width * self.bounds.groups;
        let params = Params {
            all: plan.all(),
            last: plan.n() - 1,
            prefixes,
            lanes,
            budget: self.bounds.steps,
            unused1: 0,
            unused2: 0,
            unused3: 0,
        };
        let uniform = device.upload("queens", bytemuck::bytes_of(&params), BufferUsages::UNIFORM)?;
        let given = device.upload("prefixes", bytemuck::cast_slice(plan.prefixes()), BufferUsages::STORAGE)?;
        let read = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        let status = device.buffer("status", size_of::<[u32; 3]>() as u64, read | BufferUsages::COPY_DST)?;
        let unwritten = vec![UNWRITTEN; plan.prefixes().len()];
        let results = device.upload("results", bytemuck::cast_slice(&unwritten), read)?;
        let saved_words = u64::from(lanes) * u64::from(HEAD + LEVEL * LEVELS);
        let saved = device.buffer("lanes", saved_words * 4, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        // Nobody has a prefix yet; everything else of a lane begins with 0.
        device.queue().write_buffer(&saved, 0, bytemuck::cast_slice(&vec![NOBODY; lanes as usize]));
        let staging = device.staging("read-back", results.size().clamp(64, 1 << 24))?;
        let bind = device.bind("queens", &self.layout, &[&uniform, &given, &status, &saved, &results]);
        Ok(Buffers { status, results, staging, bind })
    }
}
