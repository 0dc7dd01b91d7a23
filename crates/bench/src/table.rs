//! Formats reports as tables for a terminal, as Markdown, and as CSV.

use std::fmt::Write as _;

use crate::Sample;
use crate::layout::{self, wrapped};
use crate::report::{DeviceInfo, Measured, Probe, ProbeUnit, Probes, Report, SkippedCase, grouped};
use crate::sample::ratio;
use crate::verdict::{figures, model, verdict, with_error};

/// Maximum width of a narrow report in characters.
const COLUMNS: usize = 80;

/// The set of columns that a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The main columns, which fit in 80 characters.
    Narrow,
    /// All columns, which take about 160 characters.
    Wide,
}

/// Formats the report for a terminal: first the summary, then the tables. A narrow report is 80 characters wide, or as
/// wide as the terminal if the terminal is narrower.
pub fn terminal(report: &Report, width: Width, columns: Option<usize>) -> String {
    let columns = columns.map_or(COLUMNS, |columns| columns.min(COLUMNS));
    let filled = |line: &String| wrapped(line, 2, Some(columns));
    let all_columns = |line: &String| if width == Width::Wide { line.clone() } else { filled(line) };
    let mut blocks = Vec::new();
    let verdict = verdict(report);
    if !verdict.is_empty() {
        blocks.push(verdict.iter().map(filled).collect::<Vec<_>>().join("\n"));
    }
    for table in tables(report, width) {
        let text = table.text((width == Width::Narrow).then_some(columns));
        let steps: Vec<String> = table.steps.iter().map(all_columns).collect();
        blocks.push([vec![table.name, text.trim_end().to_owned()], steps].concat().join("\n"));
    }
    for lines in [explained(report, width), head(report)] {
        if !lines.is_empty() {
            blocks.push(lines.iter().map(all_columns).collect::<Vec<_>>().join("\n"));
        }
    }
    blocks.join("\n\n").lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n"
}

/// Escapes a string for Markdown. The result contains no HTML, does not begin a new column of a table, and does not end
/// a code span.
fn literal(text: &str) -> String {
    let escaped = |letter| match letter {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '|' => "&#124;".into(),
        '`' => "&#96;".into(),
        letter => letter.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// Formats the report as Markdown.
pub fn markdown(report: &Report, width: Width) -> String {
    let report = &report.with_texts(&literal);
    let mut text = String::new();
    for line in verdict(report) {
        let _ = writeln!(text, "- {line}");
    }
    for table in tables(report, width) {
        let _ = write!(text, "\n**{}**\n\n{}", table.name, table.markdown());
        table.steps.iter().for_each(|line| text += &format!("\n{line}\n"));
    }
    for line in explained(report, width).iter().chain(&head(report)) {
        let _ = write!(text, "\n{line}\n");
    }
    text
}

/// A table of a report.
struct ReportTable {
    name: String,
    /// Title and unit of each column. The unit is empty if the column has no unit, or if the title contains it.
    head: Vec<[String; 2]>,
    rows: Vec<Vec<String>>,
    /// Number of left-aligned columns. The columns after them are aligned to the right.
    left: usize,
    /// Lines that follow the table. These lines contain the times of the steps.
    steps: Vec<String>,
}

impl ReportTable {
    /// Formats the table for a terminal with this number of columns. Units are below the titles.
    fn text(&self, columns: Option<usize>) -> String {
        let head = [0, 1].map(|line| self.head.iter().map(|cell| cell[line].clone()).collect::<Vec<_>>());
        let head = head.into_iter().filter(|row| row.iter().any(|cell| !cell.is_empty()));
        let rows: Vec<_> = head.chain(self.rows.iter().cloned()).collect();
        let shape = (0..self.head.len()).map(|column| (if column < self.left { '<' } else { '>' }, 0));
        layout::table(&shape.collect::<Vec<_>>(), &rows, columns)
    }

    /// Formats the table as Markdown. Each unit follows its title.
    fn markdown(&self) -> String {
        let titles = self.head.iter().map(|[title, unit]| match &**unit {
            "" => title.clone(),
            unit => format!("{title}, {unit}"),
        });
        let rule = (0..self.head.len()).map(|column| if column < self.left { ":--" } else { "--:" }.to_owned());
        let rows = [titles.collect(), rule.collect()].into_iter().chain(self.rows.iter().cloned());
        rows.map(|row: Vec<String>| format!("| {} |\n", row.join(" | "))).collect()
    }
}

/// Returns the tables of the boards and of the probes.
fn tables(report: &Report, width: Width) -> impl Iterator<Item = ReportTable> {
    let boards = report
        .boards()
        .into_iter()
        .map(move |((rows, cols), cases)| ReportTable { name: format!("{rows}x{cols}"), ..of_board(&cases, width) });
    boards.chain(report.probes.iter().map(probed))
}

/// Returns one line that describes the computer, and one line for each device.
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

/// Returns lines that explain the columns, and lines that list the cases missing from the tables.
fn explained(report: &Report, width: Width) -> Vec<String> {
    let mut lines = Vec::new();
    if !report.cases.is_empty() && width == Width::Narrow {
        lines.push(
            "time: the median of all runs, of the work alone. σ: the standard deviation of one run, in % of the mean. \
             --wide shows all that was measured."
                .to_owned(),
        );
    }
    if report.cases.iter().any(Measured::is_part) {
        lines.push("*: timed on the first moves of a tour; the whole tour is scaled from them.".to_owned());
    }
    lines.extend(left_out(report));
    lines.extend(report.failed.iter().map(|failed| format!("{} failed: {}", failed.case, failed.why)));
    let probes = report.probes.iter();
    lines.extend(probes.filter_map(|of| Some(format!("{}: {}", of.device, of.failed.as_ref()?))));
    if !report.complete {
        lines.push("Cut off: these are the cases that were measured before.".into());
    }
    if width == Width::Wide {
        lines.extend(details(report));
    }
    lines
}

/// Returns the omitted cases, grouped by board and reason.
fn left_out(report: &Report) -> Vec<String> {
    let named = report.left_out.iter().map(|SkippedCase { case, why }| {
        ((case.rows, case.cols, why), format!("{} on {}", case.method.name, case.device))
    });
    let line = |((rows, cols, why), names): ((u32, u32, &String), Vec<String>)| {
        let measured = report.cases.iter().any(|case| (case.case.rows, case.case.cols) == (rows, cols));
        let names = if measured || names.len() == 1 { format!(": {}", names.join("; ")) } else { String::new() };
        format!("Left out at {rows}x{cols}, {why}{names}.")
    };
    grouped(named).into_iter().map(line).collect()
}

/// Maximum number of outliers printed individually.
const WORST: usize = 3;

/// Returns a remark on the outliers among the runs, and a comparison of the measured times with the model of "Knight's
/// Tour in Cg" (2007).
fn details(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
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
    lines.extend(model(report));
    lines
}

/// A function that returns a particular time of a case, or `None` if this time was not measured.
type TimeOf<'a> = &'a dyn Fn(&Measured) -> Option<f64>;

/// Returns the table of one board, with one row per case. The table has no name.
fn of_board(cases: &[&Measured], width: Width) -> ReportTable {
    let samples: Vec<(&Measured, Sample)> = cases.iter().filter_map(|case| Some((*case, case.per_tour()?))).collect();
    // Speed-ups are relative to Warnsdorff's rule or, if this rule was not timed, to the first case.
    let rule = samples.iter().find(|(case, _)| case.case.method.is_base());
    let base_name = if rule.is_some() { "warnsdorff = 1" } else { "first = 1" };
    let base = rule.or(samples.first()).map(|(_, sample)| sample);
    let (mut head, mut rows) = (Vec::new(), vec![Vec::new(); samples.len()]);
    let mut add = |title: &str, unit: &str, cell: &dyn Fn(&Measured, &Sample) -> String| {
        head.push([title.to_owned(), unit.to_owned()]);
        rows.iter_mut().zip(&samples).for_each(|(row, (case, sample))| row.push(cell(case, sample)));
    };
    let median = |tour: &ColumnUnit, case: &Measured, sample: &Sample| {
        format!("{}{}", tour.say(sample.median), if case.is_part() { "*" } else { "" })
    };
    add("method", "", &|case, _| case.case.method.name.into());
    add("device", "", &|case, _| case.case.device.clone());
    if width == Width::Narrow {
        let tour = ColumnUnit::of(&samples.iter().map(|(_, sample)| sample.median).collect::<Vec<_>>());
        add(&format!("{} per tour", tour.name), "", &|case, sample| median(&tour, case, sample));
        add("σ", "", &|_, sample| format!("{:.0} %", 100.0 * sample.deviation / sample.mean));
        add(&format!("speed-up ({base_name})"), "", &|_, sample| {
            base.map_or_else(String::new, |base| figures(base.median / sample.median))
        });
    } else {
        let times = samples.iter().flat_map(|(_, sample)| [sample.median, sample.mean, sample.min, sample.max]);
        let tour = ColumnUnit::of(&times.collect::<Vec<_>>());
        add("per tour", tour.name, &|case, sample| median(&tour, case, sample));
        add("mean ± σ", tour.name, &|_, sample| {
            format!("{} ± {}", tour.say(sample.mean), tour.say(sample.deviation))
        });
        add("min … max", tour.name, &|_, sample| format!("{} … {}", tour.say(sample.min), tour.say(sample.max)));
        add("runs", "", &|_, sample| sample.runs.to_string());
        let on_gpu = |case: &Measured| case.on_gpu.map(|time| time * case.tour as f64 / case.visits as f64);
        let times: [(&str, TimeOf<'_>); 5] = [
            ("per square", &|case| Some(case.per_visit()?.median)),
            ("upload", &|case| Some(case.upload)),
            ("read-back", &|case| Some(case.read_back)),
            ("own clock", &on_gpu),
            ("first run", &|case| Some(case.first)),
        ];
        for (name, time) in times {
            let values: Vec<f64> = samples.iter().filter_map(|(case, _)| time(case)).collect();
            let one = ColumnUnit::of(&values);
            if name != "own clock" || !values.is_empty() {
                let cell = |case: &Measured, _: &Sample| time(case).map_or_else(String::new, |time| one.say(time));
                add(name, one.name, &cell);
            }
        }
        add("speed-up", base_name, &|_, sample| base.map_or_else(String::new, |base| with_error(ratio(base, sample))));
    }
    ReportTable { name: String::new(), head, rows, left: 2, steps: steps(cases).collect() }
}

/// Returns lines with the times of the steps of a repetition, one line for each case that has steps.
fn steps(cases: &[&Measured]) -> impl Iterator<Item = String> {
    cases.iter().filter(|case| !case.steps.is_empty()).map(|case| {
        let steps: Vec<String> =
            case.steps.iter().map(|(name, time)| format!("{name} in {}", ColumnUnit::one(*time))).collect();
        format!("{} on {}: {}", case.case.method.name, case.case.device, steps.join(", "))
    })
}

/// Returns the table of the probes of one GPU.
fn probed(probes: &Probes) -> ReportTable {
    let row = |Probe { name, value, unit, beside }: &Probe| {
        let figure = match unit {
            ProbeUnit::Seconds => ColumnUnit::one(*value),
            ProbeUnit::BytesPerSecond => format!("{:.2} GB/s", value / 1e9),
            ProbeUnit::SquaresPerSecond => format!("{:.1} M squares/s", value / 1e6),
        };
        let beside = beside.as_ref().map(|(what, part)| format!("{:.0} % of {what}", 100.0 * part));
        vec![name.clone(), figure, beside.unwrap_or_default()]
    };
    ReportTable {
        name: format!("What {} does at best", probes.device),
        head: ["measured", "figure", "part of the best"].map(|title| [title.to_owned(), String::new()]).into(),
        rows: probes.probes.iter().map(row).collect(),
        left: 1,
        steps: Vec::new(),
    }
}

/// The unit of the times in a column.
pub(crate) struct ColumnUnit {
    pub(crate) name: &'static str,
    seconds: f64,
}

impl ColumnUnit {
    /// Returns a unit in which most values of a column have one to three digits before the decimal point.
    pub(crate) fn of(values: &[f64]) -> Self {
        let least = values.iter().copied().filter(|&value| value > 0.0).fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        // The values of a column can span many powers of ten. The unit is selected so that the geometric mean of the
        // smallest and the largest value is easy to read.
        let middle = if least.is_finite() { (least * most).sqrt() } else { 1.0 };
        let units = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)];
        let (name, seconds) = units.into_iter().find(|(_, seconds)| middle >= *seconds).unwrap_or(("ns", 1e-9));
        Self { name, seconds }
    }

    /// Formats a single time. The unit depends on the magnitude of the time.
    pub(crate) fn one(time: f64) -> String {
        let unit = Self::of(&[time]);
        format!("{} {}", unit.say(time), unit.name)
    }

    /// Formats a time in this unit, with three significant digits.
    pub(crate) fn say(&self, time: f64) -> String {
        let value = time / self.seconds;
        if value <= 0.0 {
            return "0".into();
        }
        let digits = (2 - value.log10().floor() as i32).clamp(0, 6) as usize;
        format!("{value:.digits$}")
    }
}

/// Names of the CSV columns, in order.
const CSV: &str = "rows cols method device visits tour repeat runs median mean deviation min max outliers upload \
                       read_back on_gpu first per_tour per_visit";

/// Formats the report as CSV, with one row per case and all times in seconds.
pub fn csv(report: &Report) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(CSV.split(' ')).expect("a row is written to memory");
    for measured @ Measured { case, visits, tour, repeat, .. } in &report.cases {
        let Some(sample) = Sample::of(&measured.compute) else { continue };
        let scaled = |to: Option<Sample>| to.map(|sample| sample.median);
        let row = [case.rows.to_string(), case.cols.to_string(), case.method.name.into(), cell(&case.device)];
        let counts = [*visits, *tour, u64::from(*repeat), sample.runs as u64].map(|count| count.to_string());
        let time = |seconds: Option<f64>| seconds.map_or_else(String::new, |seconds| format!("{seconds:e}"));
        let runs =
            [sample.median, sample.mean, sample.deviation, sample.min, sample.max].map(|value| time(Some(value)));
        let parts = [Some(measured.upload), Some(measured.read_back), measured.on_gpu, Some(measured.first)];
        let per = [scaled(measured.per_tour()), scaled(measured.per_visit())];
        let outliers = [sample.outliers.len().to_string()];
        let times = parts.into_iter().chain(per).map(time);
        let row = row.into_iter().chain(counts).chain(runs).chain(outliers).chain(times);
        writer.write_record(row.collect::<Vec<_>>()).expect("a row is written to memory");
    }
    String::from_utf8(writer.into_inner().expect("rows are written to memory")).expect("all of it is text")
}

/// Escapes a string so that spreadsheets do not read it as a formula.
fn cell(text: &str) -> String {
    if text.starts_with(['=', '@', '+', '-']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::report;

    #[test]
    fn a_wide_table_tells_machine_devices_outliers_parts_and_the_model() {
        let text = terminal(&report(), Width::Wide, None);
        for part in [
            "A CPU, 2 threads, 8 GiB, An OS",
            "gpu: A GPU (discrete, Vulkan, 1.2)",
            "min … max",
            "200*",
            "600 ± 0",
            "Outliers in 1 cases, the farthest: 9.00 times the median in cycle near on gpu, 8x8 (run 5 of 5, one of 1).",
            "Cut off",
            "8x8: predicted 3.0x, measured near 1.",
        ] {
            assert!(text.contains(part), "'{part}' is not in\n{text}");
        }
        assert!(markdown(&report(), Width::Wide).contains("| cycle near | cpu, 1 thread |"));
    }

    #[test]
    fn a_narrow_table_begins_with_the_verdict_and_fits_80_columns() {
        let mut report = report();
        report.left_out.push(SkippedCase { case: report.cases[0].case.clone(), why: "it gets stuck".into() });
        let text = terminal(&report, Width::Narrow, None);
        for part in [
            "Fastest for one tour: Warnsdorff's rule on one CPU thread at 8x8.",
            "the GPU against all of the CPU: 100 times slower at 8x8.",
            "µs per tour",
            "speed-up (warnsdorff = 1)",
            "200*",
            "Left out at 8x8, it gets stuck: cycle near on cpu, 1 thread.",
        ] {
            assert!(text.contains(part), "'{part}' is not in\n{text}");
        }
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= COLUMNS, "{widest} columns:\n{text}");
        for columns in [40, 20] {
            let text = terminal(&report, Width::Narrow, Some(columns));
            let words: Vec<&str> = text.split_whitespace().collect();
            // No line break divides a number or a name.
            let whole = ["200*", "warnsdorff", "speed-up"].iter().all(|word| words.contains(word));
            // A one-word line, such as the date of the report, can be wider than the limit.
            let lines = text.lines().filter(|line| line.trim().contains(' '));
            let widest = lines.map(|line| line.chars().count()).max().unwrap();
            assert!(whole && widest <= columns, "{widest} columns:\n{text}");
        }
    }

    #[test]
    fn a_kept_report_does_not_steer_the_terminal() {
        let text = report().to_json().replace("A CPU", "A \\u001b[2J CPU");
        let shown = terminal(&Report::from_json(&text).unwrap(), Width::Narrow, None);
        assert!(shown.contains("A \\u{1b}[2J CPU"), "{shown}");
        for foreign in ["\\u009b2J", "\\u202e", "\\u2066", "\\u200f", "\\u007f"] {
            let kept = report().to_json().replace("A CPU", &format!("A {foreign} CPU")).replace("A GPU", foreign);
            let kept = Report::from_json(&kept).unwrap();
            let raw =
                |letter: char| letter.is_control() && letter != '\n' || "\u{202e}\u{2066}\u{200f}".contains(letter);
            for shown in
                [terminal(&kept, Width::Wide, None), markdown(&kept, Width::Wide), csv(&kept), kept.to_json() + "\n"]
            {
                assert!(!shown.contains(raw), "{foreign} in {shown:?}");
            }
            assert!(terminal(&kept, Width::Narrow, None).contains("A \\u{"));
        }
        for (from, to) in [("courser bench 1", "courser\\u001b bench"), ("cycle near", "cycle\\u0007")] {
            let text = report().to_json().replace(from, to);
            let message = Report::from_json(&text).unwrap_err().to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    }

    #[test]
    fn markdown_takes_the_texts_of_a_report_literally() {
        let text =
            report().to_json().replace("A CPU", "<script>a</script> | & CPU").replace("courser bench\"", "a ` b\"");
        let shown = markdown(&Report::from_json(&text).unwrap(), Width::Wide);
        assert!(
            !shown.contains("<script>") && shown.contains("&lt;script&gt;a&lt;/script&gt; &#124; &amp; CPU"),
            "{shown}"
        );
        assert!(shown.contains("`a &#96; b`"), "{shown}");
    }

    #[test]
    fn csv_has_one_row_per_case_in_seconds() {
        let text = csv(&report());
        assert_eq!(text.lines().count(), 4);
        let row = text.lines().nth(3).unwrap();
        assert!(row.starts_with("8,8,warnsdorff,\"cpu, 1 thread\",64,64,3,2,2e-6,2e-6,0e0,2e-6,2e-6,0,"), "{text}");
    }
}
