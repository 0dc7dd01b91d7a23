//! Kernels as values, and the machines that run them.
//!
//! A [`ShaderKernel`] has a shader in parts, its entry point, its buffers and its mirror: the plain Rust twin of the shader. An
//! engine has one table of kernels and one host, the code that schedules them, written once over [`Machine`]:
//!
//! | machine | runs |
//! |---|---|
//! | `GpuMachine` | the shaders, on an adapter |
//! | [`Mirror`] | the mirrors, on the CPU |
//! | [`Lockstep`] | two machines, and compares every buffer that a submission has written |
//!
//! Hosts know submissions and buffers of words. Pacing by time, parts of large buffers, bind groups and pipelines belong to
//! the machine. Comparing a device with the CPU is running the host on the third machine.

#[cfg(feature = "gpu")]
mod gpu;
mod kernel;
mod lockstep;
mod mirror;
#[cfg(feature = "gpu")]
pub(crate) mod parts;
pub(crate) mod throttle;

use std::fmt::Debug;
use std::ops::Range;

use async_trait::async_trait;

use crate::{MaybeSend, Result};

#[cfg(feature = "gpu")]
pub use self::gpu::{BufferSpec, GpuMachine};
#[cfg(feature = "gpu")]
pub use self::kernel::Build;
pub use self::kernel::{Access, Part, ShaderKernel, Twin};
pub use self::lockstep::Lockstep;
pub use self::mirror::Mirror;
pub use self::throttle::Throttle;
pub use crate::error::Difference;

/// The buffers of an engine as its mirrors see them.
pub trait MirrorMemory: Debug + MaybeSend {
    /// The parameters of a dispatch: the uniform buffer of every kernel.
    type Job: bytemuck::Pod + PartialEq + Debug + MaybeSend;

    /// The names of the buffers. A kernel has a slot for each, in this order; a dispatch says which buffer is in which slot.
    const BUFFERS: &'static [&'static str];

    /// Returns all words of a buffer.
    fn words(&mut self, buffer: usize) -> &mut [u32];

    /// Begins a dispatch with these parameters and the buffers in their slots.
    fn begin(&mut self, job: &Self::Job, bound: &[usize]);

    /// Begins an invocation.
    fn enter(&mut self) {}

    /// Returns `true` if the buffers that a submission has written are those of a pass that is to be repeated, which stopped
    /// at any place.
    fn is_repeated(words: &[Option<Vec<u32>>]) -> bool {
        let _ = words;
        false
    }

    /// Makes equal what may differ between devices: numbers given in the order of arrival, for example. `words` has the
    /// buffers that a submission has written, by their numbers. Returns `false` if they cannot be brought into that form.
    fn canonical(job: &Self::Job, words: &mut [Option<Vec<u32>>]) -> bool {
        let _ = (job, words);
        true
    }

    /// Describes the word with this index in a buffer: its square and its field. `None` if it belongs to no square.
    fn describe(job: &Self::Job, buffer: usize, index: u64) -> Option<String> {
        let _ = (job, buffer, index);
        None
    }
}

/// A dispatch of a kernel.
#[derive(Debug)]
pub struct Dispatch<'a, J> {
    /// The parameters.
    pub job: &'a J,
    /// The buffer in each slot.
    pub bound: &'static [usize],
    /// The numbers of the invocations.
    pub invocations: Range<u32>,
}

/// The note of a submission, and the words to read after it.
pub type Landed = (u64, Vec<u32>);

/// Runs kernels, and has their buffers.
#[async_trait(?Send)]
pub trait Machine: MaybeSend {
    /// The buffers as the mirrors see them.
    type MirrorMemory: MirrorMemory;

    /// Returns the binary logarithm of the words in a part of a buffer, if it is in several parts.
    fn split(&self, buffer: usize) -> Option<u32>;

    /// Returns a grid of at least this many workgroups, across and down.
    ///
    /// # Errors
    /// If they are more than the device takes.
    fn grid(&self, groups: u64) -> Result<(u32, u32)>;

    /// Returns the amount of work of the next submission, which depends on the time of the last ones.
    fn pace(&self) -> u64;

    /// Sets the pace of a run that begins.
    fn set_pace(&mut self, pace: Throttle);

    /// Records a dispatch, or runs it.
    ///
    /// # Errors
    /// If the device fails, as for all that follow.
    fn run(
        &mut self,
        kernel: &'static ShaderKernel<Self::MirrorMemory>,
        dispatch: Dispatch<'_, <Self::MirrorMemory as MirrorMemory>::Job>,
    ) -> Result<()>;

    /// Runs everything that has been recorded. `is_full` is set if it is the full amount of the pace.
    ///
    /// # Errors
    /// If the device fails.
    async fn submit(&mut self, is_full: bool) -> Result<()>;

    /// Does the same as [`Machine::submit`], but may return while the work is running. Returns the note of the
    /// submission before, or of this one, with the first `watched.1` words of the buffer `watched.0` after it.
    ///
    /// # Errors
    /// If the device fails.
    async fn submit_ahead(&mut self, is_full: bool, watched: (usize, usize), note: u64) -> Result<Option<Landed>>;

    /// Waits for the submission that is under way, if there is one.
    ///
    /// # Errors
    /// If the device fails.
    async fn land(&mut self) -> Result<Option<Landed>>;

    /// Fills a buffer with zeros.
    ///
    /// # Errors
    /// If the device fails.
    async fn clear(&mut self, buffer: usize) -> Result<()>;

    /// Writes words into a buffer, from the index `first` on, before the next submitted dispatches.
    ///
    /// # Errors
    /// If the device fails.
    async fn write(&mut self, buffer: usize, first: u64, words: &[u32]) -> Result<()>;

    /// Fills `into` with words of a buffer from the index `first` on.
    ///
    /// # Errors
    /// If the device fails.
    async fn read(&mut self, buffer: usize, first: u64, into: &mut [u32]) -> Result<()>;

    /// Reads the words with these indices.
    ///
    /// # Errors
    /// If the device fails.
    async fn gather(&mut self, buffer: usize, indices: &[u32]) -> Result<Vec<u32>>;

    /// Returns the number of words of a buffer.
    fn len(&mut self, buffer: usize) -> u64;

    /// Returns the number of submissions compared with another machine.
    fn compared(&self) -> u64 {
        0
    }
}
