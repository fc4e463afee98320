#define _GNU_SOURCE
#include "CLinuxContain.h"

#include "Become.h"
#include "CLinuxLandlock.h"
#include "CLinuxSeccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Code below that runs in a child of the caller makes system calls only: the caller has other threads,
// and the locks that those threads hold are never released in the child.

/// The child's report of its start. A second one follows if its program cannot be executed.
struct start_message {
    int error;
    struct dayline_containment in_force;
};

enum {
    /// Seconds between SIGXCPU, which a program may catch, and SIGKILL.
    cpu_grace_seconds = 5,
    /// Attempts to end all descendants, one per millisecond.
    sweep_rounds = 10000,
    /// CAP_PERFMON, which headers older than Linux 5.8 lack.
    perfmon_capability = 38,
};

static int limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit now;
    if (getrlimit(resource, &now) < 0) return 0;
    struct rlimit next = {.rlim_cur = soft, .rlim_max = hard};
    if (next.rlim_max > now.rlim_max) next.rlim_max = now.rlim_max;
    if (next.rlim_cur > next.rlim_max) next.rlim_cur = next.rlim_max;
    return setrlimit(resource, &next) == 0;
}

static int set_limits(const struct dayline_limits *limits) {
    int done = limit(RLIMIT_CORE, 0, 0);
    if (limits->data_bytes) done &= limit(RLIMIT_DATA, limits->data_bytes, limits->data_bytes);
    if (limits->cpu_seconds)
        done &= limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + cpu_grace_seconds);
    if (limits->open_files) done &= limit(RLIMIT_NOFILE, limits->open_files, limits->open_files);
    if (limits->file_bytes) done &= limit(RLIMIT_FSIZE, limits->file_bytes, limits->file_bytes);
    return done;
}

/// Drops the capabilities that allow reading the kernel, or other processes without the ptrace access
/// check, through /proc: CAP_PERFMON and CAP_SYS_ADMIN bypass that check.
static void drop_kernel_access(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, data) < 0) return;
    static const int dropped[] = {
        CAP_SYS_RAWIO, CAP_SYSLOG, CAP_SYS_ADMIN, CAP_SYS_PTRACE, perfmon_capability,
    };
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        struct __user_cap_data_struct *part = &data[CAP_TO_INDEX(dropped[i])];
        part->effective &= ~CAP_TO_MASK(dropped[i]);
        part->permitted &= ~CAP_TO_MASK(dropped[i]);
        part->inheritable &= ~CAP_TO_MASK(dropped[i]);
    }
    syscall(SYS_capset, &header, data);
}

/// Restricts the calling process irrevocably.
static void restrict_self(
    const struct dayline_contained_launch *contained, int ruleset,
    struct dayline_containment *in_force) {
    in_force->limits = set_limits(&contained->limits);
    in_force->no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    drop_kernel_access();
    if (ruleset >= 0) {
        dayline_landlock_allow_own_proc(ruleset);
        if (dayline_landlock_restrict(ruleset) == 0)
            in_force->landlock_abi = contained->landlock_abi;
    }
    if (contained->filter_count > 0) {
        struct sock_fprog program = {
            .len = (unsigned short)contained->filter_count,
            .filter = (struct sock_filter *)contained->filter};
        in_force->seccomp = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
    }
}

/// Executes the program, or reports the error.
static void become(
    const struct dayline_contained_launch *contained, pid_t monitor, int report, int reaps) {
    struct start_message message = {.in_force = {.reaps_descendants = reaps}};
    int extra[2] = {report, contained->ruleset};
    int extra_count = contained->ruleset >= 0 ? 2 : 1;
    message.error = dayline_prepare_child(&contained->launch, monitor, extra, extra_count);
    // After a failure the descriptor may still have its old number.
    if (message.error == 0) report = extra[0];
    if (message.error == 0 && chdir(contained->folder) < 0) message.error = errno;
    if (message.error == 0) {
        restrict_self(contained, extra_count > 1 ? extra[1] : -1, &message.in_force);
        if (write(report, &message, sizeof message) == sizeof message) {
            const struct dayline_launch *launch = &contained->launch;
            execve(launch->path, launch->arguments, launch->environment);
        }
        message.error = errno;
    }
    while (write(report, &message, sizeof message) < 0 && errno == EINTR) {}
    _exit(127);
}

static void kill_children(void) {
    char text[4096];
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t count;
    pid_t pid = 0;
    while ((count = read(file, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < count; i++)
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else {
                if (pid > 1) kill(pid, SIGKILL);
                pid = 0;
            }
    close(file);
}

/// Kills and reaps children until none is left. Orphans become children of the monitor.
static void end_descendants(void) {
    struct timespec pause = {.tv_nsec = 1000 * 1000};
    for (int round = 0; round < sweep_rounds; round++) {
        kill_children();
        pid_t reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0) {}
        if (reaped < 0 && errno == ECHILD) return;
        nanosleep(&pause, NULL);
    }
}

static void end_by(int signal) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    kill(getpid(), signal);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + signal);
}

/// Waits for the end of the program, which is not reaped, or for SIGTERM. Returns 1 if the program ended.
static int wait_for_program(pid_t program) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    sigaddset(&wanted, SIGTERM);
    for (;;) {
        siginfo_t ended = {0};
        while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0) {
            if (ended.si_pid == program) return 1;
            waitpid(ended.si_pid, NULL, WNOHANG);
            ended.si_pid = 0;
        }
        if (sigwaitinfo(&wanted, NULL) == SIGTERM) return 0;
    }
}

/// Starts the program and ends with the same status. All signals are blocked here.
static void monitor(
    const struct dayline_contained_launch *contained, pid_t parent, int report) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &standard, NULL);
    prctl(PR_SET_NAME, "dayline-contain");
    struct start_message failure = {0};
    pid_t self = getpid();
    int reaps = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
    pid_t program = -1;
    if (setpgid(0, 0) < 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) {
        failure.error = errno;
    } else if (getppid() != parent) {
        failure.error = ESRCH;
    } else {
        program = vfork();
        if (program == 0) become(contained, self, report, reaps);
        if (program < 0) failure.error = errno;
    }
    if (program < 0) {
        while (write(report, &failure, sizeof failure) < 0 && errno == EINTR) {}
        _exit(127);
    }
    syscall(SYS_close_range, 0, ~0U, 0);
    limit(RLIMIT_CORE, 0, 0);

    int has_ended = wait_for_program(program);
    // The program is not reaped yet, so its process group ID cannot have been reused.
    kill(-program, SIGKILL);
    int status = 0;
    while (waitpid(program, &status, 0) < 0 && errno == EINTR) {}
    end_descendants();
    // A program that was ending by itself when SIGTERM arrived keeps its own signal.
    if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
    if (!has_ended) end_by(SIGKILL);
    _exit(WEXITSTATUS(status));
}

/// Reads the child's reports until the program is executed. Returns 0 or an errno.
static int read_report(int report, struct dayline_containment *in_force) {
    struct start_message message;
    int code = ECHILD;
    for (;;) {
        ssize_t count = read(report, &message, sizeof message);
        if (count < 0 && errno == EINTR) continue;
        if (count != sizeof message) return code;
        code = message.error;
        if (code != 0) return code;
        *in_force = message.in_force;
    }
}

int dayline_spawn_contained(
    const struct dayline_contained_launch *contained, pid_t *pid, int *pidfd,
    struct dayline_containment *in_force) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) return errno;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t parent = getpid();
    pid_t child = _Fork();
    if (child == 0) monitor(contained, parent, report[1]);
    int code = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        return code;
    }
    code = read_report(report[0], in_force);
    close(report[0]);
    int descriptor = code == 0 ? dayline_pidfd_open(child) : -1;
    if (code == 0 && descriptor < 0) {
        code = errno;
        kill(child, SIGTERM);
    }
    if (code != 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        return code;
    }
    *pid = child;
    *pidfd = descriptor;
    return 0;
}

void dayline_containment_available(struct dayline_containment *available) {
    struct sock_filter entries[dayline_filter_limit];
    unsigned action = SECCOMP_RET_ERRNO;
    int reaper = 0;
    *available = (struct dayline_containment){
        .landlock_abi = dayline_landlock_abi(),
        .seccomp = dayline_filter_build(entries, 1) > 0
                   && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0,
        .no_new_privileges = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) >= 0,
        .limits = 1,
        .reaps_descendants = prctl(PR_GET_CHILD_SUBREAPER, &reaper, 0, 0, 0) == 0,
    };
}
