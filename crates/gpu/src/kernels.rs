//! Kernels: their descriptions, their construction on first use, and their dispatch.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use wgpu::{BindGroup, CommandEncoder, ComputePass};

use crate::{Binding, GpuDevice, Kernel, Result};

/// The description of a kernel: one entry point of a module, its bindings, and its pipeline constants.
///
/// Each engine has a list of these descriptions, and runs the kernels of the list. The tests translate the same kernels
/// for other drivers.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelSpec {
    /// Name of the module, for labels and errors.
    pub module: &'static str,
    /// Parts of the WGSL source of the module, in order.
    pub wgsl: Vec<Cow<'static, str>>,
    /// Name of the entry point.
    pub entry: &'static str,
    /// Kinds of the bindings. The kind of binding `i` is `bindings[i]`.
    pub bindings: Vec<Binding>,
    /// Names and values of the module's pipeline constants.
    pub constants: Vec<(&'static str, f64)>,
}

impl KernelSpec {
    /// Creates the description of a kernel without constants.
    pub fn new(module: &'static str, entry: &'static str, wgsl: &[&'static str], bindings: &[Binding]) -> Self {
        let wgsl = wgsl.iter().map(|&part| part.into()).collect();
        Self { module, wgsl, entry, bindings: bindings.to_vec(), constants: Vec::new() }
    }

    /// Returns the complete WGSL source of the module.
    pub fn source(&self) -> String {
        self.wgsl.concat()
    }
}

impl fmt::Display for KernelSpec {
    /// Writes the module, the entry point and the constants, for example `mosaic visits narrow CUTS=4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.module)?;
        if self.entry != self.module {
            write!(f, " {}", self.entry)?;
        }
        self.constants.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// The kernels built on a device, by name and source.
pub(crate) type KernelCache = BTreeMap<(String, Vec<Cow<'static, str>>), Kernel>;

impl GpuDevice {
    /// Returns the kernel of `spec`. On first use, the kernel is built. A driver needs tenths of a second to build a
    /// kernel. The kernel is cached until the device is dropped.
    ///
    /// # Errors
    /// See [`GpuDevice::build`].
    pub fn kernel(&self, spec: &KernelSpec) -> Result<Kernel> {
        let built = || self.built.lock().unwrap_or_else(PoisonError::into_inner);
        // Kernels with the same name can differ in the number of bindings for their buffers.
        let name = (format!("{spec}, {} bindings", spec.bindings.len()), spec.wgsl.clone());
        if let Some(kernel) = built().get(&name) {
            return Ok(kernel.clone());
        }
        // The kernel is built without holding the lock, so several threads can build kernels at the same time.
        let kernel = self.build(spec)?;
        Ok(built().entry(name).or_insert(kernel).clone())
    }

    /// Returns the number of compute pipelines built since the device was opened.
    pub fn pipelines(&self) -> usize {
        self.pipelines.load(Ordering::Relaxed)
    }
}

/// Maximum number of loop iterations in one invocation, as the total of all its loops. This is the limit
/// `LP_MAX_TGSI_LOOP_ITERATIONS` of Mesa's software adapter. After this number of iterations, the adapter ends every
/// loop and reports no error. Therefore the iterations of an invocation must stay well below this number.
pub const MAX_LOOPS: u32 = 65_535;

impl GpuDevice {
    /// Records a compute pass. `dispatches` records the dispatches of the pass. Returns the encoder. The pass and the
    /// encoder have the label `label`.
    pub fn record(&self, label: &str, dispatches: impl FnOnce(&mut ComputePass<'_>)) -> CommandEncoder {
        let mut encoder = self.encoder(label);
        dispatches(&mut self.pass(&mut encoder, label));
        encoder
    }

    /// Begins a compute pass, in which dispatches can be recorded.
    pub fn pass<'encoder>(&self, encoder: &'encoder mut CommandEncoder, label: &str) -> ComputePass<'encoder> {
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes: None })
    }
}

impl Kernel {
    /// Records a dispatch with a grid of `across` x `down` workgroups.
    pub fn dispatch(&self, pass: &mut ComputePass<'_>, bind: &BindGroup, (across, down): (u32, u32)) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, bind, &[]);
        pass.dispatch_workgroups(across, down, 1);
    }
}

/// Returns the number of columns and the number of rows of a grid of at least `count` workgroups. Each dimension has at
/// most `most` workgroups. Returns `None` if no such grid exists. `count` must be at least 1. The number of surplus
/// workgroups is less than the number of columns.
pub fn grid(count: u64, most: u32) -> Option<(u32, u32)> {
    let width = count.min(most.into());
    let height = count.div_ceil(width);
    (height <= most.into()).then_some((width as u32, height as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_covers_what_it_must_and_no_row_more() {
        for (count, most, expected) in [
            (1, 65_535, Some((1, 1))),
            (65_535, 65_535, Some((65_535, 1))),
            (65_536, 65_535, Some((65_535, 2))),
            (10, 3, None),
            (9, 3, Some((3, 3))),
        ] {
            assert_eq!(grid(count, most), expected);
        }
    }
}
