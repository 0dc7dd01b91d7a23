//! The progress of work: a progress bar on a terminal, a note about the remaining time of long work, and other notes
//! about a run.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::mem::{Discriminant, discriminant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use courser::board::words;
use courser::{Compared, DeviceNote, Hooks, Note, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::error::{is_quiet, note};
use crate::{terminal, threads};

/// Time after which the completed fraction of the work is first used to estimate the remaining time.
const FIRST: Duration = Duration::from_secs(2);

/// Time without progress after which a note says that the work is still being prepared.
const SILENT: Duration = Duration::from_secs(5);

/// Minimum remaining time. If less time remains, no note is printed.
const LONG: Duration = Duration::from_secs(300);

/// A note about the remaining time of long work. The note is printed at most once: for the first estimate of at least
/// [`LONG`].
pub(crate) struct LongRunNotice {
    /// Time of the last report with a completed fraction of 0. Before the first such report, the creation time of this
    /// `LongRunNotice`.
    begun: Mutex<Instant>,
    is_announced: AtomicBool,
    /// True if progress has been reported.
    is_seen: AtomicBool,
}

impl LongRunNotice {
    /// Creates the notice for work that begins now.
    pub(crate) fn new() -> Self {
        Self {
            begun: Mutex::new(Instant::now()),
            is_announced: AtomicBool::new(false),
            is_seen: AtomicBool::new(false),
        }
    }

    /// Prints `text` if no progress is reported for a while.
    pub(crate) fn say_if_silent(self: Arc<Self>, text: String) {
        threads::beside(move || {
            thread::sleep(SILENT);
            if !self.is_seen.load(Ordering::Relaxed) {
                note(text);
            }
        });
    }

    /// Reports the completed fraction of the work, from 0 to 1.
    pub(crate) fn see(&self, bar: &ProgressBar, part: f64) {
        let elapsed = {
            let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
            if part <= 0.0 {
                *begun = Instant::now();
                bar.reset_eta();
            }
            begun.elapsed()
        };
        self.foresee(bar, left(elapsed, part));
    }

    /// Reports the estimated time for the remaining work. `left` is `None` if this time is unknown.
    pub(crate) fn foresee(&self, bar: &ProgressBar, left: Option<Duration>) {
        self.is_seen.store(true, Ordering::Relaxed);
        let Some(left) = left.filter(|&left| left >= LONG) else { return };
        if !self.is_announced.swap(true, Ordering::Relaxed) {
            let text =
                format!("this takes about {} longer, by what its first part took; Ctrl-C ends it", HumanDuration(left));
            bar.suspend(|| note(text));
        }
    }
}

/// Estimates the remaining time. Returns `None` if it is too early for an estimate, or if the remaining time is shorter
/// than [`LONG`].
fn left(elapsed: Duration, part: f64) -> Option<Duration> {
    let left = elapsed.as_secs_f64() * (1.0 - part) / part;
    let is_long = elapsed >= FIRST && part > 0.0 && left >= LONG.as_secs_f64();
    // A time that exceeds the range of the clock is replaced by the maximum.
    is_long.then(|| Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
}

/// Creates a bar that counts up to `length` items. `things` is the name of the items. The bar is hidden unless stderr
/// is a terminal.
pub(crate) fn bar(length: u64, things: &str) -> ProgressBar {
    of(Some(length), &counted(length, things, terminal::columns(true).unwrap_or(WIDE)))
}

/// Minimum width, in characters, of a line on which all parts of a bar fit.
const WIDE: usize = 100;

/// Width of the remaining time, such as `, 12m left`, in characters.
const LEFT: usize = 12;

/// Returns the template of a bar that counts up to `length` items, for a line of `columns` characters. `things` is the
/// name of the items.
fn counted(length: u64, things: &str, columns: usize) -> String {
    let (number, things_wide) = (HumanCount(length).to_string().len(), things.chars().count());
    let words = 2 * number + 1 + 1 + things_wide + LEFT;
    match columns.saturating_sub(words + 2).min(40) {
        bar @ 5.. => format!("{{bar:{bar}}} {{human_pos}}/{{human_len}} {things}, {{eta}} left"),
        _ if words < columns => format!("{{human_pos}}/{{human_len}} {things}, {{eta}} left"),
        _ => format!("{{percent}} %, {things}, {{eta}} left"),
    }
}

/// Creates a one-line bar from a template of indicatif. On a narrow terminal, `{bar:30}` is left out and `{wide_msg}`
/// is truncated.
pub(crate) fn of(length: Option<u64>, template: &str) -> ProgressBar {
    if is_quiet() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let is_narrow = terminal::columns(true).is_some_and(|columns| columns < 80);
    let template = if is_narrow { template.replace("{bar:30} ", "") } else { template.to_owned() };
    let style = ProgressStyle::with_template(&template).expect("templates are constants that parse");
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10)).with_style(style)
}

/// Runs `work` and shows its progress and its notes.
pub(crate) fn shown<T>(work: impl FnOnce(&Hooks<'_>) -> T) -> T {
    let shown: RefCell<Option<(Discriminant<Progress>, ProgressBar, LongRunNotice)>> = RefCell::new(None);
    let show = |at: Progress| {
        let mut shown = shown.borrow_mut();
        // Each kind of work has its own bar and its own estimate of the time.
        if let Some((_, before, _)) = shown.take_if(|(kind, ..)| *kind != discriminant(&at)) {
            before.finish_and_clear();
        }
        let (counted, message) = match at {
            Progress::Squares(done, all) | Progress::Covering(done, all) => {
                (Some((done, all, "squares")), String::new())
            }
            Progress::Knights(done, all) => (Some((done, all, "knights")), String::new()),
            Progress::Melting(done, all) => (Some((done.into(), all.into(), "passes of melting")), String::new()),
            Progress::Choices(choices, deepest) => (
                None,
                format!("{} choices tried, {} moves at best (Ctrl-C stops)", HumanCount(choices), HumanCount(deepest)),
            ),
            Progress::TakenBack(back, visits) => (
                None,
                format!("{} steps taken back, {} squares visited (Ctrl-C stops)", HumanCount(back), HumanCount(visits)),
            ),
            Progress::Joining(cycles) => (None, format!("joining, {} cycles left", HumanCount(cycles.into()))),
            Progress::Numbering => (None, "numbering".to_owned()),
            Progress::Done => return,
        };
        let (_, shown, notice) = shown.get_or_insert_with(|| {
            let shown = match counted {
                Some((_, all, things)) => bar(all, things),
                None => of(None, "{spinner} {elapsed}: {wide_msg}"),
            };
            (discriminant(&at), shown, LongRunNotice::new())
        });
        let Some((done, all, _)) = counted else { return shown.set_message(message) };
        shown.set_position(done);
        // No estimate is printed for melting, since other work follows after melting.
        if !matches!(at, Progress::Melting(..)) {
            notice.see(shown, done as f64 / all.max(1) as f64);
        }
    };
    work(&Hooks { progress: Some(&show), note: Some(&show_remark), ..Hooks::default() })
}

/// Prints a note about an opened device.
pub(crate) fn remark_on_device(remark: DeviceNote) {
    show_remark(Note::Device(remark));
}

/// Prints a note about a run.
fn show_remark(remark: Note) {
    let text = match remark {
        Note::Device(DeviceNote::Software(name)) => format!("{name} is a software adapter: --device cpu is faster"),
        Note::Device(DeviceNote::CpuInstead(why)) => format!("{why}; the CPU does the work"),
        Note::Device(DeviceNote::GpuWins(name, work)) => format!("on {name}: {work}"),
        Note::RegularOrder(regions) => {
            let regions = HumanCount(regions);
            format!("no memory for a list of {regions} regions: they follow each other in a regular order")
        }
        Note::OnCpu => "what is right for this board runs on the CPU".into(),
        Note::Uncompared => "this tour was made on the CPU: there is nothing to compare".into(),
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

/// Returns a one-line message about compared results. If `on_cpu` is true, the results of two runs on the CPU were
/// compared. Otherwise, a result of the GPU was compared with a result of the CPU.
fn compared(what: Compared, on_cpu: bool) -> String {
    let text = match what {
        Compared::States { states, squares } => {
            format!("{} states of {} squares", HumanCount(states), HumanCount(squares))
        }
        Compared::Knights(knights) => words::counted(HumanCount(knights), "knight"),
        Compared::Numbers(numbers) => words::counted(HumanCount(numbers), "visit number"),
    };
    match on_cpu {
        false => format!("{text} agree with the CPU reference"),
        true => format!("no GPU was compared; {text} agree with those of a second run on the CPU"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_takes_one_line_at_any_width() {
        for columns in [40, 60, 80, 200] {
            for (length, things) in [(64, "squares"), (3_600_000_000, "squares"), (72, "passes of melting")] {
                let template = counted(length, things, columns);
                let number = HumanCount(length).to_string();
                let text = template
                    .replace("{human_pos}", &number)
                    .replace("{human_len}", &number)
                    .replace("{eta}", "12m")
                    .replace("{percent}", "100");
                let bar = text.split_once("{bar:").and_then(|(_, rest)| rest.split_once('}'));
                let (bar, rest) = bar.map_or((0, &*text), |(bar, rest)| (bar.parse().unwrap(), rest));
                assert!(bar + rest.chars().count() < columns, "{text} in {columns} columns");
            }
        }
    }

    #[test]
    fn only_long_work_is_announced_and_not_before_something_is_known_of_it() {
        let after = Duration::from_secs;
        assert_eq!(left(after(1), 0.000_001), None);
        assert_eq!(left(after(10), 0.0), None);
        assert_eq!(left(after(10), 0.5), None);
        assert_eq!(left(after(10), 1e-300), Some(Duration::MAX));
        assert_eq!(left(after(10), 0.01), Some(after(990)));
    }
}
