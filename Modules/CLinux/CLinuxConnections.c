#define _GNU_SOURCE
#include "CLinuxConnections.h"
#include "CLinuxMessageStream.h"
#include "CLinuxPeers.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    /// Bytes. A smaller message never waits for others, and its connection is never ended in favour of
    /// others.
    small_message = 64 << 10,
    /// Time that the oldest large message has before its connection is ended, while others wait.
    message_milliseconds = 1000,
    /// Time that it may receive nothing.
    silence_milliseconds = 100,
    /// Delay between two attempts to accept while no descriptor is free.
    exhausted_nanoseconds = 10 * 1000 * 1000,
};

/// The accepted connections by descriptor. Only the thread that receives from a connection uses its
/// stream.
static struct connection {
    atomic_bool is_open;
    /// True if nothing more is received from the connection.
    atomic_bool is_ended;
    /// Number of a TCP connection among all of them, from 1; 0 for others.
    atomic_uint_fast64_t remote_number;
    /// Bytes received of the incomplete message.
    atomic_size_t pending;
    /// Sequence number of that message among all connections.
    atomic_uint_fast64_t begun;
    struct dayline_message_stream stream;
} connections[DAYLINE_CONNECTION_DESCRIPTORS];

static atomic_size_t message_limit = SIZE_MAX;
static atomic_size_t all_limit = SIZE_MAX;
static atomic_size_t all_pending;
static atomic_uint_fast64_t messages_begun;
static atomic_uint_fast64_t refused;
static atomic_uint_fast64_t ended;
static atomic_uint_fast64_t remote_numbers;
static atomic_int remote_open;
static atomic_int remote_limit = INT_MAX;
/// One more than the highest descriptor accepted so far.
static atomic_int connections_end;

/// The oldest large message, for which others wait: when the wait began, and when it last made progress.
static struct {
    pthread_mutex_t mutex;
    uint_fast64_t begun;
    int64_t since;
    size_t pending;
    int64_t progress;
} waiting_for = {.mutex = PTHREAD_MUTEX_INITIALIZER, .begun = UINT_FAST64_MAX};

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

/// The first descriptor that a connection may not have. The kernel assigns the lowest free descriptor, so
/// the reserve above this bound stays free.
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
    return atomic_load_explicit(&connections[fd].is_open, memory_order_acquire) ? &connections[fd]
                                                                               : NULL;
}

static int domain_of(int fd) {
    int domain = 0;
    socklen_t length = sizeof domain;
    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) < 0 ? AF_UNSPEC : domain;
}

static void set_pending(struct connection *connection, size_t pending) {
    size_t before = atomic_exchange_explicit(&connection->pending, pending, memory_order_relaxed);
    if (before == pending) return;
    if (before == 0) {
        uint_fast64_t number = atomic_fetch_add(&messages_begun, 1);
        atomic_store_explicit(&connection->begun, number, memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&all_pending, pending - before, memory_order_relaxed);
}

/// Closes an accepted connection, as if it had ended before.
static int refuse(int accepted) {
    syscall(SYS_close, accepted);
    atomic_fetch_add(&refused, 1);
    errno = ECONNABORTED;
    return -1;
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
    int accepted = (int)syscall(SYS_accept4, fd, address, length, flags);
    if (accepted < 0) {
        if (errno != EMFILE) return -1;
        // The listener stays readable: without a delay its thread would call accept in a busy loop.
        nanosleep(&(struct timespec){.tv_nsec = exhausted_nanoseconds}, NULL);
        atomic_fetch_add(&refused, 1);
        errno = ECONNABORTED;
        return -1;
    }
    int domain = domain_of(accepted);
    int is_remote = domain == AF_INET || domain == AF_INET6;
    if (accepted >= descriptor_bound() || (domain == AF_UNIX && dayline_peer_is_refused(accepted))) {
        return refuse(accepted);
    }
    if (is_remote && atomic_fetch_add(&remote_open, 1) >= atomic_load(&remote_limit)) {
        atomic_fetch_sub(&remote_open, 1);
        return refuse(accepted);
    }
    struct connection *connection = &connections[accepted];
    // Synchronizes with the close by the thread that had a connection with this descriptor before.
    atomic_load(&connection->is_open);
    connection->stream = (struct dayline_message_stream){0};
    atomic_store(&connection->is_ended, 0);
    atomic_store(
        &connection->remote_number, is_remote ? atomic_fetch_add(&remote_numbers, 1) + 1 : 0);
    atomic_store(&connection->is_open, 1);
    int end = atomic_load(&connections_end);
    while (end <= accepted && !atomic_compare_exchange_weak(&connections_end, &end, accepted + 1)) {}
    return accepted;
}

int close(int fd) {
    struct connection *connection = connection_of(fd);
    if (connection != NULL) {
        set_pending(connection, 0);
        atomic_store(&connection->is_open, 0);
        if (atomic_exchange(&connection->remote_number, 0) != 0) atomic_fetch_sub(&remote_open, 1);
    }
    return (int)syscall(SYS_close, fd);
}

uint64_t dayline_remote_connection_number(int fd) {
    struct connection *connection = connection_of(fd);
    return connection == NULL ? 0 : atomic_load(&connection->remote_number);
}

int dayline_remote_connections(void) { return atomic_load(&remote_open); }

void dayline_remote_connections_limit(int limit) { atomic_store(&remote_limit, limit); }

void dayline_remote_connections_end(const uint64_t *kept, size_t count) {
    int end = atomic_load(&connections_end);
    for (int fd = 0; fd < end; fd++) {
        uint64_t number = dayline_remote_connection_number(fd);
        if (number == 0) continue;
        int is_kept = 0;
        for (size_t i = 0; i < count; i++) is_kept |= kept[i] == number;
        if (is_kept) continue;
        // Nothing that has arrived already is read any more.
        atomic_store(&connections[fd].is_ended, 1);
        shutdown(fd, SHUT_RDWR);
    }
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// The descriptor of the oldest large incomplete message; -1 if there is none.
static int oldest_large(void) {
    int oldest = -1;
    uint_fast64_t begun = UINT_FAST64_MAX;
    int end = atomic_load(&connections_end);
    for (int fd = 0; fd < end; fd++) {
        struct connection *connection = connection_of(fd);
        if (connection == NULL || atomic_load(&connection->pending) <= small_message) continue;
        if (atomic_load(&connection->begun) >= begun) continue;
        begun = atomic_load(&connection->begun);
        oldest = fd;
    }
    return oldest;
}

/// Updates the progress of the oldest large message. True if its time is over.
static int has_expired(int fd) {
    int64_t now = milliseconds_now();
    uint_fast64_t begun = atomic_load(&connections[fd].begun);
    size_t pending = atomic_load(&connections[fd].pending);
    if (waiting_for.begun != begun) waiting_for.since = now;
    if (waiting_for.begun != begun || waiting_for.pending != pending) waiting_for.progress = now;
    waiting_for.begun = begun;
    waiting_for.pending = pending;
    return now - waiting_for.since > message_milliseconds
           || now - waiting_for.progress > silence_milliseconds;
}

/// Ends the connection of a message that has expired. The rest of the message is not received.
static void end_message(int fd) {
    atomic_fetch_add(&ended, 1);
    atomic_store(&connections[fd].is_ended, 1);
    set_pending(&connections[fd], 0);
    shutdown(fd, SHUT_RDWR);
}

/// True if all incomplete messages together exceed the limit and this message is large but not the
/// oldest.
/// The oldest one proceeds alone, which takes milliseconds, or its connection is ended when it expires.
static int has_to_wait(int fd, struct connection *connection) {
    if (atomic_load_explicit(&all_pending, memory_order_relaxed) <= atomic_load(&all_limit)) return 0;
    if (atomic_load(&connection->pending) <= small_message) return 0;
    pthread_mutex_lock(&waiting_for.mutex);
    int oldest = oldest_large();
    if (oldest >= 0 && oldest != fd && has_expired(oldest)) end_message(oldest);
    pthread_mutex_unlock(&waiting_for.mutex);
    if (oldest < 0 || oldest == fd) return 0;
    // The descriptor stays readable, so its thread calls recv again at once.
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
    set_pending(connection, connection->stream.received);
    return count;
}
