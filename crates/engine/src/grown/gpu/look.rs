//! Looking at the state: for the host's decisions, for comparisons and for pictures.

use courser_gpu::wgpu;

use super::GpuGrown;
use crate::EngineError;
use crate::grown::label::{ROOT, label_of};
use crate::grown::passes::CycleState;
use crate::grown::pick::Pick;

impl GpuGrown<'_> {
    /// Words of a buffer from a place on.
    pub(super) fn read_words(&self, buffer: &wgpu::Buffer, first: u64, count: usize) -> Result<Vec<u32>, EngineError> {
        let mut words = vec![0; count];
        self.device.read(buffer, first * 4, bytemuck::cast_slice_mut(&mut words), &self.staging)?;
        Ok(words)
    }

    /// The part and the place in it of a cell.
    pub(super) fn place(&self, cell: u32) -> (usize, u64) {
        match self.kernels.split {
            None => (0, cell.into()),
            Some(bits) => ((cell >> bits) as usize, u64::from(cell & ((1 << bits) - 1))),
        }
    }

    pub(super) fn read_cells(&self) -> Result<Vec<u32>, EngineError> {
        let mut cells = Vec::with_capacity(self.setup.layout.cells() as usize);
        for part in &self.cells {
            let left = self.setup.layout.cells() as usize - cells.len();
            cells.extend(self.read_words(part, 0, left.min(part.size() as usize / 4))?);
        }
        for (cell, slot) in (0..).zip(&mut cells) {
            *slot = label_of(cell, *slot);
        }
        Ok(cells)
    }

    /// The labels of some cells: copied one by one on the device, and read at once.
    pub(super) fn read_labels(&self, cells: &[u32]) -> Result<Vec<u32>, EngineError> {
        let bytes = cells.len() as u64 * 4;
        let mut encoder = self.device.encoder("labels");
        for (nth, &cell) in (0..).zip(cells) {
            let (part, at) = self.place(cell);
            encoder.copy_buffer_to_buffer(&self.cells[part], at * 4, &self.staging, nth * 4, 4);
        }
        let pending = self.device.submit_and_map(encoder, &[(&self.staging, bytes)])?;
        self.device.finish(pending)?;
        let mut labels: Vec<u32> = self.device.mapped(&self.staging, bytes, bytemuck::pod_collect_to_vec)?;
        for (label, &cell) in labels.iter_mut().zip(cells) {
            *label = label_of(cell, *label);
        }
        Ok(labels)
    }

    pub(super) fn read_cycles(&self) -> Result<Vec<CycleState>, EngineError> {
        let (room, count) = (u64::from(self.job.room), self.count as usize);
        let lists = (0..6).map(|nth| self.read_words(&self.cycles, nth * room, count));
        let lists = lists.collect::<Result<Vec<_>, _>>()?;
        let [roots, joined, best, gadgets, states, partners] = lists.as_slice() else { unreachable!("six lists") };
        let label = |number: u32| roots.get(number as usize).copied().unwrap_or(ROOT);
        let mut cycles: Vec<CycleState> = (0..count)
            .map(|cycle| CycleState {
                label: roots[cycle],
                joined: label(joined[cycle]),
                best: best[cycle],
                pick: match gadgets[cycle] {
                    Pick::NO_GADGET => Pick::NONE,
                    gadget => Pick { gadget, state: states[cycle], partner: label(partners[cycle]) },
                },
            })
            .collect();
        // The device numbers them in whatever order it finds them.
        cycles.sort_unstable_by_key(|cycle| cycle.label);
        Ok(cycles)
    }
}
