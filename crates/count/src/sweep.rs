//! Counts the tours of many boards in one sweep.

use std::cell::Cell;

use courser_board::{Square, Wrap};
use num_bigint::BigUint;

use crate::blocks::{self, SweepBoard};
use crate::plain::{self, VertexGraph};
use crate::{CountError, CountOptions, CountTask, are_blocks_better, at_once, undirected};

/// Maximum width of the frontier of a swept board, in vertices. This width suffices for a knight's board six squares
/// wide, including the apex of open tours.
const WIDTH: usize = 13;

/// Counts the tours of several tasks, and reports each number with the task's index as soon as the number is known.
///
/// If boards have one side length in common, a single sweep along the other side can count the tours of many boards.
/// Two kinds of sweep are used:
/// - A sweep over half of the longest board. It counts boards that do not change when turned by 180°, as long as the
///   intermediate numbers fit in 64 bits.
/// - A sweep over the whole longest board. It counts other narrow boards.
///
/// All remaining boards are counted one after another by [`count`](crate::count()). Checkpoints are not kept.
///
/// ```
/// use courser_count::{CountOptions, CountTask, Tours, count_each};
///
/// let tasks: Vec<CountTask> = (5..=8)
///     .map(|cols| CountTask::new(courser_board::Board::new(6, cols).unwrap(), Tours::Closed))
///     .collect::<Result<_, _>>()?;
/// let mut numbers = vec![String::new(); tasks.len()];
/// count_each(&tasks, &CountOptions::default(), &mut |at, number| {
///     numbers[at] = number.to_string();
///     Ok(())
/// })?;
/// assert_eq!(numbers, ["8", "9862", "1067638", "55488142"]);
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// Any [`CountError`], including an error of `on_number`, which stops the count.
pub fn count_each(
    tasks: &[CountTask],
    options: &CountOptions<'_>,
    on_number: &mut dyn FnMut(usize, BigUint) -> Result<(), CountError>,
) -> Result<(), CountError> {
    let trimmed: Vec<CountTask> = tasks.iter().map(CountTask::trimmed).collect();
    let is_done = vec![Cell::new(false); tasks.len()];
    let left = || (0..tasks.len()).filter(|&at| !is_done[at].get());
    let mut report = |at: usize, number| {
        is_done[at].set(true);
        on_number(at, tasks[at].of_undirected(number))
    };
    for (at, task) in trimmed.iter().enumerate() {
        at_once(task).map_or(Ok(()), |number| report(at, number))?;
    }
    // First, the block form counts the tours of suitable boards. The sweep of the block form ends early if intermediate
    // numbers exceed 64 bits. Second, the plain form counts the tours of narrow boards. The numbers of the plain form
    // can have any size. Finally, the tours of the remaining boards are counted one board at a time.
    let (places, layouts): (Vec<usize>, Vec<SweepBoard>) =
        left().filter_map(|at| Some((at, in_blocks(&trimmed[at], options)?))).unzip();
    let alike = blocks::alike(&layouts);
    // One sweep can count only boards whose layouts differ only in length. The other boards of a range are counted
    // first, for example the shortest boards if they are transposed and the longer boards are not.
    for (_, &at) in places.iter().enumerate().filter(|(layout, _)| !alike.contains(layout)) {
        report(at, undirected(&trimmed[at], options)?)?;
    }
    let layouts: Vec<SweepBoard> = alike.iter().map(|&layout| layouts[layout].clone()).collect();
    blocks::sweep(&layouts, options, &mut |at, number| report(places[alike[at]], number))?;
    let keys = direction(&trimmed);
    let plain = left().filter(|at| !places.contains(at));
    let (places, graphs): (Vec<usize>, Vec<VertexGraph>) =
        plain.filter_map(|at| Some((at, narrow(&trimmed[at], keys?, options)?))).unzip();
    plain::sweep(&graphs, options, &mut |graph, [even, odd]| report(places[graph], even + odd))?;
    left().try_for_each(|at| report(at, undirected(&trimmed[at], options)?))
}

/// Returns the layout of a task for a sweep in the block form. Returns `None` if the block form does not suit the task.
fn in_blocks(task: &CountTask, options: &CountOptions<'_>) -> Option<SweepBoard> {
    let layout = SweepBoard::new(task)?;
    // A sweep also keeps the layer of the previous row. According to measurements, this layer adds a tenth to the
    // memory of the count.
    let is_affordable = options.affords(blocks::bytes(&layout) * 1.1).is_ok();
    let is_better =
        are_blocks_better(&layout, &VertexGraph::of(task)) && is_affordable && !blocks::outgrows(task, &layout);
    is_better.then_some(layout)
}

/// Returns the graph of a task for a sweep in the plain form. Returns `None` if sides of the board are joined, if the
/// frontier is too wide, or if the count needs more memory than `options` allows.
fn narrow(task: &CountTask, key: SquareKey, options: &CountOptions<'_>) -> Option<VertexGraph> {
    if task.board().wrap() != Wrap::None {
        return None;
    }
    let graph = VertexGraph::along(task, |square| key(task, square));
    (graph.width() <= WIDTH && options.affords(graph.bytes()).is_ok()).then_some(graph)
}

/// A function that returns the sort key of a square. The keys give the order of the sweep.
type SquareKey = fn(&CountTask, Square) -> (u32, u32);

/// Returns the order in which the squares of all boards are decided. The order runs along the side whose length differs
/// between the boards, in the direction in which the boards have more steps in common. Returns `None` if the boards
/// differ in the lengths of both sides.
fn direction(tasks: &[CountTask]) -> Option<SquareKey> {
    const KEYS: [[SquareKey; 2]; 2] = [
        [|_, at| (at.col, at.row), |task, at| (task.board().cols() - at.col, at.row)],
        [|_, at| (at.row, at.col), |task, at| (task.board().rows() - at.row, at.col)],
    ];
    let is_same = |side: fn(&CountTask) -> u32| tasks.windows(2).all(|two| side(&two[0]) == side(&two[1]));
    let keys = match (is_same(|task| task.board().rows()), is_same(|task| task.board().cols())) {
        (true, _) => KEYS[0],
        (false, true) => KEYS[1],
        (false, false) => return None,
    };
    // Only the two largest boards are compared to select the direction. Usually, any other two boards lead to the same
    // direction, because the boards differ only in the length of one side. If a required first or last square is at an
    // end of this side, it is usually at the same end on every board.
    let mut longest: Vec<&CountTask> = tasks.iter().collect();
    longest.sort_by_key(|task| std::cmp::Reverse(task.board().cells()));
    let [one, other, ..] = longest[..] else { return Some(keys[0]) };
    let shared = |key: &SquareKey| {
        let graph = |task| VertexGraph::along(task, |square| key(task, square));
        plain::shared(&graph(one), &graph(other))
    };
    keys.into_iter().rev().max_by_key(shared)
}
