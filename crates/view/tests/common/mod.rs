//! Paths and boards for tests, including a simple Warnsdorff walk, and functions that examine pictures.

#![allow(dead_code, reason = "shared by a test, a bench and an example, none of which uses all")]

use courser_board::{Board, Kind, Path, Square, Tour};
use courser_view::{Layout, Picture, Rgb};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Returns a walk from `start`. Each move goes to a neighbour with the minimum number of unvisited neighbours. The walk
/// ends when it is complete or the knight is stuck.
///
/// If `seed` is 0, ties are broken by the move order `slides`, otherwise at random.
pub(crate) fn walk(board: &Board, start: Square, seed: u64) -> Path {
    let mut visited = vec![false; board.cells() as usize];
    let mut random = seed.wrapping_mul(2).wrapping_add(1);
    let mut order = Vec::new();
    let mut at = Some(start);
    while let Some(square) = at {
        visited[board.index(square) as usize] = true;
        order.push(board.index(square) as u32);
        let free = |square: Square| {
            let visited = &visited;
            board.neighbours(square).filter(move |&next| !visited[board.index(next) as usize])
        };
        at = free(square).min_by_key(|&next| {
            // This is Knuth's MMIX generator. Its upper bits are more random than its lower bits.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (free(next).count(), if seed == 0 { 0 } else { random >> 33 })
        });
    }
    Path::new(board.clone(), order).expect("a walk along neighbours is a path")
}

/// Returns the first tour of this kind that [`walk`] finds from `start` with the seeds 0, 1, 2 …
pub(crate) fn tour(board: &Board, start: Square, kind: Kind) -> Tour {
    (0..100_000)
        .filter_map(|seed| Tour::new(board.clone(), walk(board, start, seed).order().to_vec()).ok())
        .find(|tour| tour.kind() == kind)
        .expect("one of many walks is such a tour")
}

/// Returns the open tour of the 3x4 board from a3 to d1.
pub(crate) fn three_by_four() -> Tour {
    Tour::new(Board::new(3, 4).unwrap(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap()
}

/// Returns an open tour of a board with 3 rows. The tour repeats the tour of 3x4. `cols` must be a multiple of 4.
pub(crate) fn three_by(cols: u32) -> Tour {
    assert!(cols.is_multiple_of(4), "{cols} columns are not a whole number of 3x4 boards");
    let tile = three_by_four();
    let order = (0..cols / 4)
        .flat_map(|at| tile.squares().map(move |square| square.row * cols + square.col + 4 * at).collect::<Vec<_>>());
    Tour::new(Board::new(3, cols).unwrap(), order.collect()).unwrap()
}

/// Returns the 8x8 tour that "Knight's Tour in Cg" prints. It starts at row 2, column 4.
pub(crate) fn slides() -> Tour {
    let text = include_str!("../data/cg-8x8-from-2-4.txt");
    let mut order = vec![0; 64];
    for (index, visit) in (0..).zip(text.split_whitespace()) {
        order[visit.parse::<usize>().unwrap() - 1] = index;
    }
    Tour::new(Board::new(8, 8).unwrap(), order).unwrap()
}

/// Returns a 5x5 board with holes in the four corners and in the middle.
pub(crate) fn five_by_five_with_holes() -> Board {
    let holes = [(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)].map(|(row, col)| Square::new(row, col));
    Board::new(5, 5).unwrap().with_holes(holes).unwrap()
}

/// Returns the first `visits` squares of a path.
pub(crate) fn part(path: &Path, visits: usize) -> Path {
    Path::new(path.board().clone(), path.order()[..visits].to_vec()).unwrap()
}

/// Returns the colour of the pixel below and to the right of a point.
pub(crate) fn at(picture: &Picture, (x, y): (f32, f32)) -> Rgb {
    picture.pixel(x as u32, y as u32)
}

/// Returns the number of pixels in a square that have exactly this colour.
pub(crate) fn count(picture: &Picture, layout: &Layout, square: Square, colour: Rgb) -> usize {
    let (left, top) = layout.corner(square);
    let side = layout.square;
    let pixels = (top..top + side).flat_map(|y| (left..left + side).map(move |x| (x, y)));
    pixels.filter(|&(x, y)| picture.pixel(x, y) == colour).count()
}

/// Returns whether a pixel of the picture has exactly this colour.
pub(crate) fn has(picture: &Picture, colour: Rgb) -> bool {
    picture.rgb().chunks_exact(3).any(|pixel| pixel == colour)
}

/// Renders an SVG with resvg.
pub(crate) fn rendered(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).expect("it is SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::default(), &mut pixmap.as_mut());
    pixmap
}
