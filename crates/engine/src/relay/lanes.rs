//! The lanes of a relay on a GPU: a knight per lane, and the regions of a band that it tours.

use std::ops::Range;

use courser_board::Board;
use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, KernelSpec};
use courser_shaders::{looking_ahead, relay as shaders};
use courser_solve::relay::{MOST_TRIES, Plan, RULES, Region, RelayError, Tries};
use courser_solve::warnsdorff::Rule;
use rayon::prelude::*;

use crate::EngineError;
use crate::batch::layout::{self, Params};

/// Bytes of `Tally` in `shaders/relay/lanes.wgsl`.
pub(crate) const TALLY_BYTES: u64 = 16;

/// Words before the records of the regions, and of a record, as in that file.
const HEADER: usize = 5;
const RECORD: usize = 17;

/// Knights of a dispatch that keep a GPU busy, and regions that one tours at most: the more, the less a knight waits for others.
const KNIGHTS: usize = 1 << 16;
const MOST_REGIONS: usize = 16;

/// Regions of one size.
struct Size {
    rows: u32,
    cols: u32,
    /// The region as a board of its own.
    params: wgpu::Buffer,
}

/// The regions of a board as a GPU tours them.
pub(crate) struct Lanes {
    plan: Plan,
    layout: wgpu::BindGroupLayout,
    sizes: Vec<Size>,
}

impl Lanes {
    pub(crate) fn new(device: &Device, plan: &Plan) -> Result<Self, EngineError> {
        let [tall, wide] = plan.edges().map(|edges| {
            let mut sides: Vec<u32> = edges.windows(2).map(|pair| pair[1] - pair[0]).collect();
            sides.sort_unstable();
            sides.dedup();
            sides
        });
        let size = |rows: u32, cols: u32| {
            let board = Board::new(rows, cols)?;
            let mut params = Params::new(&board);
            params.begin_small(&layout::ranks(&board));
            let params = device.upload("region", bytemuck::bytes_of(&params), BufferUsages::UNIFORM)?;
            Ok(Size { rows, cols, params })
        };
        let sizes = tall.iter().flat_map(|&rows| wide.iter().map(move |&cols| size(rows, cols)));
        let sizes = sizes.collect::<Result<_, EngineError>>()?;
        let layout = device.layout("relay", &kernel(plan.rule(), false).bindings)?;
        Ok(Self { plan: plan.clone(), layout, sizes })
    }

    pub(crate) fn kernel(&self, is_wide: bool) -> KernelSpec {
        kernel(self.plan.rule(), is_wide)
    }

    /// The row after a band from `first` on: the last edge of a region within `rows` rows, or the first one if none is.
    pub(crate) fn end(&self, first: u32, rows: u32) -> u32 {
        let edges = self.plan.edges()[0];
        let next = edges.partition_point(|&edge| edge <= first);
        let after = edges.partition_point(|&edge| edge <= first.saturating_add(rows));
        edges[next.max(after - 1)]
    }

    /// For each size of regions a buffer of records for a band of `rows` rows, and the bind group.
    pub(crate) fn bind(
        &self,
        device: &Device,
        rows: u32,
        numbers: &wgpu::Buffer,
        tally: &wgpu::Buffer,
    ) -> Result<Vec<(wgpu::Buffer, wgpu::BindGroup)>, EngineError> {
        let bind = |size: &Size| {
            let regions = (rows / size.rows) as usize * of_side(self.plan.edges()[1], size.cols).count();
            let bytes = 4 * (HEADER + RECORD * regions) as u64;
            let regions = device.buffer("regions", bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
            let bind = device.bind("relay", &self.layout, &[&size.params, &regions, numbers, tally])?;
            Ok((regions, bind))
        };
        self.sizes.iter().map(bind).collect()
    }

    /// The regions of a size in some rows, for a buffer that begins with the row `top`: `regions` in the shader; and the knights.
    pub(crate) fn regions(&self, size: usize, rows: Range<u32>, (top, stride): (u32, u32)) -> (Vec<u32>, u64) {
        // In a browser the buffers beside the plan cannot be shared between threads.
        let plan = &self.plan;
        let [down, across] = plan.edges();
        let size = (self.sizes[size].rows, self.sizes[size].cols);
        let down: Vec<usize> = of_side(down, size.0).filter(|&row| rows.contains(&down[row])).collect();
        let record = |region: Region| {
            let split = |number: u64| [number as u32, (number >> 32) as u32];
            let corner = (region.rect.top - top) * stride + region.rect.left;
            let head = [corner, region.entry | region.exit << 8, region.number].into_iter().chain(split(region.first));
            let gaps = region.gaps.map(|gap| [gap.after, split(gap.squares)[0], split(gap.squares)[1]]);
            head.chain(gaps.into_iter().flatten()).collect::<Vec<u32>>()
        };
        let records = down
            .into_par_iter()
            .flat_map_iter(|row| of_side(across, size.1).flat_map(move |col| record(plan.region(row, col))));
        let mut words = vec![plan.seed() as u32, (plan.seed() >> 32) as u32, 0, 0, stride];
        words.par_extend(records);
        let regions = (words.len() - HEADER) / RECORD;
        let knights = regions.div_ceil((regions / KNIGHTS).clamp(1, MOST_REGIONS));
        (words[2], words[3]) = (regions as u32, knights as u32);
        (words, knights as u64)
    }

    /// The tries of the knights of a band.
    ///
    /// # Errors
    /// [`RelayError::Stuck`] if one of them is not through.
    pub(crate) fn tries(&self, rows: &Range<u32>, [sum, most, stuck, _]: [u32; 4]) -> Result<Tries, RelayError> {
        let rows_of_regions = self.plan.edges()[0].iter().filter(|edge| rows.contains(edge)).count();
        let regions = (rows_of_regions * self.plan.grid().1) as u64;
        if stuck > 0 || most > MOST_TRIES {
            return Err(RelayError::Stuck { row: rows.start, col: 0 });
        }
        Ok(Tries { regions, sum: sum.into(), most })
    }
}

/// The bands of this many lines among those with these edges.
fn of_side(edges: &[u32], side: u32) -> impl Iterator<Item = usize> {
    (0..edges.len() - 1).filter(move |&at| edges[at + 1] - edges[at] == side)
}

fn kernel(rule: Rule, is_wide: bool) -> KernelSpec {
    let constants = vec![("RULE", rule.number().into()), ("WORDS", if is_wide { 2.0 } else { 1.0 })];
    let wgsl = looking_ahead(shaders::LANES.into(), rule.look_ahead());
    KernelSpec { constants, ..KernelSpec::new("relay", "lanes", wgsl, &[Uniform, Read, ReadWrite, ReadWrite]) }
}

/// The kernels of the relay, by every rule of a first try.
pub fn kernels() -> Vec<KernelSpec> {
    RULES.into_iter().flat_map(|rule| [false, true].map(|is_wide| kernel(rule, is_wide))).collect()
}
