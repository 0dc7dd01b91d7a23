//! Which device a run takes place on.

use courser::board::format::Device as DeviceDetails;

use crate::args::{DeviceArgs, DeviceChoice};
use crate::error::Failure;
#[cfg(feature = "gpu")]
use crate::error::note;

/// The device of a run.
#[derive(Debug)]
pub(crate) enum Chosen {
    Cpu,
    #[cfg(feature = "gpu")]
    Gpu(Box<courser::gpu::Device>),
}

impl Chosen {
    /// What the device is called in files.
    pub(crate) fn details(&self) -> DeviceDetails {
        match self {
            Self::Cpu => DeviceDetails { name: "cpu".into(), backend: None, driver: None },
            #[cfg(feature = "gpu")]
            Self::Gpu(device) => {
                let adapter = device.adapter();
                DeviceDetails {
                    name: adapter.name().to_owned(),
                    backend: Some(adapter.backend().to_owned()),
                    driver: Some(adapter.driver()),
                }
            }
        }
    }
}

/// Refuses an adapter where the CPU is asked for.
pub(crate) fn consistent(args: &DeviceArgs) -> Result<(), Failure> {
    match (args.device, &args.adapter) {
        (DeviceChoice::Cpu, Some(_)) => {
            Err(Failure::input("--adapter names a graphics adapter, and --device is cpu", "leave out one of them"))
        }
        _ => Ok(()),
    }
}

/// Opens the device that the arguments ask for.
#[cfg(feature = "gpu")]
pub(crate) fn choose(args: &DeviceArgs, quiet: bool) -> Result<Chosen, Failure> {
    use courser::gpu::{Adapters, Choice, Device, GpuError};

    if args.device == DeviceChoice::Cpu {
        return Ok(Chosen::Cpu);
    }
    let adapters = Adapters::find();
    if args.device == DeviceChoice::Auto && args.adapter.is_none() {
        return Ok(match auto(&adapters) {
            Ok(adapter) => Device::open(adapter).map_or_else(
                |error| {
                    note(quiet, format_args!("{error}; the CPU runs the reference"));
                    Chosen::Cpu
                },
                |device| Chosen::Gpu(Box::new(device)),
            ),
            Err((why, _)) => {
                // Nobody misses a software adapter who has not asked for one.
                if adapters.pick(&Choice::Auto).is_err() {
                    note(quiet, format_args!("{why}; the CPU runs the reference"));
                }
                Chosen::Cpu
            }
        });
    }
    let choice = args.adapter.as_deref().map_or(Choice::Auto, Choice::from);
    let picked = adapters.pick(&choice).inspect(|adapter| {
        if !adapter.kind().is_real() {
            let (name, backend) = (adapter.name(), adapter.backend());
            note(quiet, format_args!("{name} ({backend}) is a software adapter: --device cpu is faster"));
        }
    });
    picked.and_then(Device::open).map(|device| Chosen::Gpu(Box::new(device))).map_err(|error| match error {
        GpuError::NoMatch { .. } => Failure::input(&error, error.hint()),
        error => Failure::machine(&error, error.hint()),
    })
}

/// The adapter that `--device auto` takes, or why it takes the CPU and what can be done about it.
///
/// A software adapter is slower than the CPU that plays it; whoever names it in the environment gets it.
#[cfg(feature = "gpu")]
pub(crate) fn auto(adapters: &courser::gpu::Adapters) -> Result<&courser::gpu::Adapter, (String, String)> {
    match adapters.pick(&courser::gpu::Choice::Auto) {
        Ok(adapter) if adapter.kind().is_real() || adapters.named_by_environment() => Ok(adapter),
        Ok(adapter) => Err((
            format!("the only graphics adapter is software ({})", adapter.name()),
            "--device gpu takes it nevertheless".into(),
        )),
        Err(error) => Err((error.to_string(), error.hint())),
    }
}

/// Opens the device that the arguments ask for; under `auto` any graphics adapter that there is.
pub(crate) fn choose_any(args: &DeviceArgs, quiet: bool) -> Result<Chosen, Failure> {
    #[cfg(feature = "gpu")]
    if args.device == DeviceChoice::Auto && args.adapter.is_none() {
        let adapters = courser::gpu::Adapters::find();
        let opened = adapters.pick(&courser::gpu::Choice::Auto).and_then(courser::gpu::Device::open);
        if let Ok(device) = opened {
            return Ok(Chosen::Gpu(Box::new(device)));
        }
    }
    choose(args, quiet)
}

/// Built without the feature `gpu`, there is the CPU.
#[cfg(not(feature = "gpu"))]
pub(crate) fn choose(args: &DeviceArgs, _: bool) -> Result<Chosen, Failure> {
    if args.device == DeviceChoice::Gpu || args.adapter.is_some() {
        return Err(Failure::machine(
            "this courser is built without graphics cards",
            "build it with the feature gpu, or use --device cpu",
        ));
    }
    Ok(Chosen::Cpu)
}
