#pragma once
#include <stddef.h>
#include <stdint.h>

/// A counter in a file that several processes map: one process writes it, the others read it.
typedef struct dayline_counter dayline_counter;

/// Size of the file in bytes.
size_t dayline_counter_size(void);

/// Maps an open file of that size; null with errno if that fails.
dayline_counter *dayline_counter_map(int fd, int writes);
void dayline_counter_unmap(const dayline_counter *counter);

uint64_t dayline_counter_value(const dayline_counter *counter);

/// A reader that sees the new value also sees every write that the caller made before.
void dayline_counter_add(dayline_counter *counter, uint64_t amount);
