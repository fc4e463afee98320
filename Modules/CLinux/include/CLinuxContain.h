#pragma once

#include "CLinuxSpawn.h"

#include <stdint.h>

/// Limits of a contained program; 0 is no limit.
struct dayline_limits {
    /// Private writable memory of one process.
    uint64_t data_bytes;
    /// Processor time of one process.
    uint64_t cpu_seconds;
    uint64_t open_files;
    /// Length of a file that the program writes.
    uint64_t file_bytes;
};

/// The restrictions in force for a program; 0 where the kernel lacks one.
struct dayline_containment {
    /// The Landlock ABI version.
    int landlock_abi;
    int seccomp;
    int no_new_privileges;
    /// True if every requested limit is set.
    int limits;
    /// True if descendants that left the program's process group end with the program.
    int reaps_descendants;
};

/// A program to start under restrictions.
struct dayline_contained_launch {
    struct dayline_launch launch;
    /// The working directory.
    const char *folder;
    /// A Landlock ruleset, -1 for none. The caller closes it.
    int ruleset;
    /// The Landlock ABI version that the ruleset was created for.
    int landlock_abi;
    /// A seccomp filter of `sock_filter` entries; no filter if the count is 0.
    const void *filter;
    int filter_count;
    struct dayline_limits limits;
};

/// Starts a program under restrictions, as the only child of a monitor process.
///
/// `*pid` and `*pidfd` are those of the monitor. The monitor ends with the program's status once no
/// descendant of the program is left. On SIGTERM, and when the calling thread ends, it kills them all.
/// If the kernel lacks a restriction, the program starts without it, and `*in_force` says so.
///
/// Returns 0, or an errno if nothing was started. The caller owns `*pidfd`.
int dayline_spawn_contained(
    const struct dayline_contained_launch *launch, pid_t *pid, int *pidfd,
    struct dayline_containment *in_force);

/// The restrictions that this kernel supports.
void dayline_containment_available(struct dayline_containment *available);
