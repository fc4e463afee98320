#include "CSQLiteFile.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// A file of SQLite that is a descriptor.
typedef struct {
    sqlite3_file file;
    int descriptor;
} descriptor_file;

static int close_file(sqlite3_file *file) {
    (void)file;
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
    int descriptor = ((descriptor_file *)file)->descriptor;
    char *target = buffer;
    int done = 0;
    while (done < count) {
        ssize_t part = pread(descriptor, target + done, (size_t)(count - done), offset + done);
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) return SQLITE_IOERR_READ;
        if (part == 0) break;
        done += (int)part;
    }
    if (done == count) return SQLITE_OK;
    // SQLite reads the rest of a short page as zeros.
    memset(target + done, 0, (size_t)(count - done));
    return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
    (void)file, (void)buffer, (void)count, (void)offset;
    return SQLITE_READONLY;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    (void)file, (void)size;
    return SQLITE_READONLY;
}

static int ignore_flags(sqlite3_file *file, int flags) {
    (void)file, (void)flags;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    struct stat status;
    if (fstat(((descriptor_file *)file)->descriptor, &status) != 0) return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

static int reserved_lock(sqlite3_file *file, int *is_locked) {
    (void)file;
    *is_locked = 0;
    return SQLITE_OK;
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *file) {
    (void)file;
    return 4096;
}

static int characteristics(sqlite3_file *file) {
    (void)file;
    return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = ignore_flags,
    .xFileSize = file_size,
    .xLock = ignore_flags,
    .xUnlock = ignore_flags,
    .xCheckReservedLock = reserved_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

/// Opens the main database by the number of its descriptor, and no other file.
static int open_file(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *output_flags) {
    (void)vfs;
    file->pMethods = NULL;
    if (name == NULL || (flags & SQLITE_OPEN_MAIN_DB) == 0) return SQLITE_CANTOPEN;
    ((descriptor_file *)file)->descriptor = atoi(name);
    file->pMethods = &methods;
    if (output_flags) *output_flags = SQLITE_OPEN_READONLY;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int synchronous) {
    (void)vfs, (void)name, (void)synchronous;
    return SQLITE_READONLY;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs, (void)name, (void)flags;
    *result = 0;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *result) {
    (void)vfs;
    return snprintf(result, (size_t)size, "%s", name) < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int fill_random(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    memset(bytes, 0, (size_t)count);
    return count;
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}

static int current_time(sqlite3_vfs *vfs, double *day) {
    (void)vfs;
    *day = 2440587.5;
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int size, char *text) {
    (void)vfs, (void)size, (void)text;
    return 0;
}

static sqlite3_vfs descriptor_vfs = {
    .iVersion = 1,
    .szOsFile = sizeof(descriptor_file),
    .mxPathname = 32,
    .zName = "dayline-descriptor",
    .xOpen = open_file,
    .xDelete = delete_file,
    .xAccess = access_file,
    .xFullPathname = full_name,
    .xRandomness = fill_random,
    .xSleep = sleep_for,
    .xCurrentTime = current_time,
    .xGetLastError = last_error,
};

static pthread_once_t is_registered = PTHREAD_ONCE_INIT;
static int registration = SQLITE_ERROR;

static void register_vfs(void) {
    registration = sqlite3_vfs_register(&descriptor_vfs, 0);
}

int dayline_sqlite_open(int descriptor, sqlite3 **database) {
    *database = NULL;
    pthread_once(&is_registered, register_vfs);
    if (registration != SQLITE_OK) return registration;
    char name[16];
    snprintf(name, sizeof name, "%d", descriptor);
    int code = sqlite3_open_v2(
        name, database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
        descriptor_vfs.zName);
    if (code == SQLITE_OK) {
        sqlite3_db_config(*database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_db_config(*database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_db_config(*database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
        sqlite3_db_config(*database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
        code = sqlite3_exec(
            *database,
            "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4096; PRAGMA cell_size_check = ON;"
            "PRAGMA mmap_size = 0;",
            NULL, NULL, NULL);
    }
    if (code != SQLITE_OK) {
        sqlite3_close(*database);
        *database = NULL;
    }
    return code;
}
