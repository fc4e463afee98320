#define _GNU_SOURCE
#include "CLinuxLock.h"

#include <errno.h>
#include <fcntl.h>

// Locks of the open file description: another open and close of the same file in this process does not
// release them.

int dayline_lock(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_OFD_SETLK, &lock) == 0) return 0;
    return errno == EACCES ? EAGAIN : errno;
}

int dayline_is_locked(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_OFD_GETLK, &lock) < 0) return -1;
    return lock.l_type != F_UNLCK;
}
