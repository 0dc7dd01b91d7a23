//! One run of the search: decide, conclude, take back.

use crate::warnsdorff::{pick, roll};

use super::connect::Connect;
use super::degrees::Degrees;
use super::graph::Slots;
use super::state::{Contradiction, State};
use crate::factor::graph::bits;

/// Boards up to this size are looked at as a matching problem too; on larger ones that takes too long.
pub(super) const MATCHED: usize = 1 << 14;

/// Boards up to this size are so even before the first decision; on larger ones trouble is waited for.
const MATCHED_FIRST: usize = 1 << 10;

/// The choice of a run among squares of equal rank.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ties {
    /// The first in move order.
    First,
    /// By the dice.
    Dice(u64),
    /// The farthest from the centre, after Roth; by the dice now and then.
    Far(u64),
}

/// The standing of a run after its share of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// The state is a tour.
    Found,
    /// There is none.
    Exhausted,
    /// Neither is known yet.
    Open,
}

/// A choice that may turn out wrong.
struct Decision {
    /// The trail before it.
    mark: usize,
    tail: u32,
    what: Choice,
}

#[derive(Clone, Copy)]
enum Choice {
    /// The move in this slot of this square is in the tour.
    Move(u32, u8),
    /// This square is an end of the tour.
    End(u32),
}

pub(super) struct Run<'a, S> {
    pub(super) state: State<'a, S>,
    ties: Ties,
    decisions: Vec<Decision>,
    /// The end of the strand at which it does not grow.
    tail: u32,
    anchor: u32,
    /// Squares to start at, the one with fewest moves first.
    starts: Vec<u32>,
    root: usize,
    connect: Connect,
    /// The check by matching; none if the graph is not bipartite or has more than [`MATCHED`] squares.
    degrees: Option<Degrees<'a, S>>,
    /// Decisions since the last check of connection, and whether that failed.
    unchecked: usize,
    suspicious: bool,
    /// A decision was taken back since the last check, or the board is small and none was made yet.
    troubled: bool,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
}

impl<'a, S: Slots> Run<'a, S> {
    /// A run from a state that is free of contradictions and whose strand grows away from `anchor`.
    pub(super) fn new(state: State<'a, S>, anchor: u32) -> Self {
        let mut starts = Vec::new();
        if state.open_ends() == 2 {
            starts.extend(0..state.graph.len() as u32);
            starts.sort_by_key(|&square| state.degree(square));
        }
        Self {
            ties: Ties::First,
            decisions: Vec::new(),
            tail: anchor,
            anchor,
            starts,
            root: state.mark(),
            connect: Connect::default(),
            degrees: state.graph.two_sided().filter(|_| state.graph.len() <= MATCHED).map(Degrees::new),
            unchecked: usize::MAX / 2,
            suspicious: false,
            troubled: state.graph.len() <= MATCHED_FIRST,
            nodes: 0,
            deepest: state.depth(),
            state,
        }
    }

    /// The state before the first decision.
    pub(super) fn fresh(&self) -> State<'a, S> {
        let mut state = self.state.clone();
        // The conclusions from a refuted first decision are on the trail as well, and are undone with the rest.
        state.undo(self.root);
        state
    }

    /// Forgets every decision, and starts again with other ties.
    pub(super) fn restart(&mut self, ties: Ties) {
        self.state.undo(self.root);
        self.decisions.clear();
        self.tail = self.anchor;
        self.unchecked = usize::MAX / 2;
        self.ties = ties;
    }

    /// Searches on for at most `nodes` nodes.
    pub(super) fn advance(&mut self, nodes: u64) -> Stand {
        for _ in 0..nodes {
            self.deepest = self.deepest.max(self.state.depth());
            if self.state.is_complete() {
                return Stand::Found;
            }
            if self.inspect().is_err() {
                if self.climb() {
                    continue;
                }
                return Stand::Exhausted;
            }
            if self.state.is_complete() {
                return Stand::Found;
            }
            let Some(choice) = self.choose() else {
                if self.take_back() {
                    continue;
                }
                return Stand::Exhausted;
            };
            self.nodes += 1;
            self.decisions.push(Decision { mark: self.state.mark(), tail: self.tail, what: choice });
            let taken = match choice {
                Choice::Move(square, slot) => self.state.fix(square, slot),
                Choice::End(square) => self.state.end(square),
            };
            if taken.and_then(|()| self.state.conclude()).is_err() && !self.take_back() {
                return Stand::Exhausted;
            }
        }
        Stand::Open
    }

    /// Takes back decisions until the opposite of one is free of contradictions; false if none is.
    fn take_back(&mut self) -> bool {
        self.troubled = true;
        while let Some(decision) = self.decisions.pop() {
            self.state.undo(decision.mark);
            self.tail = decision.tail;
            match decision.what {
                Choice::Move(square, slot) => self.state.cut(square, slot),
                Choice::End(square) => self.state.bar(square),
            }
            if let Ok(()) = self.state.conclude() {
                return true;
            }
        }
        false
    }

    /// Looks at the whole board, now and then: in all about as long as the decisions take,
    /// and again at once after it found a fault, since what it finds is often old.
    ///
    /// As a matching problem only where there was trouble, since that takes longer: most descents have none.
    fn inspect(&mut self) -> Result<(), Contradiction> {
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
            return Err(Contradiction);
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

    /// Returns whether a look at the whole board refutes the known moves.
    fn fails(&mut self) -> bool {
        !self.hangs_together() || self.degrees.as_mut().is_some_and(|degrees| degrees.fail(&self.state))
    }

    /// After an inspection that failed: takes back all decisions that came after the fault.
    ///
    /// It may lie thousands of decisions back, and to take them back one by one, with an
    /// inspection each, takes long. So in strides of 1, 2, 4 … to where no fault is to be
    /// seen, and then that stride forward again.
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

    /// The end of the strand at which it grows, once it has one.
    fn head(&mut self) -> u32 {
        if self.state.open_ends() == 1 {
            return self.state.mate(self.state.gate());
        }
        self.tail = self.state.strand_end(self.tail);
        self.state.mate(self.tail)
    }

    /// The next decision; `None` if no square can be an end, so that no open tour exists.
    fn choose(&mut self) -> Option<Choice> {
        let state = &self.state;
        if state.open_ends() == 2 {
            let start = self.starts.iter().find(|&&square| state.may_be_end(square));
            return start.map(|&square| Choice::End(square));
        }
        let head = self.head();
        Some(Choice::Move(head, self.pick_slot(head)))
    }

    /// Warnsdorff's rule: of the squares that a move can lead to, one with the fewest moves left.
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
            Ties::First => bits(tied).next(),
            Ties::Dice(seed) => by_dice(throw(seed)),
            // The low bits say whether the dice are used at all; which way they fall is in the high ones.
            Ties::Far(seed) if throw(seed) % 16 == 0 => by_dice(throw(seed)),
            Ties::Far(_) => bits(tied).max_by_key(|&slot| (state.graph.off_centre(to(slot)), std::cmp::Reverse(slot))),
        };
        slot.expect("a least element is among its equals")
    }
}
