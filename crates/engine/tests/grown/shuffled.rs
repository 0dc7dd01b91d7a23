//! A second mirror, as plain as can be: each pass invocation by invocation, in an order by chance. What comes out must
//! not depend on the order.

use courser_board::Square;
use courser_engine::EngineError;
use courser_engine::grown::{
    AXES, Bands, Class, CpuGrown, CycleState, Grown, Layout, Marked, MeltPass, NO_LABEL, NO_OFFER, Passes, Pick, Piece,
    Planes, SHAPES, Setup, mix, unmix,
};

use crate::random::Random;
use crate::tools::{lockstep, setup};

/// The state as one would write it down first.
pub(crate) struct Shuffled {
    setup: Setup,
    layout: Layout,
    random: Random,
    /// For each axis and cell whether the edge is used.
    edges: [Vec<bool>; 4],
    labels: Vec<u32>,
    marks: Vec<bool>,
    wide: Vec<bool>,
    cycles: Vec<CycleState>,
    pieces: Vec<Piece>,
    /// The start's planes come from the mirror: that pass is the host's on every device.
    first: CpuGrown,
}

impl Shuffled {
    pub(crate) fn new(setup: Setup, seed: u64) -> Self {
        let layout = *setup.layout();
        let cells = layout.cells() as usize;
        Self {
            first: CpuGrown::new(setup.clone()).unwrap(),
            setup,
            layout,
            random: Random(seed),
            edges: std::array::from_fn(|_| vec![false; cells]),
            labels: vec![NO_LABEL; cells],
            marks: vec![false; cells],
            wide: vec![false; cells],
            cycles: Vec::new(),
            pieces: Vec::new(),
        }
    }

    fn order(&mut self, count: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count).collect();
        for last in (1..count as usize).rev() {
            order.swap(last, self.random.below(last as u64 + 1) as usize);
        }
        order
    }

    /// The squares in an order by chance.
    fn squares(&mut self) -> Vec<Square> {
        let cols = self.layout.cols;
        self.order(self.layout.rows * cols).into_iter().map(|nth| Square::new(nth / cols, nth % cols)).collect()
    }

    fn on_board(&self, row: i64, col: i64) -> Option<u32> {
        let (rows, cols) = (i64::from(self.layout.rows), i64::from(self.layout.cols));
        ((0..rows).contains(&row) && (0..cols).contains(&col))
            .then(|| self.layout.cell(Square::new(row as u32, col as u32)))
    }

    /// The cell an axis further, `times` 1 or -1.
    fn along(&self, cell: u32, axis: usize, times: i64) -> Option<u32> {
        let Square { row, col } = self.layout.square(cell);
        let (down, right) = AXES[axis];
        self.on_board(i64::from(row) + times * i64::from(down), i64::from(col) + times * i64::from(right))
    }

    /// The four edges of a gadget, as axis and cell, if it is on the board: two along the first axis, two along the
    /// second.
    fn gadget(&self, anchor: u32, shape: usize) -> Option<[(usize, u32); 4]> {
        let (i, j) = SHAPES[shape];
        let (to_i, to_j) = (self.along(anchor, i, 1)?, self.along(anchor, j, 1)?);
        self.along(to_i, j, 1)?;
        Some([(i, anchor), (i, to_j), (j, anchor), (j, to_i)])
    }

    /// 0 if the edges along the first axis are used and the others are not, 1 the other way round.
    fn state(&self, gadget: [(usize, u32); 4]) -> Option<u32> {
        match gadget.map(|(axis, cell)| self.edges[axis][cell as usize]) {
            [true, true, false, false] => Some(0),
            [false, false, true, true] => Some(1),
            _ => None,
        }
    }

    fn switch(&mut self, gadget: [(usize, u32); 4]) {
        for (axis, cell) in gadget {
            let edge = &mut self.edges[axis][cell as usize];
            *edge = !*edge;
        }
    }

    /// The cells next to one on its cycle, in the order of the links; the other end of an open tour last.
    fn next_to(&self, cell: u32) -> Vec<u32> {
        let onward = (0..4).filter(|&axis| self.edges[axis][cell as usize]);
        let back =
            (0..4).filter(|&axis| self.along(cell, axis, -1).is_some_and(|other| self.edges[axis][other as usize]));
        let mut next: Vec<u32> = onward.filter_map(|axis| self.along(cell, axis, 1)).collect();
        next.extend(back.filter_map(|axis| self.along(cell, axis, -1)));
        if let Some(end) = self.setup.end() {
            let ends = [self.layout.cell(self.setup.start()), self.layout.cell(end)];
            if let Some(at) = ends.iter().position(|&end| end == cell) {
                next.push(ends[1 - at]);
            }
        }
        next
    }

    fn bits(&self, squares: &[bool]) -> Vec<u32> {
        let mut plane = vec![0; self.layout.plane_words() as usize];
        for (cell, _) in (0..).zip(squares).filter(|(_, marked)| **marked) {
            let Square { row, col } = self.layout.square(cell);
            let word = (row + 2) * self.layout.stride() + 1 + col / 32;
            plane[word as usize] |= 1 << (col % 32);
        }
        plane
    }

    fn splitter(&self, half: u32) -> u32 {
        let (across, splitters) = (self.layout.cols.div_ceil(8), self.grid());
        match half / 2 {
            nth if nth == splitters => self.layout.cell(self.setup.start()),
            nth => self.layout.cell(Square::new(nth / across * 8, nth % across * 8)),
        }
    }

    /// Splitters for their place.
    fn grid(&self) -> u32 {
        self.layout.rows.div_ceil(8) * self.layout.cols.div_ceil(8)
    }

    fn halves(&self) -> u32 {
        let Square { row, col } = self.setup.start();
        2 * (self.grid() + u32::from(row % 8 != 0 || col % 8 != 0))
    }

    fn walk(&self, half: u32) -> Vec<u32> {
        let splitters: Vec<u32> = (0..self.halves()).step_by(2).map(|half| self.splitter(half)).collect();
        let mut path = vec![self.splitter(half)];
        let mut last = path[0];
        let Some(&first) = self.next_to(last).get(half as usize % 2) else { return path };
        let mut here = first;
        loop {
            path.push(here);
            if splitters.contains(&here) {
                return path;
            }
            let next = self.next_to(here).into_iter().find(|&next| next != last).unwrap();
            (last, here) = (here, next);
        }
    }
}

impl Passes for Shuffled {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn bytes(&self) -> u64 {
        self.first.bytes()
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.first.start()?;
        let planes = self.first.planes()?;
        for square in self.squares() {
            for axis in 0..4 {
                let used = planes.is_used(axis, square.row.into(), square.col.into());
                self.edges[axis][self.layout.cell(square) as usize] = used;
            }
        }
        Ok(())
    }

    fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<(), EngineError> {
        for pass in passes {
            for square in self.squares() {
                if (square.row + square.col) % 2 != pass.class.colour {
                    continue;
                }
                let (anchor, word) = (self.layout.cell(square), square.row * self.layout.words() + square.col / 32);
                let coins = mix(mix(word ^ pass.keys[0]).wrapping_add(pass.keys[1]));
                let Some(gadget) = self.gadget(anchor, pass.class.shape as usize) else { continue };
                let may = !inside || self.wide[anchor as usize];
                if may && coins >> (square.col % 32) & 1 == 1 && self.state(gadget).is_some() {
                    self.switch(gadget);
                }
            }
        }
        Ok(())
    }

    fn label(&mut self) -> Result<u32, EngineError> {
        let mut labels: Vec<u32> = vec![NO_LABEL; self.layout.cells() as usize];
        for square in self.squares() {
            let cell = self.layout.cell(square);
            if labels[cell as usize] != NO_LABEL || self.next_to(cell).is_empty() {
                continue;
            }
            let mut cycle = vec![cell];
            labels[cell as usize] = cell;
            let mut at = 0;
            while at < cycle.len() {
                for next in self.next_to(cycle[at]) {
                    if labels[next as usize] == NO_LABEL {
                        labels[next as usize] = cell;
                        cycle.push(next);
                    }
                }
                at += 1;
            }
            let least = *cycle.iter().min().unwrap();
            cycle.into_iter().for_each(|cell| labels[cell as usize] = least);
        }
        let roots = (0..self.layout.cells()).filter(|&cell| labels[cell as usize] == cell);
        let cycle = |label| CycleState { label, joined: false, best: NO_OFFER, pick: Pick::NONE };
        self.cycles = roots.map(cycle).collect();
        self.labels = labels;
        Ok(self.cycles.len() as u32)
    }

    fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>, EngineError> {
        Ok(cells.iter().map(|&cell| self.labels[cell as usize]).collect())
    }

    fn mark(&mut self, marked: Marked) -> Result<(), EngineError> {
        let is_marked = |cycle: &CycleState| match marked {
            Marked::Apart { main, .. } => !cycle.joined && cycle.label != main,
            Marked::ByCoin(key) => mix(cycle.label ^ key) & 1 == 1,
        };
        let labels: Vec<u32> = self.cycles.iter().filter(|cycle| is_marked(cycle)).map(|cycle| cycle.label).collect();
        for square in self.squares() {
            let cell = self.layout.cell(square) as usize;
            self.marks[cell] = labels.contains(&self.labels[cell]);
        }
        Ok(())
    }

    fn dilate(&mut self) -> Result<(), EngineError> {
        for square in self.squares() {
            let (row, col) = (i64::from(square.row), i64::from(square.col));
            let near = (-4..=4).flat_map(|down| (-4..=4).map(move |right| (row + down, col + right)));
            let is_near = near.filter_map(|(row, col)| self.on_board(row, col)).any(|cell| self.marks[cell as usize]);
            self.wide[self.layout.cell(square) as usize] = is_near;
        }
        Ok(())
    }

    fn scan(&mut self, key: u32) -> Result<(), EngineError> {
        self.cycles.iter_mut().for_each(|cycle| cycle.best = NO_OFFER);
        for square in self.squares() {
            let anchor = self.layout.cell(square);
            for shape in 0..SHAPES.len() {
                let Some(gadget) = self.gadget(anchor, shape) else { continue };
                let Some(state) = self.state(gadget) else { continue };
                // The second edge in use begins at the anchor of the gadget's edge along the same axis.
                let other = gadget[if state == 0 { 1 } else { 3 }].1;
                let label = match [anchor, other].map(|cell| self.marks[cell as usize]) {
                    [true, false] => self.labels[anchor as usize],
                    [false, true] => self.labels[other as usize],
                    _ => continue,
                };
                let offer = mix((anchor * 6 + shape as u32) ^ key);
                let cycle = self.cycles.iter_mut().find(|cycle| cycle.label == label).unwrap();
                cycle.best = cycle.best.min(offer);
            }
        }
        Ok(())
    }

    fn pick(&mut self, key: u32) -> Result<(), EngineError> {
        for nth in self.order(self.cycles.len() as u32) {
            let best = self.cycles[nth as usize].best;
            self.cycles[nth as usize].pick = Pick::NONE;
            if best == NO_OFFER {
                continue;
            }
            let name = unmix(best) ^ key;
            let gadget = self.gadget(name / 6, (name % 6) as usize).unwrap();
            let state = self.state(gadget).unwrap();
            self.cycles[nth as usize].pick = Pick { gadget: name, state };
        }
        Ok(())
    }

    fn apply(&mut self) -> Result<u32, EngineError> {
        let mut switched = 0;
        for class in (0..Class::COUNT).map(Class::new) {
            for nth in self.order(self.cycles.len() as u32) {
                let pick = self.cycles[nth as usize].pick;
                if pick.gadget == Pick::NO_GADGET || pick.gadget % 6 != class.shape {
                    continue;
                }
                let Square { row, col } = self.layout.square(pick.gadget / 6);
                let gadget = self.gadget(pick.gadget / 6, class.shape as usize).unwrap();
                if (row + col) % 2 == class.colour && self.state(gadget) == Some(pick.state) {
                    self.switch(gadget);
                    self.cycles[nth as usize].joined = true;
                    switched += 1;
                }
            }
        }
        Ok(switched)
    }

    fn splitters(&mut self) -> Result<(), EngineError> {
        let halves = self.halves();
        let start = (0..halves).find(|&half| self.splitter(half) == self.layout.cell(self.setup.start())).unwrap();
        self.pieces = vec![Piece { next: Piece::NOWHERE, steps: 0 }; halves as usize];
        for half in self.order(halves) {
            let path = self.walk(half);
            let Some([before, last]) = path.last_chunk() else { continue };
            let splitter = (0..halves).step_by(2).find(|&half| self.splitter(half) == *last).unwrap();
            // It came by the link to the square before, and leaves by the other.
            let came = self.next_to(*last).iter().position(|next| next == before).unwrap() as u32;
            let next = if splitter == start { Piece::START + 1 - came } else { splitter + 1 - came };
            self.pieces[half as usize] = Piece { next, steps: path.len() as u32 - 1 };
        }
        Ok(())
    }

    fn rank(&mut self) -> Result<(), EngineError> {
        let pieces = self.pieces.clone();
        for half in self.order(pieces.len() as u32) {
            let mut piece = pieces[half as usize];
            while piece.next < Piece::START {
                let next = pieces[piece.next as usize];
                piece = Piece { next: next.next, steps: piece.steps + next.steps };
            }
            self.pieces[half as usize] = piece;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), EngineError> {
        for half in self.order(self.pieces.len() as u32) {
            let Piece { next, steps } = self.pieces[half as usize];
            if next == Piece::START {
                let path = self.walk(half);
                let first = self.setup.board().playable() as u32 - steps + 1;
                for (visit, &cell) in (first..).zip(&path[..path.len() - 1]) {
                    self.labels[cell as usize] = visit;
                }
            }
        }
        Ok(())
    }

    fn planes(&mut self) -> Result<Planes, EngineError> {
        let stride = self.layout.stride();
        let mut words = vec![0; 4 * self.layout.plane_words() as usize];
        for (axis, edges) in (0..).zip(&self.edges) {
            for (cell, _) in (0..).zip(edges).filter(|(_, used)| **used) {
                let Square { row, col } = self.layout.square(cell);
                words[(((row + 2) * 4 + axis) * stride + 1 + col / 32) as usize] |= 1 << (col % 32);
            }
        }
        Ok(Planes::from_words(self.layout, words))
    }

    fn cells(&mut self) -> Result<Vec<u32>, EngineError> {
        Ok(self.labels.clone())
    }

    fn marks(&mut self, wide: bool) -> Result<Vec<u32>, EngineError> {
        Ok(self.bits(if wide { &self.wide } else { &self.marks }))
    }

    fn cycles(&mut self) -> Result<Vec<CycleState>, EngineError> {
        Ok(self.cycles.clone())
    }

    fn pieces(&mut self) -> Result<Vec<Piece>, EngineError> {
        Ok(self.pieces.clone())
    }

    fn for_each_band(&mut self, _: Bands<'_>) -> Result<(), EngineError> {
        Ok(())
    }
}

#[test]
fn the_order_of_the_invocations_makes_no_difference_to_any_pass() {
    let square = |row, col| Some(Square::new(row, col));
    let cases = [
        (8, 8, true, [None, None]),
        (9, 40, false, [None, None]),
        (33, 34, true, [None, None]),
        (31, 33, false, [square(2, 4), None]),
        (14, 66, false, [square(3, 3), square(13, 64)]),
        // Two bands of melting, with a wedge between them.
        (131, 12, true, [None, None]),
        // Cycles that are joined by coins.
        (6, 2000, true, [None, None]),
    ];
    for (nth, (rows, cols, closed, ends)) in (1..).zip(cases) {
        for seed in [nth, 100 + nth] {
            let setup = setup(rows, cols, closed, ends, seed);
            let mut cpu = Grown::new(CpuGrown::new(setup.clone()).unwrap());
            let mut shuffled = Grown::new(Shuffled::new(setup, seed * 77));
            let passes = lockstep(&mut cpu, &mut shuffled)
                .unwrap_or_else(|text| panic!("{rows}x{cols}, closed: {closed}, {ends:?}, seed {seed}: {text}"));
            assert!(passes > 80, "{passes} passes");
        }
    }
}
