/* The baseline for the bus: a client, a broker and a worker in C with libzmq, three processes.
 *
 *   two_hop broker FRONT BACK       forwards requests to the worker, and responses back
 *   two_hop worker BACK             responds with the body of the request
 *   two_hop client FRONT full|lean SIZE CALLS FLIGHT
 *                                   prints: p50_us p99_us calls_per_second cpu_us_per_call
 *
 * `full` messages have the frames of docs/protocol.md, so that the ends also talk through Dayline's
 * broker; `lean` ones are a service, an id and a body.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { PREAMBLE = 16, ID = 16, TURN = 64, WARM_UP = 1000 };
static const char service[] = "dayline.bench.Echo";
static const char route[] = "dayline.bench.Echo/Echo";

static double read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void *open_socket(void *context, int type) {
    void *socket = zmq_socket(context, type);
    int linger = 0, mandatory = 1, queue = 10000;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_SNDHWM, &queue, sizeof queue);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &queue, sizeof queue);
    if (type == ZMQ_ROUTER)
        zmq_setsockopt(socket, ZMQ_ROUTER_MANDATORY, &mandatory, sizeof mandatory);
    return socket;
}

static void write_preamble(unsigned char *bytes, char kind) {
    memset(bytes, 0, PREAMBLE);
    memcpy(bytes, "BX\1", 3);
    bytes[3] = (unsigned char)kind;
}

/* Forwards one message frame by frame without copying. */
static int forward(void *from, void *to, int drop_first) {
    zmq_msg_t frame;
    for (int first = 1;; first = 0) {
        zmq_msg_init(&frame);
        if (zmq_msg_recv(&frame, from, first ? ZMQ_DONTWAIT : 0) < 0) return 0;
        int more = zmq_msg_more(&frame);
        if (first && drop_first)
            zmq_msg_close(&frame);
        else if (zmq_msg_send(&frame, to, more ? ZMQ_SNDMORE : 0) < 0)
            zmq_msg_close(&frame);
        if (!more) return 1;
    }
}

static int broker(const char *front_address, const char *back_address) {
    void *context = zmq_ctx_new();
    void *front = open_socket(context, ZMQ_ROUTER), *back = open_socket(context, ZMQ_ROUTER);
    assert(zmq_bind(front, front_address) == 0 && zmq_bind(back, back_address) == 0);
    char worker[256], rest[1024];
    int worker_size = zmq_recv(back, worker, sizeof worker, 0), more = 1;
    for (size_t size = sizeof more; more;) {
        zmq_recv(back, rest, sizeof rest, 0);
        zmq_getsockopt(back, ZMQ_RCVMORE, &more, &size);
    }
    zmq_pollitem_t items[] = {{front, 0, ZMQ_POLLIN, 0}, {back, 0, ZMQ_POLLIN, 0}};
    for (;;) {
        zmq_poll(items, 2, -1);
        for (int i = 0; i < TURN; i++) {
            int events;
            size_t size = sizeof events;
            zmq_getsockopt(front, ZMQ_EVENTS, &events, &size);
            if (!(events & ZMQ_POLLIN)) break;
            zmq_send(back, worker, worker_size, ZMQ_SNDMORE);
            forward(front, back, 0);
        }
        for (int i = 0; i < TURN && forward(back, front, 1); i++) {}
    }
}

/* Responds to a full message with a final preamble and without a route, and to a ping with a pong. */
static int respond(void *socket) {
    unsigned char first[256];
    int size = zmq_recv(socket, first, sizeof first, ZMQ_DONTWAIT), more;
    size_t more_size = sizeof more;
    if (size < 0) return 0;
    /* The C broker sends the client's routing ID first. */
    if (size != PREAMBLE || memcmp(first, "BX", 2)) {
        zmq_send(socket, first, size, ZMQ_SNDMORE);
        size = zmq_recv(socket, first, sizeof first, 0);
    }
    int full = size == PREAMBLE && !memcmp(first, "BX", 2);
    char kind = full ? first[3] : 0;
    if (kind == 'Q') write_preamble(first, 'F');
    if (kind == 'H') write_preamble(first, 'O');
    zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &more_size);
    if (full && kind != 'Q' && kind != 'H') {
        for (zmq_msg_t frame; more; more = zmq_msg_more(&frame)) {
            zmq_msg_init(&frame);
            zmq_msg_recv(&frame, socket, 0);
        }
        return 1;
    }
    zmq_send(socket, first, size, more ? ZMQ_SNDMORE : 0);
    for (int index = 1; more; index++) {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        zmq_msg_recv(&frame, socket, 0);
        more = zmq_msg_more(&frame);
        if (full && index == 2) {
            zmq_msg_close(&frame);
            zmq_send(socket, "", 0, more ? ZMQ_SNDMORE : 0);
        } else {
            zmq_msg_send(&frame, socket, more ? ZMQ_SNDMORE : 0);
        }
    }
    return 1;
}

static int worker(const char *address) {
    void *context = zmq_ctx_new();
    void *socket = open_socket(context, ZMQ_DEALER);
    assert(zmq_connect(socket, address) == 0);
    unsigned char preamble[PREAMBLE], id[ID] = {0};
    char body[512];
    write_preamble(preamble, 'R');
    int length = snprintf(
        body, sizeof body,
        "{\"instance\":\"c-%d\",\"name\":\"bench\",\"pid\":%d,\"capacity\":1024,"
        "\"services\":[{\"name\":\"%s\",\"version\":1}]}",
        (int)getpid(), (int)getpid(), service);
    zmq_send(socket, preamble, PREAMBLE, ZMQ_SNDMORE);
    zmq_send(socket, id, ID, ZMQ_SNDMORE);
    zmq_send(socket, "", 0, ZMQ_SNDMORE);
    zmq_send(socket, "", 0, ZMQ_SNDMORE);
    zmq_send(socket, body, length, 0);
    for (;;) {
        zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
        zmq_poll(&item, 1, -1);
        while (respond(socket)) {}
    }
}

static void send_request(void *socket, int full, uint64_t number, const char *body, int size) {
    uint64_t id[2] = {number, 7};
    if (full) {
        unsigned char preamble[PREAMBLE];
        write_preamble(preamble, 'Q');
        zmq_send(socket, preamble, PREAMBLE, ZMQ_SNDMORE);
        zmq_send(socket, id, ID, ZMQ_SNDMORE);
        zmq_send(socket, route, sizeof route - 1, ZMQ_SNDMORE);
        zmq_send(socket, "", 0, ZMQ_SNDMORE);
    } else {
        zmq_send(socket, service, sizeof service - 1, ZMQ_SNDMORE);
        zmq_send(socket, id, ID, ZMQ_SNDMORE);
    }
    zmq_send(socket, body, size, 0);
}

/* The number of the call of a received response; -1 if there is none. */
static int64_t receive_response(void *socket, int full, char *body, int size) {
    char frame[64];
    uint64_t id[2];
    for (;;) {
        int length = zmq_recv(socket, frame, sizeof frame, ZMQ_DONTWAIT);
        if (length < 0) return -1;
        zmq_recv(socket, id, ID, 0);
        if (full && frame[3] == 'H') continue;
        assert(!full || (frame[3] == 'F' && frame[6] == 0));
        for (int skip = 0; full && skip < 2; skip++) zmq_recv(socket, frame, sizeof frame, 0);
        int received = zmq_recv(socket, body, size, 0);
        assert(received == size);
        return (int64_t)id[0];
    }
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int client(const char *address, int full, int size, int calls, int flight) {
    void *context = zmq_ctx_new();
    void *socket = open_socket(context, ZMQ_DEALER);
    assert(zmq_connect(socket, address) == 0);
    char *body = calloc(1, size), *reply = malloc(size);
    double *sent = calloc(calls + WARM_UP, sizeof *sent);
    double *times = calloc(calls + WARM_UP, sizeof *times);
    for (int round = 0; round < 2; round++) { /* the first one warms up */
        int total = round ? calls : WARM_UP, next = 0, done = 0;
        double start = read_clock(CLOCK_MONOTONIC), cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        while (done < total) {
            while (next < total && next - done < flight) {
                sent[next] = read_clock(CLOCK_MONOTONIC);
                send_request(socket, full, next++, body, size);
            }
            zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
            zmq_poll(&item, 1, -1);
            for (int64_t call; (call = receive_response(socket, full, reply, size)) >= 0;)
                times[done++] = read_clock(CLOCK_MONOTONIC) - sent[call];
        }
        if (round) {
            double elapsed = read_clock(CLOCK_MONOTONIC) - start;
            double spent = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
            qsort(times, total, sizeof *times, ascending);
            printf("%.1f %.1f %.0f %.2f\n", times[total / 2], times[total * 99 / 100],
                   total / elapsed * 1e6, spent / total);
        }
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && !strcmp(arguments[1], "broker")) return broker(arguments[2], arguments[3]);
    if (count == 3 && !strcmp(arguments[1], "worker")) return worker(arguments[2]);
    if (count == 7 && !strcmp(arguments[1], "client"))
        return client(arguments[2], !strcmp(arguments[3], "full"), atoi(arguments[4]),
                      atoi(arguments[5]), atoi(arguments[6]));
    fprintf(stderr, "usage: two_hop broker FRONT BACK | worker BACK "
                    "| client FRONT full|lean SIZE CALLS FLIGHT\n");
    return 2;
}
