//! Animations of the construction of a tour. An animation shows either the joining of cycles or the moves of many
//! knights.

use courser::board::Board;
use courser::view::{MakingFilm, PathStyle};

use crate::args::picture::StyleArgs;
use crate::error::{Result, refuse};

/// Maximum number of square states kept for an animation. These states take half a gigabyte.
const MAX_STATES: u64 = 1 << 27;

/// Returns an error if `style` contains an option that does not apply to an animation of the construction of a tour.
pub(crate) fn film_options(style: &StyleArgs) -> Result<()> {
    let other_look =
        style.style.is_some_and(|look| !matches!(look, PathStyle::Auto | PathStyle::Line | PathStyle::Heat));
    refuse(
        other_look,
        "an animation of the making shows lines or a heat map",
        "leave out --style, or use line or heat",
    )?;
    let cure = "leave it out; an animation shows a pass a frame, --fps of them a second";
    style.only(&["--speed", "--easing"], false, "animations of a tour, not of its making", cure)?;
    style.only(&["--caption"], false, "the picture of a tour", "leave it out: the making has captions of its own")
}

/// Rejects a board for which an animation would need too many frames, or too much memory for `pictures` pictures.
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
