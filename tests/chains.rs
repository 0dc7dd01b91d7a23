//! Tests `courser tour --regions`, which tours regions in sequence as in "Haskell: knight's move II".

use courser::board::Board;
use courser::solve::chain::{Chain, ChainError, by_search};
use courser::solve::search::SearchOptions;

use crate::command::{Folder, courser, refused_for};

#[test]
fn the_articles_chains_are_closed_tours() {
    for (board, file) in [
        ("10x10", "assets/chains/10x10-four-5x5.txt"),
        ("52x52", "assets/chains/52x52-four-26x26.txt"),
        ("52x52", "assets/chains/52x52-sixteen-13x13.txt"),
    ] {
        let output = courser().args(["tour", board, "--closed", "--regions", file]).output().unwrap();
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        courser().args(["check", "-"]).write_stdin(output.stdout).assert().success().stdout("closed tour\n");
    }
}

#[test]
fn the_board_that_a_chain_names_need_not_be_named_again() {
    let tour = |arguments: &[&str]| {
        let output =
            courser().args(["tour", "--regions", "assets/chains/10x10-four-5x5.txt"]).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    assert_eq!(tour(&[]), tour(&["10x10"]));
    // The command reads the file only once, so that the input can be a pipe.
    let text = std::fs::read("assets/chains/10x10-four-5x5.txt").unwrap();
    let piped = courser().args(["tour", "--regions", "-"]).write_stdin(text).output().unwrap();
    assert_eq!(piped.stdout, tour(&[]));
}

#[test]
fn two_squares_are_no_closed_tour_of_a_chain_either() {
    let folder = Folder::new();
    for (board, text) in [
        ("1x2", "1x2 at a1\n"),
        ("2x1", "2x1 at a2\n"),
        ("1x2", "1x1 at b1\n1x1 at a1 to a1\n"),
        ("1x2", "1x2 at a1 from a1 to b1\n"),
    ] {
        let file = folder.file("chain.txt", text);
        let arguments = ["tour", board, "--closed", "--leaper", "0,1", "--regions"];
        let output = courser().args(arguments).arg(&file).output().unwrap();
        refused_for(&output, 1, "a cycle has at least three squares");
        let board = board.parse::<Board>().unwrap().with_leaper("wazir".parse().unwrap());
        let chain = Chain::parse(text, &board).unwrap();
        let found = chain.tour(true, &mut by_search(&SearchOptions::default()));
        assert!(matches!(found, Err(ChainError::NoWay { .. })), "{text}");
    }
}

#[test]
fn a_chain_that_cannot_be_is_refused_with_its_line() {
    let folder = Folder::new();
    for (text, words) in [
        ("", "the chain has no region"),
        ("5x5\n", "line 1: the line ends too early"),
        ("5x5 at a10\n5x5 at a10\n", "belongs to the region of line 1 already"),
        ("5x5 at z99\n", "line 1: z99 is outside the board"),
        ("board 8x8\n", "for a 8x8 board, this one is 10x10"),
        ("\u{0}", "line 1: '\\0' is not a board size"),
    ] {
        let file = folder.file("chain.txt", text);
        refused_for(&courser().args(["tour", "10x10", "--regions"]).arg(&file).output().unwrap(), 2, words);
    }
    let output = courser().args(["tour", "10x10", "--regions"]).arg(folder.path("nowhere")).output().unwrap();
    refused_for(&output, 2, "nowhere: no such file");
}
