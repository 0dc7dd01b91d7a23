//! Known tours: a path, the walks of many knights, or a mosaic. A known tour is computed before the window shows it.

use std::borrow::Cow;
use std::sync::Arc;

use courser_board::{Board, Kind, Path, Square, Tour, TourSpec};
use courser_engine::Result;
use courser_engine::batch::{Batch, BatchPlan, Cohort, CpuBatch, GpuBatch};
use courser_engine::mosaic::{GpuMosaic, Whole};
use courser_gpu::GpuDevice;
use courser_gpu::wgpu::{Buffer, BufferUsages};
use courser_solve::mosaic::MosaicPlan;
use courser_view::caption::grouped;

use super::walk::Walk;
use super::{BoardSquare, Scene, SceneEnd, SceneProgress, Squares, too_large, tried};
use crate::replay::Replay;

/// Value of holes in the buffer of visit numbers, as in the shaders of the window.
const HOLE: u32 = u32::MAX;

/// One or several known tours.
pub enum KnownTours {
    /// A path from a file or from a method other than mosaics.
    Path {
        /// Path of the tour.
        path: Path,
        /// True if the path visits all squares, and the last square is one move away from the first square.
        closed: bool,
        /// Name in the title of the window.
        name: String,
    },
    /// The walks of many knights, each on its own board.
    Knights {
        /// Walk of the first knight.
        walk: Walk,
        /// Number of knights.
        count: u32,
        /// True if the knights start on consecutive squares of the board, false if they start on the same square.
        everywhere: bool,
    },
    /// A mosaic. The GPU computes the visit numbers, and checks that they form a tour.
    Mosaic {
        /// Requested tour.
        spec: Box<TourSpec>,
        /// Plan of the mosaic.
        plan: MosaicPlan,
        /// Seed of the plan, or `None` for the default plan.
        seed: Option<u64>,
    },
}

impl KnownTours {
    /// Converts a tour found by the method `method` to a known tour.
    pub fn of_tour(tour: &Tour, method: &str) -> Self {
        let name = format!("{}, {method}", tour.board());
        Self::Path { closed: tour.kind() == Kind::Closed, path: tour.path().clone(), name }
    }

    /// Returns the board. If the scene has several knights, their boards are equal, and one of these boards is
    /// returned.
    pub fn board(&self) -> &Board {
        match self {
            Self::Path { path, .. } => path.board(),
            Self::Knights { walk, .. } => &walk.board,
            Self::Mosaic { spec, .. } => spec.board(),
        }
    }

    /// Returns the same tours from another first square.
    ///
    /// # Errors
    /// Returns the reason if the tours cannot begin on this square.
    fn from(&self, square: Square) -> Result<Self, String> {
        match self {
            Self::Path { path, closed, name } => {
                let board = path.board();
                let index = board.index(square) as u32;
                let at = path.order().iter().position(|&other| other == index);
                let at = at.ok_or_else(|| format!("the path does not visit {}", square.name(board.rows())))?;
                if !closed && at > 0 {
                    return Err("an open tour starts where it starts; a closed one may start anywhere".into());
                }
                let mut order = path.order().to_vec();
                order.rotate_left(at);
                let path = Path::new(board.clone(), order).map_err(|flaw| flaw.to_string())?;
                Ok(Self::Path { path, closed: *closed, name: name.clone() })
            }
            Self::Knights { walk, count, .. } => {
                let walk = Walk { start: square, ..walk.clone() };
                Ok(Self::Knights { walk, count: *count, everywhere: false })
            }
            Self::Mosaic { spec, seed, .. } => {
                let spec = TourSpec::new(spec.board(), spec.kind(), Some(square), None);
                let spec = spec.map_err(|error| error.to_string())?;
                let plan = MosaicPlan::new(&spec, *seed).map_err(|error| error.to_string())?;
                Ok(Self::Mosaic { spec: Box::new(spec), plan, seed: *seed })
            }
        }
    }
}

/// Returns the paths of all knights. The knights walk on `device` if it is a hardware GPU. Otherwise they walk on the
/// CPU, which is faster than a software adapter.
fn walked(device: &GpuDevice, walk: &Walk, count: u32, everywhere: bool) -> Result<Vec<Path>> {
    let starts: Arc<[Square]> = if everywhere { walk.board.squares().collect() } else { [walk.start].into() };
    let plan = BatchPlan::new(walk.board.clone(), vec![Cohort { walker: walk.walker, starts, count }])?;
    let all: Vec<u64> = (0..plan.knights()).collect();
    if device.adapter().kind().is_real() {
        GpuBatch::new(device, plan)?.paths(&all)
    } else {
        CpuBatch::new(plan).paths(&all)
    }
}

/// Returns the size in bytes of the visit numbers of `boards` boards.
///
/// # Errors
/// [`EngineError::TooLarge`] if one binding of the GPU cannot hold the visit numbers.
pub(super) fn room(device: &GpuDevice, board: &Board, boards: u64) -> Result<u64> {
    let bytes = board.cells().saturating_mul(boards.saturating_mul(4));
    let work = if boards == 1 { "showing the visits of" } else { "showing many knights, each on" };
    if bytes <= device.max_binding() { Ok(bytes) } else { Err(too_large(device, work, board, bytes)) }
}

/// Known tours, played from the first visit.
pub(super) struct Played<'device> {
    device: &'device GpuDevice,
    known: KnownTours,
    /// Visit numbers of all boards. All boards have the same size.
    buffer: Buffer,
    /// Length of a row of the buffer, in visit numbers.
    stride: u32,
    /// The visit numbers in memory, board by board and row by row. Unvisited squares are 0, and holes are [`HOLE`]. The
    /// list is empty for a mosaic, whose numbers are computed from its plan.
    host: Vec<u32>,
    /// Number of squares that each path visits, in the order of the boards. The list is empty for a mosaic.
    visits: Vec<u32>,
    replay: Replay,
}

impl<'device> Played<'device> {
    pub(super) fn new(device: &'device GpuDevice, known: KnownTours) -> Result<Self> {
        let board = known.board();
        let (mut host, mut visits, stride, of) = (Vec::new(), Vec::new(), board.cols(), board.playable());
        let paths: Cow<'_, [Path]> = match &known {
            KnownTours::Path { path, .. } => std::slice::from_ref(path).into(),
            KnownTours::Knights { walk, count, everywhere } => {
                // The size is checked first: if the board is too large, the walk would be wasted.
                room(device, &walk.board, (*count).into())?;
                walked(device, walk, *count, *everywhere)?.into()
            }
            KnownTours::Mosaic { plan, .. } => {
                let Whole { numbers: buffer, stride, .. } = GpuMosaic::new(device, plan)?.whole(&mut |_| ())?;
                return Ok(Self { device, known, buffer, stride, host, visits, replay: Replay::new(of, of) });
            }
        };
        let bytes = room(device, board, paths.len() as u64)?;
        for path in &*paths {
            let mut numbers = path.visits();
            board.holes().for_each(|hole| numbers[board.index(hole) as usize] = HOLE);
            host.append(&mut numbers);
            visits.push(path.order().len() as u32);
        }
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let buffer = device.buffer("visit numbers", bytes, usage)?;
        device.queue().write_buffer(&buffer, 0, bytemuck::cast_slice(&host));
        let length = visits.iter().max().map_or(of, |&visits| visits.into());
        Ok(Self { device, known, buffer, stride, host, visits, replay: Replay::new(length, of) })
    }

    /// Plays the tours in `known` instead of the current tours. If that is impossible, returns the reason and changes
    /// nothing.
    fn again(&mut self, known: KnownTours) -> Result<Option<String>> {
        tried(Self::new(self.device, known).map(|played| *self = played))
    }

    /// Returns the visit number of a square, or 0 if the square is not visited.
    fn number(&self, at: BoardSquare) -> u64 {
        if let KnownTours::Mosaic { plan, .. } = &self.known {
            return plan.visit(at.square);
        }
        let board = self.known.board();
        let index = u64::from(at.board) * board.cells() + board.index(at.square);
        match self.host[index as usize] {
            HOLE => 0,
            number => number.into(),
        }
    }
}

impl Scene for Played<'_> {
    fn board(&self) -> &Board {
        self.known.board()
    }

    fn boards(&self) -> u32 {
        if let KnownTours::Knights { count, .. } = self.known { count } else { 1 }
    }

    fn name(&self) -> String {
        match &self.known {
            KnownTours::Path { name, .. } => name.clone(),
            KnownTours::Mosaic { spec, .. } => format!("{}, {} mosaic", spec.board(), spec.kind()),
            KnownTours::Knights { walk, count, .. } => {
                let progress = self.progress();
                let ended = |end| self.walks().iter().filter(|&&visits| progress.end_of(visits) == Some(end)).count();
                let [through, stuck] = [SceneEnd::Done, SceneEnd::Stuck].map(|end| grouped(ended(end) as u64));
                let count = grouped((*count).into());
                format!("{count} knights on {}, {}, {stuck} stuck, {through} through", walk.board, walk.walker.rule)
            }
        }
    }

    fn walks(&self) -> &[u32] {
        if let KnownTours::Knights { .. } = self.known { &self.visits } else { &[] }
    }

    fn squares(&self) -> Squares<'_> {
        Squares::Visits { buffer: &self.buffer, stride: self.stride }
    }

    fn progress(&self) -> SceneProgress {
        self.replay.progress()
    }

    fn advance(&mut self, passes: u64) -> Result<()> {
        self.replay.advance(passes);
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>> {
        match from.map(|square| self.known.from(square)) {
            Some(Ok(known)) => self.again(known),
            Some(Err(why)) => Ok(Some(why)),
            None => {
                self.replay = Replay::new(self.replay.length(), self.board().playable());
                Ok(None)
            }
        }
    }

    fn next_rule(&mut self) -> Result<Option<String>> {
        let (walk, count, everywhere) = match &self.known {
            KnownTours::Path { .. } => return Ok(Some("this tour is known already: no rule is at work".into())),
            KnownTours::Mosaic { .. } => {
                return Ok(Some("a mosaic has no rule: every square finds its own number".into()));
            }
            KnownTours::Knights { walk, count, everywhere } => (walk.clone(), *count, *everywhere),
        };
        for walk in walk.by_others() {
            if self.again(KnownTours::Knights { walk, count, everywhere })?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some("no other rule can walk from here".into()))
    }

    fn words(&self, at: BoardSquare) -> Option<String> {
        let KnownTours::Mosaic { spec, plan, .. } = &self.known else { return None };
        let (board, visit) = (spec.board(), plan.visit(at.square));
        let name = |square: Square| square.name(board.rows()).to_string();
        let beside = |number: u64| {
            let mut around = board.neighbours(at.square);
            around.find(|&square| plan.visit(square) == number).map(name)
        };
        let of = board.playable();
        let closes = |number: u64| {
            if number == 0 {
                of
            } else if number > of {
                1
            } else {
                number
            }
        };
        let ends = [("from", beside(closes(visit - 1))), ("to", beside(closes(visit + 1)))];
        let ends: Vec<String> = ends.into_iter().filter_map(|(word, end)| Some(format!("{word} {}", end?))).collect();
        let come = if visit <= self.progress().visit { "" } else { ", not shown yet" };
        let [visit, of] = [visit, of].map(grouped);
        Some(format!("{}: visit {visit} of {of} of the mosaic, {}{come}", name(at.square), ends.join(" ")))
    }

    fn state(&mut self, at: BoardSquare) -> Result<[u32; 4]> {
        Ok(self.replay.state(self.board(), at.square, |square| self.number(BoardSquare { square, ..at })))
    }
}
