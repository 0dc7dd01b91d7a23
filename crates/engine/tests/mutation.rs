//! Tests that comparisons detect corruption: for every buffer of every kernel, one word is changed, and the report must
//! name that word.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use async_trait::async_trait;
use courser_board::{ErrorClass, MoveOrder, Square, TourSpec};
use courser_engine::batch::{self, Batch, BatchPlan, BatchRun, Cohort};
use courser_engine::cycle::{self, Cycle, Schedule};
use courser_engine::grown::{self, CpuGrown, Grown};
use courser_engine::machine::{
    Access, Build, Dispatch, Landed, Lockstep, Machine, Mirror, MirrorMemory, ShaderKernel, Throttle,
};
use courser_engine::mosaic::{self, Mosaic, MosaicMemory, MosaicRun};
use courser_engine::numbering::StreamedTour;
use courser_engine::queens::{Queens, QueensLimits, QueensMemory, QueensPlan, QueensRun};
use courser_engine::{EngineError, Result};
use courser_gpu::block_on;
use courser_solve::mosaic::MosaicPlan;
use courser_solve::relay::{RelayChoices, RelayPlan};
use courser_solve::tame::{Minimised, TamePlan};
use courser_solve::warnsdorff::{Rule, Walker};

/// A change of one word: the submission after which the word is changed, the buffer, and the index of the word.
type Fault = (u64, usize, u64);

/// A machine that changes one word. The machine also records two values for each kernel and each buffer that this
/// kernel writes: the first submission in which the kernel writes the buffer, and the number of words of the buffer at
/// that time.
struct Faulty<M> {
    machine: M,
    fault: Option<Fault>,
    submissions: u64,
    written: BTreeMap<(&'static str, &'static str, usize), (u64, u64)>,
}

impl<M> Faulty<M> {
    const fn new(machine: M, fault: Option<Fault>) -> Self {
        Self { machine, fault, submissions: 0, written: BTreeMap::new() }
    }
}

#[async_trait(?Send)]
impl<M: Machine> Machine for Faulty<M> {
    type MirrorMemory = M::MirrorMemory;

    fn split(&self, buffer: usize) -> Option<u32> {
        self.machine.split(buffer)
    }

    fn grid(&self, groups: u64) -> Result<(u32, u32)> {
        self.machine.grid(groups)
    }

    fn pace(&self) -> u64 {
        self.machine.pace()
    }

    fn set_pace(&mut self, pace: Throttle) {
        self.machine.set_pace(pace);
    }

    fn rebuild(&mut self, build: Build) {
        self.machine.rebuild(build);
    }

    fn resize(&mut self, buffer: usize, words: u64) -> Result<()> {
        self.machine.resize(buffer, words)
    }

    fn run(
        &mut self,
        kernel: &'static ShaderKernel<M::MirrorMemory>,
        dispatch: Dispatch<'_, <M::MirrorMemory as MirrorMemory>::Job>,
    ) -> Result<()> {
        for (slot, _) in kernel.buffers.iter().filter(|(_, access)| *access == Access::Write) {
            let buffer = dispatch.bound[*slot];
            let first = (self.submissions, self.machine.len(buffer));
            self.written.entry((kernel.name, kernel.entry, buffer)).or_insert(first);
        }
        self.machine.run(kernel, dispatch)
    }

    async fn submit(&mut self, is_full: bool) -> Result<()> {
        self.machine.submit(is_full).await?;
        if let Some((_, buffer, index)) = self.fault.filter(|(submission, ..)| *submission == self.submissions) {
            let mut word = [0];
            self.machine.read(buffer, index, &mut word).await?;
            self.machine.write(buffer, index, &[word[0] ^ 1 << 30]).await?;
        }
        self.submissions += 1;
        Ok(())
    }

    async fn submit_ahead(&mut self, is_full: bool, _: &[(usize, usize)], note: u64) -> Result<Option<Landed>> {
        self.submit(is_full).await?;
        Ok(Some((note, Vec::new())))
    }

    async fn land(&mut self) -> Result<Option<Landed>> {
        Ok(None)
    }

    fn copy(&mut self, from: (usize, u64), to: (usize, u64), words: u64) -> Result<()> {
        self.machine.copy(from, to, words)
    }

    async fn clear(&mut self, buffer: usize) -> Result<()> {
        self.machine.clear(buffer).await
    }

    async fn write(&mut self, buffer: usize, first: u64, words: &[u32]) -> Result<()> {
        self.machine.write(buffer, first, words).await
    }

    async fn read(&mut self, buffer: usize, first: u64, into: &mut [u32]) -> Result<()> {
        self.machine.read(buffer, first, into).await
    }

    async fn gather(&mut self, buffer: usize, indices: &[u32]) -> Result<Vec<u32>> {
        self.machine.gather(buffer, indices).await
    }

    fn len(&mut self, buffer: usize) -> u64 {
        self.machine.len(buffer)
    }
}

#[async_trait(?Send)]
impl<M: Machine> grown::Numbers for Faulty<M> {
    async fn for_each_band(&mut self, _: &grown::GrowthSetup, _: grown::BandSink<'_>) -> Result<()> {
        unreachable!("a tour is not read")
    }
}

/// Two mirrors in lockstep. In the first mirror, one word can be falsified.
type Both<M> = Lockstep<Faulty<Mirror<M>>, Mirror<M>>;

/// Runs `run` on two mirrors in lockstep: once with unchanged buffers, and then once for each fault of the first
/// mirror. A fault changes the first, middle or last word of a buffer, after the first submission in which a kernel has
/// written this buffer. Asserts that the comparison of the two mirrors finds every fault.
///
/// Returns the kernels of `run`, each given by its module name and its entry point. A kernel is listed once for each
/// buffer that it writes.
fn finds_every_fault<M: MirrorMemory>(
    run: impl Fn(Both<M>) -> (Result<()>, Both<M>),
    mirror: impl Fn() -> Mirror<M>,
) -> Vec<(&'static str, &'static str)> {
    let both = |fault| Lockstep::new(Faulty::new(mirror(), fault), mirror(), 1);
    let (ended, mut whole) = run(both(None));
    ended.unwrap();
    let written = std::mem::take(&mut whole.subject.written);
    for (&(name, entry, buffer), &(submission, count)) in &written {
        for index in [0, count / 2, count - 1] {
            match run(both(Some((submission, buffer, index)))).0 {
                Err(EngineError::Lockstep(difference)) => {
                    assert_eq!((difference.buffer, difference.index), (M::BUFFERS[buffer], index), "{name} {entry}");
                    assert_ne!(difference.found, difference.expected, "{difference}");
                }
                other => panic!("{name} {entry}, word {index} of the {}: {other:?}", M::BUFFERS[buffer]),
            }
        }
    }
    written.keys().map(|&(name, entry, _)| (name, entry)).collect()
}

#[test]
fn one_changed_word_of_any_buffer_of_any_kernel_is_found_after_its_submission_and_named() {
    let mut seen = Vec::new();
    for schedule in Schedule::ALL {
        let setup = cycle::Setup::new("5x6".parse().unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
        let run = |both| {
            let mut run = block_on(cycle::CycleRun::begin(both, setup.clone(), schedule)).unwrap();
            let ended = run.finish(&mut |_| true).and_then(|_| run.advance(3)).map(drop);
            (ended, run.into_machine())
        };
        seen.extend(finds_every_fault(run, || Mirror::new(cycle::CycleMemory::new(setup.clone()))));
    }
    // Uses the lowest seed with which the growth of a closed 8x8 tour needs a shake.
    let closed = TourSpec::closed(&"8x8".parse().unwrap());
    let setups = (0..100).map(|seed| grown::GrowthSetup::new(&closed, seed).unwrap());
    let takes_shake = |setup: &grown::GrowthSetup| {
        let mut grown = Grown::new(CpuGrown::new(setup.clone()).unwrap());
        grown.finish(&mut |_| {}).unwrap().shakes() > 0
    };
    let setup = setups.into_iter().find(takes_shake).unwrap();
    for split in [None, Some(4)] {
        let run = |both| {
            let mut grown = Grown::new(grown::Host::with_machine(both, setup.clone()));
            let ended = grown.finish(&mut |_| {}).map(drop);
            (ended, grown.into_passes().into_machine())
        };
        seen.extend(finds_every_fault(run, || grown::mirror(&setup).split_at(grown::CELLS, split)));
    }
    // Tests the kernel with boards in registers, the kernel with boards in storage, and the read-back of paths and
    // tallies.
    let walker = Walker { rule: Rule::Random, ..Walker::default() };
    let plan = BatchPlan::new("5x5".parse().unwrap(), vec![Cohort::tries(Square::new(0, 0), walker, 3)]).unwrap();
    for kind in batch::KernelKind::ALL {
        let run = |both| {
            let mut run = BatchRun::begin(both, plan.clone(), kind, (1, batch::BatchLimits::default())).unwrap();
            let ended = run.paths(&[0, 2]).and_then(|_| run.tallies(&mut |_| {})).map(drop);
            (ended, run.into_machine())
        };
        seen.extend(finds_every_fault(run, || Mirror::new(batch::BatchMemory::default())));
    }
    let plan = QueensPlan::new(6, 10);
    let run = |both| {
        let mut run = QueensRun::begin(both, QueensLimits { width: 1, groups: 4, steps: 9 });
        let ended = run.count(&plan, &mut |_| {}).map(drop);
        (ended, run.into_machine())
    };
    seen.extend(finds_every_fault(run, || Mirror::new(QueensMemory::default())));
    // Tests the kernels for tiles, tame tours and relays, and the check kernel. The test processes four plans, each in
    // several bands.
    let spec = |size: &str| TourSpec::closed(&size.parse().unwrap());
    let from_inside = |size: &str| spec(size).starting_at(Square::new(9, 10)).unwrap();
    let tiles = |spec: &TourSpec, seed| StreamedTour::Mosaic(MosaicPlan::new(spec, seed).unwrap());
    let tame = TamePlan::new(&spec("24x30"), Minimised::Turns, None).unwrap();
    let relay = RelayPlan::new(&spec("24x26"), &RelayChoices::default()).unwrap();
    for (plan, wide) in [
        (tiles(&from_inside("26x60"), None), false),
        (tiles(&spec("22x71"), Some(3)), true),
        (StreamedTour::Tame(tame), false),
        (StreamedTour::Relay(relay), true),
    ] {
        let limits = mosaic::Limits { wide, ..mosaic::Limits::default().with_bands(1) };
        let run = |both: Both<MosaicMemory>| {
            let mut run = MosaicRun::begin(both, &plan, limits).unwrap();
            let ended = run.run(true, &mut |_, _| ControlFlow::Continue(())).map(drop);
            (ended, run.into_machine())
        };
        seen.extend(finds_every_fault(run, || Mirror::new(MosaicMemory::new(plan.clone()))));
    }
    for spec in courser_engine::kernels() {
        assert!(seen.contains(&(spec.module, spec.entry)), "{spec} was not seen");
    }
}

#[test]
fn a_report_names_the_knight_the_visit_or_the_prefix() {
    let cohort = Cohort::tries(Square::new(0, 0), Walker::default(), 100);
    let plan = BatchPlan::new("5x5".parse().unwrap(), vec![cohort]).unwrap();
    // Creates a batch whose device returns a wrong word. Buffer 5 contains the results.
    let batch = |word| {
        let mirror = || Mirror::new(batch::BatchMemory::default());
        let both = Lockstep::new(Faulty::new(mirror(), Some((0, 5, word))), mirror(), 1);
        let limits = (1, batch::BatchLimits::default());
        BatchRun::begin(both, plan.clone(), batch::KernelKind::Small, limits).unwrap()
    };
    let error = batch(77).walks(0..100, &mut |_| {}).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Machine);
    assert!(error.to_string().contains(": the result of knight 77 is "), "{error}");
    let all: Vec<u64> = (0..100).collect();
    let error = batch(3 * 100 + 1).paths(&all).unwrap_err();
    assert!(error.to_string().contains(": visit 3 of knight 1 is "), "{error}");

    let mirror = || Mirror::new(QueensMemory::default());
    let both = Lockstep::new(Faulty::new(mirror(), Some((0, 3, 34))), mirror(), 1);
    let mut run = QueensRun::begin(both, QueensLimits { width: 1, groups: 4, steps: 9 });
    let error = run.count(&QueensPlan::new(8, 100), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains(": the low word of prefix 17 is "), "{error}");
}
