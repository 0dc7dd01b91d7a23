//! A path that is there before the window opens: from a file, or from a search.

use courser::board::{Board, Path, Square};
use courser::gpu::Device;
use courser::view::window::{Moment, Spot, Squares};

use super::numbers::Numbers;
use super::played::Known;
use crate::error::Failure;

/// A path that is there before the window opens.
pub(super) struct Given<'device> {
    device: &'device Device,
    path: Path,
    closed: bool,
    name: String,
    numbers: Numbers,
}

impl<'device> Given<'device> {
    pub(super) fn new(device: &'device Device, path: Path, closed: bool, name: String) -> Result<Self, Failure> {
        let numbers = Numbers::new(device, path.board(), std::slice::from_ref(&path))?;
        Ok(Self { device, path, closed, name, numbers })
    }
}

impl Known for Given<'_> {
    fn board(&self) -> &Board {
        self.path.board()
    }

    fn name(&self, _: &Moment) -> String {
        self.name.clone()
    }

    fn squares(&self) -> Squares<'_> {
        self.numbers.squares()
    }

    fn number(&self, spot: Spot) -> u64 {
        self.numbers.of(self.path.board(), spot)
    }

    fn length(&self) -> u64 {
        self.path.order().len() as u64
    }

    fn start_on(&mut self, square: Square) -> Result<Option<String>, Failure> {
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
        self.numbers = Numbers::new(self.device, self.path.board(), std::slice::from_ref(&self.path))?;
        Ok(None)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        Ok(Some("this tour is known already: no rule is at work".into()))
    }
}
