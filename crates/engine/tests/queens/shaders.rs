//! The shader by itself: valid WGSL, integers only, laid out as the host lays it out.

use courser_engine::queens::{Params, Prefix};
use courser_shaders::queens::COUNT;
use courser_wgsl::{fields, foreign_scalars, host_fields, parse};

#[test]
fn the_shader_is_valid_by_the_standard_alone_and_counts_in_integers() {
    assert_eq!(foreign_scalars(&parse("count", COUNT)), []);
}

#[test]
fn host_and_shader_lay_out_params_and_prefixes_alike() {
    let module = parse("count", COUNT);
    assert_eq!(
        fields(&module, "Params"),
        host_fields!(Params: all, last, prefixes, lanes, budget, unused1, unused2, unused3)
    );
    assert_eq!(fields(&module, "Prefix"), host_fields!(Prefix: left, down, right, unused));
}
