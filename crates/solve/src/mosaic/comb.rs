//! Builds a plan from a divided board and the tiles on the board's path. Attaches all other tiles to the path. Computes
//! how the attached tiles change the visit numbers.

use courser_board::symmetry::Isometry;

use super::plan::{Cut, Linear, MosaicPlan, PositionTable, TileBlock, Zone, write_table};
use super::tile::{Hook, HostSide, Tile, Tiles, VARIANT_COUNT};

/// The division of a board into tiles, and the path that leads through some of the tiles.
///
/// The path begins in row zone `from_row` and column zone `spine`, runs down to row zone `to_row`, and then right to
/// column zone `to_col`. Each zone in which the path begins, turns or ends has exactly one segment. The tiles that are
/// not on the path are attached to it, directly or through other tiles:
///
/// ```text
///     . . s . . . .      s  spine: above and below the path
///     . . A . . . .      A  start of the path
///     . . | . . . .      |  the path, down
///     . . +---B . .      +  turn of the path     B  end of the path
///     . . s . . . .      .  teeth, to the left and to the right
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileLayout {
    pub(super) row_zones: Vec<Zone>,
    pub(super) col_zones: Vec<Zone>,
    pub(super) spine: usize,
    pub(super) from_row: usize,
    pub(super) to_row: usize,
    pub(super) to_col: usize,
}

impl TileLayout {
    pub(super) fn rows(&self) -> u32 {
        self.row_zones.last().map_or(0, Zone::end)
    }

    pub(super) fn cols(&self) -> u32 {
        self.col_zones.last().map_or(0, Zone::end)
    }

    /// Returns the blocks of the path as pairs (row zone, column zone), in path order.
    pub(super) fn path(&self) -> Vec<(usize, usize)> {
        let down = (self.from_row..=self.to_row).map(|row| (row, self.spine));
        down.chain((self.spine + 1..=self.to_col).map(|col| (self.to_row, col))).collect()
    }

    /// Returns those sides of a path tile at which another tile is attached.
    pub(super) fn sides(&self, (row, col): (usize, usize)) -> Vec<HostSide> {
        let in_spine = col == self.spine;
        let hangs = |side: &HostSide| match side {
            HostSide::Left => in_spine && col > 0,
            HostSide::Right => (row != self.to_row || col == self.to_col) && col + 1 < self.col_zones.len(),
            HostSide::Up => in_spine && row == self.from_row && row > 0,
            HostSide::Down => in_spine && row == self.to_row && row + 1 < self.row_zones.len(),
        };
        HostSide::ALL.into_iter().filter(hangs).collect()
    }

    /// Returns the total number of squares in the tiles that are attached, directly or through other tiles, to one side
    /// of a tile of this block.
    fn size(&self, side: HostSide, (row, col): (usize, usize)) -> Linear {
        let (rows, cols) = (u64::from(self.rows()), u64::from(self.cols()));
        let (down, right) = (self.row_zones[row], self.col_zones[col]);
        let (height, width) = (u64::from(down.size), u64::from(right.size));
        let [top, left] = [down, right].map(|zone| u64::from(zone.start));
        match side {
            HostSide::Right => {
                Linear { right: (height * width).wrapping_neg(), ..Linear::constant(height * (cols - left - width)) }
            }
            HostSide::Left => Linear { right: height * width, ..Linear::constant(height * left) },
            HostSide::Down => {
                Linear { down: (cols * height).wrapping_neg(), ..Linear::constant(cols * (rows - top - height)) }
            }
            HostSide::Up => Linear { down: cols * height, ..Linear::constant(cols * top) },
        }
    }
}

/// A tile of the path. A side of the tile has one hook if other tiles are attached to this side.
#[derive(Clone, Debug)]
pub(super) struct PathTile {
    pub(super) tile: Tile,
    pub(super) hooks: Vec<Hook>,
}

/// Returns the plan for `layout`. `path` contains one tile for each block of [`TileLayout::path`].
///
/// `closed` is true if two conditions hold: `path` contains a single tile, and the ends of the path through this tile
/// are one move apart.
pub(super) fn build(layout: TileLayout, path: &[PathTile], closed: bool, tiles: &mut Tiles) -> MosaicPlan {
    let blocks = vec![None; layout.row_zones.len() * layout.col_zones.len()];
    let mut builder = Builder { layout, tiles, blocks, known: Vec::new(), tables: Vec::new(), bytes: Vec::new() };
    builder.path(path);
    let seed = builder.tiles.variety().unwrap_or(0);
    let Builder { layout, blocks, tables, bytes, .. } = builder;
    let (at, first) = (layout.path()[0], &path[0].tile);
    let (top, left) = (layout.row_zones[at.0].start, layout.col_zones[at.1].start);
    let squares = (0..first.rows).flat_map(|row| (0..first.cols).map(move |col| (row, col)));
    let start = squares
        .map(|(row, col)| courser_board::Square::new(row, col))
        .find(|&square| first.position(square) == 0)
        .expect("every tile has a first square");
    MosaicPlan {
        rows: layout.rows(),
        cols: layout.cols(),
        closed,
        shift: 0,
        start: courser_board::Square::new(top + start.row, left + start.col),
        row_zones: layout.row_zones,
        col_zones: layout.col_zones,
        blocks: blocks.into_iter().map(|block| block.expect("path, spine and teeth cover the board")).collect(),
        tables,
        bytes,
        seed,
    }
}

/// An attached tile. `backwards` is true if the path of the tile is followed from its end to its beginning.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// First visit index of the tile, relative to the base of the host tile.
    base: Linear,
    backwards: bool,
}

/// Attaches other tiles to a tile. Each element of `children` is a hook and the number of squares that are attached at
/// this hook. Returns two lists. The first list contains the cuts at which the path of `tile` is interrupted, sorted by
/// position. The second list contains one [`Child`] per element of `children`, in the same order.
fn hang(tile: &Tile, children: &[(Hook, Linear)]) -> (Vec<Cut>, Vec<Child>) {
    let mut cuts: Vec<Cut> = children.iter().map(|&(hook, size)| Cut { after: tile.cut(hook).0, size }).collect();
    cuts.sort_by_key(|cut| cut.after);
    let hung = children.iter().map(|&(hook, _)| {
        let (after, backwards) = tile.cut(hook);
        let before = cuts.iter().filter(|cut| cut.after < after);
        let base = before.fold(Linear::constant(u64::from(after) + 1), |base, cut| base + cut.size);
        Child { base, backwards }
    });
    let hung = hung.collect();
    (cuts, hung)
}

/// The values that determine the table of a tile that is not on the path.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TileKey {
    rows: u32,
    cols: u32,
    symmetry: Isometry,
    backwards: bool,
    variants: bool,
}

struct Builder<'a> {
    layout: TileLayout,
    tiles: &'a mut Tiles,
    blocks: Vec<Option<TileBlock>>,
    known: Vec<(TileKey, u32)>,
    tables: Vec<PositionTable>,
    bytes: Vec<u8>,
}

impl Builder<'_> {
    /// Adds the tiles of the path, and all tiles attached to these tiles.
    fn path(&mut self, path: &[PathTile]) {
        let mut index = 0_u64;
        for (&at, PathTile { tile, hooks }) in self.layout.path().iter().zip(path) {
            let (row_zone, col_zone) = (self.layout.row_zones[at.0], self.layout.col_zones[at.1]);
            assert_eq!((tile.rows, tile.cols), (row_zone.size, col_zone.size));
            // The tiles of this block follow each other along the path. Other tiles are attached only at the sides that
            // the path does not cross. Therefore, for each side, the total number of squares in the attached tiles is
            // the same for all tiles of the block.
            let size = |side| Linear::constant(self.layout.size(side, at).first);
            let children: Vec<_> = hooks.iter().map(|&hook| (hook, size(hook.side))).collect();
            let (cuts, hung) = hang(tile, &children);
            let total = children.iter().fold(u64::from(tile.area()), |total, (_, size)| total.wrapping_add(size.first));
            let mut base = Linear::constant(index);
            if row_zone.count > 1 {
                base.down = total;
            }
            if col_zone.count > 1 {
                base.right = total;
            }
            let table = write_table(&mut self.bytes, tile);
            let table = self.add_table(table);
            self.set(at, TileBlock::new(table, base, &cuts));
            for (&hook, child) in hooks.iter().zip(hung) {
                self.line(at, hook, Child { base: base + child.base, ..child });
            }
            index = index.wrapping_add(total.wrapping_mul(u64::from(row_zone.count * col_zone.count)));
        }
    }

    /// Attaches a line of tiles to one side of a block. A line to the left or right of the block is a tooth. A line
    /// above or below the block is the spine, to which teeth are attached.
    fn line(&mut self, at: (usize, usize), hook: Hook, child: Child) {
        let across = self.layout.col_zones.len();
        let blocks: Vec<(usize, usize)> = match hook.side {
            HostSide::Right => (at.1 + 1..across).map(|col| (at.0, col)).collect(),
            HostSide::Left => (0..at.1).rev().map(|col| (at.0, col)).collect(),
            HostSide::Down => (at.0 + 1..self.layout.row_zones.len()).map(|row| (row, at.1)).collect(),
            HostSide::Up => (0..at.0).rev().map(|row| (row, at.1)).collect(),
        };
        let is_spine = matches!(hook.side, HostSide::Down | HostSide::Up);
        let teeth = [(HostSide::Left, at.1 > 0), (HostSide::Right, at.1 + 1 < across)];
        let teeth = teeth.into_iter().filter(|&(_, is_there)| is_spine && is_there);
        let teeth: Vec<Hook> = teeth.map(|(side, _)| Hook { side, other_corner: false }).collect();
        let mut base = child.base;
        for (nth, &at) in blocks.iter().enumerate() {
            let (tile, table) = self.tile(at, hook, child.backwards);
            let zone = if is_spine { self.layout.row_zones[at.0] } else { self.layout.col_zones[at.1] };
            let more = nth + 1 < blocks.len() || zone.count > 1;
            let hooks: Vec<Hook> = teeth.iter().copied().chain(more.then_some(hook)).collect();
            let size = |side| {
                let size = self.layout.size(side, at);
                // The spine is one tile wide.
                if is_spine { Linear { right: 0, ..size } } else { size }
            };
            let children: Vec<_> = hooks.iter().map(|&hook| (hook, size(hook.side))).collect();
            let (cuts, hung) = hang(&tile, &children);
            let next = if more { hung[hung.len() - 1] } else { Child { base: Linear::default(), ..child } };
            assert_eq!(next.backwards, child.backwards, "a line of tiles runs one way");
            assert_eq!(next.base.down, 0, "teeth of one zone are equal");
            let step = next.base.first;
            let bases = match hook.side {
                HostSide::Right => Linear { right: step, ..base },
                HostSide::Left => Linear { right: step, ..base }.right_to_left(zone.count),
                HostSide::Down => Linear { down: step, ..base },
                HostSide::Up => Linear { down: step, ..base }.upside_down(zone.count),
            };
            self.set(at, TileBlock::new(table, bases, &cuts));
            for (&hook, tooth) in teeth.iter().zip(hung) {
                self.line(at, hook, Child { base: bases + tooth.base, ..tooth });
            }
            base = base + step.wrapping_mul(zone.count.into());
        }
    }

    /// Returns the tile of a block outside the path, and the index of the tile's table. `hook` is the attachment of the
    /// tile to its host tile.
    fn tile(&mut self, at: (usize, usize), hook: Hook, backwards: bool) -> (Tile, u32) {
        let (rows, cols) = (self.layout.row_zones[at.0].size, self.layout.col_zones[at.1].size);
        let symmetry = hook.symmetry();
        let in_tooth = !symmetry.transpose;
        let variants = in_tooth && (rows, cols) == (8, 8) && self.tiles.variety().is_some();
        let key = TileKey { rows, cols, symmetry, backwards, variants };
        let place = |tile: Tile| {
            let seen = tile.seen(symmetry);
            if backwards { seen.reversed() } else { seen }
        };
        let (stored_rows, stored_cols) = symmetry.sides(rows, cols);
        let tile = place(if variants { Tile::variant(0) } else { self.tiles.tile(stored_rows, stored_cols) });
        if let Some(&(_, table)) = self.known.iter().find(|(known, _)| *known == key) {
            return (tile, table);
        }
        let mut table = write_table(&mut self.bytes, &tile);
        if variants {
            for number in 1..VARIANT_COUNT {
                write_table(&mut self.bytes, &place(Tile::variant(number)));
            }
            table.count = VARIANT_COUNT;
        }
        let table = self.add_table(table);
        self.known.push((key, table));
        (tile, table)
    }

    fn add_table(&mut self, table: PositionTable) -> u32 {
        self.tables.push(table);
        self.tables.len() as u32 - 1
    }

    fn set(&mut self, (row, col): (usize, usize), block: TileBlock) {
        let slot = &mut self.blocks[row * self.layout.col_zones.len() + col];
        assert!(slot.replace(block).is_none(), "a block is set once");
    }
}
