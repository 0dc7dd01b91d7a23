//! The plot of a measurement: the time per tour as a function of the board size, with one line per method and device.

use courser::bench::{BenchMethod, Measured, Report, distrust};
use courser::view::{Axis, Plot, PlotLine, PlotPoint, Scale, Stroke};

/// Width and height of a plot in pixels, suitable for a slide.
pub(super) const SIZE: (u32, u32) = (1200, 720);

/// Maximum number of lines in a plot. More lines could not be distinguished.
const MAX_LINES: usize = 7;

/// Names of the methods. The index of a method determines its colour and mark, which are therefore the same in every
/// plot. Methods that are often measured together have different colours.
const LOOKS: [&str; 13] = [
    "warnsdorff",
    "mosaic",
    "grown",
    "batch",
    "cycle resident",
    "cycle near",
    "cycle whole",
    "relay",
    "factor",
    "regions",
    "search",
    "depth-first",
    "auto",
];

/// Plots the median times with one colour per method. The lines of GPUs are solid, the lines of one CPU thread are
/// dashed, and the lines of several threads are dotted. The lines are ordered from fast to slow. If there are more than
/// [`MAX_LINES`] lines, the slowest ones are omitted, and the subtitle mentions the omission.
pub(super) fn plot(report: &Report) -> Plot {
    let mut lines: Vec<PlotLine> = Vec::new();
    for method in BenchMethod::ALL {
        let number = LOOKS.iter().position(|&name| name == method.name).expect("every method has a colour");
        for device in &report.devices {
            let of_line = |case: &&Measured| case.case.method == method && case.case.device == device.label;
            let mut points: Vec<PlotPoint> = report.cases.iter().filter(of_line).filter_map(point).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            if points.is_empty() {
                continue;
            }
            let stroke = match device.threads {
                None => Stroke::Solid,
                Some(1) => Stroke::Dashed,
                Some(_) => Stroke::Dotted,
            };
            lines.push(PlotLine {
                name: format!("{}, {}", method.name, device.label),
                points,
                colour: Some(number),
                stroke,
            });
        }
    }
    // Lines are sorted by the time per square on the largest board of each line.
    let per_square = |line: &PlotLine| line.points.last().map_or(f64::INFINITY, |point| point.y / (point.x * point.x));
    lines.sort_by(|a, b| per_square(a).total_cmp(&per_square(b)));
    // If there are more than `MAX_LINES` lines, all CPU lines of a method except its fastest CPU line are removed
    // first.
    let mut on_cpu = Vec::new();
    let all = lines.len();
    lines.retain(|line| {
        let again = line.stroke != Stroke::Solid && on_cpu.contains(&line.colour);
        if line.stroke != Stroke::Solid {
            on_cpu.push(line.colour);
        }
        !again || all <= MAX_LINES
    });
    let left_out = lines.len().saturating_sub(MAX_LINES);
    lines.truncate(MAX_LINES);
    let gpu = report.devices.iter().find_map(|device| device.name.clone());
    let place = gpu.unwrap_or_else(|| report.machine.cpu.clone());
    let mut said = vec![distrust(report).unwrap_or_default()];
    said.push("The median of all runs; bars from the fastest run to the slowest.".into());
    if left_out > 0 {
        said.push(format!("{left_out} slower lines are left out."));
    }
    let mut sides: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|point| point.x).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    Plot {
        title: format!("Time per tour: {place}"),
        subtitle: said.join(" "),
        x: Axis::new("side of the board in squares", Scale::Log)
            .with_ticks(sides.iter().map(|side| (*side, format!("{side:.0}")))),
        y: Axis::new("time per tour", Scale::Seconds),
        lines,
        ..Plot::default()
    }
}

/// Returns the median time of a tour in seconds, and the times of the fastest and the slowest run, as a point of the
/// plot. Returns `None` if the case has no time per tour.
fn point(case: &Measured) -> Option<PlotPoint> {
    let sample = case.per_tour()?;
    let side = (f64::from(case.case.rows) * f64::from(case.case.cols)).sqrt();
    Some(PlotPoint { spread: (sample.min, sample.max), ..PlotPoint::new(side, sample.median) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_colour_and_mark_of_its_own() {
        let mut names: Vec<&str> = BenchMethod::ALL.iter().map(|method| method.name).collect();
        let mut looks = LOOKS.to_vec();
        names.sort_unstable();
        looks.sort_unstable();
        assert_eq!(names, looks);
    }
}
