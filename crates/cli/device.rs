//! Remarks about a run and its device, in words for the user.

use courser::{Compared, DeviceNote, Note};
use indicatif::HumanCount;

use crate::error::note;

/// Shows a remark on a device that is opened.
pub(crate) fn remark(remark: DeviceNote) {
    show(Note::Device(remark));
}

/// A remark of a run's.
pub(crate) fn show(remark: Note) {
    let text = match remark {
        Note::Device(DeviceNote::Software(name)) => format!("{name} is a software adapter: --device cpu is faster"),
        Note::Device(DeviceNote::CpuInstead(why)) => format!("{why}; the CPU does the work"),
        Note::Device(DeviceNote::GpuWins(name, work)) => format!("on {name}: {work}"),
        Note::RegularOrder(regions) => {
            let regions = HumanCount(regions);
            format!("no memory for a list of {regions} regions: they follow each other in a regular order")
        }
        Note::OnCpu => "what is right for this board runs on the CPU".into(),
        Note::NotGrown(why) => format!("{why}; another method is tried"),
        Note::TakenBack { back, steps } => {
            let verb = if back == 1 { "was" } else { "were" };
            format!("{} of {} steps {verb} taken back", HumanCount(back), HumanCount(steps))
        }
        Note::CycleFailed => "the decision cycle finds no such tour; another method is tried".into(),
        Note::Compared { what, on_cpu } => compared(what, on_cpu),
        remark => format!("{remark:?}"),
    };
    note(text);
}

/// The comparison, in one line.
fn compared(what: Compared, on_cpu: bool) -> String {
    let (text, schedule) = match what {
        Compared::States { agreed, squares, schedule } => {
            let (states, whole, squares) = (HumanCount(agreed.states), HumanCount(agreed.whole), HumanCount(squares));
            let text = match agreed.whole == agreed.states {
                true => format!("{states} states of {squares} squares"),
                false => format!("{states} states around the knight, {whole} of them of all {squares} squares,"),
            };
            (text, Some(schedule))
        }
        Compared::Knights(knights) => (format!("{} knights", HumanCount(knights)), None),
        Compared::Numbers(numbers) => (format!("{} visit numbers", HumanCount(numbers)), None),
    };
    match (on_cpu, schedule) {
        (false, _) => format!("{text} agree with the CPU reference"),
        (true, Some(schedule)) => {
            format!("no GPU was compared; {text} of the CPU's {schedule} schedule agree with its whole one")
        }
        (true, None) => format!("no GPU was compared; {text} agree with those of a second run on the CPU"),
    }
}
