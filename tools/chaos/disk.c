// A preloaded library that makes file operations of a process fail, and records their order.
//
// CHAOS_FOLDER   the folder whose files are affected
// CHAOS_CONTROL  a file of three 32-bit numbers: the faults (bits below), the share of operations that
//                fail in thousandths, and the number of operations that have failed
// CHAOS_RECORD   a file that receives a record of each operation; absent: nothing is recorded
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { NO_SPACE = 1, WRITE_ERROR = 2, SHORT_WRITE = 4, SYNC_ERROR = 8, READ_ERROR = 16 };
enum { WRITE = 1, TRUNCATE, SYNC_BEGIN, SYNC_END, SYNC_FAILED, CREATE, RENAME, UNLINK, MAKE_FOLDER };

struct control {
    _Atomic uint32_t faults, thousandths, failed;
};
// The format of powercut.py.
struct header {
    uint32_t kind, path_length;
    uint64_t nanoseconds, offset, length, token;
};

static struct control *control;
static const char *folder;
static size_t folder_length;
static int record = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t tokens;
static _Atomic uint32_t draws;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void prepare(void) {
    folder = getenv("CHAOS_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
    const char *path = getenv("CHAOS_CONTROL");
    int file = path ? NEXT(open)(path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory != MAP_FAILED) control = memory;
        close(file);
    }
    path = getenv("CHAOS_RECORD");
    if (path) record = NEXT(open)(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    // Tokens of syncs are unique over restarts of the process.
    tokens = (uint64_t)getpid() << 32;
}

// The path of a descriptor if it is a file of the folder; false otherwise.
static int path_of(int file, char *path) {
    char link[64];
    if (!folder_length) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return !strncmp(path, folder, folder_length) && path[folder_length] == '/';
}

static int is_affected(const char *path) {
    return folder_length && !strncmp(path, folder, folder_length) && path[folder_length] == '/';
}

// True if the operation has to fail with one of these faults.
static uint32_t fault(uint32_t possible) {
    if (!control) return 0;
    uint32_t active = control->faults & possible;
    if (!active) return 0;
    // A multiplicative hash of the number of the operation.
    if (((draws++ * 2654435761u) >> 8) % 1000 >= control->thousandths) return 0;
    control->failed++;
    return active;
}

static void append(uint32_t kind, const char *path, uint64_t offset, const void *data, uint64_t length,
                   uint64_t token) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct header header = {kind, strlen(path), now.tv_sec * 1000000000ull + now.tv_nsec,
                            offset, length, token};
    struct iovec parts[] = {{&header, sizeof header}, {(void *)path, header.path_length},
                            {(void *)data, data ? length : 0}};
    if (writev(record, parts, 3) < 0) abort();
}

static ssize_t write_at(int file, const void *data, size_t length, off64_t offset, int is_positioned) {
    char path[PATH_MAX];
    if (!path_of(file, path)) {
        return is_positioned ? NEXT(pwrite64)(file, data, length, offset) : NEXT(write)(file, data, length);
    }
    uint32_t failure = fault(NO_SPACE | WRITE_ERROR | SHORT_WRITE);
    if (failure & (NO_SPACE | WRITE_ERROR)) {
        errno = failure & NO_SPACE ? ENOSPC : EIO;
        return -1;
    }
    if (failure && length > 1) length /= 2;
    if (record < 0) {
        return is_positioned ? NEXT(pwrite64)(file, data, length, offset) : NEXT(write)(file, data, length);
    }
    pthread_mutex_lock(&lock);
    ssize_t written;
    if (is_positioned) {
        written = NEXT(pwrite64)(file, data, length, offset);
    } else {
        written = NEXT(write)(file, data, length);
        offset = lseek64(file, 0, SEEK_CUR) - (written > 0 ? written : 0);
    }
    int number = errno;
    if (written > 0) append(WRITE, path, offset, data, written, 0);
    pthread_mutex_unlock(&lock);
    errno = number;
    return written;
}

ssize_t write(int file, const void *data, size_t length) { return write_at(file, data, length, 0, 0); }
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
    return write_at(file, data, length, offset, 1);
}
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    return write_at(file, data, length, offset, 1);
}

ssize_t read(int file, void *data, size_t length) {
    char path[PATH_MAX];
    if (control && control->faults & READ_ERROR && path_of(file, path) && fault(READ_ERROR)) {
        errno = EIO;
        return -1;
    }
    return NEXT(read)(file, data, length);
}
ssize_t pread64(int file, void *data, size_t length, off64_t offset) {
    char path[PATH_MAX];
    if (control && control->faults & READ_ERROR && path_of(file, path) && fault(READ_ERROR)) {
        errno = EIO;
        return -1;
    }
    return NEXT(pread64)(file, data, length, offset);
}
ssize_t pread(int file, void *data, size_t length, off_t offset) { return pread64(file, data, length, offset); }

static int truncate_to(int file, off64_t length) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return NEXT(ftruncate64)(file, length);
    uint32_t failure = fault(NO_SPACE | WRITE_ERROR);
    if (failure) {
        errno = failure & NO_SPACE ? ENOSPC : EIO;
        return -1;
    }
    if (record < 0) return NEXT(ftruncate64)(file, length);
    pthread_mutex_lock(&lock);
    int result = NEXT(ftruncate64)(file, length), number = errno;
    if (result == 0) append(TRUNCATE, path, 0, NULL, length, 0);
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}
int ftruncate(int file, off_t length) { return truncate_to(file, length); }
int ftruncate64(int file, off64_t length) { return truncate_to(file, length); }

static int synchronize(int file, int (*next)(int)) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return next(file);
    uint64_t token = tokens++;
    if (record >= 0) {
        pthread_mutex_lock(&lock);
        append(SYNC_BEGIN, path, 0, NULL, 0, token);
        pthread_mutex_unlock(&lock);
    }
    int result = 0;
    if (fault(SYNC_ERROR)) {
        errno = EIO;
        result = -1;
    } else {
        result = next(file);
    }
    int number = errno;
    if (record >= 0) {
        pthread_mutex_lock(&lock);
        append(result == 0 ? SYNC_END : SYNC_FAILED, path, 0, NULL, 0, token);
        pthread_mutex_unlock(&lock);
    }
    errno = number;
    return result;
}
int fsync(int file) { return synchronize(file, NEXT(fsync)); }
int fdatasync(int file) { return synchronize(file, NEXT(fdatasync)); }

static int open_file(int base, const char *path, int flags, mode_t mode) {
    if (!(flags & (O_CREAT | O_TRUNC)) || !is_affected(path)) return NEXT(openat64)(base, path, flags, mode);
    struct stat known;
    int exists = stat(path, &known) == 0;
    if (!exists && fault(NO_SPACE)) {
        errno = ENOSPC;
        return -1;
    }
    if (record < 0) return NEXT(openat64)(base, path, flags, mode);
    pthread_mutex_lock(&lock);
    int file = NEXT(openat64)(base, path, flags, mode), number = errno;
    if (file >= 0 && !exists) append(CREATE, path, 0, NULL, 0, 0);
    if (file >= 0 && exists && flags & O_TRUNC) append(TRUNCATE, path, 0, NULL, 0, 0);
    pthread_mutex_unlock(&lock);
    errno = number;
    return file;
}
#define OPEN(name)                                      \
    int name(const char *path, int flags, ...) {        \
        va_list rest;                                   \
        va_start(rest, flags);                          \
        mode_t mode = va_arg(rest, mode_t);             \
        va_end(rest);                                   \
        return open_file(AT_FDCWD, path, flags, mode);  \
    }
#define OPEN_AT(name)                                       \
    int name(int base, const char *path, int flags, ...) {  \
        va_list rest;                                       \
        va_start(rest, flags);                              \
        mode_t mode = va_arg(rest, mode_t);                 \
        va_end(rest);                                       \
        return open_file(base, path, flags, mode);          \
    }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

// Runs an operation on names, and records it if it succeeds.
#define NAMED(kind, path, target, call)                                              \
    if (record < 0 || !is_affected(path)) return call;                               \
    pthread_mutex_lock(&lock);                                                       \
    int result = call, number = errno;                                               \
    if (result == 0) append(kind, path, 0, target, strlen(target), 0);               \
    pthread_mutex_unlock(&lock);                                                     \
    errno = number;                                                                  \
    return result;
int rename(const char *path, const char *target) {
    NAMED(RENAME, path, target, NEXT(rename)(path, target))
}
int unlink(const char *path) { NAMED(UNLINK, path, "", NEXT(unlink)(path)) }
int mkdir(const char *path, mode_t mode) { NAMED(MAKE_FOLDER, path, "", NEXT(mkdir)(path, mode)) }
