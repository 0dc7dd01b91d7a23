//! The window's shaders by themselves: valid WGSL, laid out as the host lays them out.

use courser_shaders::view::{ARROW, BOARD, CELL, LINE, MARK, TEXT};
use courser_wgsl::{entries, fields, host_fields, parse};
use courser_window::{Glyph, Letter, View};

/// Every shader of the window as the device gets it, and its entry points.
const SHADERS: [(&str, &str, &[&str]); 6] = [
    ("board", BOARD, &["board_place", "board_colour"]),
    ("line", LINE, &["line_place", "line_colour"]),
    ("mark", MARK, &["mark_place", "mark_colour"]),
    ("cell", CELL, &["cell_place", "cell_colour"]),
    ("arrow", ARROW, &["arrow_place", "arrow_colour"]),
    ("text", TEXT, &["number_place", "channel_place", "knight_place", "word_place", "sign_colour"]),
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
        View: size, origin, first, seen, side, em, digits, now, phase, last, stride, rows, cols, gap, across, boards,
        closed, linear, unused_0, unused_1, moves, colours
    );
    assert_eq!(fields(&module, "View"), host);
}

#[test]
fn host_and_shader_lay_out_glyphs_and_letters_alike() {
    let module = parse("text", TEXT);
    assert_eq!(fields(&module, "Glyph"), host_fields!(Glyph: offset, wide, high, left, top, scale, advance));
    assert_eq!(fields(&module, "Letter"), host_fields!(Letter: corner, size, offset, wide, high, colour));
}
