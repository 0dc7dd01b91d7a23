//! Tests the chains of the article "Haskell: knight's move II", chains without given joints, regions with holes, and
//! errors in the text of a chain.

use courser_board::{Board, Kind, Square, Tour, check};
use courser_solve::chain::{Chain, ChainError, ChainRegion, by_search};
use courser_solve::search::SearchOptions;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn tour(text: &str, board: &Board, closed: bool) -> Result<Tour, ChainError> {
    let chain = Chain::parse(text, board)?;
    let tour = chain.tour(closed, &mut by_search(&SearchOptions::default()))?;
    let squares: Vec<_> = tour.squares().collect();
    // The regions are toured in the order of the chain, each from its entry to its exit.
    let mut at = 0;
    for region in chain.regions() {
        let inside = |square: Square| {
            (region.at.row..region.at.row + region.rows).contains(&square.row)
                && (region.at.col..region.at.col + region.cols).contains(&square.col)
        };
        let from = at;
        while squares.get(at).is_some_and(|&square| inside(square)) {
            at += 1;
        }
        assert!(region.entry.is_none_or(|entry| squares[from] == entry), "{region:?}");
        assert!(region.exit.is_none_or(|exit| squares[at - 1] == exit), "{region:?}");
    }
    assert_eq!(at, squares.len(), "the regions are not toured one after the other");
    if closed {
        assert_eq!(check(board, squares), Ok(Kind::Closed));
    }
    Ok(tour)
}

#[test]
fn the_articles_10x10_chain_of_four_5x5_regions_closes() {
    let text = include_str!("../../../assets/chains/10x10-four-5x5.txt");
    let tour = tour(text, &board("10x10"), true).unwrap();
    // The chain `knights10` begins at (5,5).
    assert_eq!(tour.squares().next(), Some(Square::new(4, 4)));
}

#[test]
fn the_articles_52x52_chain_of_four_26x26_regions_closes() {
    let text = include_str!("../../../assets/chains/52x52-four-26x26.txt");
    tour(text, &board("52x52"), true).unwrap();
}

#[test]
fn the_articles_52x52_chain_of_sixteen_13x13_regions_closes() {
    let text = include_str!("../../../assets/chains/52x52-sixteen-13x13.txt");
    tour(text, &board("52x52"), true).unwrap();
}

#[test]
fn joints_that_are_left_out_are_chosen() {
    let text = include_str!("../../../assets/chains/12x14-four.txt");
    let open = tour(text, &board("12x14"), false).unwrap();
    assert_eq!(open.squares().last(), Some(Square::new(11, 0)));
    let free = "6x7 at a12\n6x7 at h12\n6x7 at h6\n6x7 at a6\n";
    tour(free, &board("12x14"), true).unwrap();
    // Thirty regions form a snake, without given entries and exits.
    let mut snake = String::new();
    for band in 0..5 {
        for tile in 0..6 {
            let tile = if band % 2 == 0 { tile } else { 5 - tile };
            snake += &format!("6x6 at {},{}\n", band * 6, tile * 6);
        }
    }
    tour(&snake, &board("30x36"), false).unwrap();
}

#[test]
fn a_region_may_have_holes_be_one_square_or_belong_to_another_leaper() {
    let holes = ["a12", "f12", "c3", "d3"].map(|name| Square::parse(name, 12).unwrap());
    let holed = board("12x6").with_holes(holes).unwrap();
    tour("6x6 at a12\n6x6 at a6\n", &holed, false).unwrap();
    let wazir = |size| board(size).with_leaper("wazir".parse().unwrap());
    tour("4x4 at a4\n4x4 at e4\n", &wazir("4x8"), false).unwrap();
    tour("1x1 at a1\n1x4 at b1\n1x1 at f1\n", &wazir("1x6"), false).unwrap();
}

#[test]
fn a_chain_without_a_tour_says_where_it_breaks() {
    let error = tour("4x4 at a4\n4x4 at e4\n", &board("4x8"), false).unwrap_err();
    assert_eq!(error.to_string(), "line 1: no way was found on from the 4x4 region at a4");
    let error = tour("5x5 at a5 from a5\n5x5 at f5 from f5", &board("5x10"), true).unwrap_err();
    assert!(matches!(error, ChainError::NoWay { .. }), "{error}");
}

#[test]
fn what_is_wrong_with_a_chain_is_reported_with_its_line_and_a_cure() {
    let ten = board("10x10");
    let fault = |text: &str| {
        let error = Chain::parse(text, &ten).unwrap_err();
        error.to_string()
    };
    let cases = [
        ("", "the chain has no region"),
        ("# nothing\n\n", "the chain has no region"),
        ("board 12x12\n10x10 at a10", "line 1: the chain is for a 12x12 board, this one is 10x10"),
        ("board 10x10 5x5", "line 1: '5x5' is out of place"),
        ("\n5by5 at a10", "line 2: '5by5' is not a board size"),
        ("5x5 on a10", "line 1: 'on' is out of place"),
        ("5x5", "line 1: the line ends too early"),
        ("5x5 at", "line 1: the line ends too early"),
        ("5x5 at a10 from e6 from e7", "line 1: 'from' is out of place"),
        ("5x5 at a10 from", "line 1: the line ends too early"),
        ("5x5 at 10a", "line 1: '10a' is not a square"),
        ("5x5 at a11", "line 1: a11 is outside the board: it has the ranks 1 to 10"),
        ("5x5 at h10", "line 1: the 5x5 region at h10 is not wholly on the 10x10 board"),
        ("5x10 at a10\n6x10 at a6", "line 2: a6 belongs to the region of line 1 already"),
        ("5x10 at a10\n4x10 at a5", "a1 belongs to no region"),
        ("5x10 at a10 from a1\n5x10 at a5", "line 1: a1 is not in the region"),
        (
            "5x10 at a10 to a6\n5x10 at a5 from a5",
            "line 2: a5 is not a move away from a6, where the region before is left",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(fault(text), message, "{text:?}");
    }
    let chain = Chain::parse("5x10 at a10 from a10\n5x10 at a5 to a1", &ten).unwrap();
    let error = chain.tour(true, &mut |_| None).unwrap_err();
    assert_eq!(error.to_string(), "the chain does not close: a10 is not a move away from a1");
    let holed = ten.with_holes((0..5).map(|col| Square::new(0, col))).unwrap();
    let error = Chain::parse("1x5 at a10", &holed).unwrap_err();
    assert_eq!(error.to_string(), "line 1: the region has only holes");
    let error = Chain::parse("1x5 at f10 from a10", &holed).unwrap_err();
    assert_eq!(error.to_string(), "line 1: a10 is a hole in this board");
}

#[test]
fn a_wrong_solver_is_found_out() {
    let region = |row, line| ChainRegion { at: Square::new(row, 0), rows: 5, cols: 10, entry: None, exit: None, line };
    let chain = Chain::new(&board("10x10"), vec![region(0, 1), region(5, 2)]).unwrap();
    let error = chain.tour(false, &mut |_| Some((0..50).collect())).unwrap_err();
    assert!(matches!(error, ChainError::Solver(_)), "{error}");
}

#[test]
fn the_articles_printed_sequences_are_what_it_says_they_are() {
    // The file contains three tours, as sequences of squares. The tour for side 7 is open, since no odd board has a
    // closed tour.
    let text = include_str!("data/rules/haskell-closed-tours.json");
    let data: serde_json::Value = serde_json::from_str(text).unwrap();
    for (side, kind) in [("6", Kind::Closed), ("7", Kind::Open), ("8", Kind::Closed)] {
        let squares = data["tours"][side].as_array().unwrap().iter().map(|pair| {
            let number = |at: usize| pair[at].as_u64().unwrap() as u32 - 1;
            Square::new(number(0), number(1))
        });
        assert_eq!(check(&board(side), squares), Ok(kind), "side {side}");
    }
    assert_eq!(data["tours"].as_object().unwrap().len(), 3);
}
