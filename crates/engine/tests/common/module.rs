//! The shaders of the engine's kernels, as a validator sees them.

use courser_wgsl::naga::Module;

/// The module with this name, of the first kernel that has it.
pub(crate) fn module(name: &str) -> Module {
    let spec = courser_engine::kernels().into_iter().find(|spec| spec.module == name);
    courser_wgsl::parse(name, &spec.unwrap_or_else(|| panic!("no kernel is of the module '{name}'")).source())
}
