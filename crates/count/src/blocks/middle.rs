//! The rows that both halves share: the moves between them are decided, and the halves joined, class by class.
//!
//! The moves among the shared rows fall into paths. A move adds one edge to either side of its path's squares, seen as
//! a chessboard: so the difference of the sums of degrees on both sides never changes. These differences, one a path,
//! part all that happens here into classes that know nothing of each other.

use std::collections::BTreeMap;
use std::sync::Mutex;

use num_bigint::BigUint;

use super::class::{Class, ZERO, apex_choices, sides};
use super::degrees::{APEX, Degrees};
use super::gather::{Arrow, Scratch, gather};
use super::half::Layout;
use super::join::{self, Room};
use super::layer::{Block, Chunk};
use super::matching::Operation;
use crate::CountError;

/// Paths that have a place among the differences; boards that are wide enough to be slow have four.
const MAX_PATHS: usize = 20;

/// The shared rows of a board.
#[derive(Clone, Debug)]
pub(crate) struct Middle {
    /// Moves among the shared rows, as pairs of slots.
    moves: Vec<(u32, u32)>,
    /// The two sides of each path.
    sides: Vec<(u32, u32)>,
    /// Slots that are squares, with the apex where there is one.
    squares: u32,
    /// For each slot that of the mirrored square, where the board is its own mirror image.
    mirror: Option<Vec<u8>>,
    /// For each slot that of the square turned by 180°.
    turn: Vec<u8>,
    /// The squares that may get an edge to the apex here: none, one or two.
    apex_choices: Vec<Vec<u32>>,
    free_ends: Option<u32>,
    /// True if both halves are the same, so that it does not matter which of them has more edges to the apex.
    is_same_rotated: bool,
    /// True if the upper half has squares of its own.
    above: bool,
    /// True if the lower half has squares of its own.
    below: bool,
}

/// A block of one of the halves: its chunk, and its place there.
#[derive(Clone, Copy, Debug)]
struct Place {
    chunk: u32,
    head: u32,
}

/// Where the blocks of both halves are, class by class.
#[derive(Debug)]
pub(crate) struct Classes {
    upper: BTreeMap<Class, Vec<Place>>,
    lower: BTreeMap<Class, Vec<Place>>,
}

impl Middle {
    pub(crate) fn new(layout: &Layout) -> Self {
        let (above, below) = layout.halves();
        let first = above * layout.cols;
        let slots = layout.shared * layout.cols;
        let mut moves = Vec::new();
        for a in 0..slots {
            let near = layout.moves[first + a].iter();
            let mut later: Vec<usize> =
                near.filter(|&&to| to > first + a && to < first + slots).map(|to| to - first).collect();
            later.sort_unstable();
            moves.extend(later.into_iter().map(|b| (1_u32 << a, 1_u32 << b)));
        }
        let squares = layout.shared_squares(above);
        let sides = sides(squares & !APEX, &moves);
        // Path by path, so that what cannot come to its target is found out soon.
        let path = |slot: u32| sides.iter().position(|(a, b)| (a | b) & slot != 0);
        moves.sort_by_key(|&(a, b)| (path(a), a.min(b), a.max(b)));
        let mirror = layout.is_same_mirrored().then(|| {
            (0..slots)
                .map(|slot| (slot / layout.cols * layout.cols + layout.cols - 1 - slot % layout.cols) as u8)
                .collect()
        });
        let ends = layout.ends.iter().filter(|&&end| end >= first && end < first + slots);
        let ends: Vec<u32> = ends.map(|end| 1 << (end - first)).collect();
        Self {
            moves,
            sides: sides.into_iter().take(MAX_PATHS).collect(),
            squares,
            mirror,
            turn: (0..slots).rev().map(|slot| slot as u8).collect(),
            apex_choices: apex_choices(squares, &ends, layout.free_ends),
            free_ends: layout.free_ends,
            is_same_rotated: layout.is_same_rotated() && above == below,
            above: layout.has_squares(above),
            below: layout.rotated().has_squares(below),
        }
    }

    fn class(&self, degrees: Degrees) -> Class {
        let difference = |&(a, b): &(u32, u32)| (degrees.sum(a) - degrees.sum(b)) as i128;
        let differences = self.sides.iter().fold(0_i128, |all, side| all << 6 | (ZERO as i128 + difference(side)));
        Class { differences: differences as u128, apex: degrees.at(APEX) }
    }

    /// The degrees of the upper half that match a block of the lower half.
    fn target(&self, lower: Degrees) -> Degrees {
        lower.permuted(&self.turn).complement(self.squares)
    }

    /// The number of times that this target counts: twice if it stands for its mirror image too.
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
        let places = |chunks: &[Chunk], class: &dyn Fn(Degrees) -> Option<Class>| {
            let mut found: BTreeMap<Class, Vec<Place>> = BTreeMap::new();
            for (number, chunk) in chunks.iter().enumerate() {
                for head in 0..chunk.len() {
                    if let Some(class) = class(chunk.degrees(head)) {
                        found.entry(class).or_default().push(Place { chunk: number as u32, head: head as u32 });
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

    /// The class in which a block of the lower half counts; none if its mirror image counts for it.
    pub(crate) fn class_below(&self, degrees: Degrees) -> Option<Class> {
        let target = self.target(degrees);
        (self.weight(target) > 0).then(|| self.class(target))
    }

    /// The classes to which a block of the upper half may lead.
    #[cfg(feature = "workers")]
    pub(crate) fn classes_above(&self, degrees: Degrees) -> Vec<Class> {
        let own = self.class(degrees);
        let mut found: Vec<Class> = self
            .apex_choices
            .iter()
            .map(|choice| Class {
                differences: (own.differences as i128 + self.change(choice)) as u128,
                apex: own.apex + choice.len() as u32,
            })
            .filter(|class| class.apex <= 2)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// By how much edges between the apex and these squares change the differences.
    fn change(&self, slots: &[u32]) -> i128 {
        let of = |slot: u32| {
            let side =
                |all: i128, &(a, b): &(u32, u32)| (all << 6) + i128::from(a & slot != 0) - i128::from(b & slot != 0);
            self.sides.iter().fold(0, side)
        };
        slots.iter().map(|&slot| of(slot)).sum()
    }

    /// From where blocks of a class come, once the apex's edges among the shared rows are decided: the class in the
    /// upper half, the squares that get an edge to the apex, and how often that counts.
    fn sources(&self, class: Class) -> Vec<(Class, &[u32], u32)> {
        let lower_edges = if self.free_ends.is_some() { 2 - class.apex } else { 0 };
        let mut found = Vec::new();
        for choice in &self.apex_choices {
            let Some(upper_edges) = class.apex.checked_sub(choice.len() as u32) else { continue };
            // Where both halves are the same, what one has more the other may have as well.
            let times = match upper_edges.cmp(&lower_edges) {
                _ if !self.is_same_rotated || self.free_ends.is_none() => 1,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => continue,
            };
            let differences = class.differences as i128 - self.change(choice);
            found.push((Class { differences: differences as u128, apex: upper_edges }, &choice[..], times));
        }
        found
    }

    /// The tours of one class.
    fn count(
        &self,
        class: Class,
        places: &[Place],
        halves: &Halves<'_>,
        room: &mut MiddleRoom,
    ) -> Result<BigUint, CountError> {
        let target = |place: &Place| self.target(halves.lower[place.chunk as usize].degrees(place.head as usize));
        let mut targets: Vec<u64> = places.iter().map(|place| target(place).key()).collect();
        targets.sort_unstable();
        // Which degrees may come to a target by the moves that are left, for each number of them.
        let mut ways = vec![targets];
        for &(a, b) in self.moves.iter().rev() {
            let later = ways.last().expect("there is one");
            let mut earlier = later.clone();
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
                    let arrow = Arrow::new(after, place.chunk as usize, place.head as usize, operation);
                    (0..times).for_each(|_| arrows.push(arrow));
                }
            }
        }
        let mut layer = gather(halves.upper, arrows, &mut room.scratch)?;
        for (at, &(a, b)) in self.moves.iter().enumerate() {
            let mut arrows = Vec::new();
            for head in 0..layer.len() {
                let degrees = layer.degrees(head);
                if leads(at + 1, degrees) {
                    arrows.push(Arrow::new(degrees, 0, head, Operation::Keep));
                }
                if !degrees.is_closed(self.above)
                    && let Some((after, operation)) = degrees.connect(a, b)
                    && leads(at + 1, after)
                {
                    arrows.push(Arrow::new(after, 0, head, operation));
                }
            }
            layer = gather(std::slice::from_ref(&layer), arrows, &mut room.scratch)?;
            room.peak = room.peak.max(layer.states());
        }

        let mut total = BigUint::ZERO;
        for place in places {
            let lower = halves.lower[place.chunk as usize].block(place.head as usize);
            let target = self.target(lower.degrees);
            if let Some(head) = layer.find(target) {
                total += self.join(&layer.block(head), &lower, &mut room.join) * self.weight(target);
            }
        }
        Ok(total)
    }

    /// The tours that two blocks make together.
    fn join(&self, upper: &Block<'_>, lower: &Block<'_>, room: &mut Room) -> BigUint {
        if upper.degrees.ends != 0 {
            return join::cycles(upper, lower, upper.degrees.ends & APEX != 0, room).into();
        }
        // Without open ends a half has closed a cycle or has no edge: of two cycles none goes through all squares.
        if upper.degrees.is_closed(self.above) == lower.degrees.is_closed(self.below) {
            return BigUint::ZERO;
        }
        BigUint::from(upper.total) * lower.total
    }
}

/// Both halves, and where their blocks are.
pub(crate) struct Halves<'a> {
    pub(crate) upper: &'a [Chunk],
    pub(crate) lower: &'a [Chunk],
    pub(crate) classes: &'a Classes,
}

impl Halves<'_> {
    /// States of the lower half in all classes.
    pub(crate) fn states(&self) -> u64 {
        self.classes.lower.values().map(|places| states(places, self.lower)).sum()
    }
}

/// Buffers of a thread that counts classes.
#[derive(Default)]
struct MiddleRoom {
    scratch: Scratch,
    join: Room,
    peak: u64,
}

/// With edges between the apex and the chosen squares.
fn with_apex(degrees: Degrees, choice: &[u32]) -> Option<(Degrees, Operation)> {
    match *choice {
        [] => Some((degrees, Operation::Keep)),
        [slot] => degrees.connect(slot, APEX),
        // A path through the apex is to its ends what an edge between them is.
        [a, b] if degrees.at(APEX) == 0 => {
            let (after, operation) = degrees.connect(a, b)?;
            Some((Degrees { ends: after.ends, full: after.full | APEX }, operation))
        }
        _ => None,
    }
}

/// Called with the tours of each class as soon as they are counted, the states that it began with, and the peak.
pub(crate) type Each<'a> = &'a (dyn Fn(Class, BigUint, u64, u64) -> Result<(), CountError> + Sync);

/// Counts the tours of every class, the larger classes first.
pub(crate) fn count_all(
    middle: &Middle,
    halves: &Halves<'_>,
    wanted: &(dyn Fn(Class) -> bool + Sync),
    each: Each<'_>,
) -> Result<(), CountError> {
    let mut order: Vec<(u64, Class, &Vec<Place>)> = halves
        .classes
        .lower
        .iter()
        .filter(|(class, _)| wanted(**class))
        .map(|(class, places)| (states(places, halves.lower), *class, places))
        .collect();
    order.sort_unstable_by_key(|&(states, class, _)| (std::cmp::Reverse(states), class));
    // One after another, so that the large ones are done first and the small ones fill the gaps.
    let next = Mutex::new(order.into_iter());
    let work = || {
        let mut room = MiddleRoom::default();
        loop {
            let taken = crate::locked(&next).next();
            let Some((states, class, places)) = taken else { return Ok(()) };
            let found = middle.count(class, places, halves, &mut room)?;
            each(class, found, states, room.peak)?;
        }
    };
    rayon::broadcast(|_| work()).into_iter().collect()
}

fn states(places: &[Place], chunks: &[Chunk]) -> u64 {
    places.iter().map(|place| chunks[place.chunk as usize].states_of(place.head as usize)).sum()
}
