#pragma once

#include "CLinuxSpawn.h"

/// Applies `launch` to the calling child process: group, signals and descriptors, but not the program.
///
/// `extra` are further descriptors that stay open until the program starts. Their new numbers replace
/// the old ones. Runs between fork and exec: system calls only. Returns 0 or an errno.
int dayline_prepare_child(
    const struct dayline_launch *launch, pid_t parent, int *extra, int extra_count);
