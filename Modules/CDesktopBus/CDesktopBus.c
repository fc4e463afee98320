#define _GNU_SOURCE
#include "CDesktopBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char service[] = "org.freedesktop.Notifications";
static const char path[] = "/org/freedesktop/Notifications";
static const char match[] =
    "type='signal',interface='org.freedesktop.Notifications',member='ActionInvoked'";
/* A desktop that hangs delays its own notifications only. */
enum { CALL_MICROSECONDS = 10 * 1000 * 1000, EXPIRY_BY_SERVER = -1 };

struct dayline_desktop {
    sd_bus *bus;
    int has_markup;
};

/* The functions of libsystemd, with the types of its header. */
#define FUNCTIONS(X) \
    X(sd_bus_open_user) X(sd_bus_flush_close_unref) X(sd_bus_get_fd) X(sd_bus_process) \
    X(sd_bus_add_match) X(sd_bus_call) X(sd_bus_message_new_method_call) X(sd_bus_message_append) \
    X(sd_bus_message_append_strv) X(sd_bus_message_read) X(sd_bus_message_read_strv) \
    X(sd_bus_message_is_signal) X(sd_bus_message_unref)
#define DECLARE(name) static __typeof__(name) *call_##name;
FUNCTIONS(DECLARE)

static int is_loaded;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) if (!(call_##name = (__typeof__(name) *)dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = 1;
}

static int pass_on(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)message;
    (void)context;
    (void)error;
    return 0;
}

/* Calls a method whose message is complete, and releases the message. */
static int call(dayline_desktop *desktop, sd_bus_message *message, sd_bus_message **reply) {
    int result = call_sd_bus_call(desktop->bus, message, CALL_MICROSECONDS, NULL, reply);
    call_sd_bus_message_unref(message);
    return result;
}

static void read_capabilities(dayline_desktop *desktop) {
    sd_bus_message *message = NULL, *reply = NULL;
    char **names = NULL;
    if (call_sd_bus_message_new_method_call(
            desktop->bus, &message, service, path, service, "GetCapabilities") < 0) return;
    if (call(desktop, message, &reply) < 0) return;
    if (call_sd_bus_message_read_strv(reply, &names) >= 0 && names) {
        for (char **name = names; *name; name++) {
            if (!strcmp(*name, "body-markup")) desktop->has_markup = 1;
            free(*name);
        }
        free(names);
    }
    call_sd_bus_message_unref(reply);
}

int dayline_desktop_open(dayline_desktop **desktop) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return -ENOSYS;
    dayline_desktop *opened = calloc(1, sizeof *opened);
    if (!opened) return -ENOMEM;
    int result = call_sd_bus_open_user(&opened->bus);
    if (result >= 0) result = call_sd_bus_add_match(opened->bus, NULL, match, pass_on, NULL);
    if (result < 0) {
        dayline_desktop_close(opened);
        return result;
    }
    read_capabilities(opened);
    *desktop = opened;
    return 0;
}

void dayline_desktop_close(dayline_desktop *desktop) {
    if (desktop->bus) call_sd_bus_flush_close_unref(desktop->bus);
    free(desktop);
}

int dayline_desktop_descriptor(const dayline_desktop *desktop) {
    return call_sd_bus_get_fd(desktop->bus);
}

int dayline_desktop_has_markup(const dayline_desktop *desktop) { return desktop->has_markup; }

int dayline_desktop_notify(
    dayline_desktop *desktop, const char *title, const char *body, char *const *actions,
    uint32_t *id) {
    sd_bus_message *message = NULL, *reply = NULL;
    int result = call_sd_bus_message_new_method_call(
        desktop->bus, &message, service, path, service, "Notify");
    if (result >= 0) {
        result = call_sd_bus_message_append(
            message, "susss", "Dayline", (uint32_t)0, "appointment-soon", title, body);
    }
    if (result >= 0) result = call_sd_bus_message_append_strv(message, (char **)actions);
    if (result >= 0) result = call_sd_bus_message_append(message, "a{sv}i", 0, EXPIRY_BY_SERVER);
    if (result < 0) {
        if (message) call_sd_bus_message_unref(message);
        return result;
    }
    result = call(desktop, message, &reply);
    if (result < 0) return result;
    result = call_sd_bus_message_read(reply, "u", id);
    call_sd_bus_message_unref(reply);
    return result < 0 ? result : 0;
}

int dayline_desktop_next(dayline_desktop *desktop, uint32_t *id, char *action, size_t size) {
    for (;;) {
        sd_bus_message *message = NULL;
        int result = call_sd_bus_process(desktop->bus, &message);
        if (result <= 0) return result;
        if (!message) continue;
        const char *key = NULL;
        int is_action = call_sd_bus_message_is_signal(message, service, "ActionInvoked") > 0
            && call_sd_bus_message_read(message, "us", id, &key) > 0 && strlen(key) < size;
        if (is_action) strcpy(action, key);
        call_sd_bus_message_unref(message);
        if (is_action) return 1;
    }
}
