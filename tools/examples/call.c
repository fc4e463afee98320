/* Calls a unary method of a running Dayline and prints the body of its reply, as docs/protocol.md describes.
   cc -o call call.c -lzmq && ./call HOME SERVICE/METHOD '{"key": "value"}'
   Exit status: 0 done, 1 the call failed (the reason is on standard error), 2 wrong usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <zmq.h>

enum { MILLISECONDS = 30000, FRAMES = 64 };
static void fail(const char *message) {
    fprintf(stderr, "%s\n", message);
    exit(1);
}

static void send_frame(void *socket, const void *bytes, size_t size, int flags) {
    if (zmq_send(socket, bytes, size, flags) < 0) fail(zmq_strerror(zmq_errno()));
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: call HOME SERVICE/METHOD [JSON]\n");
        return 2;
    }
    const char *method = arguments[2], *body = count > 3 ? arguments[3] : "{}";
    char endpoint[4096];
    snprintf(endpoint, sizeof endpoint, "ipc://%s/run/bus.sock", arguments[1]);
    /* "BX", version 1, a request without flags; the time left in milliseconds, little-endian; no credit. */
    unsigned char preamble[16] = {'B', 'X', 1, 'Q', [8] = MILLISECONDS & 255, MILLISECONDS >> 8}, call[16];
    if (getrandom(call, sizeof call, 0) != sizeof call) fail("There are no random bytes.");

    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
    int patience = MILLISECONDS + 500;
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
    if (zmq_connect(socket, endpoint) < 0) fail(zmq_strerror(zmq_errno()));
    send_frame(socket, preamble, sizeof preamble, ZMQ_SNDMORE);
    send_frame(socket, call, sizeof call, ZMQ_SNDMORE);
    send_frame(socket, method, strlen(method), ZMQ_SNDMORE);
    send_frame(socket, "", 0, ZMQ_SNDMORE); /* no header */
    send_frame(socket, body, strlen(body), 0);
    for (int status = -1; status < 0;) {
        zmq_msg_t frames[FRAMES];
        int received = 0, more = 1;
        for (; more && received < FRAMES; received++) {
            zmq_msg_init(&frames[received]);
            if (zmq_msg_recv(&frames[received], socket, 0) < 0) fail("Dayline did not answer.");
            more = zmq_msg_more(&frames[received]);
        }
        const unsigned char *first = zmq_msg_data(frames);
        if (received > 4 && zmq_msg_size(frames) == 16 && first[3] == 'F'
            && zmq_msg_size(&frames[1]) == 16 && !memcmp(zmq_msg_data(&frames[1]), call, 16)) {
            status = first[6] | first[7] << 8;
            zmq_msg_t *shown = &frames[status ? 3 : 4]; /* the header of a failure has message and hint */
            fprintf(status ? stderr : stdout, "%.*s\n", (int)zmq_msg_size(shown), (char *)zmq_msg_data(shown));
        }
        while (received-- > 0) zmq_msg_close(&frames[received]);
        if (status > 0) return 1;
    }
    return zmq_close(socket) || zmq_ctx_term(context);
}
