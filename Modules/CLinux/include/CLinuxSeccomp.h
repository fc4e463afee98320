#pragma once

/// Maximum number of entries of a filter.
enum { dayline_filter_limit = 192 };

/// Writes a seccomp filter to `entries`, which has `dayline_filter_limit` entries of 8 bytes.
///
/// The filter rejects sockets that are not local (all sockets unless `allows_local_sockets`), io_uring,
/// namespaces, tracing of other processes, kernel keys and administration of the system.
///
/// Returns the number of entries; 0 on an unsupported processor architecture.
int dayline_filter_build(void *entries, int allows_local_sockets);

/// Writes a seccomp filter that rejects sockets that are not local, with EACCES. Other system calls are
/// allowed.
///
/// `entries` and the result are those of `dayline_filter_build`.
int dayline_local_filter_build(void *entries);
