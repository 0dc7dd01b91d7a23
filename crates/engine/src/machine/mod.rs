//! Kernels as values, and the machines that run them.
//!
//! A [`ShaderKernel`] consists of a shader in parts, its entry point, its buffers and its mirror, which is the plain
//! Rust twin of the shader. An engine has one table of kernels and one host. The host is the code that schedules the
//! kernels; it is written once, for any [`Machine`]:
//!
//! | machine | runs |
//! |---|---|
//! | `GpuMachine` | the shaders, on an adapter |
//! | [`Mirror`] | the mirrors, on the CPU |
//! | [`Lockstep`] | two machines, and compares every buffer that a submission has written |
//!
//! Hosts use only submissions and buffers of words. The machine determines the work per submission, and handles bind
//! groups, pipelines and the parts of large buffers. A device is compared with the CPU by running the host on
//! [`Lockstep`].

#[cfg(feature = "gpu")]
mod clock;
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
use web_time::Duration;

use crate::{MaybeSend, Result};

#[cfg(feature = "gpu")]
pub use self::gpu::{BufferSpec, GpuMachine};
pub use self::kernel::{Access, Build, Part, ShaderKernel, Twin};
pub use self::lockstep::Lockstep;
pub use self::mirror::Mirror;
pub use self::throttle::Throttle;
pub use crate::error::Difference;

/// Maximum number of loop iterations that the strictest driver allows per invocation: `courser_gpu::MAX_LOOPS`.
pub(crate) const MAX_LOOPS: u32 = u16::MAX as u32;

/// The buffers of an engine in the form used by its mirrors.
pub trait MirrorMemory: Debug + MaybeSend {
    /// Parameters of a dispatch, which every kernel reads from its uniform buffer.
    type Job: bytemuck::Pod + PartialEq + Debug + MaybeSend;

    /// Names of the slots of all kernels, in order. A dispatch determines the buffer bound to each slot.
    const BUFFERS: &'static [&'static str];

    /// Returns all words of a buffer.
    fn words(&mut self, buffer: usize) -> &mut [u32];

    /// Changes the number of words in a buffer. The values of the words are undefined afterwards.
    fn resize(&mut self, buffer: usize, words: usize) {
        let _ = words;
        unreachable!("the size of the buffer {} does not change", Self::BUFFERS[buffer]);
    }

    /// Changes the build options of kernels built later.
    fn rebuild(&mut self, build: &Build) {
        let _ = build;
    }

    /// Begins a dispatch with the parameters `job`. `bound` contains the index of the buffer in each slot.
    fn begin(&mut self, job: &Self::Job, bound: &[usize]);

    /// Begins an invocation.
    fn enter(&mut self) {}

    /// Copies words from `found` to `expected` if these words are allowed to differ between the two arguments. For
    /// example, the results of an interrupted pass may differ, because the pass is repeated. Each argument has one
    /// element per buffer: the words of the buffer, or `None` if the submission did not write to the buffer.
    fn excuse(found: &[Option<Vec<u32>>], expected: &mut [Option<Vec<u32>>]) {
        let _ = (found, expected);
    }

    /// Converts the buffers written by a submission to a canonical form, which is the same on all devices. Without this
    /// conversion, correct buffers can differ between devices, for example in numbers that are assigned in the order in
    /// which invocations arrive. `words` has one element per buffer: the words of the buffer, or `None` if the
    /// submission did not write to the buffer. Returns `false` if the buffers have no canonical form.
    fn canonical(job: &Self::Job, words: &mut [Option<Vec<u32>>]) -> bool {
        let _ = (job, words);
        true
    }

    /// Returns a description of the word at `index` of a buffer: the square and the component to which the word
    /// belongs. Returns `None` if the word does not belong to a square.
    fn describe(job: &Self::Job, buffer: usize, index: u64) -> Option<String> {
        let _ = (job, buffer, index);
        None
    }
}

/// A dispatch of a kernel.
#[derive(Debug)]
pub struct Dispatch<'a, J> {
    /// Parameters of the dispatch.
    pub job: &'a J,
    /// Index of the buffer bound to each slot.
    pub bound: &'static [usize],
    /// Range of the invocations' numbers.
    pub invocations: Range<u32>,
}

/// A completed submission: its note, and its read-back words. The note is the number that the host assigned to the
/// submission.
pub type Landed = (u64, Vec<u32>);

/// Callback that receives a section of a buffer, as 32-bit words.
pub type WordSink<'a> = &'a mut dyn FnMut(&[u32]);

/// Maximum number of parts of a run's work. The time of each part is measured separately.
pub const MAX_PARTS: usize = 2;

/// The time spent in each part of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartTimes {
    /// Duration of each part.
    pub parts: [Duration; MAX_PARTS],
    /// Duration of copying the fetched words to the memory of the host.
    pub fetch: Duration,
    /// True if the times are measured by the GPU's clock.
    pub by_gpu: bool,
}

/// A machine that runs kernels and owns their buffers.
#[async_trait(?Send)]
pub trait Machine: MaybeSend {
    /// Type of the buffers used by the mirrors.
    type MirrorMemory: MirrorMemory;

    /// Returns the binary logarithm of the number of words in a part of a buffer. Returns `None` if the buffer has only
    /// one part.
    fn split(&self, buffer: usize) -> Option<u32>;

    /// Returns the numbers of columns and rows of a grid of at least `groups` workgroups.
    ///
    /// # Errors
    /// Returns an error if the device does not allow that many workgroups.
    fn grid(&self, groups: u64) -> Result<(u32, u32)>;

    /// Returns the amount of work of the next submission, which depends on the duration of the previous submissions.
    fn pace(&self) -> u64;

    /// Sets the initial pace of a run.
    fn set_pace(&mut self, pace: Throttle);

    /// Changes the build options of the kernels. Must not be called while dispatches wait for submission.
    fn rebuild(&mut self, build: Build);

    /// Changes the number of words in a buffer. The values of the words are undefined afterwards. Must not be called
    /// while dispatches wait for submission.
    ///
    /// # Errors
    /// Returns an error if the device does not have the memory.
    fn resize(&mut self, buffer: usize, words: u64) -> Result<()>;

    /// Records or runs a dispatch.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn run(
        &mut self,
        kernel: &'static ShaderKernel<Self::MirrorMemory>,
        dispatch: Dispatch<'_, <Self::MirrorMemory as MirrorMemory>::Job>,
    ) -> Result<()>;

    /// Runs all recorded dispatches. `is_full` is true if the dispatches are the full amount of work that the pace
    /// allows.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn submit(&mut self, is_full: bool) -> Result<()>;

    /// Does the same as [`Machine::submit`], but can return while this submission is running. In this case, returns the
    /// note and the watched words of the previous submission, or `None` if no previous submission was running.
    /// Otherwise, returns the note and the watched words of this submission. `watched` lists the watched buffers, each
    /// with the number of words to read from its beginning.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn submit_ahead(&mut self, is_full: bool, watched: &[(usize, usize)], note: u64) -> Result<Option<Landed>>;

    /// Waits until the running submission ends. Returns two values: the note, which is the number that the host gave to
    /// the submission, and the words read after the submission. Returns `None` if no submission is running.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn land(&mut self) -> Result<Option<Landed>>;

    /// Records a copy of `words` words between two different buffers. `from` and `to` are buffers, each with the offset
    /// of the first word.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn copy(&mut self, from: (usize, u64), to: (usize, u64), words: u64) -> Result<()>;

    /// Begins part `part` of a run's work. The part contains all dispatches until the next part begins, or until the
    /// next copy or submission.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn begin_part(&mut self, part: usize) -> Result<()> {
        let _ = part;
        Ok(())
    }

    /// Returns the times measured since the last call. All times are zero if the machine does not measure times.
    fn take_times(&mut self) -> PartTimes {
        PartTimes::default()
    }

    /// Requests some words of a buffer. The next [`Machine::submit_ahead`] prepares these words for
    /// [`Machine::fetched`].
    fn fetch(&mut self, buffer: usize, words: Range<u64>) {
        let _ = (buffer, words);
    }

    /// Calls `look` with the words of a range of a buffer. The words have the values that they had after the last
    /// submission whose result [`Machine::land`] or [`Machine::submit_ahead`] returned. An earlier call of
    /// [`Machine::fetch`] must have requested these words for this submission.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn fetched(&mut self, buffer: usize, words: Range<u64>, look: WordSink<'_>) -> Result<()> {
        let mut fetched = vec![0; (words.end - words.start) as usize];
        self.read(buffer, words.start, &mut fetched).await?;
        look(&fetched);
        Ok(())
    }

    /// Fills a buffer with zeros.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn clear(&mut self, buffer: usize) -> Result<()>;

    /// Writes words into a buffer from offset `first`. The dispatches of the next submission read the written words.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn write(&mut self, buffer: usize, first: u64, words: &[u32]) -> Result<()>;

    /// Fills `into` with successive words of a buffer. The first of these words is at offset `first`.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn read(&mut self, buffer: usize, first: u64, into: &mut [u32]) -> Result<()>;

    /// Reads the words of a buffer at these indices.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn gather(&mut self, buffer: usize, indices: &[u32]) -> Result<Vec<u32>>;

    /// Returns the number of words of a buffer.
    fn len(&mut self, buffer: usize) -> u64;

    /// Returns the number of submissions whose results were compared with the results of another machine.
    fn compared(&self) -> u64 {
        0
    }
}
