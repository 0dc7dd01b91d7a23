//! The search, which counts: a puzzle is solved by counting its solutions up to one.
//!
//! Numbers that have several squares left are one *component* if they are neighbours or can have the same square. Components
//! are independent: their solutions multiply. A component is counted by giving one of its numbers, or one of its squares,
//! each of its choices in turn, and what is left of it falls into components again (R. J. Bayardo and J. D. Pehoushek,
//! "Counting Models Using Connected Components", 2000). Components that come back are not counted again (T. Sang and others,
//! "Combining Component Caching and Clause Learning for Effective Model Counting", 2004).
//!
//! A search for one solution begins again and again, with other ties and with what it has learnt: the components without a
//! solution, and the numbers at which contradictions are found. Its runs grow, so that it ends (M. Luby, A. Sinclair and
//! D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993).
//!
//! Nothing recurses: the components that are being counted are on a stack of the search.

use std::collections::HashMap;
use std::time::Instant;

use num_bigint::BigUint;

use super::domains::{DomainConflict, Domains};
use crate::factor::rng::Rng;
use crate::search::{SearchOptions, StopReason, luby};

/// Maximum number of pairs of a stored component, and of components to search for.
const MAX_PAIRS: usize = 1 << 12;

/// Maximum number of 32-bit words of all stored components.
const MAX_KEPT: usize = 1 << 25;

/// Choices of the shortest run of a search for one solution.
const RUN: u64 = 500;

/// Choices between two looks at the clock.
const BREATH: u64 = 256;

/// The result of a search.
#[derive(Debug)]
pub(super) enum PuzzleCount {
    /// The number of solutions, and of choices.
    Number(BigUint, u64),
    /// The search was ended.
    Stopped {
        why: StopReason,
        nodes: u64,
        /// The maximum of numbers that had their square at once.
        deepest: u64,
    },
}

/// A search and its memory.
pub(super) struct PuzzleSearch<'a> {
    domains: Domains,
    options: &'a SearchOptions<'a>,
    /// The maximum number of choices.
    patience: u64,
    rng: Rng,
    /// By number: contradictions found there, plus 1.
    weights: Vec<u64>,
    frames: Vec<OpenComponent>,
    /// By component, as its numbers and their squares: its solutions.
    kept: HashMap<Box<[u32]>, BigUint>,
    /// 32-bit words of the keys of `kept`.
    kept_words: usize,
    /// By number: the square of the last solution.
    order: Vec<u32>,
    /// By square, while components are looked for: a number that can have it, plus 1.
    owner: Vec<u32>,
    /// By number, while components are looked for: a number of the same component.
    parent: Vec<u32>,
}

/// A component that is being counted.
struct OpenComponent {
    /// The numbers of the component.
    visits: Vec<u32>,
    /// Its name in [`PuzzleSearch::kept`], if it is stored.
    key: Option<Box<[u32]>>,
    /// The choices that are left, as number and square.
    choices: Vec<(u32, u32)>,
    mark: usize,
    /// Solutions of the choices before.
    sum: BigUint,
    /// Number of solutions of the counted components of this choice; `None` before the first choice.
    product: Option<BigUint>,
    /// The components of this choice that are not yet counted.
    pending: Vec<Vec<u32>>,
}

impl<'a> PuzzleSearch<'a> {
    /// Prepares a search that ends after `patience` choices.
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

    /// Counts the solutions, up to `max`; returns the squares of a solution as well if `max` is 1 and one exists.
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
                return (PuzzleCount::Stopped { why: StopReason::Limit, nodes, deepest: deepest as u64 }, self.order);
            }
            if nodes.is_multiple_of(BREATH) {
                let deepest = deepest as u64;
                if let Some(progress) = self.options.progress {
                    progress(nodes, deepest);
                }
                if let Some(why) = self.options.stop_now(began) {
                    return (PuzzleCount::Stopped { why, nodes, deepest }, self.order);
                }
            }
        }
        (PuzzleCount::Number(found.expect("the last frame has a sum"), nodes), self.order)
    }

    /// Begins with the whole puzzle, as a choice with all its components before it.
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

    /// Begins a component; returns its number of solutions if it is kept.
    fn enter(&mut self, visits: Vec<u32>, max: Option<&BigUint>) -> Option<BigUint> {
        let pairs: usize = visits.iter().map(|&visit| self.domains.choices(visit) as usize).sum();
        let key = (pairs <= MAX_PAIRS).then(|| self.key(&visits, pairs));
        if let Some(number) = key.as_ref().and_then(|key| self.kept.get(key)) {
            // What is kept for one solution is that there is none.
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

    /// Keeps the solutions of a component; a search for one solution needs its squares, and keeps that there is none.
    fn keep(&mut self, key: Option<Box<[u32]>>, sum: BigUint, max: Option<&BigUint>) -> BigUint {
        let is_useful = sum.bits() == 0 || max.is_none_or(|max| *max > 1_u32.into());
        if let Some(key) = key.filter(|key| is_useful && self.kept_words + key.len() <= MAX_KEPT) {
            self.kept_words += key.len();
            self.kept.insert(key, sum.clone());
        }
        sum
    }

    /// Returns the name of a component: its numbers, each with its squares behind it.
    fn key(&self, visits: &[u32], pairs: usize) -> Box<[u32]> {
        let mut key = Vec::with_capacity(pairs + 2 * visits.len());
        for &visit in visits {
            key.extend([visit, self.domains.choices(visit)]);
            key.extend(self.domains.squares(visit));
        }
        key.into()
    }

    /// Returns the choices of the number or the square that has the fewest; the last one is tried first.
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
        // By Warnsdorff's rule, the square with the fewest exits comes first.
        let mut ranked: Vec<_> = pairs
            .into_iter()
            .map(|(visit, square)| (domains.exits(square), self.rng.next(), (visit, square)))
            .collect();
        ranked.sort_unstable_by(|one, other| other.cmp(one));
        ranked.into_iter().map(|(.., pair)| pair).collect()
    }

    /// Notes the squares of the numbers that have one.
    fn remember(&mut self, visits: &[u32]) {
        for &visit in visits.iter().filter(|&&visit| self.domains.choices(visit) == 1) {
            self.order[visit as usize] = self.domains.squares(visit).next().expect("one square is left");
        }
    }

    /// Returns the components of the remaining numbers, the largest first: the smallest is counted first.
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
            // Neighbours in a closed tour; in an open one it does no harm.
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

/// Returns the number that stands for a component, and shortens the way to it.
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
