//! The distribution of colours along a tour. The symmetry of a tour maps parts of the tour to each other, and the
//! gradient is repeated in each of these parts.

use courser_board::{Path, Symmetry};

use crate::legend::FIRST;

/// The distribution of the colours along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// A single gradient from the start to the end.
    Once,
    /// The path has parts of `moves` moves, and each part has its own gradient. A rotation or a reflection maps each
    /// part to the next part.
    Parts { moves: usize },
    /// Two gradients that begin in the middle of the same move. This move follows visit `axis`, counted from 0. The
    /// gradients run in opposite directions along the tour, and meet after half of the tour. The symmetry of the tour
    /// maps this move onto itself and reverses the tour.
    Back { axis: usize },
}

impl Repeat {
    /// Returns the distribution of colours that shows the symmetry of a closed tour. If the path is not a symmetric
    /// closed tour, returns a single gradient.
    pub(crate) fn of(path: &Path, closed: bool) -> Self {
        let (board, order) = (path.board(), path.order());
        if !closed || order.len() as u64 != board.playable() {
            return Self::Once;
        }
        let visits = path.visits();
        let last = order.len();
        let course = |symmetry: Symmetry| {
            symmetry.images(board).into_iter().find_map(|isometry| {
                let image = |square: u32| {
                    let image = isometry.image(board, board.at(square.into()));
                    Some(visits[board.index(image) as usize] as usize).filter(|&visit| visit > 0).map(|visit| visit - 1)
                };
                let first = image(order[0])?;
                let follows = |to: &dyn Fn(usize) -> usize| {
                    order.iter().enumerate().all(|(visit, &square)| image(square) == Some(to(visit)))
                };
                if follows(&|visit| (first + visit) % last) {
                    return Some(Self::Parts { moves: common_divisor(first, last) });
                }
                // True if the symmetry reverses the tour and maps a move onto itself. Each of the two squares of this
                // move is then the image of the other.
                let is_back = first % 2 == 1 && follows(&|visit| (first + last - visit) % last);
                is_back.then_some(Self::Back { axis: first / 2 })
            })
        };
        [Symmetry::QuarterTurn, Symmetry::HalfTurn, Symmetry::Mirror].into_iter().find_map(course).unwrap_or(Self::Once)
    }

    /// Returns two values for a move: the position of the move in the sequence of colours, and the length of this
    /// sequence. `visits` is the length of the path in visits. `visit` is the index of the visit before the move.
    pub(crate) fn of_move(self, visit: usize, visits: usize) -> (usize, usize) {
        match self {
            Self::Once => (visit, visits.saturating_sub(1)),
            Self::Parts { moves } => (visit % moves, moves),
            Self::Back { axis } => {
                let ahead = (visit + visits - axis) % visits;
                (ahead.min(visits - ahead), visits / 2 + 1)
            }
        }
    }

    /// Returns the label of the first colour in the legend of a heat map. `visits` is the length of the path in visits.
    pub(crate) const fn first_label(self, visits: usize) -> &'static str {
        match self {
            Self::Once => FIRST,
            Self::Parts { moves } if visits == 2 * moves => "visit of each half 1",
            Self::Parts { moves } if visits == 4 * moves => "visit of each quarter 1",
            Self::Parts { .. } => "visit of each part 1",
            Self::Back { .. } => "visit from the centre 1",
        }
    }

    /// Returns two values: the position of a visit in the sequence of colours, and the last position of the sequence.
    pub(crate) fn of_visit(self, visit: usize, visits: usize) -> (usize, usize) {
        match self {
            Self::Once => (visit, visits.saturating_sub(1)),
            Self::Parts { moves } => (visit % moves, moves - 1),
            Self::Back { axis } => {
                let ahead = (visit + visits - axis - 1) % visits;
                (ahead.min(visits - 1 - ahead), visits / 2 - 1)
            }
        }
    }
}

/// Returns the greatest common divisor, computed by Euclid's algorithm.
const fn common_divisor(one: usize, two: usize) -> usize {
    let (mut one, mut two) = (one, two);
    while one > 0 {
        (one, two) = (two % one, one);
    }
    two
}

#[cfg(test)]
mod tests {
    use courser_board::Board;

    use super::*;

    fn of(board: &str, squares: &str) -> Repeat {
        let board: Board = board.parse().unwrap();
        let order = squares.split(' ').map(|name| board.index(board.square(name).unwrap()) as u32).collect();
        Repeat::of(&Path::new(board, order).unwrap(), true)
    }

    /// A 6x6 tour found by `courser tour` that is invariant under a quarter turn.
    const QUARTER: &str =
        "a6 c5 e6 f4 e2 c1 a2 c3 d5 f6 e4 f2 d1 b2 a4 b6 c4 e3 f1 d2 b1 a3 b5 d6 f5 d4 c2 a1 b3 a5 c6 e5 f3 e1 d3 b4";

    #[test]
    fn a_tour_that_a_quarter_turn_maps_onto_itself_has_four_parts() {
        assert_eq!(of("6x6", QUARTER), Repeat::Parts { moves: 9 });
        let reversed: Vec<&str> = QUARTER.split(' ').rev().collect();
        assert_eq!(of("6x6", &reversed.join(" ")), Repeat::Parts { moves: 9 });
    }

    #[test]
    fn the_legend_names_the_parts_to_which_the_colours_belong() {
        assert_eq!(of("6x6", QUARTER).first_label(36), "visit of each quarter 1");
        assert_eq!(Repeat::Parts { moves: 18 }.first_label(36), "visit of each half 1");
        assert_eq!(Repeat::Back { axis: 3 }.first_label(40), "visit from the centre 1");
        assert_eq!(Repeat::Once.first_label(36), "visit 1");
    }

    #[test]
    fn a_tour_that_a_half_turn_reverses_has_the_same_colours_on_both_ways_from_its_axis() {
        let repeat = Repeat::Back { axis: 3 };
        for visits in [12, 20] {
            for ahead in 1..visits / 2 {
                let [there, back] = [3 + ahead, 3 + visits - ahead].map(|visit| repeat.of_move(visit % visits, visits));
                assert_eq!(there, back);
                let [there, back] =
                    [4 + ahead, 3 + visits - ahead].map(|visit| repeat.of_visit(visit % visits, visits));
                assert_eq!(there, back);
            }
            assert_eq!(
                [repeat.of_move(3, visits).0, repeat.of_visit(3, visits).0, repeat.of_visit(4, visits).0],
                [0; 3]
            );
            let (place, places) = repeat.of_move((3 + visits / 2) % visits, visits);
            assert_eq!(place + 1, places);
        }
    }
}
