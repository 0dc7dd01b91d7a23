//! Tests that the types of the host and the types of the shaders have the same layout. `tests/kernels.rs` validates the
//! shaders.

use courser_engine::mosaic::{GpuBlock, GpuCut, GpuLinear, GpuPlan, GpuZone, RowWindow, Verdict};
use courser_shaders::mosaic::CHECK;
use courser_solve::mosaic::MAX_CUTS;
use courser_wgsl::naga::{ArraySize, TypeInner};
use courser_wgsl::{entries, fields, host_fields};

use crate::module::module;

/// Names of the mosaic's modules.
const MODULES: [&str; 3] = ["mosaic visits", "mosaic check", "tame visits"];

#[test]
fn host_and_shader_lay_out_the_window_and_the_plan_alike() {
    for name in MODULES {
        assert_eq!(
            fields(&module(name), "RowWindow"),
            host_fields!(
                RowWindow: rows, cols, cells, quads, top, number_first, number_end, tile_row, tile_rows, check_first, check_end,
                closed, span_first, span_quads, span_step, plan
            )
        );
        assert_eq!(
            fields(&module(name), "Plan"),
            host_fields!(
                GpuPlan: shift, seed, row_zones, col_zones, rows, cols, transposed, folded, unused, unused_too, unused_as_well
            )
        );
    }
}

#[test]
fn host_and_shader_lay_out_the_tiles_alike() {
    let module = module("mosaic visits");
    assert_eq!(fields(&module, "Zone"), host_fields!(GpuZone: start, size, count, before));
    assert_eq!(fields(&module, "Linear"), host_fields!(GpuLinear: first, down, right));
    assert_eq!(fields(&module, "Cut"), host_fields!(GpuCut: after, unused, size));
    assert_eq!(fields(&module, "Block"), host_fields!(GpuBlock: base, positions, stride, step, variants, cuts));
    let cuts = module.types.iter().find_map(|(_, kind)| match kind.inner {
        TypeInner::Array { base, size: ArraySize::Constant(size), stride }
            if module.types[base].name.as_deref() == Some("Cut") =>
        {
            Some((size.get() as usize, stride as usize))
        }
        _ => None,
    });
    assert_eq!(cuts, Some((MAX_CUTS, size_of::<GpuCut>())));
}

#[test]
fn host_and_shader_lay_out_the_verdict_alike() {
    let module = module("mosaic check");
    assert_eq!(fields(&module, "Verdict"), host_fields!(Verdict: first, seen, ones));
}

#[test]
fn every_pass_has_its_entry_points_with_the_width_that_the_host_counts_on() {
    let passes: [&[&str]; 3] = [&["any_tiles", "eight_wide"], &["check"], &["tame_squares"]];
    for (name, expected) in MODULES.into_iter().zip(passes) {
        let expected: Vec<_> = expected.iter().map(|&entry| (entry, [64, 1, 1])).collect();
        assert_eq!(entries(&module(name)), expected, "{name}");
    }
}

#[test]
fn the_check_knows_nothing_of_the_plan() {
    let module = module("mosaic check");
    let names: Vec<_> = module.global_variables.iter().filter_map(|(_, global)| global.name.as_deref()).collect();
    assert_eq!(names, ["window", "numbers", "verdict", "group_seen"]);
    assert!(!CHECK.contains("plan."), "it reads numbers only");
}
