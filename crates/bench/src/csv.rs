//! Reports as CSV.

use crate::Sample;
use crate::report::{Measured, Report};

/// The columns, in their order.
const COLUMNS: &str = "rows cols method device visits tour repeat runs median mean deviation min max outliers upload \
                       read_back on_gpu first per_tour per_visit";

/// The report as CSV, one row per case; all times are in seconds.
pub fn csv(report: &Report) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.split(' ')).expect("a row is written to memory");
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
