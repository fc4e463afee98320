#include "CZeroMQOnDemand.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

// zmq.h declares its functions as exported. Here they are hidden: libzmq would call exported ones instead
// of its own.
#define visibility(scope) visibility("hidden")
#include <zmq.h>
#undef visibility

static const char LIBRARY[] = "libzmq.so.5";
/// The exit status of a program that cannot be started, as of the dynamic loader.
static const int CANNOT_START = 127;

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fail(void) {
    fprintf(stderr, "%s\nInstall it with: apt-get install libzmq5\n", dlerror());
    _exit(CANNOT_START);
}

static void load(void) {
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail();
}

/// The address of a function of libzmq. Ends the program if there is none.
static void *function(const char *name) {
    pthread_once(&once, load);
    void *address = dlsym(library, name);
    if (!address) fail();
    return address;
}

/// Defines `name`, which calls the function of libzmq with that name.
#define FORWARD(result, name, parameters, arguments)                            \
    result name parameters {                                                    \
        static _Atomic(__typeof__(&name)) known;                                \
        if (!known) known = (__typeof__(&name))function(#name);                 \
        return known arguments;                                                 \
    }

FORWARD(void *, zmq_ctx_new, (void), ())
FORWARD(int, zmq_ctx_set, (void *context, int option, int value), (context, option, value))
FORWARD(int, zmq_ctx_term, (void *context), (context))

FORWARD(void *, zmq_socket, (void *context, int type), (context, type))
FORWARD(int, zmq_close, (void *socket), (socket))
FORWARD(int, zmq_bind, (void *socket, const char *address), (socket, address))
FORWARD(int, zmq_connect, (void *socket, const char *address), (socket, address))
FORWARD(int, zmq_setsockopt, (void *socket, int option, const void *value, size_t count),
        (socket, option, value, count))
FORWARD(int, zmq_getsockopt, (void *socket, int option, void *value, size_t *count),
        (socket, option, value, count))
FORWARD(int, zmq_socket_monitor, (void *socket, const char *address, int events),
        (socket, address, events))
FORWARD(int, zmq_send, (void *socket, const void *bytes, size_t count, int flags),
        (socket, bytes, count, flags))

FORWARD(int, zmq_msg_init, (zmq_msg_t *message), (message))
FORWARD(int, zmq_msg_init_size, (zmq_msg_t *message, size_t count), (message, count))
FORWARD(int, zmq_msg_init_data,
        (zmq_msg_t *message, void *bytes, size_t count, zmq_free_fn *release, void *hint),
        (message, bytes, count, release, hint))
FORWARD(int, zmq_msg_copy, (zmq_msg_t *target, zmq_msg_t *source), (target, source))
FORWARD(int, zmq_msg_close, (zmq_msg_t *message), (message))
FORWARD(int, zmq_msg_send, (zmq_msg_t *message, void *socket, int flags), (message, socket, flags))
FORWARD(int, zmq_msg_recv, (zmq_msg_t *message, void *socket, int flags), (message, socket, flags))
FORWARD(void *, zmq_msg_data, (zmq_msg_t *message), (message))
FORWARD(size_t, zmq_msg_size, (const zmq_msg_t *message), (message))
FORWARD(int, zmq_msg_more, (const zmq_msg_t *message), (message))
FORWARD(int, zmq_msg_get, (const zmq_msg_t *message, int property), (message, property))
FORWARD(const char *, zmq_msg_gets, (const zmq_msg_t *message, const char *property),
        (message, property))

FORWARD(int, zmq_curve_keypair, (char *public_key, char *secret_key), (public_key, secret_key))
FORWARD(int, zmq_curve_public, (char *public_key, const char *secret_key), (public_key, secret_key))
FORWARD(char *, zmq_z85_encode, (char *text, const uint8_t *bytes, size_t count),
        (text, bytes, count))
FORWARD(uint8_t *, zmq_z85_decode, (uint8_t *bytes, const char *text), (bytes, text))
FORWARD(int, zmq_errno, (void), ())
FORWARD(const char *, zmq_strerror, (int code), (code))
