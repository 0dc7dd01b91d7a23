//! Describes, in sentences, the findings of a benchmark run.

use crate::report::{DeviceInfo, Measured, Probes, Report};
use crate::sample::ratio;
use crate::{BenchMethod, Sample};

/// Threshold of the relative standard deviation. If the deviation is greater, the times are reported as unreliable:
/// other programs are assumed to have used the computer.
const LOOSE: f64 = 0.15;

/// Minimum fraction of the peak speed. A kernel that reaches this fraction is reported as near its limit.
const NEAR: f64 = 0.5;

/// Returns the reasons why the times are unreliable, or `None` if the report contains no such reason.
pub fn distrust(report: &Report) -> Option<String> {
    let mut causes = Vec::new();
    if let Some(spread) = spread(report).filter(|&spread| spread > LOOSE) {
        causes.push(format!("they spread by {:.0} % of their mean", 100.0 * spread));
    }
    let (load, threads) = (report.machine.load, report.machine.threads);
    if load > 0.5 * threads as f64 {
        causes.push(format!("the load was {load:.1} on {threads} threads before the run"));
    }
    (!causes.is_empty()).then(|| format!("Do not trust these times: {}.", causes.join(", and ")))
}

/// Returns the median relative standard deviation of the CPU cases that have at least three runs, or `None` if no CPU
/// case has three runs.
fn spread(report: &Report) -> Option<f64> {
    let on_cpu = |case: &&Measured| device(report, case).is_some_and(|device| device.kind == "cpu");
    let part = |case: &Measured| {
        let sample = Sample::of(&case.compute).filter(|sample| sample.runs >= 3)?;
        Some(sample.deviation / sample.mean)
    };
    let parts: Vec<f64> = report.cases.iter().filter(on_cpu).filter_map(part).collect();
    Sample::of(&parts).map(|sample| sample.median)
}

/// Returns the findings, with one or two sentences per line. The findings state the reliability of the times, the
/// fastest method and device, and the gain or loss from using a GPU.
pub fn verdict(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(distrust(report));
    if !report.cases.is_empty() && report.cases.iter().all(|case| case.compute.len() < 3) {
        lines.push("The spread of the times is unknown: no case was run three times.".into());
    }
    lines.extend(one_tour(report));
    lines.extend(gpu_against_cpu(report, BenchMethod::makes_many, "For many tours"));
    lines.extend(gpu_against_cpu(report, BenchMethod::makes_one, "For one tour"));
    lines.extend(report.probes.iter().filter_map(limits));
    for device in report.devices.iter().filter(|device| device.kind == "software") {
        lines.push(format!(
            "{} is a software adapter, run by the CPU's own cores: it says nothing about a graphics card.",
            device.label
        ));
    }
    if report.devices.iter().all(|device| device.kind == "cpu") && !report.cases.is_empty() {
        lines.push("No graphics adapter was measured.".into());
    }
    lines
}

fn device<'a>(report: &'a Report, case: &Measured) -> Option<&'a DeviceInfo> {
    report.devices.iter().find(|device| device.label == case.case.device)
}

/// Returns a phrase that names the device of a case.
fn place(report: &Report, case: &Measured) -> String {
    match device(report, case).and_then(|device| device.threads) {
        Some(1) => "on one CPU thread".into(),
        Some(threads) => format!("on {threads} CPU threads"),
        None => format!("on {}", if case.case.device == "gpu" { "the GPU" } else { &case.case.device }),
    }
}

/// Returns the fastest case and its time per tour in seconds, or `None` if no case was timed.
fn fastest<'a>(cases: impl Iterator<Item = &'a Measured>) -> Option<(&'a Measured, f64)> {
    let timed = cases.filter_map(|case| Some((case, case.per_tour()?.median)));
    timed.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns a sentence that contains, for each board, the fastest method to make a single tour, and the device of this
/// method. Consecutive boards with the same method and device are grouped. Only methods that make a single tour per run
/// are compared. Returns `None` if the report has no result of such a method.
fn one_tour(report: &Report) -> Option<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for ((rows, cols), cases) in report.boards() {
        let single = || cases.iter().copied().filter(|case| case.case.method.makes_one());
        let Some((best, time)) = fastest(single()) else { continue };
        let answer = format!("{} {}", best.case.method.in_words, place(report, best));
        let rule = fastest(single().filter(|case| case.case.method.is_base()));
        let board = match rule {
            Some((_, rule)) if !best.case.method.is_base() => {
                format!("{rows}x{cols} ({} times as fast as Warnsdorff's rule)", figures(rule / time))
            }
            _ => format!("{rows}x{cols}"),
        };
        match groups.last_mut() {
            Some((known, boards)) if *known == answer => boards.push(board),
            _ => groups.push((answer, vec![board])),
        }
    }
    let groups: Vec<String> =
        groups.into_iter().map(|(answer, boards)| format!("{answer} at {}", boards.join(", "))).collect();
    (!groups.is_empty()).then(|| format!("Fastest for one tour: {}.", groups.join("; ")))
}

/// Compares the best GPU result with the best CPU result, board by board. Returns `None` if no board has both results.
fn gpu_against_cpu(report: &Report, of: fn(&BenchMethod) -> bool, what: &str) -> Option<String> {
    let mut parts = Vec::new();
    for ((rows, cols), cases) in report.boards() {
        let best = |cpu: bool| {
            let fits = |case: &&Measured| {
                of(case.case.method) && device(report, case).is_some_and(|device| (device.kind == "cpu") == cpu)
            };
            fastest(cases.iter().copied().filter(fits))
        };
        let (Some((_, cpu)), Some((_, gpu))) = (best(true), best(false)) else { continue };
        parts.push(match cpu / gpu {
            gain if gain >= 1.1 => format!("{} times as fast at {rows}x{cols}", figures(gain)),
            gain if gain > 0.9 => format!("as fast at {rows}x{cols}"),
            loss => format!("{} times slower at {rows}x{cols}", figures(1.0 / loss)),
        });
    }
    (!parts.is_empty()).then(|| format!("{what}, the GPU against all of the CPU: {}.", parts.join(", ")))
}

/// Lists the kernels near the limits of the GPU, and the kernels far from these limits. Returns `None` if no kernel was
/// compared with a limit.
fn limits(probes: &Probes) -> Option<String> {
    let reported = |near: bool| {
        let of = probes.probes.iter().filter_map(|probe| {
            let (what, part) = probe.beside.as_ref()?;
            ((*part >= NEAR) == near).then(|| format!("{} ({:.0} % of {what})", probe.name, 100.0 * part))
        });
        of.collect::<Vec<_>>().join(", ")
    };
    let parts: Vec<String> = [("near its limit", reported(true)), ("far from it", reported(false))]
        .into_iter()
        .filter(|(_, reported)| !reported.is_empty())
        .map(|(what, reported)| format!("{what}: {reported}"))
        .collect();
    (!parts.is_empty()).then(|| format!("{}, {}.", probes.device, parts.join("; ")))
}

/// Formats a ratio with two significant digits.
pub(crate) fn figures(ratio: f64) -> String {
    if !ratio.is_finite() || ratio <= 0.0 {
        return "0".into();
    }
    let digits = (1 - ratio.log10().floor() as i32).clamp(0, 9) as usize;
    let unit = 10_f64.powi(ratio.log10().floor() as i32 - 1);
    format!("{:.digits$}", (ratio / unit).round() * unit)
}

/// Number of CPU cycles per move, according to "Knight's Tour in Cg" (2007).
const CPU_CYCLES: u32 = 72;

/// Number of GPU cycles per move, according to "Knight's Tour in Cg" (2007).
const GPU_CYCLES: u32 = 24;

/// Compares the model of "Knight's Tour in Cg" (2007) with the measurements. Returns an introduction, one line per
/// board, and [`WHY`]. The line of a board contains the predicted speed-up of the GPU over one core of the CPU. The
/// line also contains the measured speed-up of each schedule, and of a batch of many knights. Returns no lines if no
/// method was measured both on a GPU and on one core of a CPU.
///
/// In this model, a move takes 8 x (8 + 1) = 72 cycles on the CPU, since the CPU counts the eight neighbours of each of
/// eight candidates. On the GPU, every square has already counted its own neighbours, but a move takes three passes.
/// This makes 8 x (0 + 1) x 3 = 24 cycles. Therefore the GPU would be 3 times as fast.
pub(crate) fn model(report: &Report) -> Vec<String> {
    let predicted = f64::from(CPU_CYCLES) / f64::from(GPU_CYCLES);
    let mut lines = Vec::new();
    for ((rows, cols), cases) in report.boards() {
        let measured = |method: &BenchMethod, cpu: bool| -> Option<Sample> {
            let is_there = |case: &&&Measured| match device(report, case).map(|device| (&*device.kind, device.threads))
            {
                Some(("cpu", threads)) => cpu && threads == Some(1),
                _ => !cpu,
            };
            cases.iter().filter(|case| case.case.method == method).find(is_there)?.per_visit()
        };
        // Each schedule is compared with the same passes on one core. The batch is compared with the CPU's fastest code
        // for many tours.
        let mut parts = Vec::new();
        for method in BenchMethod::ALL {
            let many = || method.makes_many().then_some(method.in_words);
            let Some(name) = method.schedule().or_else(many) else { continue };
            if let Some((cpu, gpu)) = measured(method, true).zip(measured(method, false)) {
                parts.push(format!("{name} {}x", with_error(ratio(&cpu, &gpu))));
            }
        }
        if !parts.is_empty() {
            lines.push(format!("{rows}x{cols}: predicted {predicted:.1}x, measured {}", parts.join(", ")));
        }
    }
    let head = format!(
        "The slides' model: a move takes {CPU_CYCLES} cycles on the CPU and {GPU_CYCLES} on the GPU. \
         Measured is the same passes on one core of the CPU against the GPU:"
    );
    if lines.is_empty() { lines } else { [vec![head], lines, vec![WHY.into()]].concat() }
}

/// The reasons why the measurements differ from the model.
const WHY: &str = "Why they differ: the model counts steps of one square and forgets what a pass costs before its \
     first step. A move is three dispatches in a row, and their latency bounds `whole` on small boards; on large \
     ones it is the whole board's work for one knight's move, on either device. `near` saves the work and keeps \
     the latency, `resident` saves both and leaves the gpu with one busy lane. Many knights at once give it work \
     for all of them: that, and not the rank, is what a gpu does in parallel.";

/// Formats a ratio and its error with the same number of decimals: the minimum at which the error has one significant
/// digit and the ratio has two. However, a ratio with decimals never has more than four significant digits. This limit
/// can round the error to 0.
pub(crate) fn with_error((ratio, error): (f64, f64)) -> String {
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
    use crate::BenchMachine;

    #[test]
    fn times_are_distrusted_for_their_true_cause_alone() {
        let quiet = crate::report::tests::report();
        assert_eq!(distrust(&quiet), None);
        let busy = |report: &Report| Report {
            machine: BenchMachine { load: 1.4, ..report.machine.clone() },
            ..report.clone()
        };
        let load = "Do not trust these times: the load was 1.4 on 2 threads before the run.";
        assert_eq!(distrust(&busy(&quiet)).as_deref(), Some(load));
        let mut loose = quiet.clone();
        loose.cases[0].compute = vec![1.0, 2.0, 3.0];
        loose.cases.truncate(1);
        let spread = "Do not trust these times: they spread by 50 % of their mean.";
        assert_eq!(distrust(&loose).as_deref(), Some(spread));
        assert!(
            verdict(&busy(&loose))[0]
                .ends_with("50 % of their mean, and the load was 1.4 on 2 threads before the run.")
        );
        // The spread of a case with a single run is unknown. The verdict mentions this, but contains no warning about
        // the times.
        loose.cases[0].compute.truncate(1);
        assert_eq!(distrust(&loose), None);
        assert!(verdict(&loose)[0].starts_with("The spread of the times is unknown"), "{:?}", verdict(&loose));
    }

    #[test]
    fn a_ratio_has_two_figures() {
        for (ratio, text) in [(3.456, "3.5"), (31.4, "31"), (1234.0, "1200"), (0.00789, "0.0079"), (1.0, "1.0")] {
            assert_eq!(figures(ratio), text);
        }
    }

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
            assert_eq!(with_error((ratio, error)), text);
        }
    }
}
