//! Writes the states of the decision cycle after each pass. The output is either a picture with one panel per channel,
//! or data.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;

use courser::board::format::npy_header;
use courser::board::{Board, Square, Violation};
use courser::engine::EngineError;
use courser::engine::cycle::{Cell, Cycle, PASSES, Schedule, Setup, Status, StatusWord, rank};
use courser::view::{self, CellState, Channel, ChannelFilm, ChannelFrame, MAX_FRAMES, Pace, StaticPicture, caption};
use courser::{Answer, Content, FileFormat, Hooks, Request};

use crate::answer::made;
use crate::cycle::args::CycleArgs;
use crate::error::{Failure, Result, refuse};
use crate::failures::unanswered;
use crate::output::OutputTarget;
use crate::picture;
use crate::progress::shown;

/// Maximum number of states in memory. Each state belongs to one square. This number of states takes about 300 MB.
const MAX_STATES: u64 = 1 << 23;

/// Rejects options that do not apply to pictures and data of the square states.
pub(super) fn consistent(args: &CycleArgs, format: Option<FileFormat>) -> Result<()> {
    let holds = format.is_some_and(|format| format.holds(Content::States));
    let cure = "write to a .png, .svg, .gif, .apng, .y4m, .npy or .csv";
    refuse(!holds, "--channel is for pictures and data", cure)?;
    let in_part = args.schedule.is_some_and(|schedule| schedule != Schedule::Whole);
    let what = "--channel shows every pass over the whole board";
    refuse(args.verify_cpu || in_part, what, "leave out --schedule and --verify-cpu")?;
    refuse(args.show.show, "--show draws the tour, and --channel the states", "leave out one of them")?;
    let of_tours = ["--style", "--colour", "--curve", "--caption", "--legend", "--scale", "--speed", "--easing"];
    let cure = "leave it out; an animation shows one pass per frame, --fps of them a second";
    args.picture.only(&of_tours, false, "pictures of tours, not of channels", cure)?;
    let print = ["--paper", "--margin", "--pen", "--stroke", "--stroke-layers", "--dpi"];
    args.picture.only(&print, false, "pictures of tours, not of channels", "leave it out")
}

/// The requested states of the decision cycle, which are collected while the cycle runs.
pub(super) struct States<'a> {
    args: &'a CycleArgs,
    format: FileFormat,
    /// Number of passes before the last displayed state.
    most: u64,
    kept: RefCell<Vec<Kept>>,
    /// Setup of the run, known after its first pass.
    setup: RefCell<Option<Setup>>,
}

/// A state, the number of passes before this state, and the status of the run.
type Kept = (Vec<Cell>, u64, Status);

impl<'a> States<'a> {
    /// Rejects boards and options that the output does not support. This check precedes the first pass.
    pub(super) fn new(board: &Board, args: &'a CycleArgs, format: FileFormat) -> Result<Self> {
        let states = Self {
            args,
            format,
            most: most(board, args, format)?,
            kept: RefCell::default(),
            setup: RefCell::default(),
        };
        let style = args.picture.style();
        match format {
            format if !format.is_picture() => Ok(()),
            format if format.is_animation() => {
                ChannelFilm::check(board, &args.channel, states.most + 1, &style, &pace(args))
            }
            _ => view::check_channels(board, &args.channel, &style),
        }?;
        Ok(states)
    }

    /// Keeps a copy of the state if the output contains this state. Ends the run at the last requested pass.
    fn look(&self, cycle: &mut dyn Cycle) -> Result<ControlFlow<()>, EngineError> {
        let (status, passes) = (cycle.status()?, cycle.passes());
        let is_last = status.word() != StatusWord::Running || passes == self.most;
        if is_last || has_every_state(self.format) {
            self.kept.borrow_mut().push((cycle.state()?, passes, status));
            self.setup.replace(Some(cycle.setup().clone()));
        }
        Ok(if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Returns whether the run reached the last requested pass.
    fn are_all(&self) -> bool {
        self.kept.borrow().last().is_some_and(|(_, passes, _)| *passes == self.most)
    }

    /// Writes the states. Animations and data contain the state after each pass. Still pictures contain only the last
    /// state.
    fn write(self, output: OutputTarget) -> Result<()> {
        let (states, channels) = (self.kept.into_inner(), &self.args.channel);
        let setup = self.setup.into_inner().expect("a run has a first state");
        // The number of passes of a relay is known only after the run, so this error cannot be reported earlier.
        let is_cut = states.last().is_some_and(|(_, _, status)| status.word() == StatusWord::Running);
        if is_cut && setup.knights() > 1 && self.args.passes.is_none() {
            return Err(too_long(setup.board(), self.format, "more", self.most));
        }
        let (board, style) = (setup.board(), self.args.picture.style());
        let data = |error| Failure::writing("the states", &error);
        match self.format {
            FileFormat::Csv => return output.write(|out| csv(board, channels, &states, out).map_err(data)),
            FileFormat::Npy => return output.write(|out| npy(board, channels, &states, out).map_err(data)),
            _ => {}
        }
        let mut moments = states.iter().map(|(state, passes, status)| moment(&setup, state, *passes, status));
        if self.format.is_animation() {
            let film = ChannelFilm::new(board, channels, moments.collect(), &style, pace(self.args));
            return picture::write_film(output, self.format, film?);
        }
        let moment = moments.next_back().expect("a run has a last state");
        picture::write_still(output, self.format, StaticPicture::channels(board, channels, &moment, &style))
    }
}

/// Runs the cycle and writes the requested states.
pub(super) fn run(request: &Request<'_>, args: &CycleArgs, states: States<'_>, output: OutputTarget) -> Result<()> {
    let look = |cycle: &mut dyn Cycle| states.look(cycle);
    let answer = shown(|hooks| made(request, &Hooks { cycle: Some(&look), ..*hooks }))?;
    match answer {
        Answer::Found(_) => states.write(output),
        // The run stops after the last requested pass, which can precede the end of the tour.
        Answer::Stopped(_) if states.are_all() => states.write(output),
        answer => {
            if args.knight.partial && matches!(answer, Answer::Failed { violation: Violation::Flaw(_), .. }) {
                states.write(output)?;
            }
            Err(unanswered(&answer, request))
        }
    }
}

/// Returns whether a file in this format contains the state after every pass, and not only the last state.
const fn has_every_state(format: FileFormat) -> bool {
    format.is_animation() || !format.is_picture()
}

/// Returns the pace of the animation, which is by default slow enough to follow.
fn pace(args: &CycleArgs) -> Pace {
    Pace { fps: args.picture.fps.unwrap_or(3), ..args.picture.pace() }
}

/// Returns the number of passes before the last displayed state. For one knight, this number is at most the number of
/// passes of a tour.
///
/// # Errors
/// [`Failure`] if the output would have too many states.
fn most(board: &Board, args: &CycleArgs, format: FileFormat) -> Result<u64> {
    let frames = if format.is_animation() { MAX_FRAMES.into() } else { u64::MAX };
    let room =
        if has_every_state(format) { (MAX_STATES / board.cells()).min(frames).saturating_sub(1) } else { u64::MAX };
    let is_relay = args.regions.is_some();
    let all = if is_relay && room > 0 { room } else { board.playable() * PASSES.len() as u64 };
    let passes = args.passes.map_or(all, |passes| if is_relay { passes } else { passes.min(all) });
    if passes > room {
        return Err(too_long(board, format, &passes.to_string(), room));
    }
    Ok(passes)
}

/// Returns the failure for a run with too many states for the format. `room` is the maximum number of passes.
fn too_long(board: &Board, format: FileFormat, passes: &str, room: u64) -> Failure {
    let what = if format.is_animation() { "an animation" } else { "a file" };
    Failure::input(
        format!("{what} of {passes} passes over {board} is too long: at most {room}"),
        if room == 0 { "choose a smaller board".into() } else { format!("use --passes {room} or fewer") },
    )
}

/// Returns the value of a channel. Holes have the value 0 in all channels.
fn value(cell: &Cell, channel: Channel) -> u32 {
    match channel {
        _ if cell.visit == Cell::HOLE => 0,
        Channel::Visit => cell.visit,
        Channel::Phase => cell.phase,
        Channel::Rank => cell.rank,
        Channel::Next => cell.next,
    }
}

/// Writes an array of 32-bit numbers with the shape (states, rows, columns, channels).
fn npy(board: &Board, channels: &[Channel], states: &[Kept], out: &mut dyn Write) -> io::Result<()> {
    let shape = [states.len() as u64, board.rows().into(), board.cols().into(), channels.len() as u64];
    out.write_all(&npy_header(&shape, 4))?;
    let mut cells = states.iter().flat_map(|(state, ..)| state);
    cells.try_for_each(|cell| {
        channels.iter().try_for_each(|&channel| out.write_all(&value(cell, channel).to_le_bytes()))
    })
}

/// Writes a table with one line per state and square. Holes are left out.
fn csv(board: &Board, channels: &[Channel], states: &[Kept], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = channels.iter().map(Channel::to_string).collect();
    writeln!(out, "pass,row,col,{}", names.join(","))?;
    for (state, passes, _) in states {
        for square in board.squares() {
            write!(out, "{passes},{},{}", square.row, square.col)?;
            let cell = &state[board.index(square) as usize];
            channels.iter().try_for_each(|&channel| write!(out, ",{}", value(cell, channel)))?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Returns the state of every square, with a flag that is true if the square's rank is up to date.
fn moment(setup: &Setup, state: &[Cell], passes: u64, status: &Status) -> ChannelFrame {
    let knowledge = |(square, cell): (u32, &Cell)| CellState {
        visit: if cell.visit == Cell::HOLE { 0 } else { cell.visit },
        phase: cell.phase,
        rank: cell.rank,
        // A rank is up to date if the *rank* pass would not change it.
        is_rank_right: rank::mirror(setup, state, square, &mut Status::default()).rank == cell.rank,
        next: setup.moves().iter().find(|by| u32::from(by.code) == cell.next).map(|by| (by.row, by.col)),
        changed: [false; 4],
    };
    let squares = (0..).zip(state).map(knowledge).collect();
    ChannelFrame { squares, caption: caption(setup, passes, status) }
}

/// Returns a description of the last pass.
fn caption(setup: &Setup, passes: u64, status: &Status) -> String {
    let board = setup.board();
    let start: Square = board.at(status.at.into());
    let run = match status.word() {
        StatusWord::Running => caption::RunState::Running,
        StatusWord::Done => caption::RunState::Done,
        StatusWord::Stuck => caption::RunState::Stuck,
    };
    caption::cycle(passes, setup.knights() as u64, &start.name(board.rows()).to_string(), run)
}
