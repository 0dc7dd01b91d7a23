//! Where cases run.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::report::DeviceInfo;

#[cfg(feature = "gpu")]
use courser_engine::{EngineError, batch::BatchKernels, mosaic::Passes};
#[cfg(feature = "gpu")]
use courser_gpu::Device;

/// Threads of the CPU, or a GPU.
pub(crate) enum Place<'device> {
    /// The CPU, on the threads of this pool.
    Cpu(ThreadPool),
    /// A GPU. Its kernels are built once, by the first case that needs them.
    #[cfg(feature = "gpu")]
    Gpu {
        /// Its number among the GPUs.
        nth: usize,
        /// The GPU, open.
        device: &'device Device,
        /// The kernels of the batch.
        batch: Box<BatchKernels<'device>>,
        /// The passes of the mosaic.
        mosaic: std::cell::OnceCell<Passes<'device>>,
    },
    /// Built without the feature `gpu` there is no other place, and nothing to borrow from one.
    #[cfg(not(feature = "gpu"))]
    #[expect(dead_code, reason = "it stands for the GPU, and cannot be made")]
    Nowhere(std::convert::Infallible, std::marker::PhantomData<&'device ()>),
}

#[cfg(feature = "gpu")]
impl<'device> Place<'device> {
    /// The passes of the mosaic on a GPU.
    pub(crate) fn passes<'a>(
        device: &'device Device,
        mosaic: &'a std::cell::OnceCell<Passes<'device>>,
    ) -> Result<&'a Passes<'device>, EngineError> {
        if mosaic.get().is_none() {
            // Nobody else is here to have set it meanwhile.
            let _ = mosaic.set(Passes::new(device)?);
        }
        Ok(mosaic.get().expect("it was just set"))
    }
}

/// The devices that cases are timed on, each with its label.
pub struct Places<'device> {
    /// The places, in the order of the report.
    pub(crate) all: Vec<(DeviceInfo, Place<'device>)>,
}

impl<'device> Places<'device> {
    /// An empty list of devices.
    pub const fn none() -> Self {
        Self { all: Vec::new() }
    }

    /// The CPU: one thread, and all of them if there are several.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn cpu() -> Result<Self, rayon::ThreadPoolBuildError> {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        let mut all = Vec::new();
        for threads in if most > 1 { vec![1, most] } else { vec![1] } {
            let label = if threads == 1 { "cpu, 1 thread".into() } else { format!("cpu, {threads} threads") };
            let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
            all.push((DeviceInfo::cpu(label, threads), Place::Cpu(pool)));
        }
        Ok(Self { all })
    }

    /// Adds a GPU. The first has the label `gpu`, the next `gpu 2` and so on.
    #[cfg(feature = "gpu")]
    pub fn with_gpu(&mut self, device: &'device Device) {
        let gpus = self.all.iter().filter(|(_, place)| matches!(place, Place::Gpu { .. })).count();
        let label = if gpus == 0 { "gpu".into() } else { format!("gpu {}", gpus + 1) };
        let place = Place::Gpu {
            nth: gpus,
            device,
            batch: Box::new(BatchKernels::new(device)),
            mosaic: std::cell::OnceCell::new(),
        };
        self.all.push((DeviceInfo::gpu(label, device.adapter()), place));
    }
}
