//! How much memory the machine has left.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Bytes that can be used without the system having to swap or to end programs, within
/// the limits of a container if there is one; `None` where the system does not tell.
pub(crate) fn available() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0)?;
    Some(system.cgroup_limits().map_or(machine, |limits| machine.min(limits.free_memory)))
}
