//! The two states as the adapter takes them: in as many [parts](crate::parts) as a board needs. With one part the shaders
//! have `shaders/cycle/states.wgsl`.

use std::borrow::Cow;

use courser_board::Board;
use courser_gpu::wgpu::Limits;
use courser_gpu::{Binding, Device};
use courser_shaders::cycle::STATES;

use crate::EngineError;
use crate::cycle::{Cell, Setup, WORK};
use crate::parts::Parts;

/// The most parts of a state: a square is found among them by comparing.
const MOST_PARTS: u64 = 64;

/// Storage bindings beside the two states: the status.
const OTHERS: u64 = 1;

/// The first binding of the states: the board and the status come before.
const FIRST: u64 = 2;

/// Bytes of a square.
const A_CELL: u64 = size_of::<Cell>() as u64;

/// The most parts of a state on an adapter, and the most squares in one binding.
fn room(limits: &Limits) -> (u64, u64) {
    let most = u64::from(limits.max_storage_buffers_per_shader_stage).saturating_sub(OTHERS) / 2;
    (most.min(MOST_PARTS), limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) / A_CELL)
}

/// The most squares of a board whose state an adapter with these limits can bind, if its memory holds them.
pub fn max_cells(limits: &Limits) -> u64 {
    let (most, in_one) = room(limits);
    let in_parts = most << in_one.max(1).ilog2();
    in_parts.max(in_one).min(if most == 0 { 0 } else { Setup::MAX_CELLS })
}

/// The parts of a board's state on this device.
///
/// # Errors
/// [`EngineError::TooLarge`] if they are more than a shader there can see.
pub(super) fn parts(board: &Board, device: &Device) -> Result<Parts, EngineError> {
    let limits = device.raw().limits();
    let (most, in_one) = room(&limits);
    Parts::fitting(board.cells(), in_one, most).ok_or_else(|| EngineError::TooLarge {
        work: WORK,
        board: board.clone(),
        needed: board.cells() * A_CELL,
        what: format!("{most} storage bindings on {}", device.adapter().name()),
        there: max_cells(&limits) * A_CELL,
    })
}

/// The bindings of the passes: the board, the status, the parts of the state before, those of the state after.
pub(super) fn bindings(parts: Parts) -> Vec<Binding> {
    let of = |binding| (0..parts.count()).map(move |_| binding);
    [Binding::Uniform, Binding::ReadWrite].into_iter().chain(of(Binding::Read)).chain(of(Binding::ReadWrite)).collect()
}

/// A shader of the cycle for states in these parts.
pub(super) fn wgsl(parts: Parts, shader: &'static str) -> Cow<'static, str> {
    match parts.bits() {
        None => shader.into(),
        Some(bits) => in_pieces(shader, parts.count(), bits).into(),
    }
}

/// A shader of the cycle as it is for two states in `pieces` parts of 2^`shift` squares: the declaration of states in
/// one part each, the bindings and the functions `seen`, `held` and `keep`, is replaced.
///
/// # Panics
/// If it is not a shader of the cycle.
pub fn in_pieces(shader: &str, pieces: u64, shift: u32) -> String {
    let (before, after) = shader.split_once(STATES).expect("every shader of the cycle begins with the states");
    let (parts, bits) = (Parts::of(pieces << shift, shift), format!("{shift}u"));
    let states = [
        parts.declarations("before", "storage, read", "vec4<u32>", FIRST),
        parts.declarations("after", "storage, read_write", "vec4<u32>", FIRST + pieces),
        parts.function("seen(square: u32) -> vec4<u32>", "square", &bits, |part| format!("return before_{part}[at];")),
        parts.function("held(square: u32) -> vec4<u32>", "square", &bits, |part| format!("return after_{part}[at];")),
        parts.function("keep(square: u32, cell: vec4<u32>)", "square", &bits, |part| {
            format!("after_{part}[at] = cell;")
        }),
    ];
    format!("{before}{}{after}", states.concat())
}
