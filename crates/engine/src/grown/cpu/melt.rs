//! Melt: switches gadgets at random. This is the fast form of [`melt`](crate::grown::melt).
//!
//! A band of rows goes through several passes while the band is in the cache. For each row of anchors, a pass reads and
//! writes this row and the two rows below. Therefore the rows near the ends of a band depend on the adjacent bands. The
//! other rows of the band are processed first. With every pass, the range of these rows shrinks by three rows at each
//! end. Finally, the wedges that remain between the bands are processed.

use rayon::prelude::*;

use crate::grown::gadget::{AXES, SHAPES};
use crate::grown::hash::coins;
use crate::grown::passes::MeltPass;
use crate::grown::planes::{MARGIN, PlaneLayout, Planes, ahead};
use courser_solve::wide::{Wide, wide};

/// Number of consecutive passes over a band.
const FUSED: usize = 12;

/// Number of rows by which the range of a band shrinks at each end with every pass. The range contains the rows that
/// depend on no other band.
const SHRINK: usize = 3;

/// Number of rows in a band.
const BAND: usize = 128;

const _: () = assert!(BAND >= 2 * (SHRINK * FUSED + MARGIN as usize));

/// Runs the passes in succession. If a mask is given, only gadgets with their anchor in the mask are switched. `mask`
/// is a bit plane with margins.
pub(super) fn melt(planes: &mut Planes, passes: &[MeltPass], mask: Option<&[u32]>) {
    for passes in passes.chunks(FUSED) {
        melt_fused(planes, passes, mask);
    }
}

fn melt_fused(planes: &mut Planes, passes: &[MeltPass], mask: Option<&[u32]>) {
    let (layout, row_words) = (planes.layout, planes.row_words());
    let rows = layout.rows as usize;
    let job = MeltJob { layout, passes, mask };
    let bands = rows.div_ceil(BAND);
    // The words include the margin below the board. The last chunk can consist of the margin only.
    let board = &mut planes.words[MARGIN as usize * row_words..];
    board.par_chunks_mut(BAND * row_words).enumerate().take(bands).for_each(|(nth, band)| {
        let first = nth * BAND;
        let is_last = nth + 1 == bands;
        let end = (first + BAND).min(rows);
        let extent = |pass: usize| {
            let from = if nth == 0 { 0 } else { first + SHRINK * pass };
            (from, if is_last { end } else { end.saturating_sub(SHRINK * pass + MARGIN as usize) })
        };
        wide(RowPasses { job: &job, words: band, first, extent });
    });
    if bands < 2 {
        return;
    }
    let wedges = &mut board[BAND / 2 * row_words..];
    wedges.par_chunks_mut(BAND * row_words).enumerate().take(bands - 1).for_each(|(nth, wedge)| {
        let seam = (nth + 1) * BAND;
        let extent = |pass: usize| (seam - SHRINK * pass - MARGIN as usize, (seam + SHRINK * pass).min(rows));
        wide(RowPasses { job: &job, words: wedge, first: nth * BAND + BAND / 2, extent });
    });
}

/// The melting passes that every band goes through, with the layout and the mask that these passes use.
struct MeltJob<'a> {
    layout: PlaneLayout,
    passes: &'a [MeltPass],
    mask: Option<&'a [u32]>,
}

/// A job that runs the passes on a range of rows.
struct RowPasses<'a, F> {
    job: &'a MeltJob<'a>,
    words: &'a mut [u32],
    /// Row of the first word in `words`.
    first: usize,
    /// Function that returns the range of rows of each pass.
    extent: F,
}

impl<F: Fn(usize) -> (usize, usize)> Wide for RowPasses<'_, F> {
    #[inline(always)]
    fn run(self) {
        let Self { job, words, first, extent } = self;
        let mut hits = vec![0; job.layout.stride() as usize];
        for (nth, pass) in job.passes.iter().enumerate() {
            let (from, end) = extent(nth);
            let rows = from..end;
            match pass.class.shape {
                0 => job.rows::<0>(words, first, rows, pass, &mut hits),
                1 => job.rows::<1>(words, first, rows, pass, &mut hits),
                2 => job.rows::<2>(words, first, rows, pass, &mut hits),
                3 => job.rows::<3>(words, first, rows, pass, &mut hits),
                4 => job.rows::<4>(words, first, rows, pass, &mut hits),
                _ => job.rows::<5>(words, first, rows, pass, &mut hits),
            }
        }
    }
}

impl MeltJob<'_> {
    #[inline(always)]
    fn rows<const SHAPE: usize>(
        &self,
        words: &mut [u32],
        first: usize,
        rows: std::ops::Range<usize>,
        pass: &MeltPass,
        hits: &mut [u32],
    ) {
        let stride = self.layout.stride() as usize;
        for row in rows {
            let mask = self.mask.map(|mask| &mask[(row + MARGIN as usize) * stride..][..stride]);
            if mask.is_some_and(|mask| mask.iter().all(|&word| word == 0)) {
                continue;
            }
            row_of::<SHAPE>(words, row - first, stride, pass, row as u32, hits, mask);
        }
    }
}

/// Runs all invocations of a pass for one row.
#[inline(always)]
fn row_of<const SHAPE: usize>(
    words: &mut [u32],
    at: usize,
    stride: usize,
    pass: &MeltPass,
    row: u32,
    hits: &mut [u32],
    mask: Option<&[u32]>,
) {
    let (i, j) = SHAPES[SHAPE];
    let (i_down, i_right) = (AXES[i].0 as usize, AXES[i].1);
    let (j_down, j_right) = (AXES[j].0 as usize, AXES[j].1);
    let line = |row: usize, axis: usize| (row * 4 + axis) * stride..(row * 4 + axis + 1) * stride;
    let lines = [line(at, i), line(at, j), line(at + j_down, i), line(at + i_down, j)];
    // Gadgets that extend into the margin below the last band have no edges to switch.
    let Ok([own_i, own_j, far_i, far_j]) = words.get_disjoint_mut(lines) else { return };
    let count = stride - 2;
    let columns = pass.class.columns(row);
    let first_word = row * count as u32;
    let (before, after) = (stride - 2, stride);
    {
        // All slices have the same length, so that the loop needs no bounds checks.
        let (hits, own_i, own_j) = (&mut hits[1..=count], &own_i[1..=count], &own_j[1..=count]);
        let (fi, fj) = (&far_i[..], &far_j[..]);
        let (fi0, fi1, fi2) = (&fi[..before], &fi[1..=count], &fi[2..after]);
        let (fj0, fj1, fj2) = (&fj[..before], &fj[1..=count], &fj[2..after]);
        for w in 0..count {
            let far_i = ahead(fi0[w], fi1[w], fi2[w], j_right);
            let far_j = ahead(fj0[w], fj1[w], fj2[w], i_right);
            let (near_i, near_j) = (own_i[w], own_j[w]);
            let can = near_i & far_i & !(near_j | far_j) | near_j & far_j & !(near_i | far_i);
            hits[w] = can & columns & coins(first_word.wrapping_add(w as u32), pass.keys);
        }
    }
    if let Some(mask) = mask {
        hits.iter_mut().zip(mask).for_each(|(hits, mask)| *hits &= mask);
    }
    own_i.iter_mut().zip(&*hits).for_each(|(word, hits)| *word ^= hits);
    own_j.iter_mut().zip(&*hits).for_each(|(word, hits)| *word ^= hits);
    let (h0, h1, h2) = (&hits[..before], &hits[1..=count], &hits[2..after]);
    for (far, right) in [(far_i, j_right), (far_j, i_right)] {
        let far = &mut far[1..=count];
        for w in 0..count {
            far[w] ^= ahead(h0[w], h1[w], h2[w], -right);
        }
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, TourSpec};
    use pollster::block_on;

    use super::*;
    use crate::grown::cpu::CpuGrown;
    use crate::grown::gadget::GadgetClass;
    use crate::grown::hash::coin_keys;
    use crate::grown::passes::Passes;
    use crate::grown::setup::GrowthSetup;
    use courser_solve::wide::at_most;

    #[test]
    fn vectors_of_any_width_switch_the_same_gadgets() {
        let setup = GrowthSetup::new(&TourSpec::closed(&Board::new(100, 333).unwrap()), 3).unwrap();
        let mut grown = CpuGrown::new(setup).unwrap();
        block_on(grown.start()).unwrap();
        let before = grown.planes().unwrap();
        let passes: Vec<MeltPass> = (0..GadgetClass::COUNT)
            .map(|nth| MeltPass { class: GadgetClass::new(nth), keys: coin_keys(5, nth) })
            .collect();
        let job = MeltJob { layout: before.layout, passes: &passes, mask: None };
        let margin = MARGIN as usize * before.row_words();
        block_on(grown.melt(&passes, false)).unwrap();
        for bits in [128, 256, 512] {
            let mut planes = before.clone();
            at_most(bits, RowPasses { job: &job, words: &mut planes.words[margin..], first: 0, extent: |_| (0, 100) });
            assert!(planes == grown.planes().unwrap() && planes != before, "{bits} bits");
        }
    }
}
