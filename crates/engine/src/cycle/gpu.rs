//! The cycle on a GPU: the host's side.

use std::collections::BTreeMap;
use std::ops::Range;

use bytemuck::Zeroable;
use courser_board::Square;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{AdapterKind, Device, Kernel, MAX_LOOPS, block_on};
use courser_solve::warnsdorff::Walker;

use crate::cycle::cpu::OPENING;
use crate::cycle::kernels::{self, Build, Params, WHOLE_WIDTH, spec};
use crate::cycle::{A_MOVE, Cell, Cycle, PASSES, Schedule, Setup, Status, StatusWord, WORK, rule, setup};
use crate::parts::{Parts, groups};
use crate::throttle::{InFlight, SUBMIT, Throttle};
use crate::{EngineError, Result, memory};

/// The most passes in a submission: command buffers cost memory.
const MAX_PASSES: u64 = A_MOVE * 512;

/// Moves in one resident dispatch at most; a submission has several. On the slowest adapter seen a move takes
/// some microseconds, so a dispatch stays far below the seconds at which a watchdog resets a GPU.
const MAX_BUDGET: u64 = 1 << 12;

/// Loop iterations of a move beside those of the choice: one for the move and two for each of eight neighbours.
const LOOPS_A_MOVE: u64 = 17;

/// The most passes, or resident moves, that a submission is tried with.
const MAX_PACE: u64 = 1 << 24;

/// Squares that are written at once when a run begins on a board with holes.
const A_CHUNK: u64 = 1 << 20;

/// A run on a GPU. It takes two states of the GPU's memory, each in as many storage bindings as it needs.
///
/// Pipelines are built when they are first needed; the device keeps them.
pub struct GpuCycle<'device> {
    device: &'device Device,
    setup: Setup,
    schedule: Schedule,
    params: Params,
    passes: u64,
    /// Which of the two states is the present one.
    now: usize,
    /// `true` if the untrusted choices in the present state are up to date (resident lets them lag).
    fresh: bool,
    /// Passes, or resident moves, of the next submission, at most.
    throttle: Throttle,
    groups: (u32, u32),
    /// The parts of each state.
    parts: Parts,
    /// The text that replaces a pass's own file.
    edits: [Option<String>; PASSES.len()],
    /// The kernels of edited passes, until the next edit; all others are the device's.
    edited: BTreeMap<Build, Kernel>,
    uniform: wgpu::Buffer,
    states: [Vec<wgpu::Buffer>; 2],
    /// One per knight.
    status: wgpu::Buffer,
    staging: wgpu::Buffer,
    /// Reads state `i`, writes the other.
    binds: [wgpu::BindGroup; 2],
}

impl<'device> GpuCycle<'device> {
    /// A run that has not done a pass yet.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] or [`EngineError::Dispatch`] if the board is more than the adapter
    /// or the machine takes, [`EngineError::Gpu`] if the GPU fails.
    pub fn new(device: &'device Device, setup: Setup, schedule: Schedule) -> Result<Self> {
        block_on(Self::new_async(device, setup, schedule))
    }

    /// As [`GpuCycle::new`], without blocking.
    ///
    /// # Errors
    /// As [`GpuCycle::new`].
    pub async fn new_async(device: &'device Device, setup: Setup, schedule: Schedule) -> Result<Self> {
        let parts = kernels::parts(setup.board(), device)?;
        check_memory(&setup, device)?;
        let needed = setup.board().cells().div_ceil(WHOLE_WIDTH);
        let groups = groups(needed, device.max_groups(), || setup.board().clone())?;
        let params = Params::new(&setup, groups.0);

        let storage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let uniform =
            device.buffer("board", size_of::<Params>() as u64, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let state = |number: u32| {
            let label = |part| format!("state {number}, part {part}");
            parts.buffers(device, label, size_of::<Cell>() as u64, storage)
        };
        let states = [state(0)?, state(1)?];
        let schedule = setup.laid(schedule);
        let status = device.buffer("status", (setup.knights() * size_of::<Status>()) as u64, storage)?;
        let bytes = setup.board().cells() * size_of::<Cell>() as u64;
        let staging = device.staging("read-back", bytes.clamp(size_of::<Status>() as u64, 64 << 20))?;

        let plan = setup.relay().map(|relay| device.upload("regions", bytemuck::cast_slice(&relay.words()), storage));
        let plan = plan.transpose()?;
        let layout = device.layout("decision cycle", &kernels::bindings(parts, plan.is_some()))?;
        let [there, back] = [(0, 1), (1, 0)].map(|(from, to): (usize, usize)| {
            let label = format!("state {from} to state {to}");
            let shared = [&uniform, &status];
            let buffers: Vec<_> = shared.into_iter().chain(&states[from]).chain(&states[to]).chain(&plan).collect();
            device.bind(&label, &layout, &buffers)
        });
        let binds = [there?, back?];
        let mut cycle = Self {
            device,
            setup,
            schedule,
            params,
            passes: 0,
            now: 0,
            fresh: true,
            throttle: first_pace(schedule),
            groups,
            parts,
            edits: [const { None }; PASSES.len()],
            edited: BTreeMap::new(),
            uniform,
            states,
            status,
            staging,
            binds,
        };
        cycle.restart_async().await?;
        Ok(cycle)
    }

    /// As [`Cycle::restart`], without blocking.
    ///
    /// # Errors
    /// As [`Cycle::restart`].
    pub async fn restart_async(&mut self) -> Result<()> {
        let queue = self.device.queue();
        let mut encoder = self.device.encoder("restart");
        for piece in &self.states[0] {
            encoder.clear_buffer(piece, 0, None);
        }
        self.device.submit(encoder).await?;
        if self.setup.board().hole_count() > 0 || self.setup.relay().is_some() {
            for (squares, piece) in self.parts.ranges().zip(&self.states[0]) {
                for from in squares.clone().step_by(A_CHUNK as usize) {
                    let cells = self.setup.first_cells(from..(from + A_CHUNK).min(squares.end));
                    let at = (from - squares.start) * size_of::<Cell>() as u64;
                    queue.write_buffer(piece, at, bytemuck::cast_slice(&cells));
                    // The queue copies the cells before it writes them; the copy is dropped here.
                    self.device.wait().await?;
                }
            }
        }
        let statuses = self.setup.first_statuses();
        if self.setup.relay().is_none() {
            let (piece, at) = self.place(statuses[0].at.into());
            queue.write_buffer(&self.states[0][piece], at, bytemuck::bytes_of(&Setup::FIRST_CELL));
        }
        queue.write_buffer(&self.status, 0, bytemuck::cast_slice(&statuses));
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
        self.device.wait().await?;
        self.passes = 0;
        self.now = 0;
        self.fresh = true;
        self.throttle = first_pace(self.schedule);
        Ok(())
    }

    /// Takes the run back to before its first pass, with another start and another walker.
    ///
    /// # Errors
    /// [`EngineError::Start`] if the start is not a square of the board, [`EngineError::Rule`] if the rule is not made
    /// for it, [`EngineError::Gpu`] if the GPU fails.
    pub fn restart_from(&mut self, start: Square, walker: Walker) -> Result<()> {
        self.setup = Setup::by_rule(self.setup.board().clone(), start, walker)?;
        self.edited.clear();
        self.params = Params::new(&self.setup, self.groups.0);
        self.restart()
    }

    /// Replaces the own file of a pass by `own`, after the files that the pass shares with others; `None` restores the
    /// pass. It is for learning what a pass does: only [`compare`](crate::cycle::compare) shows whether the states are right
    /// then. A resident run has the passes only before its first move.
    ///
    /// An error of the compiler is reported by the next pass, and before by [`Device::messages_async`].
    ///
    /// # Panics
    /// If `pass` is not a pass.
    pub fn edit(&mut self, pass: usize, own: Option<String>) {
        self.edits[pass] = own;
        self.edited.clear();
    }

    /// The buffer that holds the present state, a [`Cell`] per square, row by row: to be drawn from, not written to.
    /// `None` if the state is in several buffers.
    ///
    /// After a pass it may be another one. On the schedule `resident` ranks and untrusted choices lag behind.
    pub fn present(&self) -> Option<&wgpu::Buffer> {
        match &*self.states[self.now] {
            [state] => Some(state),
            _ => None,
        }
    }

    /// The part of a state that has a square, and the byte in it.
    const fn place(&self, square: u64) -> (usize, u64) {
        let (part, at) = self.parts.place(square);
        (part, at * size_of::<Cell>() as u64)
    }

    /// The state of one square.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the GPU fails.
    ///
    /// # Panics
    /// If the board has no square with this index.
    pub fn cell(&mut self, square: u64) -> Result<Cell> {
        assert!(square < self.setup.board().cells(), "there is no square {square}");
        Ok(self.cells(square..square + 1)?[0])
    }

    /// Overwrites one state word of one square, for tests of the comparer.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the GPU fails.
    #[doc(hidden)]
    pub fn damage(&mut self, square: u64, word: u64, value: u32) -> Result<()> {
        let (piece, at) = self.place(square);
        self.device.queue().write_buffer(&self.states[self.now][piece], at + word * 4, &value.to_le_bytes());
        Ok(block_on(self.device.wait())?)
    }

    /// A kernel of the device, or of an edited pass.
    fn kernel(&mut self, build: Build) -> Result<Kernel> {
        let mut spec = spec(build, self.setup.walker().rule, self.parts, self.setup.relay().is_some());
        if let Build::Whole(pass) | Build::Near(pass) = build
            && let Some(own) = &self.edits[pass]
        {
            if let Some(kernel) = self.edited.get(&build) {
                return Ok(kernel.clone());
            }
            spec.wgsl = format!("{}{own}", kernels::in_parts(self.parts, PASSES[pass].shared())).into();
            let kernel = self.device.build(&spec)?;
            return Ok(self.edited.entry(build).or_insert(kernel).clone());
        }
        Ok(self.device.kernel(&spec)?)
    }

    /// Records `count` passes.
    fn record_passes(&mut self, count: u64) -> Result<wgpu::CommandEncoder> {
        let from = self.passes;
        let kernels = (from..from + count).map(|passes| {
            let pass = (passes % A_MOVE) as usize;
            // The first move changes every square's rank and choice.
            let near = self.schedule == Schedule::Near && passes >= A_MOVE;
            let (build, groups) = if near { (Build::Near(pass), (1, 1)) } else { (Build::Whole(pass), self.groups) };
            Ok((self.kernel(build)?, groups))
        });
        let kernels = kernels.collect::<Result<Vec<_>>>()?;
        self.passes += count;
        Ok(self.device.record("passes", |pass| {
            for (kernel, groups) in kernels {
                kernel.dispatch(pass, &self.binds[self.now], groups);
                self.now = 1 - self.now;
            }
        }))
    }

    /// Records `dispatches` times `budget` resident moves.
    fn record_resident(&mut self, dispatches: u64, budget: u64) -> Result<wgpu::CommandEncoder> {
        let kernel = self.kernel(Build::Resident)?;
        self.params.budget = budget as u32;
        self.device.queue().write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
        self.passes += A_MOVE * dispatches * budget;
        self.fresh = false;
        // It works in place on the state that the bind group names as the one to write.
        let bind = &self.binds[1 - self.now];
        Ok(self.device.record("resident moves", |pass| {
            (0..dispatches).for_each(|_| kernel.dispatch(pass, bind, (1, 1)));
        }))
    }

    /// The most resident moves in a dispatch: no invocation's loops may go round more often than an adapter lets them.
    fn most_moves(&self) -> u64 {
        (u64::from(MAX_LOOPS) * 3 / 4 / (LOOPS_A_MOVE + rule::loops(self.setup.walker().rule))).min(MAX_BUDGET)
    }

    /// Checks that a resident run that is under way has made all moves that were asked for, in case the driver has left a
    /// loop early.
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

    /// Brings the untrusted choices up to date.
    async fn refresh(&mut self) -> Result<()> {
        if !self.fresh {
            // Decide is the last pass of the opening; done again it only refreshes.
            let decide = self.kernel(Build::Whole(((OPENING - 1) % A_MOVE) as usize))?;
            let bind = &self.binds[self.now];
            let encoder = self.device.record("refresh", |pass| decide.dispatch(pass, bind, self.groups));
            self.device.submit(encoder).await?;
            self.now = 1 - self.now;
            self.fresh = true;
        }
        Ok(())
    }

    /// Records at most `count` passes, or the least number of moves that contains them, up to the size of one submission.
    /// Returns too whether that is all that the throttle allows.
    fn record(&mut self, count: u64) -> Result<(wgpu::CommandEncoder, bool)> {
        let throttle = self.throttle.amount;
        if self.schedule != Schedule::Resident {
            let passes = count.min(throttle).min(MAX_PASSES);
            return Ok((self.record_passes(passes)?, passes == throttle));
        }
        if self.passes < OPENING {
            return Ok((self.record_passes(OPENING - self.passes)?, false));
        }
        let moves = count.div_ceil(A_MOVE).min(throttle);
        let budget = moves.min(self.most_moves());
        Ok((self.record_resident(moves / budget, budget)?, moves == throttle))
    }

    /// Does `count` passes, or the least number of moves with as many passes, in submissions of bearable length.
    async fn run(&mut self, count: u64) -> Result<()> {
        let until = self.passes + count;
        while self.passes < until {
            let (encoder, is_full) = self.record(until - self.passes)?;
            let took = self.device.submit(encoder).await?;
            self.throttle.learn(took, is_full);
        }
        Ok(())
    }
}

/// The run without blocking: what [`Cycle`] does for it blocks until this is done.
impl GpuCycle<'_> {
    /// As [`Cycle::advance`], without blocking.
    ///
    /// # Errors
    /// As [`Cycle::advance`].
    pub async fn advance_async(&mut self, passes: u64) -> Result<Status> {
        self.run(passes).await?;
        let status = self.status_async().await?;
        self.check_pace(&status, self.passes)?;
        Ok(status)
    }

    /// As [`Cycle::status`], without blocking.
    ///
    /// # Errors
    /// As [`Cycle::status`].
    pub async fn status_async(&mut self) -> Result<Status> {
        let mut statuses = vec![Status::zeroed(); self.setup.knights()];
        self.device.read(&self.status, 0, bytemuck::cast_slice_mut(&mut statuses), &self.staging).await?;
        Ok(self.setup.fold(&statuses))
    }

    /// As [`Cycle::cells`], without blocking.
    ///
    /// # Errors
    /// As [`Cycle::cells`].
    pub async fn cells_async(&mut self, squares: Range<u64>) -> Result<Vec<Cell>> {
        self.refresh().await?;
        let mut cells = vec![Cell::zeroed(); (squares.end - squares.start) as usize];
        let state = &self.states[self.now];
        self.parts.read(self.device, state, squares.start, &mut cells, &self.staging).await?;
        Ok(cells)
    }

    /// As [`Cycle::finish`], without blocking. The host records a submission while the device is at the one before.
    ///
    /// # Errors
    /// As [`Cycle::finish`].
    pub async fn finish_async(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status> {
        let bytes = self.status.size();
        let slots = [self.device.staging("status", bytes)?, self.device.staging("status", bytes)?];
        let mut ahead = InFlight::new(self.device, self.throttle);
        let (mut turn, mut ended) = (0, false);
        loop {
            let done = if ended {
                ahead.last().await?
            } else {
                turn = 1 - turn;
                let slot = &slots[turn];
                let (mut encoder, is_full) = self.record(u64::MAX)?;
                encoder.copy_buffer_to_buffer(&self.status, 0, slot, 0, bytes);
                ahead.submit(encoder, &[(slot, bytes)], is_full, (slot, self.passes)).await?
            };
            let Some((slot, passes)) = done else { continue };
            self.throttle = ahead.throttle;
            let setup = &self.setup;
            let status = self.device.mapped(slot, bytes, |bytes| setup.fold(&bytemuck::pod_collect_to_vec(bytes)))?;
            self.check_pace(&status, passes)?;
            if ended {
                return Ok(status);
            }
            ended = !go_on(status.visit.into()) || status.word() != StatusWord::Running;
            if !ended {
                self.setup.check_end(passes)?;
            }
        }
    }
}

impl Cycle for GpuCycle<'_> {
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
}

/// Passes, or resident moves, of the first submission.
const fn first_pace(schedule: Schedule) -> Throttle {
    let amount = match schedule {
        Schedule::Whole | Schedule::Near => 6,
        Schedule::Resident => 64,
    };
    Throttle { amount, least: A_MOVE, most: MAX_PACE, aim: SUBMIT }
}

/// Checks that the machine has the memory for the read-back, and for the states too where the GPU shares its memory.
fn check_memory(setup: &Setup, device: &Device) -> Result<()> {
    let board = setup.board();
    let on_gpu = 2 * board.cells() * size_of::<Cell>() as u64;
    let shares = matches!(device.adapter().kind(), AdapterKind::Software | AdapterKind::Integrated);
    let needed = setup::host_memory(board.cells()) + if shares { on_gpu } else { 0 };
    memory::check(WORK, board, needed)
}

#[cfg(test)]
mod tests {
    use courser_solve::warnsdorff::Rule;

    use super::*;

    #[test]
    fn no_choice_by_any_rule_needs_more_loops_than_a_dispatch_may_have() {
        for rule in Rule::ALL {
            assert!(LOOPS_A_MOVE + rule::loops(rule) <= u64::from(MAX_LOOPS) / 4, "{rule}");
        }
    }
}
