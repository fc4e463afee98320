#pragma once
#include <stddef.h>
#include <stdint.h>

/// What one process counts and others look at: a number, and for each of its last values what was told
/// of it. It lies in a file that all of them map.
typedef struct dayline_counter dayline_counter;

enum {
    /// The values of the number that are told of at once.
    DAYLINE_COUNTER_NOTES = 32,
    /// Of one of them.
    DAYLINE_COUNTER_NOTE_BYTES = 2032
};

/// How long the file has to be.
size_t dayline_counter_size(void);

/// Maps an open file of that length; null with errno when that cannot be.
dayline_counter *dayline_counter_map(int fd, int writes);
void dayline_counter_unmap(const dayline_counter *counter);

uint64_t dayline_counter_value(const dayline_counter *counter);

/// Whoever sees the new value sees everything that was done before.
void dayline_counter_add(dayline_counter *counter, uint64_t amount);

/// Tells `bytes` of `value`, which the number does not have yet. One thread at a time may.
void dayline_counter_tell(dayline_counter *counter, uint64_t value, const void *bytes,
                          size_t count);

/// What was told of `value`. Returns how many bytes it wrote, 0 when nothing was told, or the place is
/// taken by a later value. `bytes` has room for DAYLINE_COUNTER_NOTE_BYTES.
size_t dayline_counter_told(const dayline_counter *counter, uint64_t value, void *bytes);
