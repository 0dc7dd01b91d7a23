//! Treasure hunts: a shortest knight's path that collects every treasure.
//!
//! This is the "Adventure of Knight" (Perl Weekly Challenge 118, 2021) on boards
//! of any size, with squares that cannot be entered. It takes two steps: distances
//! from stop to stop by breadth-first search ([`Chart`]), then the order of the
//! stops, which is a travelling salesman's path.
//!
//! The main decision: [`Chart::exact`] is dynamic programming over sets
//! (M. Held and R. M. Karp, "A Dynamic Programming Approach to Sequencing
//! Problems", 1962; R. Bellman, same year), so a shortest path is proven by
//! exhaustion and not by luck. The price is memory, which doubles with every
//! treasure; [`Chart::exact_memory`] gives it before it is taken. Beyond that,
//! [`Chart::fast`] finds a good order, and a lower bound of the moves of any path.
//!
//! [`Shortest`] counts all of the shortest, or lists them, by the same table. A [`Route`] can be made only through its own
//! judge, which shares nothing with the search.
//!
//! ```
//! use courser_solve::hunt::{Chart, Map, Terms};
//!
//! let map = Map::parse("N * *\n* * *\n* * x\n").unwrap();
//! let answer = Chart::new(&map).unwrap().exact(Terms::default()).unwrap();
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

pub use all::Shortest;
pub use chart::{Chart, RouteAnswer};
pub use error::{HuntError, MapError};
pub use map::{Map, Treasure};
pub use route::{Route, RouteFlaw, RouteStep};

/// The most squares of a board to hunt on: a breadth-first search takes eight bytes for each.
pub const MAX_CELLS: u64 = 1 << 26;

/// The most treasures of an exact search: it goes through 2^28 sets, in 14 GiB.
pub const MAX_EXACT: usize = 28;

/// The most treasures of any hunt: a table of 256 MiB holds their distances.
pub const MAX_FAST: usize = 8191;

/// The terms of a hunt: what its route has to keep to besides collecting every treasure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Collect the treasures in the order of the map, row by row; one that is passed before its
    /// turn is not collected.
    pub in_order: bool,
    /// End the route on the square of the start.
    pub home: bool,
}
