//! The batch's kernels, built when they are first needed and kept for all boards.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use courser_board::{Board, Leaper};
use courser_gpu::{Binding, Device, GpuError, Kernel, Module, wgpu};
use courser_shaders::batch as shaders;
use courser_solve::warnsdorff::Rule;

/// The most squares of a board that the kernel `small` has room for.
pub(super) const SMALL_CELLS: u64 = 64;

/// Invocations in a workgroup of `deal`, as in `deal.wgsl`.
pub(super) const DEAL_WIDTH: u32 = 64;

/// Words of a board in workgroup memory: a pipeline for each of these sizes, not for each board.
const GROUP_WORDS: [u32; 3] = [64, 512, 3840];

/// Bytes of workgroup memory that `group` takes beside the board.
const GROUP_REST: u32 = 68;

/// One of the kernels that ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KernelKind {
    /// A knight a lane, everything in registers: at most 64 squares.
    Small,
    /// A knight a lane, his board as bits in storage: no other leaper.
    Window,
    /// A lane a leaper, his board as ranks in storage.
    Lane,
    /// A knight a workgroup, his board in workgroup memory.
    Group,
}

impl KernelKind {
    /// Every kernel.
    pub const ALL: [Self; 4] = [Self::Small, Self::Window, Self::Lane, Self::Group];

    /// Its name, which is also its entry point and its file's stem.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Window => "window",
            Self::Lane => "lane",
            Self::Group => "group",
        }
    }

    /// Whether it can ride on `board` at all, however small the adapter.
    pub fn takes(self, board: &Board) -> bool {
        match self {
            Self::Small => board.cells() <= SMALL_CELLS,
            Self::Window => board.leaper() == Leaper::KNIGHT,
            Self::Lane | Self::Group => true,
        }
    }

    /// Whether a knight is a lane, and not a workgroup.
    pub(super) const fn in_lanes(self) -> bool {
        !matches!(self, Self::Group)
    }

    /// Whether the boards of a workgroup's knights lie interleaved in storage.
    pub(super) const fn interleaves(self) -> bool {
        matches!(self, Self::Window | Self::Lane)
    }

    /// Its WGSL, as the device gets it.
    pub const fn wgsl(self) -> &'static str {
        match self {
            Self::Small => shaders::SMALL,
            Self::Window => shaders::WINDOW,
            Self::Lane => shaders::LANE,
            Self::Group => shaders::GROUP,
        }
    }
}

impl fmt::Display for KernelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a kernel is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Build {
    /// Rides by a rule; with `paths` it writes every square down.
    Ride { kind: KernelKind, rule: u8, paths: bool, width: u32, words: u32 },
    /// Musters, and deals boards interleaved by `stride`.
    Deal { stride: u32 },
    /// Puts results together.
    Tally,
}

/// A device with the batch's kernels: the same for all boards, so keep it for all of them.
///
/// A kernel is built when it is first needed, which takes a driver tenths of a second.
pub struct Card<'device> {
    device: &'device Device,
    layout: wgpu::BindGroupLayout,
    modules: Mutex<BTreeMap<&'static str, Module>>,
    kernels: Mutex<BTreeMap<Build, Kernel>>,
}

impl<'device> Card<'device> {
    /// A card that has built nothing yet.
    pub fn new(device: &'device Device) -> Self {
        let (read, write) = (Binding::Read, Binding::ReadWrite);
        let layout = device.layout("batch", &[Binding::Uniform, read, read, read, write, write, write, write]);
        Self { device, layout, modules: Mutex::default(), kernels: Mutex::default() }
    }

    /// The device.
    pub const fn device(&self) -> &'device Device {
        self.device
    }

    pub(super) const fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.layout
    }

    /// The kernel that `build` describes.
    pub(super) fn kernel(&self, build: Build) -> Result<Kernel, GpuError> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = kernels.get(&build) {
            return Ok(kernel.clone());
        }
        let kernel = match build {
            Build::Ride { kind, rule, paths, width, words } => {
                let module = self.module(kind.name(), kind.wgsl())?;
                let all = [
                    ("RULE", f64::from(rule)),
                    ("PATHS", f64::from(u8::from(paths))),
                    ("WIDTH", width.into()),
                    ("WORDS", words.into()),
                ];
                let constants = if kind == KernelKind::Group { &all[..] } else { &all[..3] };
                self.device.kernel(&module, kind.name(), &self.layout, constants)?
            }
            Build::Deal { stride } => {
                let module = self.module("deal", shaders::DEAL)?;
                self.device.kernel(&module, "deal", &self.layout, &[("STRIDE", stride.into())])?
            }
            Build::Tally => {
                let module = self.module("tally", shaders::TALLY)?;
                self.device.kernel(&module, "tally", &self.layout, &[])?
            }
        };
        kernels.insert(build, kernel.clone());
        Ok(kernel)
    }

    fn module(&self, name: &'static str, wgsl: &str) -> Result<Module, GpuError> {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = modules.get(name) {
            return Ok(module.clone());
        }
        let module = self.device.module(name, wgsl)?;
        modules.insert(name, module.clone());
        Ok(module)
    }
}

/// The number by which the kernels know a rule: `rule.wgsl` has the same list.
pub(super) fn rule_number(rule: Rule) -> u8 {
    Rule::ALL.iter().position(|&other| other == rule).expect("the list has every rule") as u8
}

/// The size of workgroup memory to take for a board of `words` words, if there is one in `bytes` bytes.
pub(super) fn group_words(words: u32, bytes: u32) -> Option<u32> {
    GROUP_WORDS.into_iter().find(|&room| room >= words).filter(|room| room * 4 + GROUP_REST <= bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_takes_the_least_workgroup_memory_that_holds_it() {
        assert_eq!(group_words(64, 16 << 10), Some(64));
        assert_eq!(group_words(65, 16 << 10), Some(512));
        assert_eq!(group_words(3840, 16 << 10), Some(3840));
        assert_eq!(group_words(3841, 1 << 20), None);
        assert_eq!(group_words(600, 8 << 10), None);
    }
}
