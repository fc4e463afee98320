#pragma once
#include <stdint.h>

/// The first eight bytes of an open file as a number that processes share; null with errno when they
/// cannot be mapped. The file has to be that long.
uint64_t *dayline_counter_map(int fd, int writes);
void dayline_counter_unmap(const uint64_t *counter);

/// Whoever reads what this leaves sees everything that was done before.
void dayline_counter_add(uint64_t *counter, uint64_t amount);
uint64_t dayline_counter_value(const uint64_t *counter);
