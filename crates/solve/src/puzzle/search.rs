//! A search that counts the solutions of a puzzle. To solve a puzzle, the search stops at the first solution.
//!
//! Visit numbers with several possible squares are in the same *component* if they are consecutive or can have the same
//! square. Components are independent. Therefore the solution counts of the components are multiplied. To count the
//! solutions of a component, the search selects a visit number or a square of the component, and tries each possible
//! choice. After a choice, the rest of the component splits into components again (R. J. Bayardo and J. D. Pehoushek,
//! "Counting Models Using Connected Components", 2000). The solution counts of components are stored, so a component
//! that occurs again is not counted again (T. Sang and others, "Combining Component Caching and Clause Learning for
//! Effective Model Counting", 2004).
//!
//! A search for one solution restarts repeatedly, with different random tie-breaks. The search keeps two results of
//! earlier runs: the components without a solution, and the visit numbers at which contradictions were found. The
//! maximum number of choices per run grows, so that the search ends (M. Luby, A. Sinclair and D. Zuckerman, "Optimal
//! Speedup of Las Vegas Algorithms", 1993).
//!
//! No function is recursive. Instead, a stack contains the components whose solutions are being counted.

use std::collections::HashMap;
use std::time::Instant;

use num_bigint::BigUint;

use super::domains::{DomainConflict, Domains};
use crate::factor::rng::Rng;
use crate::search::{SearchOptions, StopReason, luby};

/// Maximum number of pairs in a stored component. A pair consists of a visit number and a square of the board that can
/// have this number. A set of visit numbers with more pairs in total is not split into components.
const MAX_PAIRS: usize = 1 << 12;

/// Maximum total number of 32-bit words in the keys of the stored components.
const MAX_KEPT: usize = 1 << 25;

/// Maximum number of choices in the first run of a search for one solution. No later run has a smaller maximum.
const RUN: u64 = 500;

/// Number of choices between two checks of the time.
const BREATH: u64 = 256;

/// The result of a search.
#[derive(Debug)]
pub(super) enum PuzzleCount {
    /// The number of solutions, and the number of choices.
    Number(BigUint, u64),
    /// The search was stopped.
    Stopped {
        why: StopReason,
        nodes: u64,
        /// Number of solutions found, which is a lower bound of the number of all solutions.
        found: BigUint,
        /// Maximum number of decided visit numbers at any point of the search. A decided visit number has only one
        /// possible square.
        deepest: u64,
    },
}

/// A search for the solutions of a puzzle. The search stores the solution counts of components, so that it need not
/// count the same component again.
pub(super) struct PuzzleSearch<'a> {
    domains: Domains,
    options: &'a SearchOptions<'a>,
    /// Maximum number of choices.
    patience: u64,
    rng: Rng,
    /// Weight of each visit number: 1 plus the number of contradictions found for this visit number.
    weights: Vec<u64>,
    frames: Vec<OpenComponent>,
    /// Solution count of each stored component. A key lists the visit numbers of the component and their possible
    /// squares.
    kept: HashMap<Box<[u32]>, BigUint>,
    /// Total number of 32-bit words in all keys of `kept`.
    kept_words: usize,
    /// Squares of the most recent solution, indexed by visit number.
    order: Vec<u32>,
    /// One value per square, used by the computation of components. The value is 0 or `n + 1`, where `n` is a possible
    /// number of the square. Outside this computation, every value is 0.
    owner: Vec<u32>,
    /// Parents in the union-find structure of components: for each number, another number of the same component, or the
    /// number itself. The values are valid only while components are computed.
    parent: Vec<u32>,
}

/// A component whose solutions are being counted.
struct OpenComponent {
    /// The visit numbers that belong to the component.
    visits: Vec<u32>,
    /// Key of the component in [`PuzzleSearch::kept`], or `None` if the component is not stored.
    key: Option<Box<[u32]>>,
    /// The untried choices, as pairs of number and square.
    choices: Vec<(u32, u32)>,
    mark: usize,
    /// Number of solutions counted so far, over all tried choices.
    sum: BigUint,
    /// Product of the solution counts of the components that are already counted for the current choice; `None` before
    /// the first choice.
    product: Option<BigUint>,
    /// The uncounted components of the current choice.
    pending: Vec<Vec<u32>>,
}

impl<'a> PuzzleSearch<'a> {
    /// Prepares a search that stops after `patience` choices.
    pub(super) fn new(domains: Domains, patience: u64, options: &'a SearchOptions<'a>) -> Self {
        let len = domains.len();
        Self {
            domains,
            options,
            patience,
            rng: Rng::new(options.seed),
            weights: vec![1; len],
            frames: Vec::new(),
            kept: HashMap::new(),
            kept_words: 0,
            order: vec![0; len],
            owner: vec![0; len],
            parent: (0..len as u32).collect(),
        }
    }

    /// Counts the solutions, up to `max`. If `max` is 1 and a solution exists, the second returned value contains the
    /// squares of the solution in visit order.
    pub(super) fn run(mut self, max: Option<u32>) -> (PuzzleCount, Vec<u32>) {
        let (began, is_one, max) = (Instant::now(), max == Some(1), max.map(BigUint::from));
        let (mut nodes, mut deepest) = (0, self.domains.decided());
        let (mut run, mut end_of_run) = (0, u64::MAX);
        let mut found: Option<BigUint> = None;
        loop {
            if run == 0 || is_one && nodes == end_of_run {
                run += 1;
                end_of_run = nodes + RUN * luby(run);
                found = None;
                self.begin();
            }
            let Some(frame) = self.frames.last_mut() else { break };
            if let (Some(number), Some(product)) = (found.take(), &mut frame.product) {
                *product *= number;
                if product.bits() == 0 {
                    frame.pending.clear();
                }
            }
            if let Some(component) = frame.pending.pop() {
                found = self.enter(component, max.as_ref());
                continue;
            }
            if let Some(product) = frame.product.take() {
                let is_solution = product.bits() > 0;
                frame.sum += product;
                if is_solution && max.is_some() {
                    let visits = std::mem::take(&mut frame.visits);
                    self.remember(&visits);
                    self.frames.last_mut().expect("a frame is looked at").visits = visits;
                }
            }
            let frame = self.frames.last_mut().expect("a frame is looked at");
            self.domains.undo(frame.mark);
            if let Some(max) = max.as_ref().filter(|&max| frame.sum >= *max) {
                frame.sum = max.clone();
                frame.choices.clear();
            }
            let Some((visit, square)) = frame.choices.pop() else {
                let OpenComponent { key, sum, .. } = self.frames.pop().expect("a frame is looked at");
                found = Some(self.keep(key, sum, max.as_ref()));
                continue;
            };
            nodes += 1;
            frame.product = Some(match self.domains.decide(visit, square) {
                Ok(()) => 1_u32.into(),
                Err(DomainConflict) => {
                    self.weights[self.domains.failed() as usize] += 1;
                    BigUint::ZERO
                }
            });
            if frame.product.as_ref().is_some_and(|product| product.bits() > 0) {
                let visits = std::mem::take(&mut frame.visits);
                let pending = self.components(&visits);
                let frame = self.frames.last_mut().expect("a frame is looked at");
                (frame.visits, frame.pending) = (visits, pending);
                deepest = deepest.max(self.domains.decided());
            }
            if nodes == self.patience {
                let (why, found) = (StopReason::Limit, self.found());
                return (PuzzleCount::Stopped { why, nodes, found, deepest: deepest as u64 }, self.order);
            }
            if nodes.is_multiple_of(BREATH) {
                let deepest = deepest as u64;
                if let Some(progress) = self.options.progress {
                    progress(nodes, deepest);
                }
                if let Some(why) = self.options.stop_now(began) {
                    let found = self.found();
                    return (PuzzleCount::Stopped { why, nodes, found, deepest }, self.order);
                }
            }
        }
        (PuzzleCount::Number(found.expect("the last frame has a sum"), nodes), self.order)
    }

    /// Returns the number of solutions found so far, which is a lower bound of the number of all solutions.
    ///
    /// A choice has at least as many solutions as the product of the counts of its components. A component that is not
    /// counted yet possibly has no solution. Therefore a choice with such a component adds 0 to the lower bound.
    fn found(&self) -> BigUint {
        let mut found = BigUint::from(1_u32);
        for frame in self.frames.iter().rev() {
            if !frame.pending.is_empty() {
                found = BigUint::ZERO;
            }
            found = &frame.sum + frame.product.as_ref().map_or(BigUint::ZERO, |product| product * found);
        }
        found
    }

    /// Begins a run: undoes all choices, and resets the stack to one entry, the whole puzzle. No component of the
    /// puzzle is counted yet.
    fn begin(&mut self) {
        if let Some(whole) = self.frames.first() {
            self.domains.undo(whole.mark);
            self.frames.clear();
        }
        let all: Vec<u32> = (0..self.domains.len() as u32).collect();
        self.remember(&all);
        let (pending, mark) = (self.components(&all), self.domains.mark());
        let (sum, product) = (BigUint::ZERO, Some(1_u32.into()));
        self.frames.push(OpenComponent { visits: all, key: None, choices: Vec::new(), mark, sum, product, pending });
    }

    /// Begins to count the solutions of a component. If the number of these solutions is already stored, returns the
    /// stored number instead.
    fn enter(&mut self, visits: Vec<u32>, max: Option<&BigUint>) -> Option<BigUint> {
        let pairs: usize = visits.iter().map(|&visit| self.domains.choices(visit) as usize).sum();
        let key = (pairs <= MAX_PAIRS).then(|| self.key(&visits, pairs));
        if let Some(number) = key.as_ref().and_then(|key| self.kept.get(key)) {
            // A search that stops at the first solution stores only components that have no solution.
            debug_assert!(max.is_none_or(|max| *max > 1_u32.into() || number.bits() == 0));
            return Some(number.clone());
        }
        let choices = self.branch(&visits);
        let mark = self.domains.mark();
        self.frames.push(OpenComponent {
            visits,
            key,
            choices,
            mark,
            sum: BigUint::ZERO,
            product: None,
            pending: Vec::new(),
        });
        None
    }

    /// Returns the number of solutions of a component, and stores this number if it can be used again. If the search
    /// stops at the first solution, the number is stored only if it is 0. Any other number would be useless without the
    /// squares of the solution, which are not stored.
    fn keep(&mut self, key: Option<Box<[u32]>>, sum: BigUint, max: Option<&BigUint>) -> BigUint {
        let is_useful = sum.bits() == 0 || max.is_none_or(|max| *max > 1_u32.into());
        if let Some(key) = key.filter(|key| is_useful && self.kept_words + key.len() <= MAX_KEPT) {
            self.kept_words += key.len();
            self.kept.insert(key, sum.clone());
        }
        sum
    }

    /// Returns the key of a component. For each visit number of the component, the key contains this number, the number
    /// of its possible squares, and the list of these squares.
    fn key(&self, visits: &[u32], pairs: usize) -> Box<[u32]> {
        let mut key = Vec::with_capacity(pairs + 2 * visits.len());
        for &visit in visits {
            key.extend([visit, self.domains.choices(visit)]);
            key.extend(self.domains.squares(visit));
        }
        key.into()
    }

    /// Finds the visit number or the square that has the fewest choices, and returns these choices. The search tries
    /// the last choice of the list first.
    fn branch(&mut self, visits: &[u32]) -> Vec<(u32, u32)> {
        let domains = &self.domains;
        let visit =
            visits.iter().copied().min_by_key(|&visit| domains.choices(visit)).expect("a component has a number");
        let fewest = domains.choices(visit);
        let near = [visits[0], visits[visits.len() - 1], visit];
        let square =
            near.iter().flat_map(|&visit| domains.squares(visit)).min_by_key(|&square| domains.numbers(square));
        let square = square.filter(|&square| domains.numbers(square) < fewest);
        let pairs: Vec<(u32, u32)> = match square {
            Some(square) => domains.visits(square).map(|visit| (visit, square)).collect(),
            None => domains.squares(visit).map(|square| (visit, square)).collect(),
        };
        // As in Warnsdorff's rule, the square with the fewest exits is tried first.
        let mut ranked: Vec<_> = pairs
            .into_iter()
            .map(|(visit, square)| (domains.exits(square), self.rng.next(), (visit, square)))
            .collect();
        ranked.sort_unstable_by(|one, other| other.cmp(one));
        ranked.into_iter().map(|(.., pair)| pair).collect()
    }

    /// Records the square of each number that has only one possible square.
    fn remember(&mut self, visits: &[u32]) {
        for &visit in visits.iter().filter(|&&visit| self.domains.choices(visit) == 1) {
            self.order[visit as usize] = self.domains.squares(visit).next().expect("one square is left");
        }
    }

    /// Returns the components of the remaining numbers, in descending order of size. The caller takes the components
    /// from the end, so it counts the smallest component first.
    fn components(&mut self, visits: &[u32]) -> Vec<Vec<u32>> {
        let open: Vec<u32> = visits.iter().copied().filter(|&visit| self.domains.choices(visit) > 1).collect();
        let pairs: usize = open.iter().map(|&visit| self.domains.choices(visit) as usize).sum();
        if open.is_empty() {
            return Vec::new();
        }
        if pairs > MAX_PAIRS {
            return vec![open];
        }
        for &visit in &open {
            self.parent[visit as usize] = visit;
        }
        for (at, &visit) in open.iter().enumerate() {
            if at > 0 && open[at - 1] + 1 == visit {
                join(&mut self.parent, open[at - 1], visit);
            }
            for square in self.domains.squares(visit) {
                match self.owner[square as usize] {
                    0 => self.owner[square as usize] = visit + 1,
                    owner => join(&mut self.parent, owner - 1, visit),
                }
            }
        }
        let last = self.domains.len() as u32 - 1;
        if open[0] == 0 && open[open.len() - 1] == last {
            // In a closed tour, the first number follows the last number, so both numbers belong to the same component.
            // In an open tour, joining the two numbers does not change the number of solutions.
            join(&mut self.parent, 0, last);
        }
        let mut components: Vec<Vec<u32>> = Vec::new();
        let mut position: HashMap<u32, usize> = HashMap::new();
        for &visit in &open {
            let root = root(&mut self.parent, visit);
            let at = *position.entry(root).or_insert_with(|| {
                components.push(Vec::new());
                components.len() - 1
            });
            components[at].push(visit);
            for square in self.domains.squares(visit) {
                self.owner[square as usize] = 0;
            }
        }
        components.sort_by_key(|component| std::cmp::Reverse(component.len()));
        components
    }
}

/// Returns the number that represents the component of `visit`: the root of a tree of numbers. Shortens the path from
/// `visit` to the root.
fn root(parent: &mut [u32], visit: u32) -> u32 {
    let mut at = visit;
    while parent[at as usize] != at {
        let above = parent[at as usize];
        parent[at as usize] = parent[above as usize];
        at = above;
    }
    at
}

fn join(parent: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parent, one), root(parent, other));
    parent[one.max(other) as usize] = one.min(other);
}
