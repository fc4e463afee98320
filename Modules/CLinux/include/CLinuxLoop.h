#pragma once

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/types.h>

/// Asks the set to report `fd` as `tag` whenever it can be read. Returns 0 or an errno.
int dayline_epoll_add(int epoll, int fd, uint64_t tag);

/// Returns 0 or an errno.
int dayline_epoll_remove(int epoll, int fd);

/// Waits until something can be read or `milliseconds` are over (-1: no limit). Returns how many
/// tags it wrote, 0 also when a signal came between.
int dayline_epoll_wait(int epoll, uint64_t *tags, int capacity, int milliseconds);

/// Makes the eventfd readable.
void dayline_eventfd_signal(int fd);

/// Makes the eventfd unreadable again.
void dayline_eventfd_clear(int fd);
