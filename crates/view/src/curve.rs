//! The line of a move, which is straight or has rounded corners. The line consists of several pieces if the move
//! crosses joined sides, or leads from one fold to another. A fold is a part of a divided long board: see [`Layout`].

use courser_board::Square;
use tiny_skia::PathBuilder;

use crate::geometry::{PixelPoint, between};
use crate::layout::Layout;

/// Maximum distance between a rounded corner and the centre of its square, as a fraction of the side of a square. This
/// distance is less than the radius of the disc behind a visit number, so that the line visibly reaches the disc.
const MISS: f32 = 0.2;

/// Length of a knight's move, in squares.
const KNIGHT: f32 = 2.236_068;

/// Returns the scale of pens and marks for moves of the given length in squares. The scale of a knight's move is 1. A
/// longer move passes closer to the centres of other squares, at a distance proportional to the reciprocal of its
/// length.
pub(crate) fn finer(length: f32) -> f32 {
    (KNIGHT / length).min(1.0)
}

/// A quadratic Bézier curve: its start, its control point and its end.
type Quad = [PixelPoint; 3];

/// The line of a move, or of one piece of a move that consists of several pieces. If corners are rounded, the line
/// begins and ends with half of a rounded corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MovePiece {
    /// Three curves in this order: half of the first corner, the straight line, and half of the second corner. A
    /// missing curve has the length 0.
    quads: [Quad; 3],
    /// Fractions of the path, 0 to 1, at which the straight line begins and ends.
    line: [f32; 2],
}

impl MovePiece {
    fn straight(from: PixelPoint, to: PixelPoint) -> Self {
        Self { quads: [[from; 3], [from, between(from, to, 0.5), to], [to; 3]], line: [0.0, 1.0] }
    }

    /// Creates the line of a move from the second to the third point, with half of a rounded corner at each end. The
    /// corners are tangent to the moves. `side` is the side of a square in pixels.
    pub(crate) fn rounded([before, from, to, after]: [PixelPoint; 4], side: f32) -> Self {
        let length = distance(from, to);
        if length == 0.0 {
            return Self::straight(from, to);
        }
        let miss = MISS * side * finer(length / side);
        let ends = [reach(before, from, to, miss), reach(from, to, after, miss)].map(|reach| reach / length);
        let (begin, end) = (between(from, to, ends[0]), between(to, from, ends[1]));
        let half = |corner: PixelPoint, other: PixelPoint, here: PixelPoint, reach: f32| {
            // On both moves, the rounding begins at the same distance from the corner.
            let there = distance(corner, other);
            let away = if there > 0.0 { between(corner, other, reach * length / there) } else { corner };
            let [_, _, middle] = cut([away, corner, here], 0.0, 0.5);
            [middle, between(corner, here, 0.5), here]
        };
        let [first, last] = [half(from, before, begin, ends[0]), half(to, after, end, ends[1])];
        let reversed = [last[2], last[1], last[0]];
        Self { quads: [first, [begin, between(begin, end, 0.5), end], reversed], line: [ends[0], 1.0 - ends[1]] }
    }

    /// Returns the pieces of the line that shows the move from the square `from` to the square `to`. The preceding move
    /// begins on the square `before`. The following move ends on the square `after`. If no move precedes, `before` is
    /// equal to `from`. If no move follows, `after` is equal to `to`.
    ///
    /// The line is a single piece if `from` and `to` are in the same fold, that is, in the same part of a divided long
    /// board. Otherwise the line has one piece in each of the two folds. The line of a move across joined sides leads
    /// to the edge of the board, and continues from the opposite edge. If `curve` is true, corners are rounded, except
    /// at the ends of a line of several pieces.
    pub(crate) fn between_squares(
        layout: &Layout,
        [before, from, to, after]: [Square; 4],
        curve: bool,
    ) -> impl Iterator<Item = Self> + use<> {
        let (here, there) = (layout.fold(from), layout.fold(to));
        let (start, end) = (layout.centre(from), layout.centre(to));
        let crossing = layout.crossing(from, to);
        let around = crossing.map_or(Vec::new(), |jump| Self::around(layout, start, jump));
        let pieces = if crossing.is_some() {
            [None, None]
        } else if here == there {
            let piece = if curve {
                // A line of several pieces is straight, so a rounded corner at its end would have one straight half.
                // Therefore a corner is rounded only if each of its two lines is a single piece.
                let [out, into] = [(before, from), (after, to)].map(|(other, end)| {
                    let is_one = layout.fold(other) == here && layout.crossing(other, end).is_none();
                    if is_one { other } else { end }
                });
                Self::rounded([out, from, to, into].map(|square| layout.centre(square)), layout.square as f32)
            } else {
                Self::straight(start, end)
            };
            [Some(piece), None]
        } else {
            let leaves = layout.leaves(here, start, layout.centre_seen_from(here, to));
            let enters = layout.leaves(there, end, layout.centre_seen_from(there, from));
            [Some(Self::straight(start, leaves)), Some(Self::straight(enters, end))]
        };
        pieces.into_iter().flatten().chain(around)
    }

    /// Returns the lines of a jump that leaves the board, one line for each copy of the board that the jump crosses.
    fn around(layout: &Layout, start: PixelPoint, (right, down): PixelPoint) -> Vec<Self> {
        let ((left, top), (width, height)) = layout.edges();
        let at = |part: f32| (start.0 + part * right, start.1 + part * down);
        // Fractions of the jump, 0 to 1, at which the jump crosses a border between two copies of the board.
        let crossings = |from: f32, by: f32, edge: f32, side: f32| {
            let copy = |at: f32| ((at - edge) / side).floor() as i32;
            let (one, other) = (copy(from), copy(from + by));
            (one.min(other) + 1..=one.max(other)).map(move |copy| (edge + copy as f32 * side - from) / by)
        };
        let mut cuts: Vec<f32> = [0.0, 1.0].to_vec();
        cuts.extend(crossings(start.0, right, left, width).chain(crossings(start.1, down, top, height)));
        cuts.sort_by(f32::total_cmp);
        let piece = |cut: &[f32]| {
            let (x, y) = at((cut[0] + cut[1]) / 2.0);
            let (away, below) = (((x - left) / width).floor() * width, ((y - top) / height).floor() * height);
            let here = |(x, y): PixelPoint| (x - away, y - below);
            Self::straight(here(at(cut[0])), here(at(cut[1])))
        };
        cuts.windows(2).filter(|cut| cut[0] < cut[1]).map(piece).collect()
    }

    pub(crate) const fn start(&self) -> PixelPoint {
        self.quads[0][0]
    }

    pub(crate) const fn end(&self) -> PixelPoint {
        self.quads[2][2]
    }

    /// Returns a point of the path. `part` is the position of the point as a fraction of the path, from 0 to 1.
    pub(crate) fn at(&self, part: f32) -> PixelPoint {
        let bounds = [0.0, self.line[0], self.line[1], 1.0];
        let nth = (0..2).find(|&nth| part < bounds[nth + 1]).unwrap_or(2);
        let length = bounds[nth + 1] - bounds[nth];
        let within = if length > 0.0 { ((part - bounds[nth]) / length).clamp(0.0, 1.0) } else { 1.0 };
        cut(self.quads[nth], within, within)[0]
    }

    /// Returns the piece of the curve between two points. Each point is a fraction of the path, from 0 to 1.
    pub(crate) fn between(&self, from: f32, to: f32) -> Self {
        let bounds = [0.0, self.line[0], self.line[1], 1.0];
        let quads = std::array::from_fn(|nth| {
            let (low, high) = (bounds[nth], bounds[nth + 1]);
            if high <= from || low >= to {
                return [self.at(if high <= from { from } else { to }); 3];
            }
            let [from, to] = [from, to].map(|part| ((part - low) / (high - low)).clamp(0.0, 1.0));
            cut(self.quads[nth], from, to)
        });
        let line = self.line.map(|at| if to > from { ((at - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 });
        Self { quads, line }
    }

    /// Returns the straight lines and curves of this piece of the drawn path. Each item consists of a flag and three
    /// points: the start, the control point and the end. The flag is true for a straight line.
    pub(crate) fn quads(&self) -> impl Iterator<Item = (bool, Quad)> + use<> {
        self.quads.into_iter().enumerate().map(|(nth, quad)| (nth == 1, quad)).filter(|(_, quad)| quad[0] != quad[2])
    }

    /// Appends this piece to a path.
    pub(crate) fn add_to(&self, line: &mut PathBuilder) {
        for (is_line, [_, by, to]) in self.quads() {
            if is_line { line.line_to(to.0, to.1) } else { line.quad_to(by.0, by.1, to.0, to.1) }
        }
    }

    /// Returns the direction at the end of the piece as a unit vector, or `None` if the piece has no length.
    pub(crate) fn heading(&self) -> Option<PixelPoint> {
        let (_, [_, from, to]) = self.quads().last()?;
        let length = distance(from, to);
        (length > 0.0).then(|| ((to.0 - from.0) / length, (to.1 - from.1) / length))
    }

    /// Returns the distance between the start and the end of the piece, in pixels.
    pub(crate) fn length(&self) -> f32 {
        distance(self.start(), self.end())
    }

    /// Returns the top left and the bottom right corner of a bounding box of the piece.
    pub(crate) fn bounds(&self) -> (PixelPoint, PixelPoint) {
        let fold = |pick: fn(f32, f32) -> f32| {
            self.quads.into_iter().flatten().reduce(|one, two| (pick(one.0, two.0), pick(one.1, two.1)))
        };
        (fold(f32::min).unwrap_or_default(), fold(f32::max).unwrap_or_default())
    }
}

fn distance(from: PixelPoint, to: PixelPoint) -> f32 {
    (to.0 - from.0).hypot(to.1 - from.1)
}

/// Returns the distance from a corner to the point at which the rounding of the corner begins. This distance is half
/// the length of the shorter move. At a sharp turn, it is smaller, so that the gap between the line and the corner is
/// at most `miss`.
fn reach(before: PixelPoint, corner: PixelPoint, after: PixelPoint, miss: f32) -> f32 {
    let lengths = [before, after].map(|end| distance(corner, end));
    if lengths.contains(&0.0) {
        return 0.0;
    }
    let [back, on] = [(before, lengths[0]), (after, lengths[1])]
        .map(|(end, length)| ((end.0 - corner.0) / length, (end.1 - corner.1) / length));
    // The distance from the corner to the middle of the curve is the reach times half of `sharp`.
    let sharp = (back.0 + on.0).hypot(back.1 + on.1) / 2.0;
    (2.0 * miss / sharp.max(f32::MIN_POSITIVE)).min(lengths[0] / 2.0).min(lengths[1] / 2.0)
}

/// Returns the part of a curve between the parameters `from` and `to` (de Casteljau). Each parameter is from 0 to 1.
fn cut([a, b, c]: Quad, from: f32, to: f32) -> Quad {
    let blossom = |u: f32, v: f32| between(between(a, b, u), between(b, c, u), v);
    [blossom(from, from), blossom(from, to), blossom(to, to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: PixelPoint, two: PixelPoint) -> bool {
        distance(one, two) < 1e-3
    }

    #[test]
    fn a_part_of_a_rounded_move_lies_on_it() {
        let points = [(0.0, 0.0), (10.0, 20.0), (30.0, 10.0), (20.0, -10.0)];
        let whole = MovePiece::rounded(points, 10.0);
        assert!(!near(whole.start(), points[1]) && distance(whole.start(), points[1]) < 2.01);
        assert!(near(whole.at(0.0), whole.start()) && near(whole.at(1.0), whole.end()));
        assert!(near(whole.at(0.5), (20.0, 15.0)), "{:?}", whole.at(0.5));
        let part = whole.between(0.1, 0.7);
        assert!(near(part.start(), whole.at(0.1)) && near(part.end(), whole.at(0.7)));
        assert!(near(part.at(0.5), whole.at(0.4)) && !near(whole.at(0.4), whole.at(0.5)));
        let next = MovePiece::rounded([points[1], points[2], points[3], points[3]], 10.0);
        assert!(near(whole.end(), next.start()), "a corner is one curve");
    }

    #[test]
    fn a_corner_is_tangent_to_its_moves() {
        let [before, corner, after] = [(0.0, 0.0), (10.0, 20.0), (20.0, 0.0)];
        let [one, two] = [
            MovePiece::rounded([before, before, corner, after], 10.0),
            MovePiece::rounded([before, corner, after, after], 10.0),
        ];
        // In the middle of the corner, the line goes to the right.
        for (x, y) in [one.heading().unwrap(), two.between(0.0, 0.001).heading().unwrap()] {
            assert!((x - 1.0).abs() < 0.01 && y.abs() < 0.05, "{x} {y}");
        }
        let way = one.between(0.0, 0.5).heading().unwrap();
        assert!(near(way, (1.0 / 5_f32.sqrt(), 2.0 / 5_f32.sqrt())), "{way:?}");
    }

    #[test]
    fn a_line_has_a_heading_unless_it_leads_nowhere() {
        assert_eq!(MovePiece::straight((1.0, 1.0), (1.0, 5.0)).heading(), Some((0.0, 1.0)));
        assert_eq!(MovePiece::straight((1.0, 1.0), (1.0, 1.0)).heading(), None);
    }
}
