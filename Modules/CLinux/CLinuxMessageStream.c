#include "CLinuxMessageStream.h"

enum {
    greeting_bytes = 64,
    /// Bytes that libzmq allocates for a frame in addition to its content.
    frame_overhead = 64,
};

enum { flag_more = 1, flag_long = 2, flag_command = 4 };

/// True if the byte is valid at that index of the greeting: a signature of 0xFF, eight bytes and an odd
/// byte, then the major version. Older versions of ZMTP have other frames.
static int is_greeting_byte(int index, uint8_t byte) {
    switch (index) {
    case 0: return byte == 0xFF;
    case 9: return (byte & 1) == 1;
    case 10: return byte >= 3;
    default: return 1;
    }
}

/// Parses the complete header of a frame. Returns -1 if the frame exceeds a limit.
static int begin_frame(struct dayline_message_stream *stream, size_t limit) {
    uint8_t flags = stream->header[0];
    uint64_t length = 0;
    for (int i = 1; i < stream->header_count; i++) length = length << 8 | stream->header[i];
    stream->header_count = 0;
    stream->is_command = (flags & flag_command) != 0;
    stream->has_more = (flags & flag_more) != 0;
    stream->frame_rest = length;
    if (length > limit) return -1;
    if (stream->is_command) return 0;
    stream->declared += length + frame_overhead;
    stream->received += frame_overhead;
    return stream->declared > limit ? -1 : 0;
}

static void end_frame(struct dayline_message_stream *stream) {
    if (stream->is_command || stream->has_more) return;
    stream->declared = 0;
    stream->received = 0;
}

int dayline_message_stream_add(struct dayline_message_stream *stream, const void *bytes, size_t count,
                       size_t limit) {
    const uint8_t *next = bytes;
    const uint8_t *end = next + count;
    while (next < end) {
        if (stream->greeting < greeting_bytes) {
            if (!is_greeting_byte(stream->greeting, *next++)) return -1;
            stream->greeting++;
        } else if (stream->frame_rest > 0) {
            size_t part = (size_t)(end - next);
            if (part > stream->frame_rest) part = (size_t)stream->frame_rest;
            next += part;
            stream->frame_rest -= part;
            if (!stream->is_command) stream->received += part;
            if (stream->frame_rest == 0) end_frame(stream);
        } else {
            stream->header[stream->header_count++] = *next++;
            int size = stream->header[0] & flag_long ? 9 : 2;
            if (stream->header_count < size) continue;
            if (begin_frame(stream, limit) < 0) return -1;
            if (stream->frame_rest == 0) end_frame(stream);
        }
    }
    return 0;
}
