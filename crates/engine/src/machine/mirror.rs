//! A machine that runs the mirrors of kernels on the CPU.

use async_trait::async_trait;
use web_time::Instant;

use super::throttle::{SUBMIT, Throttle};
use super::{Build, Dispatch, Landed, Machine, MirrorMemory, PartTimes, ShaderKernel, Twin};
use crate::Result;

/// A machine that runs the mirror of every kernel as soon as the kernel is recorded.
#[derive(Clone, Debug)]
pub struct Mirror<M> {
    pub(crate) memory: M,
    pace: Throttle,
    begun: Instant,
    /// Key that shuffles the order of the invocations; `None` if the invocations run in the order of their numbers.
    shuffled: Option<u32>,
    /// Index of the buffer that this machine treats as if it were split into parts, and the binary logarithm of the
    /// number of words in a part. `None` if no buffer is treated in this way.
    split: Option<(usize, u32)>,
    times: PartTimes,
    /// Index and start time of the part in progress, or `None` if no part is in progress.
    part: Option<(usize, Instant)>,
}

impl<M: MirrorMemory> Mirror<M> {
    /// Creates a machine with these buffers.
    pub fn new(memory: M) -> Self {
        let pace = Throttle { amount: 1, min: 1, max: u64::MAX, aim: SUBMIT };
        Self {
            memory,
            pace,
            begun: Instant::now(),
            shuffled: None,
            split: None,
            times: PartTimes::default(),
            part: None,
        }
    }

    /// Returns a machine that runs invocations in an order shuffled by `key`. The results do not depend on the order.
    #[must_use]
    pub fn shuffled(self, key: u32) -> Self {
        Self { shuffled: Some(key), ..self }
    }

    /// Returns a machine that treats a buffer as split into parts of `1 << bits` words, as on a GPU with small
    /// bindings.
    #[must_use]
    pub fn split_at(self, buffer: usize, bits: Option<u32>) -> Self {
        Self { split: bits.map(|bits| (buffer, bits)), ..self }
    }

    /// Adds the time elapsed in the current part to the total of that part. Then starts timing the part `next`. If
    /// `next` is `None`, the timing stops.
    fn turn_to(&mut self, next: Option<usize>) {
        let now = Instant::now();
        if let Some((part, begun)) = self.part {
            self.times.parts[part] += now - begun;
        }
        self.part = next.map(|part| (part, now));
    }
}

fn invoke<M: MirrorMemory>(memory: &mut M, mirror: fn(&mut M, u32), number: u32) {
    memory.enter();
    mirror(memory, number);
}

#[async_trait(?Send)]
impl<M: MirrorMemory> Machine for Mirror<M> {
    type MirrorMemory = M;

    fn split(&self, buffer: usize) -> Option<u32> {
        self.split.filter(|(of, _)| *of == buffer).map(|(_, bits)| bits)
    }

    fn grid(&self, groups: u64) -> Result<(u32, u32)> {
        Ok((groups.min(u32::MAX.into()) as u32, 1))
    }

    fn pace(&self) -> u64 {
        self.pace.amount
    }

    fn set_pace(&mut self, pace: Throttle) {
        self.pace = pace;
    }

    fn rebuild(&mut self, build: Build) {
        self.memory.rebuild(&build);
    }

    fn resize(&mut self, buffer: usize, words: u64) -> Result<()> {
        self.memory.resize(buffer, words as usize);
        Ok(())
    }

    fn run(&mut self, kernel: &'static ShaderKernel<M>, dispatch: Dispatch<'_, M::Job>) -> Result<()> {
        self.memory.begin(dispatch.job, dispatch.bound);
        match (&kernel.mirror, self.shuffled) {
            (Twin::All(mirror), _) => mirror(&mut self.memory, dispatch.invocations),
            (Twin::One(mirror), None) => {
                dispatch.invocations.for_each(|number| invoke(&mut self.memory, *mirror, number))
            }
            (Twin::One(mirror), Some(key)) => {
                let mut order: Vec<u32> = dispatch.invocations.collect();
                let key = key.wrapping_mul(0x9e37_79b1) ^ kernel.id as u32;
                order.sort_unstable_by_key(|number| (number ^ key).wrapping_mul(0x9e37_79b1));
                self.shuffled = Some(key);
                order.into_iter().for_each(|number| invoke(&mut self.memory, *mirror, number));
            }
        }
        Ok(())
    }

    async fn submit(&mut self, is_full: bool) -> Result<()> {
        self.turn_to(None);
        let now = Instant::now();
        self.pace.learn(now - self.begun, is_full);
        self.begun = now;
        Ok(())
    }

    async fn submit_ahead(&mut self, is_full: bool, watched: &[(usize, usize)], note: u64) -> Result<Option<Landed>> {
        self.submit(is_full).await?;
        let words = watched.iter().flat_map(|&(buffer, count)| self.memory.words(buffer)[..count].to_vec());
        Ok(Some((note, words.collect())))
    }

    async fn land(&mut self) -> Result<Option<Landed>> {
        Ok(None)
    }

    fn copy(&mut self, from: (usize, u64), to: (usize, u64), words: u64) -> Result<()> {
        self.turn_to(None);
        let copied = self.memory.words(from.0)[from.1 as usize..][..words as usize].to_vec();
        self.memory.words(to.0)[to.1 as usize..][..words as usize].copy_from_slice(&copied);
        Ok(())
    }

    async fn begin_part(&mut self, part: usize) -> Result<()> {
        self.turn_to(Some(part));
        Ok(())
    }

    fn take_times(&mut self) -> PartTimes {
        std::mem::take(&mut self.times)
    }

    async fn clear(&mut self, buffer: usize) -> Result<()> {
        self.memory.words(buffer).fill(0);
        Ok(())
    }

    async fn write(&mut self, buffer: usize, first: u64, words: &[u32]) -> Result<()> {
        self.memory.words(buffer)[first as usize..][..words.len()].copy_from_slice(words);
        self.begun = Instant::now();
        Ok(())
    }

    async fn read(&mut self, buffer: usize, first: u64, into: &mut [u32]) -> Result<()> {
        into.copy_from_slice(&self.memory.words(buffer)[first as usize..][..into.len()]);
        Ok(())
    }

    async fn gather(&mut self, buffer: usize, indices: &[u32]) -> Result<Vec<u32>> {
        let words = self.memory.words(buffer);
        Ok(indices.iter().map(|&index| words[index as usize]).collect())
    }

    fn len(&mut self, buffer: usize) -> u64 {
        self.memory.words(buffer).len() as u64
    }
}
