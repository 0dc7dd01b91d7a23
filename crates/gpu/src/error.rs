//! The errors between a host and its GPU.

/// Why no GPU was found, or why it could not do what it was asked to.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The machine has no adapter.
    #[error("there is no graphics adapter")]
    NoAdapter,
    /// No adapter has the requested name or number.
    #[error("no graphics adapter matches '{wanted}': there {}", list(.found))]
    NoMatch {
        /// Requested name or `#index`.
        wanted: String,
        /// The names of the available adapters.
        found: Vec<String>,
    },
    /// `WGPU_BACKEND` names a backend that does not exist.
    #[error("WGPU_BACKEND is '{wanted}', and no backend has that name")]
    Backend {
        /// The value of the variable.
        wanted: String,
    },
    /// The adapter does not open a device.
    #[error("the adapter '{adapter}' gives no device: {reason}")]
    Device {
        /// The name of the adapter.
        adapter: String,
        /// The reason that wgpu gives.
        reason: String,
    },
    /// No adapter can draw on the window.
    #[error("{adapter} cannot draw on this window")]
    NoSurface {
        /// The name of the adapter, or of all adapters tried.
        adapter: String,
    },
    /// A buffer could not be allocated.
    #[error("the device has no room for {label}, {bytes} bytes")]
    OutOfMemory {
        /// The label of the buffer.
        label: String,
        /// Its size in bytes.
        bytes: u64,
    },
    /// A kernel has more storage buffers than the device allows.
    #[error("{label} takes {needed} storage buffers at once, and {adapter} has room for {there}")]
    Bindings {
        /// The label of the kernel.
        label: String,
        /// Storage buffers that the kernel is bound to.
        needed: u32,
        /// The name of the adapter.
        adapter: String,
        /// Maximum number of storage buffers of the device.
        there: u32,
    },
    /// The driver rejects a shader or a pipeline.
    #[error("{label} cannot be built: {reason}")]
    Build {
        /// The label of the shader or pipeline.
        label: String,
        /// The reason that wgpu or the driver gives.
        reason: String,
    },
    /// The device is gone: reset, unplugged or crashed.
    #[error("the device was lost: {reason}")]
    Lost {
        /// The reason that wgpu gives.
        reason: String,
    },
    /// The device rejects another operation.
    #[error("the device failed: {reason}")]
    Failed {
        /// The reason that wgpu gives.
        reason: String,
    },
}

/// A result that may be a [`GpuError`].
pub type Result<T, E = GpuError> = std::result::Result<T, E>;

impl GpuError {
    pub(crate) fn failed(reason: impl std::fmt::Display) -> Self {
        Self::Failed { reason: reason.to_string() }
    }
}

fn list(found: &[String]) -> String {
    match found {
        [] => "is none".into(),
        [one] => format!("is only '{one}'"),
        many => format!("are '{}'", many.join("', '")),
    }
}
