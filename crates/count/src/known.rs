//! Numbers that others have published: what courser must find.

use std::fmt;

use courser_board::{Board, Square};
use num_bigint::BigUint;

use crate::{CountError, CountOptions, Task, Tours, classes, count};

/// Which tours a published number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnownKind {
    /// Closed tours, a tour and its reverse being one.
    Closed,
    /// Open tours, those included that could close, a tour and its reverse being one.
    Open,
    /// Open tours that start in a corner.
    FromCorner,
    /// Closed tours, those that rotation or reflection of the board take into each other being one.
    Classes,
}

impl fmt::Display for KnownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::FromCorner => "open, from a corner",
            Self::Classes => "closed, up to rotation and reflection",
        })
    }
}

/// How long a row takes on two cores, by order of magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Less than a second.
    Quick,
    /// Up to a minute.
    Minute,
    /// Minutes, and gigabytes of memory.
    Long,
}

/// A number of tours that was published, with its source.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// How many squares of the board there are, column by column from the left; the others are holes.
    pub squares: u32,
    /// Which tours are counted.
    pub kind: KnownKind,
    /// The published number, in decimal digits.
    pub count: &'static str,
    /// How long it takes.
    pub effort: Effort,
    /// Where the number was published.
    pub source: &'static str,
}

impl Known {
    /// Counts the tours of this row anew.
    ///
    /// # Errors
    /// As [`count`](crate::count()).
    pub fn recount(&self, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
        let cell = |index: u32| Square::new(index % self.rows, index / self.rows);
        let board = Board::new(self.rows, self.cols).expect("the boards of the table are boards");
        let board = board.with_holes((self.squares..self.rows * self.cols).map(cell));
        let board = board.expect("what is left out lies on the board");
        let open = |start| Tours::Open { start, end: None };
        let task = |tours| Task::new(board.clone(), tours);
        match self.kind {
            Closed => count(&task(Tours::Closed)?, options),
            Open => count(&task(open(None))?, options),
            FromCorner => count(&task(open(Some(Square::new(0, 0))))?, options),
            Classes => classes(&task(Tours::Closed)?, options),
        }
    }
}

use Effort::{Long, Minute, Quick};
use KnownKind::{Classes, Closed, FromCorner, Open};

const fn row(
    rows: u32,
    cols: u32,
    kind: KnownKind,
    count: &'static str,
    effort: Effort,
    source: &'static str,
) -> Known {
    Known { rows, cols, squares: rows * cols, kind, count, effort, source }
}

/// The first so many squares of a board of `rows` rows.
const fn first(rows: u32, squares: u32, kind: KnownKind, count: &'static str, source: &'static str) -> Known {
    Known { rows, cols: squares.div_ceil(rows), squares, kind, count, effort: Quick, source }
}

/// Every published number that this crate is tested against, by board.
#[rustfmt::skip]
pub const KNOWN: &[Known] = &[
    row(3, 4, Closed, "0", Quick, "OEIS A070030"),
    row(3, 6, Closed, "0", Quick, "OEIS A070030"),
    row(3, 8, Closed, "0", Quick, "OEIS A070030"),
    row(3, 10, Closed, "16", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 12, Closed, "176", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 14, Closed, "1536", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 16, Closed, "15424", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 18, Closed, "147728", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 20, Closed, "1448416", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 22, Closed, "14060048", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 24, Closed, "136947616", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 26, Closed, "1332257856", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 28, Closed, "12965578752", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 30, Closed, "126169362176", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 32, Closed, "1227776129152", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 34, Closed, "11947846468608", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 36, Closed, "116266505653888", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 38, Closed, "1131418872918784", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 40, Closed, "11010065269439104", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 42, Closed, "107141489725900544", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 44, Closed, "1042616896632882688", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(3, 46, Closed, "10145938076107491328", Quick, "OEIS A070030; D. E. Knuth's generating function (2010) in A169769"),
    row(4, 4, Closed, "0", Quick, "A. J. Schwenk, Which rectangular chessboards have a knight's tour? (1991)"),
    row(4, 7, Closed, "0", Quick, "A. J. Schwenk, Which rectangular chessboards have a knight's tour? (1991)"),
    row(4, 10, Closed, "0", Quick, "A. J. Schwenk, Which rectangular chessboards have a knight's tour? (1991)"),
    row(5, 6, Closed, "8", Quick, "OEIS A175855"),
    row(5, 8, Closed, "44202", Quick, "OEIS A175855"),
    row(5, 10, Closed, "13311268", Quick, "OEIS A175855"),
    row(5, 12, Closed, "4557702762", Quick, "OEIS A175855"),
    row(5, 14, Closed, "1495135512514", Quick, "OEIS A175855"),
    row(5, 16, Closed, "491857035772330", Quick, "OEIS A175855"),
    row(5, 18, Closed, "161514101568508400", Quick, "OEIS A175855"),
    row(5, 20, Closed, "53034853662012222798", Quick, "OEIS A175855"),
    row(5, 22, Closed, "17414154188157170439208", Quick, "OEIS A175855"),
    row(5, 24, Closed, "5717847862749642677204182", Quick, "OEIS A175855"),
    row(5, 26, Closed, "1877435447920358266870897874", Quick, "OEIS A175855"),
    row(6, 5, Closed, "8", Quick, "OEIS A175881"),
    row(6, 6, Closed, "9862", Quick, "OEIS A175881"),
    row(6, 7, Closed, "1067638", Quick, "OEIS A175881"),
    row(6, 8, Closed, "55488142", Quick, "OEIS A175881"),
    row(6, 9, Closed, "3374967940", Quick, "OEIS A175881"),
    row(6, 10, Closed, "239187240144", Quick, "OEIS A175881"),
    row(6, 11, Closed, "15360134570696", Minute, "OEIS A175881"),
    row(6, 12, Closed, "964730606632516", Minute, "OEIS A175881"),
    row(6, 16, Closed, "16378998506224697063588", Minute, "OEIS A175881"),
    row(6, 20, Closed, "276453522147273309254029785276", Minute, "OEIS A175881"),
    row(7, 6, Closed, "1067638", Quick, "OEIS A193054"),
    row(7, 8, Closed, "34524432316", Minute, "OEIS A193054"),
    row(7, 10, Closed, "1250063279938854", Minute, "OEIS A193054"),
    row(8, 8, Closed, "13267364410532", Minute, "B. D. McKay, Knight's tours of an 8x8 chessboard, TR-CS-97-03 (1997); OEIS A001230"),
    row(8, 9, Closed, "7112881119092574", Long, "OEIS A193055"),
    row(8, 10, Closed, "4235482818156697040", Long, "OEIS A193055"),
    row(8, 12, Closed, "1105420672289849239070962", Long, "OEIS A193055"),
    row(3, 3, Open, "0", Quick, "OEIS A169696"),
    row(3, 4, Open, "8", Quick, "OEIS A169696"),
    row(3, 5, Open, "0", Quick, "OEIS A169696"),
    row(3, 6, Open, "0", Quick, "OEIS A169696"),
    row(3, 7, Open, "52", Quick, "OEIS A169696"),
    row(3, 8, Open, "396", Quick, "OEIS A169696"),
    row(3, 9, Open, "560", Quick, "OEIS A169696"),
    row(3, 10, Open, "3048", Quick, "OEIS A169696"),
    row(3, 11, Open, "10672", Quick, "OEIS A169696"),
    row(3, 12, Open, "57248", Quick, "OEIS A169696"),
    row(3, 13, Open, "128864", Quick, "OEIS A169696"),
    row(3, 14, Open, "646272", Quick, "OEIS A169696"),
    row(3, 15, Open, "1838784", Quick, "OEIS A169696"),
    row(4, 5, Open, "82", Quick, "OEIS A079137"),
    row(4, 6, Open, "744", Quick, "OEIS A079137"),
    row(4, 7, Open, "6378", Quick, "OEIS A079137"),
    row(4, 8, Open, "31088", Quick, "OEIS A079137"),
    row(4, 9, Open, "189688", Quick, "OEIS A079137"),
    row(4, 10, Open, "1213112", Quick, "OEIS A079137"),
    row(4, 11, Open, "6683852", Quick, "OEIS A079137"),
    row(4, 12, Open, "36486328", Quick, "OEIS A079137"),
    row(4, 24, Open, "12270473056485396", Quick, "OEIS A079137"),
    row(5, 5, Open, "864", Quick, "OEIS A083386"),
    row(5, 6, Open, "18784", Quick, "OEIS A083386"),
    row(5, 7, Open, "622868", Quick, "OEIS A083386"),
    row(5, 8, Open, "18061054", Quick, "OEIS A083386"),
    row(5, 9, Open, "264895640", Quick, "OEIS A083386"),
    row(6, 6, Open, "3318960", Quick, "OEIS A306281; half of A165134"),
    row(6, 7, Open, "389969466", Minute, "OEIS A306281"),
    row(6, 12, Open, "763955912402146956", Minute, "OEIS A306281"),
    row(7, 7, Open, "82787609160", Minute, "OEIS A306283; half of A165134"),
    row(7, 8, Open, "20666425060328", Minute, "OEIS A306283"),
    row(7, 9, Open, "2903212163753000", Minute, "OEIS A306283"),
    row(7, 10, Open, "1025241126020698238", Minute, "OEIS A306283"),
    row(8, 8, Open, "9795914085489952", Long, "half of OEIS A165134; A389760"),
    first(3, 22, Closed, "4", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 26, Closed, "4", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 28, Closed, "24", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 32, Closed, "56", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 34, Closed, "306", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 38, Closed, "456", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 40, Closed, "2632", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 44, Closed, "4828", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 46, Closed, "26788", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 50, Closed, "44952", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 52, Closed, "254288", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 56, Closed, "448032", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 58, Closed, "2502568", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 62, Closed, "4310048", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 64, Closed, "24228704", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 68, Closed, "42195584", "OEIS A383660; D. E. Knuth (2025)"),
    first(3, 70, Closed, "236335248", "OEIS A383660; D. E. Knuth (2025)"),
    first(5, 18, Closed, "1", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 22, Closed, "1", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 24, Closed, "30", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 26, Closed, "0", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 28, Closed, "148", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 32, Closed, "78", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 34, Closed, "9309", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 36, Closed, "612", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 38, Closed, "62749", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 42, Closed, "42049", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 44, Closed, "2916485", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 46, Closed, "147192", "OEIS A383661; D. E. Knuth (2025)"),
    first(5, 48, Closed, "18284136", "OEIS A383661; D. E. Knuth (2025)"),
    first(7, 22, Closed, "2", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 24, Closed, "11", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 26, Closed, "58", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 30, Closed, "21", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 32, Closed, "1020", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 34, Closed, "9309", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 36, Closed, "1481", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 38, Closed, "34162", "OEIS A383663; D. E. Knuth (2025)"),
    first(7, 40, Closed, "1295034", "OEIS A383663; D. E. Knuth (2025)"),
    first(3, 10, Open, "2", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 11, Open, "2", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 13, Open, "8", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 14, Open, "4", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 16, Open, "8", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 17, Open, "0", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 19, Open, "20", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 20, Open, "44", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 22, Open, "465", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 23, Open, "276", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 25, Open, "988", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 26, Open, "824", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 28, Open, "3888", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 29, Open, "1384", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 31, Open, "10348", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 32, Open, "12796", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 34, Open, "69831", "OEIS A389759; D. E. Knuth (2025)"),
    first(3, 35, Open, "36962", "OEIS A389759; D. E. Knuth (2025)"),
    first(5, 14, Open, "4", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 16, Open, "0", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 17, Open, "4", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 18, Open, "95", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 19, Open, "144", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 21, Open, "16", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 22, Open, "125", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 23, Open, "1188", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 24, Open, "4292", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 26, Open, "416", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 27, Open, "1030", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 28, Open, "28229", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 29, Open, "40770", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 31, Open, "3858", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 32, Open, "38255", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 33, Open, "490809", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 34, Open, "2422436", "OEIS A389755; D. E. Knuth (2025)"),
    first(5, 36, Open, "274910", "OEIS A389755; D. E. Knuth (2025)"),
    row(6, 6, FromCorner, "524486", Quick, "\"Knight's move II\", a search in Haskell that lists them"),
    row(3, 10, Classes, "6", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 12, Classes, "44", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 14, Classes, "396", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 16, Classes, "3868", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 18, Classes, "37070", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 20, Classes, "362192", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 22, Classes, "3516314", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(3, 40, Classes, "2752516325518516", Quick, "OEIS A169769; D. E. Knuth (2010)"),
    row(6, 6, Classes, "1245", Quick, "G. P. Jelliss, Knight's Tour Notes"),
    row(8, 8, Classes, "1658420855433", Minute, "B. D. McKay, TR-CS-97-03 (1997)"),
];
