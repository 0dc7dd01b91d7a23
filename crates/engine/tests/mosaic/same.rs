//! Tests that the GPU and the CPU compute the same visit numbers on boards of every kind.

use courser_board::{Board, Kind, Square, TourSpec};
use courser_engine::mosaic::{GpuMosaic, Limits};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::tame::{self, Minimised};

use crate::gpu;
use crate::tools::{bands_of, compare, filled, from_gpu, hash, plan, same};

/// Returns a square whose colour allows a tour to start on it. The square is the same in every run.
fn some_start(rows: u32, cols: u32, nth: u64) -> Square {
    let (row, col) = ((hash(nth) % u64::from(rows)) as u32, (hash(nth ^ 0xffff) % u64::from(cols)) as u32);
    match (rows % 2 == 1 && cols % 2 == 1, (row + col) % 2) {
        // On a board whose sides are both odd, a tour must start on a square that has the colour of the corners. If a
        // square has the other colour, the square to its left is used. In column 0, the square above is used.
        (true, 1) if col > 0 => Square::new(row, col - 1),
        (true, 1) => Square::new(row - 1, col),
        _ => Square::new(row, col),
    }
}

#[test]
fn small_boards_of_every_shape_have_the_numbers_of_the_cpu() {
    let device = gpu::device();
    for rows in 5..=21 {
        for cols in 5..=37 {
            let closed = rows * cols % 2 == 0;
            same(&device, &plan(rows, cols, closed, None, None), Limits::of(&device));
        }
    }
}

#[test]
fn four_hundred_boards_from_any_start_have_the_numbers_of_the_cpu_in_bands_of_any_height() {
    let device = gpu::device();
    for nth in 0..400 {
        let side = |salt: u64, most: u64| 5 + (hash(nth * 8 + salt) % most) as u32;
        // Half of the boards have odd sides, and a third of the plans have a seed.
        let odd = u32::from(nth % 2 == 0);
        let (rows, cols) = (side(1, 70) | odd, side(2, 300) | odd);
        let seed = (nth % 3 == 0).then_some(nth);
        let plan = plan(rows, cols, false, Some(some_start(rows, cols, nth)), seed);
        same(&device, &plan, bands_of(&device, &plan, 1 + (hash(nth) % u64::from(rows)) as u32));
    }
}

#[test]
fn two_hundred_tours_between_two_squares_have_the_numbers_of_the_cpu() {
    let device = gpu::device();
    let mut tours = 0;
    for nth in 0..200 {
        let side = |salt: u64, most: u64| 6 + (hash(nth * 8 + salt) % most) as u32;
        let (rows, cols) = (side(3, 60), side(4, 200));
        let (start, mut end) = (some_start(rows, cols, nth), some_start(rows, cols, nth + 1000));
        if rows * cols % 2 == 0 && start.colour() == end.colour() {
            end = Square::new(end.row, if end.col + 1 < cols { end.col + 1 } else { end.col - 1 });
        }
        let board = Board::new(rows, cols).unwrap();
        // The only excluded case is that both ends are the same square.
        let Ok(spec) = TourSpec::new(&board, Kind::Open, Some(start), Some(end)) else {
            assert_eq!(start, end, "{board}");
            continue;
        };
        let plan = MosaicPlan::new(&spec, (nth % 4 == 0).then_some(nth)).unwrap();
        same(&device, &plan, bands_of(&device, &plan, 1 + (hash(nth) % u64::from(rows)) as u32));
        tours += 1;
    }
    assert!(tours > 190);
}

#[test]
fn thin_boards_have_the_numbers_of_the_cpu() {
    let device = gpu::device();
    for (rows, cols) in [(5, 6), (5, 4000), (4000, 5), (6, 9999), (9999, 6), (7, 2002), (2002, 7), (5, 65_538)] {
        for seed in [None, Some(5)] {
            let plan = plan(rows, cols, true, None, seed);
            same(&device, &plan, Limits::of(&device));
            same(&device, &plan, bands_of(&device, &plan, rows.div_ceil(3)));
        }
    }
    for (rows, cols) in [(5, 4001), (4001, 5), (7, 1001), (1001, 7)] {
        let plan = plan(rows, cols, false, Some(some_start(rows, cols, 9)), None);
        same(&device, &plan, bands_of(&device, &plan, rows.div_ceil(4)));
    }
}

#[test]
fn seeded_boards_have_the_variants_of_the_cpu() {
    let device = gpu::device();
    for seed in 0..24 {
        let plan = plan(100 + seed as u32, 150, true, Some(some_start(100, 150, seed)), Some(seed));
        same(&device, &plan, bands_of(&device, &plan, 40));
    }
}

#[test]
fn boards_around_the_edge_of_a_workgroup_have_the_numbers_of_the_cpu() {
    let device = gpu::device();
    // A workgroup has 64 invocations. An invocation processes four quads if the tiles are eight columns wide, and
    // otherwise one quad. A quad has four columns.
    for cols in [252, 255, 256, 257, 260, 1020, 1023, 1024, 1025, 1028, 1040] {
        same(&device, &plan(24, cols, true, None, None), Limits::of(&device));
        same(&device, &plan(cols, 22, true, Some(Square::new(cols / 2, 9)), None), Limits::of(&device));
    }
}

#[test]
fn dispatches_folded_into_short_dimensions_have_the_numbers_of_the_cpu() {
    let device = gpu::device();
    for groups in [6, 7, 8, 13] {
        for (rows, cols) in [(40, 44), (99, 100), (33, 260)] {
            let plan = plan(rows, cols, true, Some(some_start(rows, cols, 2)), None);
            same(&device, &plan, Limits { groups, ..Limits::of(&device) });
        }
    }
}

#[test]
fn a_start_in_every_square_of_a_tile_is_numbered_right() {
    // The kernel for tiles of eight columns does not support a start inside a tile. Therefore another kernel recomputes
    // the visit numbers of the tile that contains the start.
    let device = gpu::device();
    for (rows, cols) in [(26, 60), (22, 71)] {
        for row in 10..20 {
            for col in (16..26).chain([0, 7, 8, cols - 9, cols - 1]) {
                same(&device, &plan(rows, cols, true, Some(Square::new(row, col)), None), Limits::of(&device));
            }
        }
    }
}

#[test]
fn wide_numbers_are_the_narrow_ones() {
    let device = gpu::device();
    for nth in 0..150 {
        let side = |salt: u64, most: u64| 5 + (hash(nth * 8 + salt) % most) as u32;
        let (rows, cols) = (side(5, 60), side(6, 150));
        let plan = plan(rows, cols, false, Some(some_start(rows, cols, nth)), (nth % 3 == 0).then_some(nth));
        let bands = bands_of(&device, &plan, 1 + (hash(nth) % u64::from(rows)) as u32);
        same(&device, &plan, Limits { wide: true, ..bands });
    }
}

#[test]
fn tame_tours_have_the_numbers_of_the_cpu() {
    let device = gpu::device();
    for nth in 0..80 {
        let side = |salt: u64| 12 + (hash(nth * 8 + salt) % 120) as u32;
        let (rows, cols) = (side(7) | 1, side(8) & !1);
        let (rows, cols) = if nth % 2 == 0 { (rows, cols) } else { (cols, rows) };
        // Half of the plans are for tours with few crossings, on boards with even sides. An eighth of the boards have
        // two odd sides.
        let (rows, cols, fewest) =
            if nth % 4 < 2 { (rows, cols, Minimised::Turns) } else { (2 * rows, 2 * cols, Minimised::Crossings) };
        let (rows, cols) = if nth % 8 == 1 { (rows | 1, cols | 1) } else { (rows, cols) };
        // Some boards have equal sides, so that the tour is folded.
        let (rows, cols) = if nth % 8 == 3 { (rows | 104, rows | 104) } else { (rows, cols) };
        let spec = TourSpec::open(&Board::new(rows, cols).unwrap());
        let spec =
            if nth % 3 == 0 || nth % 8 == 1 { spec } else { spec.starting_at(some_start(rows, cols, nth)).unwrap() };
        let plan = tame::TamePlan::new(&spec, fewest, None).unwrap();
        let bands = u64::from(cols) * (1 + hash(nth) % u64::from(rows));
        let limits = Limits { wide: nth % 5 == 0, ..Limits::of(&device).with_bands(bands) };
        let mut mosaic = GpuMosaic::tame(&device, &plan, limits).unwrap();
        let (gpu, _) = from_gpu(&mut mosaic).unwrap_or_else(|error| panic!("{plan:?}: {error}"));
        let mut cpu = vec![0_u64; plan.cells() as usize];
        plan.fill_rows(0..rows, &mut cpu);
        assert_eq!(gpu.iter().zip(&cpu).position(|(gpu, cpu)| gpu != cpu), None, "{plan:?} under {limits:?}");
        assert_eq!(gpu.len(), cpu.len());
    }
}

#[test]
fn the_comparer_names_a_wrong_number_and_a_missing_one() {
    let plan = plan(10, 12, true, None, None);
    let mut numbers: Vec<u64> = filled(&plan);
    assert_eq!(compare(&plan, &numbers), Ok(()));
    numbers[3 * 12 + 5] ^= 1;
    let difference = compare(&plan, &numbers).unwrap_err();
    assert!(difference.contains("row 3, column 5 is"), "{difference}");
    assert!(compare(&plan, &numbers[1..]).unwrap_err().contains("119 numbers for 120 squares"));
}
