//! Tests that the numbers of tours of all shards add up to the number of tours of the whole count.

use std::path::Path;
use std::sync::Mutex;

use courser_board::{Board, ErrorClass, Leaper, Shard, Square};
use courser_count::known::{Effort, KNOWN, KnownKind};
use courser_count::{
    BigUint, CountError, CountOptions, CountStage, CountTask, Disk, ShardResult, Tours, count, count_shard, merge,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn task(size: &str, tours: Tours) -> CountTask {
    CountTask::new(size.parse().unwrap(), tours).unwrap()
}

fn named(part: ShardResult) -> (String, ShardResult) {
    (format!("part {}", part.shard()), part)
}

/// Divides a count into `of` shards and returns the total number of tours. The result of each shard is written as text
/// and read again.
fn by_shards(task: &CountTask, of: u64) -> BigUint {
    let part = |index| {
        let text = count_shard(task, Shard { index, of }, &CountOptions::default()).unwrap().to_string();
        named(ShardResult::read(&text, "").unwrap())
    };
    merge((0..of).map(part).collect()).unwrap()
}

#[test]
fn shards_make_the_number_of_the_whole() {
    let open = |start: Option<(u32, u32)>| {
        let square = |(row, col)| Square::new(row, col);
        Tours::Open { start: start.map(square), end: None }
    };
    let hole = Board::new(5, 6).unwrap().with_holes([Square::new(0, 0), Square::new(2, 3)]).unwrap();
    // The squares of `strip` are three rows of a wide board. The middle row can contain nine pairs of open
    // ends.
    let wide = Board::new(18, 18).unwrap().with_leaper("wazir".parse().unwrap());
    let strip = wide.clone().with_holes(wide.squares().filter(|square| !(7..=9).contains(&square.row))).unwrap();
    let margin = Board::new(3, 6).unwrap();
    let margin = margin.clone().with_holes(margin.squares().filter(|square| square.col >= 4)).unwrap();
    let holed = Board::new(6, 7).unwrap().with_holes([Square::new(2, 3), Square::new(3, 3)]).unwrap();
    let board = |size: &str| size.parse::<Board>().unwrap();
    for (board, tours) in [
        (strip, Tours::Closed),
        (margin, open(None)),
        (board("1x1"), open(None)),
        (board("4x4"), Tours::Closed),
        (board("5x5"), Tours::Closed),
        (board("6x6"), Tours::Closed),
        (board("6x6"), open(Some((5, 0)))),
        (board("5x10"), Tours::Closed),
        // The numbers of tours of the next two boards exceed 64 bits. The estimate predicts this only for 5x40.
        (board("3x90"), Tours::Closed),
        (board("5x40"), Tours::Closed),
        (board("3x7"), open(None)),
        (board("5x6"), open(None)),
        (board("4x7"), open(Some((0, 0)))),
        (board("5x7").with_leaper("zebra".parse().unwrap()), open(None)),
        (hole, open(None)),
        (holed, Tours::Closed),
    ] {
        let task = CountTask::new(board, tours).unwrap();
        for task in [task.clone(), task.directed(true)] {
            let whole = count(&task, &CountOptions::default()).unwrap();
            for of in [1, 3, 16] {
                assert_eq!(by_shards(&task, of), whole, "{task:?} in {of} shards");
            }
        }
    }
    let corner = [[0, 0], [2, 1]].map(|[row, col]| Square::new(row, col));
    let task = task("6x6", Tours::Closed);
    for (with, without) in [(&[corner][..], &[][..]), (&[], &[corner])] {
        let task = task.clone().restricted(with, without).unwrap();
        assert_eq!(by_shards(&task, 3), count(&task, &CountOptions::default()).unwrap());
    }
}

#[test]
fn published_numbers_are_found_by_shards() {
    let mut rows = 0;
    for row in KNOWN.iter().filter(|row| row.effort == Effort::Quick) {
        if let KnownKind::Closed | KnownKind::Open | KnownKind::FromCorner = row.kind {
            assert_eq!(by_shards(&row.task().unwrap(), 3).to_string(), row.count, "{row:?}");
            rows += 1;
        }
    }
    assert!(rows > 50, "{rows} rows");
}

#[test]
fn shards_have_about_as_many_states() {
    for (size, tours) in [("6x8", Tours::Closed), ("6x7", Tours::Open { start: None, end: None })] {
        for of in [3, 6] {
            let part = |index| count_shard(&task(size, tours), Shard { index, of }, &CountOptions::default()).unwrap();
            let states: Vec<[u64; 2]> = (0..of).map(|index| part(index).states()).collect();
            let (least, most) = (states.iter().min().unwrap()[0], states.iter().max().unwrap()[0]);
            assert!(5 * most <= 6 * least, "{size} in {of} shards: {least} to {most} states");
            assert!(states.iter().all(|[_, all]| *all == states.iter().map(|[own, _]| own).sum::<u64>()));
        }
    }
}

#[test]
fn any_damage_to_a_part_is_seen() {
    let digits = count_shard(&task("6x6", Tours::Closed), Shard { index: 1, of: 2 }, &CountOptions::default()).unwrap();
    let residues = count_shard(&task("3x90", Tours::Closed), Shard::WHOLE, &CountOptions::default()).unwrap();
    assert!(!digits.to_string().contains("residues") && residues.to_string().contains("residues"));
    for part in [digits, residues] {
        let text = part.to_string();
        assert_eq!(ShardResult::read(&text, "").unwrap(), part);
        let bytes = text.as_bytes();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.to_vec();
                damaged[at] ^= 1 << bit;
                let Ok(damaged) = String::from_utf8(damaged) else { continue };
                let error = ShardResult::read(&damaged, "").expect_err(&format!("bit {bit} of byte {at}: {damaged}"));
                assert!(error.class() == ErrorClass::Input && !error.to_string().contains(char::is_control), "{error}");
            }
            assert!(ShardResult::read(&text[..at], "").is_err(), "{at} bytes");
        }
        for longer in [format!("{text} "), format!("{text}\n"), format!(" {text}"), text.replace(',', ", ")] {
            assert!(ShardResult::read(&longer, "").is_err(), "{longer}");
        }
        let error = ShardResult::read(&text, "another").unwrap_err();
        assert!(error.to_string().contains("of another version"), "{error}");
    }
}

#[test]
fn parts_that_are_not_a_whole_are_refused_by_name() {
    let part = |size: &str, shard: &str, name: &str, build| {
        let options = CountOptions { build, ..CountOptions::default() };
        (name.to_owned(), count_shard(&task(size, Tours::Closed), shard.parse().unwrap(), &options).unwrap())
    };
    let refused = |parts: Vec<(String, ShardResult)>| {
        let error = merge(parts).unwrap_err();
        assert!(error.class() == ErrorClass::Input, "{error}");
        error.to_string()
    };
    let first = || part("6x6", "0/2", "first", "");
    assert_eq!(refused(vec![first()]), "shard 1/2 is missing");
    assert_eq!(refused(Vec::new()), "shard 0/1 is missing");
    assert_eq!(refused(vec![first(), part("6x6", "0/2", "again", "")]), "first and again are both shard 0/2");
    for other in [
        part("6x7", "1/2", "other", ""),
        part("6x6", "1/3", "other", ""),
        part("6x6", "1/2", "other", "of another version"),
    ] {
        assert_eq!(refused(vec![first(), other]), "first and other are not shards of one whole");
    }
}

/// Counts the tours of a shard. The halves of the board are read from a folder, or stored in it. Also returns the
/// reported stages.
fn in_folder(
    task: &CountTask,
    index: u64,
    folder: &Path,
    room: u64,
    all: bool,
) -> (Result<ShardResult, CountError>, Vec<CountStage>) {
    let stages = Mutex::new(Vec::new());
    let progress = |progress: courser_count::CountProgress| stages.lock().unwrap().push(progress.stage);
    let disk = Some(Disk { folder: folder.to_path_buf(), room, all });
    let options = CountOptions { progress: Some(&progress), disk, ..CountOptions::default() };
    let part = count_shard(task, Shard { index, of: 3 }, &options);
    (part, stages.into_inner().unwrap())
}

#[test]
fn shards_make_the_halves_of_the_board_once() {
    let is_layer = |stage: &CountStage| matches!(stage, CountStage::Layer { .. });
    let open = Tours::Open { start: Some(Square::new(0, 0)), end: None };
    // The tasks differ in the halves that they need. The first task needs one half that serves as both halves, the
    // second needs two halves that begin with the same steps, the third needs two different halves, and the last needs
    // two halves for each prime.
    for task in [task("6x6", Tours::Closed), task("6x7", Tours::Closed), task("5x6", open), task("3x90", Tours::Closed)]
    {
        let whole = count(&task, &CountOptions::default()).unwrap();
        for all in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let count = |index, all| in_folder(&task, index, folder.path(), u64::MAX, all);
            let (first, stages) = count(2, all);
            assert!(stages.iter().any(is_layer), "{task:?}");
            let (second, stages) = count(0, false);
            assert!(!stages.iter().any(is_layer) && !stages.is_empty(), "{task:?}: {stages:?}");
            // A shard can be counted without a folder. The result of such a count can be merged with the other results.
            let third = count_shard(&task, Shard { index: 1, of: 3 }, &CountOptions::default());
            let parts = [first, second, third].map(|part| named(part.unwrap()));
            assert_eq!(merge(parts.to_vec()).unwrap(), whole, "{task:?}");
            assert!(!folder.path().join("lock").exists());
        }
    }
}

#[test]
fn halves_of_another_count_or_damaged_ones_are_refused_by_name_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ours = task("6x6", Tours::Closed);
    in_folder(&ours, 0, folder.path(), u64::MAX, false).0.unwrap();
    let error = in_folder(&task("6x8", Tours::Closed), 0, folder.path(), u64::MAX, false).0.unwrap_err();
    assert!(
        error.class() == ErrorClass::Input
            && error.to_string().contains("upper.index: this is the checkpoint of another count")
    );
    let mut seen = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let file = entry.unwrap().path();
        let whole = std::fs::read(&file).unwrap();
        for at in [0, 17].into_iter().chain((64..whole.len()).step_by(whole.len() / 20)) {
            let mut flipped = whole.clone();
            flipped[at] ^= 4;
            std::fs::write(&file, &flipped).unwrap();
            let parts = (0..3).map(|index| in_folder(&ours, index, folder.path(), u64::MAX, false).0.map(named));
            match parts.collect::<Result<Vec<_>, _>>() {
                Err(error) => {
                    assert!(
                        error.class() == ErrorClass::Input && error.to_string().contains(file.to_str().unwrap()),
                        "{error}"
                    );
                    seen += 1;
                }
                // Blocks that lead to no tour are not read, so damage to them is not noticed.
                Ok(parts) => assert_eq!(merge(parts).unwrap().to_string(), "9862", "byte {at}"),
            }
            assert_eq!(std::fs::read(&file).unwrap(), flipped);
        }
        std::fs::write(&file, whole).unwrap();
    }
    assert!(seen > 20, "damage is seen {seen} times");
    in_folder(&ours, 1, folder.path(), u64::MAX, false).0.unwrap();
}

#[test]
fn halves_that_the_disk_has_no_room_for_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let task = task("6x6", Tours::Closed);
    in_folder(&task, 0, &folder.path().join("new"), 1 << 10, false).0.unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let error = in_folder(&task, 0, &folder.path().join("new"), 1 << 10, true).0.unwrap_err();
    assert!(matches!(error, CountError::OnDisk { .. }), "{error}");
}

#[test]
fn shards_that_come_together_wait_for_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let task = task("7x7", Tours::Open { start: Some(Square::new(3, 3)), end: None });
    let whole = count(&task, &CountOptions::default()).unwrap();
    let parts: Vec<(Result<ShardResult, CountError>, Vec<CountStage>)> = std::thread::scope(|scope| {
        let start = |index| {
            let (task, folder) = (&task, folder.path());
            scope.spawn(move || in_folder(task, index, folder, u64::MAX, index == 1))
        };
        let running = [0, 1, 2].map(start);
        running.map(|thread| thread.join().unwrap()).into()
    });
    let made = parts.iter().filter(|(_, stages)| stages.iter().any(|stage| matches!(stage, CountStage::Layer { .. })));
    assert_eq!(made.count(), 1, "one of them makes the halves");
    assert_eq!(merge(parts.into_iter().map(|(part, _)| named(part.unwrap())).collect()).unwrap(), whole);
}

/// Generates small boards: some with holes, some with half of the squares left out.
fn boards() -> impl Strategy<Value = Board> {
    let sizes =
        [(1, 4), (3, 3), (3, 4), (4, 3), (3, 7), (7, 3), (3, 8), (4, 5), (5, 5), (5, 6), (6, 6), (8, 5), (4, 10)];
    let leapers = [(1, 2), (1, 2), (1, 2), (0, 1), (0, 2), (1, 3), (2, 3)];
    let holes = prop_oneof![Just(0_u64), any::<u64>()];
    (select(sizes.to_vec()), select(leapers.to_vec()), 0..6_u32, holes).prop_map(
        |((rows, cols), (r, s), half, holes)| {
            let board = Board::new(rows, cols).unwrap().with_leaper(Leaper::new(r, s).unwrap());
            let is_hole = |square: &Square| {
                let is_out = match half {
                    0 => square.row < rows / 2,
                    1 => square.row >= rows.div_ceil(2),
                    2 => square.col < cols / 2,
                    3 => square.col >= cols.div_ceil(2),
                    _ => false,
                };
                is_out || (holes >> (board.index(*square) % 61)) & 7 == 7
            };
            board.clone().with_holes(board.squares().filter(is_hole)).unwrap_or(board)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        rng_seed: RngSeed::Fixed(20_220_002),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Compares the sum of the shards with the count of the whole board. Unit tests compare the counts of whole boards
    /// with lists of all tours.
    #[test]
    fn shards_of_any_board_make_its_number(
        board in boards(),
        ends in any::<Option<[Option<u32>; 2]>>(),
        of in 1..6_u64,
    ) {
        let squares: Vec<Square> = board.squares().collect();
        let tours = match ends.map(|ends| ends.map(|end| end.map(|end| squares[end as usize % squares.len()]))) {
            Some([start, end]) if start.is_none() || start != end => Tours::Open { start, end },
            _ => Tours::Closed,
        };
        let task = CountTask::new(board, tours).unwrap();
        prop_assert_eq!(by_shards(&task, of), count(&task, &CountOptions::default()).unwrap());
    }
}
