#define _GNU_SOURCE
#include "CLinuxPeers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Steps of a search for an ancestor; one that does not end by then is taken for one of a worker.
enum { steps = 256 };

static atomic_int supervisor;

void dayline_workers_refuse_descendants(pid_t parent) { atomic_store(&supervisor, parent); }

/// The parent of a process; -1 if the process has ended, or belongs to a user whose processes are hidden.
static pid_t parent_of(pid_t process) {
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t count = read(fd, text, sizeof text - 1);
    close(fd);
    if (count <= 0) return -1;
    text[count] = 0;
    // The name of the program, in brackets, may have brackets itself.
    const char *end = strrchr(text, ')');
    pid_t parent = -1;
    if (end == NULL || sscanf(end + 1, " %*c %d", &parent) != 1) return -1;
    return parent;
}

/// True if a process that cannot be read has not ended: the mount option hidepid of /proc hides processes of
/// other users, and those that cannot be dumped also from their own user, so that no ancestor can be found.
static int is_hidden(pid_t process) { return kill(process, 0) == 0 || errno == EPERM; }

int dayline_peer_is_refused(int socket) {
    pid_t root = atomic_load(&supervisor);
    if (root == 0) return 0;
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return 1;
    // A process of another namespace has no number here.
    if (peer.pid == 0) return 0;
    pid_t process = peer.pid, unreadable = 0;
    for (int step = 0; step < steps; step++) {
        if (process == root) return 0;
        pid_t parent = parent_of(process);
        if (parent == root) return process != peer.pid;
        if (parent == getpid() || parent == 0 || parent == 1) return 0;
        if (parent < 0) {
            if (process == peer.pid) return !is_hidden(peer.pid);
            // An ancestor that ended meanwhile is not found again.
            if (process == unreadable) return 0;
            unreadable = process;
            parent = peer.pid;
        }
        process = parent;
    }
    return 1;
}
