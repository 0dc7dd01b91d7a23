//! Tests the functions that search a shader. Each function must find a known example. Without these tests, an empty
//! result could not be trusted.

use courser_wgsl::{constant, entries, fields, foreign_scalars, host_fields, naga, parse};

const WGSL: &str = "
    const SEVEN: u32 = 7u;
    struct Place { row: u32, cols: vec2<u32>, phase: i32, }
    @group(0) @binding(0) var<uniform> place: Place;
    @compute @workgroup_size(SEVEN, 2) fn main() {}
";

#[test]
fn a_shader_in_integers_has_no_strangers() {
    assert_eq!(foreign_scalars(&parse("integers", WGSL)), []);
}

#[test]
fn the_search_for_floats_and_long_integers_finds_them() {
    for function in [
        "fn third(n: u32) -> u32 { return u32(f32(n) / 3.0); }",
        "fn long(n: u32) -> u64 { return u64(n); }",
        "const HALF = vec2<f32>(0.5);",
        "var<private> weight: f32;",
    ] {
        let module = naga::front::wgsl::parse_str(&format!("{WGSL}\n{function}")).unwrap();
        assert!(!foreign_scalars(&module).is_empty(), "{function}");
    }
}

#[test]
#[should_panic(expected = "a bad one")]
fn a_shader_that_is_not_valid_is_refused_by_its_name() {
    parse("a bad one", "fn third() -> u32 { return 1.0; }");
}

#[test]
fn a_layout_that_differs_is_found() {
    #[allow(dead_code, reason = "only its layout is looked at")]
    #[repr(C)]
    struct Place {
        row: u32,
        unused: u32,
        cols: [u32; 2],
        phase: i32,
        unused_too: u32,
    }
    let padded =
        parse("padded", &WGSL.replace("row: u32,", "row: u32, unused: u32,").replace("i32,", "i32, unused_too: u32,"));
    let host = host_fields!(Place: row, unused, cols, phase, unused_too);
    assert_eq!(fields(&padded, "Place"), host);
    assert_ne!(fields(&parse("other names", WGSL), "Place"), host);
    let swapped = WGSL.replace(
        "row: u32, cols: vec2<u32>, phase: i32",
        "cols: vec2<u32>, row: u32, unused: u32, phase: i32, unused_too: u32",
    );
    assert_ne!(fields(&parse("another order", &swapped), "Place"), host);
}

#[test]
fn entry_points_and_constants_are_found_by_name() {
    let module = parse("integers", WGSL);
    assert_eq!(entries(&module), [("main", [7, 2, 1])]);
    assert_eq!(constant(&module, "SEVEN"), 7);
}
