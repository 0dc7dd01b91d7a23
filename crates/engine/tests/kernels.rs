//! Validates every kernel of every engine, with every set of constants, for Vulkan, Metal, Direct3D and OpenGL. No
//! device is needed.

use std::collections::{BTreeMap, BTreeSet};

use courser_engine::kernels;
use courser_gpu::{Binding, KernelSpec};
use courser_wgsl::naga::{AddressSpace, StorageAccess};
use courser_wgsl::translate::{KernelSource, Language, judge};
use courser_wgsl::{foreign_scalars, parse};
use rayon::prelude::*;

fn kernel(spec: &KernelSpec) -> KernelSource {
    KernelSource::new(&spec.to_string(), &spec.source(), spec.entry, &spec.constants)
}

#[test]
fn every_kernel_translates_for_vulkan_metal_direct3d_and_opengl() {
    let translate = |spec: &KernelSpec| {
        let kernel = kernel(spec);
        let judged = Language::ALL.into_iter().filter(|&language| {
            let code = kernel.translate(language).unwrap_or_else(|error| panic!("{spec} in {language}: {error}"));
            assert!(code.len() > 100, "{spec} in {language}");
            let verdict = judge(language, &code);
            verdict.map(|verdict| verdict.unwrap_or_else(|error| panic!("{spec} in {language}: {error}"))).is_some()
        });
        judged.map(|language| language.to_string()).collect::<BTreeSet<_>>()
    };
    let judged: BTreeSet<String> = kernels().par_iter().flat_map_iter(translate).collect();
    if judged.len() < 2 {
        eprintln!("only {judged:?} was judged by its validator: apt install spirv-tools glslang-tools");
    }
}

#[test]
fn a_validator_that_is_installed_refuses_code_that_is_wrong() {
    let kernel = kernel(&kernels()[0]);
    for language in [Language::SpirV, Language::GlslEs] {
        let mut code = kernel.translate(language).unwrap();
        let middle = code.len() / 2;
        code.truncate(middle - middle % 4);
        if let Some(verdict) = judge(language, &code) {
            assert!(verdict.is_err(), "{language}");
        }
    }
}

#[test]
fn every_kernel_is_valid_and_counts_in_integers_of_32_bits_only() {
    for spec in kernels() {
        assert_eq!(foreign_scalars(&parse(&spec.to_string(), &spec.source())), [], "{spec}");
    }
}

/// Checks that each kernel has the bindings that its shader declares. The bindings of a kernel are derived from the
/// kernel's row in the table of kernels.
#[test]
fn every_kernel_is_bound_to_what_its_shader_declares() {
    for spec in kernels() {
        let module = parse(&spec.to_string(), &spec.source());
        for (_, global) in module.global_variables.iter() {
            let Some(place) = &global.binding else { continue };
            let found = match global.space {
                AddressSpace::Uniform => Binding::Uniform,
                AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => Binding::ReadWrite,
                AddressSpace::Storage { .. } => Binding::Read,
                space => panic!("{spec}: {space:?}"),
            };
            assert_eq!(spec.bindings.get(place.binding as usize), Some(&found), "{spec}: {:?}", global.name);
        }
    }
}

#[test]
fn no_kernel_takes_more_storage_buffers_than_the_smallest_adapters_have() {
    // A large state is in several pieces with one binding each. Every kernel has a form for a state in one piece.
    let mut least: BTreeMap<String, usize> = BTreeMap::new();
    for spec in kernels() {
        let storage = spec.bindings.iter().filter(|binding| binding.is_storage()).count();
        least
            .entry(format!("{} {}", spec.module, spec.entry))
            .and_modify(|least| *least = storage.min(*least))
            .or_insert(storage);
    }
    for (name, storage) in least {
        assert!(storage <= 4, "{name} takes {storage}");
    }
}

#[test]
fn every_kernel_of_the_list_has_a_name_of_its_own() {
    let mut seen: Vec<(String, Vec<Binding>)> = Vec::new();
    for spec in kernels() {
        let name = (spec.to_string(), spec.bindings.clone());
        assert!(!seen.contains(&name), "{spec}");
        seen.push(name);
    }
}

/// Returns the distinct names of the kernels. If a kernel has one form for a state in one piece and another form for a
/// state in two pieces, both forms have the same name.
fn names() -> Vec<String> {
    let mut names: Vec<String> = kernels().iter().map(ToString::to_string).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

#[test]
fn the_table_of_registers_has_every_kernel_once() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/gpu.md")).unwrap();
    let table = page.split_once("\n## Registers\n").expect("the page has its section").1;
    let rows =
        table.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with("| "));
    let found: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()?.strip_prefix("| ")).collect();
    assert_eq!(found, names(), "make it anew: see tests/registers");
}
