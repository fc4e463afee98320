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

/// The restrictions that hold for a program; 0 where the kernel lacks one.
struct dayline_containment {
    /// The version of Landlock's interface.
    int landlock_abi;
    int seccomp;
    int no_new_privileges;
    /// Whether every limit that was asked for is set.
    int limits;
    /// Whether descendants that left the program's process group end with it.
    int reaps_descendants;
};

/// A program to start under restrictions.
struct dayline_contained_launch {
    struct dayline_launch launch;
    /// The working directory.
    const char *folder;
    /// A Landlock ruleset, -1 for none; the caller's to close.
    int ruleset;
    /// The version of Landlock's interface that the ruleset is made for.
    int landlock_abi;
    /// A seccomp filter of `sock_filter` entries; a count of 0 is none.
    const void *filter;
    int filter_count;
    struct dayline_limits limits;
};

/// Starts a program under restrictions, as the only child of a monitor process.
///
/// `*pid` and `*pidfd` are the monitor's. The monitor ends as its program ended, once no descendant of
/// the program is left; SIGTERM makes it kill them all. It does the same when the calling thread ends.
/// A restriction that the kernel lacks is missing from `*in_force`, and the program starts.
///
/// Returns 0, or the errno of what failed, with nothing started. The caller owns `*pidfd`.
int dayline_spawn_contained(
    const struct dayline_contained_launch *launch, pid_t *pid, int *pidfd,
    struct dayline_containment *in_force);

/// The restrictions that this kernel has.
void dayline_containment_available(struct dayline_containment *available);
