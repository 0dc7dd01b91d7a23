//! The CPU buffers of the mosaic, and the parameters of a dispatch.

use bytemuck::{Pod, Zeroable};

use super::layout::{QUAD, RowWindow};
use super::streamed::StreamedTour;
use crate::batch::layout::BatchParams;
use crate::machine::{Build, MirrorMemory};

/// Slots of the kernels' buffers. Each buffer is bound to the slot with the same number, with two exceptions. Two
/// buffers of numbers alternate in the slot `NUMBERS`. Each size of region has one buffer of regions. One of these
/// buffers at a time is bound to the slot `REGIONS`.
pub(super) const REGIONS: usize = 0;
pub(super) const NUMBERS: usize = 1;
pub(super) const TALLY: usize = 2;
pub(super) const VERDICT: usize = 3;
pub(super) const ZONES: usize = 4;
pub(super) const BLOCKS: usize = 5;
pub(super) const POSITIONS: usize = 6;
pub(super) const LINES: usize = 7;
pub(super) const RIM: usize = 8;

/// Number of slots.
pub(super) const SLOTS: usize = 9;

/// Buffers that have no slot of their own. `OTHER_NUMBERS` is the second buffer of numbers. `CELLS` contains existing
/// numbers, which are only copied. `OTHER_REGIONS` contains the regions of the second size. The next buffers contain
/// the regions of the remaining sizes.
pub(super) const OTHER_NUMBERS: usize = SLOTS;
pub(super) const CELLS: usize = SLOTS + 1;
const OTHER_REGIONS: usize = SLOTS + 2;

/// Maximum number of region sizes. The regions of a relay have at most three different heights and three different
/// widths.
pub(super) const MAX_SIZES: usize = 9;

/// Number of buffers.
pub(super) const BUFFERS: usize = OTHER_REGIONS + MAX_SIZES - 1;

/// Buffers of numbers, which alternate from band to band.
pub(super) const BAND_NUMBERS: [usize; 2] = [NUMBERS, OTHER_NUMBERS];

/// Returns the buffer for the regions of one size. `size` is the index of this size.
pub(super) const fn regions(size: usize) -> usize {
    if size == 0 { REGIONS } else { OTHER_REGIONS + size - 1 }
}

/// The buffers to bind, in the order of the slots. The list `BOUND[turn][size]` contains the buffer of numbers
/// `BAND_NUMBERS[turn]`, and the buffer `regions(size)` for the regions of one size.
static BOUND: [[[usize; SLOTS]; MAX_SIZES]; 2] = {
    let mut all = [[[0, 1, 2, 3, 4, 5, 6, 7, 8]; MAX_SIZES]; 2];
    let mut nth = 0;
    while nth < 2 * MAX_SIZES {
        let (turn, size) = (nth / MAX_SIZES, nth % MAX_SIZES);
        all[turn][size][NUMBERS] = BAND_NUMBERS[turn];
        all[turn][size][REGIONS] = regions(size);
        nth += 1;
    }
    all
};

/// Returns the buffers to bind, in the order of the slots. The bound buffers include the buffer with the index
/// `BAND_NUMBERS[turn]`, which contains numbers. They also include the buffer for the regions of the size with the
/// index `size`.
pub(super) fn bound(turn: usize, size: usize) -> &'static [usize] {
    &BOUND[turn][size]
}

/// Number of words of the parameters that a shader reads.
const WORDS: usize = size_of::<BatchParams>() / 4;

/// The parameters of a dispatch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MosaicJob {
    /// Parameters that the shader reads: a window or, for the lanes of a relay, the size of the regions.
    params: [u32; WORDS],
    /// Window of the band. If the dispatch runs the lanes of a relay, only the host and the mirror use this window.
    pub(super) window: RowWindow,
    /// Number of words per visit number: 1 or 2.
    pub(super) number_words: u64,
}

impl MosaicJob {
    /// Creates the parameters of a pass over the quads of a window.
    pub(super) fn new(window: RowWindow, number_words: u64) -> Self {
        let mut job = Self { params: [0; WORDS], window, number_words };
        job.params[..size_of::<RowWindow>() / 4].copy_from_slice(bytemuck::cast_slice(&[window]));
        job
    }

    /// Returns a copy of this job. In the copy, `size` replaces the parameters that the shader reads. `size` contains
    /// the parameters for lanes that process regions of one size.
    pub(super) fn of_regions(self, size: &BatchParams) -> Self {
        Self { params: bytemuck::cast(*size), ..self }
    }
}

/// The buffers of the mirrors.
#[derive(Clone, Debug)]
pub struct MosaicMemory {
    /// Source of the visit numbers.
    pub(super) plan: StreamedTour,
    pub(super) buffers: [Vec<u32>; BUFFERS],
    pub(super) job: MosaicJob,
    /// Index of the buffer bound to the slot `NUMBERS`.
    pub(super) numbers: usize,
    /// Index of the buffer bound to the slot `REGIONS`.
    pub(super) regions: usize,
}

impl MosaicMemory {
    /// Creates the buffers for the mirrors of a plan's kernels.
    pub fn new(plan: StreamedTour) -> Self {
        let mut buffers = [const { Vec::new() }; BUFFERS];
        buffers[VERDICT].resize(VERDICT_WORDS, 0);
        buffers[TALLY].resize(TALLY_WORDS, 0);
        Self { plan, buffers, job: MosaicJob::zeroed(), numbers: NUMBERS, regions: REGIONS }
    }
}

/// Number of words of `Verdict` in `shaders/mosaic/check.wgsl`.
pub(super) const VERDICT_WORDS: usize = 3;
/// Number of words of `Tally` in `shaders/relay/lanes.wgsl`.
pub(super) const TALLY_WORDS: usize = 4;

impl MirrorMemory for MosaicMemory {
    type Job = MosaicJob;

    const BUFFERS: &'static [&'static str] = &[
        "regions",
        "numbers",
        "tally",
        "verdict",
        "zones",
        "blocks",
        "positions",
        "lines",
        "rim",
        "numbers of every other band",
        "existing numbers",
        "regions of size 2",
        "regions of size 3",
        "regions of size 4",
        "regions of size 5",
        "regions of size 6",
        "regions of size 7",
        "regions of size 8",
        "regions of size 9",
    ];

    fn words(&mut self, buffer: usize) -> &mut [u32] {
        &mut self.buffers[buffer]
    }

    fn resize(&mut self, buffer: usize, words: usize) {
        debug_assert!(buffer != CELLS, "existing numbers are on a GPU");
        self.buffers[buffer].resize(words, 0);
    }

    fn rebuild(&mut self, _: &Build) {}

    fn begin(&mut self, job: &MosaicJob, bound: &[usize]) {
        self.job = *job;
        (self.numbers, self.regions) = (bound[NUMBERS], bound[REGIONS]);
    }

    fn describe(job: &MosaicJob, buffer: usize, index: u64) -> Option<String> {
        const VERDICTS: [&str; VERDICT_WORDS] =
            ["the position of the first wrong square", "the number of checked squares", "the number of ones"];
        const TALLIES: [&str; TALLY_WORDS] = [
            "the number of regions",
            "the number of tries",
            "the maximum number of tries",
            "the sign of a stuck knight",
        ];
        let MosaicJob { window, number_words, .. } = job;
        match buffer {
            NUMBERS | OTHER_NUMBERS => {
                let (at, row_numbers) = (index / number_words, u64::from(window.quads * QUAD));
                let (row, col) = (u64::from(window.top) + at / row_numbers, at % row_numbers);
                let upper = if index % number_words == 1 { " (upper word)" } else { "" };
                Some(format!("the number of row {row}, column {col}{upper}"))
            }
            VERDICT => Some(VERDICTS[index as usize].to_owned()),
            TALLY => Some(TALLIES[index as usize].to_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_named_by_its_row_and_its_column() {
        let window = RowWindow { quads: 12, top: 11, ..RowWindow::zeroed() };
        let name = |words, index| MosaicMemory::describe(&MosaicJob::new(window, words), NUMBERS, index).unwrap();
        assert_eq!(name(1, 6 * 48 + 30), "the number of row 17, column 30");
        assert_eq!(name(2, 2 * (6 * 48 + 30) + 1), "the number of row 17, column 30 (upper word)");
    }
}
