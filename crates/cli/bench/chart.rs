//! The plot of a run: time a tour against the board's size, a line an engine.

use courser::bench::{Measured, Method, Report};
use courser::view::{Axis, Line, Plot, Point, Stroke};

/// Width and height of a plot in pixels: a slide.
pub(super) const SIZE: (u32, u32) = (1200, 720);

/// A colour a method; a card's line is solid, one thread's dashed, all threads' dotted.
pub(super) fn plot(report: &Report) -> Plot {
    let mut lines: Vec<Line> = Vec::new();
    for (number, method) in Method::ALL.into_iter().enumerate() {
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
            lines.push(Line { name: format!("{method}, {}", device.label), points, colour: Some(number), stroke });
        }
    }
    let card = report.devices.iter().find_map(|device| device.name.clone());
    Plot {
        title: format!("Time a tour: {}", card.unwrap_or_else(|| report.machine.cpu.clone())),
        x: Axis::log("squares a side"),
        y: Axis::log("milliseconds a tour"),
        lines,
    }
}

/// The median time of a tour, from the fastest run to the slowest.
fn point(case: &Measured) -> Option<Point> {
    let sample = case.a_tour()?;
    let side = (f64::from(case.case.rows) * f64::from(case.case.cols)).sqrt();
    let [median, min, max] = [sample.median, sample.min, sample.max].map(|time| time * 1e3);
    Some(Point { x: side, y: median, spread: (min, max) })
}
