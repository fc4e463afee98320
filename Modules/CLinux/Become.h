#pragma once

#include "CLinuxSpawn.h"

/// Gives the calling child process what `launch` says, everything but its program.
///
/// `kept` are descriptors that stay open until the program starts; their new numbers replace the old.
/// Runs between fork and exec: system calls only. Returns 0 or an errno.
int dayline_prepare_child(
    const struct dayline_launch *launch, pid_t parent, int *kept, int kept_count);
