//! Access to the parsed shaders of the engine's kernels.

use courser_wgsl::naga::Module;

/// Returns the module with this name, from the first kernel with such a module.
pub(crate) fn module(name: &str) -> Module {
    let spec = courser_engine::kernels().into_iter().find(|spec| spec.module == name);
    courser_wgsl::parse(name, &spec.unwrap_or_else(|| panic!("no kernel is of the module '{name}'")).source())
}
