//! The writer of GIF animations, which have at most 255 colours.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use color_quant::NeuQuant;

use crate::animation::within;
use crate::{Animation, Result, Rgb, ViewError};

/// Number of palette colours, not counting the transparent colour.
const COLOURS: usize = 255;

/// Maximum number of frequent colours that the palette keeps unchanged.
const KEPT: usize = 128;

/// Maximum number of frames from which colours are collected.
const LOOKED_AT: u32 = 100;

/// Number of GIF time units per second. A GIF measures delays in these units.
const UNITS: f64 = 100.0;

/// Maximum frame rate of a GIF. Browsers do not support delays below two hundredths of a second.
const MAX_FPS: u32 = 50;

/// Checks that a GIF can have this number of frames per second.
///
/// # Errors
/// [`ViewError::Pace`] for a number outside 1 to 50.
pub fn check_gif_fps(fps: u32) -> Result<()> {
    within("the number of frames per second of a GIF", fps.into(), 1.0, MAX_FPS.into())
}

/// Writes an animation as a GIF that repeats forever. Does not flush `out`.
///
/// All frames share one palette, which contains the most frequent colours unchanged. The other colours are quantised by
/// NeuQuant (Dekker, "Kohonen neural networks for optimal colour quantization", 1994). Therefore pixels can differ
/// slightly from the original, but no colour flickers between frames.
///
/// A frame contains only a rectangle around the changed pixels. The unchanged pixels in this rectangle are transparent.
/// This function plays the animation twice: first to collect its colours, then to write its frames.
///
/// # Errors
/// Returns the errors of [`Animation::play`]. Also returns [`ViewError::Pace`] for more than 50 frames per second,
/// which no browser shows, and [`ViewError::Write`] if writing to `out` fails.
pub fn write_gif(film: &mut dyn Animation, out: &mut dyn Write) -> Result<()> {
    let ((width, height), timing) = (film.size(), film.timing());
    check_gif_fps(timing.fps)?;
    let mut colours = GifColours::of(film)?;
    // The casts are lossless: a picture has at most 16,384 pixels per side.
    let mut encoder = Encoder::new(out, width as u16, height as u16, &colours.table()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let transparent = colours.palette.len() as u8;
    let mut shown = vec![transparent; width as usize * height as usize];
    film.play(1, &mut |number, picture, area| {
        let mut pixels = Vec::with_capacity(area.width as usize * area.height as usize);
        for y in area.top..area.bottom() {
            for x in area.left..area.right() {
                let new = colours.nearest(picture.pixel(x, y));
                let old = &mut shown[y as usize * width as usize + x as usize];
                pixels.push(if *old == new { transparent } else { new });
                *old = new;
            }
        }
        encoder
            .write_frame(&Frame {
                delay: u16::try_from(timing.delay(number, UNITS)).unwrap_or(u16::MAX),
                dispose: DisposalMethod::Keep,
                transparent: Some(transparent),
                left: area.left as u16,
                top: area.top as u16,
                width: area.width as u16,
                height: area.height as u16,
                buffer: Cow::Borrowed(&pixels),
                ..Frame::default()
            })
            .map_err(failed)
    })?;
    // `into_inner` writes the end of the file, and returns an error if this fails. If the encoder were dropped instead,
    // the error would be ignored.
    encoder.into_inner().map(|_| ()).map_err(failed)
}

fn failed(error: EncodingError) -> ViewError {
    match error {
        EncodingError::Io(error) => error.into(),
        error => io::Error::other(error).into(),
    }
}

/// The palette of a GIF, and the palette indices of known colours.
struct GifColours {
    palette: Vec<Rgb>,
    places: HashMap<Rgb, u8>,
    /// The most recently used colour and its index. Adjacent pixels usually have the same colour.
    last: (Rgb, u8),
}

impl GifColours {
    /// Collects the colours of an animation and selects a palette.
    fn of(film: &mut dyn Animation) -> Result<Self> {
        let mut counts: HashMap<Rgb, u32> = HashMap::new();
        let every = film.timing().frames.div_ceil(LOOKED_AT);
        film.play(every, &mut |_, picture, area| {
            // Adjacent pixels usually have the same colour and are counted together.
            for y in area.top..area.bottom() {
                let row: Vec<Rgb> = (area.left..area.right()).map(|x| picture.pixel(x, y)).collect();
                for run in row.chunk_by(|one, two| one == two) {
                    let count = counts.entry(run[0]).or_default();
                    *count = count.saturating_add(run.len() as u32);
                }
            }
            Ok(())
        })?;
        let mut counted: Vec<(Rgb, u32)> = counts.into_iter().collect();
        counted.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let kept = if counted.len() <= COLOURS { COLOURS } else { KEPT };
        let mut palette: Vec<Rgb> = counted.iter().take(kept).map(|&(colour, _)| colour).collect();
        if let Some(rest) = counted.get(kept..).filter(|rest| !rest.is_empty()) {
            let rest: Vec<u8> = rest.iter().flat_map(|&([r, g, b], _)| [r, g, b, u8::MAX]).collect();
            let made = NeuQuant::new(1, COLOURS - KEPT, &rest).color_map_rgb();
            palette.extend_from_slice(made.as_chunks().0);
        }
        let places = (0..).zip(&palette).map(|(place, &colour)| (colour, place)).collect();
        let last = (palette.first().copied().unwrap_or_default(), 0);
        Ok(Self { palette, places, last })
    }

    /// Returns the palette as bytes. Its last entry is black and stands for transparent pixels.
    fn table(&self) -> Vec<u8> {
        self.palette.iter().copied().chain([[0; 3]]).flatten().collect()
    }

    /// Returns the index of the palette colour nearest to `colour`.
    fn nearest(&mut self, colour: Rgb) -> u8 {
        if self.last.0 == colour {
            return self.last.1;
        }
        let palette = &self.palette;
        let place = *self.places.entry(colour).or_insert_with(|| {
            let far = |other: &Rgb| -> u32 {
                colour.iter().zip(other).map(|(&one, &two)| u32::from(one.abs_diff(two)).pow(2)).sum()
            };
            let (place, _) = (0..).zip(palette).min_by_key(|(_, other)| far(other)).expect("a film has a colour");
            place
        });
        self.last = (colour, place);
        place
    }
}
