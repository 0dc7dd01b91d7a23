//! Comparing two devices after a pass.

use courser_board::{Board, Kind, Square, TourSpec};
use courser_engine::grown::{AXES, Grown, Pass, Passes, Setup};

/// A setup that there is.
pub(crate) fn setup(rows: u32, cols: u32, closed: bool, ends: [Option<Square>; 2], seed: u64) -> Setup {
    let board = Board::new(rows, cols).unwrap();
    let [start, end] = ends;
    let kind = if closed { Kind::Closed } else { Kind::Open };
    Setup::new(&TourSpec::new(&board, kind, start, end).unwrap(), seed)
        .unwrap_or_else(|unfit| panic!("{rows}x{cols}, closed: {closed}, {ends:?}, seed {seed}: {unfit}"))
}

/// Steps both at once and compares what each pass has written; gives how many passes there were.
pub(crate) fn lockstep<A: Passes, B: Passes>(one: &mut Grown<A>, two: &mut Grown<B>) -> Result<u32, String> {
    let mut passes = 0;
    loop {
        let (pass, other) = (one.step().map_err(|e| e.to_string())?, two.step().map_err(|e| e.to_string())?);
        if pass != other {
            return Err(format!("pass {passes} is {pass:?} and {other:?}"));
        }
        let Some(pass) = pass else { return Ok(passes) };
        passes += 1;
        compare(pass, one.passes(), two.passes()).map_err(|text| format!("pass {passes}, {}: {text}", pass.name()))?;
    }
}

/// Compares what a pass has written.
pub(crate) fn compare<A: Passes, B: Passes>(pass: Pass, one: &mut A, two: &mut B) -> Result<(), String> {
    match pass {
        Pass::Start | Pass::Melt => planes(one, two),
        Pass::Label => {
            cells(one, two)?;
            cycles(one, two)
        }
        Pass::Mark => same("mark", &one.marks(false).unwrap(), &two.marks(false).unwrap()),
        Pass::Dilate => same("wide mark", &one.marks(true).unwrap(), &two.marks(true).unwrap()),
        Pass::Scan | Pass::Pick => cycles(one, two),
        Pass::Apply => {
            planes(one, two)?;
            cycles(one, two)
        }
        Pass::Splitters | Pass::Rank => same("piece", &one.pieces().unwrap(), &two.pieces().unwrap()),
        Pass::Number => cells(one, two),
    }
}

/// The first edge that differs.
fn planes<A: Passes, B: Passes>(one: &mut A, two: &mut B) -> Result<(), String> {
    let (one, two) = (one.planes().unwrap(), two.planes().unwrap());
    let layout = *one.layout();
    for row in 0..layout.rows {
        for col in 0..layout.cols {
            for axis in 0..AXES.len() {
                let at = (i64::from(row), i64::from(col));
                let (a, b) = (one.is_used(axis, at.0, at.1), two.is_used(axis, at.0, at.1));
                if a != b {
                    return Err(format!("edge along axis {axis} of row {row}, column {col} is {a} and {b}"));
                }
            }
        }
    }
    // And nothing outside the board.
    same("word", one.words(), two.words())
}

fn cells<A: Passes, B: Passes>(one: &mut A, two: &mut B) -> Result<(), String> {
    same("cell", &one.cells().unwrap(), &two.cells().unwrap())
}

fn cycles<A: Passes, B: Passes>(one: &mut A, two: &mut B) -> Result<(), String> {
    same("cycle", &one.cycles().unwrap(), &two.cycles().unwrap())
}

/// Whole lists, their length first.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, one: &[T], two: &[T]) -> Result<(), String> {
    if one.len() != two.len() {
        return Err(format!("{} and {} {what}s", one.len(), two.len()));
    }
    match one.iter().zip(two).position(|(a, b)| a != b) {
        Some(at) => Err(format!("{what} {at} is {:?} and {:?}", one[at], two[at])),
        None => Ok(()),
    }
}
