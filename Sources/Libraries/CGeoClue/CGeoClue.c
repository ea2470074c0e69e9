#include "CGeoClue.h"
#include "CGIO.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const SERVICE = "org.freedesktop.GeoClue2";

static cgeoclue_result result_of(GError *error) {
    cgeoclue_result result = CGEOCLUE_FAILED;
    char *name = gio.g_dbus_error_get_remote_error(error);
    if (name != NULL) {
        if (strcmp(name, "org.freedesktop.DBus.Error.AccessDenied") == 0) result = CGEOCLUE_DENIED;
        if (strcmp(name, "org.freedesktop.DBus.Error.ServiceUnknown") == 0) result = CGEOCLUE_MISSING;
        gio.g_free(name);
    }
    gio.g_error_free(error);
    return result;
}

struct cgeoclue_client {
    GDBusConnection *bus;
    char *path;
};

// The reply is the caller's; NULL if the call failed, which *result then explains.
static GVariant *call(
    GDBusConnection *bus, const char *path, const char *interface, const char *method, GVariant *parameters,
    int timeout, cgeoclue_result *result
) {
    GError *error = NULL;
    GVariant *reply = gio.g_dbus_connection_call_sync(
        bus, SERVICE, path, interface, method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, timeout, NULL, &error);
    *result = reply != NULL ? CGEOCLUE_OK : result_of(error);
    return reply;
}

static cgeoclue_result tell(
    GDBusConnection *bus, const char *path, const char *interface, const char *method, GVariant *parameters,
    int timeout
) {
    cgeoclue_result result;
    GVariant *reply = call(bus, path, interface, method, parameters, timeout, &result);
    if (reply != NULL) gio.g_variant_unref(reply);
    return result;
}

static const char *const MANAGER_PATH = "/org/freedesktop/GeoClue2/Manager";
static const char *const PROPERTIES = "org.freedesktop.DBus.Properties";
static const char *const CLIENT = "org.freedesktop.GeoClue2.Client";
static const int QUICK = 5000;

bool cgeoclue_is_there(void) {
    GDBusConnection *bus = cgio_bus(G_BUS_TYPE_SYSTEM);
    if (bus == NULL) return false;
    cgeoclue_result result = tell(bus, MANAGER_PATH, "org.freedesktop.DBus.Peer", "Ping", NULL, QUICK);
    gio.g_object_unref(bus);
    return result == CGEOCLUE_OK;
}

cgeoclue_result cgeoclue_open(const char *desktop_id, unsigned accuracy, int timeout, cgeoclue_client **client) {
    GDBusConnection *bus = cgio_bus(G_BUS_TYPE_SYSTEM);
    if (bus == NULL) return CGEOCLUE_MISSING;
    cgeoclue_result result;
    GVariant *reply = call(
        bus, MANAGER_PATH, "org.freedesktop.GeoClue2.Manager", "GetClient", NULL, QUICK, &result);
    if (reply == NULL) {
        gio.g_object_unref(bus);
        return result;
    }
    cgeoclue_client *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    made->bus = bus;
    char *path = NULL;
    gio.g_variant_get(reply, "(o)", &path);
    gio.g_variant_unref(reply);
    made->path = strdup(path);
    gio.g_free(path);

    struct { const char *name; GVariant *value; } settings[] = {
        {"DesktopId", gio.g_variant_new("s", desktop_id)},
        {"RequestedAccuracyLevel", gio.g_variant_new("u", accuracy)},
    };
    // Every value is handed over, even after a failure: what is new belongs to nobody until it is sent.
    for (int i = 0; i < 2; i++) {
        cgeoclue_result set = tell(
            bus, made->path, PROPERTIES, "Set", gio.g_variant_new("(ssv)", CLIENT, settings[i].name, settings[i].value),
            QUICK);
        if (result == CGEOCLUE_OK) result = set;
    }
    if (result == CGEOCLUE_OK) result = tell(bus, made->path, CLIENT, "Start", NULL, timeout);
    if (result != CGEOCLUE_OK) {
        cgeoclue_close(made);
        return result;
    }
    *client = made;
    return CGEOCLUE_OK;
}

static char *location_path(cgeoclue_client *client) {
    cgeoclue_result result;
    GVariant *reply = call(
        client->bus, client->path, PROPERTIES, "Get", gio.g_variant_new("(ss)", CLIENT, "Location"), QUICK, &result);
    if (reply == NULL) return NULL;
    GVariant *value = NULL;
    gio.g_variant_get(reply, "(v)", &value);
    char *path = NULL;
    gio.g_variant_get(value, "o", &path);
    gio.g_variant_unref(value);
    gio.g_variant_unref(reply);
    return path;
}

bool cgeoclue_read(cgeoclue_client *client, cgeoclue_place *place) {
    char *path = location_path(client);
    if (path == NULL) return false;
    cgeoclue_result result;
    // "/" stands for no place yet.
    GVariant *reply = strcmp(path, "/") == 0 ? NULL : call(
        client->bus, path, PROPERTIES, "GetAll", gio.g_variant_new("(s)", "org.freedesktop.GeoClue2.Location"), QUICK,
        &result);
    gio.g_free(path);
    if (reply == NULL) return false;
    GVariant *values = gio.g_variant_get_child_value(reply, 0);
    *place = (cgeoclue_place){.accuracy = -1, .altitude = -1e9, .speed = -1, .heading = -1};
    bool is_known = gio.g_variant_lookup(values, "Latitude", "d", &place->latitude)
        && gio.g_variant_lookup(values, "Longitude", "d", &place->longitude);
    gio.g_variant_lookup(values, "Accuracy", "d", &place->accuracy);
    gio.g_variant_lookup(values, "Altitude", "d", &place->altitude);
    gio.g_variant_lookup(values, "Speed", "d", &place->speed);
    gio.g_variant_lookup(values, "Heading", "d", &place->heading);
    uint64_t seconds = 0, microseconds = 0;
    if (gio.g_variant_lookup(values, "Timestamp", "(tt)", &seconds, &microseconds))
        place->timestamp = (double)seconds + (double)microseconds / 1e6;
    gio.g_variant_unref(values);
    gio.g_variant_unref(reply);
    return is_known;
}

void cgeoclue_close(cgeoclue_client *client) {
    tell(client->bus, client->path, CLIENT, "Stop", NULL, QUICK);
    gio.g_object_unref(client->bus);
    free(client->path);
    free(client);
}
