#include "CLoginService.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The parts of sd-bus that are used, as sd-bus(3) has them.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name, *message;
    int need_free;
} sd_bus_error;
typedef int (*handler)(sd_bus_message *, void *context, sd_bus_error *);

#define FUNCTIONS(X)                                                                                                   \
    X(int, sd_bus_open_system, (sd_bus **))                                                                            \
    X(int, sd_bus_set_method_call_timeout, (sd_bus *, uint64_t microseconds))                                          \
    X(int, sd_bus_match_signal,                                                                                        \
      (sd_bus *, sd_bus_slot **, const char *sender, const char *path, const char *interface, const char *member,      \
       handler, void *context))                                                                                        \
    X(int, sd_bus_add_match, (sd_bus *, sd_bus_slot **, const char *rule, handler, void *context))                      \
    X(int, sd_bus_call_method,                                                                                         \
      (sd_bus *, const char *destination, const char *path, const char *interface, const char *member, sd_bus_error *, \
       sd_bus_message **reply, const char *types, ...))                                                                \
    X(int, sd_bus_message_read, (sd_bus_message *, const char *types, ...))                                            \
    X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *))                                                      \
    X(int, sd_bus_process, (sd_bus *, sd_bus_message **))                                                              \
    X(int, sd_bus_get_fd, (sd_bus *))                                                                                  \
    X(int, sd_bus_get_events, (sd_bus *))                                                                              \
    X(int, sd_bus_get_timeout, (sd_bus *, uint64_t *microseconds))                                                     \
    X(sd_bus *, sd_bus_flush_close_unref, (sd_bus *))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

static const char *const SERVICE = "org.freedesktop.login1";
static const char *const PATH = "/org/freedesktop/login1";
static const char *const MANAGER = "org.freedesktop.login1.Manager";
static const uint64_t QUICK = 2000000;
static bool is_there;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(result, name, parameters)                                                                                 \
    if (!(name = (__typeof__(name))dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_there = true;
}

struct login_service {
    sd_bus *bus;
    // Keeps the machine awake while it is open; -1 while nothing does.
    int delay;
    bool has_event, is_sleep_near;
};

static int on_prepare_for_sleep(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    login_service *service = context;
    int begins = 0;
    if (sd_bus_message_read(message, "b", &begins) < 0) return 0;
    service->has_event = true;
    service->is_sleep_near = begins;
    return 0;
}

static int on_owner_changed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    login_service *service = context;
    const char *name = "", *before = "", *now = "";
    if (sd_bus_message_read(message, "sss", &name, &before, &now) < 0 || strcmp(name, SERVICE) != 0 || *now) return 0;
    service->has_event = true;
    service->is_sleep_near = false;
    return 0;
}

login_service *login_service_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_there) return NULL;
    login_service *service = calloc(1, sizeof *service);
    if (!service) return NULL;
    service->delay = -1;
    if (sd_bus_open_system(&service->bus) < 0) {
        free(service);
        return NULL;
    }
    sd_bus_set_method_call_timeout(service->bus, QUICK);
    if (sd_bus_match_signal(
            service->bus, NULL, SERVICE, PATH, MANAGER, "PrepareForSleep", on_prepare_for_sleep, service) < 0
        || sd_bus_add_match(
               service->bus, NULL,
               "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
               "member='NameOwnerChanged',arg0='org.freedesktop.login1'",
               on_owner_changed, service) < 0) {
        login_service_close(service);
        return NULL;
    }
    return service;
}

void login_service_delay_sleep(login_service *service, const char *program, const char *reason) {
    login_service_allow_sleep(service);
    sd_bus_message *reply = NULL;
    if (sd_bus_call_method(
            service->bus, SERVICE, PATH, MANAGER, "Inhibit", NULL, &reply, "ssss", "sleep", program, reason, "delay") < 0)
        return;
    // The reply's own descriptor ends with it.
    int descriptor = -1;
    if (sd_bus_message_read(reply, "h", &descriptor) >= 0) service->delay = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    sd_bus_message_unref(reply);
}

void login_service_allow_sleep(login_service *service) {
    if (service->delay >= 0) close(service->delay);
    service->delay = -1;
}

// Milliseconds until sd-bus wants to be called; -1 if it does not.
static int patience(sd_bus *bus) {
    uint64_t until = UINT64_MAX;
    if (sd_bus_get_timeout(bus, &until) < 0 || until == UINT64_MAX) return -1;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t microseconds = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    return until <= microseconds ? 0 : (int)((until - microseconds) / 1000 + 1);
}

login_service_event login_service_next(login_service *service, int wake) {
    for (;;) {
        int handled = sd_bus_process(service->bus, NULL);
        if (service->has_event) {
            service->has_event = false;
            return service->is_sleep_near ? LOGIN_SERVICE_SLEEP_BEGINS : LOGIN_SERVICE_SLEEP_ENDED;
        }
        if (handled < 0) return LOGIN_SERVICE_GONE;
        if (handled > 0) continue;
        int descriptor = sd_bus_get_fd(service->bus), events = sd_bus_get_events(service->bus);
        if (descriptor < 0 || events < 0) return LOGIN_SERVICE_GONE;
        struct pollfd pollers[] = {{wake, POLLIN, 0}, {descriptor, (short)events, 0}};
        if (poll(pollers, 2, patience(service->bus)) < 0 && errno != EINTR) return LOGIN_SERVICE_GONE;
        if (pollers[0].revents) return LOGIN_SERVICE_CALLED;
    }
}

void login_service_set_brightness(login_service *service, const char *subsystem, const char *name, uint32_t brightness) {
    sd_bus_message *reply = NULL;
    if (sd_bus_call_method(
            service->bus, SERVICE, "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
            "SetBrightness", NULL, &reply, "ssu", subsystem, name, brightness) < 0)
        return;
    sd_bus_message_unref(reply);
}

void login_service_close(login_service *service) {
    login_service_allow_sleep(service);
    sd_bus_flush_close_unref(service->bus);
    free(service);
}
