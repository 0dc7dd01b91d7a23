//! The order of the passes of a grown tour.

use std::ops::ControlFlow;

use pollster::block_on;
use web_time::Instant;

use super::gadget::GadgetClass;
#[cfg(feature = "gpu")]
use super::gpu::GpuGrown;
use super::hash::{Purpose, coin_keys, key, mix};
use super::host::{Host, mirror};
use super::job::NO_LABEL;
use super::passes::{BandSink, GrowthPass, GrowthProgress, GrowthReport, MarkRule, MeltPass, Passes};
use super::setup::GrowthSetup;
use crate::grown::{CpuGrown, GrowError};
use crate::{Device, EngineError, Result};

/// Number of melting passes in a shake.
pub const SHAKE_MELTS: u32 = 24;

/// Default maximum number of shakes. Boards without holes rarely need two.
pub const SHAKES: u32 = 48;

/// Number of squares sampled to find the main cycle.
const SAMPLE: u32 = 1024;

/// Minimum number of remaining cycles for a round that joins cycles at random.
const MANY: u32 = 64;

/// Reciprocal of the fraction of cycles that a round must join: a round is slow if it joins less than one cycle in
/// eight.
const SLOW: u32 = 8;

/// Selection of the cycles that a round joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JoinPhase {
    /// The cycles next to the main cycle are joined with the main cycle.
    Main,
    /// Random bits select pairs of cycles, and the two cycles of each pair are joined. This phase begins if many cycles
    /// remain and few of them are next to the main cycle.
    Coins,
    /// Like [`JoinPhase::Main`], but after the rounds of [`JoinPhase::Coins`].
    Rest,
}

/// A tour that grows, pass by pass, on a device.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use courser_board::TourSpec;
/// use courser_engine::EngineError;
/// use courser_engine::grown::{CpuGrown, Grown, Passes, GrowthSetup};
///
/// let spec = TourSpec::closed(&"40x50".parse().unwrap());
/// let setup = GrowthSetup::new(&spec, 7).unwrap();
/// let mut grown = Grown::new(CpuGrown::new(setup)?);
/// let report = grown.finish(&mut |_| {})?;
/// assert!(report.rounds() > 0);
/// let mut squares = 0;
/// grown.for_each_band(&mut |_, numbers| {
///     squares += numbers.len();
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(squares, 2000);
/// # Ok::<(), EngineError>(())
/// ```
#[derive(Debug)]
pub struct Grown<P: ?Sized> {
    /// Next pass; `None` when the visit numbers are known.
    next: Option<GrowthPass>,
    /// Number of completed melting passes.
    melted: u32,
    /// Number of melting passes before the cycles are labelled.
    melts: u32,
    shakes: u32,
    max_shakes: u32,
    rounds: u32,
    joining: JoinPhase,
    /// True if the cycles have been labelled since the marks were last computed.
    is_labelled: bool,
    /// Label of the main cycle.
    main: u32,
    /// Number of remaining cycles.
    left: u32,
    report: GrowthReport,
    passes: P,
}

/// A tour that grows on a device.
pub type GrownOn<'device> = Grown<dyn Passes + 'device>;

/// Creates a growing tour on a device and on the mirrors. Every buffer is compared after every submission.
///
/// # Errors
/// Returns the errors of [`on`]. Also returns [`EngineError::TooLarge`] if too little main memory is available for the
/// mirrors' buffers. The functions of the returned tour return [`EngineError::Lockstep`] with the first difference that
/// they find.
pub fn beside(device: &Device, setup: GrowthSetup) -> Result<Box<GrownOn<'_>>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Ok(Box::new(Grown::new(GpuGrown::new(gpu, setup)?.beside_mirrors()?)));
    }
    let _ = device;
    Ok(Box::new(Grown::new(Host::with_machine(mirror(&setup), setup).beside_mirrors()?)))
}

/// Creates a growing tour on a device. No pass has run yet.
///
/// # Errors
/// [`EngineError::TooLarge`] if the board exceeds the capacity of the device, [`EngineError::Gpu`] if the GPU fails.
pub fn on(device: &Device, setup: GrowthSetup) -> Result<Box<GrownOn<'_>>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Ok(Box::new(Grown::new(GpuGrown::new(gpu, setup)?)));
    }
    let _ = device;
    Ok(Box::new(Grown::new(CpuGrown::new(setup)?)))
}

impl<P: Passes> Grown<P> {
    /// Creates a growing tour. No pass has run yet.
    pub fn new(passes: P) -> Self {
        let report = GrowthReport { bytes: passes.bytes(), ..GrowthReport::default() };
        Self {
            next: Some(GrowthPass::Start),
            melted: 0,
            melts: passes.setup().melts,
            shakes: 0,
            max_shakes: SHAKES,
            rounds: 0,
            joining: JoinPhase::Main,
            is_labelled: false,
            main: NO_LABEL,
            left: 0,
            report,
            passes,
        }
    }
}

impl<P: Passes + ?Sized> Grown<P> {
    /// Returns the state after the last pass.
    #[doc(hidden)]
    pub fn into_passes(self) -> P
    where
        P: Sized,
    {
        self.passes
    }

    /// Returns the [`Passes`] object, which runs the passes on a device. The object can also read the state between two
    /// passes.
    pub const fn passes(&mut self) -> &mut P {
        &mut self.passes
    }

    /// Returns the progress of the tour.
    pub fn progress(&self) -> GrowthProgress {
        match self.next {
            None | Some(GrowthPass::Splitters | GrowthPass::Rank | GrowthPass::Number) => GrowthProgress::Numbering,
            Some(GrowthPass::Start | GrowthPass::Melt) if self.shakes == 0 => {
                GrowthProgress::Melting(self.melted, self.melts)
            }
            Some(_) => GrowthProgress::Joining(self.left, self.shakes),
        }
    }

    /// Returns the report of all passes so far.
    pub const fn report(&self) -> &GrowthReport {
        &self.report
    }

    /// Runs one pass and returns it. Returns `None` if the visit numbers are already known.
    ///
    /// # Errors
    /// [`GrowError::Unjoined`] if cycles are left after the last shake. Also returns an error if the device fails.
    pub fn step(&mut self) -> Result<Option<GrowthPass>> {
        block_on(self.pass(1))
    }

    /// Runs and returns the next pass. If the next pass is a melting pass, runs up to twelve melting passes in
    /// succession. Returns `None` if the visit numbers are already known.
    ///
    /// # Errors
    /// See [`Grown::step`].
    pub fn advance(&mut self) -> Result<Option<GrowthPass>> {
        block_on(self.pass(GadgetClass::COUNT))
    }

    /// Runs all remaining passes, and calls `progress` before each pass.
    ///
    /// # Errors
    /// See [`Grown::step`].
    pub fn finish(&mut self, progress: &mut dyn FnMut(GrowthProgress)) -> Result<&GrowthReport> {
        block_on(self.finish_async(progress))
    }

    /// Does the same as [`Grown::finish`], without blocking.
    ///
    /// # Errors
    /// See [`Grown::step`].
    pub async fn finish_async(&mut self, progress: &mut dyn FnMut(GrowthProgress)) -> Result<&GrowthReport> {
        loop {
            progress(self.progress());
            if self.pass(GadgetClass::COUNT).await?.is_none() {
                return Ok(&self.report);
            }
        }
    }

    /// Calls `each` with the visit numbers, counted from 1, several rows at a time from the top. See
    /// [`Passes::for_each_band`] for the proof that the numbers form a tour.
    ///
    /// # Errors
    /// See [`Passes::for_each_band`].
    ///
    /// # Panics
    /// Panics if passes are left.
    pub fn for_each_band(&mut self, each: BandSink<'_>) -> Result<()> {
        block_on(self.for_each_band_async(each))
    }

    /// Does the same as [`Grown::for_each_band`], without blocking.
    ///
    /// # Errors
    /// See [`Passes::for_each_band`].
    ///
    /// # Panics
    /// Panics if passes are left.
    pub async fn for_each_band_async(&mut self, each: BandSink<'_>) -> Result<()> {
        assert_eq!(self.next, None, "the tour has no numbers yet");
        let begun = Instant::now();
        let done = self.passes.for_each_band(each).await;
        self.report.proof += begun.elapsed();
        done
    }

    /// Returns the squares in visiting order, each as its row times the number of columns of the board, plus its
    /// column.
    ///
    /// # Errors
    /// Returns the errors of [`Passes::for_each_band`]. Also returns [`EngineError::Memory`] if too little main memory
    /// is available.
    ///
    /// # Panics
    /// Panics if passes are left.
    pub fn order(&mut self) -> Result<Vec<u32>> {
        let squares = self.passes.setup().board().playable();
        let cols = self.passes.setup().layout().cols;
        let mut order = Vec::new();
        if order.try_reserve_exact(squares as usize).is_err() {
            return Err(EngineError::Memory { what: "the tour".into(), needed: 4 * squares });
        }
        order.resize(squares as usize, u32::MAX);
        self.for_each_band(&mut |rows, numbers| {
            for (cell, &number) in (rows.start * cols..).zip(numbers) {
                if let Some(slot) = number.checked_sub(1).and_then(|at| order.get_mut(at as usize)) {
                    *slot = cell;
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(order)
    }

    /// Runs and returns the next pass. If the next pass is a melting pass, runs up to `max_melts` melting passes in
    /// succession. Returns `None` if the visit numbers are already known.
    async fn pass(&mut self, max_melts: u32) -> Result<Option<GrowthPass>> {
        let Some(pass) = self.next else { return Ok(None) };
        let begun = Instant::now();
        self.next = self.perform(pass, max_melts).await?;
        self.report.passes[pass as usize] += begun.elapsed();
        Ok(Some(pass))
    }

    /// Runs `pass` and returns the pass after it. If `pass` is a melting pass, runs up to `max_melts` melting passes in
    /// succession. Returns `None` if no pass is left.
    async fn perform(&mut self, pass: GrowthPass, max_melts: u32) -> Result<Option<GrowthPass>> {
        let seed = self.passes.setup().seed;
        let round_key = key(seed, Purpose::Round, self.rounds);
        let next = match pass {
            GrowthPass::Start => {
                self.passes.start().await?;
                if self.melts > 0 { GrowthPass::Melt } else { GrowthPass::Label }
            }
            GrowthPass::Melt => {
                let until = self.melts + self.shakes * SHAKE_MELTS;
                let end = until.min(self.melted + max_melts);
                let passes: Vec<MeltPass> = (self.melted..end).map(|nth| melt_pass(seed, nth)).collect();
                self.passes.melt(&passes, self.shakes > 0).await?;
                self.melted = end;
                if end < until { GrowthPass::Melt } else { GrowthPass::Label }
            }
            GrowthPass::Label => {
                self.left = self.passes.label().await?;
                // The report has one list of cycle counts per melting. A labelling for a random round begins no list,
                // because no melting precedes such a labelling.
                if self.report.cycles.len() as u32 == self.shakes {
                    self.report.cycles.push(vec![self.left]);
                }
                self.is_labelled = true;
                self.main = self.majority(seed).await?;
                if self.left == 1 { GrowthPass::Splitters } else { GrowthPass::Mark }
            }
            GrowthPass::Mark => {
                let afresh = std::mem::take(&mut self.is_labelled);
                let marked = match self.joining {
                    JoinPhase::Coins => MarkRule::ByCoin(round_key),
                    JoinPhase::Main | JoinPhase::Rest => MarkRule::Apart { main: self.main, afresh },
                };
                self.passes.mark(marked).await?;
                GrowthPass::Scan
            }
            GrowthPass::Scan => {
                self.passes.scan(round_key).await?;
                GrowthPass::Pick
            }
            GrowthPass::Pick => {
                self.passes.pick(round_key).await?;
                GrowthPass::Apply
            }
            GrowthPass::Apply => {
                let switched = self.passes.apply().await?;
                self.rounds += 1;
                let cycles = self.report.cycles.last_mut().expect("there was a labelling");
                let (molten, is_slow) = (cycles[0], switched < self.left / SLOW);
                self.left -= switched;
                if switched > 0 {
                    cycles.push(self.left);
                }
                match (self.left, switched) {
                    (1, _) => GrowthPass::Splitters,
                    _ if self.joining == JoinPhase::Coins => {
                        if is_slow || self.left < MANY {
                            self.joining = JoinPhase::Rest;
                        }
                        GrowthPass::Label
                    }
                    (MANY.., 1..) if self.joining == JoinPhase::Main && is_slow && self.left > molten / 2 => {
                        self.joining = JoinPhase::Coins;
                        GrowthPass::Label
                    }
                    (_, 0) if self.shakes >= self.max_shakes => {
                        return Err(GrowError::Unjoined { cycles: self.left, shakes: self.shakes }.into());
                    }
                    (_, 0) => GrowthPass::Dilate,
                    _ => GrowthPass::Mark,
                }
            }
            GrowthPass::Dilate => {
                self.passes.dilate().await?;
                self.shakes += 1;
                self.joining = JoinPhase::Main;
                GrowthPass::Melt
            }
            GrowthPass::Splitters => {
                self.passes.splitters().await?;
                GrowthPass::Rank
            }
            GrowthPass::Rank => {
                self.passes.rank().await?;
                GrowthPass::Number
            }
            GrowthPass::Number => {
                self.passes.number().await?;
                return Ok(None);
            }
        };
        Ok(Some(next))
    }

    /// Returns the most frequent label among some random squares. In case of a tie, returns the lowest of the most
    /// frequent labels.
    async fn majority(&mut self, seed: u32) -> Result<u32> {
        let layout = *self.passes.setup().layout();
        let base = key(seed, Purpose::Sample, self.shakes);
        let cells: Vec<u32> = (0..SAMPLE)
            .map(|nth| mix(base ^ nth))
            .map(|hash| hash % layout.rows * layout.pitch() + mix(hash) % layout.cols)
            .collect();
        let mut labels = self.passes.labels_at(&cells).await?;
        // A hole has no label.
        labels.retain(|&label| label != NO_LABEL);
        labels.sort_unstable();
        let runs = labels.chunk_by(|one, other| one == other);
        let longest = runs.max_by_key(|run| (run.len(), std::cmp::Reverse(run[0])));
        match longest {
            Some(run) => Ok(run[0]),
            // All sampled squares were holes.
            None => {
                let start = layout.cell(self.passes.setup().start());
                Ok(self.passes.labels_at(&[start]).await?[0])
            }
        }
    }
}

/// Returns melting pass `nth`. Each group of twelve passes contains each of the twelve classes once, in a random order.
fn melt_pass(seed: u32, nth: u32) -> MeltPass {
    let (dozen, place) = (nth / GadgetClass::COUNT, nth % GadgetClass::COUNT);
    let mut order: [u32; GadgetClass::COUNT as usize] = std::array::from_fn(|class| class as u32);
    for last in (1..GadgetClass::COUNT).rev() {
        let hash = key(seed, Purpose::Order, dozen * GadgetClass::COUNT + last);
        order.swap(last as usize, (hash % (last + 1)) as usize);
    }
    MeltPass { class: GadgetClass::new(order[place as usize]), keys: coin_keys(seed, nth) }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, TourSpec};

    use super::*;

    #[test]
    fn every_dozen_of_passes_has_every_class_once_in_an_order_of_its_own() {
        let dozen = |nth: u32| (0..12).map(|place| melt_pass(7, 12 * nth + place).class).collect::<Vec<_>>();
        for nth in 0..6 {
            let mut classes: Vec<u32> = dozen(nth).iter().map(|class| class.number()).collect();
            classes.sort_unstable();
            assert_eq!(classes, (0..12).collect::<Vec<_>>());
        }
        assert_ne!(dozen(0), dozen(1));
    }

    #[test]
    fn cycles_that_are_left_after_the_last_shake_are_reported() {
        let mut left = 0;
        for seed in 0..40 {
            let setup = GrowthSetup::new(&TourSpec::closed(&Board::new(8, 8).unwrap()), seed).unwrap();
            let mut grown = Grown { max_shakes: 0, ..Grown::new(CpuGrown::new(setup).unwrap()) };
            if let Err(error) = grown.finish(&mut |_| {}) {
                assert!(matches!(error, EngineError::Grow(GrowError::Unjoined { cycles: 2.., shakes: 0 })), "{error}");
                left += 1;
            }
        }
        assert!(left > 0, "every one of 40 boards was joined without a shake");
    }
}
