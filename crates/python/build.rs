//! On macOS, sets the linker option that leaves the symbols of Python undefined until Python loads the module.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
