//! Tests mosaics, tame tours and relays on a GPU. The results are compared with the results of the mirrors. The results
//! of the faster form on the CPU, `CpuMosaic`, are also compared with the results of the mirrors.

use std::ops::ControlFlow;

use courser_board::proof::VisitNumbers;
use courser_board::{Square, TourSpec};
use courser_engine::machine::{Lockstep, Machine, Mirror};
use courser_engine::mosaic::{CpuMosaic, GpuMosaic, Limits, MirrorMosaic, Mosaic, MosaicMemory, MosaicRun};
use courser_engine::numbering::{self, StreamedTour};
use courser_engine::{Device, EngineError};
use courser_gpu::GpuDevice;
use courser_solve::relay::{RelayChoices, RelayPlan};
use courser_solve::tame::{Minimised, TamePlan};

use crate::gpu;
use crate::tools::plan;

/// Returns plans of every kind. The sizes of their tiles, lines and regions differ.
fn plans() -> Vec<StreamedTour> {
    let spec = |size: &str| {
        let board = size.parse().unwrap();
        TourSpec::closed(&board)
    };
    let start = Some(Square::new(11, 20));
    let tame = |size, fewest| StreamedTour::Tame(TamePlan::new(&spec(size), fewest, None).unwrap());
    let relay = |spec: &TourSpec| StreamedTour::Relay(RelayPlan::new(spec, &RelayChoices::default()).unwrap());
    vec![
        StreamedTour::Mosaic(plan(44, 45, true, None, None)),
        StreamedTour::Mosaic(plan(60, 261, true, start, None)),
        StreamedTour::Mosaic(plan(31, 77, false, Some(Square::new(10, 18)), Some(3))),
        StreamedTour::Mosaic(plan(7, 301, false, None, Some(5))),
        tame("24x31", Minimised::Turns),
        tame("104x104", Minimised::Crossings),
        relay(&spec("40x66")),
        relay(&TourSpec::open(&"61x43".parse().unwrap())),
    ]
}

/// Returns the limits of three runs. The runs have bands of different heights. The second run computes 64-bit numbers.
/// In the third run, the clock of the host measures the times.
fn ways(device: &GpuDevice) -> [Limits; 3] {
    let whole = Limits::of(device);
    [whole, Limits { wide: true, ..whole.with_bands(700) }, Limits { host_clock: true, ..whole.with_bands(1) }]
}

/// Creates a mosaic that computes the visit numbers of a plan on a GPU.
fn on_gpu<'device>(device: &'device GpuDevice, plan: &StreamedTour, limits: Limits) -> GpuMosaic<'device> {
    match plan {
        StreamedTour::Mosaic(plan) => GpuMosaic::with_limits(device, plan, limits),
        StreamedTour::Tame(plan) => GpuMosaic::tame(device, plan, limits),
        StreamedTour::Relay(plan) => GpuMosaic::relay(device, plan, limits),
    }
    .unwrap()
}

/// Returns all visit numbers.
fn numbers(mosaic: &mut dyn Mosaic) -> Vec<u64> {
    let mut all = Vec::new();
    let run = mosaic.run(true, &mut |_, numbers| {
        match numbers.expect("they are read") {
            VisitNumbers::Narrow(numbers) => all.extend(numbers.iter().map(|&number| u64::from(number))),
            VisitNumbers::Wide(numbers) => all.extend_from_slice(numbers),
        }
        ControlFlow::Continue(())
    });
    run.unwrap().expect("nothing has ended the run");
    all
}

#[test]
fn plans_of_every_kind_run_in_lockstep_with_their_mirrors_in_bands_of_any_height() {
    let device = gpu::device();
    for plan in plans() {
        for limits in ways(&device) {
            let mut both = on_gpu(&device, &plan, limits).beside_mirrors(&plan).unwrap();
            // The height of the bands can vary, since `prove` reads no numbers back.
            let report = both.prove(&mut |_| {}).unwrap_or_else(|error| panic!("{plan:?}, {limits:?}: {error}"));
            assert!(both.into_machine().compared() >= report.bands, "{limits:?}");
        }
    }
}

#[test]
fn the_fast_form_on_the_cpu_has_the_numbers_of_the_mirrors() {
    for plan in plans() {
        let fast = match plan.clone() {
            StreamedTour::Mosaic(plan) => numbers(&mut CpuMosaic::new(plan)),
            StreamedTour::Tame(plan) => numbers(&mut CpuMosaic::new(plan)),
            StreamedTour::Relay(plan) => numbers(&mut CpuMosaic::new(plan)),
        };
        for limits in [Limits::default(), Limits::default().with_bands(500)] {
            let mirrored = numbers(&mut MirrorMosaic::new(&plan, limits).unwrap());
            assert_eq!(fast.iter().zip(&mirrored).position(|(fast, mirrored)| fast != mirrored), None, "{plan:?}");
            assert_eq!(fast.len(), mirrored.len());
        }
    }
}

#[test]
fn a_relay_of_large_regions_is_compared_on_the_cpu() {
    let spec = TourSpec::closed(&"48x48".parse().unwrap());
    let choices = RelayChoices { region: Some((12, 12)), ..RelayChoices::default() };
    let plan = StreamedTour::Relay(RelayPlan::new(&spec, &choices).unwrap());
    assert_eq!(numbers(&mut *numbering::beside(&Device::CPU, &plan).unwrap()).len(), 48 * 48);
}

#[test]
fn a_kernel_with_a_wrong_line_is_named_with_both_words_and_the_square() {
    let device = gpu::device();
    let mosaic = StreamedTour::Mosaic(plan(44, 45, true, None, None));
    let tame = StreamedTour::Tame(
        TamePlan::new(&TourSpec::closed(&"24x31".parse().unwrap()), Minimised::Turns, None).unwrap(),
    );
    let shaders = courser_shaders::mosaic::VISITS.replace("vec2<u32>(2u, 0u)", "vec2<u32>(3u, 0u)");
    let check = courser_shaders::mosaic::CHECK.replace("atomicAdd(&verdict.ones, 1u)", "atomicAdd(&verdict.ones, 2u)");
    let tamed = courser_shaders::mosaic::TAME.replace("vec2<u32>(1u, 0u)));", "vec2<u32>(2u, 0u)));");
    for (plan, module, wgsl, kernel, place) in [
        (&mosaic, "mosaic visits", &shaders, "mosaic visits any_tiles", "the number of row 0, column 0"),
        (&mosaic, "mosaic check", &check, "mosaic check check", "the number of ones"),
        (&tame, "tame visits", &tamed, "tame visits tame_squares", "the number of row 0, column 0"),
    ] {
        let mut machine = on_gpu(&device, plan, Limits::of(&device)).into_machine();
        machine.edit(module, Some(wgsl.clone()));
        let both = Lockstep::new(machine, Mirror::new(MosaicMemory::new(plan.clone())), 8);
        let mut both = MosaicRun::begin(both, plan, Limits::of(&device)).unwrap();
        match both.prove(&mut |_| {}) {
            Err(EngineError::Lockstep(difference)) => {
                assert_eq!((difference.kernel.as_str(), difference.place.as_deref()), (kernel, Some(place)));
                assert_eq!(difference.found, difference.expected + 1, "{difference}");
            }
            other => panic!("{module}: {other:?}"),
        }
    }
}
