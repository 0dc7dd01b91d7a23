//! The route of a hunt, the check of a route, and the notation of routes in the article "Adventure of Knight".

use std::collections::BTreeMap;
use std::fmt;

use courser_board::{BoardError, Square};

use super::{HuntOptions, Map};
use courser_board::words::shorten;

/// A route of the knight on a map. The route starts on the knight's square, consists of moves, and collects every
/// treasure.
///
/// A route can visit a square twice. Every `Route` is checked when it is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    rows: u32,
    steps: Vec<RouteStep>,
}

/// One square of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RouteStep {
    /// The visited square.
    pub square: Square,
    /// True if a treasure is collected in this step.
    pub collects: bool,
}

/// The reasons why a sequence of squares is not a route. The check returns the first violation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteViolation {
    /// The sequence is empty.
    #[error("the way has no square")]
    Empty,
    /// A word does not name a square that a knight can stand on.
    #[error("square {visit}: {error}")]
    Square {
        /// Position of the square in the checked sequence, counted from 1.
        visit: usize,
        /// The error in the word.
        error: BoardError,
    },
    /// The sequence does not begin on the knight's square.
    #[error("the way begins on {}, and the knight stands on {}", .found.name(*.rows), .start.name(*.rows))]
    Start {
        /// The first square of the checked sequence.
        found: Square,
        /// The square on which the knight starts.
        start: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// Two consecutive squares are not one move apart.
    #[error("square {} to square {}: {} to {} is not a move", .visit, .visit + 1, .from.name(*.rows), .to.name(*.rows))]
    Step {
        /// Position of the jump's first square in the checked sequence, counted from 1.
        visit: usize,
        /// The square on which the jump starts.
        from: Square,
        /// The square on which the jump ends.
        to: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A mark is wrong: `.N` or `.x` is on a square without a knight or treasure, or the dot is followed by another
    /// word.
    #[error("square {visit}: '{word}' marks what is not there")]
    Mark {
        /// Position of the square in the checked sequence, counted from 1.
        visit: usize,
        /// The word with the wrong mark, possibly shortened.
        word: String,
    },
    /// A treasure is not collected on the route.
    #[error("the treasure on {} is not collected{}", .treasure.name(*.rows), if *.in_order { " in its turn" } else { "" })]
    Left {
        /// The first uncollected treasure.
        treasure: Square,
        /// True if the treasures must be collected in the order of the map.
        in_order: bool,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The route does not return to its start, although this is required.
    #[error("the way ends on {}, not at home on {}", .end.name(*.rows), .start.name(*.rows))]
    Away {
        /// The last square of the route.
        end: Square,
        /// The square on which the knight starts.
        start: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The number of moves stated by the text differs from the number of moves of the route.
    #[error("the way has {moves} moves, and is said to have {said}")]
    Moves {
        /// Number of moves of the route.
        moves: usize,
        /// The number of moves stated by the text.
        said: String,
    },
}

impl Route {
    /// Checks a sequence of squares, and returns it as a route.
    ///
    /// # Errors
    /// [`RouteViolation`] if the squares are not a route. The error is the first violation.
    pub fn new(
        map: &Map,
        squares: impl IntoIterator<Item = Square>,
        terms: HuntOptions,
    ) -> Result<Self, RouteViolation> {
        let (board, start) = (map.board(), map.start());
        let rows = board.rows();
        let squares: Vec<Square> = squares.into_iter().collect();
        let (first, last) = squares.first().zip(squares.last()).ok_or(RouteViolation::Empty)?;
        if let Some((visit, error)) =
            (1..).zip(&squares).find_map(|(visit, &square)| Some((visit, board.playable_square(square).err()?)))
        {
            return Err(RouteViolation::Square { visit, error });
        }
        if *first != start {
            return Err(RouteViolation::Start { found: *first, start, rows });
        }
        let leaper = board.leaper();
        for (visit, pair) in (1..).zip(squares.windows(2)) {
            let (down, right) = (pair[0].row.abs_diff(pair[1].row), pair[0].col.abs_diff(pair[1].col));
            if (down.min(right), down.max(right)) != (leaper.r(), leaper.s()) {
                return Err(RouteViolation::Step { visit, from: pair[0], to: pair[1], rows });
            }
        }
        let mut left: Vec<Square> = map.treasures().iter().map(|treasure| treasure.square).collect();
        let mut steps = Vec::with_capacity(squares.len());
        if terms.in_order {
            let mut turns = left.iter().peekable();
            for &square in &squares {
                steps.push(RouteStep { square, collects: turns.next_if_eq(&&square).is_some() });
            }
            left = turns.copied().collect();
        } else {
            let treasures: BTreeMap<Square, usize> = left.iter().copied().zip(0..).collect();
            let mut lies = vec![true; left.len()];
            for &square in &squares {
                let here = treasures.get(&square);
                let collects = here.is_some_and(|&treasure| std::mem::replace(&mut lies[treasure], false));
                steps.push(RouteStep { square, collects });
            }
            left = left.into_iter().zip(lies).filter_map(|(square, lies)| lies.then_some(square)).collect();
        }
        if let Some(&treasure) = left.first() {
            return Err(RouteViolation::Left { treasure, in_order: terms.in_order, rows });
        }
        if terms.home && *last != start {
            return Err(RouteViolation::Away { end: *last, start, rows });
        }
        Ok(Self { rows, steps })
    }

    /// Parses a route in the notation of the article "Adventure of Knight", such as `a8.N c7 e6.x`. The marks `.N` for
    /// the start and `.x` for a treasure are optional. An optional second line gives the number of moves.
    ///
    /// # Errors
    /// [`RouteViolation`] if the text is not a route. The error is the first violation.
    pub fn parse(text: &str, map: &Map, terms: HuntOptions) -> Result<Self, RouteViolation> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let way = lines.next().unwrap_or_default();
        let is_treasure = |square| map.treasures().iter().any(|treasure| treasure.square == square);
        let mut squares = Vec::new();
        for (visit, word) in (1..).zip(way.split_whitespace()) {
            let (name, mark) = word.split_once('.').map_or((word, None), |(name, mark)| (name, Some(mark)));
            let square = map.square(name).map_err(|error| RouteViolation::Square { visit, error })?;
            let is_right = match mark {
                None => true,
                Some("N") => square == map.start(),
                Some("x") => is_treasure(square),
                Some(_) => false,
            };
            if !is_right {
                return Err(RouteViolation::Mark { visit, word: shorten(word) });
            }
            squares.push(square);
        }
        let route = Self::new(map, squares, terms)?;
        if let Some(line) = lines.next() {
            let said = shorten(line.trim());
            if said != route.length() {
                return Err(RouteViolation::Moves { moves: route.moves(), said });
            }
        }
        Ok(route)
    }

    /// Returns the squares in visiting order.
    pub fn steps(&self) -> &[RouteStep] {
        &self.steps
    }

    /// Returns the number of moves, which is one less than the number of squares.
    pub fn moves(&self) -> usize {
        self.steps.len() - 1
    }

    /// Returns the number of moves with its unit, such as `11 moves`.
    pub fn length(&self) -> String {
        match self.moves() {
            1 => "1 move".into(),
            moves => format!("{moves} moves"),
        }
    }
}

impl fmt::Display for Route {
    /// Writes the route in the notation of the article "Adventure of Knight": `.N` marks the start of the knight, and
    /// `.x` marks a collected treasure.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (visit, step) in self.steps.iter().enumerate() {
            if visit > 0 {
                f.write_str(" ")?;
            }
            let mark = if visit == 0 {
                ".N"
            } else if step.collects {
                ".x"
            } else {
                ""
            };
            write!(f, "{}{mark}", step.square.name(self.rows))?;
        }
        Ok(())
    }
}
