//! The known facts about a tour: moves in the tour, moves that are not in the tour, and the conclusions from both.
//!
//! A tour is represented as a cycle. An open tour becomes a cycle through an additional vertex, the *gate*, which joins
//! the tour's last square to the tour's first square. Every square then has two of its moves in the cycle, or one move
//! and the gate. The conclusions are:
//!
//! - If a square has only the required number of possible moves, all these moves are in the cycle.
//! - If a square already has the required number of moves in the cycle, its remaining possible moves are excluded.
//! - If a square has too few moves, the square becomes an end. If the square cannot be an end, this is a conflict.
//! - Moves in the cycle form path fragments. A move between the two ends of a fragment would close the fragment. Such a
//!   move is excluded unless it is the last move.
//! - An open tour has a known number of ends of each colour, that is, on each side of the graph. Therefore a square of
//!   the wrong colour is never an end.
//!
//! All changes are undone move by move from a trail, so that no state is copied and no function is recursive.

use super::graph::{NONE, Slots, SquareGraph};
use crate::factor::graph::bits;

/// A contradiction: no tour contains the known moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// A change that can be undone. Contains the square, and for a move also the slot.
#[derive(Clone, Copy)]
enum Undo {
    /// The move in this slot of this square was excluded from the cycle.
    Cut(u32, u8),
    /// The move in this slot of this square was added to the cycle.
    Fix(u32, u8),
    /// The square became an end of the open tour.
    End(u32),
    /// The square was barred from being an end.
    Bar(u32),
}

/// An undone section of the trail. The section can be redone.
pub(super) struct UndoneTrail(Vec<Undo>);

/// Flags of a square, which supplement its masks.
mod flag {
    /// The square is an end of the open tour. The square is adjacent to the gate, the additional vertex that joins the
    /// two ends.
    pub(super) const END: u8 = 1;
    /// The square cannot be an end of the open tour.
    pub(super) const BARRED: u8 = 2;
}

#[derive(Clone)]
pub(super) struct SearchState<'a, S> {
    pub(super) graph: &'a SquareGraph<S>,
    /// For each square, the slots of the moves that can be in the cycle, as a mask.
    open: Vec<S>,
    /// For each square, the slots of the moves known to be in the cycle, as a mask. This mask is a subset of the mask
    /// in `open`.
    fixed: Vec<S>,
    flags: Vec<u8>,
    /// Other end of the path fragment, for each square that is an end of a fragment. The last element belongs to the
    /// gate.
    ///
    /// When a square becomes inner, its value is no longer updated: see [`SearchState::strand_end`].
    mate: Vec<u32>,
    /// For each side of the graph, the number of ends of an open tour that are not known yet.
    pub(super) ends_left: [u8; 2],
    /// Number of moves known to be in the cycle, including the moves of the gate.
    count: usize,
    /// Number of moves in the cycle of a complete tour. For an open tour, this number includes the two moves of the
    /// gate. The gate is an additional vertex that joins the ends.
    total: usize,
    trail: Vec<Undo>,
    queue: Vec<u32>,
}

/// Maximum number of squares of a board that is scanned as a whole. Each side of the bipartite graph can contain ends
/// of the open tour. The scan takes place as soon as all ends on one side are known; see [`SearchState::end`].
const SCANNED: usize = 1 << 14;

impl<'a, S: Slots> SearchState<'a, S> {
    /// Creates the state without known moves. `ends` contains the number of the tour's ends on each of the two sides of
    /// the graph, or zeros if the tour is closed.
    pub(super) fn new(graph: &'a SquareGraph<S>, ends: [u8; 2]) -> Self {
        let squares = graph.len();
        let closed = ends == [0, 0];
        Self {
            graph,
            open: graph.moves.clone(),
            fixed: vec![S::zero(); squares],
            flags: vec![0; squares],
            mate: (0..=squares as u32).collect(),
            ends_left: ends,
            count: 0,
            total: squares + usize::from(!closed),
            trail: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// Propagates all conclusions from the initial board.
    ///
    /// # Errors
    /// [`Conflict`] if the conclusions contradict each other.
    pub(super) fn conclude_all(&mut self) -> Result<(), Conflict> {
        for square in 0..self.graph.len() as u32 {
            if self.open[square as usize].count_ones() <= 2 {
                self.queue.push(square);
            }
        }
        self.conclude()
    }

    /// Returns whether the tour is closed. The cycle of a closed tour does not contain the gate, which is the
    /// additional vertex that joins the ends of an open tour.
    pub(super) fn is_cycle(&self) -> bool {
        self.total == self.graph.len()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.count == self.total
    }

    /// Returns the number of moves known to be in the tour.
    pub(super) fn depth(&self) -> usize {
        self.count
    }

    pub(super) fn gate(&self) -> u32 {
        self.graph.len() as u32
    }

    /// Returns the number of ends of the open tour that are still unknown. For each unknown end, the gate still needs a
    /// move.
    pub(super) fn open_ends(&self) -> u8 {
        self.ends_left[0] + self.ends_left[1]
    }

    /// Returns the number of moves that a square or the gate still needs.
    pub(super) fn wanting(&self, square: u32) -> u8 {
        (self.need(square) - self.fixed[square as usize].count_ones()) as u8
    }

    pub(super) fn mate(&self, square: u32) -> u32 {
        self.mate[square as usize]
    }

    /// Returns the slots of a square's undecided moves. An undecided move can be in the cycle, but is not known to be
    /// in the cycle.
    pub(super) fn choices(&self, square: u32) -> S {
        self.open[square as usize] & !self.fixed[square as usize]
    }

    /// Returns the number of moves at `square` that are not excluded from the cycle. Moves that are already fixed in
    /// the cycle are counted as well.
    pub(super) fn degree(&self, square: u32) -> u32 {
        self.open[square as usize].count_ones()
    }

    /// Returns the number of moves that a square has in a tour: one if it is an end, and otherwise two.
    fn need(&self, square: u32) -> u32 {
        2 - u32::from(self.flags[square as usize] & flag::END)
    }

    /// Returns whether a square already has the required number of known moves in the cycle.
    pub(super) fn is_inner(&self, square: u32) -> bool {
        if square == self.gate() {
            return self.open_ends() == 0;
        }
        self.fixed[square as usize].count_ones() == self.need(square)
    }

    pub(super) fn may_be_end(&self, square: u32) -> bool {
        let side = self.graph.side(square);
        self.ends_left[side] > 0 && self.flags[square as usize] & (flag::END | flag::BARRED) == 0
    }

    /// Returns an end of the path fragment that contains a square.
    ///
    /// When a square becomes inner, its mate is an end of the path fragment. Later, the mate can also become inner.
    /// Therefore each step from an inner square to its mate leads to a square that became inner later, or to a square
    /// that is still an end.
    pub(super) fn strand_end(&self, mut square: u32) -> u32 {
        while self.is_inner(square) {
            square = self.mate(square);
        }
        square
    }

    /// Returns the length of the trail, for [`SearchState::undo`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes since `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        self.queue.clear();
        while self.trail.len() > mark {
            let step = self.trail.pop().expect("the trail is longer than the mark");
            self.turn::<false>(step);
        }
    }

    /// Undoes all changes since `mark`, and returns them for [`SearchState::redo`].
    pub(super) fn set_aside(&mut self, mark: usize) -> UndoneTrail {
        let aside = self.trail[mark..].to_vec();
        self.undo(mark);
        UndoneTrail(aside)
    }

    /// Redoes the changes that [`SearchState::set_aside`] has undone. When this function is called, the state must be
    /// the same as before these changes were made.
    pub(super) fn redo(&mut self, UndoneTrail(steps): UndoneTrail) {
        for step in steps {
            self.turn::<true>(step);
            self.trail.push(step);
        }
    }

    /// Undoes a change, or redoes the change if `AGAIN` is true. The same bits are flipped in both cases.
    fn turn<const AGAIN: bool>(&mut self, step: Undo) {
        match step {
            Undo::Cut(square, slot) => {
                let (to, back) = self.other(square, slot);
                self.open[square as usize] ^= S::bit(slot);
                self.open[to as usize] ^= S::bit(back);
            }
            Undo::Fix(square, slot) => {
                let (to, back) = self.other(square, slot);
                self.fixed[square as usize] ^= S::bit(slot);
                self.fixed[to as usize] ^= S::bit(back);
                if AGAIN { self.join_again(square, to) } else { self.part(square, to) }
            }
            Undo::End(square) => {
                let side = self.graph.side(square);
                self.flags[square as usize] ^= flag::END;
                if AGAIN {
                    self.ends_left[side] -= 1;
                    self.join_again(square, self.gate());
                } else {
                    self.ends_left[side] += 1;
                    self.part(square, self.gate());
                }
            }
            Undo::Bar(square) => self.flags[square as usize] ^= flag::BARRED,
        }
    }

    /// Returns the square to which the move in a slot leads, and the slot of the opposite move. The opposite move leads
    /// from that square back to `square`.
    pub(super) fn other(&self, square: u32, slot: u8) -> (u32, u8) {
        (self.graph.to(square, slot), self.graph.back(square, slot))
    }

    /// Joins the path fragments that end at `a` and `b`. Returns the ends of the joined fragment.
    fn join(&mut self, a: u32, b: u32) -> (u32, u32) {
        let (far_a, far_b) = (self.mate(a), self.mate(b));
        self.mate[far_a as usize] = far_b;
        self.mate[far_b as usize] = far_a;
        self.count += 1;
        (far_a, far_b)
    }

    /// Redoes a join. The last join of a tour changes no mate.
    fn join_again(&mut self, a: u32, b: u32) {
        if self.count + 1 == self.total {
            self.count += 1;
        } else {
            self.join(a, b);
        }
    }

    /// Undoes [`SearchState::join`]. The masks of used slots must already be restored to the values before the join.
    fn part(&mut self, a: u32, b: u32) {
        self.count -= 1;
        if self.count + 1 == self.total {
            // The last move joined the two ends of the only fragment, and did not change their mates.
            return;
        }
        // If a square of the removed move has no other move, the square becomes its own mate again. Otherwise the
        // square keeps its mate, which is the far end of the fragment.
        let far_a = if self.is_alone(a) { a } else { self.mate(a) };
        let far_b = if self.is_alone(b) { b } else { self.mate(b) };
        self.mate[far_a as usize] = a;
        self.mate[far_b as usize] = b;
    }

    /// Returns whether a square, or the gate, has no move in the cycle.
    fn is_alone(&self, square: u32) -> bool {
        if square == self.gate() {
            return self.open_ends() == 2;
        }
        let at = square as usize;
        self.fixed[at].is_zero() && self.flags[at] & flag::END == 0
    }

    /// Returns whether a move between the ends `a` and `b` would close the cycle.
    ///
    /// # Errors
    /// [`Conflict`] if the move would close a fragment that is not the whole cycle.
    fn closes(&self, a: u32, b: u32) -> Result<bool, Conflict> {
        if self.mate(a) != b || a == b {
            return Ok(false);
        }
        if self.count + 1 < self.total {
            return Err(Conflict);
        }
        Ok(true)
    }

    /// Adds the move in a slot to the cycle.
    ///
    /// # Errors
    /// [`Conflict`] if the move is excluded or closes a fragment too early. Also [`Conflict`] if one of the two squares
    /// of the move already has the required number of moves in the cycle.
    pub(super) fn fix(&mut self, square: u32, slot: u8) -> Result<(), Conflict> {
        let at = square as usize;
        if self.fixed[at].has(slot) {
            return Ok(());
        }
        let (to, back) = self.other(square, slot);
        if !self.open[at].has(slot) || self.is_inner(square) || self.is_inner(to) {
            return Err(Conflict);
        }
        let last = self.closes(square, to)?;
        self.trail.push(Undo::Fix(square, slot));
        self.fixed[at] |= S::bit(slot);
        self.fixed[to as usize] |= S::bit(back);
        self.queue.push(square);
        self.queue.push(to);
        self.tie(square, to, last);
        Ok(())
    }

    /// Makes a square an end of the open tour.
    ///
    /// # Errors
    /// [`Conflict`] if the square cannot be an end.
    pub(super) fn end(&mut self, square: u32) -> Result<(), Conflict> {
        if !self.may_be_end(square) || self.is_inner(square) {
            return Err(Conflict);
        }
        let last = self.closes(square, self.gate())?;
        let at = square as usize;
        let side = self.graph.side(square);
        self.trail.push(Undo::End(square));
        self.flags[at] |= flag::END;
        self.ends_left[side] -= 1;
        self.queue.push(square);
        if self.ends_left[side] == 0 && self.graph.len() <= SCANNED {
            // All ends on this side of the bipartite graph are now known. Therefore no other square of this side is an
            // end. If such a square has only two possible moves, both moves are in the tour. On a large board, this
            // conclusion is postponed until the search examines that square again.
            for other in 0..self.graph.len() as u32 {
                let at = other as usize;
                if self.graph.side(other) == side && self.open[at].count_ones() == 2 {
                    self.queue.push(other);
                }
            }
        }
        self.tie(square, self.gate(), last);
        Ok(())
    }

    /// Joins two fragments, and excludes the move that would close the joined fragment.
    fn tie(&mut self, a: u32, b: u32, last: bool) {
        if last {
            self.count += 1;
            return;
        }
        let (far_a, far_b) = self.join(a, b);
        let gate = self.gate();
        if self.count + 1 < self.total && far_a != gate && far_b != gate {
            // If `a` and `b` are themselves the far ends, the move between `far_a` and `far_b` is the new move, which
            // is already fixed.
            if let Some(slot) = self.graph.slot(far_a, far_b)
                && !self.fixed[far_a as usize].has(slot)
            {
                self.cut(far_a, slot);
            }
        }
    }

    /// Excludes the move in a slot from the cycle.
    pub(super) fn cut(&mut self, square: u32, slot: u8) {
        let at = square as usize;
        if !self.open[at].has(slot) {
            return;
        }
        debug_assert!(!self.fixed[at].has(slot), "a move in the cycle is cut");
        let (to, back) = self.other(square, slot);
        self.trail.push(Undo::Cut(square, slot));
        self.open[at] &= !S::bit(slot);
        self.open[to as usize] &= !S::bit(back);
        for square in [square, to] {
            if self.open[square as usize].count_ones() <= 2 {
                self.queue.push(square);
            }
        }
    }

    /// Records that a square cannot be an end.
    pub(super) fn bar(&mut self, square: u32) {
        let flags = &mut self.flags[square as usize];
        if *flags & flag::BARRED == 0 {
            *flags |= flag::BARRED;
            self.trail.push(Undo::Bar(square));
            self.queue.push(square);
        }
    }

    /// Propagates conclusions until there are no new conclusions.
    ///
    /// # Errors
    /// [`Conflict`] if the conclusions contradict each other.
    pub(super) fn conclude(&mut self) -> Result<(), Conflict> {
        while let Some(square) = self.queue.pop() {
            if let Err(contradiction) = self.look_at(square) {
                self.queue.clear();
                return Err(contradiction);
            }
        }
        Ok(())
    }

    fn look_at(&mut self, square: u32) -> Result<(), Conflict> {
        let at = square as usize;
        if self.is_inner(square) {
            for slot in bits(self.choices(square)) {
                self.cut(square, slot);
            }
            return Ok(());
        }
        let (degree, need) = (self.degree(square), self.need(square));
        if degree + u32::from(self.may_be_end(square)) < need {
            return Err(Conflict);
        }
        if degree < need {
            return self.end(square);
        }
        if degree == need && !self.may_be_end(square) {
            for slot in bits(self.choices(square)) {
                // Fixing this move can exclude a move of a later iteration. When `fix` is called for the excluded move,
                // it returns the conflict.
                self.fix(square, slot)?;
            }
        }
        debug_assert!((self.fixed[at] & !self.open[at]).is_zero());
        Ok(())
    }

    /// Returns the squares of a complete tour in visiting order, starting at `from`. For an open tour, `from` must be
    /// an end.
    pub(super) fn squares(&self, from: u32) -> Vec<u32> {
        debug_assert!(self.is_complete(), "a tour is read off before it is found");
        let mut squares = Vec::with_capacity(self.graph.len());
        let (mut before, mut at) = (NONE, from);
        while squares.len() < self.graph.len() {
            squares.push(at);
            let ways = bits(self.fixed[at as usize]).map(|slot| self.other(at, slot).0);
            let next = ways.into_iter().find(|&next| next != before);
            (before, at) = (at, next.unwrap_or(NONE));
            if at == NONE {
                break;
            }
        }
        squares
    }

    /// Returns an end of a complete open tour, or `None` if the tour is closed.
    pub(super) fn any_end(&self) -> Option<u32> {
        let end = self.flags.iter().position(|&flags| flags & flag::END != 0);
        end.map(|at| at as u32)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, MoveOrder};

    use super::*;
    use crate::warnsdorff::{pick, roll};

    /// Returns the whole state except the mates of inner squares. These mates are not read until the squares are ends
    /// again.
    fn known<S: Slots>(state: &SearchState<'_, S>) -> impl PartialEq + std::fmt::Debug + use<S> {
        let squares = 0..=state.gate();
        let mates: Vec<_> = squares.map(|at| (!state.is_inner(at)).then(|| state.mate(at))).collect();
        let SearchState { open, fixed, flags, ends_left, count, .. } = state.clone();
        (open, fixed, flags, mates, ends_left, count)
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace_and_what_is_redone_is_as_before() {
        for (size, ends, seed) in [("6x6", [0, 0], 1), ("5x7", [2, 0], 2), ("8x8", [1, 1], 3), ("3x10", [0, 0], 4)] {
            let board: Board = size.parse().unwrap();
            let graph = SquareGraph::new(&board, MoveOrder::SLIDES);
            let mut state = SearchState::new(&graph, ends);
            state.conclude_all().unwrap();
            let mut past = vec![];
            for step in 0..2000 {
                let throw = roll(seed, 0, step);
                let square = pick(throw, graph.len() as u32);
                past.push((state.mark(), known(&state)));
                let taken = match bits(state.choices(square)).next() {
                    Some(slot) if !throw.is_multiple_of(3) => state.fix(square, slot),
                    Some(slot) => {
                        state.cut(square, slot);
                        Ok(())
                    }
                    None if !state.is_inner(square) => state.end(square),
                    None => Ok(()),
                };
                if taken.and_then(|()| state.conclude()).is_ok() && !state.is_complete() {
                    continue;
                }
                // At this point, the state is a conflict or a tour. A section of the trail is now undone, redone, and
                // undone again.
                let at = pick(roll(seed, 1, step), past.len() as u32) as usize;
                let (mark, before) = &past[at];
                let now = known(&state);
                let aside = state.set_aside(*mark);
                assert_eq!(known(&state), *before, "{size}, step {step}");
                state.redo(aside);
                assert_eq!(known(&state), now, "{size}, step {step}, redone");
                state.undo(*mark);
                assert_eq!(known(&state), *before, "{size}, step {step}, again");
                past.truncate(at);
            }
        }
    }
}
