//! The shaders by themselves: valid WGSL, integers only, laid out as the host lays them out.

use courser_engine::grown::{GrownStatus, Job, Piece};
use courser_shaders::grown as shaders;
use courser_wgsl::{fields, host_fields, parse, strangers};

/// Every shader of grown tours as the device gets it.
const ALL: [(&str, &str); 13] = [
    ("melt", shaders::MELT),
    ("label", shaders::LABEL),
    ("label split", shaders::LABEL_SPLIT),
    ("mark", shaders::MARK),
    ("mark split", shaders::MARK_SPLIT),
    ("scan", shaders::SCAN),
    ("scan split", shaders::SCAN_SPLIT),
    ("pick", shaders::PICK),
    ("apply", shaders::APPLY),
    ("splitters", shaders::SPLITTERS),
    ("rank", shaders::RANK),
    ("number", shaders::NUMBER),
    ("number split", shaders::NUMBER_SPLIT),
];

#[test]
fn every_shader_is_valid_by_the_standard_alone() {
    for (name, wgsl) in ALL {
        parse(name, wgsl);
    }
}

#[test]
fn grown_tours_count_in_integers_of_32_bits_only() {
    for (name, wgsl) in ALL {
        assert_eq!(strangers(&parse(name, wgsl)), [], "{name}");
    }
}

#[test]
fn host_and_shader_lay_out_alike_what_they_share() {
    for (name, wgsl) in ALL {
        let module = parse(name, wgsl);
        assert_eq!(
            fields(&module, "Job"),
            host_fields!(
                Job: rows, cols, pitch, words, stride, base, first, end, shape, colour, coins, inside, afresh,
                main, key, ends, room, squares, across, splitters, extra, start, halves, turned
            ),
            "{name}"
        );
    }
    let those_with = |name: &'static str| {
        ALL.into_iter().filter(move |(_, wgsl)| wgsl.contains(name)).map(|(name, wgsl)| (name, parse(name, wgsl)))
    };
    for (name, module) in those_with("struct Status") {
        assert_eq!(fields(&module, "Status"), host_fields!(GrownStatus: flags, cycles, switched), "{name}");
    }
    for (name, module) in those_with("struct Piece") {
        assert_eq!(fields(&module, "Piece"), host_fields!(Piece: next, steps), "{name}");
    }
}
