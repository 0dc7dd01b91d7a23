//! The kernels of grown tours.

use courser_gpu::Binding::{ReadWrite, Uniform, Unused};
use courser_gpu::{Device, GpuError, KernelSpec};
use courser_shaders::grown as shaders;
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;

use crate::grown::task::{Buffer, KERNELS, Kernel, Task};
use crate::mosaic;
use crate::parts::Parts;

/// Invocations in a workgroup, if nothing else is asked for.
pub(super) const WIDTH: u32 = 64;

/// Returns whether an invocation looks at cells of any part.
fn is_split(kernel: &Kernel) -> bool {
    kernel.buffers.contains(&Buffer::Cells) && !kernel.task.is_local()
}

/// The kernel with `width` invocations in a workgroup, and the cells in these parts.
fn spec(kernel: &Kernel, width: u32, cells: Parts) -> KernelSpec {
    let Kernel { module, wgsl, entry, buffers, .. } = *kernel;
    let bits = cells.bits().filter(|_| is_split(kernel));
    let constants = [("WIDTH", Some(width)), ("PART_BITS", bits)];
    let constants = constants.into_iter().filter_map(|(name, value)| Some((name, f64::from(value?)))).collect();
    let mut bindings = vec![Uniform];
    for buffer in Buffer::ALL {
        let kind = if buffers.contains(&buffer) { ReadWrite } else { Unused };
        let count = if buffer == Buffer::Cells && bits.is_some() { cells.count() } else { 1 };
        bindings.resize(bindings.len() + count as usize, kind);
    }
    let wgsl = if bits.is_some() { in_parts(wgsl, cells).into() } else { wgsl.into() };
    KernelSpec { module, wgsl, entry, bindings, constants }
}

/// A shader as it is for cells in parts of `1 << PART_BITS`: the binding of `cells.wgsl` and its functions are replaced. Each
/// access goes through a choice of all parts, which a software adapter tries one by one: so a task that is local is
/// bound to its part alone.
fn in_parts(shader: &str, cells: Parts) -> String {
    let function = |head: &str, access: &str, rest: &str| {
        cells.function(head, "cell", "PART_BITS", |part| format!("{access}&cells_{part}[at]{rest};"))
    };
    let exchange = "exchange_cell(cell: u32, old: u32, value: u32) -> bool";
    let parts = [
        "override PART_BITS: u32;\n".to_owned(),
        cells.declarations("cells", "storage, read_write", "atomic<u32>", Buffer::Cells as u64 + 1),
        function("cell_at(cell: u32) -> u32", "return atomicLoad(", ")"),
        function("set_cell(cell: u32, value: u32)", "atomicStore(", ", value)"),
        function(exchange, "return atomicCompareExchangeWeak(", ", old, value).exchanged"),
    ];
    Parts::instead_of(shaders::CELLS, shader, &parts)
}

/// Every kernel of grown tours, as it is built for boards whose cells fit one binding, and for others.
pub fn kernels() -> Vec<KernelSpec> {
    let whole = KERNELS.iter().map(|kernel| spec(kernel, WIDTH, Parts::whole(1)));
    let split = KERNELS.iter().filter(|kernel| is_split(kernel));
    let split = split.map(|kernel| spec(kernel, WIDTH, Parts::of(8 << 25, 25)));
    // The check is among the mosaic's.
    whole.chain(split).collect()
}

/// The kernels of a tour by their tasks, and the proof of the numbers; none for a task that there is not. All are built at
/// once: every tour needs all of them, and one after another they take a driver longer than the tour of a million squares.
pub(super) fn build(device: &Device, width: u32, cells: Parts) -> Result<Vec<Option<courser_gpu::Kernel>>, GpuError> {
    let is_needed = |kernel: &&Kernel| kernel.task != Task::Tie || cells.bits().is_some();
    let specs = KERNELS.iter().map(|kernel| Some(kernel).filter(is_needed).map(|kernel| spec(kernel, width, cells)));
    let specs: Vec<Option<KernelSpec>> = specs.chain([Some(mosaic::check(false))]).collect();
    #[cfg(not(target_arch = "wasm32"))]
    let specs = specs.par_iter();
    #[cfg(target_arch = "wasm32")]
    let specs = specs.iter();
    specs.map(|spec| spec.as_ref().map(|spec| device.kernel(spec)).transpose()).collect()
}
