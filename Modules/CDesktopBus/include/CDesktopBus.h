#ifndef DAYLINE_CDESKTOPBUS_H
#define DAYLINE_CDESKTOPBUS_H

#include <stddef.h>
#include <stdint.h>

/* Notifications of the desktop (org.freedesktop.Notifications) over the session bus of D-Bus.
 * libsystemd is loaded by the first connection. All functions of a connection are for one thread, and
 * return a negative errno if they fail. */

typedef struct dayline_desktop dayline_desktop;

/* Connects to the session bus. */
int dayline_desktop_open(dayline_desktop **desktop);
/* Closes a connection. */
void dayline_desktop_close(dayline_desktop *desktop);
/* The descriptor that is readable when there is something to process. */
int dayline_desktop_descriptor(const dayline_desktop *desktop);
/* 1 if the desktop reads markup in bodies. */
int dayline_desktop_has_markup(const dayline_desktop *desktop);
/* Shows a notification. `actions` has keys and labels alternately, and ends with a null pointer. */
int dayline_desktop_notify(
    dayline_desktop *desktop, const char *title, const char *body, char *const *actions, uint32_t *id);
/* Processes messages until one is the choice of an action: 1 with the notification and the key of the
 * action; 0 if no message is left. */
int dayline_desktop_next(dayline_desktop *desktop, uint32_t *id, char *action, size_t size);

#endif
