//! Animations of a relay, whose knights all move at the same time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use courser::engine::EngineError;
use courser::engine::cycle::{Cell, Cycle, PASSES, Phase, StatusWord};
use courser::view::{CycleColour, CycleSquare, MakingFilm, MakingFrame, caption};
use courser::{Answer, FileFormat, Hooks, Request};

use crate::answer::{self, made};
use crate::cycle::args::CycleArgs;
use crate::error::Result;
use crate::failures::unanswered;
use crate::film::{film_fits, film_options};
use crate::picture;
use crate::progress::shown;

/// Maximum number of moves of a relay in an animation. A relay takes about 240 moves on 64x64, and about 800 moves on
/// 4000x4000.
const MOVES: u32 = 1000;

/// Denominator of a fraction of all knights. If fewer than 1 / `FEW` of all knights move, no frame is added. The first
/// and the last frame do not depend on this fraction.
const FEW: usize = 8;

/// Returns whether a square in this phase contains a knight.
fn is_here(phase: u32) -> bool {
    (Phase::Arrived as u32..Phase::Left as u32).contains(&phase)
}

/// Number of frames for which a restarted region flashes and is counted in the caption. This number corresponds to
/// about half a second.
const FLASH: u32 = 12;

/// Runs the relay, and writes the animation of its knights. Before the first pass, rejects options and boards that the
/// animation does not support.
pub(super) fn run(request: &Request<'_>, args: &CycleArgs, format: FileFormat) -> Result<()> {
    film_options(&args.picture)?;
    film_fits(request.spec.board(), &args.picture, MOVES, MOVES.into())?;
    let output = answer::open(&args.output, Some(format))?;
    let knights = RefCell::new(RelayFrames::default());
    let look = |cycle: &mut dyn Cycle| knights.borrow_mut().see(cycle);
    let tour = shown(|hooks| match made(request, &Hooks { cycle: Some(&look), ..*hooks })? {
        Answer::Found(found) => Ok(found.tour(hooks)?.0),
        answer => Err(unanswered(&answer, request)),
    })?;
    let frames = knights.into_inner().frames;
    let (style, pace) = (args.picture.style(), args.picture.pace());
    let film = MakingFilm::new(frames, tour.path(), Some(tour.kind()), &style, &pace);
    picture::write_film(output, format, film?)
}

/// The frames of the animation so far.
#[derive(Default)]
struct RelayFrames {
    frames: Vec<MakingFrame>,
    /// Phase of every square after the last move.
    phases: Vec<u32>,
    /// Regions that have restarted lately. The key is the first square of the region. The value is the number of
    /// remaining frames in which the caption counts the region.
    restarting: BTreeMap<usize, u32>,
    /// For each square, its edges in the last frame in which the square was visited, and the remaining number of frames
    /// that show these edges. The newest frame counts as a remaining frame.
    seen: Vec<(u8, u32)>,
}

impl RelayFrames {
    /// Adds a frame after each decision cycle in which enough knights have moved.
    fn see(&mut self, cycle: &mut dyn Cycle) -> Result<ControlFlow<()>, EngineError> {
        let is_over = cycle.status()?.word() != StatusWord::Running;
        let is_moved = is_over || cycle.passes().is_multiple_of(PASSES.len() as u64);
        if !is_moved || self.frames.len() >= MOVES as usize {
            return Ok(ControlFlow::Continue(()));
        }
        let (cells, setup) = (cycle.state()?, cycle.setup());
        let (board, all) = (setup.board().clone(), setup.knights());
        let has_knight = |cell: &Cell| is_here(cell.phase);
        let phases: Vec<u32> = cells.iter().map(|cell| cell.phase).collect();
        let came = |&at: &usize| has_knight(&cells[at]) && self.phases.get(at).is_none_or(|&phase| !is_here(phase));
        let moving = (0..cells.len()).filter(came).count();
        // If a knight arrives on a square whose phase was *left*, the region of this square has restarted.
        let was_left = |&at: &usize| self.phases.get(at) == Some(&(Phase::Left as u32));
        self.restarting.extend((0..cells.len()).filter(came).filter(was_left).map(|at| (at, FLASH)));
        self.phases = phases;
        // If only a few knights move, no frame is added. The last regions can restart many times while all other
        // regions are done, and the animation does not show these restarts.
        if moving * FEW < all && !is_over && !self.frames.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let knights = (0..).zip(&cells).filter(|(_, cell)| has_knight(cell)).map(|(at, _)| board.at(at)).collect();
        let caption = caption::relay(cycle.passes(), Some(self.restarting.len() as u64), all as u64);
        self.restarting.retain(|_, frames| {
            *frames -= 1;
            *frames > 0
        });
        let cycle_squares = self.squares(cycle)?;
        self.frames.push(MakingFrame { cycle_squares, frames: 1, caption, knights });
        Ok(ControlFlow::Continue(()))
    }

    /// Returns, for each square, its colour and the moves by which a path enters and leaves the square. The colour of a
    /// visited square depends on its visit number. In a restarted region, the abandoned path has a separate colour.
    fn squares(&mut self, cycle: &mut dyn Cycle) -> Result<Vec<CycleSquare>, EngineError> {
        let (cells, setup) = (cycle.state()?, cycle.setup());
        let mut links = vec![0_u8; cells.len()];
        for (from, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.phase == Phase::Left as u32) {
            let by = setup.moves().iter().find(|by| u32::from(by.code) == cell.next);
            if let Some((to, by)) =
                by.and_then(|&by| Some((setup.board().step(setup.board().at(from as u64), by)?, by)))
            {
                let way = CycleSquare::way((by.row, by.col));
                links[from] |= way;
                links[setup.board().index(to) as usize] |= way.rotate_left(4);
            }
        }
        self.seen.resize(cells.len(), (0, 0));
        let last = setup.board().playable() - 1;
        let squares = cells.iter().zip(links).zip(&mut self.seen).map(|((cell, links), (seen, frames))| {
            if cell.visit > 0 {
                (*seen, *frames) = (links, FLASH);
                return CycleSquare::new(links, CycleColour::of_visit(u64::from(cell.visit) - 1, last));
            }
            *frames = frames.saturating_sub(1);
            CycleSquare::new(if *frames > 0 { *seen } else { 0 }, CycleColour::default())
        });
        Ok(squares.collect())
    }
}

#[cfg(test)]
mod tests {
    use courser::board::TourSpec;
    use courser::engine::cycle::{CpuCycle, Schedule, Setup};
    use courser::solve::relay::{RelayChoices, RelayPlan};

    use super::*;

    #[test]
    fn moves_of_few_knights_of_a_relay_are_left_out_and_captions_count_regions_that_restart() {
        let spec = TourSpec::closed(&"64x64".parse().unwrap());
        let plan = RelayPlan::new(&spec, &RelayChoices { seed: Some(3), ..RelayChoices::default() }).unwrap();
        let setup = Setup::relay_by(&plan).unwrap();
        let all = setup.knights();
        let mut cycle = CpuCycle::new(setup, Schedule::Whole).unwrap();
        let (mut knights, mut moves, mut few) = (RelayFrames::default(), 0, 0);
        let places = |cells: &[Cell]| cells.iter().map(|cell| is_here(cell.phase)).collect::<Vec<bool>>();
        let mut before = places(&cycle.state().unwrap());
        assert!(knights.see(&mut cycle).unwrap().is_continue());
        while cycle.status().unwrap().word() == StatusWord::Running {
            cycle.advance(PASSES.len() as u64).unwrap();
            assert!(knights.see(&mut cycle).unwrap().is_continue());
            let now = places(&cycle.state().unwrap());
            let moving = now.iter().zip(&before).filter(|(now, before)| **now && !**before).count();
            let is_over = cycle.status().unwrap().word() != StatusWord::Running;
            (moves, few) = (moves + 1, few + usize::from(moving * FEW < all && !is_over));
            before = now;
        }
        assert!(few > 0, "{moves} moves of many knights");
        assert_eq!(knights.frames.len(), 1 + moves - few);
        assert_eq!(knights.frames[0].knights.len(), all);
        let captions: Vec<&str> = knights.frames.iter().map(|frame| &*frame.caption).collect();
        assert_eq!(captions[1], format!("relay, pass 3, {all} regions"));
        // A caption in only one frame would disappear too soon. Therefore the caption stays for `FLASH` frames.
        let restarting = |caption: &&str| caption.contains("restarting");
        let first = captions.iter().position(restarting).expect("a region of this relay restarts");
        assert!(captions[first].contains(&format!("restarting 1 of {all} regions")), "{captions:?}");
        assert!(captions[first..first + FLASH as usize].iter().all(restarting), "{captions:?}");
    }
}
