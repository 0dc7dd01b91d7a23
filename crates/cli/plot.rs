//! Plots as files.

use courser::Format;
use courser::view::{self, Plot};

use crate::error::Result;

/// A plot of a width and a height in pixels, as the bytes of a file.
pub(crate) fn bytes(plot: &Plot, format: Format, (width, height): (u32, u32)) -> Result<Vec<u8>> {
    if format == Format::Svg {
        return Ok(plot.svg(width, height)?.into_bytes());
    }
    let mut bytes = Vec::new();
    view::write_png(&plot.png(width, height)?, &mut bytes)?;
    Ok(bytes)
}
