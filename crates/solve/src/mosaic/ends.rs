//! Tours between two given squares: a path of tiles, each solved on its own.
//!
//! The board is cut so that each end lies in a band of its own, or both in one. Seen
//! in the right mirror, the path runs down from the first end's tile and then right to the
//! second's. It crosses the border between two tiles by the same move each time, so all tiles of
//! a run are equal and solved once: at most five tiles whatever the board.

use std::ops::RangeInclusive;

use courser_board::Square;

use super::comb::{Layout, PathTile, Source, build};
use super::cut::{Odd, Split, around};
use super::plan::{Plan, Zone};
use super::tile::{Hook, Side, Symmetry, Tile};
use crate::factor::small;

/// Ways to cut a side that are tried, on boards whose sides are all at least 6.
const CUTS: usize = 6;
/// Ways to cut the long side that are tried on boards of five rows, where tiles have few paths.
const NARROW_CUTS: usize = 60;
/// Ways to go from tile to tile that are tried for a cut.
const PORTS: usize = 12;

/// A tour from `start` to `end`, whose colours must be right.
///
/// `None` if none was found.
pub(super) fn between(
    (rows, cols): (u32, u32),
    start: Square,
    end: Square,
    seed: u64,
    source: &mut dyn Source,
) -> Option<Plan> {
    frames(rows, cols, start, end).find_map(|frame| {
        let mut solver = Solver::new(seed, frame.rows == 5);
        let plan = frame.layouts().into_iter().find_map(|layout| {
            let path = solver.path(&layout, frame.start, frame.end)?;
            Some(build(layout, &path, false, source))
        });
        plan.map(|plan| plan.seen(frame.symmetry.inverse()))
    })
}

/// A tour of an odd number of squares from `start`, which must have the corners' colour, to any square.
///
/// `None` if none was found.
pub(super) fn from(
    (rows, cols): (u32, u32),
    start: Square,
    seed: u64,
    source: &mut dyn Source,
) -> Option<Plan> {
    frames(rows, cols, start, start).find_map(|frame| {
        let mut solver = Solver::new(seed, frame.rows == 5);
        let plan = frame.layouts().into_iter().find_map(|layout| {
            let path = solver.path_from(&layout, frame.start)?;
            Some(build(layout, &[path], false, source))
        });
        plan.map(|plan| plan.seen(frame.symmetry.inverse()))
    })
}

/// A board seen so that the start is not below and not to the right of the end.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// What leads from the board to this view.
    symmetry: Symmetry,
    rows: u32,
    cols: u32,
    start: Square,
    end: Square,
}

/// The board upright and on its side; with a side of 5, only so that it has 5 rows.
fn frames(rows: u32, cols: u32, start: Square, end: Square) -> impl Iterator<Item = Frame> {
    [false, true].into_iter().filter_map(move |transpose| {
        let turn = Symmetry {
            transpose,
            ..Symmetry::default()
        };
        let [from, to] = [start, end].map(|square| turn.apply(square, rows, cols));
        let symmetry = Symmetry {
            transpose,
            flip_rows: from.row > to.row,
            flip_cols: from.col > to.col,
        };
        let [start, end] = [start, end].map(|square| symmetry.apply(square, rows, cols));
        let narrow = rows.min(cols) == 5;
        let (rows, cols) = symmetry.sides(rows, cols);
        (!narrow || rows == 5).then_some(Frame {
            symmetry,
            rows,
            cols,
            start,
            end,
        })
    })
}

impl Frame {
    /// Ways to cut the board, the cheapest first.
    fn layouts(&self) -> Vec<Layout> {
        let whole = Split {
            zones: vec![Zone {
                start: 0,
                size: 5,
                count: 1,
            }],
            a: 0,
            b: 0,
            price: 0,
        };
        let (start, end) = (self.start, self.end);
        let mut layouts = Vec::new();
        // Where both sides are odd, their odd bands cross in a tile of the path: where it turns, begins or ends.
        let mut odds = vec![(Odd::B, Odd::A)];
        if self.rows % 2 == 1 || self.cols % 2 == 1 {
            odds.extend([(Odd::A, Odd::A), (Odd::B, Odd::B)]);
        }
        for (odd_row, odd_col) in odds {
            let narrow = self.rows == 5;
            let down: Vec<Split> = if narrow {
                vec![whole.clone()]
            } else {
                around(self.rows, start.row, end.row, odd_row, 6..=13)
                    .take(CUTS)
                    .collect()
            };
            let (sizes, cuts): (RangeInclusive<u32>, usize) = if narrow {
                (5..=24, NARROW_CUTS)
            } else {
                (6..=13, CUTS)
            };
            let across: Vec<Split> = around(self.cols, start.col, end.col, odd_col, sizes)
                .take(cuts)
                .collect();
            for down in &down {
                layouts.extend(across.iter().map(|across| {
                    let layout = Layout {
                        row_zones: down.zones.clone(),
                        col_zones: across.zones.clone(),
                        spine: across.a,
                        from_row: down.a,
                        to_row: down.b,
                        to_col: across.b,
                    };
                    (down.price + across.price, layout)
                }));
            }
        }
        layouts.sort_by_key(|&(price, _)| price);
        layouts.into_iter().map(|(_, layout)| layout).collect()
    }
}

/// How a path goes from a tile to the next: the squares on both sides of the border.
///
/// `along` counts along the border, the others away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Port {
    /// Rows or columns from the border to the last square of a tile: 1 or 2.
    before: u32,
    out_along: u32,
    /// Rows or columns from the border to the first square of the next tile: 0 or 1.
    after: u32,
    in_along: u32,
}

impl Port {
    /// All ports across a border of `length`, from its middle outwards.
    fn all(length: u32) -> Vec<Self> {
        let mut ports = Vec::new();
        for in_along in 0..length {
            for (before, after, by) in [(2, 0, 1), (1, 1, 1), (1, 0, 2)] {
                for out_along in [in_along.checked_sub(by), Some(in_along + by)]
                    .into_iter()
                    .flatten()
                {
                    if out_along < length {
                        ports.push(Self {
                            before,
                            out_along,
                            after,
                            in_along,
                        });
                    }
                }
            }
        }
        ports.sort_by_key(|port| {
            (2 * port.in_along + 1).abs_diff(length) + (2 * port.out_along + 1).abs_diff(length)
        });
        ports
    }

    /// The last square of a tile from which the path goes down, or to the right.
    fn exit(self, down: bool, rows: u32, cols: u32) -> Square {
        if down {
            Square::new(rows - self.before, self.out_along)
        } else {
            Square::new(self.out_along, cols - self.before)
        }
    }

    /// The first square of the tile below, or to the right.
    fn entry(self, down: bool) -> Square {
        if down {
            Square::new(self.after, self.in_along)
        } else {
            Square::new(self.in_along, self.after)
        }
    }
}

/// What a tile of the path is solved for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Task {
    rows: u32,
    cols: u32,
    from: Square,
    to: Square,
    sides: Vec<Side>,
}

/// Solves tiles of the path, and remembers them: runs and other cuts ask for the same again.
struct Solver {
    seed: u64,
    narrow: bool,
    known: Vec<(Task, Option<PathTile>)>,
}

impl Solver {
    const fn new(seed: u64, narrow: bool) -> Self {
        Self {
            seed,
            narrow,
            known: Vec::new(),
        }
    }

    /// The tiles of a path from `start` to `end`, one for each block.
    fn path(&mut self, layout: &Layout, start: Square, end: Square) -> Option<Vec<PathTile>> {
        let blocks = layout.path();
        let borders_down = layout.to_row - layout.from_row;
        let across = blocks.len() - 1 - borders_down;
        let parts: Vec<(Zone, Zone)> = blocks
            .iter()
            .map(|&(row, col)| (layout.row_zones[row], layout.col_zones[col]))
            .collect();
        let within = |square: Square, (row, col): (Zone, Zone)| {
            Square::new(square.row - row.start, square.col - col.start)
        };
        // The colour in which the path comes into the block after `block`.
        let colour_after = |block: usize| {
            let odd = parts[..=block]
                .iter()
                .filter(|(row, col)| row.size * col.size % 2 == 1)
                .count() as u32;
            (start.colour() + odd) % 2
        };
        // The ports by which it can go on from `block`, if it does.
        let ports = |block: usize, borders: usize, down: bool| -> Vec<Option<Port>> {
            if borders == 0 {
                return vec![None];
            }
            let (row, col) = parts[block + 1];
            let colour = colour_after(block);
            let fits = |port: &Port| {
                let entry = port.entry(down);
                Square::new(row.start + entry.row, col.start + entry.col).colour() == colour
            };
            let length = if down { col.size } else { row.size };
            Port::all(length)
                .into_iter()
                .filter(fits)
                .take(PORTS)
                .map(Some)
                .collect()
        };
        let ports_down = ports(0, borders_down, true);
        let ports_across = ports(borders_down, across, false);
        for &down in &ports_down {
            for &right in &ports_across {
                let tiles: Option<Vec<PathTile>> = (0..blocks.len())
                    .map(|nth| {
                        let (row, col) = parts[nth];
                        let entered = if nth <= borders_down {
                            down.map(|port| port.entry(true))
                        } else {
                            right.map(|port| port.entry(false))
                        };
                        let left = if nth < borders_down {
                            down.map(|port| port.exit(true, row.size, col.size))
                        } else {
                            right.map(|port| port.exit(false, row.size, col.size))
                        };
                        let from = if nth == 0 {
                            within(start, parts[0])
                        } else {
                            entered?
                        };
                        let to = if nth + 1 == blocks.len() {
                            within(end, parts[nth])
                        } else {
                            left?
                        };
                        self.tile(Task {
                            rows: row.size,
                            cols: col.size,
                            from,
                            to,
                            sides: layout.sides(blocks[nth]),
                        })
                    })
                    .collect();
                if tiles.is_some() {
                    return tiles;
                }
            }
        }
        None
    }

    /// The one tile of a path from `start` to any square of its tile.
    fn path_from(&mut self, layout: &Layout, start: Square) -> Option<PathTile> {
        let at = layout.path()[0];
        let (row, col) = (layout.row_zones[at.0], layout.col_zones[at.1]);
        let (rows, cols) = (row.size, col.size);
        let from = Square::new(start.row - row.start, start.col - col.start);
        let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| Square::new(row, col)));
        let mut ends: Vec<Square> = squares
            .filter(|to| to.colour() == 0 && *to != from)
            .collect();
        // Begin anywhere, so that another seed ends elsewhere.
        let shift = self.seed as usize % ends.len();
        ends.rotate_left(shift);
        ends.into_iter().find_map(|to| {
            self.tile(Task {
                rows,
                cols,
                from,
                to,
                sides: layout.sides(at),
            })
        })
    }

    /// One tile, with hooks on the sides asked for.
    fn tile(&mut self, task: Task) -> Option<PathTile> {
        if let Some((_, tile)) = self.known.iter().find(|(known, _)| *known == task) {
            return tile.clone();
        }
        let tile = self.solve(&task);
        self.known.push((task, tile.clone()));
        tile
    }

    fn solve(&self, task: &Task) -> Option<PathTile> {
        let Task {
            rows,
            cols,
            from,
            to,
            ref sides,
        } = *task;
        let mut choices: Vec<(u32, Vec<Hook>)> = (0..1_u32 << sides.len())
            .map(|bits| {
                let hooks: Vec<Hook> = (0..)
                    .zip(sides)
                    .map(|(nth, &side)| Hook {
                        side,
                        other_corner: bits >> nth & 1 == 1,
                    })
                    .collect();
                // A corner where the path ends has one move instead of two, so prefer others.
                let price = |hook: &Hook| {
                    let (a, b) = hook.edge(rows, cols);
                    let is_end = |square| square == from || square == to;
                    4 * u32::from(is_end(a)) + u32::from(is_end(b))
                };
                (hooks.iter().map(price).sum(), hooks)
            })
            .collect();
        choices.sort_by_key(|&(price, _)| price);
        let tries = if self.narrow { choices.len() } else { 4 };
        choices.into_iter().take(tries).find_map(|(_, hooks)| {
            let forced: Vec<_> = hooks.iter().map(|hook| hook.edge(rows, cols)).collect();
            let order = small::path(rows, cols, from, to, &forced, self.seed)?;
            Some(PathTile {
                tile: Tile::from_order(rows, cols, &order),
                hooks,
            })
        })
    }
}
