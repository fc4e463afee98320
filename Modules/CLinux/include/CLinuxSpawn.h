#pragma once

#include <sys/types.h>

/// A program to start. `arguments` and `environment` end with NULL.
struct dayline_launch {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// Standard output and standard error of the program.
    int output;
    /// Descriptors that the program inherits as 3, 4, ...; all others are closed.
    const int *inherited;
    int inherited_count;
    /// True if the kernel kills the program when the calling *thread* ends. The calling thread must
    /// live as
    /// long as the process.
    int dies_with_parent;
    /// True if the program leads a new session instead of a new process group.
    int new_session;
    /// True if the program and its descendants open local sockets only, where the kernel has seccomp.
    int local_only;
};

/// Starts a program that inherits only what `launch` lists. Standard input is /dev/null; no signal is
/// blocked or ignored.
///
/// Returns 0, or an errno if nothing was started. The caller owns `*pidfd`.
int dayline_spawn(const struct dayline_launch *launch, pid_t *pid, int *pidfd);

/// A pidfd of any process, readable once the process has ended; -1 with errno set if there is no such
/// process.
int dayline_pidfd_open(pid_t pid);

/// Sends a signal to the process of a pidfd. Returns 0 or an errno.
int dayline_pidfd_signal(int pidfd, int signal);

/// Reaps the process if it has ended: 1 with the exit status, or the negative signal number, in
/// `*result`;
/// 0 while the process runs; -1 if it is not a child of this process.
int dayline_pidfd_reap(int pidfd, int *result);

/// Closes all descriptors from `first` on. Call this before the process opens descriptors of its own.
/// Returns 0 or an errno.
int dayline_descriptors_close(int first);

/// Redirects `fd` to /dev/null for reading and writing. Returns 0 or an errno.
int dayline_descriptor_discard(int fd);
