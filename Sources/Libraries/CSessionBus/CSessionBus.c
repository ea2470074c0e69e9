#include "CSessionBus.h"
#include "CGIO.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_INTERFACES = 4, DO_NOT_QUEUE = 4, PRIMARY_OWNER = 1, QUICK = 5000 };

struct csessionbus_object {
    GDBusConnection *bus;
    GMainContext *context;
    GDBusNodeInfo *info;
    unsigned registrations[MOST_INTERFACES];
    csessionbus_handlers handlers;
    char *name, *path;
};

static void free_error(GError *error) {
    if (error != NULL) gio.g_error_free(error);
}

static void method_call(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *method,
    GVariant *parameters, GDBusMethodInvocation *invocation, void *context
) {
    csessionbus_object *object = context;
    const char *text = "";
    int64_t number = 0;
    GVariant *texts = NULL;
    for (size_t i = 0; i < gio.g_variant_n_children(parameters); i++) {
        GVariant *value = gio.g_variant_get_child_value(parameters, i);
        if (gio.g_variant_is_of_type(value, (const GVariantType *)"x")) {
            gio.g_variant_get(value, "x", &number);
            gio.g_variant_unref(value);
        } else if (gio.g_variant_is_of_type(value, (const GVariantType *)"o")) {
            gio.g_variant_get(value, "&o", &text);
            // The text is a part of it.
            if (texts != NULL) gio.g_variant_unref(texts);
            texts = value;
        } else {
            gio.g_variant_unref(value);
        }
    }
    if (object->handlers.call(object->handlers.context, interface, method, text, number))
        gio.g_dbus_method_invocation_return_value(invocation, NULL);
    else
        gio.g_dbus_method_invocation_return_dbus_error(
            invocation, "org.freedesktop.DBus.Error.NotSupported", "This program does not do that now.");
    if (texts != NULL) gio.g_variant_unref(texts);
}

static GVariant *get_property(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *property,
    GError **error, void *context
) {
    csessionbus_object *object = context;
    char *text = object->handlers.property(object->handlers.context, interface, property);
    GVariant *value = gio.g_variant_parse(NULL, text != NULL ? text : "", NULL, NULL, error);
    free(text);
    return value;
}

static const GDBusInterfaceVTable functions = {.method_call = method_call, .get_property = get_property};

static bool export(csessionbus_object *object, const char *xml, const char *const *interfaces) {
    GError *error = NULL;
    object->info = gio.g_dbus_node_info_new_for_xml(xml, &error);
    free_error(error);
    if (object->info == NULL) return false;
    for (int i = 0; interfaces[i] != NULL && i < MOST_INTERFACES; i++) {
        GDBusInterfaceInfo *interface = gio.g_dbus_node_info_lookup_interface(object->info, interfaces[i]);
        if (interface == NULL) return false;
        error = NULL;
        object->registrations[i] = gio.g_dbus_connection_register_object(
            object->bus, object->path, interface, &functions, object, NULL, &error);
        free_error(error);
        if (object->registrations[i] == 0) return false;
    }
    return true;
}

// The result of a call of the bus itself; 0 if it failed.
static uint32_t ask(csessionbus_object *object, const char *method, GVariant *parameters) {
    GError *error = NULL;
    GVariant *reply = gio.g_dbus_connection_call_sync(
        object->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, parameters,
        (const GVariantType *)"(u)", G_DBUS_CALL_FLAGS_NONE, QUICK, NULL, &error);
    free_error(error);
    if (reply == NULL) return 0;
    uint32_t result = 0;
    gio.g_variant_get(reply, "(u)", &result);
    gio.g_variant_unref(reply);
    return result;
}

static bool own(csessionbus_object *object) {
    GVariant *parameters = gio.g_variant_new("(su)", object->name, (uint32_t)DO_NOT_QUEUE);
    return ask(object, "RequestName", parameters) == PRIMARY_OWNER;
}

csessionbus_object *csessionbus_open(
    const char *address, const char *name, const char *path, const char *xml, const char *const *interfaces,
    csessionbus_handlers handlers
) {
    GDBusConnection *bus = address != NULL ? cgio_bus_at(address) : cgio_bus(G_BUS_TYPE_SESSION);
    if (bus == NULL) return NULL;
    csessionbus_object *object = calloc(1, sizeof *object);
    if (object == NULL) {
        gio.g_object_unref(bus);
        return NULL;
    }
    object->bus = bus;
    object->handlers = handlers;
    object->name = strdup(name);
    object->path = strdup(path);
    object->context = gio.g_main_context_new();
    gio.g_main_context_push_thread_default(object->context);
    // The name comes last: whoever sees it finds the object.
    bool is_there = object->name != NULL && object->path != NULL && export(object, xml, interfaces) && own(object);
    gio.g_main_context_pop_thread_default(object->context);
    if (is_there) return object;
    csessionbus_close(object);
    return NULL;
}

void csessionbus_iterate(csessionbus_object *object) { gio.g_main_context_iteration(object->context, true); }

void csessionbus_wake(csessionbus_object *object) { gio.g_main_context_wakeup(object->context); }

void csessionbus_emit(
    csessionbus_object *object, const char *interface, const char *signal, const char *parameters
) {
    GError *error = NULL;
    GVariant *value = gio.g_variant_parse(NULL, parameters, NULL, NULL, &error);
    free_error(error);
    if (value == NULL) return;
    error = NULL;
    gio.g_dbus_connection_emit_signal(object->bus, NULL, object->path, interface, signal, value, &error);
    free_error(error);
    gio.g_variant_unref(value);
}

void csessionbus_close(csessionbus_object *object) {
    for (int i = 0; i < MOST_INTERFACES; i++)
        if (object->registrations[i] != 0)
            gio.g_dbus_connection_unregister_object(object->bus, object->registrations[i]);
    if (object->name != NULL) ask(object, "ReleaseName", gio.g_variant_new("(s)", object->name));
    if (object->info != NULL) gio.g_dbus_node_info_unref(object->info);
    gio.g_main_context_unref(object->context);
    gio.g_object_unref(object->bus);
    free(object->name);
    free(object->path);
    free(object);
}
