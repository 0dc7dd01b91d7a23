//! The two states as the adapter takes them: in as many bindings as a board needs.
//!
//! A storage binding has a greatest size, far below the adapter's memory on some adapters. So a state is cut into
//! pieces of 2^k squares, a buffer and a binding each, and the shaders read and write a square by functions that
//! know which piece has it. Those functions are written here, since WGSL has no portable array of buffers. With one
//! piece they are those of `shaders/cycle/states.wgsl`.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use courser_board::Board;
use courser_gpu::wgpu::Limits;
use courser_gpu::{Binding, Device};
use courser_shaders::cycle::STATES;

use crate::EngineError;
use crate::cycle::{Cell, Setup, WORK};

/// The most pieces of a state: a square is found among them by comparing.
const MAX_PIECES: u64 = 64;

/// Storage bindings beside the two states: the status.
const OTHERS: u64 = 1;

/// The first binding of the states: the board and the status come before.
const FIRST: u64 = 2;

/// Bytes of a square.
const A_CELL: u64 = size_of::<Cell>() as u64;

/// The most pieces of a state on an adapter: the shaders see two states, and the status.
fn most_pieces(limits: &Limits) -> u64 {
    (u64::from(limits.max_storage_buffers_per_shader_stage).saturating_sub(OTHERS) / 2).min(MAX_PIECES)
}

/// The most squares in one binding of an adapter.
fn cells_in_one(limits: &Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) / A_CELL
}

/// The most squares of a board whose state an adapter with these limits can bind, if its memory holds them.
pub fn max_cells(limits: &Limits) -> u64 {
    let (most, in_one) = (most_pieces(limits), cells_in_one(limits));
    let in_pieces = most << in_one.max(1).ilog2();
    in_pieces.max(in_one).min(if most == 0 { 0 } else { Setup::MAX_CELLS })
}

/// Into how many pieces a state of a board is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    /// Squares of the board.
    cells: u64,
    /// The binary logarithm of the squares in every piece but the last.
    shift: u32,
}

impl Pieces {
    /// A state in one piece.
    pub(super) const ONE: Self = Self { cells: 1, shift: u64::BITS - 1 };

    /// A state in two.
    pub(super) const TWO: Self = Self { cells: 2 << 23, shift: 23 };

    /// The pieces of a board on this device.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if they are more than a shader there can see.
    pub(super) fn new(board: &Board, device: &Device) -> Result<Self, EngineError> {
        let limits = device.raw().limits();
        let (most, in_one) = (most_pieces(&limits), cells_in_one(&limits));
        if board.cells() <= in_one && most > 0 {
            return Ok(Self { cells: board.cells(), shift: u64::BITS - 1 });
        }
        let pieces = Self { cells: board.cells(), shift: in_one.max(1).ilog2() };
        if pieces.count() > most {
            return Err(EngineError::TooLarge {
                work: WORK,
                board: board.clone(),
                needed: board.cells() * A_CELL,
                what: format!("{most} storage bindings on {}", device.adapter().name()),
                there: max_cells(&limits) * A_CELL,
            });
        }
        Ok(pieces)
    }

    /// The number of pieces.
    pub(super) const fn count(self) -> u64 {
        if self.shift >= u64::BITS - 1 { 1 } else { self.cells.div_ceil(1 << self.shift) }
    }

    /// The squares of each.
    pub(super) fn squares(self) -> impl Iterator<Item = Range<u64>> {
        (0..self.count()).map(move |piece| (piece << self.shift)..((piece + 1) << self.shift).min(self.cells))
    }

    /// The piece that has a square, and where in it.
    pub(super) const fn place(self, square: u64) -> (usize, u64) {
        if self.count() == 1 {
            (0, square)
        } else {
            ((square >> self.shift) as usize, square & ((1 << self.shift) - 1))
        }
    }

    /// The bindings of the passes: the board, the status, the pieces of the state before, those of the state after.
    pub(super) fn bindings(self) -> Vec<Binding> {
        let pieces = |binding| (0..self.count()).map(move |_| binding);
        let shared = [Binding::Uniform, Binding::ReadWrite];
        shared.into_iter().chain(pieces(Binding::Read)).chain(pieces(Binding::ReadWrite)).collect()
    }

    /// A shader of the cycle for these pieces.
    pub(super) fn wgsl(self, shader: &'static str) -> Cow<'static, str> {
        if self.count() == 1 { shader.into() } else { in_pieces(shader, self.count(), self.shift).into() }
    }
}

/// A shader of the cycle as it is for two states in `pieces` pieces of 2^`shift` squares: what it says of states in
/// one piece each, the bindings and the functions `seen`, `held` and `keep`, is replaced.
///
/// # Panics
/// If it is not a shader of the cycle.
pub fn in_pieces(shader: &str, pieces: u64, shift: u32) -> String {
    let (before, after) = shader.split_once(STATES).expect("every shader of the cycle begins with the states");
    format!("{before}{}{after}", states(pieces, shift))
}

fn states(pieces: u64, shift: u32) -> String {
    let mut wgsl = String::from("// The two states, as the host has cut them.\n");
    for piece in 0..pieces {
        let (before, after) = (FIRST + piece, FIRST + pieces + piece);
        let _ = writeln!(wgsl, "@group(0) @binding({before}) var<storage, read> before_{piece}: array<vec4<u32>>;");
        let _ = writeln!(wgsl, "@group(0) @binding({after}) var<storage, read_write> after_{piece}: array<vec4<u32>>;");
    }
    let mut function = |head: &str, statement: &dyn Fn(u64) -> String| {
        let _ = writeln!(wgsl, "{head} {{");
        let mask = (1_u64 << shift) - 1;
        let _ = writeln!(wgsl, "    let at = square & {mask}u;\n    switch square >> {shift}u {{");
        for piece in 1..pieces {
            let _ = writeln!(wgsl, "        case {piece}u: {{ {} }}", statement(piece));
        }
        let _ = writeln!(wgsl, "        default: {{ {} }}\n    }}\n}}", statement(0));
    };
    function("fn seen(square: u32) -> vec4<u32>", &|piece| format!("return before_{piece}[at];"));
    function("fn held(square: u32) -> vec4<u32>", &|piece| format!("return after_{piece}[at];"));
    function("fn keep(square: u32, cell: vec4<u32>)", &|piece| format!("after_{piece}[at] = cell;"));
    wgsl
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_in_one_piece() {
        for (cells, shift, count) in [(1, 0, 1), (9, 0, 9), (9, 2, 3), (8, 2, 2), (7, 3, 1), (9, 63, 1)] {
            let pieces = Pieces { cells, shift };
            assert_eq!(pieces.count(), count);
            let squares: Vec<(usize, u64)> = (0..)
                .zip(pieces.squares())
                .flat_map(|(piece, squares)| (0..squares.end - squares.start).map(move |at| (piece, at)))
                .collect();
            let places: Vec<(usize, u64)> = (0..cells).map(|square| pieces.place(square)).collect();
            assert_eq!(squares, places, "{cells} squares in pieces of 2^{shift}");
        }
    }
}
