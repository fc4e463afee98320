/* The baseline for streams: frames sent from one process to another in C with libzmq, without copying
 * them in the sender.
 *
 *   stream source ADDRESS SIZE ITEMS    binds, and sends items after the first message of a sink
 *   stream sink ADDRESS SIZE ITEMS      connects, and prints gigabytes per second and its CPU time in us
 *                                       per item
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

static double read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* The sender owns the bytes. */
static void free_nothing(void *data, void *hint) {
    (void)data;
    (void)hint;
}

static int source(const char *address, size_t size, int items) {
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_ROUTER);
    int queue = 8;
    zmq_setsockopt(socket, ZMQ_SNDHWM, &queue, sizeof queue);
    assert(zmq_bind(socket, address) == 0);
    char *bytes = malloc(size), peer[256], hello[16];
    memset(bytes, 1, size);
    int peer_size = zmq_recv(socket, peer, sizeof peer, 0);
    zmq_recv(socket, hello, sizeof hello, 0);
    int mandatory = 1; /* blocks at a full queue instead of dropping */
    zmq_setsockopt(socket, ZMQ_ROUTER_MANDATORY, &mandatory, sizeof mandatory);
    for (int i = 0; i < items; i++) {
        zmq_msg_t frame;
        zmq_msg_init_data(&frame, bytes, size, free_nothing, NULL);
        zmq_send(socket, peer, peer_size, ZMQ_SNDMORE);
        zmq_send(socket, &i, sizeof i, ZMQ_SNDMORE);
        zmq_msg_send(&frame, socket, 0);
    }
    zmq_close(socket);
    zmq_ctx_term(context);
    return 0;
}

static int sink(const char *address, size_t size, int items) {
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
    int queue = 8;
    zmq_setsockopt(socket, ZMQ_RCVHWM, &queue, sizeof queue);
    assert(zmq_connect(socket, address) == 0);
    zmq_send(socket, "go", 2, 0);
    double start = 0, cpu = 0;
    uint64_t sum = 0;
    for (int i = 0; i < items; i++) {
        int number;
        zmq_recv(socket, &number, sizeof number, 0);
        assert(number == i);
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        zmq_msg_recv(&frame, socket, 0);
        assert(zmq_msg_size(&frame) == size);
        sum += ((unsigned char *)zmq_msg_data(&frame))[size / 2];
        zmq_msg_close(&frame);
        if (i == 0) {
            start = read_clock(CLOCK_MONOTONIC);
            cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        }
    }
    assert(sum == (uint64_t)items);
    double elapsed = read_clock(CLOCK_MONOTONIC) - start;
    printf("%.3f %.1f\n", (double)size * (items - 1) / elapsed / 1000,
           (read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu) / (items - 1));
    zmq_close(socket);
    zmq_ctx_term(context);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 5 && !strcmp(arguments[1], "source"))
        return source(arguments[2], strtoul(arguments[3], NULL, 10), atoi(arguments[4]));
    if (count == 5 && !strcmp(arguments[1], "sink"))
        return sink(arguments[2], strtoul(arguments[3], NULL, 10), atoi(arguments[4]));
    fprintf(stderr, "usage: stream source|sink ADDRESS SIZE ITEMS\n");
    return 2;
}
