/* The measure for the bus: a client, a broker and a worker in plain C over libzmq, three processes.
 *
 *   two_hop broker FRONT BACK             routes requests to the worker and answers back
 *   two_hop worker BACK                   answers each request with its own body
 *   two_hop client FRONT SIZE CALLS FLIGHT    prints: p50_us p99_us calls_per_second cpu_us_per_call
 *
 * Messages have the same shape as Dayline's small ones: an identifier of 16 bytes and a body.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static double cpu_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void *open_socket(void *context, int type) {
    void *socket = zmq_socket(context, type);
    int linger = 0, mandatory = 1;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    if (type == ZMQ_ROUTER)
        zmq_setsockopt(socket, ZMQ_ROUTER_MANDATORY, &mandatory, sizeof mandatory);
    return socket;
}

/* Moves one message, frame by frame, without copying. */
static int forward(void *from, void *to, int drop_first) {
    zmq_msg_t frame;
    int first = 1;
    for (;;) {
        zmq_msg_init(&frame);
        if (zmq_msg_recv(&frame, from, first ? ZMQ_DONTWAIT : 0) < 0) return 0;
        int more = zmq_msg_more(&frame);
        if (first && drop_first)
            zmq_msg_close(&frame);
        else if (zmq_msg_send(&frame, to, more ? ZMQ_SNDMORE : 0) < 0)
            zmq_msg_close(&frame);
        first = 0;
        if (!more) return 1;
    }
}

static int broker(const char *front_address, const char *back_address) {
    void *context = zmq_ctx_new();
    void *front = open_socket(context, ZMQ_ROUTER), *back = open_socket(context, ZMQ_ROUTER);
    assert(zmq_bind(front, front_address) == 0 && zmq_bind(back, back_address) == 0);
    char worker[256];
    int worker_size = zmq_recv(back, worker, sizeof worker, 0);
    char hello[16];
    zmq_recv(back, hello, sizeof hello, 0);
    zmq_pollitem_t items[] = {{front, 0, ZMQ_POLLIN, 0}, {back, 0, ZMQ_POLLIN, 0}};
    for (;;) {
        zmq_poll(items, 2, -1);
        for (int i = 0; i < 64; i++) {
            if (!(items[0].revents & ZMQ_POLLIN)) break;
            int events;
            size_t size = sizeof events;
            zmq_getsockopt(front, ZMQ_EVENTS, &events, &size);
            if (!(events & ZMQ_POLLIN)) break;
            zmq_send(back, worker, worker_size, ZMQ_SNDMORE);
            forward(front, back, 0);
        }
        for (int i = 0; i < 64 && forward(back, front, 1); i++) {}
    }
}

static int worker(const char *address) {
    void *context = zmq_ctx_new();
    void *socket = open_socket(context, ZMQ_DEALER);
    assert(zmq_connect(socket, address) == 0);
    zmq_send(socket, "ready", 5, 0);
    for (;;) {
        zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
        zmq_poll(&item, 1, -1);
        while (forward(socket, socket, 0)) {}
    }
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int client(const char *address, int size, int calls, int flight) {
    void *context = zmq_ctx_new();
    void *socket = open_socket(context, ZMQ_DEALER);
    assert(zmq_connect(socket, address) == 0);
    char *body = calloc(1, size);
    double *sent = calloc(calls + 1000, sizeof *sent), *took = calloc(calls + 1000, sizeof *took);
    for (int round = 0; round < 2; round++) { /* the first one warms up */
        int total = round ? calls : 1000, next = 0, done = 0;
        double start = now_us(), cpu = cpu_us();
        while (done < total) {
            while (next < total && next - done < flight) {
                uint64_t id[2] = {next, 7};
                sent[next++] = now_us();
                zmq_send(socket, id, sizeof id, ZMQ_SNDMORE);
                zmq_send(socket, body, size, 0);
            }
            zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
            zmq_poll(&item, 1, -1);
            uint64_t id[2];
            while (zmq_recv(socket, id, sizeof id, ZMQ_DONTWAIT) == sizeof id) {
                zmq_recv(socket, body, size, 0);
                took[done++] = now_us() - sent[id[0]];
            }
        }
        if (round) {
            double elapsed = now_us() - start;
            qsort(took, total, sizeof *took, ascending);
            printf("%.1f %.1f %.0f %.2f\n", took[total / 2], took[total * 99 / 100],
                   total / elapsed * 1e6, (cpu_us() - cpu) / total);
        }
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && !strcmp(arguments[1], "broker")) return broker(arguments[2], arguments[3]);
    if (count == 3 && !strcmp(arguments[1], "worker")) return worker(arguments[2]);
    if (count == 6 && !strcmp(arguments[1], "client"))
        return client(arguments[2], atoi(arguments[3]), atoi(arguments[4]), atoi(arguments[5]));
    fprintf(stderr, "usage: two_hop broker FRONT BACK | worker BACK | client FRONT SIZE CALLS FLIGHT\n");
    return 2;
}
