//! The bands of a board that is larger than a buffer.

use std::ops::Range;

/// Number of rows that a band copies from the previous band: the two unchecked rows, and the two rows above the
/// unchecked rows. Moves from the unchecked rows can reach these two upper rows.
pub(super) const KEPT: u32 = 4;

/// Maximum number of rows that a knight's move goes down. The last rows of a band are checked when the rows below are
/// known.
const REACH: u32 = 2;

/// A step of a run. The step first computes the visit numbers of some rows (`#`). Then it checks the rows whose moves
/// all lead to numbered rows in the buffer (`+`).
///
/// ```text
///      top >  . . . . .    kept: the last four rows of the band above, copied, not numbered again
///             . . . . .
///    check >  + + + + .
///             + + + + .
///   number >  + + + + #
///             + + + + #
///             . . . . #    checked in the next step, when the rows below are known
///             . . . . #
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BandStep {
    /// First row in the buffer.
    pub(super) top: u32,
    /// Rows whose visit numbers are computed.
    pub(super) number: Range<u32>,
    /// Rows whose visit numbers are checked.
    pub(super) check: Range<u32>,
    /// Rows to return. In a run over the whole board, these are the checked rows. In a run over a part of the board,
    /// the two rows at each end of the part cannot be checked, but are also returned.
    pub(super) output: Range<u32>,
}

impl BandStep {
    /// Creates the step that computes the visit numbers of the rows in the range `number`. The board has `rows` rows,
    /// and the run covers the rows in the range `part`. During a run, each row in `part` is numbered once and returned
    /// once. A row is checked if `part` contains all rows that can be reached by a move from this row.
    pub(super) fn new(rows: u32, part: &Range<u32>, number: Range<u32>) -> Self {
        let known = if part.start == 0 { 0 } else { part.start + REACH };
        // Returns the number of rows, from the top of the board, that can be checked if all rows before the row `end`
        // have visit numbers.
        let checked = |end: u32| if end == rows { rows } else { end.saturating_sub(REACH) };
        let (first, end) = (number.start, number.end);
        let (from, to) = (checked(first).max(part.start), checked(end).max(part.start));
        Self {
            top: first - (first - part.start).min(KEPT),
            number,
            check: from.max(known)..to.max(known),
            output: (if first == part.start { first } else { from })..(if end == part.end { end } else { to }),
        }
    }
}

/// Returns the number of new rows in a band. This number is limited by the number of squares per dispatch, and by the
/// size of the buffer, which also contains the copied rows. Returns `None` if not even one row fits.
pub(super) fn height(rows: u32, cols: u32, max_squares: u64, max_rows: u64) -> Option<u32> {
    let wanted = (max_squares / u64::from(cols)).max(1);
    if wanted >= u64::from(rows) && max_rows >= u64::from(rows) {
        return Some(rows);
    }
    let height = max_rows.checked_sub(u64::from(KEPT))?.min(wanted);
    // Most tiles are eight rows high. If every band ends between tiles, no tile is computed twice.
    let height = if height >= 8 { height - height % 8 } else { height };
    u32::try_from(height.min(u64::from(rows))).ok().filter(|&height| height > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the steps over the rows `part`. Each step has `height` new rows, except that the last step can have
    /// fewer.
    fn bands(rows: u32, part: Range<u32>, height: u32) -> impl Iterator<Item = BandStep> {
        let firsts = part.clone().step_by(height as usize);
        firsts.map(move |first| BandStep::new(rows, &part, first..first.saturating_add(height).min(part.end)))
    }

    #[test]
    fn every_row_is_numbered_once_and_checked_once_with_its_neighbours_at_hand() {
        for rows in 5..40 {
            for height in 1..=rows {
                let (mut numbered, mut done) = (0, 0);
                for band in bands(rows, 0..rows, height) {
                    assert_eq!((band.number.start, band.check.start), (numbered, done));
                    (numbered, done) = (band.number.end, band.check.end);
                    // All squares that are one move away from the checked rows are in the buffer or outside the board.
                    assert!(band.check.start.saturating_sub(2) >= band.top, "{band:?}");
                    assert!(band.check.is_empty() || (done + 2).min(rows) <= numbered, "{band:?}");
                    assert!(band.number.end - band.top <= height + KEPT, "{band:?}");
                    assert_eq!(band.output, band.check);
                }
                assert_eq!((numbered, done), (rows, rows), "{rows} rows, {height} a band");
            }
        }
    }

    #[test]
    fn a_part_of_a_board_is_handed_out_once_and_checked_where_its_neighbours_are_in_it() {
        for part in [0..1, 0..7, 3..4, 5..8, 6..11, 9..20, 13..20, 0..20] {
            for height in 1..=part.len() as u32 {
                let (mut numbered, mut handed, mut checks) = (part.start, part.start, Vec::new());
                for band in bands(20, part.clone(), height) {
                    assert_eq!((band.number.start, band.output.start), (numbered, handed), "{band:?}");
                    (numbered, handed) = (band.number.end, band.output.end);
                    assert!(band.top >= part.start && band.output.start >= band.top && handed <= numbered, "{band:?}");
                    checks.extend(band.check);
                }
                assert_eq!((numbered, handed), (part.end, part.end), "{part:?}, {height} a band");
                let reached = |row: &u32| (row.saturating_sub(2)..(row + 3).min(20)).all(|near| part.contains(&near));
                assert_eq!(checks, part.clone().filter(reached).collect::<Vec<_>>(), "{part:?}, {height} a band");
            }
        }
    }

    #[test]
    fn a_board_that_fits_is_one_band() {
        assert_eq!(height(100, 100, 10_000, 100), Some(100));
        assert_eq!(height(100, 100, 9_999, 100), Some(96));
        assert_eq!(height(100, 100, 10_000, 99), Some(88));
    }

    #[test]
    fn a_band_has_a_row_at_least_and_what_the_buffer_takes_at_most() {
        assert_eq!(height(100, 1000, 10, 100), Some(1));
        assert_eq!(height(100, 10, 1 << 30, 10), Some(6));
        assert_eq!(height(100, 10, 1 << 30, 5), Some(1));
        assert_eq!(height(100, 10, 1 << 30, 4), None);
        assert_eq!(height(5, 10, 1 << 30, 5), Some(5));
    }
}
