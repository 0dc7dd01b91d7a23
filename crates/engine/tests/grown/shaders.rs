//! Tests that the types of the host have the same layout as in the shaders. `tests/kernels.rs` validates the shaders.

use courser_engine::grown::{GrownStatus, GrowthJob, Piece, kernels};
use courser_wgsl::{fields, host_fields, parse};

#[test]
fn host_and_shader_lay_out_alike_what_they_share() {
    let (mut reports, mut pieces) = (0, 0);
    for spec in kernels() {
        let source = spec.source();
        let module = parse(&spec.to_string(), &source);
        assert_eq!(
            fields(&module, "Job"),
            host_fields!(
                GrowthJob: rows, cols, pitch, words, stride, base, first, end, shape, colour, coins, inside, afresh,
                main, key, ends, room, squares, across, splitters, extra, start, halves, turned
            ),
            "{spec}"
        );
        if source.contains("struct Status") {
            assert_eq!(fields(&module, "Status"), host_fields!(GrownStatus: flags, cycles, switched), "{spec}");
            reports += 1;
        }
        if source.contains("struct Piece") {
            assert_eq!(fields(&module, "Piece"), host_fields!(Piece: next, steps), "{spec}");
            pieces += 1;
        }
    }
    assert!(reports > 0 && pieces > 0);
}
