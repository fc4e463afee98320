#define _GNU_SOURCE
#include "CLinuxConnections.h"
#include "CLinuxMessageStream.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    /// A message below this never waits for others, and is never ended for what they hold.
    small_message = 64 << 10,
    /// How long the message that was begun first may keep others waiting.
    turn_milliseconds = 1000,
    /// And how long when nothing of it comes.
    silence_milliseconds = 100,
    /// Without any free descriptor, connections are looked at no more often than this.
    exhausted_nanoseconds = 10 * 1000 * 1000,
};

/// An accepted connection, by its descriptor. Its stream belongs to the thread that receives from it.
static struct connection {
    atomic_bool is_open;
    /// Nothing more is received from it.
    atomic_bool is_ended;
    /// Bytes of its incomplete message.
    atomic_size_t held;
    /// When that message was begun, in the order of all.
    atomic_uint_fast64_t begun;
    struct dayline_message_stream stream;
} connections[DAYLINE_CONNECTION_DESCRIPTORS];

static atomic_size_t message_limit = SIZE_MAX;
static atomic_size_t all_limit = SIZE_MAX;
static atomic_size_t held_in_all;
static atomic_uint_fast64_t messages_begun;
static atomic_uint_fast64_t refused;
static atomic_uint_fast64_t ended;
/// Above every descriptor that was accepted.
static atomic_int connections_end;

/// The message for which others wait, and since when.
static struct {
    pthread_mutex_t mutex;
    uint_fast64_t begun;
    int64_t since;
    size_t held;
    int64_t heard;
} turn = {.mutex = PTHREAD_MUTEX_INITIALIZER, .begun = UINT_FAST64_MAX};

int dayline_descriptors_raise(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return errno;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) < 0 ? errno : 0;
}

void dayline_messages_limit(size_t message, size_t all) {
    atomic_store(&message_limit, message);
    atomic_store(&all_limit, all);
}

uint64_t dayline_connections_refused(void) { return atomic_load(&refused); }
uint64_t dayline_connections_ended(void) { return atomic_load(&ended); }

/// The first descriptor that a connection may not have. New descriptors are the lowest that are free,
/// so one below this leaves the reserve free.
static int descriptor_bound(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return DAYLINE_CONNECTION_DESCRIPTORS;
    rlim_t reserve = DAYLINE_RESERVED_DESCRIPTORS;
    if (reserve > limit.rlim_cur / 4) reserve = limit.rlim_cur / 4;
    rlim_t bound = limit.rlim_cur - reserve;
    return bound < DAYLINE_CONNECTION_DESCRIPTORS ? (int)bound : DAYLINE_CONNECTION_DESCRIPTORS;
}

static struct connection *connection_of(int fd) {
    if (fd < 0 || fd >= DAYLINE_CONNECTION_DESCRIPTORS) return NULL;
    return atomic_load_explicit(&connections[fd].is_open, memory_order_relaxed) ? &connections[fd]
                                                                               : NULL;
}

static void hold(struct connection *connection, size_t held) {
    size_t before = atomic_exchange_explicit(&connection->held, held, memory_order_relaxed);
    if (before == held) return;
    if (before == 0) {
        uint_fast64_t number = atomic_fetch_add(&messages_begun, 1);
        atomic_store_explicit(&connection->begun, number, memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&held_in_all, held - before, memory_order_relaxed);
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
    int accepted = (int)syscall(SYS_accept4, fd, address, length, flags);
    if (accepted < 0) {
        if (errno != EMFILE) return -1;
        // The listener stays readable, so that its thread would ask again at once.
        nanosleep(&(struct timespec){.tv_nsec = exhausted_nanoseconds}, NULL);
        atomic_fetch_add(&refused, 1);
        errno = ECONNABORTED;
        return -1;
    }
    if (accepted >= descriptor_bound()) {
        syscall(SYS_close, accepted);
        atomic_fetch_add(&refused, 1);
        errno = ECONNABORTED;
        return -1;
    }
    struct connection *connection = &connections[accepted];
    connection->stream = (struct dayline_message_stream){0};
    atomic_store(&connection->is_ended, 0);
    atomic_store(&connection->is_open, 1);
    int end = atomic_load(&connections_end);
    while (end <= accepted && !atomic_compare_exchange_weak(&connections_end, &end, accepted + 1)) {}
    return accepted;
}

int close(int fd) {
    struct connection *connection = connection_of(fd);
    if (connection != NULL) {
        hold(connection, 0);
        atomic_store(&connection->is_open, 0);
    }
    return (int)syscall(SYS_close, fd);
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// The descriptor of the large incomplete message that was begun first; -1 when there is none.
static int oldest_large(void) {
    int oldest = -1;
    uint_fast64_t begun = UINT_FAST64_MAX;
    int end = atomic_load(&connections_end);
    for (int fd = 0; fd < end; fd++) {
        struct connection *connection = connection_of(fd);
        if (connection == NULL || atomic_load(&connection->held) <= small_message) continue;
        if (atomic_load(&connection->begun) >= begun) continue;
        begun = atomic_load(&connection->begun);
        oldest = fd;
    }
    return oldest;
}

/// Notes how far the message is for which others wait. True if they have waited long enough.
static int is_turn_over(int fd) {
    int64_t now = milliseconds_now();
    uint_fast64_t begun = atomic_load(&connections[fd].begun);
    size_t held = atomic_load(&connections[fd].held);
    if (turn.begun != begun) turn.since = now;
    if (turn.begun != begun || turn.held != held) turn.heard = now;
    turn.begun = begun;
    turn.held = held;
    return now - turn.since > turn_milliseconds || now - turn.heard > silence_milliseconds;
}

/// Ends the connection of a message whose turn is over; the rest of it is not received.
static void end_turn(int fd) {
    atomic_fetch_add(&ended, 1);
    atomic_store(&connections[fd].is_ended, 1);
    hold(&connections[fd], 0);
    shutdown(fd, SHUT_RDWR);
}

/// True if all messages together are too many bytes, and this one is large and not the one that was begun
/// first: that one goes on alone, which takes milliseconds, or is ended when its time is over.
static int has_to_wait(int fd, struct connection *connection) {
    if (atomic_load_explicit(&held_in_all, memory_order_relaxed) <= atomic_load(&all_limit)) return 0;
    if (atomic_load(&connection->held) <= small_message) return 0;
    pthread_mutex_lock(&turn.mutex);
    int oldest = oldest_large();
    if (oldest >= 0 && oldest != fd && is_turn_over(oldest)) end_turn(oldest);
    pthread_mutex_unlock(&turn.mutex);
    if (oldest < 0 || oldest == fd) return 0;
    // The descriptor stays readable, so that its thread asks again at once.
    sched_yield();
    return 1;
}

ssize_t recv(int fd, void *buffer, size_t capacity, int flags) {
    struct connection *connection = connection_of(fd);
    if (connection != NULL) {
        if (atomic_load_explicit(&connection->is_ended, memory_order_relaxed)) return 0;
        if (has_to_wait(fd, connection)) {
            errno = EAGAIN;
            return -1;
        }
    }
    ssize_t count = syscall(SYS_recvfrom, fd, buffer, capacity, flags, NULL, NULL);
    if (count <= 0 || connection == NULL || (flags & MSG_PEEK)) return count;
    size_t limit = atomic_load_explicit(&message_limit, memory_order_relaxed);
    if (dayline_message_stream_add(&connection->stream, buffer, (size_t)count, limit) < 0) {
        atomic_fetch_add(&ended, 1);
        errno = ECONNRESET;
        return -1;
    }
    hold(connection, connection->stream.held);
    return count;
}
