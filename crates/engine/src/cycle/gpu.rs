//! The cycle on a graphics card: the host's side.

use std::time::Instant;

use bytemuck::Zeroable;
use courser_board::{MoveOrder, Square};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Binding, Device, Kernel, KernelSpec, MAX_LOOPS, grid};

use crate::EngineError;
use crate::cycle::cpu::OPENING;
use crate::cycle::layout::{Params, WHOLE_WIDTH};
use crate::cycle::{A_MOVE, Cell, Cycle, PASSES, Schedule, Setup, Status, StatusWord};
use crate::pace::{Pace, SUBMIT};

/// The most lanes that a resident workgroup may have: one a candidate.
pub const MAX_LANES: u32 = 8;

/// The most passes in a submission: command buffers cost memory.
const MAX_PASSES: u64 = A_MOVE * 512;

/// Moves in one resident dispatch; a submission has several. On the slowest adapter seen a move takes
/// some microseconds, so a dispatch stays far below the seconds at which a watchdog resets a card.
const MAX_BUDGET: u64 = 1 << 12;

/// How often loops go round in a move: once for the move and once for each of at most eight candidates.
const LOOPS_A_MOVE: u64 = 9;

const _: () = assert!(MAX_BUDGET * LOOPS_A_MOVE < MAX_LOOPS as u64);

/// The most passes, or resident moves, that a submission is tried with.
const MAX_PACE: u64 = 1 << 24;

/// Every kernel of the cycle.
pub fn kernels() -> Vec<KernelSpec> {
    let spec = |module, wgsl: &'static str, entry, constants| KernelSpec {
        module,
        wgsl: wgsl.into(),
        entry,
        bindings: BINDINGS.to_vec(),
        constants,
    };
    let passes =
        PASSES.iter().flat_map(|pass| ["whole", "near"].map(|entry| spec(pass.name, pass.wgsl, entry, vec![])));
    let resident = courser_shaders::cycle::RESIDENT;
    let alone = spec("resident", resident, "alone", vec![]);
    let together = spec("resident", resident, "together", vec![("LANES", MAX_LANES.into())]);
    passes.chain([alone, together]).collect()
}

/// The board, the state to read, the state to write, the status.
const BINDINGS: &[Binding] = &[Binding::Uniform, Binding::Read, Binding::ReadWrite, Binding::ReadWrite];

struct PassKernels {
    whole: Kernel,
    near: Kernel,
}

/// A run on a card. It takes two states of the card's memory, each within one storage binding.
pub struct GpuCycle<'device> {
    device: &'device Device,
    setup: Setup,
    schedule: Schedule,
    params: Params,
    passes: u64,
    /// Which of the two states is the present one.
    now: usize,
    /// Whether the untrusted choices in the present state are up to date (resident lets them lag).
    fresh: bool,
    /// How many passes, or resident moves, the next submission makes at most.
    pace: Pace,
    groups: (u32, u32),
    kernels: Vec<PassKernels>,
    resident: Kernel,
    uniform: wgpu::Buffer,
    states: [wgpu::Buffer; 2],
    status: wgpu::Buffer,
    staging: wgpu::Buffer,
    /// Reads state `i`, writes the other.
    binds: [wgpu::BindGroup; 2],
}

impl<'device> GpuCycle<'device> {
    /// A run that has not done a pass yet, with one resident lane.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] or [`EngineError::Dispatch`] if the board is more than the adapter
    /// takes, [`EngineError::Gpu`] if the card fails.
    pub fn new(device: &'device Device, setup: Setup, schedule: Schedule) -> Result<Self, EngineError> {
        Self::with_lanes(device, setup, schedule, 1)
    }

    /// The same with `lanes` resident lanes, 1 to [`MAX_LANES`]. The states are the same; the speed is not.
    ///
    /// # Errors
    /// As [`GpuCycle::new`].
    pub fn with_lanes(
        device: &'device Device,
        setup: Setup,
        schedule: Schedule,
        lanes: u32,
    ) -> Result<Self, EngineError> {
        let bytes = setup.board().cells() * size_of::<Cell>() as u64;
        if bytes > device.max_binding() {
            return Err(EngineError::TooLarge {
                board: setup.board().clone(),
                needed: bytes,
                what: format!("storage binding on {}", device.adapter().name()),
                there: device.max_binding(),
            });
        }
        let needed = setup.board().cells().div_ceil(WHOLE_WIDTH);
        let groups = grid(needed, device.max_groups()).ok_or_else(|| {
            let there = u64::from(device.max_groups()).pow(2);
            EngineError::Dispatch { board: setup.board().clone(), needed, there }
        })?;
        let params = Params::new(&setup, groups.0);

        let storage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let uniform =
            device.buffer("board", size_of::<Params>() as u64, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let states = [device.buffer("state 0", bytes, storage)?, device.buffer("state 1", bytes, storage)?];
        let status = device.buffer("status", size_of::<Status>() as u64, storage)?;
        let staging = device.staging("read-back", bytes.clamp(size_of::<Status>() as u64, 64 << 20))?;

        let layout = device.layout("decision cycle", BINDINGS)?;
        let mut kernels = Vec::with_capacity(PASSES.len());
        for pass in &PASSES {
            let module = device.module(pass.name, pass.wgsl)?;
            kernels.push(PassKernels {
                whole: device.kernel(&module, "whole", &layout, &[])?,
                near: device.kernel(&module, "near", &layout, &[])?,
            });
        }
        let module = device.module("resident", courser_shaders::cycle::RESIDENT)?;
        let lanes = lanes.clamp(1, MAX_LANES);
        let resident = if lanes == 1 {
            device.kernel(&module, "alone", &layout, &[])?
        } else {
            device.kernel(&module, "together", &layout, &[("LANES", lanes.into())])?
        };
        let [there, back] = [(0, 1), (1, 0)].map(|(from, to)| {
            let label = format!("state {from} to state {to}");
            device.bind(&label, &layout, &[&uniform, &states[from], &states[to], &status])
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
            pace: first_pace(schedule),
            groups,
            kernels,
            resident,
            uniform,
            states,
            status,
            staging,
            binds,
        };
        cycle.restart()?;
        Ok(cycle)
    }

    /// Back to before the first pass.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the card fails.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let queue = self.device.queue();
        let state = self.setup.first_state();
        queue.write_buffer(&self.states[0], 0, bytemuck::cast_slice(&state));
        queue.write_buffer(&self.status, 0, bytemuck::bytes_of(&self.setup.first_status()));
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
        queue.submit([]);
        self.device.wait()?;
        self.passes = 0;
        self.now = 0;
        self.fresh = true;
        self.pace = first_pace(self.schedule);
        Ok(())
    }

    /// Back to before the first pass, from another start and in another move order. Nothing is built anew.
    ///
    /// # Errors
    /// [`EngineError::Start`] if the start is no square of the board, [`EngineError::Gpu`] if the card fails.
    pub fn restart_from(&mut self, start: Square, order: MoveOrder) -> Result<(), EngineError> {
        self.setup = Setup::new(self.setup.board().clone(), start, order)?;
        self.params = Params::new(&self.setup, self.groups.0);
        self.restart()
    }

    /// The buffer that holds the present state, a [`Cell`] a square, row by row: to be drawn from, not written to.
    ///
    /// After a pass it may be another one. On the schedule `resident` ranks and untrusted choices lag behind.
    pub const fn present(&self) -> &wgpu::Buffer {
        &self.states[self.now]
    }

    /// The state of one square.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the card fails.
    ///
    /// # Panics
    /// If the board has no square with this index.
    pub fn cell(&mut self, square: u64) -> Result<Cell, EngineError> {
        assert!(square < self.setup.board().cells(), "there is no square {square}");
        self.refresh()?;
        let mut cell = Cell::zeroed();
        let from = square * size_of::<Cell>() as u64;
        self.device.read(&self.states[self.now], from, bytemuck::bytes_of_mut(&mut cell), &self.staging)?;
        Ok(cell)
    }

    /// Overwrites one state word of one square, for tests of the comparer.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the card fails.
    pub fn damage(&mut self, square: u64, word: u64, value: u32) -> Result<(), EngineError> {
        let at = square * size_of::<Cell>() as u64 + word * 4;
        self.device.queue().write_buffer(&self.states[self.now], at, &value.to_le_bytes());
        self.device.queue().submit([]);
        Ok(self.device.wait()?)
    }

    /// Records `count` passes and submits them at once.
    fn run_passes(&mut self, count: u64) -> Result<(), EngineError> {
        let mut encoder = self.device.encoder("passes");
        let mut pass = self.device.pass(&mut encoder, "passes");
        for _ in 0..count {
            let kernels = &self.kernels[(self.passes % A_MOVE) as usize];
            let bind = &self.binds[self.now];
            // The first move changes every square's rank and choice.
            if self.schedule == Schedule::Near && self.passes >= A_MOVE {
                kernels.near.dispatch(&mut pass, bind, (1, 1));
            } else {
                kernels.whole.dispatch(&mut pass, bind, self.groups);
            }
            self.now = 1 - self.now;
            self.passes += 1;
        }
        drop(pass);
        self.device.submit(encoder)?;
        Ok(())
    }

    /// Makes `dispatches` times `budget` resident moves in one submission.
    fn run_resident(&mut self, dispatches: u64, budget: u64) -> Result<(), EngineError> {
        self.params.budget = budget as u32;
        self.device.queue().write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
        let mut encoder = self.device.encoder("resident moves");
        let mut pass = self.device.pass(&mut encoder, "resident moves");
        // It works in place on the state that the bind group names as the one to write.
        let bind = &self.binds[1 - self.now];
        for _ in 0..dispatches {
            self.resident.dispatch(&mut pass, bind, (1, 1));
        }
        drop(pass);
        self.device.submit(encoder)?;
        self.passes += A_MOVE * dispatches * budget;
        self.fresh = false;
        Ok(())
    }

    /// Whether a resident run that is under way has made as many moves as it was told to: a driver that breaks
    /// a loop off would else be counted as if it had not.
    fn check_pace(&self, status: &Status) -> Result<(), EngineError> {
        let ended = status.word() != StatusWord::Running;
        if ended || self.schedule != Schedule::Resident || self.passes < OPENING {
            return Ok(());
        }
        let visit = (self.passes - OPENING) / A_MOVE + 1;
        if u64::from(status.visit) != visit {
            let text = format!("the card is at visit {} after {} passes, not at {visit}", status.visit, self.passes);
            return Err(EngineError::Damaged(text));
        }
        Ok(())
    }

    /// Brings the untrusted choices up to date.
    fn refresh(&mut self) -> Result<(), EngineError> {
        if !self.fresh {
            let mut encoder = self.device.encoder("refresh");
            let mut pass = self.device.pass(&mut encoder, "refresh");
            // Decide is the last pass of the opening; done again it only refreshes.
            let decide = &self.kernels[((OPENING - 1) % A_MOVE) as usize].whole;
            decide.dispatch(&mut pass, &self.binds[self.now], self.groups);
            drop(pass);
            self.device.submit(encoder)?;
            self.now = 1 - self.now;
            self.fresh = true;
        }
        Ok(())
    }

    /// Does `count` passes, or the least number of moves with as many passes, in submissions of bearable length.
    fn run(&mut self, count: u64) -> Result<(), EngineError> {
        let until = self.passes + count;
        while self.passes < until {
            let begun = Instant::now();
            let left = until - self.passes;
            let pace = self.pace.amount;
            let is_full = if self.schedule != Schedule::Resident {
                let passes = left.min(pace).min(MAX_PASSES);
                self.run_passes(passes)?;
                passes == pace
            } else if self.passes < OPENING {
                self.run_passes(OPENING - self.passes)?;
                false
            } else {
                let moves = left.div_ceil(A_MOVE).min(pace);
                let budget = moves.min(MAX_BUDGET);
                self.run_resident(moves / budget, budget)?;
                moves == pace
            };
            self.pace.learn(begun.elapsed(), is_full);
        }
        Ok(())
    }
}

impl Cycle for GpuCycle<'_> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn passes(&self) -> u64 {
        self.passes
    }

    fn advance(&mut self, passes: u64) -> Result<Status, EngineError> {
        self.run(passes)?;
        let status = self.status()?;
        self.check_pace(&status)?;
        Ok(status)
    }

    fn status(&mut self) -> Result<Status, EngineError> {
        let mut status = Status::zeroed();
        self.device.read(&self.status, 0, bytemuck::bytes_of_mut(&mut status), &self.staging)?;
        Ok(status)
    }

    fn state(&mut self) -> Result<Vec<Cell>, EngineError> {
        self.refresh()?;
        let mut state = vec![Cell::zeroed(); self.setup.board().cells() as usize];
        self.device.read(&self.states[self.now], 0, bytemuck::cast_slice_mut(&mut state), &self.staging)?;
        Ok(state)
    }

    fn finish(&mut self, progress: &mut dyn FnMut(u64)) -> Result<Status, EngineError> {
        loop {
            let pace = self.pace.amount;
            let passes = if self.schedule == Schedule::Resident { A_MOVE * pace } else { pace };
            self.run(passes)?;
            let status = self.status()?;
            progress(status.visit.into());
            if status.word() != StatusWord::Running {
                return Ok(status);
            }
            self.check_pace(&status)?;
            self.setup.check_end(self.passes)?;
        }
    }
}

/// How many passes, or resident moves, the first submission makes.
const fn first_pace(schedule: Schedule) -> Pace {
    let amount = match schedule {
        Schedule::Whole | Schedule::Near => 6,
        Schedule::Resident => 64,
    };
    Pace { amount, least: A_MOVE, most: MAX_PACE, aim: SUBMIT }
}
