//! Grows a tour on two devices, and compares the words that each pass writes.

use courser_board::{Board, Kind, Square, TourSpec};
use courser_engine::grown::{AXES, CpuGrown, CycleState, Grown, GrowthPass, GrowthSetup, Passes, Piece, PlaneLayout};

/// Returns the setup of a tour that can be grown.
pub(crate) fn setup(rows: u32, cols: u32, closed: bool, ends: [Option<Square>; 2], seed: u64) -> GrowthSetup {
    let board = Board::new(rows, cols).unwrap();
    let [start, end] = ends;
    let kind = if closed { Kind::Closed } else { Kind::Open };
    GrowthSetup::new(&TourSpec::new(&board, kind, start, end).unwrap(), seed)
        .unwrap_or_else(|unfit| panic!("{rows}x{cols}, closed: {closed}, {ends:?}, seed {seed}: {unfit}"))
}

/// Returns the setup of a small board whose tour needs a shake: additional melting passes because some cycles could not
/// be joined.
pub(crate) fn shaken() -> GrowthSetup {
    let setups = (0..).map(|seed| setup(8, 8, true, [None, None], seed));
    let takes_shake = |setup: &GrowthSetup| {
        let mut grown = Grown::new(CpuGrown::new(setup.clone()).unwrap());
        grown.finish(&mut |_| {}).unwrap().shakes() > 0
    };
    setups.take(100).find(takes_shake).unwrap()
}

/// Runs two growing tours step by step and compares the words written by each pass. Returns the list of the passes.
pub(crate) fn lockstep<A: Passes, B: Passes>(
    one: &mut Grown<A>,
    two: &mut Grown<B>,
) -> Result<Vec<GrowthPass>, String> {
    let mut passes = Vec::new();
    loop {
        let (pass, other) = (one.step().map_err(|e| e.to_string())?, two.step().map_err(|e| e.to_string())?);
        if pass != other {
            return Err(format!("pass {} is {pass:?} and {other:?}", passes.len()));
        }
        let Some(pass) = pass else { return Ok(passes) };
        passes.push(pass);
        let layout = *one.passes().setup().layout();
        compare(&layout, &written(pass, one.passes()), &written(pass, two.passes()))
            .map_err(|text| format!("pass {}, {pass:?}: {text}", passes.len()))?;
    }
}

/// Asserts that every pass occurred. Also asserts that some rounds joined cycles at random, and that the cycles were
/// labelled again after these rounds.
pub(crate) fn assert_complete(runs: &[Vec<GrowthPass>]) {
    assert!(GrowthPass::ALL.iter().all(|pass| runs.concat().contains(pass)), "{runs:?}");
    assert!(
        runs.iter().any(|run| run.windows(2).any(|pair| pair == [GrowthPass::Apply, GrowthPass::Label])),
        "{runs:?}"
    );
}

/// Named lists of the words that a pass has written. A list is `None` if the device does not store these words.
pub(crate) type Written = Vec<(&'static str, Option<Vec<u32>>)>;

/// Reads the buffers that a pass writes.
pub(crate) fn written(pass: GrowthPass, passes: &mut impl Passes) -> Written {
    let mut written = Vec::new();
    if pass.changes_edges() {
        written.push(("edge", Some(passes.planes().unwrap().words().to_vec())));
    }
    match pass {
        GrowthPass::Label | GrowthPass::Number => written.push(("cell", Some(passes.cells().unwrap()))),
        GrowthPass::Mark => written.push(("mark", Some(passes.marks(false).unwrap()))),
        GrowthPass::Dilate => written.push(("wide mark", Some(passes.marks(true).unwrap()))),
        GrowthPass::Splitters | GrowthPass::Rank => {
            let words = |pieces: Vec<Piece>| pieces.iter().flat_map(|piece| [piece.next, piece.steps]).collect();
            written.push(("piece", passes.pieces().unwrap().map(words)));
        }
        GrowthPass::Start | GrowthPass::Melt | GrowthPass::Scan | GrowthPass::Pick | GrowthPass::Apply => {}
    }
    if matches!(pass, GrowthPass::Label | GrowthPass::Scan | GrowthPass::Pick | GrowthPass::Apply) {
        let words =
            |cycle: CycleState| [cycle.label, cycle.joined.into(), cycle.best, cycle.pick.gadget, cycle.pick.state];
        written.push(("cycle", Some(passes.cycles().unwrap().into_iter().flat_map(words).collect())));
    }
    written
}

/// Compares each list of `one` with the corresponding list of `two`: first the lengths, then the words. If the list has
/// an element per square, the error names the square of the first difference.
pub(crate) fn compare(layout: &PlaneLayout, one: &Written, two: &Written) -> Result<(), String> {
    for ((what, one), (_, two)) in one.iter().zip(two) {
        let (Some(one), Some(two)) = (one, two) else { continue };
        if one.len() != two.len() {
            return Err(format!("{} and {} words of {what}s", one.len(), two.len()));
        }
        let Some(at) = one.iter().zip(two).position(|(a, b)| a != b) else { continue };
        let (a, b) = (one[at], two[at]);
        let stride = layout.stride() as usize;
        // The planes of edges are stored row by row, after two rows of zeros. A row begins with a word of zeros.
        let square =
            |row: usize| (row as i64 - 2, (at % stride) as i64 * 32 - 32 + i64::from((a ^ b).trailing_zeros()));
        return Err(match *what {
            "edge" => {
                let (row, col) = square(at / stride / AXES.len());
                format!("edge along axis {} of row {row}, column {col} differs", at / stride % AXES.len())
            }
            "mark" | "wide mark" => format!("{what} of row {}, column {} differs", square(at / stride).0, square(0).1),
            "cell" => format!("cell {at}, row {}, is {a} and {b}", at as u32 / layout.pitch()),
            _ => format!("word {at} of the {what}s is {a} and {b}"),
        });
    }
    Ok(())
}
