//! The decision cycle as a picture: its state pass by pass, one channel per panel.

use courser::board::{Board, Path, Square};
use courser::engine::cycle::{self, Cell, PASSES, Schedule, Setup, Status, StatusWord, order_of, rank};
use courser::view::{self, ChannelFilm, Knowledge, MAX_FRAMES, Moment, Pace};
use courser::{Format, Method, Request, TourError};

use super::stuck;
use crate::args::TourArgs;
use crate::device;
use crate::error::Failure;
use crate::output::Output;
use crate::picture;
use crate::progress::bar;

/// An animation keeps no more states of squares than these: some 300 MB.
const MOST_STATES: u64 = 1 << 23;

/// What contradicts itself in the arguments, or would be passed over in silence.
pub(super) fn consistent(args: &TourArgs, format: Option<Format>) -> Result<(), Failure> {
    let refuse = |what: &str, cure: &str| Err(Failure::input(what, cure));
    if args.channel.is_empty() {
        return match args.passes {
            Some(_) => refuse("--passes is for --channel", "leave it out, or name a channel"),
            None => Ok(()),
        };
    }
    if !matches!(args.method, Method::Auto | Method::Cycle)
        || args.organic
        || args.chain.is_some()
        || args.tries.is_some()
        || args.animate.is_some()
    {
        return refuse("--channel shows the decision cycle", "use --method cycle, or leave out --channel");
    }
    if !format.is_some_and(Format::is_picture) {
        return refuse("--channel is for pictures", "write to a .png, .svg, .gif, .apng or .y4m");
    }
    if args.closed || args.end.is_some() {
        return refuse("the decision cycle has no say in where it ends", "leave out --closed and --end");
    }
    if args.verify_cpu || args.schedule.is_some_and(|schedule| schedule != Schedule::Whole) {
        return refuse("--channel shows every pass over the whole board", "leave out --schedule and --verify-cpu");
    }
    match args.picture.first_of(&["--style", "--curve", "--scale", "--speed", "--easing"]) {
        Some(name) => {
            let cure = "leave it out; an animation shows one pass per frame, --fps of them a second";
            Err(Failure::input(format!("{name} is for tours, not for channels"), cure))
        }
        None => Ok(()),
    }
}

/// What cannot be drawn of this board: reported before any pass.
pub(super) fn possible(board: &Board, args: &TourArgs, format: Option<Format>) -> Result<(), Failure> {
    let style = args.picture.style();
    let possible = match format {
        Some(format) if format.is_animation() => {
            let moments = passes(board, args, format)? + 1;
            ChannelFilm::check(board, &args.channel, moments, &style, &pace(args))
        }
        _ => view::check_channels(board, &args.channel, &style),
    };
    possible.map_err(picture::failure)
}

/// Slow enough to be followed, unless a speed is asked for.
fn pace(args: &TourArgs) -> Pace {
    Pace { fps: args.picture.fps.unwrap_or(3), ..args.picture.pace() }
}

/// Runs the cycle on the device, and writes the state after the last pass or, in an animation, after each.
pub(super) fn run(
    request: &Request<'_>,
    args: &TourArgs,
    format: Format,
    output: Output,
    quiet: bool,
) -> Result<(), Failure> {
    let setup = request.cycle()?;
    let board = setup.board().clone();
    let device = device::choose(&args.device, quiet)?;
    let most = passes(&board, args, format)?;
    let mut cycle = cycle::on(&device, setup, Schedule::Whole)?;
    let bar = bar(board.playable(), "squares", quiet);
    let mut moments = Vec::new();
    let mut status = cycle.status()?;
    loop {
        let passes = cycle.passes();
        let ended = status.word() != StatusWord::Running || passes == most;
        if ended || format.is_animation() {
            let state = cycle.state()?;
            moments.push(moment(cycle.setup(), &state, passes, &status));
        }
        if ended {
            break;
        }
        status = cycle.advance(1)?;
        bar.set_position(status.visit.into());
    }
    bar.finish_and_clear();
    let end = match status.word() {
        StatusWord::Stuck => Some(Path::new(board.clone(), order_of(&cycle.state()?)?).map_err(TourError::from)?),
        StatusWord::Running | StatusWord::Done => None,
    };
    if end.is_none() || args.partial {
        write(&board, args, moments, format, output, quiet)?;
    }
    let reported = |path: Path| Err(stuck(&path, None));
    end.map_or(Ok(()), reported)
}

/// The passes to be shown at most; of a still picture all that there are.
fn passes(board: &Board, args: &TourArgs, format: Format) -> Result<u64, Failure> {
    let all = board.playable() * PASSES.len() as u64;
    let passes = args.passes.map_or(all, |passes| passes.min(all));
    let room = (MOST_STATES / board.cells()).min(MAX_FRAMES.into()).saturating_sub(1);
    if format.is_animation() && passes > room {
        return Err(Failure::input(
            format!("an animation of {passes} passes over {board} is too long: at most {room}"),
            if room == 0 { "choose a smaller board".into() } else { format!("use --passes {room} or fewer") },
        ));
    }
    Ok(passes)
}

fn write(
    board: &Board,
    args: &TourArgs,
    mut moments: Vec<Moment>,
    format: Format,
    output: Output,
    quiet: bool,
) -> Result<(), Failure> {
    let style = args.picture.style();
    if format.is_animation() {
        let film = ChannelFilm::new(board, &args.channel, moments, &style, pace(args)).map_err(picture::failure)?;
        return picture::write_film(output, format, film, quiet);
    }
    let moment = moments.pop().expect("a run has a last state");
    picture::write_still(
        output,
        format,
        || view::paint_channels(board, &args.channel, &moment, &style),
        |out| view::write_channels_svg(board, &args.channel, &moment, &style, out),
    )
}

/// What every square knows, and which of the ranks are right.
fn moment(setup: &Setup, state: &[Cell], passes: u64, status: &Status) -> Moment {
    let knowledge = |(square, cell): (u32, &Cell)| Knowledge {
        visit: if cell.visit == Cell::HOLE { 0 } else { cell.visit },
        phase: cell.phase,
        rank: cell.rank,
        // A rank is right if the pass would leave it as it is.
        is_rank_right: rank::mirror(setup, state, square, &mut Status::default()).rank == cell.rank,
        next: setup.moves().iter().find(|by| u32::from(by.code) == cell.next).map(|by| (by.row, by.col)),
    };
    let squares = (0..).zip(state).map(knowledge).collect();
    Moment { squares, caption: caption(setup.board(), passes, status) }
}

/// The pass that was done, and what it does.
fn caption(board: &Board, passes: u64, status: &Status) -> String {
    let Some(before) = passes.checked_sub(1) else {
        let start: Square = board.at(status.at.into());
        return format!("before the first pass: the knight is on {}", start.name(board.rows()));
    };
    let pass = PASSES[(before % PASSES.len() as u64) as usize].name;
    let does = match (status.word(), pass) {
        (StatusWord::Done, _) => "the tour is done",
        (StatusWord::Stuck, _) => "the knight is stuck",
        (_, "rank") => "every square counts its unvisited neighbours",
        (_, "decide") => "every square picks its next, the knight departs",
        (_, "pull") => "the square that was picked pulls the knight",
        _ => "",
    };
    format!("move {}, {pass}: {does}", before / PASSES.len() as u64 + 1)
}
