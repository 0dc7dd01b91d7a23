//! Many knights side by side, each on a board of his own.

use std::sync::Arc;

use courser::board::{Board, Path, Square};
use courser::engine::batch::{Batch, Card, CpuBatch, GpuBatch, Plan, Squad};
use courser::gpu::Device;
use courser::solve::warnsdorff::Rider;
use courser::view::window::{Moment, Replay, Scene, Spot, Squares};

use super::played::Numbers;
use super::solo::{Ride, after};
use crate::error::Failure;

/// A wall of boards.
pub(super) struct Knights<'device> {
    device: &'device Device,
    ride: Ride,
    count: u32,
    /// Whether they start on all squares in turn.
    everywhere: bool,
    numbers: Numbers,
    /// Knights who have visited every square.
    complete: usize,
    /// Visits of the one who came farthest.
    longest: u64,
    replay: Replay,
}

impl<'device> Knights<'device> {
    pub(super) fn new(device: &'device Device, ride: Ride, count: u32, everywhere: bool) -> Result<Self, Failure> {
        let paths = paths(device, &ride, count, everywhere)?;
        let mut knights = Self {
            numbers: Numbers::new(device, &ride.board, &paths.iter().collect::<Vec<_>>())?,
            complete: 0,
            longest: 1,
            replay: Replay::new(1, 1),
            device,
            ride,
            count,
            everywhere,
        };
        knights.count(&paths);
        Ok(knights)
    }

    fn count(&mut self, paths: &[Path]) {
        let of = self.ride.board.playable();
        self.complete = paths.iter().filter(|path| path.order().len() as u64 == of).count();
        self.longest = paths.iter().map(|path| path.order().len() as u64).max().unwrap_or(1);
        self.replay = Replay::new(self.longest, of);
    }

    /// Lets them ride; answers why they cannot, if they cannot, and leaves everything as it was.
    fn again(&mut self, ride: Ride, everywhere: bool) -> Result<Option<String>, Failure> {
        let paths = match paths(self.device, &ride, self.count, everywhere) {
            Ok(paths) => paths,
            Err(failure) if failure.code() == 2 => return Ok(Some(failure.message().to_owned())),
            Err(failure) => return Err(failure),
        };
        self.numbers = Numbers::new(self.device, &ride.board, &paths.iter().collect::<Vec<_>>())?;
        (self.ride, self.everywhere) = (ride, everywhere);
        self.count(&paths);
        Ok(None)
    }
}

/// The paths of all knights: ridden on a real card, or, faster than by a card that the CPU plays, by the CPU itself.
fn paths(device: &Device, ride: &Ride, count: u32, everywhere: bool) -> Result<Vec<Path>, Failure> {
    let needed = ride.board.cells().saturating_mul(4 * u64::from(count));
    if needed > device.max_binding() {
        let (needed, there, board) = (needed >> 20, device.max_binding() >> 20, &ride.board);
        return Err(Failure::input(
            format!(
                "{count} boards of {board} take {needed} MiB of one binding, and {} has {there}",
                device.adapter().name()
            ),
            "choose fewer knights or a smaller board",
        ));
    }
    let rider = Rider { rule: ride.rule, order: ride.order, seed: ride.seed, knight: 0 };
    let starts: Arc<[Square]> = if everywhere { ride.board.squares().collect() } else { [ride.start].into() };
    let plan = Plan::new(ride.board.clone(), vec![Squad { rider, starts, count }])?;
    let all: Vec<u64> = (0..plan.knights()).collect();
    if device.adapter().kind().is_real() {
        let card = Card::new(device);
        Ok(GpuBatch::new(&card, plan)?.paths(&all)?)
    } else {
        Ok(CpuBatch::new(plan).paths(&all)?)
    }
}

impl Scene for Knights<'_> {
    type Error = Failure;

    fn board(&self) -> &Board {
        &self.ride.board
    }

    fn boards(&self) -> u32 {
        self.count
    }

    fn name(&self) -> String {
        let Self { ride, count, complete, .. } = self;
        format!("{count} knights on {}, {}, {complete} get through", ride.board, ride.rule)
    }

    fn squares(&self) -> Squares<'_> {
        Squares::Visits { buffer: &self.numbers.card, stride: self.ride.board.cols() }
    }

    fn moment(&self) -> Moment {
        self.replay.moment()
    }

    fn advance(&mut self, passes: u64) -> Result<(), Failure> {
        self.replay.advance(passes);
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>, Failure> {
        match from {
            Some(start) => self.again(Ride { start, ..self.ride.clone() }, false),
            None => {
                self.replay = Replay::new(self.longest, self.ride.board.playable());
                Ok(None)
            }
        }
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        for rule in after(self.ride.rule) {
            if self.again(Ride { rule, ..self.ride.clone() }, self.everywhere)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some("no other rule can ride from here".into()))
    }

    fn state(&mut self, spot: Spot) -> Result<[u32; 4], Failure> {
        Ok(self.numbers.state(&self.ride.board, &self.replay, spot))
    }
}
