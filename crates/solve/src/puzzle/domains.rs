//! For every visit number the squares that can have it.
//!
//! A square that can have a number needs a square a move away that can have the number before, and another one that can have
//! the number after. Both are counted, so that a removal costs two steps for each move of its square (AC-4: R. Mohr and
//! T. C. Henderson, "Arc and Path Consistency Revisited", 1986). If both counts are 1 and mean the same square, it cannot have
//! the number: a square without two exits is found that way wherever it is. A number with one square, or a square with one
//! number, is decided, and removed everywhere else.
//!
//! Numbers are counted from 0 here, and so are the squares that are not holes.

use courser_board::Kind;

use super::Puzzle;
use super::error::{PuzzleGap, Unsolvable};

/// No number.
const NONE: u32 = u32::MAX;

/// A contradiction: a number without a square, or a square without a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct DomainConflict;

/// The pairs of numbers and squares that are possible.
#[derive(Clone, Debug)]
pub(super) struct Domains {
    /// Squares, and numbers.
    len: usize,
    /// 64-bit words per row of `squares` and of `visits`.
    words: usize,
    /// True if the last number is followed by the first.
    is_closed: bool,
    /// By square: the squares a move away.
    near: Vec<Vec<u32>>,
    /// By number: one bit per square that can have it.
    squares: Vec<u64>,
    /// By square: one bit per number that it can have.
    visits: Vec<u64>,
    /// By number and square: how many squares a move away can have the number before.
    before: Vec<u8>,
    /// By number and square: how many squares a move away can have the number after.
    after: Vec<u8>,
    /// By number: how many squares can have it.
    choices: Vec<u32>,
    /// By square: how many numbers it can have.
    numbers: Vec<u32>,
    /// Removed pairs in order, as number times `len` plus square.
    trail: Vec<u32>,
    /// Number of pairs of the trail removed from `before` and `after`.
    settled: usize,
    /// Numbers with one square.
    decided: usize,
    has_failed: bool,
    /// The last number that was left without a square, or that was taken from a square without another one.
    failed: u32,
}

impl Domains {
    /// Returns the estimated memory in bytes for this many squares.
    pub(super) const fn bytes(squares: u64) -> u64 {
        7 * squares * squares
    }

    /// Returns what can be said without a choice.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self, Unsolvable> {
        let board = puzzle.board();
        let len = board.playable() as usize;
        let words = len.div_ceil(64);
        let near = board.squares().map(|square| board.neighbours(square).map(|to| board.number(to) as u32).collect());
        let mut domains = Self {
            len,
            words,
            is_closed: puzzle.kind() == Kind::Closed,
            near: near.collect(),
            squares: vec![0; len * words],
            visits: vec![0; len * words],
            before: vec![0; len * len],
            after: vec![0; len * len],
            choices: vec![0; len],
            numbers: vec![0; len],
            trail: Vec::new(),
            settled: 0,
            decided: 0,
            has_failed: false,
            failed: 0,
        };
        domains.reach(puzzle)?;
        domains.count();
        domains.conclude_all().map_err(|DomainConflict| Unsolvable::Forced)?;
        Ok(domains)
    }

    /// Finds for each number the squares that a walk between the given numbers around it can be on.
    fn reach(&mut self, puzzle: &Puzzle) -> Result<(), Unsolvable> {
        let (len, words) = (self.len, self.words);
        let board = puzzle.board();
        let given: Vec<(usize, u32)> =
            puzzle.given().iter().map(|&(visit, square)| (visit as usize - 1, board.number(square) as u32)).collect();
        let mut free = vec![0; words];
        (0..len).for_each(|square| set(&mut free, square));
        given.iter().for_each(|&(_, square)| clear(&mut free, square as usize));
        if given.is_empty() {
            (0..len).for_each(|visit| self.squares[visit * words..][..words].copy_from_slice(&free));
            return Ok(());
        }
        let only = |square: u32| {
            let mut row = vec![0; words];
            set(&mut row, square as usize);
            row
        };
        let named = |at: usize| {
            let (visit, square) = puzzle.given()[at];
            (visit, square.name(board.rows()).to_string())
        };
        // Each gap by the positions of its two numbers in `given`, its first number and its moves.
        let first_gap = (None, Some(0), 0, given[0].0);
        let last = given.len() - 1;
        let inner = (0..last).map(|at| (Some(at), Some(at + 1), given[at].0, given[at + 1].0 - given[at].0));
        let gaps: Vec<_> = if self.is_closed {
            let around = (Some(last), Some(0), given[last].0, len - given[last].0 + given[0].0);
            inner.chain([around]).collect()
        } else {
            let last_gap = (Some(last), None, given[last].0, len - 1 - given[last].0);
            [first_gap].into_iter().chain(inner).chain([last_gap]).collect()
        };
        for (from, to, first, moves) in gaps {
            // Forth from the lower number, and back from the higher one.
            let mut layers = vec![from.map_or_else(|| free.clone(), |at| only(given[at].1))];
            for step in 1..=moves {
                let end = to.filter(|_| step == moves).map(|at| only(given[at].1));
                let next = self.a_move_from(&layers[step - 1], end.as_ref().unwrap_or(&free));
                layers.push(next);
            }
            // Without a lower number the higher one may be the first.
            if from.is_none() && moves == 0 {
                layers[0] = only(given[0].1);
            }
            for step in (0..moves).rev() {
                layers[step] = self.a_move_from(&layers[step + 1], &layers[step]);
            }
            if layers[moves].iter().all(|&word| word == 0) {
                let (from, to) = (from.map(named), to.map(named));
                return Err(Unsolvable::Gap(PuzzleGap { from, to, moves: moves as u32 }));
            }
            for (step, layer) in layers.iter().enumerate() {
                self.squares[(first + step) % len * words..][..words].copy_from_slice(layer);
            }
        }
        Ok(())
    }

    /// Returns the squares of `within` that are a move from one of `from`.
    fn a_move_from(&self, from: &[u64], within: &[u64]) -> Vec<u64> {
        let mut reached = vec![0; self.words];
        for square in bits(from) {
            self.near[square].iter().for_each(|&to| set(&mut reached, to as usize));
        }
        reached.iter_mut().zip(within).for_each(|(reached, within)| *reached &= within);
        reached
    }

    /// Fills in everything that follows from `squares`.
    fn count(&mut self) {
        for visit in 0..self.len {
            let row: Vec<usize> = bits(&self.squares[visit * self.words..][..self.words]).collect();
            self.choices[visit] = row.len() as u32;
            self.decided += usize::from(row.len() == 1);
            for &square in &row {
                set(&mut self.visits[square * self.words..][..self.words], visit);
                self.numbers[square] += 1;
                for &to in &self.near[square] {
                    if let Some(next) = self.next(visit) {
                        self.before[next * self.len + to as usize] += 1;
                    }
                    if let Some(previous) = self.previous(visit) {
                        self.after[previous * self.len + to as usize] += 1;
                    }
                }
            }
        }
    }

    /// Returns the number after another one.
    fn next(&self, visit: usize) -> Option<usize> {
        if visit + 1 < self.len { Some(visit + 1) } else { self.is_closed.then_some(0) }
    }

    /// Returns the number before another one.
    fn previous(&self, visit: usize) -> Option<usize> {
        if visit > 0 { Some(visit - 1) } else { self.is_closed.then_some(self.len - 1) }
    }

    /// Draws every conclusion, wherever it is.
    fn conclude_all(&mut self) -> Result<(), DomainConflict> {
        for at in 0..self.len {
            if self.choices[at] == 0 || self.numbers[at] == 0 {
                return Err(DomainConflict);
            }
            self.exclude(at, at);
            for square in bits(&self.squares[at * self.words..][..self.words]).collect::<Vec<_>>() {
                self.need_two(at, square);
            }
        }
        self.conclude()
    }

    /// Returns the number of squares, which is that of the numbers.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns how many numbers have their square.
    pub(super) const fn decided(&self) -> usize {
        self.decided
    }

    /// Returns how many squares can have a number.
    pub(super) fn choices(&self, visit: u32) -> u32 {
        self.choices[visit as usize]
    }

    /// Returns how many numbers a square can have.
    pub(super) fn numbers(&self, square: u32) -> u32 {
        self.numbers[square as usize]
    }

    /// Returns the squares that can have a number.
    pub(super) fn squares(&self, visit: u32) -> impl Iterator<Item = u32> + '_ {
        bits(&self.squares[visit as usize * self.words..][..self.words]).map(|square| square as u32)
    }

    /// Returns the numbers that a square can have.
    pub(super) fn visits(&self, square: u32) -> impl Iterator<Item = u32> + '_ {
        bits(&self.visits[square as usize * self.words..][..self.words]).map(|visit| visit as u32)
    }

    /// Returns how many squares a move away have no number yet.
    pub(super) fn exits(&self, square: u32) -> usize {
        self.near[square as usize].iter().filter(|&&to| self.numbers[to as usize] > 1).count()
    }

    /// Returns the number at which the last contradiction was found.
    pub(super) const fn failed(&self) -> u32 {
        self.failed
    }

    /// Returns the position to which [`Domains::undo`] goes back.
    pub(super) const fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Gives a square its number, with all that follows.
    pub(super) fn decide(&mut self, visit: u32, square: u32) -> Result<(), DomainConflict> {
        for other in self.squares(visit).filter(|&other| other != square).collect::<Vec<_>>() {
            self.remove(visit as usize, other as usize);
        }
        self.exclude(visit as usize, square as usize);
        self.conclude()
    }

    /// Takes back what was removed since a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let pair = self.trail.pop().expect("the trail is longer than the mark") as usize;
            let (visit, square) = (pair / self.len, pair % self.len);
            if self.trail.len() < self.settled {
                self.settled -= 1;
                self.tell(visit, square, |count| *count += 1);
            }
            set(&mut self.squares[visit * self.words..][..self.words], square);
            set(&mut self.visits[square * self.words..][..self.words], visit);
            self.decided -= usize::from(self.choices[visit] == 1);
            self.choices[visit] += 1;
            self.decided += usize::from(self.choices[visit] == 1);
            self.numbers[square] += 1;
        }
        self.has_failed = false;
    }

    fn can(&self, visit: usize, square: usize) -> bool {
        self.squares[visit * self.words + square / 64] >> (square % 64) & 1 == 1
    }

    fn remove(&mut self, visit: usize, square: usize) {
        if !self.can(visit, square) {
            return;
        }
        clear(&mut self.squares[visit * self.words..][..self.words], square);
        clear(&mut self.visits[square * self.words..][..self.words], visit);
        self.decided -= usize::from(self.choices[visit] == 1);
        self.choices[visit] -= 1;
        self.decided += usize::from(self.choices[visit] == 1);
        self.numbers[square] -= 1;
        if self.choices[visit] == 0 || self.numbers[square] == 0 {
            (self.has_failed, self.failed) = (true, visit as u32);
        }
        self.trail.push((visit * self.len + square) as u32);
    }

    /// Changes the counts of the squares a move from one that can or cannot have a number.
    fn tell(&mut self, visit: usize, square: usize, change: fn(&mut u8)) {
        let (next, previous) = (self.next(visit), self.previous(visit));
        for &to in &self.near[square] {
            if let Some(next) = next {
                change(&mut self.before[next * self.len + to as usize]);
            }
            if let Some(previous) = previous {
                change(&mut self.after[previous * self.len + to as usize]);
            }
        }
    }

    fn conclude(&mut self) -> Result<(), DomainConflict> {
        while self.settled < self.trail.len() && !self.has_failed {
            let pair = self.trail[self.settled] as usize;
            let (visit, square) = (pair / self.len, pair % self.len);
            self.settled += 1;
            self.tell(visit, square, |count| *count -= 1);
            for near in 0..self.near[square].len() {
                let to = self.near[square][near] as usize;
                for other in [self.next(visit), self.previous(visit)].into_iter().flatten() {
                    self.need_two(other, to);
                }
            }
            self.exclude(visit, square);
        }
        if self.has_failed { Err(DomainConflict) } else { Ok(()) }
    }

    /// Removes a pair if no two different squares can have the numbers before and after.
    fn need_two(&mut self, visit: usize, square: usize) {
        if !self.can(visit, square) {
            return;
        }
        let (previous, next) = (self.previous(visit), self.next(visit));
        let before = previous.map_or(2, |_| self.before[visit * self.len + square]);
        let after = next.map_or(2, |_| self.after[visit * self.len + square]);
        let is_same = || {
            let with = |number: Option<usize>| {
                let number = number.expect("both numbers were looked at");
                self.near[square].iter().copied().find(|&to| self.can(number, to as usize)).unwrap_or(NONE)
            };
            with(previous) == with(next)
        };
        if before == 0 || after == 0 || (before, after) == (1, 1) && previous != next && is_same() {
            self.remove(visit, square);
        }
    }

    /// Removes the last square of a number from all other numbers, and the last number of a square from all other squares.
    fn exclude(&mut self, visit: usize, square: usize) {
        if self.choices[visit] == 1 {
            let last = self.squares(visit as u32).next().expect("one square is left");
            for other in self.visits(last).filter(|&other| other != visit as u32).collect::<Vec<_>>() {
                self.remove(other as usize, last as usize);
            }
        }
        if self.numbers[square] == 1 {
            let last = self.visits(square as u32).next().expect("one number is left");
            for other in self.squares(last).filter(|&other| other != square as u32).collect::<Vec<_>>() {
                self.remove(last as usize, other as usize);
            }
        }
    }
}

fn set(row: &mut [u64], bit: usize) {
    row[bit / 64] |= 1 << (bit % 64);
}

fn clear(row: &mut [u64], bit: usize) {
    row[bit / 64] &= !(1 << (bit % 64));
}

/// Returns the positions of the set bits, ascending.
fn bits(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * at + bit)
        })
    })
}
