//! The column automaton: all ways to add a column to a half-built tour.
//!
//! Cut a tour behind some column. What lies left of the cut matters to what lies
//! right of it only through the last two columns, as a move spans at most two: for
//! each of their cells, whether it has all its edges, and if not, where the piece
//! of path that it belongs to ends. That is a *state*. A step adds a column with
//! some of the edges into it, after which the older of the two columns must be
//! complete. As the states are finitely many, so is everything that can be asked
//! about boards of this width, however long.
//!
//! (The same frontier as in B. D. McKay, "Knight's tours of an 8x8 chessboard",
//! 1997, which counts with it.)

use std::collections::HashMap;

use crate::factor::rng::Rng;

/// The states and steps of all tours on boards of one width.
#[derive(Debug)]
pub(super) struct Automaton {
    /// Cells in a column: 3 or 4.
    pub(super) width: usize,
    /// The edges into a new column.
    pub(super) edges: Vec<Edge>,
    /// The steps out of state `s` are `steps[first[s]..first[s + 1]]`.
    first: Vec<u32>,
    steps: Vec<Step>,
}

/// An edge into a new column: from row `from` of the column that is `back` columns older to row `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) back: u8,
}

/// One way to add a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) next: u32,
    /// A bit for each of the edges in use.
    pub(super) edges: u16,
    /// A bit for each row of the new column that is an end of the tour.
    pub(super) ends: u8,
}

/// Which sets of rows may be ends of the tour in a column: bit `e` stands for the set `e`.
pub(super) type EndRows = u16;

/// Nothing built yet.
pub(super) const EMPTY: u32 = 0;
/// A cycle through everything.
pub(super) const CYCLE: u32 = 1;
/// A path through everything, from one end to the other.
pub(super) const PATH: u32 = 2;

/// A cell's code in a state, four bits each. Codes below `2 * width` name the
/// cell at which the piece of path ends: the cell itself if it has no edge.
const FULL: u8 = 15;
/// The piece of path ends in an end of the tour.
const END: u8 = 14;

/// The codes of the older column, then of the newer, then of the one being added.
type Codes = [u8; 12];

impl Automaton {
    /// Finds all states, and keeps those that lead to a tour.
    pub(super) fn new(width: usize) -> Self {
        let mut edges = Vec::new();
        for (back, jump) in [(2, 1), (1, 2)] {
            for from in 0..width {
                for to in [from.wrapping_sub(jump), from + jump] {
                    if to < width {
                        edges.push(Edge { from: from as u8, to: to as u8, back });
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
                        Next::Whole(state) => state,
                        Next::Part(next) => *numbers.entry(next).or_insert_with(|| {
                            codes.push(next);
                            codes.len() as u32 - 1
                        }),
                    };
                    steps.push(Step { next, edges, ends });
                }
            }
            first.push(steps.len() as u32);
            state += 1;
        }
        Self { width, edges, first, steps }.trimmed()
    }

    /// Without the states and steps that lead nowhere.
    fn trimmed(self) -> Self {
        let states = self.states();
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); states];
        for state in 0..states {
            for step in self.steps(state as u32) {
                into[step.next as usize].push(state as u32);
            }
        }
        let mut useful = vec![false; states];
        // The first three keep their numbers.
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
            steps.extend(kept.map(|step| Step { next: number[step.next as usize], ..*step }));
            first.push(steps.len() as u32);
        }
        Self { first, steps, ..self }
    }

    pub(super) fn states(&self) -> usize {
        self.first.len() - 1
    }

    fn steps(&self, state: u32) -> &[Step] {
        &self.steps[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }

    /// The states from which one step with such ends leads into `target`.
    pub(super) fn before(&self, target: &[bool], allowed: EndRows) -> StateSet {
        let leads = |step: &Step| allowed >> step.ends & 1 == 1 && target[step.next as usize];
        (0..self.states() as u32).map(|state| self.steps(state).iter().any(leads)).collect()
    }

    /// One of the steps with such ends into `target`, each as likely as the other.
    pub(super) fn choose(&self, state: u32, target: &[bool], allowed: EndRows, rng: &mut Rng) -> Option<Step> {
        let good = |step: &&Step| allowed >> step.ends & 1 == 1 && target[step.next as usize];
        let steps = self.steps(state);
        let count = steps.iter().filter(good).count() as u32;
        (count > 0).then(|| steps.iter().filter(good).nth(rng.below(count) as usize).copied())?
    }
}

/// A set of states: for each whether it belongs to the set.
pub(super) type StateSet = Vec<bool>;

/// The state after a column.
enum Next {
    Part(Codes),
    Whole(u32),
}

/// The search for all ways to add one column.
struct Grow<'a> {
    width: usize,
    edges: &'a [Edge],
    found: Vec<(Next, u16, u8)>,
}

impl Grow<'_> {
    /// Adds a column in which the rows `ends` are ends of the tour.
    fn column(&mut self, state: &Codes, ends: u8) {
        let mut codes = *state;
        for row in 0..self.width {
            let cell = 2 * self.width + row;
            codes[cell] = if ends >> row & 1 == 1 { END } else { cell as u8 };
        }
        self.choose(0, codes, 0, ends);
    }

    /// Decides on the edge with this number and all after it.
    fn choose(&mut self, number: usize, codes: Codes, used: u16, ends: u8) {
        let width = self.width;
        let Some(edge) = self.edges.get(number) else {
            if codes[..width].iter().all(|&code| code == FULL) {
                self.found.push((Next::Part(shifted(&codes, width)), used, ends));
            }
            return;
        };
        // The edges come by their older cell: those before it have had their last chance.
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
            // Closed: nothing may be left over.
            Some(whole) if joined[..3 * width].iter().all(|&code| code == FULL) => {
                self.found.push((Next::Whole(whole), used, ends));
            }
            Some(_) => {}
        }
    }
}

/// Joins two cells by an edge; returns what it has closed, if anything.
fn join(codes: &mut Codes, from: usize, to: usize) -> Option<u32> {
    let (a, b) = (codes[from], codes[to]);
    codes[from] = FULL;
    codes[to] = FULL;
    match (a, b) {
        (END, END) => return Some(PATH),
        _ if usize::from(a) == to => return Some(CYCLE),
        (END, other) | (other, END) => codes[usize::from(other)] = END,
        _ => {
            // A cell without an edge is the end of its own piece, and stays open.
            codes[usize::from(a)] = b;
            codes[usize::from(b)] = a;
        }
    }
    None
}

/// The state when the oldest column is forgotten.
fn shifted(codes: &Codes, width: usize) -> Codes {
    let mut next = [FULL; 12];
    for cell in 0..2 * width {
        next[cell] = match codes[cell + width] {
            code @ (FULL | END) => code,
            // Pieces cannot end in the oldest column: it is complete.
            code => code - width as u8,
        };
    }
    next
}
