//! Sorts numbered squares into visiting order.

use super::{FileLocation, FormatError, Result};
use crate::Square;

/// Returns the squares ordered by their visit numbers. The visit numbers of n squares must be 1 to n, each exactly
/// once.
///
/// `place` converts an index in `numbered` to the location of the square in the file. `place` is called only if an
/// error occurs.
///
/// # Errors
/// [`FormatError::Visit`] if a visit number is 0, [`FormatError::Doubled`] if a visit number occurs twice, and
/// [`FormatError::Missing`] if a visit number exceeds n, so that a smaller number is missing.
pub(super) fn in_order(numbered: &[(u64, Square)], place: impl Fn(usize) -> FileLocation) -> Result<Vec<Square>> {
    let count = numbered.len();
    let mut seen = vec![false; count];
    let mut squares = vec![Square::new(0, 0); count];
    let mut too_great = None;
    for (at, &(visit, square)) in numbered.iter().enumerate() {
        let Some(slot) = visit.checked_sub(1) else {
            return Err(FormatError::Visit { place: place(at), found: 0, count: count as u64 });
        };
        match usize::try_from(slot).ok().filter(|&slot| slot < count) {
            None => _ = too_great.get_or_insert((at, visit)),
            Some(slot) if seen[slot] => {
                let first = numbered.iter().position(|&(number, _)| number == visit);
                let first = place(first.expect("a number seen before stands before"));
                return Err(FormatError::Doubled { visit, first, again: place(at) });
            }
            Some(slot) => {
                seen[slot] = true;
                squares[slot] = square;
            }
        }
    }
    if let Some((at, found)) = too_great {
        let gap = seen.iter().position(|&seen| !seen).expect("a number too great leaves a lesser one out");
        return Err(FormatError::Missing { visit: gap as u64 + 1, place: place(at), found, count: count as u64 });
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(visits: &[u64]) -> Result<Vec<u32>, String> {
        let numbered: Vec<_> = visits.iter().zip(0..).map(|(&visit, row)| (visit, Square::new(row, 0))).collect();
        let squares =
            in_order(&numbered, |at| FileLocation::Line { line: at + 1 }).map_err(|error| error.to_string())?;
        Ok(squares.into_iter().map(|square| square.row).collect())
    }

    #[test]
    fn numbers_put_squares_in_order() {
        assert_eq!(order(&[3, 1, 2]), Ok(vec![1, 2, 0]));
        assert_eq!(order(&[]), Ok(vec![]));
    }

    #[test]
    fn a_doubled_a_missing_and_a_zero_number_are_reported_with_their_places() {
        assert_eq!(order(&[1, 2, 2]), Err("line 3: visit 2 for the second time, the first is at line 2".into()));
        assert_eq!(
            order(&[4, 1, 9]),
            Err("visit 2 is missing: line 1 has visit 4, but only 3 squares are numbered".into())
        );
        assert_eq!(order(&[1, 0]), Err("line 2: 0 is not a visit number: 2 squares are numbered 1 to 2".into()));
        assert!(order(&[u64::MAX]).is_err());
    }
}
