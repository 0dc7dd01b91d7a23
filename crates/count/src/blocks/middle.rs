//! Decides the moves among the rows that both halves share, and joins the halves class by class.
//!
//! The squares of the shared rows and all possible moves between them form a graph. The squares of each connected
//! component are coloured alternately, as on a chessboard, so a move adds one edge to a square of each colour.
//! Therefore the moves do not change the difference between the component's two degree sums, one per colour. Blocks
//! with the same differences for all components form a class, and the classes are independent of each other.

use std::collections::BTreeMap;
use std::sync::Mutex;

use num_bigint::BigUint;

use super::back::{self, Arrival, BlockState, CellLinks};
use super::class::{DegreeClass, ZERO, apex_choices, sides};
use super::complete::{BackwardPass, Emit, no_ways};
use super::degrees::{APEX, Degrees};
use super::gather::{Arrow, Scratch, gather};
use super::half::SweepBoard;
use super::join::{self, JoinScratch};
use super::layer::{Chunk, LayerBlock};
use super::matching::Operation;
use super::ring::Ring;
use crate::CountError;

/// Maximum number of components whose differences of degree sums define a class. Each component has one difference of
/// six bits, and all differences together must fit in 128 bits. For a knight on a board without holes, there are at
/// most four components.
const MAX_PATHS: usize = 20;

/// The rows that the two halves of a board share.
#[derive(Clone, Debug)]
pub(crate) struct Middle {
    layout: SweepBoard,
    /// Index of the first cell of the shared rows.
    first: usize,
    /// Moves between squares of the shared rows, each as a pair of slots.
    moves: Vec<(u32, u32)>,
    /// Squares of each component, as a pair of slot masks. Every move of the component joins a square of the first mask
    /// to a square of the second mask.
    sides: Vec<(u32, u32)>,
    /// Mask of the slots of the squares. If tours are open, the mask also contains the slot of the apex.
    squares: u32,
    /// Slots of the squares' mirror images, indexed by the slots of the squares. The field is `None` if the board is
    /// not its own mirror image, or if the use of symmetry is disabled.
    mirror: Option<Vec<u8>>,
    /// Slots of the squares' images under a rotation by 180°, indexed by the slots of the squares.
    turn: Vec<u8>,
    /// All possible choices of the squares that get an edge to the apex. Each choice has up to two squares of the
    /// shared rows.
    apex_choices: Vec<Vec<u32>>,
    /// True if both halves are equal. If so, either half can have the larger number of edges to the apex.
    is_same_rotated: bool,
    /// True if the upper half has squares outside the shared rows.
    above: bool,
    /// True if the lower half has squares outside the shared rows.
    below: bool,
}

/// The location of a block in the last layer of one half of the board: the index of its chunk, and its index in the
/// chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockLocation {
    pub(crate) chunk: u32,
    pub(crate) head: u32,
}

/// The blocks of both halves, grouped by class.
#[derive(Debug)]
pub(crate) struct Classes {
    upper: BTreeMap<DegreeClass, Vec<BlockLocation>>,
    pub(crate) lower: BTreeMap<DegreeClass, Vec<BlockLocation>>,
}

impl Middle {
    pub(crate) fn new(layout: &SweepBoard) -> Self {
        let (above, below) = layout.halves();
        let first = above * layout.cols;
        let slots = layout.shared * layout.cols;
        let slot = |cell: usize| 1_u32 << (cell - first);
        let shared = first..first + slots;
        let later = |from: usize| layout.moves[from].iter().filter(move |&&to| to > from).map(move |&to| (from, to));
        let among = shared.clone().flat_map(later).filter(|(_, to)| shared.contains(to));
        let mut moves: Vec<(u32, u32)> = among.map(|(from, to)| (slot(from), slot(to))).collect();
        let squares = layout.shared_squares(above);
        let sides = sides(squares & !APEX, &moves);
        // The moves are sorted by component. Therefore degrees that cannot lead to the target are found early.
        let path = |slot: u32| sides.iter().position(|(a, b)| (a | b) & slot != 0);
        moves.sort_by_key(|&(a, b)| (path(a), a, b));
        let mirror = layout.is_same_mirrored().then(|| {
            (0..slots)
                .map(|slot| (slot / layout.cols * layout.cols + layout.cols - 1 - slot % layout.cols) as u8)
                .collect()
        });
        let ends: Vec<u32> = layout.ends.iter().filter(|end| shared.contains(end)).map(|&end| slot(end)).collect();
        Self {
            layout: layout.clone(),
            first,
            moves,
            sides: sides.into_iter().take(MAX_PATHS).collect(),
            squares,
            mirror,
            turn: (0..slots).rev().map(|slot| slot as u8).collect(),
            apex_choices: apex_choices(squares, &ends, layout.free_ends),
            is_same_rotated: layout.is_same_rotated() && above == below,
            above: layout.has_squares(above),
            below: layout.rotated().has_squares(below),
        }
    }

    /// Disables the use of symmetry. Afterwards, each block and each edge represents only itself, and not its mirror
    /// image. Therefore each tour is found once.
    pub(crate) fn unfolded(self) -> Self {
        Self { mirror: None, is_same_rotated: false, ..self }
    }

    fn class(&self, degrees: Degrees) -> DegreeClass {
        let difference = |&(a, b): &(u32, u32)| (degrees.sum(a) - degrees.sum(b)) as i128;
        let differences = self.sides.iter().fold(0_i128, |all, side| all << 6 | (ZERO as i128 + difference(side)));
        DegreeClass { differences: differences as u128, apex: degrees.at(APEX) }
    }

    /// Returns the degrees that a block of the upper half must have. With these degrees, the block completes the blocks
    /// of the lower half that have the degrees `lower`.
    pub(crate) fn target(&self, lower: Degrees) -> Degrees {
        lower.permuted(&self.turn).complement(self.squares)
    }

    /// Returns the multiplicity of a target: 2 if the target also represents its mirror image, 0 if the mirror image
    /// represents the target, and otherwise 1.
    fn weight(&self, target: Degrees) -> u32 {
        let Some(mirror) = &self.mirror else { return 1 };
        let mirrored = target.permuted(mirror);
        let order = |degrees: Degrees| (self.class(degrees), degrees);
        match order(target).cmp(&order(mirrored)) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }

    /// Sorts the blocks of both halves into classes.
    pub(crate) fn classes(&self, upper: &[Chunk], lower: &[Chunk]) -> Classes {
        let places = |chunks: &[Chunk], class: &dyn Fn(Degrees) -> Option<DegreeClass>| {
            let mut found: BTreeMap<DegreeClass, Vec<BlockLocation>> = BTreeMap::new();
            for (number, chunk) in chunks.iter().enumerate() {
                for head in 0..chunk.len() {
                    if let Some(class) = class(chunk.degrees(head)) {
                        found.entry(class).or_default().push(BlockLocation { chunk: number as u32, head: head as u32 });
                    }
                }
            }
            found
        };
        Classes {
            upper: places(upper, &|degrees| Some(self.class(degrees))),
            lower: places(lower, &|degrees| self.class_below(degrees)),
        }
    }

    /// Returns the class in which a block of the lower half is counted, or `None` if the mirror image of the block is
    /// counted instead.
    pub(crate) fn class_below(&self, degrees: Degrees) -> Option<DegreeClass> {
        let target = self.target(degrees);
        (self.weight(target) > 0).then(|| self.class(target))
    }

    /// Returns the two classes of a block: its class as a block of the upper half, and its class as a block of the
    /// lower half.
    pub(super) fn group(&self, degrees: Degrees) -> [DegreeClass; 2] {
        [self.class(degrees), self.class_below(degrees).unwrap_or(DegreeClass::NONE)]
    }

    /// Returns the change of [`DegreeClass::differences`] if each square in `slots` gets an edge to the apex. The
    /// result has six bits per component.
    fn change(&self, slots: &[u32]) -> i128 {
        let of = |slot: u32| {
            let side =
                |all: i128, &(a, b): &(u32, u32)| (all << 6) + i128::from(a & slot != 0) - i128::from(b & slot != 0);
            self.sides.iter().fold(0, side)
        };
        slots.iter().map(|&slot| of(slot)).sum()
    }

    /// Returns the sources of the blocks of a class. In the blocks of this class, the edges between the apex and the
    /// shared rows are already decided. A source consists of a class of the upper half, the squares that get an edge
    /// to the apex, and a multiplicity.
    pub(super) fn sources(&self, class: DegreeClass) -> Vec<(DegreeClass, &[u32], u32)> {
        let lower_edges = if self.layout.free_ends.is_some() { 2 - class.apex } else { 0 };
        let mut found = Vec::new();
        for choice in &self.apex_choices {
            let Some(upper_edges) = class.apex.checked_sub(choice.len() as u32) else { continue };
            // If the lower half of the board is the rotated upper half, the halves can exchange their numbers of apex
            // edges without a change of the count. Therefore only the case with fewer apex edges in the upper half is
            // counted, and its result is doubled.
            let times = match upper_edges.cmp(&lower_edges) {
                _ if !self.is_same_rotated || self.layout.free_ends.is_none() => 1,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => continue,
            };
            let differences = class.differences as i128 - self.change(choice);
            found.push((DegreeClass { differences: differences as u128, apex: upper_edges }, &choice[..], times));
        }
        found
    }

    /// Counts the tours of one class.
    pub(crate) fn count(
        &self,
        class: DegreeClass,
        places: &[BlockLocation],
        halves: &Halves<'_>,
        room: &mut MiddleScratch,
    ) -> Result<BigUint, CountError> {
        let tours = self.tours(class, places, halves, room)?.into_iter();
        Ok(tours.map(|(lower, tours)| tours * self.weight(self.target(lower))).sum())
    }

    /// Counts the tours of one class separately for each block of the lower half. The result can omit blocks without a
    /// tour.
    pub(crate) fn tours(
        &self,
        class: DegreeClass,
        places: &[BlockLocation],
        halves: &Halves<'_>,
        room: &mut MiddleScratch,
    ) -> Result<Vec<(Degrees, BigUint)>, CountError> {
        let layer = self.layers(class, places, halves, room, false)?.remove(0);
        let mut found = Vec::new();
        for place in places {
            let lower = halves.lower[place.chunk as usize].block(place.head as usize);
            let Some(head) = layer.find(self.target(lower.degrees)) else { continue };
            let (mut sum, mut large) = (0_u128, BigUint::ZERO);
            self.completions(&layer.block(head), &lower, room, &mut |count, ways| {
                let product = match self.layout.ring.times(count, ways) {
                    Some(rest) => rest.into(),
                    None => u128::from(count) * u128::from(ways),
                };
                sum = sum.checked_add(product).unwrap_or_else(|| {
                    large += sum;
                    product
                });
            });
            found.push((lower.degrees, large + sum));
        }
        Ok(found)
    }

    /// Returns the upper layers of a class. If `all` is true, returns the layer before each move between squares of the
    /// shared rows, in the order of the moves, and finally the layer after the last move. Otherwise returns only the
    /// layer after the last move. States that lead to none of the lower blocks are left out.
    pub(crate) fn layers(
        &self,
        class: DegreeClass,
        places: &[BlockLocation],
        halves: &Halves<'_>,
        room: &mut MiddleScratch,
        all: bool,
    ) -> Result<Vec<Chunk>, CountError> {
        (room.scratch.ring, room.join.ring) = (self.layout.ring, self.layout.ring);
        let target =
            |place: &BlockLocation| self.target(halves.lower[place.chunk as usize].degrees(place.head as usize));
        let mut targets: Vec<u64> = places.iter().map(|place| target(place).key()).collect();
        targets.sort_unstable();
        // Until `ways` is reversed, its item k belongs to the last k moves. The item contains the keys of all degrees
        // that these moves can change into a target.
        let mut ways = vec![targets];
        for &(a, b) in self.moves.iter().rev() {
            let later = ways.last().expect("there is one");
            let mut earlier = if self.is_forced(a, b) { Vec::new() } else { later.clone() };
            let without = |&key: &u64| Degrees::from_key(key).disconnect(a, b).map(Degrees::key);
            earlier.extend(later.iter().filter_map(without));
            earlier.sort_unstable();
            earlier.dedup();
            ways.push(earlier);
        }
        ways.reverse();

        let leads = |at: usize, degrees: Degrees| ways[at].binary_search(&degrees.key()).is_ok();
        let mut arrows = Vec::new();
        for (source, choice, times) in self.sources(class) {
            for place in halves.classes.upper.get(&source).map_or(&[][..], Vec::as_slice) {
                let degrees = halves.upper[place.chunk as usize].degrees(place.head as usize);
                if !choice.is_empty() && degrees.is_closed(self.above) {
                    continue;
                }
                let Some((after, operation)) = with_apex(degrees, choice) else { continue };
                if leads(0, after) {
                    let arrow = Arrow::new(after, place.chunk as usize, place.head as usize, (operation, 0));
                    (0..times).for_each(|_| arrows.push(arrow));
                }
            }
        }
        let mut layers = vec![gather(halves.upper, arrows, &mut room.scratch)?];
        for (at, &(a, b)) in self.moves.iter().enumerate() {
            let layer = layers.last().expect("there is the first one");
            let is_weighted = self.layout.is_weighted(self.cell(a) as usize, self.cell(b) as usize);
            let mut arrows = Vec::new();
            for head in 0..layer.len() {
                self.expand(at, layer.degrees(head), &mut |after, operation, taken| {
                    if leads(at + 1, after) {
                        let edges = if is_weighted { taken } else { 0 };
                        arrows.push(Arrow::new(after, 0, head, (operation, edges)));
                    }
                });
            }
            let next = gather(std::slice::from_ref(layer), arrows, &mut room.scratch)?;
            room.peak = room.peak.max(next.states());
            if !all {
                layers.clear();
            }
            layers.push(next);
        }
        Ok(layers)
    }

    /// Calls `emit` first for the degrees without the move at index `at`, and then for the degrees with this move.
    /// Omits degrees that are not allowed. The last argument of `emit` is 0 without the move and 1 with it.
    fn expand(&self, at: usize, degrees: Degrees, emit: Emit<'_>) {
        let (a, b) = self.moves[at];
        if !self.is_forced(a, b) {
            emit(degrees, Operation::Keep, 0);
        }
        if !degrees.is_closed(self.above)
            && let Some((after, operation)) = degrees.connect(a, b)
        {
            emit(after, operation, 1);
        }
    }

    /// Returns the index of the cell at a slot.
    fn cell(&self, slot: u32) -> u32 {
        self.first as u32 + slot.trailing_zeros()
    }

    fn is_forced(&self, a: u32, b: u32) -> bool {
        self.layout.forced.contains(&(self.cell(a) as usize, self.cell(b) as usize))
    }

    /// Returns the moves between squares of the shared rows, as pairs of cells.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.moves.iter().map(|&(a, b)| (self.cell(a), self.cell(b)))
    }

    /// Computes the [`MeetingPoint`] of a class. All numbers in the meeting point are residues modulo a prime. If
    /// `is_above_wanted` is false, only the field `below` is computed.
    pub(crate) fn meeting(
        &self,
        class: DegreeClass,
        places: &[BlockLocation],
        halves: &Halves<'_>,
        room: &mut MiddleScratch,
        ring: Ring,
        is_above_wanted: bool,
    ) -> Result<MeetingPoint, CountError> {
        let layers = self.layers(class, places, halves, room, is_above_wanted)?;
        let last = &layers[layers.len() - 1];
        let mut found = MeetingPoint::default();
        let mut ways = no_ways(last);
        for &place in places {
            let lower = halves.lower[place.chunk as usize].block(place.head as usize);
            let Some(head) = last.find(self.target(lower.degrees)) else { continue };
            let upper = last.block(head);
            let mut numbers = Vec::with_capacity(lower.len());
            self.completions(&upper, &lower, room, &mut |_, number| numbers.push(number % ring.modulus));
            found.below.push((place, numbers));
            if is_above_wanted {
                let mut own = ways[head].iter_mut();
                let is_one = self.is_one(upper.degrees, lower.degrees);
                completions(&lower, &upper, is_one, room, &mut |_, number| {
                    *own.next().expect("there is one for each state") = number % ring.modulus;
                });
            }
        }
        if !is_above_wanted {
            return Ok(found);
        }
        room.retreat.ring = ring;
        for at in (0..self.moves.len()).rev() {
            room.retreat.used = [0; 32];
            let (after, expand) =
                (&layers[at + 1..at + 2], |from: Degrees, emit: Emit<'_>| self.expand(at, from, emit));
            ways = room.retreat.back(&layers[at], after, &[ways], &expand);
            found.moves.push(room.retreat.used[0]);
        }
        found.moves.reverse();
        for (source, choice, _) in self.sources(class) {
            for &place in halves.classes.upper.get(&source).map_or(&[][..], Vec::as_slice) {
                let upper = halves.upper[place.chunk as usize].block(place.head as usize);
                if !choice.is_empty() && upper.degrees.is_closed(self.above) {
                    continue;
                }
                if let Some((after, operation)) = with_apex(upper.degrees, choice)
                    && let Some(head) = layers[0].find(after)
                {
                    let (block, numbers) = (layers[0].block(head), &ways[head][..]);
                    let mut own = vec![0; upper.len()];
                    room.retreat.with(&block, numbers, |retreat| {
                        retreat.pull(&upper, operation, (&block, numbers), &mut own, 0);
                    });
                    found.above.push((place, own));
                }
            }
        }
        Ok(found)
    }

    /// Fills `found`, in ascending order, with the blocks that lead to block `to` of layer `at`. If `at` is 0, these
    /// blocks belong to `upper`, the last layer of the board's upper half. Otherwise they belong to layer `at - 1`.
    pub(crate) fn arrivals<'a>(
        &self,
        at: usize,
        layers: &'a [Chunk],
        upper: &'a [Chunk],
        to: Degrees,
        found: &mut Vec<Arrival<'a>>,
    ) {
        if let Some(before) = at.checked_sub(1) {
            let (a, b) = self.moves[before];
            let keep = (!self.is_forced(a, b)).then_some((to, Operation::Keep, [None; 2]));
            let taken = to.disconnect(a, b).filter(|from| !from.is_closed(self.above)).and_then(|from| {
                let (_, operation) = from.connect(a, b).filter(|&(after, _)| after == to)?;
                Some((from, operation, [Some((self.cell(a), self.cell(b))), None]))
            });
            return back::arrivals(&layers[before..at], keep.into_iter().chain(taken), found);
        }
        let arrow = |choice: &Vec<u32>| {
            let from = without_apex(to, choice)?;
            let (_, operation) = with_apex(from, choice).filter(|&(after, _)| after == to)?;
            let edge = |place: usize| choice.get(place).map(|&slot| (self.cell(slot), back::APEX_CELL));
            (choice.is_empty() || !from.is_closed(self.above)).then(|| (from, operation, [edge(0), edge(1)]))
        };
        back::arrivals(upper, self.apex_choices.iter().filter_map(arrow), found);
    }

    /// Returns the states of a tour in the layers of its class, one state per layer. `upper` is the state of the tour
    /// in the last layer of the upper half of the board. Returns `None` if an edge of the tour cannot be added to one
    /// of the states.
    pub(crate) fn states(&self, links: &CellLinks, upper: BlockState) -> Option<Vec<BlockState>> {
        let is_end = |slot: &u32| links[self.cell(*slot) as usize].contains(&back::APEX_CELL);
        let shared = (0..31).map(|slot| 1 << slot).filter(|slot| self.squares & slot != 0);
        let ends: Vec<u32> = shared.filter(is_end).collect();
        self.apex_choices.contains(&ends).then_some(())?;
        let mut states = vec![upper.after(with_apex(upper.degrees, &ends)?)?];
        for &(a, b) in &self.moves {
            let state = states[states.len() - 1];
            states.push(match links[self.cell(a) as usize].contains(&self.cell(b)) {
                true => state.after(state.degrees.connect(a, b)?)?,
                false => state,
            });
        }
        Some(states)
    }

    /// Calls `each` for each state of the lower block, with two numbers: the number of ways to reach the state in the
    /// lower half, and the number of ways to complete the state in the upper half.
    pub(crate) fn completions(
        &self,
        upper: &LayerBlock<'_>,
        lower: &LayerBlock<'_>,
        room: &mut MiddleScratch,
        each: &mut impl FnMut(u64, u64),
    ) {
        completions(upper, lower, self.is_one(upper.degrees, lower.degrees), room, each);
    }

    /// Returns whether two halves without open ends form a tour. This is the case if one half has closed a cycle and
    /// the other half has no edge.
    fn is_one(&self, upper: Degrees, lower: Degrees) -> bool {
        upper.is_closed(self.above) != lower.is_closed(self.below)
    }
}

/// Calls `each` for each state of the block `own`, with two numbers: the number of ways to reach the state in its own
/// half of the board, and the number of ways to complete the state in the other half.
fn completions(
    other: &LayerBlock<'_>,
    own: &LayerBlock<'_>,
    is_one: bool,
    room: &mut MiddleScratch,
    each: &mut impl FnMut(u64, u64),
) {
    if other.degrees.ends != 0 {
        let apex = other.degrees.ends & APEX != 0;
        return join::cycles(other, own, apex, &mut room.join, &mut |at, ways| each(own.count_at(at), ways));
    }
    each(own.total, if is_one { other.total } else { 0 });
}

/// The result of joining the two halves. `above` contains, for each state of the upper half, the number of ways in
/// which the lower half completes the state. `below` contains, for each state of the lower half, the number of ways in
/// which the upper half completes the state. `moves` contains, for each move between squares of the shared rows, the
/// number of tours that use this move.
#[derive(Default)]
pub(crate) struct MeetingPoint {
    pub(crate) above: Vec<(BlockLocation, Vec<u64>)>,
    pub(crate) below: Vec<(BlockLocation, Vec<u64>)>,
    pub(crate) moves: Vec<u64>,
}

/// Both halves, and the locations of their blocks.
pub(crate) struct Halves<'a> {
    pub(crate) upper: &'a [Chunk],
    pub(crate) lower: &'a [Chunk],
    pub(crate) classes: &'a Classes,
}

impl Halves<'_> {
    /// Returns the number of states of the lower half in each class.
    pub(crate) fn sizes(&self) -> Vec<(u64, DegreeClass)> {
        let of = |place: &BlockLocation| self.lower[place.chunk as usize].states_of(place.head as usize);
        self.classes.lower.iter().map(|(class, places)| (places.iter().map(of).sum(), *class)).collect()
    }

    /// Returns the number of states of the lower half, summed over all classes.
    pub(crate) fn states(&self) -> u64 {
        self.sizes().iter().map(|(states, _)| states).sum()
    }
}

/// Scratch memory of a thread that counts classes.
#[derive(Default)]
pub(crate) struct MiddleScratch {
    scratch: Scratch,
    join: JoinScratch,
    retreat: BackwardPass,
    peak: u64,
}

impl MiddleScratch {
    /// Returns the largest number of states of a layer so far.
    pub(crate) const fn peak(&self) -> u64 {
        self.peak
    }
}

/// Adds edges between the apex and the chosen squares. Returns `None` if a square or the apex has too many edges.
fn with_apex(degrees: Degrees, choice: &[u32]) -> Option<(Degrees, Operation)> {
    match *choice {
        [] => Some((degrees, Operation::Keep)),
        [slot] => degrees.connect(slot, APEX),
        // A path of two edges through the apex has the same effect on the ends of the path as an edge between these
        // ends.
        [a, b] if degrees.at(APEX) == 0 => {
            let (after, operation) = degrees.connect(a, b)?;
            Some((Degrees { ends: after.ends, full: after.full | APEX }, operation))
        }
        _ => None,
    }
}

/// Subtracts the edges between the apex and the chosen squares from `degrees`. Returns `None` if a chosen square or the
/// apex has too few edges.
fn without_apex(degrees: Degrees, choice: &[u32]) -> Option<Degrees> {
    match *choice {
        [] => Some(degrees),
        [slot] => degrees.disconnect(slot, APEX),
        [a, b] if degrees.at(APEX) == 2 => Degrees { full: degrees.full & !APEX, ..degrees }.disconnect(a, b),
        _ => None,
    }
}

/// Callback that receives a class, the number of its states in the lower half, and the scratch memory of the thread.
pub(crate) type EachInTurn<'a> = &'a (dyn Fn(DegreeClass, u64, &mut MiddleScratch) -> Result<(), CountError> + Sync);

/// Processes classes in descending order of their number of states in the lower half of the board. Each item of `order`
/// consists of this number and the class.
pub(crate) fn in_turn(mut order: Vec<(u64, DegreeClass)>, each: EachInTurn<'_>) -> Result<(), CountError> {
    order.sort_unstable_by_key(|&(states, class)| (std::cmp::Reverse(states), class));
    // Each thread takes one class at a time. The large classes start first. The small classes come last, to balance the
    // load of the threads.
    let next = Mutex::new(order.into_iter());
    let work = || {
        let mut room = MiddleScratch::default();
        loop {
            let taken = crate::locked(&next).next();
            let Some((states, class)) = taken else { return Ok(()) };
            each(class, states, &mut room)?;
        }
    };
    rayon::broadcast(|_| work()).into_iter().collect()
}
