// GIO, opened when a program first needs it: to load it takes longer than to take a photo.
#ifndef CGIO_H
#define CGIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The parts of GLib's and GIO's interface that are used, as their documentation has them.
typedef struct GVariant GVariant;
typedef struct GVariantType GVariantType;
typedef struct GDBusConnection GDBusConnection;
typedef struct GUnixFDList GUnixFDList;
typedef struct GMainContext GMainContext;
typedef struct GSource GSource;
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef void (*GDBusSignalCallback)(
    GDBusConnection *, const char *sender, const char *path, const char *interface, const char *signal,
    GVariant *parameters, void *context);
enum { G_BUS_TYPE_SYSTEM = 1, G_BUS_TYPE_SESSION = 2 };
enum { G_DBUS_CALL_FLAGS_NONE = 0, G_DBUS_SIGNAL_FLAGS_NONE = 0 };

typedef struct {
    GDBusConnection *(*g_bus_get_sync)(int type, void *cancellable, GError **error);
    void (*g_dbus_connection_set_exit_on_close)(GDBusConnection *, int exits);
    const char *(*g_dbus_connection_get_unique_name)(GDBusConnection *);
    GVariant *(*g_dbus_connection_call_sync)(
        GDBusConnection *, const char *name, const char *path, const char *interface, const char *method,
        GVariant *parameters, const GVariantType *reply_type, int flags, int timeout, void *cancellable,
        GError **error);
    GVariant *(*g_dbus_connection_call_with_unix_fd_list_sync)(
        GDBusConnection *, const char *name, const char *path, const char *interface, const char *method,
        GVariant *parameters, const GVariantType *reply_type, int flags, int timeout, GUnixFDList *descriptors,
        GUnixFDList **received, void *cancellable, GError **error);
    int (*g_unix_fd_list_get)(GUnixFDList *, int index, GError **error);
    unsigned (*g_dbus_connection_signal_subscribe)(
        GDBusConnection *, const char *sender, const char *interface, const char *member, const char *path,
        const char *first_argument, int flags, GDBusSignalCallback callback, void *context, void (*free)(void *));
    void (*g_dbus_connection_signal_unsubscribe)(GDBusConnection *, unsigned subscription);
    char *(*g_dbus_error_get_remote_error)(const GError *);
    GVariant *(*g_variant_new)(const char *format, ...);
    GVariant *(*g_variant_new_parsed)(const char *format, ...);
    void (*g_variant_get)(GVariant *, const char *format, ...);
    int (*g_variant_is_of_type)(GVariant *, const GVariantType *type);
    int (*g_variant_lookup)(GVariant *, const char *key, const char *format, ...);
    GVariant *(*g_variant_get_child_value)(GVariant *, size_t index);
    void (*g_variant_unref)(GVariant *);
    GMainContext *(*g_main_context_new)(void);
    void (*g_main_context_unref)(GMainContext *);
    void (*g_main_context_push_thread_default)(GMainContext *);
    void (*g_main_context_pop_thread_default)(GMainContext *);
    int (*g_main_context_iteration)(GMainContext *, int may_block);
    GSource *(*g_timeout_source_new)(unsigned milliseconds);
    void (*g_source_set_callback)(GSource *, int (*callback)(void *), void *context, void (*free)(void *));
    unsigned (*g_source_attach)(GSource *, GMainContext *);
    void (*g_source_destroy)(GSource *);
    void (*g_source_unref)(GSource *);
    void (*g_error_free)(GError *);
    void (*g_free)(void *);
    void (*g_object_unref)(void *);
} cgio_functions;

// The functions, once cgio_bus() has returned a connection.
extern cgio_functions gio;

// A connection to a bus, for the caller to release; NULL if there is none, or no GIO. The end of the bus does not end
// the process. From any thread.
GDBusConnection *cgio_bus(int type);

#endif
