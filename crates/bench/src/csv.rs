//! Reports as CSV.

use crate::Sample;
use crate::report::Report;

/// The report as CSV, one row per case; all times are in seconds.
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
        "on_gpu",
        "first",
        "per_tour",
        "per_visit",
    ];
    writer.write_record(columns).expect("a row is written to memory");
    for case in &report.cases {
        let Some((sample, tour, visit)) =
            Sample::of(&case.compute).zip(case.per_tour()).zip(case.per_visit()).map(|((a, b), c)| (a, b, c))
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
            case.on_gpu.map_or_else(String::new, time),
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
    if text.starts_with(['=', '@', '+', '-']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::report;

    #[test]
    fn csv_has_one_row_per_case_in_seconds() {
        let text = csv(&report());
        assert_eq!(text.lines().count(), 4);
        let row = text.lines().nth(3).unwrap();
        assert!(row.starts_with("8,8,warnsdorff,\"cpu, 1 thread\",64,64,3,2,2e-6,2e-6,0e0,2e-6,2e-6,0,"), "{text}");
    }
}
