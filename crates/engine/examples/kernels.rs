//! Writes every kernel of every engine into a folder, in the languages of all drivers, with a list of the kernels.
//!
//!     cargo run -p courser-engine --example kernels -- FOLDER
//!
//! `kernels.txt` has a line for each kernel: its name, its SPIR-V file, its entry point, and a letter per binding. The
//! letter is U for a uniform buffer, R for storage that is read, and W for storage that is written. `tests/registers
//! FOLDER` makes a table of the kernels.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use courser_engine::kernels;
use courser_gpu::Binding;
use courser_wgsl::translate::{KernelSource, Language};

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).ok_or("name a folder")?.into();
    std::fs::create_dir_all(&folder)?;
    let mut list = String::new();
    let mut names = BTreeSet::new();
    for spec in kernels() {
        let name = spec.to_string();
        // The kernel for a state in two pieces has the same name as the kernel for one piece, but more bindings.
        if !names.insert(name.clone()) {
            continue;
        }
        let stem = name.replace([' ', '='], "-");
        let kernel = KernelSource::new(&name, &spec.source(), spec.entry, &spec.constants);
        for language in Language::ALL {
            let file = folder.join(format!("{stem}.{}", language.extension()));
            std::fs::write(file, kernel.translate(language)?)?;
        }
        let letters: String = spec
            .bindings
            .iter()
            .map(|binding| match binding {
                Binding::Uniform => 'U',
                Binding::Read => 'R',
                Binding::ReadWrite => 'W',
                Binding::Unused => '-',
            })
            .collect();
        writeln!(list, "{name}\t{stem}.spv\t{}\t{letters}", spec.entry)?;
    }
    std::fs::write(folder.join("kernels.txt"), list)?;
    Ok(())
}
