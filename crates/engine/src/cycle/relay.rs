//! Many knights on one board, each in its own region. This is the mirror of `shaders/cycle/relay.wgsl` and
//! `shaders/cycle/choose_relay.wgsl`.

use std::collections::BTreeMap;
use std::ops::Range;

use courser_board::Square;
use courser_solve::relay::{MAX_TRIES, Region, RelayPlan};

use crate::cycle::{Cell, Phase, Status, StatusWord};

/// Number of words in a record of `shaders/cycle/relay.wgsl`.
const RECORD: usize = 17;

/// The regions of a board, with a lookup by square.
#[derive(Clone, Debug)]
pub(crate) struct Relay {
    /// Number of columns of the board.
    cols: u32,
    /// A value for each row of the board. The number of a square's region is the sum of the value in `down` for the
    /// square's row and the value in `across` for its column.
    down: Vec<u32>,
    across: Vec<u32>,
    /// Regions, row by row.
    regions: Vec<Region>,
    /// Paths that knights must follow, each as indices of squares. The key is the number of the knight. A knight
    /// without such a path has no entry.
    paths: BTreeMap<usize, Vec<u32>>,
    /// Number of regions in a row of regions.
    wide: usize,
}

impl Relay {
    pub(super) fn new(plan: &RelayPlan) -> Self {
        // Returns one value per row or column of the board: `factor` times the number of the band that contains the row
        // or column.
        let lines = |edges: &[u32], factor: usize| {
            let bands = edges.windows(2).enumerate();
            bands.flat_map(|(band, pair)| (pair[0]..pair[1]).map(move |_| (band * factor) as u32)).collect()
        };
        let ([down, across], wide) = (plan.edges(), plan.grid().1);
        let (down, across) = (lines(down, wide), lines(across, 1));
        let mut paths = BTreeMap::new();
        for region in plan.all_given() {
            let visits = plan.given(&region).unwrap_or_default();
            let mut path = vec![0; visits.len()];
            for (local, &visit) in (0..).zip(visits) {
                let square = region.rect.square(local);
                path[usize::from(visit) - 1] = square.row * plan.cols + square.col;
            }
            paths.insert(region.number as usize, path);
        }
        Self { cols: plan.cols, down, across, regions: plan.all().collect(), paths, wide }
    }

    /// Returns the number of knights.
    pub(super) fn knights(&self) -> usize {
        self.regions.len()
    }

    /// Returns the number of the knight that tours the region of a square.
    #[inline]
    pub(super) fn knight(&self, square: Square) -> usize {
        (self.down[square.row as usize] + self.across[square.col as usize]) as usize
    }

    /// Returns the number of the knight that tours the region of a square. `square` is the index of the square on the
    /// board.
    fn knight_at(&self, square: u32) -> usize {
        self.knight(Square::new(square / self.cols, square % self.cols))
    }

    /// Returns the region of a square.
    pub(crate) fn region(&self, square: u32) -> &Region {
        &self.regions[self.knight_at(square)]
    }

    /// Returns the index of the next square on the precomputed path of a knight. The knight is on `square`, which has
    /// the visit number `visit`. Returns `None` if the knight has no precomputed path or if `square` is the end of this
    /// path.
    pub(crate) fn next(&self, square: u32, visit: u32) -> Option<u32> {
        let path = self.paths.get(&self.knight_at(square))?;
        path.get(self.position(square, visit) as usize + 1).copied()
    }

    /// Converts the index of a square in its region to the index of the square on the board.
    fn index(&self, region: &Region, local: u32) -> u32 {
        let square = region.rect.square(local);
        square.row * self.cols + square.col
    }

    /// Returns the index of the exit of a square's region.
    pub(crate) fn exit(&self, square: u32) -> u32 {
        let region = self.region(square);
        self.index(region, region.exit)
    }

    /// Returns the indices of the entries of all regions.
    pub(super) fn entries(&self) -> impl Iterator<Item = u32> {
        self.regions.iter().map(|region| self.index(region, region.entry))
    }

    /// Returns the position of the visit number `visit` on the path of the knight that tours the region of `square`.
    /// Positions are counted from 0.
    pub(crate) fn position(&self, square: u32, visit: u32) -> u32 {
        self.region(square).position(u64::from(visit) - 1)
    }

    /// Returns the visit number at `position` on the path of the knight that tours the region of `square`.
    pub(super) fn visit_at(&self, square: u32, position: u32) -> u32 {
        self.region(square).index(position) as u32 + 1
    }

    /// Returns the state of a square before the first pass. A square has the same state after a restart of its region's
    /// knight.
    pub(super) fn first_cell(&self, square: u32) -> Cell {
        let region = self.region(square);
        let is_entry = self.index(region, region.entry) == square;
        let arrived = Cell { visit: self.visit_at(square, 0), phase: Phase::Arrived as u32, ..Cell::default() };
        if is_entry { arrived } else { Cell::default() }
    }

    /// Sets the initial state of each square in the range `squares` that is the entry of its region.
    pub(super) fn place(&self, squares: Range<u64>, cells: &mut [Cell]) {
        for entry in self.entries().filter(|&entry| squares.contains(&entry.into())) {
            cells[(u64::from(entry) - squares.start) as usize] = self.first_cell(entry);
        }
    }

    pub(super) fn fold(&self, statuses: &[Status]) -> Status {
        let mut all = Status { word: StatusWord::Done as u32, ..Status::default() };
        for (status, region) in statuses.iter().zip(&self.regions) {
            if status.tries >= MAX_TRIES {
                return Status { word: StatusWord::Stuck as u32, ..*status };
            }
            if status.word() != StatusWord::Done {
                all.word = StatusWord::Running as u32;
            }
            if let Some(before) = status.visit.checked_sub(1) {
                all.visit += region.position(before.into()) + 1;
            }
            all.tries += status.tries;
        }
        all
    }

    /// Splits the squares and the statuses into one item per row of regions. The first value of each item is the index
    /// of the item's first square.
    pub(super) fn split<'a>(
        &self,
        mut cells: &'a mut [Cell],
        statuses: &'a mut [Status],
    ) -> Vec<(u32, &'a mut [Cell], &'a mut [Status])> {
        let jobs = self.regions.chunks(self.wide).zip(statuses.chunks_mut(self.wide)).map(|(regions, statuses)| {
            let rect = regions[0].rect;
            (
                rect.top * self.cols,
                cells.split_off_mut(..(rect.rows * self.cols) as usize).unwrap_or_default(),
                statuses,
            )
        });
        jobs.collect()
    }

    /// Returns the column of a square's region in the grid of regions.
    pub(super) fn across(&self, square: u32) -> usize {
        self.across[(square % self.cols) as usize] as usize
    }

    /// Returns the regions in the form used by the shaders: `plan` in `shaders/cycle/relay.wgsl`.
    pub(super) fn words(&self) -> Vec<u32> {
        let mut words = [&self.down[..], &self.across].concat();
        let mut path = words.len() + RECORD * self.regions.len();
        for (knight, region) in self.regions.iter().enumerate() {
            let rect = region.rect;
            words.extend([rect.top, rect.left, rect.top + rect.rows, rect.left + rect.cols]);
            words.extend([self.index(region, region.entry), self.index(region, region.exit)]);
            words.extend([region.first as u32, rect.squares()]);
            words.extend(region.gaps.iter().flat_map(|gap| [gap.after, gap.squares as u32]));
            let squares = self.paths.get(&knight).map_or(0, Vec::len);
            words.push(if squares > 0 { path as u32 } else { 0 });
            path += squares;
        }
        words.extend(self.paths.values().flatten());
        words
    }
}
