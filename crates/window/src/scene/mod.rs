//! The scenes of the window: one knight in the decision cycle, a relay, a grown tour, and tours known in advance.

mod cycle;
mod growing;
mod played;
mod relay;
mod walk;

use std::time::Duration;

use courser_board::{Board, ErrorClass, Move, MoveOrder, Square, TourSpec};
use courser_engine::cycle::{Cycle, GpuCycle};
use courser_engine::grown::{CpuGrown, GpuGrown, GrowthSetup};
use courser_engine::{DeviceChoice, DeviceNote, EngineError, Result};
use courser_gpu::{GpuDevice, wgpu};
use courser_solve::relay::RelayChoices;
use courser_view::Picture;

use self::cycle::LiveCycle;
use self::growing::GrowingTour;
use self::played::Played;
use self::relay::RelayScene;

pub use self::cycle::Continuation;
pub use self::played::KnownTours;
pub use self::relay::setup as relay_setup;
pub use self::walk::Walk;

/// The buffer on the GPU that contains the squares. The usage flags of the buffer must include `COPY_SRC`, since
/// visible squares are read back.
#[derive(Clone, Copy, Debug)]
pub enum Squares<'a> {
    /// The states of all squares, board by board and row by row. The four words of a square are its channels R, G, B
    /// and A.
    States {
        /// Current state.
        now: &'a wgpu::Buffer,
        /// State before the last pass, if the changes of the pass are shown.
        before: Option<&'a wgpu::Buffer>,
        /// An earlier state if the scene is a relay, otherwise `None`. A square flashes if it was visited in this
        /// earlier state but is unvisited in the current state.
        earlier: Option<&'a wgpu::Buffer>,
    },
    /// Visit numbers, with one word per square. Unvisited squares have the number 0. Numbers greater than the current
    /// visit are not shown.
    Visits {
        /// Visit numbers, board by board and row by row.
        buffer: &'a wgpu::Buffer,
        /// Distance between the beginnings of adjacent rows, in words.
        stride: u32,
    },
    /// Cycles that are being joined into a tour. The buffer contains one word per square, row by row. Each word encodes
    /// a [`CycleSquare`](courser_view::CycleSquare).
    Cycles(&'a wgpu::Buffer),
}

/// A square on one of the boards of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSquare {
    /// Index of the board.
    pub board: u32,
    /// Square on this board.
    pub square: Square,
}

/// The progress of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneProgress {
    /// Number of completed passes. Three passes make a move: rank, decide and pull.
    pub passes: u64,
    /// Visit number of the knight.
    pub visit: u64,
    /// Number of squares of a complete tour.
    pub of: u64,
    /// Outcome of the walk, or `None` while the walk continues.
    pub end: Option<SceneEnd>,
}

/// The outcome of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneEnd {
    /// Every square is visited.
    Done,
    /// The knight is stuck: it has no unvisited neighbour, and some squares are unvisited.
    Stuck,
}

/// A scene that a window shows and plays.
pub(crate) trait Scene {
    /// Returns the board of the scene. In a grid, each knight has its own board of this kind.
    fn board(&self) -> &Board;

    /// Returns the number of boards, at least 1. All boards have the same size.
    fn boards(&self) -> u32 {
        1
    }

    /// Returns the short name of the scene for the title of the window.
    fn name(&self) -> String;

    /// Returns the buffer of the squares. After each pass, this can be a different buffer.
    fn squares(&self) -> Squares<'_>;

    /// Returns the progress.
    fn progress(&self) -> SceneProgress;

    /// Returns one number per board if the scene is a grid of boards: the number of squares that the knight of the
    /// board visits before the knight is stuck or done. Returns an empty list for any other scene.
    fn walks(&self) -> &[u32] {
        &[]
    }

    /// Returns whether the scene continues after the end of the tour.
    fn goes_on(&self) -> bool {
        false
    }

    /// Returns whether the scene moves a knight. If not, the speed is shown in passes instead of moves.
    fn moves(&self) -> bool {
        true
    }

    /// Returns a description of the progress, or `None` if the visit number of the knight is shown instead.
    fn stage(&self) -> Option<String> {
        None
    }

    /// Performs `passes` passes, or fewer if the end is reached first.
    ///
    /// # Errors
    /// Returns the error of the engine if the engine fails.
    fn advance(&mut self, passes: u64) -> Result<()>;

    /// Restarts the scene from its beginning. The tour starts on the square `from`, or on the previous start if `from`
    /// is `None`. If this is impossible, returns the reason.
    ///
    /// # Errors
    /// Returns the error of the engine if the engine fails.
    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>>;

    /// Restarts with the next rule on the same board. If this is impossible, returns the reason.
    ///
    /// # Errors
    /// Returns the error of the engine if the engine fails.
    fn next_rule(&mut self) -> Result<Option<String>>;

    /// Restarts with the next seed on the same board. If this is impossible, returns the reason.
    ///
    /// # Errors
    /// Returns the error of the engine if the engine fails.
    fn next_seed(&mut self) -> Result<Option<String>> {
        Ok(Some("no seed is at work here".into()))
    }

    /// Returns the caption of the most recent pass, or `None` if the scene does not distinguish passes. The captions
    /// are the same as in animations.
    fn caption(&self) -> Option<String> {
        None
    }

    /// Returns the name and the text of the shader of the last pass, or `None` if no such shader exists.
    fn shader(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Returns the squares whose invocations ran in the last pass, or `None` if the invocations of all squares ran.
    fn invoked(&self) -> Option<Vec<Square>> {
        None
    }

    /// Returns the squares that were read in the last pass by the invocation of the given square.
    fn reads(&self, _square: Square) -> Vec<Square> {
        Vec::new()
    }

    /// Returns the GPU time per pass, as the mean over the last passes. Returns `None` if the GPU has no clock.
    fn pass_time(&self) -> Option<Duration> {
        None
    }

    /// Returns a special description of a square. If the result is `None`, the state of the square is described
    /// instead.
    fn words(&self, _spot: BoardSquare) -> Option<String> {
        None
    }

    /// Returns the state of a square: the four channels R, G, B and A of its cell.
    ///
    /// # Errors
    /// Returns the error of the engine if the engine fails.
    fn state(&mut self, at: BoardSquare) -> Result<[u32; 4]>;
}

/// The owner of a window. The owner reports messages and saves pictures for the window.
pub trait WindowHost {
    /// Reports a note about the device that computes the scene.
    fn note(&mut self, note: DeviceNote);

    /// Reports why no tour will follow a walk that gets stuck. This function is called before the walk is shown.
    fn no_tour(&mut self, why: &str);

    /// Saves a picture of the scene. Returns a short message that contains either the name of the file, or the error.
    fn save(&mut self, picture: &Picture) -> String;
}

/// The subject shown in a window.
pub enum Subject {
    /// One knight that follows a rule, live on the GPU.
    Cycle {
        /// Walk of the knight.
        walk: Walk,
        /// Continuation if the rule gets stuck.
        next: Continuation,
        /// Function that finds the continuation of the walk after a change of the start square. The argument contains
        /// the new start square.
        search: fn(TourSpec) -> Continuation,
    },
    /// One or several tours known in advance.
    Known(KnownTours),
    /// A grown tour, which is shown while it is computed.
    Growing {
        /// Requested tour.
        spec: TourSpec,
        /// Initial edges of the tour.
        setup: Box<GrowthSetup>,
        /// Seed of the random choices.
        seed: u64,
        /// Device that computes the tour.
        device: DeviceChoice,
    },
    /// Many knights on one board.
    Relay(TourSpec, RelayChoices),
}

impl Subject {
    /// Returns the approximate number of moves from the beginning to the end.
    pub fn moves(&self) -> u64 {
        match self {
            // Three passes count as one move.
            Self::Growing { .. } => growing::PASSES / 3,
            Self::Relay(..) => relay::MOVES,
            Self::Known(KnownTours::Path { path, .. }) => path.order().len() as u64,
            _ => self.board().playable(),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        match self {
            Self::Cycle { walk, .. } => &walk.board,
            Self::Known(known) => known.board(),
            Self::Growing { spec, .. } | Self::Relay(spec, _) => spec.board(),
        }
    }

    /// Creates the scene on the GPU of the window.
    pub(crate) fn scene<'device>(
        self,
        device: &'device GpuDevice,
        host: &mut dyn WindowHost,
    ) -> Result<Box<dyn Scene + 'device>> {
        Ok(match self {
            Self::Cycle { walk, next, search } => {
                if let Continuation::NoTour(why) = &next {
                    host.no_tour(why);
                }
                Box::new(LiveCycle::new(device, walk, next, search)?)
            }
            Self::Known(known) => Box::new(Played::new(device, known)?),
            Self::Growing { spec, setup, seed, device: choice } if choice.takes(device.adapter()) => {
                if let Some(note) = DeviceNote::of_adapter(device.adapter()) {
                    host.note(note);
                }
                Box::new(GrowingTour::new(device, spec, *setup, seed, move |setup| GpuGrown::new(device, setup))?)
            }
            Self::Growing { spec, setup, seed, .. } => {
                Box::new(GrowingTour::new(device, spec, *setup, seed, CpuGrown::new)?)
            }
            Self::Relay(spec, options) => Box::new(RelayScene::new(device, spec, options)?),
        })
    }
}

/// Returns the message of an error caused by the input, so that the window can show the message and stay open. Returns
/// `None` if there is no error.
///
/// # Errors
/// Returns every error that is not caused by the input.
fn tried(done: Result<()>) -> Result<Option<String>> {
    match done {
        Ok(()) => Ok(None),
        Err(error) if error.class() == ErrorClass::Input => Ok(Some(error.to_string())),
        Err(error) => Err(error),
    }
}

/// Returns the error for a board whose squares do not fit in one binding of the GPU. `work` describes why the squares
/// are needed, in the form of the field `work` of [`EngineError::TooLarge`].
fn too_large(device: &GpuDevice, work: &'static str, board: &Board, needed: u64) -> EngineError {
    let what = format!("one storage binding of {}", device.adapter().name());
    EngineError::TooLarge { work, board: board.clone(), needed, what, there: device.max_binding() }
}

/// Returns the buffer with the state of a decision cycle.
///
/// # Errors
/// [`EngineError::TooLarge`] if the state is in several buffers.
fn state<'cycle>(cycle: &'cycle GpuCycle<'_>, device: &GpuDevice) -> Result<&'cycle wgpu::Buffer> {
    let board = cycle.setup().board();
    let needed = board.cells() * size_of::<[u32; 4]>() as u64;
    cycle.present().ok_or_else(|| too_large(device, "showing the decision cycle on", board, needed))
}

impl SceneProgress {
    /// Returns the outcome of a walk that has made `visits` visits, or `None` if the walk continues. In a grid of
    /// boards, the walk on each board ends separately.
    pub fn end_of(&self, visits: u32) -> Option<SceneEnd> {
        let visits = u64::from(visits);
        if visits == self.of {
            return (self.visit >= visits).then_some(SceneEnd::Done);
        }
        // The knight has found no next square.
        (visits <= self.stuck_by_now().into()).then_some(SceneEnd::Stuck)
    }

    /// Returns the number of completed decide passes. In the n-th decide pass, a knight with n visits selects its next
    /// square, or ends its walk. Therefore a walk has ended if its total number of visits is at most the returned
    /// number. In a grid of boards, this condition applies to each walk separately.
    pub(crate) const fn stuck_by_now(&self) -> u32 {
        ((self.passes + 1) / 3) as u32
    }

    /// Returns the state of a square as its four channels R, G, B and A. The channels are computed from the visit
    /// numbers of the whole path.
    ///
    /// `number` returns the visit number of a square, or 0 for an unvisited square. The channel A of an unvisited
    /// square is 0.
    pub fn state(&self, board: &Board, square: Square, number: impl Fn(Square) -> u64) -> [u32; 4] {
        if !board.is_playable(square) {
            return [u32::MAX, 0, 0, 0];
        }
        let (now, phase) = (self.visit, self.phase());
        // Represents each neighbour by two values: the code of the move to the neighbour, and the neighbour's visit
        // number.
        let around = |by: Move| board.step(square, by).map(|to| (by.code, number(to)));
        let around: Vec<(u8, u64)> = board.leaper().moves(MoveOrder::SLIDES).into_iter().filter_map(around).collect();
        // Directly after a move, the ranks have not been updated yet, and still count the knight's square as unvisited.
        let counted = if phase == 1 { now - 1 } else { now };
        // Before the first rank pass, all ranks are 0.
        let rank = match counted {
            0 => 0,
            _ => around.iter().filter(|&&(_, number)| number == 0 || number > counted).count() as u32,
        };
        let visit = number(square);
        if visit == 0 || visit > now {
            return [0, 0, rank, 0];
        }
        let next = around.iter().find(|&&(_, number)| number == visit + 1).map_or(0, |&(code, _)| code.into());
        match (visit == now, next) {
            (true, next) => [visit as u32, phase, rank, if phase == 3 { next } else { 0 }],
            // The path on this board has ended, while paths on other boards of the grid continue.
            (false, 0) => [visit as u32, 2, rank, 0],
            (false, next) => [visit as u32, 4, rank, next],
        }
    }

    /// Returns the phase of the knight's square: 1 for arrived, 2 for acknowledged, 3 for departing. Returns 2 after
    /// the end of the walk.
    pub(crate) fn phase(&self) -> u32 {
        match self.end {
            Some(_) => 2,
            None => (self.passes % 3) as u32 + 1,
        }
    }
}
