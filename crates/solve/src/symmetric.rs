//! Closed tours that are invariant under a rotation or a reflection of the board.
//!
//! Take a path from a to b over a half or a quarter of the board, such that b is one move from the image of a. The path
//! is followed by its image, by the image of that image, and so on. The result is a symmetric tour. So a symmetric tour
//! of a large board reduces to a path between two squares of a smaller board. At first, few moves cross the seam
//! between the parts. Melting rearranges the tour near the seam, so that more moves cross the seam.
//!
//! On three kinds of boards, the tour is found by a search instead: on small boards whose parts have no such path, on
//! boards with holes, and on boards of other leapers. In this search, the leaper walks over one square of each orbit.
//! An orbit consists of a square and its images. `courser_count::invariant` counts the same walks.

use std::ops::Range;

use courser_board::symmetry::Isometry;
use courser_board::{Board, Leaper, Square, Symmetry, Tour, TourSpec};

use crate::existence::{Existence, decide};
use crate::factor;

/// Maximum number of squares of a searched board. Larger boards without holes need no search, since a half or a quarter
/// of such a board has a suitable path.
pub const MAX_SEARCHED: u64 = 400;

/// Number of steps before the search restarts in another order. The limit before the first restart is higher, so that
/// the search can examine a small board completely.
const STEPS: u64 = 20_000;

/// Maximum number of searches for each walk, including restarts.
const SEARCHES: u64 = 200;

/// Number of rows or columns that are melted on each side of a seam.
const BESIDE: u32 = 8;

/// The result of constructing a symmetric tour or searching for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetricOutcome {
    /// The squares of the tour in visiting order, and the name of the method.
    Tour(Vec<u32>, &'static str),
    /// No such tour exists. Contains the reason.
    None(String),
    /// No such tour was found, although the board possibly has one.
    Unknown,
}

/// A tour of a half or a quarter of the board.
#[derive(Clone, Debug)]
pub struct PartTour {
    /// The tour, on a board that consists of this half or quarter.
    pub tour: Tour,
    /// True if the tour has a regular pattern. The seam of such a tour is not melted.
    pub is_woven: bool,
}

/// A callback that makes a tour of a part of the board. The first argument of the callback specifies the tour. The
/// second argument is true if the callback is free to choose the method. The callback returns `None` if the part has no
/// tour with this specification.
pub type MakePart<'a, E> = &'a mut dyn FnMut(&TourSpec, bool) -> Result<Option<PartTour>, E>;

/// Returns whether this module constructs or searches for symmetric tours of this board.
pub fn serves(board: &Board) -> bool {
    let (trimmed, _) = board.trimmed();
    has_parts(&trimmed) || trimmed.cells() <= MAX_SEARCHED
}

/// Returns whether this module tries to make symmetric tours of the board from paths over a half or a quarter of the
/// board. The board must not have a margin of holes.
fn has_parts(trimmed: &Board) -> bool {
    trimmed.hole_count() == 0 && trimmed.leaper() == Leaper::KNIGHT
}

/// Finds a closed tour of `board` with this symmetry. `make` makes the tour of a part of the board. If no tour of the
/// board can be made from the parts, the function searches a small board for a walk that forms a tour together with its
/// images. One walk can need several searches. Before each search, `go_on` is called with the number of finished
/// searches for this walk.
///
/// # Errors
/// Returns the errors of `make` and `go_on`.
pub fn tour<E>(
    board: &Board,
    symmetry: Symmetry,
    seed: u64,
    make: MakePart<'_, E>,
    go_on: &mut dyn FnMut(u64) -> Result<(), E>,
) -> Result<SymmetricOutcome, E> {
    // Outer rows and columns that consist of holes are removed before the rotation or reflection.
    let (trimmed, first) = board.trimmed();
    let search = SymmetricSearch { board: &trimmed, symmetry, seed };
    let mut found = if has_parts(&trimmed) { search.by_parts(make)? } else { None };
    let mut method = if symmetry == Symmetry::QuarterTurn { "quarters" } else { "halves" };
    if found.is_none() && trimmed.cells() <= MAX_SEARCHED {
        method = "search";
        match search.by_steps(go_on)? {
            SearchEnd::Found(order) => found = Some(order),
            SearchEnd::None => return Ok(SymmetricOutcome::None("a search of all tours finds none".into())),
            SearchEnd::Over => {}
        }
    }
    let placed = |cell: u32| {
        let square = trimmed.at(cell.into());
        board.index(Square::new(square.row + first.row, square.col + first.col)) as u32
    };
    Ok(match found {
        Some(order) if trimmed == *board => SymmetricOutcome::Tour(order, method),
        Some(order) => SymmetricOutcome::Tour(order.into_iter().map(placed).collect(), method),
        None => SymmetricOutcome::Unknown,
    })
}

/// The result of a step-by-step search.
enum SearchEnd {
    Found(Vec<u32>),
    /// The tour does not exist.
    None,
    /// The search was stopped without a result.
    Over,
}

/// A part of a board: the upper left `rows` x `cols` squares. The symmetry `image` maps this part to the next part.
struct BoardPart {
    image: Isometry,
    rows: u32,
    cols: u32,
}

struct SymmetricSearch<'a> {
    board: &'a Board,
    symmetry: Symmetry,
    seed: u64,
}

impl SymmetricSearch<'_> {
    /// Returns the possible parts. A possible part is a rectangle that, together with its images, covers the board.
    fn parts(&self) -> Vec<BoardPart> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let images = self.symmetry.images(self.board);
        let upper = |image| (rows % 2 == 0).then_some(BoardPart { image, rows: rows / 2, cols });
        let left = |image| (cols % 2 == 0).then_some(BoardPart { image, rows, cols: cols / 2 });
        let parts: Vec<Option<BoardPart>> = match (self.symmetry, &images[..]) {
            (Symmetry::HalfTurn, &[half]) => vec![upper(half), left(half)],
            (Symmetry::QuarterTurn, &[quarter]) => {
                vec![Some(BoardPart { image: quarter, rows: rows / 2, cols: cols / 2 })]
            }
            (Symmetry::Mirror, &[down, right]) => vec![upper(down), left(right)],
            _ => Vec::new(),
        };
        parts.into_iter().flatten().collect()
    }

    /// Tries the parts from [`parts`](Self::parts), until a part has a path over all its squares. The path must begin
    /// and end on a pair of squares from [`ends`](Self::ends). Returns the path, followed by the images of the path.
    /// The seam of the result is melted unless the path has a regular pattern. If no part has such a path, returns the
    /// result of [`around_the_centre`](Self::around_the_centre).
    fn by_parts<E>(&self, make: MakePart<'_, E>) -> Result<Option<Vec<u32>>, E> {
        for part in self.parts() {
            let region = Board::new(part.rows, part.cols).expect("a part is no larger than its board");
            let mut ends = self.ends(&part, &region);
            if ends.is_empty() {
                continue;
            }
            let count = ends.len();
            ends.rotate_left((self.seed % count as u64) as usize);
            for (start, end) in ends {
                let Ok(spec) = TourSpec::open(&region).starting_at(start).and_then(|spec| spec.ending_at(end)) else {
                    continue;
                };
                if decide(&spec) != Existence::Exists {
                    continue;
                }
                if let Some(PartTour { tour, is_woven }) = make(&spec, false)? {
                    let order = self.with_images(part.image, tour.squares());
                    let size = Square::new(part.rows, part.cols);
                    return Ok(Some(if is_woven { order } else { self.without_seam(part.image, order, size) }));
                }
            }
        }
        self.around_the_centre(make)
    }

    /// Returns all pairs of squares that can be the start and the end of a path over a part. The end is one move from
    /// the image of the start.
    fn ends(&self, part: &BoardPart, region: &Board) -> Vec<(Square, Square)> {
        let near = |side: u32| -> Range<u32> { side.saturating_sub(2)..side };
        let low = near(part.rows).flat_map(|row| (0..part.cols).map(move |col| Square::new(row, col)));
        let right =
            (0..part.rows.saturating_sub(2)).flat_map(|row| near(part.cols).map(move |col| Square::new(row, col)));
        let starts = low.chain(right.filter(|_| part.cols < self.board.cols()));
        let pairs = starts.flat_map(|start| {
            let image = part.image.image(self.board, start);
            let ends = self.board.neighbours(image).filter(|&end| region.contains(end) && end != start);
            ends.map(move |end| (start, end)).collect::<Vec<_>>()
        });
        pairs.collect()
    }

    /// Returns the centre of a board with exactly one odd side, if the symmetry is a half turn.
    ///
    /// On such a board, there are two moves through the centre. The half turn maps each of these moves onto itself. A
    /// path over half of the board can connect the two moves. The image of the path then completes the tour.
    fn centre(&self) -> Option<Centre> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let is_upper = rows % 2 == 0;
        let (even, odd) = if is_upper { (rows, cols) } else { (cols, rows) };
        let crosses = self.symmetry == Symmetry::HalfTurn && rows % 2 != cols % 2 && rows.min(cols) >= 3;
        crosses.then_some(Centre { is_upper, even, odd })
    }

    /// Finds a path over half of the board. The path connects the two moves that pass through the centre of the board.
    /// Appends the image of this path under the half turn, in reverse order.
    fn around_the_centre<E>(&self, make: MakePart<'_, E>) -> Result<Option<Vec<u32>>, E> {
        let Some(centre) = self.centre().filter(|centre| centre.even.min(centre.odd) >= 5) else { return Ok(None) };
        let (above, middle) = (centre.even / 2 - 1, (centre.odd - 1) / 2);
        let [start, other] = centre.ends();
        // The path covers the upper half of the board, and leads from `start` to `other`. These two squares have the
        // same colour. If the half has an even number of squares, the ends of the path must have different colours. In
        // this case, `other` is replaced by its image, which has the other colour. A second square is also replaced by
        // its image. Thus the half still has equally many squares of both colours.
        let exchanged = if centre.even % 4 == 0 { vec![middle - 1, middle] } else { Vec::new() };
        let end = if exchanged.is_empty() { other } else { centre.square(above + 1, middle - 1) };
        let kept = exchanged.len() as u32;
        let corner = centre.square(above + 1 + kept.min(1), centre.odd);
        let beyond = (0..centre.odd * kept.min(1)).filter(|across| !exchanged.contains(across));
        let beyond = beyond.map(|across| centre.square(above + 1, across));
        let images = exchanged.iter().map(|across| centre.square(above, centre.odd - 1 - across));
        let region = Board::new(corner.row, corner.col).and_then(|board| board.with_holes(beyond.chain(images)));
        let spec = region.and_then(|region| TourSpec::open(&region).starting_at(start)?.ending_at(end));
        let Ok(spec) = spec else { return Ok(None) };
        let found = make(&spec, true)?;
        let (image, half) = (self.symmetry.images(self.board)[0], centre.square(above + 1, centre.odd));
        Ok(found.map(|part| self.without_seam(image, self.and_back(image, part.tour.squares()), half)))
    }

    /// Melts the seam: rearranges the tour in the rows and columns next to the borders of a part of the board. `part`
    /// is the size of this part.
    fn without_seam(&self, image: Isometry, order: Vec<u32>, part: Square) -> Vec<u32> {
        let beside = |part: u32, side: u32| {
            let beside = BESIDE.min(part);
            if part < side { part - beside..side - part + beside } else { 0..0 }
        };
        let strip = (beside(part.row, self.board.rows()), beside(part.col, self.board.cols()));
        factor::melt_seam(self.board, image, &order, strip, self.seed).unwrap_or(order)
    }

    /// Returns the path, followed by its image in the opposite direction. An end of the path that is its own image is
    /// visited only once.
    fn and_back(&self, image: Isometry, path: impl Iterator<Item = Square>) -> Vec<u32> {
        let path: Vec<Square> = path.collect();
        let images = path.iter().rev().map(|&at| (at, image.image(self.board, at)));
        let back = images.filter(|(at, image)| at != image).map(|(_, image)| image);
        path.iter().copied().chain(back).map(|at| self.board.index(at) as u32).collect()
    }

    /// Returns the squares of a path, followed by the squares of its image, of the image of the image, and so on. The
    /// list ends before the path would be repeated.
    fn with_images(&self, image: Isometry, path: impl Iterator<Item = Square>) -> Vec<u32> {
        let mut order = vec![0; self.board.playable() as usize];
        let part = order.len() / image.order();
        for (nth, mut at) in path.enumerate() {
            for slot in order[nth..].iter_mut().step_by(part) {
                *slot = self.board.index(at) as u32;
                at = image.image(self.board, at);
            }
        }
        order
    }

    /// Returns all requests for walks. Each request gives the start and the possible ends of a walk. The walk visits
    /// one square of each orbit, and the images of the walk complete the walk to a tour. Every tour with the symmetry
    /// consists of such a walk and its images.
    fn walks(&self) -> Vec<OrbitWalk> {
        let board = self.board;
        let mut walks = Vec::new();
        for image in self.symmetry.images(board) {
            let imaged = |at: Square| image.image(board, at);
            let orbit = |at: Square| {
                let others = std::iter::successors(Some(imaged(at)), |&at| Some(imaged(at)));
                1 + others.take_while(|&other| other != at).count()
            };
            // The first of two cases: the symmetry shifts the tour along itself. In this case, a walk visits one square
            // of each orbit, and a further move leads from the last square of the walk to the image of its first
            // square. The walk begins on the square with the fewest moves.
            let corner = board.squares().min_by_key(|&at| board.neighbours(at).count()).expect("a board has a square");
            if board.squares().all(|at| orbit(at) == image.order()) {
                let orbits = board.playable() / image.order() as u64;
                let changes = u64::from(corner.colour() + imaged(corner).colour());
                // Every move of the walk changes the colour. The further move to the image of the walk's first square
                // also changes the colour.
                if !board.leaper().changes_colour() || (orbits + changes).is_multiple_of(2) {
                    let ends = board.neighbours(imaged(corner)).collect();
                    walks.push(OrbitWalk { image, start: corner, ends, is_onward: true });
                }
            }
            // The second of the two cases: the symmetry reverses the tour. The symmetry then maps exactly two elements
            // of the tour to themselves. An element is a square or a move. A walk connects these two elements.
            if image.order() == 2 {
                let fixed: Vec<Square> = board.squares().filter(|&at| imaged(at) == at).collect();
                let crossed: Vec<Square> = board
                    .squares()
                    .filter(|&at| at < imaged(at) && board.neighbours(at).any(|to| to == imaged(at)))
                    .collect();
                let both = |squares: &[Square]| squares.iter().flat_map(|&at| [at, imaged(at)]).collect();
                match fixed[..] {
                    [] => walks.extend((1..crossed.len()).map(|nth| OrbitWalk {
                        image,
                        start: crossed[nth - 1],
                        ends: both(&crossed[nth..]),
                        is_onward: false,
                    })),
                    [start] => walks.push(OrbitWalk { image, start, ends: both(&crossed), is_onward: false }),
                    [start, end] => walks.push(OrbitWalk { image, start, ends: vec![end], is_onward: false }),
                    _ => {}
                }
            }
        }
        walks
    }

    /// Searches for a walk over one square of each orbit. The search uses backtracking.
    ///
    /// # Errors
    /// Returns the errors of `go_on`.
    fn by_steps<E>(&self, go_on: &mut dyn FnMut(u64) -> Result<(), E>) -> Result<SearchEnd, E> {
        let mut all = true;
        let walks = self.walks();
        let searches = SEARCHES.min(2 * SEARCHES / walks.len().max(1) as u64).max(1);
        for OrbitWalk { image, start, ends, is_onward } in walks {
            for nth in 0..searches {
                go_on(nth)?;
                let steps = if nth == 0 { 50 * STEPS } else { STEPS };
                let mut walk = Orbits::new(self, image, &ends, self.seed.wrapping_add(nth), steps);
                match walk.enter(self.board.index(start) as u32) {
                    Some(true) => {
                        let path = walk.path.iter().map(|&at| self.board.at(at.into()));
                        let order = if is_onward { self.with_images(image, path) } else { self.and_back(image, path) };
                        return Ok(SearchEnd::Found(order));
                    }
                    // All walks from this start were tried.
                    Some(false) => break,
                    None if nth + 1 == searches => all = false,
                    None => {}
                }
            }
        }
        Ok(if all { SearchEnd::None } else { SearchEnd::Over })
    }
}

/// A requested walk over one square of each orbit, from a start to one of several ends.
struct OrbitWalk {
    image: Isometry,
    start: Square,
    ends: Vec<Square>,
    /// True if the symmetry shifts the tour along itself. If so, the walk and its images follow one another on the
    /// tour. If `false`, the walk has a single image, which leads back to the start of the walk.
    is_onward: bool,
}

/// The centre of a board with exactly one odd side.
struct Centre {
    /// True if the number of rows is even. Otherwise rows and columns are swapped.
    is_upper: bool,
    /// Length of the even side in squares.
    even: u32,
    /// Length of the odd side in squares.
    odd: u32,
}

impl Centre {
    const fn square(&self, down: u32, across: u32) -> Square {
        if self.is_upper { Square::new(down, across) } else { Square::new(across, down) }
    }

    /// Returns one square of each of the two moves through the centre.
    const fn ends(&self) -> [Square; 2] {
        let (above, middle) = (self.even / 2 - 1, (self.odd - 1) / 2);
        [self.square(above, middle - 1), self.square(above, middle + 1)]
    }
}

/// A backtracking search for a walk that visits one square of each orbit.
struct Orbits {
    /// The squares one move from each cell; empty for a hole.
    near: Vec<Vec<u32>>,
    /// The images of each cell; empty for a hole.
    images: Vec<Vec<u32>>,
    used: Vec<bool>,
    path: Vec<u32>,
    /// Number of orbits.
    whole: usize,
    /// One entry per square, true if the path can end there.
    may_end: Vec<bool>,
    /// Number of remaining steps.
    steps: u64,
    seed: u64,
}

impl Orbits {
    fn new(search: &SymmetricSearch<'_>, image: Isometry, ends: &[Square], seed: u64, steps: u64) -> Self {
        let board = search.board;
        let index = |at: Square| board.index(at) as u32;
        let cells = board.cells() as usize;
        let (mut near, mut images, mut may_end) =
            (vec![Vec::new(); cells], vec![Vec::new(); cells], vec![false; cells]);
        for at in board.squares() {
            let all = std::iter::successors(Some(at), |&at| Some(image.image(board, at)));
            let cell = index(at) as usize;
            images[cell] = all.take(image.order()).map(index).collect();
            near[cell] = board.neighbours(at).map(index).collect();
            may_end[cell] = ends.contains(&at);
        }
        let is_first = |&at: &Square| images[index(at) as usize].iter().all(|&image| image >= index(at));
        let whole = board.squares().filter(is_first).count();
        Self { near, images, may_end, whole, used: vec![false; cells], path: Vec::new(), steps, seed }
    }

    fn free(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        self.near[at as usize].iter().copied().filter(|&to| !self.used[to as usize])
    }

    fn mark(&mut self, at: u32, used: bool) {
        for image in 0..self.images[at as usize].len() {
            let square = self.images[at as usize][image];
            self.used[square as usize] = used;
        }
    }

    /// Continues the walk on the square with the index `at`. Returns whether a complete walk exists. Returns `None` if
    /// the search reaches its step limit before this is decided.
    fn enter(&mut self, at: u32) -> Option<bool> {
        self.steps = self.steps.checked_sub(1)?;
        self.path.push(at);
        self.mark(at, true);
        if self.path.len() == self.whole && self.may_end[at as usize] {
            return Some(true);
        }
        // Squares with few continuations are tried first. Random bits of the seed break ties.
        let mut next: Vec<(usize, u64, u32)> =
            self.free(at).map(|to| (self.free(to).count(), dice(self.seed, to), to)).collect();
        next.sort_unstable();
        for (_, _, to) in next {
            if self.enter(to)? {
                return Some(true);
            }
        }
        self.mark(at, false);
        self.path.pop();
        Some(false)
    }
}

/// Returns a pseudorandom number for breaking ties at square `at`. The seed 0 gives 0, which leaves ties in the order
/// of the squares.
const fn dice(seed: u64, at: u32) -> u64 {
    let mixed = (seed ^ (at as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if seed == 0 { 0 } else { mixed ^ mixed >> 29 }
}
