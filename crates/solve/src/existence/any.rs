//! Mathematical arguments that can prove that no tour exists. The arguments apply to boards without joined sides, with
//! or without holes, and to any leaper.

use courser_board::{Board, Square, TourSpec, Wrap};

use super::Obstruction;
use crate::factor::graph::gcd;
use crate::factor::{self, Ends, MoveGraph};

/// Maximum number of cells of a board whose graph of moves is examined. Larger boards are decided only by theorems.
const MAX_SCANNED: u64 = 1 << 22;

/// Applies the mathematical arguments that can rule out a tour, one after another. The simplest argument comes first.
/// Boards with joined sides are not examined.
///
/// # Errors
/// [`Obstruction`] if an argument rules out the tour. The obstruction describes the first such argument.
pub(super) fn check(spec: &TourSpec) -> Result<(), Obstruction> {
    let board = spec.board();
    if board.wrap() != Wrap::None {
        return Ok(());
    }
    if board.hole_count() == 0 {
        leaper(board)?;
    }
    if board.cells() > MAX_SCANNED {
        return Ok(());
    }
    let Some(graph) = MoveGraph::new(board) else {
        return Ok(());
    };
    let explored = Explored::new(&graph);
    islands(board, &graph, &explored)?;
    colours(spec, &graph)?;
    dead_ends(spec, &graph)?;
    bottlenecks(spec, &graph, &explored)?;
    let ends = Ends::of(spec).map(|square| board.index(square) as u32);
    if factor::has_cover(&graph, ends) { Ok(()) } else { Err(Obstruction::NoCover) }
}

/// Checks that the leaper can reach every square of a board without holes (Knuth 1994).
fn leaper(board: &Board) -> Result<(), Obstruction> {
    let (r, s) = (board.leaper().r(), board.leaper().s());
    let (m, n) = super::sides(board);
    let common = gcd(s, r);
    if common > 1 {
        Err(Obstruction::CommonDivisor(common))
    } else if (r + s).is_multiple_of(2) {
        Err(Obstruction::KeepsColour)
    } else if r > 0 && (m < r + s || n < 2 * s) {
        Err(Obstruction::LeaperTooLong((r + s, 2 * s)))
    } else {
        Ok(())
    }
}

/// The result of a depth-first search from the first cell (Hopcroft and Tarjan, "Efficient algorithms for graph
/// manipulation", 1973).
struct Explored {
    /// Position of each cell in the order of discovery, counted from 1; 0 for a cell that cannot be reached.
    order: Vec<u32>,
    /// For each cell, the number of groups of descendants that are cut off from the rest of the graph if the cell is
    /// removed. The descendants of a cell are the cells below this cell in the search tree.
    pieces: Vec<u8>,
}

impl Explored {
    fn new(graph: &MoveGraph) -> Self {
        let cells = graph.cells() as usize;
        // `low[cell]` is the smallest position in `order` to which an edge leads from the cell or from one of its
        // descendants.
        let (mut order, mut low) = (vec![0_u32; cells], vec![0_u32; cells]);
        let mut pieces = vec![0_u8; cells];
        let first = graph.first;
        let mut stack = vec![(first, graph.exits(first), first)];
        let mut clock = 1;
        (order[first as usize], low[first as usize]) = (1, 1);
        while let Some((cell, exits, parent)) = stack.last_mut() {
            let (cell, parent) = (*cell as usize, *parent as usize);
            if *exits == 0 {
                stack.pop();
                if cell != parent {
                    low[parent] = low[parent].min(low[cell]);
                    // If `low[cell] >= order[parent]`, no edge of `cell` or of its descendants leads to a cell
                    // discovered before `parent`. Then `cell` and its descendants are cut off from the rest of the
                    // graph if `parent` is removed.
                    pieces[parent] += u8::from(low[cell] >= order[parent]);
                }
                continue;
            }
            let code = exits.trailing_zeros() as u8;
            *exits &= *exits - 1;
            let next = graph.step(cell as u32, code);
            if order[next as usize] == 0 {
                clock += 1;
                (order[next as usize], low[next as usize]) = (clock, clock);
                stack.push((next, graph.exits(next), cell as u32));
            } else {
                low[cell] = low[cell].min(order[next as usize]);
            }
        }
        Self { order, pieces }
    }
}

/// Checks that every square can be reached from every other square.
fn islands(board: &Board, graph: &MoveGraph, explored: &Explored) -> Result<(), Obstruction> {
    let other = board.squares().find(|&square| explored.order[board.index(square) as usize] == 0);
    other.map_or(Ok(()), |other| Err(Obstruction::Islands { one: board.at(graph.first.into()), other }))
}

/// Checks that the numbers of squares of the two colours allow a tour. The colours alternate on every path.
fn colours(spec: &TourSpec, graph: &MoveGraph) -> Result<(), Obstruction> {
    let board = spec.board();
    let side = |square: Square| usize::from(graph.side(board.index(square) as u32));
    let dark = board.squares().filter(|&square| side(square) == 1).count() as u64;
    match ends_by_side(spec, [u64::from(graph.vertices) - dark, dark], side) {
        Err(Obstruction::Unbalanced { .. }) if spec.is_closed() && board.hole_count() == 0 => {
            Err(Obstruction::Odd(board.playable()))
        }
        found => found.map(|_| ()),
    }
}

/// Counts the ends of a path on each side of a bipartite graph. The path visits every square, and has two ends. `sizes`
/// contains the numbers of squares on the two sides. A closed tour is treated as a path between two squares one move
/// apart.
///
/// # Errors
/// [`Obstruction`] if the sizes of the sides or the given ends rule out the tour.
pub(crate) fn ends_by_side(
    spec: &TourSpec,
    sizes: [u64; 2],
    side: impl Fn(Square) -> usize,
) -> Result<[u8; 2], Obstruction> {
    let (more, fewer) = (sizes[0].max(sizes[1]), sizes[0].min(sizes[1]));
    if more - fewer > u64::from(!spec.is_closed()) {
        return Err(Obstruction::Unbalanced { more, fewer });
    }
    let ends = if more == fewer { [1, 1] } else { sizes.map(|size| 2 * u8::from(size == more)) };
    let (squares, mut left) = (more + fewer, ends);
    for square in [spec.start(), spec.end()].into_iter().flatten() {
        let left = &mut left[side(square)];
        *left = left.checked_sub(1).ok_or(match (ends, spec.start(), spec.end()) {
            ([1, 1], Some(start), Some(end)) => Obstruction::SameColour { start, end, squares },
            _ => Obstruction::LesserColour { square, squares },
        })?;
    }
    Ok(ends)
}

/// Checks that each dead end can be an end of the tour. A dead end is a square that has at most one move and is not a
/// given end. The number of dead ends must not exceed the number of free ends.
fn dead_ends(spec: &TourSpec, graph: &MoveGraph) -> Result<(), Obstruction> {
    // In a closed tour, every square has two neighbours, including the first and the last square.
    let given: &[Option<Square>] = if spec.is_closed() { &[] } else { &[spec.start(), spec.end()] };
    let free = given.iter().filter(|end| end.is_none()).count();
    let dead = |square: &Square| {
        graph.exits(spec.board().index(*square) as u32).count_ones() < 2 && !given.contains(&Some(*square))
    };
    let squares: Vec<Square> = spec.board().squares().filter(dead).take(free + 1).collect();
    if squares.len() > free { Err(Obstruction::DeadEnds(squares)) } else { Ok(()) }
}

/// Checks that no square separates the board into more components than a tour can join through that square.
///
/// A tour visits each square once. Removing a square from a closed tour leaves a path, so the rest of the board must be
/// connected. Removing a square from an open tour leaves at most two paths, or one path if the square is an end.
fn bottlenecks(spec: &TourSpec, graph: &MoveGraph, explored: &Explored) -> Result<(), Obstruction> {
    for square in spec.board().squares() {
        let cell = spec.board().index(square) as u32;
        // `explored.pieces` omits the component that contains the first cell. This component is added here, unless
        // `cell` itself is the first cell.
        let pieces = u32::from(explored.pieces[cell as usize]) + u32::from(cell != graph.first);
        let is_end = spec.start() == Some(square) || spec.end() == Some(square);
        if pieces > if spec.is_closed() || is_end { 1 } else { 2 } {
            return Err(Obstruction::Bottleneck { square, pieces });
        }
    }
    Ok(())
}
