#define _GNU_SOURCE
#include "Become.h"
#include "CLinuxSeccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

enum { max_inherited = 16, max_extra = 4, first_inherited = 3, parking = 64 };

int dayline_prepare_child(
    const struct dayline_launch *launch, pid_t parent, int *extra, int extra_count) {
    if (extra_count > max_extra) return EINVAL;
    if (launch->new_session ? setsid() < 0 : setpgid(0, 0) < 0) return errno;
    if (launch->dies_with_parent) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return errno;
        // The parent may have ended before the call above.
        if (getppid() != parent) return ESRCH;
    }
    // Duplicate to high numbers first, so that no descriptor is overwritten before it is used.
    int parked[max_inherited];
    int output = fcntl(launch->output, F_DUPFD_CLOEXEC, parking);
    if (output < 0) return errno;
    for (int i = 0; i < launch->inherited_count; i++) {
        parked[i] = fcntl(launch->inherited[i], F_DUPFD_CLOEXEC, parking);
        if (parked[i] < 0) return errno;
    }
    int parked_extra[max_extra];
    for (int i = 0; i < extra_count; i++) {
        parked_extra[i] = fcntl(extra[i], F_DUPFD_CLOEXEC, parking);
        if (parked_extra[i] < 0) return errno;
    }
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0) return errno;
    if (nothing != 0 && dup2(nothing, 0) < 0) return errno;
    if (dup2(output, 1) < 0 || dup2(output, 2) < 0) return errno;
    for (int i = 0; i < launch->inherited_count; i++)
        if (dup2(parked[i], first_inherited + i) < 0) return errno;
    int next = first_inherited + launch->inherited_count;
    for (int i = 0; i < extra_count; i++, next++) {
        if (dup3(parked_extra[i], next, O_CLOEXEC) < 0) return errno;
        extra[i] = next;
    }
    if (syscall(SYS_close_range, next, ~0U, 0) < 0) return errno;

    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++)
        if (signal != SIGKILL && signal != SIGSTOP) sigaction(signal, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL) < 0 ? errno : 0;
}

/// Without seccomp in the kernel the program has the network.
static void forbid_network(void) {
    struct sock_filter filter[dayline_filter_limit];
    struct sock_fprog program = {
        .len = (unsigned short)dayline_local_filter_build(filter), .filter = filter};
    if (program.len == 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return;
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// Runs in the child with the parent's memory: system calls only. Returns an errno if it fails.
static int become(const struct dayline_launch *launch, pid_t parent) {
    int code = dayline_prepare_child(launch, parent, NULL, 0);
    if (code != 0) return code;
    if (launch->local_only) forbid_network();
    execve(launch->path, launch->arguments, launch->environment);
    return errno;
}

int dayline_spawn(const struct dayline_launch *launch, pid_t *pid, int *pidfd) {
    if (launch->inherited_count < 0 || launch->inherited_count > max_inherited) return EINVAL;
    // Signal handlers of the parent must not run in the child while both share memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);

    pid_t parent = getpid();
    volatile int failure = 0;
    pid_t child = vfork();
    if (child == 0) {
        failure = become(launch, parent);
        _exit(127);
    }
    int code = child < 0 ? errno : failure;
    pthread_sigmask(SIG_SETMASK, &before, NULL);

    if (child < 0) return code;
    if (code != 0) {
        waitpid(child, NULL, 0);
        return code;
    }
    // Only this process can reap the child, so its process ID cannot have been reused.
    int descriptor = dayline_pidfd_open(child);
    if (descriptor < 0) {
        code = errno;
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        return code;
    }
    *pid = child;
    *pidfd = descriptor;
    return 0;
}

int dayline_pidfd_open(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

int dayline_pidfd_signal(int pidfd, int signal) {
    return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) < 0 ? errno : 0;
}

int dayline_pidfd_reap(int pidfd, int *result) {
    siginfo_t info = {0};
    while (waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG) < 0)
        if (errno != EINTR) return -1;
    if (info.si_pid == 0) return 0;
    *result = info.si_code == CLD_EXITED ? info.si_status : -info.si_status;
    return 1;
}

int dayline_descriptors_close(int first) {
    return syscall(SYS_close_range, (unsigned)first, ~0U, 0) < 0 ? errno : 0;
}

int dayline_descriptor_discard(int fd) {
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return errno;
    int code = dup2(nothing, fd) < 0 ? errno : 0;
    if (nothing != fd) close(nothing);
    return code;
}
