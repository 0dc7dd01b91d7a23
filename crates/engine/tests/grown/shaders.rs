//! The shaders by themselves: valid WGSL, integers only, laid out as the host lays them out.

use courser_engine::grown::{GrownStatus, Job, Piece, kernels};
use courser_wgsl::{fields, foreign_scalars, host_fields, parse};

#[test]
fn grown_tours_count_in_integers_of_32_bits_only() {
    for spec in kernels() {
        assert_eq!(foreign_scalars(&parse(&spec.to_string(), &spec.wgsl)), [], "{spec}");
    }
}

#[test]
fn host_and_shader_lay_out_alike_what_they_share() {
    let (mut reports, mut pieces) = (0, 0);
    for spec in kernels() {
        let module = parse(&spec.to_string(), &spec.wgsl);
        assert_eq!(
            fields(&module, "Job"),
            host_fields!(
                Job: rows, cols, pitch, words, stride, base, first, end, shape, colour, coins, inside, afresh,
                main, key, ends, room, squares, across, splitters, extra, start, halves, turned
            ),
            "{spec}"
        );
        if spec.wgsl.contains("struct Status") {
            assert_eq!(fields(&module, "Status"), host_fields!(GrownStatus: flags, cycles, switched), "{spec}");
            reports += 1;
        }
        if spec.wgsl.contains("struct Piece") {
            assert_eq!(fields(&module, "Piece"), host_fields!(Piece: next, steps), "{spec}");
            pieces += 1;
        }
    }
    assert!(reports > 0 && pieces > 0);
}
