//! Points and rectangles of a picture.

/// A point as distances from the left and the top of the picture, in pixels. Integer coordinates lie on the edges of
/// pixels.
pub(crate) type PixelPoint = (f32, f32);

/// Returns a point of the line between two points. `part` is the position of this point as a fraction of the line, from
/// 0 to 1.
pub(crate) fn between(from: PixelPoint, to: PixelPoint, part: f32) -> PixelPoint {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// A rectangle of whole pixels within a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Distance from the left edge of the picture in pixels.
    pub left: u32,
    /// Distance from the top edge of the picture in pixels.
    pub top: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Area {
    /// Returns the rectangle that covers a whole picture of the given width and height.
    pub const fn whole((width, height): (u32, u32)) -> Self {
        Self { left: 0, top: 0, width, height }
    }

    /// Returns the smallest area that contains the rectangle between two corners, clipped to the picture.
    pub(crate) fn around((left, top): (f32, f32), (right, bottom): (f32, f32), (width, height): (u32, u32)) -> Self {
        let cut = |at: f32, max: u32| at.clamp(0.0, max as f32) as u32;
        let (left, top) = (cut(left.floor(), width), cut(top.floor(), height));
        let (right, bottom) = (cut(right.ceil(), width), cut(bottom.ceil(), height));
        Self { left, top, width: right - left, height: bottom - top }
    }

    /// Returns the first column of pixels to the right of the area.
    pub const fn right(&self) -> u32 {
        self.left + self.width
    }

    /// Returns the first row of pixels below the area.
    pub const fn bottom(&self) -> u32 {
        self.top + self.height
    }

    /// Returns whether the two areas have a pixel in common.
    pub const fn meets(&self, other: &Self) -> bool {
        self.left < other.right() && other.left < self.right() && self.top < other.bottom() && other.top < self.bottom()
    }

    /// Returns the smallest area that contains both areas.
    pub(crate) fn with(&self, other: &Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { left, top, width: right - left, height: bottom - top }
    }
}

/// Adds an area to a list of disjoint areas. Areas that would overlap are merged into one.
pub(crate) fn add(areas: &mut Vec<Area>, area: Area) {
    let mut area = area;
    while let Some(at) = areas.iter().position(|other| other.meets(&area)) {
        area = area.with(&areas.swap_remove(at));
    }
    areas.push(area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_that_meet_become_one() {
        let area = |left, width| Area { left, top: 0, width, height: 5 };
        let mut areas = Vec::new();
        for one in [area(0, 10), area(20, 10), area(10, 5)] {
            add(&mut areas, one);
        }
        assert_eq!(areas.len(), 3);
        add(&mut areas, area(14, 8));
        areas.sort_by_key(|area| area.left);
        assert_eq!(areas, [area(0, 10), area(10, 20)]);
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let area = Area::around((-3.5, 2.5), (7.2, 900.0), (20, 10));
        assert_eq!(area, Area { left: 0, top: 2, width: 8, height: 8 });
    }
}
