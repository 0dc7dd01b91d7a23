//! Constructs one placement on a board of any size, without a search.

/// Returns the row of the queen on each file in a placement of `n` non-attacking queens. Returns `None` if `n` is 0, 2
/// or 3, for which no placement exists.
///
/// The even rows come first, then the odd rows. If `n` is congruent to 2 or 3 modulo 6, a few rows are moved (E. Pauls,
/// "Das Maximalproblem der Damen auf dem Schachbrete", 1874; in this form E. J. Hoffman, J. C. Loessi and R. C. Moore,
/// "Constructions for the Solution of the m Queens Problem", 1969). Time and memory are proportional to `n`.
pub fn place(n: u32) -> Option<Vec<u32>> {
    if matches!(n, 0 | 2 | 3) {
        return None;
    }
    // Here the rows are counted from 1, as in the papers.
    let mut even: Vec<u32> = (2..=n).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=n).step_by(2).collect();
    match n % 6 {
        2 => {
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        3 => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    even.append(&mut odd);
    even.iter_mut().for_each(|row| *row -= 1);
    Some(even)
}
