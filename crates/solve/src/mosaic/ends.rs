//! Tours between two given squares, along a path of tiles. Each tile is solved separately.
//!
//! Each side of the board is divided into segments. Successive segments of equal size form a zone. Each end of the tour
//! lies in a zone of rows and a zone of columns that have only one segment each. Both ends can lie in the same zone.
//! After a suitable reflection, the path goes down from the tile of the first end, and then right to the tile of the
//! second end. The path uses the same move for every step down to the next tile, and the same move for every step right
//! to the next tile. Therefore the tiles of a straight section of the path are equal, and are solved once. Only a few
//! tiles are solved for a board of any size.

use courser_board::Square;
use courser_board::symmetry::Isometry;

use super::comb::{PathTile, TileLayout, build};
use super::cut::{Odd, Split, around};
use super::plan::{MosaicPlan, Zone};
use super::tile::{Hook, HostSide, Tile, Tiles};
use crate::factor::small;

/// Maximum number of different divisions into segments to try for each side, on boards whose sides are both at least 6.
const CUTS: usize = 6;
/// Maximum number of different divisions into segments to try for the long side, on boards of five rows. Tiles on such
/// boards have few paths.
const NARROW_CUTS: usize = 60;
/// Maximum number of ports to try for each direction in which the path crosses borders of tiles.
const PORTS: usize = 12;

/// Finds a tour from `start` to `end`. The colours of these two squares must allow a tour. If `end` is `None`, the tour
/// ends on any square. In this case, the number of squares must be odd, and `start` must have the colour of the
/// corners.
///
/// Returns `None` if no tour was found.
pub(super) fn tour(
    (rows, cols): (u32, u32),
    start: Square,
    end: Option<Square>,
    tiles: &mut Tiles,
) -> Option<MosaicPlan> {
    frames(rows, cols, start, end.unwrap_or(start)).find_map(|frame| {
        let mut solver = TileSolver::new(tiles.path_seed, frame.rows == 5);
        let plan = frame.layouts().into_iter().find_map(|layout| {
            let path = match end {
                Some(_) => solver.path(&layout, frame.start, frame.end)?,
                None => vec![solver.path_from(&layout, frame.start)?],
            };
            Some(build(layout, &path, false, tiles))
        });
        plan.map(|plan| plan.seen(frame.symmetry.inverse()))
    })
}

/// A board reflected so that the start is neither below nor to the right of the end.
#[derive(Clone, Copy, Debug)]
struct ReflectedBoard {
    /// The isometry that maps the board to the reflected board.
    symmetry: Isometry,
    rows: u32,
    cols: u32,
    start: Square,
    end: Square,
}

/// Returns the reflected board in two orientations: unchanged and transposed. If a side of the board is 5, returns only
/// orientations with 5 rows.
fn frames(rows: u32, cols: u32, start: Square, end: Square) -> impl Iterator<Item = ReflectedBoard> {
    [false, true].into_iter().filter_map(move |transpose| {
        let turn = Isometry { transpose, ..Isometry::IDENTITY };
        let [from, to] = [start, end].map(|square| turn.apply(square, rows, cols));
        let symmetry = Isometry { transpose, flip_rows: from.row > to.row, flip_cols: from.col > to.col };
        let [start, end] = [start, end].map(|square| symmetry.apply(square, rows, cols));
        let narrow = rows.min(cols) == 5;
        let (rows, cols) = symmetry.sides(rows, cols);
        (!narrow || rows == 5).then_some(ReflectedBoard { symmetry, rows, cols, start, end })
    })
}

impl ReflectedBoard {
    /// Returns possible layouts of tiles on the board, in ascending order of cost.
    fn layouts(&self) -> Vec<TileLayout> {
        // If both sides are odd, the row segment of odd size and the column segment of odd size must cross in a tile in
        // which the path turns, begins or ends.
        let mut odds = vec![(Odd::B, Odd::A)];
        if self.rows % 2 == 1 || self.cols % 2 == 1 {
            odds.extend([(Odd::A, Odd::A), (Odd::B, Odd::B)]);
        }
        let mut layouts = Vec::new();
        for (odd_row, odd_col) in odds {
            let (down, across) = self.splits(odd_row, odd_col);
            for down in &down {
                layouts.extend(across.iter().map(|across| {
                    let layout = TileLayout {
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

    /// Returns two lists. Each element of the first list divides the board's rows into zones. Each element of the
    /// second list divides the board's columns into zones.
    fn splits(&self, odd_row: Odd, odd_col: Odd) -> (Vec<Split>, Vec<Split>) {
        let (start, end) = (self.start, self.end);
        let across = |sizes| around(self.cols, start.col, end.col, odd_col, sizes);
        if self.rows == 5 {
            return (vec![Split::whole(5)], across(5..=24).take(NARROW_CUTS).collect());
        }
        let sizes = 6..=13;
        let down = around(self.rows, start.row, end.row, odd_row, sizes.clone());
        (down.take(CUTS).collect(), across(sizes).take(CUTS).collect())
    }
}

/// A move of the path across the border between two tiles, given by its squares on both sides of the border.
///
/// The fields `out_along` and `in_along` are positions along the border. All other fields are distances from the
/// border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Port {
    /// Distance in rows or columns from the border to the square at which the path leaves a tile: 1 or 2.
    before: u32,
    out_along: u32,
    /// Distance in rows or columns from the border to the first square of the next tile: 0 or 1.
    after: u32,
    in_along: u32,
}

impl Port {
    /// Returns all ports across a border of length `length`, from the middle of the border outwards.
    fn all(length: u32) -> Vec<Self> {
        let mut ports = Vec::new();
        for in_along in 0..length {
            for (before, after, by) in [(2, 0, 1), (1, 1, 1), (1, 0, 2)] {
                for out_along in [in_along.checked_sub(by), Some(in_along + by)].into_iter().flatten() {
                    if out_along < length {
                        ports.push(Self { before, out_along, after, in_along });
                    }
                }
            }
        }
        ports.sort_by_key(|port| (2 * port.in_along + 1).abs_diff(length) + (2 * port.out_along + 1).abs_diff(length));
        ports
    }

    /// Returns the last square of the path in a tile. The path leaves the tile downwards if `down` is true, and
    /// otherwise to the right.
    fn exit(self, down: bool, rows: u32, cols: u32) -> Square {
        if down {
            Square::new(rows - self.before, self.out_along)
        } else {
            Square::new(self.out_along, cols - self.before)
        }
    }

    /// Returns the first square of the path in the next tile. The next tile is below if `down` is true, and otherwise
    /// to the right.
    fn entry(self, down: bool) -> Square {
        if down { Square::new(self.after, self.in_along) } else { Square::new(self.in_along, self.after) }
    }
}

/// The requirements for the path in a tile: the size of the tile, the ends of the path, and the sides that need hooks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TilePath {
    rows: u32,
    cols: u32,
    from: Square,
    to: Square,
    sides: Vec<HostSide>,
}

/// The blocks of tiles along the path.
struct BlockPath {
    blocks: Vec<PathBlock>,
    /// Index of the block in which the direction of the path changes from down to right.
    turn: usize,
    start: Square,
    end: Square,
}

/// A block of the path: a tile, or a run of equal tiles.
struct PathBlock {
    row: Zone,
    col: Zone,
    sides: Vec<HostSide>,
}

impl PathBlock {
    fn is_odd(&self) -> bool {
        self.row.size * self.col.size % 2 == 1
    }

    /// Converts a square of the board to a square of this block's first tile.
    const fn within(&self, square: Square) -> Square {
        Square::new(square.row - self.row.start, square.col - self.col.start)
    }
}

impl BlockPath {
    fn new(layout: &TileLayout, start: Square, end: Square) -> Self {
        let part = |at: (usize, usize)| PathBlock {
            row: layout.row_zones[at.0],
            col: layout.col_zones[at.1],
            sides: layout.sides(at),
        };
        let blocks = layout.path().into_iter().map(part).collect();
        Self { blocks, turn: layout.to_row - layout.from_row, start, end }
    }

    /// Returns whether the path leaves this block downwards. If the result is `false`, the path leaves to the right.
    const fn goes_down(&self, block: usize) -> bool {
        block < self.turn
    }

    /// Returns the possible ports of `block`. A port is the move by which the path leaves a block and enters the next
    /// block. If the path leaves several successive blocks in the same direction, the path uses the same port in all
    /// these blocks.
    fn ports(&self, block: usize) -> Vec<Port> {
        let next = &self.blocks[block + 1];
        let down = self.goes_down(block);
        // Two successive tiles have entries of different colours only if the first of the two tiles has an odd number
        // of squares.
        let odd = self.blocks[..=block].iter().filter(|part| part.is_odd()).count() as u32;
        let colour = (self.start.colour() + odd) % 2;
        let fits = |port: &Port| {
            let entry = port.entry(down);
            Square::new(next.row.start + entry.row, next.col.start + entry.col).colour() == colour
        };
        let length = if down { next.col.size } else { next.row.size };
        Port::all(length).into_iter().filter(fits).take(PORTS).collect()
    }

    /// Returns the path that the tile with index `block` must contain if the path through the board uses the ports
    /// `down` and `right`.
    fn task(&self, block: usize, down: Port, right: Port) -> TilePath {
        let part = &self.blocks[block];
        let (rows, cols) = (part.row.size, part.col.size);
        let port = |block| if self.goes_down(block) { down } else { right };
        let from = match block.checked_sub(1) {
            None => part.within(self.start),
            Some(last) => port(last).entry(self.goes_down(last)),
        };
        let to = if block + 1 == self.blocks.len() {
            part.within(self.end)
        } else {
            port(block).exit(self.goes_down(block), rows, cols)
        };
        TilePath { rows, cols, from, to, sides: part.sides.clone() }
    }
}

/// A solver that computes the tiles of a path. The solver caches each tile, because the tile can be needed again for
/// another division of the board or another port.
struct TileSolver {
    seed: u64,
    narrow: bool,
    known: Vec<(TilePath, Option<PathTile>)>,
}

impl TileSolver {
    const fn new(seed: u64, narrow: bool) -> Self {
        Self { seed, narrow, known: Vec::new() }
    }

    /// Finds one tile for each block on the way from the block of `start` to the block of `end`. The paths through the
    /// tiles join into one path from `start` to `end`. Returns `None` if no such tiles were found.
    fn path(&mut self, layout: &TileLayout, start: Square, end: Square) -> Option<Vec<PathTile>> {
        let way = BlockPath::new(layout, start, end);
        // If the path crosses no border in a direction, the port of this direction is not used, so any value is
        // possible.
        let any = || vec![Port::default()];
        let down = if way.turn > 0 { way.ports(0) } else { any() };
        let right = if way.turn + 1 < way.blocks.len() { way.ports(way.turn) } else { any() };
        let pairs = down.iter().flat_map(|&down| right.iter().map(move |&right| (down, right)));
        pairs.into_iter().find_map(|(down, right)| {
            (0..way.blocks.len()).map(|block| self.tile(way.task(block, down, right))).collect()
        })
    }

    /// Finds a tile for the block that contains `start`. The path through this tile leads from `start` to another
    /// square of the tile.
    fn path_from(&mut self, layout: &TileLayout, start: Square) -> Option<PathTile> {
        // The start has the colour of the corners. Each other square of this colour in the start's tile can be the end.
        let task = BlockPath::new(layout, start, start).task(0, Port::default(), Port::default());
        let squares = (0..task.rows).flat_map(|row| (0..task.cols).map(move |col| Square::new(row, col)));
        let mut ends: Vec<Square> = squares.filter(|to| to.colour() == 0 && *to != task.from).collect();
        // The seed rotates the list of ends, so that different seeds give different ends. The residue is computed
        // before the conversion, so that the result is the same on platforms whose `usize` has 32 bits.
        let shift = (self.seed % ends.len() as u64) as usize;
        ends.rotate_left(shift);
        ends.into_iter().find_map(|to| self.tile(TilePath { to, ..task.clone() }))
    }

    /// Finds a tile with this path and with hooks on the requested sides. Returns `None` if none was found.
    fn tile(&mut self, task: TilePath) -> Option<PathTile> {
        if let Some((_, tile)) = self.known.iter().find(|(known, _)| *known == task) {
            return tile.clone();
        }
        let tile = self.solve(&task);
        self.known.push((task, tile.clone()));
        tile
    }

    fn solve(&self, task: &TilePath) -> Option<PathTile> {
        let TilePath { rows, cols, from, to, ref sides } = *task;
        let mut choices: Vec<(u32, Vec<Hook>)> = (0..1_u32 << sides.len())
            .map(|bits| {
                let hooks: Vec<Hook> =
                    (0..).zip(sides).map(|(nth, &side)| Hook { side, other_corner: bits >> nth & 1 == 1 }).collect();
                // A hook costs more if its corner is an end of the path, since the path uses only one of the two moves
                // of such a corner.
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
            Some(PathTile { tile: Tile::from_order(rows, cols, &order), hooks })
        })
    }
}
