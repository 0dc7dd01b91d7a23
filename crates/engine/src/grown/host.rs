//! The host's side of the passes, which runs their tasks on a [`Machine`]: a GPU, or the [mirror](super::mirror).

use std::fmt;
use std::ops::Range;

use async_trait::async_trait;
use pollster::block_on;

use super::gadget::Class;
use super::job::{GrownStatus, Job};
use super::label::{NO_LABEL, NUMBERED};
use super::layout::Layout;
use super::passes::{Bands, CycleState, Marked, MeltPass, Passes};
use super::pick::Pick;
use super::planes::Planes;
use super::setup::{GrowError, Setup};
use super::splitters::Piece;
use super::start::start;
use super::task::{Buffer, Task};
use crate::{EngineError, MaybeSend, Result};

/// Repetitions of a pass whose loops were left too early.
const REPEATS: u32 = 64;

/// Words of the data of a cycle: see `shaders/grown/cycles.wgsl`.
pub(super) const CYCLE_WORDS: u64 = 5;

/// Runs the tasks, and holds the buffers.
#[async_trait(?Send)]
pub trait Machine: MaybeSend {
    /// The binary logarithm of the cells in a part, if the cells are in several parts.
    fn split(&self) -> Option<u32>;

    /// Records the invocations from `job.first` to `job.end`, or runs them.
    ///
    /// # Errors
    /// If the device fails, as for all that follow.
    async fn run(&mut self, task: Task, job: Job) -> Result<()>;

    /// Runs all invocations that have been recorded.
    ///
    /// # Errors
    /// If the device fails.
    async fn submit(&mut self) -> Result<()>;

    /// Fills a buffer, before the invocations that are submitted next.
    ///
    /// # Errors
    /// If the device fails.
    async fn write(&mut self, buffer: Buffer, words: &[u32]) -> Result<()>;

    /// Reads words of a buffer from a place on.
    ///
    /// # Errors
    /// If the device fails.
    async fn read(&mut self, buffer: Buffer, first: u64, count: usize) -> Result<Vec<u32>>;

    /// Reads words at some places of a buffer.
    ///
    /// # Errors
    /// If the device fails.
    async fn gather(&mut self, buffer: Buffer, places: &[u32]) -> Result<Vec<u32>>;

    /// Proves the visit numbers in the cells, and hands them out, see [`Passes::for_each_band`].
    ///
    /// # Errors
    /// If the numbers are not a tour or the device fails.
    async fn for_each_band(&mut self, setup: &Setup, each: Bands<'_>) -> Result<()>;
}

/// The number of the cycle that is in a cell; none if the cell has a visit number or is not a square.
const fn cycle_in(slot: u32) -> Option<u32> {
    if slot & NUMBERED != 0 && slot != NO_LABEL { Some(slot & !NUMBERED) } else { None }
}

/// A growing tour on a machine.
pub struct Host<M> {
    pub(super) machine: M,
    setup: Setup,
    /// The parameters that all dispatches share.
    pub(super) job: Job,
    /// Cycles that were labelled last.
    count: u32,
    /// The number of the main cycle.
    main: u32,
}

impl<M> fmt::Debug for Host<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Host({}, {} cycles)", self.setup.board(), self.count)
    }
}

impl<M> Host<M> {
    pub(super) const fn with_machine(machine: M, setup: Setup, job: Job) -> Self {
        Self { machine, setup, job, count: 0, main: Job::NO_CYCLE }
    }

    /// The bytes of each buffer.
    pub(super) fn sizes(layout: &Layout, job: &Job) -> [u64; Buffer::ALL.len()] {
        let plane = u64::from(layout.plane_words()) * 4;
        Buffer::ALL.map(|buffer| match buffer {
            Buffer::Planes => 4 * plane,
            Buffer::Marks => 2 * plane,
            Buffer::Cycles => CYCLE_WORDS * u64::from(job.room) * 4,
            Buffer::Pieces => 2 * u64::from(job.halves) * size_of::<Piece>() as u64,
            Buffer::Status => size_of::<GrownStatus>() as u64,
            Buffer::Cells => 4 * u64::from(layout.cells()),
        })
    }
}

impl<M: Machine> Host<M> {
    /// Cells of a part.
    fn part_cells(&self) -> u32 {
        self.machine.split().map_or(u32::MAX, |bits| 1 << bits)
    }

    /// Runs the invocations of a pass that have these numbers, in dispatches of bearable length.
    async fn dispatch(&mut self, task: Task, numbers: Range<u32>, job: Job) -> Result<()> {
        let part = self.part_cells();
        let most = if task.is_local() { task.kernel().most.min(part) } else { task.kernel().most };
        for first in numbers.clone().step_by(most as usize) {
            let base = if task.is_local() { first / part * part } else { 0 };
            // Invocations past the dispatch's last are those of the next one, which has them too: so it ends here.
            let end = first + most.min(numbers.end - first);
            self.machine.run(task, Job { first, end, base, ..job }).await?;
        }
        Ok(())
    }

    /// The numbers of the invocations of a pass with one for each word of a bit plane.
    const fn words(&self) -> Range<u32> {
        0..self.setup.layout.rows * self.setup.layout.words()
    }

    /// Joins the trees of different parts: every move back to another part is one from the part's first cells.
    async fn tie(&mut self) -> Result<()> {
        let (layout, part) = (self.setup.layout, self.part_cells());
        let reach = 2 * layout.pitch() + 2;
        for first in (0..layout.cells()).step_by(part as usize).skip(1) {
            let end = layout.cells().min(first + reach.min(part));
            self.dispatch(Task::Tie, first..end, self.job).await?;
        }
        // The ends of an open tour may be anywhere.
        if let Some(ends) = self.setup.ends() {
            let last = ends[0].max(ends[1]);
            self.dispatch(Task::Tie, last..last + 1, self.job).await?;
        }
        Ok(())
    }

    async fn clear_status(&mut self) -> Result<()> {
        self.machine.write(Buffer::Status, &[0; size_of::<GrownStatus>() / 4]).await
    }

    /// The report since the status was cleared.
    async fn status(&mut self) -> Result<GrownStatus> {
        self.machine.submit().await?;
        let words = self.machine.read(Buffer::Status, 0, size_of::<GrownStatus>() / 4).await?;
        Ok(bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words)))
    }

    /// Runs a task on all cells until it is done.
    async fn until_done(&mut self, task: Task) -> Result<GrownStatus> {
        for _ in 0..REPEATS {
            self.clear_status().await?;
            match task {
                Task::Tie => self.tie().await?,
                _ => self.dispatch(task, 0..self.setup.layout.cells(), self.job).await?,
            }
            let status = self.status().await?;
            if status.flags & GrownStatus::AGAIN == 0 {
                return Ok(status);
            }
        }
        Err(EngineError::Damaged(format!("a pass is not done after {REPEATS} repetitions")))
    }

    /// The number of the cycle with this label.
    async fn number_of(&mut self, label: u32) -> Result<u32> {
        let number = cycle_in(self.machine.gather(Buffer::Cells, &[label]).await?[0]);
        number.ok_or_else(|| EngineError::Damaged(format!("no cycle has the label {label}")))
    }
}

#[async_trait(?Send)]
impl<M: Machine> Passes for Host<M> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn bytes(&self) -> u64 {
        Self::sizes(&self.setup.layout, &self.job).iter().sum()
    }

    async fn start(&mut self) -> Result<()> {
        let mut planes = Planes::new(self.setup.layout);
        start(&mut planes, &self.setup.origin);
        self.machine.write(Buffer::Planes, &planes.words).await
    }

    async fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<()> {
        for pass in passes {
            let Class { shape, colour } = pass.class;
            let job = Job { shape, colour, coins: pass.keys, inside: inside.into(), ..self.job };
            self.dispatch(Task::Melt, self.words(), job).await?;
        }
        self.machine.submit().await
    }

    async fn label(&mut self) -> Result<u32> {
        let cells = self.setup.layout.cells();
        self.dispatch(Task::Prepare, 0..cells, self.job).await?;
        self.until_done(Task::Hook).await?;
        if self.machine.split().is_some() {
            self.until_done(Task::Tie).await?;
        }
        self.clear_status().await?;
        self.dispatch(Task::Roots, 0..cells, self.job).await?;
        let found = self.status().await?.cycles;
        if found > self.job.room {
            return Err(GrowError::Crowded { cycles: found, room: self.job.room }.into());
        }
        self.count = found;
        self.until_done(Task::Compress).await?;
        Ok(found)
    }

    async fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>> {
        let mut labels = self.machine.gather(Buffer::Cells, cells).await?;
        let cycles: Vec<u32> = labels.iter().copied().filter_map(cycle_in).collect();
        let mut roots = self.machine.gather(Buffer::Cycles, &cycles).await?.into_iter();
        for label in labels.iter_mut().filter(|label| cycle_in(**label).is_some()) {
            *label = roots.next().expect("one for each");
        }
        Ok(labels)
    }

    async fn mark(&mut self, marked: Marked) -> Result<()> {
        let job = match marked {
            Marked::Apart { main, afresh } => {
                if afresh {
                    self.main = self.number_of(main).await?;
                }
                Job { main: self.main, afresh: afresh.into(), ..self.job }
            }
            Marked::ByCoin(key) => Job { main: Job::NO_CYCLE, afresh: 1, key, ..self.job },
        };
        self.dispatch(Task::Mark, self.words(), job).await?;
        self.machine.submit().await
    }

    async fn dilate(&mut self) -> Result<()> {
        self.dispatch(Task::Dilate, self.words(), self.job).await?;
        self.machine.submit().await
    }

    async fn scan(&mut self, key: u32) -> Result<()> {
        self.dispatch(Task::Scan, self.words(), Job { key, ..self.job }).await?;
        self.machine.submit().await
    }

    async fn pick(&mut self, key: u32) -> Result<()> {
        self.dispatch(Task::Pick, 0..self.count, Job { key, ..self.job }).await?;
        self.machine.submit().await
    }

    async fn apply(&mut self) -> Result<u32> {
        self.clear_status().await?;
        for Class { shape, colour } in (0..Class::COUNT).map(Class::new) {
            self.dispatch(Task::Apply, 0..self.count, Job { shape, colour, ..self.job }).await?;
        }
        Ok(self.status().await?.switched)
    }

    async fn splitters(&mut self) -> Result<()> {
        self.clear_status().await?;
        self.dispatch(Task::Splitters, 0..self.job.halves, self.job).await?;
        match self.status().await?.flags {
            0 => Ok(()),
            _ => Err(EngineError::Damaged("a walk along the tour came to no splitter".into())),
        }
    }

    async fn rank(&mut self) -> Result<()> {
        let halves = self.job.halves;
        // An even number of rounds: the last one writes the first half of the pieces.
        for round in 0..(halves.ilog2() + 2).next_multiple_of(2) {
            self.dispatch(Task::Rank, 0..halves, Job { turned: round % 2, ..self.job }).await?;
        }
        self.machine.submit().await
    }

    async fn number(&mut self) -> Result<()> {
        self.dispatch(Task::Number, 0..self.job.halves, self.job).await?;
        self.machine.submit().await
    }

    fn planes(&mut self) -> Result<Planes> {
        let layout = self.setup.layout;
        let words = block_on(self.machine.read(Buffer::Planes, 0, 4 * layout.plane_words() as usize))?;
        Ok(Planes::from_words(layout, words))
    }

    fn cells(&mut self) -> Result<Vec<u32>> {
        let mut cells = block_on(self.machine.read(Buffer::Cells, 0, self.setup.layout.cells() as usize))?;
        let roots = block_on(self.machine.read(Buffer::Cycles, 0, self.count as usize))?;
        for slot in &mut cells {
            *slot = cycle_in(*slot).map_or(*slot, |cycle| roots[cycle as usize]);
        }
        Ok(cells)
    }

    fn marks(&mut self, wide: bool) -> Result<Vec<u32>> {
        let words = self.setup.layout.plane_words();
        block_on(self.machine.read(Buffer::Marks, if wide { u64::from(words) } else { 0 }, words as usize))
    }

    fn cycles(&mut self) -> Result<Vec<CycleState>> {
        let (room, count) = (u64::from(self.job.room), self.count as usize);
        let lists = (0..CYCLE_WORDS).map(|nth| block_on(self.machine.read(Buffer::Cycles, nth * room, count)));
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
        // The device numbers them in whatever order it finds them.
        cycles.sort_unstable_by_key(|cycle| cycle.label);
        Ok(cycles)
    }

    fn pieces(&mut self) -> Result<Option<Vec<Piece>>> {
        let words = block_on(self.machine.read(Buffer::Pieces, 0, 2 * self.job.halves as usize))?;
        Ok(Some(bytemuck::cast_slice(&words).to_vec()))
    }

    async fn for_each_band(&mut self, each: Bands<'_>) -> Result<()> {
        self.machine.for_each_band(&self.setup, each).await
    }
}
