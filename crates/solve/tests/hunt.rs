//! Tests of treasure hunts. The results are compared with the article "PWC118 - Adventure of Knight" (F. Polettini,
//! 2021), and with a search over all orders of the treasures.

mod common;

use courser_board::{Board, ErrorClass, Leaper, Square};
use courser_solve::hunt::{Chart, HuntError, HuntOptions, MAX_EXACT, Map, Route, ShortestRoutes};
use proptest::prelude::*;

use common::random;

/// The board printed in the article "PWC118 - Adventure of Knight" (F. Polettini, 2021).
const BOARD: &str = include_str!("data/hunt/board.txt");

/// A shortest route, printed in the article "Adventure of Knight".
const RAKU: &str = "a8.N c7 e6.x c5 b3.x c1 a2.x c3 b1.x a3 c4.x b2.x\n11 moves\n";
/// Another shortest route, printed in the article "Adventure of Knight".
const PERL: &str = "a8.N c7 e6.x d4 b3.x c1 a2.x c3 b1.x d2 c4.x b2.x\n11 moves\n";
/// The first route in the article "Adventure of Knight". Its number of moves is not minimised.
const IN_ORDER: &str = "a8.N c7 e6.x c7 a8 b6 c4.x a5 b3.x c1 a2.x b4 d3 b2.x a4 c3 b1.x\n16 moves\n";

const ANY: HuntOptions = HuntOptions { in_order: false, home: false };
const HOME: HuntOptions = HuntOptions { in_order: false, home: true };
const ORDERED: HuntOptions = HuntOptions { in_order: true, home: false };

fn map(text: &str) -> Map {
    Map::parse(text).expect("the map is right")
}

#[test]
fn the_articles_board_takes_eleven_moves() {
    let map = map(BOARD);
    let chart = Chart::new(&map).unwrap();
    let exact = chart.exact(ANY).unwrap();
    assert_eq!((exact.route.moves(), exact.at_least), (11, 11));
    assert_eq!(Route::parse(&exact.route.to_string(), &map, ANY), Ok(exact.route.clone()));
    assert_eq!(exact.route.steps().iter().filter(|step| step.collects).count(), 6);
    // The shortest route that collects the treasures row by row takes 16 moves. The article's route for this order has
    // the same number of moves.
    assert_eq!(chart.exact(ORDERED).unwrap().route.moves(), 16);
}

#[test]
fn the_ways_that_the_article_prints_are_right() {
    let map = map(BOARD);
    for (text, moves) in [(RAKU, 11), (PERL, 11), (IN_ORDER, 16)] {
        assert_eq!(Route::parse(text, &map, ANY).map(|route| route.moves()), Ok(moves));
    }
    assert_eq!(Route::parse(IN_ORDER, &map, ORDERED).map(|route| route.moves()), Ok(16));
}

#[test]
fn the_judge_of_ways_finds_every_flaw() {
    let map = map(BOARD);
    let judge = |text: &str, terms| Route::parse(text, &map, terms).unwrap_err().to_string();
    for (text, terms, flaw) in [
        ("", ANY, "the way has no square"),
        ("a8 c7 z9", ANY, "square 3: z9 is outside the board: it has the files a to h and the ranks 1 to 8"),
        ("a8 c7 horse", ANY, "square 3: 'horse' is not a square"),
        ("b8 c6", ANY, "the way begins on b8, and the knight stands on a8"),
        ("a8.N c7 e6.x e5", ANY, "square 3 to square 4: e6 to e5 is not a move"),
        ("a8.N c7.x", ANY, "square 2: 'c7.x' marks what is not there"),
        ("a8.N c7 e6.y", ANY, "square 3: 'e6.y' marks what is not there"),
        ("a8.N c7 e6.x", ANY, "the treasure on c4 is not collected"),
        // The shortest route does not collect the treasures in row-major order.
        (RAKU, ORDERED, "the treasure on b3 is not collected in its turn"),
        (RAKU, HOME, "the way ends on b2, not at home on a8"),
        (&RAKU.replace("11 moves", "10 moves"), ANY, "the way has 11 moves, and is said to have 10 moves"),
    ] {
        assert_eq!(judge(text, terms), flaw, "{text}");
    }
}

/// Returns the length of the shortest route, or `None` if no route exists. The distances are computed by the
/// Floyd–Warshall algorithm. Then all orders of the treasures are tried, as in the article "PWC118 - Adventure of
/// Knight".
fn brute_force(map: &Map, terms: HuntOptions) -> Option<u64> {
    let board = map.board();
    let squares: Vec<Square> = board.squares().collect();
    let far = 1 << 20;
    let apart = |a: Square, b: Square| {
        let (down, right) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        match (down.min(right), down.max(right)) {
            (0, 0) => 0,
            jump if jump == (board.leaper().r(), board.leaper().s()) => 1,
            _ => far,
        }
    };
    let mut table: Vec<Vec<u64>> = squares.iter().map(|&a| squares.iter().map(|&b| apart(a, b)).collect()).collect();
    for k in 0..squares.len() {
        for i in 0..squares.len() {
            for j in 0..squares.len() {
                table[i][j] = table[i][j].min(table[i][k] + table[k][j]);
            }
        }
    }
    let place = |square: Square| squares.iter().position(|&other| other == square).unwrap();
    let home = place(map.start());
    fn best(table: &[Vec<u64>], at: usize, left: &[usize], home: Option<usize>) -> u64 {
        if left.is_empty() {
            return home.map_or(0, |home| table[at][home]);
        }
        let then = |k: usize| {
            let mut rest = left.to_vec();
            let next = rest.remove(k);
            table[at][next] + best(table, next, &rest, home)
        };
        (0..left.len()).map(then).min().unwrap()
    }
    let left: Vec<usize> = map.treasures().iter().map(|treasure| place(treasure.square)).collect();
    let length = best(&table, home, &left, terms.home.then_some(home));
    (length < far).then_some(length)
}

/// Generates a treasure map as text. The sides, the holes, the treasures and the knight's square are random.
fn maps() -> impl Strategy<Value = String> {
    (2_usize..7, 2_usize..7).prop_flat_map(|(rows, cols)| {
        let cells = rows * cols;
        let square = prop_oneof![8 => Just('*'), 2 => Just('#')];
        (proptest::collection::vec(square, cells), proptest::collection::vec(0..cells, 0..6), 0..cells).prop_map(
            move |(mut squares, treasures, knight)| {
                for treasure in treasures {
                    squares[treasure] = 'x';
                }
                squares[knight] = 'N';
                squares.chunks(cols).map(|row| row.iter().collect::<String>() + "\n").collect()
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_boards_agree_with_all_orders_tried(text in maps(), home: bool, leaper in 0..3) {
        let terms = HuntOptions { home, in_order: false };
        let leaper: Leaper = ["knight", "wazir", "camel"][leaper as usize].parse().unwrap();
        let map = map(&text).with_leaper(leaper);
        match Chart::new(&map) {
            Ok(chart) => {
                let exact = chart.exact(terms).unwrap();
                prop_assert_eq!(Some(exact.route.moves() as u64), brute_force(&map, terms));
                let fast = chart.fast(terms);
                prop_assert!(fast.at_least <= exact.route.moves(), "{} of {}", fast.at_least, exact.route.moves());
                prop_assert!(fast.route.moves() >= exact.route.moves());
            }
            Err(error) => {
                let lost = matches!(error, HuntError::Unreachable { .. });
                prop_assert!(lost);
                prop_assert_eq!(brute_force(&map, terms), None);
            }
        }
    }
}

/// Returns a board with `treasures` scattered treasures, and with the knight on its top left square.
fn scattered(side: u32, treasures: u32, seed: u64) -> Map {
    let cells = side * side;
    let mut text = vec!['*'; cells as usize];
    text[0] = 'N';
    let mut state = seed;
    let mut left = treasures;
    while left > 0 {
        let place = random(&mut state, cells) as usize;
        if text[place] == '*' {
            text[place] = 'x';
            left -= 1;
        }
    }
    map(&text.chunks(side as usize).map(|row| row.iter().collect::<String>() + "\n").collect::<String>())
}

#[test]
fn sixteen_treasures_are_exact_and_the_fast_way_knows_how_far_it_may_be_off() {
    for seed in 1..=6 {
        let map = scattered(40, 16, seed);
        let chart = Chart::new(&map).unwrap();
        for terms in [ANY, HOME] {
            let (exact, fast) = (chart.exact(terms).unwrap(), chart.fast(terms));
            let (least, moves) = (exact.route.moves(), fast.route.moves());
            assert!(fast.at_least <= least && least <= moves, "seed {seed}: {} {least} {moves}", fast.at_least);
            // Both the route and the bound must be close to the optimum.
            assert!(moves * 20 <= least * 21, "seed {seed}: the fast way has {moves} moves, the shortest {least}");
            assert!(
                fast.at_least * 20 >= least * 19,
                "seed {seed}: the bound is {}, the shortest {least}",
                fast.at_least
            );
        }
    }
}

#[test]
fn hundreds_of_treasures_are_collected_by_the_fast_way() {
    let map = scattered(60, 300, 7);
    let chart = Chart::new(&map).unwrap();
    let error = chart.exact(ANY).unwrap_err();
    assert_eq!(error, HuntError::TooManyForExact(300));
    assert!(error.class() == ErrorClass::Input && MAX_EXACT < 300);
    let fast = chart.fast(ANY);
    assert!(fast.at_least * 10 >= fast.route.moves() * 9, "{} of {}", fast.at_least, fast.route.moves());
}

#[test]
fn long_ways_are_counted_in_more_bits() {
    // A wazir collects 13 treasures in a corridor of 2,600 squares.
    let corridor: String = (0..2600)
        .map(|i| {
            if i == 1300 {
                'N'
            } else if i % 200 == 7 {
                'x'
            } else {
                '*'
            }
        })
        .collect();
    let map = map(&corridor).with_leaper("wazir".parse().unwrap());
    let chart = Chart::new(&map).unwrap();
    assert_eq!(chart.exact_memory(), (13 << 13) * 4);
    // The outermost treasures are 1300 - 7 = 1293 squares to the left and 2407 - 1300 = 1107 squares to the right. The
    // shortest route first goes to the nearer one.
    assert_eq!(chart.exact(ANY).unwrap().route.moves(), 1107 + 2400);
    assert_eq!(chart.exact(HOME).unwrap().route.moves(), 2 * 2400);
}

#[test]
fn a_way_may_be_no_way_at_all() {
    let map = map("* *\n* N\n");
    let answer = Chart::new(&map).unwrap().exact(HOME).unwrap();
    assert_eq!((answer.route.to_string().as_str(), answer.route.length().as_str()), ("b1.N", "0 moves"));
}

#[test]
fn both_forms_of_a_map_are_read() {
    let labelled = map(BOARD);
    let plain: String = BOARD.lines().skip(1).take(8).map(|line| line[2..17].replace(' ', "") + "\n").collect();
    let plain = map(&plain);
    assert_eq!((labelled.board(), labelled.start()), (plain.board(), plain.start()));
    let squares = |map: &Map| map.treasures().iter().map(|treasure| treasure.square).collect::<Vec<_>>();
    assert_eq!(squares(&labelled), squares(&plain));
    for text in [
        "\n\n3 N.x\n2 ##.\n1 ...\n\n",
        "N . x 3\n# # . 2\n. . . 1",
        "\u{feff}N.x\r\n##.\r\n...\r\n",
        "a b c\nN*x\n##*\n***",
    ] {
        let map = map(text);
        assert_eq!(*map.board(), Board::new(3, 3).unwrap().with_holes([Square::new(1, 0), Square::new(1, 1)]).unwrap());
        assert_eq!(squares(&map), [Square::new(0, 2)], "{text:?}");
    }
}

#[test]
fn what_is_wrong_with_a_map_is_reported_with_its_place() {
    for (text, message) in [
        ("", "line 1, column 1: a board was expected, and there is none"),
        (" \n\n", "line 1, column 1: a board was expected, and there is none"),
        ("a b c\n", "line 1, column 1: a board was expected, and there is none"),
        ("N*\n*o\n", "line 2, column 2: 'o' is none of N, x, * and #"),
        ("  a b\n2 N *\n1 * \u{7}\n", "line 3, column 5: '\\u{7}' is none of N, x, * and #"),
        ("N *\n* *\n* * *\n", "line 3, column 5: the row has 3 squares, not 2"),
        ("N * *\n* *\n", "line 2, column 4: the row has 2 squares, not 3"),
        ("N * *\n\n* * *\n", "line 2, column 1: the row has 0 squares, not 3"),
        ("2\n1\n", "line 1, column 2: the row has 0 squares, not 1"),
        ("N *\n* N\n", "line 2, column 3: a second knight; the first is on line 1, column 1"),
        ("3 N *\n1 * *\n", "line 1, column 1: the label is '3', and should be 2"),
        ("N * 2\n* * 2\n", "line 2, column 5: the label is '2', and should be 1"),
        ("  a c\n2 N *\n1 * *\n", "line 1, column 5: the label is 'c', and should be b"),
        ("2 N *\n1 * *\n  a b c\n", "line 3, column 7: the label is 'c', and should be the line's end"),
        ("2 N *\n1 * *\n  a\n", "line 3, column 4: the label is '1', and should be 2 file letters"),
        ("N*\na b\n**\n", "line 2, column 1: 'a' is none of N, x, * and #"),
    ] {
        let error = Map::parse(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    assert_eq!(Map::parse(""), Err(HuntError::Empty));
}

#[test]
fn a_treasure_out_of_reach_is_named_with_its_place() {
    let map = map("  a b c\n3 N * *\n2 * x *\n1 * * x\n");
    let error = Chart::new(&map).unwrap_err();
    assert_eq!(error.to_string(), "line 3, column 5: the treasure on b2 cannot be reached from a3");
    assert!(error.class() != ErrorClass::Input);
}

#[test]
fn without_a_knight_the_hunt_begins_at_the_first_square_that_can_be_entered() {
    assert_eq!(map("* x\n* *\n").start(), Square::new(0, 0));
    assert_eq!(map("# * x\n* * *\n").start(), Square::new(0, 1));
    // A treasure on the start is collected before the first move.
    let map = map("x * *\n* * *\n* * x\n");
    let exact = Chart::new(&map).unwrap().exact(ANY).unwrap();
    assert_eq!((exact.route.moves(), exact.route.steps()[0].collects), (4, true));
    assert_eq!(ShortestRoutes::new(&map, ANY, u64::MAX).unwrap().count().unwrap().to_string(), "2");
    assert_eq!(map.clone().starting_at(Square::new(2, 2)).unwrap().start(), Square::new(2, 2));
    assert!(map.starting_at(Square::new(3, 0)).is_err());
}

/// Tries each sequence of `moves` moves. Returns all routes that collect every treasure.
fn all_ways(map: &Map, terms: HuntOptions, moves: usize) -> Vec<Vec<Square>> {
    let mut ways = vec![vec![map.start()]];
    for _ in 0..moves {
        let on = |way: Vec<Square>| {
            let last = way[way.len() - 1];
            map.board().neighbours(last).map(move |to| way.iter().copied().chain([to]).collect()).collect::<Vec<_>>()
        };
        ways = ways.into_iter().flat_map(on).collect();
    }
    ways.retain(|way| Route::new(map, way.iter().copied(), terms).is_ok());
    ways.sort();
    ways
}

#[test]
fn all_shortest_ways_are_as_many_as_trying_each_finds() {
    for text in ["N * *\n* * *\n* * x\n", "N * * *\n* x * *\n* * * x\n", "N x *\n* # *\nx * *\n", "* N *\nx * x\n"] {
        let map = map(text);
        for terms in [ANY, HOME, ORDERED] {
            let Ok(shortest) = ShortestRoutes::new(&map, terms, u64::MAX) else { continue };
            assert_eq!(
                shortest.moves(),
                Chart::new(&map).unwrap().exact(terms).unwrap().route.moves(),
                "{text} {terms:?}"
            );
            let mut listed: Vec<Vec<Square>> = Vec::new();
            shortest.each(&mut |route| {
                listed.push(route.steps().iter().map(|step| step.square).collect());
                std::ops::ControlFlow::Continue(())
            });
            listed.sort();
            assert_eq!(shortest.count().unwrap().to_string(), listed.len().to_string());
            if shortest.moves() <= 9 {
                assert_eq!(listed, all_ways(&map, terms, shortest.moves()), "{text} {terms:?}");
            }
        }
    }
}

#[test]
fn both_shortest_ways_of_the_article_are_among_all() {
    let map = map(BOARD);
    let shortest = ShortestRoutes::new(&map, ANY, u64::MAX).unwrap();
    let mut listed = std::collections::BTreeSet::new();
    shortest.each(&mut |route| {
        listed.insert(format!("{route}\n{}\n", route.length()));
        std::ops::ControlFlow::Continue(())
    });
    assert!(listed.contains(RAKU) && listed.contains(PERL));
    assert_eq!(shortest.count().unwrap().to_string(), listed.len().to_string(), "each once");
    let stopped = ShortestRoutes::new(&map, ANY, 1000).unwrap_err();
    assert!(matches!(stopped, HuntError::Memory { memory: 1000, .. }), "{stopped}");
}
