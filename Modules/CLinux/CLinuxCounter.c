#define _GNU_SOURCE
#include "CLinuxCounter.h"

#include <string.h>
#include <sys/mman.h>

enum { NOTE_WORDS = DAYLINE_COUNTER_NOTE_BYTES / sizeof(uint64_t) };

struct note {
    /// The counter value that the note describes; 0 while the note is being written.
    uint64_t value;
    uint64_t count;
    uint64_t words[NOTE_WORDS];
};

struct dayline_counter {
    uint64_t value;
    uint64_t unused[7];
    struct note notes[DAYLINE_COUNTER_NOTES];
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

// A reader copies a note word by word while a writer may overwrite it, then checks that the note still
// has the same value (a seqlock).

void dayline_counter_write_note(dayline_counter *counter, uint64_t value, const void *bytes,
                          size_t count) {
    struct note *note = &counter->notes[value % DAYLINE_COUNTER_NOTES];
    __atomic_store_n(&note->value, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&note->count, count, __ATOMIC_RELAXED);
    for (size_t offset = 0; offset < count; offset += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t rest = count - offset;
        memcpy(&word, (const char *)bytes + offset, rest < sizeof word ? rest : sizeof word);
        __atomic_store_n(&note->words[offset / sizeof word], word, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&note->value, value, __ATOMIC_RELEASE);
}

size_t dayline_counter_read_note(const dayline_counter *counter, uint64_t value, void *bytes) {
    const struct note *note = &counter->notes[value % DAYLINE_COUNTER_NOTES];
    if (value == 0 || __atomic_load_n(&note->value, __ATOMIC_ACQUIRE) != value) return 0;
    size_t count = __atomic_load_n(&note->count, __ATOMIC_RELAXED);
    if (count > DAYLINE_COUNTER_NOTE_BYTES) return 0;
    for (size_t offset = 0; offset < count; offset += sizeof(uint64_t)) {
        uint64_t word = __atomic_load_n(&note->words[offset / sizeof word], __ATOMIC_RELAXED);
        size_t rest = count - offset;
        memcpy((char *)bytes + offset, &word, rest < sizeof word ? rest : sizeof word);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&note->value, __ATOMIC_RELAXED) == value ? count : 0;
}
