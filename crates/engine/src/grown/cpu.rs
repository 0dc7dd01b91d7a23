//! Grown tours on the CPU: the mirrors of the passes, on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use courser_board::proof::Proof;

use super::apply::apply;
use super::flatten::flatten;
use super::label::{NO_LABEL, label};
use super::layout::Layout;
use super::links::Links;
use super::mark::{dilate, mark};
use super::melt::{MeltPass, melt};
use super::number::number;
use super::passes::{CycleState, Passes};
use super::pick::{Pick, pick};
use super::planes::Planes;
use super::rank::rank;
use super::scan::{Cycles, scan};
use super::setup::{Origin, Setup};
use super::splitters::{Piece, pieces};
use super::start::start;
use super::walk::Net;
use crate::grown::WORK;
use crate::{EngineError, memory};

/// Squares of a band that is handed out.
const BAND: u32 = 1 << 20;

/// The state of a growing tour in memory: some six bytes for each square.
#[derive(Debug)]
pub struct CpuGrown {
    setup: Setup,
    planes: Planes,
    links: Links,
    /// Whether the links are those of the planes.
    linked: bool,
    /// A name of each square's cycle, and in the end its visit number; [`NO_LABEL`] for what is no square.
    cells: Vec<AtomicU32>,
    is_numbered: bool,
    marks: Vec<u32>,
    wide: Vec<u32>,
    cycles: Cycles,
    picks: Vec<Pick>,
    pieces: Vec<Piece>,
}

impl CpuGrown {
    /// The state before the first pass.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if there is not enough memory.
    pub fn new(setup: Setup) -> Result<Self, EngineError> {
        let needed = bytes(&setup.layout);
        let there = memory::available();
        if needed > there {
            let board = setup.board.clone();
            return Err(EngineError::TooLarge { work: WORK, board, needed, what: "memory".into(), there });
        }
        let (layout, planes) = (setup.layout, Planes::new(setup.layout));
        let plane = || vec![0; layout.plane_words() as usize];
        let cells = std::iter::repeat_with(|| AtomicU32::new(0)).take(layout.cells() as usize).collect();
        Ok(Self {
            setup,
            planes,
            links: Links::default(),
            linked: false,
            cells,
            is_numbered: false,
            marks: plane(),
            wide: plane(),
            cycles: Cycles::default(),
            picks: Vec::new(),
            pieces: Vec::new(),
        })
    }

    fn link(&mut self) {
        if !self.linked {
            self.links.read(&self.planes, &self.setup);
            self.linked = true;
        }
    }

    fn net(&self) -> Net<'_> {
        Net::new(&self.links, &self.setup)
    }

    /// The first half-edge of the tour's start.
    fn first_half(&self) -> u32 {
        let Setup { layout, start, .. } = self.setup;
        2 * layout.splitter(start).unwrap_or(layout.splitters())
    }
}

/// Bytes that a run takes: four planes, two of marks, a byte and a word for each square; the splitters and the
/// cycles, of which there is one in 137 squares.
fn bytes(layout: &Layout) -> u64 {
    let (plane, cells) = (u64::from(layout.plane_words()) * 4, u64::from(layout.cells()));
    6 * plane + 5 * cells + cells / 2
}

impl Passes for CpuGrown {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn bytes(&self) -> u64 {
        bytes(&self.setup.layout)
    }

    fn start(&mut self) -> Result<(), EngineError> {
        match &self.setup.origin {
            Origin::Mosaic(plan) => start(&mut self.planes, plan),
            Origin::Cover(planes) => self.planes.words.copy_from_slice(&planes.words),
        }
        self.linked = false;
        Ok(())
    }

    fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<(), EngineError> {
        melt(&mut self.planes, passes, inside.then_some(&self.wide));
        self.linked = false;
        Ok(())
    }

    fn label(&mut self) -> Result<u32, EngineError> {
        self.link();
        self.cycles = label(&Net::new(&self.links, &self.setup), &mut self.cells);
        self.picks = vec![Pick::NONE; self.cycles.roots.len()];
        Ok(self.cycles.roots.len() as u32)
    }

    fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>, EngineError> {
        Ok(cells.iter().map(|&cell| self.cycles.label_at(&self.cells[cell as usize])).collect())
    }

    fn mark(&mut self, main: u32, afresh: bool) -> Result<(), EngineError> {
        mark(&mut self.marks, &self.setup.layout, &self.cells, &self.cycles, main, afresh);
        Ok(())
    }

    fn dilate(&mut self) -> Result<(), EngineError> {
        dilate(&self.marks, &mut self.wide, &self.setup.layout);
        Ok(())
    }

    fn scan(&mut self, main: u32, key: u32) -> Result<(), EngineError> {
        scan(&self.planes, &self.marks, &self.cells, &self.cycles, main, key);
        Ok(())
    }

    fn pick(&mut self, key: u32) -> Result<(), EngineError> {
        self.picks = pick(&self.planes, &self.cells, &self.cycles, key);
        Ok(())
    }

    fn apply(&mut self) -> Result<u32, EngineError> {
        self.linked = false;
        Ok(apply(&mut self.planes, &self.picks, &mut self.cycles))
    }

    fn flatten(&mut self) -> Result<u32, EngineError> {
        Ok(flatten(&mut self.cycles))
    }

    fn splitters(&mut self) -> Result<(), EngineError> {
        self.link();
        self.pieces = pieces(&self.net(), self.first_half());
        Ok(())
    }

    fn rank(&mut self) -> Result<(), EngineError> {
        let start = self.first_half();
        rank(&mut self.pieces, start);
        Ok(())
    }

    fn number(&mut self) -> Result<(), EngineError> {
        number(&self.net(), &self.pieces, self.setup.board.playable() as u32, &self.cells);
        self.is_numbered = true;
        Ok(())
    }

    fn planes(&mut self) -> Result<Planes, EngineError> {
        Ok(self.planes.clone())
    }

    fn cells(&mut self) -> Result<Vec<u32>, EngineError> {
        let cell = |slot: &AtomicU32| if self.is_numbered { slot.load(Relaxed) } else { self.cycles.label_at(slot) };
        Ok(self.cells.iter().map(cell).collect())
    }

    fn marks(&mut self, wide: bool) -> Result<Vec<u32>, EngineError> {
        Ok(if wide { &self.wide } else { &self.marks }.clone())
    }

    fn cycles(&mut self) -> Result<Vec<CycleState>, EngineError> {
        let Cycles { roots, joined, best, .. } = &self.cycles;
        let states = roots.iter().zip(joined).zip(best).zip(&self.picks);
        Ok(states
            .map(|(((&label, &joined), best), pick)| CycleState {
                label,
                joined: roots[joined as usize],
                best: best.load(Relaxed),
                pick: match pick.gadget {
                    Pick::NO_GADGET => Pick::NONE,
                    _ => Pick { partner: roots[pick.partner as usize], ..*pick },
                },
            })
            .collect())
    }

    fn pieces(&mut self) -> Result<Vec<Piece>, EngineError> {
        Ok(self.pieces.clone())
    }

    fn for_each_band<E: From<EngineError>>(
        &mut self,
        mut each: impl FnMut(Range<u32>, &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let layout = self.setup.layout;
        let holes = self.setup.board.hole_count() > 0;
        let mut proof = (!holes).then(|| Proof::new(layout.rows, layout.cols, self.setup.end.is_none()));
        let height = (BAND / layout.cols).max(1);
        let mut band: Vec<u32> = Vec::new();
        let mut top = 0;
        while top < layout.rows {
            let bottom = (top + height).min(layout.rows);
            band.clear();
            for row in top..bottom {
                let cells = &self.cells[(row * layout.pitch()) as usize..][..layout.cols as usize];
                // A hole has kept what a label left there.
                band.extend(cells.iter().map(|cell| match cell.load(Relaxed) {
                    NO_LABEL => 0,
                    number => number,
                }));
            }
            if let Some(proof) = &mut proof {
                proof.push(&band).map_err(EngineError::Proof)?;
            }
            each(top..bottom, &band)?;
            top = bottom;
        }
        proof.map_or(Ok(()), Proof::finish).map_err(EngineError::Proof)?;
        Ok(())
    }
}
