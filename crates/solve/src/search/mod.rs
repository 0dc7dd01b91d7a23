//! Exact search: finds a tour, or proves that none exists.
//!
//! The search represents a tour as a *cycle of moves*, not as a path of squares. A fact states that a move is in the
//! tour, or that it is not in the tour. Known facts are propagated until nothing more follows (see `state.rs`). So if a
//! square has only two possible moves, both are added to the tour, wherever the square lies. The search makes decisions
//! only at one end of its path fragment, by Warnsdorff's rule. If a decision leads to a conflict, the opposite decision
//! is propagated. The propagation includes the rule "if at least two neighbours of the knight have only one other exit,
//! go back; if exactly one neighbour has only one other exit, go there", and similar conclusions anywhere on the board.
//! At the beginning, the colours and the islands of the board are checked. During the search, and more often after
//! conflicts, the remaining board is checked as a whole: for articulation points (`connect.rs`), and for forced or
//! excluded moves (`degrees.rs`). A move is forced if it is in every set of moves that gives each square two moves, and
//! excluded if it is in no such set. This second check proves without any decision that no 4xn board has a closed tour.
//!
//! A node of the search tree takes about ten times as long as a step of plain backtracking. The state takes about 160
//! bytes per square (measured: a closed tour of 1400x1400 takes 310 MB).
//!
//! The search is complete, but its time varies: the same board can take a hundred nodes or millions, depending on the
//! first few moves. So the search consists of two runs that take turns. The first run is exhaustive. The second run
//! restarts at each of its turns with other tie-breaks (after C. Gomes, B. Selman and H. Kautz, "Boosting Combinatorial
//! Search Through Randomization", 1998). The lengths of the turns follow the sequence of M. Luby, A. Sinclair and D.
//! Zuckerman, "Optimal Speedup of Las Vegas Algorithms" (1993). Both runs can find a tour. A long proof that none
//! exists needs the exhaustive run. The result depends only on spec, order and seed.
//!
//! No function is recursive, so that boards of millions of squares do not overflow the stack.
//!
//! ```
//! use courser_board::TourSpec;
//! use courser_solve::search::{self, SearchResult, SearchOptions};
//!
//! let found = search::tour(&TourSpec::closed(&"5x6".parse().unwrap()), &SearchOptions::default()).unwrap();
//! assert!(matches!(found, SearchResult::Tour(_)));
//!
//! let found = search::tour(&TourSpec::closed(&"5x5".parse().unwrap()), &SearchOptions::default()).unwrap();
//! let SearchResult::None(reason) = found else { panic!("a closed tour of 25 squares") };
//! assert!(reason.to_string().starts_with("a 5x5 board has no closed tour: 13 squares of one colour and 12 of the other"));
//! ```

mod any;
mod connect;
mod degrees;
mod graph;
mod options;
mod run;
mod state;

pub use any::path;
pub use graph::MAX_DEGREE;
pub use options::{MAX_SQUARES, SearchError, SearchOptions, SearchResult, StopReason};

use std::time::Instant;

use courser_board::{Square, Tour, TourSpec, Wrap};

use crate::existence::{Obstruction, Reason, closing_move, ends_by_side};
use graph::{Slots, SquareGraph};
use run::{MATCHED, RunStatus, SearchRun, TieBreak};
use state::{Conflict, SearchState};

/// Searches for the requested tour.
///
/// ```
/// use courser_board::{Board, TourSpec};
/// use courser_solve::existence::Obstruction;
/// use courser_solve::search::{SearchResult, SearchOptions, tour};
///
/// let board: Board = "6x6".parse()?;
/// let corner = ["a1", "b3"].map(|name| board.square(name).unwrap());
/// let without = TourSpec::closed(&board).restricted(&[], &[corner])?;
/// let SearchResult::None(reason) = tour(&without, &SearchOptions::default()).unwrap() else { panic!() };
/// assert_eq!(*reason.because(), Obstruction::Forced);
/// # Ok::<(), courser_board::BoardError>(())
/// ```
///
/// # Errors
/// [`SearchError`] if the board is too large for the search or for [`SearchOptions::memory`].
pub fn tour(spec: &TourSpec, options: &SearchOptions<'_>) -> Result<SearchResult, SearchError> {
    let board = spec.board();
    options.afford(board.cells(), board.playable(), 0)?;
    Ok(match board.wrap() {
        Wrap::None => through(spec, &SquareGraph::new(board, options.order), options),
        _ => through(spec, &SquareGraph::wrapping(board, options.order), options),
    })
}

/// Searches the graph of a board for the requested tour.
fn through(spec: &TourSpec, graph: &SquareGraph<impl Slots>, options: &SearchOptions<'_>) -> SearchResult {
    let board = spec.board();
    let number = |at: Square| board.number(at) as u32;
    let numbers = |moves: &[[Square; 2]]| moves.iter().map(|both| both.map(number)).collect();
    let search = Search {
        spec,
        graph,
        options,
        start: spec.start().map(number),
        end: spec.end().map(number),
        with: numbers(spec.with()),
        without: numbers(spec.without()),
    };
    let tour = |order: Vec<u32>| {
        let order = order.into_iter().map(|square| graph.index[square as usize]).collect();
        Tour::new(board.clone(), order).expect("every square has two moves in one cycle, or one and is an end")
    };
    search.search().map(tour, |because| Reason::new(spec, because))
}

/// The result of a search, with squares given by their numbers in the graph.
type SearchOutcome = SearchResult<Vec<u32>, Obstruction>;

struct Search<'a, S> {
    spec: &'a TourSpec,
    graph: &'a SquareGraph<S>,
    options: &'a SearchOptions<'a>,
    start: Option<u32>,
    end: Option<u32>,
    /// Required moves, each as the indices of its two squares.
    with: Vec<[u32; 2]>,
    /// Excluded moves, each as the indices of its two squares.
    without: Vec<[u32; 2]>,
}

/// Number of nodes between two checks of the time.
const BREATH: u64 = 256;

impl<S: Slots> Search<'_, S> {
    fn search(&self) -> SearchOutcome {
        let graph = self.graph;
        let squares = graph.len();
        let none = SearchOutcome::None;
        if let Some(other) = graph.apart {
            return none(Obstruction::Islands { one: self.square(0), other: self.square(other) });
        }
        if squares == 1 && !self.spec.is_closed() {
            return if self.with.is_empty() { SearchOutcome::Tour(vec![0]) } else { none(Obstruction::Forced) };
        }
        if squares <= 2 && self.spec.is_closed() {
            return none(Obstruction::TooFew(squares as u64));
        }
        let ends = match closing_move(self.spec).and_then(|()| self.sides()) {
            Ok(ends) => ends,
            Err(because) => return none(because),
        };
        if graph.two_sided().is_none() && squares <= MATCHED && !any::has_cover(graph, self.spec.is_closed()) {
            return none(Obstruction::NoCover);
        }
        let mut state = SearchState::new(graph, ends);
        if self.restrict(&mut state).is_err() {
            return none(Obstruction::Forced);
        }
        let anchor = if ends == [0, 0] {
            let least = (0..squares as u32).min_by_key(|&square| state.degree(square));
            self.start.or(self.end).or(least).expect("a board has a square")
        } else {
            self.start.or(self.end).unwrap_or(0)
        };
        self.take_turns(SearchRun::new(state, anchor), anchor)
    }

    /// Applies the requirements of the spec to the state, and propagates them.
    ///
    /// # Errors
    /// [`Conflict`] if the requirements contradict each other.
    fn restrict(&self, state: &mut SearchState<'_, S>) -> Result<(), Conflict> {
        // A closed tour with both ends given is an open tour between the ends, plus the move that joins them.
        let closing = self.start.zip(self.end).filter(|_| self.spec.is_closed());
        let closes = |&[a, b]: &[u32; 2]| closing.is_some_and(|ends| ends == (a, b) || ends == (b, a));
        for &[from, to] in &self.without {
            if let Some(slot) = self.graph.slot(from, to) {
                state.cut(from, slot);
            }
        }
        if !state.is_cycle() {
            for square in [self.start, self.end].into_iter().flatten() {
                state.end(square)?;
            }
        }
        for &[from, to] in self.with.iter().filter(|both| !closes(both)) {
            state.fix(from, self.graph.slot(from, to).ok_or(Conflict)?)?;
        }
        state.conclude_all()
    }

    /// Returns the board's square for the vertex with the index `number` in the graph.
    fn square(&self, number: u32) -> Square {
        self.spec.board().at(self.graph.index[number as usize].into())
    }

    /// Returns the number of ends on each side of the graph. Both numbers are 0 if the tour is closed without given
    /// ends.
    ///
    /// # Errors
    /// Returns the obstruction if one rules out the tour.
    fn sides(&self) -> Result<[u8; 2], Obstruction> {
        let (graph, closed) = (self.graph, self.spec.is_closed());
        let ends = match graph.two_sided() {
            Some(sides) => {
                let side = |square| usize::from(sides.side(self.spec.board().number(square) as u32));
                ends_by_side(self.spec, sides.sizes(), side)
            }
            None => Ok([2, 0]),
        };
        match (ends, self.start.zip(self.end)) {
            (Err(unbalanced @ Obstruction::Unbalanced { .. }), _) => Err(unbalanced),
            (_, Some((start, end))) if closed && graph.slot(start, end).is_none() => {
                Err(Obstruction::EndsApart { start: self.square(start), end: self.square(end) })
            }
            (Ok(_), None) if closed => Ok([0, 0]),
            (ends, _) => ends,
        }
    }

    /// Advances the exhaustive run and a second run in turn, until one of them has the answer. The second run is
    /// restarted on each of its turns.
    fn take_turns(&self, mut exhaustive: SearchRun<'_, S>, anchor: u32) -> SearchOutcome {
        let began = Instant::now();
        let squares = self.graph.len() as u64;
        let mut restarts: Option<SearchRun<'_, S>> = None;
        let mut turn: u64 = 0;
        loop {
            let length = match turn {
                0 => 2 * squares + 2000,
                _ => squares + 500 * luby(turn.div_ceil(2)),
            };
            let lucky = turn % 2 == 1;
            if lucky {
                let run = restarts.get_or_insert_with(|| SearchRun::new(exhaustive.fresh(), anchor));
                let seed = self.options.seed ^ (turn << 20);
                run.restart(if turn % 4 == 1 { TieBreak::Far(seed) } else { TieBreak::Dice(seed) });
            }
            let mut left = length;
            while left > 0 {
                let run =
                    if lucky { restarts.as_mut().expect("a lucky turn makes its run first") } else { &mut exhaustive };
                let stand = run.advance(left.min(BREATH));
                left -= left.min(BREATH);
                if stand == RunStatus::Found {
                    return SearchOutcome::Tour(self.read(&run.state, anchor));
                }
                if stand == RunStatus::Exhausted {
                    return SearchOutcome::None(match run.nodes {
                        0 => Obstruction::Forced,
                        choices => Obstruction::Searched(choices),
                    });
                }
                let other = restarts.as_ref();
                let nodes = exhaustive.nodes + other.map_or(0, |run| run.nodes);
                let deepest = exhaustive.deepest.max(other.map_or(0, |run| run.deepest)) as u64;
                if let Some(progress) = self.options.progress {
                    progress(nodes, deepest);
                }
                if let Some(why) = self.options.stop_now(began) {
                    return SearchOutcome::Stopped { why, nodes, deepest };
                }
            }
            turn += 1;
        }
    }

    /// Returns the squares of the tour in visiting order, from the requested start.
    fn read(&self, state: &SearchState<'_, S>, anchor: u32) -> Vec<u32> {
        let from = match (self.start, self.end) {
            (Some(start), _) => start,
            // The tour is read from its end, and then reversed.
            (None, Some(end)) => end,
            (None, None) => state.any_end().unwrap_or(anchor),
        };
        let mut order = state.squares(from);
        if self.start.is_none() && self.end.is_some() {
            order.reverse();
        }
        order
    }
}

/// Returns element `n`, counted from 1, of the sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and Zuckerman.
pub(crate) fn luby(n: u64) -> u64 {
    let mut n = n;
    loop {
        let size = (n + 1).next_power_of_two();
        if size == n + 1 {
            return size / 2;
        }
        n -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lengths_of_the_runs_are_lubys() {
        let lengths: Vec<_> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
