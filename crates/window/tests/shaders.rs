//! Tests the shaders of the window without a GPU. The shaders must be valid WGSL, and their structs must have the same
//! layout as the structs of the host.

use courser_shaders::view::{BOARD, LINE, OVERLAY};
use courser_wgsl::{entries, fields, host_fields, parse};
use courser_window::View;

/// The shaders of the window as they are passed to the device, each with its name and its entry points.
const SHADERS: [(&str, &str, &[&str]); 3] = [
    ("board", BOARD, &["board_place", "board_colour"]),
    ("line", LINE, &["line_place", "line_colour"]),
    ("overlay", OVERLAY, &["overlay_place", "overlay_colour"]),
];

#[test]
fn every_shader_is_valid_by_the_standard_alone_and_has_its_entry_points() {
    for (name, wgsl, expected) in SHADERS {
        let module = parse(name, wgsl);
        let names: Vec<&str> = entries(&module).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, expected, "{name}");
    }
}

#[test]
fn host_and_shader_lay_out_the_view_alike() {
    let module = parse("board", BOARD);
    let host = host_fields!(
        View: size, origin, first, seen, side, now, phase, last, stride, rows, cols, gap, across, boards,
        closed, linear, whole, stuck, dense, unused, moves, colours
    );
    assert_eq!(fields(&module, "View"), host);
}
