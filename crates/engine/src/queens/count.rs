//! Queens on the CPU: the placements below one prefix, by the search of [`Placements`].

use courser_solve::queens::Placements;
use rayon::prelude::*;

use super::{Prefix, Queens, QueensPlan};
use crate::EngineError;

/// Queens on the CPU, on all threads of rayon's pool.
#[derive(Clone, Copy, Debug)]
pub struct CpuQueens;

impl Queens for CpuQueens {
    fn wanted(&self) -> usize {
        64 * rayon::current_num_threads()
    }

    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>, EngineError> {
        let ways = plan.prefixes().par_iter().map(|&prefix| count_prefix(plan.n(), prefix)).collect();
        progress(plan.prefixes().len() as u64);
        Ok(ways)
    }
}

/// Compares what a device has counted below the prefixes of a plan with what [`count_prefix`] counts, on all threads of
/// rayon's pool. Returns the number of prefixes compared.
///
/// # Errors
/// [`EngineError::Differs`] names the first prefix that differs.
pub fn verify(plan: &QueensPlan, found: &[u64]) -> Result<u64, EngineError> {
    let prefixes = plan.prefixes();
    if found.len() != prefixes.len() {
        return Err(EngineError::Differs(format!("{} results for {} prefixes", found.len(), prefixes.len())));
    }
    let differs = |at: &usize| found[*at] != count_prefix(plan.n(), prefixes[*at]);
    match (0..found.len()).into_par_iter().find_first(differs) {
        None => Ok(found.len() as u64),
        Some(at) => {
            let expected = count_prefix(plan.n(), prefixes[at]);
            Err(EngineError::Differs(format!("prefix {at}: {}, expected {expected}", found[at])))
        }
    }
}

/// In how many ways the rows below a prefix of a board of `n` rows can be filled, as `count.wgsl` counts them.
///
/// ```
/// use courser_engine::queens::{QueensPlan, count_prefix};
///
/// let plan = QueensPlan::new(8, 1);
/// let below: Vec<u64> = plan.prefixes().iter().map(|&prefix| count_prefix(8, prefix)).collect();
/// assert_eq!(plan.total(&below), 92);
/// ```
///
/// # Panics
/// If `n` is not 1 to 32.
pub fn count_prefix(n: u32, prefix: Prefix) -> u64 {
    Placements::below(n, [prefix.left, prefix.down, prefix.right]).tally()
}
