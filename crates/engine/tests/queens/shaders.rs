//! Tests that the shader is valid WGSL and uses only integers. Also tests that the types of the host have the same
//! layout as in the shader.

use courser_engine::queens::{Prefix, QueensParams};
use courser_wgsl::{fields, host_fields};

use crate::module::module;

#[test]
fn host_and_shader_lay_out_params_and_prefixes_alike() {
    let module = module("queens");
    assert_eq!(
        fields(&module, "Params"),
        host_fields!(QueensParams: all, last, prefixes, lanes, budget, unused1, unused2, unused3)
    );
    assert_eq!(fields(&module, "Prefix"), host_fields!(Prefix: left, down, right, unused));
}
