//! What can go wrong between a host and its GPU.

/// Why there is no GPU, or why it could not do what it was asked to.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// No adapter at all.
    #[error("there is no graphics adapter")]
    NoAdapter,
    /// None of the adapters has the name or number asked for.
    #[error("no graphics adapter matches '{wanted}': there {}", list(.found))]
    NoMatch {
        /// Name or `#index` as asked for.
        wanted: String,
        /// The names of the adapters that there are.
        found: Vec<String>,
    },
    /// `WGPU_BACKEND` names nothing that there is.
    #[error("WGPU_BACKEND is '{wanted}', and no backend has that name")]
    Backend {
        /// The variable's value.
        wanted: String,
    },
    /// The adapter gives no device.
    #[error("the adapter '{adapter}' gives no device: {reason}")]
    Device {
        /// The adapter's name.
        adapter: String,
        /// What wgpu says.
        reason: String,
    },
    /// No adapter can draw on the window.
    #[error("{adapter} cannot draw on this window")]
    NoSurface {
        /// The adapter's name, or those of all that were tried.
        adapter: String,
    },
    /// A buffer could not be allocated.
    #[error("the device has no room for {label}, {bytes} bytes")]
    OutOfMemory {
        /// The buffer's label.
        label: String,
        /// Its size in bytes.
        bytes: u64,
    },
    /// More storage buffers at once than the device takes.
    #[error("{label} takes {needed} storage buffers at once, and {adapter} has room for {there}")]
    Bindings {
        /// The kernel's label.
        label: String,
        /// Storage buffers that it is bound to.
        needed: u32,
        /// The adapter's name.
        adapter: String,
        /// The most that it may be bound to.
        there: u32,
    },
    /// A shader or pipeline that the driver will not take.
    #[error("{label} cannot be built: {reason}")]
    Build {
        /// The shader's or pipeline's label.
        label: String,
        /// What wgpu or the driver says.
        reason: String,
    },
    /// The device is gone: reset, unplugged or crashed.
    #[error("the device was lost: {reason}")]
    Lost {
        /// What wgpu says.
        reason: String,
    },
    /// Anything else that the device refused.
    #[error("the device failed: {reason}")]
    Failed {
        /// What wgpu says.
        reason: String,
    },
}

impl GpuError {
    pub(crate) fn failed(reason: impl std::fmt::Display) -> Self {
        Self::Failed { reason: reason.to_string() }
    }

    /// What to do about it, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::NoAdapter => {
                "install a Vulkan driver (Debian, Ubuntu: apt install mesa-vulkan-drivers), try WGPU_BACKEND=gl, or use the CPU".into()
            }
            Self::NoMatch { .. } => {
                "courser devices lists the adapters; name one by a part of its name or by #index".into()
            }
            Self::Backend { .. } => "unset it, or use vulkan, gl, metal or dx12".into(),
            Self::NoSurface { .. } => "try another adapter, or WGPU_BACKEND=gl".into(),
            Self::OutOfMemory { .. } => "choose a smaller board or another adapter, or use the CPU".into(),
            Self::Device { .. } | Self::Lost { .. } | Self::Failed { .. } => {
                "try again, choose another adapter, or use the CPU".into()
            }
            Self::Bindings { .. } => "choose another adapter, or use the CPU".into(),
            Self::Build { .. } => "update the graphics driver, choose another adapter, or use the CPU".into(),
        }
    }
}

fn list(found: &[String]) -> String {
    match found {
        [] => "is none".into(),
        [one] => format!("is only '{one}'"),
        many => format!("are '{}'", many.join("', '")),
    }
}
