#pragma once

/// Entries that a filter has at most.
enum { dayline_filter_limit = 192 };

/// Writes a filter of system calls into `entries`, of `dayline_filter_limit` times 8 bytes.
///
/// The filter refuses sockets that are not local (all sockets, unless `allows_local_sockets`), io_uring,
/// namespaces, tracing of other processes, kernel keys and administration of the system.
///
/// Returns how many entries it has; 0 on a processor that has none.
int dayline_filter_make(void *entries, int allows_local_sockets);
