//! Plots as files.

use std::path::Path;

use courser::view::{self, Plot, ViewError};

use crate::error::Failure;

/// What a plot is written as.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlotFormat {
    Png,
    Svg,
}

impl PlotFormat {
    /// The format that a file's extension asks for, if it is a plot's.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_ascii_lowercase().to_str()? {
            "png" => Some(Self::Png),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

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
