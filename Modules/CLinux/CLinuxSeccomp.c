#define _GNU_SOURCE
#include "CLinuxSeccomp.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE_ARCHITECTURE

/// System calls that no importer, decoder or channel needs.
static const int refused[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, 438 /* pidfd_getfd */,
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, SYS_unshare, SYS_setns, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname,
    SYS_quotactl, SYS_acct, SYS_syslog, SYS_name_to_handle_at, SYS_open_by_handle_at,
};

enum {
    clone3_number = 435,
    /// The bit of system call numbers of the x32 ABI.
    x32_bit = 0x40000000,
    namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER
                 | CLONE_NEWPID | CLONE_NEWNET,
};

/// Offset of the lower half of the first argument: both architectures are little-endian.
enum { first_argument = offsetof(struct seccomp_data, args) };

int dayline_filter_build(void *entries, int allows_local_sockets) {
    struct sock_filter *filter = entries;
    int count = 0;
#define STATEMENT(code, value) filter[count++] = (struct sock_filter)BPF_STMT(code, value)
#define BRANCH(code, value, yes, no) \
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | (code) | BPF_K, value, yes, no)
#define LOAD(offset) STATEMENT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ANSWER(value) STATEMENT(BPF_RET | BPF_K, value)
    LOAD(offsetof(struct seccomp_data, arch));
    BRANCH(BPF_JEQ, NATIVE_ARCHITECTURE, 1, 0);
    ANSWER(SECCOMP_RET_KILL_PROCESS);
    LOAD(offsetof(struct seccomp_data, nr));
    BRANCH(BPF_JGE, x32_bit, 0, 1);
    ANSWER(SECCOMP_RET_ERRNO | EPERM);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        BRANCH(BPF_JEQ, (unsigned)refused[i], 0, 1);
        ANSWER(SECCOMP_RET_ERRNO | EPERM);
    }
    // The flags of clone3 are in memory, which a filter cannot read. On ENOSYS the C library uses clone.
    BRANCH(BPF_JEQ, clone3_number, 0, 1);
    ANSWER(SECCOMP_RET_ERRNO | ENOSYS);
    BRANCH(BPF_JEQ, SYS_clone, 0, 4);
    LOAD(first_argument);
    BRANCH(BPF_JSET, (unsigned)namespaces, 0, 1);
    ANSWER(SECCOMP_RET_ERRNO | EPERM);
    ANSWER(SECCOMP_RET_ALLOW);
    BRANCH(BPF_JEQ, SYS_socket, 0, 4);
    LOAD(first_argument);
    BRANCH(BPF_JEQ, AF_UNIX, 0, 1);
    ANSWER(allows_local_sockets ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES);
    ANSWER(SECCOMP_RET_ERRNO | EACCES);
    ANSWER(SECCOMP_RET_ALLOW);
    return count;
}

int dayline_local_filter_build(void *entries) {
    struct sock_filter *filter = entries;
    int count = 0;
    LOAD(offsetof(struct seccomp_data, arch));
    BRANCH(BPF_JEQ, NATIVE_ARCHITECTURE, 1, 0);
    ANSWER(SECCOMP_RET_KILL_PROCESS);
    LOAD(offsetof(struct seccomp_data, nr));
    BRANCH(BPF_JGE, x32_bit, 0, 1);
    ANSWER(SECCOMP_RET_ERRNO | EPERM);
    // Its requests create sockets, which a filter cannot see.
    BRANCH(BPF_JEQ, 425 /* io_uring_setup */, 0, 1);
    ANSWER(SECCOMP_RET_ERRNO | EPERM);
    BRANCH(BPF_JEQ, SYS_socket, 0, 3);
    LOAD(first_argument);
    BRANCH(BPF_JEQ, AF_UNIX, 1, 0);
    ANSWER(SECCOMP_RET_ERRNO | EACCES);
    ANSWER(SECCOMP_RET_ALLOW);
    return count;
}

#else

int dayline_local_filter_build(void *entries) {
    (void)entries;
    return 0;
}

int dayline_filter_build(void *entries, int allows_local_sockets) {
    (void)entries;
    (void)allows_local_sockets;
    return 0;
}

#endif
