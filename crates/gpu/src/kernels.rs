//! Kernels that are described first and built when they are needed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use crate::{Binding, Device, GpuError, Kernel};

/// The description of a kernel: one entry point of a module, its bindings, and its pipeline constants.
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
    /// The bindings of the kernel: binding `i` is `bindings[i]`.
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

/// The kernels of a device that are built, by name and source.
pub(crate) type Built = BTreeMap<(String, Cow<'static, str>), Kernel>;

impl Device {
    /// The kernel that `spec` describes. It is built when it is first asked for, which takes a driver tenths of a second,
    /// and kept as long as the device.
    ///
    /// # Errors
    /// As [`Device::build`].
    pub fn kernel(&self, spec: &KernelSpec) -> Result<Kernel, GpuError> {
        let built = || self.built.lock().unwrap_or_else(PoisonError::into_inner);
        // Kernels of one name may differ in how many bindings their buffers take.
        let name = (format!("{spec}, {} bindings", spec.bindings.len()), spec.wgsl.clone());
        if let Some(kernel) = built().get(&name) {
            return Ok(kernel.clone());
        }
        // Not under the lock: several threads may build one kernel each.
        let kernel = self.build(spec)?;
        Ok(built().entry(name).or_insert(kernel).clone())
    }

    /// The number of compute pipelines that were built since the device was opened.
    pub fn pipelines(&self) -> usize {
        self.pipelines.load(Ordering::Relaxed)
    }
}
