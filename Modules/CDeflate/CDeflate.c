#include "CDeflate.h"

#include <isa-l/igzip_lib.h>
#include <stdlib.h>

size_t dayline_gzip(const uint8_t *input, size_t count, uint8_t *output, size_t capacity) {
    if (count > UINT32_MAX) return 0;
    uint8_t *tables = malloc(ISAL_DEF_LVL1_DEFAULT);
    if (!tables) return 0;
    struct isal_zstream stream;
    isal_deflate_stateless_init(&stream);
    stream.level = 1;
    stream.level_buf = tables;
    stream.level_buf_size = ISAL_DEF_LVL1_DEFAULT;
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    stream.flush = NO_FLUSH;
    stream.next_in = (uint8_t *)input;
    stream.avail_in = (uint32_t)count;
    stream.next_out = output;
    stream.avail_out = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
    int code = isal_deflate_stateless(&stream);
    free(tables);
    return code == COMP_OK ? stream.total_out : 0;
}
