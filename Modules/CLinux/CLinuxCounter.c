#include "CLinuxCounter.h"

#include <sys/mman.h>

struct dayline_counter {
    uint64_t value;
};

size_t dayline_counter_size(void) { return sizeof(struct dayline_counter); }

dayline_counter *dayline_counter_map(int fd, int writes) {
    void *start = mmap(0, sizeof(struct dayline_counter),
                       writes ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
    return start == MAP_FAILED ? 0 : start;
}

void dayline_counter_unmap(const dayline_counter *counter) {
    munmap((void *)counter, sizeof(struct dayline_counter));
}

uint64_t dayline_counter_value(const dayline_counter *counter) {
    return __atomic_load_n(&counter->value, __ATOMIC_SEQ_CST);
}

void dayline_counter_add(dayline_counter *counter, uint64_t amount) {
    __atomic_add_fetch(&counter->value, amount, __ATOMIC_SEQ_CST);
}
