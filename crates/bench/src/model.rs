//! The slides' model beside what was measured.
//!
//! "Knight's Tour in Cg" (2007) ends on a claim: a move costs the CPU 8 x (8 + 1) = 72 cycles, for it counts
//! the eight neighbours of each of eight candidates, and the GPU 8 x (0 + 1) x 3 = 24, for every square has
//! counted its own by then: 3 times as fast.

use crate::report::{Measured, Report};
use crate::sample::ratio;
use crate::{Method, Sample};

/// Cycles of a move on the CPU, by the slides.
const CPU_CYCLES: u32 = 72;

/// Cycles of a move on the GPU, by the slides.
const GPU_CYCLES: u32 = 24;

/// The model in words, and one line per board: predicted, and measured by each schedule and by many knights. No
/// lines if the report has no GPU or no CPU to compare.
pub(crate) fn lines(report: &Report) -> Vec<String> {
    let is_cpu = |case: &Measured| report.devices.iter().any(|d| d.label == case.case.device && d.kind == "cpu");
    let one_thread =
        |case: &Measured| report.devices.iter().any(|d| d.label == case.case.device && d.threads == Some(1));
    let mut lines = Vec::new();
    for ((rows, cols), cases) in report.boards() {
        let measured = |method: &Method, cpu: bool| -> Option<Sample> {
            let fits =
                |case: &&&Measured| case.case.method == method && is_cpu(case) == cpu && (!cpu || one_thread(case));
            cases.iter().find(fits)?.per_visit()
        };
        // Each beside the same passes on one core, and the batch beside the CPU's best code for it.
        let mut parts = Vec::new();
        for method in Method::ALL {
            let many = || method.makes_many().then_some(method.in_words);
            let Some(name) = method.schedule().or_else(many) else { continue };
            if let Some((cpu, gpu)) = measured(method, true).zip(measured(method, false)) {
                let (ratio, error) = ratio(&cpu, &gpu);
                parts.push(format!("{name} {}x", with_error(ratio, error)));
            }
        }
        if !parts.is_empty() {
            lines.push(format!("{rows}x{cols}: predicted {:.1}x, measured {}", predicted(), parts.join(", ")));
        }
    }
    if !lines.is_empty() {
        lines.insert(
            0,
            format!(
                "The slides' model: a move takes {CPU_CYCLES} cycles on the CPU and {GPU_CYCLES} on the GPU. \
                 Measured is the same passes on one core of the CPU against the GPU:"
            ),
        );
        lines.push(WHY.into());
    }
    lines
}

fn predicted() -> f64 {
    f64::from(CPU_CYCLES) / f64::from(GPU_CYCLES)
}

/// Why model and measurement differ.
const WHY: &str = "Why they differ: the model counts steps of one square and forgets what a pass costs before its \
     first step. A move is three dispatches in a row, and their latency bounds `whole` on small boards; on large \
     ones it is the whole board's work for one knight's move, on either device. `near` saves the work and keeps \
     the latency, `resident` saves both and leaves the gpu with one busy lane. Many knights at once give it work \
     for all of them: that, and not the rank, is what a gpu does in parallel.";

/// A ratio and its error, with two significant digits of the larger and one of the smaller.
pub(crate) fn with_error(ratio: f64, error: f64) -> String {
    let digits = |value: f64, significant: i32| match value > 0.0 {
        true => significant - 1 - value.log10().floor() as i32,
        false => 0,
    };
    let digits = digits(ratio, 2).max(digits(error, 1).min(digits(ratio, 4))).clamp(0, 9) as usize;
    format!("{ratio:.digits$} ± {error:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_has_the_digits_that_its_error_leaves() {
        let pairs = [
            (3.0, 0.2, "3.0 ± 0.2"),
            (123.4, 7.0, "123 ± 7"),
            (0.0000113, 0.0000004, "0.0000113 ± 0.0000004"),
            (2.04, 0.05, "2.04 ± 0.05"),
            (1.0, 0.0, "1.0 ± 0.0"),
        ];
        for (ratio, error, text) in pairs {
            assert_eq!(with_error(ratio, error), text);
        }
    }
}
