//! Data shared by host and kernels: the types of `shaders/batch/`, and the boards in the form used by the kernels.

use bytemuck::{Pod, Zeroable};
use courser_board::{Board, Leaper, MoveOrder, Square};
use courser_solve::warnsdorff;

/// Sentinel for no square.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Sentinel for no knight.
pub(super) const NOBODY: u32 = u32::MAX;

/// The parameters of the board and of the dispatch, in the form that every kernel uses. The struct corresponds to
/// `Params` in `shaders/batch/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct BatchParams {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// Number of squares of the board that are not holes.
    pub playable: u32,
    /// Number of moves in use: 8, or 4 for an (r,s)-leaper with r = 0 or r = s.
    pub move_count: u32,
    /// The move codes in use: bit c is set if move code c + 1 is used.
    pub codes: u32,
    /// Smaller offset of the leaper's move.
    pub r: i32,
    /// Larger offset of the leaper's move.
    pub s: i32,
    /// Number of knights in this dispatch.
    pub knights: u32,
    /// Number of slices in this dispatch.
    pub slices: u32,
    /// Number of words of one knight's board.
    pub words: u32,
    /// Maximum number of moves per knight in a dispatch.
    pub budget: u32,
    /// Number of words per row of a board, for the kernel `bitboard`.
    pub row_words: u32,
    /// Mask of the squares that are not holes, as (low word, high word, 0, 0). Used only for boards of at most 64
    /// squares.
    pub free: [u32; 4],
    /// Planes of the initial ranks. Plane p contains bit p of every square's rank. A plane has two words, the lower
    /// word first. Each of the two inner arrays contains two planes. Used only for boards of at most 64 squares.
    pub planes: [[u32; 4]; 2],
    /// The legs of the rule `squirrel-cull`. Each leg consists of four words. The first word is the move order of the
    /// leg, packed. The second word is the square at which the next leg begins, or a sentinel if no leg follows. The
    /// other two words are 0.
    pub legs: [[u32; 4]; 8],
}

/// Consecutive knights that differ only in their starts and their numbers. The struct corresponds to `Slice` in
/// `shaders/batch/slices.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Slice {
    /// Index of the slice's first knight among the knights of the dispatch.
    pub first: u32,
    /// Number of knights in the slice, at least 1.
    pub count: u32,
    /// The move order: three bits per slot. The bits of a slot contain its move code, reduced by 1.
    pub order: u32,
    /// Knight number of the slice's first knight. A knight's random bits depend on its knight number.
    pub number: u32,
    /// Lower half of the seed.
    pub seed_low: u32,
    /// Upper half of the seed.
    pub seed_high: u32,
    /// Offset of the slice's starts in the list of starts.
    pub starts: u32,
    /// Number of starts in the slice.
    pub start_count: u32,
    /// Index of the first knight's start among the slice's starts.
    pub start_at: u32,
}

/// The stored state of a knight between two dispatches. The struct corresponds to `Knight` in
/// `shaders/batch/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Knight {
    /// Index of the knight's current square; a sentinel after the end of the walk. `visits` does not yet include this
    /// square.
    pub at: u32,
    /// Number of squares visited and counted so far.
    pub visits: u32,
    /// Index of the square where the knight started.
    pub start: u32,
    /// Move order of the knight, packed as in [`Slice`].
    pub order: u32,
    /// Number of the knight, used for random bits.
    pub number: u32,
    /// Lower half of the seed.
    pub seed_low: u32,
    /// Upper half of the seed.
    pub seed_high: u32,
    /// Index of the knight's current leg, for the rule `squirrel-cull`.
    pub leg: u32,
}

/// The sum of the results of one slice's knights. The struct corresponds to `SliceTally` in `shaders/batch/tally.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct SliceTally {
    /// Number of knights that visited every square.
    pub complete: u32,
    /// Number of knights that visited every square and can return to their start.
    pub closed: u32,
    /// Low word of the total number of visited squares, summed over all knights of the slice.
    pub visited_low: u32,
    /// High word of the total number of visited squares.
    pub visited_high: u32,
    /// Number of visited squares: the minimum over all knights of the slice.
    pub min_visited: u32,
    /// Index, within the slice, of the first knight that visited every square. The value is a sentinel if no knight
    /// visited every square.
    pub first_complete: u32,
    /// Index, within the slice, of the first knight that visited every square and can return to its start, or a
    /// sentinel.
    pub first_closed: u32,
}

/// Returns the 64-bit word with these low and high halves.
pub(super) const fn whole(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

impl SliceTally {
    /// Returns the total number of visited squares, summed over all knights of the slice.
    pub(super) const fn visited(&self) -> u64 {
        whole(self.visited_low, self.visited_high)
    }
}

impl BatchParams {
    /// Creates the parameters of `board`. The parameters of the dispatch are zero.
    pub(crate) fn new(board: &Board) -> Self {
        let leaper = board.leaper();
        let moves = leaper.moves(MoveOrder::SLIDES);
        let mut params = Self {
            rows: board.rows(),
            cols: board.cols(),
            playable: board.playable() as u32,
            move_count: moves.len() as u32,
            codes: moves.iter().fold(0, |codes, by| codes | 1 << (by.code - 1)),
            r: leaper.r() as i32,
            s: leaper.s() as i32,
            ..Self::zeroed()
        };
        let legs = warnsdorff::legs(board, Square::new(0, 0)).unwrap_or_default();
        for (slot, leg) in params.legs.iter_mut().zip(&legs) {
            let until = leg.until.map_or(NOWHERE, |square| board.index(square) as u32);
            *slot = [pack(leaper, leg.order), until, 0, 0];
        }
        params
    }

    /// Sets the fields that the kernel `small` reads. `ranks` contains one rank per square of the board, which has at
    /// most 64 squares. For a hole, the rank is `None`.
    pub(crate) fn begin_small(&mut self, ranks: &[Option<u8>]) {
        for (square, rank) in ranks.iter().enumerate() {
            let (word, bit) = (square / 32, 1 << (square % 32));
            if let Some(rank) = rank {
                self.free[word] |= bit;
                for plane in (0..4).filter(|plane| rank >> plane & 1 == 1) {
                    self.planes[plane / 2][plane % 2 * 2 + word] |= bit;
                }
            }
        }
    }
}

/// Packs a move order for the kernels. Each slot has three bits, which contain a move code minus 1. Codes that the
/// leaper does not use are left out.
pub(super) fn pack(leaper: Leaper, order: MoveOrder) -> u32 {
    leaper.moves(order).iter().rev().fold(0, |packed, by| packed << 3 | u32::from(by.code - 1))
}

/// Returns the rank of every square of a board before the first move. The rank of a hole is `None`.
pub(crate) fn ranks(board: &Board) -> Vec<Option<u8>> {
    let moves = board.leaper().moves(MoveOrder::SLIDES);
    let rank = |square| moves.iter().filter(|&&by| board.step(square, by).is_some()).count() as u8;
    (0..board.cells()).map(|index| (!board.is_hole(index)).then(|| rank(board.at(index)))).collect()
}

/// Returns the initial board of a knight for the kernel `lane`. The board has four bits per square, with the value 15
/// for a hole.
pub(super) fn nibbles(ranks: &[Option<u8>]) -> Vec<u32> {
    let pack = |word: &[Option<u8>]| {
        let of = |rank: &Option<u8>| u32::from(rank.unwrap_or(15));
        word.iter().zip(0..).fold(0, |packed, (rank, at)| packed | of(rank) << (4 * at))
    };
    ranks.chunks(8).map(pack).collect()
}

/// Distance, in columns, between successive words in a row of a board of the kernel `bitboard`.
const BITBOARD_STEP: u64 = 16;

/// Number of empty rows above a board of the kernel `bitboard`. It is also the number of empty rows below the board,
/// and the number of empty columns to the left of the board.
const BITBOARD_REACH: u64 = 4;

/// Returns two values for the kernel `bitboard`: the number of words in a row of the board, and the number of words in
/// the whole board.
pub(super) fn bitboard_words(board: &Board) -> (u64, u64) {
    let row = u64::from(board.cols()).div_ceil(BITBOARD_STEP);
    (row, (u64::from(board.rows()) + 2 * BITBOARD_REACH) * row)
}

/// Returns the initial board of a knight for the kernel `bitboard`. The bits of all squares except holes are set.
/// Adjacent words of a row share half of their columns, so most squares have bits in two words. The result contains the
/// first words of all rows from the top down, then the second words of all rows, and so on.
pub(super) fn bitboard(board: &Board) -> Vec<u32> {
    let (row_words, words) = bitboard_words(board);
    let rows = words / row_words;
    let mut laid = vec![0; words as usize];
    for square in board.squares() {
        let row = u64::from(square.row) + BITBOARD_REACH;
        let column = u64::from(square.col) + BITBOARD_REACH;
        let word = column / BITBOARD_STEP;
        for word in word.saturating_sub(1)..=word.min(row_words - 1) {
            laid[(word * rows + row) as usize] |= 1 << (column - word * BITBOARD_STEP);
        }
    }
    laid
}

/// Returns the table of squares in the form used by `small`. The entry of a square consists of the neighbours as two
/// words, and the targets of the eight move codes as eight bytes.
pub(super) fn squares(board: &Board) -> Vec<[u32; 4]> {
    let moves = board.leaper().moves(MoveOrder::SLIDES);
    let of = |index: u64| {
        let mut neighbours = 0_u64;
        let mut leads = [index as u8; 8];
        for &by in &moves {
            if let Some(to) = board.step(board.at(index), by) {
                neighbours |= 1 << board.index(to);
                leads[usize::from(by.code - 1)] = board.index(to) as u8;
            }
        }
        let leads = u64::from_le_bytes(leads);
        [neighbours as u32, (neighbours >> 32) as u32, leads as u32, (leads >> 32) as u32]
    };
    (0..board.cells()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_packed_without_the_codes_that_are_not_in_use() {
        let order: MoveOrder = "26513784".parse().unwrap();
        let unpack =
            |packed: u32, moves: u32| (0..moves).map(|slot| (packed >> (3 * slot) & 7) + 1).collect::<Vec<_>>();
        assert_eq!(unpack(pack(Leaper::KNIGHT, order), 8), [2, 6, 5, 1, 3, 7, 8, 4]);
        assert_eq!(unpack(pack("wazir".parse().unwrap(), order), 4), [2, 5, 1, 7]);
    }

    #[test]
    fn any_nine_columns_around_a_square_are_in_one_word() {
        for cols in [1, 11, 12, 13, 16, 17, 28, 29, 40] {
            let board = Board::new(3, cols).unwrap();
            let board = board.clone().with_holes([Square::new(1, cols / 2), Square::new(0, 0)]).unwrap();
            let laid = bitboard(&board);
            let (row_words, words) = bitboard_words(&board);
            assert_eq!(laid.len() as u64, words);
            for (row, col) in (0..3_i32).flat_map(|row| (0..cols).map(move |col| (row, col))) {
                for down in -4..=4 {
                    let word = u64::from(col / 16) * (words / row_words) + (row + 4 + down) as u64;
                    let seen = laid[word as usize] >> (col % 16) & 0x1ff;
                    let expected = (-4..=4).filter(|&right| {
                        let there = (row + down).try_into().ok().zip((col as i32 + right).try_into().ok());
                        there.is_some_and(|(row, col)| board.is_playable(Square::new(row, col)))
                    });
                    assert_eq!(seen, expected.map(|right| 1 << (right + 4)).sum::<u32>(), "{cols}: {row},{col} {down}");
                }
            }
        }
    }

    #[test]
    fn both_boards_say_the_same() {
        let board: Board = "5x7".parse().unwrap();
        let board = board.with_holes([Square::new(2, 3), Square::new(4, 6)]).unwrap();
        let ranks = ranks(&board);
        let nibbles = nibbles(&ranks);
        let mut params = BatchParams::new(&board);
        params.begin_small(&ranks);
        assert_eq!(nibbles.len(), 5);
        for index in 0..35_usize {
            let square = board.at(index as u64);
            let expected = board.is_playable(square).then(|| board.neighbours(square).count() as u32);
            assert_eq!(ranks[index].map(u32::from), expected);
            assert_eq!(nibbles[index / 8] >> (index % 8 * 4) & 15, expected.unwrap_or(15));
            assert_eq!(params.free[index / 32] >> (index % 32) & 1 == 1, expected.is_some());
            let planes = (0..4).map(|p| (params.planes[p / 2][p % 2 * 2 + index / 32] >> (index % 32) & 1) << p);
            assert_eq!(planes.sum::<u32>(), expected.unwrap_or(0));
        }
    }
}
