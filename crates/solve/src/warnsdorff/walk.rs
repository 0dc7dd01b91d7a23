//! The walk of a knight by a rule. In each step, the knight visits its square, decreases the ranks of the neighbours,
//! chooses one of them, and moves there.

use std::ops::ControlFlow;

use courser_board::{Board, MoveOrder, Path, Square};

use super::field::{FieldOffsets, MAX_RANK, PaddedRanks, VISITED};
use super::{Rule, RuleError, dice, squirrel_cull};
use crate::factor::graph::bits;

/// The parameters that determine the tour of a knight, apart from the board and the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walker {
    /// The rule for choosing the next square.
    pub rule: Rule,
    /// The order in which neighbours are examined.
    pub order: MoveOrder,
    /// Seed of the `random` rule.
    pub seed: u64,
    /// Index of the knight among all knights with this seed, for the `random` rule.
    pub knight: u32,
}

/// The reason why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// Every square is visited.
    Complete,
    /// The last square has no unvisited neighbour, but the board still has unvisited squares.
    Stuck,
    /// The progress callback stopped the walk.
    Stopped,
}

/// The result of a walk: the visited squares and the reason why it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkOutcome {
    /// Indices of the visited squares in visiting order. The start is always included.
    pub order: Vec<u32>,
    /// The reason why the walk ended.
    pub end: WalkEnd,
}

impl WalkOutcome {
    /// Returns whether every square is visited.
    pub fn is_complete(&self) -> bool {
        self.end == WalkEnd::Complete
    }

    /// Converts the walk to a checked path.
    ///
    /// # Panics
    /// Panics if `board` is not the board on which the knight walked.
    pub fn into_path(self, board: &Board) -> Path {
        Path::new(board.clone(), self.order).expect("every step of a walk is a move to a new square")
    }
}

/// Walks from `start` by `rule`.
///
/// # Errors
/// [`RuleError`] if the knight cannot stand on `start`, if the board is too large, or if the rule does not apply to the
/// board. Getting stuck is not an error but a [`WalkOutcome`].
pub fn run(board: &Board, start: Square, rule: Rule, order: MoveOrder, seed: u64) -> Result<WalkOutcome, RuleError> {
    let walker = Walker { rule, order, seed, knight: 0 };
    run_with(board, start, &walker, &mut |_| ControlFlow::Continue(()))
}

/// Walks from `start`. Calls `progress` at least once per 65,536 visits, with the number of visits so far. `progress`
/// can stop the walk.
///
/// # Errors
/// Returns the errors of [`run`].
pub fn run_with(
    board: &Board,
    start: Square,
    walker: &Walker,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<WalkOutcome, RuleError> {
    run_ahead(board, start, walker, walker.rule.look_ahead(), progress)
}

/// Walks like [`run_with`], but the rules of Pohl look `levels` levels ahead instead of one, two or three; see
/// [`Rule::look_ahead`].
///
/// # Errors
/// Returns the errors of [`run`].
///
/// # Panics
/// Panics if `levels` is more than [`Rule::MAX_LEVELS`].
pub fn run_ahead(
    board: &Board,
    start: Square,
    walker: &Walker,
    levels: u32,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<WalkOutcome, RuleError> {
    assert!(levels <= Rule::MAX_LEVELS, "a rule looks at most {} levels ahead", Rule::MAX_LEVELS);
    let start = board.playable_square(start)?;
    let mut walk = RuleWalk::new(board, start, progress)?;
    if levels > Rule::MAX_LOOK_AHEAD {
        // A single visit can take a second, so progress is reported after each visit.
        walk.stride = 1;
    }
    let steps = walk.field.steps(walker.order);
    let (rows, cols) = (board.rows(), board.cols());
    match walker.rule {
        Rule::Warnsdorff => walk.first_lowest(&steps, None),
        Rule::SquirrelCull => {
            for leg in squirrel_cull::legs(board, start)? {
                let steps = walk.field.steps(leg.order);
                let until = leg.until.map(|square| walk.field.place(square));
                walk.first_lowest(&steps, until);
            }
        }
        Rule::Pohl | Rule::Pohl2 | Rule::Pohl3 => {
            let places = steps.place;
            walk.pick_by(&steps, CandidateSet::Lowest, |seen, slot| {
                word_ahead(seen.ranks, &places, seen.place + places[slot], seen.place, levels)
            });
        }
        Rule::Roth => walk.pick_by(&steps, CandidateSet::Lowest, |seen, slot| {
            let (row, col) = seen.off_centre(&steps, slot, rows, cols);
            // A board of at most 2³² squares has sides of at most 2³⁰, so the sum of two squared distances cannot
            // overflow.
            u64::MAX - (row * row + col * col)
        }),
        Rule::Random => walk.walk(&steps, CandidateSet::Lowest, |_, slots, visit| {
            let nth = dice::pick(dice::roll(walker.seed, walker.knight, visit), slots.count_ones());
            bits(slots).nth(nth as usize).expect("the dice have as many faces as there are choices").into()
        }),
        Rule::Bottom => walk.pick_by(&steps, CandidateSet::Free, |seen, slot| {
            let ((row, col), cols) = (seen.square(&steps, slot), u64::from(cols));
            row * cols + (cols - 1 - col)
        }),
        Rule::Center => walk.pick_by(&steps, CandidateSet::Free, |seen, slot| {
            let (row, col) = seen.off_centre(&steps, slot, rows, cols);
            row + col
        }),
    }
    Ok(walk.finish())
}

/// Returns the smallest word of the paths that continue from `place`. The word of a path is the sequence of the ranks
/// of its squares, with four bits each. A path consists of up to `levels` unvisited squares after `place`, and its
/// first square is not `from`. If a path ends early, its last rank is followed by the value 9, and the remaining bits
/// are 0.
fn word_ahead(ranks: &[u8], places: &[i64; 8], place: i64, from: i64, levels: u32) -> u64 {
    const NO_WAY: u64 = MAX_RANK as u64 + 1;
    let beyond = 4 * (levels - 1);
    let mut least = NO_WAY << beyond;
    for step in places {
        let there = place + step;
        // A missing move has the offset 0, so that the move ends on the square on which it starts.
        if there == place || there == from {
            continue;
        }
        // A value above all ranks stands for a visited square or a square outside the board.
        let rank = u64::from(ranks[there as usize]);
        if rank > least >> beyond || rank > u64::from(MAX_RANK) {
            continue;
        }
        let further = if levels == 1 { 0 } else { word_ahead(ranks, places, there, place, levels - 1) };
        least = least.min(rank << beyond | further);
    }
    least
}

/// Default number of visits between two calls of the progress callback.
const STRIDE: usize = 1 << 16;

struct RuleWalk<'a> {
    field: PaddedRanks,
    /// Index of the knight's square in `field`. The square is recorded as visited unless `fresh` is set.
    place: usize,
    /// Index of the knight's square on the board.
    index: u32,
    row: u32,
    col: u32,
    /// True if the knight has just moved to `place` and the visit is not recorded yet.
    fresh: bool,
    /// Memory for the whole tour. The first `visits` elements are filled.
    order: Vec<u32>,
    visits: usize,
    stopped: bool,
    /// Number of visits between two calls of the progress callback.
    stride: usize,
    progress: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

/// The neighbours among which a rule chooses.
#[derive(Clone, Copy, PartialEq)]
enum CandidateSet {
    /// The neighbours of lowest rank.
    Lowest,
    /// All unvisited neighbours.
    Free,
}

/// The data available to a rule.
struct RuleContext<'a> {
    ranks: &'a [u8],
    place: i64,
    row: u32,
    col: u32,
}

impl RuleContext<'_> {
    /// Returns the row and the column of the square to which a step leads. The square must be on the board.
    fn square(&self, steps: &FieldOffsets, slot: usize) -> (u64, u64) {
        (self.row.wrapping_add_signed(steps.row[slot]).into(), self.col.wrapping_add_signed(steps.col[slot]).into())
    }

    /// Returns how far the target of a step is from the centre, in rows and in columns. Both distances are doubled, so
    /// they are integers on every board.
    fn off_centre(&self, steps: &FieldOffsets, slot: usize, rows: u32, cols: u32) -> (u64, u64) {
        let (row, col) = self.square(steps, slot);
        ((2 * row).abs_diff(u64::from(rows) - 1), (2 * col).abs_diff(u64::from(cols) - 1))
    }
}

impl<'a> RuleWalk<'a> {
    fn new(
        board: &Board,
        start: Square,
        progress: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, RuleError> {
        let field = PaddedRanks::new(board)?;
        Ok(Self {
            place: field.place(start),
            index: board.index(start) as u32,
            row: start.row,
            col: start.col,
            field,
            fresh: true,
            order: vec![0; board.playable() as usize],
            visits: 0,
            stopped: false,
            stride: STRIDE,
            progress,
        })
    }

    fn finish(mut self) -> WalkOutcome {
        let end = if self.visits == self.order.len() {
            WalkEnd::Complete
        } else if self.stopped && self.fresh {
            WalkEnd::Stopped
        } else {
            WalkEnd::Stuck
        };
        self.order.truncate(self.visits);
        WalkOutcome { order: self.order, end }
    }

    /// Continues the walk with the first neighbour of lowest rank, until the walk ends or reaches the square `until`.
    /// After the square `until`, the walk uses another move order.
    ///
    /// Each neighbour has one key, which consists of its rank (29 bits from bit 35), its slot (3 bits), and its index
    /// in the field (32 bits). The smallest key belongs to the first neighbour of lowest rank. This key contains the
    /// rank and the index of the chosen square, so neither needs a second look-up. The next visit waits only for the
    /// minimum of the keys.
    fn first_lowest(&mut self, steps: &FieldOffsets, until: Option<usize>) {
        let mut keys = [0; 8];
        for (slot, key) in keys.iter_mut().enumerate() {
            *key = ((slot as u64) << 32).wrapping_add_signed(steps.place[slot]);
        }
        // No square has the index `usize::MAX`.
        let until = until.unwrap_or(usize::MAX);
        let ranks = &mut *self.field.ranks;
        let mut place = self.place;
        let mut index = self.index;
        while self.fresh && self.visits < self.order.len() && !self.stopped {
            if place == until {
                break;
            }
            let stretch = (self.order.len() - self.visits).min(self.stride);
            let before = self.visits;
            for visit in &mut self.order[before..before + stretch] {
                *visit = index;
                self.visits += 1;
                ranks[place] = VISITED;
                let mut around = [0; 8];
                for (seen, key) in around.iter_mut().zip(keys) {
                    let key = key.wrapping_add(place as u64);
                    let rank = &mut ranks[key as u32 as usize];
                    *seen = key + (u64::from(*rank) << 35);
                    *rank = rank.wrapping_sub(1);
                }
                // The minimum is computed as a tree of three dependent steps. A chain would have seven dependent steps.
                let [a, b, c, d, e, f, g, h] = around;
                let least = (a.min(b).min(c.min(d))).min(e.min(f).min(g.min(h)));
                // The ranks in the keys were read before the decrement. Therefore these ranks still count the knight's
                // own square.
                if least >> 35 > u64::from(MAX_RANK) {
                    self.fresh = false;
                    break;
                }
                place = least as u32 as usize;
                index = index.wrapping_add(steps.index[(least >> 32 & 7) as usize]);
                if place == until {
                    break;
                }
            }
            if (self.progress)(self.visits as u64).is_break() {
                self.stopped = true;
                break;
            }
        }
        (self.place, self.index) = (place, index);
    }

    /// Walks until the walk is complete, stuck or stopped. Each step leads to the first of the candidates with the
    /// minimum cost.
    fn pick_by(
        &mut self,
        steps: &FieldOffsets,
        among: CandidateSet,
        mut cost: impl FnMut(&RuleContext<'_>, usize) -> u64,
    ) {
        self.walk(steps, among, |seen, slots, _| {
            bits(slots).map(usize::from).min_by_key(|&slot| cost(seen, slot)).expect("there is a choice")
        });
    }

    /// Walks by a rule that uses more than ranks. If several moves are candidates, `pick` chooses one.
    fn walk(
        &mut self,
        steps: &FieldOffsets,
        among: CandidateSet,
        mut pick: impl FnMut(&RuleContext<'_>, u32, u32) -> usize,
    ) {
        while self.fresh && self.visits < self.order.len() && !self.stopped {
            let stretch = (self.order.len() - self.visits).min(self.stride);
            for _ in 0..stretch {
                let ranks = &mut *self.field.ranks;
                let place = self.place as i64;
                self.order[self.visits] = self.index;
                self.visits += 1;
                ranks[self.place] = VISITED;
                let mut around = [0; 8];
                for (rank, step) in around.iter_mut().zip(steps.place) {
                    let kept = &mut ranks[(place + step) as usize];
                    *kept = kept.wrapping_sub(1);
                    *rank = *kept;
                }
                let lowest = around.into_iter().fold(u8::MAX, u8::min);
                if lowest > MAX_RANK {
                    self.fresh = false;
                    break;
                }
                let limit = if among == CandidateSet::Lowest { lowest } else { MAX_RANK };
                let mut slots = 0_u32;
                for (slot, rank) in around.into_iter().enumerate() {
                    slots |= u32::from(rank <= limit) << slot;
                }
                let slot = if slots.is_power_of_two() {
                    slots.trailing_zeros() as usize
                } else {
                    let (row, col) = (self.row, self.col);
                    let seen = RuleContext { ranks, place, row, col };
                    pick(&seen, slots, self.visits as u32)
                };
                self.place = (place + steps.place[slot]) as usize;
                self.index = self.index.wrapping_add(steps.index[slot]);
                self.row = self.row.wrapping_add_signed(steps.row[slot]);
                self.col = self.col.wrapping_add_signed(steps.col[slot]);
            }
            self.stopped = (self.progress)(self.visits as u64).is_break();
        }
    }
}
