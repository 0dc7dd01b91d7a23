//! Treasure hunts: shortest knight's paths that collect every treasure.
//!
//! This is the "Adventure of Knight" (Perl Weekly Challenge 118, 2021) on boards of any size, with squares that cannot
//! be entered. The search has two steps. First, a breadth-first search computes the distances between stops
//! ([`Chart`]). Then the order of the stops is a travelling salesman problem.
//!
//! [`Chart::exact`] is dynamic programming over sets (M. Held and R. M. Karp, "A Dynamic Programming Approach to
//! Sequencing Problems", 1962; R. Bellman, same year), so its result is proven to be shortest. The required memory
//! doubles with every treasure; [`Chart::exact_memory`] returns the required memory in advance. If the treasures are
//! too many for [`Chart::exact`], [`Chart::fast`] finds a good order, and a lower bound for the number of moves of any
//! path.
//!
//! [`ShortestRoutes`] counts or lists all shortest routes, with the table of [`Chart::exact`]. Every [`Route`] is
//! checked when it is created. The check shares no code with the search.
//!
//! ```
//! use courser_solve::hunt::{Chart, Map, HuntOptions};
//!
//! let map = Map::parse("N * *\n* * *\n* * x\n").unwrap();
//! let answer = Chart::new(&map).unwrap().exact(HuntOptions::default()).unwrap();
//! assert_eq!((answer.route.moves(), answer.at_least), (4, 4));
//! assert_eq!(answer.route.to_string(), "a3.N b1 c3 a2 c1.x");
//! ```

mod all;
mod bound;
mod chart;
mod distances;
mod error;
mod exact;
mod fast;
mod map;
mod route;

pub use all::ShortestRoutes;
pub use chart::{Chart, RouteAnswer};
pub use distances::distances;
pub use error::HuntError;
pub use map::{Map, Treasure};
pub use route::{Route, RouteStep, RouteViolation};

/// Maximum number of squares of a board for a hunt. A breadth-first search takes eight bytes per square.
pub const MAX_CELLS: u64 = 1 << 26;

/// Maximum number of treasures for an exact search. With this number, the table has 2^28 sets and takes 14 GiB.
pub const MAX_EXACT: usize = 28;

/// Maximum number of treasures of any hunt. With this number, the table of distances takes 256 MiB.
pub const MAX_FAST: usize = 8191;

/// The options of a hunt. They are additional conditions on the route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HuntOptions {
    /// True if the treasures must be collected in the order of the map, row by row. If the route visits a treasure
    /// before all preceding treasures are collected, this treasure is not collected.
    pub in_order: bool,
    /// True if the route must end on the start.
    pub home: bool,
}
