//! Grown tours on a GPU.

use async_trait::async_trait;
use courser_board::proof;
use courser_gpu::GpuDevice;

use super::WORK;
use super::host::{Host, Numbers};
use super::job::{GrowthJob, NO_LABEL};
use super::kernels::{GrowthTask, KERNELS, WIDTH, build};
use super::memory::{CELLS, GrowthMemory, sizes};
use super::passes::BandSink;
use super::setup::GrowthSetup;
use crate::machine::parts::SplitArray;
use crate::machine::{BufferSpec, GpuMachine};
use crate::mosaic::{self, GpuMosaic, Limits};
use crate::{EngineError, Result, memory};

/// Maximum number of parts into which the cells are split.
const MAX_PARTS: u64 = 8;

/// Number of squares in a band of visit numbers.
const BAND: u64 = 1 << 22;

/// Size of a read-back buffer in bytes.
const STAGING: u64 = 16 << 20;

/// A growing tour in the memory of a GPU, about six bytes per square.
pub type GpuGrown<'device> = Host<GpuMachine<'device, GrowthMemory>>;

impl<'device> GpuGrown<'device> {
    /// Creates the state before the first pass.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if an array does not fit in the storage bindings of the adapter, or if too little main
    /// memory is available. [`EngineError::Gpu`] if the device fails or has too little memory.
    pub fn new(device: &'device GpuDevice, setup: GrowthSetup) -> Result<Self> {
        let (cells, in_one) = (u64::from(setup.layout.cells()), device.max_binding() / 4);
        let split = (cells > in_one).then(|| in_one.max(1).ilog2().min(30));
        Self::with(device, setup, WIDTH, split)
    }

    /// Does the same as [`GpuGrown::new`], with `width` invocations in a workgroup. If `split` is given, the cells are
    /// split into parts of `1 << split` cells. The results depend on neither `width` nor `split`.
    ///
    /// # Errors
    /// See [`GpuGrown::new`].
    pub fn with(device: &'device GpuDevice, setup: GrowthSetup, width: u32, split: Option<u32>) -> Result<Self> {
        let job = GrowthJob::new(&setup);
        let sizes = sizes(&job);
        let count = sizes[CELLS];
        let cells = split.map_or(SplitArray::whole(count), |bits| SplitArray::of(count, bits));
        let refuse = |needed: u64, what: &str, there: u64| {
            let what = format!("{what} on {}", device.adapter().name());
            Err(EngineError::TooLarge { work: WORK, board: setup.board.clone(), needed, what, there })
        };
        let whole = sizes[..CELLS].iter().copied();
        let largest = 4 * whole.chain(cells.ranges().map(|part| part.end - part.start)).max().unwrap_or(0);
        if largest > device.max_binding() {
            return refuse(largest, "one storage binding", device.max_binding());
        }
        if cells.count() > MAX_PARTS {
            return refuse(4 * count, "eight storage bindings", (MAX_PARTS * 4) << split.unwrap_or(0));
        }
        // The memory of a software adapter is the main memory of the computer, which also contains the edges of the
        // mosaic.
        let host = 4 * u64::from(setup.layout.plane_words()) * 4;
        let is_real = device.adapter().kind().is_real();
        let on_device = if is_real { 0 } else { 4 * sizes.iter().sum::<u64>() + STAGING };
        memory::check(WORK, &setup.board, host + on_device)?;
        let mut buffers = sizes.map(BufferSpec::whole);
        buffers[CELLS] = BufferSpec { parts: cells };
        let build = build(width, cells);
        let mut gpu = GpuMachine::new(device, "grown", setup.board.clone(), &buffers, build, (width, STAGING))?;
        // All kernels that a tour needs are built at once, including the kernel that checks the visit numbers. If the
        // kernels were built one after another, building them would take longer than growing a tour of a million
        // squares.
        let is_needed =
            |kernel: &&'static _| cells.bits().is_some() || !std::ptr::eq(*kernel, GrowthTask::Tie.kernel());
        gpu.prepare(&KERNELS.iter().filter(is_needed).collect::<Vec<_>>(), &[mosaic::check()])?;
        Ok(Self::with_machine(gpu, setup))
    }
}

#[async_trait(?Send)]
impl Numbers for GpuMachine<'_, GrowthMemory> {
    async fn for_each_band(&mut self, setup: &GrowthSetup, each: BandSink<'_>) -> Result<()> {
        let limits = Limits::of(self.device).with_bands(BAND);
        let board = (&setup.board, setup.end.is_none());
        let mut mosaic = GpuMosaic::in_buffers(self.device, board, self.buffers(CELLS), limits)?;
        let mut each = |rows, numbers: Option<proof::VisitNumbers<'_>>| {
            let Some(proof::VisitNumbers::Narrow(numbers)) = numbers else {
                unreachable!("cells have 32 bits, and are read")
            };
            if setup.board.hole_count() == 0 {
                return each(rows, numbers);
            }
            let without_labels = numbers.iter().map(|&number| if number == NO_LABEL { 0 } else { number });
            each(rows, &without_labels.collect::<Vec<_>>())
        };
        mosaic.rows(0..setup.layout.rows, true, &mut each).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::TourSpec;
    use courser_gpu::{AdapterChoice, Adapters};

    use super::super::grow::Grown;
    use super::super::memory::{CYCLE_WORDS, CYCLES};
    use super::*;
    use crate::error::GrowError;

    #[test]
    fn more_cycles_than_there_is_room_for_are_reported_and_written_nowhere() {
        let adapters = Adapters::find();
        let device = GpuDevice::open(adapters.pick(&AdapterChoice::Auto).unwrap()).unwrap();
        let setup = GrowthSetup::new(&TourSpec::closed(&"60x60".parse().unwrap()), 1).unwrap();
        let mut gpu = GpuGrown::new(&device, setup).unwrap();
        gpu.job.room = 4;
        let mut grown = Grown::new(gpu);
        let error = grown.finish(&mut |_| {}).unwrap_err();
        assert!(
            matches!(error, EngineError::Grow(GrowError::Crowded { cycles: 5.., room: 4 })) && error.is_unjoined(),
            "{error}"
        );
        let lists = grown.passes().read(CYCLES, 0, (CYCLE_WORDS * 4) as usize + 8).unwrap();
        assert_eq!(lists[(CYCLE_WORDS * 4) as usize..], [0; 8], "beyond the lists");
    }
}
