//! The host, which schedules the kernels of grown tours on any machine.

use std::fmt;
use std::ops::Range;

use async_trait::async_trait;
use bytemuck::Zeroable;
use courser_board::proof::Proof;
use pollster::block_on;

use super::WORK;
use super::gadget::GadgetClass;
use super::job::{GrownStatus, GrowthJob, NO_LABEL, NUMBERED, Pick, Piece};
use super::kernels::GrowthTask;
use super::memory::{BOUND, CELLS, CYCLE_WORDS, CYCLES, GrowthMemory, MARKS, PIECES, PLANES, STATUS, sizes};
use super::passes::{BandSink, CycleState, MarkRule, MeltPass, Passes};
use super::planes::Planes;
use super::setup::GrowthSetup;
use super::start::start;
use crate::error::GrowError;
use crate::machine::{Dispatch, Lockstep, Machine, Mirror};
use crate::{EngineError, Result, memory};

/// Maximum number of repetitions of a pass. A pass is repeated if one of its loops stopped at its maximum number of
/// iterations.
const REPEATS: u32 = 64;

/// Access to the visit numbers of a grown tour, on a machine whose cells contain the numbers.
#[async_trait(?Send)]
pub trait Numbers {
    /// Proves that the visit numbers in the cells form a tour, and passes the visit numbers to `each` in bands; see
    /// [`Passes::for_each_band`].
    ///
    /// # Errors
    /// Returns an error if the visit numbers do not form a tour, or if the device fails.
    async fn for_each_band(&mut self, setup: &GrowthSetup, each: BandSink<'_>) -> Result<()>;
}

/// Extracts the number of a cycle from the word of a cell. Returns `None` if the word is a visit number, or if the cell
/// is not a square.
const fn cycle_in(slot: u32) -> Option<u32> {
    if slot & NUMBERED != 0 && slot != NO_LABEL { Some(slot & !NUMBERED) } else { None }
}

/// A growing tour on a machine.
pub struct Host<M> {
    pub(super) machine: M,
    setup: GrowthSetup,
    /// Parameters that all dispatches share.
    pub(super) job: GrowthJob,
    /// Number of cycles at the last labelling.
    count: u32,
    /// Number of the main cycle.
    main: u32,
}

impl<M> fmt::Debug for Host<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Host({}, {} cycles)", self.setup.board(), self.count)
    }
}

impl<M> Host<M> {
    /// Creates a tour whose growth has not begun. `machine` contains the buffers.
    pub fn with_machine(machine: M, setup: GrowthSetup) -> Self {
        Self { machine, job: GrowthJob::new(&setup), setup, count: 0, main: GrowthJob::NO_CYCLE }
    }
}

impl<M: Machine<MirrorMemory = GrowthMemory>> Host<M> {
    /// Returns the number of cells in a part.
    fn part_cells(&self) -> u32 {
        self.machine.split(CELLS).map_or(u32::MAX, |bits| 1 << bits)
    }

    /// Runs some invocations of a pass: those with numbers in the range `numbers`. The number of invocations per
    /// dispatch is limited.
    fn dispatch(&mut self, task: GrowthTask, numbers: Range<u32>, job: GrowthJob) -> Result<()> {
        let (part, kernel) = (self.part_cells(), task.kernel());
        let most = if kernel.local.is_some() { kernel.max_invocations.min(part) } else { kernel.max_invocations };
        for first in numbers.clone().step_by(most as usize) {
            let base = if kernel.local.is_some() { first / part * part } else { 0 };
            // The number of invocations of a dispatch is rounded up, so more invocations can run than requested. The
            // numbers of the additional invocations belong to the next dispatch, so `end` excludes them here.
            let end = first + most.min(numbers.end - first);
            let job = &GrowthJob { first, end, base, ..job };
            self.machine.run(kernel, Dispatch { job, bound: BOUND, invocations: first..end })?;
        }
        Ok(())
    }

    /// Returns the range of the invocation numbers of a pass. The pass has one invocation per word of a bit plane.
    const fn words(&self) -> Range<u32> {
        0..self.setup.layout.rows * self.setup.layout.words()
    }

    /// Joins the trees of different parts along the edges between the parts. Each such edge has two cells. The cell
    /// with the higher index is one of the first cells of its part.
    fn tie(&mut self) -> Result<()> {
        let (layout, part) = (self.setup.layout, self.part_cells());
        let reach = 2 * layout.pitch() + 2;
        for first in (0..layout.cells()).step_by(part as usize).skip(1) {
            let end = layout.cells().min(first + reach.min(part));
            self.dispatch(GrowthTask::Tie, first..end, self.job)?;
        }
        // The ends of an open tour can be in any cells.
        if let Some(ends) = self.setup.ends() {
            let last = ends[0].max(ends[1]);
            self.dispatch(GrowthTask::Tie, last..last + 1, self.job)?;
        }
        Ok(())
    }

    async fn clear_status(&mut self) -> Result<()> {
        self.machine.write(STATUS, 0, &[0; size_of::<GrownStatus>() / 4]).await
    }

    /// Returns the status accumulated since the last time the status was cleared.
    async fn status(&mut self) -> Result<GrownStatus> {
        self.machine.submit(false).await?;
        let mut status = GrownStatus::zeroed();
        self.machine.read(STATUS, 0, bytemuck::cast_slice_mut(std::slice::from_mut(&mut status))).await?;
        Ok(status)
    }

    /// Runs a task, and repeats it until no invocation sets [`GrownStatus::AGAIN`]. The task `Tie` runs only on the
    /// cells selected by [`tie`](Self::tie). All other tasks run on all cells.
    async fn until_done(&mut self, task: GrowthTask) -> Result<GrownStatus> {
        for _ in 0..REPEATS {
            self.clear_status().await?;
            match task {
                GrowthTask::Tie => self.tie()?,
                _ => self.dispatch(task, 0..self.setup.layout.cells(), self.job)?,
            }
            let status = self.status().await?;
            if status.flags & GrownStatus::AGAIN == 0 {
                return Ok(status);
            }
        }
        Err(EngineError::Damaged(format!("a pass is not done after {REPEATS} repetitions")))
    }

    /// Reads `count` words of a buffer from offset `first`.
    pub(super) fn read(&mut self, buffer: usize, first: u64, count: usize) -> Result<Vec<u32>> {
        let mut words = vec![0; count];
        block_on(self.machine.read(buffer, first, &mut words))?;
        Ok(words)
    }

    /// Returns the number of the cycle with this label. The number is the index of the cycle in the lists of cycles.
    async fn number_of(&mut self, label: u32) -> Result<u32> {
        let number = cycle_in(self.machine.gather(CELLS, &[label]).await?[0]);
        number.ok_or_else(|| EngineError::Damaged(format!("no cycle has the label {label}")))
    }
}

#[async_trait(?Send)]
impl<M: Machine<MirrorMemory = GrowthMemory> + Numbers> Passes for Host<M> {
    fn setup(&self) -> &GrowthSetup {
        &self.setup
    }

    fn bytes(&self) -> u64 {
        4 * sizes(&self.job).iter().sum::<u64>()
    }

    async fn start(&mut self) -> Result<()> {
        let mut planes = Planes::new(self.setup.layout);
        start(&mut planes, &self.setup.origin);
        self.machine.write(PLANES, 0, &planes.words).await
    }

    async fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<()> {
        for pass in passes {
            let GadgetClass { shape, colour } = pass.class;
            let job = GrowthJob { shape, colour, coins: pass.keys, inside: inside.into(), ..self.job };
            self.dispatch(GrowthTask::Melt, self.words(), job)?;
        }
        self.machine.submit(false).await
    }

    async fn label(&mut self) -> Result<u32> {
        let cells = self.setup.layout.cells();
        self.dispatch(GrowthTask::Prepare, 0..cells, self.job)?;
        self.until_done(GrowthTask::Hook).await?;
        if self.machine.split(CELLS).is_some() {
            self.until_done(GrowthTask::Tie).await?;
        }
        self.clear_status().await?;
        self.dispatch(GrowthTask::Roots, 0..cells, self.job)?;
        let found = self.status().await?.cycles;
        if found > self.job.room {
            return Err(GrowError::Crowded { cycles: found, room: self.job.room }.into());
        }
        self.count = found;
        self.until_done(GrowthTask::Compress).await?;
        Ok(found)
    }

    async fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>> {
        let mut labels = self.machine.gather(CELLS, cells).await?;
        let cycles: Vec<u32> = labels.iter().copied().filter_map(cycle_in).collect();
        let mut roots = self.machine.gather(CYCLES, &cycles).await?.into_iter();
        for label in labels.iter_mut().filter(|label| cycle_in(**label).is_some()) {
            *label = roots.next().expect("one for each");
        }
        Ok(labels)
    }

    async fn mark(&mut self, marked: MarkRule) -> Result<()> {
        let job = match marked {
            MarkRule::Apart { main, afresh } => {
                if afresh {
                    self.main = self.number_of(main).await?;
                }
                GrowthJob { main: self.main, afresh: afresh.into(), ..self.job }
            }
            MarkRule::ByCoin(key) => GrowthJob { main: GrowthJob::NO_CYCLE, afresh: 1, key, ..self.job },
        };
        self.dispatch(GrowthTask::Mark, self.words(), job)?;
        self.machine.submit(false).await
    }

    async fn dilate(&mut self) -> Result<()> {
        self.dispatch(GrowthTask::Dilate, self.words(), self.job)?;
        self.machine.submit(false).await
    }

    async fn scan(&mut self, key: u32) -> Result<()> {
        self.dispatch(GrowthTask::Scan, self.words(), GrowthJob { key, ..self.job })?;
        self.machine.submit(false).await
    }

    async fn pick(&mut self, key: u32) -> Result<()> {
        self.dispatch(GrowthTask::Pick, 0..self.count, GrowthJob { key, ..self.job })?;
        self.machine.submit(false).await
    }

    async fn apply(&mut self) -> Result<u32> {
        self.clear_status().await?;
        for GadgetClass { shape, colour } in (0..GadgetClass::COUNT).map(GadgetClass::new) {
            self.dispatch(GrowthTask::Apply, 0..self.count, GrowthJob { shape, colour, ..self.job })?;
        }
        Ok(self.status().await?.switched)
    }

    async fn splitters(&mut self) -> Result<()> {
        self.clear_status().await?;
        self.dispatch(GrowthTask::Splitters, 0..self.job.halves, self.job)?;
        match self.status().await?.flags {
            0 => Ok(()),
            _ => Err(EngineError::Damaged("a walk along the tour came to no splitter".into())),
        }
    }

    async fn rank(&mut self) -> Result<()> {
        let halves = self.job.halves;
        // The number of rounds is even. Therefore the last round writes into the first half of the array of pieces.
        for round in 0..(halves.ilog2() + 2).next_multiple_of(2) {
            self.dispatch(GrowthTask::Rank, 0..halves, GrowthJob { turned: round % 2, ..self.job })?;
        }
        self.machine.submit(false).await
    }

    async fn number(&mut self) -> Result<()> {
        self.dispatch(GrowthTask::Number, 0..self.job.halves, self.job)?;
        self.machine.submit(false).await
    }

    fn planes(&mut self) -> Result<Planes> {
        let layout = self.setup.layout;
        Ok(Planes::from_words(layout, self.read(PLANES, 0, 4 * layout.plane_words() as usize)?))
    }

    fn cells(&mut self) -> Result<Vec<u32>> {
        let mut cells = self.read(CELLS, 0, self.setup.layout.cells() as usize)?;
        let roots = self.read(CYCLES, 0, self.count as usize)?;
        for slot in &mut cells {
            *slot = cycle_in(*slot).map_or(*slot, |cycle| roots[cycle as usize]);
        }
        Ok(cells)
    }

    fn marks(&mut self, wide: bool) -> Result<Vec<u32>> {
        let words = self.setup.layout.plane_words();
        self.read(MARKS, if wide { words.into() } else { 0 }, words as usize)
    }

    fn cycles(&mut self) -> Result<Vec<CycleState>> {
        let (room, count) = (u64::from(self.job.room), self.count as usize);
        let lists = (0..CYCLE_WORDS).map(|nth| self.read(CYCLES, nth * room, count));
        let lists = lists.collect::<Result<Vec<_>, _>>()?;
        let [roots, joined, best, gadgets, states] = lists.as_slice() else { unreachable!("five lists") };
        let mut cycles: Vec<CycleState> = (0..count)
            .map(|cycle| CycleState {
                label: roots[cycle],
                joined: joined[cycle] == 1,
                best: best[cycle],
                pick: match gadgets[cycle] {
                    Pick::NO_GADGET => Pick::NONE,
                    gadget => Pick { gadget, state: states[cycle] },
                },
            })
            .collect();
        // The device assigns numbers to the cycles in arbitrary order.
        cycles.sort_unstable_by_key(|cycle| cycle.label);
        Ok(cycles)
    }

    fn pieces(&mut self) -> Result<Option<Vec<Piece>>> {
        let words = self.read(PIECES, 0, 2 * self.job.halves as usize)?;
        Ok(Some(bytemuck::cast_slice(&words).to_vec()))
    }

    async fn for_each_band(&mut self, each: BandSink<'_>) -> Result<()> {
        self.machine.for_each_band(&self.setup, each).await
    }
}

/// Creates the mirrors of all kernels, with their buffers.
pub fn mirror(setup: &GrowthSetup) -> Mirror<GrowthMemory> {
    Mirror::new(GrowthMemory::new(GrowthJob::new(setup)))
}

/// A growing tour computed by the mirrors of all kernels.
pub type MirrorGrown = Host<Mirror<GrowthMemory>>;

impl MirrorGrown {
    /// Creates the state before the first pass. If `split` is given, the cells are labelled in parts of `1 << split`
    /// cells. `key` shuffles the invocations. The result depends on neither `split` nor `key`.
    pub fn new(setup: GrowthSetup, key: u32, split: Option<u32>) -> Self {
        Self::with_machine(mirror(&setup).shuffled(key).split_at(CELLS, split), setup)
    }
}

#[async_trait(?Send)]
impl Numbers for Mirror<GrowthMemory> {
    async fn for_each_band(&mut self, setup: &GrowthSetup, each: BandSink<'_>) -> Result<()> {
        let layout = setup.layout;
        let lines = self.memory.cells.chunks_exact(layout.pitch() as usize);
        let numbers = lines.flat_map(|line| &line[..layout.cols as usize]);
        let numbers: Vec<u32> = numbers.map(|&number| if number == NO_LABEL { 0 } else { number }).collect();
        if setup.board.hole_count() == 0 {
            let mut proof = Proof::new(layout.rows, layout.cols, setup.end.is_none());
            proof.push(&numbers).and_then(|()| proof.finish()).map_err(EngineError::Proof)?;
        }
        let _ = each(0..layout.rows, &numbers);
        Ok(())
    }
}

#[async_trait(?Send)]
impl<A: Machine<MirrorMemory = GrowthMemory> + Numbers, B: Machine<MirrorMemory = GrowthMemory>> Numbers
    for Lockstep<A, B>
{
    async fn for_each_band(&mut self, setup: &GrowthSetup, each: BandSink<'_>) -> Result<()> {
        self.subject.for_each_band(setup, each).await
    }
}

/// The host of a growing tour that runs on the machine `M` and, for comparison, on the mirrors. Every buffer is
/// compared after every submission. A function that finds a difference returns [`EngineError::Lockstep`] with the first
/// difference.
pub type Beside<M> = Host<Lockstep<M, Mirror<GrowthMemory>>>;

impl<M> Host<M> {
    /// Returns the machine, for tests that examine its dispatches.
    #[doc(hidden)]
    pub fn into_machine(self) -> M {
        self.machine
    }
}

impl<M: Machine<MirrorMemory = GrowthMemory>> Host<M> {
    /// Returns a host that compares every buffer with the corresponding buffer of the mirrors after every submission.
    /// Call this function before the first pass of a tour.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if too little main memory is available for the mirrors' buffers.
    pub fn beside_mirrors(self) -> Result<Beside<M>> {
        memory::check(WORK, &self.setup.board, 4 * sizes(&self.job).iter().sum::<u64>())?;
        let mirror = mirror(&self.setup).split_at(CELLS, self.machine.split(CELLS));
        Ok(Host::with_machine(Lockstep::new(self.machine, mirror, 1), self.setup))
    }
}
