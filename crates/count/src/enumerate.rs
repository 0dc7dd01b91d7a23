//! Lists tours one by one, by backtracking. This module is used for small boards, and as a reference that shares no
//! code with the frontier method.

use std::ops::ControlFlow;

use courser_board::Square;

use crate::{CountError, CountOptions, CountTask, Tours};

/// Calls `each` with every tour, in a fixed order of the tours. A tour is passed as the list of the indices of its
/// squares. A closed tour begins at the first square of the board. All options except [`CountOptions::stop`] are
/// ignored.
///
/// If the task is [directed](CountTask::directed) and gives no ends, every tour is passed in both directions, not
/// necessarily one after the other. Otherwise, every tour is passed in only one direction:
/// - In a closed tour, the second square has a smaller index than the last square.
/// - An open tour with a given start begins there, and an open tour with a given end ends there.
/// - In any other open tour, the first square has a smaller index than the last square.
///
/// ```
/// use std::ops::ControlFlow;
/// use courser_count::{CountOptions, CountTask, Tours, tours};
///
/// let task = CountTask::new("3x4".parse().unwrap(), Tours::Open { start: None, end: None })?;
/// let mut found = 0;
/// tours(&task, &CountOptions::default(), &mut |order| {
///     found += 1;
///     assert_eq!(order.len(), 12);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, 8);
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// [`CountError::Stopped`] if the enumeration was stopped through [`CountOptions::stop`].
pub fn tours(
    task: &CountTask,
    options: &CountOptions<'_>,
    each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let mut lister = Lister::new(task, each);
    let starts: Vec<usize> = match (task.tours(), lister.first, lister.last) {
        (Tours::Closed, ..) => vec![0],
        (_, Some(start), _) => vec![start],
        _ => (0..lister.squares.len()).collect(),
    };
    for start in starts {
        if lister.all_from(start, options)?.is_break() {
            break;
        }
    }
    Ok(())
}

struct Lister<'a> {
    /// Board index of each square that is not a hole.
    squares: Vec<u32>,
    /// For each square, the squares one move away. These squares are given as positions in `squares`, in ascending
    /// order.
    neighbours: Vec<Vec<usize>>,
    closed: bool,
    /// Position of the required start.
    first: Option<usize>,
    /// Position of the required end.
    last: Option<usize>,
    /// True if the path begins at the required end of the tour. The listed tour is then the reverse of the path.
    backwards: bool,
    /// Forced moves, as pairs of positions.
    with: Vec<[usize; 2]>,
    /// True if a tour and its reverse are both listed.
    directed: bool,
    visited: Vec<bool>,
    path: Vec<usize>,
    order: Vec<u32>,
    each: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
}

impl<'a> Lister<'a> {
    fn new(task: &CountTask, each: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> Self {
        let board = task.board();
        let all: Vec<Square> = board.squares().collect();
        let squares: Vec<u32> = all.iter().map(|&square| board.index(square) as u32).collect();
        let position = |square: Square| {
            squares.binary_search(&(board.index(square) as u32)).expect("a neighbour is a square that is not a hole")
        };
        let neighbours: Vec<Vec<usize>> = all
            .iter()
            .map(|&square| {
                let mut near: Vec<usize> = task.neighbours(square).map(position).collect();
                near.sort_unstable();
                near
            })
            .collect();
        let (closed, first, last, backwards) = match task.tours() {
            Tours::Closed => (true, None, None, false),
            // If only the end is given, the search begins at the end, and the paths found are reversed.
            Tours::Open { start: None, end: Some(end) } => (false, Some(position(end)), None, true),
            Tours::Open { start, end } => (false, start.map(position), end.map(position), false),
        };
        let with = task.with().iter().map(|&both| both.map(position)).collect();
        let visited = vec![false; squares.len()];
        let directed = task.counts_twice();
        let (path, order) = (Vec::with_capacity(squares.len()), Vec::with_capacity(squares.len()));
        Self { squares, neighbours, closed, first, last, backwards, with, directed, visited, path, order, each }
    }

    /// Lists every path that starts at a square. Uses an explicit stack: with recursion, a long path would overflow the
    /// stack of the thread.
    fn all_from(&mut self, start: usize, options: &CountOptions<'_>) -> Result<ControlFlow<()>, CountError> {
        // For each square of the path, the index of the next neighbour to try in the list of the square's neighbours.
        let ControlFlow::Continue(first) = self.enter(start) else { return Ok(ControlFlow::Break(())) };
        let mut tries = vec![first];
        while let (Some(next), Some(&head)) = (tries.last_mut(), self.path.last()) {
            options.check()?;
            let near = &self.neighbours[head];
            if let Some(free) = (*next..near.len()).find(|&at| !self.visited[near[at]]) {
                *next = free + 1;
                let square = near[free];
                let ControlFlow::Continue(first) = self.enter(square) else { return Ok(ControlFlow::Break(())) };
                tries.push(first);
            } else {
                tries.pop();
                self.path.pop();
                self.visited[head] = false;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Enters a square. Returns the index of the first neighbour to try. If no neighbour can follow, returns the number
    /// of neighbours instead.
    fn enter(&mut self, square: usize) -> ControlFlow<(), usize> {
        self.visited[square] = true;
        self.path.push(square);
        let is_whole = self.path.len() == self.squares.len();
        if is_whole {
            self.found(square)?;
        }
        ControlFlow::Continue(if is_whole || !self.can_go_on(square) { self.neighbours[square].len() } else { 0 })
    }

    /// Returns whether every unvisited square can still be entered and left. In an open tour, one unvisited square can
    /// be the end of the tour and need not be left.
    fn can_go_on(&self, head: usize) -> bool {
        let start = self.path[0];
        let mut ends_left = u32::from(!self.closed);
        for square in (0..self.squares.len()).filter(|&square| !self.visited[square]) {
            let ways = self.neighbours[square]
                .iter()
                .filter(|&&near| !self.visited[near] || near == head || self.closed && near == start)
                .count();
            // In a closed tour, a head that is also the start counts twice: as a predecessor and as a successor.
            let ways = ways + usize::from(self.closed && head == start && self.neighbours[square].contains(&start));
            match ways {
                0 => return false,
                1 if ends_left == 0 => return false,
                1 => ends_left -= 1,
                _ => {}
            }
        }
        true
    }

    fn found(&mut self, head: usize) -> ControlFlow<()> {
        let start = self.path[0];
        if self.closed {
            let closes = self.path.len() > 2 && self.neighbours[head].contains(&start);
            if !closes || !self.directed && self.path[1] > head {
                return ControlFlow::Continue(());
            }
        } else if self.last.is_some_and(|last| last != head) || self.first.is_none() && !self.directed && start > head {
            return ControlFlow::Continue(());
        }
        let next = |at: usize| self.path.get(at + 1).or(self.path.first().filter(|_| self.closed));
        let is_used = |&[a, b]: &[usize; 2]| {
            let pairs = self.path.iter().enumerate().map(|(at, &from)| (from, next(at).copied()));
            pairs.into_iter().any(|(from, to)| to.is_some_and(|to| [(a, b), (b, a)].contains(&(from, to))))
        };
        if !self.with.iter().all(is_used) {
            return ControlFlow::Continue(());
        }
        self.order.clear();
        self.order.extend(self.path.iter().map(|&square| self.squares[square]));
        if self.backwards {
            self.order.reverse();
        }
        (self.each)(&self.order)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::Board;

    use super::*;

    #[test]
    fn a_long_path_needs_no_deep_stack() {
        let board = Board::new(1, 3000).unwrap().with_leaper("wazir".parse().unwrap());
        let task = CountTask::new(board, Tours::Open { start: Some(Square::new(0, 0)), end: None }).unwrap();
        let list = move || {
            let mut lengths = Vec::new();
            tours(&task, &CountOptions::default(), &mut |order| {
                lengths.push(order.len());
                ControlFlow::Continue(())
            })
            .unwrap();
            lengths
        };
        let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(list).unwrap();
        assert_eq!(thread.join().unwrap(), [3000]);
    }
}
