#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bounds for the connections that other programs open to the sockets of this process.
///
/// libzmq aborts the process when `accept` finds no free descriptor, and buffers the frames of a message
/// without a bound until the last frame arrives. This library therefore interposes `accept4`, `recv` and
/// `close`, which libzmq calls from its own threads.

enum {
    /// Descriptors that are never used for connections.
    DAYLINE_RESERVED_DESCRIPTORS = 64,
    /// Connections have descriptors below this number: each costs libzmq about 20 KiB.
    DAYLINE_CONNECTION_DESCRIPTORS = 16384,
};

/// Raises the soft limit of open descriptors to the hard one. Returns 0 or an errno.
int dayline_descriptors_raise(void);

/// Limits the bytes of incomplete messages: `message` for one of them, `all` for all together.
///
/// A peer that sends a longer message is disconnected. Beyond `all`, messages of more than 64 KiB wait
/// for
/// the oldest of them, whose connection is ended when the message takes longer than a second or receives
/// nothing for a tenth of a second. Applies to every connection that this process accepts.
void dayline_messages_limit(size_t message, size_t all);

/// Connections that were refused because no descriptor was free, or because of their process (CLinuxPeers.h),
/// and those ended because of a limit.
uint64_t dayline_connections_refused(void);
uint64_t dayline_connections_ended(void);

/// The number of an accepted TCP connection, which no other connection of this process has; 0 if the
/// descriptor is not such a connection.
uint64_t dayline_remote_connection_number(int fd);

/// Accepted TCP connections that are open.
int dayline_remote_connections(void);

/// Limits the accepted TCP connections of this process that are open at once, those in a handshake
/// included. Further ones are closed when they are accepted. Without a limit until the first call.
void dayline_remote_connections_limit(int limit);

/// Ends the accepted TCP connections whose numbers are not among the `count` numbers at `kept`. Data that
/// has arrived and is not yet read is lost.
void dayline_remote_connections_end(const uint64_t *kept, size_t count);
