#ifndef DAYLINE_CMOSQUITTO_H
#define DAYLINE_CMOSQUITTO_H

/* A connection to an MQTT broker (version 3.1.1), which libmosquitto establishes again when it ends.
 * libmosquitto is loaded by the first connection. Functions return 0, or a code for dayline_mqtt_error. */

typedef struct dayline_mqtt dayline_mqtt;

enum { DAYLINE_MQTT_CONNECTED, DAYLINE_MQTT_REFUSED, DAYLINE_MQTT_ENDED, DAYLINE_MQTT_MESSAGE };

/* Called on the thread of the connection. DAYLINE_MQTT_REFUSED and DAYLINE_MQTT_ENDED have a code for
 * dayline_mqtt_refusal and dayline_mqtt_error as their length; DAYLINE_MQTT_MESSAGE has a payload. */
typedef void (*dayline_mqtt_event)(
    void *context, int kind, const char *topic, const void *payload, int length);

/* Creates a connection that is not yet established; null if libmosquitto is not installed or memory is
 * exhausted. `user` and `password` may be null. The broker publishes `will_payload` to `will_topic`,
 * retained, when the connection ends without dayline_mqtt_close. */
dayline_mqtt *dayline_mqtt_new(
    const char *id, const char *user, const char *password, int uses_tls, const char *will_topic,
    const char *will_payload, dayline_mqtt_event event, void *context);
/* Starts the thread that connects. */
int dayline_mqtt_start(dayline_mqtt *connection, const char *host, int port);
/* Publishes a message with the quality of service 1; an empty payload removes a retained message. */
int dayline_mqtt_publish(
    dayline_mqtt *connection, const char *topic, const void *payload, int length, int is_retained);
int dayline_mqtt_subscribe(dayline_mqtt *connection, const char *topic);
/* Disconnects, ends the thread and frees the connection. No event follows. */
void dayline_mqtt_close(dayline_mqtt *connection);
/* The text of a code. */
const char *dayline_mqtt_error(int code);
/* The text of the code with which a broker refused a connection. */
const char *dayline_mqtt_refusal(int code);

#endif
