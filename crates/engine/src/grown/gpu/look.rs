//! Looking at the state: for the host's decisions, for comparisons and for pictures.

use courser_gpu::wgpu;

use super::{CYCLE_WORDS, GpuGrown};
use crate::EngineError;
use crate::grown::label::NO_LABEL;
use crate::grown::passes::CycleState;
use crate::grown::pick::Pick;

/// In a cell whose cycle has its number: the rest of the word is the number.
const NUMBERED: u32 = 1 << 31;

/// The number of the cycle that is in a cell; none if it has a visit number or is not a square.
const fn cycle_in(slot: u32) -> Option<u32> {
    if slot & NUMBERED != 0 && slot != NO_LABEL { Some(slot & !NUMBERED) } else { None }
}

impl GpuGrown<'_> {
    /// Words of a buffer from a place on.
    pub(super) fn read_words(&self, buffer: &wgpu::Buffer, first: u64, count: usize) -> Result<Vec<u32>, EngineError> {
        let mut words = vec![0; count];
        if count == 0 {
            return Ok(words);
        }
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
        let roots = self.read_words(&self.cycles, 0, self.count as usize)?;
        for slot in &mut cells {
            *slot = cycle_in(*slot).map_or(*slot, |cycle| roots[cycle as usize]);
        }
        Ok(cells)
    }

    /// The labels of the cycles of some cells.
    pub(super) fn read_labels(&self, cells: &[u32]) -> Result<Vec<u32>, EngineError> {
        let mut labels = self.read_slots(cells)?;
        let cycles: Vec<u32> = labels.iter().copied().filter_map(cycle_in).collect();
        let mut roots = self.gather(cycles.iter().map(|&cycle| (&self.cycles, cycle.into())))?.into_iter();
        for label in labels.iter_mut().filter(|label| cycle_in(**label).is_some()) {
            *label = roots.next().expect("one for each");
        }
        Ok(labels)
    }

    /// The number of the cycle with this label.
    pub(super) fn number_of(&mut self, label: u32) -> Result<u32, EngineError> {
        if let Some((_, number)) = self.main.filter(|&(known, _)| known == label) {
            return Ok(number);
        }
        let number = cycle_in(self.read_slots(&[label])?[0]);
        let number = number.ok_or_else(|| EngineError::Damaged(format!("no cycle has the label {label}")))?;
        self.main = Some((label, number));
        Ok(number)
    }

    fn read_slots(&self, cells: &[u32]) -> Result<Vec<u32>, EngineError> {
        self.gather(cells.iter().map(|&cell| {
            let (part, at) = self.place(cell);
            (&self.cells[part], at)
        }))
    }

    /// Words here and there: copied one by one on the device, and read at once.
    fn gather<'a>(
        &'a self,
        places: impl ExactSizeIterator<Item = (&'a wgpu::Buffer, u64)>,
    ) -> Result<Vec<u32>, EngineError> {
        let bytes = places.len() as u64 * 4;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let mut encoder = self.device.encoder("gather");
        for (nth, (buffer, at)) in (0..).zip(places) {
            encoder.copy_buffer_to_buffer(buffer, at * 4, &self.staging, nth * 4, 4);
        }
        let pending = self.device.submit_and_map(encoder, &[(&self.staging, bytes)])?;
        self.device.finish(pending)?;
        Ok(self.device.mapped(&self.staging, bytes, bytemuck::pod_collect_to_vec)?)
    }

    pub(super) fn read_cycles(&self) -> Result<Vec<CycleState>, EngineError> {
        let (room, count) = (u64::from(self.job.room), self.count as usize);
        let lists = (0..CYCLE_WORDS).map(|nth| self.read_words(&self.cycles, nth * room, count));
        let lists = lists.collect::<Result<Vec<_>, _>>()?;
        let [roots, joined, best, gadgets, states] = lists.as_slice() else { unreachable!("five lists") };
        let mut cycles: Vec<CycleState> = (0..count)
            .map(|cycle| CycleState {
                label: roots[cycle],
                joined: joined[cycle] == 1,
                best: best[cycle],
                pick: match gadgets[cycle] {
                    Pick::NO_GADGET => Pick::NONE,
                    gadget => Pick { gadget, state: states[cycle] },
                },
            })
            .collect();
        // The device numbers them in whatever order it finds them.
        cycles.sort_unstable_by_key(|cycle| cycle.label);
        Ok(cycles)
    }
}
