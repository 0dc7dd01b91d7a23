//! Dispatches: the pass that they are recorded in, how many workgroups they have, how long their loops may be.

use crate::{Device, Kernel};

/// Maximum of loop iterations in one invocation: Mesa's software adapter leaves every loop of an invocation after this
/// number of iterations in all its loops together, without an error
/// (`LP_MAX_TGSI_LOOP_ITERATIONS`). No dispatch may come near.
pub const MAX_LOOPS: u32 = 65_535;

impl Device {
    /// Begins a compute pass, to record dispatches in.
    pub fn pass<'encoder>(
        &self,
        encoder: &'encoder mut wgpu::CommandEncoder,
        label: &str,
    ) -> wgpu::ComputePass<'encoder> {
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes: None })
    }
}

impl Kernel {
    /// Records a dispatch of `across` times `down` workgroups.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>, bind: &wgpu::BindGroup, (across, down): (u32, u32)) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, bind, &[]);
        pass.dispatch_workgroups(across, down, 1);
    }
}

/// `count` workgroups, 1 at least, as a grid with at most `most` in each dimension, if there is one. It may have
/// more workgroups than that, by less than a row.
pub fn grid(count: u64, most: u32) -> Option<(u32, u32)> {
    let width = count.min(most.into());
    let height = count.div_ceil(width);
    (height <= most.into()).then_some((width as u32, height as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_covers_what_it_must_and_no_row_more() {
        for (count, most, expected) in [
            (1, 65_535, Some((1, 1))),
            (65_535, 65_535, Some((65_535, 1))),
            (65_536, 65_535, Some((65_535, 2))),
            (10, 3, None),
            (9, 3, Some((3, 3))),
        ] {
            assert_eq!(grid(count, most), expected);
        }
    }
}
