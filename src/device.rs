//! Where the work is done: chosen here and nowhere else.

use courser_board::format;
use courser_engine::worth::Work;

#[cfg(feature = "gpu")]
use crate::Note;
use crate::{Hooks, TourError};

/// The device that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeviceChoice {
    /// A real graphics card if there is one and it pays, else the CPU.
    #[default]
    Auto,
    /// The CPU, whatever adapters there are.
    Cpu,
    /// The best graphics adapter, even if it is a software one.
    Gpu,
    /// The first adapter whose name contains this text, or the one with this number, as `#INDEX`.
    Adapter(String),
}

impl DeviceChoice {
    /// Whether a graphics adapter is asked for, and not just welcome.
    pub const fn asks_for_gpu(&self) -> bool {
        matches!(self, Self::Gpu | Self::Adapter(_))
    }

    /// Whether an adapter that is open already gets the work that the CPU could do as well: a software adapter, which is
    /// slower than the CPU that plays it, only if it is asked for.
    #[cfg(feature = "gpu")]
    pub fn takes(&self, adapter: &courser_gpu::Adapter) -> bool {
        match self {
            Self::Auto => adapter.kind().is_real(),
            Self::Cpu => false,
            Self::Gpu | Self::Adapter(_) => true,
        }
    }
}

/// The device that does the work, open.
#[derive(Debug)]
pub enum Device {
    /// The CPU, on all threads of rayon's pool.
    Cpu,
    /// An open graphics adapter.
    #[cfg(feature = "gpu")]
    Gpu(Box<courser_gpu::Device>),
}

impl Device {
    /// Opens the device that is chosen. Where [`DeviceChoice::Auto`] finds no GPU that serves, the hooks get the reason.
    ///
    /// # Errors
    /// [`TourError::Gpu`] if the adapter that is asked for is not there or fails; [`TourError::NoGpu`] if courser is
    /// built without.
    #[cfg(feature = "gpu")]
    pub fn open(choice: &DeviceChoice, hooks: &Hooks<'_>) -> Result<Self, TourError> {
        use courser_gpu::{Adapters, Choice, Device};

        let pick = match choice {
            DeviceChoice::Cpu => return Ok(Self::Cpu),
            DeviceChoice::Auto => return Ok(Self::open_auto(&Adapters::find(), hooks)),
            DeviceChoice::Gpu => Choice::Auto,
            DeviceChoice::Adapter(name) => Choice::from(name.as_str()),
        };
        let adapters = Adapters::find();
        let adapter = adapters.pick(&pick)?;
        if let Some(note) = Note::of_adapter(adapter) {
            hooks.note(note);
        }
        Ok(Self::Gpu(Box::new(Device::open(adapter)?)))
    }

    /// The adapter that [`auto`] takes, or the CPU.
    #[cfg(feature = "gpu")]
    fn open_auto(adapters: &courser_gpu::Adapters, hooks: &Hooks<'_>) -> Self {
        use courser_gpu::{Choice, Device};

        let open = |adapter| Device::open(adapter).map_err(|error| error.to_string());
        match auto(adapters).map_err(|(why, _)| why).and_then(open) {
            Ok(device) => Self::Gpu(Box::new(device)),
            Err(why) => {
                // Nobody misses a software adapter who has not asked for one.
                if !adapters.pick(&Choice::Auto).is_ok_and(|adapter| !adapter.kind().is_real()) {
                    hooks.note(Note::CpuInstead(why));
                }
                Self::Cpu
            }
        }
    }

    /// Built without the feature `gpu`, there is the CPU.
    ///
    /// # Errors
    /// [`TourError::NoGpu`] if an adapter is asked for.
    #[cfg(not(feature = "gpu"))]
    pub fn open(choice: &DeviceChoice, _: &Hooks<'_>) -> Result<Self, TourError> {
        if choice.asks_for_gpu() { Err(TourError::NoGpu) } else { Ok(Self::Cpu) }
    }

    /// The device for work that the CPU does sooner: under [`DeviceChoice::Auto`] a GPU only if the environment names it.
    /// Where there is no adapter at all, the hooks get a note.
    ///
    /// # Errors
    /// As [`Device::open`].
    #[cfg(feature = "gpu")]
    pub(crate) fn open_unless_auto(choice: &DeviceChoice, hooks: &Hooks<'_>) -> Result<Self, TourError> {
        if *choice != DeviceChoice::Auto {
            return Self::open(choice, hooks);
        }
        let adapters = courser_gpu::Adapters::find();
        let serves = !adapters.named_by_environment() && auto(&adapters).is_ok();
        Ok(if serves { Self::Cpu } else { Self::open_auto(&adapters, hooks) })
    }

    /// Built without the feature `gpu`, there is the CPU.
    ///
    /// # Errors
    /// As [`Device::open`].
    #[cfg(not(feature = "gpu"))]
    pub(crate) fn open_unless_auto(choice: &DeviceChoice, hooks: &Hooks<'_>) -> Result<Self, TourError> {
        Self::open(choice, hooks)
    }

    /// Opens the device for work that the CPU could do as well: under [`DeviceChoice::Auto`] a graphics card only where it is
    /// done sooner there, and then the hooks get a note.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open_for(choice: &DeviceChoice, work: Work, hooks: &Hooks<'_>) -> Result<Self, TourError> {
        if *choice == DeviceChoice::Auto && !work.gpu_wins() {
            return Ok(Self::Cpu);
        }
        let device = Self::open(choice, hooks)?;
        #[cfg(feature = "gpu")]
        if let (DeviceChoice::Auto, Self::Gpu(device)) = (choice, &device) {
            hooks.note(Note::GpuWins(device.adapter().name().to_owned(), work));
        }
        Ok(device)
    }

    /// Opens the device that is chosen; under [`DeviceChoice::Auto`] any adapter that there is, be it a software one:
    /// for a comparison with the CPU.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open_any(choice: &DeviceChoice, hooks: &Hooks<'_>) -> Result<Self, TourError> {
        if *choice == DeviceChoice::Auto
            && let Ok(device) = Self::open(&DeviceChoice::Gpu, hooks)
        {
            return Ok(device);
        }
        Self::open(choice, hooks)
    }

    /// The device as the file formats hold it.
    pub fn details(&self) -> format::DeviceDetails {
        match self {
            Self::Cpu => format::DeviceDetails { name: "cpu".into(), ..format::DeviceDetails::default() },
            #[cfg(feature = "gpu")]
            Self::Gpu(device) => {
                let adapter = device.adapter();
                format::DeviceDetails {
                    name: adapter.name().to_owned(),
                    backend: Some(adapter.backend().to_owned()),
                    driver: Some(adapter.driver()),
                }
            }
        }
    }
}

/// The adapter that [`DeviceChoice::Auto`] takes, or why it takes the CPU and what can be done about it.
///
/// A software adapter it takes from whoever names it in the environment.
///
/// # Errors
/// The reason, and the cure.
#[cfg(feature = "gpu")]
pub fn auto(adapters: &courser_gpu::Adapters) -> Result<&courser_gpu::Adapter, (String, String)> {
    match adapters.pick(&courser_gpu::Choice::Auto) {
        Ok(adapter) if DeviceChoice::Auto.takes(adapter) || adapters.named_by_environment() => Ok(adapter),
        Ok(adapter) => Err((
            format!("the only graphics adapter is software ({})", adapter.name()),
            "ask for a GPU to take it nevertheless".into(),
        )),
        Err(error) => Err((error.to_string(), error.hint())),
    }
}
