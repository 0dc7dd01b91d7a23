//! All tours of a board at once: drawn uniformly, numbered, and found by their number.
//!
//! The layers of both halves are kept, each state with the number of ways to it. A tour is a sequence of states: from
//! the state in which the lower half meets the upper one back to the first, and then the same above. The numbers of the
//! states say how many tours begin with each state of the sequence, so that tours are counted off without being made.
//!
//! The order of tours is the lexicographic order of these sequences. It follows from the board alone (`docs/all-tours.md`
//! describes it), not from threads or from how the layers were made.

mod file;
mod uses;
mod walk;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::blocks::{
    self, APEX_CELL, Chunk, Class, Classes, Course, Degrees, Halves, Layout, MATCHINGS, Middle, MiddleRoom, Place,
    Ring, Source, State, Step, Work, advance, collect, find, first_layer, size,
};
use crate::progress::{CountOptions, CountProgress, Stage};
use crate::{CountError, Task, Tours};

/// The most tours that are found at once: some 100 MB.
const BATCH: usize = 1 << 18;

/// All tours of a board: its layers, by which tours are numbered from 0, found by number, and drawn.
///
/// A tour is a list of the indices of its squares. Of its directions, and the squares of a closed tour, the list begins
/// as that of [`tours`](crate::tours()) does.
///
/// ```
/// use courser_count::{CountOptions, Layers, Task, Tours};
///
/// let task = Task::new("5x6".parse().unwrap(), Tours::Closed)?;
/// let layers = Layers::make(&task, &CountOptions::default())?;
/// assert_eq!(*layers.count(), 8_u32.into());
/// let tour = layers.tour(&3_u32.into())?;
/// assert_eq!(tour.len(), 30);
/// assert_eq!(layers.number(&tour)?, 3_u32.into());
/// assert!(layers.tour(&8_u32.into()).is_err());
/// // The same seed draws the same tours.
/// assert_eq!(layers.sample(7, 0..100)?, layers.sample(7, 0..100)?);
/// # Ok::<(), courser_count::CountError>(())
/// ```
pub struct Layers {
    task: Task,
    layout: Layout,
    upper: Vec<(Step, u32)>,
    lower: Vec<(Step, u32)>,
    /// The layers of the upper half and of the lower one; one list if one half begins as the other.
    sweeps: Vec<Vec<Vec<Chunk>>>,
    middle: Middle,
    classes: Classes,
    /// For each block of the lower half that is part of a tour, ascending: its degrees, and the tours of those before.
    blocks: Vec<(Degrees, u128)>,
    total: u128,
    count: BigUint,
}

impl Layers {
    /// Makes the layers of a task; a tour and its reverse are one.
    ///
    /// # Errors
    /// [`CountError::Task`] if the board is too wide for the block form, or has one square; [`CountError::Memory`],
    /// [`CountError::Stopped`], [`CountError::TooLarge`].
    pub fn make(task: &Task, options: &CountOptions<'_>) -> Result<Self, CountError> {
        Self::in_ring(task, Ring::default(), options)
    }

    /// Makes the layers with numbers modulo a prime; then no tours are counted.
    pub(crate) fn in_ring(task: &Task, ring: Ring, options: &CountOptions<'_>) -> Result<Self, CountError> {
        let mut layers = Self::empty(task, ring)?;
        options.affords(blocks::all_bytes(&layers.layout))?;
        if !blocks::colours_forbid(&task.trimmed()) {
            let mut course = Course { options, work: Work::of_halves(&layers.layout), peak: 0 };
            if !layers.layout.is_same_rotated() {
                layers.sweeps.push(sweep(&layers.upper, ring, 0, &mut course)?);
            }
            layers.sweeps.push(sweep(&layers.lower, ring, layers.bytes(), &mut course)?);
            layers.classes = layers.middle.classes(layers.above(), layers.below());
            if ring == Ring::default() {
                layers.meet(&course)?;
            }
        }
        Ok(layers)
    }

    /// The task without any layer.
    fn empty(task: &Task, ring: Ring) -> Result<Self, CountError> {
        if task.board().playable() == 1 {
            return Err(CountError::task("the tour of a single square has no layers", "choose a larger board"));
        }
        let task = task.clone().directed(false);
        let Some(layout) = Layout::new(&task.trimmed()) else {
            return Err(blocks::too_wide(&task, "layers"));
        };
        let layout = layout.weighted(ring, None);
        let with_cells = |layout: &Layout, rows: usize| {
            let mut cell = 0;
            let with_cell = |step: Step| {
                let at = cell;
                cell += u32::from(!matches!(step, Step::End { .. }));
                (step, at)
            };
            layout.steps(rows).into_iter().map(with_cell).collect::<Vec<_>>()
        };
        let (above, below) = layout.halves();
        let upper = with_cells(&layout, above);
        let lower = with_cells(&layout.rotated(), below);
        let middle = Middle::new(&layout).unfolded();
        let classes = middle.classes(&[], &[]);
        let (sweeps, blocks) = (Vec::new(), Vec::new());
        Ok(Self { task, layout, upper, lower, sweeps, middle, classes, blocks, total: 0, count: BigUint::ZERO })
    }

    /// Joins the halves: counts the tours of every block of the lower half.
    fn meet(&mut self, course: &Course<'_, '_>) -> Result<(), CountError> {
        let halves = self.halves();
        let of = halves.states();
        let done = std::sync::Mutex::new((0, Vec::new()));
        blocks::in_turn(halves.sizes(), &|class, states, room| {
            course.options.check()?;
            let tours = self.middle.tours(class, &self.classes.lower[&class], &halves, room)?;
            let (at, blocks) = &mut *crate::locked(&done);
            for (lower, tours) in tours.into_iter().filter(|(_, tours)| *tours != BigUint::ZERO) {
                blocks.push((lower, u128::try_from(tours).map_err(|_| CountError::TooLarge)?));
            }
            *at += states;
            course.joined([*at, of], states);
            Ok(())
        })?;
        self.blocks = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1;
        self.blocks.sort_unstable();
        for (_, tours) in &mut self.blocks {
            let before = self.total;
            self.total = before.checked_add(std::mem::replace(tours, before)).ok_or(CountError::TooLarge)?;
        }
        self.count = self.total.into();
        Ok(())
    }

    /// The last layer of the upper half.
    fn above(&self) -> &[Chunk] {
        self.sweeps.first().map_or(&[], |sweep| &sweep[self.upper.len()])
    }

    /// The last layer of the lower half.
    fn below(&self) -> &[Chunk] {
        self.sweeps.last().map_or(&[], |sweep| &sweep[self.lower.len()])
    }

    fn halves(&self) -> Halves<'_> {
        Halves { upper: self.above(), lower: self.below(), classes: &self.classes }
    }

    /// The board and the tours that are numbered.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// The number of tours, which is above every number of a tour.
    pub const fn count(&self) -> &BigUint {
        &self.count
    }

    /// States of all layers.
    pub fn states(&self) -> u64 {
        self.sweeps.iter().flatten().flatten().map(Chunk::states).sum()
    }

    /// Bytes that all layers take.
    pub fn bytes(&self) -> u64 {
        self.sweeps.iter().flatten().flatten().map(Chunk::bytes).sum()
    }

    /// Returns the tour with a number.
    ///
    /// # Errors
    /// [`CountError::Task`] if there are fewer tours.
    pub fn tour(&self, number: &BigUint) -> Result<Vec<u32>, CountError> {
        let number = u128::try_from(number).ok().filter(|&number| number < self.total).ok_or_else(|| {
            let message = match self.total {
                0 => format!("there is no tour {number}: the board has none"),
                total => format!("there is no tour {number}: the {total} tours are numbered from 0 to {}", total - 1),
            };
            CountError::task(message, "choose a smaller number")
        })?;
        Ok(self.tours(&[number])?.remove(0))
    }

    /// Returns the tours of this range of an endless sequence that follows from the seed; in it every tour is equally
    /// likely at every place.
    ///
    /// The number of the i-th of them is a part of the SHA-256 of the seed, i, and the number of tries, which are repeated
    /// until it is below the count.
    ///
    /// # Errors
    /// [`CountError::Task`] if the board does not have a tour.
    pub fn sample(&self, seed: u64, range: std::ops::Range<u64>) -> Result<Vec<Vec<u32>>, CountError> {
        if self.total == 0 {
            return Err(CountError::task("there is no tour to draw", "choose another board"));
        }
        let numbers: Vec<u128> = range.into_par_iter().map(|at| draw(seed, at, self.total)).collect();
        let mut tours = Vec::with_capacity(numbers.len());
        for batch in numbers.chunks(BATCH) {
            tours.append(&mut self.tours(batch)?);
        }
        Ok(tours)
    }
}

/// A number below `most`, by rejection.
fn draw(seed: u64, at: u64, most: u128) -> u128 {
    let unused = (most - 1).leading_zeros();
    let draws = (0_u64..).map(|attempt| {
        let digest = Sha256::digest([seed, at, attempt].map(u64::to_le_bytes).concat());
        u128::from_le_bytes(std::array::from_fn(|byte| digest[byte])).checked_shr(unused).unwrap_or(0)
    });
    draws.into_iter().find(|&number| number < most).expect("half of all draws are below")
}

/// The layers of a half, the first of them before any step, beside others that take some `bytes`.
fn sweep(
    steps: &[(Step, u32)],
    ring: Ring,
    mut bytes: u64,
    course: &mut Course<'_, '_>,
) -> Result<Vec<Vec<Chunk>>, CountError> {
    let mut layers = vec![first_layer()];
    for (at, (step, _)) in steps.iter().enumerate() {
        course.options.check()?;
        let layer = advance(&layers[at], step, ring)?;
        let [states, more] = size(&layer);
        bytes += more;
        course.layer(at, [at + 1, steps.len()], [states, bytes]);
        course.options.affords(bytes as f64)?;
        layers.push(layer);
    }
    Ok(layers)
}
