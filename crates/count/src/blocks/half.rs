//! One half of the board: the order in which its squares are decided, and the decisions of each step.

use courser_board::{Board, Leaper, Square, Wrap};

use super::degrees::{APEX, Degrees, MAX_SLOTS};
use super::layer::Chunk;
use super::matching::Operation;
use super::ring::Ring;
use crate::{CountError, CountTask, TaskFlaw, Tours};

/// A board in the orientation in which its squares are decided, possibly transposed.
#[derive(Clone, Debug)]
pub(crate) struct SweepBoard {
    /// True if rows and columns of the board are swapped.
    is_turned: bool,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Number of rows that both halves share: the number of rows that the longest move spans, but at least one.
    pub(crate) shared: usize,
    /// Whether each cell is a square (`true`) or a hole (`false`), row by row.
    pub(crate) squares: Vec<bool>,
    /// For each cell, the cells that are one move away.
    pub(crate) moves: Vec<Vec<usize>>,
    /// Moves that the tour must contain. The cell with the lower index is the first of each pair.
    pub(crate) forced: Vec<(usize, usize)>,
    /// Arithmetic of the counts.
    pub(crate) ring: Ring,
    /// Direction of the weighted moves, as differences of rows and columns.
    pub(crate) weighted: Option<[i64; 2]>,
    /// True if some moves are forced or forbidden. If so, no symmetry is used.
    is_restricted: bool,
    /// Cells that must be ends of the path.
    pub(crate) ends: Vec<usize>,
    /// Number of edges from the apex to squares other than the given ends, or `None` for closed tours.
    pub(crate) free_ends: Option<u32>,
    /// Number of edges between the apex and the squares of each colour. `None` for closed tours, or if a move can lead
    /// to a square of the same colour.
    pub(crate) ends_by_colour: Option<[i32; 2]>,
}

/// Returns the error for a board that is too wide: a mask of the block form has too few bits for the slots of the
/// board's frontier.
pub(crate) fn too_wide(task: &CountTask, what: &str) -> CountError {
    let leaper = task.board().leaper();
    // If squares are numbered row by row, a move of an (r, s)-leaper reaches at most s rows plus r squares ahead. Holes
    // only make the frontier smaller.
    let side = (MAX_SLOTS as u32 - 1).saturating_sub(leaper.r()) / leaper.s();
    let piece = if leaper == Leaper::KNIGHT { "the knight" } else { "this leaper" };
    let limit = match side {
        0 => format!("a move of {piece} reaches too far"),
        side => format!("for {piece} the shorter side has at most {side} squares"),
    };
    CountError::task(format!("this board is too wide for {what}: {limit}"), TaskFlaw::Wide)
}

impl SweepBoard {
    /// Creates the layout of a task in the orientation with the smaller frontier. If the frontier has the same size in
    /// both orientations, the longer side of the board runs downwards.
    ///
    /// Returns `None` if the frontier has more slots than a mask has bits, or if sides of the board are joined.
    pub(crate) fn new(task: &CountTask) -> Option<Self> {
        let board = task.board();
        if board.wrap() != Wrap::None {
            return None;
        }
        let is_long = board.rows() < board.cols();
        // Boards that are far too wide are rejected here, before their frontier is built. Every board whose frontier
        // has at most MAX_SLOTS slots passes this check.
        let least = |side: u32| u64::from(side) > 2 * MAX_SLOTS as u64;
        if least(board.rows()) && least(board.cols()) {
            return None;
        }
        let positions = [is_long, !is_long].map(|turned| Self::placed(task, turned));
        positions.into_iter().min_by_key(Self::slots).filter(|layout| layout.slots() <= MAX_SLOTS)
    }

    /// Creates the layout of a task, transposed if `is_turned`.
    fn placed(task: &CountTask, is_turned: bool) -> Self {
        let board = task.board();
        let (rows, cols) = if is_turned { (board.cols(), board.rows()) } else { (board.rows(), board.cols()) };
        let cell = |square: Square| {
            let (row, col) = if is_turned { (square.col, square.row) } else { (square.row, square.col) };
            row as usize * cols as usize + col as usize
        };
        let mut squares = vec![false; rows as usize * cols as usize];
        let mut moves = vec![Vec::new(); squares.len()];
        let mut shared = 1;
        for square in board.squares() {
            let from = cell(square);
            squares[from] = true;
            moves[from] = task.neighbours(square).map(cell).collect();
            let deep = |to: &usize| (to / cols as usize).saturating_sub(from / cols as usize);
            shared = moves[from].iter().map(deep).fold(shared, usize::max);
        }
        let ordered = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
        let forced = task.with().iter().map(|&both| ordered(both.map(cell))).collect();
        let (is_restricted, ring, weighted) = (task.is_restricted(), Ring::default(), None);
        let ends: Vec<usize> = task.ends().into_iter().map(cell).collect();
        let free_ends = (task.tours() != Tours::Closed).then(|| 2 - ends.len() as u32);
        // For each colour, the number of edge ends at its squares is twice the number of its squares. Some of these
        // edges lead to the apex, the extra vertex that closes open tours. Every other edge joins two squares of
        // different colours. Therefore both colours have the same number of edge ends if the edges to the apex are not
        // counted.
        let excess = colour_excess(board).filter(|_| free_ends.is_some());
        let ends_by_colour = excess.map(|excess| [1 + excess, 1 - excess]);
        let (rows, cols) = (rows as usize, cols as usize);
        Self {
            is_turned,
            rows,
            cols,
            shared,
            squares,
            moves,
            forced,
            ring,
            weighted,
            is_restricted,
            ends,
            free_ends,
            ends_by_colour,
        }
    }

    /// Returns the maximum number of slots that a frontier needs. This is the larger of two numbers: the number of
    /// cells in the shared rows, and one more than the maximum difference between the indices of two cells that are one
    /// move apart.
    fn slots(&self) -> usize {
        let reach =
            self.moves.iter().enumerate().flat_map(|(from, near)| near.iter().map(move |&to| to.max(from) - from));
        (reach.max().unwrap_or(0) + 1).max(self.shared * self.cols)
    }

    /// Converts the index of a cell to the square of the original board.
    pub(crate) fn square(&self, cell: usize) -> Square {
        let (row, col) = ((cell / self.cols) as u32, (cell % self.cols) as u32);
        if self.is_turned { Square::new(col, row) } else { Square::new(row, col) }
    }

    /// Changes the arithmetic to `ring`, and gives a weight to the moves in one direction.
    pub(crate) fn weighted(self, ring: Ring, direction: Option<[i64; 2]>) -> Self {
        let weighted = direction.map(|[row, col]| if self.is_turned { [col, row] } else { [row, col] });
        Self { ring, weighted, ..self }
    }

    /// Returns whether the move between two cells has a weight.
    pub(crate) fn is_weighted(&self, from: usize, to: usize) -> bool {
        let side = |cell: usize| [(cell / self.cols) as i64, (cell % self.cols) as i64];
        let ([a, b], [c, d]) = (side(from), side(to));
        self.weighted.is_some_and(|direction| direction == [c - a, d - b] || direction == [a - c, b - d])
    }

    /// Returns this layout with the board turned by 180°.
    pub(crate) fn rotated(&self) -> Self {
        let last = self.squares.len() - 1;
        let turn = |cell: usize| last - cell;
        let mut moves: Vec<Vec<usize>> =
            self.moves.iter().rev().map(|near| near.iter().map(|&cell| turn(cell)).collect()).collect();
        moves.iter_mut().for_each(|near| near.sort_unstable());
        let swaps = self.colour(0) != self.colour(last);
        Self {
            squares: self.squares.iter().rev().copied().collect(),
            moves,
            forced: self.forced.iter().map(|&(a, b)| (turn(b), turn(a))).collect(),
            ends: self.ends.iter().map(|&cell| turn(cell)).collect(),
            ends_by_colour: self.ends_by_colour.map(|[a, b]| if swaps { [b, a] } else { [a, b] }),
            ..self.clone()
        }
    }

    /// Returns whether the board is equal to the board turned by 180°.
    pub(crate) fn is_same_rotated(&self) -> bool {
        !self.is_restricted && self.ends.is_empty() && self.squares.iter().eq(self.squares.iter().rev())
    }

    /// Returns whether the reflection that reverses every row leaves the board and the task unchanged. Returns `false`
    /// for every task with required or forbidden moves, weighted moves, or given ends.
    pub(crate) fn is_same_mirrored(&self) -> bool {
        !self.is_restricted
            && self.weighted.is_none()
            && self.ends.is_empty()
            && self.squares.chunks(self.cols).all(|row| row.iter().eq(row.iter().rev()))
    }

    pub(crate) fn colour(&self, cell: usize) -> usize {
        (cell / self.cols + cell % self.cols) % 2
    }

    /// Returns two values: the number of rows of the upper half, and the number of rows of the lower half. The shared
    /// rows are not counted.
    pub(crate) fn halves(&self) -> (usize, usize) {
        let own = self.rows - self.shared;
        (own / 2, own - own / 2)
    }

    /// Returns the number of squares outside the first `rows` rows that can be reached from these rows in one move.
    pub(crate) fn reached(&self, rows: usize) -> usize {
        let decided = rows * self.cols;
        let near = self.moves[decided..].iter().take(self.shared * self.cols);
        near.filter(|near| near.iter().any(|&to| to < decided)).count()
    }

    /// Returns the maximum number of squares in a frontier.
    pub(crate) fn width(&self) -> usize {
        let rows = self.squares.chunks(self.cols).map(|row| row.iter().filter(|&&square| square).count());
        let rows: Vec<usize> = rows.collect();
        let apex = usize::from(self.free_ends.is_some());
        apex + rows.windows(self.shared).map(|rows| rows.iter().sum()).max().unwrap_or(0)
    }

    /// Returns the steps that decide the first `rows` rows.
    pub(crate) fn steps(&self, rows: usize) -> Vec<LayerStep> {
        let mut steps = Vec::new();
        let mut decided = [0, 0];
        let (mut ends_taken, mut is_first) = (0, true);
        for cell in 0..rows * self.cols {
            if !self.squares[cell] {
                steps.push(LayerStep::Hole);
                continue;
            }
            let later = self.moves[cell].iter().filter(|&&to| to > cell);
            let mut slots: Vec<u32> = later.map(|&to| 1 << (to - cell)).collect();
            slots.sort_unstable();
            let mut apex = None;
            if self.ends.contains(&cell) {
                steps.push(LayerStep::End { is_first });
                (ends_taken, is_first) = (ends_taken + 1, false);
            } else if let Some(free) = self.free_ends.filter(|&free| free > 0) {
                apex = Some(ApexRule { most: ends_taken + free, colours: self.colour_rule(cell, decided) });
            }
            let forced =
                self.forced.iter().filter(|&&(from, _)| from == cell).fold(0, |all, &(_, to)| all | 1 << (to - cell));
            let is_weighted = |slot: &u32| self.is_weighted(cell, cell + slot.trailing_zeros() as usize);
            let weighted = slots.iter().copied().filter(is_weighted).sum();
            steps.push(LayerStep::Square { slots, forced, weighted, apex, is_first });
            is_first = false;
            decided[self.colour(cell)] += 2;
        }
        steps
    }

    /// Returns the rule by which the colours limit the number of edges at the apex when `cell` is decided. Returns
    /// `None` if no such rule applies.
    fn colour_rule(&self, cell: usize, decided: [i32; 2]) -> Option<ColourRule> {
        let by_colour = self.ends_by_colour?;
        let mut masks = [0, 0];
        for slot in (0..MAX_SLOTS).filter(|slot| cell + slot < self.squares.len()) {
            masks[self.colour(cell + slot)] |= 1 << slot;
        }
        // Each given end of this colour that is not yet decided still needs an edge to the apex. This edge is not
        // available to other squares.
        let own = self.colour(cell);
        let waiting = self.ends.iter().filter(|&&end| end >= cell && self.colour(end) == own).count() as i32;
        Some(ColourRule {
            own: masks[own],
            other: masks[1 - own],
            decided: decided[own] - decided[1 - own],
            most: by_colour[own] - waiting,
        })
    }

    /// Returns whether `layer` can be the layer after the first `rows` rows. Returns `false` if an edge leads to a hole
    /// or off the board.
    ///
    /// This check is necessary, since even an undamaged checkpoint can contain a layer of another board.
    pub(crate) fn may_have(&self, rows: usize, layer: &[Chunk]) -> bool {
        let squares = self.shared_squares(rows);
        let is_there = |degrees: Degrees| (degrees.ends | degrees.full) & !squares == 0;
        layer.iter().all(|chunk| (0..chunk.len()).all(|head| is_there(chunk.degrees(head))))
    }

    /// Returns whether the first `rows` rows contain a square.
    pub(crate) fn has_squares(&self, rows: usize) -> bool {
        self.squares[..rows * self.cols].contains(&true)
    }

    /// Returns the slots of the squares in the shared rows, and the slot of the apex if tours are open.
    pub(crate) fn shared_squares(&self, first_row: usize) -> u32 {
        let first = first_row * self.cols;
        let squares = (0..self.shared * self.cols).filter(|slot| self.squares[first + slot]);
        squares.fold(if self.free_ends.is_some() { APEX } else { 0 }, |mask, slot| mask | 1 << slot)
    }
}

/// Returns the number of squares of colour 0 minus the number of squares of colour 1, or `None` if moves can keep the
/// colour. In that case, the colours exclude no tour.
fn colour_excess(board: &Board) -> Option<i32> {
    let has_colours = board.leaper().changes_colour() && board.wrap() == Wrap::None;
    has_colours.then(|| board.squares().map(|square| 1 - 2 * square.colour() as i32).sum())
}

/// Returns whether the colours rule out every tour. If moves change the colour, a closed tour has equal numbers of
/// squares of both colours. In an open tour, these numbers differ by at most one; if they differ, both ends have the
/// more frequent colour.
pub(crate) fn colours_forbid(task: &CountTask) -> bool {
    colour_excess(task.board()).is_some_and(|excess| match task.tours() {
        Tours::Closed => excess != 0,
        Tours::Open { .. } => {
            let by_colour = [1 + excess, 1 - excess];
            let given = |colour: u32| task.ends().iter().filter(|end| end.colour() == colour).count() as i32;
            (0..2).any(|colour| by_colour[colour] < given(colour as u32))
        }
    })
}

/// A step from one layer to the next. The next layer depends only on the step and the previous layer, not on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LayerStep {
    /// A hole at the lowest slot leaves the frontier.
    Hole,
    /// The square of the lowest slot gets an edge to the apex.
    End {
        /// True if no square was decided before this step.
        is_first: bool,
    },
    /// The square of the lowest slot gets its missing edges, and leaves the frontier.
    Square {
        /// Slots of the squares that are one move from this square and are decided later.
        slots: Vec<u32>,
        /// Slots that must get an edge from this square, as a mask.
        forced: u32,
        /// Slots in `slots` to which a weighted move leads from this square, as a mask.
        weighted: u32,
        /// The rule for an edge to the apex, or `None` if such an edge is impossible.
        apex: Option<ApexRule>,
        /// True if no square was decided before this step.
        is_first: bool,
    },
}

/// The conditions under which a square may have an edge to the apex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ApexRule {
    /// Maximum number of edges at the apex, including the new edge.
    most: u32,
    colours: Option<ColourRule>,
}

/// A limit on the number of edges between the apex and the squares of one colour: the colour of the square that is
/// being decided. The current number of these edges follows from the degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ColourRule {
    own: u32,
    other: u32,
    /// Difference of two sums of degrees over the squares that have left the frontier: the sum for the colour of the
    /// square that is being decided, minus the sum for the other colour.
    decided: i32,
    most: i32,
}

impl ApexRule {
    fn allows(&self, degrees: Degrees) -> bool {
        let edges = degrees.at(APEX);
        edges < self.most
            && self.colours.is_none_or(|rule| {
                // Edges between squares cancel out. The remaining edges lead to the apex.
                let excess = rule.decided + degrees.sum(rule.own) - degrees.sum(rule.other);
                (edges as i32 + excess) / 2 < rule.most
            })
    }
}

impl LayerStep {
    /// Returns the slots whose degrees are changed by this step.
    pub(super) fn changed(&self) -> u32 {
        match self {
            Self::Hole => 1,
            Self::End { .. } => 1 | APEX,
            Self::Square { slots, apex, .. } => 1 | slots.iter().sum::<u32>() | apex.map_or(0, |_| APEX),
        }
    }

    /// Returns the number of weighted edges among the edges to the slots in `taken`.
    pub(crate) fn weighted(&self, taken: u32) -> u32 {
        if let Self::Square { weighted, .. } = self { (weighted & taken).count_ones() } else { 0 }
    }

    /// Calls `emit` for each set of edges that this step can add to its square, with three arguments: the resulting
    /// vector of degrees, the operation on the matchings, and the slots that the new edges connect with the square.
    pub(crate) fn expand(&self, degrees: Degrees, emit: &mut (impl FnMut(Degrees, Operation, u32) + ?Sized)) {
        match self {
            Self::Hole => emit(degrees.shift(), Operation::Keep, 0),
            Self::End { is_first } => {
                if !degrees.is_closed(!is_first)
                    && let Some((after, operation)) = degrees.connect(1, APEX)
                {
                    emit(after, operation, APEX);
                }
            }
            Self::Square { slots, forced, apex, is_first, .. } => {
                let apex = apex.filter(|rule| rule.allows(degrees)).map(|_| APEX);
                let near = || slots.iter().copied().chain(apex);
                let has_forced = |taken: u32| forced & !taken == 0;
                match degrees.at(1) {
                    2 if has_forced(0) => emit(degrees.shift(), Operation::Keep, 0),
                    2 => {}
                    _ if degrees.is_closed(!is_first) => {}
                    1 => {
                        for to in near().filter(|&to| has_forced(to)) {
                            if let Some((after, operation)) = degrees.connect(1, to) {
                                emit(after.shift(), operation, to);
                            }
                        }
                    }
                    // A path from `a` through the square to `b` has the same effect as an edge from `a` to `b`.
                    _ => {
                        for (at, a) in near().enumerate() {
                            for b in near().skip(at + 1).filter(|&b| has_forced(a | b)) {
                                if let Some((after, operation)) = degrees.connect(a, b) {
                                    emit(after.shift(), operation, a | b);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
