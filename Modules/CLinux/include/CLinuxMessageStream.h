#pragma once

#include <stddef.h>
#include <stdint.h>

/// Incremental parser of a received ZMTP 3 byte stream that finds the ends of messages. Initialised with
/// zeros. Reads only the lengths and flags of frames.
struct dayline_message_stream {
    /// Bytes of the greeting received so far.
    uint8_t greeting;
    /// Bytes of the frame header received so far, and their number.
    uint8_t header_count;
    uint8_t header[9];
    /// Bytes of the frame not yet received.
    uint64_t frame_rest;
    /// True if the frame is a command; true if further frames of its message follow.
    uint8_t is_command;
    uint8_t has_more;
    /// Bytes of the message according to its frame headers, with 64 more for each frame.
    uint64_t declared;
    /// Bytes of the message received so far, with 64 more for each frame.
    size_t received;
};

/// Parses the next bytes. Returns -1 if they are not ZMTP 3, or if a message or a command exceeds
/// `limit` bytes.
int dayline_message_stream_add(struct dayline_message_stream *stream, const void *bytes, size_t count,
                       size_t limit);
