#pragma once

#include <stdint.h>

/// Forbids core dumps of this process, and reading its memory to other processes of the same user.
/// Children inherit the limit of core dumps only. Returns 0 or an errno.
int dayline_process_protect(void);

/// Limits the private writable memory of this process and of its later children, unless a lower limit
/// holds. Returns 0 or an errno.
int dayline_memory_limit(uint64_t bytes);
