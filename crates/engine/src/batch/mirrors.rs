//! The mirrors of the batch's kernels. Each mirror corresponds to a file in `shaders/batch/`.

use std::ops::Range;

use bytemuck::Zeroable;
use courser_solve::warnsdorff::Rule;

use super::layout::{BatchParams, Knight, NOBODY, NOWHERE, Slice, SliceTally, whole};
use super::memory::{BatchMemory, RESULTS, SLICES, STARTS, TALLIES};
use super::walk::WalkResult;
use crate::rules::{Chooser, Ground, TAKEN, moved, pick, way_in};

/// Returns the state of a knight before its first move, as `init.wgsl` computes this state. `k` is the index of the
/// knight in the dispatch.
fn init(memory: &BatchMemory, k: u32) -> Knight {
    let slices: &[Slice] = bytemuck::cast_slice(&memory.buffers[SLICES]);
    let slice = &slices[slices.partition_point(|slice| slice.first <= k) - 1];
    let after = k - slice.first;
    let start = memory.buffers[STARTS][(slice.starts + (slice.start_at + after) % slice.start_count) as usize];
    let Slice { order, seed_low, seed_high, .. } = *slice;
    let number = slice.number.wrapping_add(after);
    Knight { at: start, visits: 0, start, order, number, seed_low, seed_high, leg: 0 }
}

pub(super) fn init_knights(memory: &mut BatchMemory, k: u32) {
    let knight = init(memory, k);
    let [_, _, _, knights, ..] = &mut memory.buffers;
    bytemuck::cast_slice_mut(knights)[k as usize] = knight;
}

pub(super) fn init_boards(memory: &mut BatchMemory, _: Range<u32>) {
    let [_, _, fresh, _, cells, ..] = &mut memory.buffers;
    cells.chunks_exact_mut(memory.params.words as usize).for_each(|board| board.copy_from_slice(fresh));
}

pub(super) fn tally(memory: &mut BatchMemory, _: Range<u32>) {
    let playable = memory.params.playable;
    let of = |slice: &Slice| {
        let results = &memory.buffers[RESULTS][slice.first as usize..][..slice.count as usize];
        let none =
            SliceTally { min_visited: NOBODY, first_complete: NOBODY, first_closed: NOBODY, ..SliceTally::zeroed() };
        (0..).zip(results).fold(none, |tally, (i, &result)| {
            let walk = WalkResult::from_word(result);
            let (complete, closed) = (walk.visited() == playable, walk.is_closed());
            let visited = tally.visited() + u64::from(walk.visited());
            SliceTally {
                complete: tally.complete + u32::from(complete),
                closed: tally.closed + u32::from(closed),
                visited_low: visited as u32,
                visited_high: (visited >> 32) as u32,
                min_visited: tally.min_visited.min(walk.visited()),
                first_complete: if complete { tally.first_complete.min(i) } else { tally.first_complete },
                first_closed: if closed { tally.first_closed.min(i) } else { tally.first_closed },
            }
        })
    };
    let tallies: Vec<SliceTally> = bytemuck::cast_slice(&memory.buffers[SLICES]).iter().map(of).collect();
    memory.buffers[TALLIES].copy_from_slice(bytemuck::cast_slice(&tallies));
}

/// The squares of a knight's board, in the form that the knight's kernel uses. The kernel `small` stores the ranks. Its
/// mirror stores only which squares are unvisited. To get the rank of a square, the mirror counts the unvisited
/// neighbours of the square.
enum Squares<'a> {
    Small { unvisited: u64, squares: &'a [[u32; 4]] },
    Bitboard(&'a mut [u32]),
    Lane(&'a mut [u32]),
}

/// The board of a knight.
struct Field<'a> {
    params: &'a BatchParams,
    rule: Rule,
    squares: Squares<'a>,
}

/// Layout of the boards of the kernel `bitboard`. `REACH`: number of empty rows above a board, and of empty columns to
/// its left. `STEP`: distance in columns between successive words of a row.
const REACH: i32 = 4;
const STEP: u32 = 16;

impl BatchParams {
    /// Returns the position of a square as (row, column).
    const fn place(&self, square: u32) -> [i32; 2] {
        [(square / self.cols) as i32, (square % self.cols) as i32]
    }

    const fn index(&self, here: [i32; 2]) -> u32 {
        here[0] as u32 * self.cols + here[1] as u32
    }

    /// Returns the offset of the move with the code `code + 1`, as (rows down, columns right).
    const fn jump(&self, code: u32) -> [i32; 2] {
        let [down, right] = if code < 4 { [self.s, self.r] } else { [self.r, self.s] };
        [if code & 1 == 1 { -down } else { down }, if code & 2 == 2 { -right } else { right }]
    }

    /// Returns the codes of the moves from `here` that stay on the board. Each code comes with the square on which the
    /// move ends.
    fn targets(&self, here: [i32; 2]) -> impl Iterator<Item = (u32, u32)> {
        (0..8).filter(|code| self.codes >> code & 1 == 1).filter_map(move |code| {
            let there = moved(here, self.jump(code));
            let is_inside = (there[0] as u32) < self.rows && (there[1] as u32) < self.cols;
            is_inside.then(|| (code, self.index(there)))
        })
    }

    /// Returns the index of word `word` of row `row` among all words of a board of the kernel `bitboard`. The first
    /// four rows are empty, so row 4 is the topmost row of the board.
    const fn word_at(&self, row: u32, word: u32) -> usize {
        (word * (self.rows + 2 * REACH as u32) + row) as usize
    }

    /// Returns the slot of each move code, packed in three bits per code. The result is the inverse of `order`.
    fn slots_of(&self, order: u32) -> u32 {
        (0..self.move_count).fold(0, |slots, slot| slots | slot << (3 * way_in(order, slot)))
    }
}

impl Field<'_> {
    /// Marks a square as visited.
    fn arrive(&mut self, at: u32) {
        let params = self.params;
        match &mut self.squares {
            Squares::Small { unvisited, .. } => *unvisited &= !(1 << at),
            Squares::Bitboard(cells) => {
                let [row, column] = params.place(at).map(|axis| (axis + REACH) as u32);
                let (word, bit) = (column / STEP, column % STEP);
                if word < params.row_words {
                    cells[params.word_at(row, word)] &= !(1 << bit);
                }
                if word > 0 {
                    cells[params.word_at(row, word - 1)] &= !(1 << (bit + STEP));
                }
            }
            Squares::Lane(cells) => {
                cells[at as usize / 8] |= TAKEN << (4 * (at % 8));
                for (_, square) in params.targets(params.place(at)) {
                    let (word, shift) = (square as usize / 8, 4 * (square % 8));
                    if cells[word] >> shift & TAKEN != TAKEN {
                        cells[word] -= 1 << shift;
                    }
                }
            }
        }
    }
}

impl Ground for Field<'_> {
    fn rule(&self) -> Rule {
        self.rule
    }

    fn extent(&self) -> [i32; 2] {
        [self.params.rows as i32, self.params.cols as i32]
    }

    fn jump(&self, code: u32) -> [i32; 2] {
        self.params.jump(code)
    }

    fn ranks_around(&self, there: [i32; 2]) -> u32 {
        let params = self.params;
        match &self.squares {
            Squares::Small { unvisited, squares } => {
                let among = |square: usize| whole(squares[square][0], squares[square][1]) & unvisited;
                let square = params.index(there) as usize;
                let [_, _, lead_low, lead_high] = squares[square];
                let leads = whole(lead_low, lead_high).to_le_bytes();
                let open = (0..).zip(leads).filter(|(_, to)| among(square) >> to & 1 == 1);
                open.fold(u32::MAX, |ranks, (code, to)| ranks ^ (TAKEN ^ among(to.into()).count_ones()) << (4 * code))
            }
            Squares::Lane(cells) => params.targets(there).fold(u32::MAX, |ranks, (code, square)| {
                ranks ^ (TAKEN ^ (cells[square as usize / 8] >> (4 * (square % 8)) & TAKEN)) << (4 * code)
            }),
            Squares::Bitboard(cells) => {
                // The rows of the window of 9x9 squares centred on the knight. The nine lowest bits of a word mark the
                // unvisited squares of a row.
                let first = params.word_at(there[0] as u32, there[1] as u32 / STEP);
                let rows: [u32; 9] = std::array::from_fn(|row| cells[first + row] >> (there[1] as u32 % STEP));
                let look = |code| {
                    let [down, right] = params.jump(code);
                    let (row, column) = ((REACH + down) as usize, REACH + right);
                    let (wide, tall) = (17 << (column - 2), 5 << (column - 1));
                    let seen = [(1, wide), (2, tall)];
                    let around = seen.map(|(by, mask)| [rows[row - by] & mask, rows[row + by] & mask]);
                    let rank = around.as_flattened().iter().map(|row| row.count_ones()).sum();
                    let is_free = rows[row] >> column & 1 == 1;
                    (if is_free { rank } else { TAKEN }) << (4 * code)
                };
                (0..8).map(look).fold(0, |ranks, rank| ranks | rank)
            }
        }
    }
}

/// Makes at most `budget` moves of a knight, as `steps.wgsl` does. Calls `recorded` with the visit number and the
/// square of each visit. Returns the result of the walk if the walk has ended, otherwise `None`.
fn walk(field: &mut Field<'_>, knight: &mut Knight, budget: u32, mut recorded: impl FnMut(u32, u32)) -> Option<u32> {
    let (params, rule) = (field.params, field.rule);
    let take_over = |knight: &mut Knight| {
        if rule == Rule::SquirrelCull {
            while params.legs[knight.leg as usize][1] == knight.at {
                knight.leg += 1;
            }
            knight.order = params.legs[knight.leg as usize][0];
        }
    };
    take_over(knight);
    for _ in 0..budget {
        let here = params.place(knight.at);
        recorded(knight.visits, knight.at);
        knight.visits += 1;
        field.arrive(knight.at);
        let Knight { order, visits, number, .. } = *knight;
        let seed = whole(knight.seed_low, knight.seed_high);
        let chooser = Chooser { here, order, visit: visits, number, seed, by_dice: false };
        let Some(slot) = pick(field, &chooser, field.ranks_around(here), params.slots_of(order)) else {
            let start = params.place(knight.start);
            let away = [0, 1].map(|axis| start[axis].abs_diff(here[axis]) as i32);
            let is_move = [away[0].min(away[1]), away[0].max(away[1])] == [params.r, params.s];
            knight.at = NOWHERE;
            return Some(WalkResult::new(visits, is_move && visits == params.playable && visits > 2).word());
        };
        knight.at = params.index(moved(here, params.jump(way_in(order, slot))));
        take_over(knight);
    }
    None
}

pub(super) fn small(memory: &mut BatchMemory, k: u32) {
    let mut knight = init(memory, k);
    let (params, rule, paths) = (&memory.params, memory.rule, memory.paths);
    let [_, _, board, _, _, results, _] = &mut memory.buffers;
    let unvisited = whole(params.free[0], params.free[1]);
    let squares = Squares::Small { unvisited, squares: bytemuck::cast_slice(board) };
    let record = recorder(results, params.knights, (k, paths));
    let result = walk(&mut Field { params, rule, squares }, &mut knight, u32::MAX, record);
    results[k as usize] = result.expect("a tour ends");
}

/// Returns a function that writes each visited square of knight `k` to `results`, as `rule.wgsl` does. If `paths` is
/// false, the function writes nothing.
fn recorder(results: &mut [u32], knights: u32, (k, paths): (u32, bool)) -> impl FnMut(u32, u32) {
    move |visit, square| {
        if paths {
            results[((visit + 1) * knights + k) as usize] = square;
        }
    }
}

fn steps(memory: &mut BatchMemory, k: u32, squares: fn(&mut [u32]) -> Squares<'_>) {
    let (params, rule, paths) = (&memory.params, memory.rule, memory.paths);
    let [_, _, _, knights, cells, results, _] = &mut memory.buffers;
    let knight: &mut Knight = &mut bytemuck::cast_slice_mut(knights)[k as usize];
    if knight.at == NOWHERE {
        return;
    }
    let words = params.words as usize;
    let squares = squares(&mut cells[k as usize * words..][..words]);
    let record = recorder(results, params.knights, (k, paths));
    let result = walk(&mut Field { params, rule, squares }, knight, params.budget, record);
    if let Some(result) = result {
        results[k as usize] = result;
    }
}

pub(super) fn bitboard(memory: &mut BatchMemory, k: u32) {
    steps(memory, k, |cells| Squares::Bitboard(cells));
}

pub(super) fn lane(memory: &mut BatchMemory, k: u32) {
    steps(memory, k, |cells| Squares::Lane(cells));
}
