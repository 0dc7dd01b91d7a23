//! Any board, any wish: the method that is right for it, so that the answer always is.
//!
//! Every method has boards on which it is best and boards on which it fails. A rule
//! is the fastest and the wildest, and gets stuck the more often the larger the board; the
//! mosaic never fails where it applies; narrow boards have an exact automaton; for
//! holes and other pieces there is factor and merge, which mostly succeeds, and
//! behind it the exact search, which is always right and may take for ever. [`tour`] tries
//! them in the order in which they are likely to answer, after the theorems have
//! said whether there is anything to find. The price is that nothing is promised of
//! how long a board with holes takes: the question is NP-complete.

use courser_board::{Board, Leaper, MoveOrder, Tour};

use crate::existence::{self, Verdict};
use crate::factor;
use crate::mosaic;
use crate::narrow;
use crate::search::{self, Found, Options, SearchError, Why, Wish};
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
    /// A tour as wished.
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
/// [`SearchError`] if an end is no square of the board, or if a board that only the search could
/// tour is too large for it.
///
/// ```
/// use courser_solve::auto::{self, Answer};
/// use courser_solve::search::{Options, Wish};
///
/// let wish = Wish { closed: true, ..Wish::default() };
/// for board in ["6x6", "3x10", "29x100"] {
///     assert!(matches!(auto::tour(&board.parse().unwrap(), &wish, None, &Options::default()), Ok(Answer::Tour { .. })));
/// }
/// let Ok(Answer::None { reason, .. }) = auto::tour(&"3x8".parse().unwrap(), &wish, None, &Options::default()) else { panic!() };
/// assert!(reason.contains("Schwenk 1991"), "{reason}");
/// ```
pub fn tour(board: &Board, wish: &Wish, seed: Option<u64>, options: &Options<'_>) -> Result<Answer, SearchError> {
    for square in [wish.start, wish.end].into_iter().flatten() {
        board.playable_square(square)?;
    }
    if let Verdict::None(reason) = existence::decide(board, wish.closed, wish.start, wish.end) {
        return Ok(Answer::None { reason: reason.to_string(), hint: reason.hint() });
    }
    if let Some(tour) = by_rule(board, wish, seed, options.order) {
        return Ok(Answer::Tour { tour, method: Method::Warnsdorff });
    }
    beyond_rules(board, wish, seed, options)
}

/// The same without the theorems and the rule, for callers that have asked both: constructions, then the exact search.
///
/// # Errors
/// As [`tour`].
pub fn beyond_rules(
    board: &Board,
    wish: &Wish,
    seed: Option<u64>,
    options: &Options<'_>,
) -> Result<Answer, SearchError> {
    if let Some((tour, method)) = by_construction(board, wish, seed) {
        return Ok(Answer::Tour { tour, method });
    }
    Ok(match search::tour(board, wish, options)? {
        Found::Tour(tour) => Answer::Tour { tour, method: Method::Search },
        Found::None(proof) => {
            let hint = match (wish.closed, wish.start.or(wish.end)) {
                (true, _) => "leave out --closed, or try another board",
                (false, Some(_)) => "try another start or end, or leave them out",
                (false, None) => "try another board",
            };
            Answer::None { reason: format!("the {board} board has no such tour: {proof}"), hint: hint.into() }
        }
        Found::Stopped { why, nodes, .. } => Answer::Stopped { why, nodes },
    })
}

/// A tour that looks grown, not woven, of a board of any size and form; `None` if none was found.
///
/// The same seed gives the same tour.
pub fn organic(board: &Board, wish: &Wish, seed: u64) -> Option<Tour> {
    let order = factor::tour(board, as_factor(wish), seed, ORGANIC_ROUNDS).ok()?;
    finish(board, wish, order)
}

/// Whether a rule, or the decision cycle that follows it, is worth a try: it has no say in where it ends, it
/// knows no seed, and on large boards it gets stuck.
pub fn rule_may_serve(board: &Board, wish: &Wish, seed: Option<u64>) -> bool {
    !wish.closed && wish.end.is_none() && seed.is_none() && board.cells() <= RULE_CELLS
}

fn by_rule(board: &Board, wish: &Wish, seed: Option<u64>, order: MoveOrder) -> Option<Tour> {
    if !rule_may_serve(board, wish, seed) {
        return None;
    }
    let start = wish.start.or_else(|| board.squares().next())?;
    let outcome = warnsdorff::run(board, start, Rule::Warnsdorff, order, 0).ok()?;
    if !outcome.is_complete() {
        return None;
    }
    finish(board, wish, outcome.order)
}

/// What is built rather than looked for.
fn by_construction(board: &Board, wish: &Wish, seed: Option<u64>) -> Option<(Tour, Method)> {
    let (rows, cols) = (board.rows(), board.cols());
    if board.leaper() == Leaper::KNIGHT && board.hole_count() == 0 && narrow::serves(rows, cols) {
        if board.cells() >= 1 << 32 {
            return None;
        }
        let order = narrow::tour(rows, cols, as_factor(wish), seed.unwrap_or(0))?;
        return Some((finish(board, wish, order)?, Method::Narrow));
    }
    let by_mosaic = || {
        let tour = mosaic::tour(board, wish.closed, wish.start, wish.end, seed).ok()?;
        Some((tour, Method::Mosaic))
    };
    let by_factor = || {
        let order = factor::tour(board, as_factor(wish), seed.unwrap_or(0), ROUNDS).ok()?;
        Some((finish(board, wish, order)?, Method::Factor))
    };
    // A small board has few tiles to choose from, and factor and merge shows more of its tours.
    if seed.is_some() && board.cells() <= 1 << 10 {
        by_factor().or_else(by_mosaic)
    } else {
        by_mosaic().or_else(by_factor)
    }
}

fn as_factor(wish: &Wish) -> factor::Wish {
    factor::Wish::new(wish.closed, wish.start, wish.end)
}

/// Turns or reverses what a method has made so that it has the ends that are wished for, and has it judged.
fn finish(board: &Board, wish: &Wish, mut order: Vec<u32>) -> Option<Tour> {
    let index = |square| board.index(square) as u32;
    if wish.closed {
        // A cycle begins anywhere, and can be walked either way.
        if let Some(start) = wish.start {
            let at = order.iter().position(|&cell| cell == index(start))?;
            order.rotate_left(at);
        }
        if let Some(end) = wish.end
            && order.last() != Some(&index(end))
        {
            match wish.start {
                Some(_) => order[1..].reverse(),
                None => {
                    let at = order.iter().position(|&cell| cell == index(end))?;
                    order.rotate_left((at + 1) % board.playable().max(1) as usize);
                }
            }
        }
    } else if let Some(end) = wish.end
        && order.last() != Some(&index(end))
    {
        order.reverse();
    }
    Tour::new(board.clone(), order).ok().filter(|tour| wish.is_met_by(tour))
}
