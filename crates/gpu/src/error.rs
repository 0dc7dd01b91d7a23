//! The errors that can occur when a host uses a GPU.

/// The reason why no GPU was found, or why a GPU could not perform an operation.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The machine has no adapter.
    #[error("there is no graphics adapter")]
    NoAdapter,
    /// No adapter has the requested name or number.
    #[error("no graphics adapter matches '{wanted}': there {}", list(.found))]
    NoMatch {
        /// Requested name, or `#index`.
        wanted: String,
        /// Names of the available adapters.
        found: Vec<String>,
    },
    /// `WGPU_BACKEND` is not the name of a backend.
    #[error("WGPU_BACKEND is '{wanted}', and no backend has that name")]
    Backend {
        /// Value of the variable.
        wanted: String,
    },
    /// The driver cannot open a device on the adapter.
    #[error("the adapter '{adapter}' gives no device: {reason}")]
    Device {
        /// Name of the adapter.
        adapter: String,
        /// Reason given by wgpu.
        reason: String,
    },
    /// No adapter can draw on the window.
    #[error("{adapter} cannot draw on this window")]
    NoSurface {
        /// Name of the adapter, or names of all tried adapters.
        adapter: String,
    },
    /// A buffer could not be allocated.
    #[error("the device has no room for {label}, {bytes} bytes")]
    OutOfMemory {
        /// Label of the buffer.
        label: String,
        /// Size of the buffer in bytes.
        bytes: u64,
    },
    /// A kernel has more storage buffers than the device allows.
    #[error("{label} takes {needed} storage buffers at once, and {adapter} has room for {there}")]
    Bindings {
        /// Label of the kernel.
        label: String,
        /// Number of storage buffers that the kernel uses.
        needed: u32,
        /// Name of the adapter.
        adapter: String,
        /// Maximum number of storage buffers that the device allows.
        there: u32,
    },
    /// The driver rejected a shader or a pipeline.
    #[error("{label} cannot be built: {reason}")]
    Build {
        /// Label of the shader or pipeline.
        label: String,
        /// Reason given by wgpu or the driver.
        reason: String,
    },
    /// The device was lost: it was reset or unplugged, or it crashed.
    #[error("the device was lost: {reason}")]
    Lost {
        /// Reason given by wgpu.
        reason: String,
    },
    /// Any other failure of the device.
    #[error("the device failed: {reason}")]
    Failed {
        /// Reason given by wgpu.
        reason: String,
    },
}

/// A `Result` whose default error is [`GpuError`].
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
