#define _GNU_SOURCE
#include "CMosquitto.h"

#include <dlfcn.h>
#include <mosquitto.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Seconds between messages that show that the connection exists, and between attempts to connect. */
enum { KEEPALIVE = 60, FIRST_DELAY = 1, LONGEST_DELAY = 60, QUALITY = 1 };

struct dayline_mqtt {
    struct mosquitto *client;
    dayline_mqtt_event event;
    void *context;
};

/* The functions of libmosquitto, with the types of its header. */
#define FUNCTIONS(X) \
    X(mosquitto_lib_init) X(mosquitto_new) X(mosquitto_destroy) X(mosquitto_username_pw_set) \
    X(mosquitto_tls_set) X(mosquitto_will_set) X(mosquitto_reconnect_delay_set) \
    X(mosquitto_connect_async) X(mosquitto_disconnect) X(mosquitto_loop_start) \
    X(mosquitto_loop_stop) X(mosquitto_publish) X(mosquitto_subscribe) X(mosquitto_strerror) \
    X(mosquitto_connack_string) X(mosquitto_connect_callback_set) \
    X(mosquitto_disconnect_callback_set) X(mosquitto_message_callback_set)
#define DECLARE(name) static __typeof__(name) *call_##name;
FUNCTIONS(DECLARE)

static int is_loaded;

static void load(void) {
    void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) if (!(call_##name = (__typeof__(name) *)dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = call_mosquitto_lib_init() == MOSQ_ERR_SUCCESS;
}

static void on_connect(struct mosquitto *client, void *object, int code) {
    (void)client;
    dayline_mqtt *connection = object;
    connection->event(
        connection->context, code ? DAYLINE_MQTT_REFUSED : DAYLINE_MQTT_CONNECTED, NULL, NULL, code);
}

static void on_disconnect(struct mosquitto *client, void *object, int code) {
    (void)client;
    dayline_mqtt *connection = object;
    connection->event(connection->context, DAYLINE_MQTT_ENDED, NULL, NULL, code);
}

static void on_message(
    struct mosquitto *client, void *object, const struct mosquitto_message *message
) {
    (void)client;
    dayline_mqtt *connection = object;
    connection->event(
        connection->context, DAYLINE_MQTT_MESSAGE, message->topic, message->payload,
        message->payloadlen);
}

dayline_mqtt *dayline_mqtt_new(
    const char *id, const char *user, const char *password, int uses_tls, const char *will_topic,
    const char *will_payload, dayline_mqtt_event event, void *context
) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    dayline_mqtt *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->event = event;
    connection->context = context;
    connection->client = call_mosquitto_new(id, true, connection);
    if (!connection->client
        || (user && call_mosquitto_username_pw_set(connection->client, user, password))
        || (uses_tls
            && call_mosquitto_tls_set(connection->client, NULL, "/etc/ssl/certs", NULL, NULL, NULL))
        || call_mosquitto_will_set(
            connection->client, will_topic, (int)strlen(will_payload), will_payload, QUALITY, true)) {
        dayline_mqtt_close(connection);
        return NULL;
    }
    call_mosquitto_reconnect_delay_set(connection->client, FIRST_DELAY, LONGEST_DELAY, true);
    call_mosquitto_connect_callback_set(connection->client, on_connect);
    call_mosquitto_disconnect_callback_set(connection->client, on_disconnect);
    call_mosquitto_message_callback_set(connection->client, on_message);
    return connection;
}

int dayline_mqtt_start(dayline_mqtt *connection, const char *host, int port) {
    int code = call_mosquitto_connect_async(connection->client, host, port, KEEPALIVE);
    /* A host that cannot be reached now is tried again by the thread. */
    if (code == MOSQ_ERR_INVAL || code == MOSQ_ERR_NOMEM) return code;
    return call_mosquitto_loop_start(connection->client);
}

int dayline_mqtt_publish(
    dayline_mqtt *connection, const char *topic, const void *payload, int length, int is_retained
) {
    return call_mosquitto_publish(
        connection->client, NULL, topic, length, payload, QUALITY, is_retained != 0);
}

int dayline_mqtt_subscribe(dayline_mqtt *connection, const char *topic) {
    return call_mosquitto_subscribe(connection->client, NULL, topic, QUALITY);
}

void dayline_mqtt_close(dayline_mqtt *connection) {
    if (connection->client) {
        call_mosquitto_disconnect(connection->client);
        call_mosquitto_loop_stop(connection->client, false);
        call_mosquitto_destroy(connection->client);
    }
    free(connection);
}

const char *dayline_mqtt_error(int code) { return call_mosquitto_strerror(code); }

const char *dayline_mqtt_refusal(int code) { return call_mosquitto_connack_string(code); }
