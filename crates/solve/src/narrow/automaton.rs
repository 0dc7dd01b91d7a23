//! The column automaton, which finds all ways to add a column to a partial tour.
//!
//! Consider boards of a fixed width, which is the number of cells in a column. A tour is cut after some column. A move
//! spans at most two columns, so the squares to the left of the cut affect the squares to the right only through the
//! last two columns before the cut. A *state* records for each cell of these two columns whether the cell has all its
//! edges. If a cell lacks edges, the state records the cell at which its path fragment ends. A step adds a column and
//! some of the edges into this column. The step must complete the older of the two columns of the previous state. As
//! there are finitely many states, every question about boards of this width can be decided for all lengths.
//!
//! B. D. McKay, "Knight's tours of an 8x8 chessboard", 1997, counts with states of this kind.

use std::collections::HashMap;

use crate::factor::rng::Rng;

/// The column automaton for boards of a fixed width. Every tour of such a board corresponds to a sequence of steps from
/// state to state.
#[derive(Debug)]
pub(super) struct Automaton {
    /// Number of cells in a column: 3 or 4.
    pub(super) width: usize,
    /// The possible edges into a new column.
    pub(super) edges: Vec<ColumnEdge>,
    /// Start index of the steps of each state: the steps from state `s` are `steps[first[s]..first[s + 1]]`.
    first: Vec<u32>,
    steps: Vec<ColumnStep>,
}

/// An edge into a new column. The edge begins in the row `from` of the column that is `back` columns before the new
/// column. The edge ends in the row `to` of the new column.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnEdge {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) back: u8,
}

/// A step of the automaton, which adds a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnStep {
    pub(super) next: u32,
    /// The used edges, with one bit for each element of [`Automaton::edges`].
    pub(super) edges: u16,
    /// The rows in which the new column has an end of the tour, with one bit for each row.
    pub(super) ends: u8,
}

/// The allowed sets of rows in which a column has ends of the tour. A set of rows is written as a mask with one bit for
/// each row. Bit number `mask` of `EndRows` is 1 if the set `mask` is allowed.
pub(super) type EndRows = u16;

/// Index of the state of an empty board.
pub(super) const EMPTY: u32 = 0;
/// Index of the final state of a closed tour.
pub(super) const CYCLE: u32 = 1;
/// Index of the final state of an open tour.
pub(super) const PATH: u32 = 2;

/// Code of a cell that needs no more edges.
///
/// A state stores a code of four bits for each cell. A code below `2 * width` is the cell at the other end of the path
/// fragment. A cell without an edge has its own number as its code.
const FULL: u8 = 15;
/// Code of a cell whose path fragment ends in an end of the tour.
const END: u8 = 14;

/// The codes of the cells in three columns: the older and the newer of the two previous columns, then the new column.
type Codes = [u8; 12];

impl Automaton {
    /// Finds all states, and keeps the states from which a tour can be completed.
    pub(super) fn new(width: usize) -> Self {
        let mut edges = Vec::new();
        for (back, jump) in [(2, 1), (1, 2)] {
            for from in 0..width {
                for to in [from.wrapping_sub(jump), from + jump] {
                    if to < width {
                        edges.push(ColumnEdge { from: from as u8, to: to as u8, back });
                    }
                }
            }
        }
        let mut codes = vec![[FULL; 12]; 3];
        let mut numbers: HashMap<Codes, u32> = HashMap::from([(codes[0], EMPTY)]);
        let (mut first, mut steps) = (vec![0], Vec::new());
        let mut state = 0;
        while state < codes.len() {
            if state as u32 != CYCLE && state as u32 != PATH {
                let mut grow = Grow { width, edges: &edges, found: Vec::new() };
                let placed = codes[state].iter().filter(|&&code| code == END).count() as u32;
                for ends in 0..1_u8 << width {
                    if placed + ends.count_ones() <= 2 {
                        grow.column(&codes[state], ends);
                    }
                }
                for (next, edges, ends) in grow.found {
                    let next = match next {
                        NextState::Whole(state) => state,
                        NextState::Part(next) => *numbers.entry(next).or_insert_with(|| {
                            codes.push(next);
                            codes.len() as u32 - 1
                        }),
                    };
                    steps.push(ColumnStep { next, edges, ends });
                }
            }
            first.push(steps.len() as u32);
            state += 1;
        }
        Self { width, edges, first, steps }.trimmed()
    }

    /// Removes the states and steps from which no tour can be completed.
    fn trimmed(self) -> Self {
        let states = self.states();
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); states];
        for state in 0..states {
            for step in self.steps(state as u32) {
                into[step.next as usize].push(state as u32);
            }
        }
        let mut useful = vec![false; states];
        // The first three states are never removed, so that they keep their numbers.
        useful[EMPTY as usize] = true;
        let mut queue = vec![CYCLE, PATH];
        while let Some(state) = queue.pop() {
            if !std::mem::replace(&mut useful[state as usize], true) {
                queue.extend(&into[state as usize]);
            }
        }
        let mut number = vec![u32::MAX; states];
        for (new, old) in (0..states).filter(|&state| useful[state]).enumerate() {
            number[old] = new as u32;
        }
        let (mut first, mut steps) = (vec![0], Vec::new());
        for state in (0..states).filter(|&state| useful[state]) {
            let kept = self.steps(state as u32).iter().filter(|step| useful[step.next as usize]);
            steps.extend(kept.map(|step| ColumnStep { next: number[step.next as usize], ..*step }));
            first.push(steps.len() as u32);
        }
        Self { first, steps, ..self }
    }

    pub(super) fn states(&self) -> usize {
        self.first.len() - 1
    }

    fn steps(&self, state: u32) -> &[ColumnStep] {
        &self.steps[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }

    /// Returns the set of states from which a step leads to a state of `target`. Only steps whose set of ends is in
    /// `allowed` are considered.
    pub(super) fn before(&self, target: &[bool], allowed: EndRows) -> StateSet {
        let leads = |step: &ColumnStep| allowed >> step.ends & 1 == 1 && target[step.next as usize];
        (0..self.states() as u32).map(|state| self.steps(state).iter().any(leads)).collect()
    }

    /// Chooses a random step from `state` to a state of `target`. Only steps that put the ends of the tour in `allowed`
    /// rows are candidates, and all candidates are equally likely. Returns `None` if no candidate exists.
    pub(super) fn choose(&self, state: u32, target: &[bool], allowed: EndRows, rng: &mut Rng) -> Option<ColumnStep> {
        let good = |step: &&ColumnStep| allowed >> step.ends & 1 == 1 && target[step.next as usize];
        let steps = self.steps(state);
        let count = steps.iter().filter(good).count() as u32;
        (count > 0).then(|| steps.iter().filter(good).nth(rng.below(count) as usize).copied())?
    }
}

/// A set of states, as one flag per state.
pub(super) type StateSet = Vec<bool>;

/// The state after a column is added: the codes of a partial tour, or the final state of a complete tour.
enum NextState {
    Part(Codes),
    Whole(u32),
}

/// A search for all steps from a state.
struct Grow<'a> {
    width: usize,
    edges: &'a [ColumnEdge],
    found: Vec<(NextState, u16, u8)>,
}

impl Grow<'_> {
    /// Finds all steps from `state` that add a column with the given `ends`. Bit `r` of `ends` is 1 if the added column
    /// has an end of the tour in row `r`.
    fn column(&mut self, state: &Codes, ends: u8) {
        let mut codes = *state;
        for row in 0..self.width {
            let cell = 2 * self.width + row;
            codes[cell] = if ends >> row & 1 == 1 { END } else { cell as u8 };
        }
        self.choose(0, codes, 0, ends);
    }

    /// Tries both decisions about the edge with the index `number`: unused and used. For each decision, tries all
    /// decisions about the later edges.
    fn choose(&mut self, number: usize, codes: Codes, used: u16, ends: u8) {
        let width = self.width;
        let Some(edge) = self.edges.get(number) else {
            if codes[..width].iter().all(|&code| code == FULL) {
                self.found.push((NextState::Part(shifted(&codes, width)), used, ends));
            }
            return;
        };
        // Edges are sorted by their cell in the older column. Therefore a cell of the older column can get no more
        // edges if it comes before the cell of this edge.
        if edge.back == 2 && codes[..usize::from(edge.from)].iter().any(|&code| code != FULL) {
            return;
        }
        self.choose(number + 1, codes, used, ends);
        let from = usize::from(edge.from) + if edge.back == 2 { 0 } else { width };
        let to = usize::from(edge.to) + 2 * width;
        if codes[from] == FULL || codes[to] == FULL {
            return;
        }
        let used = used | 1 << number;
        let mut joined = codes;
        match join(&mut joined, from, to) {
            None => self.choose(number + 1, joined, used, ends),
            // The edge completes the tour, so no other path fragment may be left.
            Some(whole) if joined[..3 * width].iter().all(|&code| code == FULL) => {
                self.found.push((NextState::Whole(whole), used, ends));
            }
            Some(_) => {}
        }
    }
}

/// Joins two cells by an edge. Returns the final state if the edge completes a tour.
fn join(codes: &mut Codes, from: usize, to: usize) -> Option<u32> {
    let (a, b) = (codes[from], codes[to]);
    codes[from] = FULL;
    codes[to] = FULL;
    match (a, b) {
        (END, END) => return Some(PATH),
        _ if usize::from(a) == to => return Some(CYCLE),
        (END, other) | (other, END) => codes[usize::from(other)] = END,
        _ => {
            // If a cell had no edge before this edge, the cell was the only cell of its fragment, and `a` or `b` is the
            // cell itself. Such a cell can get another edge. Therefore the assignment replaces the code `FULL` that the
            // cell received above.
            codes[usize::from(a)] = b;
            codes[usize::from(b)] = a;
        }
    }
    None
}

/// Returns the codes without the codes of the oldest column.
fn shifted(codes: &Codes, width: usize) -> Codes {
    let mut next = [FULL; 12];
    for cell in 0..2 * width {
        next[cell] = match codes[cell + width] {
            code @ (FULL | END) => code,
            // No fragment ends in the oldest column, because that column is complete.
            code => code - width as u8,
        };
    }
    next
}
