#include "CInflate.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

struct dayline_inflater {
    struct inflate_state state;
};

struct dayline_inflater *dayline_inflater_new(void) {
    struct dayline_inflater *inflater = malloc(sizeof *inflater);
    if (inflater) isal_inflate_init(&inflater->state);
    return inflater;
}

void dayline_inflater_free(struct dayline_inflater *inflater) {
    free(inflater);
}

static uint32_t bounded(size_t count) {
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

int dayline_inflate(struct dayline_inflater *inflater, const uint8_t **input, size_t *input_count,
                    uint8_t **output, size_t *output_count) {
    struct inflate_state *state = &inflater->state;
    uint32_t available = bounded(*input_count), capacity = bounded(*output_count);
    state->next_in = (uint8_t *)*input;
    state->avail_in = available;
    state->next_out = *output;
    state->avail_out = capacity;
    int code = isal_inflate(state);
    /* In a damaged stream avail_in may have wrapped below zero. */
    uint32_t left = state->avail_in < available ? state->avail_in : available;
    *input += available - left;
    *input_count -= available - left;
    *output += capacity - state->avail_out;
    *output_count -= capacity - state->avail_out;
    if (code < 0) return -1;
    return state->block_state == ISAL_BLOCK_FINISH ? 1 : 0;
}

size_t dayline_inflater_read_ahead(const struct dayline_inflater *inflater, uint8_t bytes[8]) {
    const struct inflate_state *state = &inflater->state;
    if (state->read_in_length <= 0) return 0;
    size_t count = (size_t)state->read_in_length / 8;
    uint64_t held = state->read_in >> (state->read_in_length % 8);
    if (count > 8) count = 8;
    memcpy(bytes, &held, count);
    return count;
}

uint32_t dayline_crc32(uint32_t sum, const void *bytes, size_t count) {
    return crc32_gzip_refl(sum, bytes, count);
}
