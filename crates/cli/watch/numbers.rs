//! Visit numbers on the GPU.

use courser::board::{Board, Path};
use courser::engine::EngineError;
use courser::gpu::Device;
use courser::gpu::wgpu::{Buffer, BufferUsages};
use courser::view::window::{Spot, Squares};

use crate::error::Failure;

/// The number of a hole, as the window's shaders know it.
const HOLE: u32 = u32::MAX;

/// The visit numbers of boards, all alike, in one buffer.
pub(super) struct Numbers {
    /// Row by row, board by board; 0 not visited, [`HOLE`].
    host: Vec<u32>,
    gpu: Buffer,
    /// Columns of a board.
    cols: u32,
}

impl Numbers {
    /// The numbers of these paths, each on its own board.
    pub(super) fn new(device: &Device, board: &Board, paths: &[Path]) -> Result<Self, Failure> {
        let bytes = room(device, board, paths.len() as u64)?;
        let mut host = Vec::with_capacity((bytes / 4) as usize);
        for path in paths {
            let mut visits = path.visits();
            for hole in board.holes() {
                visits[board.index(hole) as usize] = HOLE;
            }
            host.append(&mut visits);
        }
        let gpu = device
            .buffer("visit numbers", bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)
            .map_err(EngineError::from)?;
        device.queue().write_buffer(&gpu, 0, bytemuck::cast_slice(&host));
        Ok(Self { host, gpu, cols: board.cols() })
    }

    pub(super) fn squares(&self) -> Squares<'_> {
        Squares::Visits { buffer: &self.gpu, stride: self.cols }
    }

    /// The number of a square, 0 for none.
    pub(super) fn of(&self, board: &Board, spot: Spot) -> u64 {
        let index = u64::from(spot.board) * board.cells() + board.index(spot.square);
        match self.host[index as usize] {
            HOLE => 0,
            number => number.into(),
        }
    }
}

/// Returns the bytes that the numbers of `boards` boards take, if one binding of the GPU can hold them.
pub(super) fn room(device: &Device, board: &Board, boards: u64) -> Result<u64, Failure> {
    let bytes = board.cells().saturating_mul(boards.saturating_mul(4));
    if bytes <= device.max_binding() {
        return Ok(bytes);
    }
    let (needed, there, adapter) = (bytes >> 20, device.max_binding() >> 20, device.adapter().name());
    let what = if boards == 1 { board.to_string() } else { format!("{boards} boards of {board}") };
    Err(Failure::input(
        format!("the visit numbers of {what} take {needed} MiB in one binding, and {adapter} has {there}"),
        if boards == 1 {
            "choose a smaller board, or draw it with courser draw"
        } else {
            "choose fewer knights or a smaller board"
        },
    ))
}
