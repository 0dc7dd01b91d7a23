//! The device that runs the work: the CPU, or an open graphics adapter with its kernels.

use std::sync::Arc;
use std::time::Duration;

use courser_board::format::DeviceDetails;

use crate::Result;
use crate::worth::Workload;

#[cfg(feature = "gpu")]
use courser_gpu::{Adapter, AdapterChoice, Adapters, GpuDevice as Gpu, GpuError};

/// The requested device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// A graphics card if one is available and it is faster for the work, otherwise the CPU.
    #[default]
    Auto,
    /// The CPU, even if adapters exist.
    Cpu,
    /// The best graphics adapter, even if it is a software adapter.
    Gpu,
    /// The first adapter whose name contains this text. A number, such as `0` or `#0`, stands for the adapter with this
    /// index.
    Adapter(String),
    /// An open device. Its kernels are built once for all requests that use the device.
    Open(Device),
}

impl From<&str> for DeviceChoice {
    /// Converts the names `auto`, `cpu` and `gpu` to the variants with these names. Case is ignored in these three
    /// names. Any other text becomes the name of a [`DeviceChoice::Adapter`].
    fn from(name: &str) -> Self {
        match &*name.to_ascii_lowercase() {
            "auto" => Self::Auto,
            "cpu" => Self::Cpu,
            "gpu" => Self::Gpu,
            _ => Self::Adapter(name.to_owned()),
        }
    }
}

impl DeviceChoice {
    /// Returns whether the choice requires a graphics adapter.
    pub const fn asks_for_gpu(&self) -> bool {
        match self {
            Self::Auto | Self::Cpu => false,
            Self::Gpu | Self::Adapter(_) => true,
            Self::Open(device) => !device.is_cpu(),
        }
    }

    /// Returns whether this choice allows `adapter` for work that the CPU could also do. A software adapter is slower
    /// than the CPU and is used only on request.
    #[cfg(feature = "gpu")]
    pub fn takes(&self, adapter: &Adapter) -> bool {
        match self {
            Self::Auto => adapter.kind().is_real(),
            choice => choice.asks_for_gpu(),
        }
    }
}

/// A note about the opened device, for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceNote {
    /// The requested adapter, which has this name, is a software adapter. The CPU itself is faster.
    Software(String),
    /// The CPU does the work, because no adapter can do it. Contains the reason why no adapter can do the work.
    CpuInstead(String),
    /// The graphics card with this name does the work, because the card is faster than the CPU.
    GpuWins(String, Workload),
}

impl DeviceNote {
    /// Returns the note about a requested adapter, or `None` if the adapter is a graphics card.
    #[cfg(feature = "gpu")]
    pub fn of_adapter(adapter: &Adapter) -> Option<Self> {
        let is_real = adapter.kind().is_real();
        (!is_real).then(|| Self::Software(format!("{} ({})", adapter.name(), adapter.backend())))
    }
}

/// A trait bound that every engine satisfies. The bound allows an engine to be sent to another thread. In a browser,
/// the bound is empty, because only one thread can use the GPU.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSend: Send {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Send> MaybeSend for T {}

/// A trait bound without requirements, for browsers. In a browser, only one thread can use the GPU.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSend {}
#[cfg(target_arch = "wasm32")]
impl<T> MaybeSend for T {}

/// An open device: the CPU or a graphics adapter. Clones refer to the same device.
///
/// Every engine is created on a device in the same way. This example uses the decision cycle:
///
/// ```
/// use courser_board::{MoveOrder, Square};
/// use courser_engine::cycle::{self, Schedule, Setup, StatusWord};
/// use courser_engine::{Device, DeviceChoice};
///
/// let device = Device::open(&DeviceChoice::Cpu, &|note| eprintln!("{note:?}"))?;
/// let setup = Setup::new("8x8".parse()?, Square::new(2, 4), MoveOrder::SLIDES)?;
/// let mut cycle = cycle::on(&device, setup, Schedule::Near)?;
/// assert_eq!(cycle.finish(&mut |_| true)?.word(), StatusWord::Done);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Device(Option<Arc<Gpu>>);

/// A type without values. Without the feature `gpu`, no graphics adapter can be opened.
#[cfg(not(feature = "gpu"))]
#[derive(Debug)]
enum Gpu {}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

impl Eq for Device {}

#[cfg(feature = "gpu")]
impl From<Gpu> for Device {
    fn from(gpu: Gpu) -> Self {
        Self(Some(Arc::new(gpu)))
    }
}

impl Device {
    /// The CPU, on all threads of rayon's pool.
    pub const CPU: Self = Self(None);

    /// Opens the chosen device. `note` receives the reason if [`DeviceChoice::Auto`] finds no suitable GPU.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the requested adapter does not exist or fails;
    /// [`EngineError::NoGpu`](crate::EngineError::NoGpu) if this build has no GPU support.
    pub fn open(choice: &DeviceChoice, note: &dyn Fn(DeviceNote)) -> Result<Self> {
        match choice {
            DeviceChoice::Cpu => Ok(Self::CPU),
            DeviceChoice::Open(device) => Ok(device.clone()),
            choice => Self::open_adapter(choice, note),
        }
    }

    #[cfg(feature = "gpu")]
    fn open_adapter(choice: &DeviceChoice, note: &dyn Fn(DeviceNote)) -> Result<Self> {
        let adapters = Adapters::find();
        let pick = match choice {
            DeviceChoice::Adapter(name) => AdapterChoice::from(name.as_str()),
            DeviceChoice::Gpu => AdapterChoice::Auto,
            _ => return Ok(Self::open_auto(&adapters, note)),
        };
        let adapter = adapters.pick(&pick)?;
        DeviceNote::of_adapter(adapter).into_iter().for_each(note);
        Ok(Gpu::open(adapter)?.into())
    }

    /// Opens the adapter selected by [`auto`], or the CPU.
    #[cfg(feature = "gpu")]
    fn open_auto(adapters: &Adapters, note: &dyn Fn(DeviceNote)) -> Self {
        let open = |adapter| Gpu::open(adapter).map_err(|error| error.to_string());
        match auto(adapters).map_err(|(why, _)| why).and_then(open) {
            Ok(gpu) => gpu.into(),
            Err(why) => {
                // The note contains the reason why the CPU does the work. If the only adapter is a software adapter,
                // there is no note: the user did not request this adapter and need not know why it is unused.
                if !adapters.pick(&AdapterChoice::Auto).is_ok_and(|adapter| !adapter.kind().is_real()) {
                    note(DeviceNote::CpuInstead(why));
                }
                Self::CPU
            }
        }
    }

    #[cfg(not(feature = "gpu"))]
    fn open_adapter(choice: &DeviceChoice, _: &dyn Fn(DeviceNote)) -> Result<Self> {
        if choice.asks_for_gpu() { Err(crate::EngineError::NoGpu) } else { Ok(Self::CPU) }
    }

    /// Returns the device that [`DeviceChoice::Auto`] selects for work that is faster on the CPU. The device is a GPU
    /// only if `WGPU_ADAPTER_NAME` is set. `note` receives the error message if no adapter is found, or if the named
    /// adapter cannot be opened.
    pub fn cpu_unless_named(note: &dyn Fn(DeviceNote)) -> Self {
        #[cfg(feature = "gpu")]
        {
            let adapters = Adapters::find();
            let serves = !adapters.named_by_environment() && auto(&adapters).is_ok();
            if !serves {
                return Self::open_auto(&adapters, note);
            }
        }
        let _ = note;
        Self::CPU
    }

    /// Opens the chosen device for work that the CPU could also do. [`DeviceChoice::Auto`] selects a graphics card only
    /// if the card is faster than the CPU. In this case, `note` receives [`DeviceNote::GpuWins`].
    ///
    /// # Errors
    /// See [`Device::open`].
    pub fn open_for(choice: &DeviceChoice, work: Workload, note: &dyn Fn(DeviceNote)) -> Result<Self> {
        if *choice == DeviceChoice::Auto && !work.gpu_wins() {
            return Ok(Self::CPU);
        }
        let device = Self::open(choice, note)?;
        if *choice == DeviceChoice::Auto && !device.is_cpu() {
            note(DeviceNote::GpuWins(device.name().to_owned(), work));
        }
        Ok(device)
    }

    /// Opens the chosen device for a comparison with the CPU. For such a comparison, [`DeviceChoice::Auto`] accepts any
    /// adapter, even a software adapter.
    ///
    /// # Errors
    /// See [`Device::open`].
    pub fn open_any(choice: &DeviceChoice, note: &dyn Fn(DeviceNote)) -> Result<Self> {
        if *choice == DeviceChoice::Auto
            && let Ok(device) = Self::open(&DeviceChoice::Gpu, note)
        {
            return Ok(device);
        }
        Self::open(choice, note)
    }

    /// Returns whether the device is the CPU.
    pub const fn is_cpu(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the name of the adapter, or `cpu` for the CPU.
    pub fn name(&self) -> &str {
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu() {
            return gpu.adapter().name();
        }
        "cpu"
    }

    /// Returns the index of the adapter in the list of adapters, or `None` for the CPU.
    pub fn adapter_index(&self) -> Option<usize> {
        #[cfg(feature = "gpu")]
        return self.gpu().map(|gpu| gpu.adapter().index());
        #[cfg(not(feature = "gpu"))]
        None
    }

    /// Returns the device in the form used in file formats.
    pub fn details(&self) -> DeviceDetails {
        let name = self.name().to_owned();
        #[cfg(feature = "gpu")]
        if let Some(adapter) = self.gpu().map(Gpu::adapter) {
            return DeviceDetails { name, backend: Some(adapter.backend().to_owned()), driver: Some(adapter.driver()) };
        }
        DeviceDetails { name, ..DeviceDetails::default() }
    }

    /// Returns the kind of the device: `cpu`, `discrete GPU`, `software` and so on.
    pub fn kind(&self) -> String {
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu() {
            return gpu.adapter().kind().to_string();
        }
        "cpu".into()
    }

    /// Returns whether the device is a graphics card. Returns `false` for the CPU and for software adapters.
    pub fn is_graphics_card(&self) -> bool {
        #[cfg(feature = "gpu")]
        return self.gpu().is_some_and(|gpu| gpu.adapter().kind().is_real());
        #[cfg(not(feature = "gpu"))]
        false
    }

    /// Runs `work`. Returns two values: the result of `work`, and the time that a GPU needed for the submissions of
    /// `work`. The time is `None` if the device has no clock.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the GPU fails.
    pub fn metered<T>(&self, work: impl FnOnce() -> T) -> Result<(T, Option<Duration>)> {
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu() {
            return Ok(gpu.metered(work)?);
        }
        Ok((work(), None))
    }

    /// Returns the graphics device, or `None` for the CPU.
    #[cfg(feature = "gpu")]
    pub fn gpu(&self) -> Option<&Gpu> {
        self.0.as_deref()
    }
}

/// Returns the adapter selected by [`DeviceChoice::Auto`].
///
/// A software adapter is selected only if `WGPU_ADAPTER_NAME` is set.
///
/// # Errors
/// Returns a pair if no adapter is selected. The first value is the reason. The second value is the error of the search
/// for adapters, or `None` if the search found only a software adapter.
#[cfg(feature = "gpu")]
pub fn auto(adapters: &Adapters) -> Result<&Adapter, (String, Option<GpuError>)> {
    match adapters.pick(&AdapterChoice::Auto) {
        Ok(adapter) if DeviceChoice::Auto.takes(adapter) || adapters.named_by_environment() => Ok(adapter),
        Ok(adapter) => Err((format!("the only graphics adapter is software ({})", adapter.name()), None)),
        Err(error) => Err((error.to_string(), Some(error))),
    }
}
