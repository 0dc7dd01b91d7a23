//! Runs every parser on its stored inputs and on damaged variants of these inputs. The tests run the targets of `fuzz/`
//! on stable Rust, with a limited number of inputs.
//!
//! `cargo fuzz run TARGET` runs one target on any number of inputs. It searches for inputs that reach new code, and
//! stores them in `fuzz/corpus/TARGET`.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a crate of its own under cargo-fuzz")]
mod targets;

/// Number of damaged inputs per target. The environment variable `FUZZ_INPUTS` overrides this number.
const INPUTS: u64 = 8000;

/// Seed of the random damage. The seed is printed with failures.
const SEED: u64 = 0x636f_7572_7365_7221;

/// Maximum length of a damaged input in bytes.
const LONGEST: usize = 4096;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// Returns the name and the content of each stored input of a target, sorted by name.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = fuzz().join("corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut kept: Vec<_> = files
        .map(|file| {
            let path = file.expect("a file").path();
            (path.display().to_string(), fs::read(&path).expect("it is read"))
        })
        .collect();
    kept.sort();
    kept
}

/// Runs a target. If the target panics, prints the input and fails.
fn survives(name: &str, what: &str, bytes: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| targets::run(name, bytes))).is_err() {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
        fs::write(&file, bytes).expect("there is a place for the input");
        let shown = String::from_utf8_lossy(bytes);
        panic!("target {name} failed on {what}, kept as {}:\n{shown:?}", file.display());
    }
}

#[test]
fn every_kept_input_is_survived() {
    for (name, _) in targets::TARGETS {
        let kept = corpus(name);
        assert!(kept.len() >= 4, "{name} has {} kept inputs", kept.len());
        for (file, bytes) in kept {
            survives(name, &file, &bytes);
        }
    }
}

#[test]
fn every_damaged_input_is_survived() {
    let more = std::env::var("FUZZ_INPUTS").ok().map(|inputs| inputs.parse().expect("FUZZ_INPUTS is a number"));
    for (name, _) in targets::TARGETS {
        let kept: Vec<Vec<u8>> = corpus(name).into_iter().map(|(_, bytes)| bytes).collect();
        for number in 0..more.unwrap_or(INPUTS) {
            let bytes = Damage::new(SEED ^ number).done_to(&kept);
            survives(name, &format!("input {number} of seed {SEED:#x}"), &bytes);
        }
    }
}

#[test]
fn every_target_has_its_program_and_its_corpus() {
    let names: BTreeSet<String> = targets::TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names.len(), targets::TARGETS.len(), "two targets have one name");
    let files = |folder: &str| -> BTreeSet<String> {
        let there = fs::read_dir(fuzz().join(folder)).expect("the folder is there");
        there.map(|file| file.expect("a file").path().file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(files("fuzz_targets"), names);
    assert_eq!(files("corpus"), names);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("it is read");
    for name in names {
        let program = fs::read_to_string(fuzz().join("fuzz_targets").join(format!("{name}.rs"))).expect("it is read");
        assert!(program.contains(&format!("run(\"{name}\", bytes)")), "{name} runs another target");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is not built");
    }
}

#[test]
fn a_target_that_fails_is_noticed() {
    let outcome = catch_unwind(|| targets::run("no such target", b""));
    assert!(outcome.is_err());
}

/// A source of random damage to files. The same seed gives the same damage on every run.
struct Damage {
    state: u64,
}

/// Numbers at the limits of types and of other ranges.
const EDGES: [&str; 18] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "1073741823",
    "1073741824",
    "1073741825",
    "2147483647",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "00000000000000000000000000000001",
];

impl Damage {
    const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns a pseudo-random number less than `below`, which must not be 0 (Steele, Lea, Flood: SplitMix, 2014).
    fn pick(&mut self, below: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    }

    /// Returns a random range of `bytes` with a length of at most `most`.
    fn part(&mut self, bytes: &[u8], most: usize) -> std::ops::Range<usize> {
        let from = self.pick(bytes.len() + 1);
        let length = self.pick(most.min(bytes.len() - from) + 1);
        from..from + length
    }

    /// Returns a random stored input with one to four kinds of damage.
    fn done_to(&mut self, kept: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = kept[self.pick(kept.len())].clone();
        for _ in 0..=self.pick(4) {
            self.once(&mut bytes, kept);
            bytes.truncate(LONGEST);
        }
        bytes
    }

    fn once(&mut self, bytes: &mut Vec<u8>, kept: &[Vec<u8>]) {
        match self.pick(8) {
            // Flip a bit or replace a byte.
            0 if !bytes.is_empty() => {
                let at = self.pick(bytes.len());
                bytes[at] ^= 1 << self.pick(8);
            }
            1 if !bytes.is_empty() => {
                let at = self.pick(bytes.len());
                bytes[at] = self.pick(256) as u8;
            }
            // Truncates the input, or removes a range of its bytes.
            2 => bytes.truncate(self.pick(bytes.len() + 1)),
            3 => drop(bytes.drain(self.part(bytes, 16))),
            // Repeats a slice of the input.
            4 => {
                let part = self.part(bytes, 32);
                let many = bytes[part.clone()].repeat(1 + self.pick(8));
                bytes.splice(part.end..part.end, many);
            }
            // Join the beginning of one input and the end of another.
            5 => {
                let other = &kept[self.pick(kept.len())];
                bytes.truncate(self.pick(bytes.len() + 1));
                bytes.extend_from_slice(&other[self.pick(other.len() + 1)..]);
            }
            // Insert a part of another input.
            6 => {
                let other = &kept[self.pick(kept.len())];
                let (into, from) = (self.part(bytes, 16), self.part(other, 32));
                bytes.splice(into, other[from].iter().copied());
            }
            // Replace a number by a number at the limit of a type.
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                let edge = EDGES[self.pick(EDGES.len())];
                let at = if digits.is_empty() { self.pick(bytes.len() + 1) } else { digits[self.pick(digits.len())] };
                let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                bytes.splice(at..end, edge.bytes());
            }
        }
    }
}
