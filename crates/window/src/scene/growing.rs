//! A grown tour in the window: a mosaic is turned into cycles with different colours, the cycles join, and the last
//! cycle receives the colours of the tour.
//!
//! The passes run on the CPU or on the adapter of the window. The CPU determines the colours of the cycles. Once per
//! frame, the CPU reads the edges of all squares: half a byte per square. Then the CPU writes one word per square, with
//! the edges and the colour of the square.

use courser_board::{Board, Square, Tour, TourSpec};
use courser_engine::grown::{self, Cover, Grown, GrowthSetup, Passes};
use courser_engine::{EngineError, Result};
use courser_gpu::GpuDevice;
use courser_gpu::wgpu::{Buffer, BufferUsages};
use courser_view::caption::{self, Growth};
use courser_view::{CycleColour, CycleColours, CycleSquare};

use super::played::room;
use super::{BoardSquare, Scene, SceneEnd, SceneProgress, Squares};
use crate::replay::Replay;

/// Number of passes during which the colours of the tour spread along the last cycle.
const SWEEP: u64 = 120;

/// Usual number of passes until the tour of a board is numbered and has its colours.
pub(super) const PASSES: u64 = 72 + 40 + SWEEP;

/// A tour that grows on any device. `P` is the type that runs the passes.
pub(super) struct GrowingTour<'device, P> {
    device: &'device GpuDevice,
    /// A function that creates the state before the first pass.
    first: Box<dyn Fn(GrowthSetup) -> Result<P, EngineError> + 'device>,
    spec: TourSpec,
    seed: u64,
    setup: GrowthSetup,
    /// The running passes, or `None` after the tour is numbered.
    grown: Option<Grown<P>>,
    tints: CycleColours,
    cover: Cover,
    buffer: Buffer,
    stage: String,
    passes: u64,
    /// Visit numbers of the checked tour; empty while the tour grows.
    visits: Vec<u32>,
    /// Number of passes so far in which the colours of the tour have spread.
    spread: u64,
    cycle_squares: Vec<CycleSquare>,
}

impl<'device, P: Passes> GrowingTour<'device, P> {
    /// Creates a growing tour whose edges are still those of the mosaic. `first` creates the state before the first
    /// pass.
    pub(super) fn new(
        device: &'device GpuDevice,
        spec: TourSpec,
        setup: GrowthSetup,
        seed: u64,
        first: impl Fn(GrowthSetup) -> Result<P, EngineError> + 'device,
    ) -> Result<Self> {
        let bytes = room(device, spec.board(), 1)?;
        let buffer = device.buffer(
            "cycle_squares",
            bytes,
            BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
        )?;
        let mut growing = Self {
            device,
            first: Box::new(first),
            grown: None,
            tints: CycleColours::default(),
            cover: Cover { links: Vec::new(), labels: Vec::new() },
            buffer,
            stage: String::new(),
            passes: 0,
            visits: Vec::new(),
            spread: 0,
            cycle_squares: Vec::new(),
            spec,
            seed,
            setup,
        };
        growing.begin()?;
        Ok(growing)
    }

    /// Restarts from the mosaic.
    fn begin(&mut self) -> Result<()> {
        // This frees the memory of the previous state before the new state is created.
        self.grown = None;
        let mut grown = Grown::new((self.first)(self.setup.clone())?);
        grown.step()?;
        (self.grown, self.tints, self.passes, self.spread) = (Some(grown), CycleColours::default(), 0, 0);
        self.visits = Vec::new();
        self.look()
    }

    /// Restarts with another specification and seed. If that is impossible, returns the reason and continues the
    /// current tour.
    fn again(&mut self, spec: TourSpec, seed: u64) -> Result<Option<String>> {
        match GrowthSetup::new(&spec, seed) {
            Ok(setup) => {
                (self.spec, self.seed, self.setup) = (spec, seed, setup);
                self.begin().map(|()| None)
            }
            Err(unfit) => Ok(Some(unfit.to_string())),
        }
    }

    /// Reads the current cycles, and writes the colours of the cycles to the buffer of the adapter.
    fn look(&mut self) -> Result<()> {
        let Some(grown) = &mut self.grown else { return Ok(()) };
        let step = match grown.progress() {
            grown::GrowthProgress::Melting(done, all) => Growth::Melting(done, all),
            grown::GrowthProgress::Joining(_, shakes) => Growth::Joining(shakes),
            grown::GrowthProgress::Numbering => Growth::Numbering,
        };
        self.cover = Cover::new(&grown.passes().planes()?, &self.setup);
        let mut cycles: Vec<u32> = self
            .cover
            .links
            .iter()
            .zip(&self.cover.labels)
            .filter(|(links, _)| **links > 0)
            .map(|(_, &label)| label)
            .collect();
        cycles.sort_unstable();
        cycles.dedup();
        self.stage = caption::growth(step, Some(cycles.len() as u64), self.setup.end().is_some());
        self.cycle_squares = self.tints.squares(&self.cover.links, &self.cover.labels);
        self.upload();
        Ok(())
    }

    fn upload(&self) {
        let words: Vec<u32> = self.cycle_squares.iter().map(|cycle_square| cycle_square.word()).collect();
        self.device.queue().write_buffer(&self.buffer, 0, bytemuck::cast_slice(&words));
    }

    /// Reads the order of the squares on the only remaining cycle, and checks the tour before its visit numbers are
    /// shown.
    fn number(&mut self) -> Result<()> {
        let Some(mut grown) = self.grown.take() else { return Ok(()) };
        let board = self.spec.board();
        let order = grown.order()?;
        let tour = Tour::new(board.clone(), order).map_err(|flaw| EngineError::Damaged(flaw.to_string()))?;
        self.visits = tour.visits();
        Ok(())
    }

    /// Gives the next squares of the tour their final colours.
    fn spread(&mut self, passes: u64) {
        let of = self.spec.board().playable();
        self.spread = (self.spread + passes).min(SWEEP);
        let visits = of * self.spread / SWEEP;
        self.stage = format!("one cycle, {} of {} squares followed", caption::grouped(visits), caption::grouped(of));
        for ((cycle_square, &visit), &links) in self.cycle_squares.iter_mut().zip(&self.visits).zip(&self.cover.links) {
            if (1..=visits).contains(&u64::from(visit)) {
                *cycle_square = CycleSquare::new(links, CycleColour::of_visit(u64::from(visit) - 1, of - 1));
            }
        }
        if self.spread < SWEEP {
            self.upload();
            return;
        }
        // From now on, the buffer contains the visit numbers and is drawn like the buffer of any other tour.
        let mut numbers = self.visits.clone();
        numbers.iter_mut().filter(|number| **number == 0).for_each(|hole| *hole = u32::MAX);
        self.device.queue().write_buffer(&self.buffer, 0, bytemuck::cast_slice(&numbers));
    }
}

impl<P: Passes> Scene for GrowingTour<'_, P> {
    fn board(&self) -> &Board {
        self.spec.board()
    }

    fn name(&self) -> String {
        format!("{}, grown {} tour, seed {}", self.spec.board(), self.spec.kind(), self.seed)
    }

    fn squares(&self) -> Squares<'_> {
        if self.spread < SWEEP {
            return Squares::Cycles(&self.buffer);
        }
        Squares::Visits { buffer: &self.buffer, stride: self.spec.board().cols() }
    }

    fn progress(&self) -> SceneProgress {
        let of = self.spec.board().playable();
        let ended = self.spread == SWEEP;
        let visit = if ended { of } else { (of * self.spread / SWEEP).max(1) };
        SceneProgress { passes: self.passes, visit, of, end: ended.then_some(SceneEnd::Done) }
    }

    fn moves(&self) -> bool {
        false
    }

    fn stage(&self) -> Option<String> {
        (self.spread < SWEEP).then(|| self.stage.clone())
    }

    fn advance(&mut self, passes: u64) -> Result<()> {
        let mut left = passes;
        let mut changed = false;
        while let Some(grown) = self.grown.as_mut().filter(|_| left > 0) {
            let pass = match grown.step() {
                Err(error) if error.is_unjoined() => {
                    // The cycles could not be joined. This is rare, so another seed is tried.
                    let (spec, seed) = (self.spec.clone(), self.seed.wrapping_add(1));
                    self.again(spec, seed)?;
                    return Ok(());
                }
                pass => pass?,
            };
            changed |= pass.is_some_and(|pass| pass.changes_edges());
            match pass {
                Some(_) => (left, self.passes) = (left - 1, self.passes + 1),
                None => {
                    self.look()?;
                    self.number()?;
                }
            }
        }
        if left > 0 {
            self.passes += left.min(SWEEP - self.spread);
            self.spread(left);
        } else if changed || self.grown.is_some() {
            self.look()?;
        }
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>> {
        let Some(square) = from else {
            return self.begin().map(|()| None);
        };
        match TourSpec::new(self.spec.board(), self.spec.kind(), Some(square), None) {
            Ok(spec) => self.again(spec, self.seed),
            Err(error) => Ok(Some(error.to_string())),
        }
    }

    fn next_rule(&mut self) -> Result<Option<String>> {
        Ok(Some("a grown tour has no rule; n takes the next seed".into()))
    }

    fn next_seed(&mut self) -> Result<Option<String>> {
        self.again(self.spec.clone(), self.seed.wrapping_add(1))
    }

    fn words(&self, at: BoardSquare) -> Option<String> {
        let board = self.spec.board();
        let (index, name) = (board.index(at.square) as usize, at.square.name(board.rows()));
        let label = self.cover.labels[index];
        if self.cover.links[index] == 0 {
            return Some(format!("{name}: a hole"));
        }
        if let Some(&visit) = self.visits.get(index) {
            let [visit, of] = [visit.into(), board.playable()].map(caption::grouped);
            return Some(format!("{name}: visit {visit} of {of} of the grown tour"));
        }
        let steps = [(1, 2), (1, -2), (2, 1), (2, -1)].into_iter().flat_map(|(row, col)| [(row, col), (-row, -col)]);
        let linked = steps.filter(|&step| self.cover.links[index] & CycleSquare::way(step) != 0);
        let to: Vec<String> =
            linked.filter_map(|step| Some(at.square.offset(step)?.name(board.rows()).to_string())).collect();
        let squares = caption::grouped(self.cover.labels.iter().filter(|&&other| other == label).count() as u64);
        Some(format!("{name}: linked to {}, on a cycle of {squares} squares", to.join(" and ")))
    }

    fn state(&mut self, at: BoardSquare) -> Result<[u32; 4]> {
        let board = self.spec.board();
        let mut replay = Replay::new(board.playable(), board.playable());
        replay.advance(u64::MAX);
        Ok(replay.state(board, at.square, |square| self.visits[board.index(square) as usize].into()))
    }
}
