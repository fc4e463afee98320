#define _GNU_SOURCE
#include "CLinuxPipes.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

static int stop_blocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

int dayline_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    return stop_blocking(ends[0]);
}

int dayline_socket_pair(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    return stop_blocking(ends[0]);
}
