//! The window's shaders by themselves: valid WGSL, laid out as the host lays them out.

use courser_view::window::{BOARD_WGSL, Glyph, LINE_WGSL, Letter, MARK_WGSL, TEXT_WGSL, VIEW_WGSL, View};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, TypeInner};

/// Every shader of the window as the device gets it, and its entry points.
const SHADERS: [(&str, &str, &[&str]); 4] = [
    ("board", BOARD_WGSL, &["board_place", "board_colour"]),
    ("line", LINE_WGSL, &["line_place", "line_colour"]),
    ("mark", MARK_WGSL, &["mark_place", "mark_colour"]),
    ("text", TEXT_WGSL, &["number_place", "word_place", "sign_colour"]),
];

fn parse(name: &str, wgsl: &str) -> Module {
    let module =
        naga::front::wgsl::parse_str(wgsl).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
    module
}

/// Size of a struct in WGSL, and name and offset of each field.
fn fields(module: &Module, name: &str) -> (u32, Vec<(String, u32)>) {
    let (_, found) = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(name)).expect(name);
    let TypeInner::Struct { members, span } = &found.inner else { panic!("{name} is no struct") };
    (*span, members.iter().map(|member| (member.name.clone().unwrap_or_default(), member.offset)).collect())
}

/// Size of a struct in Rust, and name and offset of each field.
macro_rules! host_fields {
    ($kind:ty: $($field:ident),+ $(,)?) => {
        (
            size_of::<$kind>() as u32,
            vec![$((stringify!($field).to_owned(), std::mem::offset_of!($kind, $field) as u32)),+],
        )
    };
}

#[test]
fn every_shader_is_valid_by_the_standard_alone_and_has_its_entry_points() {
    for (name, wgsl, expected) in SHADERS {
        let module = parse(name, &[VIEW_WGSL, wgsl].join("\n"));
        let entries: Vec<&str> = module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(entries, expected, "{name}");
    }
}

#[test]
fn host_and_shader_lay_out_the_view_alike() {
    let module = parse("board", &[VIEW_WGSL, BOARD_WGSL].join("\n"));
    let host = host_fields!(
        View: size, origin, first, seen, side, em, digits, now, phase, last, stride, rows, cols, gap, across, boards,
        closed, linear, unused_0, unused_1, moves, colours
    );
    assert_eq!(fields(&module, "View"), host);
}

#[test]
fn host_and_shader_lay_out_glyphs_and_letters_alike() {
    let module = parse("text", &[VIEW_WGSL, TEXT_WGSL].join("\n"));
    assert_eq!(fields(&module, "Glyph"), host_fields!(Glyph: offset, wide, high, left, top, scale));
    assert_eq!(fields(&module, "Letter"), host_fields!(Letter: corner, size, offset, wide, high, colour));
}

#[test]
fn a_layout_that_differs_is_found() {
    let wgsl = VIEW_WGSL.replace("    scale: f32,\n}", "    scale: f32,\n    more: u32,\n}");
    let module = parse("text", &[&wgsl, TEXT_WGSL].join("\n"));
    assert_ne!(fields(&module, "Glyph"), host_fields!(Glyph: offset, wide, high, left, top, scale));
}
