// An object of this program on the session bus, through GIO. Values are texts in the form of g_variant_parse().
#ifndef CSESSIONBUS_H
#define CSESSIONBUS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct csessionbus_object csessionbus_object;

// Called by csessionbus_iterate().
typedef struct {
    void *context;
    // The text of a property, from malloc().
    char *(*property)(void *context, const char *interface, const char *name);
    // A method, with its last argument of a kind: a text, a number; whether there is such a method.
    bool (*call)(void *context, const char *interface, const char *method, const char *text, int64_t number);
} csessionbus_handlers;

// An object with all interfaces of an XML description; NULL if there is no GIO or no bus, or if the name is taken.
//
// address: of the bus; NULL for that of the session.
// interfaces: their names, the last of which is NULL.
csessionbus_object *csessionbus_open(
    const char *address, const char *name, const char *path, const char *xml, const char *const *interfaces,
    csessionbus_handlers);

// Waits for calls and answers them, or until csessionbus_wake(). One thread at a time.
void csessionbus_iterate(csessionbus_object *);

// From any thread.
void csessionbus_wake(csessionbus_object *);

// Sends a signal. From any thread.
void csessionbus_emit(csessionbus_object *, const char *interface, const char *signal, const char *parameters);

// While no thread is in another function.
void csessionbus_close(csessionbus_object *);

#endif
