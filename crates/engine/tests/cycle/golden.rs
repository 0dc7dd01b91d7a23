//! Tests that every schedule reproduces published tours, on the CPU and on the GPU.

use courser_board::{Board, Kind, MoveOrder, Square, Tour};
use courser_engine::cycle::{CpuCycle, Cycle, GpuCycle, Schedule, Setup, StatusWord, order_of};

use crate::gpu;

const SLIDES_8X8: &str = include_str!("../data/cg-8x8-from-2-4.txt");

/// Runs a tour to its end with every schedule, on the CPU and on the GPU, and calls `judge` with each tour.
fn on_every_engine(board: &Board, start: Square, order: MoveOrder, judge: impl Fn(&str, &Tour)) {
    let device = gpu::device();
    for schedule in Schedule::ALL {
        let setup = Setup::new(board.clone(), start, order).unwrap();
        let mut engines: Vec<(String, Box<dyn Cycle>)> = vec![
            (format!("cpu {schedule}"), Box::new(CpuCycle::new(setup.clone(), schedule).unwrap())),
            (format!("gpu {schedule}"), Box::new(GpuCycle::new(&device, setup, schedule).unwrap())),
        ];
        for (name, engine) in &mut engines {
            let status = engine.finish(&mut |_| true).unwrap();
            assert_eq!(status.word(), StatusWord::Done, "{name} on {board}");
            let order = order_of(&engine.state().unwrap()).unwrap();
            judge(name, &Tour::new(board.clone(), order).unwrap());
        }
    }
}

#[test]
fn the_slides_8x8_tour_comes_out_to_the_last_number() {
    let printed: Vec<u32> = SLIDES_8X8.split_whitespace().map(|number| number.parse().unwrap()).collect();
    on_every_engine(&"8x8".parse().unwrap(), Square::new(2, 4), MoveOrder::SLIDES, |name, tour| {
        assert_eq!(tour.visits(), printed, "{name}");
        assert_eq!(tour.kind(), Kind::Closed, "{name}");
    });
}

#[test]
fn the_slides_32x32_tour_from_9_15_completes() {
    on_every_engine(&"32x32".parse().unwrap(), Square::new(9, 15), MoveOrder::SLIDES, |name, tour| {
        assert_eq!(tour.order().len(), 1024, "{name}");
    });
}

#[test]
fn the_move_order_decides_which_tour_it_is() {
    let board: Board = "8x8".parse().unwrap();
    let setup = |order| Setup::new(board.clone(), Square::new(2, 4), order).unwrap();
    let tours: Vec<Vec<u32>> = [MoveOrder::SLIDES, MoveOrder::CLOCKWISE, MoveOrder::LEXICOGRAPHIC]
        .map(|order| {
            let mut cycle = CpuCycle::new(setup(order), Schedule::Near).unwrap();
            cycle.finish(&mut |_| true).unwrap();
            order_of(&cycle.state().unwrap()).unwrap()
        })
        .into();
    assert!(tours[0] != tours[1] && tours[1] != tours[2] && tours[0] != tours[2]);
}
