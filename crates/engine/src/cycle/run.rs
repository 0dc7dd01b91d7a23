//! A run of the cycle on any machine.

use std::ops::Range;

use bytemuck::Zeroable;
#[cfg(feature = "gpu")]
use courser_board::Square;
#[cfg(feature = "gpu")]
use courser_gpu::{AdapterKind, GpuDevice, wgpu};
#[cfg(feature = "gpu")]
use courser_solve::warnsdorff::Walker;
use pollster::block_on;

#[cfg(feature = "gpu")]
use super::PASSES;
use super::kernels::{DECIDE, FUSED, KERNELS, MOVES, NEAR, NEAR_WIDTH, WHOLE_WIDTH};
use super::memory::{BEFORE, CycleMemory, PLAN, STATUS};
use super::{A_MOVE, Cell, Cycle, CycleParams, Schedule, Setup, Status, StatusWord, WORK, pass_after, rule, setup};
use crate::machine::throttle::{SUBMIT, Throttle};
#[cfg(feature = "gpu")]
use crate::machine::{BufferSpec, GpuMachine};
use crate::machine::{Difference, Dispatch, Lockstep, MAX_LOOPS, Machine, Mirror, MirrorMemory as _};
use crate::{Device, EngineError, Result, memory};

/// Maximum number of passes in a submission. The maximum limits the memory of the command buffers.
const MAX_PASSES: u64 = A_MOVE * 512;

/// Maximum number of moves in one resident dispatch. A submission has several dispatches. On the slowest adapter
/// tested, a move takes a few microseconds. Therefore a dispatch takes much less time than a watchdog allows before it
/// resets the GPU.
const MAX_BUDGET: u64 = 1 << 12;

/// Maximum amount of work in a trial submission. The unit is passes or, with the schedule `resident`, moves.
const MAX_PACE: u64 = 1 << 24;

/// Maximum number of squares per write to a buffer. If the board has holes or the run is a relay, all squares are
/// written at the beginning of the run, if necessary in several writes.
const A_CHUNK: u64 = 1 << 20;

/// Number of passes up to and including the knight's first decision. With every schedule, these passes cover the whole
/// board.
pub(super) const OPENING: u64 = 2;

/// Maximum number of squares of a small board. On small boards, the states are compared with the reference after every
/// pass.
const SMALL: u64 = 1 << 14;

/// Two lists of buffers, each in the order of the slots. The first list is for a dispatch that reads state 0. The
/// second list is for a dispatch that reads state 1.
const BOUND: [&[usize]; 2] = [&[0, 1, 2, 3], &[0, 1, 3, 2]];

/// A run of the decision cycle on a machine. Its buffers contain two states of the board.
#[derive(Clone, Debug)]
pub struct CycleRun<M> {
    machine: M,
    setup: Setup,
    schedule: Schedule,
    params: CycleParams,
    passes: u64,
    /// Index of the current state: 0 or 1.
    now: usize,
    /// True if the current state contains up-to-date choices for the squares without the knight. The schedule
    /// `resident` does not update these choices.
    fresh: bool,
}

/// A run of the decision cycle on the CPU.
pub type CpuCycle = CycleRun<Mirror<CycleMemory>>;

/// A run of the decision cycle on a GPU. Pipelines are built on their first use, and the device keeps them.
#[cfg(feature = "gpu")]
pub type GpuCycle<'device> = CycleRun<GpuMachine<'device, CycleMemory>>;

/// Creates the mirrors of a run, with their buffers.
fn mirror(setup: &Setup) -> Result<Mirror<CycleMemory>> {
    memory::check(WORK, setup.board(), setup::cpu_memory(setup.board().cells()))?;
    Ok(Mirror::new(CycleMemory::new(setup.clone())))
}

/// Creates a run of the decision cycle on a device. The states of the run are compared with those of a reference on the
/// CPU, which runs the same passes. On boards up to 128x128 and for relays, the states are compared after every pass.
/// On larger boards, the states are compared after each submission. A submission consists of up to 1536 passes; in a
/// resident run, a submission computes as many moves as the board has rows.
///
/// # Errors
/// See [`on`](super::on). A function of the run that finds a difference returns [`EngineError::Lockstep`] with the
/// first difference.
pub fn beside(device: &Device, setup: Setup, schedule: Schedule) -> Result<Box<dyn Cycle + '_>> {
    #[cfg(feature = "gpu")]
    if let Some(device) = device.gpu() {
        return Ok(Box::new(GpuCycle::new(device, setup, schedule)?.beside_mirrors()?));
    }
    let _ = device;
    Ok(Box::new(CpuCycle::new(setup, schedule)?.beside_mirrors()?))
}

impl CpuCycle {
    /// Creates a run. No pass has run yet.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if the memory for the run is not available.
    pub fn new(setup: Setup, schedule: Schedule) -> Result<Self> {
        block_on(Self::begin(mirror(&setup)?, setup, schedule))
    }
}

/// Creates the kernels of a run on a device, with their buffers.
#[cfg(feature = "gpu")]
fn gpu<'device>(device: &'device GpuDevice, setup: &Setup) -> Result<GpuMachine<'device, CycleMemory>> {
    let board = setup.board();
    let parts = super::kernels::parts(board, device)?;
    let on_gpu = 2 * board.cells() * size_of::<Cell>() as u64;
    let shares = matches!(device.adapter().kind(), AdapterKind::Software | AdapterKind::Integrated);
    memory::check(WORK, board, setup::host_memory(board.cells()) + if shares { on_gpu } else { 0 })?;
    let state = BufferSpec { parts: parts.words(2) };
    let status = BufferSpec::whole((setup.knights() * size_of::<Status>() / 4) as u64);
    let plan = BufferSpec::whole(setup.relay().map_or(1, |relay| relay.words().len() as u64));
    let build = super::kernels::build(setup.walker().rule, parts, setup.relay().is_some());
    let staging = (board.cells() * size_of::<Cell>() as u64).clamp(size_of::<Status>() as u64, 64 << 20);
    GpuMachine::new(
        device,
        "decision cycle",
        board.clone(),
        &[status, plan, state, state],
        build,
        (WHOLE_WIDTH as u32, staging),
    )
}

#[cfg(feature = "gpu")]
impl<'device> GpuCycle<'device> {
    /// Creates a run. No pass has run yet.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] or [`EngineError::Dispatch`] if the board is too large for the adapter or the machine,
    /// [`EngineError::Gpu`] if the GPU fails.
    pub fn new(device: &'device GpuDevice, setup: Setup, schedule: Schedule) -> Result<Self> {
        block_on(Self::new_async(device, setup, schedule))
    }

    /// Does the same as [`GpuCycle::new`], without blocking.
    ///
    /// # Errors
    /// See [`GpuCycle::new`].
    pub async fn new_async(device: &'device GpuDevice, setup: Setup, schedule: Schedule) -> Result<Self> {
        Self::begin(gpu(device, &setup)?, setup, schedule).await
    }

    /// Resets the run to the state before its first pass, with another start and another walker.
    ///
    /// # Errors
    /// [`EngineError::Start`] if the start is not a square of the board, [`EngineError::Rule`] if the rule does not
    /// apply to the board and the start, [`EngineError::Gpu`] if the GPU fails.
    pub fn restart_from(&mut self, start: Square, walker: Walker) -> Result<()> {
        self.setup = Setup::by_rule(self.setup.board().clone(), start, walker)?;
        let parts = super::kernels::parts(self.setup.board(), self.machine.device)?;
        self.machine.rebuild(super::kernels::build(walker.rule, parts, false));
        self.params = CycleParams::new(&self.setup, self.params.groups);
        self.restart()
    }

    /// Replaces a pass's own file by `own`; `None` restores the original file. The files that the pass shares with
    /// other passes are unchanged and come before `own`. This function is for experiments with a pass: only [`compare`]
    /// shows whether the edited pass computes correct states. A resident run uses the edited pass only before the first
    /// move; another kernel makes the moves.
    ///
    /// If `own` does not compile, the next pass fails with the compiler's message. To get the message before that pass,
    /// call [`GpuDevice::messages_async`](GpuDevice::messages_async).
    ///
    /// # Panics
    /// Panics if `pass` is not the index of a pass.
    pub fn edit(&mut self, pass: usize, own: Option<String>) {
        self.machine.edit(PASSES[pass].name, own);
    }

    /// Returns the buffer with the current state, which has a [`Cell`] per square, row by row. The caller may draw from
    /// the buffer, but must not write to it. Returns `None` if the state is split into several buffers.
    ///
    /// After a pass, the current state can be in another buffer. Each cell contains the choice of its square, which is
    /// a move to the next square. With the schedule `resident`, this choice can be outdated, except on the square with
    /// the knight.
    pub fn present(&self) -> Option<&wgpu::Buffer> {
        match self.machine.buffers(BEFORE + self.now).1 {
            [state] => Some(state),
            _ => None,
        }
    }
}

/// Compares two states word by word, after comparing their lengths.
///
/// # Errors
/// Returns the first difference. Squares are compared row by row, and the components of a square in the order R G B A.
pub fn compare(setup: &Setup, passes: u64, found: &[Cell], expected: &[Cell]) -> Result<(), Difference> {
    let difference = |index: usize, found, expected| Difference {
        when: when(passes),
        kernel: passes.checked_sub(1).map_or("the start", |last| pass_after(last).name).to_owned(),
        buffer: CycleMemory::BUFFERS[BEFORE],
        index: index as u64,
        found,
        expected,
        place: CycleMemory::describe(&CycleParams::new(setup, 1), BEFORE, index as u64),
    };
    if found.len() != expected.len() {
        let (found, expected) = (found.len() as u32, expected.len() as u32);
        return Err(Difference { place: Some("the number of squares".into()), ..difference(0, found, expected) });
    }
    let [found, expected]: [&[u32]; 2] = [found, expected].map(bytemuck::cast_slice);
    match found.iter().zip(expected).position(|(found, expected)| found != expected) {
        None => Ok(()),
        Some(index) => Err(difference(index, found[index], expected[index])),
    }
}

/// Returns the time of a difference as text: the number of the move, and the number of the pass after which the
/// difference was found.
fn when(passes: u64) -> String {
    format!("move {}, pass {passes}", passes.saturating_sub(1) / A_MOVE + 1)
}

impl<M: Machine<MirrorMemory = CycleMemory>> CycleRun<M> {
    /// Creates a run on `machine` with the buffers of `setup`. No pass has been executed yet.
    ///
    /// # Errors
    /// Returns the errors of [`Cycle::restart`], and [`EngineError::Dispatch`] if the board requires more workgroups
    /// than the machine allows.
    pub async fn begin(mut machine: M, setup: Setup, schedule: Schedule) -> Result<Self> {
        let across = machine.grid(setup.board().cells().div_ceil(WHOLE_WIDTH))?.0;
        if let Some(relay) = setup.relay() {
            machine.write(PLAN, 0, &relay.words()).await?;
        }
        let (params, schedule) = (CycleParams::new(&setup, across), setup.laid(schedule));
        let mut run = Self { machine, setup, schedule, params, passes: 0, now: 0, fresh: true };
        run.restart_async().await?;
        Ok(run)
    }

    /// Resets the run to the state before its first pass, and compares every following state with the state of the
    /// mirrors; see [`beside`].
    ///
    /// # Errors
    /// Returns the errors of [`Cycle::restart`]. Also returns [`EngineError::TooLarge`] if too little main memory is
    /// available for the states of the mirrors.
    pub fn beside_mirrors(self) -> Result<CycleRun<Lockstep<M, Mirror<CycleMemory>>>> {
        let Self { machine, setup, schedule, .. } = self;
        let reference = mirror(&setup)?;
        let pace = match schedule {
            _ if setup.board().cells() <= SMALL || setup.relay().is_some() => 1,
            Schedule::Resident => setup.board().rows().into(),
            Schedule::Whole | Schedule::Near | Schedule::Fused => MAX_PASSES,
        };
        block_on(CycleRun::begin(Lockstep::new(machine, reference, pace), setup, schedule))
    }

    /// Returns the machine, for tests that damage its buffers.
    #[doc(hidden)]
    pub const fn machine_mut(&mut self) -> &mut M {
        &mut self.machine
    }

    /// Returns the machine, for tests that examine its dispatches.
    #[doc(hidden)]
    pub fn into_machine(self) -> M {
        self.machine
    }

    /// Does the same as [`Cycle::restart`], without blocking.
    ///
    /// # Errors
    /// See [`Cycle::restart`].
    pub async fn restart_async(&mut self) -> Result<()> {
        self.machine.land().await?;
        self.machine.clear(BEFORE).await?;
        let (setup, cells) = (&self.setup, self.setup.board().cells());
        let statuses = setup.first_statuses();
        if setup.board().hole_count() > 0 || setup.relay().is_some() {
            for from in (0..cells).step_by(A_CHUNK as usize) {
                let cells = setup.first_cells(from..(from + A_CHUNK).min(cells));
                self.machine.write(BEFORE, 4 * from, bytemuck::cast_slice(&cells)).await?;
            }
        } else {
            let start = u64::from(statuses[0].at);
            self.machine.write(BEFORE, 4 * start, bytemuck::cast_slice(&[Setup::FIRST_CELL])).await?;
        }
        self.machine.write(STATUS, 0, bytemuck::cast_slice(&statuses)).await?;
        (self.passes, self.now, self.fresh) = (0, 0, true);
        let amount = match self.schedule {
            Schedule::Resident => 64,
            // The first passes cover the whole board. On a large board, these passes take a long time.
            _ if cells < A_CHUNK => 6,
            _ => 1,
        };
        self.machine.set_pace(Throttle { amount, min: 1, max: MAX_PACE, aim: SUBMIT });
        Ok(())
    }

    /// Returns the state of one square.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the GPU fails.
    ///
    /// # Panics
    /// Panics if the board has no square with this index.
    pub fn cell(&mut self, square: u64) -> Result<Cell> {
        assert!(square < self.setup.board().cells(), "there is no square {square}");
        Ok(self.cells(square..square + 1)?[0])
    }

    /// Overwrites one word of the state of one square. Tests use this function to check that comparisons find a wrong
    /// word.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the GPU fails.
    #[doc(hidden)]
    pub fn damage(&mut self, square: u64, word: u64, value: u32) -> Result<()> {
        block_on(self.machine.write(BEFORE + self.now, 4 * square + word, &[value]))
    }

    /// Records a dispatch of the kernel with index `kernel`.
    fn dispatch(&mut self, kernel: usize, bound: usize, invocations: Range<u32>) -> Result<()> {
        let (job, bound) = (&self.params, BOUND[bound]);
        self.machine.run(&KERNELS[kernel], Dispatch { job, bound, invocations })
    }

    /// Records `count` passes.
    fn record_passes(&mut self, count: u64) -> Result<()> {
        for passes in self.passes..self.passes + count {
            let pass = (passes % A_MOVE) as usize;
            let squares = 0..self.setup.board().cells() as u32;
            match self.schedule {
                // The passes of the first move run over the whole board, since they change the rank and the choice of
                // every square.
                Schedule::Near if passes >= A_MOVE => self.dispatch(NEAR + pass, self.now, 0..NEAR_WIDTH)?,
                Schedule::Fused => self.dispatch(FUSED, self.now, squares)?,
                Schedule::Whole | Schedule::Near | Schedule::Resident => self.dispatch(pass, self.now, squares)?,
            }
            self.now = 1 - self.now;
        }
        self.passes += count;
        Ok(())
    }

    /// Records the given number of dispatches of the kernel `resident`. Each dispatch makes `budget` moves, and reads
    /// and writes the same state.
    fn record_resident(&mut self, dispatches: u64, budget: u64) -> Result<()> {
        self.params.budget = budget as u32;
        for _ in 0..dispatches {
            // A resident dispatch changes the current state in place. Therefore the current state is bound as the state
            // to which the dispatch writes.
            self.dispatch(MOVES, 1 - self.now, 0..1)?;
        }
        self.passes += A_MOVE * dispatches * budget;
        self.fresh = false;
        Ok(())
    }

    /// Records `count` passes, or fewer if they do not fit in one submission. Some schedules cannot stop after every
    /// pass. For these schedules, the number of passes is rounded up to the next possible stop. Returns whether the
    /// passes are the full amount of work that [`Machine::pace`] allows for one submission.
    fn record(&mut self, count: u64) -> Result<bool> {
        let pace = self.machine.pace();
        if self.schedule != Schedule::Resident {
            let passes = count.min(pace).min(MAX_PASSES);
            let is_full = passes == pace;
            // In the fused schedule, the states within a move differ from the states in the other schedules. Therefore
            // the number of passes is rounded up to a multiple of the passes of a move.
            let unit = if self.schedule == Schedule::Fused { A_MOVE } else { 1 };
            self.record_passes(passes.next_multiple_of(unit))?;
            return Ok(is_full);
        }
        if self.passes < OPENING {
            self.record_passes((OPENING - self.passes).min(pace))?;
            return Ok(false);
        }
        let moves = count.div_ceil(A_MOVE).min(pace);
        let budget = moves.min(max_moves(&self.setup));
        self.record_resident(moves / budget, budget)?;
        Ok(moves == pace)
    }

    /// Adds the number of the last pass to an error that reports a difference.
    fn dated(&self, error: EngineError) -> EngineError {
        match error {
            EngineError::Lockstep(difference) => Difference { when: when(self.passes), ..*difference }.into(),
            error => error,
        }
    }

    /// Checks that a run with the resident schedule has made all requested moves. A driver can end a loop too early.
    fn check_pace(&self, status: &Status, passes: u64) -> Result<()> {
        let ended = status.word() != StatusWord::Running;
        if ended || self.schedule != Schedule::Resident || passes < OPENING {
            return Ok(());
        }
        let visit = (passes - OPENING) / A_MOVE + 1;
        if u64::from(status.visit) != visit {
            let text = format!("the GPU is at visit {} after {passes} passes, not at {visit}", status.visit);
            return Err(EngineError::Damaged(text));
        }
        Ok(())
    }

    /// Updates the choices of all squares on which no knight stands.
    async fn refresh(&mut self) -> Result<()> {
        if !self.fresh {
            // The last pass was *decide*: the opening passes of a run end with it, and so does each resident dispatch.
            // Repeating this pass only updates choices.
            self.dispatch(DECIDE, self.now, 0..self.setup.board().cells() as u32)?;
            self.machine.submit(false).await.map_err(|error| self.dated(error))?;
            self.now = 1 - self.now;
            self.fresh = true;
        }
        Ok(())
    }

    /// Does the same as [`Cycle::advance`], without blocking.
    ///
    /// # Errors
    /// See [`Cycle::advance`].
    pub async fn advance_async(&mut self, passes: u64) -> Result<Status> {
        let until = self.passes + passes;
        while self.passes < until {
            let is_full = self.record(until - self.passes)?;
            self.machine.submit(is_full).await.map_err(|error| self.dated(error))?;
        }
        let status = self.status_async().await?;
        self.check_pace(&status, self.passes)?;
        Ok(status)
    }

    /// Does the same as [`Cycle::status`], without blocking.
    ///
    /// # Errors
    /// See [`Cycle::status`].
    pub async fn status_async(&mut self) -> Result<Status> {
        let mut statuses = vec![Status::zeroed(); self.setup.knights()];
        self.machine.read(STATUS, 0, bytemuck::cast_slice_mut(&mut statuses)).await?;
        Ok(self.setup.fold(&statuses))
    }

    /// Does the same as [`Cycle::cells`], without blocking.
    ///
    /// # Errors
    /// See [`Cycle::cells`].
    pub async fn cells_async(&mut self, squares: Range<u64>) -> Result<Vec<Cell>> {
        self.refresh().await?;
        let mut cells = vec![Cell::zeroed(); (squares.end - squares.start) as usize];
        self.machine.read(BEFORE + self.now, 4 * squares.start, bytemuck::cast_slice_mut(&mut cells)).await?;
        Ok(cells)
    }

    /// Does the same as [`Cycle::finish`], without blocking. The host records a submission while the device runs the
    /// previous one.
    ///
    /// # Errors
    /// See [`Cycle::finish`].
    pub async fn finish_async(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status> {
        let watched = [(STATUS, self.setup.knights() * size_of::<Status>() / 4)];
        if self.passes == 0 && !go_on(0) {
            return self.status_async().await;
        }
        loop {
            let is_full = self.record(u64::MAX)?;
            let landed = self.machine.submit_ahead(is_full, &watched, self.passes).await;
            let Some(landed) = landed.map_err(|error| self.dated(error))? else { continue };
            let status = self.landed(&landed)?;
            if !go_on(status.visit.into()) || status.word() != StatusWord::Running {
                // Another submission can still be running.
                return match self.machine.land().await? {
                    Some(landed) => self.landed(&landed),
                    None => Ok(status),
                };
            }
            self.setup.check_end(landed.0)?;
        }
    }

    /// Returns the status after a completed submission.
    fn landed(&self, (passes, words): &(u64, Vec<u32>)) -> Result<Status> {
        let status = self.setup.fold(&bytemuck::pod_collect_to_vec(words));
        self.check_pace(&status, *passes)?;
        Ok(status)
    }
}

impl<M: Machine<MirrorMemory = CycleMemory>> Cycle for CycleRun<M> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn schedule(&self) -> Schedule {
        self.schedule
    }

    fn passes(&self) -> u64 {
        self.passes
    }

    fn advance(&mut self, passes: u64) -> Result<Status> {
        block_on(self.advance_async(passes))
    }

    fn status(&mut self) -> Result<Status> {
        block_on(self.status_async())
    }

    fn cells(&mut self, squares: Range<u64>) -> Result<Vec<Cell>> {
        block_on(self.cells_async(squares))
    }

    fn restart(&mut self) -> Result<()> {
        block_on(self.restart_async())
    }

    fn finish(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status> {
        block_on(self.finish_async(go_on))
    }

    fn compared(&self) -> u64 {
        self.machine.compared()
    }
}

/// Returns the maximum number of moves in one dispatch of the schedule `resident`. The number is derived from
/// `MAX_LOOPS`, the limit on loop iterations. The number is at most `MAX_BUDGET`.
fn max_moves(setup: &Setup) -> u64 {
    (u64::from(MAX_LOOPS) * 3 / 4 / (rule::LOOPS_A_MOVE + rule::loops(setup.walker().rule))).min(MAX_BUDGET)
}
