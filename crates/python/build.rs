//! Sets a linker option for macOS, with which a Python module is linked without the symbols of Python.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
