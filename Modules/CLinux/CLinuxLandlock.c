#define _GNU_SOURCE
#include "CLinuxLandlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Constants of linux/landlock.h: the installed header may be older than the kernel.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum { version_flag = 1, path_beneath = 1 };

enum {
    fs_execute = 1 << 0,
    fs_write_file = 1 << 1,
    fs_read_file = 1 << 2,
    fs_read_dir = 1 << 3,
    fs_remove_dir = 1 << 4,
    fs_remove_file = 1 << 5,
    fs_make_dir = 1 << 7,
    fs_make_reg = 1 << 8,
    fs_truncate = 1 << 14,
    fs_of_files = fs_execute | fs_write_file | fs_read_file | fs_truncate,
};

struct ruleset_attributes {
    uint64_t handled_fs;
    uint64_t handled_net;
    uint64_t scoped;
};

struct path_attributes {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int dayline_landlock_abi(void) {
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, version_flag);
    return abi > 0 ? (int)abi : 0;
}

/// File access rights of an ABI version: 13 in the first, then refer, truncate and ioctl.
static uint64_t known_fs(int abi) {
    int count = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
    return ((uint64_t)1 << count) - 1;
}

static uint64_t rights(int access) {
    uint64_t rights = 0;
    if (access & dayline_access_read) rights |= fs_read_file | fs_read_dir;
    if (access & dayline_access_execute) rights |= fs_execute;
    if (access & dayline_access_write)
        rights |= fs_write_file | fs_truncate | fs_make_reg | fs_make_dir | fs_remove_file
                  | fs_remove_dir;
    return rights;
}

static int allow(int ruleset, int descriptor, uint64_t rights) {
    struct stat status;
    if (fstat(descriptor, &status) < 0) return -1;
    if (!S_ISDIR(status.st_mode)) rights &= fs_of_files;
    struct path_attributes rule = {.allowed = rights, .parent = descriptor};
    return (int)syscall(SYS_landlock_add_rule, ruleset, path_beneath, &rule, 0);
}

int dayline_landlock_ruleset(int abi, const struct dayline_path_rule *rules, int count) {
    uint64_t known = known_fs(abi);
    // handled_net: bind and connect TCP. scoped: abstract sockets and signals.
    struct ruleset_attributes attributes = {
        .handled_fs = known, .handled_net = abi >= 4 ? 3 : 0, .scoped = abi >= 6 ? 3 : 0};
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
    if (ruleset < 0) return -1;
    for (int i = 0; i < count; i++) {
        int opened = -1;
        int descriptor = rules[i].descriptor;
        if (rules[i].path) descriptor = opened = open(rules[i].path, O_PATH | O_CLOEXEC);
        if (descriptor < 0) continue;
        // A file in memory is not in the file system and needs no rule: the error is ignored.
        allow(ruleset, descriptor, rights(rules[i].access) & known);
        if (opened >= 0) close(opened);
    }
    return ruleset;
}

int dayline_landlock_allow_own_proc(int ruleset) {
    int own = open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (own < 0) return -1;
    int result = allow(ruleset, own, fs_read_file | fs_read_dir);
    close(own);
    if (result < 0) return result;
    // libdispatch opens /proc/TID/stat of its threads, which is not below /proc/PID, and traps if that
    // fails. The kernel still refuses the memory, environment and files of processes outside.
    int all = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (all < 0) return -1;
    result = allow(ruleset, all, fs_read_file);
    close(all);
    return result;
}

int dayline_landlock_restrict(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
