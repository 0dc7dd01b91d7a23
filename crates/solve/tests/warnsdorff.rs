//! Compares the rules with published tours, with computed tables, and with a simple reimplementation.

mod common;

use std::ops::ControlFlow;

use courser_board::{Board, BoardError, Kind, MoveOrder, Square, Tour};
use courser_solve::warnsdorff::{
    BacktrackOutcome, Pruning, Rule, RuleError, WalkEnd, WalkOutcome, Walker, backtrack, pick, roll, run, run_ahead,
    run_with,
};

use common::{Exhaustive, random};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn square_board(side: u32) -> Board {
    Board::new(side, side).unwrap()
}

fn walk(board: &Board, start: Square, rule: Rule, order: MoveOrder) -> WalkOutcome {
    run(board, start, rule, order, 0).unwrap()
}

/// Returns the checked tour of a walk, or `None` if the walk is not complete.
fn tour(board: &Board, outcome: WalkOutcome) -> Option<Tour> {
    outcome.is_complete().then(|| Tour::new(board.clone(), outcome.order).unwrap())
}

/// The rule by which the plain walk chooses among neighbours of equal rank.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Plain {
    Rule(Rule),
    /// Pohl's rule with the given depth of look-ahead.
    Ahead(u32),
    /// Pohl's rule with the sum of the ranks instead of the minimum rank. In [`success_table`], `Pohl` means this rule.
    PohlBySum,
}

/// Returns the path of a knight that follows a rule, in the simplest implementation. It counts all ranks again at each
/// step. Unlike the tested implementation, it needs no border around the board and no keys to compare neighbours.
fn plain_walk(board: &Board, start: Square, plain: Plain, order: MoveOrder, seed: u64) -> Vec<u32> {
    let mut visited = vec![false; board.cells() as usize];
    let moves = board.leaper().moves(order);
    let free = |visited: &[bool], from: Square| -> Vec<Square> {
        let all = moves.iter().filter_map(|&by| board.step(from, by));
        all.filter(|&to| !visited[board.index(to) as usize]).collect()
    };
    let off_centre = |square: Square| {
        let row = 2 * i64::from(square.row) - i64::from(board.rows()) + 1;
        let col = 2 * i64::from(square.col) - i64::from(board.cols()) + 1;
        (row, col)
    };
    let mut at = start;
    let mut order = vec![];
    loop {
        visited[board.index(at) as usize] = true;
        order.push(board.index(at) as u32);
        let ways = free(&visited, at);
        let rank = |square| free(&visited, square).len();
        let Some(lowest) = ways.iter().map(|&way| rank(way)).min() else {
            return order;
        };
        let tied: Vec<_> = ways.iter().copied().filter(|&way| rank(way) == lowest).collect();
        let first_least =
            |among: &[Square], cost: &dyn Fn(Square) -> i64| *among.iter().min_by_key(|&&way| cost(way)).unwrap();
        let ranks_around = |way: Square| free(&visited, way).into_iter().map(|next| rank(next) as i64);
        at = match plain {
            Plain::Rule(Rule::Warnsdorff) => tied[0],
            Plain::Rule(rule @ (Rule::Pohl | Rule::Pohl2 | Rule::Pohl3)) => {
                *tied.iter().min_by_key(|&&way| words(board, &visited, way, at, rule.look_ahead())).unwrap()
            }
            Plain::Ahead(levels) => *tied.iter().min_by_key(|&&way| words(board, &visited, way, at, levels)).unwrap(),
            Plain::PohlBySum => first_least(&tied, &|way| ranks_around(way).sum()),
            Plain::Rule(Rule::Roth) => first_least(&tied, &|way| {
                let (row, col) = off_centre(way);
                -(row * row + col * col)
            }),
            Plain::Rule(Rule::Random) if tied.len() == 1 => tied[0],
            Plain::Rule(Rule::Random) => {
                let roll = roll(seed, 0, order.len() as u32);
                tied[pick(roll, tied.len() as u32) as usize]
            }
            Plain::Rule(Rule::Bottom) => first_least(&ways, &|way| (i64::from(way.row) << 32) - i64::from(way.col)),
            Plain::Rule(Rule::Center) => first_least(&ways, &|way| {
                let (row, col) = off_centre(way);
                row.abs() + col.abs()
            }),
            Plain::Rule(_) => unreachable!("squirrel-cull has tests of its own"),
        };
    }
}

/// Returns the lexicographically smallest list of ranks that the look-ahead finds, computed strictly by the definition.
/// `way` is a candidate square, and `from` is the square before the candidate. Each path that continues from the
/// candidate over up to `levels` unvisited squares gives one list. The list contains the ranks of these squares. If the
/// path ends early, the list ends with a 9. No path begins with `from`.
fn words(board: &Board, visited: &[bool], way: Square, from: Square, levels: u32) -> Vec<usize> {
    let free = |square: Square| -> Vec<Square> {
        board.neighbours(square).filter(|&to| !visited[board.index(to) as usize]).collect()
    };
    if levels == 0 {
        return vec![];
    }
    let on = free(way).into_iter().filter(|&next| next != from);
    let all = on.map(|next| {
        let mut word = vec![free(next).len()];
        word.extend(words(board, visited, next, way, levels - 1));
        word
    });
    all.min().unwrap_or_else(|| vec![9])
}

#[test]
fn the_slides_8x8_tour_comes_out_to_the_last_number() {
    let printed: Vec<u32> = include_str!("data/rules/cg-8x8-from-2-4.txt")
        .split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect();
    let board = board("8x8");
    let start = board.square("2,4").unwrap();
    let outcome = walk(&board, start, Rule::Warnsdorff, MoveOrder::SLIDES);
    let tour = tour(&board, outcome).unwrap();
    assert_eq!(tour.visits(), printed);
    assert_eq!(tour.kind(), Kind::Closed);
}

#[test]
fn the_slides_32x32_board_is_toured_from_9_15() {
    let board = board("32x32");
    let start = board.square("9,15").unwrap();
    let outcome = walk(&board, start, Rule::Warnsdorff, MoveOrder::SLIDES);
    assert!(tour(&board, outcome).is_some());
}

#[test]
fn every_rule_walks_as_it_says() {
    let orders = [MoveOrder::SLIDES, MoveOrder::CLOCKWISE, MoveOrder::LEXICOGRAPHIC, "73628154".parse().unwrap()];
    let mut boards = vec![];
    for (size, leaper) in [
        ("8x8", "knight"),
        ("5x12", "knight"),
        ("13x9", "knight"),
        ("1x1", "knight"),
        ("2x7", "knight"),
        ("17x4", "camel"),
        ("9x10", "zebra"),
        ("6x6", "wazir"),
        ("7x8", "ferz"),
        ("6x7", "0,3"),
        ("5x9", "1,8"),
        ("4x4", "70,71"),
    ] {
        let plain = board(size).with_leaper(leaper.parse().unwrap());
        let holes = plain.squares().filter(|s| (s.row * 5 + s.col * s.row + 3) % 7 == 1);
        boards.push(plain.clone().with_holes(holes).unwrap());
        boards.push(plain);
    }
    for board in &boards {
        for (number, start) in board.squares().enumerate().step_by(3) {
            let order = orders[number % orders.len()];
            for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::SquirrelCull) {
                let outcome = run(board, start, rule, order, 77).unwrap();
                let expected = plain_walk(board, start, Plain::Rule(rule), order, 77);
                assert_eq!(outcome.order, expected, "{rule} by {order} on {board:?} from {start:?}");
                let complete = expected.len() as u64 == board.playable();
                assert_eq!(outcome.end, if complete { WalkEnd::Complete } else { WalkEnd::Stuck });
                let path = outcome.into_path(board);
                assert_eq!(path.order(), expected);
            }
        }
    }
}

#[test]
fn a_knight_looks_as_far_ahead_as_it_is_told() {
    let mut different = 0;
    for (size, start) in [("8x8", (3, 3)), ("9x7", (0, 0)), ("10x10", (4, 6))] {
        let board = board(size);
        let start = Square::new(start.0, start.1);
        let walked = |levels| {
            let walker = Walker { rule: Rule::Pohl3, ..Walker::default() };
            run_ahead(&board, start, &walker, levels, &mut |_| ControlFlow::Continue(())).unwrap().order
        };
        for levels in 1..=5 {
            assert_eq!(
                walked(levels),
                plain_walk(&board, start, Plain::Ahead(levels), MoveOrder::SLIDES, 0),
                "{levels}"
            );
        }
        different += u32::from(walked(3) != walked(7));
    }
    assert!(different > 0, "7 levels choose as 3 do");
}

#[test]
fn random_ties_differ_by_seed_and_by_knight_and_not_by_chance() {
    let board = board("20x20");
    let walk = |seed, knight| {
        let walker = Walker { rule: Rule::Random, seed, knight, ..Walker::default() };
        run_with(&board, Square::new(3, 4), &walker, &mut |_| ControlFlow::Continue(())).unwrap()
    };
    assert_eq!(walk(1, 0), walk(1, 0));
    assert_ne!(walk(1, 0), walk(2, 0));
    assert_ne!(walk(1, 0), walk(1, 1));
}

/// Returns the rows of the table of successes. A row contains four values: the side of the board, the tie-break, a list
/// of three counts, and the mean number of missing squares. The counts are the number of starts, the number of complete
/// tours, and the number of closed tours.
fn success_table() -> impl Iterator<Item = (u32, &'static str, [u64; 3], &'static str)> {
    let rows = include_str!("data/rules/warnsdorff_success.csv").lines().skip(1);
    rows.map(|row| {
        let cells: Vec<_> = row.split(',').collect();
        let number = |at: usize| cells[at].parse().unwrap();
        (cells[0].parse().unwrap(), cells[1], [number(2), number(3), number(5)], cells[6])
    })
}

#[test]
fn rules_succeed_as_often_as_the_table_says() {
    let mut compared = 0;
    for (side, ties, [starts, complete, closed], missing) in success_table() {
        let (plain, order) = match ties {
            "Lex" => (Plain::Rule(Rule::Warnsdorff), MoveOrder::LEXICOGRAPHIC),
            "Cw" => (Plain::Rule(Rule::Warnsdorff), MoveOrder::CLOCKWISE),
            "Roth" => (Plain::Rule(Rule::Roth), MoveOrder::LEXICOGRAPHIC),
            "Pohl" => (Plain::PohlBySum, MoveOrder::LEXICOGRAPHIC),
            _ => continue,
        };
        // Boards whose side exceeds a limit are skipped, since the walks from all starts would take too long. Moreover,
        // for sides above 50, the success table counts only a sample of the starts.
        if side > if plain == Plain::PohlBySum { 10 } else { 32 } {
            continue;
        }
        compared += 1;
        let board = square_board(side);
        let mut found = [0, 0, 0];
        let mut lost = 0.0;
        for start in board.squares().filter(|start| side % 2 == 0 || start.colour() == 0) {
            let order = match plain {
                Plain::Rule(rule) => walk(&board, start, rule, order).order,
                _ => plain_walk(&board, start, plain, order, 0),
            };
            found[0] += 1;
            if order.len() as u64 == board.cells() {
                let tour = Tour::new(board.clone(), order).unwrap();
                found[1] += 1;
                found[2] += u64::from(tour.kind() == Kind::Closed);
            } else {
                lost += (board.cells() - order.len() as u64) as f64;
            }
        }
        assert_eq!(found, [starts, complete, closed], "side {side}, ties {ties}");
        let mean = lost / f64::max((starts - complete) as f64, 1.0);
        assert_eq!(format!("{mean:.1}"), missing, "side {side}, ties {ties}");
    }
    assert!(compared > 60, "only {compared} rows were compared");
}

/// Returns the corner of a board with `side` rows and `side` columns. `name` is the name of the corner in the article
/// "Haskell: knight's move II".
fn corner(name: &str, side: u32) -> Square {
    let far = |there: bool| if there { side - 1 } else { 0 };
    let (row, col) = match name {
        "(1,1)" => (false, false),
        "(1,n)" => (false, true),
        "(n,n)" => (true, true),
        "(n,1)" => (true, false),
        other => panic!("no corner {other}"),
    };
    Square::new(far(row), far(col))
}

fn lex_table() -> serde_json::Value {
    serde_json::from_str(include_str!("data/rules/warnsdorff_lex.json")).unwrap()
}

fn sides(list: &serde_json::Value) -> Vec<u32> {
    list.as_array().unwrap().iter().map(|side| side.as_u64().unwrap() as u32).collect()
}

#[test]
fn the_first_descent_fails_at_the_listed_sizes_from_each_corner() {
    let table = lex_table();
    for (name, listed) in table["first_descent_fails"].as_object().unwrap() {
        let fails = (5..=120).filter(|&side| {
            let board = square_board(side);
            let start = corner(name, side);
            !walk(&board, start, Rule::Warnsdorff, MoveOrder::LEXICOGRAPHIC).is_complete()
        });
        assert_eq!(fails.collect::<Vec<_>>(), sides(listed), "from {name}");
    }
}

/// Searches for a tour by backtracking, with the lexicographic move order. Undoes at most `limit` visits.
fn backtracked(board: &Board, start: Square, ends: Option<&[Square]>, ways: Pruning, limit: u64) -> BacktrackOutcome {
    let on_back = &mut |back, _| if back == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    backtrack(board, start, ends, MoveOrder::LEXICOGRAPHIC, ways, on_back).unwrap()
}

#[test]
fn the_articles_lists_for_6_7_and_8_come_out() {
    // These are the tours of "knightC" in "Haskell: knight's move II", which start on (1,1). The tours for sides 6 and
    // 8 return to this square. The tour for side 7 is open, because a board with an odd number of squares has no closed
    // tour.
    let printed: serde_json::Value =
        serde_json::from_str(include_str!("data/rules/haskell-closed-tours.json")).unwrap();
    for (side, ways) in [
        (6, Pruning::Pruned),
        (8, Pruning::Pruned),
        (6, Pruning::Closable),
        (7, Pruning::Closable),
        (8, Pruning::Closable),
    ] {
        let board = square_board(side);
        let start = Square::new(0, 0);
        let ends: Vec<Square> = board.neighbours(start).collect();
        let found = backtracked(&board, start, Some(&ends), ways, 1_000);
        let tour = tour(&board, found.outcome).expect("a tour");
        let ours: Vec<[u32; 2]> = tour.squares().map(|square| [square.row + 1, square.col + 1]).collect();
        let theirs: Vec<[u32; 2]> = serde_json::from_value(printed["tours"][side.to_string()].clone()).unwrap();
        assert_eq!(ours, theirs, "{side}x{side}, {ways:?}");
        let last_but_one = tour.squares().rev().nth(usize::from(side == 7)).unwrap();
        assert!(ends.contains(&last_but_one));
    }
}

/// Searches depth first by recursion, and counts in `back` the visits that are undone when the search backtracks.
fn recurse(board: &Board, path: &mut Vec<Square>, back: &mut u64) -> bool {
    if path.len() as u64 == board.playable() {
        return true;
    }
    let at = path[path.len() - 1];
    for by in board.leaper().moves(MoveOrder::LEXICOGRAPHIC) {
        let next = board.step(at, by).filter(|next| !path.contains(next));
        if let Some(next) = next {
            path.push(next);
            if recurse(board, path, back) {
                return true;
            }
            path.pop();
            *back += 1;
        }
    }
    false
}

#[test]
fn plain_depth_first_search_takes_back_what_a_recursion_takes_back() {
    for (size, row, col) in [("5x5", 0, 0), ("5x5", 2, 2), ("3x7", 0, 0), ("4x5", 3, 1)] {
        let board = board(size);
        let start = Square::new(row, col);
        let (mut path, mut back) = (vec![start], 0);
        let found = recurse(&board, &mut path, &mut back);
        let ours = backtracked(&board, start, None, Pruning::Plain { seed: None }, u64::MAX);
        // If no tour exists, the search also undoes the visit of the start. `recurse` does not count this visit.
        assert_eq!(
            (ours.outcome.is_complete(), ours.taken_back),
            (found, back + u64::from(!found)),
            "{size} {start:?}"
        );
        if found {
            assert_eq!(tour(&board, ours.outcome).unwrap().squares().collect::<Vec<_>>(), path);
        }
    }
}

#[test]
fn every_order_of_ways_finds_a_tour_or_proves_that_there_is_none() {
    let mut answers = [0, 0];
    let mut state = 31;
    for _ in 0..300 {
        let (rows, cols) = (1 + random(&mut state, 5), 1 + random(&mut state, 5));
        let leaper = ["0,1", "1,2", "1,1", "2,3"][random(&mut state, 4) as usize].parse().unwrap();
        let board = Board::new(rows, cols).unwrap().with_leaper(leaper);
        let holes: Vec<Square> = board.squares().filter(|_| random(&mut state, 6) == 0).collect();
        let Ok(board) = board.with_holes(holes) else { continue };
        if board.playable() > 16 {
            continue;
        }
        let squares: Vec<Square> = board.squares().collect();
        let mut square = || squares[random(&mut state, squares.len() as u32) as usize];
        let (start, ends) = (square(), [square(), square()]);
        let known = Exhaustive::new(&board);
        let expected = squares.len() == 1 && ends.contains(&start)
            || ends.iter().any(|&end| end != start && known.joins(start, end));
        answers[usize::from(expected)] += 1;
        for ways in [Pruning::Pruned, Pruning::Plain { seed: None }, Pruning::Plain { seed: Some(5) }] {
            let found = backtracked(&board, start, Some(&ends), ways, u64::MAX);
            assert_eq!(found.outcome.is_complete(), expected, "{board:?} {start:?} {ends:?} {ways:?}");
            if expected {
                assert!(ends.contains(&tour(&board, found.outcome).unwrap().squares().last().unwrap()));
            }
            let found = backtracked(&board, start, None, ways, u64::MAX);
            assert_eq!(found.outcome.is_complete(), known.starts(start), "{board:?} {start:?} {ways:?}");
        }
    }
    assert!(answers.iter().all(|&count| count > 20), "{answers:?}");
}

#[test]
fn the_articles_list_of_troublesome_sizes_comes_out() {
    let table = lex_table();
    let extra = &table["dfs_extra_nodes_below_2M"]["(1,1)"];
    let mut troublesome = vec![];
    for side in 5..=100 {
        let board = square_board(side);
        let found = backtracked(&board, corner("(1,1)", side), None, Pruning::Pruned, 2_000_000);
        if found.outcome.end == WalkEnd::Stopped {
            troublesome.push(side);
            continue;
        }
        let listed = extra[side.to_string()].as_u64().unwrap_or(0);
        assert_eq!(found.taken_back, listed, "visits taken back at side {side}");
        assert!(tour(&board, found.outcome).is_some());
    }
    assert_eq!(troublesome, sides(&table["dfs_more_than_2M_extra_nodes"]["(1,1)"]));
    // The article states: "The first problematic square turns out to be 49x49, the second 60x60, then 64, 76, 87, 89
    // and 98."
    assert_eq!(troublesome, [49, 60, 64, 76, 87, 89, 98, 100]);
}

#[test]
fn other_corners_pass_and_fail_where_the_article_says() {
    let passes = |name, side| {
        let board = square_board(side);
        let found = backtracked(&board, corner(name, side), None, Pruning::Pruned, 400_000);
        tour(&board, found.outcome).is_some()
    };
    for side in [49, 60, 64] {
        assert!(passes("(n,n)", side), "opposite corner, side {side}");
    }
    assert!((5..23).all(|side| passes("(n,n)", side)) && !passes("(n,n)", 23));
    for side in [76, 100] {
        assert!(passes("(1,n)", side), "upper left corner, side {side}");
    }
    assert!(!passes("(1,n)", 32));
}

#[test]
fn steps_taken_back_to_the_end_prove_that_there_is_no_tour() {
    let board = board("4x4");
    for start in board.squares() {
        let found = backtracked(&board, start, None, Pruning::Pruned, u64::MAX);
        assert_eq!(found.outcome.end, WalkEnd::Stuck);
    }
    let one = Board::new(1, 1).unwrap();
    let found = backtracked(&one, Square::new(0, 0), None, Pruning::Pruned, 0);
    assert_eq!((found.outcome.end, found.taken_back), (WalkEnd::Complete, 0));
}

#[test]
fn squirrel_and_cull_tour_every_side_from_5_to_512_but_74() {
    let corner = Square::new(0, 0);
    let failing: Vec<u32> = (5..=512)
        .filter(|&side| {
            let board = square_board(side);
            let outcome = walk(&board, corner, Rule::SquirrelCull, MoveOrder::SLIDES);
            tour(&board, outcome).is_none()
        })
        .collect();
    assert_eq!(failing, [74]);
}

#[test]
fn squirrel_cull_says_what_it_needs() {
    let ask = |board: &Board, start: &str| {
        let start = board.square(start).unwrap();
        run(board, start, Rule::SquirrelCull, MoveOrder::SLIDES, 0).unwrap_err()
    };
    let camel = board("8x8").with_leaper("camel".parse().unwrap());
    let holed = board("8x8").with_holes([Square::new(4, 4)]).unwrap();
    for (board, start, message) in [
        (&board("8x8"), "a1", "squirrel-cull has no move orders for the start a1"),
        (&board("8x9"), "a8", "squirrel-cull has no move orders for an 8x9 board"),
        (&board("4x4"), "a4", "squirrel-cull has no move orders for a 4x4 board"),
        (&camel, "a8", "squirrel-cull has no move orders for the 1,3 leaper"),
        (&holed, "a8", "squirrel-cull has no move orders for a board with holes"),
    ] {
        let error = ask(board, start);
        assert_eq!(error.to_string(), message);
        let corner = Square::new(0, 0);
        assert!(matches!(error, RuleError::SquirrelCull { corner: named, .. } if named == corner), "{error:?}");
    }
}

#[test]
fn the_greedy_rule_bottom_visits_what_the_code_of_the_article_visits() {
    // This is FIND_HAMILTONIAN_PATH of the article "Knight's tour in HANA". The article's node A1 is row 1, column 1.
    let article = |origin: (i64, i64)| {
        let (mut current, mut visited) = (origin, vec![origin]);
        loop {
            let (mut row, mut col, mut found) = (-1, -1, None);
            let all = (1..=8).flat_map(|row| (1..=8).map(move |col| (row, col)));
            for neighbor in all.filter(|at| (at.0 - current.0).abs() * (at.1 - current.1).abs() == 2) {
                if !visited.contains(&neighbor) && (row < neighbor.0 || row == neighbor.0 && col < neighbor.1) {
                    (row, col) = neighbor;
                    found = Some(neighbor);
                }
            }
            let Some(next) = found else { return visited };
            current = next;
            visited.push(next);
        }
    };
    let board = board("8x8");
    for start in board.squares() {
        let label = |square: Square| (8 - i64::from(square.row), 1 + i64::from(square.col));
        let path = walk(&board, start, Rule::Bottom, MoveOrder::SLIDES).into_path(&board);
        let ours: Vec<(i64, i64)> = path.squares().map(label).collect();
        assert_eq!(ours, article(label(start)), "from {start:?}");
        if label(start) == (4, 4) {
            assert_eq!(ours.len(), 26);
        }
    }
}

#[test]
fn the_greedy_rule_bottom_fills_one_half_and_is_caught_there() {
    let board = board("8x8");
    for start in board.squares().filter(|start| start.row < 4) {
        let outcome = walk(&board, start, Rule::Bottom, MoveOrder::SLIDES);
        assert_eq!(outcome.end, WalkEnd::Stuck);
        let visits = outcome.into_path(&board).visits();
        let filled = |half: &[u32]| half.iter().filter(|&&visit| visit > 0).count();
        let (upper, lower) = visits.split_at(32);
        assert!(filled(upper) > filled(lower), "from {start:?}: {visits:?}");
    }
}

#[test]
fn the_greedy_rule_center_cuts_the_corners_off() {
    let board = board("8x8");
    for start in board.squares() {
        let outcome = walk(&board, start, Rule::Center, MoveOrder::SLIDES);
        assert_eq!(outcome.end, WalkEnd::Stuck);
        let visits = outcome.into_path(&board).visits();
        let corners = [0, 7, 56, 63].map(|corner| visits[corner]);
        assert!(corners.contains(&0), "from {start:?}: {visits:?}");
    }
}

#[test]
fn long_walks_tell_their_progress_and_can_be_stopped() {
    let board = square_board(400);
    let corner = Square::new(0, 0);
    for rule in [Rule::Warnsdorff, Rule::Roth, Rule::SquirrelCull] {
        let walker = Walker { rule, ..Walker::default() };
        let mut reported = vec![];
        let outcome = run_with(&board, corner, &walker, &mut |visits| {
            reported.push(visits);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(reported.len() >= 3 && reported.is_sorted(), "{rule}: {reported:?}");
        assert_eq!(*reported.last().unwrap(), outcome.order.len() as u64);
        let stopped = run_with(&board, corner, &walker, &mut |_| ControlFlow::Break(())).unwrap();
        assert_eq!(stopped.end, WalkEnd::Stopped, "{rule}");
        assert_eq!(stopped.order, outcome.order[..stopped.order.len()]);
    }
}

#[test]
fn what_cannot_be_walked_is_an_error_with_a_cure() {
    let board = board("8x8").with_holes([Square::new(0, 3)]).unwrap();
    let ask = |row, col| run(&board, Square::new(row, col), Rule::Roth, MoveOrder::SLIDES, 0).unwrap_err();
    assert!(matches!(ask(0, 3), RuleError::Start(BoardError::Hole { .. })));
    assert!(matches!(ask(8, 0), RuleError::Start(BoardError::Outside { .. })));
    let huge = Board::new(1 << 17, 1 << 17).unwrap();
    let error = run(&huge, Square::new(0, 0), Rule::Roth, MoveOrder::SLIDES, 0).unwrap_err();
    assert!(matches!(error, RuleError::TooLarge { .. }));
    let unknown = "warnsdorf".parse::<Rule>().unwrap_err();
    assert_eq!(unknown.to_string(), "'warnsdorf' is not a rule");
}
