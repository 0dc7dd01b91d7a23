//! One knight by a rule: Warnsdorff's as the decision cycle, live on the card; any other has ridden before it is played.

use courser::board::{Board, MoveOrder, Path, Square};
use courser::engine::cycle::{Cycle, GpuCycle, Schedule, Setup, Status, StatusWord};
use courser::gpu::Device;
use courser::solve::warnsdorff::{self, Rule};
use courser::view::window::{End, Moment, Replay, Scene, Spot, Squares};

use super::numbers::Numbers;
use crate::error::Failure;

/// How a knight is to ride.
#[derive(Clone)]
pub(super) struct Ride {
    pub(super) board: Board,
    pub(super) start: Square,
    pub(super) rule: Rule,
    pub(super) order: MoveOrder,
    pub(super) seed: u64,
}

/// One knight.
pub(super) struct Solo<'device> {
    device: &'device Device,
    ride: Ride,
    /// Built when it is first asked for, and then kept: building its kernels takes longer than running them.
    cycle: Option<GpuCycle<'device>>,
    status: Status,
    /// By any other rule than Warnsdorff's.
    ridden: Option<(Numbers, Replay)>,
}

impl<'device> Solo<'device> {
    pub(super) fn new(device: &'device Device, ride: Ride) -> Result<Self, Failure> {
        let mut solo = Self { device, ride, cycle: None, status: Status::default(), ridden: None };
        solo.begin()?;
        Ok(solo)
    }

    /// Begins the ride. If it cannot be, what is shown stays as it was.
    fn begin(&mut self) -> Result<(), Failure> {
        let Ride { board, start, rule, order, seed } = &self.ride;
        if *rule == Rule::Warnsdorff {
            match &mut self.cycle {
                Some(cycle) => cycle.restart_from(*start, *order)?,
                None => {
                    let setup = Setup::new(board.clone(), *start, *order)?;
                    self.cycle = Some(GpuCycle::new(self.device, setup, Schedule::Near)?);
                }
            }
            self.status = Status::default();
            self.ridden = None;
            return Ok(());
        }
        let outcome = warnsdorff::run(board, *start, *rule, *order, *seed)
            .map_err(|error| Failure::input(&error, error.hint()))?;
        let path = Path::new(board.clone(), outcome.order).map_err(|flaw| Failure::wrong_tour(&flaw))?;
        let replay = Replay::new(path.order().len() as u64, board.playable());
        self.ridden = Some((Numbers::new(self.device, board, &[path])?, replay));
        Ok(())
    }

    /// Rides in another way; answers why that cannot be, if it cannot, and goes on as before.
    fn again(&mut self, ride: Ride) -> Result<Option<String>, Failure> {
        let before = std::mem::replace(&mut self.ride, ride);
        match self.begin() {
            Ok(()) => Ok(None),
            Err(failure) => {
                self.ride = before;
                failure.refusal().map(Some)
            }
        }
    }

    fn live(&self) -> &GpuCycle<'device> {
        self.cycle.as_ref().expect("what is not ridden is a cycle")
    }
}

impl Scene for Solo<'_> {
    type Error = Failure;

    fn board(&self) -> &Board {
        &self.ride.board
    }

    fn name(&self) -> String {
        match self.ride.rule {
            Rule::Warnsdorff => format!("{}, decision cycle", self.ride.board),
            rule => format!("{}, {rule}", self.ride.board),
        }
    }

    fn squares(&self) -> Squares<'_> {
        match &self.ridden {
            Some((numbers, _)) => numbers.squares(),
            None => Squares::States(self.live().present()),
        }
    }

    fn moment(&self) -> Moment {
        if let Some((_, replay)) = &self.ridden {
            return replay.moment();
        }
        let (passes, of) = (self.live().passes(), self.ride.board.playable());
        let ended = |end| Moment { passes, visit: self.status.visit.into(), of, end: Some(end) };
        match self.status.word() {
            StatusWord::Running => Moment { passes, visit: passes / 3 + 1, of, end: None },
            StatusWord::Done => ended(End::Done),
            StatusWord::Stuck => ended(End::Stuck),
        }
    }

    fn advance(&mut self, passes: u64) -> Result<(), Failure> {
        match (&mut self.ridden, &mut self.cycle) {
            (Some((_, replay)), _) => replay.advance(passes),
            // After the end a pass changes nothing.
            (None, Some(cycle)) if self.status.word() == StatusWord::Running => {
                // A tour has no more passes than that, whatever is asked for.
                let left = (3 * self.ride.board.playable() + 3).saturating_sub(cycle.passes());
                self.status = cycle.advance(passes.min(left))?;
            }
            (None, _) => {}
        }
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>, Failure> {
        if let Some(start) = from {
            return self.again(Ride { start, ..self.ride.clone() });
        }
        match &mut self.ridden {
            Some((_, replay)) => *replay = Replay::new(replay.length(), self.ride.board.playable()),
            None => self.begin()?,
        }
        Ok(None)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        // One that cannot ride here, as squirrel-cull from any square but the corner, is passed over.
        for rule in after(self.ride.rule) {
            if self.again(Ride { rule, ..self.ride.clone() })?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some("no other rule can ride from here".into()))
    }

    fn state(&mut self, spot: Spot) -> Result<[u32; 4], Failure> {
        let board = &self.ride.board;
        match (&self.ridden, &mut self.cycle) {
            (Some((numbers, replay)), _) => {
                let number = |square| numbers.of(board, Spot { square, ..spot });
                Ok(replay.state(board, spot.square, number))
            }
            (None, Some(cycle)) => {
                let cell = cycle.cell(board.index(spot.square))?;
                Ok([cell.visit, cell.phase, cell.rank, cell.next])
            }
            (None, None) => Ok([0; 4]),
        }
    }
}

/// The other rules, in their order, from the one after this.
pub(super) fn after(rule: Rule) -> impl Iterator<Item = Rule> {
    let at = Rule::ALL.iter().position(|&other| other == rule).unwrap_or(0);
    (1..Rule::ALL.len()).map(move |step| Rule::ALL[(at + step) % Rule::ALL.len()])
}
