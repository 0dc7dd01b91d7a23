//! Tests that the types of the host have the same layout as in the shaders. `tests/kernels.rs` validates the shaders.

use courser_engine::cycle::{Cell, CycleParams, MAX_BALL, PASSES, Phase, Status, StatusWord, WHOLE_WIDTH};
use courser_solve::warnsdorff::Rule;
use courser_wgsl::naga::TypeInner;
use courser_wgsl::{constant, entries, fields, host_fields};

use crate::module::module;

#[test]
fn host_and_shader_lay_out_the_status_alike() {
    let module = module("rank");
    assert_eq!(fields(&module, "Status"), host_fields!(Status: word, visit, at, to, leg, tries));
}

#[test]
fn host_and_shader_lay_out_the_board_alike() {
    let module = module("rank");
    assert_eq!(
        fields(&module, "Board"),
        host_fields!(
            CycleParams: rows, cols, playable, move_count, ball_count, groups, budget, number, seed_low, seed_high, unused1,
            unused2, moves, ball, legs
        )
    );
}

#[test]
fn a_square_is_four_words_in_the_order_r_g_b_a() {
    assert_eq!(
        host_fields!(Cell: visit, phase, rank, next),
        (16, ["visit", "phase", "rank", "next"].iter().zip([0, 4, 8, 12]).map(|(n, o)| (n.to_string(), o)).collect())
    );
    let module = module("rank");
    let (_, before) = module
        .global_variables
        .iter()
        .find(|(_, global)| global.name.as_deref() == Some("before"))
        .expect("it is there");
    let TypeInner::Array { stride, .. } = module.types[before.ty].inner else { panic!("no array") };
    assert_eq!(stride, 16);
}

#[test]
fn every_pass_has_both_entry_points_with_the_width_that_the_host_counts_on() {
    for pass in &PASSES {
        let module = module(pass.name);
        let expected = [("whole", [WHOLE_WIDTH as u32, 1, 1]), ("near", [64, 1, 1])];
        assert_eq!(entries(&module), expected, "{}", pass.name);
        // Every square at most two moves away from the knight needs its own lane.
        assert!(constant(&module, "NEAR_WIDTH") as usize >= MAX_BALL);
    }
}

#[test]
fn host_and_shaders_agree_on_phases_status_words_and_lanes() {
    let state = module("rank");
    for (name, value) in [
        ("HOLE", Cell::HOLE),
        ("EMPTY", Phase::Empty as u32),
        ("ARRIVED", Phase::Arrived as u32),
        ("ACKNOWLEDGED", Phase::Acknowledged as u32),
        ("DEPARTING", Phase::Departing as u32),
        ("LEFT", Phase::Left as u32),
        ("RUNNING", StatusWord::Running as u32),
        ("DONE", StatusWord::Done as u32),
        ("STUCK", StatusWord::Stuck as u32),
    ] {
        assert_eq!(constant(&state, name), value, "{name}");
    }
}

#[test]
fn the_rules_have_the_same_numbers_on_both_sides() {
    let decide = module("decide");
    for rule in Rule::ALL {
        let name = rule.name().to_uppercase().replace('-', "_");
        assert_eq!(constant(&decide, &name), rule.number(), "{rule}");
    }
}
