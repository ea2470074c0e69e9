// What the login service says about sleep, and the screen's brightness, which it sets. sd-bus is opened when a program
// first asks. It has no threads of its own, and reports a shortage of memory, where GIO would end the process.
//
// Source: systemd, org.freedesktop.login1(5): Inhibit, PrepareForSleep, SetBrightness; sd-bus(3).
#ifndef CLOGINSERVICE_H
#define CLOGINSERVICE_H

#include <stdint.h>

typedef struct login_service login_service;

typedef enum {
    LOGIN_SERVICE_SLEEP_BEGINS,
    // The machine is awake, or the service is gone, which would have said so.
    LOGIN_SERVICE_SLEEP_ENDED,
    // Somebody wrote to the descriptor, or its other end is closed.
    LOGIN_SERVICE_CALLED,
    // The bus is gone: nothing more will come.
    LOGIN_SERVICE_GONE,
} login_service_event;

// Opens the system's bus; NULL without library or bus. All calls with one service are made by one thread.
login_service *login_service_open(void);

// Keeps the machine awake for a few seconds once it is about to sleep, until login_service_allow_sleep(). The reason is shown
// by systemd-inhibit(1). Where the service is missing or refuses, the machine sleeps when it wants.
void login_service_delay_sleep(login_service *service, const char *program, const char *reason);

void login_service_allow_sleep(login_service *service);

// Waits for an event, or until the descriptor can be read; nothing is read from it.
login_service_event login_service_next(login_service *service, int wake);

// Sets the light of a screen, as far as the program's session may. The name is that of its folder in /sys/class/<subsystem>.
void login_service_set_brightness(login_service *service, const char *subsystem, const char *name, uint32_t brightness);

void login_service_close(login_service *service);

#endif
