//! Reports as tables: for a terminal, as Markdown, as CSV.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::model::{self, with_error};
use crate::report::{DeviceInfo, Measured, Report};
use crate::sample::ratio;
use crate::{Method, Sample};

/// The report as people read it on a terminal.
pub fn terminal(report: &Report) -> String {
    let mut text = head(report).join("\n");
    for ((rows, cols), cases) in report.boards() {
        let mut table = table(&cases, "\n");
        table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        let _ = write!(text, "\n\n{rows}x{cols}\n{}", table.to_string().trim_end());
    }
    text.push('\n');
    for line in tail(report) {
        let _ = write!(text, "\n{line}");
    }
    text.push('\n');
    text.lines().map(|line| plain(line.trim_end())).collect::<Vec<_>>().join("\n") + "\n"
}

/// A line without what steers a terminal: a kept report is a file, and says what it likes.
fn plain(line: &str) -> String {
    let escaped = |letter: char| match letter.is_control() {
        true => letter.escape_debug().to_string(),
        false => letter.to_string(),
    };
    line.chars().map(escaped).collect()
}

/// The report as Markdown.
pub fn markdown(report: &Report) -> String {
    let mut text = String::new();
    for line in head(report) {
        let _ = writeln!(text, "- {line}");
    }
    for ((rows, cols), cases) in report.boards() {
        let mut table = table(&cases, ", ");
        table.load_preset(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
        let _ = write!(text, "\n**{rows}x{cols}**\n\n{table}\n");
    }
    for line in tail(report) {
        let _ = write!(text, "\n{line}\n");
    }
    text.lines().map(plain).collect::<Vec<_>>().join("\n") + "\n"
}

/// The report as CSV, a row a case; all times are seconds.
pub fn csv(report: &Report) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = [
        "rows",
        "cols",
        "method",
        "device",
        "visits",
        "tour",
        "repeat",
        "runs",
        "median",
        "mean",
        "deviation",
        "min",
        "max",
        "outliers",
        "upload",
        "read_back",
        "on_card",
        "first",
        "a_tour",
        "a_visit",
    ];
    writer.write_record(columns).expect("a row is written to memory");
    for case in &report.cases {
        let Some((sample, tour, visit)) =
            Sample::of(&case.compute).zip(case.a_tour()).zip(case.a_visit()).map(|((a, b), c)| (a, b, c))
        else {
            continue;
        };
        let time = |seconds: f64| format!("{seconds:e}");
        let row = [
            case.case.rows.to_string(),
            case.case.cols.to_string(),
            case.case.method.to_string(),
            cell(&case.case.device),
            case.visits.to_string(),
            case.tour.to_string(),
            case.repeat.to_string(),
            sample.runs.to_string(),
            time(sample.median),
            time(sample.mean),
            time(sample.deviation),
            time(sample.min),
            time(sample.max),
            sample.outliers.len().to_string(),
            time(case.upload),
            time(case.read_back),
            case.on_card.map_or_else(String::new, time),
            time(case.first),
            time(tour.median),
            time(visit.median),
        ];
        writer.write_record(&row).expect("a row is written to memory");
    }
    String::from_utf8(writer.into_inner().expect("rows are written to memory")).expect("all of it is text")
}

/// A text as a cell that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let text = plain(text);
    if text.starts_with(['=', '@', '+', '-']) { format!("'{text}") } else { text }
}

/// What the figures were taken on, a line each.
fn head(report: &Report) -> Vec<String> {
    let machine = &report.machine;
    let memory = machine.memory as f64 / f64::from(1 << 30);
    let mut lines = vec![
        format!("courser {}, {}, `{}`", report.version, report.date, report.command),
        format!("{}, {} threads, {memory:.0} GiB, {}", machine.cpu, machine.threads, machine.system),
    ];
    for DeviceInfo { label, name, kind, backend, driver, .. } in &report.devices {
        if let (Some(name), Some(backend), Some(driver)) = (name, backend, driver) {
            lines.push(format!("{label}: {name} ({kind}, {backend}, {driver})"));
        }
    }
    if report.devices.iter().all(|device| device.name.is_none()) {
        lines.push("no graphics adapter was measured".into());
    }
    lines
}

/// Outliers that are told one by one.
const WORST: usize = 3;

/// What is to be said beside the tables.
fn tail(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    if report.cases.iter().any(Measured::is_part) {
        lines.push("* timed on the first moves of a tour; the whole tour is scaled from them.".to_owned());
    }
    let mut outliers: Vec<(f64, String)> = Vec::new();
    for case in &report.cases {
        let Some(sample) = Sample::of(&case.compute) else { continue };
        let worst = sample.outliers.iter().max_by(|a, b| case.compute[**a - 1].total_cmp(&case.compute[**b - 1]));
        if let Some(&worst) = worst {
            let times = case.compute[worst - 1] / sample.median;
            let count = sample.outliers.len();
            let text = format!("{} (run {worst} of {}, one of {count})", case.case, sample.runs);
            outliers.push((times, text));
        }
    }
    if !outliers.is_empty() {
        let count = outliers.len();
        outliers.sort_by(|a, b| b.0.total_cmp(&a.0));
        let worst: Vec<String> = outliers
            .into_iter()
            .take(WORST)
            .map(|(times, text)| format!("{times:.2} times the median in {text}"))
            .collect();
        lines.push(format!("Outliers in {count} cases, the farthest: {}.", worst.join("; ")));
    }
    for failed in &report.failed {
        lines.push(format!("{} failed: {}", failed.case, failed.why));
    }
    if !report.complete {
        lines.push("Cut off: these are the cases that were measured before.".into());
    }
    lines.extend(model::lines(report));
    lines
}

/// The table of one board.
///
/// `unit` stands between what a column is and its unit.
fn table(cases: &[&Measured], unit: &str) -> Table {
    let samples: Vec<(&Measured, Sample)> = cases.iter().filter_map(|case| Some((*case, case.a_tour()?))).collect();
    let column = |values: Vec<f64>| Unit::of(&values);
    let tour = column(samples.iter().flat_map(|(_, s)| [s.median, s.mean, s.min, s.max]).collect());
    let visit = column(samples.iter().filter_map(|(case, _)| Some(case.a_visit()?.median)).collect());
    let upload = column(samples.iter().map(|(case, _)| case.upload).collect());
    let read_back = column(samples.iter().map(|(case, _)| case.read_back).collect());
    let first = column(samples.iter().map(|(case, _)| case.first).collect());
    let card = column(samples.iter().filter_map(|(case, _)| case.on_card.map(|t| t * scale(case))).collect());
    let has_card = samples.iter().any(|(case, _)| case.on_card.is_some());
    let base = samples.iter().find(|(case, _)| case.case.method == Method::Warnsdorff).map(|(_, sample)| sample);

    let mut header = vec![
        "method".to_owned(),
        "device".into(),
        format!("a tour{unit}{}", tour.name),
        format!("mean ± σ{unit}{}", tour.name),
        format!("min … max{unit}{}", tour.name),
        "runs".into(),
        format!("a square{unit}{}", visit.name),
        format!("upload{unit}{}", upload.name),
        format!("read-back{unit}{}", read_back.name),
    ];
    if has_card {
        header.push(format!("own clock{unit}{}", card.name));
    }
    header.push(format!("first run{unit}{}", first.name));
    header.push(format!("speed{unit}warnsdorff = 1"));
    let mut table = Table::new();
    table.set_header(header);
    for (case, sample) in &samples {
        let mut row = vec![
            case.case.method.to_string(),
            case.case.device.clone(),
            format!("{}{}", tour.say(sample.median), if case.is_part() { "*" } else { "" }),
            format!("{} ± {}", tour.say(sample.mean), tour.say(sample.deviation)),
            format!("{} … {}", tour.say(sample.min), tour.say(sample.max)),
            sample.runs.to_string(),
            visit.say(case.a_visit().map_or(0.0, |sample| sample.median)),
            upload.say(case.upload),
            read_back.say(case.read_back),
        ];
        if has_card {
            row.push(case.on_card.map_or_else(String::new, |time| card.say(time * scale(case))));
        }
        row.push(first.say(case.first));
        row.push(base.map_or_else(String::new, |base| {
            let (ratio, error) = ratio(base, sample);
            with_error(ratio, error)
        }));
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// From a repetition to one tour.
fn scale(case: &Measured) -> f64 {
    case.tour as f64 / case.visits as f64
}

/// The unit of a column, and how many digits its values have.
struct Unit {
    name: &'static str,
    seconds: f64,
}

impl Unit {
    /// The unit in which the smallest value of a column has a digit before the point, or nearly.
    fn of(values: &[f64]) -> Self {
        let least = values.iter().copied().filter(|&value| value > 0.0).fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        // Columns span many powers of ten: their middle should be easy to read.
        let middle = if least.is_finite() { (least * most).sqrt() } else { 1.0 };
        let units = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)];
        let (name, seconds) = units.into_iter().find(|(_, seconds)| middle >= *seconds).unwrap_or(("ns", 1e-9));
        Self { name, seconds }
    }

    /// A time with three significant digits.
    fn say(&self, time: f64) -> String {
        let value = time / self.seconds;
        if value <= 0.0 {
            return "0".into();
        }
        let digits = (2 - value.log10().floor() as i32).clamp(0, 6) as usize;
        format!("{value:.digits$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Case, Machine};
    use courser_engine::cycle::Schedule;

    fn report() -> Report {
        let case = |method, device: &str, compute: &[f64], visits| Measured {
            case: Case { method, device: device.into(), rows: 8, cols: 8 },
            visits,
            tour: 64,
            repeat: 3,
            first: 0.5,
            compute: compute.to_vec(),
            upload: 1e-5,
            read_back: 2e-5,
            on_card: (device == "gpu").then_some(1e-4),
        };
        let card = DeviceInfo {
            label: "gpu".into(),
            name: Some("A card".into()),
            kind: "discrete".into(),
            backend: Some("Vulkan".into()),
            driver: Some("1.2".into()),
            threads: None,
        };
        Report {
            report: Report::MARK.into(),
            version: "0.1.0".into(),
            date: "2026-01-02T03:04:05Z".into(),
            command: "courser bench".into(),
            machine: Machine { cpu: "A CPU".into(), threads: 2, memory: 1 << 33, system: "An OS".into() },
            devices: vec![DeviceInfo::cpu("cpu, 1 thread".into(), 1), card],
            complete: false,
            cases: vec![
                case(Method::Cycle(Schedule::Near), "cpu, 1 thread", &[6e-4, 6e-4, 6e-4], 64),
                case(Method::Cycle(Schedule::Near), "gpu", &[1e-4, 1.01e-4, 0.99e-4, 1e-4, 9e-4], 32),
                case(Method::Warnsdorff, "cpu, 1 thread", &[2e-6, 2e-6], 64),
            ],
            failed: Vec::new(),
        }
    }

    #[test]
    fn a_report_is_the_same_after_it_was_kept() {
        let report = report();
        assert_eq!(Report::from_json(&report.to_json()).unwrap(), report);
        for (from, to) in
            [("courser bench 1", "courser bench 9"), ("\"visits\": 64", "\"visits\": 0"), ("cycle near", "cycle far")]
        {
            let text = report.to_json().replace(from, to);
            assert!(matches!(Report::from_json(&text), Err(crate::BenchError::Report(_))), "{to}");
        }
    }

    #[test]
    fn a_table_tells_machine_devices_outliers_parts_and_the_model() {
        let text = terminal(&report());
        for part in [
            "A CPU, 2 threads, 8 GiB, An OS",
            "gpu: A card (discrete, Vulkan, 1.2)",
            "min … max",
            "200*",
            "600 ± 0",
            "Outliers in 1 cases, the farthest: 9.00 times the median in cycle near on gpu, 8x8 (run 5 of 5, one of 1).",
            "Cut off",
            "8x8: predicted 3.0x, measured near 1.",
        ] {
            assert!(text.contains(part), "'{part}' is not in\n{text}");
        }
        assert!(markdown(&report()).contains("| cycle near | cpu, 1 thread |"), "{}", markdown(&report()));
    }

    #[test]
    fn a_kept_report_does_not_steer_the_terminal() {
        let text = report().to_json().replace("A CPU", "A \\u001b[2J CPU");
        let shown = terminal(&Report::from_json(&text).unwrap());
        assert!(shown.contains("A \\u{1b}[2J CPU"), "{shown}");
        for (from, to) in [("courser bench 1", "courser\\u001b bench"), ("cycle near", "cycle\\u0007")] {
            let text = report().to_json().replace(from, to);
            let message = Report::from_json(&text).unwrap_err().to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    }

    #[test]
    fn csv_has_a_row_a_case_in_seconds() {
        let text = csv(&report());
        assert_eq!(text.lines().count(), 4);
        assert!(
            text.lines()
                .nth(3)
                .unwrap()
                .starts_with("8,8,warnsdorff,\"cpu, 1 thread\",64,64,3,2,2e-6,2e-6,0e0,2e-6,2e-6,0,"),
            "{text}"
        );
    }
}
