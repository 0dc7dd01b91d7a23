//! A count that is stopped goes on from what it has kept, to the same number.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use courser_board::Board;
use courser_count::{Checkpoint, Cluster, CountError, CountOptions, Stage, Task, Tours, count, count_together};
use sha2::{Digest, Sha256};

fn task(rows: u32, cols: u32, tours: Tours) -> Task {
    Task::new(Board::new(rows, cols).unwrap(), tours).unwrap()
}

/// The room for layers on a disk, where they are kept in memory or there.
const IN_MEMORY: Option<u64> = None;
const ON_DISK: Option<u64> = Some(u64::MAX);

fn kept_in(folder: &Path) -> Option<Checkpoint> {
    Some(Checkpoint { folder: folder.to_path_buf(), every: Duration::ZERO, disk: None })
}

/// Counts until `steps` steps are reported; returns the result and the number of steps.
fn stopped_after(task: &Task, folder: &Path, steps: usize) -> (Result<String, CountError>, usize) {
    stopped(task, folder, steps, IN_MEMORY)
}

/// The same with layers in memory, or in this room on the disk.
fn stopped(task: &Task, folder: &Path, steps: usize, disk: Option<u64>) -> (Result<String, CountError>, usize) {
    let (stop, reported) = (AtomicBool::new(false), AtomicUsize::new(0));
    let progress = |_| {
        if reported.fetch_add(1, Ordering::Relaxed) + 1 >= steps {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let options = CountOptions {
        stop: Some(&stop),
        progress: Some(&progress),
        checkpoint: Some(Checkpoint { folder: folder.to_path_buf(), every: Duration::ZERO, disk }),
        ..CountOptions::default()
    };
    let number = count(task, &options).map(|number| number.to_string());
    (number, reported.load(Ordering::Relaxed))
}

/// Counts with a stop after every few steps; returns the number of stops.
fn goes_on_to(task: &Task, number: &str, steps: usize, disk: Option<u64>) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let found = loop {
        match stopped(task, folder.path(), steps, disk) {
            (Ok(number), _) => break number,
            (Err(CountError::Stopped), _) => stops += 1,
            (Err(error), _) => panic!("{error}"),
        }
        assert!(stops < 500, "it comes no further");
    };
    assert_eq!(found, number);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "what was kept is taken away at the end");
    stops
}

#[test]
fn a_count_that_is_stopped_anywhere_goes_on_to_the_same_number() {
    for (task, number) in [
        (task(6, 6, Tours::Closed), "9862"),
        (task(6, 7, Tours::Closed), "1067638"),
        (task(5, 6, Tours::Open { start: None, end: None }), "18784"),
        (task(5, 6, Tours::Open { start: Some(courser_board::Square::new(0, 0)), end: None }), "4542"),
    ] {
        for disk in [IN_MEMORY, ON_DISK] {
            assert!(goes_on_to(&task, number, 12, disk) > 2);
        }
    }
}

/// A board whose numbers outgrow 64 bits while its states are few.
fn long() -> (Task, String) {
    let task = task(3, 90, Tours::Closed);
    let number = count(&task, &CountOptions::default()).unwrap();
    assert!(number.bits() > 128, "{number} is no larger than two words");
    (task, number.to_string())
}

#[test]
fn a_count_modulo_primes_goes_on_from_the_prime_that_it_has_come_to() {
    let (task, number) = long();
    for disk in [IN_MEMORY, ON_DISK] {
        assert!(goes_on_to(&task, &number, 150, disk) > 2);
    }
    let folder = tempfile::tempdir().unwrap();
    let rests = folder.path().join("rests");
    let has_one = || fs::read(&rests).is_ok_and(|file| file.len() > 8 * HEADER + 32);
    while !has_one() {
        assert!(matches!(stopped_after(&task, folder.path(), 40).0, Err(CountError::Stopped)));
    }
    let prime = |at: usize| folder.path().join(format!("prime-{at}.upper.layer"));
    while !prime(1).exists() {
        assert!(matches!(stopped_after(&task, folder.path(), 10).0, Err(CountError::Stopped)));
    }
    // Files of another prime are not read, and primes whose rests are known are not counted again.
    fs::copy(prime(1), prime(0)).unwrap();
    fs::rename(prime(1), prime(2)).unwrap();
    let error = stopped_after(&task, folder.path(), 100_000).0.unwrap_err();
    assert!(error.to_string().contains("another name"), "{error}");
    fs::rename(prime(2), prime(1)).unwrap();
    assert_eq!(stopped_after(&task, folder.path(), 100_000).0.unwrap(), number);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn workers_count_modulo_primes_and_go_on() {
    let (task, number) = long();
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let found = loop {
        match together(&task, 2, folder.path(), 150) {
            Err(CountError::Stopped) => stops += 1,
            found => break found.unwrap(),
        }
        assert!(stops < 100, "they come no further");
    };
    assert_eq!(found, number);
    assert!(stops > 2, "they were stopped {stops} times");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn layers_on_a_disk_that_are_damaged_or_of_another_count_are_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    let again = |task: &Task| stopped(task, folder.path(), 1000, ON_DISK).0;
    assert!(matches!(stopped(&ours, folder.path(), 10, ON_DISK).0, Err(CountError::Stopped)));
    let kept = files_in(folder.path());
    let names: Vec<_> = kept.iter().map(|(path, _)| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["upper.blocks-0", "upper.index"]);
    for (path, whole) in &kept {
        let bits = (0..8 * whole.len()).step_by(whole.len() / 20 + 1);
        let flipped = bits.map(|bit| {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            flipped
        });
        let cut = [0, 8 * HEADER, whole.len() / 2, whole.len() - 1].map(|length| whole[..length].to_vec());
        // The number of a block's header, and a block more, are neither read nor missed.
        let is_harmless =
            |content: &Vec<u8>| content[8 * HEADER..] == whole[8 * HEADER..] && content[..40] == whole[..40];
        for content in flipped.chain(cut).filter(|content| content.len() < whole.len() || !is_harmless(content)) {
            fs::write(path, &content).unwrap();
            let before = files_in(folder.path());
            let error = again(&ours).expect_err("damage was not seen");
            assert!(matches!(error, CountError::Checkpoint { .. }) && error.is_input(), "{error}");
            assert_eq!(files_in(folder.path()), before);
        }
        fs::write(path, whole).unwrap();
    }
    for other in [task(6, 8, Tours::Closed), ours.clone().directed(true)] {
        let error = again(&other).unwrap_err();
        assert!(error.to_string().contains("another count"), "{error}");
    }
    // As a count leaves it that is killed while it writes a layer.
    fs::write(folder.path().join("upper.blocks-1"), &kept[0].1[..30]).unwrap();
    assert_eq!(again(&ours).unwrap(), "9862");
    fs::write(folder.path().join("upper.blocks-1"), "a diary").unwrap();
    let error = again(&ours).unwrap_err();
    assert!(matches!(error, CountError::Checkpoint { .. }), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("upper.blocks-1")).unwrap(), "a diary");
}

#[test]
fn layers_that_do_not_fit_the_disk_are_refused_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(8, 8, Tours::Closed);
    // The numbers of the second one outgrow 64 bits.
    for task in [&ours, &task(8, 24, Tours::Closed)] {
        for path in [folder.path().to_path_buf(), folder.path().join("new/inner")] {
            let error = stopped(task, &path, 1000, Some(1 << 20)).0.unwrap_err();
            assert!(matches!(error, CountError::OnDisk { disk, .. } if disk > 1e8) && !error.is_input(), "{error}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "what was created is gone");
        }
    }
    // The outer folder can be created, the inner one cannot.
    let error = stopped(&ours, &folder.path().join("new").join("x".repeat(300)), 1000, ON_DISK).0.unwrap_err();
    assert!(matches!(error, CountError::Disk { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let checkpoint = Checkpoint { folder: folder.path().to_path_buf(), every: Duration::ZERO, disk: ON_DISK };
    let options = CountOptions { checkpoint: Some(checkpoint), memory: Some(1 << 20), ..CountOptions::default() };
    let error = count(&ours, &options).unwrap_err();
    assert!(matches!(error, CountError::OnDisk { available: [_, 1_048_576], .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_was_half_written_is_written_over_and_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(6, 6, Tours::Closed);
    assert!(matches!(stopped_after(&task, folder.path(), 5).0, Err(CountError::Stopped)));
    // As a count leaves it that is killed while it writes.
    let whole = fs::read(folder.path().join("upper.layer")).unwrap();
    fs::write(folder.path().join("upper.layer.new"), &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.path().join("sums.new"), "").unwrap();
    assert!(matches!(stopped_after(&task, folder.path(), 5).0, Err(CountError::Stopped)));
    assert_eq!(stopped_after(&task, folder.path(), 1000).0.unwrap(), "9862");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_kept_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(6, 6, Tours::Closed);
    let last = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let progress = |progress: courser_count::CountProgress| {
        if let Stage::Layer { at, .. } = progress.stage {
            last.store(at, Ordering::Relaxed);
            stop.store(at == 9, Ordering::Relaxed);
        }
    };
    let options = CountOptions {
        stop: Some(&stop),
        progress: Some(&progress),
        checkpoint: kept_in(folder.path()),
        ..CountOptions::default()
    };
    assert!(matches!(count(&task, &options), Err(CountError::Stopped)));
    let first = AtomicUsize::new(usize::MAX);
    let progress = |progress: courser_count::CountProgress| {
        if let Stage::Layer { at, .. } = progress.stage {
            first.fetch_min(at, Ordering::Relaxed);
        }
    };
    let options =
        CountOptions { progress: Some(&progress), checkpoint: kept_in(folder.path()), ..CountOptions::default() };
    assert_eq!(count(&task, &options).unwrap().to_string(), "9862");
    assert_eq!((last.into_inner(), first.into_inner()), (9, 10));
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_count_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    assert!(stopped_after(&ours, folder.path(), 10).0.is_err());
    let file = folder.path().join("upper.layer");
    let whole = fs::read(&file).unwrap();

    for other in [task(6, 8, Tours::Closed), task(6, 6, Tours::Open { start: None, end: None })] {
        let error = stopped_after(&other, folder.path(), 1000).0.unwrap_err();
        assert!(error.to_string().contains("another count"), "{error}");
        assert!(error.is_input());
    }
    let mut damaged = vec![Vec::new(), whole[..whole.len() / 2].to_vec(), b"no checkpoint, but a text".to_vec()];
    for at in [0, 9, 17, 30, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        damaged.push(flipped);
    }
    for (number, content) in damaged.iter().enumerate() {
        fs::write(&file, content).unwrap();
        let error = stopped_after(&ours, folder.path(), 1000).0.expect_err(&format!("damage {number} was not seen"));
        assert!(matches!(error, CountError::Checkpoint { .. }), "{error}");
    }
    fs::write(&file, whole).unwrap();
    assert_eq!(stopped_after(&ours, folder.path(), 1000).0.unwrap(), "9862");
}

/// Words of a file before its content.
const HEADER: usize = 6;

/// The words of a file before its SHA-256.
fn words_of(file: &Path) -> Vec<u64> {
    let bytes = fs::read(file).unwrap();
    let (words, digest) = bytes.split_at(bytes.len() - 32);
    assert_eq!(Sha256::digest(words)[..], *digest);
    words.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Files with their content, by name.
fn files_in(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn a_bit_that_is_flipped_anywhere_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    assert!(stopped_after(&ours, folder.path(), 3).0.is_err());
    let file = folder.path().join("upper.layer");
    let whole = fs::read(&file).unwrap();
    for bit in (0..64 * HEADER).chain((64 * HEADER..8 * whole.len()).step_by(9)).chain([8 * whole.len() - 1]) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&file, &flipped).unwrap();
        let error = stopped_after(&ours, folder.path(), 1000).0.expect_err(&format!("bit {bit} was not seen"));
        assert!(matches!(error, CountError::Checkpoint { .. }) && error.is_input(), "bit {bit}: {error}");
        assert_eq!(files_in(folder.path()), [(file.clone(), flipped)], "bit {bit}: nothing else is touched");
    }
    for length in (0..whole.len()).step_by(5).chain([whole.len() - 8, whole.len() - 1]) {
        fs::write(&file, &whole[..length]).unwrap();
        let error = stopped_after(&ours, folder.path(), 1000).0.expect_err(&format!("{length} bytes were taken"));
        assert!(matches!(error, CountError::Checkpoint { .. }), "{length} bytes: {error}");
    }
    fs::write(&file, whole).unwrap();
    assert_eq!(stopped_after(&ours, folder.path(), 1000).0.unwrap(), "9862");
}

#[test]
fn two_bits_that_cancelled_in_the_former_check_sum_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(7, 8, Tours::Closed);
    assert!(stopped_after(&ours, folder.path(), 14).0.is_err());
    let file = folder.path().join("upper.layer");
    let whole = fs::read(&file).unwrap();
    let words = words_of(&file).len();
    for word in (HEADER - 1..words - 1).step_by(words / 50) {
        let mut flipped = whole.clone();
        flipped[8 * word + 7] ^= 1 << 7;
        flipped[8 * word + 8] ^= 1 << 4;
        fs::write(&file, flipped).unwrap();
        let error = stopped_after(&ours, folder.path(), 1).0.expect_err("it is stopped at the latest");
        assert!(matches!(error, CountError::Checkpoint { .. }), "word {word}: {error}");
    }
}

#[test]
fn a_file_under_another_name_is_refused_and_nothing_is_lost() {
    // Of a board that turning by 180° changes, both halves are kept; one is taken for the other.
    let folder = tempfile::tempdir().unwrap();
    let from_a_corner = Tours::Open { start: Some(courser_board::Square::new(0, 0)), end: None };
    let ours = task(6, 6, from_a_corner);
    let lower = folder.path().join("lower.layer");
    while !lower.exists() {
        assert!(stopped_after(&ours, folder.path(), 2).0.is_err());
    }
    fs::copy(folder.path().join("upper.layer"), lower).unwrap();
    let before = files_in(folder.path());
    let error = stopped_after(&ours, folder.path(), 1000).0.unwrap_err();
    assert!(error.to_string().contains("written under another name"), "{error}");
    assert_eq!(files_in(folder.path()), before);

    let ours = task(6, 7, Tours::Closed);
    for (from, to, reason) in [(7, 8, "another name"), (7, 6, "another name"), (0, 1, "another worker")] {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(together(&ours, 2, folder.path(), 9), Err(CountError::Stopped)));
        let layers: Vec<PathBuf> = files_in(folder.path()).into_iter().map(|(path, _)| path).collect();
        let last = layers.iter().filter_map(|path| path.to_str()?.rsplit_once("layer-")?.1.parse::<usize>().ok()).max();
        let last = last.unwrap();
        for worker in [0, 1] {
            let name = |worker: usize, layer: usize| folder.path().join(format!("worker-{worker}.layer-{layer}"));
            if reason == "another worker" {
                fs::copy(name(0, last), name(1, last)).unwrap();
            } else {
                fs::rename(name(worker, last), name(worker, last + to - from)).unwrap();
            }
        }
        let before = files_in(folder.path());
        let error = together(&ours, 2, folder.path(), 1000).unwrap_err();
        let is_refused = matches!(error, CountError::Checkpoint { .. }) && error.is_input();
        assert!(is_refused, "{from} as {to}: {error}");
        assert!(
            error.to_string().contains(reason) || error.to_string().contains("not a file of this count"),
            "{error}"
        );
        assert_eq!(files_in(folder.path()), before, "{from} as {to}");
    }
}

#[test]
fn a_workers_part_that_is_damaged_anywhere_is_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    assert!(matches!(together(&ours, 2, folder.path(), 9), Err(CountError::Stopped)));
    let layers: Vec<(PathBuf, Vec<u8>)> = files_in(folder.path());
    let (file, whole) =
        layers.iter().max_by_key(|(path, _)| path.to_str().map(|name| (name.len(), name.to_owned()))).unwrap();
    for at in (0..8 * HEADER).chain((8 * HEADER..whole.len()).step_by(97)).chain([whole.len() - 1]) {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(file, flipped).unwrap();
        let before = files_in(folder.path());
        let error = together(&ours, 2, folder.path(), 1000).expect_err(&format!("byte {at} was not seen"));
        assert!(matches!(error, CountError::Checkpoint { .. }) && error.is_input(), "byte {at}: {error}");
        assert_eq!(files_in(folder.path()), before, "byte {at}");
    }
    fs::write(file, whole).unwrap();
    assert_eq!(together(&ours, 2, folder.path(), 1000).unwrap(), "9862");
}

#[test]
fn a_checkpoint_of_squares_that_are_not_there_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    assert!(matches!(stopped_after(&ours, folder.path(), 13).0, Err(CountError::Stopped)));
    let file = folder.path().join("upper.layer");
    let mut words = words_of(&file);
    // After the header come the lengths of chunks, and at the head of each block its open ends in the upper half of a
    // word.
    let first = (HEADER..words.len()).find(|&at| words[at] > 0).unwrap() + 1;
    let ends = (words[first] >> 32) as u32;
    words[first] = u64::from(ends << (ends.leading_zeros() - 1)) << 32;
    let mut bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
    bytes.extend(Sha256::digest(&bytes));
    fs::write(&file, bytes).unwrap();
    let error = stopped_after(&ours, folder.path(), 1000).0.unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
}

#[test]
fn a_checkpoint_of_another_version_or_direction_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    assert!(stopped_after(&ours, folder.path(), 10).0.is_err());
    let error = stopped_after(&ours.clone().directed(true), folder.path(), 1000).0.unwrap_err();
    assert!(error.to_string().contains("another count"), "{error}");
    let options =
        CountOptions { checkpoint: kept_in(folder.path()), build: "0.0.0 (another)", ..CountOptions::default() };
    let error = count(&ours, &options).unwrap_err();
    assert!(error.to_string().contains("version") && error.is_input(), "{error}");
    assert_eq!(stopped_after(&ours, folder.path(), 1000).0.unwrap(), "9862");
}

#[test]
fn a_folder_serves_one_count_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(6, 6, Tours::Closed);
    let second = std::sync::Mutex::new(None);
    let progress = |_| {
        let mut second = second.lock().unwrap();
        if second.is_none() {
            *second =
                Some(count(&task, &CountOptions { checkpoint: kept_in(folder.path()), ..CountOptions::default() }));
        }
    };
    let options =
        CountOptions { progress: Some(&progress), checkpoint: kept_in(folder.path()), ..CountOptions::default() };
    assert_eq!(count(&task, &options).unwrap().to_string(), "9862");
    let error = second.into_inner().unwrap().unwrap().unwrap_err();
    assert!(error.to_string().contains("another count uses this folder"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_not_the_counts_own_is_neither_overwritten_nor_taken_away() {
    let task = task(6, 6, Tours::Closed);
    for name in ["upper.layer", "upper.layer.new", "sums", "sums.new", "lock"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "a diary").unwrap();
        let error = stopped_after(&task, folder.path(), 1000).0.expect_err(name);
        assert!(matches!(error, CountError::Checkpoint { .. }), "{name}: {error}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "a diary");
    }
}

#[test]
fn a_checkpoint_larger_than_memory_is_not_read() {
    let (folder, task) = (tempfile::tempdir().unwrap(), task(6, 6, Tours::Closed));
    stopped_after(&task, folder.path(), 12).0.expect_err("it is stopped");
    let file = fs::OpenOptions::new().write(true).open(folder.path().join("upper.layer")).unwrap();
    // Sparse: no disk holds it.
    file.set_len(1 << 42).unwrap();
    let options = CountOptions { memory: Some(1 << 30), checkpoint: kept_in(folder.path()), ..CountOptions::default() };
    let error = count(&task, &options).expect_err("it is too large");
    assert!(matches!(error, CountError::Memory { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_out_of_the_folder() {
    let task = task(6, 6, Tours::Closed);
    let elsewhere = tempfile::tempdir().unwrap();
    for name in ["upper.layer", "upper.layer.new", "sums.new", "lock"] {
        let folder = tempfile::tempdir().unwrap();
        for (target, content) in [("there", Some("")), ("not there", None)] {
            let target = elsewhere.path().join(target);
            content.inspect(|content| fs::write(&target, content).unwrap());
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(&target, &link).unwrap();
            let error = stopped_after(&task, folder.path(), 1000).0.expect_err(name);
            assert!(matches!(error, CountError::Checkpoint { .. }), "{name}: {error}");
            assert_eq!(fs::read_to_string(&target).ok().as_deref(), content, "{name}");
            fs::remove_file(link).unwrap();
        }
    }
}

/// Counts with workers that all keep their parts, and stops after `steps` steps.
fn together(task: &Task, workers: usize, folder: &Path, steps: usize) -> Result<String, CountError> {
    fn gone(message: &str) -> ! {
        panic!("{message}")
    }
    let stop: &'static AtomicBool = Box::leak(Box::default());
    let reported = AtomicUsize::new(0);
    let progress = Box::new(move |_| {
        if reported.fetch_add(1, Ordering::Relaxed) + 1 >= steps {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let cluster = Cluster { checkpoint: kept_in(folder), ..Cluster::new(workers, gone) };
    count_together(task, &cluster, Some(stop), Some(progress)).map(|number| number.to_string())
}

#[test]
fn workers_that_are_stopped_anywhere_go_on_to_the_same_number() {
    for (task, number) in [
        (task(6, 6, Tours::Closed), "9862"),
        (task(6, 7, Tours::Closed), "1067638"),
        (task(5, 6, Tours::Open { start: Some(courser_board::Square::new(0, 0)), end: None }), "4542"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut stops = 0;
        let found = loop {
            match together(&task, 3, folder.path(), 7) {
                Ok(number) => break number,
                Err(CountError::Stopped) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 100, "it comes no further");
        };
        assert_eq!(found, number);
        assert!(stops > 2, "it was stopped {stops} times");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "what was kept is taken away at the end");
    }
}

#[test]
fn the_parts_of_one_worker_are_not_those_of_another_number_of_workers() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(6, 6, Tours::Closed);
    assert!(matches!(together(&task, 2, folder.path(), 9), Err(CountError::Stopped)));
    let kept = fs::read_dir(folder.path()).unwrap().count();
    assert!(kept >= 2, "{kept} files are kept");
    let error = together(&task, 3, folder.path(), 1000).unwrap_err();
    assert!(matches!(error, CountError::Checkpoint { .. }), "{error}");
    assert_eq!(together(&task, 2, folder.path(), 1000).unwrap(), "9862");
}
