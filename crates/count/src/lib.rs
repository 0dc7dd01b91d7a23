//! How many there are, exactly.
//!
//! Tours are not found one by one but counted by the *frontier method*: the squares are decided one after another, and
//! of all that has been decided only so much is remembered as matters for the rest: which squares at the frontier lack
//! edges, and which open ends belong to the same path. What agrees in that is one *state*, with the number of ways that
//! lead to it. There are three forms of it:
//!
//! - `blocks`, for wide boards: states in blocks, halves of the board that meet in the middle, all cores;
//! - `plain`, for anything narrow: any graph, numbers of any size, and the quotients of [symmetric tours](classes);
//! - [`count_together`]: the blocks dealt out among the workers of a timely dataflow, on one machine or many.
//!
//! The main decision of this crate: numbers are checked, not trusted. The two forms share no code and must agree with
//! each other, with a [lister](tours()) that knows nothing of frontiers, and with the [published numbers](known). The
//! price is that the method is written twice.

mod blocks;
mod checkpoint;
mod dataflow;
mod enumerate;
mod error;
mod estimate;
pub mod known;
mod plain;
mod progress;
pub mod queens;
mod symmetry;
mod task;

pub use num_bigint::BigUint;

pub use self::dataflow::{Cluster, count_together, hosts};
pub use self::enumerate::tours;
pub use self::error::{CountError, bytes};
pub use self::progress::{Checkpoint, Options, Progress, Stage};
pub use self::symmetry::classes;
pub use self::task::{Task, Tours};

/// The number of tours, a tour and its reverse being one.
///
/// # Errors
/// [`CountError`].
pub fn count(task: &Task, options: &Options<'_>) -> Result<BigUint, CountError> {
    if let Some(number) = at_once(task) {
        return Ok(number);
    }
    let graph = plain::Graph::of(task);
    let plain_width = graph.widths().max().unwrap_or(0);
    // Where holes leave a narrow way through the board the plain form finds it, the block form keeps to its rows.
    if let Some(layout) = blocks::Layout::new(task).filter(|layout| layout.width() < plain_width + NARROWER) {
        afford(estimate::blocks(&layout), options.memory)?;
        match blocks::cycles(task, &layout, options) {
            Err(CountError::TooLarge) if options.checkpoint.is_none() => {}
            result => return result,
        }
    }
    if options.checkpoint.is_some() {
        return Err(CountError::Task {
            message: "this count goes through its board in another way, which keeps no checkpoints".into(),
            hint: "leave out --checkpoint",
        });
    }
    afford(estimate::plain(graph.widths()), options.memory)?;
    let [even, odd] = plain::cycles(&graph, options)?;
    Ok(even + odd)
}

/// So many squares narrower a frontier must be for the plain form to be the better one.
const NARROWER: usize = 5;

/// What is known without counting.
fn at_once(task: &Task) -> Option<BigUint> {
    if task.board().playable() == 1 {
        return Some(BigUint::from(u32::from(task.tours() != Tours::Closed)));
    }
    blocks::colours_forbid(task).then_some(BigUint::ZERO)
}

fn afford(needed: f64, memory: Option<u64>) -> Result<(), CountError> {
    match memory {
        Some(available) if needed > available as f64 => Err(CountError::Memory { needed, available }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use courser_board::{Board, Square};

    use super::*;

    fn listed(task: &Task) -> BigUint {
        let mut found = 0_u64;
        tours(task, false, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        BigUint::from(found)
    }

    fn by_blocks(task: &Task) -> BigUint {
        blocks::cycles(task, &blocks::Layout::new(task).unwrap(), &Options::default()).unwrap()
    }

    fn plainly(task: &Task) -> BigUint {
        let [even, odd] = plain::cycles(&plain::Graph::of(task), &Options::default()).unwrap();
        // On a board no move carries a bit.
        assert_eq!(odd, BigUint::ZERO);
        even
    }

    /// Closed and open tours, from and to several squares.
    fn all_kinds(board: &Board) -> Vec<Task> {
        let squares: Vec<Square> = board.squares().collect();
        let (first, last, some) = (squares[0], squares[squares.len() - 1], squares[squares.len() / 3]);
        let mut kinds = vec![Tours::Closed, Tours::Open { start: None, end: Some(last) }];
        // Listing takes its time where there are many.
        if squares.len() <= 25 {
            kinds.push(Tours::Open { start: None, end: None });
            kinds.extend([first, last, some].map(|start| Tours::Open { start: Some(start), end: None }));
        }
        for (start, end) in [(first, last), (some, last), (last, some), (first, some)] {
            if start != end {
                kinds.push(Tours::Open { start: Some(start), end: Some(end) });
            }
        }
        kinds.into_iter().map(|tours| Task::new(board.clone(), tours).unwrap()).collect()
    }

    fn agree(board: &Board) -> u32 {
        let mut some = 0;
        for task in all_kinds(board) {
            let number = listed(&task);
            some += u32::from(number != BigUint::ZERO);
            if board.playable() > 1 {
                assert_eq!(plainly(&task), number, "plainly, {task:?}");
                assert_eq!(by_blocks(&task), number, "by blocks, {task:?}");
            }
            assert_eq!(count(&task, &Options::default()).unwrap(), number, "{task:?}");
        }
        some
    }

    fn holed(rows: u32, cols: u32, holes: &[(u32, u32)]) -> Board {
        Board::new(rows, cols).unwrap().with_holes(holes.iter().map(|&(row, col)| Square::new(row, col))).unwrap()
    }

    #[test]
    fn rectangles_have_as_many_tours_as_can_be_listed() {
        let mut some = 0;
        for (rows, cols) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 4)] {
            some += agree(&Board::new(rows, cols).unwrap());
        }
        for (rows, cols) in [(3, 7), (3, 8), (3, 10), (10, 3), (5, 5), (5, 6)] {
            some += agree(&Board::new(rows, cols).unwrap());
        }
        assert!(some > 25, "only {some} numbers are not zero");
    }

    #[test]
    fn boards_with_holes_have_as_many_tours_as_can_be_listed() {
        let mut some = 0;
        for board in [
            holed(3, 3, &[(1, 1)]),
            holed(5, 5, &[(2, 2)]),
            holed(5, 5, &[(0, 0)]),
            holed(5, 5, &[(0, 1), (4, 2), (2, 2)]),
            holed(4, 6, &[(0, 0), (3, 5)]),
            holed(6, 4, &[(0, 1), (2, 3)]),
            holed(5, 6, &[(2, 2), (2, 3)]),
            holed(6, 6, &[(0, 0), (0, 1), (1, 0), (5, 5), (5, 4), (4, 5)]),
            holed(3, 9, &[(1, 4), (0, 0)]),
        ] {
            some += agree(&board);
        }
        assert!(some > 20, "only {some} numbers are not zero");
    }

    #[test]
    fn other_pieces_have_as_many_tours_as_can_be_listed() {
        let mut some = 0;
        for (leaper, rows, cols) in
            [("wazir", 1, 4), ("wazir", 2, 2), ("wazir", 4, 4), ("wazir", 3, 5), ("wazir", 6, 3), ("ferz", 1, 2)]
        {
            some += agree(&Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap()));
        }
        for (leaper, rows, cols) in [("zebra", 4, 5), ("camel", 4, 4), ("0,2", 3, 4), ("giraffe", 5, 5), ("2,3", 5, 5)]
        {
            some += agree(&Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap()));
        }
        assert!(some > 20, "only {some} numbers are not zero");
    }

    #[test]
    fn both_forms_agree_where_tours_are_too_many_to_be_listed() {
        for (rows, cols, tours) in [
            (6, 6, Tours::Closed),
            (3, 30, Tours::Open { start: None, end: None }),
            (5, 9, Tours::Open { start: Some(Square::new(2, 4)), end: None }),
            (4, 9, Tours::Open { start: Some(Square::new(0, 0)), end: Some(Square::new(3, 6)) }),
            (11, 4, Tours::Open { start: None, end: None }),
            (5, 12, Tours::Closed),
        ] {
            let task = Task::new(Board::new(rows, cols).unwrap(), tours).unwrap();
            let number = by_blocks(&task);
            assert!(number > BigUint::from(1000_u32), "{task:?}");
            assert_eq!(plainly(&task), number, "{task:?}");
        }
    }

    #[test]
    fn numbers_may_outgrow_128_bits() {
        let task = Task::new(Board::new(3, 120).unwrap(), Tours::Closed).unwrap();
        let number = count(&task, &Options::default()).unwrap();
        assert!(number.bits() > 128);
        assert_eq!(plainly(&task), number);
    }
}
