//! Runs the decision cycle of one knight pass by pass, on the GPU, on the mirror, or on both for comparison.

use courser_board::{Kind, Path, Square, Tour};
use courser_engine::cycle::{
    Cell, CpuCycle, Cycle, GpuCycle, PASSES, Schedule, Setup, Status, StatusWord, WHOLE_WIDTH, compare, order_of,
};
use courser_engine::machine::Difference;
use courser_gpu::Message;
use courser_view::{Palette, Style, caption, write_svg};
use wasm_bindgen::prelude::*;

use crate::request::RunRequest;
use crate::{device, engine, js_error};

/// Returns the names of the passes in their order.
#[wasm_bindgen]
pub fn passes() -> Vec<String> {
    PASSES.map(|pass| pass.name.to_owned()).to_vec()
}

/// Returns the WGSL of the file that contains only this pass. The complete shader ends with this file.
#[wasm_bindgen]
pub fn own_wgsl(pass: usize) -> String {
    PASSES[pass].own.to_owned()
}

/// Returns the WGSL that precedes the file of the pass in the complete shader. It consists of the files shared by
/// several passes.
#[wasm_bindgen]
pub fn shared_wgsl(pass: usize) -> String {
    PASSES[pass].shared()
}

/// Returns the compiler errors in an edited pass, each as `line: text`. Line numbers are counted from 1 in the pass's
/// own file. An error in another file has the line number 0. The list is empty if the pass can run.
///
/// # Errors
/// Returns an error if no GPU is open, or the GPU is lost.
#[wasm_bindgen]
pub async fn messages(pass: usize, own: String) -> Result<Vec<String>, JsError> {
    let shared = PASSES[pass].shared();
    let above = shared.lines().count() as u32;
    let messages = device()?.messages_async(PASSES[pass].name, &format!("{shared}{own}")).await?;
    let line = |message: &Message| message.line.saturating_sub(above);
    let errors = messages.iter().filter(|message| message.is_error);
    Ok(errors.map(|message| format!("{}: {}", line(message), message.text)).collect())
}

/// A run of the decision cycle, with the state of every square after the last pass.
#[wasm_bindgen]
pub struct Run {
    setup: Setup,
    schedule: Schedule,
    /// The run on the GPU, or `None` if only the mirror runs.
    gpu: Option<GpuCycle<'static>>,
    mirror: CpuCycle,
    state: Vec<Cell>,
    /// State of the mirror after the same number of passes as `state`.
    expected: Vec<Cell>,
    status: Status,
    difference: Option<String>,
    /// Number of passes to the end, cached by [`Run::last`]. `None` if the number is not computed yet.
    last: Option<u32>,
}

#[wasm_bindgen]
impl Run {
    /// Creates a run in the state before the first pass. The run uses both the GPU and the mirror if `on_gpu` is true,
    /// and otherwise only the mirror.
    ///
    /// # Errors
    /// Returns an error if the board is too large, the rule does not support the board, or the GPU fails.
    pub async fn begin(asked: RunRequest, on_gpu: bool) -> Result<Run, JsError> {
        let (setup, schedule) = (asked.setup()?, asked.schedule);
        let mirror = CpuCycle::new(setup.clone(), mirrored(schedule)).map_err(engine)?;
        let gpu = match on_gpu {
            true => Some(GpuCycle::new_async(device()?, setup.clone(), schedule).await.map_err(engine)?),
            false => None,
        };
        let mut run = Self {
            setup,
            schedule,
            gpu,
            mirror,
            state: Vec::new(),
            expected: Vec::new(),
            status: Status::default(),
            difference: None,
            last: None,
        };
        run.look().await?;
        Ok(run)
    }

    /// Replaces the text of a pass, or restores it if `own` is `None`. Has no effect if only the mirror runs.
    pub fn edit(&mut self, pass: usize, own: Option<String>) {
        if let Some(cycle) = &mut self.gpu {
            cycle.edit(pass, own);
        }
    }

    /// Goes to the state after `passes` passes. If the schedule cannot stop there, goes to the next stop of the
    /// schedule.
    ///
    /// # Errors
    /// Returns an error if the GPU fails, or does not compile an edited pass.
    pub async fn go_to(&mut self, passes: u32) -> Result<(), JsError> {
        let passes = u64::from(passes);
        if passes < self.mirror.passes() {
            self.mirror.restart().map_err(engine)?;
            if let Some(cycle) = &mut self.gpu {
                cycle.restart_async().await.map_err(engine)?;
            }
        }
        let mut more = passes - self.mirror.passes();
        if let Some(cycle) = &mut self.gpu
            && more > 0
        {
            cycle.advance_async(more).await.map_err(engine)?;
            more = cycle.passes() - self.mirror.passes();
        }
        if more > 0 {
            self.mirror.advance(more).map_err(engine)?;
        }
        self.look().await
    }

    /// Runs to the end of the tour.
    ///
    /// # Errors
    /// Returns the errors of [`Run::go_to`].
    pub async fn finish(&mut self) -> Result<(), JsError> {
        if let Some(cycle) = &mut self.gpu {
            cycle.finish_async(&mut |_| true).await.map_err(engine)?;
            let passes = cycle.passes();
            self.mirror.advance(passes.saturating_sub(self.mirror.passes())).map_err(engine)?;
        } else {
            self.mirror.finish(&mut |_| true).map_err(engine)?;
        }
        self.look().await
    }

    /// Reads the state back and compares it with the state of the mirror.
    async fn look(&mut self) -> Result<(), JsError> {
        self.expected = self.mirror.state().map_err(engine)?;
        let Some(cycle) = &mut self.gpu else {
            (self.state, self.status) = (self.expected.clone(), self.mirror.status().map_err(engine)?);
            return Ok(());
        };
        self.state = cycle.cells_async(0..self.setup.board().cells()).await.map_err(engine)?;
        self.status = cycle.status_async().await.map_err(engine)?;
        let reference = self.mirror.status().map_err(engine)?;
        let states = compare(&self.setup, cycle.passes(), &self.state, &self.expected);
        self.difference = states.err().map(|difference: Difference| difference.to_string()).or_else(|| {
            let (found, expected) = (self.status, reference);
            (found != expected).then(|| format!("the status is {found:?}, the CPU reference has {expected:?}"))
        });
        Ok(())
    }

    /// Returns the number of passes after which the tour is complete or the knight is stuck.
    ///
    /// # Errors
    /// Returns an error if the memory does not suffice for a second state of the board.
    pub fn last(&mut self) -> Result<u32, JsError> {
        if self.last.is_none() {
            let mut mirror = CpuCycle::new(self.setup.clone(), mirrored(self.schedule)).map_err(engine)?;
            while mirror.status().map_err(engine)?.word() == StatusWord::Running {
                mirror.advance(1).map_err(engine)?;
            }
            self.last = Some(mirror.passes() as u32);
        }
        Ok(self.last.unwrap_or_default())
    }

    /// Returns the state of every square, row by row. A square has four words: R, G, B and A.
    pub fn state(&self) -> Vec<u32> {
        bytemuck::cast_slice(&self.state).to_vec()
    }

    /// Returns the number of completed passes.
    pub fn passes(&self) -> u32 {
        self.mirror.passes() as u32
    }

    /// Returns the status of the run: `running`, `done` or `stuck`.
    pub fn word(&self) -> String {
        let word = match self.status.word() {
            StatusWord::Running => "running",
            StatusWord::Done => "done",
            StatusWord::Stuck => "stuck",
        };
        word.to_owned()
    }

    /// Returns a description of the last pass, as in animations and in the window.
    pub fn caption(&self) -> String {
        let (passes, knights) = (self.mirror.passes(), self.setup.knights() as u64);
        let run = match self.status.word() {
            StatusWord::Running => caption::RunState::Running,
            StatusWord::Done => caption::RunState::Done,
            StatusWord::Stuck => caption::RunState::Stuck,
        };
        if knights > 1 {
            caption::relay(passes, None, knights)
        } else {
            caption::cycle(passes, 1, &self.name(self.status.at), run)
        }
    }

    /// Returns the indices of the knight's square and of the square that the knight has chosen.
    pub fn knight(&self) -> Vec<u32> {
        vec![self.status.at, self.status.to]
    }

    /// Returns the indices of the squares of all invocations in the last dispatch, in the order of the invocations. For
    /// an invocation without a square, the list contains 2^32 - 1. The length of the list is a multiple of
    /// [`lanes`](Run::lanes), which is the workgroup size of the entry points in `shaders/cycle`. The list is empty
    /// before the first pass.
    pub fn invoked(&self) -> Vec<u32> {
        let board = self.setup.board();
        let (at, cells, lanes) = (board.at(self.status.at.into()), board.cells() as u32, self.lanes());
        if self.passes() == 0 {
            return Vec::new();
        }
        let mut squares: Vec<u32> = match self.laid() {
            Schedule::Whole | Schedule::Fused => (0..cells).collect(),
            Schedule::Near => {
                let there = |&(down, right): &(i32, i32)| {
                    let row = at.row.checked_add_signed(down).filter(|&row| row < board.rows());
                    let col = at.col.checked_add_signed(right).filter(|&col| col < board.cols());
                    row.zip(col).map_or(u32::MAX, |(row, col)| board.index(Square::new(row, col)) as u32)
                };
                self.setup.ball().iter().map(there).collect()
            }
            Schedule::Resident => vec![self.status.at],
        };
        squares.resize(squares.len().next_multiple_of(lanes as usize), u32::MAX);
        squares
    }

    /// Returns the number of invocations in each workgroup of the last dispatch.
    pub fn lanes(&self) -> u32 {
        if matches!(self.laid(), Schedule::Resident) { 1 } else { WHOLE_WIDTH as u32 }
    }

    /// Returns the schedule of the last pass. The passes of the first move of a `near` run and the initial passes of a
    /// `resident` run cover the whole board. For these passes, the result is not the schedule of the run.
    fn laid(&self) -> Schedule {
        let passes = self.passes() as usize;
        match self.schedule {
            Schedule::Near if passes > PASSES.len() => Schedule::Near,
            Schedule::Resident if passes >= PASSES.len() => Schedule::Resident,
            Schedule::Fused => Schedule::Fused,
            _ => Schedule::Whole,
        }
    }

    /// Returns a description of the first word in which the GPU and the mirror differ after the last pass, or `None` if
    /// all words are equal.
    pub fn difference(&self) -> Option<String> {
        self.difference.clone()
    }

    /// Returns all words in which the GPU and the mirror differ. Each difference has four numbers: the square, the
    /// index of the word (0 to 3), the word of the GPU, and the word of the mirror.
    pub fn differences(&self) -> Vec<u32> {
        if self.difference.is_none() {
            return Vec::new();
        }
        let words = |cells: &[Cell]| bytemuck::cast_slice::<_, u32>(cells).to_vec();
        let pairs = words(&self.state).into_iter().zip(words(&self.expected)).zip(0_u32..);
        let differing = pairs.filter(|((found, expected), _)| found != expected);
        differing.flat_map(|((found, expected), at)| [at / 4, at % 4, found, expected]).collect()
    }

    /// Returns the squares one move away from this square, including visited squares. The invocation of this square
    /// reads all returned squares.
    pub fn neighbours(&self, square: u32) -> Vec<u32> {
        let board = self.setup.board();
        board.neighbours(board.at(square.into())).map(|there| board.index(there) as u32).collect()
    }

    /// Returns the name of a square, such as `e6`.
    pub fn name(&self, square: u32) -> String {
        let board = self.setup.board();
        board.at(square.into()).name(board.rows()).to_string()
    }

    /// Checks the path so far. Returns `open tour`, `closed tour`, or the length of the path, such as `path of 12
    /// squares`.
    ///
    /// # Errors
    /// Returns an error if the squares are not the path of a knight.
    pub fn judged(&self) -> Result<String, JsError> {
        let (path, kind) = self.path()?;
        Ok(kind.map_or_else(|| format!("path of {} squares", path.order().len()), |kind| format!("{kind} tour")))
    }

    /// Returns an SVG document of the path from the start to the current square of the knight.
    ///
    /// # Errors
    /// Returns an error if the squares are not the path of a knight, or the board is too large for a picture.
    pub fn svg(&self, dark: bool) -> Result<String, JsError> {
        let (path, kind) = self.path()?;
        let mut svg = Vec::new();
        let style = Style { palette: if dark { Palette::Dark } else { Palette::Light }, ..Style::default() };
        write_svg(&path, kind, &style, &mut svg).map_err(js_error)?;
        Ok(String::from_utf8(svg)?)
    }

    fn path(&self) -> Result<(Path, Option<Kind>), JsError> {
        let board = self.setup.board().clone();
        let order = order_of(&self.state).map_err(engine)?;
        if order.len() as u64 == board.playable() {
            let tour = Tour::new(board, order)?;
            return Ok((tour.path().clone(), Some(tour.kind())));
        }
        Ok((Path::new(board, order)?, None))
    }
}

/// Returns the schedule of the mirror. If `schedule` is `whole`, the mirror uses `near`, since passes over the whole
/// board would be slow on the mirror. Both schedules can stop after each pass.
const fn mirrored(schedule: Schedule) -> Schedule {
    if matches!(schedule, Schedule::Whole) { Schedule::Near } else { schedule }
}
