//! The plot of a run: time per tour against the board's size, one line per method and device.

use courser::bench::{Measured, Method, Report, distrust};
use courser::view::{Axis, Line, Plot, Point, Stroke};

/// Width and height of a plot in pixels: a slide.
pub(super) const SIZE: (u32, u32) = (1200, 720);

/// More lines than this cannot be distinguished.
const MOST_LINES: usize = 7;

/// One colour per method; a GPU's line is solid, one thread's dashed, all threads' dotted. The fastest line comes first;
/// of more than [`MOST_LINES`] the slowest are left out, and the title says so.
pub(super) fn plot(report: &Report) -> Plot {
    let mut lines: Vec<Line> = Vec::new();
    for (number, method) in Method::ALL.iter().enumerate() {
        for device in &report.devices {
            let of_line = |case: &&Measured| case.case.method == method && case.case.device == device.label;
            let mut points: Vec<Point> = report.cases.iter().filter(of_line).filter_map(point).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            if points.is_empty() {
                continue;
            }
            let stroke = match device.threads {
                None => Stroke::Solid,
                Some(1) => Stroke::Dashed,
                Some(_) => Stroke::Dotted,
            };
            lines.push(Line {
                name: format!("{}, {}", method.name, device.label),
                points,
                colour: Some(number),
                stroke,
            });
        }
    }
    // Time per square at the largest board that a line reaches.
    let per_square = |line: &Line| line.points.last().map_or(f64::INFINITY, |point| point.y / (point.x * point.x));
    lines.sort_by(|a, b| per_square(a).total_cmp(&per_square(b)));
    // Of one method the CPU's best number of threads.
    let mut on_cpu = Vec::new();
    let all = lines.len();
    lines.retain(|line| {
        let again = line.stroke != Stroke::Solid && on_cpu.contains(&line.colour);
        if line.stroke != Stroke::Solid {
            on_cpu.push(line.colour);
        }
        !again || all <= MOST_LINES
    });
    let left_out = lines.len().saturating_sub(MOST_LINES);
    lines.truncate(MOST_LINES);
    // There are fewer colours than methods, and enough for those that are shown.
    let mut shown = Vec::new();
    for line in &mut lines {
        let number = shown.iter().position(|&method| method == line.colour).unwrap_or_else(|| {
            shown.push(line.colour);
            shown.len() - 1
        });
        line.colour = Some(number);
    }
    let gpu = report.devices.iter().find_map(|device| device.name.clone());
    let place = gpu.unwrap_or_else(|| report.machine.cpu.clone());
    let more = if left_out > 0 { format!(" ({left_out} slower lines left out)") } else { String::new() };
    // In the plot itself, which is shown without the tables.
    let warning = distrust(report).map_or_else(String::new, |warning| format!(". {}", warning.trim_end_matches('.')));
    Plot {
        title: format!("Time per tour: {place}{more}"),
        x: Axis::log(format!("side of the board in squares{warning}")),
        y: Axis::log("ms per tour (median; bars from the fastest run to the slowest)"),
        lines,
    }
}

/// The median time of a tour in ms, from the fastest run to the slowest.
fn point(case: &Measured) -> Option<Point> {
    let sample = case.per_tour()?;
    let side = (f64::from(case.case.rows) * f64::from(case.case.cols)).sqrt();
    let [median, min, max] = [sample.median, sample.min, sample.max].map(|time| time * 1e3);
    Some(Point { x: side, y: median, spread: (min, max) })
}
