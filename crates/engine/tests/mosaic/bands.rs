//! Tests boards that exceed the limits of one dispatch, one buffer or the GPU.

use std::ops::{ControlFlow, Range};

use courser_board::proof::{self, VisitNumbers};
use courser_board::{ErrorClass, Square};
use courser_engine::EngineError;
use courser_engine::mosaic::{GpuMosaic, Limits, Mosaic};
use courser_gpu::{AdapterChoice, Adapters, GpuDevice, block_on};

use crate::gpu;
use crate::tools::{bands_of, compare, filled, from_gpu, plan};

#[test]
fn a_seam_in_every_row_leaves_the_numbers_and_the_proof_as_they_are() {
    let device = gpu::device();
    for (rows, cols, start) in [(24, 30, None), (23, 42, Some(Square::new(11, 20))), (37, 29, None)] {
        let plan = plan(rows, cols, rows * cols % 2 == 0, start, None);
        for height in 1..=rows {
            let mut mosaic = GpuMosaic::with_limits(&device, &plan, bands_of(&device, &plan, height)).unwrap();
            let (gpu, bands) = from_gpu(&mut mosaic).unwrap();
            compare(&plan, &gpu).unwrap_or_else(|difference| panic!("{difference}, {height} rows per band"));
            let handed: Vec<u32> = bands.iter().cloned().flatten().collect();
            assert_eq!(handed, (0..rows).collect::<Vec<_>>(), "{height} rows per band");
            let report = mosaic.prove(&mut |_| {}).unwrap();
            assert_eq!(report.squares, plan.cells());
        }
    }
}

#[test]
fn a_small_binding_makes_bands_that_fit_it() {
    let device = gpu::device();
    let plan = plan(100, 101, true, None, None);
    // A row is padded to 104 numbers.
    for (rows_that_fit, bands) in [(100, 1), (99, 2), (20, 7), (5, 100)] {
        let limits = Limits { binding: rows_that_fit * 104 * 4, ..Limits::of(&device) };
        let mut mosaic = GpuMosaic::with_limits(&device, &plan, limits).unwrap();
        let (gpu, _) = from_gpu(&mut mosaic).unwrap();
        compare(&plan, &gpu).unwrap();
        assert_eq!(mosaic.prove(&mut |_| {}).unwrap().bands, bands, "{rows_that_fit} rows fit");
    }
    let limits = Limits { binding: 4 * 104 * 4 + 103 * 4, ..Limits::of(&device) };
    let error = GpuMosaic::with_limits(&device, &plan, limits).unwrap_err();
    assert!(matches!(error, EngineError::LongRows { rows: 100, cols: 101, needed: 2080, .. }), "{error}");
    assert!(error.class() == ErrorClass::Input);
}

#[test]
fn more_workgroups_than_a_dispatch_may_have_are_refused_with_both_numbers() {
    let device = gpu::device();
    let plan = plan(1000, 999, true, None, None);
    let limits = Limits { groups: 2, ..Limits::of(&device) };
    let error = GpuMosaic::with_limits(&device, &plan, limits).unwrap().prove(&mut |_| {}).unwrap_err();
    assert!(matches!(error, EngineError::Dispatch { there: 4, .. }) && error.class() != ErrorClass::Input);
    assert!(error.to_string().starts_with("a 1000x999 board takes "), "{error}");
}

#[test]
fn progress_rises_to_all_squares() {
    let device = gpu::device();
    let plan = plan(64, 64, true, None, None);
    let mut mosaic = GpuMosaic::with_limits(&device, &plan, bands_of(&device, &plan, 9)).unwrap();
    let mut reported = vec![0];
    mosaic.prove(&mut |squares| reported.push(squares)).unwrap();
    assert!(reported.is_sorted_by(|a, b| a < b), "{reported:?}");
    assert_eq!(reported.last(), Some(&4096));
}

#[test]
fn a_proof_reads_nothing_back_and_every_part_is_timed() {
    let device = gpu::device();
    let plan = plan(500, 500, true, None, None);
    for host_clock in [false, true] {
        let limits = Limits { host_clock, ..bands_of(&device, &plan, 100) };
        let mut mosaic = GpuMosaic::with_limits(&device, &plan, limits).unwrap();
        let proven = mosaic.prove(&mut |_| {}).unwrap();
        let mut visits: Vec<u32> = Vec::new();
        let filled = mosaic.run(true, &mut |_, numbers| {
            let Some(VisitNumbers::Narrow(numbers)) = numbers else { panic!("wide numbers") };
            visits.extend_from_slice(numbers);
            ControlFlow::Continue(())
        });
        let filled = filled.unwrap().unwrap();
        assert_eq!(proof::prove(500, 500, true, &visits), Ok(()));
        let has_clock = device.adapter().features().contains(&"timestamp queries");
        for report in [proven, filled] {
            assert_eq!(report.by_gpu, has_clock && !host_clock);
            assert_eq!((report.squares, report.bands), (250_000, 6));
            assert!(!report.compute.is_zero() && !report.check.is_zero(), "{report:?}");
            assert!(report.compute + report.check <= report.wall, "{report:?}");
        }
        assert!(proven.read_back.is_zero() || host_clock, "{proven:?}");
        assert!(!filled.read_back.is_zero(), "{filled:?}");
    }
}

#[test]
fn whoever_takes_the_bands_can_end_the_run() {
    let device = gpu::device();
    let plan = plan(64, 64, true, None, None);
    let mut mosaic = GpuMosaic::with_limits(&device, &plan, bands_of(&device, &plan, 8)).unwrap();
    let mut bands = 0;
    let stopped = mosaic.run(true, &mut |_, _| {
        bands += 1;
        if bands == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.unwrap(), None);
    assert_eq!(bands, 3);
    // After an interrupted run, the next run is complete.
    compare(&plan, &from_gpu(&mut mosaic).unwrap().0).unwrap();
}

/// Returns the visit numbers of some rows, computed on the GPU.
fn part(mosaic: &mut GpuMosaic<'_>, rows: Range<u32>) -> Vec<u32> {
    let mut all = Vec::new();
    let mut next = rows.start;
    let each = &mut |band: Range<u32>, numbers: Option<VisitNumbers<'_>>| {
        assert_eq!(band.start, next);
        next = band.end;
        let Some(VisitNumbers::Narrow(numbers)) = numbers else { panic!("wide numbers") };
        all.extend_from_slice(numbers);
        ControlFlow::Continue(())
    };
    block_on(mosaic.rows(rows.clone(), true, each)).unwrap();
    assert_eq!(next, rows.end);
    all
}

#[test]
fn any_rows_of_a_board_can_be_had_alone() {
    let device = gpu::device();
    let plan = plan(60, 50, true, Some(Square::new(33, 21)), None);
    let visits: Vec<u32> = filled(&plan);
    for height in [1, 3, 7, 60] {
        let mut mosaic = GpuMosaic::with_limits(&device, &plan, bands_of(&device, &plan, height)).unwrap();
        for rows in [0..60, 0..1, 59..60, 5..6, 7..9, 10..14, 3..40, 31..60] {
            let expected = &visits[rows.start as usize * 50..rows.end as usize * 50];
            assert!(part(&mut mosaic, rows.clone()) == expected, "rows {rows:?}, {height} a band");
        }
    }
}

#[test]
fn a_whole_board_stays_on_the_gpu_in_rows_padded_with_zeros() {
    let device = gpu::device();
    for (rows, cols, height, wide) in [(40, 41, 40, false), (41, 40, 7, false), (22, 35, 1, false), (22, 35, 5, true)] {
        let plan = plan(rows, cols, rows * cols % 2 == 0, None, None);
        let limits = Limits { wide, ..bands_of(&device, &plan, height) };
        let mut seen = Vec::new();
        let mut mosaic = GpuMosaic::with_limits(&device, &plan, limits).unwrap();
        assert_eq!(mosaic.is_wide(), wide);
        let whole = mosaic.whole(&mut |rows| seen.push(rows)).unwrap();
        assert_eq!(whole.report.squares, plan.cells());
        assert!(seen.is_sorted() && seen.last() == Some(&rows), "{seen:?}");
        assert_eq!(whole.stride, cols.next_multiple_of(4));
        let mut bytes = vec![0xff; whole.numbers.size() as usize];
        let staging = device.staging("staging", bytes.len() as u64).unwrap();
        block_on(device.read(&whole.numbers, 0, &mut bytes, &staging)).unwrap();
        let numbers: Vec<u64> = if wide {
            bytemuck::pod_collect_to_vec(&bytes)
        } else {
            bytemuck::pod_collect_to_vec::<u8, u32>(&bytes).into_iter().map(u64::from).collect()
        };
        let lines = numbers.chunks(whole.stride as usize);
        assert!(lines.clone().all(|line| line[cols as usize..].iter().all(|&number| number == 0)));
        compare(&plan, &lines.flat_map(|line| line[..cols as usize].to_vec()).collect::<Vec<_>>()).unwrap();
    }
    let plan = plan(40, 40, true, None, None);
    let limits = Limits { binding: 39 * 160, ..Limits::of(&device) };
    let error = GpuMosaic::with_limits(&device, &plan, limits).unwrap().whole(&mut |_| {}).unwrap_err();
    assert!(matches!(error, EngineError::OneBinding { rows: 40, cols: 40, needed: 6400, .. }), "{error}");
}

#[test]
fn a_lost_device_is_an_error_with_a_hint() {
    let _one_at_a_time = gpu::device();
    let adapters = Adapters::find();
    let device = GpuDevice::open(adapters.pick(&AdapterChoice::Auto).unwrap()).unwrap();
    let plan = plan(200, 200, true, None, None);
    let mut mosaic = GpuMosaic::with_limits(&device, &plan, bands_of(&device, &plan, 20)).unwrap();
    let mut bands = 0;
    let lost = mosaic.run(true, &mut |_, _| {
        bands += 1;
        if bands == 2 {
            device.raw().destroy();
        }
        ControlFlow::Continue(())
    });
    let error = lost.unwrap_err();
    assert!(matches!(error, EngineError::Gpu(_)), "{error}");
    assert!(error.class() != ErrorClass::Input);
}
