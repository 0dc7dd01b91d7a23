//! The domains of the search: the possible squares of each visit number.
//!
//! In this module, the neighbours of a square are the squares one move away. A square can have a number only if one
//! neighbour can have the previous number, and a different neighbour can have the next number. Each pair of a number
//! and a square has two counts: the number of neighbours that can have the previous number, and the number of
//! neighbours that can have the next number. Therefore the removal of a pair costs two steps for each neighbour of its
//! square (AC-4: R. Mohr and T. C. Henderson, "Arc and Path Consistency Revisited", 1986). If both counts of a pair are
//! 1 and refer to the same neighbour, the pair is impossible. This rule finds every square that has only one exit. If a
//! number has one possible square, or a square has one possible number, the pair is decided, and all other pairs with
//! that square or number are removed.
//!
//! The numbers, and the squares that are not holes, are counted from 0.

use courser_board::Kind;

use super::Puzzle;
use super::error::{PuzzleGap, Unsolvable};

/// Sentinel index for no square.
const NONE: u32 = u32::MAX;

/// A contradiction: a number has no possible square, or a square has no possible number.
#[derive(Clone, Copy, Debug)]
pub(super) struct DomainConflict;

/// The pairs of a visit number and a square that are still possible.
#[derive(Clone, Debug)]
pub(super) struct Domains {
    /// Number of squares that are not holes, which is also the number of visit numbers.
    len: usize,
    /// Number of 64-bit words per row of `squares` and of `visits`.
    words: usize,
    /// True if the first number follows the last number, as in a closed tour.
    is_closed: bool,
    /// Squares that are one move from a square, as one list per square.
    near: Vec<Vec<u32>>,
    /// Possible squares of each number, as a row of bits per number.
    squares: Vec<u64>,
    /// Possible numbers of each square, as a row of bits per square.
    visits: Vec<u64>,
    /// Number of a square's neighbours that can have visit number `v - 1`, for each visit number `v` and each square.
    before: Vec<u8>,
    /// Number of a square's neighbours that can have visit number `v + 1`, for each visit number `v` and each square.
    after: Vec<u8>,
    /// Number of possible squares of each visit number.
    choices: Vec<u32>,
    /// Number of possible visit numbers of each square.
    numbers: Vec<u32>,
    /// The removed pairs of a visit number and a square, in order of removal. The pair of the number n and the square s
    /// is stored as n * `len` + s.
    trail: Vec<u32>,
    /// Number of settled pairs, which are the first pairs of the trail. The removal of a settled pair is already
    /// counted in `before` and `after`.
    settled: usize,
    /// Number of visit numbers with only one possible square.
    decided: usize,
    has_failed: bool,
    /// Visit number in the most recent failed removal. A removal excludes a visit number from a square. A removal fails
    /// if it leaves the visit number without a possible square, or the square without a possible number.
    failed: u32,
}

impl Domains {
    /// Returns the estimated memory, in bytes, for a board of `squares` squares.
    pub(super) const fn bytes(squares: u64) -> u64 {
        7 * squares * squares
    }

    /// Returns the domains that follow from the given numbers without any choice.
    ///
    /// # Errors
    /// [`Unsolvable`] if the domains contradict each other.
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

    /// Finds the possible squares of each visit number. A walk leads from the square of one given number to the square
    /// of the next given number. In an open tour, the walk before the first given number can begin on any square, and
    /// the walk after the last given number can end on any square. A square is possible for a number if such a walk can
    /// visit the square at this number.
    ///
    /// # Errors
    /// [`Unsolvable::Gap`] if no walk of the required length exists between two given numbers.
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
        // A gap is stored as four values: the index in `given` of the number before the gap, the index in `given` of
        // the number after the gap, the visit number at which the gap begins, and the number of moves in the gap.
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
            // The layers are computed forwards from the number before the gap. Then they are restricted backwards from
            // the number after the gap.
            let mut layers = vec![from.map_or_else(|| free.clone(), |at| only(given[at].1))];
            for step in 1..=moves {
                let end = to.filter(|_| step == moves).map(|at| only(given[at].1));
                let next = self.a_move_from(&layers[step - 1], end.as_ref().unwrap_or(&free));
                layers.push(next);
            }
            // The gap before the first given number has no moves if that number is the first visit number. The gap then
            // consists only of the given square.
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

    /// Returns the squares that are in `within` and one move away from a square in `from`.
    fn a_move_from(&self, from: &[u64], within: &[u64]) -> Vec<u64> {
        let mut reached = vec![0; self.words];
        for square in bits(from) {
            self.near[square].iter().for_each(|&to| set(&mut reached, to as usize));
        }
        reached.iter_mut().zip(within).for_each(|(reached, within)| *reached &= within);
        reached
    }

    /// Computes all other fields from `squares`.
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

    /// Returns the number that follows `visit`, or `None` after the last number of an open tour.
    fn next(&self, visit: usize) -> Option<usize> {
        if visit + 1 < self.len { Some(visit + 1) } else { self.is_closed.then_some(0) }
    }

    /// Returns the number that precedes `visit`, or `None` before the first number of an open tour.
    fn previous(&self, visit: usize) -> Option<usize> {
        if visit > 0 { Some(visit - 1) } else { self.is_closed.then_some(self.len - 1) }
    }

    /// Removes all impossible pairs of a number and a square.
    ///
    /// # Errors
    /// [`DomainConflict`] if a number or a square has no pair left.
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

    /// Returns the number of squares, which is also the number of visit numbers.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of visit numbers with only one possible square.
    pub(super) const fn decided(&self) -> usize {
        self.decided
    }

    /// Returns how many squares can have the visit number `visit`.
    pub(super) fn choices(&self, visit: u32) -> u32 {
        self.choices[visit as usize]
    }

    /// Returns the number of visit numbers that `square` can have.
    pub(super) fn numbers(&self, square: u32) -> u32 {
        self.numbers[square as usize]
    }

    /// Returns the squares that can have the number `visit`.
    pub(super) fn squares(&self, visit: u32) -> impl Iterator<Item = u32> + '_ {
        bits(&self.squares[visit as usize * self.words..][..self.words]).map(|square| square as u32)
    }

    /// Returns the numbers that `square` can have.
    pub(super) fn visits(&self, square: u32) -> impl Iterator<Item = u32> + '_ {
        bits(&self.visits[square as usize * self.words..][..self.words]).map(|visit| visit as u32)
    }

    /// Counts the squares that are one move away from `square` and for which more than one visit number is possible.
    pub(super) fn exits(&self, square: u32) -> usize {
        self.near[square as usize].iter().filter(|&&to| self.numbers[to as usize] > 1).count()
    }

    /// Returns the visit number for which the last contradiction was found.
    pub(super) const fn failed(&self) -> u32 {
        self.failed
    }

    /// Returns the current length of the trail, for [`Domains::undo`].
    pub(super) const fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Gives `square` the number `visit`. Then removes all pairs of a number and a square that have become impossible.
    ///
    /// # Errors
    /// [`DomainConflict`] if a number has no possible square, or a square has no possible number.
    pub(super) fn decide(&mut self, visit: u32, square: u32) -> Result<(), DomainConflict> {
        for other in self.squares(visit).filter(|&other| other != square).collect::<Vec<_>>() {
            self.remove(visit as usize, other as usize);
        }
        self.exclude(visit as usize, square as usize);
        self.conclude()
    }

    /// Restores the pairs removed since `mark`.
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

    /// Applies `change` to the counts that depend on the pair of `visit` and `square`. Each count belongs to one visit
    /// number and one square. The changed counts belong to the visit number before or after `visit`, and to a neighbour
    /// of `square`.
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

    /// Removes the pair of `visit` and `square`, unless two different neighbours of `square` can have the previous and
    /// the next number.
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

    /// Removes the pairs that a decided number or square excludes. If `visit` has only one possible square left, no
    /// other number can have this square. If `square` has only one possible number left, no other square can have this
    /// number.
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

/// Returns the indices of the set bits, in ascending order.
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
