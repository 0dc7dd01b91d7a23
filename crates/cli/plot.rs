//! Plots as files.

use clap::ValueEnum;
use courser::view::{self, Plot, ViewError};

use crate::error::Failure;

/// What a plot is written as.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PlotFormat {
    Png,
    Svg,
}

impl PlotFormat {
    /// A plot of a width and a height in pixels.
    pub(crate) fn bytes(self, plot: &Plot, (width, height): (u32, u32)) -> Result<Vec<u8>, Failure> {
        let bytes = match self {
            Self::Svg => plot.svg(width, height).map(String::into_bytes),
            Self::Png => plot.png(width, height).and_then(|picture| {
                let mut bytes = Vec::new();
                view::write_png(&picture, &mut bytes)?;
                Ok(bytes)
            }),
        };
        bytes.map_err(|error: ViewError| Failure::input(&error, error.hint()))
    }
}
