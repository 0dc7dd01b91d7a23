//! Animations of the construction of a tour: cycles that join, or knights that all move at the same time.

use courser::board::Board;
use courser::engine::grown::Cover;
use courser::view::{CycleColours, CycleSquare, MakingFilm, PathStyle};

use crate::args::picture::StyleArgs;
use crate::error::{Result, refuse};

/// An animation keeps no more states of squares than these: half a gigabyte.
const MAX_STATES: u64 = 1 << 27;

/// Rejects options of pictures that a film of the making does not have.
pub(crate) fn film_options(style: &StyleArgs) -> Result<()> {
    let other_look =
        style.style.is_some_and(|look| !matches!(look, PathStyle::Auto | PathStyle::Line | PathStyle::Heat));
    refuse(other_look, "the making of a tour has lines or a heat map", "leave out --style, or use line or heat")?;
    let cure = "leave it out; an animation shows a pass a frame, --fps of them a second";
    style.only(&["--speed", "--easing"], false, "the moves of a tour, not for its making", cure)?;
    style.only(&["--caption"], false, "the picture of a tour", "leave it out: the making has captions of its own")
}

/// Rejects a board of which this number of pictures in memory and of frames is too much for a film.
pub(crate) fn film_fits(board: &Board, style: &StyleArgs, pictures: u32, frames: u64) -> Result<()> {
    MakingFilm::check(board, frames, &style.style(), &style.pace())?;
    let most = MAX_STATES / u64::from(pictures);
    refuse(
        board.cells() > most,
        format_args!(
            "the making of a tour of {board} is too long for an animation: {pictures} pictures of its squares"
        ),
        format!("choose a board of at most {most} squares, or see it with courser watch"),
    )
}

/// Returns the links and the colour that each square shows.
pub(crate) fn cycle_squares(cover: &Cover, tints: &mut CycleColours) -> Vec<CycleSquare> {
    let tints = tints.follow(&cover.labels);
    let cycle_square = |(&links, tint)| if links == 0 { CycleSquare::HOLE } else { CycleSquare::new(links, tint) };
    cover.links.iter().zip(tints).map(cycle_square).collect()
}
