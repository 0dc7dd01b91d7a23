//! Makes grown tours on all cores of the CPU. The functions of this module compute the same passes as the mirrors, but
//! faster. Tests compare the results of both. Labelling and numbering share the [`sections`] of the cycles.

mod block;
mod cover;
mod join;
mod melt;
mod number;
mod sections;

use std::iter;
use std::sync::atomic::Ordering::Relaxed;

use async_trait::async_trait;
use courser_board::proof::Proof;
use pollster::block_on;

use self::block::ROWS;
use self::join::{CycleTable, apply, dilate, label, mark, pick, scan};
use self::melt::melt;
use self::number::{NumberTable, visits};
use self::sections::Sections;
use super::WORK;
use super::job::{NO_LABEL, Pick, Piece};
use super::passes::{BandSink, CycleState, MarkRule, MeltPass, Passes};
use super::planes::{PlaneLayout, Planes};
use super::setup::GrowthSetup;
use super::start::start;
use crate::{EngineError, Result, memory};

pub use self::cover::Cover;

/// Maximum number of squares in a returned band. A band exceeds this maximum if a single row of blocks has more
/// squares.
const BAND: u32 = 1 << 24;

/// The state of a growing tour in memory, about four bytes per square. The visit numbers are not stored, but computed
/// on request.
#[derive(Debug)]
pub struct CpuGrown {
    setup: GrowthSetup,
    planes: Planes,
    sections: Sections,
    /// Visit numbers at which the sections begin; `None` until they are known.
    visits: Option<Vec<u32>>,
    marks: Vec<u32>,
    wide: Vec<u32>,
    cycles: CycleTable,
    picks: Vec<Pick>,
}

impl CpuGrown {
    /// Creates the state before the first pass.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if there is not enough memory.
    pub fn new(setup: GrowthSetup) -> Result<Self> {
        memory::check(WORK, &setup.board, bytes(&setup.layout))?;
        let (layout, planes) = (setup.layout, Planes::new(setup.layout));
        let plane = || vec![0; layout.plane_words() as usize];
        Ok(Self {
            setup,
            planes,
            sections: Sections::new(layout),
            visits: None,
            marks: plane(),
            wide: plane(),
            cycles: CycleTable::default(),
            picks: Vec::new(),
        })
    }

    /// Returns the visit numbers.
    ///
    /// # Panics
    /// Panics if the visit numbers are not known yet.
    fn numbers(&self) -> NumberTable<'_> {
        let visits = self.visits.as_ref().expect("the tour has its numbers");
        let squares = self.setup.board.playable() as u32;
        NumberTable { sections: &self.sections, planes: &self.planes, visits, squares }
    }
}

/// Returns the memory of a run in bytes: four planes of edges, two planes of marks, two bytes per square, the sections
/// (one per forty squares), and the cycles (one per 137 squares).
fn bytes(layout: &PlaneLayout) -> u64 {
    let (plane, cells) = (u64::from(layout.plane_words()) * 4, u64::from(layout.cells()));
    6 * plane + 2 * cells + 3 * cells / 2
}

#[async_trait(?Send)]
impl Passes for CpuGrown {
    fn setup(&self) -> &GrowthSetup {
        &self.setup
    }

    fn bytes(&self) -> u64 {
        bytes(&self.setup.layout)
    }

    async fn start(&mut self) -> Result<()> {
        start(&mut self.planes, &self.setup.origin);
        self.sections.forget();
        Ok(())
    }

    async fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<()> {
        melt(&mut self.planes, passes, inside.then_some(&self.wide));
        self.sections.forget();
        Ok(())
    }

    async fn label(&mut self) -> Result<u32> {
        self.sections.read(&self.planes, &self.setup);
        self.cycles = label(&self.sections);
        self.picks = vec![Pick::NONE; self.cycles.roots.len()];
        Ok(self.cycles.roots.len() as u32)
    }

    async fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>> {
        Ok(cells.iter().map(|&cell| self.cycles.label_of(self.sections.index_of(cell))).collect())
    }

    async fn mark(&mut self, marked: MarkRule) -> Result<()> {
        if let MarkRule::Apart { main, .. } = marked {
            self.cycles.set_main(main);
        }
        mark(&mut self.marks, &self.sections, &self.cycles, marked, &self.setup.layout);
        Ok(())
    }

    async fn dilate(&mut self) -> Result<()> {
        dilate(&self.marks, &mut self.wide, &self.setup.layout);
        Ok(())
    }

    async fn scan(&mut self, key: u32) -> Result<()> {
        scan(&self.planes, &self.marks, &self.sections, &self.cycles, key);
        Ok(())
    }

    async fn pick(&mut self, key: u32) -> Result<()> {
        self.picks = pick(&self.planes, &self.cycles, key);
        Ok(())
    }

    async fn apply(&mut self) -> Result<u32> {
        Ok(apply(&mut self.planes, &self.picks, &mut self.sections, &mut self.cycles))
    }

    async fn splitters(&mut self) -> Result<()> {
        self.sections.read(&self.planes, &self.setup);
        Ok(())
    }

    async fn rank(&mut self) -> Result<()> {
        self.visits = Some(visits(&self.sections, &self.planes, &self.setup));
        Ok(())
    }

    async fn number(&mut self) -> Result<()> {
        Ok(())
    }

    fn planes(&mut self) -> Result<Planes> {
        Ok(self.planes.clone())
    }

    fn cells(&mut self) -> Result<Vec<u32>> {
        let layout = self.setup.layout;
        if self.visits.is_none() {
            return block_on(self.labels_at(&(0..layout.cells()).collect::<Vec<_>>()));
        }
        let mut numbers = vec![0; (layout.rows * layout.cols) as usize];
        self.numbers().rows(0, layout.cols, &mut numbers);
        let line = |line: &[u32]| {
            let numbers = line.iter().map(|&number| if number > 0 { number } else { NO_LABEL });
            numbers.chain(iter::repeat(NO_LABEL)).take(layout.pitch() as usize).collect::<Vec<_>>()
        };
        Ok(numbers.chunks(layout.cols as usize).flat_map(line).collect())
    }

    fn marks(&mut self, wide: bool) -> Result<Vec<u32>> {
        Ok(if wide { &self.wide } else { &self.marks }.clone())
    }

    fn cycles(&mut self) -> Result<Vec<CycleState>> {
        let CycleTable { roots, joined, best, .. } = &self.cycles;
        let states = roots.iter().zip(joined).zip(best).zip(&self.picks);
        Ok(states
            .map(|(((&label, &joined), best), &pick)| CycleState { label, joined, best: best.load(Relaxed), pick })
            .collect())
    }

    fn pieces(&mut self) -> Result<Option<Vec<Piece>>> {
        Ok(None)
    }

    async fn for_each_band(&mut self, each: BandSink<'_>) -> Result<()> {
        let layout = self.setup.layout;
        let (has_holes, numbers) = (self.setup.board.hole_count() > 0, self.numbers());
        let mut proof = (!has_holes).then(|| Proof::new(layout.rows, layout.cols, self.setup.end.is_none()));
        // A band has at most one row of blocks per core.
        let cores = rayon::current_num_threads() as u32;
        let height = ROWS * (BAND / layout.cols / ROWS).clamp(1, cores);
        let mut band = vec![0; (height.min(layout.rows) * layout.cols) as usize];
        for top in (0..layout.rows).step_by(height as usize) {
            let bottom = (top + height).min(layout.rows);
            let band = &mut band[..((bottom - top) * layout.cols) as usize];
            numbers.rows(top, layout.cols, band);
            if let Some(proof) = &mut proof {
                proof.push(band).map_err(EngineError::Proof)?;
            }
            if each(top..bottom, band).is_break() {
                return Ok(());
            }
        }
        proof.map_or(Ok(()), Proof::finish).map_err(EngineError::Proof)
    }
}
