//! Implements `courser count`, which counts tours.

pub(crate) mod args;
mod by;
mod known;
mod list;
mod many;
mod number;
mod puzzle;
mod shard;

use std::time::Instant;

use courser::Content;
use courser::board::{Board, Square};
use courser::count::{CountError, CountTask};
use courser::survey::Boards;

use self::number::{CountAnswer, whole};
use crate::count::args::{CountArgs, CountCommand};
use crate::counting::Watch;
use crate::error::{Result, note, refuse};
use crate::input::GivenNumbers;
use crate::{input, interrupt};

pub(crate) fn run(args: &CountArgs) -> Result<()> {
    match &args.command {
        Some(CountCommand::Merge(args)) => return shard::merge(args),
        Some(CountCommand::Known(args)) => return known::run(args.effort),
        None => {}
    }
    consistent(args)?;
    let boards = boards(args)?;
    if let Some(limit) = args.limit {
        interrupt::stop_after(limit.into());
    }
    if let [(board, _, given)] = &boards[..]
        && !given.is_empty()
    {
        puzzle::consistent(args)?;
        return puzzle::run(args, board.clone(), given.clone());
    }
    let tasks = tasks(args, boards)?;
    let [task] = &tasks[..] else { return many::run(args, &tasks) };
    if args.list {
        return list::run(args, task);
    }
    if let Some(by) = args.by {
        return by::run(args, task, by);
    }
    if let Some(shard) = args.shard {
        return shard::run(args, task, shard);
    }
    let format = args.output.format_or_text(Content::Count)?;
    let output = args.output.open()?;
    let begun = Instant::now();
    let watch = Watch::new();
    let number = whole(args, task, &watch);
    let states = watch.finish();
    let answer = CountAnswer {
        seconds: Some(begun.elapsed().as_secs_f64()),
        states: Some(states),
        ..CountAnswer::new(task, args.up_to_symmetry, args.symmetry, &number?)
    };
    answer.write(format, output)
}

/// Records in a [`CountError::Memory`] that the command rejects `--disk` for this count. Returns other errors
/// unchanged.
fn in_memory(error: CountError) -> CountError {
    match error {
        CountError::Memory { needed, available, .. } => CountError::Memory { needed, available, can_use_disk: false },
        error => error,
    }
}

/// Returns an error if the options exclude every kind of tour.
fn consistent(args: &CountArgs) -> Result<()> {
    let symmetry = [(args.up_to_symmetry, "--up-to-symmetry"), (args.symmetry.is_some(), "--symmetry")];
    if let Some((_, option)) = symmetry.into_iter().find(|(is_given, _)| *is_given) {
        let what = format_args!("{option} counts closed tours only");
        refuse(args.tours.kind.are_open(), what, "leave out --open, --start and --end")?;
        let what = format_args!("{option} counts all closed tours of a board, without forced or forbidden moves");
        refuse(!args.tours.moves.are_empty(), what, "leave out --with and --without")?;
    }
    let cure = "add --shard I/N, or leave out --layers";
    refuse(args.layers.is_some() && args.shard.is_none(), "--layers is for shards", cure)?;
    let (what, cure) = ("a class of tours and the moves of tours have no direction", "leave out --directed");
    let no_direction = args.up_to_symmetry || args.by.is_some();
    refuse(args.directed && no_direction, what, cure)
}

/// A board, the start marked in its file, and the visit numbers in its file.
type CountQuestion = (Board, Option<Square>, GivenNumbers);

/// Returns the boards in the arguments, each with the start and the visit numbers in its file.
fn boards(args: &CountArgs) -> Result<Vec<CountQuestion>> {
    let boards: Vec<Board> = args.size.iter().flat_map(Boards::each).collect();
    let one = |board| {
        let (board, marked, given) = input::numbered_board(board, &args.holes, args.leaper, &args.given)?;
        Ok(vec![(args.wrap.of(board), marked, given)])
    };
    match &boards[..] {
        [] => one(None),
        [board] => one(Some(board)),
        many => {
            refuse(!args.given.is_empty(), "visit numbers are for one board", "name one board")?;
            refuse(args.holes.board.is_some(), "a file has one board", "name one size, or leave out --board")?;
            let board = |board: &Board| args.wrap.of(board.clone().with_leaper(args.leaper));
            Ok(many.iter().map(|one| (board(one), None, GivenNumbers::new())).collect())
        }
    }
}

/// Returns the count task of each board.
fn tasks(args: &CountArgs, boards: Vec<CountQuestion>) -> Result<Vec<CountTask>> {
    let task = |(board, marked, _)| Ok(input::task(board, marked, &args.tours)?.directed(args.directed));
    let tasks = boards.into_iter().map(task).collect::<Result<_>>()?;
    if !args.tours.kind.are_open() && !args.tours.kind.closed && args.symmetry.is_none() {
        note("closed tours are counted; --open counts the open ones");
    }
    Ok(tasks)
}
