//! Tests that the types of the host and the types of the shaders have the same layout. `tests/kernels.rs` validates the
//! shaders.

use std::collections::BTreeSet;

use courser_engine::batch::{BatchParams, Knight, Slice, SliceTally, kernels};
use courser_solve::warnsdorff::Rule;
use courser_wgsl::{constant, entries, fields, host_fields};

use crate::module::module;

#[test]
fn host_and_shader_lay_out_the_params_alike() {
    let module = module("init_boards");
    assert_eq!(
        fields(&module, "Params"),
        host_fields!(
            BatchParams: rows, cols, playable, move_count, codes, r, s, knights, slices, words, budget, row_words,
            free, planes, legs,
        )
    );
}

#[test]
fn host_and_shader_lay_out_a_slice_and_a_knight_alike() {
    let module = module("tally");
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
    let module = module("tally");
    assert_eq!(
        fields(&module, "SliceTally"),
        host_fields!(
            SliceTally: complete, closed, visited_low, visited_high, min_visited, first_complete, first_closed,
        )
    );
}

#[test]
fn every_kernel_has_one_entry_point_with_its_own_name() {
    for name in kernels().iter().map(|kernel| kernel.module).collect::<BTreeSet<_>>() {
        let module = module(name);
        let names: Vec<_> = entries(&module).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [name]);
    }
}

#[test]
fn the_kernels_around_the_walks_are_as_wide_as_the_host_counts_on() {
    for name in ["init_knights", "init_boards", "tally"] {
        assert_eq!(entries(&module(name)), [(name, [64, 1, 1])]);
    }
}

#[test]
fn the_rules_have_the_same_numbers_on_both_sides() {
    let small = module("small");
    for rule in Rule::ALL {
        let name = rule.name().to_uppercase().replace('-', "_");
        assert_eq!(constant(&small, &name), rule.number(), "{rule}");
    }
}
