#pragma once
#include <stddef.h>
#include <stdint.h>

/// A counter in a file that several processes map: one process writes it, the others read it. Each of the
/// last values has a note of bytes.
typedef struct dayline_counter dayline_counter;

enum {
    /// Values that have a note at the same time.
    DAYLINE_COUNTER_NOTES = 32,
    /// Bytes of one note at most.
    DAYLINE_COUNTER_NOTE_BYTES = 2032
};

/// Size of the file in bytes.
size_t dayline_counter_size(void);

/// Maps an open file of that size; null with errno if that fails.
dayline_counter *dayline_counter_map(int fd, int writes);
void dayline_counter_unmap(const dayline_counter *counter);

uint64_t dayline_counter_value(const dayline_counter *counter);

/// A reader that sees the new value also sees every write that the caller made before.
void dayline_counter_add(dayline_counter *counter, uint64_t amount);

/// Writes the note of `value`, which must be greater than the counter's value. For one thread at a time.
void dayline_counter_write_note(dayline_counter *counter, uint64_t value, const void *bytes,
                          size_t count);

/// Copies the note of `value` to `bytes`, which has DAYLINE_COUNTER_NOTE_BYTES. Returns the number of
/// bytes; 0 if the value has no note, or a later value has replaced it.
size_t dayline_counter_read_note(const dayline_counter *counter, uint64_t value, void *bytes);
