#define _GNU_SOURCE
#include "CLinuxLimits.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int dayline_process_protect(void) {
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0) return errno;
    // A program that collects core dumps through a pipe receives them despite the limit.
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? errno : 0;
}

int dayline_memory_limit(uint64_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) < 0) return errno;
    if (limit.rlim_cur <= bytes) return 0;
    limit.rlim_cur = bytes;
    return setrlimit(RLIMIT_DATA, &limit) < 0 ? errno : 0;
}
