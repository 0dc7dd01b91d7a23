//! Uniform sampling and numbering of all tours of a board.
//!
//! The layers of both halves are stored, with the number of ways to reach each state. A tour is a sequence of states,
//! which begins at the state where the halves meet. The first part of the sequence goes back from there to the first
//! state of the lower half. The second part begins at the meeting state again, and goes back to the first state of the
//! upper half. The numbers of ways determine how many tours continue with each possible next state. Therefore a tour is
//! found by its number without constructing the tours before it.
//!
//! Tours are ordered lexicographically by these sequences. The order depends only on the board (`docs/all-tours.md`
//! describes it), not on threads or on the method that computed the layers.

mod file;
mod uses;
mod walk;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::blocks::{
    self, APEX_CELL, BlockLocation, BlockState, Chunk, Classes, DegreeClass, Degrees, Halves, LayerStep, MATCHINGS,
    Middle, MiddleScratch, ProgressReporter, Ring, StateSource, SweepBoard, WorkEstimate, advance, collect, find,
    first_layer, size,
};
use crate::progress::{CountOptions, CountProgress, CountStage};
use crate::{CountError, CountTask, TaskFlaw, Tours};

/// Description of a board whose tours cannot be numbered with 128 bits.
const MANY_TOURS: &str = "the number of tours exceeds 128 bits";

/// Maximum number of tours found at the same time. This number of tours takes about 100 MB.
const BATCH: usize = 1 << 18;

/// The layers of a board. They assign a number to each tour of the board, counted from 0. They can find the tour with a
/// given number, and can draw samples.
///
/// A tour is a list of the indices of its squares. The first square and the direction of the list are the same as in
/// [`tours`](crate::tours()).
///
/// ```
/// use courser_count::{CountOptions, Layers, CountTask, Tours};
///
/// let task = CountTask::new("5x6".parse().unwrap(), Tours::Closed)?;
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
    task: CountTask,
    layout: SweepBoard,
    upper: Vec<(LayerStep, u32)>,
    lower: Vec<(LayerStep, u32)>,
    /// Layers of the upper half, and layers of the lower half. If the steps of the upper half are also the first steps
    /// of the lower half, only the layers of the lower half are stored.
    sweeps: Vec<Vec<Vec<Chunk>>>,
    middle: Middle,
    classes: Classes,
    /// Blocks of the lower half, in ascending order. Only blocks that belong to at least one tour are listed. Each
    /// element contains the degrees of a block, and the sum of the numbers of tours of all preceding blocks.
    blocks: Vec<(Degrees, u128)>,
    total: u128,
    count: BigUint,
}

impl Layers {
    /// Computes the layers of a task. A tour and its reverse are counted as one tour.
    ///
    /// # Errors
    /// [`CountError::Task`] if the board is too wide for the block form, or has only one square. [`CountError::Memory`]
    /// if memory does not suffice, [`CountError::Stopped`] if the count is stopped, [`CountError::TooLarge`] if the
    /// count exceeds a limit of the tables.
    pub fn make(task: &CountTask, options: &CountOptions<'_>) -> Result<Self, CountError> {
        Self::in_ring(task, Ring::default(), options)
    }

    /// Computes the layers with counts in the given ring. If the ring has a prime modulus, the total number of tours is
    /// not computed.
    pub(crate) fn in_ring(task: &CountTask, ring: Ring, options: &CountOptions<'_>) -> Result<Self, CountError> {
        let mut layers = Self::empty(task, ring)?;
        options.affords(blocks::all_bytes(&layers.layout))?;
        if !blocks::colours_forbid(&task.trimmed()) {
            let mut course = ProgressReporter { options, work: WorkEstimate::of_halves(&layers.layout), peak: 0 };
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

    /// Creates the list of a task's layers. The layers are not yet computed.
    fn empty(task: &CountTask, ring: Ring) -> Result<Self, CountError> {
        if task.board().playable() == 1 {
            return Err(CountError::task("the tour of a single square has no layers", TaskFlaw::SmallBoard));
        }
        task.without_joined_sides("tours are not numbered")?;
        let task = task.clone().directed(false);
        let Some(layout) = SweepBoard::new(&task.trimmed()) else {
            return Err(blocks::too_wide(&task, "layers"));
        };
        let layout = layout.weighted(ring, None);
        let with_cells = |layout: &SweepBoard, rows: usize| {
            let mut cell = 0;
            let with_cell = |step: LayerStep| {
                let at = cell;
                cell += u32::from(!matches!(step, LayerStep::End { .. }));
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

    /// Joins the halves, and counts the tours separately for each block of the lower half. A tour belongs to the block
    /// that contains the state of the tour's lower half.
    fn meet(&mut self, course: &ProgressReporter<'_, '_>) -> Result<(), CountError> {
        let halves = self.halves();
        let of = halves.states();
        let done = std::sync::Mutex::new((0, Vec::new()));
        blocks::in_turn(halves.sizes(), &|class, states, room| {
            course.options.check()?;
            let tours = self.middle.tours(class, &self.classes.lower[&class], &halves, room)?;
            let (at, blocks) = &mut *crate::locked(&done);
            for (lower, tours) in tours.into_iter().filter(|(_, tours)| *tours != BigUint::ZERO) {
                blocks.push((lower, u128::try_from(tours).map_err(|_| CountError::TooLarge(MANY_TOURS))?));
            }
            *at += states;
            course.joined([*at, of], states);
            Ok(())
        })?;
        self.blocks = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1;
        self.blocks.sort_unstable();
        for (_, tours) in &mut self.blocks {
            let before = self.total;
            self.total =
                before.checked_add(std::mem::replace(tours, before)).ok_or(CountError::TooLarge(MANY_TOURS))?;
        }
        self.count = self.total.into();
        Ok(())
    }

    /// Returns the last layer of the upper half.
    fn above(&self) -> &[Chunk] {
        self.sweeps.first().map_or(&[], |sweep| &sweep[self.upper.len()])
    }

    /// Returns the last layer of the lower half.
    fn below(&self) -> &[Chunk] {
        self.sweeps.last().map_or(&[], |sweep| &sweep[self.lower.len()])
    }

    fn halves(&self) -> Halves<'_> {
        Halves { upper: self.above(), lower: self.below(), classes: &self.classes }
    }

    /// Returns the board and the kind of tours.
    pub const fn task(&self) -> &CountTask {
        &self.task
    }

    /// Returns the number of tours. The tours are numbered from 0 to this number minus 1.
    pub const fn count(&self) -> &BigUint {
        &self.count
    }

    /// Returns the total number of states in all layers.
    pub fn states(&self) -> u64 {
        self.sweeps.iter().flatten().flatten().map(Chunk::states).sum()
    }

    /// Returns the total size of all layers in bytes.
    pub fn bytes(&self) -> u64 {
        self.sweeps.iter().flatten().flatten().map(Chunk::bytes).sum()
    }

    /// Returns the tour with this number. Tours are numbered from 0.
    ///
    /// # Errors
    /// [`CountError::Task`] if the board has no tour with this number.
    pub fn tour(&self, number: &BigUint) -> Result<Vec<u32>, CountError> {
        let number = u128::try_from(number).ok().filter(|&number| number < self.total).ok_or_else(|| {
            let message = match self.total {
                0 => format!("there is no tour {number}: the board has none"),
                total => format!("there is no tour {number}: the {total} tours are numbered from 0 to {}", total - 1),
            };
            CountError::task(message, TaskFlaw::Number)
        })?;
        Ok(self.tours(&[number])?.remove(0))
    }

    /// Returns a range of the endless sequence of tours that the seed determines. Each element of the sequence is
    /// uniformly distributed over all tours.
    ///
    /// The i-th element is the tour with a random [number](Self::tour). This number is a part of the SHA-256 of three
    /// values: the seed, i, and the index of the attempt. If no tour has this number, another attempt follows.
    ///
    /// # Errors
    /// [`CountError::Task`] if the board does not have a tour.
    pub fn sample(&self, seed: u64, range: std::ops::Range<u64>) -> Result<Vec<Vec<u32>>, CountError> {
        if self.total == 0 {
            return Err(CountError::task("there is no tour to draw", TaskFlaw::NoTour));
        }
        let numbers: Vec<u128> = range.into_par_iter().map(|at| draw(seed, at, self.total)).collect();
        let mut tours = Vec::with_capacity(numbers.len());
        for batch in numbers.chunks(BATCH) {
            tours.append(&mut self.tours(batch)?);
        }
        Ok(tours)
    }
}

/// Returns a random number below `most`, by rejection sampling.
fn draw(seed: u64, at: u64, most: u128) -> u128 {
    let unused = (most - 1).leading_zeros();
    let draws = (0_u64..).map(|attempt| {
        let digest = Sha256::digest([seed, at, attempt].map(u64::to_le_bytes).concat());
        u128::from_le_bytes(std::array::from_fn(|byte| digest[byte])).checked_shr(unused).unwrap_or(0)
    });
    draws.into_iter().find(|&number| number < most).expect("half of all draws are below")
}

/// Computes the layers of one half of the board. The first of these layers precedes all steps. `bytes` is the total
/// size in bytes of the layers that are already in memory.
fn sweep(
    steps: &[(LayerStep, u32)],
    ring: Ring,
    mut bytes: u64,
    course: &mut ProgressReporter<'_, '_>,
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
