#include "CCameraPortal.h"
#include "CGIO.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const SERVICE = "org.freedesktop.portal.Desktop";
static const char *const PATH = "/org/freedesktop/portal/desktop";
static const char *const CAMERA = "org.freedesktop.portal.Camera";
static const char *const REQUEST = "org.freedesktop.portal.Request";
static const char *const STORE = "org.freedesktop.impl.portal.PermissionStore";
static const int QUICK = 5000;

static bool is_any_of(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

// What an error means; `refusal` stands for "not allowed". A portal that starts, or is busy, has not answered.
static camera_portal_answer answer_of(GError *error, camera_portal_answer refusal) {
    static const char *const refusals[] = {
        "org.freedesktop.portal.Error.NotAllowed", "org.freedesktop.DBus.Error.AccessDenied", NULL};
    static const char *const absences[] = {
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.UnknownObject",  "org.freedesktop.DBus.Error.UnknownInterface",
        "org.freedesktop.DBus.Error.UnknownMethod",  "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
        "org.freedesktop.DBus.Error.Spawn.ChildExited", NULL};
    camera_portal_answer answer = CAMERA_PORTAL_UNANSWERED;
    char *name = gio.g_dbus_error_get_remote_error(error);
    if (name && is_any_of(name, refusals)) answer = refusal;
    if (name && is_any_of(name, absences)) answer = CAMERA_PORTAL_MISSING;
    gio.g_free(name);
    gio.g_error_free(error);
    return answer;
}

// Asking

typedef struct {
    bool is_over;
    uint32_t response;
} outcome;

static void on_response(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal,
    GVariant *parameters, void *context
) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
    outcome *outcome = context;
    if (!gio.g_variant_is_of_type(parameters, (const GVariantType *)"(ua{sv})")) return;
    gio.g_variant_get(parameters, "(u@a{sv})", &outcome->response, NULL);
    outcome->is_over = true;
}

static int on_deadline(void *context) {
    *(bool *)context = true;
    return 0;
}

// The answer comes at a path that follows from the program's name on the bus and a token of its choice. The program
// listens there before it asks, so that a quick answer is not missed.
static void request_path(GDBusConnection *bus, const char *token, char *path, size_t size) {
    const char *name = gio.g_dbus_connection_get_unique_name(bus);
    int length = snprintf(path, size, "/org/freedesktop/portal/desktop/request/");
    for (name += *name == ':'; *name && (size_t)length + 1 < size; name++) path[length++] = *name == '.' ? '_' : *name;
    snprintf(path + length, size - (size_t)length, "/%s", token);
}

static camera_portal_answer ask(GDBusConnection *bus, GMainContext *loop, unsigned milliseconds) {
    static atomic_uint count;
    char token[40], path[200];
    snprintf(token, sizeof token, "avcam_%d_%u", getpid(), atomic_fetch_add(&count, 1));
    request_path(bus, token, path, sizeof path);

    outcome outcome = {0};
    unsigned subscription = gio.g_dbus_connection_signal_subscribe(
        bus, SERVICE, REQUEST, "Response", path, NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_response, &outcome, NULL);
    GError *error = NULL;
    GVariant *reply = gio.g_dbus_connection_call_sync(
        bus, SERVICE, PATH, CAMERA, "AccessCamera", gio.g_variant_new_parsed("({'handle_token': <%s>},)", token), NULL,
        G_DBUS_CALL_FLAGS_NONE, QUICK, NULL, &error);

    camera_portal_answer answer;
    if (reply == NULL) {
        answer = answer_of(error, CAMERA_PORTAL_FORBIDDEN);
    } else {
        gio.g_variant_unref(reply);
        bool is_late = false;
        GSource *deadline = gio.g_timeout_source_new(milliseconds);
        gio.g_source_set_callback(deadline, on_deadline, &is_late, NULL);
        gio.g_source_attach(deadline, loop);
        while (!outcome.is_over && !is_late) gio.g_main_context_iteration(loop, true);
        gio.g_source_destroy(deadline);
        gio.g_source_unref(deadline);
        answer = outcome.response == 0 ? CAMERA_PORTAL_GRANTED : CAMERA_PORTAL_REFUSED;
        // Neither yes nor no: the dialog's program has ended, for example.
        if (outcome.response > 1) answer = CAMERA_PORTAL_UNANSWERED;
        if (!outcome.is_over) {
            answer = CAMERA_PORTAL_UNANSWERED;
            reply = gio.g_dbus_connection_call_sync(
                bus, SERVICE, path, REQUEST, "Close", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, QUICK, NULL, NULL);
            if (reply) gio.g_variant_unref(reply);
        }
    }
    gio.g_dbus_connection_signal_unsubscribe(bus, subscription);
    return answer;
}

camera_portal_answer camera_portal_ask(unsigned milliseconds) {
    GDBusConnection *bus = cgio_bus(G_BUS_TYPE_SESSION);
    if (bus == NULL) return CAMERA_PORTAL_MISSING;
    // Signals arrive in the loop that is the thread's when they are subscribed to.
    GMainContext *loop = gio.g_main_context_new();
    gio.g_main_context_push_thread_default(loop);
    camera_portal_answer answer = ask(bus, loop, milliseconds);
    gio.g_main_context_pop_thread_default(loop);
    gio.g_main_context_unref(loop);
    gio.g_object_unref(bus);
    return answer;
}

// Opening

camera_portal_answer camera_portal_open(int *descriptor) {
    GDBusConnection *bus = cgio_bus(G_BUS_TYPE_SESSION);
    if (bus == NULL) return CAMERA_PORTAL_MISSING;
    camera_portal_answer answer = CAMERA_PORTAL_MISSING;
    GError *error = NULL;
    GUnixFDList *received = NULL;
    GVariant *reply = gio.g_dbus_connection_call_with_unix_fd_list_sync(
        bus, SERVICE, PATH, CAMERA, "OpenPipeWireRemote", gio.g_variant_new_parsed("(@a{sv} {},)"), NULL,
        G_DBUS_CALL_FLAGS_NONE, QUICK, NULL, &received, NULL, &error);
    if (reply == NULL) {
        answer = answer_of(error, CAMERA_PORTAL_REFUSED);
    } else {
        int index = 0;
        if (gio.g_variant_is_of_type(reply, (const GVariantType *)"(h)") && received) {
            gio.g_variant_get(reply, "(h)", &index);
            // A copy, which does not end with the list.
            *descriptor = gio.g_unix_fd_list_get(received, index, NULL);
            if (*descriptor >= 0) answer = CAMERA_PORTAL_GRANTED;
        }
        gio.g_variant_unref(reply);
    }
    if (received) gio.g_object_unref(received);
    gio.g_object_unref(bus);
    return answer;
}

// Watching

typedef struct {
    void (*changed)(void *);
    void *context;
} watcher;

static void on_change(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal,
    GVariant *parameters, void *context
) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal, (void)parameters;
    watcher *watcher = context;
    watcher->changed(watcher->context);
}

void camera_portal_watch(void (*changed)(void *context), void *context) {
    GDBusConnection *bus = cgio_bus(G_BUS_TYPE_SESSION);
    if (bus == NULL) return;
    GVariant *reply = gio.g_dbus_connection_call_sync(
        bus, STORE, "/org/freedesktop/impl/portal/PermissionStore", "org.freedesktop.DBus.Peer", "Ping", NULL, NULL,
        G_DBUS_CALL_FLAGS_NONE, QUICK, NULL, NULL);
    if (reply == NULL) {
        gio.g_object_unref(bus);
        return;
    }
    gio.g_variant_unref(reply);
    GMainContext *loop = gio.g_main_context_new();
    gio.g_main_context_push_thread_default(loop);
    watcher watcher = {changed, context};
    // The first argument names the table: cameras are among the devices.
    gio.g_dbus_connection_signal_subscribe(
        bus, STORE, STORE, "Changed", NULL, "devices", G_DBUS_SIGNAL_FLAGS_NONE, on_change, &watcher, NULL);
    for (;;) gio.g_main_context_iteration(loop, true);
}
