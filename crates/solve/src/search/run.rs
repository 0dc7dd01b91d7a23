//! A run of the search, which decides, propagates and backtracks.

use crate::warnsdorff::{pick, roll};

use super::connect::Connect;
use super::degrees::DegreeMatching;
use super::graph::Slots;
use super::state::{Conflict, SearchState};
use crate::factor::graph::bits;

/// Maximum number of squares of a board for the matching check. On larger boards, the check takes too long.
pub(super) const MATCHED: usize = 1 << 14;

/// Maximum number of squares of a board for a matching check before the first decision. On larger boards, the matching
/// check runs only after a conflict.
const MATCHED_FIRST: usize = 1 << 10;

/// The rule by which a run chooses among squares of equal rank.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TieBreak {
    /// Chooses the first square in move order.
    First,
    /// Chooses a random square. Contains the seed.
    Dice(u64),
    /// Chooses the square farthest from the centre, as in Roth's rule, and sometimes a random square. Contains the
    /// seed.
    Far(u64),
}

/// The status of a run that has used its share of the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStatus {
    /// The search found a tour: all moves of the cycle are known.
    Found,
    /// The search proved that no tour exists.
    Exhausted,
    /// The answer is not yet known.
    Open,
}

/// A decision of the search, which can be reversed later.
struct Decision {
    /// Length of the trail before the decision.
    mark: usize,
    tail: u32,
    what: BranchChoice,
}

#[derive(Clone, Copy)]
enum BranchChoice {
    /// Decides that the move in this slot of this square is in the tour.
    Move(u32, u8),
    /// Decides that this square is an end of the tour.
    End(u32),
}

pub(super) struct SearchRun<'a, S> {
    pub(super) state: SearchState<'a, S>,
    ties: TieBreak,
    decisions: Vec<Decision>,
    /// The fixed end of the growing path fragment.
    tail: u32,
    anchor: u32,
    /// Possible starts of the tour, in ascending order of their number of moves.
    starts: Vec<u32>,
    root: usize,
    connect: Connect,
    /// The matching check; `None` if the graph is not bipartite or has more than [`MATCHED`] squares.
    degrees: Option<DegreeMatching<'a, S>>,
    /// Number of decisions since the last check of the whole board.
    unchecked: usize,
    /// True if the last check of the whole board failed.
    suspicious: bool,
    /// True if a decision was reversed since the last check. On a small board, also true before the first check.
    troubled: bool,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
}

impl<'a, S: Slots> SearchRun<'a, S> {
    /// Creates a run from a state, which must have no conflict. The path fragment grows away from `anchor`.
    pub(super) fn new(state: SearchState<'a, S>, anchor: u32) -> Self {
        let mut starts = Vec::new();
        if state.open_ends() == 2 {
            starts.extend(0..state.graph.len() as u32);
            starts.sort_by_key(|&square| state.degree(square));
        }
        Self {
            ties: TieBreak::First,
            decisions: Vec::new(),
            tail: anchor,
            anchor,
            starts,
            root: state.mark(),
            connect: Connect::default(),
            degrees: state.graph.two_sided().filter(|_| state.graph.len() <= MATCHED).map(DegreeMatching::new),
            unchecked: usize::MAX / 2,
            suspicious: false,
            troubled: state.graph.len() <= MATCHED_FIRST,
            nodes: 0,
            deepest: state.depth(),
            state,
        }
    }

    /// Returns the state of the search before the first decision.
    pub(super) fn fresh(&self) -> SearchState<'a, S> {
        let mut state = self.state.clone();
        // The conclusions from a refuted first decision are also on the trail, so they are undone as well.
        state.undo(self.root);
        state
    }

    /// Undoes all decisions, and starts again with other tie-breaks.
    pub(super) fn restart(&mut self, ties: TieBreak) {
        self.state.undo(self.root);
        self.decisions.clear();
        self.tail = self.anchor;
        self.unchecked = usize::MAX / 2;
        self.ties = ties;
    }

    /// Continues the search by at most `nodes` nodes.
    pub(super) fn advance(&mut self, nodes: u64) -> RunStatus {
        for _ in 0..nodes {
            self.deepest = self.deepest.max(self.state.depth());
            if self.state.is_complete() {
                return RunStatus::Found;
            }
            if self.inspect().is_err() {
                if self.climb() {
                    continue;
                }
                return RunStatus::Exhausted;
            }
            if self.state.is_complete() {
                return RunStatus::Found;
            }
            let Some(choice) = self.choose() else {
                if self.take_back() {
                    continue;
                }
                return RunStatus::Exhausted;
            };
            self.nodes += 1;
            self.decisions.push(Decision { mark: self.state.mark(), tail: self.tail, what: choice });
            let taken = match choice {
                BranchChoice::Move(square, slot) => self.state.fix(square, slot),
                BranchChoice::End(square) => self.state.end(square),
            };
            if taken.and_then(|()| self.state.conclude()).is_err() && !self.take_back() {
                return RunStatus::Exhausted;
            }
        }
        RunStatus::Open
    }

    /// Undoes decisions, starting with the latest. The choice of each undone decision is excluded. Stops as soon as
    /// such an exclusion causes no conflict. Returns `false` if every exclusion causes a conflict.
    fn take_back(&mut self) -> bool {
        self.troubled = true;
        while let Some(decision) = self.decisions.pop() {
            self.state.undo(decision.mark);
            self.tail = decision.tail;
            match decision.what {
                BranchChoice::Move(square, slot) => self.state.cut(square, slot),
                BranchChoice::End(square) => self.state.bar(square),
            }
            if let Ok(()) = self.state.conclude() {
                return true;
            }
        }
        false
    }

    /// Checks the whole board at intervals. An interval grows with the number of open squares, so that all checks
    /// together take about as much time as all decisions. After a failed check the next check follows immediately,
    /// since the cause is often a much earlier decision.
    ///
    /// The matching check runs only after conflicts, since it takes longer, and most descents have no conflict.
    ///
    /// # Errors
    /// [`Conflict`] if a check fails.
    fn inspect(&mut self) -> Result<(), Conflict> {
        self.unchecked += 1;
        let left = self.state.graph.len().saturating_sub(self.state.depth());
        if !self.suspicious && self.unchecked <= left / 8 {
            return Ok(());
        }
        self.unchecked = 0;
        self.suspicious = true;
        if let Some(degrees) = self.degrees.as_mut().filter(|_| self.troubled) {
            degrees.conclude(&mut self.state)?;
        }
        if !self.hangs_together() {
            return Err(Conflict);
        }
        self.suspicious = false;
        self.troubled = false;
        Ok(())
    }

    fn hangs_together(&mut self) -> bool {
        if self.state.open_ends() == 2 || self.state.is_complete() {
            return true;
        }
        let head = self.head();
        self.connect.holds(&self.state, head)
    }

    /// Returns whether a check of the whole board proves that no tour contains the known moves.
    fn fails(&mut self) -> bool {
        !self.hangs_together() || self.degrees.as_mut().is_some_and(|degrees| degrees.fail(&self.state))
    }

    /// Undoes decisions after a failed check. Returns `false` if the search has no choice left.
    ///
    /// The first wrong decision can be thousands of decisions back, and a check after each undone decision would take
    /// too long. Therefore the search undoes decisions in groups of 1, 2, 4 … until a check succeeds. Then the search
    /// restores the last undone group without the newest decision of this group. The choice of the newest decision is
    /// excluded.
    fn climb(&mut self) -> bool {
        let mut faulty = self.decisions.len();
        let mut stride = 1;
        while faulty > 0 {
            let to = faulty.saturating_sub(stride);
            self.tail = self.decisions[to].tail;
            let aside = self.state.set_aside(self.decisions[to].mark);
            if self.fails() {
                faulty = to;
                stride *= 2;
                continue;
            }
            self.state.redo(aside);
            self.decisions.truncate(faulty);
            return self.take_back();
        }
        false
    }

    /// Returns the growing end of the path fragment. The path fragment must exist.
    fn head(&mut self) -> u32 {
        if self.state.open_ends() == 1 {
            return self.state.mate(self.state.gate());
        }
        self.tail = self.state.strand_end(self.tail);
        self.state.mate(self.tail)
    }

    /// Returns the next decision. Returns `None` if no square can be an end, so that no open tour exists.
    fn choose(&mut self) -> Option<BranchChoice> {
        let state = &self.state;
        if state.open_ends() == 2 {
            let start = self.starts.iter().find(|&&square| state.may_be_end(square));
            return start.map(|&square| BranchChoice::End(square));
        }
        let head = self.head();
        Some(BranchChoice::Move(head, self.pick_slot(head)))
    }

    /// Selects a move to a square with the minimum number of remaining moves, by Warnsdorff's rule.
    fn pick_slot(&self, head: u32) -> u8 {
        let state = &self.state;
        let to = |slot: u8| state.graph.to(head, slot);
        let choices = state.choices(head);
        let lowest = bits(choices).map(|slot| state.degree(to(slot))).min();
        let lowest = lowest.expect("a square that is not inner has a choice");
        let mut tied = S::zero();
        for slot in bits(choices).filter(|&slot| state.degree(to(slot)) == lowest) {
            tied |= S::bit(slot);
        }
        let throw = |seed| roll(seed, head, self.nodes as u32);
        let by_dice = |throw| {
            let nth = pick(throw, tied.count_ones());
            bits(tied).nth(nth as usize)
        };
        let slot = match self.ties {
            TieBreak::First => bits(tied).next(),
            TieBreak::Dice(seed) => by_dice(throw(seed)),
            // The low bits of the random number determine whether the choice is random. If the choice is random, the
            // high bits select the move.
            TieBreak::Far(seed) if throw(seed) % 16 == 0 => by_dice(throw(seed)),
            TieBreak::Far(_) => {
                bits(tied).max_by_key(|&slot| (state.graph.off_centre(to(slot)), std::cmp::Reverse(slot)))
            }
        };
        slot.expect("a least element is among its equals")
    }
}
