//! Defines the report of a benchmark run. The report is saved as JSON. Tables and plots are made from the report.

use courser_board::format::DeviceDetails;
use courser_board::words::{of_json, printable, shorten_to};
use courser_engine::Device;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use crate::{BenchMethod, Case, Sample};

/// The report of one run of `courser bench`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Kind of this file, and version of its format.
    pub report: String,
    /// Version of courser.
    pub version: String,
    /// Start of the run in UTC, in the format of RFC 3339.
    pub date: String,
    /// Command line of the run.
    pub command: String,
    /// Machine on which the run took place.
    pub machine: BenchMachine,
    /// Devices of the cases.
    pub devices: Vec<DeviceInfo>,
    /// Measured values of the GPUs. If a value has a limit, the report also contains the ratio of the value to this
    /// limit. Empty unless the run measured these values.
    #[serde(default)]
    pub probes: Vec<Probes>,
    /// True if every case was measured completely, false if the run was interrupted.
    pub complete: bool,
    /// Measured cases, grouped by board.
    pub cases: Vec<Measured>,
    /// Failed cases, with their errors.
    pub failed: Vec<SkippedCase>,
    /// Cases that were omitted because no tour exists, the method found no tour, or time ran out.
    #[serde(default)]
    pub left_out: Vec<SkippedCase>,
}

/// A device on which cases were timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// Label of the device in this report.
    pub label: String,
    /// Name of the device. `None` for the CPU, whose name is in `machine`.
    pub name: Option<String>,
    /// Kind of the device: `discrete`, `integrated`, `software` and so on.
    pub kind: String,
    /// Graphics API: Vulkan, Metal and so on. `None` for the CPU.
    pub backend: Option<String>,
    /// Driver and its version. `None` for the CPU.
    pub driver: Option<String>,
    /// Maximum number of CPU threads that a case uses, or `None` for a GPU.
    pub threads: Option<usize>,
}

impl DeviceInfo {
    /// Creates the entry for the CPU, on which a case uses up to `threads` threads.
    pub fn cpu(threads: usize) -> Self {
        let label = if threads == 1 { "cpu, 1 thread".into() } else { format!("cpu, {threads} threads") };
        Self { label, name: None, kind: "cpu".into(), backend: None, driver: None, threads: Some(threads) }
    }

    /// Creates the entry for a GPU.
    pub fn gpu(label: String, device: &Device) -> Self {
        let DeviceDetails { name, backend, driver } = device.details();
        Self { label, name: Some(name), kind: device.kind(), backend, driver, threads: None }
    }
}

/// The times of one case, all in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Timed case.
    #[serde(flatten)]
    pub case: Case,
    /// Number of squares visited in one repetition. These are the squares of a whole tour, of the first part of a tour,
    /// or of all tours completed by a large number of knights.
    pub visits: u64,
    /// Number of squares of one tour.
    pub tour: u64,
    /// Number of repetitions in one run.
    pub repeat: u32,
    /// Time from the start of the engine's creation to the end of its first run, including the compilation of shaders.
    pub first: f64,
    /// Mean compute time of one repetition, for each run.
    pub compute: Vec<f64>,
    /// Preparation time before the computation, as the median of all runs.
    pub upload: f64,
    /// Time of the transfer of the result to the host, as the median of all runs.
    pub read_back: f64,
    /// Compute time measured by the GPU's own clock in a separate run. `None` if the device has no such clock.
    #[serde(alias = "on_card")]
    pub on_gpu: Option<f64>,
    /// Names and durations of the steps of the last repetition. Empty for most methods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<(String, f64)>,
}

impl Measured {
    /// Returns the statistics of the compute time per tour, or `None` if there was no run. If a run computes only a
    /// part of a tour, or several tours, its time is scaled to one tour.
    pub fn per_tour(&self) -> Option<Sample> {
        Sample::of(&self.compute).map(|sample| sample.times(self.tour as f64 / self.visits as f64))
    }

    /// Returns the statistics of the compute time per visited square, or `None` if there was no run.
    pub fn per_visit(&self) -> Option<Sample> {
        Sample::of(&self.compute).map(|sample| sample.times(1.0 / self.visits as f64))
    }

    /// Returns whether a run computes only a part of a tour.
    pub const fn is_part(&self) -> bool {
        self.visits < self.tour
    }
}

/// The measured limits of one GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probes {
    /// Label of the GPU in the report.
    pub device: String,
    /// Measured values.
    pub probes: Vec<Probe>,
    /// Error that ended the measurement, or `None` if the measurement succeeded.
    pub failed: Option<String>,
}

/// One measured value of a GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// Name of the measured quantity.
    pub name: String,
    /// Measured value, in `unit`.
    pub value: f64,
    /// Unit of the value: seconds, or a rate.
    pub unit: ProbeUnit,
    /// Name of the limit with which the value is compared, and the ratio of the value to this limit. `None` if the
    /// value has no limit.
    pub beside: Option<(String, f64)>,
}

/// The unit of a [`Probe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProbeUnit {
    /// Seconds. Lower is better.
    Seconds,
    /// Bytes per second. Higher is better.
    BytesPerSecond,
    /// Squares per second. Higher is better.
    SquaresPerSecond,
}

/// A case that was not timed, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedCase {
    /// The untimed case.
    #[serde(flatten)]
    pub case: Case,
    /// Reason why the case was not timed.
    pub why: String,
}

impl Report {
    /// Value of [`Report::report`].
    pub(crate) const MARK: &str = "courser bench 1";

    /// Reads a report from its JSON.
    ///
    /// # Errors
    /// [`BenchError::Report`] if the text is not a report.
    pub fn from_json(text: &str) -> Result<Self, BenchError> {
        let report: Self = serde_json::from_str(text).map_err(|error| BenchError::Report(of_json(&error)))?;
        if report.report != Self::MARK {
            return Err(BenchError::Report(format!("it says '{}', not '{}'", shorten(&report.report), Self::MARK)));
        }
        let sound = |case: &Measured| {
            case.visits > 0 && case.tour > 0 && case.compute.iter().all(|time| time.is_finite() && *time >= 0.0)
        };
        match report.cases.iter().find(|case| !sound(case)) {
            Some(case) => {
                Err(BenchError::Report(format!("{} has times that are not numbers", shorten(&case.case.to_string()))))
            }
            None => Ok(report.with_texts(&printable)),
        }
    }

    /// Applies `change` to every string of the report. With [`printable`], strings from a file or a driver cannot
    /// control a terminal.
    pub(crate) fn with_texts(&self, change: &dyn Fn(&str) -> String) -> Self {
        let mut value = serde_json::to_value(self).expect("a report has no keys but strings");
        change_texts(&mut value, change);
        serde_json::from_value(value).expect("it differs in its texts alone")
    }

    /// Keeps only the cases whose method is in `methods`. If `boards` is given, also removes each case whose board is
    /// not in `boards`. A board is given as (rows, columns).
    #[must_use]
    pub fn of(mut self, methods: &[&BenchMethod], boards: Option<&[(u32, u32)]>) -> Self {
        let wanted = |case: &Case| {
            methods.contains(&case.method) && boards.is_none_or(|boards| boards.contains(&(case.rows, case.cols)))
        };
        self.cases.retain(|measured| wanted(&measured.case));
        self.failed.retain(|failed| wanted(&failed.case));
        self.left_out.retain(|left_out| wanted(&left_out.case));
        self
    }

    /// Returns the report as JSON in one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report has no keys but strings")
    }

    /// Returns the boards of the report, in the order of their first cases. Each board is given by its rows and
    /// columns, followed by its measured cases.
    pub(crate) fn boards(&self) -> Vec<((u32, u32), Vec<&Measured>)> {
        grouped(self.cases.iter().map(|case| ((case.case.rows, case.case.cols), case)))
    }
}

/// Groups values by key. The groups are in the order in which the keys first appear.
pub(crate) fn grouped<K: PartialEq, V>(pairs: impl Iterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

fn change_texts(value: &mut Value, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(values) => values.iter_mut().for_each(|value| change_texts(value, change)),
        Value::Object(fields) => fields.values_mut().for_each(|value| change_texts(value, change)),
        _ => {}
    }
}

/// Shortens text from a file for an error message.
fn shorten(text: &str) -> String {
    shorten_to(200, text)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a report with three cases: two on a CPU and one on a GPU.
    pub(crate) fn report() -> Report {
        let case = |method, device: &str, compute: &[f64], visits| Measured {
            case: Case { method: BenchMethod::named(method).unwrap(), device: device.into(), rows: 8, cols: 8 },
            visits,
            tour: 64,
            repeat: 3,
            first: 0.5,
            compute: compute.to_vec(),
            upload: 1e-5,
            read_back: 2e-5,
            on_gpu: (device == "gpu").then_some(1e-4),
            steps: Vec::new(),
        };
        let gpu = DeviceInfo {
            label: "gpu".into(),
            name: Some("A GPU".into()),
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
            machine: BenchMachine {
                cpu: "A CPU".into(),
                threads: 2,
                memory: 1 << 33,
                system: "An OS".into(),
                load: 0.0,
            },
            devices: vec![DeviceInfo::cpu(1), gpu],
            complete: false,
            cases: vec![
                case("cycle near", "cpu, 1 thread", &[6e-4, 6e-4, 6e-4], 64),
                case("cycle near", "gpu", &[1e-4, 1.01e-4, 0.99e-4, 1e-4, 9e-4], 32),
                case("warnsdorff", "cpu, 1 thread", &[2e-6, 2e-6], 64),
            ],
            failed: Vec::new(),
            left_out: Vec::new(),
            probes: Vec::new(),
        }
    }

    #[test]
    fn a_report_is_the_same_after_it_was_kept() {
        let report = report();
        let text = report.to_json();
        assert_eq!(Report::from_json(&text).unwrap(), report);
        // Earlier reports store the number of rows and columns as fields of the case itself.
        let board = "\"board\":{\"rows\":8,\"cols\":8,\"leaper\":[1,2]}";
        assert!(text.contains(board), "{text}");
        assert_eq!(Report::from_json(&text.replace(board, "\"rows\":8,\"cols\":8")).unwrap(), report);
        for (from, to) in
            [("courser bench 1", "courser bench 9"), ("\"visits\":64", "\"visits\":0"), ("cycle near", "cycle far")]
        {
            let text = report.to_json().replace(from, to);
            assert!(matches!(Report::from_json(&text), Err(BenchError::Report(_))), "{to}");
        }
    }
}

/// The machine on which a benchmark ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchMachine {
    /// Name of the processor.
    pub cpu: String,
    /// Number of processor threads that this process may use.
    pub threads: usize,
    /// Main memory in bytes.
    pub memory: u64,
    /// Operating system and its kernel.
    pub system: String,
    /// Mean number of busy threads of the system in the minute before the run (the load average).
    #[serde(default)]
    pub load: f64,
}

impl BenchMachine {
    /// Returns the machine that this program runs on.
    pub fn here() -> Self {
        let what = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(what);
        let name = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned()).filter(|name| !name.is_empty());
        let os = System::long_os_version().unwrap_or_else(|| std::env::consts::OS.into());
        Self {
            cpu: name.unwrap_or_else(|| std::env::consts::ARCH.into()),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: system.total_memory(),
            load: System::load_average().one,
            system: System::kernel_version().map_or(os.clone(), |kernel| format!("{os}, kernel {kernel}")),
        }
    }
}

/// A reason why a case cannot be timed, or a report cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// The engine or its device failed, or the timed result is wrong.
    #[error("{0}")]
    Failed(String),
    /// The method found no tour, so no time can be measured.
    #[error("{0}")]
    NoTour(String),
    /// The text is not a report of courser.
    #[error("not a report of courser bench: {0}")]
    Report(String),
}

impl BenchError {
    /// Wraps the error of an engine.
    pub fn failed(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}
