//! The decision cycle, on the device asked for.

use courser::board::Board;
use courser::engine::cycle::{CpuCycle, Cycle, LockstepError, Setup, StatusWord, lockstep, order_of};

use courser::solve::warnsdorff::Rider;

use super::{Made, judged, stuck};
use crate::args::{Method, TourArgs};
use crate::device::Chosen;
use crate::error::{Failure, note};
use crate::progress::bar;

/// Whether the cycle can run at all: told before any file or device is opened.
pub(super) fn setup(board: &Board, start: courser::board::Square, args: &TourArgs) -> Result<Setup, Failure> {
    let rider = Rider {
        rule: args.rule().unwrap_or_default(),
        order: super::order(args, Method::Cycle),
        seed: args.seed.unwrap_or(0),
        knight: 0,
    };
    Setup::by_rule(board.clone(), start, rider).map_err(Failure::from)
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
        let compared = format!("{} states of {} squares", digits(compared), digits(board.cells()));
        match device {
            Chosen::Cpu => note(
                quiet,
                format_args!(
                    "no GPU was compared; {compared} of the CPU's {schedule} schedule agree with its whole one"
                ),
            ),
            #[cfg(feature = "gpu")]
            Chosen::Gpu(_) => note(quiet, format_args!("{compared} agree with the CPU reference")),
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

/// A number with commas between its thousands.
fn digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn thousands_are_parted_by_commas() {
        let numbers = [0, 999, 1000, 12_345, 1_000_000];
        assert_eq!(numbers.map(digits), ["0", "999", "1,000", "12,345", "1,000,000"]);
    }
}
