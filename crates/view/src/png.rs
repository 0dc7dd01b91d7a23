//! Writers of PNG pictures and of animated PNG (APNG).

use std::io::{self, Write};

use ::png::{
    BitDepth, BlendOp, ColorType, Compression, DeflateCompression, DisposeOp, Encoder, EncodingError, Filter,
    PixelDimensions, Unit,
};

use crate::{Animation, Picture, Result, ViewError};

/// Number of APNG time units per second. An APNG measures delays in these units.
const UNITS: f64 = 1000.0;

/// Creates an encoder without filters. Pictures of boards have flat areas in few colours. On boards of 8 to 1000
/// squares per side, filters increased the file size by a fifth to a half.
fn encoder<'out>(
    out: &'out mut dyn Write,
    (width, height): (u32, u32),
    colour: ColorType,
) -> Encoder<'out, impl Write> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::NoFilter);
    encoder
}

/// Writes a picture as an 8-bit RGB PNG. Does not flush `out`.
///
/// # Errors
/// [`ViewError::Write`] if writing to `out` fails.
pub fn write_png(picture: &Picture, out: &mut dyn Write) -> Result<()> {
    write_png_at(picture, None, out)
}

/// Writes a PNG like [`write_png`]. If `dpi` is given, the file states this resolution in pixels per inch.
///
/// # Errors
/// Returns the errors of [`write_png`].
pub fn write_png_at(picture: &Picture, dpi: Option<f64>, out: &mut dyn Write) -> Result<()> {
    let mut encoder = encoder(out, (picture.width(), picture.height()), ColorType::Rgb);
    // The default level makes files a twentieth smaller, but takes twice as long.
    encoder.set_deflate_compression(DeflateCompression::Level(3));
    encoder.set_pixel_dims(dpi.map(|dpi| {
        // The unit is pixels per metre.
        let ppu = (dpi / 0.0254).round() as u32;
        PixelDimensions { xppu: ppu, yppu: ppu, unit: Unit::Meter }
    }));
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(picture.rgb()).map_err(failed)?;
    writer.finish().map_err(failed)
}

/// Writes an animation as an animated PNG that repeats forever. Does not flush `out`.
///
/// A frame contains only the changed area, in which unchanged pixels are transparent. Viewers that do not support
/// animations show the first frame.
///
/// # Errors
/// Returns the errors of [`Animation::play`], and [`ViewError::Write`] if writing to `out` fails.
pub fn write_apng(film: &mut dyn Animation, out: &mut dyn Write) -> Result<()> {
    let timing = film.timing();
    let mut encoder = encoder(out, film.size(), ColorType::Rgba);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_animated(timing.frames, 0).map_err(failed)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(failed)?;
    encoder.set_blend_op(BlendOp::Over).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut shown: Option<Picture> = None;
    film.play(1, &mut |number, picture, area| {
        let mut pixels = Vec::with_capacity(4 * area.width as usize * area.height as usize);
        for y in area.top..area.bottom() {
            for x in area.left..area.right() {
                let pixel = picture.pixel(x, y);
                let same = shown.as_ref().is_some_and(|shown| shown.pixel(x, y) == pixel);
                pixels.extend_from_slice(&if same { [0; 4] } else { [pixel[0], pixel[1], pixel[2], u8::MAX] });
            }
        }
        // The position is reset first, because the encoder rejects a position that does not fit the size of the
        // previous frame.
        writer.set_frame_position(0, 0).map_err(failed)?;
        writer.set_frame_dimension(area.width, area.height).map_err(failed)?;
        writer.set_frame_position(area.left, area.top).map_err(failed)?;
        let delay = u16::try_from(timing.delay(number, UNITS)).unwrap_or(u16::MAX);
        writer.set_frame_delay(delay, UNITS as u16).map_err(failed)?;
        writer.write_image_data(&pixels).map_err(failed)?;
        match &mut shown {
            Some(shown) => shown.take(area, picture),
            None => shown = Some(picture.clone()),
        }
        Ok(())
    })?;
    writer.finish().map_err(failed)
}

fn failed(error: EncodingError) -> ViewError {
    match error {
        EncodingError::IoError(error) => error.into(),
        error => io::Error::other(error).into(),
    }
}
