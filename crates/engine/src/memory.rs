//! The memory available to a run.

use courser_board::Board;

use crate::{EngineError, Result};

/// Checks that `needed` bytes of memory are available for some work on a board.
///
/// # Errors
/// [`EngineError::TooLarge`] if less memory is available.
pub(crate) fn check(work: &'static str, board: &Board, needed: u64) -> Result<()> {
    // Small boards fit in any memory, and querying the system takes longer than the work on such a board.
    let there = if needed < 64 << 20 { u64::MAX } else { available() };
    if needed > there {
        return Err(EngineError::TooLarge { work, board: board.clone(), needed, what: "memory".into(), there });
    }
    Ok(())
}

/// Returns the number of bytes that a run can still use. This is the minimum of the memory available in the system, the
/// remaining bytes of every control group of the process, and the remaining bytes of the process's own limits.
#[cfg(not(target_arch = "wasm32"))]
pub fn available() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    least(system.total_memory(), system.available_memory(), limits::left("/".as_ref()))
}

/// Returns the minimum of the system's available memory and all `shares`. Returns `u64::MAX` if the system does not
/// report its memory (Linux without /proc).
#[cfg(not(target_arch = "wasm32"))]
fn least(total: u64, available: u64, shares: Vec<u64>) -> u64 {
    if total == 0 { u64::MAX } else { shares.into_iter().fold(available, u64::min) }
}

/// Returns the number of bytes that a run can still use: the unused part of a 32-bit address space.
#[cfg(target_arch = "wasm32")]
pub fn available() -> u64 {
    const PAGE: u64 = 1 << 16;
    (1 << 32) - core::arch::wasm32::memory_size(0) as u64 * PAGE
}

#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
mod limits {
    use std::path::Path;

    pub(super) fn left(_: &Path) -> Vec<u64> {
        Vec::new()
    }
}

/// The limits of control groups (`cgroups(7)`, versions 1 and 2) and of a process (`setrlimit(2)`), read from files of
/// the operating system.
#[cfg(target_os = "linux")]
mod limits {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Returns the number of bytes still available under each existing memory limit. `root` is the root folder of the
    /// file system. Tests pass a folder with their own files.
    pub(super) fn left(root: &Path) -> Vec<u64> {
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap_or_default();
        let groups = groups(&read("proc/self/cgroup"), &read("proc/self/mountinfo"));
        let groups = groups.iter().filter_map(|group| group.left(root));
        let (limits, status) = (read("proc/self/limits"), read("proc/self/status"));
        groups.chain(of_process(&limits, &status)).collect()
    }

    /// Returns the numbers of bytes that a process can still use: one number for the limit on its address space, and
    /// one for the limit on its data. Skips a limit that does not exist.
    fn of_process(limits: &str, status: &str) -> impl Iterator<Item = u64> {
        [("Max address space", "VmSize:"), ("Max data size", "VmData:")].into_iter().filter_map(move |(most, taken)| {
            let value = |text: &str, name: &str| -> Option<u64> {
                text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
            };
            let most = value(limits, most)?;
            Some(most.saturating_sub(value(status, taken)? << 10))
        })
    }

    /// A control group (cgroup) of Linux: its folder and the names of its files. The folder is relative to the root of
    /// the file system.
    struct ControlGroup {
        folder: PathBuf,
        names: &'static GroupFiles,
    }

    /// The names used by one version of control groups. They are the names of a group's files, and the names of some
    /// lines in the group's statistics. The values in these lines are the sizes of reclaimable memory (the page cache).
    struct GroupFiles {
        most: &'static str,
        taken: &'static str,
        cache: [&'static str; 2],
    }

    static FIRST: GroupFiles = GroupFiles {
        most: "memory.limit_in_bytes",
        taken: "memory.usage_in_bytes",
        cache: ["total_inactive_file ", "total_active_file "],
    };
    static SECOND: GroupFiles =
        GroupFiles { most: "memory.max", taken: "memory.current", cache: ["inactive_file ", "active_file "] };

    impl ControlGroup {
        fn left(&self, root: &Path) -> Option<u64> {
            let read = |name| fs::read_to_string(root.join(&self.folder).join(name)).ok();
            let number = |name| read(name)?.trim().parse::<u64>().ok();
            let (most, taken) = (number(self.names.most)?, number(self.names.taken)?);
            let statistics = read("memory.stat").unwrap_or_default();
            let part = |name: &str| {
                let line = statistics.lines().find_map(|line| line.strip_prefix(name));
                line.and_then(|value| value.trim().parse::<u64>().ok()).unwrap_or(0)
            };
            let cache: u64 = self.names.cache.into_iter().map(part).sum();
            Some(most.saturating_sub(taken.saturating_sub(cache)))
        }
    }

    /// Returns the mounted control groups of the process and all their mounted ancestors.
    fn groups(own: &str, mounts: &str) -> Vec<ControlGroup> {
        let mut groups = Vec::new();
        for line in own.lines() {
            // Examples of lines are `0::/user.slice` and `7:cpu,memory:/docker/4f`.
            let mut parts = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
            let (kind, names) = match controllers {
                "" => ("cgroup2", &SECOND),
                _ if controllers.split(',').any(|controller| controller == "memory") => ("cgroup", &FIRST),
                _ => continue,
            };
            for (root, mounted) in mounts.lines().filter_map(|line| mount(line, kind)) {
                // A path outside the mounted folders belongs to another namespace.
                let Ok(inside) = Path::new(path).strip_prefix(root) else { continue };
                let mounted = Path::new(mounted.trim_start_matches('/'));
                let above = inside.ancestors().map(|inside| mounted.join(inside));
                groups.extend(above.map(|folder| ControlGroup { folder, names }));
            }
        }
        groups
    }

    /// Parses a line of a mount table (`proc_pid_mountinfo(5)`). Returns the root and the mount point if the line
    /// describes a mount of the file system `kind`; otherwise, returns `None`. `kind` is `cgroup` (version 1 of control
    /// groups) or `cgroup2`. A mount of `cgroup` must also include the memory controller.
    fn mount<'line>(line: &'line str, kind: &str) -> Option<(&'line str, &'line str)> {
        let (place, system) = line.split_once(" - ")?;
        let mut system = system.split(' ');
        let is_memory = |options: &str| options.split(',').any(|option| option == "memory");
        if system.next()? != kind || kind == "cgroup" && !is_memory(system.nth(1)?) {
            return None;
        }
        let mut place = place.split(' ').skip(3);
        Some((place.next()?, place.next()?))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Creates the files of a simulated machine in a separate folder, and returns the folder.
        fn machine(name: &str, files: &[(&str, &str)]) -> PathBuf {
            let root = std::env::temp_dir().join(format!("courser-memory-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            root
        }

        #[track_caller]
        fn assert_left(name: &str, files: &[(&str, &str)], expected: &[u64]) {
            let root = machine(name, files);
            let mut left = left(&root);
            left.sort_unstable();
            fs::remove_dir_all(root).unwrap();
            assert_eq!(left, expected);
        }

        const SECOND_MOUNT: &str = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

        #[test]
        fn a_system_that_does_not_tell_its_memory_refuses_nothing() {
            assert_eq!(super::super::least(0, 0, Vec::new()), u64::MAX);
            assert_eq!(super::super::least(9, 5, vec![7, 3]), 3);
            assert_eq!(super::super::least(9, 5, vec![7]), 5);
        }

        #[test]
        fn the_group_of_the_process_and_those_above_it_count() {
            let files = [
                ("proc/self/cgroup", "0::/user.slice/run.scope\n"),
                ("proc/self/mountinfo", SECOND_MOUNT),
                ("sys/fs/cgroup/user.slice/memory.max", "5000\n"),
                ("sys/fs/cgroup/user.slice/memory.current", "1000\n"),
                ("sys/fs/cgroup/user.slice/run.scope/memory.max", "1000\n"),
                ("sys/fs/cgroup/user.slice/run.scope/memory.current", "400\n"),
                ("sys/fs/cgroup/user.slice/run.scope/memory.stat", "anon 1\ninactive_file 100\nactive_file 50\n"),
            ];
            assert_left("second", &files, &[750, 4000]);
        }

        #[test]
        fn a_group_without_a_limit_takes_nothing() {
            let files = [
                ("proc/self/cgroup", "0::/\n"),
                ("proc/self/mountinfo", SECOND_MOUNT),
                ("sys/fs/cgroup/memory.max", "max\n"),
                ("sys/fs/cgroup/memory.current", "400\n"),
            ];
            assert_left("none", &files, &[]);
        }

        #[test]
        fn the_first_version_is_read_where_a_container_has_mounted_its_own_part() {
            let files = [
                ("proc/self/cgroup", "5:cpu,cpuacct:/docker/4f\n7:memory:/docker/4f\n0::/\n"),
                (
                    "proc/self/mountinfo",
                    "33 23 0:29 /docker/4f /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n\
                     35 23 0:31 /docker/4f /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
                ),
                ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9000"),
                ("sys/fs/cgroup/memory/memory.usage_in_bytes", "3000"),
                ("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 500\n"),
            ];
            assert_left("first", &files, &[6500]);
        }

        #[test]
        fn limits_of_the_address_space_and_of_data_count() {
            let files = [
                (
                    "proc/self/limits",
                    "Limit                     Soft Limit           Hard Limit           Units     \n\
                     Max data size             unlimited            unlimited            bytes     \n\
                     Max address space         62914560             unlimited            bytes     \n",
                ),
                ("proc/self/status", "VmSize:\t   10240 kB\nVmData:\t    1024 kB\n"),
            ];
            assert_left("own", &files, &[50 << 20]);
        }
    }
}
