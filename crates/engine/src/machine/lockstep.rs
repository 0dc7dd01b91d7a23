//! Runs two machines side by side and compares them word by word.

use std::collections::BTreeSet;

use async_trait::async_trait;

use super::{Access, Build, Dispatch, Landed, Machine, MirrorMemory, PartTimes, ShaderKernel, Throttle};
use crate::Result;
use crate::error::Difference;

/// Maximum number of words in one step of a comparison.
const AT_ONCE: u64 = 1 << 22;

/// The words of each buffer of a machine, or `None` for a buffer that is not compared.
type BufferWords = Vec<Option<Vec<u32>>>;

/// A machine that runs all dispatches on two machines, a tested machine and a reference, and compares every buffer
/// written by a submission. The functions that read a buffer return the words of the tested machine.
#[derive(Debug)]
pub struct Lockstep<A: Machine, B> {
    /// Tested machine.
    pub subject: A,
    /// Machine with which the tested machine is compared.
    pub reference: B,
    /// Amount of work per submission. It is constant, because the submissions are not timed.
    pace: u64,
    submissions: u64,
    /// Last recorded kernel, as the name of its module, the name of its entry point, and its parameters.
    last: Option<(&'static str, &'static str, <A::MirrorMemory as MirrorMemory>::Job)>,
    /// Buffers written by the recorded dispatches.
    written: BTreeSet<usize>,
    /// The compared words of the tested machine, and the compared words of the reference. Both arrays are kept between
    /// comparisons, so that they are allocated only once.
    compared: [Vec<u32>; 2],
}

impl<M: MirrorMemory, A: Machine<MirrorMemory = M>, B: Machine<MirrorMemory = M>> Lockstep<A, B> {
    /// Creates a machine that compares `subject` with `reference`, which must have the same buffers. `pace` is the
    /// amount of work per submission.
    pub fn new(subject: A, reference: B, pace: u64) -> Self {
        Self {
            subject,
            reference,
            pace,
            submissions: 0,
            last: None,
            written: BTreeSet::new(),
            compared: [Vec::new(), Vec::new()],
        }
    }

    /// Returns the contents of the given buffers: first on the tested machine, then on the reference. If a word of the
    /// tested machine is allowed to differ, this word replaces the word of the reference.
    async fn both(&mut self, buffers: &BTreeSet<usize>) -> Result<(BufferWords, BufferWords)> {
        let (mut found, mut expected) = (vec![None; M::BUFFERS.len()], vec![None; M::BUFFERS.len()]);
        for &buffer in buffers {
            let count = self.subject.len(buffer) as usize;
            self.subject.read(buffer, 0, found[buffer].insert(vec![0; count])).await?;
            self.reference.read(buffer, 0, expected[buffer].insert(vec![0; count])).await?;
        }
        M::excuse(&found, &mut expected);
        Ok((found, expected))
    }

    async fn compare(&mut self) -> Result<()> {
        // If no dispatch has run, only copies have run. Words to which nothing was copied can be undefined. Therefore
        // the buffers are not compared.
        let Some((module, entry, job)) = &self.last.take() else { return Ok(()) };
        let written = std::mem::take(&mut self.written);
        if written.is_empty() {
            return Ok(());
        }
        self.submissions += 1;
        let mut differ = false;
        // Usually the buffers of both machines have equal contents. Therefore the buffers are first compared in pieces,
        // without a copy of a whole buffer.
        'buffers: for &buffer in &written {
            let all = self.subject.len(buffer);
            for first in (0..all).step_by(AT_ONCE as usize) {
                let count = AT_ONCE.min(all - first) as usize;
                let [found, expected] = self.compared.each_mut().map(|words| {
                    words.resize(words.len().max(count), 0);
                    &mut words[..count]
                });
                self.subject.read(buffer, first, found).await?;
                self.reference.read(buffer, first, expected).await?;
                if found != expected {
                    differ = true;
                    break 'buffers;
                }
            }
        }
        if !differ {
            return Ok(());
        }
        let (own, expected) = self.both(&written).await?;
        let mut forms = [own.clone(), expected];
        if !forms.iter_mut().all(|words| M::canonical(job, words)) {
            // The words of at least one of the two machines have no canonical form. Therefore the words are compared
            // unchanged.
            let (found, expected) = self.both(&written).await?;
            forms = [found, expected];
        }
        let [found, expected] = forms;
        // A wrong word in one buffer can make the canonical form of another buffer wrong. Therefore the buffers
        // changed by the conversion to canonical form are compared last.
        let (anew, as_they_are): (Vec<usize>, Vec<usize>) =
            written.iter().partition(|&&buffer| found[buffer] != own[buffer]);
        for buffer in as_they_are.into_iter().chain(anew) {
            let (Some(found), Some(expected)) = (&found[buffer], &expected[buffer]) else { continue };
            if let Some(index) = found.iter().zip(expected).position(|(found, expected)| found != expected) {
                let place = M::describe(job, buffer, index as u64);
                let (found, expected) = (found[index], expected[index]);
                let kernel = if module == entry { (*module).to_owned() } else { format!("{module} {entry}") };
                let (when, buffer, index) =
                    (format!("submission {}", self.submissions), M::BUFFERS[buffer], index as u64);
                let difference = Difference { when, kernel, buffer, index, found, expected, place };
                return Err(difference.into());
            }
        }
        // At this point, the buffers of the two machines are equal in canonical form. The reference continues with
        // copies of the tested machine's buffers.
        for (buffer, words) in own.into_iter().enumerate() {
            if let Some(words) = words {
                self.reference.write(buffer, 0, &words).await?;
            }
        }
        Ok(())
    }
}

#[async_trait(?Send)]
impl<M: MirrorMemory, A: Machine<MirrorMemory = M>, B: Machine<MirrorMemory = M>> Machine for Lockstep<A, B> {
    type MirrorMemory = M;

    fn split(&self, buffer: usize) -> Option<u32> {
        self.subject.split(buffer)
    }

    fn grid(&self, groups: u64) -> Result<(u32, u32)> {
        self.subject.grid(groups)
    }

    fn pace(&self) -> u64 {
        self.pace
    }

    fn set_pace(&mut self, _: Throttle) {}

    fn rebuild(&mut self, build: Build) {
        self.subject.rebuild(build.clone());
        self.reference.rebuild(build);
    }

    fn resize(&mut self, buffer: usize, words: u64) -> Result<()> {
        self.subject.resize(buffer, words)?;
        self.reference.resize(buffer, words)
    }

    fn run(&mut self, kernel: &'static ShaderKernel<M>, dispatch: Dispatch<'_, M::Job>) -> Result<()> {
        let Dispatch { job, bound, invocations } = dispatch;
        let writes = kernel.buffers.iter().filter(|(_, access)| *access == Access::Write);
        self.written.extend(writes.map(|(slot, _)| bound[*slot]));
        self.last = Some((kernel.name, kernel.entry, *job));
        self.subject.run(kernel, Dispatch { job, bound, invocations: invocations.clone() })?;
        self.reference.run(kernel, Dispatch { job, bound, invocations })
    }

    async fn submit(&mut self, is_full: bool) -> Result<()> {
        self.subject.submit(is_full).await?;
        self.reference.submit(is_full).await?;
        self.compare().await
    }

    async fn submit_ahead(&mut self, is_full: bool, watched: &[(usize, usize)], note: u64) -> Result<Option<Landed>> {
        self.submit(is_full).await?;
        let mut all = Vec::new();
        for &(buffer, count) in watched {
            let mut words = vec![0; count];
            self.subject.read(buffer, 0, &mut words).await?;
            all.append(&mut words);
        }
        Ok(Some((note, all)))
    }

    async fn land(&mut self) -> Result<Option<Landed>> {
        Ok(None)
    }

    fn copy(&mut self, from: (usize, u64), to: (usize, u64), words: u64) -> Result<()> {
        self.written.insert(to.0);
        self.subject.copy(from, to, words)?;
        self.reference.copy(from, to, words)
    }

    /// Submits the previous part on both machines, and compares their results. If the results differ, the report
    /// therefore names a kernel of the previous part.
    async fn begin_part(&mut self, part: usize) -> Result<()> {
        self.submit(false).await?;
        self.subject.begin_part(part).await?;
        self.reference.begin_part(part).await
    }

    fn take_times(&mut self) -> PartTimes {
        self.subject.take_times()
    }

    async fn clear(&mut self, buffer: usize) -> Result<()> {
        self.subject.clear(buffer).await?;
        self.reference.clear(buffer).await
    }

    async fn write(&mut self, buffer: usize, first: u64, words: &[u32]) -> Result<()> {
        self.subject.write(buffer, first, words).await?;
        self.reference.write(buffer, first, words).await
    }

    async fn read(&mut self, buffer: usize, first: u64, into: &mut [u32]) -> Result<()> {
        self.subject.read(buffer, first, into).await
    }

    async fn gather(&mut self, buffer: usize, indices: &[u32]) -> Result<Vec<u32>> {
        self.subject.gather(buffer, indices).await
    }

    fn len(&mut self, buffer: usize) -> u64 {
        self.subject.len(buffer)
    }

    fn compared(&self) -> u64 {
        self.submissions
    }
}
