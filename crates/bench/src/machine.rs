//! The machine that the figures were taken on.

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The machine that a benchmark ran on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the processor.
    pub cpu: String,
    /// Threads that the processor runs at once, of those that this process may use.
    pub threads: usize,
    /// Bytes of main memory.
    pub memory: u64,
    /// The operating system and its kernel.
    pub system: String,
    /// Threads that other programs kept busy before the run: the system's load average over one minute.
    #[serde(default)]
    pub load: f64,
}

impl Machine {
    /// The machine that this program runs on.
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
