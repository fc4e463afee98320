#define _GNU_SOURCE
#include "CLinuxMemory.h"

#include <string.h>
#include <malloc.h>
#include <sys/mman.h>

void dayline_memory_release(void) {
    malloc_trim(0);
}

int dayline_memory_file(void) {
    return memfd_create("dayline", MFD_CLOEXEC);
}

void dayline_memory_reuse(void) {
    /* With one of the thresholds set, glibc stops adapting both. */
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
}

const void *dayline_find(const void *bytes, size_t count, const void *text, size_t length) {
    return memmem(bytes, count, text, length);
}
