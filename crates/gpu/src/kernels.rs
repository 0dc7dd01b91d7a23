//! Kernels that are described first and built when they are needed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::{Binding, Device, GpuError, Kernel};

/// What a kernel is built from: one entry point of a module, what it is bound to, and its pipeline constants.
///
/// An engine keeps one list of them. It runs what is in the list, and tests translate what is in it for other
/// drivers.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelSpec {
    /// The name of the module, for labels and errors.
    pub module: &'static str,
    /// The WGSL source of the module.
    pub wgsl: Cow<'static, str>,
    /// The name of the entry point.
    pub entry: &'static str,
    /// What the kernel is bound to: binding `i` is `bindings[i]`.
    pub bindings: Vec<Binding>,
    /// The names of the module's pipeline constants and their values.
    pub constants: Vec<(&'static str, f64)>,
}

impl KernelSpec {
    /// A kernel without constants.
    pub fn new(
        module: &'static str,
        entry: &'static str,
        wgsl: impl Into<Cow<'static, str>>,
        bindings: &[Binding],
    ) -> Self {
        Self { module, wgsl: wgsl.into(), entry, bindings: bindings.to_vec(), constants: Vec::new() }
    }
}

impl fmt::Display for KernelSpec {
    /// Module, entry point and constants: `mosaic visits narrow CUTS=4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.module)?;
        if self.entry != self.module {
            write!(f, " {}", self.entry)?;
        }
        self.constants.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// The kernels of one device. Each is built when it is first asked for, since that takes a driver tenths of a second,
/// and kept.
#[derive(Debug)]
pub struct Kernels<'device> {
    device: &'device Device,
    built: Mutex<BTreeMap<String, Kernel>>,
}

impl<'device> Kernels<'device> {
    /// The kernels of `device`, none of them built yet.
    pub const fn new(device: &'device Device) -> Self {
        Self { device, built: Mutex::new(BTreeMap::new()) }
    }

    /// The device that the kernels are built for.
    pub const fn device(&self) -> &'device Device {
        self.device
    }

    /// The kernel that `spec` describes, built when it is first asked for.
    ///
    /// # Errors
    /// As [`Device::build`].
    pub fn get(&self, spec: &KernelSpec) -> Result<Kernel, GpuError> {
        let built = || self.built.lock().unwrap_or_else(PoisonError::into_inner);
        // A state in several pieces has more bindings under the same name.
        let name = format!("{spec}, {} bindings", spec.bindings.len());
        if let Some(kernel) = built().get(&name) {
            return Ok(kernel.clone());
        }
        // Not under the lock: several threads may build one kernel each.
        let kernel = self.device.build(spec)?;
        Ok(built().entry(name).or_insert(kernel).clone())
    }

    /// How many kernels are built.
    pub fn len(&self) -> usize {
        self.built.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether no kernel is built yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
