//! The decision cycle, on the device asked for.

use courser::board::Board;
use courser::engine::cycle::{CpuCycle, Cycle, LockstepError, Setup, StatusWord, lockstep, order_of};

use super::{Made, judged, stuck};
use crate::args::{Method, TourArgs};
use crate::device::Chosen;
use crate::error::{Failure, note};
use crate::progress::bar;

/// Whether the cycle can run at all: told before any file or device is opened.
pub(super) fn setup(board: &Board, start: courser::board::Square, args: &TourArgs) -> Result<Setup, Failure> {
    Setup::new(board.clone(), start, super::order(args, Method::Cycle)).map_err(Failure::from)
}

/// Runs the decision cycle to its end, beside the reference if the user wants proof.
pub(super) fn run(setup: Setup, args: &TourArgs, device: &Chosen, quiet: bool) -> Result<Made, Failure> {
    let board = setup.board().clone();
    let schedule = args.schedule.unwrap_or_default();
    let mut cycle: Box<dyn Cycle + '_> = match device {
        Chosen::Cpu => Box::new(CpuCycle::new(setup, schedule)?),
        #[cfg(feature = "gpu")]
        Chosen::Gpu(device) => Box::new(courser::engine::cycle::GpuCycle::new(device, setup, schedule)?),
    };
    let bar = bar(board.playable(), "squares", quiet);
    if args.verify_cpu {
        let compared = lockstep(&mut *cycle, &mut |visit| bar.set_position(visit)).map_err(|error| match error {
            LockstepError::Engine(error) => error.into(),
            error => Failure::machine(
                format!("the device and the CPU reference differ: {error}"),
                "the driver or the card is at fault: update it, try another --adapter, or use --device cpu",
            ),
        })?;
        bar.finish_and_clear();
        match device {
            Chosen::Cpu => note(
                quiet,
                format_args!(
                    "no card was compared; {compared} states of the CPU's {schedule} schedule agree with its whole one"
                ),
            ),
            #[cfg(feature = "gpu")]
            Chosen::Gpu(_) => note(quiet, format_args!("{compared} states agree with the CPU reference")),
        }
    } else {
        cycle.finish(&mut |visit| bar.set_position(visit))?;
        bar.finish_and_clear();
    }
    let status = cycle.status()?;
    let order = order_of(&cycle.state()?)?;
    match status.word() {
        StatusWord::Done => Ok(Made::Tour(judged(board, order)?)),
        _ => Ok(Made::Stuck(stuck(board, order)?)),
    }
}
