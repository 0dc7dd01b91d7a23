//! The relay: a tour by many knights in parallel, one per region.
//!
//! # Motivation
//!
//! Each move of a knight depends on the previous move, so a single knight leaves a parallel device idle. The relay
//! divides the board into regions of about 8x8. Each region has an *entry* and an *exit*; the exit of a region is one
//! move from the entry of the next. Each region is toured by its own knight. All knights move at the same time. Every
//! number is final when it is written, because the number of squares before each region is known in advance.
//!
//! Every knight follows Warnsdorff's rule. The exit of the knight's region is *reserved*: the exit counts in the ranks
//! of its neighbours, but the knight enters the exit only with the last move. When the exit has only one unvisited
//! neighbour, that neighbour is also reserved: the knight enters this neighbour only with the penultimate move. A
//! knight that gets stuck restarts its region with other random bits; a region takes about 1.2 tries. The borders
//! between regions are visible in pictures. Melting passes can remove the borders. The first passes of a grown tour are
//! also melting passes.
//!
//! # Method
//!
//! - *Both sides at least 12, and at most one given end*: the regions follow each other on a closed walk around a
//!   random spanning tree of the grid of regions. A *gate* consists of the exit of a region and the entry of the next
//!   region. The position of a gate along its border depends only on the length of the border and the colour of the
//!   exit. If the board has an even number of squares, the tour is closed, and is shifted to begin on the requested
//!   square. If the number of squares is odd, the walk is cut at the start, and exactly one region has an odd number of
//!   squares.
//! - *A side below 12, and at most one given end*: the regions lie in one line. Therefore no closed walk visits them.
//!   Each region with an even number of squares has a closed tour. The tours of adjacent regions are joined at a
//!   corner, like the tiles of a [mosaic](crate::mosaic).
//! - *Both ends given*: a path of regions leads from the region of the start to the region of the end. All other
//!   regions are attached to this path, also by joining tours at corners.
//!
//! If the entry and the exit of a region are at gates, at least one try in four succeeds. An end of the tour, however,
//! can be any square. If such an end is the entry or the exit of a region, all tries can fail: for 16 of the 648 pairs
//! of entry and exit on 6x6, no try succeeds. To detect such pairs, the plan runs the knight of every region that
//! contains an end of the tour. A knight fails if all of its [`MAX_TRIES`] tries fail. The plan then tries other
//! divisions of the board. If a knight fails with every division, the plan gives the knight a path found by [factor and
//! merge](crate::factor). This method finds a path for every pair of entry and exit of every region. If the ends of the
//! tour do not fit the gates of their regions, the plan tries other gates.
//!
//! | file | content |
//! |---|---|
//! | `cut` | the division of a board into bands of rows and bands of columns |
//! | `route` | the order of the regions: around a random spanning tree |
//! | `gate` | exits and entries |
//! | `tree` | regions joined at corners: in one line, or attached to a path between two given ends |
//! | `region` | a region, and the number of each of its squares |
//! | `knights` | the knights of a board, some of which follow given paths |
//! | `bits` | several knights in parallel: a bit per square of a region |
//! | `plan` | the regions of a board |
//! | `fill` | all numbers of a band of rows, on all cores |

mod bits;
mod cut;
mod fill;
mod gate;
mod knights;
mod plan;
mod region;
mod route;
mod tree;

use crate::warnsdorff::Rule;

pub use knights::{MAX_TRIES, Tries};
pub use plan::{RelayChoices, RelayPlan, serves};
pub use region::{Excursion, Rect, Region};

/// Possible side lengths of a region, in squares.
pub const SIDES: std::ops::RangeInclusive<u32> = 6..=12;

/// The rules that a knight's first try can use.
pub const RULES: [Rule; 4] = [Rule::Random, Rule::Warnsdorff, Rule::Pohl, Rule::Roth];
