#pragma once

#include <stddef.h>
#include <stdint.h>

/// A deflate stream that is being unpacked by ISA-L, three times as fast as by zlib.
struct dayline_inflater;

/// NULL when there is no memory.
struct dayline_inflater *dayline_inflater_new(void);
void dayline_inflater_free(struct dayline_inflater *inflater);

/// Unpacks from `*input` to `*output` until one of them is used up or the stream ends, and moves both
/// forward. Returns 0 when there may be more, 1 at the end of the stream, -1 when it is damaged.
int dayline_inflate(struct dayline_inflater *inflater, const uint8_t **input, size_t *input_count,
                    uint8_t **output, size_t *output_count);

/// CRC-32 as archives use it; `sum` is that of the bytes before, 0 at first.
uint32_t dayline_crc32(uint32_t sum, const void *bytes, size_t count);
