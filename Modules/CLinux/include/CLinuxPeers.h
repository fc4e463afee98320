#pragma once

#include <sys/types.h>

/// Refuses local connections of processes that a worker has started, such as importers: they are closed when
/// they are accepted. `supervisor` is the parent of all workers. A process may connect to the worker that has
/// started it, and workers to each other.
///
/// Neither Landlock nor seccomp can keep a program from a local socket whose path it knows.
void dayline_workers_refuse_descendants(pid_t supervisor);

/// Whether an accepted local connection is to be closed: its process was started by another worker, or has
/// ended.
int dayline_peer_is_refused(int socket);
