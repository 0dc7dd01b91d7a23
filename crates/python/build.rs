//! On macOS a Python module is linked without Python's symbols only with this linker option.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
