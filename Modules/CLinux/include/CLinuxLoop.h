#pragma once

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// Registers `fd`, which is reported as `tag` while it is readable. Returns 0 or an errno.
int dayline_epoll_add(int epoll, int fd, uint64_t tag);

/// Unregisters `fd`. Returns 0 or an errno.
int dayline_epoll_remove(int epoll, int fd);

/// Waits until a descriptor is readable or `milliseconds` have passed (-1: no limit). Returns the
/// number of
/// tags written; 0 also after a signal.
int dayline_epoll_wait(int epoll, uint64_t *tags, int capacity, int milliseconds);

/// Makes the eventfd readable.
void dayline_eventfd_signal(int fd);

/// Resets the eventfd, which is not readable then.
void dayline_eventfd_clear(int fd);
