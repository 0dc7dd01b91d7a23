//! Placements of nonattacking queens: the construction of one placement, the list of all placements, and reductions of
//! the search space.
//!
//! A placement of `n` queens on an `n` x `n` board has one queen per file. It is stored as a list with the row of the
//! queen in each file. Rows are counted from 0 at the bottom. The search [`Placements`] lists the placements. The same
//! search [counts](count()) all placements. Like a lane of a GPU, it can also count only the placements that begin with
//! given queens.
//!
//! ```
//! use courser_solve::queens;
//!
//! assert_eq!(queens::name(&queens::place(8).unwrap()), "a2 b4 c6 d8 e3 f1 g7 h5");
//! assert_eq!(queens::Placements::new(8).count(), 92);
//! assert_eq!(queens::Placements::new(8).filter(|rows| queens::class(rows).is_some()).count(), 12);
//! ```

mod check;
mod count;
mod funnel;
mod given;
mod list;
mod place;
mod sql;

use std::fmt::Write;

use courser_board::Square;

pub use check::{Attack, AttackLine, attack};
pub use count::{PlacementCounts, count};
pub use funnel::{FunnelStep, funnel};
pub use given::GivenQueens;
pub use list::{AttackMask, MAX_LISTED, Placements, RowFilter, class};
pub use place::place;
pub use sql::{MAX_JOINED, joins, query};

/// Returns the squares of a placement, file by file. `rows` contains the row of the queen in each file. Rows are
/// counted from 0 at the bottom.
pub fn squares(rows: &[u32]) -> impl Iterator<Item = Square> + '_ {
    (0..).zip(rows).map(|(file, &row)| Square::new(rows.len() as u32 - 1 - row, file))
}

/// Returns a placement in chess notation, such as `a1 b5 c8 d6 e3 f7 g2 h4`.
pub fn name(rows: &[u32]) -> String {
    let mut name = String::with_capacity(4 * rows.len());
    for square in squares(rows) {
        let space = if name.is_empty() { "" } else { " " };
        write!(name, "{space}{}", square.name(rows.len() as u32)).expect("a string takes what is written");
    }
    name
}
