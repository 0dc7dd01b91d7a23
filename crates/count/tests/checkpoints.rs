//! Tests that an interrupted count continues from its checkpoint and finds the same number.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use courser_board::{Board, ErrorClass};
use courser_count::{CountError, CountOptions, CountStage, CountTask, Disk, Tours, count};

fn task(rows: u32, cols: u32, tours: Tours) -> CountTask {
    CountTask::new(Board::new(rows, cols).unwrap(), tours).unwrap()
}

/// Returns the options for storing all layers in a folder, with `room` bytes of free disk space.
fn on_disk(folder: &Path, room: u64) -> Option<Disk> {
    Some(Disk { folder: folder.to_path_buf(), room, all: true })
}

/// Runs a count until `steps` steps are reported, and then stops the count. Returns the result and the number of
/// reported steps.
fn stopped(task: &CountTask, folder: &Path, steps: usize) -> (Result<String, CountError>, usize) {
    let (stop, reported) = (AtomicBool::new(false), AtomicUsize::new(0));
    let progress = |_| {
        if reported.fetch_add(1, Ordering::Relaxed) + 1 >= steps {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let options = CountOptions {
        stop: Some(&stop),
        progress: Some(&progress),
        disk: on_disk(folder, u64::MAX),
        ..CountOptions::default()
    };
    let number = count(task, &options).map(|number| number.to_string());
    (number, reported.load(Ordering::Relaxed))
}

/// Runs the count with a stop after every `steps` steps, checks that the result is `number`, and returns the number of
/// stops.
fn goes_on_to(task: &CountTask, number: &str, steps: usize) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let found = loop {
        match stopped(task, folder.path(), steps) {
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
        assert!(goes_on_to(&task, number, 12) > 2);
    }
}

/// Returns a task and its number of tours. The task has few states, but its counts exceed 64 bits.
fn long() -> (CountTask, String) {
    let task = task(3, 90, Tours::Closed);
    let number = count(&task, &CountOptions::default()).unwrap();
    assert!(number.bits() > 128, "{number} is no larger than two words");
    (task, number.to_string())
}

#[test]
fn a_count_modulo_primes_goes_on_from_the_prime_that_it_has_come_to() {
    let (task, number) = long();
    assert!(goes_on_to(&task, &number, 150) > 2);
    let folder = tempfile::tempdir().unwrap();
    let rests = folder.path().join("rests");
    let has_one = || fs::read(&rests).is_ok_and(|file| file.len() > 8 * HEADER + 32);
    while !has_one() {
        assert!(matches!(stopped(&task, folder.path(), 40).0, Err(CountError::Stopped)));
    }
    let prime = |at: usize| folder.path().join(format!("prime-{at}.upper.index"));
    while !prime(1).exists() {
        assert!(matches!(stopped(&task, folder.path(), 10).0, Err(CountError::Stopped)));
    }
    // The file of prime 1 is copied to the file name of prime 0, and then renamed to the file name of prime 2. The
    // count rejects the file with the name of prime 2. The count does not read the file with the name of prime 0: the
    // residue of prime 0 is already known, so the count is not repeated for this prime.
    fs::copy(prime(1), prime(0)).unwrap();
    fs::rename(prime(1), prime(2)).unwrap();
    let error = stopped(&task, folder.path(), 100_000).0.unwrap_err();
    assert!(error.to_string().contains("another name"), "{error}");
    fs::rename(prime(2), prime(1)).unwrap();
    assert_eq!(stopped(&task, folder.path(), 100_000).0.unwrap(), number);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn layers_on_a_disk_that_are_damaged_or_of_another_count_are_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    let again = |task: &CountTask| stopped(task, folder.path(), 1000).0;
    assert!(matches!(stopped(&ours, folder.path(), 10).0, Err(CountError::Stopped)));
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
        // In a file of blocks, the number in the header is ignored. Therefore a change to this number is harmless.
        let is_harmless =
            |content: &Vec<u8>| content[8 * HEADER..] == whole[8 * HEADER..] && content[..32] == whole[..32];
        for content in flipped.chain(cut).filter(|content| content.len() < whole.len() || !is_harmless(content)) {
            fs::write(path, &content).unwrap();
            let before = files_in(folder.path());
            let error = again(&ours).expect_err("damage was not seen");
            assert!(matches!(error, CountError::Checkpoint { .. }) && error.class() == ErrorClass::Input, "{error}");
            assert_eq!(files_in(folder.path()), before);
        }
        fs::write(path, whole).unwrap();
    }
    for other in [task(6, 8, Tours::Closed), ours.clone().directed(true)] {
        let error = again(&other).unwrap_err();
        assert!(error.to_string().contains("another count"), "{error}");
    }
    // A count that is killed while it writes a layer can leave an incomplete file, such as this file of 30 bytes.
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
    // The numbers of the second task exceed 64 bits.
    for task in [&ours, &task(8, 24, Tours::Closed)] {
        for path in [folder.path().to_path_buf(), folder.path().join("new/inner")] {
            let options = CountOptions { disk: on_disk(&path, 1 << 20), ..CountOptions::default() };
            let error = count(task, &options).unwrap_err();
            assert!(
                matches!(error, CountError::OnDisk { disk, .. } if disk > 1e8) && error.class() != ErrorClass::Input,
                "{error}"
            );
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "what was created is gone");
        }
    }
    // The outer folder can be created, but the inner one cannot.
    let error = stopped(&ours, &folder.path().join("new").join("x".repeat(300)), 1000).0.unwrap_err();
    assert!(matches!(error, CountError::Disk { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let options =
        CountOptions { disk: on_disk(folder.path(), u64::MAX), memory: Some(1 << 20), ..CountOptions::default() };
    let error = count(&ours, &options).unwrap_err();
    assert!(matches!(error, CountError::OnDisk { available: [_, 1_048_576], .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_kept_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(6, 6, Tours::Closed);
    let last = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let progress = |progress: courser_count::CountProgress| {
        if let CountStage::Layer { at, .. } = progress.stage {
            last.store(at, Ordering::Relaxed);
            stop.store(at == 9, Ordering::Relaxed);
        }
    };
    let options = CountOptions {
        stop: Some(&stop),
        progress: Some(&progress),
        disk: on_disk(folder.path(), u64::MAX),
        ..CountOptions::default()
    };
    assert!(matches!(count(&task, &options), Err(CountError::Stopped)));
    let first = AtomicUsize::new(usize::MAX);
    let progress = |progress: courser_count::CountProgress| {
        if let CountStage::Layer { at, .. } = progress.stage {
            first.fetch_min(at, Ordering::Relaxed);
        }
    };
    let options =
        CountOptions { progress: Some(&progress), disk: on_disk(folder.path(), u64::MAX), ..CountOptions::default() };
    assert_eq!(count(&task, &options).unwrap().to_string(), "9862");
    assert_eq!((last.into_inner(), first.into_inner()), (9, 10));
}

/// Number of 64-bit words in the header of a file. The content follows the header.
const HEADER: usize = 5;

/// Returns the files in a folder with their contents, sorted by name.
fn files_in(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn a_checkpoint_of_another_version_or_direction_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task(6, 6, Tours::Closed);
    assert!(stopped(&ours, folder.path(), 10).0.is_err());
    let error = stopped(&ours.clone().directed(true), folder.path(), 1000).0.unwrap_err();
    assert!(error.to_string().contains("another count"), "{error}");
    let options =
        CountOptions { disk: on_disk(folder.path(), u64::MAX), build: "0.0.0 (another)", ..CountOptions::default() };
    let error = count(&ours, &options).unwrap_err();
    assert!(error.to_string().contains("version") && error.class() == ErrorClass::Input, "{error}");
    assert_eq!(stopped(&ours, folder.path(), 1000).0.unwrap(), "9862");
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
                Some(count(&task, &CountOptions { disk: on_disk(folder.path(), u64::MAX), ..CountOptions::default() }));
        }
    };
    let options =
        CountOptions { progress: Some(&progress), disk: on_disk(folder.path(), u64::MAX), ..CountOptions::default() };
    assert_eq!(count(&task, &options).unwrap().to_string(), "9862");
    let error = second.into_inner().unwrap().unwrap().unwrap_err();
    assert!(error.to_string().contains("another count uses this folder"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_not_the_counts_own_is_neither_overwritten_nor_taken_away() {
    let task = task(6, 6, Tours::Closed);
    for name in ["upper.index", "upper.index.new", "upper.blocks-0", "sums", "lock"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "a diary").unwrap();
        let error = stopped(&task, folder.path(), 1000).0.expect_err(name);
        assert!(matches!(error, CountError::Checkpoint { .. }), "{name}: {error}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "a diary");
    }
}

#[test]
fn a_checkpoint_larger_than_memory_is_not_read() {
    let (folder, task) = (tempfile::tempdir().unwrap(), task(6, 6, Tours::Closed));
    stopped(&task, folder.path(), 12).0.expect_err("it is stopped");
    let file = fs::OpenOptions::new().write(true).open(folder.path().join("upper.index")).unwrap();
    // The file is sparse, and larger than the disk.
    file.set_len(1 << 42).unwrap();
    let options =
        CountOptions { memory: Some(1 << 30), disk: on_disk(folder.path(), u64::MAX), ..CountOptions::default() };
    let error = count(&task, &options).expect_err("it is too large");
    assert!(matches!(error, CountError::Memory { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_out_of_the_folder() {
    let task = task(6, 6, Tours::Closed);
    let elsewhere = tempfile::tempdir().unwrap();
    for name in ["upper.index", "upper.index.new", "upper.blocks-1", "lock"] {
        let folder = tempfile::tempdir().unwrap();
        for (target, content) in [("there", Some("")), ("not there", None)] {
            let target = elsewhere.path().join(target);
            content.inspect(|content| fs::write(&target, content).unwrap());
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(&target, &link).unwrap();
            let error = stopped(&task, folder.path(), 1000).0.expect_err(name);
            assert!(matches!(error, CountError::Checkpoint { .. }), "{name}: {error}");
            assert_eq!(fs::read_to_string(&target).ok().as_deref(), content, "{name}");
            fs::remove_file(link).unwrap();
        }
    }
}
