//! The animation of the construction of a grown tour: a mosaic melts into cycles, the cycles join, and the last cycle
//! becomes the tour.

use std::cell::RefCell;

use courser::engine::grown::{Cover, GrowthPass, MELTS, SHAKE_MELTS};
use courser::view::caption::{self, Growth};
use courser::view::{CycleColours, MakingFilm, MakingFrame};
use courser::{Answer, FileFormat, Hooks, Request};

use crate::answer::{self, made};
use crate::error::{Failure, Result, refuse};
use crate::failures::unanswered;
use crate::film::{film_fits, film_options};
use crate::picture;
use crate::progress::shown;
use crate::tour::args::{Animate, TourArgs, TourMethod};

/// Maximum number of rounds that join cycles. Five rounds are usually enough.
const ROUNDS: u32 = 30;

/// Display time in seconds of each of these pictures: the mosaic, its cycles, and the result of each round of joining.
const HELD: f64 = 0.6;

/// Rejects arguments that do not apply to an animation of the construction.
pub(super) fn consistent(args: &TourArgs, method: TourMethod, format: Option<FileFormat>) -> Result<()> {
    let moves = format.is_some_and(FileFormat::is_animation);
    let cure = "leave it out, or write to a .gif, .apng or .y4m";
    refuse(!moves, "--animate is for animations", cure)?;
    if args.animate != Some(Animate::Making) {
        return Ok(());
    }
    let cure = "use --method grown; courser cycle BOARD --regions 8x8 shows many knights";
    refuse(method != TourMethod::Grown, "--animate making is for the method grown", cure)?;
    film_options(&args.picture)
}

const fn held(fps: u32) -> u32 {
    (HELD * fps as f64) as u32 + 1
}

/// Computes the tour, records the cycles after every pass that changes an edge, and writes the animation. Before the
/// first pass, returns an error if the animation cannot be drawn for this board.
pub(super) fn run(request: &Request<'_>, args: &TourArgs, format: FileFormat) -> Result<()> {
    let pace = args.picture.pace();
    let frames = u64::from(MELTS) + u64::from(ROUNDS) * u64::from(held(pace.fps));
    film_fits(request.spec.board(), &args.picture, MELTS + ROUNDS, frames)?;
    let output = answer::open(&args.output, Some(format))?;
    let making = RefCell::new(Making { held: held(pace.fps), ..Making::default() });
    let look = |pass: GrowthPass, cover: Cover| making.borrow_mut().see_cycles(pass, &cover);
    let (tour, method) = shown(|hooks| {
        let hooks = Hooks { cover: Some(&look), ..*hooks };
        match made(request, &hooks)? {
            Answer::Found(found) => {
                let (tour, report) = found.tour(&hooks)?;
                Ok((tour, report.how.method))
            }
            answer => Err(unanswered(&answer, request)),
        }
    })?;
    if method != "grown" {
        return Err(Failure::no(
            format!("this tour of {} was not grown, so there is no making to show", tour.board()),
            "leave out --animate, or try another board or --seed",
        ));
    }
    let frames = making.into_inner().frames;
    let film = MakingFilm::new(frames, tour.path(), Some(tour.kind()), &args.picture.style(), &pace);
    picture::write_film(output, format, film?)
}

/// The animation of the construction of a grown tour. Contains the frames recorded so far.
#[derive(Default)]
struct Making {
    frames: Vec<MakingFrame>,
    /// Number of animation frames for which a step is shown.
    held: u32,
    tints: CycleColours,
    /// Number of completed melting passes.
    melted: u32,
}

impl Making {
    /// Adds a frame that shows the cycles after `pass`.
    fn see_cycles(&mut self, pass: GrowthPass, cover: &Cover) {
        self.melted += u32::from(pass == GrowthPass::Melt);
        // After the first melting, only the last of every `SHAKE_MELTS` passes is shown.
        let frames = match self.melted {
            _ if pass != GrowthPass::Melt => self.held,
            1..MELTS => 1,
            MELTS => self.held,
            later if (later - MELTS).is_multiple_of(SHAKE_MELTS) => self.held,
            _ => return,
        };
        if self.frames.len() < (MELTS + ROUNDS) as usize {
            // The label of a cycle is the index of one of its squares.
            let cycles = (0_u32..).zip(&cover.labels).filter(|&(square, &label)| square == label).count();
            let step = match self.melted {
                0 => Growth::Mosaic,
                melted if pass == GrowthPass::Melt && melted <= MELTS => Growth::Melting(melted, MELTS),
                _ if pass == GrowthPass::Melt => Growth::Shaking,
                _ => Growth::Joining(0),
            };
            // Only the two ends of an open tour have a single edge.
            let is_open = cover.links.iter().any(|links| links.count_ones() == 1);
            let caption = caption::growth(step, Some(cycles as u64), is_open);
            let cycle_squares = self.tints.squares(&cover.links, &cover.labels);
            self.frames.push(MakingFrame { cycle_squares, frames, caption, knights: Vec::new() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the captions of all frames.
    fn captions(making: &Making) -> Vec<&str> {
        making.frames.iter().map(|frame| &*frame.caption).collect()
    }

    #[test]
    fn a_tour_that_grows_has_its_pass_and_its_cycles_in_its_captions() {
        let cover = |labels: &[u32]| Cover { links: vec![3; labels.len()], labels: labels.to_vec() };
        let mut making = Making::default();
        making.see_cycles(GrowthPass::Start, &cover(&[0, 0, 2, 2, 4, 4]));
        (0..MELTS).for_each(|_| making.see_cycles(GrowthPass::Melt, &cover(&[0, 0, 2, 2, 2, 2])));
        making.see_cycles(GrowthPass::Apply, &cover(&[0; 6]));
        let captions = captions(&making);
        assert_eq!(captions[..2], ["a mosaic, 3 cycles", "melting, pass 1 of 72, 2 cycles"]);
        let mut path = cover(&[0; 6]);
        (path.links[0], path.links[5]) = (1, 1);
        let mut open = Making::default();
        open.see_cycles(GrowthPass::Apply, &path);
        assert_eq!(self::captions(&open), ["a mosaic, 1 path"]);
        assert_eq!(captions[MELTS as usize..], ["melting, pass 72 of 72, 2 cycles", "joining, 1 cycle"]);
    }
}
