//! A kernel as one value: a shader with its buffers, constants and mirror.

use std::borrow::Cow;
use std::ops::Range;

#[cfg(feature = "gpu")]
use courser_gpu::{Binding, KernelSpec};

#[cfg(feature = "gpu")]
use super::MirrorMemory;

/// A part of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text of a file.
    Text(&'static str),
    /// Name of a part whose text the host chooses.
    Choice(&'static str),
    /// Parts that several shaders have in common.
    List(&'static [Self]),
}

/// The use of a buffer by a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The kernel only reads the buffer.
    Read,
    /// The kernel writes the buffer.
    Write,
    /// The kernel writes the buffer. The content of the buffer depends on the order in which invocations run, and is
    /// not compared.
    Arrival,
}

/// The mirror of a kernel: a function that runs the same invocations on the CPU.
#[derive(Debug)]
pub enum Twin<M> {
    /// Function that runs the invocation with the given number.
    One(fn(&mut M, u32)),
    /// Function that runs all invocations of a dispatch. The range contains the numbers of these invocations.
    All(fn(&mut M, Range<u32>)),
}

/// An entry point of a shader, with its buffers, constants and mirror.
#[derive(Debug)]
pub struct ShaderKernel<M: 'static> {
    /// Index of the kernel in the engine's table.
    pub id: usize,
    /// Name of the module, used in labels and reports.
    pub name: &'static str,
    /// Name of the entry point.
    pub entry: &'static str,
    /// Shader parts that precede the kernel's own file.
    pub shared: &'static [Part],
    /// Text of the kernel's own file.
    pub own: &'static str,
    /// Names of the pipeline constants that the module declares and the host sets.
    pub constants: &'static [&'static str],
    /// Names and values of the pipeline constants that are the same in every build.
    pub fixed: &'static [(&'static str, f64)],
    /// Slots that the module declares, each with its access.
    pub buffers: &'static [(usize, Access)],
    /// Slot of the buffer that is bound only in part. A dispatch can access one part of this buffer: the part that
    /// contains the data of the dispatch's first invocation. `None` if every dispatch can access all its buffers in
    /// full.
    pub local: Option<usize>,
    /// Number of invocations in a workgroup; `None` if the machine chooses this number.
    pub width: Option<u32>,
    /// Maximum number of invocations per dispatch. This limit keeps a dispatch short on slow devices.
    pub max_invocations: u32,
    /// Mirror of the kernel.
    pub mirror: Twin<M>,
}

/// The build options of kernels.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// Texts that the host chose for shader parts, each with the name of its [`Part::Choice`].
    pub parts: Vec<(&'static str, Cow<'static, str>)>,
    /// Values of pipeline constants, by name.
    pub constants: Vec<(&'static str, f64)>,
    /// Number of bindings of each slot: one per part of the slot's buffer, 0 if the slot is empty.
    pub bindings: Vec<u64>,
}

#[cfg(feature = "gpu")]
impl Build {
    /// Returns the text that the host has chosen for the part named `name`.
    ///
    /// # Panics
    /// Panics if the host has chosen no part with this name.
    fn part(&self, name: &str) -> Cow<'static, str> {
        let found = self.parts.iter().find(|(of, _)| *of == name);
        found.unwrap_or_else(|| panic!("the host chooses no part '{name}'")).1.clone()
    }
}

#[cfg(feature = "gpu")]
impl Part {
    /// Returns the WGSL texts of the part. The text of a [`Part::Choice`] comes from `build`.
    fn texts(self, build: &Build) -> Vec<Cow<'static, str>> {
        match self {
            Self::Text(text) => vec![text.into()],
            Self::Choice(name) => vec![build.part(name)],
            Self::List(parts) => parts.iter().flat_map(|part| part.texts(build)).collect(),
        }
    }
}

#[cfg(feature = "gpu")]
impl<M: MirrorMemory> ShaderKernel<M> {
    /// Returns the number of bindings of a slot, and the kind of these bindings.
    pub(super) fn slot(&self, slot: usize, build: &Build) -> (u64, Binding) {
        let access = self.buffers.iter().find(|(of, _)| *of == slot).map(|(_, access)| *access);
        let kind = match access {
            None => Binding::Unused,
            _ if build.bindings[slot] == 0 => Binding::Unused,
            Some(Access::Read) => Binding::Read,
            Some(Access::Write | Access::Arrival) => Binding::ReadWrite,
        };
        let is_whole = kind == Binding::Unused || self.local == Some(slot);
        (if is_whole { 1 } else { build.bindings[slot] }, kind)
    }

    /// Returns the texts of the shader parts that precede the kernel's own file.
    pub fn shared(&self, build: &Build) -> Vec<Cow<'static, str>> {
        Part::List(self.shared).texts(build)
    }

    /// Returns the description from which a device builds the kernel. The parameters have binding 0, and the slots have
    /// the bindings from 1.
    pub fn spec(&self, build: &Build) -> KernelSpec {
        let mut bindings = vec![Binding::Uniform];
        for slot in 0..M::BUFFERS.len() {
            let (count, kind) = self.slot(slot, build);
            bindings.resize(bindings.len() + count as usize, kind);
        }
        let mut wgsl = self.shared(build);
        wgsl.push(self.own.into());
        let is_declared = |(name, _): &&(&'static str, f64)| self.constants.contains(name);
        let constants = self.fixed.iter().chain(build.constants.iter().filter(is_declared)).copied().collect();
        KernelSpec { module: self.name, wgsl, entry: self.entry, bindings, constants }
    }
}
