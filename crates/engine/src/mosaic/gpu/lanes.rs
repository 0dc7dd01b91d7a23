//! The lanes of a relay on a GPU, with one knight per lane, and the regions of a band that the knights tour.

use std::collections::BTreeMap;
use std::ops::Range;

use courser_board::{Board, Square};
use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{GpuDevice, KernelSpec};
use courser_shaders::{self as shaders, batch};
use courser_solve::TilingError;
use courser_solve::relay::{MAX_TRIES, RULES, Region, RelayPlan, Tries};
use courser_solve::warnsdorff::Rule;
use rayon::prelude::*;

use crate::EngineError;
use crate::batch::layout::{self, BatchParams};

/// Size of `Tally` in `shaders/relay/lanes.wgsl` in bytes.
pub(crate) const TALLY_BYTES: u64 = 16;

/// Sizes in words, as in `shaders/relay/lanes.wgsl`. `HEADER`: number of words before the records of the regions.
/// `RECORD`: number of words in a record.
const HEADER: usize = 6;
const RECORD: usize = 18;

/// `KNIGHTS`: number of knights in a dispatch that keep a GPU busy. `MAX_REGIONS`: maximum number of regions that one
/// knight tours. With more regions per knight, knights wait less for each other.
const KNIGHTS: usize = 1 << 16;
const MAX_REGIONS: usize = 16;

/// The regions of one size.
struct RegionSize {
    rows: u32,
    /// `down`: indices of the plan's rows of regions that have this size. `across`: indices of the plan's columns of
    /// regions that have this size.
    down: Vec<usize>,
    across: Vec<usize>,
    /// Parameters of a region that is treated as a separate board.
    params: wgpu::Buffer,
}

/// The regions of a board, as toured by a GPU.
pub(crate) struct Lanes {
    pub(crate) plan: RelayPlan,
    layout: wgpu::BindGroupLayout,
    sizes: Vec<RegionSize>,
}

impl Lanes {
    pub(crate) fn new(device: &GpuDevice, plan: &RelayPlan) -> Result<Self, EngineError> {
        let [tall, wide] = plan.edges().map(|edges| {
            let mut bands = BTreeMap::<u32, Vec<usize>>::new();
            for (band, pair) in edges.windows(2).enumerate() {
                bands.entry(pair[1] - pair[0]).or_default().push(band);
            }
            bands
        });
        let mut sizes = Vec::new();
        for ((&rows, down), (&cols, across)) in tall.iter().flat_map(|tall| wide.iter().map(move |wide| (tall, wide))) {
            let board = Board::new(rows, cols)?;
            let mut params = BatchParams::new(&board);
            params.begin_small(&layout::ranks(&board));
            let params = device.upload("region", bytemuck::bytes_of(&params), BufferUsages::UNIFORM)?;
            sizes.push(RegionSize { rows, down: down.clone(), across: across.clone(), params });
        }
        let layout = device.layout("relay", &kernel(plan.rule(), false).bindings)?;
        Ok(Self { plan: plan.clone(), layout, sizes })
    }

    /// Creates two objects for each size of regions: the buffer of records for a band of `rows` rows, and its bind
    /// group.
    pub(crate) fn bind(
        &self,
        device: &GpuDevice,
        rows: u32,
        numbers: &wgpu::Buffer,
        tally: &wgpu::Buffer,
    ) -> Result<Vec<(wgpu::Buffer, wgpu::BindGroup)>, EngineError> {
        let bind = |size: &RegionSize| {
            let regions = (rows / size.rows) as usize * size.across.len();
            let bytes = 4 * (HEADER + RECORD * regions) as u64;
            let regions = device.buffer("regions", bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
            let bind = device.bind("relay", &self.layout, &[&size.params, &regions, numbers, tally])?;
            Ok((regions, bind))
        };
        self.sizes.iter().map(bind).collect()
    }

    /// Returns the regions whose size has the index `size`, in the rows `rows`, in the layout of the shader's `regions`
    /// buffer. Also returns the number of knights that tour these regions. The number buffer starts at row `top`.
    pub(crate) fn regions(&self, size: usize, rows: Range<u32>, (top, stride): (u32, u32)) -> (Vec<u32>, u64) {
        // `self` is destructured here, since in a browser the buffers in `self` cannot be shared between threads.
        let (plan, RegionSize { down, across, .. }) = (&self.plan, &self.sizes[size]);
        let split = |number: u64| [number as u32, (number >> 32) as u32];
        let record = |region: Region| {
            let corner = (region.rect.top - top) * stride + region.rect.left;
            let head = [corner, region.number, region.entry, region.exit].into_iter().chain(split(region.first));
            let gaps = region.gaps.map(|gap| [gap.after, split(gap.squares)[0], split(gap.squares)[1]]);
            head.chain(gaps.into_iter().flatten()).collect::<Vec<u32>>()
        };
        let down = down.par_iter().filter(|&&row| rows.contains(&plan.edges()[0][row]));
        let [low, high] = split(plan.seed());
        let mut words = vec![low, high, 0, 0, stride, 0];
        // Regions with a given path are excluded; their numbers are returned by `given`.
        let walks = |region: &Region| plan.given(region).is_none();
        let regions =
            |&row: &usize| across.iter().map(move |&col| plan.region(row, col)).filter(walks).flat_map(record);
        words.par_extend(down.flat_map_iter(regions));
        let regions = (words.len() - HEADER) / RECORD;
        let knights = regions.div_ceil((regions / KNIGHTS).clamp(1, MAX_REGIONS));
        (words[2], words[3]) = (regions as u32, knights as u32);
        (words, knights as u64)
    }

    /// Returns the squares of the given paths in the rows `rows`, each with its visit number.
    pub(crate) fn given(&self, rows: Range<u32>) -> impl Iterator<Item = (Square, u64)> {
        let regions = self.plan.all_given().filter(move |region| rows.contains(&region.rect.top));
        regions.flat_map(|region| {
            let visits = self.plan.given(&region).unwrap_or_default();
            let number = move |visit: u8| region.index(u32::from(visit) - 1) + 1;
            (0..).zip(visits).map(move |(local, &visit)| (region.rect.square(local), number(visit)))
        })
    }

    /// Returns the tries of the knights that follow a given path. Each of these knights needs one try.
    pub(crate) fn given_tries(&self, rows: Range<u32>) -> Tries {
        let regions = self.plan.all_given().filter(|region| rows.contains(&region.rect.top)).count() as u64;
        Tries { regions, sum: regions, most: u32::from(regions > 0) }
    }
}

/// Returns the tries of the knights of a band that starts at row `row`, computed from their tally.
///
/// # Errors
/// [`TilingError::Stuck`] if a knight has not finished.
pub(crate) fn tries(row: u32, [regions, sum, most, stuck]: [u32; 4]) -> Result<Tries, TilingError> {
    if stuck > 0 || most > MAX_TRIES {
        return Err(TilingError::Stuck { row, col: 0 });
    }
    Ok(Tries { regions: regions.into(), sum: sum.into(), most })
}

/// Returns the description of the kernel for knights whose first try uses `rule`. Numbers have two words if `is_wide`
/// is true.
pub(crate) fn kernel(rule: Rule, is_wide: bool) -> KernelSpec {
    let constants = vec![("RULE", rule.number().into()), ("WORDS", if is_wide { 2.0 } else { 1.0 })];
    let wgsl = [batch::STATE, shaders::RULES, shaders::NOT_AHEAD, batch::BITS, shaders::relay::LANES];
    KernelSpec { constants, ..KernelSpec::new("relay", "lanes", &wgsl, &[Uniform, Read, ReadWrite, ReadWrite]) }
}

/// Lists the kernels of the relay, for every rule of a first try.
pub fn relay_kernels() -> Vec<KernelSpec> {
    RULES.into_iter().flat_map(|rule| [false, true].map(|is_wide| kernel(rule, is_wide))).collect()
}
