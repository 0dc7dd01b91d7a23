//! Where cases run.

use courser_engine::{Device, DeviceChoice};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::report::DeviceInfo;

/// A device that cases are timed on: threads of the CPU, or a GPU.
pub(crate) struct Place {
    /// The device as the report has it.
    pub(crate) info: DeviceInfo,
    /// The device, open.
    pub(crate) device: Device,
    /// The choice that makes a request open the device itself.
    pub(crate) choice: DeviceChoice,
    /// The threads of the CPU; `None` for a GPU.
    pool: Option<ThreadPool>,
}

impl Place {
    /// Runs `work` on the threads of the place.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// The threads of the CPU; `None` for a GPU.
    pub(crate) const fn threads(&self) -> Option<usize> {
        self.info.threads
    }
}

/// The devices that cases are timed on, each with its label.
#[derive(Default)]
pub struct Places {
    /// The places, in the order of the report.
    pub(crate) all: Vec<Place>,
}

impl Places {
    /// Adds the CPU: one thread, and all of them if there are several.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn add_cpu(&mut self) -> Result<(), ThreadPoolBuildError> {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        for threads in if most > 1 { vec![1, most] } else { vec![1] } {
            let label = if threads == 1 { "cpu, 1 thread".into() } else { format!("cpu, {threads} threads") };
            let pool = Some(ThreadPoolBuilder::new().num_threads(threads).build()?);
            let info = DeviceInfo::cpu(label, threads);
            self.all.push(Place { info, device: Device::CPU, choice: DeviceChoice::Cpu, pool });
        }
        Ok(())
    }

    /// Adds a GPU, which a request asks for by `choice`; the CPU is left out. The first GPU has the label `gpu`, the next
    /// `gpu 2` and so on.
    pub fn add_gpu(&mut self, device: Device, choice: DeviceChoice) {
        if device.is_cpu() {
            return;
        }
        let gpus = self.all.iter().filter(|place| !place.device.is_cpu()).count();
        let label = if gpus == 0 { "gpu".into() } else { format!("gpu {}", gpus + 1) };
        self.all.push(Place { info: DeviceInfo::gpu(label, &device), device, choice, pool: None });
    }
}
