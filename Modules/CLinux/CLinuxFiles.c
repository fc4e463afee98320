#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int dayline_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int dayline_is_written(int descriptor) {
    // A writer that opens the file while it has the lease sends a signal, by default SIGIO, which ends the
    // process. SIGURG is ignored by default.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return 0;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

int dayline_sync_file_system(const char *folder) {
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    int result = syncfs(descriptor);
    int code = errno;
    close(descriptor);
    errno = code;
    return result;
}
