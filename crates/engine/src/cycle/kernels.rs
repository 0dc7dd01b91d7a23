//! The kernels of the cycle: which shader, built with what, for which parts of a state.

use courser_gpu::{Binding, KernelSpec};
use courser_shaders::cycle::{RESIDENT, relay};
use courser_shaders::looking_ahead;
use courser_solve::relay::RULES;
use courser_solve::warnsdorff::Rule;

use crate::cycle::PASSES;
use crate::cycle::lanes::MAX_LANES;
use crate::cycle::pieces;
use crate::parts::Parts;

/// One pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Build {
    /// A pass over the whole board.
    Whole(usize),
    /// A pass near the knight.
    Near(usize),
    /// Resident, on this number of lanes.
    Resident(u32),
}

/// The description of a kernel, for a knight by this rule, or for many with a region each.
pub(super) fn spec(build: Build, rule: Rule, parts: Parts, is_relay: bool) -> KernelSpec {
    let (pass, entry) = match build {
        Build::Whole(pass) => (Some(&PASSES[pass]), "whole"),
        Build::Near(pass) => (Some(&PASSES[pass]), "near"),
        Build::Resident(1) => (None, "alone"),
        Build::Resident(_) => (None, "together"),
    };
    let (module, wgsl, chooses) =
        pass.map_or(("resident", RESIDENT, true), |pass| (pass.name, pass.wgsl, pass.chooses));
    let mut constants = Vec::new();
    let mut wgsl = pieces::wgsl(parts, wgsl);
    if chooses {
        wgsl = looking_ahead(wgsl, rule.look_ahead());
        constants.push(("RULE", rule.number().into()));
    }
    if let Build::Resident(lanes @ 2..) = build {
        constants.push(("LANES", lanes.into()));
    }
    let mut bindings = pieces::bindings(parts);
    if is_relay {
        wgsl = relay(&wgsl, bindings.len() as u64).into();
        bindings.push(Binding::Read);
    }
    KernelSpec { module, wgsl, entry, bindings, constants }
}

/// Every kernel of the cycle, by every rule, for states in one part and in two.
pub fn kernels() -> Vec<KernelSpec> {
    let cuts = [Parts::whole(1), Parts::of(2 << 23, 23)];
    let passes = (0..PASSES.len()).flat_map(|pass| [Build::Whole(pass), Build::Near(pass)]);
    let builds: Vec<Build> = passes.chain([Build::Resident(1), Build::Resident(MAX_LANES)]).collect();
    let of = |build, parts| Rule::ALL.map(|rule| spec(build, rule, parts, false));
    let all = builds.iter().flat_map(|&build| cuts.map(|parts| of(build, parts)));
    let mut all: Vec<KernelSpec> = all.flatten().collect();
    let relays = (0..PASSES.len()).flat_map(|pass| cuts.map(|parts| (Build::Whole(pass), parts)));
    all.extend(relays.flat_map(|(build, parts)| RULES.map(|rule| spec(build, rule, parts, true))));
    // A pass in which the knight does not choose is the same by every rule.
    all.dedup();
    all
}
