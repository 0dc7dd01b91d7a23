//! How much memory there is.

use sysinfo::System;

/// Bytes that a run may still take: what the system has available, or what is left of a container's share.
pub fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let available = system.available_memory();
    // What a container has in its page cache counts as used there, though it gives way.
    system.cgroup_limits().map_or(available, |limits| limits.total_memory.saturating_sub(limits.rss).min(available))
}
