//! Arrays too large to be kept: painted as a heat map while they are proven.

use courser::Format;
use courser::view::Look;

use crate::args::DrawArgs;
use crate::error::Failure;
use crate::large::Large;
use crate::output::Output;
use crate::{input, picture};

/// Opens the array that is asked for, if it can be streamed: as a heat map in a PNG.
pub(super) fn open(args: &DrawArgs, format: Format) -> Option<Large> {
    let heat = matches!(args.style.style, None | Some(Look::Auto | Look::Heat));
    let serves = args.pick == 1 && heat && format == Format::Png;
    if serves { Large::open(&args.tour, args.input_format) } else { None }
}

/// Proves the tour, paints it and writes the picture.
pub(super) fn draw(large: Large, args: &DrawArgs, output: Output, quiet: bool) -> Result<(), Failure> {
    let mut map = picture::heat_map(&large.board, &args.style)?;
    large.prove(&mut |numbers| picture::push(&mut map, numbers), quiet)?.map_err(|fault| {
        Failure::input(
            format!("{}: {fault}", input::name(&args.tour.file)),
            "of an array this large only a whole knight's tour can be drawn",
        )
    })?;
    picture::write_on(output, map.finish().map_err(picture::failure)?, &args.style)
}
