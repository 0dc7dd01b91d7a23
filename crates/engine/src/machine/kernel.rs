//! A kernel as one value.

#[cfg(feature = "gpu")]
use std::borrow::Cow;
use std::ops::Range;

#[cfg(feature = "gpu")]
use courser_gpu::{Binding, KernelSpec};

#[cfg(feature = "gpu")]
use super::MirrorMemory;

/// A part of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The text of a file.
    Text(&'static str),
    /// A part with this name, which the host chooses.
    Choice(&'static str),
}

/// The use of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The kernel only reads it.
    Read,
    /// The kernel writes it.
    Write,
}

/// The mirror of a kernel.
#[derive(Debug)]
pub enum Twin<M> {
    /// One invocation, by its number.
    One(fn(&mut M, u32)),
    /// All invocations of a dispatch, by their numbers.
    All(fn(&mut M, Range<u32>)),
}

/// An entry point of a shader, with everything that belongs to it.
#[derive(Debug)]
pub struct ShaderKernel<M: 'static> {
    /// The index in the engine's table.
    pub id: usize,
    /// The name of the module, for labels and reports.
    pub name: &'static str,
    /// The entry point.
    pub entry: &'static str,
    /// The parts in front of the kernel's own file.
    pub shared: &'static [Part],
    /// The kernel's own file.
    pub own: &'static str,
    /// The names of the pipeline constants that the module declares.
    pub constants: &'static [&'static str],
    /// The slots that the module declares, and their use.
    pub buffers: &'static [(usize, Access)],
    /// The slot of which a dispatch sees one part only: the one that has its first invocation.
    pub local: Option<usize>,
    /// Invocations in a workgroup; `None` if the machine chooses.
    pub width: Option<u32>,
    /// Maximum number of invocations per dispatch, which keeps a dispatch short on slow devices.
    pub most: u32,
    /// The mirror.
    pub mirror: Twin<M>,
}

/// The choices that kernels leave open.
#[cfg(feature = "gpu")]
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// The parts of shaders, by the name of the choice.
    pub parts: Vec<(&'static str, Cow<'static, str>)>,
    /// The values of pipeline constants, by name.
    pub constants: Vec<(&'static str, f64)>,
    /// Number of bindings of each slot: one per part of its buffer, 0 if the slot is empty.
    pub bindings: Vec<u64>,
}

#[cfg(feature = "gpu")]
impl Build {
    /// Returns the text of a chosen part.
    fn part(&self, name: &str) -> Cow<'static, str> {
        let found = self.parts.iter().find(|(of, _)| *of == name);
        found.unwrap_or_else(|| panic!("the host chooses no part '{name}'")).1.clone()
    }
}

#[cfg(feature = "gpu")]
impl<M: MirrorMemory> ShaderKernel<M> {
    /// Returns the bindings of a slot, and their kind.
    pub(super) fn slot(&self, slot: usize, build: &Build) -> (u64, Binding) {
        let access = self.buffers.iter().find(|(of, _)| *of == slot).map(|(_, access)| *access);
        let kind = match access {
            None => Binding::Unused,
            _ if build.bindings[slot] == 0 => Binding::Unused,
            Some(Access::Read) => Binding::Read,
            Some(Access::Write) => Binding::ReadWrite,
        };
        let is_whole = kind == Binding::Unused || self.local == Some(slot);
        (if is_whole { 1 } else { build.bindings[slot] }, kind)
    }

    /// Returns the parts in front of the kernel's own file.
    pub fn shared(&self, build: &Build) -> Vec<Cow<'static, str>> {
        let text = |part: &Part| match *part {
            Part::Text(text) => text.into(),
            Part::Choice(name) => build.part(name),
        };
        self.shared.iter().map(text).collect()
    }

    /// Returns the description by which a device builds the kernel. The parameters have binding 0, the slots those after it.
    pub fn spec(&self, build: &Build) -> KernelSpec {
        let mut bindings = vec![Binding::Uniform];
        for slot in 0..M::BUFFERS.len() {
            let (count, kind) = self.slot(slot, build);
            bindings.resize(bindings.len() + count as usize, kind);
        }
        let mut wgsl = self.shared(build);
        wgsl.push(self.own.into());
        let is_declared = |(name, _): &&(&'static str, f64)| self.constants.contains(name);
        let constants = build.constants.iter().filter(is_declared).copied().collect();
        KernelSpec { module: self.name, wgsl, entry: self.entry, bindings, constants }
    }
}
