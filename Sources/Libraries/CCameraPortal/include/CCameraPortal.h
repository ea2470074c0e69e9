// Asks the desktop's camera portal, over the session bus, whether this program may use cameras, and for the way to them.
// Every call blocks, and may be made from any thread.
#ifndef CCAMERAPORTAL_H
#define CCAMERAPORTAL_H

#include <stdbool.h>

typedef enum {
    CAMERA_PORTAL_GRANTED,
    CAMERA_PORTAL_REFUSED,      // the person, now or earlier
    CAMERA_PORTAL_FORBIDDEN,    // whoever administers the machine
    CAMERA_PORTAL_UNANSWERED,   // within the time, or the portal is not ready
    CAMERA_PORTAL_MISSING,      // no GIO, no session bus, or no such portal
} camera_portal_answer;

// Asks the person, unless they have answered before.
//
// milliseconds: how long they may take. After it the question is withdrawn.
camera_portal_answer camera_portal_ask(unsigned milliseconds);

// Opens a connection to PipeWire that shows the cameras. Nobody is asked.
//
// Returns CAMERA_PORTAL_GRANTED, with a descriptor that is the caller's, or CAMERA_PORTAL_REFUSED as long as the person
// has not allowed it, whether they were asked or not; CAMERA_PORTAL_UNANSWERED if the portal does not answer.
camera_portal_answer camera_portal_open(int *descriptor);

// Calls `changed` each time that a permission of the desktop may have changed, on this thread, until the process ends.
// It returns where that cannot be watched: a sandbox does not show the permissions.
void camera_portal_watch(void (*changed)(void *context), void *context);

#endif
