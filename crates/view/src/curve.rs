//! The course of a move: from square to square, straight or bent, and from fold to fold.

use courser_board::Square;
use tiny_skia::PathBuilder;

use crate::geometry::{Point, between};
use crate::layout::Layout;

/// A move as it lies in the picture, or the part of it in one fold: a line, or a cubic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    points: [Point; 4],
    bent: bool,
}

/// The length for which a bent line follows its direction on a square, in parts of the way between the squares around it.
/// One sixth would be the spline of Catmull and Rom (1974); a little more is rounder where a knight turns.
const BEND: f32 = 0.2;

impl Piece {
    fn straight(from: Point, to: Point) -> Self {
        Self { points: [from, from, to, to], bent: false }
    }

    /// The edge between the two middle squares, as it lies in the picture: one piece, or, if it leaves its fold, one in
    /// each of the two. It is bent as the squares before and after it want.
    pub(crate) fn between_squares(
        layout: &Layout,
        [before, from, to, after]: [Square; 4],
        curve: bool,
    ) -> impl Iterator<Item = Self> + use<> {
        let (here, there) = (layout.fold(from), layout.fold(to));
        let (start, end) = (layout.centre(from), layout.centre(to));
        let pieces = if here == there {
            let mut piece = Self::straight(start, end);
            if curve {
                let seen = |square: Square| layout.centre_seen_from(here, square);
                let way = |(x0, y0): Point, (x1, y1): Point| (x1 - x0, y1 - y0);
                let (out, into) = (way(seen(before), seen(to)), way(seen(from), seen(after)));
                let ahead = (start.0 + BEND * out.0, start.1 + BEND * out.1);
                let behind = (end.0 - BEND * into.0, end.1 - BEND * into.1);
                piece = Self { points: [start, ahead, behind, end], bent: true };
            }
            [Some(piece), None]
        } else {
            let leaves = layout.leaves(here, start, layout.centre_seen_from(here, to));
            let enters = layout.leaves(there, end, layout.centre_seen_from(there, from));
            [Some(Self::straight(start, leaves)), Some(Self::straight(enters, end))]
        };
        pieces.into_iter().flatten()
    }

    pub(crate) const fn start(&self) -> Point {
        self.points[0]
    }

    pub(crate) const fn end(&self) -> Point {
        self.points[3]
    }

    /// The point at `part` of the way, 0 to 1.
    pub(crate) fn at(&self, part: f32) -> Point {
        self.between(0.0, part).end()
    }

    /// The way from part `from` to part `to`, 0 to 1 (de Casteljau).
    pub(crate) fn between(&self, from: f32, to: f32) -> Self {
        let [a, b, c, d] = self.points;
        if !self.bent {
            return Self::straight(between(a, d, from), between(a, d, to));
        }
        let blossom = |u: f32, v: f32, w: f32| {
            let (ab, bc, cd) = (between(a, b, u), between(b, c, u), between(c, d, u));
            between(between(ab, bc, v), between(bc, cd, v), w)
        };
        let points = [blossom(from, from, from), blossom(from, from, to), blossom(from, to, to), blossom(to, to, to)];
        Self { points, bent: true }
    }

    /// Goes on along this piece.
    pub(crate) fn add_to(&self, line: &mut PathBuilder) {
        let [_, b, c, d] = self.points;
        if self.bent {
            line.cubic_to(b.0, b.1, c.0, c.1, d.0, d.1);
        } else {
            line.line_to(d.0, d.1);
        }
    }

    /// The direction in which it ends, of length 1; none if it leads nowhere.
    pub(crate) fn heading(&self) -> Option<Point> {
        let [a, _, c, d] = self.points;
        let from = if self.bent { c } else { a };
        let (x, y) = (d.0 - from.0, d.1 - from.1);
        let length = x.hypot(y);
        (length > 0.0).then(|| (x / length, y / length))
    }

    /// The distance of its end from its start, in pixels.
    pub(crate) fn length(&self) -> f32 {
        let [a, _, _, d] = self.points;
        (d.0 - a.0).hypot(d.1 - a.1)
    }

    /// The corners of a box that holds the whole piece.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        let fold = |pick: fn(f32, f32) -> f32| {
            self.points.into_iter().reduce(|one, two| (pick(one.0, two.0), pick(one.1, two.1)))
        };
        (fold(f32::min).unwrap_or_default(), fold(f32::max).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near((x0, y0): Point, (x1, y1): Point) -> bool {
        (x0 - x1).hypot(y0 - y1) < 1e-3
    }

    #[test]
    fn a_part_of_a_curve_lies_on_the_curve() {
        let whole = Piece { points: [(0.0, 0.0), (10.0, 30.0), (40.0, -20.0), (50.0, 5.0)], bent: true };
        assert_eq!((whole.start(), whole.end()), (whole.at(0.0), whole.at(1.0)));
        let part = whole.between(0.2, 0.7);
        assert!(near(part.start(), whole.at(0.2)) && near(part.end(), whole.at(0.7)));
        assert!(near(part.at(0.5), whole.at(0.45)));
        assert!(!near(whole.at(0.45), whole.at(0.5)));
        let ((left, top), (right, bottom)) = whole.bounds();
        assert_eq!((left, top, right, bottom), (0.0, -20.0, 50.0, 30.0));
    }

    #[test]
    fn a_line_has_a_heading_unless_it_leads_nowhere() {
        assert_eq!(Piece::straight((1.0, 1.0), (1.0, 5.0)).heading(), Some((0.0, 1.0)));
        assert_eq!(Piece::straight((1.0, 1.0), (1.0, 1.0)).heading(), None);
    }
}
