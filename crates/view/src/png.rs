//! PNG: still pictures.

use std::io::Write;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::{Picture, ViewError};

/// Of the encoder's levels and filters the one that suits our few, flat colours: measured on boards
/// of 8 to 1000 squares per side, any filter makes files larger by a fifth to a half, and the default
/// level makes them smaller by a twentieth in twice the time.
const COMPRESSION: CompressionType = CompressionType::Level(3);
const FILTER: FilterType = FilterType::NoFilter;

/// Writes a picture as an 8-bit RGB PNG. `out` is not flushed.
///
/// The file is put together in memory, at most the size of the picture, since the
/// encoder would turn an error of `out`, a closed pipe say, into one without a kind.
///
/// # Errors
/// [`ViewError::Write`] with the error of `out`.
pub fn write_png(picture: &Picture, out: &mut dyn Write) -> Result<(), ViewError> {
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, COMPRESSION, FILTER)
        .write_image(picture.rgb(), picture.width(), picture.height(), ExtendedColorType::Rgb8)
        .map_err(|error| ViewError::Encode { message: error.to_string() })?;
    out.write_all(&file)?;
    Ok(())
}
