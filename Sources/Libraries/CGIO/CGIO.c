#include "CGIO.h"
#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(X)                                \
    X(g_bus_get_sync)                               \
    X(g_dbus_connection_set_exit_on_close)          \
    X(g_dbus_connection_get_unique_name)            \
    X(g_dbus_connection_call_sync)                  \
    X(g_dbus_connection_call_with_unix_fd_list_sync) \
    X(g_unix_fd_list_get)                           \
    X(g_dbus_connection_signal_subscribe)           \
    X(g_dbus_connection_signal_unsubscribe)         \
    X(g_dbus_error_get_remote_error)                \
    X(g_variant_new)                                \
    X(g_variant_new_parsed)                         \
    X(g_variant_get)                                \
    X(g_variant_is_of_type)                         \
    X(g_variant_lookup)                             \
    X(g_variant_get_child_value)                    \
    X(g_variant_unref)                              \
    X(g_main_context_new)                           \
    X(g_main_context_unref)                         \
    X(g_main_context_push_thread_default)           \
    X(g_main_context_pop_thread_default)            \
    X(g_main_context_iteration)                     \
    X(g_timeout_source_new)                         \
    X(g_source_set_callback)                        \
    X(g_source_attach)                              \
    X(g_source_destroy)                             \
    X(g_source_unref)                               \
    X(g_error_free)                                 \
    X(g_free)                                       \
    X(g_object_unref)

cgio_functions gio;
static bool is_there;

static void load(void) {
    void *library = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
#define FIND(name) \
    if (!(gio.name = (__typeof__(gio.name))dlsym(library, #name))) return;
    FUNCTIONS(FIND)
#undef FIND
    is_there = true;
}

GDBusConnection *cgio_bus(int type) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_there) return NULL;
    GError *error = NULL;
    GDBusConnection *bus = gio.g_bus_get_sync(type, NULL, &error);
    if (error != NULL) gio.g_error_free(error);
    if (bus != NULL) gio.g_dbus_connection_set_exit_on_close(bus, false);
    return bus;
}
