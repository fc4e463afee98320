#include "CLinuxLoop.h"

#include <errno.h>
#include <unistd.h>

int dayline_epoll_add(int epoll, int fd, uint64_t tag) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = tag}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0 ? 0 : errno;
}

int dayline_epoll_remove(int epoll, int fd) {
    return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, 0) == 0 ? 0 : errno;
}

int dayline_epoll_wait(int epoll, uint64_t *tags, int capacity, int milliseconds) {
    struct epoll_event events[16];
    int count = epoll_wait(epoll, events, capacity < 16 ? capacity : 16, milliseconds);
    for (int i = 0; i < count; i++) tags[i] = events[i].data.u64;
    return count < 0 ? 0 : count;
}

void dayline_eventfd_signal(int fd) {
    uint64_t one = 1;
    // A write fails only when the counter is at its limit, and the descriptor is readable then.
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {}
}

void dayline_eventfd_clear(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {}
}
