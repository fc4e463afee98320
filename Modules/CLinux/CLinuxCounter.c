#define _GNU_SOURCE
#include "CLinuxCounter.h"

#include <sys/mman.h>

uint64_t *dayline_counter_map(int fd, int writes) {
    void *start = mmap(0, sizeof(uint64_t), writes ? PROT_READ | PROT_WRITE : PROT_READ,
                       MAP_SHARED, fd, 0);
    return start == MAP_FAILED ? 0 : start;
}

void dayline_counter_unmap(const uint64_t *counter) {
    munmap((void *)counter, sizeof(uint64_t));
}

void dayline_counter_add(uint64_t *counter, uint64_t amount) {
    __atomic_add_fetch(counter, amount, __ATOMIC_SEQ_CST);
}

uint64_t dayline_counter_value(const uint64_t *counter) {
    return __atomic_load_n(counter, __ATOMIC_SEQ_CST);
}
