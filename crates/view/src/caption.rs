//! Captions that describe a pass. They are displayed below the board in an animation, at the lower edge of the window,
//! and beside the board on the web page.

use std::fmt::Write as _;

use courser_board::words::counted;

/// The state of a run of the decision cycle after a pass. The run has one knight or, in a relay, several knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// The walk continues.
    Running,
    /// Every square that is not a hole is visited.
    Done,
    /// The knight is stuck: it has no unvisited neighbour, and some squares are unvisited.
    Stuck,
}

/// Names of the passes of the decision cycle, in the order of execution.
pub const PASSES: [&str; 3] = ["rank", "decide", "pull"];

/// Returns a description of the most recent pass of the decision cycle. `passes` is the number of completed passes, and
/// `start` is the name of the first square.
///
/// ```
/// use courser_view::caption::{RunState, cycle};
///
/// assert_eq!(cycle(0, 1, "e6", RunState::Running), "before the first pass: the knight is on e6");
/// let text = cycle(5, 1, "e6", RunState::Running);
/// assert_eq!(text, "move 2, decide: every square picks its next, the knight departs");
/// assert_eq!(cycle(191, 1, "e6", RunState::Done), "the tour is done after 63 moves");
/// ```
pub fn cycle(passes: u64, knights: u64, start: &str, run: RunState) -> String {
    let Some(before) = passes.checked_sub(1) else {
        return match knights {
            1 => format!("before the first pass: the knight is on {start}"),
            knights => format!("before the first pass: {knights} knights are on their entries"),
        };
    };
    let pass = PASSES[(before % 3) as usize];
    let end = match run {
        RunState::Running => None,
        RunState::Done => Some("the tour is done"),
        RunState::Stuck => Some("the knight is stuck"),
    };
    // The passes that detect the end of the run belong to no move.
    match end {
        Some(end) if knights > 1 => return format!("{end} after {passes} passes"),
        Some(end) => return format!("{end} after {}", counted(passes / 3, "move")),
        None => {}
    }
    let does = match pass {
        "rank" => "every square counts its unvisited neighbours",
        "decide" if knights > 1 => "every square picks its next, the knights depart",
        "decide" => "every square picks its next, the knight departs",
        _ if knights > 1 => "the squares that were picked pull the knights",
        _ => "the square that was picked pulls the knight",
    };
    format!("move {}, {pass}: {does}", before / 3 + 1)
}

/// A step of the construction of a grown tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The mosaic from which the tour grows.
    Mosaic,
    /// A melting step. Contains the number of completed passes and the total number of passes.
    Melting(u32, u32),
    /// A joining step. Contains the number of *shakes* before this step. Each shake melts the squares around the
    /// remaining cycles again.
    Joining(u32),
    /// Another melting step, at the cycles that could not be joined.
    Shaking,
    /// The last step, which numbers the squares of the one remaining cycle.
    Numbering,
}

/// Returns a description of a step of the construction of a grown tour, including the number of cycles if this number
/// is known. If `is_open` is true, the result is an open tour, and one of the cycles is in fact a path between the ends
/// of this tour.
///
/// ```
/// use courser_view::caption::{Growth, growth};
///
/// assert_eq!(growth(Growth::Melting(12, 72), Some(9), false), "melting, pass 12 of 72, 9 cycles");
/// assert_eq!(growth(Growth::Joining(1), Some(11322), false), "joining after 1 shake, 11,322 cycles");
/// assert_eq!(growth(Growth::Joining(0), Some(2), true), "joining, 1 path and 1 cycle");
/// assert_eq!(growth(Growth::Joining(0), Some(1), true), "joining, 1 path");
/// ```
pub fn growth(step: Growth, cycles: Option<u64>, is_open: bool) -> String {
    let mut text = match step {
        Growth::Mosaic => "a mosaic".to_owned(),
        Growth::Shaking => "melting again at what is left".into(),
        Growth::Melting(done, all) => format!("melting, pass {done} of {all}"),
        Growth::Joining(0) => "joining".into(),
        Growth::Joining(shakes) => format!("joining after {}", counted(shakes, "shake")),
        Growth::Numbering => "numbering".into(),
    };
    let named = |cycles| counted(grouped(cycles), "cycle");
    match cycles {
        None => {}
        Some(1) if is_open => text += ", 1 path",
        Some(cycles @ 2..) if is_open => {
            let _ = write!(text, ", 1 path and {}", named(cycles - 1));
        }
        Some(cycles) => {
            let _ = write!(text, ", {}", named(cycles));
        }
    }
    text
}

/// Returns a number in decimal with a comma between groups of three digits, such as 12,345.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits.char_indices().flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit])).collect()
}

/// Returns a description of a relay after `passes` passes, including the number of restarting regions if this number is
/// known.
///
/// ```
/// assert_eq!(courser_view::caption::relay(310, Some(3), 16), "relay, pass 310, restarting 3 of 16 regions");
/// assert_eq!(courser_view::caption::relay(0, None, 1), "relay, pass 0, 1 region");
/// ```
pub fn relay(passes: u64, restarting: Option<u64>, regions: u64) -> String {
    let [passes, regions] = [passes, regions].map(grouped);
    match restarting {
        Some(restarting @ 1..) => {
            let restarting = grouped(restarting);
            format!("relay, pass {passes}, restarting {restarting} of {}", counted(regions, "region"))
        }
        _ => format!("relay, pass {passes}, {}", counted(regions, "region")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn large_numbers_have_commas() {
        let numbers = [0, 999, 1000, 25_000_000, u64::MAX].map(super::grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "25,000,000", "18,446,744,073,709,551,615"]);
    }
}
