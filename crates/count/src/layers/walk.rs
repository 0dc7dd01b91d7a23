//! Conversion of numbers to tours and back, by walks through the layers.

use std::ops::ControlFlow;

use super::*;

/// Position of one tour in the backward walk through the layers of one half of the board: the state, and the index of
/// the partial tour among all partial tours that lead to this state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TourCursor {
    state: BlockState,
    rest: u64,
    tour: u32,
}

/// A batch of incomplete tours. Each step adds edges to them.
struct TourBatch {
    /// Number of cells of the board.
    cells: usize,
    /// For each tour and each cell, the two neighbouring cells on the tour.
    links: Vec<[u32; 2]>,
}

/// Sentinel for a neighbour that has not been found yet.
const NONE: u32 = u32::MAX - 1;

impl TourBatch {
    fn add(&mut self, tour: usize, edges: blocks::CellEdges, is_rotated: bool) {
        let (from, last) = (tour * self.cells, self.cells as u32 - 1);
        for (a, b) in edges.into_iter().flatten() {
            let turned = |cell: u32| if is_rotated && cell != APEX_CELL { last - cell } else { cell };
            for (one, other) in [(turned(a), turned(b)), (turned(b), turned(a))] {
                if one != APEX_CELL {
                    let links = &mut self.links[from + one as usize];
                    links[usize::from(links[0] != NONE)] = other;
                }
            }
        }
    }
}

/// Returns the error for layers that contradict each other.
pub(super) fn damaged() -> CountError {
    CountError::task("the layers contradict each other", TaskFlaw::StaleLayers)
}

/// Returns the error for squares that form none of the tours represented by the layers.
fn unnumbered() -> CountError {
    let message = "these squares are not one of the tours that are numbered";
    CountError::task(message, TaskFlaw::NotOfLayers)
}

impl Layers {
    /// Returns the tours with these numbers. The board must have a tour with each of these numbers.
    pub(super) fn tours(&self, numbers: &[u128]) -> Result<Vec<Vec<u32>>, CountError> {
        // On a small board, a sample can contain more elements than the board has tours.
        let mut distinct = numbers.to_vec();
        distinct.par_sort_unstable();
        distinct.dedup();
        let found = self.distinct(&distinct)?;
        let tour = |number: &u128| found[distinct.partition_point(|other| other < number)].clone();
        Ok(numbers.par_iter().map(tour).collect())
    }

    /// Returns the tours with these numbers, which must be distinct and ascending.
    fn distinct(&self, numbers: &[u128]) -> Result<Vec<Vec<u32>>, CountError> {
        let cells = self.layout.squares.len();
        // Tours are grouped by class, since the layers of a class are computed for all its tours at once.
        let mut by_class: BTreeMap<DegreeClass, Vec<(usize, u128, u32)>> = BTreeMap::new();
        for (tour, &number) in (0..).zip(numbers) {
            let block = self.blocks.partition_point(|&(_, before)| before <= number) - 1;
            let class = self.middle.class_below(self.blocks[block].0).ok_or_else(damaged)?;
            by_class.entry(class).or_default().push((block, number - self.blocks[block].1, tour));
        }
        let mut by_class: Vec<_> = by_class.into_iter().collect();
        by_class.sort_by_key(|(_, tours)| std::cmp::Reverse(tours.len()));
        let met: Vec<Vec<MeetingPair>> = by_class
            .into_par_iter()
            .with_max_len(1)
            .map_init(MiddleScratch::default, |room, (class, tours)| self.meetings(class, tours, room))
            .collect::<Result<_, _>>()?;
        let mut met: Vec<MeetingPair> = met.into_iter().flatten().collect();
        met.sort_unstable_by_key(|met| met.lower.tour);
        let index = self.indices();
        // In smaller batches, fewer tours have the same state. Larger batches exceed the cache.
        let batch = numbers.len().div_ceil(rayon::current_num_threads()).clamp(1, 1 << 15);
        let batches: Vec<Vec<Vec<u32>>> = met
            .par_chunks(batch)
            .map(|met| {
                let mut edges = TourBatch { cells, links: vec![[NONE; 2]; cells * met.len()] };
                let mut walkers: [Vec<TourCursor>; 2] = Default::default();
                for (tour, met) in (0..).zip(met) {
                    met.edges.iter().for_each(|&step| edges.add(tour as usize, step, false));
                    walkers[0].push(TourCursor { tour, ..met.upper });
                    walkers[1].push(TourCursor { tour, ..met.lower });
                }
                let [upper, lower] = &mut walkers;
                self.back(upper, &self.upper, &self.sweeps[0], false, &mut edges)?;
                self.back(lower, &self.lower, &self.sweeps[self.sweeps.len() - 1], true, &mut edges)?;
                edges.links.chunks(cells).map(|links| self.order(links, &index)).collect::<Result<_, _>>()
            })
            .collect::<Result<_, CountError>>()?;
        Ok(batches.into_iter().flatten().collect())
    }

    /// Finds the state in which the two halves of a tour meet, for each tour in `tours`. All these tours belong to
    /// `class`. Then walks back to the upper half, through the rows that both halves share.
    fn meetings(
        &self,
        class: DegreeClass,
        tours: Vec<(usize, u128, u32)>,
        room: &mut MiddleScratch,
    ) -> Result<Vec<MeetingPair>, CountError> {
        // Selects the lower blocks to which at least one of `tours` belongs.
        let is_asked_for = |place: &&BlockLocation| {
            let degrees = self.below()[place.chunk as usize].degrees(place.head as usize);
            let block = self.blocks.binary_search_by_key(&degrees, |&(degrees, _)| degrees);
            block.is_ok_and(|block| tours.binary_search_by_key(&block, |&(block, ..)| block).is_ok())
        };
        let places: Vec<BlockLocation> = self.classes.lower[&class].iter().filter(is_asked_for).copied().collect();
        let layers = self.middle.layers(class, &places, &self.halves(), room, true)?;
        let (mut met, mut found, mut dense) = (Vec::with_capacity(tours.len()), Vec::new(), Vec::new());
        let mut arrivals = Vec::new();
        for tours in tours.chunk_by(|a, b| a.0 == b.0) {
            let degrees = self.blocks[tours[0].0].0;
            let target = self.middle.target(degrees);
            let lower = find(self.below(), degrees).ok_or_else(damaged)?;
            let upper = find(&layers[layers.len() - 1..], target).ok_or_else(damaged)?;
            // States of the block. Each element contains two numbers: the number of tours through the earlier states of
            // the block, and the number of ways to complete the state.
            let (mut states, mut sum) = (Vec::with_capacity(lower.len()), 0_u128);
            self.middle.completions(&upper, &lower, room, &mut |count, ways| {
                states.push((sum, ways));
                sum += u128::from(count) * u128::from(ways);
            });
            dense.clear();
            dense.resize(MATCHINGS[target.pairs()] as usize, 0);
            upper.states().for_each(|(index, count)| dense[index as usize] = count);
            for &(_, number, tour) in tours {
                let at = states.partition_point(|&(before, _)| before <= number) - 1;
                let (before, ways) = states[at];
                if ways == 0 {
                    return Err(damaged());
                }
                let (way, mut rest) =
                    ((number - before) / u128::from(ways), ((number - before) % u128::from(ways)) as u64);
                let state = BlockState { degrees, index: lower.index_at(at) };
                let mut index = 0;
                if target.pairs() > 0 {
                    let pick = state.closing(&mut |partner| match rest.checked_sub(dense[partner as usize]) {
                        Some(less) => {
                            rest = less;
                            ControlFlow::Continue(())
                        }
                        None => {
                            index = partner;
                            ControlFlow::Break(())
                        }
                    });
                    if pick.is_continue() {
                        return Err(damaged());
                    }
                }
                let mut walker = TourCursor { state: BlockState { degrees: target, index }, rest, tour };
                let mut edges = Vec::new();
                for at in (0..layers.len()).rev() {
                    self.middle.arrivals(at, &layers, self.above(), walker.state.degrees, &mut arrivals);
                    collect(&arrivals, walker.state, walker.rest, &mut found);
                    edges.push(walker.step(&found)?);
                }
                met.push(MeetingPair { lower: TourCursor { state, rest: way as u64, tour }, upper: walker, edges });
            }
        }
        Ok(met)
    }

    /// Follows many tours at the same time from the last layer of a half back to the first layer.
    fn back(
        &self,
        walkers: &mut [TourCursor],
        steps: &[(LayerStep, u32)],
        layers: &[Vec<Chunk>],
        is_rotated: bool,
        edges: &mut TourBatch,
    ) -> Result<(), CountError> {
        let (mut arrivals, mut found) = (Vec::new(), Vec::new());
        for (at, (step, cell)) in steps.iter().enumerate().rev() {
            // Walkers with the same state have the same possible previous states. Walkers whose states are in the same
            // block have the same possible previous blocks. Sorting makes such walkers adjacent, so that they are
            // processed together.
            walkers.sort_unstable_by_key(|walker| walker.state);
            for alike in walkers.chunk_by_mut(|a, b| a.state.degrees == b.state.degrees) {
                step.arrivals(*cell, &layers[at], alike[0].state.degrees, &mut arrivals);
                for alike in alike.chunk_by_mut(|a, b| a.state == b.state) {
                    let most = alike.iter().map(|walker| walker.rest).max().unwrap_or(0);
                    collect(&arrivals, alike[0].state, most, &mut found);
                    for walker in alike {
                        edges.add(walker.tour as usize, walker.step(&found)?, is_rotated);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the squares of a tour in visiting order. `index` contains the board [index](Self::indices) of each cell.
    fn order(&self, links: &[[u32; 2]], index: &[u32]) -> Result<Vec<u32>, CountError> {
        let (board, index) = (self.task.board(), |cell: u32| index[cell as usize]);
        let cells = || (0..links.len() as u32).filter(|&cell| self.layout.squares[cell as usize]);
        let ends = || cells().filter(|&cell| links[cell as usize].contains(&APEX_CELL));
        let first = match self.task.tours() {
            Tours::Closed => cells().min_by_key(|&cell| index(cell)),
            Tours::Open { start, end } => {
                let given = start.or(end).map(|square| board.index(square) as u32);
                ends().find(|&cell| Some(index(cell)) == given).or_else(|| ends().min_by_key(|&cell| index(cell)))
            }
        };
        let mut at = first.ok_or_else(damaged)?;
        let near = links[at as usize];
        // The first square of an open tour has no predecessor. In a closed tour, the predecessor of the first square is
        // its neighbour with the higher index.
        let is_second_before = near[1] == APEX_CELL
            || near[0] != APEX_CELL && near[0] < NONE && near[1] < NONE && index(near[1]) > index(near[0]);
        let mut before = near[usize::from(is_second_before)];
        let mut order = Vec::with_capacity(links.len());
        let all = cells().count();
        while order.len() < all && at < NONE {
            order.push(index(at));
            let near = links[at as usize];
            (before, at) = (at, near[usize::from(near[0] == before)]);
        }
        // If only the end is given, the loop has followed the tour from that end.
        if let Tours::Open { start: None, end: Some(_) } = self.task.tours() {
            order.reverse();
        }
        if order.len() == all { Ok(order) } else { Err(damaged()) }
    }

    /// Returns the number of the tour that visits the squares in the given order or in the reverse order. `order`
    /// contains the indices of the squares.
    ///
    /// # Errors
    /// [`CountError::Task`] if the squares do not form such a tour.
    pub fn number(&self, order: &[u32]) -> Result<BigUint, CountError> {
        let number = self.number_of(order)?;
        // The states do not show whether a square occurs twice in `order`. Therefore `order` is compared with the tour
        // whose number is `number`. This tour contains every square once.
        let again = self.tour(&number.into())?;
        let reverse: Vec<u32> = order.iter().rev().copied().collect();
        let is_same = |order: &[u32]| match again.iter().position(|index| Some(index) == order.first()) {
            Some(at) if at == 0 || self.task.tours() == Tours::Closed => {
                again[at..].iter().chain(&again[..at]).eq(order)
            }
            _ => false,
        };
        if !is_same(order) && !is_same(&reverse) {
            return Err(unnumbered());
        }
        Ok(number.into())
    }

    fn number_of(&self, order: &[u32]) -> Result<u128, CountError> {
        let room = &mut MiddleScratch::default();
        let links = self.links(order).ok_or_else(unnumbered)?;
        let last = links.len() as u32 - 1;
        let turn = |cell: u32| if cell < NONE { last - cell } else { cell };
        let turned: Vec<[u32; 2]> = links.iter().rev().map(|near| near.map(turn)).collect();
        let upper = states(&self.upper, &links).ok_or_else(unnumbered)?;
        let lower = states(&self.lower, &turned).ok_or_else(unnumbered)?;
        let (above, below) = (upper[upper.len() - 1], lower[lower.len() - 1]);
        let between = self.middle.states(&links, above).ok_or_else(unnumbered)?;
        let block = self.blocks.binary_search_by_key(&below.degrees, |&(degrees, _)| degrees);
        let block = block.map_err(|_| unnumbered())?;
        let class = self.middle.class_below(below.degrees).ok_or_else(unnumbered)?;
        let places = self.classes.lower.get(&class).ok_or_else(unnumbered)?;
        let layers = self.middle.layers(class, places, &self.halves(), room, true)?;
        let target = self.middle.target(below.degrees);
        let lower_block = find(self.below(), below.degrees).ok_or_else(unnumbered)?;
        let upper_block = find(&layers[layers.len() - 1..], target).ok_or_else(unnumbered)?;
        let met = between[between.len() - 1];
        if met.degrees != target {
            return Err(unnumbered());
        }
        let (mut number, mut at, mut own_ways) = (self.blocks[block].1, 0, 0);
        self.middle.completions(&upper_block, &lower_block, room, &mut |count, ways| {
            let index = lower_block.index_at(at);
            at += 1;
            match index.cmp(&below.index) {
                std::cmp::Ordering::Less => number += u128::from(count) * u128::from(ways),
                std::cmp::Ordering::Equal => own_ways = ways,
                std::cmp::Ordering::Greater => {}
            }
        });
        let mut found = Vec::new();
        let passed = |from: BlockState, found: &[StateSource]| {
            let before = found.iter().take_while(|source| source.state < from);
            before.map(|source| u128::from(source.count)).sum::<u128>()
        };
        let mut half = |steps: &[(LayerStep, u32)], layers: &[Vec<Chunk>], states: &[BlockState]| {
            let step = |(at, (step, cell)): (usize, &(LayerStep, u32))| {
                let mut arrivals = Vec::new();
                step.arrivals(*cell, &layers[at], states[at + 1].degrees, &mut arrivals);
                collect(&arrivals, states[at + 1], u64::MAX, &mut found);
                passed(states[at], &found)
            };
            steps.iter().enumerate().map(step).sum::<u128>()
        };
        number += half(&self.lower, &self.sweeps[self.sweeps.len() - 1], &lower) * u128::from(own_ways);
        number += half(&self.upper, &self.sweeps[0], &upper);
        if met.degrees.pairs() > 0 {
            let _ = below.closing(&mut |partner| {
                if partner >= met.index {
                    return ControlFlow::Break(());
                }
                number += u128::from(upper_block.count(partner));
                ControlFlow::Continue(())
            });
        }
        for at in (0..layers.len()).rev() {
            let mut arrivals = Vec::new();
            self.middle.arrivals(at, &layers, self.above(), between[at].degrees, &mut arrivals);
            collect(&arrivals, between[at], u64::MAX, &mut found);
            number += passed(if at > 0 { between[at - 1] } else { above }, &found);
        }
        if number < self.total { Ok(number) } else { Err(unnumbered()) }
    }

    /// Converts each cell of the layout to a square of the task's board. Returns the indices of these squares.
    fn indices(&self) -> Vec<u32> {
        let (board, (_, corner)) = (self.task.board(), self.task.board().trimmed());
        let index = |cell: usize| {
            let square = self.layout.square(cell);
            board.index(courser_board::Square::new(square.row + corner.row, square.col + corner.col)) as u32
        };
        (0..self.layout.squares.len()).map(index).collect()
    }

    /// Returns the links of each cell: its two neighbours on the tour. Returns `None` if a square is not on the board
    /// or the number of squares is wrong.
    fn links(&self, order: &[u32]) -> Option<Vec<[u32; 2]>> {
        let board = self.task.board();
        let mut cell_of: Vec<u32> = vec![NONE; board.cells() as usize];
        for (cell, index) in self.indices().into_iter().enumerate().filter(|&(cell, _)| self.layout.squares[cell]) {
            cell_of[index as usize] = cell as u32;
        }
        let cells: Vec<u32> = order.iter().map(|&index| cell_of.get(index as usize).copied()).collect::<Option<_>>()?;
        let mut links = vec![[NONE; 2]; self.layout.squares.len()];
        if cells.contains(&NONE) || cells.len() as u64 != board.playable() {
            return None;
        }
        let beside = |cell: u32| if self.task.tours() == Tours::Closed { cell } else { APEX_CELL };
        let (first, last) = (beside(cells[0]), beside(cells[cells.len() - 1]));
        let around: Vec<u32> = [last].into_iter().chain(cells).chain([first]).collect();
        around.windows(3).for_each(|three| links[three[1] as usize] = [three[0], three[2]]);
        Some(links)
    }
}

/// The states in which the two halves of a tour meet.
struct MeetingPair {
    lower: TourCursor,
    upper: TourCursor,
    /// Edges between squares of the shared rows.
    edges: Vec<blocks::CellEdges>,
}

impl TourCursor {
    /// Walks the tour one step back, from the current state to one of the sources in `found`. Each source covers
    /// `count` consecutive values of `rest`. Returns the edges of the tour that belong to this step.
    fn step(&mut self, found: &[StateSource]) -> Result<blocks::CellEdges, CountError> {
        for source in found {
            match self.rest.checked_sub(source.count) {
                Some(less) => self.rest = less,
                None => {
                    self.state = source.state;
                    return Ok(source.edges);
                }
            }
        }
        Err(damaged())
    }
}

/// Follows a tour through the steps of one half. Returns the state before the first step and the state after each step.
/// Returns `None` if a step cannot follow the tour.
fn states(steps: &[(LayerStep, u32)], links: &[[u32; 2]]) -> Option<Vec<BlockState>> {
    let mut states = vec![BlockState::default()];
    for (step, cell) in steps {
        states.push(step.follow(*cell, links, states[states.len() - 1])?);
    }
    Some(states)
}
