// Asks the GeoClue service where the machine is, over the system bus.
#ifndef CGEOCLUE_H
#define CGEOCLUE_H

#include <stdbool.h>

// Where the machine is. What the service does not know is negative; the altitude is then below -1e5.
typedef struct {
    double latitude, longitude;   // degrees, WGS 84
    double accuracy, altitude;    // meters
    double speed, heading;        // meters per second; degrees from north
    double timestamp;             // seconds since 1970; 0 if unknown
} cgeoclue_place;

typedef enum {
    CGEOCLUE_OK,
    CGEOCLUE_MISSING,   // no GIO, no system bus, or no such service
    CGEOCLUE_DENIED,    // the person, or the service's settings, say no
    CGEOCLUE_FAILED,    // anything else
} cgeoclue_result;

typedef struct cgeoclue_client cgeoclue_client;

// Whether the service runs or can be started.
bool cgeoclue_is_there(void);

// Starts a client. It blocks for as long as the person is asked, at most `timeout` milliseconds.
//
// desktop_id: the name of the program's desktop file without ".desktop". accuracy: one of GeoClue's levels.
// On success *client is to be closed by the caller.
cgeoclue_result cgeoclue_open(const char *desktop_id, unsigned accuracy, int timeout, cgeoclue_client **client);

// Reads where the machine is now. Returns false as long as the service does not know.
bool cgeoclue_read(cgeoclue_client *client, cgeoclue_place *place);

void cgeoclue_close(cgeoclue_client *client);

#endif
