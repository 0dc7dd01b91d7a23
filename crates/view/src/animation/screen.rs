//! The displayed picture of an animation, and its changes from frame to frame.

use crate::Picture;
use crate::geometry::Area;

/// The last displayed frame.
pub(crate) struct Screen {
    pub(crate) picture: Picture,
    is_blank: bool,
}

impl Screen {
    /// Creates a screen that has not displayed a frame yet.
    pub(crate) fn new((width, height): (u32, u32)) -> Self {
        Self { picture: Picture::new(width, height, [0; 3]), is_blank: true }
    }

    /// Copies an area from a picture to the screen. The picture has the same size as the screen. Each pixel of the
    /// picture has `CHANNELS` bytes, of which the first three are red, green and blue.
    ///
    /// Returns the smallest area that contains all changed pixels, or the area of a single pixel if nothing has
    /// changed. The first call returns the area of the whole picture, since an animation begins with a whole frame.
    pub(crate) fn show<const CHANNELS: usize>(&mut self, area: Area, pixels: &[u8]) -> Area {
        let across = self.picture.width() as usize;
        let is_first = std::mem::replace(&mut self.is_blank, false);
        let (mut left, mut right, mut top, mut bottom) = (u32::MAX, 0, u32::MAX, 0);
        for y in area.top..area.bottom() {
            let from = y as usize * across;
            for x in area.left..area.right() {
                let at = from + x as usize;
                let new = [pixels[CHANNELS * at], pixels[CHANNELS * at + 1], pixels[CHANNELS * at + 2]];
                let old = &mut self.picture.rgb_mut()[3 * at..3 * at + 3];
                if old != new || is_first {
                    old.copy_from_slice(&new);
                    (left, right) = (left.min(x), right.max(x + 1));
                    (top, bottom) = (top.min(y), y + 1);
                }
            }
        }
        if right == 0 {
            return Area {
                left: area.left.min(across as u32 - 1),
                top: area.top.min(self.picture.height() - 1),
                width: 1,
                height: 1,
            };
        }
        Area { left, top, width: right - left, height: bottom - top }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_found_to_the_pixel() {
        let mut screen = Screen::new((20, 10));
        let mut picture = Picture::new(20, 10, [0; 3]);
        let whole = Area::whole((20, 10));
        assert_eq!(screen.show::<3>(whole, picture.rgb()), whole);
        assert_eq!(screen.show::<3>(whole, picture.rgb()), Area { left: 0, top: 0, width: 1, height: 1 });
        for (x, y) in [(3, 4), (17, 8)] {
            picture.blend(x, y, [0, 0, 9], 1.0);
        }
        assert_eq!(screen.show::<3>(whole, picture.rgb()), Area { left: 3, top: 4, width: 15, height: 5 });
        assert_eq!(&screen.picture, &picture);
        // The changed pixel lies outside the copied area and must be ignored.
        picture.blend(0, 0, [9; 3], 1.0);
        let part = Area { left: 1, top: 1, width: 5, height: 5 };
        assert_eq!(screen.show::<3>(part, picture.rgb()), Area { left: 1, top: 1, width: 1, height: 1 });
    }
}
