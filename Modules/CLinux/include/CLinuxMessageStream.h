#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of a ZMTP 3 connection as they are received: where one message ends and the next begins.
/// Starts as zeros. Only the lengths and flags of frames are read.
struct dayline_message_stream {
    /// Bytes of the greeting that have come.
    uint8_t greeting;
    /// Bytes of the header of a frame that have come, and these.
    uint8_t header_count;
    uint8_t header[9];
    /// Bytes of the frame that have not come.
    uint64_t frame_rest;
    /// Whether the frame is a command, and whether others follow it in its message.
    uint8_t is_command;
    uint8_t has_more;
    /// Bytes of the message by the headers of its frames, with 64 for each frame.
    uint64_t declared;
    /// Bytes of the message that have come.
    size_t held;
};

/// Reads on. Returns -1 when this is not ZMTP 3, or a message or a command has more than `limit` bytes.
int dayline_message_stream_add(struct dayline_message_stream *stream, const void *bytes, size_t count,
                       size_t limit);
