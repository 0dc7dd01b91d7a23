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

/// Opens the device that the arguments ask for.
#[cfg(feature = "gpu")]
pub(crate) fn choose(args: &DeviceArgs, quiet: bool) -> Result<Chosen, Failure> {
    use courser::gpu::{Adapters, Choice, Device, GpuError};

    if args.device == DeviceChoice::Cpu {
        if args.adapter.is_some() {
            return Err(Failure::input(
                "--adapter names a graphics adapter, and --device is cpu",
                "leave out one of them",
            ));
        }
        return Ok(Chosen::Cpu);
    }
    let adapters = Adapters::find();
    let choice = args.adapter.as_deref().map_or(Choice::Auto, Choice::from);
    // Whoever names an adapter wants it, be it a software one.
    let named = args.adapter.is_some() || adapters.named_by_environment();
    let adapter = match adapters.pick(&choice) {
        Ok(adapter) => adapter,
        Err(GpuError::NoAdapter) if args.device == DeviceChoice::Auto && args.adapter.is_none() => {
            note(quiet, "there is no graphics adapter; the CPU runs the reference");
            return Ok(Chosen::Cpu);
        }
        Err(error @ GpuError::NoMatch { .. }) => return Err(Failure::input(&error, error.hint())),
        Err(error) => return Err(Failure::machine(&error, error.hint())),
    };
    if args.device == DeviceChoice::Auto && !named && !adapter.kind().is_real() {
        note(
            quiet,
            format_args!("the only graphics adapter is software ({}); the CPU runs the reference", adapter.name()),
        );
        return Ok(Chosen::Cpu);
    }
    let device = Device::open(adapter).map_err(|error| Failure::machine(&error, error.hint()))?;
    Ok(Chosen::Gpu(Box::new(device)))
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
