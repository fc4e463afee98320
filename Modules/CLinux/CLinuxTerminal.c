#define _GNU_SOURCE
#include "CLinuxTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* The signals that end a process by default, first those of instructions that are run again after a
 * handler. */
static const int ending[] = {
    SIGILL, SIGBUS, SIGFPE, SIGSEGV, SIGTRAP, SIGSYS, SIGABRT, SIGHUP, SIGINT, SIGQUIT, SIGTERM,
    SIGALRM, SIGUSR1, SIGUSR2, SIGPIPE, SIGXCPU, SIGXFSZ,
};
enum { FAULTS = 4, ENDING = sizeof ending / sizeof *ending };

static const char second_screen[] = "\033[?1049h\033[2J";
static const char first_screen[] = "\033[0m\033[2J\033[H\033[?1049l\033[?25h";

/* All of the state is read by signal handlers, and written only while they are not installed. */
static int terminal = -1;
static struct termios outer, raw;
static int wake[2] = {-1, -1};
/* 1 while the second screen is shown: clearing is for that screen only. */
static volatile sig_atomic_t is_entered;
static struct sigaction ended_by[ENDING], stopped_by, continued_by, resized_by;

static void show(const char *text, size_t count) {
    while (count > 0) {
        ssize_t written = write(terminal, text, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text += written;
        count -= (size_t)written;
    }
}

static void enter(void) {
    tcsetattr(terminal, TCSANOW, &raw);
    is_entered = 1;
    show(second_screen, sizeof second_screen - 1);
}

/* Does not wait for the output, which a stopped connection would never read. */
static void restore(void) {
    if (!is_entered) return;
    is_entered = 0;
    show(first_screen, sizeof first_screen - 1);
    tcsetattr(terminal, TCSANOW, &outer);
}

static void ask_to_draw(void) {
    int error = errno;
    /* A full pipe already asks for it. */
    ssize_t written = write(wake[1], "", 1);
    (void)written;
    errno = error;
}

/* A fault happens again after the return, so that the handler before, such as one that prints a
 * crash report, gets it with its place. A signal that was sent would not, and a handler of faults
 * returns from it: its default action ends the process. */
static void end(int signal, siginfo_t *info, void *context) {
    (void)context;
    restore();
    for (int index = 0; index < FAULTS; index++) {
        if (ending[index] != signal || info->si_code <= 0) continue;
        sigaction(signal, &ended_by[index], NULL);
        return;
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, NULL);
    /* Delivered when this handler returns. */
    raise(signal);
}

static void stop(int signal, siginfo_t *info, void *context) {
    (void)info;
    (void)context;
    int error = errno;
    struct sigaction own;
    sigset_t only, before;
    restore();
    sigaction(signal, &stopped_by, &own);
    sigemptyset(&only);
    sigaddset(&only, signal);
    raise(signal);
    /* The process stops here, and continues here. */
    pthread_sigmask(SIG_UNBLOCK, &only, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(signal, &own, NULL);
    errno = error;
}

static void redraw(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)info;
    (void)context;
    ask_to_draw();
}

static void resume(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)info;
    (void)context;
    int error = errno;
    enter();
    ask_to_draw();
    errno = error;
}

/* Handles a signal, unless the process ignores it. */
static void handle(int signal, void (*handler)(int, siginfo_t *, void *),
                   struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    sigfillset(&action.sa_mask);
    if (sigaction(signal, NULL, before) == 0 && before->sa_handler == SIG_IGN) return;
    sigaction(signal, &action, NULL);
}

int dayline_terminal_enter(int fd) {
    if (terminal >= 0) {
        errno = EBUSY;
        return -1;
    }
    if (tcgetattr(fd, &outer) < 0) return -1;
    raw = outer;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
    terminal = fd;
    for (int index = 0; index < ENDING; index++) handle(ending[index], end, &ended_by[index]);
    handle(SIGTSTP, stop, &stopped_by);
    handle(SIGCONT, resume, &continued_by);
    handle(SIGWINCH, redraw, &resized_by);
    enter();
    return wake[0];
}

void dayline_terminal_leave(void) {
    if (terminal < 0) return;
    restore();
    for (int index = 0; index < ENDING; index++) sigaction(ending[index], &ended_by[index], NULL);
    sigaction(SIGTSTP, &stopped_by, NULL);
    sigaction(SIGCONT, &continued_by, NULL);
    sigaction(SIGWINCH, &resized_by, NULL);
    terminal = -1;
    close(wake[0]);
    close(wake[1]);
}
