//! Which graphics adapters there are, and which one to take.

use std::fmt;

use web_time::{Duration, Instant};

use crate::{GpuError, Result};

/// The kind of an adapter, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display)]
pub enum AdapterKind {
    /// A graphics card: a GPU with its own memory.
    #[strum(to_string = "discrete GPU")]
    Discrete,
    /// A GPU inside the processor, which shares its memory.
    #[strum(to_string = "integrated GPU")]
    Integrated,
    /// A GPU that the host of a virtual machine passes on.
    #[strum(to_string = "virtual GPU")]
    Virtual,
    /// An adapter whose driver does not report its kind.
    #[strum(to_string = "other")]
    Other,
    /// A software adapter: the CPU does the work of a GPU.
    #[strum(to_string = "software")]
    Software,
}

impl AdapterKind {
    /// Returns `true` for a graphics processor, `false` for a program on the CPU.
    pub fn is_real(self) -> bool {
        self != Self::Software
    }
}

/// Which adapter to take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The adapter that `WGPU_ADAPTER_NAME` names, else the best: a real GPU before the software adapter.
    #[default]
    Auto,
    /// The first adapter whose name contains this text, ignoring case, or that has this [address](Adapter::place).
    Name(String),
    /// The adapter with this number in the list, from 0.
    Index(usize),
}

impl From<&str> for AdapterChoice {
    /// Reads a part of a name, or `#index`.
    fn from(text: &str) -> Self {
        match text.strip_prefix('#').map(str::parse) {
            Some(Ok(index)) => Self::Index(index),
            _ => Self::Name(text.to_owned()),
        }
    }
}

impl fmt::Display for AdapterChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Name(name) => f.write_str(name),
            Self::Index(index) => write!(f, "#{index}"),
        }
    }
}

/// One adapter: a GPU as one driver offers it.
#[derive(Clone, Debug)]
pub struct Adapter {
    pub(crate) inner: wgpu::Adapter,
    /// The instance that found the adapter: surfaces for the adapter have to be made by it.
    pub(crate) instance: wgpu::Instance,
    info: wgpu::AdapterInfo,
}

impl Adapter {
    /// Returns the adapter's name, from the driver.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// Returns the kind of the adapter: graphics card, integrated, software and so on.
    pub fn kind(&self) -> AdapterKind {
        match self.info.device_type {
            wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
            wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
            wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
            wgpu::DeviceType::Cpu => AdapterKind::Software,
            wgpu::DeviceType::Other => AdapterKind::Other,
        }
    }

    /// Returns the interface to the adapter: `vulkan`, `gl`, `metal`, `dx12`.
    pub fn backend(&self) -> &'static str {
        self.info.backend.to_str()
    }

    /// Returns the driver's name and version.
    pub fn driver(&self) -> String {
        format!("{} {}", self.info.driver, self.info.driver_info).trim().to_owned()
    }

    /// Returns the adapter's address on the machine's PCI bus, as in `0000:3b:00.0`, if the driver reports it. The
    /// address distinguishes two equal GPUs, even if the drivers list them in another order.
    pub fn place(&self) -> Option<&str> {
        Some(self.info.device_pci_bus_id.as_str()).filter(|place| !place.is_empty())
    }

    /// Returns the limits of the adapter: sizes of buffers, bindings and dispatches.
    pub fn limits(&self) -> wgpu::Limits {
        self.inner.limits()
    }

    /// Returns the names of the optional features that courser uses and this adapter has.
    pub fn features(&self) -> Vec<&'static str> {
        let has_clock = self.inner.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        has_clock.then_some("timestamp queries").into_iter().collect()
    }
}

impl fmt::Display for Adapter {
    /// Writes name, kind, backend and driver.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {}, {})", self.name(), self.kind(), self.backend(), self.driver())
    }
}

/// All adapters of this machine, in a fixed order.
#[derive(Debug)]
pub struct Adapters {
    list: Vec<Adapter>,
    by_environment: AdapterChoice,
    /// The value of `WGPU_BACKEND`, if it is not a backend.
    unknown_backend: Option<String>,
    taken: [Duration; 2],
}

impl Adapters {
    /// Looks for adapters. `WGPU_BACKEND` limits where, `WGPU_ADAPTER_NAME` says which one [`AdapterChoice::Auto`] means.
    ///
    /// OpenGL is a fallback: looked at where `WGPU_BACKEND` names it, or where nothing else is there (on
    /// Linux only within a session, that is where `XDG_RUNTIME_DIR` is set).
    pub fn find() -> Self {
        crate::block_on(Self::find_async())
    }

    /// Finds the adapters as [`Adapters::find`] does, without blocking. In a browser there is at most one adapter: the
    /// page's.
    pub async fn find_async() -> Self {
        Self::find_with(None).await
    }

    /// Finds the adapters that can draw on windows of a display. `display` returns that display's handle.
    pub fn find_on(display: Display<'_>) -> Self {
        crate::block_on(Self::find_with(Some(display)))
    }

    async fn find_with(display: Option<Display<'_>>) -> Self {
        let named = std::env::var("WGPU_BACKEND").ok().filter(|name| !name.is_empty());
        let wanted = named.as_ref().and_then(|_| wgpu::Backends::from_env());
        let unknown_backend = named.filter(|_| wanted.is_none_or(|wanted| wanted.is_empty()));
        let mut taken = [Duration::ZERO; 2];
        let mut list = match &unknown_backend {
            Some(_) => Vec::new(),
            None => enumerate(wanted.unwrap_or(wgpu::Backends::PRIMARY), display, &mut taken).await,
        };
        if list.is_empty() && wanted.is_none() && unknown_backend.is_none() && opengl_is_quiet() {
            list = enumerate(wgpu::Backends::GL, display, &mut taken).await;
        }
        let low_power = wgpu::PowerPreference::from_env() == Some(wgpu::PowerPreference::LowPower);
        // Best first. The sort is stable: equals stay in the order of the drivers.
        list.sort_by_key(|adapter| {
            let kind = match adapter.kind() {
                AdapterKind::Integrated if low_power => 0,
                kind => 1 + kind as u32,
            };
            (kind, adapter.info.backend == wgpu::Backend::Gl)
        });
        let by_environment = std::env::var("WGPU_ADAPTER_NAME")
            .ok()
            .filter(|name| !name.is_empty())
            .map_or(AdapterChoice::Auto, AdapterChoice::Name);
        Self { list, by_environment, unknown_backend, taken }
    }

    /// Returns the adapters, best first. Their indices are the numbers for [`AdapterChoice::Index`].
    pub fn list(&self) -> &[Adapter] {
        &self.list
    }

    /// Returns the time for loading the drivers, and that for listing their adapters.
    pub const fn taken(&self) -> [Duration; 2] {
        self.taken
    }

    /// Returns `true` if `WGPU_ADAPTER_NAME` names an adapter.
    pub fn named_by_environment(&self) -> bool {
        self.by_environment != AdapterChoice::Auto
    }

    /// Returns the adapter selected by `choice`.
    ///
    /// # Errors
    /// [`GpuError::Backend`] if `WGPU_BACKEND` is not a backend, [`GpuError::NoAdapter`] without any adapter,
    /// [`GpuError::NoMatch`] if no adapter matches.
    pub fn pick(&self, choice: &AdapterChoice) -> Result<&Adapter> {
        let by_environment = *choice == AdapterChoice::Auto;
        let choice = if by_environment { &self.by_environment } else { choice };
        let picked = match choice {
            AdapterChoice::Auto => self.list.first(),
            AdapterChoice::Index(index) => self.list.get(*index),
            AdapterChoice::Name(name) => self.list.iter().find(|adapter| is_meant(&adapter.info, name)),
        };
        picked.ok_or_else(|| {
            if let Some(wanted) = &self.unknown_backend {
                return GpuError::Backend { wanted: wanted.clone() };
            }
            if self.list.is_empty() {
                return GpuError::NoAdapter;
            }
            let found = self.list.iter().map(|adapter| adapter.name().to_owned()).collect();
            let by = if by_environment { "WGPU_ADAPTER_NAME=" } else { "" };
            GpuError::NoMatch { wanted: format!("{by}{choice}"), found }
        })
    }
}

/// Returns the handle of a display.
type Display<'a> = &'a dyn Fn() -> Box<dyn wgpu::wgt::WgpuHasDisplayHandle>;

async fn enumerate(backends: wgpu::Backends, display: Option<Display<'_>>, taken: &mut [Duration; 2]) -> Vec<Adapter> {
    let begun = Instant::now();
    let mut descriptor = match display {
        Some(display) => wgpu::InstanceDescriptor::new_with_display_handle_from_env(display()),
        None => wgpu::InstanceDescriptor::new_without_display_handle_from_env(),
    };
    descriptor.backends = backends;
    let instance = wgpu::Instance::new(descriptor);
    let loaded = Instant::now();
    let found = instance.enumerate_adapters(backends).await;
    taken[0] += loaded - begun;
    taken[1] += loaded.elapsed();
    found
        .into_iter()
        .filter(runs_compute_shaders)
        .map(|inner| Adapter { info: inner.get_info(), instance: instance.clone(), inner })
        .collect()
}

/// Returns `true` if looking for OpenGL prints nothing to stderr: libwayland, which it loads, prints a message there if
/// this variable is missing, as it is on servers.
fn opengl_is_quiet() -> bool {
    !cfg!(target_os = "linux") || std::env::var_os("XDG_RUNTIME_DIR").is_some()
}

/// Returns `true` if `wanted` is a part of the adapter's name, or its address on the PCI bus.
fn is_meant(info: &wgpu::AdapterInfo, wanted: &str) -> bool {
    info.name.to_lowercase().contains(&wanted.to_lowercase())
        || (!wanted.is_empty() && info.device_pci_bus_id.eq_ignore_ascii_case(wanted))
}

/// Returns whether the adapter can run compute shaders. Old OpenGL drivers list adapters that cannot.
fn runs_compute_shaders(adapter: &wgpu::Adapter) -> bool {
    adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
        && adapter.limits().max_compute_invocations_per_workgroup >= 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_a_part_of_a_name_or_a_number() {
        assert_eq!(AdapterChoice::from("llvm"), AdapterChoice::Name("llvm".into()));
        assert_eq!(AdapterChoice::from("#2"), AdapterChoice::Index(2));
        assert_eq!(AdapterChoice::from("#two"), AdapterChoice::Name("#two".into()));
    }

    #[test]
    fn two_equal_gpus_are_distinguished_by_their_places() {
        let gpu = |place: &str| wgpu::AdapterInfo {
            name: "A GPU".into(),
            device_pci_bus_id: place.into(),
            ..wgpu::AdapterInfo::new(wgpu::DeviceType::DiscreteGpu, wgpu::Backend::Vulkan)
        };
        let gpus = [gpu("0000:3b:00.0"), gpu("0000:af:00.0")];
        assert_eq!(gpus.each_ref().map(|gpu| is_meant(gpu, "0000:AF:00.0")), [false, true]);
        assert_eq!(gpus.each_ref().map(|gpu| is_meant(gpu, "a GPU")), [true, true]);
        assert!(!is_meant(&gpu(""), "0000:af:00.0"));
    }

    #[test]
    fn with_no_adapter_every_choice_says_so() {
        let none = Adapters {
            list: Vec::new(),
            by_environment: AdapterChoice::Auto,
            unknown_backend: None,
            taken: [Duration::ZERO; 2],
        };
        for choice in [AdapterChoice::Auto, AdapterChoice::Index(0), AdapterChoice::Name("x".into())] {
            assert!(matches!(none.pick(&choice), Err(GpuError::NoAdapter)));
        }
    }
}
