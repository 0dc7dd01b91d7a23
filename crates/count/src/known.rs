//! Published numbers that courser must reproduce.

use std::fmt;
use std::sync::LazyLock;

use courser_board::{Board, Square, Symmetry};
use num_bigint::BigUint;

use crate::{CountError, CountOptions, CountTask, Tours, classes, count, invariant};

/// The kind of tours to which a published number refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnownKind {
    /// Closed tours. A tour and its reverse count once.
    Closed,
    /// Open tours, including those whose ends are one move apart. A tour and its reverse are counted as one tour.
    Open,
    /// Open tours that start in a corner.
    FromCorner,
    /// Classes of closed tours under rotation and reflection of the board.
    Classes,
    /// Closed tours that are invariant under a rotation or a reflection of the board.
    Invariant(Symmetry),
}

impl fmt::Display for KnownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("closed"),
            Self::Open => f.write_str("open"),
            Self::FromCorner => f.write_str("open, from a corner"),
            Self::Classes => f.write_str("closed, up to rotation and reflection"),
            Self::Invariant(symmetry) => write!(f, "closed, with a {symmetry}"),
        }
    }
}

/// The approximate time of a recount on two cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Less than a second.
    Quick,
    /// A minute or less.
    Minute,
    /// The recount takes several minutes and needs gigabytes of memory.
    Long,
}

/// A published number of tours, with its source.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// Number of squares. The squares fill the board column by column from the left, and all other cells are holes.
    pub squares: u32,
    /// Kind of the counted tours.
    pub kind: KnownKind,
    /// Published number, in decimal digits.
    pub count: &'static str,
    /// Approximate time of a recount.
    pub effort: Effort,
    /// Publication that contains the number.
    pub source: &'static str,
}

impl Known {
    /// Counts the tours of this entry again.
    ///
    /// # Errors
    /// Returns the errors of [`count`](crate::count()).
    pub fn recount(&self, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
        let task = self.task()?;
        match self.kind {
            Closed | Open | FromCorner => count(&task, options),
            Classes => classes(&task, options),
            Invariant(symmetry) => invariant(&task, symmetry, options),
        }
    }

    /// Returns the task of this entry. For an entry about classes or symmetric tours, the task contains all tours of
    /// the board.
    ///
    /// # Errors
    /// Returns an error if [`CountTask::new`] does, which never happens for an entry of the table.
    pub fn task(&self) -> Result<CountTask, CountError> {
        let cell = |index: u32| Square::new(index % self.rows, index / self.rows);
        let board = Board::new(self.rows, self.cols).expect("the boards of the table are boards");
        let board = board.with_holes((self.squares..self.rows * self.cols).map(cell));
        let board = board.expect("what is left out lies on the board");
        let open = |start| Tours::Open { start, end: None };
        let tours = match self.kind {
            Open => open(None),
            FromCorner => open(Some(Square::new(0, 0))),
            Closed | Classes | Invariant(_) => Tours::Closed,
        };
        CountTask::new(board, tours)
    }
}

use Effort::{Long, Minute, Quick};
use KnownKind::{Classes, Closed, FromCorner, Invariant, Open};
use Symmetry::{HalfTurn, QuarterTurn};

/// Published tour counts from one source, for boards with the same number of rows. `numbers` contains pairs: the size
/// of a board, and the count. The size is the number of columns or, if `is_by_squares` is true, the number of squares.
/// In the second case, the squares fill the board column by column, and the last column can be incomplete.
struct Sequence {
    rows: u32,
    kind: KnownKind,
    effort: Effort,
    source: &'static str,
    is_by_squares: bool,
    numbers: &'static [(u32, &'static str)],
}

/// Creates a sequence of published numbers of tours. Each element of `numbers` contains the number of columns of a
/// board, and the published number.
const fn boards(
    rows: u32,
    kind: KnownKind,
    effort: Effort,
    source: &'static str,
    numbers: &'static [(u32, &'static str)],
) -> Sequence {
    Sequence { rows, kind, effort, source, is_by_squares: false, numbers }
}

/// Creates a sequence of published numbers of tours. Each element of `numbers` contains the number of squares of a
/// board, and the published number.
const fn squares(
    rows: u32,
    kind: KnownKind,
    source: &'static str,
    numbers: &'static [(u32, &'static str)],
) -> Sequence {
    Sequence { rows, kind, effort: Quick, source, is_by_squares: true, numbers }
}

impl Sequence {
    fn known(&self) -> impl Iterator<Item = Known> {
        let Self { rows, kind, effort, source, .. } = *self;
        self.numbers.iter().map(move |&(size, count)| {
            let squares = if self.is_by_squares { size } else { rows * size };
            Known { rows, cols: squares.div_ceil(rows), squares, kind, count, effort, source }
        })
    }
}

/// All published numbers with which this crate is tested. Each entry contains a board, a kind of tours and the number
/// of these tours.
pub static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| SEQUENCES.iter().flat_map(Sequence::known).collect());

#[rustfmt::skip]
const SEQUENCES: &[Sequence] = &[
    boards(3, Closed, Quick, "OEIS A070030", &[(4, "0"), (6, "0"), (8, "0")]),
    boards(3, Closed, Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769", &[
        (10, "16"), (12, "176"), (14, "1536"), (16, "15424"), (18, "147728"), (20, "1448416"), (22, "14060048"),
        (24, "136947616"), (26, "1332257856"), (28, "12965578752"), (30, "126169362176"), (32, "1227776129152"),
        (34, "11947846468608"), (36, "116266505653888"), (38, "1131418872918784"), (40, "11010065269439104"),
        (42, "107141489725900544"), (44, "1042616896632882688"), (46, "10145938076107491328"),
    ]),
    boards(4, Closed, Quick, "A. J. Schwenk, Which rectangular chessboards have a knight's tour? (1991)", &[
        (4, "0"), (7, "0"), (10, "0"),
    ]),
    boards(5, Closed, Quick, "OEIS A175855", &[
        (6, "8"), (8, "44202"), (10, "13311268"), (12, "4557702762"), (14, "1495135512514"), (16, "491857035772330"),
        (18, "161514101568508400"), (20, "53034853662012222798"), (22, "17414154188157170439208"),
        (24, "5717847862749642677204182"), (26, "1877435447920358266870897874"),
    ]),
    boards(6, Closed, Quick, "OEIS A175881", &[
        (5, "8"), (6, "9862"), (7, "1067638"), (8, "55488142"), (9, "3374967940"), (10, "239187240144"),
    ]),
    boards(6, Closed, Minute, "OEIS A175881", &[
        (11, "15360134570696"), (12, "964730606632516"), (16, "16378998506224697063588"),
        (20, "276453522147273309254029785276"),
    ]),
    boards(7, Closed, Quick, "OEIS A193054", &[(6, "1067638")]),
    boards(7, Closed, Minute, "OEIS A193054", &[(8, "34524432316"), (10, "1250063279938854")]),
    boards(8, Closed, Minute, "B. D. McKay, Knight's tours of an 8x8 chessboard, TR-CS-97-03 (1997); OEIS A001230", &[
        (8, "13267364410532"),
    ]),
    boards(8, Closed, Long, "OEIS A193055", &[
        (9, "7112881119092574"), (10, "4235482818156697040"), (12, "1105420672289849239070962"),
    ]),
    boards(3, Open, Quick, "OEIS A169696", &[
        (3, "0"), (4, "8"), (5, "0"), (6, "0"), (7, "52"), (8, "396"), (9, "560"), (10, "3048"), (11, "10672"),
        (12, "57248"), (13, "128864"), (14, "646272"), (15, "1838784"),
    ]),
    boards(4, Open, Quick, "OEIS A079137", &[
        (5, "82"), (6, "744"), (7, "6378"), (8, "31088"), (9, "189688"), (10, "1213112"), (11, "6683852"),
        (12, "36486328"), (24, "12270473056485396"),
    ]),
    boards(5, Open, Quick, "OEIS A083386", &[
        (5, "864"), (6, "18784"), (7, "622868"), (8, "18061054"), (9, "264895640"),
    ]),
    boards(6, Open, Quick, "OEIS A306281; half of A165134", &[(6, "3318960")]),
    boards(6, Open, Minute, "OEIS A306281", &[(7, "389969466"), (12, "763955912402146956")]),
    boards(7, Open, Minute, "OEIS A306283; half of A165134", &[(7, "82787609160")]),
    boards(7, Open, Minute, "OEIS A306283", &[
        (8, "20666425060328"), (9, "2903212163753000"), (10, "1025241126020698238"),
    ]),
    boards(8, Open, Long, "half of OEIS A165134; A389760", &[(8, "9795914085489952")]),
    squares(3, Closed, "OEIS A383660; D. E. Knuth (2025)", &[
        (22, "4"), (26, "4"), (28, "24"), (32, "56"), (34, "306"), (38, "456"), (40, "2632"), (44, "4828"),
        (46, "26788"), (50, "44952"), (52, "254288"), (56, "448032"), (58, "2502568"), (62, "4310048"),
        (64, "24228704"), (68, "42195584"), (70, "236335248"),
    ]),
    squares(5, Closed, "OEIS A383661; D. E. Knuth (2025)", &[
        (18, "1"), (22, "1"), (24, "30"), (26, "0"), (28, "148"), (32, "78"), (34, "9309"), (36, "612"),
        (38, "62749"), (42, "42049"), (44, "2916485"), (46, "147192"), (48, "18284136"),
    ]),
    squares(7, Closed, "OEIS A383663; D. E. Knuth (2025)", &[
        (22, "2"), (24, "11"), (26, "58"), (30, "21"), (32, "1020"), (34, "9309"), (36, "1481"), (38, "34162"),
        (40, "1295034"),
    ]),
    squares(3, Open, "OEIS A389759; D. E. Knuth (2025)", &[
        (10, "2"), (11, "2"), (13, "8"), (14, "4"), (16, "8"), (17, "0"), (19, "20"), (20, "44"), (22, "465"),
        (23, "276"), (25, "988"), (26, "824"), (28, "3888"), (29, "1384"), (31, "10348"), (32, "12796"),
        (34, "69831"), (35, "36962"),
    ]),
    squares(5, Open, "OEIS A389755; D. E. Knuth (2025)", &[
        (14, "4"), (16, "0"), (17, "4"), (18, "95"), (19, "144"), (21, "16"), (22, "125"), (23, "1188"), (24, "4292"),
        (26, "416"), (27, "1030"), (28, "28229"), (29, "40770"), (31, "3858"), (32, "38255"), (33, "490809"),
        (34, "2422436"), (36, "274910"),
    ]),
    boards(6, FromCorner, Quick, "\"Haskell: knight's move II\", a search that lists them", &[(6, "524486")]),
    boards(3, Classes, Quick, "OEIS A169769; D. E. Knuth (2010)", &[
        (10, "6"), (12, "44"), (14, "396"), (16, "3868"), (18, "37070"), (20, "362192"), (22, "3516314"),
        (40, "2752516325518516"),
    ]),
    boards(6, Classes, Quick, "G. P. Jelliss, Knight's Tour Notes", &[(6, "1245")]),
    boards(8, Classes, Minute, "B. D. McKay, TR-CS-97-03 (1997)", &[(8, "1658420855433")]),
    boards(6, Invariant(HalfTurn), Quick, "G. P. Jelliss, Catalogue of 6x6 Closed Knight's Tours: 17 with 4 images, 5 with 2", &[
        (6, "78"),
    ]),
    boards(6, Invariant(QuarterTurn), Quick, "P. de Hijo (1882), after G. P. Jelliss: 5 with 2 images", &[(6, "10")]),
    boards(8, Invariant(HalfTurn), Quick, "B. D. McKay, TR-CS-97-03 (1997), by his two numbers", &[(8, "2432932")]),
    boards(8, Invariant(QuarterTurn), Quick, "a quarter of the squares is even, and a quarter turn changes colour", &[(8, "0")]),
];
