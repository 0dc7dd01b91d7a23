//! Any board, any tour asked for: the method that is right for it, so that the answer always is.
//!
//! Every method has boards on which it is best and boards on which it fails. A rule
//! is the fastest and the wildest, and gets stuck the more often the larger the board; the
//! mosaic never fails where it applies; narrow boards have an exact automaton; for
//! holes and other pieces there is factor and merge, which mostly succeeds, and
//! behind it the exact search, which is always right and may take for ever. [`tour`] tries
//! them in the order in which they are likely to answer, after the theorems have
//! said whether there is anything to find. The price is that nothing is promised of
//! how long a board with holes takes: the question is NP-complete.

use courser_board::{MoveOrder, Tour, TourSpec};

use crate::existence::{self, Verdict};
use crate::factor;
use crate::mosaic;
use crate::narrow;
use crate::search::{self, Found, Options, SearchError, Why};
use crate::warnsdorff::{self, Rule};

/// Above this many squares a rule gets stuck more often than not, and the others are as fast.
const RULE_CELLS: u64 = 1 << 16;

/// Rounds of factor and merge before the exact search has its turn.
const ROUNDS: u32 = 20;

/// Rounds for a tour that must look grown. Without holes the first has always been enough.
const ORGANIC_ROUNDS: u32 = 8;

/// What is known in the end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// A tour as asked for.
    Tour {
        /// The tour.
        tour: Tour,
        /// The method that found it.
        method: Method,
    },
    /// There is none.
    None {
        /// Why, in one sentence.
        reason: String,
        /// What to ask instead.
        hint: String,
    },
    /// The search was ended before it knew.
    Stopped {
        /// By what.
        why: Why,
        /// Decisions made.
        nodes: u64,
    },
}

/// A method by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// A rule without a step back.
    Warnsdorff,
    /// Tiles that find their own place.
    Mosaic,
    /// The automaton over columns of boards with a side of at most 4.
    Narrow,
    /// A cover by cycles, merged into one.
    Factor,
    /// Exact search.
    Search,
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Warnsdorff => "warnsdorff",
            Self::Mosaic => "mosaic",
            Self::Narrow => "narrow",
            Self::Factor => "factor",
            Self::Search => "search",
        })
    }
}

/// A tour of any board that has one, or the reason why it has none.
///
/// Without a seed a rule is tried first where it is fast, in `options.order`; with
/// a seed, another tour comes for another seed. The other options are for the exact search, which
/// comes last.
///
/// # Errors
/// [`SearchError`] if a board that only the search could tour is too large for it.
///
/// ```
/// use courser_solve::auto::{self, Answer};
/// use courser_board::TourSpec;
/// use courser_solve::search::Options;
///
/// let answer = |board: &str| auto::tour(&TourSpec::closed(&board.parse().unwrap()), None, &Options::default());
/// for board in ["6x6", "3x10", "29x100"] {
///     assert!(matches!(answer(board), Ok(Answer::Tour { .. })));
/// }
/// let Ok(Answer::None { reason, .. }) = answer("3x8") else { panic!() };
/// assert!(reason.contains("Schwenk 1991"), "{reason}");
/// ```
pub fn tour(spec: &TourSpec, seed: Option<u64>, options: &Options<'_>) -> Result<Answer, SearchError> {
    if let Verdict::None(reason) = existence::decide(spec) {
        return Ok(Answer::None { reason: reason.to_string(), hint: reason.hint() });
    }
    if let Some(tour) = by_rule(spec, seed, options.order) {
        return Ok(Answer::Tour { tour, method: Method::Warnsdorff });
    }
    beyond_rules(spec, seed, options)
}

/// The same without the theorems and the rule, for callers that have asked both: constructions, then the exact search.
///
/// # Errors
/// As [`tour`].
pub fn beyond_rules(spec: &TourSpec, seed: Option<u64>, options: &Options<'_>) -> Result<Answer, SearchError> {
    if let Some((tour, method)) = by_construction(spec, seed) {
        return Ok(Answer::Tour { tour, method });
    }
    Ok(match search::tour(spec, options)? {
        Found::Tour(tour) => Answer::Tour { tour, method: Method::Search },
        Found::None(proof) => {
            let hint = match (spec.is_closed(), spec.start().or(spec.end())) {
                (true, _) => "leave out --closed, or try another board",
                (false, Some(_)) => "try another start or end, or leave them out",
                (false, None) => "try another board",
            };
            Answer::None { reason: format!("the {} board has no such tour: {proof}", spec.board()), hint: hint.into() }
        }
        Found::Stopped { why, nodes, .. } => Answer::Stopped { why, nodes },
    })
}

/// A tour that looks grown, not woven, of a board of any size and form; `None` if none was found.
///
/// The same seed gives the same tour.
pub fn organic(spec: &TourSpec, seed: u64) -> Option<Tour> {
    let order = factor::tour(spec, seed, ORGANIC_ROUNDS).ok()?;
    finish(spec, order)
}

/// Whether a rule, or the decision cycle that follows it, is worth a try: it has no say in where it ends, it
/// knows no seed, and on large boards it gets stuck.
pub fn rule_may_serve(spec: &TourSpec, seed: Option<u64>) -> bool {
    !spec.is_closed() && spec.end().is_none() && seed.is_none() && spec.board().cells() <= RULE_CELLS
}

fn by_rule(spec: &TourSpec, seed: Option<u64>, order: MoveOrder) -> Option<Tour> {
    if !rule_may_serve(spec, seed) {
        return None;
    }
    let board = spec.board();
    let start = spec.start().or_else(|| board.squares().next())?;
    let outcome = warnsdorff::run(board, start, Rule::Warnsdorff, order, 0).ok()?;
    if !outcome.is_complete() {
        return None;
    }
    finish(spec, outcome.order)
}

/// What is built rather than looked for.
fn by_construction(spec: &TourSpec, seed: Option<u64>) -> Option<(Tour, Method)> {
    let board = spec.board();
    if narrow::serves(board) {
        if board.cells() >= 1 << 32 {
            return None;
        }
        let order = narrow::tour(spec, seed.unwrap_or(0))?;
        return Some((finish(spec, order)?, Method::Narrow));
    }
    let by_mosaic = || Some((mosaic::tour(spec, seed).ok()?, Method::Mosaic));
    let by_factor = || {
        let order = factor::tour(spec, seed.unwrap_or(0), ROUNDS).ok()?;
        Some((finish(spec, order)?, Method::Factor))
    };
    // A small board has few tiles to choose from, and factor and merge shows more of its tours.
    if seed.is_some() && board.cells() <= 1 << 10 {
        by_factor().or_else(by_mosaic)
    } else {
        by_mosaic().or_else(by_factor)
    }
}

/// Turns or reverses what a method has made so that it has the ends that are asked for, and has it judged.
fn finish(spec: &TourSpec, mut order: Vec<u32>) -> Option<Tour> {
    let board = spec.board();
    let index = |square| board.index(square) as u32;
    if spec.is_closed() {
        // A cycle begins anywhere, and can be walked either way.
        if let Some(start) = spec.start() {
            let at = order.iter().position(|&cell| cell == index(start))?;
            order.rotate_left(at);
        }
        if let Some(end) = spec.end()
            && order.last() != Some(&index(end))
        {
            match spec.start() {
                Some(_) => order[1..].reverse(),
                None => {
                    let at = order.iter().position(|&cell| cell == index(end))?;
                    order.rotate_left((at + 1) % board.playable().max(1) as usize);
                }
            }
        }
    } else if let Some(end) = spec.end()
        && order.last() != Some(&index(end))
    {
        order.reverse();
    }
    Tour::new(board.clone(), order).ok().filter(|tour| spec.is_met_by(tour))
}
