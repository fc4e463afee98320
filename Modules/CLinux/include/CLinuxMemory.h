#pragma once

#include <stddef.h>

/// Returns freed memory to the system.
void dayline_memory_release(void);

/// A close-on-exec file in memory that exists until its last descriptor is closed; -1 with errno set on
/// failure.
int dayline_memory_file(void);

/// Makes the allocator reuse freed blocks of up to 8 MiB, and retain up to 32 MiB of them. Otherwise
/// every
/// large frame is mapped and faulted in page by page.
void dayline_memory_reuse(void);

/// The first occurrence of `text` in `bytes`; null if there is none.
const void *dayline_find(const void *bytes, size_t count, const void *text, size_t length);
