//! Tests partly numbered boards by comparison with an exhaustive search.

mod common;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use common::random;
use courser_board::{Board, Kind, Square, Tour, TourSpec};
use courser_solve::factor;
use courser_solve::puzzle::{MAX_SQUARES, Puzzle, PuzzleError, Unsolvable, generate, solutions, solve};
use courser_solve::search::{self, SearchOptions, SearchResult, StopReason};
use num_bigint::BigUint;

/// A search that extends a path by one square at a time, and counts the solutions up to a limit.
struct Walk {
    near: Vec<Vec<usize>>,
    /// The given square of each visit number. Visit numbers are counted from 0.
    given: Vec<Option<usize>>,
    is_given: Vec<bool>,
    is_closed: bool,
    visited: Vec<bool>,
    path: Vec<usize>,
    found: u64,
    max: u64,
}

impl Walk {
    fn solutions(puzzle: &Puzzle, max: u64) -> u64 {
        let board = puzzle.board();
        let len = board.playable() as usize;
        let number = |square: Square| board.number(square) as usize;
        let (mut given, mut is_given) = (vec![None; len], vec![false; len]);
        for &(visit, square) in puzzle.given() {
            given[visit as usize - 1] = Some(number(square));
            is_given[number(square)] = true;
        }
        let near = board.squares().map(|square| board.neighbours(square).map(number).collect()).collect();
        let is_closed = puzzle.kind() == Kind::Closed;
        let (visited, path) = (vec![false; len], Vec::new());
        let mut walk = Self { near, given, is_given, is_closed, visited, path, found: 0, max };
        (0..len).for_each(|start| walk.to(start));
        walk.found
    }

    fn to(&mut self, square: usize) {
        let visit = self.path.len();
        let fits = self.given[visit].map_or(!self.is_given[square], |given| given == square);
        if self.found >= self.max || self.visited[square] || !fits || self.is_cut_off(square) {
            return;
        }
        self.visited[square] = true;
        self.path.push(square);
        if self.path.len() == self.near.len() {
            let closes = self.path.len() > 2 && self.near[square].contains(&self.path[0]);
            self.found += u64::from(closes || !self.is_closed);
        } else {
            for at in 0..self.near[square].len() {
                self.to(self.near[square][at]);
            }
        }
        self.path.pop();
        self.visited[square] = false;
    }

    /// Returns whether a square has no exit, or whether two squares have only one exit each. In both cases, the path
    /// cannot be completed, since a square with a single exit must be the last square.
    fn is_cut_off(&self, head: usize) -> bool {
        let is_left = |square: &usize| !self.visited[*square] && *square != head;
        let left = (0..self.near.len()).filter(is_left);
        let exits = |square: &usize| self.near[*square].iter().filter(|&&near| !self.visited[near]).count();
        left.map(|square| exits(&square)).fold(0, |dead, exits| dead + [9, 1, 0][exits.min(2)]) > 1
    }
}

fn options(seed: u64) -> SearchOptions<'static> {
    SearchOptions { seed, ..SearchOptions::default() }
}

/// Returns a random tour of a random board of at most 6x6 squares. The board may have a hole.
fn tour(state: &mut u64) -> Tour {
    loop {
        let (rows, cols) = (3 + random(state, 4), 4 + random(state, 3));
        let board = Board::new(rows, cols).unwrap();
        let hole = Square::new(random(state, rows), random(state, cols));
        let board = if random(state, 3) == 0 { board.with_holes([hole]).unwrap() } else { board };
        let spec = if random(state, 4) == 0 { TourSpec::closed(&board) } else { TourSpec::open(&board) };
        let found = search::tour(&spec, &options(random(state, u32::MAX).into())).unwrap();
        if let SearchResult::Tour(tour) = found {
            return tour;
        }
    }
}

#[test]
fn random_puzzles_have_as_many_solutions_as_an_exhaustive_search_finds() {
    let mut state = 0x70_757a;
    let mut seen = [0; 3];
    for case in 0..500 {
        let tour = tour(&mut state);
        let (board, squares) = (tour.board(), tour.board().playable() as u32);
        let kind = if random(&mut state, 3) == 0 { tour.kind() } else { Kind::Open };
        // A puzzle has many solutions if few numbers are given, and few solutions if many are given.
        let one_in = 2 + random(&mut state, 3);
        let mut given: Vec<(u64, Square)> = (1..).zip(tour.squares()).collect();
        given.retain(|_| random(&mut state, one_in) == 0);
        // Two numbers are exchanged in half of the puzzles, which often makes a puzzle unsolvable.
        if random(&mut state, 2) == 0 && given.len() > 1 {
            let (one, other) = (random(&mut state, given.len() as u32), random(&mut state, given.len() as u32));
            let (one, other) = (one as usize, other as usize);
            (given[one].1, given[other].1) = (given[other].1, given[one].1);
        }
        let puzzle = Puzzle::new(board, kind, given).unwrap();
        let expected = Walk::solutions(&puzzle, 1000);
        let text = || format!("case {case}: {puzzle:?} of {squares} squares");
        if expected < 1000 {
            let all = match solutions(&puzzle, &options(case)).unwrap().0 {
                SearchResult::Tour(number) => number.try_into().unwrap(),
                SearchResult::None(_) => 0,
                SearchResult::Stopped { .. } => panic!("nothing stops it"),
            };
            assert_eq!(expected, all, "{}", text());
        }
        match solve(&puzzle, &options(case)).unwrap() {
            SearchResult::Tour(tour) => assert!(expected > 0 && puzzle.is_solved_by(&tour), "{}", text()),
            found => assert!(matches!(found, SearchResult::None(_)) && expected == 0, "{}: {found:?}", text()),
        }
        seen[expected.min(2) as usize] += 1;
    }
    assert!(seen.iter().all(|&cases| cases >= 50), "none, one and many: {seen:?}");
}

/// Returns a tour of a large board, found by the method *factor and merge*.
fn made(side: u32, seed: u64) -> Tour {
    let board = Board::new(side, side).unwrap();
    let order = factor::tour(&TourSpec::open(&board), seed, 100).unwrap();
    Tour::new(board, order).unwrap()
}

#[test]
fn every_third_number_of_a_large_board_is_enough_to_solve_it_and_to_count_its_solutions() {
    for side in [8, 20] {
        let mut seen = [0; 3];
        for seed in 0..50 {
            let tour = made(side, seed);
            let given = (1..).zip(tour.squares()).step_by(3);
            let puzzle = Puzzle::new(tour.board(), Kind::Open, given).unwrap();
            let SearchResult::Tour(found) = solve(&puzzle, &options(seed)).unwrap() else { panic!("{side}: {seed}") };
            assert!(puzzle.is_solved_by(&found));
            let SearchResult::Tour(number) = solutions(&puzzle, &options(seed)).unwrap().0 else {
                panic!("{side}: {seed}")
            };
            let is_only = number == 1_u32.into();
            seen[usize::from(is_only)] += 1;
            assert!(!is_only || found == tour, "{side}: {seed}");
            // Two given numbers whose squares have the same colour are swapped.
            let mut given: Vec<(u64, Square)> = puzzle.given().iter().map(|&(visit, at)| (visit.into(), at)).collect();
            (given[3].1, given[5].1) = (given[5].1, given[3].1);
            let wrong = Puzzle::new(tour.board(), Kind::Open, given).unwrap();
            seen[2] += usize::from(matches!(solve(&wrong, &options(seed)).unwrap(), SearchResult::None(_)));
        }
        assert!(seen.iter().all(|&cases| cases > 0) && seen[2] > 40, "many, one, none: {side}: {seen:?}");
    }
}

#[test]
fn a_puzzle_that_is_made_has_one_solution_and_no_number_too_many() {
    for (size, kind) in [("5x5", Kind::Open), ("5x6", Kind::Closed), ("6x6", Kind::Open), ("3x10", Kind::Open)] {
        let board: Board = size.parse().unwrap();
        let spec = TourSpec::new(&board, kind, None, None).unwrap();
        let tour = search::tour(&spec, &options(7)).unwrap().tour().unwrap();
        for seed in 0..2 {
            let make = |seed| generate(&tour, kind, &options(seed)).unwrap().unwrap();
            let puzzle = make(seed);
            assert_eq!(puzzle, make(seed), "{size}: seed {seed}");
            assert_eq!(Walk::solutions(&puzzle, 2), 1, "{puzzle:?}");
            assert!(puzzle.is_solved_by(&tour));
            let given: Vec<(u64, Square)> = puzzle.given().iter().map(|&(visit, at)| (visit.into(), at)).collect();
            for left_out in 0..given.len() {
                let mut fewer = given.clone();
                fewer.remove(left_out);
                let fewer = Puzzle::new(&board, kind, fewer).unwrap();
                assert_eq!(Walk::solutions(&fewer, 2), 2, "{puzzle:?} without number {left_out}");
            }
        }
    }
}

#[test]
fn numbers_that_are_not_of_the_board_or_are_given_twice_are_refused() {
    let board: Board = "6x6".parse().unwrap();
    let refused = |given: &[(u64, &str)]| {
        let given = given.iter().map(|&(visit, name)| (visit, board.square(name).unwrap()));
        Puzzle::new(&board, Kind::Open, given).unwrap_err().to_string()
    };
    assert_eq!(refused(&[(0, "a1")]), "a1 cannot have the number 0: the numbers of this board are 1 to 36");
    assert_eq!(refused(&[(37, "b2")]), "b2 cannot have the number 37: the numbers of this board are 1 to 36");
    assert_eq!(refused(&[(4, "a1"), (4, "b2")]), "b2 and a1 both have the number 4");
    assert_eq!(refused(&[(4, "a1"), (5, "a1")]), "a1 has the numbers 4 and 5");
    let outside = Puzzle::new(&board, Kind::Open, [(1, Square::new(6, 0))]);
    assert!(matches!(outside, Err(PuzzleError::Board(_))));
    let large = Board::new(1, MAX_SQUARES as u32 + 1).unwrap();
    assert_eq!(Puzzle::new(&large, Kind::Open, []), Err(PuzzleError::TooLarge(MAX_SQUARES + 1)));
    let little = SearchOptions { memory: Some(1000), ..SearchOptions::default() };
    let puzzle = Puzzle::new(&board, Kind::Open, []).unwrap();
    assert!(matches!(solve(&puzzle, &little), Err(PuzzleError::Memory { squares: 36, available: 1000, .. })));
}

#[test]
fn a_puzzle_without_a_solution_has_a_reason() {
    let reason = |size: &str, kind, given: &[(u64, &str)]| {
        let board: Board = size.parse().unwrap();
        let given = given.iter().map(|&(visit, name)| (visit, board.square(name).unwrap()));
        let puzzle = Puzzle::new(&board, kind, given).unwrap();
        let SearchResult::None(reason) = solve(&puzzle, &SearchOptions::default()).unwrap() else {
            panic!("{puzzle:?}")
        };
        let (found, number) = solutions(&puzzle, &SearchOptions::default()).unwrap();
        assert_eq!((found, number.bits()), (SearchResult::None(reason.clone()), 0));
        reason
    };
    let text = |size: &str, kind, given: &[(u64, &str)]| reason(size, kind, given).to_string();
    assert!(text("4x4", Kind::Open, &[(5, "a1")]).starts_with("a 4x4 board has no tour: "));
    let ends = text("6x6", Kind::Open, &[(1, "a1"), (36, "c3")]);
    assert!(ends.starts_with("a 6x6 board has no tour from a1 to c3: a1 and c3 are of one colour"), "{ends}");
    assert_eq!(text("6x6", Kind::Open, &[(3, "a1"), (4, "f6")]), "no path of 1 move leads from a1 (3) to f6 (4)");
    // The corner a1 has the number 9. The two squares one move from the corner have numbers other than 8 and 10.
    let cut_off = [(9, "a1"), (20, "b3"), (30, "c2")];
    assert_eq!(text("6x6", Kind::Open, &cut_off), "no path of 8 moves leads to a1 (9)");
    assert_eq!(text("6x6", Kind::Closed, &[(1, "a1"), (35, "f6")]), "no path of 2 moves leads from f6 (35) to a1 (1)");
    let refuted = reason("5x5", Kind::Open, &[(1, "a1"), (13, "e5")]);
    let Unsolvable::Searched(choices) = refuted else { panic!("{refuted}") };
    assert_eq!(refuted.to_string(), format!("all {choices} choices for the other numbers lead nowhere (exact search)"));
    assert!(choices > 0);
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let board: Board = "8x8".parse().unwrap();
    let puzzle = Puzzle::new(&board, Kind::Open, [(30, board.square("a1").unwrap())]).unwrap();
    let stop = AtomicBool::new(true);
    let options = SearchOptions { stop: Some(&stop), ..SearchOptions::default() };
    assert!(matches!(solutions(&puzzle, &options), Ok((SearchResult::Stopped { why: StopReason::Asked, .. }, _))));
}

#[test]
fn a_count_that_is_stopped_has_a_lower_bound_that_grows_to_the_count() {
    let mut between = 0;
    for (case, (size, visit, name)) in (0..).zip([("5x5", 13, "c3"), ("5x6", 9, "a1"), ("5x6", 15, "c3")]) {
        let board: Board = size.parse().unwrap();
        let puzzle = Puzzle::new(&board, Kind::Open, [(visit, board.square(name).unwrap())]).unwrap();
        let (SearchResult::Tour(all), _) = solutions(&puzzle, &options(case)).unwrap() else { panic!("{puzzle:?}") };
        // Stops the search at the progress report with the number `reports`. Returns whether the search was stopped,
        // and the number of solutions found until then.
        let found_until = |reports: u64| {
            let (stop, left) = (AtomicBool::new(false), Cell::new(reports));
            let progress = |_: u64, _: u64| {
                left.set(left.get() - 1);
                stop.store(left.get() == 0, Ordering::Relaxed);
            };
            let options = SearchOptions { stop: Some(&stop), progress: Some(&progress), ..options(case) };
            let (found, at_least) = solutions(&puzzle, &options).unwrap();
            (matches!(found, SearchResult::Stopped { .. }), at_least)
        };
        let mut before = BigUint::ZERO;
        for reports in 1..100 {
            let (is_stopped, at_least) = found_until(reports);
            assert!(before <= at_least && at_least <= all, "{before}, {at_least} and {all} of {puzzle:?}");
            if !is_stopped {
                assert_eq!(at_least, all, "{puzzle:?}");
                break;
            }
            between += u32::from(at_least > BigUint::ZERO && at_least < all);
            before = at_least;
        }
    }
    assert!(between > 5, "{between} bounds say more than nothing and less than all");
}
