//! On macOS a module that is loaded by Python is linked without Python's symbols only if the linker is told so.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
