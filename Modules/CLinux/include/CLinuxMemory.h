#pragma once

#include <stddef.h>

/// Gives memory that was freed back to the system.
void dayline_memory_release(void);

/// A file in memory that goes with its last descriptor, closed for programs that are started; -1 with
/// errno when there can be none.
int dayline_memory_file(void);

/// From now on keeps memory that is freed for what is allocated next: blocks of up to 8 MiB, and up to
/// 32 MiB of them. Otherwise every large frame is fresh memory, page by page.
void dayline_memory_reuse(void);

/// The first place of `text` in `bytes`; null when it is not there.
const void *dayline_find(const void *bytes, size_t count, const void *text, size_t length);
