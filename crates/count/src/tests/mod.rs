//! Compares every form of the count with the other forms and with a list of all tours.

use std::ops::ControlFlow;

use courser_board::{Board, Leaper, Square};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use super::*;

fn listed(task: &CountTask) -> BigUint {
    let mut found = 0_u64;
    tours(task, &CountOptions::default(), &mut |_| {
        found += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    BigUint::from(found)
}

fn by_blocks(task: &CountTask) -> BigUint {
    let layout = blocks::SweepBoard::new(task).unwrap();
    blocks::cycles(&layout, &CountOptions::default(), CheckpointStore::default(), None).unwrap().number
}

fn plainly(task: &CountTask) -> BigUint {
    let [even, odd] = plain::cycles(&plain::VertexGraph::of(task), &CountOptions::default()).unwrap();
    // In the graph of a board, the bit of every edge is 0, so no cycle has odd parity.
    assert_eq!(odd, BigUint::ZERO);
    even
}

/// Returns tasks for closed and open tours, with free and given ends.
fn all_kinds(board: &Board) -> Vec<CountTask> {
    let squares: Vec<Square> = board.squares().collect();
    let (first, last, some) = (squares[0], squares[squares.len() - 1], squares[squares.len() / 3]);
    let mut kinds = vec![Tours::Closed, Tours::Open { start: None, end: Some(last) }];
    // Listing is slow on boards with many tours.
    if squares.len() <= 25 {
        kinds.push(Tours::Open { start: None, end: None });
        kinds.extend([first, last, some].map(|start| Tours::Open { start: Some(start), end: None }));
    }
    for (start, end) in [(first, last), (some, last), (last, some), (first, some)] {
        if start != end {
            kinds.push(Tours::Open { start: Some(start), end: Some(end) });
        }
    }
    kinds.into_iter().map(|tours| CountTask::new(board.clone(), tours).unwrap()).collect()
}

fn agree(board: &Board) -> u32 {
    let mut some = 0;
    for task in all_kinds(board) {
        let number = listed(&task);
        some += u32::from(number != BigUint::ZERO);
        if board.playable() > 1 {
            assert_eq!(plainly(&task), number, "plainly, {task:?}");
            if blocks::SweepBoard::new(&task).is_some() {
                assert_eq!(by_blocks(&task), number, "by blocks, {task:?}");
            }
        }
        assert_eq!(count(&task, &CountOptions::default()).unwrap(), number, "{task:?}");
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
    for (leaper, rows, cols) in [("zebra", 4, 5), ("camel", 4, 4), ("0,2", 3, 4), ("giraffe", 5, 5), ("2,3", 5, 5)] {
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
        let task = CountTask::new(Board::new(rows, cols).unwrap(), tours).unwrap();
        let number = by_blocks(&task);
        assert!(number > BigUint::from(1000_u32), "{task:?}");
        assert_eq!(plainly(&task), number, "{task:?}");
    }
}

#[test]
fn numbers_may_outgrow_128_bits() {
    let task = CountTask::new(Board::new(3, 120).unwrap(), Tours::Closed).unwrap();
    let number = count(&task, &CountOptions::default()).unwrap();
    assert!(number.bits() > 128);
    assert_eq!(plainly(&task), number);
    // The board has four symmetries. By Burnside's lemma the number of classes is the mean of the numbers of fixed
    // tours.
    let kept = |symmetry| invariant(&task, symmetry, &CountOptions::default()).unwrap();
    let sum = number + kept(courser_board::Symmetry::HalfTurn) + kept(courser_board::Symmetry::Mirror);
    assert_eq!(classes(&task, &CountOptions::default()).unwrap() * 4_u32, sum);
}

#[test]
fn a_sweep_finds_the_numbers_of_single_counts_and_tells_how_far_it_is() {
    let tasks: Vec<CountTask> =
        (3..=9).map(|cols| CountTask::new(Board::new(6, cols).unwrap(), Tours::Closed).unwrap()).collect();
    let shares = Mutex::new(Vec::new());
    let progress = |progress: CountProgress| locked(&shares).push(progress.done);
    let options = CountOptions { progress: Some(&progress), ..CountOptions::default() };
    let mut numbers = vec![BigUint::ZERO; tasks.len()];
    let mut order = Vec::new();
    count_each(&tasks, &options, &mut |at, number| {
        numbers[at] = number;
        order.push(at);
        // The first three boards have fewer columns than rows, so their longer side is vertical. The sweep that counts
        // the other boards cannot include such boards. Therefore `count_each` counts the first three boards before this
        // sweep.
        if at < 3 {
            locked(&shares).clear();
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(order, [0, 1, 2, 3, 4, 5, 6]);
    for (task, number) in tasks.iter().zip(&numbers) {
        assert_eq!(by_blocks(task), *number, "{}", task.board());
    }
    let shares = shares.into_inner().unwrap();
    assert!(shares.is_sorted() && shares.len() > 20, "{shares:?}");
    assert!(shares[0] < 0.1 && shares[shares.len() - 1] > 0.999, "{shares:?}");
}

#[test]
fn a_board_is_placed_so_that_its_moves_reach_least_far() {
    // A move of this piece spans six rows or columns. Only one side of the board is longer than six squares.
    let board = Board::new(5, 7).unwrap().with_leaper(Leaper::new(1, 6).unwrap());
    assert!(blocks::SweepBoard::new(&CountTask::new(board.clone(), Tours::Closed).unwrap()).is_some());
    agree(&board.with_holes((0..15).map(|at| Square::new(at / 7 + 1, at % 7))).unwrap());
}

#[test]
fn what_a_count_takes_is_known_before_it_begins() {
    let reported = std::sync::atomic::AtomicU32::new(0);
    let progress = |_| {
        reported.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let options = CountOptions { memory: Some(16 << 30), progress: Some(&progress), ..CountOptions::default() };
    for size in ["10x40", "1000x1000", "20x20", "300x400"] {
        let task = CountTask::new(size.parse().unwrap(), Tours::Closed).unwrap();
        let error = count(&task, &options).unwrap_err();
        assert!(matches!(error, CountError::Memory { .. }), "{size}: {error}");
        assert!(!error.to_string().contains("inf"), "{size}: {error}");
    }
    assert_eq!(reported.into_inner(), 0, "work was done before");
}

#[test]
fn holes_that_leave_few_squares_in_reach_need_little_memory() {
    let holes = (0..49).filter(|at| at % 3 == 1).map(|at| Square::new(at / 7, at % 7));
    let board = Board::new(7, 7).unwrap().with_holes(holes).unwrap().with_leaper("giraffe".parse().unwrap());
    let task = CountTask::new(board, Tours::Closed).unwrap();
    let layout = blocks::SweepBoard::new(&task).unwrap();
    let (bytes, found) = (blocks::bytes(&layout), by_blocks(&task));
    assert!(bytes < 1e9, "it is said to take {bytes} bytes");
    assert_eq!(found, plainly(&task));
}

/// Returns `board` surrounded by margins of holes. The array contains the number of rows above and below the board, and
/// the number of columns on the left and right.
fn within(board: &Board, [above, below, left, right]: [u32; 4]) -> Board {
    let large = Board::new(above + board.rows() + below, left + board.cols() + right).unwrap();
    let is_hole = |square: &Square| {
        let inner = square.row.checked_sub(above).zip(square.col.checked_sub(left));
        !inner.is_some_and(|(row, col)| board.is_playable(Square::new(row, col)))
    };
    let holes: Vec<Square> = large.squares().filter(is_hole).collect();
    large.with_holes(holes).unwrap().with_leaper(board.leaper())
}

#[test]
fn squares_that_lie_all_in_one_half_have_as_many_tours_as_alone() {
    let closed = CountTask::new(within(&Board::new(6, 6).unwrap(), [0, 0, 0, 4]), Tours::Closed).unwrap();
    assert_eq!((plainly(&closed), by_blocks(&closed)), (9862_u32.into(), 9862_u32.into()));
    let open = Tours::Open { start: None, end: None };
    for (board, margins, number) in
        [("3x4", [0, 0, 0, 2], 8_u32), ("5x6", [4, 0, 0, 0], 18784), ("4x3", [3, 0, 0, 0], 8), ("4x3", [0, 3, 0, 0], 8)]
    {
        let task = CountTask::new(within(&board.parse().unwrap(), margins), open).unwrap();
        assert_eq!((plainly(&task), by_blocks(&task)), (number.into(), number.into()), "{board} {margins:?}");
    }
}

/// Generates small boards surrounded by margins of holes. Some of the boards also have single holes, and some lack half
/// of their squares.
fn boards_in_margins() -> impl Strategy<Value = Board> {
    let leapers = [(1, 2), (1, 2), (1, 2), (0, 1), (0, 2), (1, 3), (1, 4), (2, 3)];
    let sizes = [(3, 3), (3, 4), (4, 3), (4, 4), (3, 7), (2, 6), (1, 5), (5, 5), (2, 2), (6, 3), (8, 5), (4, 10)];
    let holes = prop_oneof![Just(0_u64), any::<u64>()];
    (select(sizes.to_vec()), select(leapers.to_vec()), 0..5_u32, [0..5_u32, 0..5_u32, 0..5_u32, 0..5_u32], holes)
        .prop_map(|((rows, cols), (r, s), half, margins, holes)| {
            let board = Board::new(rows, cols).unwrap().with_leaper(Leaper::new(r, s).unwrap());
            let many = board.cells() > 20;
            let is_out = |square: &Square| match half {
                0 => square.row < rows / 2,
                1 => square.row >= rows.div_ceil(2),
                2 => square.col < cols / 2,
                3 => square.col >= cols.div_ceil(2),
                _ => false,
            };
            // Each square is a hole with a probability of one eighth.
            let is_hole = |square: &Square| {
                is_out(square) || (holes >> (board.index(*square) % 61)) & 7 == 7 || many && half == 4 && square.row > 3
            };
            let holed = board.clone().with_holes(board.squares().filter(is_hole));
            within(&holed.unwrap_or(board), margins)
        })
        .prop_filter("there are too many tours to be listed", |board| board.playable() <= 19)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 250,
        rng_seed: RngSeed::Fixed(20_220_001),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Calls the plain form and the block form directly, since the function [`count`] would first trim the margins of
    /// the board.
    #[test]
    fn wherever_the_squares_lie_all_forms_count_what_the_lister_finds(board in boards_in_margins()) {
        agree(&board);
        let (trimmed, first) = board.trimmed();
        prop_assert_eq!(trimmed.playable(), board.playable());
        let squares = board.squares().map(|square| Square::new(square.row - first.row, square.col - first.col));
        prop_assert!(squares.eq(trimmed.squares()));
        let closed = CountTask::new(board.clone(), Tours::Closed).unwrap();
        let alone = CountTask::new(trimmed, Tours::Closed).unwrap();
        let classes = |task| classes(task, &CountOptions::default()).unwrap();
        prop_assert_eq!(classes(&closed), classes(&alone));
        let fingerprint = |task: &CountTask| checkpoint::fingerprint(&task.trimmed());
        prop_assert_eq!(fingerprint(&closed), fingerprint(&alone));
    }
}
