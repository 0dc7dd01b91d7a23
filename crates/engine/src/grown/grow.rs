//! The order of the passes, and how far a tour has grown.

use std::ops::Range;
use web_time::{Duration, Instant};

use super::gadget::Class;
use super::hash::{Purpose, coin_keys, key, mix};
use super::label::NO_LABEL;
use super::melt::MeltPass;
use super::pick::Pick;
use super::planes::Planes;
use super::setup::Setup;
use super::splitters::Piece;
use crate::EngineError;
use crate::grown::GrowError;

/// Passes of melting before the cycles are distinguished.
pub const MELTS: u32 = 72;

/// Passes of melting of a shake.
pub const SHAKE_MELTS: u32 = 24;

/// Shakes, if nothing else is asked for: boards without holes take one or none, mostly.
pub const SHAKES: u32 = 48;

/// Squares by which the main cycle is found.
const SAMPLE: u32 = 1024;

/// A pass over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The edges of a mosaic.
    Start,
    /// Switches by coins.
    Melt,
    /// Which cycle each square is on.
    Label,
    /// Which squares are not on the main cycle.
    Mark,
    /// Offers of gadgets that join two cycles.
    Scan,
    /// What each cycle does about its best offer.
    Pick,
    /// The picks are switched.
    Apply,
    /// Which cycles are joined.
    Flatten,
    /// The marks are widened: what is melted again.
    Dilate,
    /// The tour in pieces.
    Splitters,
    /// How far each piece is from the start.
    Rank,
    /// The visit numbers.
    Number,
}

impl Pass {
    /// All passes, in the order in which each comes for the first time.
    pub const ALL: [Self; 12] = [
        Self::Start,
        Self::Melt,
        Self::Label,
        Self::Mark,
        Self::Scan,
        Self::Pick,
        Self::Apply,
        Self::Flatten,
        Self::Dilate,
        Self::Splitters,
        Self::Rank,
        Self::Number,
    ];

    /// Its name, which its file has too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Melt => "melt",
            Self::Label => "label",
            Self::Mark => "mark",
            Self::Scan => "scan",
            Self::Pick => "pick",
            Self::Apply => "apply",
            Self::Flatten => "flatten",
            Self::Dilate => "dilate",
            Self::Splitters => "splitters",
            Self::Rank => "rank",
            Self::Number => "number",
        }
    }

    /// Whether edges are other ones after it.
    pub const fn changes_edges(self) -> bool {
        matches!(self, Self::Start | Self::Melt | Self::Apply)
    }

    /// The step of the whole that the pass belongs to.
    pub const fn step(self) -> Step {
        match self {
            Self::Start => Step::Start,
            Self::Melt => Step::Melt,
            Self::Label | Self::Mark | Self::Scan | Self::Pick | Self::Apply | Self::Flatten | Self::Dilate => {
                Step::Join
            }
            Self::Splitters | Self::Rank | Self::Number => Step::Number,
        }
    }
}

/// What a tour goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A mosaic is laid.
    Start,
    /// It melts into cycles.
    Melt,
    /// They are joined.
    Join,
    /// The one that is left is numbered.
    Number,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Self; 4] = [Self::Start, Self::Melt, Self::Join, Self::Number];

    /// Its name, as what has been done.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "started",
            Self::Melt => "melted",
            Self::Join => "joined",
            Self::Number => "numbered",
        }
    }
}

/// How far a tour has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many of so many passes of melting are done.
    Melting(u32, u32),
    /// So many cycles are left, after so many shakes.
    Joining(u32, u32),
    /// One cycle is left, and gets its numbers.
    Numbering,
}

/// How a tour has grown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How long each pass took, all times that it came, in the order of [`Pass::ALL`].
    pub passes: [Duration; Pass::ALL.len()],
    /// How long the proof took, and the numbers on their way to the host.
    pub proof: Duration,
    /// For each labelling, how many cycles were left after it and after each round that joined some.
    pub cycles: Vec<Vec<u32>>,
    /// Bytes of memory that the state takes, on whichever device.
    pub bytes: u64,
}

impl Report {
    /// How often the squares around what was left over were melted again.
    pub fn shakes(&self) -> u32 {
        self.cycles.len().saturating_sub(1) as u32
    }

    /// How long a step took.
    pub fn step(&self, step: Step) -> Duration {
        Pass::ALL.into_iter().zip(self.passes).filter(|(pass, _)| pass.step() == step).map(|(_, time)| time).sum()
    }

    /// Rounds of joining.
    pub fn rounds(&self) -> u32 {
        self.cycles.iter().map(|left| left.len() as u32 - 1).sum()
    }
}

/// The passes on one device: what [`Grown`] calls in turn. After each one the state is the same on every device.
pub trait Passes {
    /// What is grown.
    fn setup(&self) -> &Setup;

    /// Bytes of memory that the state takes on the device.
    fn bytes(&self) -> u64;

    /// [`Pass::Start`].
    ///
    /// # Errors
    /// If the device fails, as for all that follow.
    fn start(&mut self) -> Result<(), EngineError>;

    /// Passes of melting, one after another; only around marks that were widened, if it is `inside`.
    ///
    /// # Errors
    /// If the device fails.
    fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<(), EngineError>;

    /// [`Pass::Label`]; gives how many cycles there are.
    ///
    /// # Errors
    /// If the device fails.
    fn label(&mut self) -> Result<u32, EngineError>;

    /// The labels of some cells.
    ///
    /// # Errors
    /// If the device fails.
    fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>, EngineError>;

    /// [`Pass::Mark`]; `main` is the label of the main cycle. The marks before are of no use if it is `afresh`.
    ///
    /// # Errors
    /// If the device fails.
    fn mark(&mut self, main: u32, afresh: bool) -> Result<(), EngineError>;

    /// [`Pass::Dilate`].
    ///
    /// # Errors
    /// If the device fails.
    fn dilate(&mut self) -> Result<(), EngineError>;

    /// [`Pass::Scan`], with the key of the round.
    ///
    /// # Errors
    /// If the device fails.
    fn scan(&mut self, main: u32, key: u32) -> Result<(), EngineError>;

    /// [`Pass::Pick`].
    ///
    /// # Errors
    /// If the device fails.
    fn pick(&mut self, key: u32) -> Result<(), EngineError>;

    /// [`Pass::Apply`]; gives how many picks were switched.
    ///
    /// # Errors
    /// If the device fails.
    fn apply(&mut self) -> Result<u32, EngineError>;

    /// [`Pass::Flatten`]; gives how many cycles are left.
    ///
    /// # Errors
    /// If the device fails.
    fn flatten(&mut self) -> Result<u32, EngineError>;

    /// [`Pass::Splitters`].
    ///
    /// # Errors
    /// If the device fails.
    fn splitters(&mut self) -> Result<(), EngineError>;

    /// [`Pass::Rank`].
    ///
    /// # Errors
    /// If the device fails.
    fn rank(&mut self) -> Result<(), EngineError>;

    /// [`Pass::Number`].
    ///
    /// # Errors
    /// If the device fails.
    fn number(&mut self) -> Result<(), EngineError>;

    /// The edges.
    ///
    /// # Errors
    /// If the device fails.
    fn planes(&mut self) -> Result<Planes, EngineError>;

    /// What each cell holds: after labelling the label of its cycle, after numbering its visit number.
    ///
    /// # Errors
    /// If the device fails.
    fn cells(&mut self) -> Result<Vec<u32>, EngineError>;

    /// The bit plane of the marks, or of the widened ones.
    ///
    /// # Errors
    /// If the device fails.
    fn marks(&mut self, wide: bool) -> Result<Vec<u32>, EngineError>;

    /// The cycles by rising label, for each the label, the label of the cycle that speaks for all that it is joined
    /// with, the least key that it was offered, and what it picked, with its partner's label instead of its number.
    ///
    /// # Errors
    /// If the device fails.
    fn cycles(&mut self) -> Result<Vec<CycleState>, EngineError>;

    /// The pieces of the tour by their half-edges.
    ///
    /// # Errors
    /// If the device fails.
    fn pieces(&mut self) -> Result<Vec<Piece>, EngineError>;

    /// Proves the numbers, and hands them out some rows at a time from the top. That they are a tour is known when
    /// this returns. A hole has the number 0, and a board that has one is not proven here: what is made of its
    /// numbers is to be judged.
    ///
    /// # Errors
    /// If the numbers are not a tour or the device fails, and the first error of `each`.
    fn for_each_band<E: From<EngineError>>(
        &mut self,
        each: impl FnMut(Range<u32>, &[u32]) -> Result<(), E>,
    ) -> Result<(), E>;
}

/// What is known of one cycle, by labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleState {
    /// Its label.
    pub label: u32,
    /// The label of the cycle that speaks for all that it is joined with.
    pub joined: u32,
    /// The least key that it was offered in the last round.
    pub best: u32,
    /// What it picked in the last round, with the partner's label instead of its number.
    pub pick: Pick,
}

/// A tour that grows, pass by pass, on a device.
///
/// ```
/// use courser_board::TourSpec;
/// use courser_engine::EngineError;
/// use courser_engine::grown::{CpuGrown, Grown, Passes, Setup};
///
/// let spec = TourSpec::closed(&"40x50".parse().unwrap());
/// let setup = Setup::new(&spec, 7).unwrap();
/// let mut grown = Grown::new(CpuGrown::new(setup)?);
/// let report = grown.finish(&mut |_| {})?;
/// assert!(report.rounds() > 0);
/// let mut squares = 0;
/// grown.for_each_band(|_, numbers| {
///     squares += numbers.len();
///     Ok::<(), EngineError>(())
/// })?;
/// assert_eq!(squares, 2000);
/// # Ok::<(), EngineError>(())
/// ```
#[derive(Debug)]
pub struct Grown<P> {
    passes: P,
    /// What comes next; none when the tour has its numbers.
    next: Option<Pass>,
    /// Passes of melting so far.
    melted: u32,
    /// Passes of melting until the cycles are distinguished.
    melts: u32,
    shakes: u32,
    most_shakes: u32,
    rounds: u32,
    /// The label of the main cycle.
    main: u32,
    /// Cycles that are left, as far as it is known.
    left: u32,
    switched: u32,
    report: Report,
}

impl<P: Passes> Grown<P> {
    /// Before the first pass.
    pub fn new(passes: P) -> Self {
        let report = Report { bytes: passes.bytes(), ..Report::default() };
        Self {
            passes,
            next: Some(Pass::Start),
            melted: 0,
            melts: MELTS,
            shakes: 0,
            most_shakes: SHAKES,
            rounds: 0,
            main: NO_LABEL,
            left: 0,
            switched: 0,
            report,
        }
    }

    /// With at most so many shakes.
    #[must_use]
    pub const fn with_shakes(mut self, most: u32) -> Self {
        self.most_shakes = most;
        self
    }

    /// With so many passes of melting before the cycles are distinguished, in place of [`MELTS`].
    #[must_use]
    pub const fn with_melts(mut self, melts: u32) -> Self {
        self.melts = melts;
        self
    }

    /// The pass that comes next; none when the tour has its numbers.
    pub const fn next_pass(&self) -> Option<Pass> {
        self.next
    }

    /// The state, to be looked at between passes.
    pub const fn passes(&mut self) -> &mut P {
        &mut self.passes
    }

    /// How far the tour has grown.
    pub fn progress(&self) -> Progress {
        match self.next {
            None | Some(Pass::Splitters | Pass::Rank | Pass::Number) => Progress::Numbering,
            Some(Pass::Start | Pass::Melt) if self.shakes == 0 => Progress::Melting(self.melted, self.melts),
            Some(_) => Progress::Joining(self.left, self.shakes),
        }
    }

    /// What it took so far.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// Does one pass and says which; none when the tour has its numbers.
    ///
    /// # Errors
    /// [`GrowError::Unjoined`] if cycles are left after the last shake, and whatever the device reports.
    pub fn step(&mut self) -> Result<Option<Pass>, EngineError> {
        self.pass(1)
    }

    /// Does one pass, or a dozen of melting, and says which; none when the tour has its numbers.
    ///
    /// # Errors
    /// As [`Grown::step`].
    pub fn advance(&mut self) -> Result<Option<Pass>, EngineError> {
        self.pass(Class::COUNT)
    }

    /// Does all passes that are left. `progress` receives how far the tour has grown, now and then.
    ///
    /// # Errors
    /// As [`Grown::step`].
    pub fn finish(&mut self, progress: &mut dyn FnMut(Progress)) -> Result<&Report, EngineError> {
        loop {
            progress(self.progress());
            if self.advance()?.is_none() {
                return Ok(&self.report);
            }
        }
    }

    /// The visit numbers from 1, some rows at a time from the top, proven as [`Passes::for_each_band`] does.
    ///
    /// # Errors
    /// As [`Passes::for_each_band`].
    ///
    /// # Panics
    /// If passes are left.
    pub fn for_each_band<E: From<EngineError>>(
        &mut self,
        each: impl FnMut(Range<u32>, &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        assert_eq!(self.next, None, "the tour has no numbers yet");
        let begun = Instant::now();
        let done = self.passes.for_each_band(each);
        self.report.proof += begun.elapsed();
        done
    }

    /// The squares in visiting order, each as its row times the board's columns plus its column.
    ///
    /// # Errors
    /// As [`Passes::for_each_band`], and [`EngineError::Memory`] if the host has no memory for them.
    ///
    /// # Panics
    /// If passes are left.
    pub fn order(&mut self) -> Result<Vec<u32>, EngineError> {
        let squares = self.passes.setup().board().playable();
        let cols = self.passes.setup().layout().cols;
        let mut order = Vec::new();
        if order.try_reserve_exact(squares as usize).is_err() {
            return Err(EngineError::Memory { what: "the tour".into(), needed: 4 * squares });
        }
        order.resize(squares as usize, u32::MAX);
        self.for_each_band(|rows, numbers| {
            for (cell, &number) in (rows.start * cols..).zip(numbers) {
                if let Some(slot) = number.checked_sub(1).and_then(|at| order.get_mut(at as usize)) {
                    *slot = cell;
                }
            }
            Ok::<(), EngineError>(())
        })?;
        Ok(order)
    }

    /// The next pass, or up to so many of melting.
    fn pass(&mut self, most_melts: u32) -> Result<Option<Pass>, EngineError> {
        let Some(pass) = self.next else { return Ok(None) };
        let begun = Instant::now();
        self.next = self.perform(pass, most_melts)?;
        self.report.passes[pass as usize] += begun.elapsed();
        Ok(Some(pass))
    }

    /// Does a pass and gives the one after it.
    fn perform(&mut self, pass: Pass, most_melts: u32) -> Result<Option<Pass>, EngineError> {
        let seed = self.passes.setup().seed;
        let round_key = key(seed, Purpose::Round, self.rounds);
        let next = match pass {
            Pass::Start => {
                self.passes.start()?;
                if self.melts > 0 { Pass::Melt } else { Pass::Label }
            }
            Pass::Melt => {
                let until = self.melts + self.shakes * SHAKE_MELTS;
                let end = until.min(self.melted + most_melts);
                let passes: Vec<MeltPass> = (self.melted..end).map(|nth| melt_pass(seed, nth)).collect();
                self.passes.melt(&passes, self.shakes > 0)?;
                self.melted = end;
                if end < until { Pass::Melt } else { Pass::Label }
            }
            Pass::Label => {
                self.left = self.passes.label()?;
                self.report.cycles.push(vec![self.left]);
                self.main = self.majority(seed)?;
                if self.left == 1 { Pass::Splitters } else { Pass::Mark }
            }
            Pass::Mark => {
                let afresh = self.report.cycles.last().is_none_or(|left| left.len() == 1);
                self.passes.mark(self.main, afresh)?;
                Pass::Scan
            }
            Pass::Scan => {
                self.passes.scan(self.main, round_key)?;
                Pass::Pick
            }
            Pass::Pick => {
                self.passes.pick(round_key)?;
                Pass::Apply
            }
            Pass::Apply => {
                self.switched = self.passes.apply()?;
                self.rounds += 1;
                Pass::Flatten
            }
            Pass::Flatten => {
                self.left = self.passes.flatten()?;
                if self.switched > 0 {
                    self.report.cycles.last_mut().expect("there was a labelling").push(self.left);
                }
                match (self.left, self.switched) {
                    (1, _) => Pass::Splitters,
                    (_, 0) if self.shakes >= self.most_shakes => {
                        return Err(GrowError::Unjoined { cycles: self.left, shakes: self.shakes }.into());
                    }
                    (_, 0) => Pass::Dilate,
                    _ => Pass::Mark,
                }
            }
            Pass::Dilate => {
                self.passes.dilate()?;
                self.shakes += 1;
                Pass::Melt
            }
            Pass::Splitters => {
                self.passes.splitters()?;
                Pass::Rank
            }
            Pass::Rank => {
                self.passes.rank()?;
                Pass::Number
            }
            Pass::Number => {
                self.passes.number()?;
                return Ok(None);
            }
        };
        Ok(Some(next))
    }

    /// The label that most of some squares by chance have, the least of equals.
    fn majority(&mut self, seed: u32) -> Result<u32, EngineError> {
        let layout = *self.passes.setup().layout();
        let base = key(seed, Purpose::Sample, self.shakes);
        let cells: Vec<u32> = (0..SAMPLE)
            .map(|nth| mix(base ^ nth))
            .map(|hash| hash % layout.rows * layout.pitch() + mix(hash) % layout.cols)
            .collect();
        let mut labels = self.passes.labels_at(&cells)?;
        // A hole has none.
        labels.retain(|&label| label != NO_LABEL);
        labels.sort_unstable();
        let runs = labels.chunk_by(|one, other| one == other);
        let longest = runs.max_by_key(|run| (run.len(), std::cmp::Reverse(run[0])));
        match longest {
            Some(run) => Ok(run[0]),
            // All of them were holes.
            None => {
                let start = layout.cell(self.passes.setup().start());
                Ok(self.passes.labels_at(&[start])?[0])
            }
        }
    }
}

/// The `nth` pass of melting: the twelve classes come once in each dozen, in an order by chance.
fn melt_pass(seed: u32, nth: u32) -> MeltPass {
    let (dozen, place) = (nth / Class::COUNT, nth % Class::COUNT);
    let mut order: [u32; Class::COUNT as usize] = std::array::from_fn(|class| class as u32);
    for last in (1..Class::COUNT).rev() {
        let hash = key(seed, Purpose::Order, dozen * Class::COUNT + last);
        order.swap(last as usize, (hash % (last + 1)) as usize);
    }
    MeltPass { class: Class::new(order[place as usize]), keys: coin_keys(seed, nth) }
}

#[cfg(test)]
mod tests {
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
}
