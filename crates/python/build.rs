//! Sets the linker option with which a Python module can be linked on macOS without the symbols of Python.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
