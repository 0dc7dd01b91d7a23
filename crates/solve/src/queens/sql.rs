//! The SQL query of "Eight Queens in SQL [4]" for any number of queens.

use std::fmt;

use courser_board::Square;
use num_bigint::{BigInt, BigUint};

/// Maximum number of queens in an SQL query. Such a query joins one table per queen, and most databases can join 26
/// tables.
pub const MAX_JOINED: u32 = 26;

/// Returns, for each join, the number of rows that the view `w` of "Eight Queens in SQL \[4\]" has after this join. A
/// row of the view is a placement of the first queens, one per column. No two of these queens are in the same row of
/// the board, and queens in neighbouring columns are not in neighbouring rows.
///
/// The last number equals the last number of [`funnel`](super::funnel). The number of arithmetic operations is
/// quadratic in `n`. The operands have up to `n log n` digits.
///
/// ```
/// let rows: Vec<String> = courser_solve::queens::joins(8).iter().map(|rows| rows.to_string()).collect();
/// assert_eq!(rows, ["8", "42", "180", "650", "1928", "4386", "6748", "5242"]);
/// ```
pub fn joins(n: u32) -> Vec<BigUint> {
    // Counts the placements by inclusion and exclusion over the pairs of neighbouring columns whose queens are in
    // neighbouring rows. Let k queens form b runs of consecutive rows. A run of two or more queens has two directions.
    // The runs can be arranged among the remaining n - k rows in (n-k+b)!/(n-k)! ways. The generating function of the
    // runs is x - 2x² + 2x³ - … = x(1-x)/(1+x).
    let n = n as usize;
    let mut rows = vec![BigInt::ZERO; n];
    let mut runs = vec![BigInt::ZERO; n];
    runs[0] = BigInt::from(1);
    for b in 1..=n {
        // The generating function is multiplied by (1-x)/(1+x) once more.
        let mut before = BigInt::ZERO;
        for at in 0..=n - b {
            let this = std::mem::take(&mut runs[at]);
            let from_left = if at > 0 { runs[at - 1].clone() } else { BigInt::ZERO };
            runs[at] = &this - &before - from_left;
            before = this;
        }
        // (n-k+b)!/(n-k)! for k = b, b + 1, … is computed from the value for the previous k by one multiplication and
        // one division.
        let mut ways: BigInt = (n - b + 1..=n).map(BigInt::from).product();
        for k in b..=n {
            rows[k - 1] += &runs[k - b] * &ways;
            if k < n {
                ways = ways * (n - k) / (n - k + b);
            }
        }
    }
    rows.into_iter().map(|rows| rows.to_biguint().expect("rows are counted, not owed")).collect()
}

/// Returns the SQL query for `n` queens, as in the article "Eight Queens in SQL \[4\]". SQLite and PostgreSQL can run
/// the query. Comments in the query contain the number of rows after each join.
///
/// ```
/// let query = courser_solve::queens::query(8).to_string();
/// assert!(query.contains("q8.rw NOT IN (q1.rw, q2.rw, q3.rw, q4.rw, q5.rw, q6.rw, q7.rw)"));
/// ```
///
/// # Panics
/// Panics if `n` is 0 or exceeds [`MAX_JOINED`].
pub fn query(n: u32) -> impl fmt::Display {
    assert!((1..=MAX_JOINED).contains(&n), "1 to {MAX_JOINED} queens are joined");
    Query(n)
}

struct Query(u32);

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.0;
        writeln!(f, "-- {n} queens, after \"Eight Queens in SQL [4]\".")?;
        // These are the tables of "Eight Queens in SQL [4]": each square with its column, its row and the lines through
        // the square. A line is given by its first square and its direction.
        let letter = |at: &str| format!("substr('abcdefghijklmnopqrstuvwxyz', {at}, 1)");
        writeln!(f, "WITH RECURSIVE")?;
        writeln!(f, "num(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM num WHERE i < {n}),")?;
        writeln!(f, "board1(square, cl, cn, rw) AS MATERIALIZED (")?;
        writeln!(f, "  SELECT {0} || r.i, {0}, c.i, r.i FROM num AS c, num AS r\n),", letter("c.i"))?;
        writeln!(f, "square_line(square, anchor, mov_dir) AS MATERIALIZED (")?;
        writeln!(f, "  SELECT square, 'a' || rw, 'RGHT' FROM board1")?;
        writeln!(f, "  UNION ALL SELECT square, cl || 1, 'UP' FROM board1")?;
        let (low, high) = (letter("cn - rw + 1"), letter(&format!("cn + rw - {n}")));
        writeln!(f, "  UNION ALL SELECT square,")?;
        writeln!(f, "    CASE WHEN cn < rw THEN 'a' || (rw - cn + 1) ELSE {low} || 1 END, 'RGHT-UP' FROM board1")?;
        writeln!(f, "  UNION ALL SELECT square,")?;
        writeln!(
            f,
            "    CASE WHEN cn + rw <= {n} THEN 'a' || (rw + cn - 1) ELSE {high} || {n} END, 'RGHT-DN' FROM board1\n),"
        )?;
        let squares: Vec<String> = (1..=n).map(|at| format!("q{at}.square AS s{at}")).collect();
        writeln!(f, "-- One queen a column, no two in a row, none in a row next to that of the queen before.")?;
        writeln!(f, "w AS (\n  SELECT {}", squares.join(", "))?;
        for (at, rows) in (1..=n).zip(joins(n)) {
            // A column of the board is named like its squares, but without the row number.
            let name = Square::new(0, at - 1).name(1).to_string();
            let column = name.trim_end_matches('1');
            if at == 1 {
                writeln!(f, "  FROM board1 AS q1  -- {rows} rows")?;
                continue;
            }
            let before: Vec<String> = (1..at).map(|at| format!("q{at}.rw")).collect();
            writeln!(f, "  JOIN board1 AS q{at}  -- {rows} rows")?;
            writeln!(f, "    ON q{at}.cl = '{column}'")?;
            writeln!(f, "   AND q{at}.rw NOT IN ({})", before.join(", "))?;
            writeln!(f, "   AND q{at}.rw NOT BETWEEN q{}.rw - 1 AND q{}.rw + 1", at - 1, at - 1)?;
        }
        writeln!(f, "  WHERE q1.cl = 'a'\n)")?;
        let all: Vec<String> = (1..=n).map(|at| format!("s{at}")).collect();
        writeln!(f, "-- No line of a queen is one of a queen before.\nSELECT {} FROM w", all.join(", "))?;
        for at in 2..=n {
            let word = if at == 2 { "WHERE" } else { "AND" };
            let before: Vec<String> = (1..at).map(|at| format!("w.s{at}")).collect();
            write!(
                f,
                "{word} NOT EXISTS (\n    SELECT e.anchor, e.mov_dir FROM square_line AS e WHERE e.square IN ({})\n  \
                 INTERSECT\n    SELECT e.anchor, e.mov_dir FROM square_line AS e WHERE e.square = w.s{at}\n)\n",
                before.join(", ")
            )?;
        }
        writeln!(f, "ORDER BY {};", all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::funnel;

    #[test]
    fn rows_after_each_join_are_as_many_as_making_them_finds() {
        for n in 1..=8 {
            let mut rows: Vec<Vec<u32>> = vec![Vec::new()];
            let mut found = Vec::new();
            for _ in 0..n {
                let fits = |row: &[u32], next: u32| {
                    !row.contains(&next) && row.last().is_none_or(|last| last.abs_diff(next) > 1)
                };
                let on = |row: &Vec<u32>| {
                    let next = (0..n).filter(|&next| fits(row, next));
                    next.map(|next| [row.clone(), vec![next]].concat()).collect::<Vec<_>>()
                };
                rows = rows.iter().flat_map(on).collect();
                found.push(BigUint::from(rows.len()));
            }
            assert_eq!(joins(n), found, "{n} queens");
        }
        // For large n, only the last number of `joins` is checked. This number must equal the last number of `funnel`.
        for n in [9, 30, 100] {
            assert_eq!(joins(n).last(), Some(&funnel(n)[4].size));
        }
    }
}
