//! Many knights side by side, each on a board of his own.

use std::sync::Arc;

use courser::board::{Board, Path, Square};
use courser::engine::batch::{Batch, Card, CpuBatch, GpuBatch, Plan, Squad};
use courser::gpu::Device;
use courser::solve::warnsdorff::Rider;
use courser::view::window::{Spot, Squares};

use super::numbers::{self, Numbers};
use super::played::Known;
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
}

impl<'device> Knights<'device> {
    /// Lets so many knights ride.
    pub(super) fn new(device: &'device Device, ride: Ride, count: u32, everywhere: bool) -> Result<Self, Failure> {
        let paths = paths(device, &ride, count, everywhere)?;
        let numbers = Numbers::new(device, &ride.board, &paths)?;
        let lengths = || paths.iter().map(|path| path.order().len() as u64);
        let of = ride.board.playable();
        let (complete, longest) = (lengths().filter(|&visits| visits == of).count(), lengths().max().unwrap_or(1));
        Ok(Self { device, ride, count, everywhere, numbers, complete, longest })
    }

    /// Lets them ride anew; answers why they cannot, if they cannot, and leaves everything as it was.
    fn again(&mut self, ride: Ride, everywhere: bool) -> Result<Option<String>, Failure> {
        match Self::new(self.device, ride, self.count, everywhere) {
            Ok(knights) => {
                *self = knights;
                Ok(None)
            }
            Err(failure) => failure.refusal().map(Some),
        }
    }
}

/// The paths of all knights: ridden on a real card, or, faster than by a card that the CPU plays, by the CPU itself.
fn paths(device: &Device, ride: &Ride, count: u32, everywhere: bool) -> Result<Vec<Path>, Failure> {
    // Told before the ride that would be for nothing.
    numbers::room(device, &ride.board, count.into())?;
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

impl Known for Knights<'_> {
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
        self.numbers.squares()
    }

    fn number(&self, spot: Spot) -> u64 {
        self.numbers.of(&self.ride.board, spot)
    }

    fn length(&self) -> u64 {
        self.longest
    }

    fn start_on(&mut self, start: Square) -> Result<Option<String>, Failure> {
        self.again(Ride { start, ..self.ride.clone() }, false)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        for rule in after(self.ride.rule) {
            if self.again(Ride { rule, ..self.ride.clone() }, self.everywhere)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some("no other rule can ride from here".into()))
    }
}
