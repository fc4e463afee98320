#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bounds for the connections that other programs open to the sockets of this process.
///
/// libzmq ends the process when `accept` finds no free descriptor, and collects the frames of a message
/// without a bound until the last one is there. So this library defines `accept4`, `recv` and `close`
/// in their place: libzmq calls them, from its own threads, before it can do either.

enum {
    /// Descriptors that connections never take.
    DAYLINE_RESERVED_DESCRIPTORS = 64,
    /// Connections have descriptors below this number, since each costs libzmq some 20 KiB.
    DAYLINE_CONNECTION_DESCRIPTORS = 16384,
};

/// Raises the soft limit of open descriptors to the hard one. Returns 0 or an errno.
int dayline_descriptors_raise(void);

/// Bounds what is received of messages that are not complete: `message` bytes of one, and `all` of all
/// together. Whoever sends more of one is disconnected. Beyond `all`, messages of more than 64 KiB wait
/// for the one among them that was begun first, whose connection is ended when it takes longer than a
/// second, or nothing of it comes for a tenth of one. Applies to every connection that this process accepts.
void dayline_messages_limit(size_t message, size_t all);

/// Connections that were refused for want of descriptors, and that were ended for what they sent.
uint64_t dayline_connections_refused(void);
uint64_t dayline_connections_ended(void);
