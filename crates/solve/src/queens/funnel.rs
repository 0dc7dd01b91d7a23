//! The search space of the queens problem and its five reductions, after "Eight Queens in SQL [4]".

use num_bigint::BigUint;

/// A reduction of the search space. Contains the idea of the reduction, and the number of remaining placements. This
/// number is given as a formula and as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunnelStep {
    /// The idea of the reduction, in one clause.
    pub reasoning: String,
    /// The formula for the number of remaining placements.
    pub formula: String,
    /// Number of remaining placements.
    pub size: BigUint,
}

/// Returns five search spaces for `n` queens on an `n` x `n` board. Each search space is a reduction of the previous
/// search space.
///
/// The time is quadratic in `n`, and the sizes have up to `2 n log10 n` digits.
///
/// ```
/// let sizes: Vec<String> = courser_solve::queens::funnel(8).iter().map(|step| step.size.to_string()).collect();
/// assert_eq!(sizes, ["178462987637760", "4426165368", "16777216", "40320", "5242"]);
/// ```
///
/// # Panics
/// Panics if `n` is 0.
pub fn funnel(n: u32) -> [FunnelStep; 5] {
    assert!(n > 0, "a board has a square");
    let squares = u64::from(n) * u64::from(n);
    let permuted = product(squares - u64::from(n) + 1..=squares);
    let factorial = product(1..=u64::from(n));
    let step = |reasoning: String, formula: String, size| FunnelStep { reasoning, formula, size };
    [
        step(format!("permute {n} out of {squares}"), format!("{squares}! / ({squares}-{n})!"), permuted.clone()),
        step(
            format!("choose {n} out of {squares}"),
            format!("{squares}! / ({n}! x ({squares}-{n})!)"),
            permuted / &factorial,
        ),
        step("by column".into(), format!("{n}^{n}"), BigUint::from(n).pow(n)),
        step("by column, avoid previous rows".into(), format!("{n}!"), factorial),
        step(
            "by column, avoid previous rows, and row +/-1 from the queen in the previous column".into(),
            "A002464".into(),
            without_neighbours(n),
        ),
    ]
}

fn product(factors: std::ops::RangeInclusive<u64>) -> BigUint {
    factors.fold(BigUint::from(1_u32), |product, factor| product * factor)
}

/// Returns the number of permutations of `n` in which no two neighbours are consecutive numbers (OEIS A002464,
/// Hertzsprung's problem).
///
/// a(n) = (n+1) a(n-1) - (n-2) a(n-2) - (n-5) a(n-3) + (n-3) a(n-4) (D. P. Robbins, "The probability that neighbors
/// remain neighbors after random rearrangements", 1980).
fn without_neighbours(n: u32) -> BigUint {
    let mut last: [BigUint; 4] = [1_u32, 1, 0, 0].map(BigUint::from);
    if let Some(known) = last.get(n as usize) {
        return known.clone();
    }
    for n in 4..=n {
        let [fourth, third, second, first] = &last;
        let (mut plus, mut minus) = (first * (n + 1) + fourth * (n - 3), second * (n - 2));
        // The term with `third` is added for n below 5, and subtracted otherwise.
        if n < 5 {
            plus += third * (5 - n);
        } else {
            minus += third * (n - 5);
        }
        let next = plus - minus;
        last.rotate_left(1);
        last[3] = next;
    }
    let [.., wanted] = last;
    wanted
}
