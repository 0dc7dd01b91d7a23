//! Plots as files.

use courser::Format;
use courser::view::{self, Plot, ViewError};

use crate::error::{Failure, Result};

/// A plot of a width and a height in pixels, as the bytes of a file.
pub(crate) fn bytes(plot: &Plot, format: Format, (width, height): (u32, u32)) -> Result<Vec<u8>> {
    let bytes = match format {
        Format::Svg => plot.svg(width, height).map(String::into_bytes),
        _ => plot.png(width, height).and_then(|picture| {
            let mut bytes = Vec::new();
            view::write_png(&picture, &mut bytes)?;
            Ok(bytes)
        }),
    };
    bytes.map_err(|error: ViewError| Failure::input(&error, error.hint()))
}
