#pragma once

#include <sys/types.h>

/// A program to start. `arguments` and `environment` end with NULL.
struct dayline_launch {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// What standard output and standard error become.
    int output;
    /// Descriptors that the program gets as 3, 4, ...; it gets no others.
    const int *handed;
    int handed_count;
    /// Whether the system kills the program when the calling *thread* ends. So only a thread that
    /// lives as long as the process may ask for it.
    int dies_with_parent;
    /// Whether the program leads a session of its own, rather than a process group of its own.
    int new_session;
};

/// Starts a program with nothing of ours but what `launch` says: standard input is /dev/null, no
/// signal is blocked or ignored.
///
/// Returns 0, or the errno of what failed, with nothing started. The caller owns `*pidfd`.
int dayline_spawn(const struct dayline_launch *launch, pid_t *pid, int *pidfd);

/// A pidfd of any process, readable once it has ended; -1 with `errno` when there is no such process.
int dayline_pidfd_open(pid_t pid);

/// Sends a signal to the very process a pidfd stands for. Returns 0 or an errno.
int dayline_pidfd_signal(int pidfd, int signal);

/// Whether the process has ended: 1 with its exit status, or its signal as a negative number, in
/// `*result`; 0 when it still runs; -1 when it is not ours to wait for.
int dayline_pidfd_reap(int pidfd, int *result);

/// Closes every descriptor from `first` on. To be called before this process opens any of its own.
/// Returns 0 or an errno.
int dayline_descriptors_close(int first);

/// Makes `fd` the same as /dev/null, for reading and writing. Returns 0 or an errno.
int dayline_descriptor_silence(int fd);
