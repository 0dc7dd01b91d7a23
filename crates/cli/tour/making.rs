//! The making of a tour as an animation: a mosaic melts into cycles, they join, and the last one is the tour; or all knights
//! of a relay move.

use std::cell::RefCell;
use std::ops::ControlFlow;

use courser::board::Board;
use courser::engine::EngineError;
use courser::engine::cycle::{Cell, Cycle, PASSES, Phase, StatusWord};
use courser::engine::grown::{Cover, MELTS, Pass, SHAKE_MELTS};
use courser::view::{CycleColour, CycleColours, CycleSquare, Look, MakingFilm, MakingFrame};
use courser::{Answer, Format, Hooks, MethodName, Request};

use super::failures::unanswered;
use super::made;
use crate::args::tour::{Animate, TourArgs};
use crate::error::{Failure, Result, refuse};
use crate::output::Output;
use crate::picture;
use crate::progress::shown;

/// An animation keeps no more states of squares than these: half a gigabyte.
const MOST_STATES: u64 = 1 << 27;

/// Rounds of joining that there is room for; a board takes some five.
const ROUNDS: u32 = 30;

/// Moves of a relay that there is room for; 64x64 takes some 240, and 4000x4000 some 800.
const MOVES: u32 = 1000;

/// A move of a relay is shown if at least one knight in so many moves.
const FEW: usize = 8;

/// Returns whether a square in this phase has a knight on it.
fn is_here(phase: u32) -> bool {
    (Phase::Arrived as u32..Phase::Left as u32).contains(&phase)
}

/// Frames in which a region of a relay flashes that starts again.
const FLASH: u32 = 6;

/// Seconds for which are shown: the mosaic before it melts, its cycles, and what each round of joining has joined.
const HELD: f64 = 0.6;

/// Refuses arguments that contradict each other, or that would be ignored.
pub(super) fn consistent(args: &TourArgs, method: MethodName, format: Option<Format>) -> Result<()> {
    let moves = format.is_some_and(Format::is_animation);
    let cure = "leave it out, or write to a .gif, .apng or .y4m";
    refuse(!moves, "--animate is for animations", cure)?;
    if args.animate != Some(Animate::Making) {
        return Ok(());
    }
    let has_making = matches!(method, MethodName::Grown | MethodName::Organic | MethodName::Relay);
    let cure = "use --organic, --method grown or --method relay";
    refuse(!has_making, "--animate making shows how a tour grows, or many knights", cure)?;
    let style = &args.picture;
    let other_look = style.style.is_some_and(|look| !matches!(look, Look::Auto | Look::Line | Look::Heat));
    refuse(other_look, "--animate making has lines or a heat map", "leave out --style, or use line or heat")?;
    let cure = "leave it out; an animation shows a pass of melting a frame, --fps of them a second";
    style.only(&["--speed", "--easing"], false, "the moves of a tour, not for its making", cure)
}

/// Refuses a board whose making cannot be drawn, before any pass.
pub(super) fn possible(board: &Board, args: &TourArgs) -> Result<()> {
    let pace = args.picture.pace();
    let (moments, frames) = match args.method {
        MethodName::Relay => (MOVES, MOVES.into()),
        _ => (MELTS + ROUNDS, u64::from(MELTS) + u64::from(ROUNDS) * u64::from(held(pace.fps))),
    };
    MakingFilm::check(board, frames, &args.picture.style(), &pace)?;
    let most = MOST_STATES / u64::from(moments);
    refuse(
        board.cells() > most,
        format_args!("the making of a tour of {board} is too long for an animation: {moments} pictures of its squares"),
        format!("choose a board of at most {most} squares, or see it with courser watch"),
    )
}

const fn held(fps: u32) -> u32 {
    (HELD * fps as f64) as u32 + 1
}

/// Makes the tour, looks at it after every pass that changes an edge, and writes the animation.
pub(super) fn run(request: &Request<'_>, args: &TourArgs, format: Format, output: Output) -> Result<()> {
    let pace = args.picture.pace();
    let making = RefCell::new(Making { held: held(pace.fps), ..Making::default() });
    let look = |pass: Pass, cover: Cover| making.borrow_mut().see_cycles(pass, &cover);
    let look_at_knights = |cycle: &mut dyn Cycle| making.borrow_mut().see_knights(cycle);
    let (tour, method) = shown(|hooks| {
        let hooks = Hooks { cover: Some(&look), cycle: Some(&look_at_knights), ..*hooks };
        match made(request, &hooks)? {
            Answer::Found(found) => {
                let (tour, report) = found.tour(&hooks)?;
                Ok((tour, report.how.method))
            }
            answer => Err(unanswered(&answer, request, args)),
        }
    })?;
    if !matches!(method, "grown" | "relay") {
        return Err(Failure::no(
            format!("this tour of {} was not grown, and nothing else has a making to be shown", tour.board()),
            "leave out --animate, or try another board or --seed",
        ));
    }
    let frames = making.into_inner().frames;
    let film = MakingFilm::new(frames, tour.path(), Some(tour.kind()), &args.picture.style(), &pace);
    picture::write_film(output, format, film?)
}

/// Returns the links and the colour that each square shows.
pub(crate) fn cycle_squares(cover: &Cover, tints: &mut CycleColours) -> Vec<CycleSquare> {
    let tints = tints.follow(&cover.labels);
    let cycle_square = |(&links, tint)| if links == 0 { CycleSquare::HOLE } else { CycleSquare::new(links, tint) };
    cover.links.iter().zip(tints).map(cycle_square).collect()
}

/// The frames of a making so far.
#[derive(Default)]
struct Making {
    frames: Vec<MakingFrame>,
    /// Frames for which a picture is held.
    held: u32,
    tints: CycleColours,
    /// Passes of melting.
    melted: u32,
    /// Of a relay, the phase of every square at its last move, and the regions that began again since the last frame.
    phases: Vec<u32>,
    restarting: usize,
    /// Of a relay, for every square its edges when it was visited last, and the frames for which it still flashes.
    seen: Vec<(u8, u32)>,
}

impl Making {
    /// Adds the cycles of a tour that grows.
    fn see_cycles(&mut self, pass: Pass, cover: &Cover) {
        self.melted += u32::from(pass == Pass::Melt);
        // Of a shake its end is seen.
        let frames = match self.melted {
            _ if pass != Pass::Melt => self.held,
            1..MELTS => 1,
            MELTS => self.held,
            later if (later - MELTS).is_multiple_of(SHAKE_MELTS) => self.held,
            _ => return,
        };
        if self.frames.len() < (MELTS + ROUNDS) as usize {
            // A cycle is named by one of its squares.
            let cycles = (0_u32..).zip(&cover.labels).filter(|&(square, &label)| square == label).count();
            let cycles = if cycles == 1 { "1 cycle".into() } else { format!("{cycles} cycles") };
            let caption = match self.melted {
                0 => "a mosaic".to_owned(),
                melted if pass == Pass::Melt && melted <= MELTS => {
                    format!("melting, pass {melted} of {MELTS}, {cycles}")
                }
                _ if pass == Pass::Melt => format!("melting again at what is left, {cycles}"),
                _ => format!("joining, {cycles}"),
            };
            let cycle_squares = cycle_squares(cover, &mut self.tints);
            self.frames.push(MakingFrame { cycle_squares, frames, caption, knights: Vec::new() });
        }
    }

    /// Adds the knights of a relay after each of their moves.
    fn see_knights(&mut self, cycle: &mut dyn Cycle) -> Result<ControlFlow<()>, EngineError> {
        let is_over = cycle.status()?.word() != StatusWord::Running;
        let is_moved = is_over || cycle.passes().is_multiple_of(PASSES.len() as u64);
        if !is_moved || self.frames.len() >= MOVES as usize {
            return Ok(ControlFlow::Continue(()));
        }
        let (cells, setup) = (cycle.state()?, cycle.setup());
        let (board, all) = (setup.board().clone(), setup.knights());
        let has_knight = |cell: &Cell| is_here(cell.phase);
        let phases: Vec<u32> = cells.iter().map(|cell| cell.phase).collect();
        let came = |&at: &usize| has_knight(&cells[at]) && self.phases.get(at).is_none_or(|&phase| !is_here(phase));
        let moving = (0..cells.len()).filter(came).count();
        // A knight on a square that it had left begins its region again.
        let was_left = |&at: &usize| self.phases.get(at) == Some(&(Phase::Left as u32));
        self.restarting += (0..cells.len()).filter(came).filter(was_left).count();
        self.phases = phases;
        // The last regions try again and again while all others are done.
        if moving * FEW < all && !is_over && !self.frames.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let knights = (0..).zip(&cells).filter(|(_, cell)| has_knight(cell)).map(|(at, _)| board.at(at)).collect();
        let passes = cycle.passes();
        let restarting = std::mem::take(&mut self.restarting);
        let caption = match restarting {
            0 => format!("relay, pass {passes}, {moving} of {all} knights move"),
            regions => format!("relay, pass {passes}, restarting {} of {all} regions", regions.min(all)),
        };
        let cycle_squares = self.squares(cycle)?;
        self.frames.push(MakingFrame { cycle_squares, frames: 1, caption, knights });
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the links and the colour of each square: the colour that it has in the tour, or, where a region has started
    /// again, the path that was given up in a colour of its own.
    fn squares(&mut self, cycle: &mut dyn Cycle) -> Result<Vec<CycleSquare>, EngineError> {
        let (cells, setup) = (cycle.state()?, cycle.setup());
        let mut links = vec![0_u8; cells.len()];
        for (from, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.phase == Phase::Left as u32) {
            let by = setup.moves().iter().find(|by| u32::from(by.code) == cell.next);
            if let Some((to, by)) =
                by.and_then(|&by| Some((setup.board().step(setup.board().at(from as u64), by)?, by)))
            {
                let way = CycleSquare::way((by.row, by.col));
                links[from] |= way;
                links[setup.board().index(to) as usize] |= way.rotate_left(4);
            }
        }
        self.seen.resize(cells.len(), (0, 0));
        let last = setup.board().playable() - 1;
        let squares = cells.iter().zip(links).zip(&mut self.seen).map(|((cell, links), (seen, frames))| {
            if cell.visit > 0 {
                (*seen, *frames) = (links, FLASH);
                return CycleSquare::new(links, CycleColour::of_visit(u64::from(cell.visit) - 1, last));
            }
            *frames = frames.saturating_sub(1);
            CycleSquare::new(if *frames > 0 { *seen } else { 0 }, CycleColour::default())
        });
        Ok(squares.collect())
    }
}
