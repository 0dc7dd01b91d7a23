//! The writer of raw video for other programs, in the format YUV4MPEG2 (mjpegtools, manual page yuv4mpeg(5)), which
//! ffmpeg can read.

use std::io::Write;

use crate::geometry::Area;
use crate::{Animation, Picture, Result};

/// Writes an animation as raw video at a constant frame rate. Does not flush `out`.
///
/// Uses 4:2:0 chroma subsampling, which is the only subsampling that all players support. Odd sides are extended by one
/// pixel. Colours are those of ITU-R BT.601 in limited range. The last frame is written repeatedly, until its duration
/// has passed.
///
/// # Errors
/// Returns the errors of [`Animation::play`], and [`ViewError::Write`](crate::ViewError::Write) if writing to `out`
/// fails.
pub fn write_y4m(film: &mut dyn Animation, out: &mut dyn Write) -> Result<()> {
    let (width, height) = film.size();
    let timing = film.timing();
    let mut planes = FramePlanes::new(width.next_multiple_of(2) as usize, height.next_multiple_of(2) as usize);
    let (wide, high, fps) = (planes.width, planes.height, timing.fps);
    writeln!(out, "YUV4MPEG2 W{wide} H{high} F{fps}:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED")?;
    film.play(1, &mut |number, picture, area| {
        planes.take(picture, area);
        let times = if number + 1 < timing.frames { 1 } else { timing.delay(number, fps.into()).max(1) };
        for _ in 0..times {
            out.write_all(b"FRAME\n")?;
            for plane in [&planes.luma, &planes.blue, &planes.red] {
                out.write_all(plane)?;
            }
        }
        Ok(())
    })
}

/// The planes of a frame: one brightness per pixel, and two colour differences per block of 2 x 2 pixels.
struct FramePlanes {
    width: usize,
    height: usize,
    luma: Vec<u8>,
    blue: Vec<u8>,
    red: Vec<u8>,
}

impl FramePlanes {
    fn new(width: usize, height: usize) -> Self {
        let pixels = width * height;
        Self { width, height, luma: vec![16; pixels], blue: vec![128; pixels / 4], red: vec![128; pixels / 4] }
    }

    /// Extends an area of a picture to whole blocks of 2 x 2 pixels, and copies the extended area.
    fn take(&mut self, picture: &Picture, area: Area) {
        for y in (area.top & !1..area.bottom()).step_by(2) {
            for x in (area.left & !1..area.right()).step_by(2) {
                let mut sum = [0; 3];
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    // If the width is odd, the last column of pixels is repeated. If the height is odd, the last row is
                    // repeated.
                    let pixel = picture.pixel((x + dx).min(picture.width() - 1), (y + dy).min(picture.height() - 1));
                    let [r, g, b] = pixel.map(i32::from);
                    let at = (y + dy) as usize * self.width + (x + dx) as usize;
                    self.luma[at] = (((66 * r + 129 * g + 25 * b + 128) >> 8) + 16) as u8;
                    sum = [sum[0] + r, sum[1] + g, sum[2] + b];
                }
                let [r, g, b] = sum;
                let at = y as usize / 2 * (self.width / 2) + x as usize / 2;
                self.blue[at] = (((-38 * r - 74 * g + 112 * b + 512) >> 10) + 128) as u8;
                self.red[at] = (((112 * r - 94 * g - 18 * b + 512) >> 10) + 128) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of a colour and its expected value in the limited range of BT.601, rounded.
    const KNOWN: [([u8; 3], [u8; 3]); 5] = [
        ([0, 0, 0], [16, 128, 128]),
        ([255, 255, 255], [235, 128, 128]),
        ([255, 0, 0], [82, 90, 240]),
        ([0, 255, 0], [144, 54, 34]),
        ([0, 0, 255], [41, 240, 110]),
    ];

    #[test]
    fn colours_are_those_of_bt_601() {
        for (colour, [luma, blue, red]) in KNOWN {
            let picture = Picture::new(3, 3, colour);
            let mut planes = FramePlanes::new(4, 4);
            planes.take(&picture, Area::whole((3, 3)));
            let near = |plane: &[u8], known: u8| plane.iter().all(|&one| one.abs_diff(known) <= 1);
            assert!(near(&planes.luma, luma), "{colour:?}: {:?}", planes.luma);
            assert!(
                near(&planes.blue, blue) && near(&planes.red, red),
                "{colour:?}: {:?} {:?}",
                planes.blue,
                planes.red
            );
        }
    }
}
