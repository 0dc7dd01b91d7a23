//! Visit numbers on the card, played: of a tour from a file, or of a knight who has ridden already.

use courser::board::{Board, Path, Square};
use courser::gpu::Device;
use courser::gpu::wgpu::{Buffer, BufferUsages};
use courser::view::window::{Moment, Replay, Scene, Spot, Squares};

use crate::error::Failure;

/// The number of a hole, as the window's shaders know it.
pub(super) const HOLE: u32 = u32::MAX;

/// The visit numbers of boards, all alike, in one buffer.
pub(super) struct Numbers {
    /// Row by row, board by board; 0 not visited, [`HOLE`].
    pub(super) host: Vec<u32>,
    pub(super) card: Buffer,
}

impl Numbers {
    /// The numbers of these paths, each on its own board.
    pub(super) fn new(device: &Device, board: &Board, paths: &[&Path]) -> Result<Self, Failure> {
        let bytes = board.cells().saturating_mul(4 * paths.len() as u64);
        if bytes > device.max_binding() {
            let (needed, there) = (bytes >> 20, device.max_binding() >> 20);
            let adapter = device.adapter().name();
            return Err(Failure::input(
                format!(
                    "the numbers of {} x {board} take {needed} MiB of one binding, and {adapter} has {there}",
                    paths.len()
                ),
                "choose fewer knights or a smaller board, or draw it: courser draw",
            ));
        }
        let cells = board.cells() as usize;
        let mut host = Vec::with_capacity(cells * paths.len());
        for path in paths {
            let mut visits = path.visits();
            for hole in board.holes() {
                visits[board.index(hole) as usize] = HOLE;
            }
            host.append(&mut visits);
        }
        let card = device
            .buffer("visit numbers", bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)
            .map_err(|error| Failure::machine(&error, error.hint()))?;
        device.queue().write_buffer(&card, 0, bytemuck::cast_slice(&host));
        Ok(Self { host, card })
    }

    /// The state of a square at a moment of a replay.
    pub(super) fn state(&self, board: &Board, replay: &Replay, spot: Spot) -> [u32; 4] {
        let first = u64::from(spot.board) * board.cells();
        replay.state(board, spot.square, |square| match self.host[(first + board.index(square)) as usize] {
            HOLE => 0,
            number => number.into(),
        })
    }
}

/// A path that is known, played from its first square.
pub(super) struct Played<'device> {
    device: &'device Device,
    path: Path,
    closed: bool,
    name: String,
    numbers: Numbers,
    replay: Replay,
}

impl<'device> Played<'device> {
    pub(super) fn new(device: &'device Device, path: Path, closed: bool, name: String) -> Result<Self, Failure> {
        let numbers = Numbers::new(device, path.board(), &[&path])?;
        let replay = Replay::new(path.order().len() as u64, path.board().playable());
        Ok(Self { device, path, closed, name, numbers, replay })
    }
}

impl Scene for Played<'_> {
    type Error = Failure;

    fn board(&self) -> &Board {
        self.path.board()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn squares(&self) -> Squares<'_> {
        Squares::Visits { buffer: &self.numbers.card, stride: self.path.board().cols() }
    }

    fn moment(&self) -> Moment {
        self.replay.moment()
    }

    fn advance(&mut self, passes: u64) -> Result<(), Failure> {
        self.replay.advance(passes);
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>, Failure> {
        if let Some(square) = from {
            let board = self.path.board();
            let index = board.index(square) as u32;
            let Some(at) = self.path.order().iter().position(|&other| other == index) else {
                return Ok(Some(format!("the path does not visit {}", square.name(board.rows()))));
            };
            if !self.closed && at > 0 {
                return Ok(Some("an open tour starts where it starts; a closed one may start anywhere".into()));
            }
            let mut order = self.path.order().to_vec();
            order.rotate_left(at);
            self.path = Path::new(board.clone(), order).map_err(|flaw| Failure::wrong_tour(&flaw))?;
            self.numbers = Numbers::new(self.device, self.path.board(), &[&self.path])?;
        }
        self.replay = Replay::new(self.path.order().len() as u64, self.path.board().playable());
        Ok(None)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        Ok(Some("this tour is known already: no rule is at work".into()))
    }

    fn state(&mut self, spot: Spot) -> Result<[u32; 4], Failure> {
        Ok(self.numbers.state(self.path.board(), &self.replay, spot))
    }
}
