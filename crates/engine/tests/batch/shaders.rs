//! The shaders by themselves: valid WGSL, integers only, laid out as the host lays them out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use courser_engine::batch::{Knight, Params, Slice, SliceTally, kernels};
use courser_shaders::batch::{INIT_BOARDS, INIT_KNIGHTS, SMALL, STATE, TALLY};
use courser_solve::warnsdorff::Rule;
use courser_wgsl::{entries, fields, foreign_scalars, host_fields, parse};

/// Every shader of the batch as the device gets it.
fn shaders() -> BTreeMap<&'static str, Cow<'static, str>> {
    kernels().into_iter().map(|kernel| (kernel.module, kernel.wgsl)).collect()
}

#[test]
fn every_shader_is_valid_and_counts_in_integers_of_32_bits_only() {
    for (name, wgsl) in shaders() {
        assert_eq!(foreign_scalars(&parse(name, &wgsl)), [], "{name}");
    }
}

#[test]
fn host_and_shader_lay_out_the_params_alike() {
    let module = parse("state", STATE);
    assert_eq!(
        fields(&module, "Params"),
        host_fields!(
            Params: rows, cols, playable, move_count, codes, r, s, knights, slices, words, budget, row_words,
            free, planes, legs,
        )
    );
}

#[test]
fn host_and_shader_lay_out_a_slice_and_a_knight_alike() {
    let module = parse("tally", TALLY);
    assert_eq!(
        fields(&module, "Slice"),
        host_fields!(
            Slice: first, count, order, number, seed_low, seed_high, starts, start_count, start_at,
        )
    );
    assert_eq!(
        fields(&module, "Knight"),
        host_fields!(Knight: at, visits, start, order, number, seed_low, seed_high, leg)
    );
}

#[test]
fn host_and_shader_lay_out_a_share_alike() {
    let module = parse("tally", TALLY);
    assert_eq!(
        fields(&module, "SliceTally"),
        host_fields!(
            SliceTally: complete, closed, visited_low, visited_high, least, first_complete, first_closed,
        )
    );
}

#[test]
fn every_kernel_has_one_entry_point_with_its_own_name() {
    for (name, wgsl) in shaders() {
        let module = parse(name, &wgsl);
        let names: Vec<_> = entries(&module).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [name]);
    }
}

#[test]
fn the_kernels_around_the_walks_are_as_wide_as_the_host_counts_on() {
    for (name, wgsl) in [("init_knights", INIT_KNIGHTS), ("init_boards", INIT_BOARDS), ("tally", TALLY)] {
        assert_eq!(entries(&parse(name, wgsl)), [(name, [64, 1, 1])]);
    }
}

#[test]
fn the_rules_have_the_same_numbers_on_both_sides() {
    for (number, rule) in Rule::ALL.into_iter().enumerate() {
        let name = rule.name().to_uppercase().replace('-', "_");
        let line = format!("const {name}: u32 = {number}u;");
        assert!(SMALL.lines().any(|other| other == line), "{line}");
    }
}
