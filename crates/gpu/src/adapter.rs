//! Lists the available graphics adapters and selects one.

use std::fmt;

use web_time::{Duration, Instant};

use crate::{GpuError, Result};

/// The kind of an adapter. Better kinds come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display)]
pub enum AdapterKind {
    /// A graphics card, which is a GPU with its own memory.
    #[strum(to_string = "discrete GPU")]
    Discrete,
    /// A GPU inside the processor. The GPU and the processor share their memory.
    #[strum(to_string = "integrated GPU")]
    Integrated,
    /// A virtual GPU. A virtual machine provides it to its guest system. The work runs on a GPU of the host system.
    #[strum(to_string = "virtual GPU")]
    Virtual,
    /// An adapter whose driver does not report its kind.
    #[strum(to_string = "other")]
    Other,
    /// A software adapter. The CPU performs the work of a GPU.
    #[strum(to_string = "software")]
    Software,
}

impl AdapterKind {
    /// Returns whether the adapter is a graphics processor, and not a software adapter on the CPU.
    pub fn is_real(self) -> bool {
        self != Self::Software
    }
}

/// The rule that selects an adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// Selects the adapter named by `WGPU_ADAPTER_NAME`. If the variable is not set, selects the best adapter; a real
    /// GPU is better than the software adapter.
    #[default]
    Auto,
    /// Selects the first adapter whose name contains this string, ignoring case, or whose [address](Adapter::place) is
    /// this string.
    Name(String),
    /// Selects the adapter with this index in the list, counted from 0.
    Index(usize),
}

impl From<&str> for AdapterChoice {
    /// Converts a number, such as `1` or `#1`, to [`AdapterChoice::Index`], and any other string to
    /// [`AdapterChoice::Name`]. A number is never compared with the names of adapters, although many of these names
    /// contain numbers.
    fn from(text: &str) -> Self {
        let index = text.strip_prefix('#').unwrap_or(text).parse();
        index.map_or_else(|_| Self::Name(text.to_owned()), Self::Index)
    }
}

impl fmt::Display for AdapterChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Name(name) => f.write_str(name),
            Self::Index(index) => index.fmt(f),
        }
    }
}

/// An adapter: a GPU and one of its drivers.
#[derive(Clone, Debug)]
pub struct Adapter {
    pub(crate) inner: wgpu::Adapter,
    /// The instance that found the adapter. This instance must create the surfaces for the adapter.
    pub(crate) instance: wgpu::Instance,
    info: wgpu::AdapterInfo,
    index: usize,
}

impl Adapter {
    /// Returns the index of the adapter in the [list](Adapters::list).
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Returns the name of the adapter, as the driver reports it.
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

    /// Returns the graphics API of the adapter: `vulkan`, `gl`, `metal` or `dx12`.
    pub fn backend(&self) -> &'static str {
        self.info.backend.to_str()
    }

    /// Returns the name and the version of the driver.
    pub fn driver(&self) -> String {
        format!("{} {}", self.info.driver, self.info.driver_info).trim().to_owned()
    }

    /// Returns the address of the adapter on the computer's PCI bus, for example `0000:3b:00.0`. Returns `None` if the
    /// driver does not report the address. The address distinguishes two equal GPUs, even if drivers list them in
    /// different orders.
    pub fn place(&self) -> Option<&str> {
        Some(self.info.device_pci_bus_id.as_str()).filter(|place| !place.is_empty())
    }

    /// Returns the limits of the adapter: sizes of buffers, and numbers of bindings and workgroups.
    pub fn limits(&self) -> wgpu::Limits {
        self.inner.limits()
    }

    /// Returns the names of the optional features that courser uses and this adapter supports.
    pub fn features(&self) -> Vec<&'static str> {
        let has_clock = self.inner.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        has_clock.then_some("timestamp queries").into_iter().collect()
    }
}

impl fmt::Display for Adapter {
    /// Writes the name, the kind, the graphics API and the driver of the adapter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {}, {})", self.name(), self.kind(), self.backend(), self.driver())
    }
}

/// The available adapters of this computer, in a fixed order.
#[derive(Debug)]
pub struct Adapters {
    list: Vec<Adapter>,
    by_environment: AdapterChoice,
    /// Value of `WGPU_BACKEND` if the value is not the name of a backend, otherwise `None`.
    unknown_backend: Option<String>,
    taken: [Duration; 2],
}

impl Adapters {
    /// Finds the adapters of this computer. `WGPU_BACKEND` restricts the search to the graphics APIs that it lists.
    /// `WGPU_ADAPTER_NAME` sets the adapter for [`AdapterChoice::Auto`].
    ///
    /// OpenGL is a fallback. Its adapters are listed in two cases:
    /// - `WGPU_BACKEND` lists OpenGL.
    /// - `WGPU_BACKEND` is not set, and no other adapter was found. On Linux, `XDG_RUNTIME_DIR` must also be set, as it
    ///   is in a login session.
    pub fn find() -> Self {
        crate::block_on(Self::find_async())
    }

    /// Finds the adapters like [`Adapters::find`], but does not block. In a browser, this function finds at most one
    /// adapter, which the browser provides to the page.
    pub async fn find_async() -> Self {
        Self::find_with(None).await
    }

    /// Finds the adapters that can draw on windows of a display. `display` returns the handle of the display.
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
        // The best adapters come first. The sort is stable, so equally good adapters remain in the order in which they
        // were found.
        list.sort_by_key(|adapter| {
            let kind = match adapter.kind() {
                AdapterKind::Integrated if low_power => 0,
                kind => 1 + kind as u32,
            };
            (kind, adapter.info.backend == wgpu::Backend::Gl)
        });
        list.iter_mut().enumerate().for_each(|(index, adapter)| adapter.index = index);
        let by_environment = std::env::var("WGPU_ADAPTER_NAME")
            .ok()
            .filter(|name| !name.is_empty())
            .map_or(AdapterChoice::Auto, |name| AdapterChoice::from(&*name));
        Self { list, by_environment, unknown_backend, taken }
    }

    /// Returns the adapters, the best first. The index of an adapter is its number for [`AdapterChoice::Index`].
    pub fn list(&self) -> &[Adapter] {
        &self.list
    }

    /// Returns two times: the time spent loading the drivers, and the time spent listing their adapters.
    pub const fn taken(&self) -> [Duration; 2] {
        self.taken
    }

    /// Returns whether `WGPU_ADAPTER_NAME` is set.
    pub fn named_by_environment(&self) -> bool {
        self.by_environment != AdapterChoice::Auto
    }

    /// Returns the adapter that `choice` selects.
    ///
    /// # Errors
    /// [`GpuError::Backend`] if `WGPU_BACKEND` is not the name of a backend, [`GpuError::NoAdapter`] if the computer
    /// has no adapter, [`GpuError::NoMatch`] if no adapter matches `choice`.
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

/// A function that returns the handle of a display.
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
        .map(|inner| Adapter { info: inner.get_info(), instance: instance.clone(), inner, index: 0 })
        .collect()
}

/// Returns whether a search for OpenGL adapters would print nothing to stderr. The search loads libwayland, which
/// prints a message if `XDG_RUNTIME_DIR` is not set, as on servers.
fn opengl_is_quiet() -> bool {
    !cfg!(target_os = "linux") || std::env::var_os("XDG_RUNTIME_DIR").is_some()
}

/// Returns whether `wanted` is the adapter's address on the PCI bus, or a part of the adapter's name.
fn is_meant(info: &wgpu::AdapterInfo, wanted: &str) -> bool {
    info.name.to_lowercase().contains(&wanted.to_lowercase())
        || (!wanted.is_empty() && info.device_pci_bus_id.eq_ignore_ascii_case(wanted))
}

/// Returns whether the adapter can run compute shaders. Old OpenGL drivers list adapters that cannot run compute
/// shaders.
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
        assert_eq!(AdapterChoice::from("15"), AdapterChoice::Index(15));
        assert_eq!(AdapterChoice::from("0000:3b:00.0"), AdapterChoice::Name("0000:3b:00.0".into()));
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
